r"""Hoeffding: iid samples in [a, b] with mean mu: ``P(mean - mu >= eps) <= exp(-2 m eps^2/(b - a)^2)``.

*Hoeffding's lemma.* ``E exp(h (U - P)) <= exp(h^2/8)`` for U in [0, 1] with mean P: by convexity ``exp(hU) <= 1 - U + U
exp(h)``, of which the mean is ``(1 + s exp(h))/(1 + s)`` with the odds ``s = P/(1 - P)``; and with

    L(h) = log((1 + s exp(h))/(1 + s)) - h s/(1 + s),    L(0) = L'(0) = 0,
    1/4 - L''(h) = (1 - s exp(h))^2 / (4 (1 + s exp(h))^2) >= 0,

so that ``h^2/8 - L(h)`` is convex with the tangent 0 at 0. (If P is 0 or 1, then U = P and the left side is 1.)

*The inequality* is Chernoff's bound with ``Z = a + (b - a) U`` and the rate ``4 eps/(b - a)^2``; below the mean it is
that for -Z, and for both sides the two probabilities are added.
"""

from rftheory.vocabulary import *
from rftheory.chains.reasons import Unit
from rftheory.proofs.rules.chernoff import STATEMENT as CHERNOFF
from rftheory.rules.concentration import chernoff, deviation, hoeffding
from rftheory.rules.variates import InnerVariate

STATEMENT = statement("rule", "rule", "Hoeffding's lemma and inequality")

#: a law that is concentrated at an end never deviates from its mean, so that there is nothing to prove for it
_U = InnerVariate("U")
_P = Expectation(_U)
_h, _low = sp.symbols("h a", real=True)
_odds, _width, _epsilon = sp.symbols("s width epsilon", positive=True)
_share = sp.Symbol("u", nonnegative=True)
_SLOPE = Range(_h, typical=(-3, 3), awkward=(-10, 0, 10))
_SHARES = Domain((Range(_share, 0, 1, typical=(0, 1), awkward=(0, 1)), _SLOPE))
_ODDS = Domain((_SLOPE, Range(_odds, 0, None, "()", typical=(0, 3), awkward=(sp.Rational(1, 100), 100))))
_SLOPES = Domain((_SLOPE,))
DOMAIN = Domain(
    (
        Range(_low, typical=(-2, 2), awkward=(0,)),
        Range(_width, 0, None, "()", typical=(0, 3), awkward=(sp.Rational(1, 10), 10)),
        Range(_epsilon, 0, None, "()", typical=(0, 1), awkward=(sp.Rational(1, 10), 2)),
        Range(m, 1, None, integer=True, typical=(1, 6), awkward=(1,)),
    )
)
_SAMPLE = _low + _width * _U

#: exp(h u) <= 1 - u + u exp(h) on [0, 1].
chord = lemma(
    "chord: the exponential is at most its chord over [0, 1]",
    le(sp.exp(_h * _share), 1 - _share + _share * sp.exp(_h)),
    _SHARES,
    Chain(sp.exp(_h * _share)).chord(_share, 0, 1).eq(1 - _share + _share * sp.exp(_h)),
)


_cumulant = sp.log((1 + _odds * sp.exp(_h)) / (1 + _odds)) - _h * _odds / (1 + _odds)


def _logarithm_chain() -> Chain:
    tilted = _odds * sp.exp(_h)
    gap = _h**2 / 8 - _cumulant
    chain = Chain(gap).tangent(_h, sp.Integer(0), (1 - tilted) ** 2 / (4 * (1 + tilted) ** 2))
    return chain.eq(sp.Integer(0))


#: L(h) <= h^2/8.
logarithm = lemma(
    "logarithm of the chord: h^2/8 - L(h) >= 0, because its second derivative is a square",
    ge(_h**2 / 8 - _cumulant, 0),
    _ODDS,
    _logarithm_chain(),
)


_left = (1 + _odds * sp.exp(_h)) / (1 + _odds) * sp.exp(-_h * _odds / (1 + _odds))


def _two_points_chain() -> Chain:
    cumulant = sp.log((1 + _odds * sp.exp(_h)) / (1 + _odds)) - _h * _odds / (1 + _odds)
    inner = Chain(cumulant).use(logarithm).le(_h**2 / 8)
    return Chain(_left).inside(inner, sp.exp)


#: The exponential form of the lemma for the odds s.
two_points = lemma(
    "two points: Hoeffding's lemma for the law on {0, 1} with the odds s",
    le(_left, sp.exp(_h**2 / 8)),
    _ODDS,
    _two_points_chain(),
)


def _moment(rate: sp.Expr) -> sp.Expr:
    """``E exp(h (U - P))``, the constant taken out."""
    return sp.exp(-rate * _P) * Expectation(sp.exp(rate * _U))


def _lemma(rate: sp.Expr) -> Chain:
    chain = Chain(_moment(rate)).use(Unit(_U)).use(chord, {_h: rate, _share: _U})
    line = 1 - _U + _U * sp.exp(rate)
    chain = chain.le(
        sp.exp(-rate * _P) * (1 - _P + _P * sp.exp(rate)), [sp.exp(-rate * _P), Expectation(line - sp.exp(rate * _U))]
    )
    odds = _P / (1 - _P)
    two = (1 + odds * sp.exp(rate)) / (1 + odds) * sp.exp(-rate * odds / (1 + odds))
    chain = chain.eq(two).use(two_points, {_h: rate, _odds: odds})
    return chain.le(sp.exp(rate**2 / 8))


def _inequality(side: int) -> Chain:
    """Chernoff with the best rate, then the lemma for one sample."""
    event = _event(side)
    rate = 4 * _epsilon / _width**2
    signed = side * rate * _width
    chain = Chain(Probability(event)).tail(chernoff(event, rate))
    one = sp.exp(-rate * _epsilon) * _moment(signed)
    chain = chain.eq(one**m, CHERNOFF.id)
    inner = Chain(one).inside(_lemma(signed), lambda t: sp.exp(-rate * _epsilon) * t)
    return chain.inside(inner, lambda t: t ** (m)).eq(hoeffding(event, _low, _low + _width).bound)


def _event(side: int) -> sp.Rel:
    gap = SampleMean(_SAMPLE, m) - (_low + _width * _P)
    return sp.Ge(sp.Abs(gap) if side == 0 else side * gap, _epsilon, evaluate=False)


def _both() -> Chain:
    """The two events exclude each other and make up the two-sided one."""
    bound = hoeffding(_event(0), _low, _low + _width).bound
    return Chain(Probability(_event(0))).le(bound, words="|t| >= eps if t >= eps or -t >= eps")


@cache
def one_sided(side: int) -> Claim:
    """Hoeffding's inequality above (side 1) or below (side -1) the mean."""
    event = _event(side)
    bound = hoeffding(event, _low, _low + _width).bound
    return claim(
        "the probability of a deviation by eps to one side",
        le(Probability(event), bound),
        proof=_inequality(side),
        name="above the mean" if side == 1 else "below the mean",
    )


parts = deviation(_event(0))
both, bound = _event(0), hoeffding(_event(0), _low, _low + _width).bound
CLAIMS = (
    chord,
    logarithm,
    two_points,
    claim(
        "lemma: Hoeffding's lemma for a variate in [0, 1], not concentrated at an end",
        le(_moment(_h), sp.exp(_h**2 / 8)),
        _SLOPES,
        _lemma(_h),
    ),
    one_sided(1),
    one_sided(-1),
    claim("both sides: Hoeffding's inequality", le(Probability(both), bound), proof=_both()),
    claim(
        "as applied: the number with which the event compares the mean of the samples is its expectation: the parts "
        "that the rule reads off",
        eq(Expectation(parts.factor * parts.mean), parts.centre),
    ),
)
