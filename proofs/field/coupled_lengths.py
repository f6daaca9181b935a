r"""Lengths of orthogonal and of opposite directions: shared or independent, for positive and for Fourier features.

Orthogonal directions that share their length, ``w_1 = r u_1`` and ``w_2 = r u_2``, have ``w_1 + w_2`` of the length ``2^(1/2)
r``: in every dimension its law is that of two independent projections. So

    E Z_1 Z_2 = exp(v^2) (positive features, v = |x + y|),   exp(-z^2) (Fourier features, z = |x - y|):

all that orthogonal directions gain, and lose, is gone. With independent lengths positive features have ``1F1(d; d/2; v^2/2) <
exp(v^2)``. Opposite directions that share their length have 1, and no coupling with Gaussian marginals has less, by Jensen's
inequality: ``E exp(w_1.z + w_2.z) >= exp(0)``. So for m = 2d features d orthogonal directions with their opposites are better
than two orthogonal blocks. (All without the factors ``exp(-|x|^2 - |y|^2)`` of the features.)
"""

from rftheory.proofs.crt._orthogonal import kummer, kummer_below_exponential, square_of_sum, u, variance
from rftheory.proofs.simrf._setting import D
from rftheory.vocabulary import *
from rftheory.proofs.frontier._pairs import PAIRS, W, at_angle
from rftheory.proofs.rules.elementary_bounds import exponential_tangent
from rftheory.proofs.rules.elementary_bounds import u as at

STATEMENT = statement(
    "inequality",
    "Reid et al. 2025 (2405.16541), Sec. 3",
    "Couplings of the lengths of orthogonal and of opposite directions",
    reading="Pairs of one block, and m = 2d features; positive features of the Gaussian or softmax "
    "kernel, and Fourier features of the Gaussian kernel.",
    notes=(
        "The best coupling of lengths of orthogonal directions, the counter-monotone one, has no word here; that it is no worse than "
        "independent lengths is open in this repository (RF-8).",
    ),
)

DOMAIN = PAIRS
_z = PAIR.z
_sample, _cosh = sp.exp(W.dot(_z)), sp.cosh(W.dot(_z))
_r, _t = sp.symbols("r t", positive=True)
_X = Variate("X", DRAW**2, sp.exp(DRAW))
_above = Expectation(sp.exp(_X) - 1 - _X)
_SQUARES = Domain((Range(_t, 0, None, "()", typical=(0, 4), awkward=(sp.Rational(1, 1000), 20)), D))

#: E exp(r (u_1 + u_2).z) over the directions and the shared length, for |z|^2 = t
shared = sp.Integral(chi_density(_r, d) * direction_exponential(2 * _r**2 * _t, d), (_r, 0, sp.oo))
#: E cos(2^(1/2) w.(x - y)): both w_1 + w_2 and w_1 - w_2 have the law of 2^(1/2) w
shared_waves = Expectation(sp.cos(sp.sqrt(2) * W.dot(PAIR.delta)))
_opposites = variance(OrthogonalMean(_cosh, d, d))
_blocks = variance(SampleMean(OrthogonalMean(_sample, d, d), 2))


CLAIMS = (
    claim(
        "shared: orthogonal directions with one length have E Z_1 Z_2 = exp(v^2), nothing is gained",
        eq(shared, sp.exp(_t)),
        _SQUARES,
    ),
    claim("shared, waves: and exp(-z^2) for Fourier features", eq(shared_waves, sp.exp(-PAIR.delta.square))),
    claim(
        "independent: with independent lengths it is at most exp(v^2)",
        le(FrameExpectation([_sample] * 2, d), sp.exp(_z.square)),
        proof=Chain(FrameExpectation([_sample] * 2, d))
        .eq(kummer(_z.square))
        .use(square_of_sum(PAIRS))
        .use(kummer_below_exponential(), {u: _z.square})
        .le(sp.exp(_z.square)),
    ),
    claim(
        "opposite: directions that share their length have 1",
        eq(Expectation(sp.exp(W.dot(_z)) * sp.exp(-W.dot(_z))), 1),
    ),
    claim(
        "least: any X = (w_1 + w_2).z with a mean of 0 has E exp(X) >= 1",
        ge(Expectation(sp.exp(_X)), 1 + Expectation(_X)),
        Domain((D,)),
        Chain(Expectation(sp.exp(_X))).use(exponential_tangent, {at: _X}).ge(1 + Expectation(_X), [_above]),
    ),
    claim(
        "opposites: m = 2d: d orthogonal directions and their opposites have no more variance than two orthogonal blocks",
        le(_opposites, _blocks),
        proof=Chain(_opposites).use(square_of_sum(PAIRS)).use(kummer_below_exponential(), {u: _z.square}).le(_blocks),
    ),
)
TWINS = (
    claim(
        "shared lengths keep the gain: E Z_1 Z_2 <= 1F1(d; d/2; v^2/2)",
        le(Expectation(sp.exp(sp.sqrt(2) * W.dot(_z))), kummer(_z.square)),
    ),
    claim(
        "independent lengths: opposite directions have 1 with independent lengths too",
        eq(at_angle(_sample, sp.Integer(-1)), 1),
    ),
    claim("wrong constant: and at most nine tenths of it", le(_opposites, sp.Rational(9, 10) * _blocks)),
)


def simulations() -> list[MomentCheck]:
    point = {x_norm: sp.Rational(1, 5), y_norm: sp.Rational(1, 4), theta: 1, m: 3, d: 3}
    front, square = sp.exp(-PAIR.x.square - PAIR.y.square), _z.square
    own = (sp.exp(2 * square) + 1) / 2
    expected = front * ((own + (d - 1) * kummer(square)) / d - sp.exp(square))
    return [MomentCheck("opposites, d = 3", Coupled(Hyperbolic()), "mse", expected, point, claim="opposites")]
