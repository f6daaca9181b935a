"""Plots of coupled projections: curves agree with independent routes, and points with the curves."""

from __future__ import annotations

import mpmath
import numpy as np
import pytest
from plotted import points_of
from scipy import integrate, stats
from tolerances import PROMISED

from rftheory import plots
from rftheory.estimators.coupled import Coupled
from rftheory.families.trigonometric import Trigonometric
from rftheory.mechanisms.mse import log_conformity, log_mse
from rftheory.plots import conformity_iteration, critical_distances, gram_error, mse_ratios, resultant_densities

#: standard errors that no point of a figure may exceed: about 1e-6 for 80 normal ones
FAR = 5.5
LEAST_LIKELY = 1e-6

# -- mse-ratios ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", mse_ratios.COUPLINGS)
def test_ratios_come_from_conformities(name: str) -> None:
    """``1 - (d-1) (e^(v^2) - rho)/(e^(2 v^2) - e^(v^2))`` for m = d."""
    d, v = 5, np.array([0.7, 1.3, 2.5])
    independent = np.exp(v**2)
    saved = (d - 1) * (independent - np.exp(log_conformity(name, v, d))) / (independent**2 - independent)
    assert mse_ratios.ratio(mse_ratios.COUPLINGS[name], d, v) == pytest.approx(1 - saved, rel=1e3 * PROMISED)


def test_points_of_the_ratios_lie_on_their_curves() -> None:
    orthogonal, simplex = points_of(plots.draw("mse-ratios", d=6, replicates=3000, seed=1).axes[0])
    for points in (orthogonal, simplex):
        assert (points.distances() < FAR).all()
    assert (orthogonal._replace(curve_y=simplex.curve_y).distances() > FAR).any()


# -- conformity-iteration -----------------------------------------------------------------------------------------


def test_the_iteration_starts_at_the_simplex_and_ends_above_the_bound() -> None:
    d, v = 6, 1.0
    found = conformity_iteration.iteration(d, v, 3, 4000, 1)
    start = found.passes[0]
    assert abs(start.value - float(np.exp(log_conformity("simplex", v, d)))) < FAR * start.error
    assert abs(start.value - float(np.exp(log_conformity("orthogonal", v, d)))) > FAR * start.error
    values = [measured.value for measured in found.passes]
    assert min(values) >= found.least.value
    # the same lengths: no standard errors between these
    assert values[1] < values[0]


def test_squares_are_those_of_the_pairs() -> None:
    vectors = np.array([[[1.0], [0.0]], [[0.0], [2.0]], [[-1.0], [0.0]]])
    assert conformity_iteration.squares(vectors).ravel().tolist() == [5.0, 0.0, 5.0]


# -- resultant-densities ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", resultant_densities.COUPLINGS)
def test_histograms_have_the_densities(name: str) -> None:
    d, replicates = 4, 4000
    edges = np.linspace(1.2, 4.4, 9)
    generator = np.random.default_rng(np.random.SeedSequence(3))
    coupling = resultant_densities.COUPLINGS[name]
    height, error, counts = resultant_densities.histogram(coupling, d, edges, replicates, generator)
    assert height == pytest.approx(counts / replicates / np.diff(edges))
    assert error == pytest.approx(np.sqrt(counts * (1 - counts / replicates)) / replicates / np.diff(edges))
    for other in resultant_densities.COUPLINGS:
        pvalue = _fit(other, d, edges, counts, replicates)
        assert pvalue > LEAST_LIKELY if other == name else pvalue < LEAST_LIKELY


def _fit(name: str, d: int, edges: np.ndarray, counts: np.ndarray, replicates: int) -> float:
    w = np.linspace(edges[0], edges[-1], 8 * (len(edges) - 1) + 1)
    density = resultant_densities.resultant_density(resultant_densities.COUPLINGS[name], np.maximum(w, 1e-9), d)
    inside = [integrate.simpson(density[8 * k : 8 * k + 9], w[8 * k : 8 * k + 9]) for k in range(len(edges) - 1)]
    shares = np.array([*inside, 1 - sum(inside)])
    observed = np.array([*counts, replicates - counts.sum()])
    return float(stats.chisquare(observed, replicates * shares / shares.sum()).pvalue)


def test_points_of_the_densities_lie_on_their_curves() -> None:
    found = points_of(plots.draw("resultant-densities", d=3, replicates=4000, seed=1).axes[0])
    assert len(found) == len(resultant_densities.COUPLINGS)
    for points in found:
        assert (points.distances() < FAR).all()


# -- gram-error ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["iid", "orthogonal", "simplex"])
@pytest.mark.parametrize("m", [2, 5])
def test_expected_gram_errors_are_sums_over_pairs(name: str, m: int) -> None:
    """Against moments in balls, pair by pair."""
    inputs = np.array([[0.25, 0, 0], [0, 0.5, 0.125], [-0.25, 0.25, 0]])
    coupling = gram_error.COUPLINGS[name]
    estimator = Coupled(mse_ratios._FAMILY, coupling)
    total = 0.0
    for x in inputs:
        for y in inputs:
            with mpmath.workdps(30):
                square = mpmath.fsum((mpmath.mpf(a) - b) ** 2 for a, b in zip(x, y, strict=True))
                weighted = estimator.weighted(x, y, mpmath.exp(-square / 2))
                total += float(mpmath.re(weighted.moment((0, 1), m, 1)))
    exact = np.sqrt(total) / np.linalg.norm(gram_error.gram(inputs))
    assert gram_error.expected_error(coupling, inputs, m) == pytest.approx(exact, rel=10 * PROMISED)


@pytest.mark.parametrize("name", ["iid", "orthogonal", "simplex"])
def test_measured_gram_errors_agree_with_expected_ones(name: str) -> None:
    generator = np.random.default_rng(np.random.SeedSequence(4))
    inputs = 0.1 * generator.standard_normal((5, 4))
    coupling = gram_error.COUPLINGS[name]
    for m in (3, 4, 7):
        measured = gram_error.measured_error(coupling, inputs, m, 1500, generator)
        assert abs(measured.value - gram_error.expected_error(coupling, inputs, m)) < FAR * measured.error
        assert abs(measured.value - gram_error.expected_error(coupling, inputs, 2 * m)) > FAR * measured.error


# -- critical-distances -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("d", [3, 7, 20])
def test_ratios_pass_one_at_the_critical_distance(d: int) -> None:
    z = critical_distances.distance(d)
    before, after = critical_distances.ratio(d, np.array([z - 1e-3, z + 1e-3]))
    assert before < 1 < after
    assert (critical_distances.ratio(d, np.linspace(0.1, z - 1e-3, 20)) < 1).all()


def test_ratios_are_those_of_trigonometric_features() -> None:
    z = np.array([0.3, 1.0, 4.0])
    logs = [log_mse(Trigonometric(), coupling, 8, 8, z) for coupling in ("orthogonal", "iid")]
    assert critical_distances.ratio(8, z) == pytest.approx(np.exp(logs[0] - logs[1]), rel=10 * PROMISED)


def test_points_of_the_fourier_ratios_lie_on_their_curves() -> None:
    axes = plots.draw("critical-distances", largest=5, dimensions=(2, 6), replicates=2000, seed=1).axes[1]
    found = points_of(axes)
    assert len(found) == 2
    for points in found:
        assert (points.distances() < FAR).all()
    assert (found[0]._replace(curve_y=found[1].curve_y).distances() > FAR).any()


# -- bad parameters -----------------------------------------------------------------------------------------------
