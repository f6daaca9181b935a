"""Appendix F, before (69): where the Gaussian hybrid has no variance, for inputs of one length r.

``lambda_hat = (1 - e_hat)/rho`` with an estimate e_hat of the Gaussian kernel ``exp(-sigma^2 |x - y|^2 / 2)``,
independent of P and T. T is exact for parallel inputs and P for opposite ones; the hybrid is exact where lambda_hat
is 0 or 1 without error as well: at theta = 0 if e_hat is trigonometric, at theta = pi if it is positive, at both if
it is itself an angular hybrid.
"""

from rftheory.proofs.hrf._setting import *
from rftheory.proofs.hrf.eq_67 import normaliser
from rftheory.proofs.hrf.eq_69 import gaussian_coefficient

STATEMENT = statement(
    "property",
    "App. F",
    "Where the Gaussian hybrid has zero variance",
    id="hrf.sec-F-zero",
    reading="For |x| = |y| = r and every m, n, sigma the mean squared error of the hybrid is 0 at the named "
    "angle and positive at the other end of [0, pi]; with an angular hybrid in the coefficient it is 0 "
    "at both ends.",
    notes=("Positive features are read as the two-sided ++ of (3), as everywhere in the bipolar hybrid.",),
)

_PARALLEL, _OPPOSITE = make_pair(r, r, sp.Integer(0)), make_pair(r, r, sp.pi)
#: the enclosures of these zeros cancel terms as large as exp(8 r^2): lengths are tried up to 4 only
DOMAIN = Domain((replace(R, awkward=(sp.Rational(1, 1000), 4)), SIGMA, M, N))
_TAU = Projection("tau")
_UPSILON = Projection("upsilon")
_KAPPA = Projection("kappa")


def _positive_coefficient(pair: Pair) -> sp.Expr:
    """lambda_hat with positive features for the exponential."""
    return Gaussian(kind="positive").coefficient(_TAU, pair.x, pair.y, n)


def _nested_coefficient(pair: Pair) -> sp.Expr:
    """lambda_hat with the angular hybrid of SM(sigma x, sigma y) in the exponential, all from n projections."""
    u, v = pair.x * sigma, pair.y * sigma

    def estimate(family: Family, projection: Projection) -> sp.Expr:
        return sp.exp(-(u.square + v.square) / 2) * family.estimator(projection, u, v, n)

    share = Angular().coefficient(_KAPPA, pair.x, pair.y, n)
    exponential = share * estimate(Hyperbolic(), _TAU) + (1 - share) * estimate(Trigonometric(), _UPSILON)
    return (1 - exponential) / normaliser


def _error(coefficient: sp.Expr, pair: Pair) -> sp.Expr:
    return mean_squared_error(hybrid(coefficient, pair), kernel(pair))


def _variances(coefficient: sp.Expr, base: sp.Expr) -> tuple[sp.Expr, ...]:
    """Factors of Var(lambda_hat) times the variance of the base estimator: squares of something positive."""
    return 1 / (2 * n), coefficient**2, normaliser**-2, 1 / (2 * m), base**2


_TRIGONOMETRIC_AT_PI = _variances(1 - sp.exp(-4 * sigma**2 * r**2), sp.exp(r**2) - sp.exp(-3 * r**2))
_POSITIVE_AT_ZERO = _variances(
    sp.exp(2 * sigma**2 * r**2) - sp.exp(-2 * sigma**2 * r**2), sp.exp(3 * r**2) - sp.exp(-(r**2))
)


def _nonzero(name: str, says: str, coefficient: sp.Expr, pair: Pair, factors: tuple[sp.Expr, ...]) -> list[Claim]:
    """The error in closed form, and that it is positive."""
    closed = sp.Mul(*factors)
    return [
        claim(
            "the error is the variance of lambda_hat times that of the base estimator that is not exact",
            eq(_error(coefficient, pair), closed),
            name=f"{name}: error",
        ),
        claim(says, gt(closed, 0), proof=Chain(closed).gt(0), name=name),
    ]


def _zero(name: str, coefficient: sp.Expr, pair: Pair, says: str) -> Claim:
    proposition = eq(_error(coefficient, pair), 0)
    return claim(says, proposition, name=name)


def _drawn(claim: Claim, kind: str, angle: sp.Expr) -> Claim:
    """Not with positive features at theta = 0, where the tails of the error are too heavy for any affordable test."""
    at = {r: SMALL_POINT[r], sigma: SMALL_POINT[sigma], m: 1, n: 1, theta: angle}
    return claim.drawn(Bipolar(Hyperbolic(), Trigonometric(), Gaussian(kind=kind)), "mse", at, pair=EQUAL_PAIR)


_error_at_pi, _not_exact_at_pi = _nonzero(
    "trigonometric, theta = pi",
    "with trigonometric features in the coefficient the hybrid is not exact for opposite inputs",
    gaussian_coefficient(_OPPOSITE),
    _OPPOSITE,
    _TRIGONOMETRIC_AT_PI,
)
_trigonometric = _zero(
    "trigonometric, theta = 0",
    gaussian_coefficient(_PARALLEL),
    _PARALLEL,
    "with trigonometric features in the coefficient the hybrid is exact for parallel inputs",
)
_positive = _zero(
    "positive, theta = pi",
    _positive_coefficient(_OPPOSITE),
    _OPPOSITE,
    "with positive features in the coefficient the hybrid is exact for opposite inputs",
)
CLAIMS = (
    _drawn(_trigonometric, "trigonometric", sp.Integer(0)),
    _drawn(_error_at_pi, "trigonometric", sp.pi),
    _not_exact_at_pi,
    _drawn(_positive, "positive", sp.pi),
    *_nonzero(
        "positive, theta = 0",
        "with positive features in the coefficient the hybrid is not exact for parallel inputs",
        _positive_coefficient(_PARALLEL),
        _PARALLEL,
        _POSITIVE_AT_ZERO,
    ),
    _zero(
        "angular hybrid, theta = 0",
        _nested_coefficient(_PARALLEL),
        _PARALLEL,
        "with an angular hybrid in the coefficient the hybrid is exact for parallel inputs",
    ),
    _zero(
        "angular hybrid, theta = pi",
        _nested_coefficient(_OPPOSITE),
        _OPPOSITE,
        "with an angular hybrid in the coefficient the hybrid is exact for opposite inputs",
    ),
)
