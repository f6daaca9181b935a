r"""With s = -1 no real A reduces the variance of TrigRF by more than one part in sixteen, for any pair of inputs in R^d, d >= 64.

With A = (1 - 1/rho)/8, rho > 0, t = |x - y|^2 and k = e^-t, (6) is ``Var = B (1 + e^(-(1+rho) t))/2 - k`` with
``B = (1 + (rho-1)^2/(4 rho))^(d/2) >= 1 + 8 (rho-1)^2/rho``; rho = 1 is TrigRF, whose variance is (1-k)^2/2. The tangent of the
exponential at rho = 1 gives, with delta = rho - 1,

    2 Var >= (1-k)^2 + 8 delta^2/rho - t k^2 delta >= 15/16 (1-k)^2,

the last step because t k <= 1 - k: a quadratic polynomial in delta without real roots.
"""

from rftheory.proofs.crt._regimes import PARAMETER, rho
from rftheory.vocabulary import *
from rftheory.inputs.kernels import gaussian_kernel
from rftheory.proofs.rules.elementary_bounds import exponential_tangent, u

#: |x - y|^2
t = sp.Symbol("t", positive=True)
DISTANCE = Range(t, 0, None, "()", typical=(0, 20), awkward=(sp.Rational(1, 1000), sp.Rational(1, 10), 100))
SIZE = Range(d, 64, None, integer=True, typical=(64, 80), awkward=(64, 1024))
PAIRS = Domain((PARAMETER, DISTANCE, SIZE))

_s = sp.Symbol("s", nonnegative=True)
_POWERS = Domain((Range(_s, 0, None, "[)", typical=(0, 3), awkward=(0, 10)), SIZE))
SMALL, LARGE = sp.symbols("small large", positive=True)
_ORDERED = Domain(
    tuple(Range(number, 0, None, "()", typical=(0, 3), awkward=(1,)) for number in (SMALL, LARGE)),
    (sp.Ge(LARGE, SMALL, evaluate=False),),
)
_HALF, _K, _DELTA = sp.Rational(1, 2), sp.exp(-t), rho - 1
_SPREAD = _DELTA**2 / (4 * rho)
_BASE = sp.Rational(15, 32) * (1 - _K) ** 2

#: (6) for s = -1.
variance = (1 + _SPREAD) ** (d / 2) * (1 + sp.exp(-(1 + rho) * t)) / 2 - _K

#: How much the log-variance is below that of TrigRF.
gain = 2 * sp.log(1 - _K) - sp.log(2) - sp.log(variance)

_power = (1 + _s) ** (d / 2)
#: (1 + s)^(d/2) >= 1 + s d/2 for s >= 0.
_bernoulli = lemma(
    "Bernoulli: a power is at least its tangent at 0",
    ge(_power, 1 + d / 2 * _s),
    _POWERS,
    Chain(_power).tangent(_s, sp.Integer(0)).eq(1 + d / 2 * _s),
    mutants=[1 + (d / 2 + 1) * _s],
)


def _with_tangent() -> Chain:
    """t k <= 1 - k, as e^t >= 1 + t."""
    return Chain(_BASE + _rest).use(exponential_tangent, {u: t})


#: What is left over the bound; (1 - k)^2 is at least (t k)^2.
_rest = _HALF * (8 * _DELTA**2 / rho - t * _K**2 * _DELTA + (t * _K) ** 2 / 16)


def _by_sign(low: bool) -> Chain:
    chain, c = _with_tangent(), t * _K**2
    if low:
        return chain.gt(_BASE)
    square = (2 * _DELTA - c / 4) ** 2 / (2 * rho)
    more, less = (t * _K) ** 2 / (32 * rho), _DELTA**2 / (2 * rho)
    chain = chain.ge(_BASE + square + (4 - c) * less + more * (1 - _K**2))
    chain = chain.gt(_BASE + square + (4 - c) * less)
    chain = chain.ge(_BASE + square + (4 - t * _K) * less)
    chain = chain.ge(_BASE + square + (3 + _K) * less)
    return chain.ge(_BASE)


def _chain() -> Chain:
    wave = sp.exp(-(1 + rho) * t)
    chain = Chain(variance).use(_bernoulli, {_s: _SPREAD})
    more = 8 * _DELTA**2 / rho
    whole = d / 8 * _DELTA**2 / rho
    chain = chain.ge((1 + whole) * (1 + wave) / 2 - _K)
    chain = chain.ge((1 + more) * (1 + wave) / 2 - _K)
    chain = chain.ge((1 + more + wave) / 2 - _K)
    chain = chain.use(exponential_tangent, {u: -_DELTA * t})
    lower = (1 + more + _K**2 * (1 - _DELTA * t)) / 2 - _K
    chain = chain.ge(lower)
    chain = chain.use(exponential_tangent, {u: t})
    chain = chain.ge(_BASE + _rest + t * _K * (1 - _K - t * _K) / 32)
    chain = chain.ge(_BASE + _rest)
    return chain.cases(rho, sp.Integer(1), _by_sign(True), _by_sign(False))


variance_claim = lemma(
    "s = -1, variance: the variance with s = -1 and any real A is at least 15/16 of that of TrigRF",
    ge(variance, _BASE),
    PAIRS,
    _chain(),
    mutants=[sp.Rational(17, 16) * _BASE / sp.Rational(15, 16)],
)

positive_claim = lemma(
    "s = -1, positive variance: no real A takes all variance away from different inputs",
    gt(variance, 0),
    PAIRS,
    Chain(variance).use(variance_claim).ge(_BASE).gt(0),
    mutants=[(1 - _K) ** 2],
)

#: log a >= log b for a >= b > 0.
monotone = lemma(
    "logarithm: the logarithm is increasing",
    ge(sp.log(LARGE), sp.log(SMALL)),
    _ORDERED,
    Chain(sp.log(LARGE)).ge(sp.log(SMALL), [sp.log(LARGE / SMALL)]),
    mutants=[sp.log(2 * SMALL)],
)


def gain_chain() -> Chain:
    """Through the logarithm."""
    chain = Chain(gain).use(positive_claim).use(variance_claim)
    chain = chain.use(monotone, {LARGE: variance, SMALL: _BASE})
    return chain.le(sp.log(sp.Rational(16, 15)), [sp.log(variance) - sp.log(_BASE)])


_family = GeneralizedExponential((1 - 1 / rho) / 8, -1)
_closed = _family.real_second_moment(SPLIT.x, SPLIT.y) - gaussian_kernel(SPLIT.x, SPLIT.y) ** 2
written_out = lemma(
    "(6), s = -1: the variance (6) for s = -1 and A = (1 - 1/rho)/8", eq(_closed.subs(z2, t), variance), PAIRS
)

lemmas = [_bernoulli, monotone, variance_claim, positive_claim, written_out]
