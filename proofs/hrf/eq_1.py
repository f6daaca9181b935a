"""Section 1, below (1): the Gaussian kernel from the softmax kernel.

``K_gauss(x, y) = exp(-|x|^2/2) SM(x, y) exp(-|y|^2/2)`` with ``K_gauss(x, y) = exp(-|x - y|^2/2)`` and
``SM(x, y) = exp(x.y)``: a feature map phi of the softmax kernel becomes ``exp(-|u|^2/2) phi(u)`` for the Gaussian
one. True for all x and y.
"""

from rftheory.proofs.hrf._setting import *
from rftheory.inputs.kernels import gaussian_kernel

STATEMENT = statement(
    "identity",
    "Sec. 1 (1)",
    "The Gaussian kernel is the softmax kernel with two input factors",
    not_drawn="an identity between kernels; no estimator occurs",
)

factors = (sp.exp(-u.square / 2) for u in (PAIR.x, PAIR.y))
CLAIMS = (
    claim(
        "factors: the Gaussian kernel is the softmax kernel times exp(-|x|^2/2) and exp(-|y|^2/2)",
        eq(gaussian_kernel(PAIR.x, PAIR.y), sp.Mul(*factors) * kernel()),
        Domain((X_NORM, Y_NORM, THETA)),
    ),
)
