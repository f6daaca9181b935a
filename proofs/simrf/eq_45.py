r"""(44)-(47), App. A.2: the equations of a stationary point of the Lagrangian.

With F(t) = Gamma(d/2) sum_k v^(2k) t^k/(2^(2k) k! Gamma(k + d/2)), the conformity of a pair with ``t = |a u_i + b u_j|^2``, and x, y the
coordinates of u_i and u_j of one number, a step h of u_i along that coordinate changes t to ``t' = t + 2 h a (a x + b y) + h^2 a^2``, and F
being convex

    F'(t) (t' - t) <= F(t') - F(t) <= F'(t') (t' - t),   F'(t) = Gamma(d/2) sum_k v^(2k) k t^(k-1)/(2^(2k) k! Gamma(k + d/2)).

Divided by h, as h -> 0, that is the derivative ``2 F'(t) (a^2 x + a b y)`` of (45), up to the factors that the multipliers absorb.
(46) says that t depends on the angle alone, and (47) solves (45) for u_i.
"""

from rftheory.proofs.simrf._directions import ANY_COUNT, LENGTHS, a, b, conformity, cosine, rate, squared_sum, t
from rftheory.proofs.simrf._setting import D, V, v
from rftheory.vocabulary import *
from rftheory.chains.pairs import first, second
from rftheory.chains.series import AboveTangent

STATEMENT = statement(
    "property",
    "App. A.2 (45)-(47)",
    "The stationarity equations of the Lagrangian",
    reading="For one pair, one coordinate and every two lengths: (44)-(47) are sums of these over pairs and "
    "permutations. Factors that do not depend on i and j belong to the multipliers, and the last term of "
    "(45), a multiple of w_i, is a multiple of u_i.",
    notes=(
        "(47) says nothing of u_i where the sum on its right is zero; with equal angles it is not zero.",
        "That a stationary point is the minimum does not follow from it: see simrf.theorem-3.4.",
    ),
    not_drawn="derivatives of a function of given lengths and directions: nothing is random",
)

_h, _x, _y = sp.symbols("h x y", real=True)
_e = sp.Symbol("e", nonnegative=True)
_k = sp.Symbol("k", integer=True, nonnegative=True)
_l, _p, _q, _s = sp.symbols("lambda p q s", real=True)
_STEP = Range(_h, -1, 1, "[]", typical=(-1, 1), awkward=(-1, 0, sp.Rational(1, 1000)))
_REST = Range(_e, 0, None, "[)", typical=(0, 8), awkward=(0, 40))
_COORDINATES = tuple(Range(z, -1, 1, "[]", typical=(-1, 1), awkward=(-1, 0, 1)) for z in (_x, _y))
_T = Range(t, 0, None, "()", typical=(0, 8), awkward=(sp.Rational(1, 100), 40))
DOMAIN = Domain((D, V, _REST, *LENGTHS, *_COORDINATES, _STEP))
_SERIES = Domain((D, V, _T))
_DIRECTIONS = ANY_COUNT.with_ranges(*LENGTHS)
#: the coefficients of (45), and the sum of the coordinates of the others
_STATIONARY = Domain(
    (*(Range(z, None, None, typical=(-2, 2), awkward=(0, 1)) for z in (_l, _p, _q, _s)), _COORDINATES[0])
).where(sp.Ne(_l, _p), words=by_definition("(47) is (45) divided by lambda - p"))


def resultant(step: sp.Expr) -> sp.Expr:
    """``|a u_i + b u_j|^2`` after a step of u_i along one coordinate; e is the square of the others."""
    return _e + (a * _x + b * _y + a * step) ** 2


#: By how much a step h changes it.
change = 2 * _h * (a**2 * _x + a * b * _y) + _h**2 * a**2


def printed_rate() -> sp.Expr:
    """The sum over k in (45), times Gamma(d/2), with k + 1 for k: its term of k = 0 is zero."""
    k = _k + 1
    body = v ** (2 * k) * k * t ** (k - 1) / (2 ** (2 * k) * sp.factorial(k) * sp.gamma(k + d / 2))
    return sp.gamma(d / 2) * sp.Sum(body, (_k, 0, sp.oo))


def _rate_from_series() -> Chain:
    series = printed_rate().atoms(sp.Sum).pop()
    return Chain(printed_rate()).summed(series, rate(t) / sp.gamma(d / 2))


def _tangent(at: sp.Expr, other: sp.Expr, rise: sp.Expr) -> Claim:
    """The conformity at one place is above the tangent at another one."""
    start, before = conformity(resultant(other)), conformity(resultant(at))
    line = before + rate(resultant(at)) * rise
    lower = at == 0
    return claim(
        "(45): a step h of u_i along one coordinate changes the conformity of a pair by 2h (a^2 x + a b y) + h^2 a^2 times the rate "
        + ("before it, or more" if lower else "after it, or less"),
        ge(start, line),
        proof=Chain(start).by(AboveTangent(v**2 / 4 * resultant(at))).eq(line),
        name=f"derivative, from {'below' if lower else 'above'}",
        location="(45)",
    )


pair = {first: sp.Integer(1), second: sp.Integer(2)}
CLAIMS = (
    _tangent(sp.Integer(0), _h, change),
    _tangent(_h, sp.Integer(0), -change),
    claim(
        "its series: (45): F'(t) = Gamma(d/2) sum_k v^(2k) k t^(k-1)/(2^(2k) k! Gamma(k + d/2))",
        eq(printed_rate(), rate(t)),
        _SERIES,
        _rate_from_series(),
        location="(45)",
    ),
    claim(
        "the length of a resultant: (46): |a u_i + b u_j|^2 = a^2 + b^2 + 2ab u_i.u_j, which the angle of two unit "
        "vectors tells",
        eq(squared_sum(a, b).subs(pair), a**2 + b**2 + 2 * a * b * cosine(*pair.values())),
        _DIRECTIONS,
        location="(46)",
    ),
    claim(
        "solved: (47): with the sum s of the other terms (45), p x + q s - lambda x, is zero where x = q s/(lambda - p)",
        eq((_p * _x + _q * _s - _l * _x) / (_l - _p), _q * _s / (_l - _p) - _x),
        _STATIONARY,
        location="(47)",
    ),
)
