r"""Stirling's formula with a remainder: ``1 - 1/(4x) <= Gamma(x+1) / ((2 pi x)^(1/2) exp(-x) x^x) <= 1 + 1/(9x)``.

In Euler's integral of ``Gamma(x+1)``, x > 0, the largest value of the integrand is at s = x.

*From above.* With ``s = x u^3`` the quotient is ``int_0^oo 3 u^2 (x/(2 pi))^(1/2) exp(-x (u^3 - 1 - 3 log u)) du``. As
``u^3 - 1 - 3 log u >= (9/2) (u - 1)^2`` for u > 0 (the difference has the slope ``3 (u - 1)^3/u``), it is at most the mean of
``(1 + g/(3 x^(1/2)))^2`` over a normal g, which is ``1 + 1/(9x)``.

*From below.* With ``s = x exp(v)`` it is ``int (x/(2 pi))^(1/2) exp(-x (exp(v) - 1 - v)) dv``, the mean of
``exp(-x (exp(v) - 1 - v - v^2/2))`` over a normal v of variance 1/x. By ``exp(-r) >= 1 - r`` it is at least
``1 - x (exp(1/(2x)) - 1 - 1/(2x))``, which for x >= 1 is at least ``1 - 1/(4x)``, as ``exp(y) <= 1 + y + y^2`` for y <= 1/2.
"""

from rftheory.vocabulary import *
from rftheory.chains.integrals import as_euler, euler_gamma, into_integral
from rftheory.proofs.rules.elementary_bounds import exponential_tangent
from rftheory.proofs.rules.elementary_bounds import u as tangent_at

STATEMENT = statement("rule", "rule", "Stirling's formula with a remainder")

x = sp.Symbol("x", positive=True)
#: the variables of the two integrals, a normal number, and the lemmas
_u, _v = sp.symbols("u v", real=True)
_w = sp.Symbol("w", positive=True)
_y = sp.Symbol("y", nonnegative=True)

_FROM_ONE = Range(x, 1, None, "[)", typical=(1, 20), awkward=(1, 1000))
LARGE = Domain((_FROM_ONE,))
DOMAIN = LARGE
_POSITIVE = Domain((Range(_w, 0, None, "()", typical=(0, 4), awkward=(sp.Rational(1, 1000), 1, 40)),))
_SMALL = Domain(
    (Range(_y, 0, sp.Rational(1, 2), "[]", typical=(0, sp.Rational(1, 2)), awkward=(0, sp.Rational(1, 2))),)
)


#: ``Gamma(x+1) / ((2 pi x)^(1/2) exp(-x) x^x)``.
quotient = sp.gamma(x + 1) / (sp.sqrt(2 * sp.pi * x) * sp.exp(-x) * x**x)


# -- from above -----------------------------------------------------------------------------------------------------


_gap = _w**3 - 1 - 3 * sp.log(_w) - sp.Rational(9, 2) * (_w - 1) ** 2
#: u^3 - 1 - 3 log u >= (9/2) (u - 1)^2 for u > 0.
cubic_below = lemma(
    "cubic: w^3 - 1 - 3 log w >= (9/2) (w - 1)^2 for w > 0",
    ge(_gap, 0),
    _POSITIVE,
    Chain(_gap).valley(_w, sp.Integer(1), 3 * (_w - 1) ** 2 / _w).eq(sp.Integer(0)),
)


def _cubic_exponent(place: sp.Expr) -> sp.Expr:
    return -x * (place**3 - 1 - 3 * sp.log(place))


def _from_above() -> Chain:
    front = 3 * _u**2 * sp.sqrt(x / (2 * sp.pi))
    curved, normal = front * sp.exp(_cubic_exponent(_u)), front * sp.exp(-sp.Rational(9, 2) * x * (_u - 1) ** 2)
    # s = x u^3 in Euler's integral
    chain = Chain(quotient).computed(as_euler, variable=_w, node=sp.gamma(x + 1))
    chain = chain.substitute(_u, x * _u**3, (sp.Integer(0), sp.oo)).computed(into_integral).integrand(curved)

    def pointwise() -> Chain:
        step, lemma = Chain(curved), cubic_below
        step = step.use(lemma, {_w: _u})
        ahead = sp.exp(x * lemma.proposition.left.subs(_w, _u)) - 1
        return step.le(normal, [3 * _u**2, sp.sqrt(x / (2 * sp.pi)), sp.exp(_cubic_exponent(_u)), ahead])

    chain = chain.under(pointwise()).widened(-sp.oo, sp.oo)
    # the place of the normal law
    chain = chain.substitute(_v, 1 + _v, (-sp.oo, sp.oo)).computed(euler_gamma)
    return chain.eq(1 + 1 / (9 * x))


#: At most 1 + 1/(9x).
above = claim(
    "Stirling from above: Gamma(x+1) is at most Stirling's formula times 1 + 1/(9x)",
    le(quotient, 1 + 1 / (9 * x)),
    proof=_from_above(),
)


# -- from below -----------------------------------------------------------------------------------------------------


@cache
def small_exponential() -> Claim:
    """exp(y) <= 1 + y + y^2 for 0 <= y <= 1/2."""
    target = 1 + _y + _y**2
    gap = target - sp.exp(_y)

    def proof() -> Chain:
        # 1 + 2y - exp(y) is exp(y) times (1 + 2y) exp(-y) - 1, and exp(-y) >= 1 - y
        chain = Chain(gap).use(exponential_tangent, {tangent_at: -_y})
        slope = sp.exp(_y) * (1 + 2 * _y) * (sp.exp(-_y) - 1 + _y) / _y + sp.exp(_y) * (1 - 2 * _y)
        return chain.valley(_y, sp.Integer(0), slope).eq(sp.Integer(0))

    return lemma("exponential at small places: exp(y) <= 1 + y + y^2 for 0 <= y <= 1/2", ge(gap, 0), _SMALL, proof())


def _from_below() -> Chain:
    front, normal = sp.sqrt(x / (2 * sp.pi)), sp.exp(-x * _v**2 / 2)
    curved = front * sp.exp(-x * (sp.exp(_v) - 1 - _v))
    beyond = x * (sp.exp(_v) - 1 - _v - _v**2 / 2)
    # s = x exp(v) in Euler's integral of Gamma(x), x times which is Gamma(x + 1)
    before = quotient / sp.gamma(x + 1) * x * sp.gamma(x)
    chain = Chain(quotient).eq(before).computed(as_euler, variable=_w, node=sp.gamma(x))
    chain = chain.substitute(_v, x * sp.exp(_v), (-sp.oo, sp.oo)).computed(into_integral).integrand(curved)

    def pointwise() -> Chain:
        step = Chain(curved).use(exponential_tangent, {tangent_at: -beyond})
        return step.ge(front * normal * (1 - beyond))

    chain = chain.under(pointwise())
    share = 1 / (2 * x)
    value = 1 + x + sp.Rational(1, 2) - x * sp.exp(share)
    chain = chain.computed(euler_gamma).eq(value)
    chain = chain.use(small_exponential(), {_y: share})
    return chain.ge(1 - 1 / (4 * x))


#: At least 1 - 1/(4x).
below = claim(
    "Stirling from below: Gamma(x+1) is at least Stirling's formula times 1 - 1/(4x), for x >= 1",
    ge(quotient, 1 - 1 / (4 * x)),
    proof=_from_below(),
)

# -- the limit ------------------------------------------------------------------------------------------------------


_target = 1 + 1 / (4 * x)
#: At most 1 + 1/(4x): the distance that the bound from below has.
above_alike = lemma(
    "Stirling from above, as far as from below: Gamma(x+1) is at most Stirling's formula times 1 + 1/(4x)",
    le(quotient, _target),
    proof=_from_above().lt(_target),
)

_one = sp.Integer(1)
#: Stirling's formula.
limit = claim(
    "Stirling: Gamma(x+1) / ((2 pi x)^(1/2) exp(-x) x^x) -> 1",
    tends(quotient, x, sp.oo, _one),
    proof=Chain(quotient).limit(x, sp.oo, _one, rate=sp.Rational(1, 4), between=(below, above_alike)),
)

CLAIMS = (above, below, limit, above_alike, cubic_below, small_exponential())
