r"""Theorem 4.2, second half: the upper tail of the GERF estimator with A < 0, s = +1 and orthogonal projections.

    P[K_ort - K >= eps] <= exp(-M L(K + eps)),    L(K + eps) > 0,

with ``L(a) = sup_(theta > 0) (theta a - log E exp(theta Z))``, the Legendre transform of the law of one sample Z: for every
theta the bound ``(exp(-theta (K + eps)) E exp(theta Z))^M``. It is Chernoff's bound; mixed moments over an orthogonal frame
are at most those of independent samples (`rules.orthogonal-products`), so that frames have no heavier upper tails.

*L > 0.* Z is in (0, b], so exp(theta Z) is below its chord, ``E exp(theta Z) <= 1 + (K/b)(exp(theta b) - 1)``. At
``theta = tau/b`` with ``K + eps = K exp(tau)`` this gives ``L(K + eps) >= (K/b)(tau exp(tau) - exp(tau) + 1) > 0``.
"""

from rftheory.proofs.crt._orthogonal import ANY_D, orthogonal
from rftheory.proofs.crt._setting import *
from rftheory.proofs.crt._tails import EPSILON, FAMILY, NEGATIVE_A, TAILS, V, W, epsilon, largest, sample
from rftheory.chains.reasons import Square
from rftheory.proofs.rules.elementary_bounds import exponential_tangent
from rftheory.proofs.rules.elementary_bounds import u as tangent_at
from rftheory.proofs.rules.hoeffding import chord
from rftheory.rules.concentration import quadratic_exponential
from rftheory.rules.orthogonal_tails import chernoff_over_blocks, chernoff_over_frame
from rftheory.statements.words import by_definition

STATEMENT = statement(
    "inequality",
    "Theorem 4.2",
    "Upper tail of GERF with A < 0, orthogonal projections",
    reading="M <= d projections of one orthogonal frame; M > d of independent ones, the last one not necessarily full, as "
    "Section 4 has it (block-orthogonal ensembles). The Legendre transform L(a) is the supremum of theta a - log "
    "E exp(theta Z) over theta > 0; the bound is judged for every theta >= 0, which is the bound with "
    "the supremum.",
    notes=(
        "Every level K + eps, eps > 0, is K exp(tau) for one tau > 0. There L is at least (K/b)(tau exp(tau) - exp(tau) + 1), b "
        "the largest value of one sample.",
        "Blocks are independent, so that the exponential moments of their sums multiply, each at most that of iid samples.",
        "Nobody computes the law of several members of a frame: its probabilities are enclosed for M = 1, and drawn for M = 2, 3.",
    ),
)

#: the rate of the exponential, not the angle of the inputs
rate = sp.Symbol("rate", nonnegative=True)
_tilt = sp.Symbol("tau", real=True)
_power = sp.Symbol("k", integer=True, nonnegative=True)
_RATE = Range(rate, 0, None, typical=(0, 2), awkward=(0,))
_TILT = Range(_tilt, 0, None, "[)", typical=(0, 2), awkward=(sp.Rational(1, 100), 3))
# with the middle value 1: the law of one member is known exactly
_SIZE = Range(m, 1, None, integer=True, typical=(1, 4), awkward=(1,))
_MODERATE_A = Range(A, None, 0, "()", typical=(-2, -1), awkward=(-20,))
_NORMS = tuple(Range(s, 0, None, "[)", typical=(0, 1), awkward=(0, sp.Rational(1, 1000), 2)) for s in (x_norm, y_norm))
_ANGLE = TAILS.ranges[3]
_FRAMES = Domain((_MODERATE_A, *_NORMS, _ANGLE, ANY_D, _SIZE, EPSILON, _RATE)).where(
    sp.Le(m, d), words=by_definition("m members of one orthogonal frame of R^d; more are in blocks, judged beside this")
)
_ONE = Domain((NEGATIVE_A, *_NORMS, _ANGLE, TAILS.ranges[4]))
DOMAIN = Domain((*_ONE.ranges, _TILT)).where(sp.Ne(_tilt, 0), words=by_definition("an exponential moment has a rate"))
_INPUTS = (_MODERATE_A, *_NORMS, _ANGLE)

#: n blocks of d projections, and a last one of s
_rest = sp.Symbol("s", integer=True, positive=True)
_SIZES = (
    Range(n, 1, None, integer=True, typical=(1, 2), awkward=(1,)),
    Range(_rest, 1, None, integer=True, typical=(1, 4), awkward=(1,)),
)
#: frames of R^1 are single samples, of which the law of a mean is enclosed
_WITH_LINE = replace(ANY_D, typical=(1, 4))
_BLOCKS = Domain(
    (*(item for item in _FRAMES.ranges if item.symbol not in (m, d)), _WITH_LINE, *_SIZES),
    (sp.Le(_rest, d),),
    words=by_definition("the last block has no more members than R^d has dimensions"),
)


def blocks_event() -> sp.Rel:
    """The same for n d + s projections in independent blocks."""
    full, last = (FAMILY.kernel_sample(Projection(name), PAIR.x, PAIR.y) for name in ("w", "u"))
    total = n * d * SampleMean(OrthogonalMean(full, d, d), n) + _rest * OrthogonalMean(last, _rest, d)
    estimator = FAMILY.prefactor(PAIR.x, PAIR.y) * total / (n * d + _rest)
    return sp.Ge(estimator - kernel, epsilon, evaluate=False)


def event() -> sp.Rel:
    """``K_ort - K >= eps``."""
    estimator = FAMILY.prefactor(PAIR.x, PAIR.y) * orthogonal(FAMILY.kernel_sample(W, PAIR.x, PAIR.y))
    return sp.Ge(estimator - kernel, epsilon, evaluate=False)


#: ``exp(-M (theta (K + eps) - log E exp(theta Z)))``.
bound = (sp.exp(-rate * (kernel + epsilon)) * Expectation(sp.exp(rate * sample))) ** m

_inner = _tilt / largest
#: ``exp(-theta K exp(tau)) E exp(theta Z)`` with ``theta = tau/b``: the exponential of -L(K exp(tau)), at least.
tilted = sp.exp(-_inner * kernel * sp.exp(_tilt)) * Expectation(sp.exp(_inner * sample))

#: ``tau exp(tau) - exp(tau) + 1``.
rate_function = _tilt * sp.exp(_tilt) - sp.exp(_tilt) + 1

_square = quadratic_exponential(sample).square

#: B^2 |x + y|^2 >= 0.
image_square = lemma(
    "image: the image of one projection has a nonnegative variance",
    ge(_square, 0),
    Domain(_INPUTS),
    Chain(_square).ge((1 - 4 * A) * (x_norm - y_norm) ** 2).ge(sp.Integer(0)),
)

_domain = Domain((_TILT,)).where(sp.Ne(_tilt, 0))
#: tau exp(tau) - exp(tau) + 1 > 0 for tau > 0: its derivative is tau exp(tau).
below_exponential = lemma(
    "rate function: tau exp(tau) - exp(tau) + 1 is positive",
    gt(rate_function, 0),
    _domain,
    Chain(rate_function).valley(_tilt, sp.Integer(0), sp.exp(_tilt), strict=True),
)


def _level() -> Chain:
    """The chord under the expectation, then ``1 + q <= exp(q)``."""
    share = sp.exp(2 * A * W.squared_length(d) + FAMILY.B * W.dot(V) - V.square / 2 + V.square / (8 * A))
    shift = V * (-FAMILY.B / (4 * A))
    square = W.squared_length(d) - 2 * W.dot(shift) + shift.square
    front = sp.exp(-_tilt / largest * kernel * sp.exp(_tilt))
    exponent = _tilt / largest * sample
    chain = Chain(tilted).rewrite(exponent, _tilt * share, "one sample over its largest value")
    chain = chain.use(Square(W, shift, d))
    chain = chain.note(le(share.exp, 0), [-2 * A * square])
    h, u = (item.symbol for item in (chord.domain.ranges[1], chord.domain.ranges[0]))
    chain = chain.use(chord, {h: _tilt, u: share})
    line = 1 - share + share * sp.exp(_tilt)
    mean = kernel / largest * (sp.exp(_tilt) - 1)
    chain = chain.le(front * (1 + mean), [front, Expectation(line - sp.exp(_tilt * share))])
    chain = chain.use(exponential_tangent, {tangent_at: mean})
    return chain.le(_proved_bound, [front, sp.exp(mean) - 1 - mean])


_proved_bound = sp.exp(-kernel / largest * rate_function)

tail = Probability(event())
rule = chernoff_over_frame(event(), rate)
blocks_tail, blocks_bound = Probability(blocks_event()), bound.subs(m, n * d + _rest)
blocks_rule = chernoff_over_blocks(blocks_event(), rate)


def _series(terms: int = 40) -> sp.Expr:
    """A partial sum of ``E exp(theta Z)``, below it, as all terms are positive: from the moments of one sample."""
    law = quadratic_exponential(sample)
    spread = 1 - 2 * _power * law.curvature
    moment = law.constant**_power * spread ** (-d / 2) * sp.exp(_power**2 * law.square / (2 * spread))
    return sp.Sum(rate**_power / sp.factorial(_power) * moment, (_power, 0, terms))


#: draws are of the two-sided error: beyond K nothing is lost, for K_ort is positive
_bound_in_series = (sp.exp(-rate * (kernel + epsilon)) * _series()) ** m
_half = sp.Rational(1, 2)
_SHORT = {
    x_norm: _half,
    y_norm: _half,
    theta: _half,
    A: -_half,
    d: 3,
    m: 3,
    rate: sp.Rational(2, 5),
    epsilon: sp.Rational(6, 5),
}
_LONG = {x_norm: 1, y_norm: 1, theta: 0, A: -_half, d: 2, m: 2, rate: sp.Rational(3, 10), epsilon: sp.Rational(3, 2)}
_FIVE = {**_LONG, m: 5, rate: sp.Rational(1, 5), epsilon: 1}
_DRAWN = {"threshold": epsilon, "relation": "<="}
CLAIMS = (
    claim(
        "tail: P[K_ort - K >= eps] <= exp(-M (theta (K + eps) - log E exp(theta Z))) for every theta >= 0",
        le(tail, bound),
        _FRAMES,
        Chain(tail).tail(rule, [image_square]).eq(bound),
    )
    .drawn(Coupled(FAMILY), "probability", _SHORT, _bound_in_series, name="M = 3, d = 3", **_DRAWN)
    .drawn(Coupled(FAMILY), "probability", _LONG, _bound_in_series, name="M = 2, d = 2", **_DRAWN),
    claim(
        "tail, blocks: the same for M = n d + s > d projections in independent blocks, n of d and one of s",
        le(blocks_tail, blocks_bound),
        _BLOCKS,
        Chain(blocks_tail).tail(blocks_rule, [image_square]).eq(blocks_bound),
    ).drawn(Coupled(FAMILY), "probability", _FIVE, _bound_in_series, **_DRAWN),
    claim(
        "positive: L(K + eps) > 0: exp(-theta (K + eps)) E exp(theta Z) < 1 at theta = tau/b, K + eps = K exp(tau)",
        lt(tilted, 1),
        proof=_level().use(below_exponential).lt(sp.Integer(1)),
    ),
    lemma(
        "how positive: L(K exp(tau)) >= (K/b) (tau exp(tau) - exp(tau) + 1)", le(tilted, _proved_bound), proof=_level()
    ),
    below_exponential,
)
