"""Draws where errors are large: unbiased against closed forms at stated rates, bounded, and wrong ones refused."""

from __future__ import annotations

import itertools
import math
import pickle

import mpmath
import numpy as np
import pytest
import sympy as sp
from flint import arb, ctx
from hypothesis import given, settings
from hypothesis import strategies as st

from rftheory.conformity.geometry import NAMES, geometry_of
from rftheory.conformity.mse import log_mse
from rftheory.couplings.hadamard import HadamardProduct
from rftheory.couplings.halton import Halton
from rftheory.couplings.simplex import Simplex
from rftheory.families.generalized_exponential import GeneralizedExponential
from rftheory.families.hyperbolic import Hyperbolic
from rftheory.families.optimal_positive import OptimalPositive
from rftheory.families.positive import Positive
from rftheory.families.trigonometric import Trigonometric
from rftheory.montecarlo.bounds import variance_bound
from rftheory.montecarlo.quantities import Bias, Mean, MeanSquaredError, PairCovariance, SecondMoment
from rftheory.montecarlo.setting import Setting
from rftheory.montecarlo.tilts import TiltedSampler
from rftheory.simulate import square_tilt
from rftheory.simulate.block_moments import block_exponential
from rftheory.simulate.coupled import Coupled
from rftheory.simulate.estimators import Regular
from rftheory.simulate.plan import make_plan
from rftheory.simulate.square_tilt import SquareTilt, draw_batch, tilted_samples
from rftheory.simulate.tilted import TiltedError, error_bound
from tests.tolerances import ulps

POSITIVE = GeneralizedExponential(sp.Integer(0), 1)
FAMILIES = {
    "positive": Positive(),
    "hyperbolic": Hyperbolic(),
    "damped": GeneralizedExponential(sp.Rational(-1, 20), 1),
    "growing": GeneralizedExponential(sp.Rational(1, 50), 1),
    "optimal": OptimalPositive(dimension=sp.Integer(4), square=sp.Integer(16)),
}
COUPLINGS = {**NAMES, "few vertices": Simplex(vertices=3), "many vertices": Simplex(vertices=5)}
ERROR = MeanSquaredError()
#: rate of either error of a test here
RATE = 1e-9
HEAVY = settings(max_examples=15, deadline=None)


def _setting(family, coupling, d, m, v, share=False):
    """Inputs with x + y of length v (or lengths v, one pair each) in no special direction, |x - y| = 1/2."""
    generator = np.random.default_rng(d)
    along, across = np.linalg.qr(generator.standard_normal((d, 2)))[0].T
    sums = np.multiply.outer(np.atleast_1d(v), along) / 2
    return Setting.of(Coupled(family, coupling), sums + across / 4, sums - across / 4, m, share=share)


def _error(setting, pair=0):
    """MSE/K^2 by its closed form."""
    x, y = setting.x[pair], setting.y[pair]
    estimator = setting.estimator
    norms = np.linalg.norm(x + y), np.linalg.norm(x), np.linalg.norm(y)
    log = log_mse(estimator.family, estimator.coupling, setting.m, setting.dimension, *norms, estimator.kernel)
    return math.exp(float(log) - 2 * setting.log_kernel[pair])


def _decides(values, expected, variance, difference):
    """Whether a test at RATE accepts ``expected`` and refuses what is so far away; fails where draws are too few for that."""
    plan = make_plan(expected, difference, variance, alpha=RATE, beta=RATE)
    assert plan.draws <= values.size, f"{plan.draws} draws are needed"
    statistics = plan.influence(values[: plan.draws])
    return abs(statistics[0]) < plan.threshold and statistics[1] >= plan.threshold and -statistics[2] >= plan.threshold


def _accepts(quantity, sampler, size, expected, difference, seed=0):
    setting = sampler.setting
    bound = variance_bound(quantity, setting, "tilted", share=sampler.share)
    draws = sampler.draw(np.random.default_rng(seed), size, quantity.needs_squares)
    values = quantity.values(draws, sampler.kernel)[0]
    assert bound.low * (1 + ulps(8)) <= values.min() and values.max() <= bound.high * (1 + ulps(300))
    return _decides(values, expected, bound.variance, difference)


# -- unbiased -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "coupling"),
    [
        *itertools.product(FAMILIES, NAMES),
        *itertools.product(["positive", "hyperbolic"], ["few vertices", "many vertices"]),
    ],
)
def test_errors_have_their_closed_form(name, coupling):
    """Truncated blocks (m = 6, d = 4) and short ones."""
    for m, v in ((6, 4.0), (3, 2.5)):
        setting = _setting(FAMILIES[name], COUPLINGS[coupling], 4, m, v)
        expected = _error(setting)
        assert _accepts(MeanSquaredError(), TiltedSampler(setting, 0.6), 200_000, expected, expected / 5)


@pytest.mark.parametrize("v", [4.0, 6.0])
@pytest.mark.parametrize("coupling", ["orthogonal", "simplex"])
@pytest.mark.parametrize("family", [Positive(), Hyperbolic()])
def test_long_inputs_of_high_dimension_to_four_percent(family, coupling, v):
    setting = _setting(family, NAMES[coupling], 64, 64, v)
    expected = _error(setting)
    assert _accepts(MeanSquaredError(), TiltedSampler(setting, 0.9), 15_000, expected, expected / 25)


@pytest.mark.parametrize("coupling", list(NAMES))
@pytest.mark.parametrize("name", list(FAMILIES))
def test_other_quantities(name, coupling):
    m, setting = 5, _setting(FAMILIES[name], NAMES[coupling], 4, 5, 1.0)
    error, single = _error(setting), _error(_setting(FAMILIES[name], NAMES[coupling], 4, 1, 1.0))
    sampler = TiltedSampler(setting, 0.4)
    pairs = (m * error - single) / (m - 1)
    for quantity, expected, difference in (
        (Mean(), 1.0, 0.1),
        (Bias(), 0.0, 0.1),
        (SecondMoment(), 1 + error, 0.4),
        (PairCovariance(m), pairs, 0.4),
    ):
        assert _accepts(quantity, sampler, 50_000, expected, difference)


def test_one_dimension_has_two_directions():
    for coupling in ("iid", "orthogonal"):
        setting = Setting.of(Coupled(Hyperbolic(), NAMES[coupling]), [0.5], [0.5], 3)
        expected = _error(setting)
        assert _accepts(MeanSquaredError(), TiltedSampler(setting), 200_000, expected, expected / 3)


@pytest.mark.parametrize("family", [Positive(), Hyperbolic(), FAMILIES["damped"]])
@pytest.mark.parametrize("coupling", list(NAMES))
def test_the_judges_draw_the_same_errors(family, coupling):
    setting = _setting(family, NAMES[coupling], 3, 4, 2.0)
    tilted = TiltedError(setting.estimator, sp.Rational(3, 5))
    x, y = setting.x[0], setting.y[0]
    scale = math.exp(2 * setting.log_kernel[0])
    moments = tilted.moments(x, y, 4, 1, mpmath.mpf(0))
    assert float(moments.first) == pytest.approx(scale * _error(setting), rel=1e-11)
    values = tilted.draw(np.random.default_rng(1), 60_000, x, y, 4, 1)
    variance = float(moments.second - moments.first**2)
    assert _decides(values, scale * _error(setting), variance, scale * _error(setting) / 4)


# -- bounded, and with weights of mean one --------------------------------------------------------------------------


@HEAVY
@given(
    st.sampled_from(list(FAMILIES)),
    st.sampled_from(list(COUPLINGS)),
    st.integers(1, 9),
    st.floats(0, 12),
    st.floats(0.05, 0.95),
    st.integers(0, 2**32),
)
def test_weighted_errors_are_bounded_and_weights_have_mean_one(name, coupling, m, v, share, seed):
    setting = _setting(FAMILIES[name], COUPLINGS[coupling], 4, m, v)
    tilt = SquareTilt.of(FAMILIES[name], setting.x[0], setting.y[0])
    draws = TiltedSampler(setting, share).draw(np.random.default_rng(seed), 2000, squares=True)
    errors = MeanSquaredError().values(draws, np.ones(1))
    # exponents of up to 300 are rounded, and squared
    assert errors.min() >= 0 and errors.max() <= float(error_bound(tilt, share)) * (1 + ulps(1500))
    assert (draws.weights > 0).all() and draws.weights.max() <= (1 + ulps(4)) / (1 - share)
    # Hoeffding's inequality at 1e-9 for each example
    room = math.sqrt(math.log(2e9) / (2 * draws.weights.size)) / (1 - share)
    assert abs(draws.weights.mean() - 1) < room
    assert (draws.squares >= (draws.estimates - 1) ** 2 * (1 - ulps(8 * m))).all()


def test_shares_of_one_direction_leave_the_others_alone():
    """Where no replicate is tilted the samples are those of the coupling, whatever block is near."""
    setting = _setting(Positive(), NAMES["simplex"], 4, 7, 1.0)
    tilt, geometry = SquareTilt.of(Positive(), setting.x[0], setting.y[0]), geometry_of("simplex", 4)
    batch = draw_batch(np.random.default_rng(0), [tilt], NAMES["simplex"], 7, 0.5, 500)
    samples = tilted_samples(batch, tilt, geometry)
    plain = np.exp(batch.images - 0.5)
    for member in range(7):
        block = slice(4 * (member // 4), 4 * (member // 4) + 4)
        chosen = batch.tilted & (batch.member == member)
        changed = ~np.isclose(samples[:, chosen], plain[:, chosen], rtol=1e-9, atol=0)
        outside = np.ones(7, dtype=bool)
        outside[block] = False
        assert changed[block].all() and not changed[outside].any()
    left = ~batch.tilted
    np.testing.assert_allclose(samples[:, left], plain[:, left], rtol=ulps(16))


@pytest.mark.parametrize("coupling", ["orthogonal", "simplex"])
def test_the_others_of_a_tilted_block_keep_their_angles(coupling):
    """With one of two members tilted by exp(2 w.u - 2 v^2): the moment E exp((w_1 + w_2).u/2) is the mean of two joint moments."""
    length, d, share = 1.0, 4, 0.5
    tilt, geometry = SquareTilt.of(Positive(), np.eye(d)[0], np.zeros(d)), geometry_of(coupling, d)
    batch = draw_batch(np.random.default_rng(3), [tilt], NAMES[coupling], 2, share, 100_000)
    # t = exp(w.u - v^2/2)
    drawn = np.sqrt(tilted_samples(batch, tilt, geometry) * math.exp(length**2 / 2))
    with ctx.workprec(128):
        plain = block_exponential([arb(1) / 2, arb(1) / 2], arb(1), d, geometry.cosine)
        turned = block_exponential([arb(5) / 2, arb(1) / 2], arb(1), d, geometry.cosine) * (-arb(2)).exp()
        square = block_exponential([arb(1), arb(1)], arb(1), d, geometry.cosine)
        square += block_exponential([arb(3), arb(1)], arb(1), d, geometry.cosine) * (-arb(2)).exp()
    expected = float(plain + turned) / 2
    assert _decides(drawn.prod(axis=0), expected, float(square) / 2 - expected**2, expected / 10)


# -- controls that must fail ----------------------------------------------------------------------------------------


def _rejected(values, setting, expected, quantity=ERROR, part=5):
    bound = variance_bound(quantity, setting, "tilted")
    plan = make_plan(expected, abs(expected) / part, bound.variance, alpha=RATE, beta=RATE)
    assert plan.draws <= values.size, f"{plan.draws} draws are needed"
    return abs(plan.influence(values[: plan.draws])[0]) >= plan.threshold


def _weighted(setting, squares=False):
    return TiltedSampler(setting).draw(np.random.default_rng(0), 150_000, squares)


def test_a_wrong_density_is_refused(monkeypatch):
    setting = _setting(Positive(), NAMES["iid"], 4, 4, 2.0)
    monkeypatch.setattr(SquareTilt, "_shift", property(lambda tilt: tilt.length))
    assert _rejected(MeanSquaredError().values(_weighted(setting), np.ones(1))[0], setting, _error(setting))


@pytest.mark.parametrize("coupling", ["orthogonal", "simplex"])
def test_a_block_that_is_not_turned_is_refused(monkeypatch, coupling):
    """The products of different samples need it."""
    quantity, setting = PairCovariance(3), _setting(Positive(), NAMES[coupling], 3, 3, 1.5)
    single = math.exp(1.5**2) - 1
    expected = (3 * _error(setting) - single) / 2
    right = quantity.values(_weighted(setting, True), np.ones(1))[0]
    monkeypatch.setattr(square_tilt, "_turned", lambda batch, along, across, geometry: batch.images.copy())
    wrong = quantity.values(_weighted(setting, True), np.ones(1))[0]
    assert _rejected(wrong, setting, expected, quantity, 2) and not _rejected(right, setting, expected, quantity, 2)


def test_a_weight_without_the_untilted_share_is_refused():
    setting = _setting(Positive(), NAMES["orthogonal"], 4, 4, 2.0)
    draws = _weighted(setting)
    values = (draws.estimates[0] - 1) ** 2 / (1 / draws.weights[0] - 0.5)
    assert _rejected(values, setting, _error(setting))


def test_lengths_of_the_tilted_projection_matter(monkeypatch):
    setting = _setting(GeneralizedExponential(sp.Rational(-1, 5), 1), NAMES["iid"], 4, 2, 1.0)
    plane = SquareTilt.plane
    monkeypatch.setattr(
        SquareTilt, "plane", lambda self, normal, chi, uniform: (plane(self, normal, chi, uniform)[0], chi)
    )
    assert _rejected(MeanSquaredError().values(_weighted(setting), np.ones(1))[0], setting, _error(setting))


# -- what is saved --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("coupling", list(NAMES))
def test_the_variance_falls(coupling):
    """Exact variance of plain squared errors over the bound for tilted ones: at v = 2 more than a thousandfold."""
    setting = _setting(Positive(), NAMES[coupling], 8, 8, 2.0)
    moments = setting.estimator.moments(setting.x[0], setting.y[0], 8, 1, mpmath.exp(float(setting.log_kernel[0])))
    plain = float((moments.fourth - moments.second**2) / moments.second**2)
    tilted = variance_bound(MeanSquaredError(), setting, "tilted", share=0.5)
    assert plain > 1000 * tilted.relative_variance
    values = MeanSquaredError().values(TiltedSampler(setting).draw(np.random.default_rng(0), 20_000), np.ones(1))
    assert plain > 10_000 * values.var() / values.mean() ** 2


# -- pairs and shared numbers ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("coupling", list(NAMES))
def test_pairs_share_their_numbers_or_not(coupling):
    lengths = [1.0, 3.0, 1.0]
    shared, own = (_setting(Hyperbolic(), NAMES[coupling], 4, 6, lengths, share) for share in (True, False))
    draws = TiltedSampler(shared).draw(np.random.default_rng(0), 50, squares=True)
    for part in draws:
        assert part.shape == (3, 50) and (part[0] == part[2]).all() and (part[0] != part[1]).any()
    apart = TiltedSampler(own).draw(np.random.default_rng(0), 50)
    assert (apart.estimates[0] != apart.estimates[2]).all() and apart.squares is None
    alone = TiltedSampler(_setting(Hyperbolic(), NAMES[coupling], 4, 6, 1.0)).draw(np.random.default_rng(0), 50)
    assert (alone.estimates[0] == draws.estimates[0]).all() and (apart.estimates[0] == alone.estimates[0]).all()
    assert TiltedSampler(shared).cost < TiltedSampler(own).cost


def test_shared_numbers_leave_each_law():
    setting = _setting(Positive(), NAMES["simplex"], 4, 4, [1.0, 2.5], share=True)
    draws = TiltedSampler(setting, 0.5).draw(np.random.default_rng(0), 60_000)
    values = MeanSquaredError().values(draws, np.ones(2))
    for pair in range(2):
        bound = variance_bound(MeanSquaredError(), setting, "tilted", pair)
        assert _decides(values[pair], _error(setting, pair), bound.variance, _error(setting, pair) / 2)


def test_samplers_travel_and_have_labels():
    setting = _setting(Positive(), NAMES["orthogonal"], 4, 4, 1.0)
    sampler = TiltedSampler(setting, 0.3)
    copy = pickle.loads(pickle.dumps(sampler))
    pair = [each.draw(np.random.default_rng(5), 20).estimates for each in (sampler, copy)]
    assert (pair[0] == pair[1]).all() and copy.label == sampler.label
    assert TiltedSampler(setting, 0.4).label != sampler.label and sampler.has_squares
    np.testing.assert_array_equal(sampler.log_unit, setting.log_kernel)
    regular = Setting.of(Regular(Positive()), setting.x, setting.y, 4)
    assert (TiltedSampler(regular).draw(np.random.default_rng(0), 5).estimates > 0).all()


# -- bad input ------------------------------------------------------------------------------------------------------


def test_bad_input():
    x = np.array([0.5, 0.0])

    def sampler(family, coupling=NAMES["iid"], length=1.0, share=0.5):
        return TiltedSampler(Setting.of(Coupled(family, coupling), length * x, length * x, 2), share)

    for share in (0.0, 1.0, -1.0, math.nan):
        with pytest.raises(ValueError, match=r"share must be in \(0, 1\)"):
            sampler(Positive(), share=share)
    for family in (Trigonometric(), GeneralizedExponential(sp.Integer(0), -1), GeneralizedExponential(sp.I / 20, 1)):
        with pytest.raises(ValueError, match="positive features"):
            sampler(family)
    with pytest.raises(ValueError, match="A must be < 1/8"):
        sampler(GeneralizedExponential(sp.Rational(1, 7), 1))
    for coupling, message in ((Halton(), "must be isotropic"), (HadamardProduct(), "must be isotropic")):
        with pytest.raises(ValueError, match=message):
            sampler(Positive(), coupling)
    for family in (Positive(), Hyperbolic()):
        sampler(family, length=12.0)
        for length in (12.5, 1e3, 1e150):
            with pytest.raises(ValueError, match="at most 12"):
                sampler(family, length=length)
    with pytest.raises(ValueError, match="size must be an integer >= 1"):
        sampler(Positive()).draw(np.random.default_rng(0), 0)
    with pytest.raises(ValueError, match="generator must be"):
        sampler(Positive()).draw(None, 1)
    with pytest.raises(ValueError, match="one family"):
        TiltedSampler(Setting.of(TiltedError(Coupled(Positive())), x, x, 2))
    with pytest.raises(ValueError, match="share must be in"):
        TiltedError(Coupled(POSITIVE), sp.Integer(1))
