r"""The note after (15): for TrigRF the analogous inequality holds only asymptotically, for d large enough.

One sample is ``cos(w.(x - y))``. With ``t = |x - y|^2`` a pair of orthogonal projections has ``E Z_1 Z_2 = 1F1(d; d/2; -t/2)``
against ``exp(-t)`` for an independent pair. Both halves of the note are true:

*Not in every dimension.* At d = 4 it is ``exp(-s)(1 - s + s^2/6)``, s = t/2, more than ``exp(-2s)`` for s >= 6: orthogonal
projections lose.

*In large dimensions.* ``d (exp(-t) - 1F1(d; d/2; -t/2))`` is within ``t^2 (t^2 + 8t + 8) exp(t)/(8d)`` of ``t^2 exp(-t)/2``, so
they gain for ``d > (t^2 + 8t + 8) exp(2t)/4``. How large d must be depends on the inputs.
"""

from rftheory.proofs.crt._orthogonal import INDEX, PLANE_D, W, k, kummer, orthogonal, variance
from rftheory.proofs.crt._setting import *
from rftheory.proofs.crt._orthogonal_waves import distance_claim, large_dimension, scaled_gap, t

STATEMENT = statement(
    "claim",
    "note after (15)",
    "Orthogonal projections reduce the variance of TrigRF for large d only",
    reading="Not in every dimension: at d = 4 the variance is larger with 2 <= M <= d orthogonal projections, "
    "for all inputs with |x - y|^2 >= 12. For d large enough: for all inputs x != y there is a d_0(|x - "
    "y|) beyond which it is smaller.",
    notes=("There is no d_0 for all inputs in the proof: it grows as exp(2|x - y|^2).",),
    cells=(("trigonometric", "orthogonal"),),
)

#: A = 0 and s = -1, of which one sample is the cosine
FAMILY = GeneralizedExponential(sp.Integer(0), -1)
_SAMPLE = sp.cos(W.dot(PAIR.delta))
_SQUARE = PAIR.delta.square
_s = sp.Symbol("s", real=True)

_SIZES = Range(m, 2, 4, integer=True, typical=(2, 4), awkward=(2, 4))
_FAR_INPUTS = (
    Range(x_norm, 0, None, "[)", typical=(0, 6), awkward=(0, 4)),
    Range(y_norm, 0, None, "[)", typical=(0, 6), awkward=(0, 4)),
)
_NOT_ALL = printed_words("only in the asymptotic sense", "note to Theorem 4.1; here is where it fails")
_FAR = Domain((*_FAR_INPUTS, PAIRS.ranges[2], _SIZES), (sp.Ge(_SQUARE, 12),), words=_NOT_ALL)
DOMAIN = Domain((Range(_s, 6, None, "[)", typical=(6, 12), awkward=(6, 40)),))
_MANY = Range(m, 2, None, integer=True, typical=(2, 9), awkward=(2,))
_WIDE_D = Range(d, 2, None, integer=True, typical=(2, 100), awkward=(100,))
_NEAR = (
    Range(x_norm, 0, None, "[)", typical=(0, 1), awkward=(0, sp.Rational(1, 10))),
    Range(y_norm, 0, None, "[)", typical=(0, 1), awkward=(0, sp.Rational(1, 10))),
)
_LARGE_D = Domain((*_NEAR, PAIRS.ranges[2], _WIDE_D, _MANY)).where(
    sp.Gt(_SQUARE, 0), words=by_definition("where there is an error: at x = y both variances are 0")
)
_LARGE_D = _LARGE_D.where(sp.Le(m, d), words=by_definition("M members of one orthogonal frame of R^d"))
_LARGE_D = _LARGE_D.where(
    sp.Gt(4 * d - (_SQUARE**2 + 8 * _SQUARE + 8) * sp.exp(2 * _SQUARE), 0),
    words=printed_words("for d large enough", "note to Theorem 4.1"),
)
_MODERATE = (
    Range(x_norm, 0, None, "[)", typical=(0, 2), awkward=(0, sp.Rational(1, 1000), 5)),
    Range(y_norm, 0, None, "[)", typical=(0, 2), awkward=(0, sp.Rational(1, 1000), 5)),
)
_INPUTS = Domain((*_MODERATE, PAIRS.ranges[2], PLANE_D))
#: The estimator of iid projections.
independent = SampleMean(_SAMPLE, m)


def pair_moment(dimension: sp.Expr = d) -> sp.Expr:
    """E Z_1 Z_2 of two orthogonal projections."""
    return kummer(-_SQUARE, dimension)


@cache
def in_closed_form(dimension: int, polynomial: sp.Expr, coefficient: sp.Expr) -> Claim:
    """``1F1(d; d/2; -s) = exp(-s) p(s)`` for even d: the k-th coefficients of both in -s."""
    plain = (-_s) ** k / sp.gamma(k + 1)
    function = sp.hyper([dimension], [sp.Rational(dimension, 2)], -_s)
    falling = [1, k, k * (k - 1), k * (k - 1) * (k - 2)]
    series = {
        function: coefficient * plain,
        **{((-_s) ** i * sp.exp(-_s) if i else sp.exp(-_s)): falling[i] * plain for i in range(4)},
    }
    target = sp.expand(polynomial * sp.exp(-_s))
    domain = Domain((Range(_s, typical=(-3, 8), awkward=(0, 20)),))

    def proof() -> Chain:
        return Chain(function).termwise(target, INDEX, series, Chain(coefficient * plain))

    return lemma(
        f"1F1({dimension}; {dimension // 2}; -s) in closed form",
        eq(function, target),
        domain,
        proof(),
        name=f"d = {dimension}",
    )


#: 1F1(4; 2; -s) = exp(-s) (1 - s + s^2/6).
in_four_dimensions = in_closed_form(4, 1 - _s + _s**2 / 6, (k + 2) * (k + 3) / 6)

#: 1F1(6; 3; -s) = exp(-s) (1 - s + s^2/4 - s^3/60).
in_six_dimensions = in_closed_form(6, 1 - _s + _s**2 / 4 - _s**3 / 60, (k + 3) * (k + 4) * (k + 5) / 60)

#: 1F1(2; 1; -s) = exp(-s) (1 - s).
in_the_plane = in_closed_form(2, 1 - _s, k + 1)

_function = sp.hyper([4], [2], -_s)

_loss = lemma(
    "loss: 1F1(4; 2; -s) exceeds exp(-2s) for s >= 6",
    gt(_function, sp.exp(-2 * _s)),
    proof=Chain(_function).by(in_four_dimensions).ge(sp.exp(-_s)).gt(sp.exp(-2 * _s)),
)

one, two = variance(orthogonal(_SAMPLE)), variance(independent)


def _error(dimension: int) -> sp.Expr:
    """The error of m orthogonal projections."""
    between = pair_moment(sp.Integer(dimension)) - kernel**2
    return ((1 + sp.exp(-2 * _SQUARE)) / 2 - kernel**2) / m + (1 - 1 / m) * between


def _at(length: sp.Expr, angle: sp.Expr, size: int) -> dict[sp.Symbol, sp.Expr]:
    return {x_norm: length, y_norm: length, theta: angle, m: sp.Integer(size)}


drawn, half = Coupled(FAMILY), sp.Rational(1, 2)
CLAIMS = (
    claim(
        "not in every dimension: at d = 4 orthogonal projections have more variance, for |x - y|^2 >= 12",
        gt(one.subs(d, 4), two),
        _FAR,
        Chain(one.subs(d, 4)).use(_loss, {_s: _SQUARE / 2}).gt(two),
    ).drawn(drawn, "mse", _at(sp.Integer(2), 2 * sp.pi / 3, 4), _error(4), dimension=4),
    claim(
        "for d large enough: orthogonal projections have less variance for 4d > (t^2 + 8t + 8) exp(2t), t = |x - y|^2 > 0",
        lt(one, two),
        _LARGE_D,
        Chain(one).use(large_dimension, {t: _SQUARE}).lt(two, [(m - 1) / m, 1 / d, scaled_gap(_SQUARE)]),
    ).drawn(drawn, "mse", _at(half, sp.pi / 3, 5), _error(5), dimension=5),
    lemma(
        "pair moment: E Z_1 Z_2 = 1F1(d; d/2; -|x - y|^2/2) of orthogonal projections",
        eq(FrameExpectation([_SAMPLE] * 2, d), pair_moment()),
        _INPUTS,
    ).drawn(drawn, "mse", _at(half, 2 * sp.pi / 3, 2), _error(3), dimension=3),
    in_four_dimensions,
    _loss,
    distance_claim(-1),
    distance_claim(1),
    large_dimension,
)
