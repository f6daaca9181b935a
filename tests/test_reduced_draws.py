"""Reduced draws: samples, coordinates, many pairs, units, threads and memory, bad input."""

from __future__ import annotations

import math
import pickle
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import numpy as np
import pytest
import sympy as sp
from hypothesis import given, settings
from hypothesis import strategies as st
from reduced import ALPHA, COUPLINGS, FAMILIES, D, X, Y, inputs, rng, sampler_of
from scipy import stats

from rftheory.couplings.halton import Halton
from rftheory.couplings.iid import Independent
from rftheory.couplings.orthogonal import Orthogonal
from rftheory.couplings.simplex import Simplex
from rftheory.couplings.simplex_plus import SimplexPlus
from rftheory.estimators.coupled import Coupled, Regular
from rftheory.families.complex_exponential import ComplexExponential
from rftheory.families.generalized_exponential import GeneralizedExponential
from rftheory.families.optimal_positive import OptimalPositive
from rftheory.families.positive import Positive
from rftheory.families.random_phase_cosine import RandomPhaseCosine
from rftheory.families.trigonometric import Trigonometric
from rftheory.montecarlo.samplers import Workspace, reduced_sampler
from rftheory.montecarlo.setting import Setting
from tests.tolerances import EPS, ulps

# -- one sample, from the same projection --------------------------------------------------------------------------

COORDINATES = st.floats(-2, 2).map(lambda value: round(value, 3))


@settings(max_examples=25, deadline=None)
@given(
    st.sampled_from(sorted(FAMILIES)),
    st.lists(st.tuples(COORDINATES, COORDINATES), min_size=1, max_size=5),
    st.integers(0, 10**6),
)
def test_samples_are_products_of_the_feature_maps_at_the_same_projections(name, pair, seed):
    """Errors: each exponent or angle is a sum of some terms, and its rounding is one of the sample, relative or absolute."""
    family = FAMILIES[name]
    x, y = (np.array([side]) for side in zip(*pair, strict=True))
    d = x.shape[1]
    if isinstance(family, OptimalPositive):
        family = replace(family, dimension=sp.Integer(d))
    projections = np.random.default_rng(seed).standard_normal((6, d + family.auxiliary))
    maps = [family.features(u, projections, side)[0] for u, side in ((x, "x"), (y, "y"))]
    blocks = (maps[0] * maps[1]).reshape(family.blocks, 6).sum(axis=0) * 6
    log_kernel = Setting.of(Regular(family), x, y, 1).log_kernel

    law = family.reduction(d)
    w, z = projections[:, :d], x[0] - y[0] if law.bounded else x[0] + y[0]
    sizes = law.sizes(x, y)
    images = w @ z / sizes if sizes[0] else w[:, 0]
    weights = law.weigh(np.linalg.norm(w, axis=1), d) if law.needs_lengths else None
    waves = None
    if law.phase:
        waves = np.cos(w @ (x + y)[0] + 2 * np.arctan2(projections[:, -1], projections[:, -2]))
    samples, unit = np.empty(6), np.exp(law.log_unit(log_kernel, sizes))
    law.fill(samples, images, sizes, weights, waves, np.empty(6))

    size = np.abs(w).sum(axis=1) * 2 * (np.abs(x) + np.abs(y)).max() + np.square(x).sum() + np.square(y).sum()
    size += np.square(w).sum(axis=1) + d
    largest = np.maximum(np.abs(blocks), unit * (1 if weights is None or not law.bounded else weights))
    assert np.all(np.abs(unit * samples - blocks.real) <= ulps(4 * (d + 4)) * (size + 8) * (largest + unit))


@pytest.mark.parametrize("name", sorted(FAMILIES))
def test_the_law_of_lengths_is_a_density(name):
    """``E b^d exp(c |w|^2) f(b w) = E f(w)``: with f = 1 the weights have mean one, exactly ``b^d (1 - 2c)^(-d/2)``."""
    law = FAMILIES[name].reduction(D)
    lengths = np.array([0.0, 1.0, 3.0])
    weights = law.weigh(lengths.copy(), D)
    expected = D / 2 * math.log(1 - 2 * law.rate) + law.rate * lengths**2
    assert np.allclose(np.log(weights) if law.bounded else weights, expected, rtol=ulps(8), atol=ulps(8))


# -- the geometry of the coordinates -----------------------------------------------------------------------------------


@settings(max_examples=40, deadline=None)
@given(st.integers(1, 6), st.integers(1, 15), st.integers(2, 7), st.integers(0, 10**6))
def test_coordinates_along_a_whole_basis_are_projections_with_the_angles_of_the_coupling(d, m, vertices, seed):
    for coupling, most, cosine in (
        (Orthogonal(), d, 0.0),
        (Simplex(vertices=min(vertices, d + 1)), min(vertices, d + 1), -1 / (min(vertices, d + 1) - 1)),
    ):
        coordinates, lengths = coupling.draw_coordinates(rng(seed), d, m, d, 3)
        gram = np.einsum("pir,pjr->ijr", coordinates, coordinates)
        i, j = np.indices((m, m))
        same = (i // most == j // most)[..., None]
        wanted = np.where((i == j)[..., None], 1.0, cosine) * lengths[:, None] * lengths[None, :]
        # two rounds of Gram-Schmidt of d vectors; the first one may lose what the angle of two vectors is short of
        assert np.all(np.abs(gram - wanted)[same.repeat(3, axis=-1)] <= 1e3 * d**2 * EPS * np.square(lengths).max())
        assert np.all(np.abs(gram) <= (1 + 1e3 * EPS) * lengths[:, None] * lengths[None, :])


@pytest.mark.parametrize("coupling", [*COUPLINGS.values(), SimplexPlus()])
@pytest.mark.parametrize("measured", [True, False])
def test_coordinates_are_the_same_whether_lengths_are_wanted_or_not_where_nothing_else_is_drawn(coupling, measured):
    """The images alone have their law: each is a normal variable (Kolmogorov-Smirnov at the level of this file)."""
    m, replicates = 5, 4000
    coordinates, lengths = np.empty((1, m, replicates)), np.empty((m, replicates))
    coupling.fill(rng(3), D, coordinates, lengths, measured)
    for image in coordinates[0]:
        assert stats.kstest(image, "norm").pvalue > ALPHA
    if measured:
        for length in lengths:
            assert stats.kstest(length, stats.chi(D).cdf).pvalue > ALPHA


@pytest.mark.parametrize("name", ["positive", "hyperbolic", "gerf", "random phase"])
@pytest.mark.parametrize("size", [3, 3000])
def test_shared_draws_are_those_of_each_pair_from_the_same_stream(name, size, monkeypatch):
    monkeypatch.setattr("rftheory.montecarlo.samplers.BATCH", 4096)
    x, y = inputs(7, 4)
    together = sampler_of(FAMILIES[name], Orthogonal(), 5, x, y, share=True).draw(rng(6), size, squares=True)
    for pair in range(7):
        alone = sampler_of(FAMILIES[name], Orthogonal(), 5, x[pair], y[pair]).draw(rng(6), size, squares=True)
        assert np.array_equal(alone.estimates[0], together.estimates[pair])
        assert np.array_equal(alone.squares[0], together.squares[pair])


@pytest.mark.parametrize("size", [1, 50, 6000])
def test_pairs_that_do_not_share_are_independent(size, monkeypatch):
    """Correlations of equal pairs: below 7 standard errors where independent (1e-11 each), one where shared."""
    monkeypatch.setattr("rftheory.montecarlo.samplers.BATCH", 4096)
    pairs = 6000 // size if size < 6000 else 2
    x, y = (np.tile(u, (pairs, 1)) for u in (X, Y))
    apart = sampler_of(Trigonometric(), Orthogonal(), 3, x, y).draw(rng(7), size).estimates
    assert len(np.unique(apart)) == apart.size
    if size == 6000:
        assert abs(np.corrcoef(apart)[0, 1]) < 7 / math.sqrt(size)
    shared = sampler_of(Trigonometric(), Orthogonal(), 3, x, y, share=True).draw(rng(7), size).estimates
    assert np.array_equal(shared, np.tile(shared[:1], (pairs, 1)))


@pytest.mark.parametrize("name", ["positive", "hyperbolic", "trigonometric"])
@pytest.mark.parametrize("share", [True, False])
def test_where_the_image_is_zero_the_kernel_is_exact(name, share):
    """z = 0: every sample is K, beside pairs where it is not."""
    x, y = inputs(3, 4)
    y[1] = x[1] if name == "trigonometric" else -x[1]
    sampler = sampler_of(FAMILIES[name], Orthogonal(), 6, x, y, share)
    drawn = sampler.draw(rng(9), 100, squares=True)
    assert (drawn.estimates[1] == 1).all() and (drawn.squares[1] == 0).all() and sampler.kernel[1] == 1
    assert len(np.unique(drawn.estimates[[0, 2]])) > 2


@pytest.mark.parametrize("name", sorted(set(FAMILIES) - {"oprf"}))
@pytest.mark.parametrize("norm", [1e-300, 6.0, 40.0, 1e4])
def test_no_size_overflows(name, norm):
    x = np.array([norm, 0.0, 0.0])
    for y in (x, -x):
        sampler = sampler_of(FAMILIES[name], Simplex(), 5, x, y)
        drawn = sampler.draw(rng(10), 500, squares=True)
        assert np.isfinite(drawn.estimates).all() and np.isfinite(drawn.squares).all()
        assert np.isfinite(sampler.log_unit).all() and np.isfinite(sampler.kernel).all()


def test_units():
    for family, log_unit in (
        (Positive(), X @ Y),
        (Trigonometric(), (X @ X + Y @ Y) / 2),
        (FAMILIES["gerf"], -(X - Y) @ (X - Y) / 2),
        (FAMILIES["fourier gerf"], 0.0),
        (RandomPhaseCosine(), 0.0),
    ):
        sampler = sampler_of(family)
        assert sampler.log_unit == pytest.approx([log_unit], rel=ulps(8), abs=ulps(8))
        assert np.log(sampler.kernel) + sampler.log_unit == pytest.approx(sampler.log_kernel, rel=ulps(8), abs=ulps(8))


# -- threads, memory, bad input --------------------------------------------------------------------------------------


def test_threads_do_not_disturb_each_other():
    sampler = sampler_of(Positive(), Orthogonal(), 8)
    expected = [sampler.draw(rng(seed), 3000).estimates.copy() for seed in range(12)]
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(lambda seed: sampler.draw(rng(seed), 3000).estimates.copy(), range(12)))
    assert all(np.array_equal(one, other) for one, other in zip(expected, found, strict=True))


def test_a_workspace_keeps_its_memory_and_is_empty_after_a_pickle():
    workspace = Workspace()
    first = workspace.array("name", 3, 4)
    first[:] = 1
    assert workspace.array("name", 2, 6).base is first.base
    assert workspace.array("other", 3, 4).base is not first.base
    assert workspace.array("name", 5, 5).shape == (5, 5)
    assert isinstance(pickle.loads(pickle.dumps(workspace)), Workspace)
    with ThreadPoolExecutor(1) as pool:
        assert pool.submit(workspace.array, "name", 3, 4).result().base is not workspace.array("name", 3, 4).base


def test_labels_tell_settings_apart():
    labels = {
        sampler_of(family, coupling, m, share=share).label
        for family in (Positive(), Trigonometric())
        for coupling in (None, Orthogonal(), Simplex(), Simplex(vertices=3))
        for m in (2, 3)
        for share in (False, True)
    }
    assert len(labels) == 32
    assert sampler_of(Positive()).label == sampler_of(Positive()).label


class _Doubled(Coupled):
    """Draws of its own."""

    def draw(self, *arguments):
        return 2 * super().draw(*arguments)


@pytest.mark.parametrize(
    "estimator",
    [
        _Doubled(Positive(), Independent()),
        Regular(GeneralizedExponential(sp.Rational(1, 20) * sp.I, 1)),
        Regular(GeneralizedExponential()),
        Regular(ComplexExponential()),
        Coupled(Positive(), Halton()),
    ],
)
def test_what_has_no_reduced_draws(estimator):
    assert reduced_sampler(Setting.of(estimator, X, Y, 3)) is None
