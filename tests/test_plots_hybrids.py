"""Plots of hybrid estimators: what they draw agrees with exact moments and known laws."""

from __future__ import annotations

from typing import Any

import mpmath
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from plotted import points_of
from scipy import stats
from tolerances import ulps

from rftheory import plots
from rftheory.plots._hybrids import DRAWN, RIVALS, Rival, largest, pair_at, pointwise_beside, surfaces_beside
from rftheory.plots.pointwise import percentiles

#: standard errors that no point of a figure may exceed: about 1e-6 for 80 normal ones
FAR = 5.5


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


@given(theta=st.floats(0.1, 3.0), r=st.floats(0.1, 3.0))
def test_trigonometric_and_positive_errors_mirror_each_other(theta: float, r: float) -> None:
    """Lemma 3.4: relative errors at theta and pi - theta."""
    trigonometric, positive, _ = RIVALS
    one = trigonometric.log_mse(theta, r, 3, 1) - 2 * r * r * np.cos(theta)
    other = positive.log_mse(np.pi - theta, r, 3, 1) + 2 * r * r * np.cos(theta)
    # 1 - cos(theta) loses up to 200 units, in exponents up to 36
    assert abs(one - other) <= ulps(20_000)


def test_points_of_the_section_lie_on_its_curves() -> None:
    figure = plots.draw("error-surfaces", cut=0.3, m=4, n=2, replicates=4000, seed=1)
    found = points_of(figure.axes[3])
    assert len(found) == len(RIVALS)
    for points in found:
        # the points at the angles 0 and pi are beyond the ends of the curve
        assert len(points.distances()) == len(DRAWN) - 2 and (points.distances() < FAR).all()
    # the errors are told apart
    trigonometric, positive, _ = found
    assert (trigonometric._replace(curve_y=positive.curve_y).distances() > FAR).any()


@pytest.mark.parametrize("wrong", [False, True])
def test_percentiles_of_one_positive_sample(wrong: bool) -> None:
    """One sample is exp(-r^2) cosh(v N): its quantiles are those of |N|. Bars miss them one time in twenty."""
    r, positive = 0.8, RIVALS[1]
    bands = percentiles(positive, r, 1, 1, 1000, np.random.default_rng(np.random.SeedSequence(2)))
    # at the angle pi the sample is constant
    angles = DRAWN[:-1]
    v = 2 * r * np.cos(angles / 2) * (1.1 if wrong else 1.0)
    covered = 0
    for band, share in zip(bands, (0.05, 0.95), strict=True):
        exact = np.exp(-r * r) * np.cosh(v * stats.halfnorm.ppf(share))
        covered += sum(q.low <= value <= q.high for q, value in zip(band, exact, strict=False))
    pvalue = stats.binom(2 * len(angles), 0.94).cdf(covered)
    assert pvalue < 1e-6 if wrong else pvalue > 1e-6


class _Erring(Rival):
    """A hybrid in name."""

    def log_mse(self, theta: Any, r: Any, m: int, n: int) -> Any:
        return RIVALS[0].log_mse(theta, r, m, n)


@pytest.mark.parametrize(("r", "m", "n"), [(0.2, 10, 1), (2.0, 3, 8), (5.0, 10, 1)])
def test_the_sentence_of_the_figure_stands_beside_the_errors_at_both_ends(r: float, m: int, n: int) -> None:
    words = surfaces_beside(r, m, n)
    assert words.endswith("angular hybrid 0 and 0: came out") and "trigonometric 0 and " in words
    # control: a hybrid that errs as the trigonometric estimator does
    assert surfaces_beside(r, m, n, (*RIVALS[:2], _Erring(*RIVALS[2]))).endswith("did not")


@given(r=st.floats(0.1, 3.0), m=st.integers(1, 100))
def test_largest_relative_errors_are_those_of_lemma_3_4(r: float, m: int) -> None:
    exact = np.exp(2 * r * r) * -np.expm1(-4 * r * r) / np.sqrt(2 * m)
    for rival in RIVALS[:2]:
        # both exponents lose some units, of numbers up to 36
        assert abs(largest(rival, r, m, 1) / exact - 1) <= ulps(20_000)
    told = pointwise_beside([r], m, m, 2)
    assert f"trigonometric {exact:.3g}, positive {exact:.3g}" in told and "not comparable" in told
