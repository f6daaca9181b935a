"""Section 1, below (1): the Gaussian kernel from the softmax kernel.

``K_gauss(x, y) = exp(-|x|^2/2) SM(x, y) exp(-|y|^2/2)`` with ``K_gauss(x, y) = exp(-|x - y|^2/2)`` and
``SM(x, y) = exp(x.y)``: a feature map phi of the softmax kernel becomes ``exp(-|u|^2/2) phi(u)`` for the Gaussian
one. True for all x and y.
"""

from __future__ import annotations

import sympy as sp

from proofs.hrf._setting import THETA, X_NORM, Y_NORM, kernel
from rftheory.kernels import PAIR, gaussian_kernel
from rftheory.propositions import Equality
from rftheory.statements.claims import Claim, Statement
from rftheory.statements.domain import Domain

STATEMENT = Statement(
    id="hrf.eq-1",
    paper="hrf",
    location="Sec. 1 (1)",
    kind="identity",
    title="The Gaussian kernel is the softmax kernel with two input factors",
    not_drawn="an identity between kernels; no estimator occurs",
)


def claims() -> list[Claim]:
    factors = (sp.exp(-u.square / 2) for u in (PAIR.x, PAIR.y))
    return [
        Claim(
            name="factors",
            says="the Gaussian kernel is the softmax kernel times exp(-|x|^2/2) and exp(-|y|^2/2)",
            proposition=Equality(gaussian_kernel(PAIR.x, PAIR.y), sp.Mul(*factors) * kernel()),
            domain=Domain((X_NORM, Y_NORM, THETA)),
        )
    ]
