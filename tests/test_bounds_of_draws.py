"""What is proved of draws: moments against other routes, ranges against draws, the choice of a method."""

from __future__ import annotations

import math

import mpmath
import numpy as np
import pytest
import sympy as sp
from hypothesis import given, settings
from hypothesis import strategies as st

from rftheory.couplings.geometries import NAMES
from rftheory.couplings.hadamard import HadamardProduct
from rftheory.couplings.halton import Halton
from rftheory.couplings.simplex import Simplex
from rftheory.couplings.simplex_plus import SimplexPlus
from rftheory.estimators.coupled import Coupled, Regular
from rftheory.estimators.discrete import Discrete
from rftheory.estimators.hybrids import Bipolar
from rftheory.families.generalized_exponential import GeneralizedExponential
from rftheory.families.hyperbolic import Hyperbolic
from rftheory.families.poisson import Poisson
from rftheory.families.positive import Positive
from rftheory.families.random_phase_cosine import RandomPhaseCosine
from rftheory.families.trigonometric import Trigonometric
from rftheory.hybrids.angular import Angular
from rftheory.mechanisms.mse import log_mse, log_variance
from rftheory.montecarlo import known_moments as module
from rftheory.montecarlo.bounds import Bound, best_method, known_square, variance_bound
from rftheory.montecarlo.contract import make_plan
from rftheory.montecarlo.known_moments import KnownMoments, known_moments
from rftheory.montecarlo.plans import sampler_of
from rftheory.montecarlo.quantities import (
    Bias,
    Mean,
    MeanSquaredError,
    PairCovariance,
    Quantile,
    SecondMoment,
    TailProbability,
)
from rftheory.montecarlo.setting import Setting
from tests.tolerances import ulps

POSITIVE = GeneralizedExponential(sp.Integer(0), 1)
FAMILIES = {
    "positive": Positive(),
    "hyperbolic": Hyperbolic(),
    "damped": GeneralizedExponential(sp.Rational(-1, 20), 1),
    "growing": GeneralizedExponential(sp.Rational(1, 50), 1),
}
WAVES = [Trigonometric(), RandomPhaseCosine(), GeneralizedExponential(sp.Rational(-1, 20), -1)]
QUANTITIES = [Mean(), Bias(), SecondMoment(), MeanSquaredError()]
#: rate of either error of a test here
RATE = 1e-9
#: mpmath against ball arithmetic, both rounded to 12 digits at least
CLOSE = 1e-11


def _pair(d, v):
    """x + y of length v, |x - y| = 1/2, neither along an axis."""
    along, across = np.linalg.qr(np.random.default_rng(d).standard_normal((d, 2)))[0].T
    return v / 2 * along + across / 4, v / 2 * along - across / 4


def _setting(estimator, d, m, v):
    return Setting.of(estimator, *_pair(d, v), m)


# -- moments --------------------------------------------------------------------------------------------------------


@settings(max_examples=4, deadline=None)
@given(st.sampled_from(list(FAMILIES)), st.integers(2, 4), st.integers(1, 6), st.floats(2, 2.2), st.booleans())
def test_comparison_bounds_the_moments(name, d, m, v, few):
    """A simplex against orthogonal and independent projections, and against its own exact moments."""
    estimator = Coupled(FAMILIES[name], Simplex(vertices=2) if few else Simplex())
    known = KnownMoments(estimator, *_pair(d, v), m)
    compared = known._compared()
    error, products = estimator.second_moments(known.x, known.y, m)
    if compared is not None:
        assert compared[0] * (1 - CLOSE) <= error <= compared[1] * (1 + CLOSE)
        assert products <= compared[2] * (1 + CLOSE) or m == 1
    low, high = known.error
    assert low * (1 - CLOSE) <= error <= high * (1 + CLOSE) and (m == 1 or products <= known.products * (1 + CLOSE))


@pytest.mark.parametrize("name", list(FAMILIES))
def test_orthogonal_projections_are_compared_with_independent_ones(name, monkeypatch):
    """Where the series of a block has too many terms."""
    estimator = Coupled(FAMILIES[name])
    known = KnownMoments(estimator, *_pair(4, 3.0), 6)
    exact = known.products
    compared = known._compared()
    assert (
        exact < compared[2]
        and compared[0] <= known.error[0] * (1 + CLOSE)
        and known.error[0] <= compared[1] * (1 + CLOSE)
    )

    def refuse(*_):
        raise ValueError("too many terms")

    monkeypatch.setattr(Coupled, "second_moments", refuse)
    assert mpmath.almosteq(KnownMoments(estimator, *_pair(4, 3.0), 6).products, compared[2], CLOSE)


@pytest.mark.parametrize("family", [*FAMILIES.values(), *WAVES])
def test_independent_samples_have_the_moments_of_blocks_of_one(family):
    x, y = _pair(3, 1.0)
    known = KnownMoments(Regular(family), x, y, 4)
    error, products = Regular(family).second_moments(x, y, 4)
    assert known.unbiased and known.independent and known.bias == 0
    assert mpmath.almosteq(known.error[0], error, CLOSE) and mpmath.almosteq(known.products, products, CLOSE)


@pytest.mark.parametrize("coupling", [*NAMES.values(), HadamardProduct(), Simplex(vertices=2)])
def test_the_square_of_one_sample_is_known(coupling):
    """For whatever coupling has Gaussian marginals: the error of one projection, or the closed form of the variance."""
    for family in (Positive(), Hyperbolic(), Trigonometric()):
        setting = _setting(Coupled(family, coupling), 4, 2, 1.5)
        if not coupling.gaussian_marginals:
            with pytest.raises(ValueError, match="not those of Gaussian projections"):
                known_square(setting)
            continue
        x, y = setting.x[0], setting.y[0]
        length = np.linalg.norm(x - y if isinstance(family, Trigonometric) else x + y)
        log = log_mse(family, "iid", 1, 4, length, np.linalg.norm(x), np.linalg.norm(y), "softmax")
        assert known_square(setting)[0] == pytest.approx(math.exp(float(log) - 2 * setting.log_kernel[0]), rel=CLOSE)
    poisson = Poisson(sp.Integer(1))
    setting = _setting(Discrete(poisson), 3, 4, 1.0)
    # of the Gaussian kernel: in units of its square
    expected = np.exp(log_variance(poisson, setting.x, setting.y) + np.square(setting.x - setting.y).sum(axis=1))
    np.testing.assert_allclose(known_square(setting), expected, rtol=CLOSE)


def test_any_coupling_has_at_most_the_error_of_one_sample():
    known = KnownMoments(Coupled(Positive(), Halton()), *_pair(3, 1.0), 4)
    assert known.error == (0, known.single)
    with pytest.raises(ValueError, match="no bound of the products"):
        _ = known.products
    bound = variance_bound(Mean(), _setting(Coupled(Positive(), Halton()), 3, 4, 1.0))
    assert bound.variance == pytest.approx(math.exp(1) - 1, rel=CLOSE)


@pytest.mark.parametrize("coupling", [Halton(), SimplexPlus()])
def test_gaussian_marginals_are_enough_for_a_crude_bound(coupling):
    """The fourth moments of one sample of log-normal law, which bound those of a mean."""
    setting = _setting(Coupled(Positive(), coupling), 4, 4, 1.0)
    fourth = math.exp(6) - 4 * math.exp(3) + 6 * math.e - 3
    expected = {MeanSquaredError(): fourth, SecondMoment(): math.exp(6), PairCovariance(4): (4 / 3) ** 2 * fourth}
    draws = sampler_of(setting).draw(np.random.default_rng(5), 5000, squares=True)
    for quantity, variance in expected.items():
        bound = variance_bound(quantity, setting)
        assert bound.crude and bound.variance == pytest.approx(variance, rel=CLOSE)
        assert quantity.values(draws, sampler_of(setting).kernel).var() < bound.variance
    # controls: moments of blocks are exact, and without Gaussian marginals nothing is known
    assert not variance_bound(MeanSquaredError(), _setting(Coupled(Positive()), 4, 4, 1.0)).crude
    none = variance_bound(MeanSquaredError(), _setting(Coupled(Positive(), HadamardProduct()), 4, 4, 1.0))
    assert none.variance is None and not none.crude


# -- bounds ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("coupling", list(NAMES))
@pytest.mark.parametrize("family", [Positive(), Hyperbolic(), *WAVES[:2]])
def test_plain_bounds_are_the_exact_variances(family, coupling):
    """Against draws, at a stated rate: the mean of the squares of a variable is that of its bound (waves), or no more."""
    m, setting = 5, _setting(Coupled(family, NAMES[coupling]), 4, 5, 0.5)
    sampler = sampler_of(setting)
    draws = sampler.draw(np.random.default_rng(1), 100_000, True)
    for quantity in (*QUANTITIES, PairCovariance(m)):
        bound = variance_bound(quantity, setting, log_unit=float(sampler.log_unit[0]))
        values = quantity.values(draws, sampler.kernel)[0]
        assert bound.low <= values.min() + ulps(8) and values.max() <= bound.high
        plan = make_plan(bound.expected, 10 * math.sqrt(bound.variance * 100 / values.size), bound.variance, RATE, RATE)
        assert abs(plan.influence(values[: plan.draws])[0]) < plan.threshold
        # seven standard errors of the variance as these draws have it
        spread = np.square(values - values.mean())
        assert spread.mean() < bound.variance * (1 + ulps(2)) + 7 * spread.std() / math.sqrt(values.size)


@pytest.mark.parametrize("coupling", [*NAMES.values(), HadamardProduct(), Halton()])
@pytest.mark.parametrize("family", WAVES)
def test_waves_stay_in_their_range(family, coupling):
    m, setting = 4, _setting(Coupled(family, coupling), 4, 4, 0.5)
    sampler = sampler_of(setting)
    draws = sampler.draw(np.random.default_rng(1), 2000, True)
    for quantity in (*QUANTITIES, PairCovariance(m)):
        bound = variance_bound(quantity, setting, log_unit=float(sampler.log_unit[0]))
        values = quantity.values(draws, sampler.kernel)[0]
        assert math.isfinite(bound.low) and bound.low <= values.min() + ulps(64) and values.max() <= bound.high
        assert bound.variance <= (bound.high - bound.low) ** 2 / 4 * (1 + CLOSE)


@settings(max_examples=20, deadline=None)
@given(st.floats(-50, 50), st.sampled_from([*QUANTITIES, PairCovariance(3)]), st.sampled_from(["plain", "tilted"]))
def test_bounds_scale_with_the_unit(unit, quantity, method):
    setting = _setting(Coupled(Positive()), 3, 3, 1.0)
    own, other = variance_bound(quantity, setting, method), variance_bound(quantity, setting, method, log_unit=unit)
    factor = math.exp(quantity.power * (float(setting.log_kernel[0]) - unit))
    # exponents of up to 100
    assert other.variance == pytest.approx(own.variance * factor**2, rel=ulps(500))
    assert (other.expected or 0) == pytest.approx((own.expected or 0) * factor, rel=ulps(500))


@pytest.mark.parametrize("coupling", list(NAMES))
@pytest.mark.parametrize("v", [1.0, 4.0])
@pytest.mark.parametrize("family", [Positive(), Hyperbolic()])
def test_controlled_draws_have_the_closed_form_as_their_mean(family, v, coupling):
    m, setting = 4, _setting(Coupled(family, NAMES[coupling]), 4, 4, v)
    sampler, quantity = sampler_of(setting), PairCovariance(4)
    pairs = quantity.values(sampler.draw(np.random.default_rng(0), 60_000, True), sampler.kernel)[0]
    values = known_square(setting)[0] / m + (1 - 1 / m) * pairs
    x, y = setting.x[0], setting.y[0]
    norms = np.linalg.norm(x + y), np.linalg.norm(x), np.linalg.norm(y)
    expected = math.exp(float(log_mse(family, coupling, m, 4, *norms, "softmax")) - 2 * setting.log_kernel[0])
    bound = variance_bound(MeanSquaredError(), setting, "controlled")
    plan = make_plan(expected, expected / 2, bound.variance, RATE, RATE)
    assert plan.draws <= values.size
    statistics = plan.influence(values[: plan.draws])
    assert abs(statistics[0]) < plan.threshold <= min(statistics[1], -statistics[2])
    # without the known part: the control must fail
    assert -plan.influence((1 - 1 / m) * pairs[: plan.draws])[0] >= plan.threshold


# -- the choice -----------------------------------------------------------------------------------------------------


def test_the_method_with_the_least_bound_is_chosen():
    mse = MeanSquaredError()
    for v in (2.0, 4.0, 6.0):
        for coupling, most in (("iid", 2.0), ("orthogonal", 2.0), ("simplex", 2.0)):
            choice = best_method(mse, _setting(Coupled(Positive(), NAMES[coupling]), 64, 64, v))
            assert choice.method == "controlled" and choice.relative_variance < most
    single = best_method(mse, _setting(Coupled(Positive()), 4, 1, 2.0))
    assert single.method == "controlled" and single.relative_variance == 0
    tilted = best_method(mse, _setting(Coupled(Positive()), 64, 64, 4.0), methods=("plain", "tilted"))
    assert tilted.method == "tilted" and 0.9 < tilted.share < 1 and tilted.relative_variance < 0.02
    assert best_method(Mean(), _setting(Coupled(Trigonometric()), 4, 4, 1.0)).method == "plain"
    none = best_method(mse, _setting(Coupled(Positive(), HadamardProduct()), 4, 4, 1.0))
    assert none.method == "plain" and none.bounds[0].variance is None and "HadamardProduct" in none.bounds[0].reason
    pairs = Setting.of(Coupled(Positive()), np.eye(3)[:2], np.eye(3)[1:], 3)
    assert len(best_method(mse, pairs).bounds) == 2 and len(best_method(mse, pairs, pairs=[1]).bounds) == 1


def test_hybrids_are_bounded_by_their_moments():
    hybrid = Bipolar(Hyperbolic(), Trigonometric(), Angular())
    setting = Setting.of(hybrid, [0.4, 0.1], [0.1, 0.5], 3, 2)
    for quantity in QUANTITIES:
        assert variance_bound(quantity, setting).variance > 0
    bound = variance_bound(MeanSquaredError(), setting, "controlled")
    assert bound.variance is None and "mean of samples" in bound.reason
    with pytest.raises(ValueError, match="mean of samples"):
        known_square(setting)


def test_moments_are_kept():
    setting = _setting(Coupled(Positive()), 3, 3, 1.0)
    assert known_moments(setting, 0) is known_moments(_setting(Coupled(Positive()), 3, 3, 1.0), 0)
    assert module.known_moments(setting, 0).error == known_moments(setting, 0).error


def test_inputs_without_an_error():
    for family, x, y in ((Positive(), [1.0, 0.5], [-1.0, -0.5]), (Trigonometric(), [1.0, 0.5], [1.0, 0.5])):
        for coupling in NAMES.values():
            setting = Setting.of(Coupled(family, coupling), x, y, 2)
            # nothing but the square of a rounding of 50 digits
            assert variance_bound(MeanSquaredError(), setting, "controlled").variance < 1e-40


def test_bad_input():
    setting = _setting(Coupled(Positive()), 3, 3, 1.0)
    mse = MeanSquaredError()
    for arguments, message in (
        ((mse, setting, "best"), "method must be one of plain, controlled, tilted"),
        ((mse, setting, "plain", 1), "pair must be in 0, ..., 0"),
        ((mse, setting, "plain", -1), "pair must be in"),
        ((mse, setting, "tilted", 0, 1.0), "share must be in"),
        ((PairCovariance(4), setting), "m of the pair covariance"),
    ):
        with pytest.raises(ValueError, match=message):
            variance_bound(*arguments)
    with pytest.raises(ValueError, match="methods must not be empty"):
        best_method(mse, setting, methods=())
    assert variance_bound(TailProbability(0.5), setting) == Bound(0.25, 0.0, 1.0)
    for quantity, method in ((Quantile(0.5), "plain"), (Mean(), "controlled"), (TailProbability(0.5), "tilted")):
        bound = variance_bound(quantity, setting, method)
        assert bound.variance is None and "no bound" in bound.reason and bound.relative_variance == math.inf
    for v in (13.0, 1.0):
        tilted = variance_bound(mse, _setting(Coupled(Positive() if v > 12 else Trigonometric()), 3, 3, v), "tilted")
        assert tilted.variance is None and ("at most 12" in tilted.reason or "positive features" in tilted.reason)
