"""Sec. 4: the bound of Corollary 1 is "a tight upper bound", "stated without reference to phi".

It is attained by every representation if X_1 = X_2, so that no smaller bound holds for all laws; and at any two fixed inputs of any
kernel one representation attains it, on two points, while others (positive features) have the error 0. So it is the least
bound that does not refer to phi in both cases. It is attained exactly where ``E_x1 phi(x_1, w)^2`` is a multiple of
``E_x2 phi(x_2, w)^2``.
"""

from rftheory.proofs.opt._setting import *
from rftheory.proofs.opt._draws import PLACE, SAME_ARRAYS, OnPoints
from rftheory.proofs.opt.corollary_1 import bound
from rftheory.proofs.opt.theorem_1_value import optimal_value

STATEMENT = statement(
    "claim",
    "Sec. 4",
    "The upper bound is tight",
    reading="(i) It is attained: for X_1 = X_2 by every representation, at two fixed inputs of any kernel by "
    "one. (ii) No smaller bound without reference to phi: what bounds the optimal variance of all "
    "representations is at least the printed bound there; with any factor c < 1 before K(x_1, x_1) "
    "K(x_2, x_2) it fails.",
    notes=("Read as equality for all laws and representations it is false: see opt.equivalence, different laws.",),
)

_TWO = sp.symbols("a_1 a_2 b_1 b_2 omega_1 omega_2", positive=True)
_TWO_POINTS = Domain(tuple(Range(s, 0, None, "()", typical=(sp.Rational(1, 4), 3), awkward=(1,)) for s in _TWO))
#: any number that bounds the optimal variance; a factor below 1
_OTHER, _FACTOR = sp.Symbol("U", real=True), sp.Symbol("c", real=True)
_OTHER_BOUND = ONE_LAW.with_ranges(Range(_OTHER, typical=(0, 400), awkward=(400,))).where(
    sp.Ge(_OTHER, optimal_value(SAME), evaluate=False),
    words=by_definition("U: any number that bounds the optimal variance"),
)
_SMALLER = ONE_LAW.with_ranges(Range(_FACTOR, None, 1, "()", typical=(0, 1), awkward=(0, sp.Rational(99, 100)))).where(
    sp.Gt(FIRST.mean_diagonal(), 0),
    words=by_definition("examples at which a smaller factor fails; where E K(x, x) = 0 all factors agree"),
)
#: K(x, x), K(y, y) and K(x, y) of two inputs, the last one as a multiple of what Cauchy and Schwarz allow
_XX, _YY, _SHARE = sp.Symbol("K_x", positive=True), sp.Symbol("K_y", positive=True), sp.Symbol("rho", real=True)
DOMAIN = Domain(
    (
        Range(_XX, 0, None, "()", typical=(sp.Rational(1, 4), 3), awkward=(1,)),
        Range(_YY, 0, None, "()", typical=(sp.Rational(1, 4), 3), awkward=(1,)),
        Range(_SHARE, -1, 1, "[]", typical=(-1, 1), awkward=(-1, 0, 1)),
    )
)
_CHANCES = ((1 + _SHARE) / 2, (1 - _SHARE) / 2)
_FEATURES = ((sp.sqrt(_XX), sp.sqrt(_YY)), (sp.sqrt(_XX), -sp.sqrt(_YY)))


def _over_signs(first: int, second: int) -> sp.Expr:
    """E phi phi of the representation on two points, w = 1 and w = -1, for inputs 0 (x) and 1 (y)."""
    return sp.Add(*(p * features[first] * features[second] for p, features in zip(_CHANCES, _FEATURES, strict=True)))


_roots = (p * sp.sqrt(x**2 * y**2) for p, (x, y) in zip(_CHANCES, _FEATURES, strict=True))
#: (E q)^2 - K(x, y)^2 of it at x_1 = x, x_2 = y.
_optimum_of_signs = sp.Add(*_roots) ** 2 - _over_signs(0, 1) ** 2


def _two_points() -> tuple[sp.Expr, sp.Expr]:
    """The gap A B - (E_Omega q)^2 on two points, and as one square."""
    a_1, a_2, b_1, b_2, first, second = _TWO
    gap = (first * a_1 + second * a_2) * (first * b_1 + second * b_2)
    gap -= (first * sp.sqrt(a_1 * b_1) + second * sp.sqrt(a_2 * b_2)) ** 2
    return gap, first * second * (sp.sqrt(a_1 * b_2) - sp.sqrt(a_2 * b_1)) ** 2


gap, square = _two_points()
_smaller = _FACTOR * FIRST.mean_diagonal() ** 2 - mean_squared_kernel(SAME)

CLAIMS = (
    # No smaller bound.
    claim(
        "attained for equal laws: for X_1 = X_2 the optimal variance is the bound, whatever Omega and phi",
        eq(optimal_value(SAME), bound(SAME)),
        ONE_LAW,
    ).drawn(OnPoints(optimal=True, second=SAME_ARRAYS), "second_moment", PLACE),
    claim(
        "no smaller bound: a number U that bounds the optimal variance for X_1 = X_2 is at least the printed bound",
        ge(_OTHER, bound(SAME)),
        _OTHER_BOUND,
        Chain(_OTHER).ge(bound(SAME), [_OTHER - optimal_value(SAME)]),
    ),
    claim(
        "no smaller factor: c E K(x, x)^2 - E K(x_1, x_2)^2 with c < 1 is less than the optimal variance for X_1 = "
        "X_2, unless E K(x, x) = 0",
        gt(optimal_value(SAME), _smaller),
        _SMALLER,
        Chain(optimal_value(SAME)).gt(_smaller, [1 - _FACTOR, FIRST.mean_diagonal() ** 2]),
    ),
    claim(
        "attained at two inputs: phi(x, w) = K(x, x)^(1/2), phi(y, w) = w K(y, y)^(1/2), w a sign of mean rho = K(x, "
        "y)/(K(x, x) K(y, y))^(1/2), has at x_1 = x, x_2 = y the optimal variance K(x, x) K(y, y) - K(x, y)^2",
        eq(_optimum_of_signs, _XX * _YY - (_SHARE * sp.sqrt(_XX * _YY)) ** 2),
    ),
    lemma(
        "kernel at two inputs: ... and represents any kernel at two inputs: E phi(x, w) phi(y, w) = rho (K(x, x) K(y, "
        "y))^(1/2)",
        eq(_over_signs(0, 1), _SHARE * sp.sqrt(_XX * _YY)),
    ),
    lemma(
        "two points: on two points the gap of the bound is omega_1 omega_2 ((a_1 b_2)^(1/2) - (a_2 b_1)^(1/2))^2 ...",
        eq(gap, square),
        _TWO_POINTS,
    ),
)
