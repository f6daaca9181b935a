"""What plots show: points lie on the curve of their colour and on no other, and where there are none, on what theory says."""

from __future__ import annotations

from typing import Any

import mpmath
import numpy as np
import pytest
import sympy as sp
from conformity_reference import TOLERANCE
from plotted import check_words, points_of
from scipy import special, stats
from tolerances import ulps

from rftheory import plots
from rftheory.couplings.geometries import NAMES, geometry_of
from rftheory.mechanisms.mse import log_conformity
from rftheory.plots import conformity_iteration, error_surfaces, gram_error, log_variances, samples
from rftheory.plots._hybrids import DRAWN, RIVALS, Rival, pair_at
from rftheory.plots.pointwise import percentiles
from rftheory.plots.resultant_densities import resultant_density
from rftheory.rules.pair_moments import length_moment

#: standard errors that no point of a figure may exceed: about 1e-6 for 80 normal ones
FAR = 5.5
#: plots with points and curves, at few draws: parameters, the panel, and how many curves have points
SHOWN: dict[str, tuple[dict[str, Any], int, int]] = {
    "mse-ratios": ({"d": 6, "replicates": 3000}, 0, 2),
    "resultant-densities": ({"d": 3, "replicates": 4000}, 0, 3),
    "critical-distances": ({"largest": 5, "dimensions": (2, 6), "replicates": 2000}, 1, 2),
    "error-surfaces": ({"cut": 0.3, "m": 4, "n": 2, "replicates": 4000}, 3, 3),
    "oprf-variance": ({"dimensions": (4, 16), "replicates": 4000}, 0, 2),
}


@pytest.mark.parametrize("name", SHOWN)
def test_points_lie_on_their_curves_and_on_no_other(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    given, panel, count = SHOWN[name]
    # the maps beside the section have no points; their lines and labels take as much room
    monkeypatch.setattr(error_surfaces, "_CELLS", (40, 33))
    figure = plots.draw(name, **given, seed=1)
    check_words(name, figure, 1)
    found = points_of(figure.axes[panel])
    assert len(found) == count
    for points in found:
        assert len(points.distances()) >= len(points.x) - 2 and (points.distances() < FAR).all()
    first, second, *_ = found
    assert (first._replace(curve_y=second.curve_y).distances() > FAR).any()


def test_the_iteration_starts_at_the_simplex_and_ends_above_the_bound() -> None:
    d, v = 6, 1.0
    passes, least = conformity_iteration.iteration(d, v, 3, 4000, 1)
    start = passes[0]
    assert abs(start.value - float(np.exp(log_conformity("simplex", v, d)))) < FAR * start.error
    assert abs(start.value - float(np.exp(log_conformity("orthogonal", v, d)))) > FAR * start.error
    values = [measured.value for measured in passes]
    assert min(values) >= least.value
    # the same lengths: no standard errors between these
    assert values[1] < values[0]


@pytest.mark.parametrize("name", ["iid", "orthogonal", "simplex"])
def test_drawn_gram_errors_are_the_expected_ones_and_no_others(name: str) -> None:
    inputs = np.random.default_rng(2).standard_normal((4, 6)) / 10
    drawn = gram_error.measured_error(gram_error.COUPLINGS[name], inputs, 6, 60_000, np.random.default_rng(3))
    for other in ("iid", "orthogonal", "simplex"):
        exact = gram_error.expected_error(gram_error.COUPLINGS[other], inputs, 6)
        assert (abs(drawn.value - exact) < FAR * drawn.error) == (other == name)


@pytest.mark.parametrize("rival", RIVALS, ids=lambda rival: rival.name)
@pytest.mark.parametrize(
    ("theta", "r", "m", "n"), [(1.0, 1.0, 3, 2), (0.6, 1.4, 2, 1), (2.5, 0.2, 5, 7), (1.7, 0.9, 1, 1)]
)
def test_errors_of_statements_are_the_moments_of_the_estimators(
    rival: Rival, theta: float, r: float, m: int, n: int
) -> None:
    x, y = pair_at(theta, r)
    with mpmath.workdps(30):
        kernel = mpmath.exp(mpmath.mpf(x[0]) * mpmath.mpf(y[0]))
        exact = float(mpmath.log(mpmath.re(rival.estimator.weighted(x, y, kernel).moment((0, 1), m, n))))
    # squares of sums and differences lose less than a digit for these angles, and stand in exponents up to 9
    assert abs(float(rival.log_mse(theta, r, m, n)) - exact) <= ulps(1000)
    assert abs(float(rival.log_mse(theta, r, m + 1, n)) - exact) > ulps(1000)


@pytest.mark.parametrize("wrong", [False, True])
def test_percentiles_of_one_positive_sample(wrong: bool) -> None:
    """One sample is exp(-r^2) cosh(v N): its quantiles are those of |N|. Bars miss them at most one time in twenty."""
    r, positive = 0.8, RIVALS[1]
    bands = percentiles(positive, r, 1, 1, 1000, np.random.default_rng(np.random.SeedSequence(2)))
    # at the angle pi the sample is constant
    angles = DRAWN[:-1]
    v = 2 * r * np.cos(angles / 2) * (1.1 if wrong else 1.0)
    covered = 0
    for band, share in zip(bands, (0.05, 0.95), strict=True):
        exact = np.exp(-r * r) * np.cosh(v * stats.halfnorm.ppf(share))
        _, low, high = band[:-1].T
        covered += int(((low <= exact) & (exact <= high)).sum())
    pvalue = stats.binom(2 * len(angles), 0.95).cdf(covered)
    assert pvalue < 1e-6 if wrong else pvalue > 1e-6


def test_points_of_the_log_variances_lie_on_the_curves() -> None:
    generator, scores = np.random.default_rng(3), []
    for regime in samples.REGIMES.values():
        x, y = regime(generator, 4, 32)
        for mechanism in (each for group in log_variances.MECHANISMS for each in group):
            for scale in (0.4, 1.0):
                point = log_variances.drawn(mechanism, scale * x, scale * y, 500, generator)
                if point is not None:
                    exact = log_variances.exact(mechanism, scale * x, scale * y).mean()
                    scores.append(abs(point.value - exact) / point.error)
    # generalized exponential features at every scale, counts where they are light
    assert len(scores) > 2 * 4 * len(samples.REGIMES)
    assert max(scores) < FAR


@pytest.mark.parametrize("coupling", NAMES)
@pytest.mark.parametrize("d", [3, 6, 64])
def test_densities_have_the_moments_of_the_resultant(d: int, coupling: str) -> None:
    """Mass 1, ``E w^2 = 2d (1 + c E sin phi)``, and rho at v = 1 as ``E 0F1(d/2; w^2/4)`` (a uniform direction)."""
    cosine = 0.0 if coupling == "iid" else float(geometry_of(coupling, d).cosine)
    mean = float(length_moment(sp.Integer(1), sp.Integer(d)).evalf())
    exact = [1.0, 2 * d * (1 + cosine * mean), float(np.exp(log_conformity(coupling, 1.0, d)))]
    nodes, weights = np.polynomial.legendre.leggauss(120)
    # e^-72 of the mass, even times e^w, is farther out (chi variables times sqrt(2) at most)
    reach = (np.sqrt(2 * d) + 20) / 2
    w = reach * (nodes + 1)
    values = np.array([np.ones_like(w), w**2, special.hyp0f1(d / 2, w**2 / 4)]) * resultant_density(
        NAMES[coupling], w, d
    )
    assert values @ weights * reach == pytest.approx(exact, rel=TOLERANCE)
