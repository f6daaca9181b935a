"""Completion of Theorem 1: the optimal proposal of GERF with real A < 1/4 and s = +1.

``phi(x, w) = D exp(A |w|^2 + B w.x - |x|^2)``: ``p_Omega phi(x, .)^2`` is the density of N(2x/(1-4A)^(1/2), I/(1-4A)), the law of
the positive features (A = 0) on another scale. Indeed ``p_Omega^(1/2) phi`` at ``w = v/(1-4A)^(1/2)`` is that of A = 0 at v up to
the Jacobian: GERF is positive features with another proposal, N(0, (1-4A) I), and A drops out of every weighted sample.
So the optimum exists for every A < 1/4, also where the variance of plain GERF is infinite (A >= 1/8), and its value does not
depend on A. For data N(0, tau^2 I) plain GERF with A = -tau^2 is itself the optimum.

The claims are written in ``a = 1 - 4A > 0``. Complex A or s = -1 give complex,
for s = -1 also asymmetric features, of which Theorem 1 does not speak.
"""

from rftheory.proofs.opt._optima import *
from rftheory.inputs.kernels import gaussian_kernel
from rftheory.proofs.opt.optimum_positive import SCALE, SCALE_OF_DATA, least, t, weighted_second_moment

STATEMENT = statement(
    "optimum",
    "Theorem 1, completed",
    "Optimal proposal of GERF, real A < 1/4 and s = +1 (our completion of Theorem 1)",
    notes=(
        "Sampled optimally, GERF of every real A < 1/4 is the same estimator as positive features sampled optimally.",
        "For data N(0, tau^2 I) the weights are bounded if and only if A >= -tau^2.",
        "Complex A, or s = -1: the features are not real, and the theorem does not apply.",
    ),
)

#: 1 - 4A, the parameter in which A < 1/4 is said
_a = sp.Symbol("a", positive=True)
_A = (1 - _a) / 4
_REAL_A = Range(_a, 0, None, "()", typical=(0, 4), awkward=(sp.Rational(1, 100), sp.Rational(1, 2), 1, 40))
_FAMILY = GeneralizedExponential(A=_A, s=1)
DOMAIN = PAIRS_IN_D.with_ranges(_REAL_A)


def mean_square(parameter: sp.Expr = _A, square: sp.Expr = w_norm**2) -> sp.Expr:
    """``q(w)`` for data N(0, tau^2 I)."""
    gap = sp.expand(1 - 4 * parameter)
    return (gap / spread()) ** (d / 2) * sp.exp((2 * parameter + 2 * tau**2 * gap / spread()) * square)


_image, _square = tau * U.dot(FIXED), tau**2 * U.squared_length(d)
#: ``phi(x, w)^2`` at x = tau u and a fixed w.
_squared_feature = _FAMILY.D**2 * sp.exp(2 * _A * w_norm**2 + 2 * _FAMILY.B * _image - 2 * _square)

#: One weighted sample as it is drawn, w = ((1 + 4 tau^2)/(1 - 4A))^(1/2) g.
_weighted_sample = weighted_sample(_FAMILY.sample(W, PAIR.x, PAIR.y), W, 0 * PAIR.x, sp.sqrt(spread() / _a), d)


def _feature(parameter: sp.Expr, w_square: sp.Expr, image: sp.Expr) -> sp.Expr:
    """phi from |w|^2 and w.x; x is the second vector of the pair."""
    family = GeneralizedExponential(A=parameter, s=1)
    return family.D * sp.exp(parameter * w_square + family.B * image - PAIR.y.square)


v, x = PAIR.x, PAIR.y
root = sp.sqrt(_a)
diagonal = Expectation(_FAMILY.components(W, x)[0] ** 2)
matched = (1 - t * spread()) / 4
# plain samples of A = 1/5 have an infinite variance
wide = GeneralizedExponential(A=sp.Rational(1, 5), s=1, dimension=sp.Integer(3))
drawn_data = law(POINT[tau], 3)
at_the_inputs = AtPair(wide, drawn_data, drawn_data, INPUTS)
point = {**POINT, _a: sp.Rational(1, 5)}
CLAIMS = (
    claim(
        "conditional law: p_Omega(w) phi(x, w)^2 is the density of N(2x/a^(1/2), I/a) at w, a = 1 - 4A",
        eq(
            normal_density(v.square, sp.Integer(1)) * _feature(_A, v.square, v.dot(x)) ** 2,
            normal_density((v - x * (2 / root)).square, 1 / _a),
        ),
    ),
    claim(
        "same features: p_Omega^(1/2) phi at w = v/a^(1/2), times a^(-d/4), is that of A = 0 at v",
        eq(
            _a ** (-d / 4) * sp.exp(-v.square / _a / 4) * _feature(_A, v.square / _a, v.dot(x) / root),
            sp.exp(-v.square / 4) * _feature(sp.Integer(0), v.square, v.dot(x)),
        ),
    ),
    claim(
        "mean square: q(w) = E_x phi(x, w)^2 for data N(0, tau^2 I)",
        eq(over_data(_squared_feature), mean_square()),
        DATA_AT_W.with_ranges(_REAL_A),
    ),
    claim(
        "density: p_Omega q is the density of N(0, (1 + 4 tau^2)/a I)",
        eq(normal_density(w_norm**2, sp.Integer(1)) * mean_square(), normal_density(w_norm**2, spread() / _a)),
        DATA_AT_W.with_ranges(_REAL_A),
    ),
    claim(
        "weights: p_Omega/p_Psi = ((1 + 4 tau^2)/a)^(d/2) exp(-2 (A + tau^2) |w|^2/(1 + 4 tau^2)), bounded for A >= "
        "-tau^2 only",
        eq(1 / mean_square(), (spread() / _a) ** (d / 2) * sp.exp(-2 * (_A + tau**2) * w_norm**2 / spread())),
        DATA_AT_W.with_ranges(_REAL_A),
    ),
    claim(
        "value: the optimal variance is 1 - (1 + 4 tau^2)^(-d/2) for every A < 1/4",
        eq(Expectation(mean_square(square=W.squared_length(d))) ** 2 - squared_kernel(2 * tau**2), optimal_value),
        DATA.with_ranges(_REAL_A),
    ).drawn(OverData(wide, drawn_data, drawn_data), "second_moment", point, sp.Integer(1)),
    claim(
        "exists: E_Omega phi(x, w)^2 = 1 for every x: E q = 1 for every data law, N(0, Lambda) as well, and the value "
        "is that of positive features",
        eq(diagonal, 1),
        Domain((Y_LENGTH, DATA.ranges[1], _REAL_A)),
    ),
    on_sphere(diagonal, Y_LENGTH, _REAL_A),
    claim(
        "weighted sample: the second moment of one weighted sample at a pair x, y is that of positive features, for "
        "every A < 1/4",
        eq(Expectation(_weighted_sample**2), weighted_second_moment),
        DOMAIN.with_ranges(TAU),
    ).drawn(at_the_inputs, "second_moment", point),
    claim(
        "weighted mean: the weighted sample is unbiased at every pair, for every A < 1/4",
        eq(Expectation(_weighted_sample), gaussian_kernel(PAIR.x, PAIR.y)),
        DOMAIN.with_ranges(TAU),
    ).drawn(at_the_inputs, "mean", point),
    claim(
        "plain sampling: plain GERF with 1 - 4A = t (1 + 4 tau^2), t > 1/2, has the expected square (t^2/(2t-1))^(d/2) "
        "over data N(0, tau^2 I)",
        eq(Expectation(mean_square(matched, W.squared_length(d)) ** 2), (t**2 / (2 * t - 1)) ** (d / 2)),
        SCALE_OF_DATA,
    ),
    claim(
        "plain optimum: it is least at t = 1, A = -tau^2, where it is 1: plain GERF is then sampled optimally",
        ge((t**2 / (2 * t - 1)) ** (d / 2), 1),
        Domain((SCALE, DATA.ranges[1])),
        least,
    ),
)
