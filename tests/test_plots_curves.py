"""What plots show: points lie on the curve of their colour and on no other; curves are exact moments; errata are seen to fail."""

from __future__ import annotations

import math
from typing import Any

import mpmath
import numpy as np
import pytest
import sympy as sp
from flint import arb
from hypothesis import given, settings
from hypothesis import strategies as st
from plotted import Points, points_of
from scipy import stats
from tolerances import PROMISED, ulps

from rftheory import plots
from rftheory.couplings.orthogonal import Orthogonal
from rftheory.estimators.coupled import Coupled
from rftheory.families.generalized_exponential import GeneralizedExponential
from rftheory.families.geometric import Geometric
from rftheory.families.poisson import Poisson
from rftheory.families.trigonometric import Trigonometric
from rftheory.inputs.arrays import Array
from rftheory.mechanisms.mse import log_conformity, log_variance
from rftheory.numbers.balls import real_ball
from rftheory.plots import (
    bounds,
    conformity_iteration,
    features,
    gram_error,
    log_variances,
    mse_ratios,
    oprf_variance,
    printed_forms,
    samples,
)
from rftheory.plots._hybrids import DRAWN, RIVALS, Rival, largest, pair_at, pointwise_beside, surfaces_beside
from rftheory.plots.pointwise import percentiles
from rftheory.plots.variances import log_variance_drawn

#: standard errors that no point of a figure may exceed: about 1e-6 for 80 normal ones
FAR = 5.5
#: plots with points and curves, at few draws: parameters, and the panel
SHOWN: dict[str, tuple[dict[str, Any], int, int]] = {
    "mse-ratios": ({"d": 6, "replicates": 3000}, 0, 2),
    "resultant-densities": ({"d": 3, "replicates": 4000}, 0, 3),
    "critical-distances": ({"largest": 5, "dimensions": (2, 6), "replicates": 2000}, 1, 2),
    "error-surfaces": ({"cut": 0.3, "m": 4, "n": 2, "replicates": 4000}, 3, 3),
}


@pytest.mark.parametrize("name", SHOWN)
def test_points_lie_on_their_curves_and_on_no_other(name: str) -> None:
    given, panel, count = SHOWN[name]
    found = points_of(plots.draw(name, **given, seed=1).axes[panel])
    assert len(found) == count
    for points in found:
        assert len(points.distances()) >= len(points.x) - 2 and (points.distances() < FAR).all()
    first, second, *_ = found
    assert (first._replace(curve_y=second.curve_y).distances() > FAR).any()


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


@settings(max_examples=15, deadline=None)
@given(r=st.floats(0.1, 3.0), m=st.integers(1, 100))
def test_largest_relative_errors_are_those_of_lemma_3_4(r: float, m: int) -> None:
    exact = np.exp(2 * r * r) * -np.expm1(-4 * r * r) / np.sqrt(2 * m)
    for rival in RIVALS[:2]:
        # both exponents lose some units, of numbers up to 36
        assert abs(largest(rival, r, m, 1) / exact - 1) <= ulps(20_000)
    told = pointwise_beside([r], m, m, 2)
    assert f"trigonometric {exact:.3g}, positive {exact:.3g}" in told and "not comparable" in told


#: a point beyond so many standard errors is off its curve: for the 100 points here a false alarm in 10 000 runs at most,
#: if errors are normal; the seeds are fixed
_FAR = 5.0
# -- variances ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("family", "length"),
    [
        (GeneralizedExponential(sp.Integer(0), -1, sp.Integer(8)), 3.0),
        (GeneralizedExponential(sp.Integer(0), 1, sp.Integer(8)), 0.5),
        (GeneralizedExponential(sp.Integer(0), 1, sp.Integer(8)), 8.0),
        (GeneralizedExponential(sp.Rational(-1, 2), 1, sp.Integer(8)), 8.0),
        (GeneralizedExponential(sp.Rational(1, 20), 1, sp.Integer(8)), 2.0),
        (GeneralizedExponential(sp.Rational(-1, 50), -1, sp.Integer(8)), 2.0),
        (Poisson(sp.Rational(1, 8)), 0.8),
        (Geometric(sp.Rational(4, 5)), 0.8),
    ],
)
def test_drawn_variances_agree_with_the_closed_forms(family: GeneralizedExponential | Poisson, length: float) -> None:
    generator = np.random.default_rng(5)
    x, y = np.full(8, 1.0), np.linspace(0.2, 1, 8)
    x, y = (length * side / np.linalg.norm(x + y) for side in (x, y))
    exact = log_variance(family, x[None], y[None])[0]
    value, error = log_variance_drawn(family, x, y, 40_000, generator)
    assert abs(value - exact) < _FAR * error
    # so that half of the variance would be told from it
    assert error < math.log(2) / (2 * _FAR)


def test_the_ratio_of_variances_is_that_of_the_statement() -> None:
    """At d = 64, |x + y|^2 = 100, against the expression of the statement in balls."""
    from rftheory.proofs.crt.fig_1 import configuration

    exact = real_ball(sp.log(configuration), {}, 128)
    assert isinstance(exact, arb)
    ours = oprf_variance.log_ratio(64, np.array([100.0]))[0]
    # log-variances have 1e-12 of relative accuracy: of the numbers 100 and 39
    assert abs(ours - float(exact.mid())) < 1e-10
    assert ours < -60


def test_the_papers_gains_stand_beside_those_of_the_pairs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(log_variances, "_SCALES", np.array([0.5, 1.0]))
    monkeypatch.setattr(log_variances, "available", lambda: ["normal"])
    words = plots.draw("log-variances", d=64, pairs=4, replicates=2, seed=3).get_supxlabel().replace("\n", " ")
    generator = np.random.default_rng(np.random.SeedSequence(3)).spawn(len(samples.REGIMES))[0]
    x, y = samples.normal(generator, 4, 64)
    by_name = {each.name: each for group in log_variances.MECHANISMS for each in group}
    means = {name: log_variances.exact(shown, x, y).mean() for name, shown in by_name.items()}
    for better, base, printed in (("GERF", "TrigRF", 80), ("OPRF", "PosRF", 75), ("GeomRF+", "PosRF", 75)):
        assert f"{better} over {base}: normal {means[base] - means[better]:.1f} ({printed})" in words
    assert "not comparable: GeomRF+ has one shift for all 4 pairs" in words


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
    assert max(scores) < _FAR


# -- bounds ---------------------------------------------------------------------------------------------------------


def _distances(points: Points) -> Array:
    """In standard errors, less what linear interpolation of logarithms adds between vertices: h^2 f''/8, twice."""
    positive = points.curve_y > 0
    x, logs = points.curve_x[positive], np.log(points.curve_y[positive])
    right = np.searchsorted(x, points.x).clip(2, len(x) - 3)
    bend = np.array([np.abs(np.diff(logs[k - 2 : k + 3], 2)).max() for k in right]) / 4
    gap = np.abs(np.log(points.y) - np.interp(points.x, x, logs)) - bend
    return np.maximum(gap, 0) * points.y / points.error


def test_every_erratum_of_the_plot_has_a_panel_that_shows_the_failure() -> None:
    """Somewhere the printed curve is on the wrong side: what is true is above a bound from above."""
    figure = plots.draw("bounds", replicates=250)
    shown = [points for axes in figure.axes for points in points_of(axes)]
    distances = np.concatenate([_distances(points) for points in shown])
    assert len(distances) > 50
    assert distances.max() < _FAR
    # points that are half as high would not pass
    halved = [_distances(points._replace(y=points.y / 2, error=points.error / 2)) for points in shown]
    assert np.concatenate(halved).max() > _FAR
    assert [axes.get_title().split("\n")[0] for axes in figure.axes] == list(bounds.PANELS)
    for axes, name in zip(figure.axes, bounds.PANELS, strict=True):
        lines = {
            str(line.get_color()): np.array(line.get_data(), dtype=float)
            for line in axes.lines
            if np.size(line.get_xdata()) > 7
        }
        x, printed = lines[bounds._PRINTED.color]
        # of the lines of several n that of n = 4
        true = np.interp(x, *lines[bounds._OTHER.color if name == "hrf.abstract-worst-case" else bounds._TRUE.color])
        # what is printed as the least conformity is not the least
        assert (true < printed).any() if name == "simrf.theorem-3.4" else (true > printed).any(), name


def test_draws_lie_on_the_corrected_forms_and_not_on_the_printed_ones() -> None:
    figure = plots.draw("printed-forms", replicates=2_000)
    assert [axes.get_title().split("\n")[0] for axes in figure.axes] == list(printed_forms.PANELS)
    for axes in figure.axes:
        [points] = points_of(axes)
        assert _distances(points).max() < _FAR
        printed = next(line for line in axes.lines if line.get_label() == "printed")
        assert _distances(points._replace(curve_y=np.asarray(printed.get_ydata(), dtype=float))).max() > _FAR


# -- numbers of features --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("mechanism", features.MECHANISMS, ids=lambda each: each.name)
def test_drawn_errors_of_data_agree_with_the_closed_forms(mechanism: features.Shown) -> None:
    generator = np.random.default_rng(2)
    x, y = (0.1 * side for side in samples.normal(generator, 6, 8))
    family = mechanism.choose(x, y)
    for m in (3, 8, 20):
        value, error = features.measured(family, Orthogonal(), m, x, y, 2_000, generator)
        exact = features.expected(family, Orthogonal(), m, x, y)
        assert abs(value - exact) < _FAR * error
        assert error < 0.05 * exact


def test_data_may_be_given() -> None:
    rows = np.random.default_rng(0).standard_normal((2, 3, 4)) / 4
    figure = plots.draw("features", data=tuple(rows), scale=1.0, most=8, replicates=5)
    exact = [
        features.expected(Trigonometric(), Orthogonal(), features.projections(Trigonometric(), size), *rows)
        for size in (4, 8)
    ]
    curves = [line for line in figure.axes[0].lines if line.get_label() == "orthogonal"]
    assert np.array_equal(curves[0].get_ydata(), exact)
