"""What the statements of HRF share: parameter ranges, the pairs of inputs, and the estimators of the paper.

P is the positive estimator SM^{++}_m (3), T the trigonometric one SM^trig_m (2), both of SM(x, y) = exp(x.y). P and T
take their projections from the sources w and v: independent by default, shared when both are given the same one.
"""

from rftheory.vocabulary import *
from rftheory.families.hybrids.angular import SHARE as SHARE

#: norms down to 1e-3 (or 0) and up to 20, angles within 1e-4 of both ends
_TINY, _HUGE, _NEAR = sp.Rational(1, 1000), sp.Integer(20), sp.Rational(1, 10000)
X_NORM = Range(x_norm, 0, None, typical=(0, 2), awkward=(0, _HUGE))
Y_NORM = Range(y_norm, 0, None, typical=(0, 2), awkward=(0, _HUGE))
R = Range(r, 0, None, "()", typical=(0, 2), awkward=(_TINY, _HUGE))
THETA = Range(theta, 0, sp.pi, "[]", typical=(0, 3), awkward=(0, _NEAR, sp.pi - _NEAR, sp.pi))
OPEN_THETA = Range(theta, 0, sp.pi, "()", typical=(0, 3), awkward=(_NEAR, sp.pi - _NEAR))
M = Range(m, 1, None, integer=True, typical=(1, 12), awkward=(1,))
N = Range(n, 1, None, integer=True, typical=(1, 12), awkward=(1,))
SIGMA = Range(sigma, 0, None, "()", typical=(0, 2), awkward=(sp.Rational(1, 10), 3))

#: any two inputs (for a zero one theta is any number); two nonzero inputs, which have an angle; two inputs of one length r
PAIRS = Domain((X_NORM, Y_NORM, THETA, M))
_NONZERO = tuple(Range(s, 0, None, "()", typical=(0, 2), awkward=(_TINY, _HUGE)) for s in (x_norm, y_norm))
PAIRS_WITH_COEFFICIENT = Domain((*_NONZERO, THETA, M, N))
EQUAL_PAIRS = Domain((R, THETA, M))
EQUAL_PAIRS_WITH_COEFFICIENT = Domain((R, THETA, M, N))

_W, _V, _TAU = Projection("w"), Projection("v"), Projection("tau")
LAMBDA_HAT = Variate("lambda_hat", DRAW**2)


def positive(pair: Pair = PAIR) -> sp.Expr:
    """P = SM^{++}_m(x, y), projections w."""
    return Hyperbolic().estimator(_W, pair.x, pair.y, m)


def trigonometric(pair: Pair = PAIR, shared: bool = False) -> sp.Expr:
    """T = SM^trig_m(x, y), projections w if shared with P, else v."""
    return Trigonometric().estimator(_W if shared else _V, pair.x, pair.y, m)


def hybrid(coefficient: sp.Expr, pair: Pair = PAIR, shared: bool = False) -> sp.Expr:
    """The bipolar hybrid (12): ``lambda_hat P + (1 - lambda_hat) T``, coefficient independent of P and T."""
    return coefficient * positive(pair) + (1 - coefficient) * trigonometric(pair, shared)


def angular_coefficient(pair: Pair = PAIR) -> sp.Expr:
    """lambda_hat of (19), from n sign projections tau."""
    return Angular().coefficient(_TAU, pair.x, pair.y, n)


def kernel(pair: Pair = PAIR) -> sp.Expr:
    """SM(x, y) = exp(x.y)."""
    return softmax_kernel(pair.x, pair.y)


def growth(radius: sp.Expr = r) -> sp.Expr:
    """W(r) = exp(2 r^2) (1 - exp(-4 r^2)), below Lemma 3.4."""
    return sp.exp(2 * radius**2) * (1 - sp.exp(-4 * radius**2))


#: where estimators are drawn: |x + y| small enough for modest tails, |x| and |y| far enough apart that sharing the
#: projections of P and T shows (a fifth of the error), angle in general position
SMALL_POINT = {
    x_norm: sp.Rational(3, 4),
    y_norm: sp.Rational(1, 4),
    theta: sp.Rational(11, 5),
    r: sp.Rational(7, 10),
    sigma: sp.Rational(3, 2),
    m: sp.Integer(4),
    n: sp.Integer(2),
}

#: where sharing the projections of P and T costs the Gaussian hybrid a sixth of its error, with modest tails
SHARING_POINT = {
    x_norm: sp.Rational(7, 5),
    y_norm: sp.Rational(1, 2),
    theta: sp.Integer(3),
    r: sp.Rational(3, 5),
    sigma: sp.Rational(3, 2),
    m: sp.Integer(1),
    n: sp.Integer(1),
}
