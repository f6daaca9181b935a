"""Section 2.2: trigonometric random features of the Gaussian kernel.

``f1 = exp(i w.x)``, ``f2 = exp(-i w.y)``: unbiased, and ``Var Re(f1 f2) = (1 - K^2)^2 / 2``.
"""

from rftheory.proofs.crt._setting import *
from rftheory.proofs.crt._generalized import SMALL, W, variance_of
from rftheory.rules.nodes import mean

STATEMENT = statement(
    "identity", "Sec. 2.2", "Trigonometric random features of the Gaussian kernel", cells=(("trigonometric", "iid"),)
)

DOMAIN = PAIRS

_POINT = {symbol: SMALL[symbol] for symbol in (x_norm, y_norm, theta)}

_product = sp.exp(sp.I * W.dot(PAIR.x)) * sp.exp(-sp.I * W.dot(PAIR.y))
#: Re(f1 f2).
sample = (_product + sp.conjugate(_product)) / 2

printed_variance = (1 - kernel**2) ** 2 / 2

# exp(i w.x), exp(-i w.y) are the features of GERF with A = 0, s = -1
drawn = Regular(GeneralizedExponential(sp.Integer(0), -1))
CLAIMS = (
    claim("unbiased: E Re(f1 f2) = K(x, y)", eq(mean(sample), kernel), print="restored").drawn(drawn, "mean", _POINT),
    claim("variance: Var Re(f1 f2) = (1 - K^2)^2/2", eq(variance_of(sample), printed_variance), print="restored").drawn(
        drawn, "mse", _POINT
    ),
)
