"""Draws of every estimator: samples and their squares, pairs, batches, units, and which sampler is taken."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
import sympy as sp
from estimators import KNOWN, OTHERS, D, X, Y, estimator, rng, setting_of
from hypothesis import given, settings
from hypothesis import strategies as st
from tolerances import ulps

from rftheory.estimators.estimator import Variable
from rftheory.estimators.weighted import OverData, gaussian_data
from rftheory.mechanisms.catalogue import family
from rftheory.montecarlo.full import FullSampler
from rftheory.montecarlo.plans import sampler_of
from rftheory.montecarlo.quantities import PairCovariance
from rftheory.montecarlo.setting import Setting

# -- samples and squares --------------------------------------------------------------------------------------------


@settings(max_examples=15, deadline=None)
@given(st.sampled_from(sorted({**KNOWN, **OTHERS})), st.integers(2, 6), st.booleans())
def test_squares_and_products_of_samples_make_the_error(name, m, share):
    """``m^2 |K_hat - K|^2`` is the sum of ``|Z_i - K|^2`` and of the products of different samples."""
    chosen = {**KNOWN, **OTHERS}[name]
    pairs = 1 if chosen.inputs else 3
    setting = setting_of(chosen, pairs, m, share=share)
    sampler = FullSampler(setting)
    draws = sampler.draw(rng(), 5, squares=True)
    generator, found = rng(), []
    law = chosen.sample_law
    for pair in range(pairs):
        if pair == 0 or not share:
            drawn = law.draw(generator, 5, m, 2, D)
        one = slice(pair, pair + 1)
        found.append(law.samples(drawn, setting.x[one], setting.y[one], sampler.log_unit[one])[:, 0])
    gaps = np.array(found) - sampler.kernel[:, None, None]
    products = np.zeros((pairs, 5))
    for i in range(m):
        for j in range(m):
            products += (gaps[..., i] * gaps[..., j].conj()).real * (i != j)
    scale = np.square(np.abs(gaps)).sum(axis=-1) * m
    covariance = PairCovariance(m).values(draws, sampler.kernel)
    # sums of m^2 products, of samples of up to 400 roundings (matrix products of several rows may be summed in another order)
    assert (np.abs(m * (m - 1) * covariance - products) <= ulps(1000 * m) * (scale + m**2)).all()
    assert (np.abs(m * draws.squares - np.square(np.abs(gaps)).sum(axis=-1)) <= ulps(1000 * m) * (scale + m**2)).all()


def test_a_family_that_is_one_in_every_draw():
    """Poisson features at ``x_l y_l = lam`` have no variance."""
    setting = Setting.of(estimator("poisson", rate=0.5), np.full(3, 0.5), np.ones(3), 4)
    # exp(lam - x_l y_l) and powers of 1, up to the rounding of logarithms of masses
    np.testing.assert_allclose(FullSampler(setting).draw(rng(), 500).estimates, 1, rtol=ulps(100))


# -- pairs ----------------------------------------------------------------------------------------------------------


def test_several_batches_are_different_draws():
    size = 30_000
    draws = FullSampler(setting_of(KNOWN["hyperbolic"], 2, share=True)).draw(rng(), size).estimates
    assert len(np.unique(draws[0])) == len(np.unique(draws[1])) == size


def test_estimators_of_which_only_draw_is_known():
    rows = Variable(
        "image of two", lambda rng, size, x, y, m: np.exp(rng.standard_normal((size, m, len(x))) @ (x + y)).mean(axis=1)
    )
    twice = Setting.of(rows, X[[0, 0]], Y[[0, 0]], 2, share=True)
    sampler = FullSampler(twice)
    size = 40_000
    first, second = sampler.draw(rng(), size).estimates
    assert np.array_equal(first, second)
    assert len(np.unique(first)) > 0.99 * size
    first, second = FullSampler(replace(twice, share=False)).draw(rng(), 100).estimates
    assert not np.isin(first, second).any()
    assert not sampler.has_squares and sampler.log_unit.tolist() == [0, 0]
    with pytest.raises(ValueError, match="squares of the samples of Variable.* are not known"):
        sampler.draw(rng(), 3, squares=True)


def test_inputs_that_are_drawn_with_the_samples():
    law = gaussian_data(sp.Rational(1, 4), 2)
    chosen = OverData(family("positive"), law, law)
    sampler = FullSampler(Setting.of(chosen, np.zeros(2), np.zeros(2), 1))
    drawn = sampler.draw(rng(), 200).estimates
    assert drawn.shape == (1, 200) and (drawn > 0).all()


# -- the choice, and other processes -----------------------------------------------------------------------------


def test_the_cheapest_sampler_is_taken():
    def kind(chosen):
        return type(sampler_of(setting_of(chosen))).__name__

    assert kind(KNOWN["positive"]) == kind(KNOWN["orthogonal"]) == "ReducedSampler"
    for name in ("angular", "gaussian", "complex matrix", "complex GERF", "hybrid of matrices", "poisson", "proposal"):
        assert kind(KNOWN[name]) == "FullSampler"
    assert kind(OTHERS["halton"]) == kind(OTHERS["hadamard hybrid"]) == "FullSampler"


def test_units_in_which_nothing_overflows():
    """Kernels of e^-800 and e^900: one is 0 in float64, the other infinite."""
    far = 20 * np.eye(2)[0]
    small = FullSampler(Setting.of(estimator("gerf", A=-0.1), far, -far, 2))
    assert small.kernel[0] == 1 and np.isfinite(small.draw(rng(), 100).estimates).all()
    waves = FullSampler(Setting.of(estimator("trig"), 30 * np.eye(2)[0], 30 * np.eye(2)[0], 2))
    assert waves.kernel[0] == 1
    np.testing.assert_allclose(waves.draw(rng(), 100).estimates, 1, rtol=ulps(2000))
    long = FullSampler(Setting.of(estimator("trig"), [40.0, 0], [40.0, 0], 2))
    with pytest.raises(FloatingPointError, match="overflow at pair 0, of lengths 40, 40"):
        long.draw(rng(), 10)
