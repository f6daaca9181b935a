"""What samplers promise beyond the contract: batches, pairs, units, coordinates, threads and memory; and which sampler is taken."""

from __future__ import annotations

import math
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
import sympy as sp
from contract import EXTRAS, X, Y, of_names, rng

from rftheory.couplings.coupling import Coupling
from rftheory.couplings.geometries import NAMES
from rftheory.couplings.halton import Halton
from rftheory.couplings.iid import Independent
from rftheory.couplings.orthogonal import Orthogonal
from rftheory.couplings.simplex import Simplex
from rftheory.families.complex_exponential import ComplexExponential
from rftheory.families.family import Family
from rftheory.families.generalized_exponential import GeneralizedExponential
from rftheory.families.hyperbolic import Hyperbolic
from rftheory.families.positive import Positive
from rftheory.families.random_phase_cosine import RandomPhaseCosine
from rftheory.families.trigonometric import Trigonometric
from rftheory.montecarlo.estimators.coupled import Coupled, Regular
from rftheory.montecarlo.estimators.estimator import Estimator, Variable
from rftheory.montecarlo.full import FullSampler
from rftheory.montecarlo.plans import sampler_of
from rftheory.montecarlo.samplers import ReducedSampler, TiltedSampler, reduced_sampler
from rftheory.montecarlo.setting import Setting
from tests.tilted import setting_of
from tests.tolerances import ulps

FAMILIES = {
    "positive": Positive(),
    "hyperbolic": Hyperbolic(),
    "trigonometric": Trigonometric(),
    "gerf": GeneralizedExponential(sp.Rational(-1, 10), 1),
    "fourier gerf": GeneralizedExponential(sp.Rational(-1, 10), -1),
    "random phase": RandomPhaseCosine(),
}


def reduced(family: Family, coupling: Coupling, m: int, x: object, y: object, share: bool = False) -> ReducedSampler:
    found = reduced_sampler(Setting.of(Coupled(family, coupling), x, y, m, share=share))
    assert found is not None
    return found


def inputs(pairs: int, d: int) -> np.ndarray:
    return np.random.default_rng(0).normal(scale=0.5, size=(2, pairs, d))


# -- one sample from one image -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", FAMILIES)
@pytest.mark.parametrize("d", [1, 2, 5])
def test_samples_are_products_of_the_feature_maps_at_the_same_projections(name: str, d: int) -> None:
    """Errors: each exponent or angle is a sum of some terms, and its rounding is one of the sample, relative or absolute."""
    family, (x, y) = FAMILIES[name], np.round(rng(d).uniform(-2, 2, (2, 1, d)), 3)
    projections = rng(d + 10).standard_normal((60, d + family.auxiliary))
    maps = [family.features(u, projections, side)[0] for u, side in ((x, "x"), (y, "y"))]
    blocks = (maps[0] * maps[1]).reshape(family.blocks, 60).sum(axis=0) * 60
    law = family.reduction(d)
    assert law is not None
    w, z = projections[:, :d], x[0] - y[0] if law.bounded else x[0] + y[0]
    sizes = law.sizes(x, y)
    weights = law.weigh(np.linalg.norm(w, axis=1), d) if law.needs_lengths else None
    waves = np.cos(w @ (x + y)[0] + 2 * np.arctan2(projections[:, -1], projections[:, -2])) if law.phase else None
    samples = np.empty(60)
    unit = np.exp(law.log_unit(Setting.of(Regular(family), x, y, 1).log_kernel, sizes))
    law.fill(samples, w @ z / sizes, sizes, weights, waves, np.empty(60))
    size = np.abs(w).sum(axis=1) * 2 * (np.abs(x) + np.abs(y)).max() + np.square(x).sum() + np.square(y).sum()
    size += np.square(w).sum(axis=1) + d
    largest = np.maximum(np.abs(blocks), unit * (1 if weights is None or not law.bounded else weights))
    assert np.all(np.abs(unit * samples - blocks.real) <= ulps(4 * (d + 4)) * (size + 8) * (largest + unit))


# -- pairs and batches ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["positive", "hyperbolic", "gerf", "random phase"])
@pytest.mark.parametrize("size", [3, 3000])
def test_shared_draws_are_those_of_each_pair_from_the_same_stream(
    name: str, size: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("rftheory.montecarlo.samplers.BATCH", 4096)
    x, y = inputs(7, 4)
    together = reduced(FAMILIES[name], Orthogonal(), 5, x, y, share=True).draw(rng(6), size, squares=True)
    for pair in range(7):
        alone = reduced(FAMILIES[name], Orthogonal(), 5, x[pair], y[pair]).draw(rng(6), size, squares=True)
        assert np.array_equal(alone.estimates[0], together.estimates[pair])
        assert np.array_equal(alone.squares[0], together.squares[pair])


@pytest.mark.parametrize("size", [1, 50, 6000])
def test_pairs_that_do_not_share_are_independent(size: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Correlations of equal pairs: below 7 standard errors where independent (1e-11 each), one where shared."""
    monkeypatch.setattr("rftheory.montecarlo.samplers.BATCH", 4096)
    pairs = 6000 // size if size < 6000 else 2
    x, y = (np.tile(u[:1], (pairs, 1)) for u in (X, Y))
    apart = reduced(Trigonometric(), Orthogonal(), 3, x, y).draw(rng(7), size).estimates
    assert len(np.unique(apart)) == apart.size
    if size == 6000:
        assert abs(np.corrcoef(apart)[0, 1]) < 7 / math.sqrt(size)
    shared = reduced(Trigonometric(), Orthogonal(), 3, x, y, share=True).draw(rng(7), size).estimates
    assert np.array_equal(shared, np.tile(shared[:1], (pairs, 1)))


def test_estimators_of_which_only_draw_is_known() -> None:
    rows = Variable(
        "image of two", lambda rng, size, x, y, m: np.exp(rng.standard_normal((size, m, len(x))) @ (x + y)).mean(axis=1)
    )
    for share in (True, False):
        sampler, size = FullSampler(Setting.of(rows, X[[0, 0]], Y[[0, 0]], 2, share=share)), 40_000
        first, second = sampler.draw(rng(), size).estimates
        assert np.array_equal(first, second) if share else not np.isin(first[:100], second).any()
        assert len(np.unique(first)) > 0.99 * size
    assert not sampler.has_squares and sampler.log_unit.tolist() == [0, 0]
    with pytest.raises(ValueError, match="squares of the samples of Variable.* are not known"):
        sampler.draw(rng(), 3, squares=True)


@pytest.mark.parametrize("coupling", list(NAMES))
def test_tilted_pairs_share_their_numbers_or_not(coupling: str) -> None:
    lengths = [1.0, 3.0, 1.0]
    shared, own = (setting_of(Hyperbolic(), NAMES[coupling], 4, 6, lengths, share) for share in (True, False))
    draws = TiltedSampler(shared).draw(np.random.default_rng(0), 50, squares=True)
    for part in draws:
        assert part.shape == (3, 50) and (part[0] == part[2]).all() and (part[0] != part[1]).any()
    apart = TiltedSampler(own).draw(np.random.default_rng(0), 50)
    assert (apart.estimates[0] != apart.estimates[2]).all() and apart.squares is None
    alone = TiltedSampler(setting_of(Hyperbolic(), NAMES[coupling], 4, 6, 1.0)).draw(np.random.default_rng(0), 50)
    assert (alone.estimates[0] == draws.estimates[0]).all() and (apart.estimates[0] == alone.estimates[0]).all()
    assert TiltedSampler(shared).cost < TiltedSampler(own).cost


# -- units ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["positive", "hyperbolic", "trigonometric"])
@pytest.mark.parametrize("share", [True, False])
def test_where_the_image_is_zero_the_kernel_is_exact(name: str, share: bool) -> None:
    """z = 0: every sample is K, beside pairs where it is not."""
    x, y = inputs(3, 4)
    y[1] = x[1] if name == "trigonometric" else -x[1]
    sampler = reduced(FAMILIES[name], Orthogonal(), 6, x, y, share)
    drawn = sampler.draw(rng(9), 100, squares=True)
    assert (drawn.estimates[1] == 1).all() and (drawn.squares[1] == 0).all() and sampler.kernel[1] == 1
    assert len(np.unique(drawn.estimates[[0, 2]])) > 2


@pytest.mark.parametrize("name", FAMILIES)
@pytest.mark.parametrize("norm", [1e-300, 6.0, 40.0, 1e4])
def test_no_size_overflows(name: str, norm: float) -> None:
    x = np.array([norm, 0.0, 0.0])
    for y in (x, -x):
        sampler = reduced(FAMILIES[name], Simplex(), 5, x, y)
        drawn = sampler.draw(rng(10), 500, squares=True)
        assert np.isfinite(drawn.estimates).all() and np.isfinite(drawn.squares).all()
        assert np.isfinite(sampler.log_unit).all() and np.isfinite(sampler.kernel).all()


def test_units_in_which_whole_features_do_not_overflow() -> None:
    """Kernels of e^-800 and e^900: one is 0 in float64, the other infinite."""
    far = 20 * np.eye(2)[0]
    small = FullSampler(Setting.of(of_names("gerf(A=-1/10)"), far, -far, 2))
    assert small.kernel[0] == 1 and np.isfinite(small.draw(rng(), 100).estimates).all()
    waves = FullSampler(Setting.of(of_names("trig"), 30 * np.eye(2)[0], 30 * np.eye(2)[0], 2))
    assert waves.kernel[0] == 1
    np.testing.assert_allclose(waves.draw(rng(), 100).estimates, 1, rtol=ulps(2000))
    long = FullSampler(Setting.of(of_names("trig"), [40.0, 0], [40.0, 0], 2))
    with pytest.raises(FloatingPointError, match="overflow at pair 0, of lengths 40, 40"):
        long.draw(rng(), 10)


# -- the choice, threads and memory -----------------------------------------------------------------------------------


class _Doubled(Coupled):
    """Draws of its own."""

    def draw(self, *arguments: object) -> object:
        return 2 * super().draw(*arguments)


@pytest.mark.parametrize(
    ("estimator", "reduces"),
    [
        (of_names("positive"), True),
        (of_names("trig x simplex"), True),
        (of_names("oprf(square=1, d=4) x simplex+"), True),
        (_Doubled(Positive(), Independent()), False),
        (Regular(GeneralizedExponential(sp.Rational(1, 20) * sp.I, 1)), False),
        (Regular(ComplexExponential(scalar=sp.I)), False),
        (Coupled(Positive(), Halton()), False),
        (of_names("angular x hadamard"), False),
        (of_names("poisson(rate=1)"), False),
        *((each.estimator, False) for each in EXTRAS if each.name != "at inputs"),
    ],
    ids=str,
)
def test_one_image_is_drawn_where_it_says_all(estimator: Estimator, reduces: bool) -> None:
    setting = Setting.of(estimator, X[0], Y[0], 3, 2)
    assert (reduced_sampler(setting) is not None) == reduces
    assert type(sampler_of(setting)) is (ReducedSampler if reduces else FullSampler)


def test_threads_do_not_disturb_each_other() -> None:
    sampler = reduced(Positive(), Orthogonal(), 8, X[0], Y[0])
    expected = [sampler.draw(rng(seed), 3000).estimates.copy() for seed in range(12)]
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(lambda seed: sampler.draw(rng(seed), 3000).estimates.copy(), range(12)))
    assert all(np.array_equal(one, other) for one, other in zip(expected, found, strict=True))


def test_labels_tell_settings_apart() -> None:
    labels = {
        each(Setting.of(Coupled(family, coupling), X[0], Y[0], m, share=share)).label
        for family in (Positive(), Hyperbolic())
        for coupling in (Orthogonal(), Simplex(), Simplex(vertices=3))
        for m in (2, 3)
        for share in (False, True)
        for each in (FullSampler, sampler_of, TiltedSampler, lambda setting: TiltedSampler(setting, 0.3))
    }
    assert len(labels) == 2 * 3 * 2 * 2 * 4
