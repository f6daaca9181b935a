"""Reduced draws have the moments and the law of whole projections, and mistakes in them are caught."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import numpy as np
import pytest
from reduced import ALPHA, DRAWS, FAMILIES, Known, X, Y, inputs, known_moments, rng, sampler_of
from scipy import stats

from rftheory.couplings.coupling import Isotropic, fill_chi, fill_independent
from rftheory.couplings.iid import Independent
from rftheory.couplings.orthogonal import Orthogonal
from rftheory.couplings.simplex import Simplex
from rftheory.couplings.simplex_plus import SimplexPlus
from rftheory.estimators.coupled import Coupled
from rftheory.families.hyperbolic import Hyperbolic
from rftheory.families.positive import Positive
from rftheory.families.random_phase_cosine import RandomPhaseCosine
from rftheory.families.reduction import Reduction
from rftheory.families.trigonometric import Trigonometric
from rftheory.montecarlo.quantities import Mean, MeanSquaredError, PairCovariance
from rftheory.montecarlo.samplers import ReducedSampler


def refused(sampler: ReducedSampler, known: dict[str, Known], draws: int = DRAWS, seed: int = 0) -> list[str]:
    """Which of the moments the draws contradict."""
    drawn = sampler.draw(rng(seed), draws, squares=True)
    values = {
        "mean": Mean().values(drawn, sampler.kernel),
        "mse": MeanSquaredError().values(drawn, sampler.kernel),
        "squares": drawn.squares,
        "pairs": PairCovariance(sampler.m).values(drawn, sampler.kernel),
    }
    return [name for name, variable in values.items() if not known[name].accepts(variable)]


@dataclass(frozen=True)
class _Wrong(Isotropic):
    """Orthogonal projections drawn with a mistake."""

    mistake: str

    def draw_columns(self, generator, m, d, replicates):
        raise NotImplementedError

    def fill(self, generator, d, coordinates, lengths, measured=True):
        m, replicates = lengths.shape
        if self.mistake == "independent":
            fill_independent(generator, d, coordinates, lengths, measured)
            return
        if self.mistake == "signs of QR":
            frames = np.linalg.qr(generator.standard_normal((replicates, d, d)))[0]
            coordinates[0] = frames[:, 0, :m].T
        else:
            generator.standard_normal(out=coordinates[0])
            rest = 0 if self.mistake == "no other coordinates" else generator.chisquare(d - m, replicates)
            coordinates[0] /= np.sqrt(np.square(coordinates[0]).sum(axis=0) + rest)
        fill_chi(generator, d - 1 if self.mistake == "wrong lengths" else d, lengths)
        if self.mistake == "constant lengths":
            lengths[:] = math.sqrt(d)
        coordinates[0] *= lengths


@pytest.mark.parametrize(
    ("mistake", "name", "caught"),
    [
        (None, "positive", set()),
        ("independent", "positive", {"pairs"}),
        ("signs of QR", "positive", {"mean", "squares", "pairs"}),
        ("no other coordinates", "positive", {"mean", "squares"}),
        ("wrong lengths", "positive", {"mean", "squares"}),
        ("constant lengths", "positive", {"mean", "squares"}),
        ("wrong lengths", "gerf", {"squares"}),
        ("wrong lengths", "fourier gerf", {"squares"}),
    ],
)
def test_mistakes_of_the_coupling_are_caught(mistake, name, caught):
    sampler = sampler_of(FAMILIES[name], Orthogonal(), 2)
    if mistake:
        sampler = replace(sampler, coupling=_Wrong(mistake))
    found = set(refused(sampler, known_moments(name, "orthogonal", 2), 100_000))
    assert caught <= found and bool(found) == bool(mistake)


@pytest.mark.parametrize(
    ("name", "law"),
    [
        ("random phase", Reduction("cos")),
        ("gerf", Reduction("exp")),
        ("gerf", Reduction("exp", rate=-0.1)),
        ("hyperbolic", Reduction("exp")),
        ("positive", Reduction("cosh")),
    ],
)
def test_mistakes_of_the_law_are_caught(name, law):
    known = known_moments(name, "orthogonal", 4)
    sampler = sampler_of(FAMILIES[name], Orthogonal(), 4)
    assert not refused(sampler, known, 100_000)
    assert refused(replace(sampler, law=law), known, 100_000)


@pytest.mark.parametrize("m", [2, 3, 5])
@pytest.mark.parametrize(
    ("family", "coupling"),
    [
        (Positive(), SimplexPlus()),
        (RandomPhaseCosine(), Simplex()),
        (FAMILIES["gerf"], Simplex()),
        (Hyperbolic(), Orthogonal()),
    ],
)
def test_reduced_draws_are_distributed_as_those_of_whole_projections(family, coupling, m):
    """Two samples, for what has no moments in closed form; Kolmogorov-Smirnov at the level of this file."""
    x, y = X[:3], Y[:3]
    sampler = sampler_of(family, coupling, m, x, y)
    whole = Coupled(family, coupling).draw(np.random.default_rng(2), 5000, x, y, m, 1) / math.exp(sampler.log_unit[0])
    assert stats.ks_2samp(sampler.draw(rng(1), 5000).estimates[0], whole).pvalue > ALPHA
    other = sampler_of(family, coupling, 3 * m, x, y)
    assert stats.ks_2samp(other.draw(rng(1), 5000).estimates[0], whole).pvalue < ALPHA


def test_many_pairs_have_each_their_moments():
    """More pairs than fit in a batch, each with few draws: the mean over all is that of the kernels."""
    pairs, size = 3000, 40
    x, y = inputs(pairs, 4)
    for coupling in (Independent(), Simplex()):
        sampler = sampler_of(Trigonometric(), coupling, 6, x, y)
        estimates = sampler.draw(rng(8), size).estimates
        # waves in [-1, 1]: Hoeffding's inequality
        room = math.sqrt(2 * math.log(2 / ALPHA) / estimates.size)
        assert abs((estimates - sampler.kernel[:, None]).mean()) < room
        assert abs((estimates - np.roll(sampler.kernel, 1)[:, None])[:, :].mean(axis=1)).max() > room
