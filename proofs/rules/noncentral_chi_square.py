r"""The law of ``|w - c|^2``, w ~ N(0, I_d), and the exact tail of one sample ``Z = k exp(a |w|^2 + w.u)`` with a < 0 < k.

*The law.* Its Laplace transform is ``(1 + 2s)^(-d/2) exp(-s nu/(1 + 2s))``, nu = |c|^2. That is the mixture, with weights
``exp(-nu/2) (nu/2)^j/j!``, of the transforms ``(1 + 2s)^(-d/2 - j)`` of the chi-square laws with d + 2j degrees of freedom; a
law is determined by its Laplace transform.

*The tail.* With ``w0 = -u/(2a)``, ``a |w|^2 + w.u = a |w - w0|^2 - u^2/(4a)``, so ``Z >= t`` if and only if w lies in a ball
around w0.
"""

from rftheory.vocabulary import *
from rftheory.rules.chi_square import poisson_weight, squared_distance_exponential
from rftheory.rules.concentration import one_sample_tail

STATEMENT = statement(
    "rule", "rule", "The law of a squared distance, and the exact tail of a bounded exponential sample"
)

_W = Projection("w")
_s, _nu, _level, _constant = sp.symbols("s nu t k", positive=True)
_a = sp.Symbol("a", negative=True)
_j = sp.Symbol("j", integer=True, nonnegative=True)
_D = Range(d, 1, None, integer=True, typical=(1, 12), awkward=(1, 64))
_RATE = Range(_s, 0, None, "()", typical=(0, 2), awkward=(sp.Rational(1, 100), 10))
_SQUARE = Range(_nu, 0, None, "()", typical=(0, 4), awkward=(sp.Rational(1, 100), 20))
_TRANSFORMS = Domain((_D, _RATE, _SQUARE))
_TERMS = _TRANSFORMS.with_ranges(Range(_j, 0, None, integer=True, typical=(0, 6), awkward=(0,)))
_NORMS = tuple(Range(s, 0, None, "()", typical=(0, 2), awkward=(sp.Rational(1, 1000),)) for s in (x_norm, y_norm))
DOMAIN = Domain((_D, _RATE, _NORMS[0]))
_SAMPLES = Domain(
    (
        _D,
        *_NORMS,
        Range(theta, 0, sp.pi, typical=(0, 3), awkward=(0, sp.pi)),
        Range(_a, None, 0, "()", typical=(-2, 0), awkward=(-100,)),
        Range(_constant, 0, None, "()", typical=(0, 3)),
        Range(_level, 0, None, "()", typical=(0, 3)),
    )
)


def _component(count: sp.Expr) -> sp.Expr:
    """The weight times the Laplace transform of a chi-square law with d + 2j degrees of freedom."""
    return poisson_weight(count, _nu) * (1 + 2 * _s) ** (-d / 2 - count)


_index = sp.Symbol("k", integer=True, nonnegative=True)
#: The mixture; its index is not called like that of the terms of which the chain speaks.
_mixed = sp.Sum(_component(_index), (_index, 0, sp.oo))


def _mixture() -> Chain:
    """An exponential series: its terms have the ratio ``q/(j + 1)`` with ``q = nu/(2 (1 + 2s))``."""
    q = _nu / (2 * (1 + 2 * _s))
    index = sp.Symbol("k", integer=True, nonnegative=True)
    series = sp.Sum(_component(index) * sp.exp(_nu / 2), (index, 0, sp.oo))
    chain = Chain(_mixed).eq(sp.exp(-_nu / 2) * series)
    chain = chain.summed(series, (1 + 2 * _s) ** (-d / 2) * sp.exp(q))
    return chain.eq(squared_distance_exponential(_s, d, _nu))


_sample = _constant * sp.exp(_a * _W.squared_length(d) + _W.dot(PAIR.z))


def _tail() -> Chain:
    event = sp.Ge(SampleMean(_sample, 1), _level, evaluate=False)
    return Chain(Probability(event)).eq(
        one_sample_tail(_sample, _level),
        "the event is that |w - w0|^2 is at most log(t/k)/a + u^2/(4a^2) (uniqueness of the Laplace transform)",
    )


distance = _W.squared_length(d) - 2 * _W.dot(PAIR.x) + PAIR.x.square
event = sp.Ge(SampleMean(_sample, 1), _level, evaluate=False)
CLAIMS = (
    claim(
        "transform: the Laplace transform of the squared distance",
        eq(Expectation(sp.exp(-_s * distance)), squared_distance_exponential(_s, d, x_norm**2)),
    ),
    claim(
        "mixture: the transforms of the components, mixed with Poisson weights",
        eq(_mixed, squared_distance_exponential(_s, d, _nu)),
        _TERMS,
        _mixture(),
    ),
    claim(
        "exact tail: the probability that one sample is t or more",
        eq(Probability(event), one_sample_tail(_sample, _level)),
        _SAMPLES,
        _tail(),
    ),
)
