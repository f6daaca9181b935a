r"""Bernstein: iid samples in [0, b], mean mu, variance <= s: ``P(mean - mu >= eps) <= exp(-m eps^2/(2 (s + b eps/3)))``.

Proof, with U = Z/b in [0, 1], P = E U, Y = U - P or P - U (so that Y <= 1), S = Var U and a rate 0 < c < 3.

    exp(c y) <= 1 + c y + y^2 (exp(c) - 1 - c)   for y <= 1:  the difference is
        int_0^1 c^2 y^2 (1 - t) (exp(c t) - exp(c y t)) dt,
    E exp(c Y) <= 1 + S (exp(c) - 1 - c) <= exp(S (exp(c) - 1 - c)),
    2 (1 - c/3) (exp(c) - 1 - c) <= c^2:  the second derivative of the difference is (2/3) exp(c) (exp(-c) - 1 + c) >= 0,

so ``E exp(c Y) <= exp(s c^2/(2 (1 - c/3)))``; Chernoff's bound at ``c = eps/(s + eps/3)`` is the inequality for b = 1.
For other b, eps and s scale by b and b^2. The variance is at most ``b mu``, because ``E Z^2 <= b E Z``.
"""

from rftheory.vocabulary import *
from rftheory.chains.reasons import Unit
from rftheory.proofs.rules.elementary_bounds import exponential_tangent, u
from rftheory.rules.concentration import bernstein, chernoff
from rftheory.rules.variates import UnitVariate

STATEMENT = statement("rule", "rule", "Bernstein's inequality")

_U = UnitVariate("U")
_P = Expectation(_U)
_VARIANCE = Expectation((_U - _P) ** 2)
_y, _t = sp.symbols("y t", real=True)
_c = sp.Symbol("c", nonnegative=True)
_slack, _spread, _epsilon = sp.symbols("tau s epsilon", positive=True)
_RATE = Range(_c, 0, None, typical=(0, 3), awkward=(0, 10))
_SMALL_RATE = Range(_c, 0, 3, "[)", typical=(0, 2), awkward=(0, sp.Rational(29, 10)))
_BELOW_ONE = Domain((_RATE, Range(_y, None, 1, "(]", typical=(-3, 1), awkward=(-10, 0, 1))))
_RATES, _SMALL_RATES = Domain((_RATE,)), Domain((_SMALL_RATE,))
_EPSILON = Range(_epsilon, 0, None, "()", typical=(0, 1), awkward=(sp.Rational(1, 10), 2))
_SIZE = Range(m, 1, None, integer=True, typical=(1, 6), awkward=(1,))
_SPREADS = Domain((Range(_spread, 0, None, "()", typical=(0, 1), awkward=(sp.Rational(1, 100), 1)), _EPSILON))
#: every s above the variance is the variance plus a slack
DOMAIN = Domain((Range(_slack, 0, None, "()", typical=(0, 1), awkward=(sp.Rational(1, 1000),)), _EPSILON, _SIZE))
_ABOVE = _VARIANCE + _slack


def _excess(rate: sp.Expr) -> sp.Expr:
    return sp.exp(rate) - 1 - rate


_gap = 1 + _c * _y + _y**2 * _excess(_c) - sp.exp(_c * _y)


def _pointwise_chain() -> Chain:
    body = _c**2 * _y**2 * (1 - _t) * sp.exp(_c * _y * _t) * (sp.exp(_c * _t * (1 - _y)) - 1)
    known = _y**2 * ((1 - _t) * _c + 1) * sp.exp(_c * _t) - ((1 - _t) * _c * _y + 1) * sp.exp(_c * _y * _t)
    whole = Chain(sp.Integral(body, (_t, 0, 1))).primitive(known)
    chain = Chain(_gap).backwards(whole)
    return chain.ge(sp.Integer(0))


#: exp(c y) <= 1 + c y + y^2 (exp(c) - 1 - c) for y <= 1, c >= 0.
pointwise = lemma(
    "pointwise: the exponential is at most a parabola below y = 1", ge(_gap, 0), _BELOW_ONE, _pointwise_chain()
)


@cache
def rational() -> Claim:
    """2 (1 - c/3) (exp(c) - 1 - c) <= c^2."""
    gap = _c**2 - 2 * (1 - _c / 3) * _excess(_c)

    def proof() -> Chain:
        second = sp.Rational(2, 3) * sp.exp(_c) * (sp.exp(-_c) - 1 + _c)
        chain = Chain(gap).use(exponential_tangent, {u: -_c})
        return chain.tangent(_c, sp.Integer(0), second).eq(sp.Integer(0))

    return lemma("rational bound: exp(c) - 1 - c is at most c^2/(2 (1 - c/3)) where c < 3", ge(gap, 0), _RATES, proof())


def _moment(side: int, rate: sp.Expr) -> sp.Expr:
    """``E exp(c Y)``, Y = side (U - P), the constant taken out."""
    return sp.exp(-side * rate * _P) * Expectation(sp.exp(side * rate * _U))


def _prepared(chain: Chain, slack: bool = True) -> Chain:
    """What is known of the law of U; with a slack, that the bound of the variance is positive, multiplied out too."""
    chain = chain.use(Unit(_U))
    if slack:
        square = Expectation(_U**2) - _P**2
        chain = chain.note(lt(0, square + _slack), [_VARIANCE, _slack])
        positive = square + _slack + _epsilon / 3
        chain = chain.note(lt(0, positive), [_VARIANCE, _slack, _epsilon / 3])
    return chain


def _exponential_moment(slack: bool, side: int, rate: sp.Expr) -> Chain:
    """E exp(c Y) <= exp(S (exp(c) - 1 - c)) <= exp(S c^2/(2 (1 - c/3)))."""
    centred, growth = side * (_U - _P), _excess(rate)
    chain = _prepared(Chain(_moment(side, rate)), slack)
    chain = chain.note(le(centred, 1), [1 - _U, _P] if side == 1 else [1 - _P, _U])
    chain = chain.use(pointwise, {_c: rate, _y: centred})
    above = 1 + rate * centred + centred**2 * growth - sp.exp(rate * centred)
    chain = chain.le(1 + _VARIANCE * growth, [Expectation(above)])
    chain = chain.use(exponential_tangent, {u: _VARIANCE * growth}).le(sp.exp(_VARIANCE * growth))
    inner = _prepared(Chain(_VARIANCE * growth), slack).use(rational(), {_c: rate})
    inner = inner.le(_VARIANCE * rate**2 / (2 * (1 - rate / 3)))
    return chain.inside(inner, sp.exp)


@cache
def moment(side: int) -> Claim:
    """The exponential moment of one centred sample."""
    target = sp.exp(_VARIANCE * _c**2 / (2 * (1 - _c / 3)))
    return lemma(
        "E exp(c Y) <= exp(S c^2/(2 (1 - c/3)))",
        le(_moment(side, _c), target),
        _SMALL_RATES,
        _exponential_moment(False, side, _c),
        name=f"exponential moment {'above' if side == 1 else 'below'}",
    )


def _event(side: int) -> sp.Rel:
    gap = SampleMean(_U, m) - _P
    return sp.Ge(sp.Abs(gap) if side == 0 else side * gap, _epsilon, evaluate=False)


def _inequality(side: int) -> Chain:
    """Chernoff with the best rate; then the variance is replaced by its bound s in the exponent."""
    rate = _epsilon / (_ABOVE + _epsilon / 3)
    chain = _prepared(Chain(Probability(_event(side)))).tail(chernoff(_event(side), rate))
    one = sp.exp(-rate * _epsilon) * _moment(side, rate)
    chain = chain.eq(one**m)
    inner = _prepared(Chain(one)).inside(_exponential_moment(True, side, rate), lambda t: sp.exp(-rate * _epsilon) * t)
    # c^2 / (2 (1 - c/3)) at the best rate c
    factor = _epsilon**2 / (2 * _ABOVE * (_ABOVE + _epsilon / 3))
    exponent = _prepared(Chain(_VARIANCE * factor - rate * _epsilon))
    inner = inner.eq(sp.exp(exponent.start))
    exponent = exponent.lt(_ABOVE * factor - rate * _epsilon)
    exponent = exponent.eq(-(_epsilon**2) / (2 * (_ABOVE + _epsilon / 3)))
    inner = inner.inside(exponent, sp.exp, strict=True)
    return chain.inside(inner, lambda t: t ** (m)).eq(bernstein(_event(side), sp.Integer(1), _ABOVE).bound)


@cache
def one_sided(side: int) -> Claim:
    """Bernstein's inequality above (side 1) or below (side -1) the mean."""
    bound = bernstein(_event(side), sp.Integer(1), _ABOVE).bound
    return claim(
        "the probability of a deviation by eps to one side, for every s = Var U + tau above the variance",
        le(Probability(_event(side)), bound),
        proof=_inequality(side),
        name="above the mean" if side == 1 else "below the mean",
    )


def _both() -> Chain:
    """The two events exclude each other and make up the two-sided one."""
    bound = bernstein(_event(0), sp.Integer(1), _ABOVE).bound
    return Chain(Probability(_event(0))).le(bound, words="|t| >= eps if t >= eps or -t >= eps")


rate = _epsilon / (_spread + _epsilon / 3)
CLAIMS = (
    pointwise,
    rational(),
    moment(1),
    moment(-1),
    claim(
        "best rate: the exponent of Chernoff's bound at c = eps/(s + eps/3)",
        eq(
            -rate * _epsilon + _spread * rate**2 / (2 * (1 - rate / 3)), -(_epsilon**2) / (2 * (_spread + _epsilon / 3))
        ),
        _SPREADS,
    ),
    one_sided(1),
    one_sided(-1),
    claim(
        "both sides: Bernstein's inequality",
        le(Probability(_event(0)), bernstein(_event(0), sp.Integer(1), _ABOVE).bound),
        proof=_both(),
    ),
    claim(
        "variance: the variance of a variate in [0, 1] is at most its mean",
        le(_VARIANCE, _P),
        _RATES,
        # P - E U^2 = E U (1 - U) >= 0.
        Chain(_VARIANCE).use(Unit(_U)).le(_P - _P**2, [Expectation(_U * (1 - _U))]).le(_P, [_P, _P]),
    ),
)
