"""Chernoff: ``P(mean - mu >= eps) <= (exp(-theta (mu + eps)) E exp(theta Z))^m`` for m iid samples and theta >= 0.

Proof. With S the sum of ``Z_i - mu - eps`` the event is ``S >= 0``, and ``1[S >= 0] <= exp(theta S)``: where S >= 0
the exponential is at least one, elsewhere it is positive. Its mean is a product, the samples being independent.
For events below the mean the same holds with -Z and -mu.
"""

from rftheory.vocabulary import *
from rftheory.proofs.rules.elementary_bounds import exponential_tangent, u
from rftheory.rules.concentration import chernoff

STATEMENT = statement("rule", "rule", "Chernoff's bound for means of iid samples")

_rate, _excess = sp.symbols("theta S", nonnegative=True)
#: samples with a mean and with exponential moments
_FINITE = (DRAW, sp.exp(_rate * DRAW), sp.exp(-_rate * DRAW))
_Z, _COPY = Variate("Z", *_FINITE), Variate("Z_1", *_FINITE)
_epsilon = sp.Symbol("epsilon", positive=True)
_RATE = Range(_rate, 0, None, typical=(0, 3), awkward=(0, 10))
_ABOVE = Domain((_RATE, Range(_excess, 0, None, typical=(0, 3), awkward=(0,))))
DOMAIN = Domain(
    (
        _RATE,
        Range(_epsilon, 0, None, "()", typical=(0, 1), awkward=(sp.Rational(1, 10), 2)),
        Range(m, 1, None, integer=True, typical=(1, 6), awkward=(1,)),
    )
)


#: exp(theta S) >= 1 where S >= 0.
where_it_holds = lemma(
    "indicator: where the event holds the exponential is at least one",
    ge(sp.exp(_rate * _excess), 1),
    _ABOVE,
    Chain(sp.exp(_rate * _excess))
    .use(exponential_tangent, {u: _rate * _excess})
    .ge(1 + _rate * _excess)
    .ge(sp.Integer(1)),
)


def _markov(side: int) -> Chain:
    mean = Expectation(_Z)
    event = sp.Ge(side * (SampleMean(_Z, m) - mean), _epsilon, evaluate=False)
    return Chain(Probability(event)).le(
        chernoff(event, _rate).bound,
        words="1[S >= 0] <= exp(theta S), and the mean of the product of m independent factors is the m-th power "
        "(Markov's inequality)",
    )


mean, centred = Expectation(_Z), SampleMean(_Z, m) - Expectation(_Z)
above, below = (sp.Ge(side * centred, _epsilon, evaluate=False) for side in (1, -1))
upper, lower = (chernoff(event, _rate).bound for event in (above, below))
CLAIMS = (
    where_it_holds,
    claim(
        "one more sample: the exponential moment of a sum of independent samples is a product",
        eq(
            Expectation(sp.exp(_rate * (_Z + _COPY - 2 * mean))),
            sp.exp(-2 * _rate * mean) * Expectation(sp.exp(_rate * _Z)) * Expectation(sp.exp(_rate * _COPY)),
        ),
        Domain((_RATE,)),
    ),
    claim(
        "above the mean: the mean exceeds mu by eps with at most this probability",
        le(Probability(above), upper),
        proof=_markov(1),
    ),
    claim(
        "below the mean: the mean falls short of mu by eps with at most this probability",
        le(Probability(below), lower),
        proof=_markov(-1),
    ),
)
