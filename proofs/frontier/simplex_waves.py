r"""Fourier features of near inputs: simplex projections are never better than orthogonal ones, z = |x - y|, z^2 <= 1/3 and d >= 3.

At the cosine -1/(d-1) the pair moment is the mean of ``(f(q(1 + c)) + f(q(1 - c)))/2`` over an angle phi, for q = z^2/2, ``c =
sin(phi)/(d-1)`` and f(s) = 1F1(d; d/2; -s); that of orthogonal projections is f(q). Now f'' is a positive multiple of 1F1(d+2;
d/2+2; -s), which is at least

    exp(-2s) - s exp(2s) > 0   for s <= 1/4:

its coefficients are below 2^k, by k 2^(k-1) at most. So f is convex where the two arguments are, and the mean of both is at
least the value between them. For positive features it is the other way round at every distance (simrf.corollary-3.3).
Evaluated, without proof, simplex projections are better from z = 2.53 (d = 3) on.
"""

from rftheory.vocabulary import *
from rftheory.chains.angles import SINE, sine
from rftheory.proofs.frontier._pairs import THETA, W, at_angle, in_frame
from rftheory.proofs.rules.elementary_bounds import exponential_tangent
from rftheory.proofs.rules.elementary_bounds import u as at

STATEMENT = statement(
    "inequality",
    "moment law, simplex and orthogonal projections, Fourier features",
    "Simplex projections are never better than orthogonal ones for Fourier features of near inputs",
    reading="Pair moments of Fourier features of the Gaussian kernel, which with E Z^2 fix the error: |x - y|^2 <= 1/3, every d >= 3.",
    not_drawn="the difference of the two errors is far below what draws tell near x = y",
)

_x, _q, _c = sp.symbols("x q c", nonnegative=True)
_k = sp.Symbol("k", integer=True, nonnegative=True)
_TOP, _HALF, _SIXTH = sp.Rational(1, 4), sp.Rational(1, 2), sp.Rational(1, 6)
_D = Range(d, 2, None, integer=True, typical=(2, 64), awkward=(2, 3, 64))
_SEVERAL = Range(d, 3, None, integer=True, typical=(3, 64), awkward=(3, 4, 64))
_NEAR = Range(_x, 0, _TOP, "[]", typical=(0, _TOP), awkward=(0, _TOP))
_INDEX = Range(_k, 0, None, integer=True, typical=(0, 12), awkward=(0, 1, 40))
_Q = Range(_q, 0, _SIXTH, "[]", typical=(0, _SIXTH), awkward=(0, _SIXTH))
DOMAIN = Domain((_NEAR, _D))
_COEFFICIENTS = Domain((_D, _INDEX))
_PAIRS = Domain((_Q, Range(_c, 0, _HALF, "[]", typical=(0, _HALF), awkward=(0, _HALF)), _SEVERAL))
_SQUARES = Domain((_Q, _SEVERAL))
_SHORT = sp.Rational(1, 4)
_INPUTS = Domain(
    (
        *(Range(norm, 0, None, "[)", typical=(0, _SHORT), awkward=(0, _SHORT)) for norm in (x_norm, y_norm)),
        THETA,
        _SEVERAL,
    )
).where(sp.Le(PAIR.delta.square, sp.Rational(1, 3)), words=by_definition("near inputs, of which the claim is"))


def orthogonal_moment(s: sp.Expr) -> sp.Expr:
    """f(s), the pair moment of orthogonal projections for z^2 = 2s."""
    return sp.hyper([d], [d / 2], -s)


def _curvature(s: sp.Expr) -> sp.Expr:
    """f'' but for a positive factor."""
    return sp.hyper([d + 2], [d / 2 + 2], -s)


# -- f is convex near 0 ---------------------------------------------------------------------------------------------

_share = sp.gamma(d + 2 + _k) * sp.gamma(d / 2 + 2) / (sp.gamma(d + 2) * sp.gamma(d / 2 + 2 + _k))
_lagging = 2**_k - _share
_plain, _wave = _x**_k / sp.gamma(_k + 1), (-_x) ** _k / sp.gamma(_k + 1)
_low = sp.exp(-2 * _x) - _x * sp.exp(2 * _x)
_quartic = (1 - _x) ** 4 - _x

_below = lemma(
    "coefficients: (d+2)_k/(d/2+2)_k <= 2^k",
    le(_share, 2**_k),
    _COEFFICIENTS,
    Chain(_share).induction(_k, 2**_k, ratios=((d + 2 + _k) / (d / 2 + 2 + _k), sp.Integer(2))),
)
_lag = lemma(
    "lag: and by k 2^(k-1) at most",
    le(_lagging, _k * 2**_k / 2),
    _COEFFICIENTS,
    Chain(_lagging).induction(
        _k, _k * 2**_k / 2, growth=Chain(2**_k - _share * (d / 2) / (d / 2 + 2 + _k)).le(2**_k).le(2**_k / 2 * (_k + 2))
    ),
)
_series = {_curvature(_x): _share * _wave, sp.exp(-2 * _x): 2**_k * _wave, _x * sp.exp(2 * _x): _k * 2**_k / 2 * _plain}
# the square of 1 - (-1)^k is twice itself
_terms = Chain(_share * _wave).use(_below).use(_lag)
_terms = _terms.ge(2**_k * _wave - _lagging * _plain, [_plain, _HALF, (1 - (-1) ** _k) ** 2, _lagging])
_terms = _terms.ge(2**_k * _wave - _k * 2**_k / 2 * _plain)
_above = lemma(
    "curvature from below: 1F1(d+2; d/2+2; -s) >= exp(-2s) - s exp(2s)",
    ge(_curvature(_x), _low),
    proof=Chain(_curvature(_x)).termwise(_low, _INDEX, _series, _terms),
)
_polynomial = lemma("quartic: (1 - s)^4 > s for s <= 1/4", gt(_quartic, 0), Domain((_NEAR,)))
_decay = sp.exp(-_x)
_positive = lemma(
    "positive: exp(-2s) > s exp(2s)",
    gt(_low, 0),
    Domain((_NEAR,)),
    Chain(_low)
    .use(exponential_tangent, {at: -_x})
    .ge(
        sp.exp(2 * _x) * _quartic,
        [sp.exp(2 * _x), _decay - (1 - _x), _decay + (1 - _x), sp.exp(-2 * _x) + (1 - _x) ** 2],
    )
    .use(_polynomial)
    .gt(0),
)
_convex = lemma(
    "convex: 1F1(d+2; d/2+2; -s) > 0 for s <= 1/4",
    gt(_curvature(_x), 0),
    proof=Chain(_curvature(_x)).use(_above).ge(_low).use(_positive).gt(0),
)


def _on_side(sign: int) -> Claim:
    place = _q * (1 + sign * _c)
    return lemma(
        "f is convex there",
        gt(_curvature(place), 0),
        _PAIRS,
        Chain(_curvature(place)).use(_convex, {_x: place}).gt(0),
        name="farther" if sign > 0 else "nearer",
    )


# -- pairs ------------------------------------------------------------------------------------------------------------

_farther, _nearer = _on_side(1), _on_side(-1)
_both = (orthogonal_moment(_q * (1 + _c)) + orthogonal_moment(_q * (1 - _c))) / 2
_middle = lemma(
    "middle: the mean of f at q(1 + c) and q(1 - c) is at least f(q)",
    ge(_both, orthogonal_moment(_q)),
    _PAIRS,
    Chain(_both).use(_farther).use(_nearer).tangent(_c, sp.Integer(0)).ge(orthogonal_moment(_q)),
)
_for_each_sine = lemma(
    "for each sine: and so for each angle, c = sin(phi)/(d-1)",
    ge(_both.subs(_c, sine / (d - 1)), orthogonal_moment(_q)),
    _SQUARES.with_ranges(SINE),
    Chain(_both.subs(_c, sine / (d - 1))).use(_middle, {_c: sine / (d - 1)}).ge(orthogonal_moment(_q)),
)
simplex_moment = even_conformity(-2 * _q, d, simplex_cosine(d))
_closed = claim(
    "closed forms: the mean over the angle is at least f(q)",
    ge(simplex_moment, orthogonal_moment(_q)),
    _SQUARES,
    Chain(simplex_moment).for_each(_for_each_sine).eq(orthogonal_moment(_q)),
)
_wave_of_pair, _square = sp.cos(W.dot(PAIR.delta)), PAIR.delta.square
_vertices, _frame = at_angle(_wave_of_pair, simplex_cosine(d)), in_frame(_wave_of_pair)


CLAIMS = (
    claim(
        "simplex: E Z_1 Z_2 of a simplex block is at least that of an orthogonal one, |x - y|^2 <= 1/3",
        ge(_vertices, _frame),
        _INPUTS,
        Chain(_vertices)
        .eq(even_conformity(-_square, d, simplex_cosine(d)))
        .use(_closed, {_q: _square / 2})
        .ge(orthogonal_moment(_square / 2))
        .eq(_frame),
    ),
    _middle,
    _for_each_sine,
    _convex,
    _farther,
    _nearer,
    _below,
    _lag,
    _above,
    _polynomial,
    _positive,
)
