"""Draws where errors are large: unbiased against closed forms at stated rates, bounded, and wrong ones refused."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest
import sympy as sp
from flint import acb, arb, ctx
from hypothesis import given, reject
from hypothesis import strategies as st

from rftheory.couplings.geometries import NAMES, geometry_of
from rftheory.families.generalized_exponential import GeneralizedExponential
from rftheory.families.hyperbolic import Hyperbolic
from rftheory.families.positive import Positive
from rftheory.montecarlo.estimators import square_tilt
from rftheory.montecarlo.estimators.coupled import Coupled
from rftheory.montecarlo.estimators.pair_exponentials import pair_exponential
from rftheory.montecarlo.estimators.square_tilt import SquareTilt, draw_batch, tilted_samples
from rftheory.montecarlo.estimators.tilted import TiltedError, error_bound
from rftheory.montecarlo.quantities import BIAS, MEAN, MSE, SECOND_MOMENT, pair_covariance
from rftheory.montecarlo.samplers import TiltedSampler
from rftheory.montecarlo.setting import Setting
from tests.tilted import COUPLINGS, ERROR, FAMILIES, HEAVY, closed_error, decides, interval_of, setting_of
from tests.tolerances import ulps


def _accepts(quantity, sampler, expected, difference):
    draws = sampler.draw(np.random.default_rng(0), 100_000, quantity.needs_squares)
    found = interval_of(quantity, sampler, quantity.values(draws, sampler.kernel)[0])
    return expected in found and expected - difference not in found and expected + difference not in found


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
    for m, v in ((6, 4.0), (3, 1.5)):
        setting = setting_of(FAMILIES[name], COUPLINGS[coupling], 4, m, v)
        expected = closed_error(setting)
        assert _accepts(MSE, TiltedSampler(setting, 0.6), expected, expected / 3)


@pytest.mark.parametrize(
    ("family", "coupling", "v"),
    [(Positive(), "orthogonal", 6.0), (Positive(), "simplex", 4.0), (Hyperbolic(), "simplex", 6.0)],
)
def test_long_inputs_of_high_dimension_to_ten_percent(family, coupling, v):
    setting = setting_of(family, NAMES[coupling], 64, 64, v)
    expected = closed_error(setting)
    assert _accepts(MSE, TiltedSampler(setting, 0.9), expected, expected / 10)


@pytest.mark.parametrize(("name", "coupling"), [*((name, "simplex") for name in FAMILIES), ("damped", "iid")])
def test_other_quantities(name, coupling):
    m, setting = 5, setting_of(FAMILIES[name], NAMES[coupling], 4, 5, 1.0)
    error, single = closed_error(setting), closed_error(setting_of(FAMILIES[name], NAMES[coupling], 4, 1, 1.0))
    sampler = TiltedSampler(setting, 0.4)
    pairs = (m * error - single) / (m - 1)
    for quantity, expected, difference in (
        (MEAN, 1.0, 0.1),
        (BIAS, 0.0, 0.1),
        (SECOND_MOMENT, 1 + error, 0.4),
        (pair_covariance(m), pairs, 0.4),
    ):
        assert _accepts(quantity, sampler, expected, difference)


def test_one_dimension_has_two_directions():
    for coupling in ("iid", "orthogonal"):
        setting = Setting.of(Coupled(Hyperbolic(), NAMES[coupling]), [0.5], [0.5], 3)
        expected = closed_error(setting)
        assert _accepts(MSE, TiltedSampler(setting), expected, expected / 3)


@pytest.mark.parametrize("family", [Positive(), Hyperbolic(), FAMILIES["damped"]])
@pytest.mark.parametrize("coupling", list(NAMES))
def test_the_judges_draw_the_same_errors(family, coupling):
    setting = setting_of(family, NAMES[coupling], 3, 4, 1.5)
    tilted = TiltedError(setting.estimator, sp.Rational(3, 5))
    x, y = setting.x[0], setting.y[0]
    scale = math.exp(2 * setting.log_kernel[0])
    values = tilted.draw(np.random.default_rng(1), 40_000, x, y, 4, 1)
    low, high = tilted.bounds(x, y)
    assert low <= values.min() and values.max() <= high
    error = scale * closed_error(setting)
    # V is between 0 and C, so that E V^2 <= C E V
    assert decides(values, error, high * error, error / 2)


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
    setting = setting_of(FAMILIES[name], COUPLINGS[coupling], 4, m, v)
    try:
        tilt = SquareTilt.of(FAMILIES[name], setting.x[0], setting.y[0])
    except ValueError:
        # samples that grow faster leave the range of floats before the others do
        assert name == "growing" and v > 10
        reject()
    draws = TiltedSampler(setting, share).draw(np.random.default_rng(seed), 2000, squares=True)
    errors = MSE.values(draws, np.ones(1))
    # exponents of up to 300 are rounded, and squared
    assert errors.min() >= 0 and errors.max() <= float(error_bound(tilt, share)) * (1 + ulps(1500))
    assert (draws.weights > 0).all() and draws.weights.max() <= (1 + ulps(4)) / (1 - share)
    # Hoeffding's inequality at 1e-9 for each example
    room = math.sqrt(math.log(2e9) / (2 * draws.weights.size)) / (1 - share)
    assert abs(draws.weights.mean() - 1) < room
    # a mean of squares is at least the square of the mean; estimates are rounded as parts of themselves, not of their errors
    off = np.abs(draws.estimates - 1)
    assert (np.sqrt(draws.squares) * (1 + ulps(8 * m)) + ulps(2 * m) * draws.estimates >= off).all()


def test_shares_of_one_direction_leave_the_others_alone():
    """Where no replicate is tilted the samples are those of the coupling, whatever block is near."""
    setting = setting_of(Positive(), NAMES["simplex"], 4, 7, 1.0)
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


def _pair(a, b, d, cosine):
    """``E exp((a w_1 + b w_2).z)`` over two members of a block, |z| = 1."""
    return pair_exponential(acb(a * a), acb(b * b), acb(a * b), max(a, b) ** 2, d, cosine).real


@pytest.mark.parametrize("coupling", ["orthogonal", "simplex"])
def test_the_others_of_a_tilted_block_keep_their_angles(coupling):
    """With one of two members tilted by exp(2 w.u - 2 v^2): the moment E exp((w_1 + w_2).u/2) is the mean of two joint moments."""
    length, d, share = 1.0, 4, 0.5
    tilt, geometry = SquareTilt.of(Positive(), np.eye(d)[0], np.zeros(d)), geometry_of(coupling, d)
    batch = draw_batch(np.random.default_rng(3), [tilt], NAMES[coupling], 2, share, 100_000)
    # t = exp(w.u - v^2/2)
    drawn = np.sqrt(tilted_samples(batch, tilt, geometry) * math.exp(length**2 / 2))
    with ctx.workprec(128):
        plain = _pair(arb(1) / 2, arb(1) / 2, d, geometry.cosine)
        turned = _pair(arb(5) / 2, arb(1) / 2, d, geometry.cosine) * (-arb(2)).exp()
        square = _pair(arb(1), arb(1), d, geometry.cosine)
        square += _pair(arb(3), arb(1), d, geometry.cosine) * (-arb(2)).exp()
    expected = float(plain + turned) / 2
    assert decides(drawn.prod(axis=0), expected, float(square) / 2 - expected**2, expected / 10)


# -- controls that must fail ----------------------------------------------------------------------------------------


def _rejected(values, setting, expected, quantity=ERROR, part=5):
    try:
        found = interval_of(quantity, TiltedSampler(setting), values)
    except ValueError as reason:
        assert "must hold all draws" in str(reason)
        return True
    assert found.half_width < abs(expected) / part, "more draws are needed"
    return expected not in found


def _weighted(setting, squares=False):
    return TiltedSampler(setting).draw(np.random.default_rng(0), 150_000, squares)


def test_a_wrong_density_is_refused(monkeypatch):
    setting = setting_of(Positive(), NAMES["iid"], 4, 4, 2.0)
    monkeypatch.setattr(SquareTilt, "_shift", property(lambda tilt: tilt.length))
    assert _rejected(MSE.values(_weighted(setting), np.ones(1))[0], setting, closed_error(setting))


@pytest.mark.parametrize("coupling", ["orthogonal", "simplex"])
def test_a_block_that_is_not_turned_is_refused(monkeypatch, coupling):
    """The products of different samples need it."""
    quantity, setting = pair_covariance(3), setting_of(Positive(), NAMES[coupling], 3, 3, 1.5)
    single = math.exp(1.5**2) - 1
    expected = (3 * closed_error(setting) - single) / 2
    right = quantity.values(_weighted(setting, True), np.ones(1))[0]
    monkeypatch.setattr(square_tilt, "_turned", lambda batch, along, across, geometry: batch.images.copy())
    wrong = quantity.values(_weighted(setting, True), np.ones(1))[0]
    assert _rejected(wrong, setting, expected, quantity, 2) and not _rejected(right, setting, expected, quantity, 2)


def test_a_weight_without_the_untilted_share_is_refused():
    setting = setting_of(Positive(), NAMES["orthogonal"], 4, 4, 2.0)
    draws = _weighted(setting)
    values = (draws.estimates[0] - 1) ** 2 / (1 / draws.weights[0] - 0.5)
    assert _rejected(values, setting, closed_error(setting))


def test_lengths_of_the_tilted_projection_matter(monkeypatch):
    setting = setting_of(GeneralizedExponential(sp.Rational(-1, 5), 1), NAMES["iid"], 4, 2, 1.0)
    plane = SquareTilt.plane
    monkeypatch.setattr(
        SquareTilt, "plane", lambda self, normal, chi, uniform: (plane(self, normal, chi, uniform)[0], chi)
    )
    assert _rejected(MSE.values(_weighted(setting), np.ones(1))[0], setting, closed_error(setting))


# -- what is saved --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("coupling", list(NAMES))
def test_the_variance_falls(coupling):
    """Variance of plain squared errors, at least what E D^4 >= E sum_i (Z_i - K)^4/m^4 of one sample says, over that of tilted ones."""
    setting = setting_of(Positive(), NAMES[coupling], 8, 8, 2.0)
    # log-normal samples of shape v = 2: E (t - 1)^4 of t = exp(v g - v^2/2)
    fourth = sum(math.comb(4, k) * (-1) ** k * math.exp(4 * k * (k - 1) / 2) for k in range(5))
    plain = fourth / 8**3 / closed_error(setting) ** 2 - 1
    values = MSE.values(TiltedSampler(setting).draw(np.random.default_rng(0), 20_000), np.ones(1))
    assert plain > 10_000 * values.var() / values.mean() ** 2
