"""Completion of Theorem 1: the optimal proposal of positive features.

Gaussian kernel, ``phi(x, w) = exp(w.x - |x|^2)``, w ~ N(0, I_d): ``p_Omega phi(x, .)^2`` is the density of N(2x, I), so
E q = E K(x, x) = 1 for every data law X1 = X2 = X: the optimal density exists, and is sampled exactly by drawing x ~ X and then
w ~ N(2x, I). For data N(0, Lambda) it is N(0, I + 4 Lambda); in the eigenvectors of Lambda the coordinates are independent, so the
claims are written for ``Lambda = tau^2 I_d`` (d = 1 is one coordinate). For a sphere of radius R it is 2R u + g; for a data set
the even mixture of N(2 x_i, I).

Softmax kernel, ``phi(x, w) = exp(w.x - |x|^2/2)``: E K(x, x) = E exp(|x|^2) is finite for N(0, Lambda) only if Lambda < I/2; x is
drawn from the law reweighted by exp(|x|^2).

Different data laws N(0, tau^2 I), N(0, sigma^2 I): q is a geometric mean, and so is the optimal density.
"""

from rftheory.proofs.crt._setting import D
from rftheory.proofs.opt._optima import *
from rftheory.families.proposals.data import SphereData
from rftheory.inputs.kernels import gaussian_kernel
from rftheory.montecarlo.estimators.weighted import known_inputs
from rftheory.proofs.opt import _optimum_other_laws as other_laws
from rftheory.proofs.opt import _optimum_softmax as softmax
from rftheory.proofs.opt._optimum_other_laws import GAUSSIAN

STATEMENT = statement(
    "optimum",
    "Theorem 1, completed",
    "Optimal proposal of positive features (our completion of Theorem 1)",
    notes=(
        "Gaussian kernel: the optimum exists for every data law and is sampled exactly as N(2x, I), x ~ X.",
        "Softmax kernel: it exists if and only if E exp(|x|^2) is finite, for N(0, (kappa/2) I) if kappa < 1.",
        "Plain sampling (N(0, I)) has an infinite expected variance for 4 tau^2 >= 1, where the optimum still exists.",
    ),
)

t = sp.Symbol("t", positive=True)
SCALE = Range(t, sp.Rational(1, 2), None, "()", typical=(1, 3), awkward=(sp.Rational(51, 100), 1, 20))
#: the data law and the scale of another proposal
SCALE_OF_DATA = DATA.with_ranges(SCALE)
DOMAIN = PAIRS_IN_D.with_ranges(TAU)
GAUSSIAN_KERNEL = gaussian_kernel(PAIR.x, PAIR.y)

# -- equal laws -------------------------------------------------------------------------------------------------


_variance, _square = t * spread(), W.squared_length(d)
#: ``(p_Omega/p_Psi) q^2`` for Psi = N(0, t (1 + 4 tau^2) I).
_square_at_other = (
    _variance ** (d / 2) * sp.exp((1 / _variance - 1) * _square / 2) * positive_mean_square(square=_square) ** 2
)


def least() -> Chain:
    value = (t**2 / (2 * t - 1)) ** (d / 2)
    slope = d * t / (2 * t - 1) ** 2 * (t**2 / (2 * t - 1)) ** (d / 2 - 1)
    return Chain(value).valley(t, sp.Integer(1), slope)


# -- the weighted estimator -------------------------------------------------------------------------------------


_gap = 1 + 8 * tau**2
_lengths = -2 * (PAIR.x.square + PAIR.y.square)
#: ``E_Psi ((p_Omega/p_Psi) phi(x, w) phi(y, w))^2`` of one sample.
weighted_second_moment = (spread() ** 2 / _gap) ** (d / 2) * sp.exp(2 * PAIR.z.square * spread() / _gap + _lengths)

#: One weighted sample as it is drawn, w = (1 + 4 tau^2)^(1/2) g.
_weighted_sample = weighted_sample(GAUSSIAN.sample(W, PAIR.x, PAIR.y), W, 0 * PAIR.x, sp.sqrt(spread()), d)

_DATA_DRAWN = law(POINT[tau], 3)
_FAMILY = GeneralizedExponential(A=0, s=1, dimension=sp.Integer(3))
_AT_PAIR = AtPair(_FAMILY, _DATA_DRAWN, _DATA_DRAWN, INPUTS)
_weighted = [
    claim(
        "weighted sample: the second moment of one weighted sample at a pair x, y, for data N(0, tau^2 I)",
        eq(Expectation(_weighted_sample**2), weighted_second_moment),
    ).drawn(_AT_PAIR, "second_moment", POINT),
    claim(
        "weighted mean: the weighted sample is unbiased at every pair",
        eq(Expectation(_weighted_sample), GAUSSIAN_KERNEL),
    ).drawn(_AT_PAIR, "mean", POINT),
]

_x = PAIR.x

CLAIMS = (
    claim(
        "conditional law: p_Omega(w) phi(x, w)^2 is the density of N(2x, I) at w (here w and x are the two vectors of "
        "the pair)",
        eq(
            normal_density(PAIR.x.square, sp.Integer(1)) * sp.exp(2 * PAIR.x.dot(PAIR.y) - 2 * PAIR.y.square),
            normal_density((PAIR.x - 2 * PAIR.y).square, sp.Integer(1)),
        ),
        PAIRS_IN_D,
    ),
    claim(
        "exists: E_Omega phi(x, w)^2 = 1 for every x: E q = 1 for every data law, and Psi is the mixture over x of N(2x, I)",
        eq(Expectation(GAUSSIAN.components(W, _x)[0] ** 2), 1),
        Domain((X_LENGTH, D)),
    ),
    claim(
        "mean square: q(w) = E_x phi(x, w)^2 for data N(0, tau^2 I)",
        eq(over_data(squared_feature(tau, sp.Integer(2))), positive_mean_square()),
        DATA_AT_W,
    ),
    claim(
        "density: p_Omega q is the density of N(0, (1 + 4 tau^2) I)",
        eq(normal_density(w_norm**2, sp.Integer(1)) * positive_mean_square(), normal_density(w_norm**2, spread())),
        DATA_AT_W,
    ),
    claim(
        "value: the optimal variance is 1 - (1 + 4 tau^2)^(-d/2)",
        eq(
            Expectation(positive_mean_square(square=W.squared_length(d))) ** 2 - squared_kernel(2 * tau**2),
            optimal_value,
        ),
        DATA,
    ).drawn(OverData(_FAMILY, _DATA_DRAWN, _DATA_DRAWN), "second_moment", POINT, 1),
    claim(
        "other proposals: N(0, t (1 + 4 tau^2) I), t > 1/2, has the expected square (t^2/(2t-1))^(d/2); plain sampling "
        "is t = 1/(1 + 4 tau^2), infinite for 4 tau^2 >= 1",
        eq(Expectation(_square_at_other), (t**2 / (2 * t - 1)) ** (d / 2)),
        SCALE_OF_DATA,
    ),
    claim(
        "least: among these the expected square is least at t = 1",
        ge((t**2 / (2 * t - 1)) ** (d / 2), 1),
        Domain((SCALE, D)),
        least(),
    ),
    *_weighted,
    *other_laws.CLAIMS,
    *softmax.CLAIMS,
)


# -- draws ------------------------------------------------------------------------------------------------------


def simulations() -> list[MomentCheck]:
    """What is claimed in other files."""
    points = known_inputs(*INPUTS)
    # with q >= (phi(x)^2 + phi(y)^2)/2 >= phi(x) phi(y) the weighted samples are at most E q = 1
    mixture = AtPair(_FAMILY, points, points, INPUTS, sp.Integer(1))
    sphere, third = SphereData(0.3, 3), {R: sp.Rational(3, 10), d: 3}
    wider, spread_of_wider = (
        OverData(_FAMILY, _DATA_DRAWN, law(sp.Rational(1, 5), 3)),
        {**POINT, sigma: sp.Rational(1, 5)},
    )
    of_softmax, curvature = OverData(Positive(), _DATA_DRAWN, _DATA_DRAWN), {softmax.kappa: 2 * POINT[tau] ** 2, d: 3}
    cases = (
        ("different laws", wider, other_laws.overlap_squared, spread_of_wider),
        ("sphere", OverData(_FAMILY, sphere, sphere), sp.Integer(1), third),
        ("softmax", of_softmax, softmax.normaliser**2, curvature),
    )
    return [
        *(MomentCheck(name, drawn, "second_moment", value, at, f"{name}: value") for name, drawn, value, at in cases),
        MomentCheck("mixture", mixture, "mean", GAUSSIAN_KERNEL, POINT, claim="two points: value"),
    ]
