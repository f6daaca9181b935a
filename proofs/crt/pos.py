"""Section 2.2: positive random features of the Gaussian kernel.

``f(w, x) = exp(w.x - |x|^2)`` on both sides: unbiased, and ``Var = exp(4 x.y) - K^2``.
"""

from rftheory.proofs.crt._setting import *
from rftheory.proofs.crt._generalized import SMALL, W, variance_of
from rftheory.rules.nodes import mean

STATEMENT = statement(
    "identity", "Sec. 2.2", "Positive random features of the Gaussian kernel", cells=(("positive", "iid"),)
)

DOMAIN = PAIRS

# x + y is short at an obtuse angle: light tails
_POINT = {x_norm: SMALL[x_norm], y_norm: SMALL[y_norm], theta: sp.Integer(2)}

#: f(w, x) f(w, y).
sample = sp.Mul(*(sp.exp(W.dot(u) - u.square) for u in (PAIR.x, PAIR.y)))

printed_variance = sp.exp(4 * PAIR.x.dot(PAIR.y)) - kernel**2

# exp(w.x - |x|^2) is the feature of GERF with A = 0, s = +1
drawn = Regular(GeneralizedExponential(sp.Integer(0), 1))
CLAIMS = (
    claim("unbiased: E f(w, x) f(w, y) = K(x, y)", eq(mean(sample), kernel), print="restored").drawn(
        drawn, "mean", _POINT
    ),
    claim(
        "variance: Var f(w, x) f(w, y) = exp(4 x.y) - K^2", eq(variance_of(sample), printed_variance), print="restored"
    ).drawn(drawn, "mse", _POINT),
)
