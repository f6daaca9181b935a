"""Plots of variances, bounds and numbers of features: curves against other routes, points against curves, refusals."""

from __future__ import annotations

import math

import numpy as np
import pytest
import sympy as sp
from flint import arb
from numpy.typing import ArrayLike
from plotted import Points, points_of

from rftheory import plots
from rftheory.couplings.orthogonal import Orthogonal
from rftheory.families.generalized_exponential import GeneralizedExponential
from rftheory.families.geometric import Geometric
from rftheory.families.poisson import Poisson
from rftheory.families.trigonometric import Trigonometric
from rftheory.inputs.arrays import Array
from rftheory.mechanisms.mse import log_variance
from rftheory.numbers.balls import real_ball
from rftheory.plots import bounds, features, log_variances, oprf_variance, printed_forms, samples
from rftheory.plots.variances import log_variance_drawn
from rftheory.statements.claimed import log_claimed, log_defined

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


def test_plain_draws_would_miss_the_variance_of_long_inputs() -> None:
    """Why the draws are weighted: of samples with |x + y| = 8 no plain draw in 20 000 is near what makes the variance."""
    family, x = GeneralizedExponential(sp.Integer(0), 1, sp.Integer(8)), np.zeros(8)
    x[0] = 4
    w = np.random.default_rng(1).standard_normal((20_000, 1, 8))
    plain = np.log(np.square(np.exp(2 * family.log_features(x[None], w)[1][:, 0, 0]) - 1).mean())
    assert plain < log_variance(family, x[None], x[None])[0] - 10


def test_the_ratio_of_variances_is_that_of_the_statement() -> None:
    """At d = 64, |x + y|^2 = 100, against the expression of the statement in balls."""
    from rftheory.proofs.crt.fig_1 import configuration

    exact = real_ball(sp.log(configuration), {}, 128)
    assert isinstance(exact, arb)
    ours = oprf_variance.log_ratio(64, np.array([100.0]))[0]
    # log-variances have 1e-12 of relative accuracy: of the numbers 100 and 39
    assert abs(ours - float(exact.mid())) < 1e-10
    assert ours < -60


def test_variances_agree_in_the_limit_of_opposite_inputs() -> None:
    ratio = oprf_variance.log_ratio(16, np.array([1e-3, 1e-2, 1e-1, 1.0]))
    # -u/d + O(u^2) for small u = |x + y|^2 would do; only its sign, order and limit are asserted
    assert (np.diff(ratio) < 0).all() and (ratio < 0).all()
    assert abs(ratio[0]) < 1e-2


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


def test_one_parameter_from_averages_is_no_better_than_the_best_of_the_pair() -> None:
    x, y = samples.normal(np.random.default_rng(0), 1, 64)
    by_name = {each.name: each for group in log_variances.MECHANISMS for each in group}
    values = {name: log_variances.exact(by_name[name], x, y)[0] for name in ("TrigRF", "PosRF", "OPRF", "GERF")}
    # of one pair the averages are the pair: GERF is the best of all, up to the tolerance of its search
    assert values["OPRF"] <= values["PosRF"]
    assert values["GERF"] <= min(values["OPRF"], values["TrigRF"]) + 2e-2


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
    figure = plots.draw("bounds", replicates=500)
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


def test_corrected_bounds_hold_on_the_curves() -> None:
    r = np.linspace(0.3, 8, 30)
    worst, _ = bounds._worst(r, 2)
    at: dict[str, ArrayLike] = {"r": r, "theta": 0, "m": 1, "n": 2}
    assert (worst <= log_claimed("hrf.theorem-3.5-bound", "corrected bound", **at)).all()
    assert (worst <= log_claimed("hrf.abstract-worst-case", "half", **at)).all()
    # and the printed one does not hold for long inputs
    long = np.array([25.0])
    assert bounds._worst(long, 2)[0] > log_claimed("hrf.theorem-3.5-bound", "bound", **{**at, "r": long})


def test_a_tail_is_a_decreasing_probability() -> None:
    at: dict[str, ArrayLike] = {
        "A": -2,
        "x_norm": 1,
        "y_norm": 1,
        "theta": 0,
        "d": 4,
        "m": 1,
        "epsilon": np.linspace(1, 90, 20),
    }
    tail = log_defined("crt.theorem-4.2-iid", "Hoeffding", **at)
    assert (tail <= 0).all() and (np.diff(tail) < 0).all()
    assert (tail <= log_claimed("crt.theorem-4.2-iid", "Hoeffding", **at)).all()


# -- numbers of features --------------------------------------------------------------------------------------------


def test_trigonometric_features_count_twice() -> None:
    assert features.projections(Trigonometric(), 64) == 32
    assert features.projections(GeneralizedExponential(sp.Integer(0), 1), 64) == 64


def test_errors_of_independent_features_fall_with_the_root_of_their_number() -> None:
    x, y = samples.normal(np.random.default_rng(0), 5, 8)
    from rftheory.couplings.iid import Independent

    errors = [features.expected(Trigonometric(), Independent(), m, x, y) for m in (3, 12)]
    assert math.isclose(errors[0], 2 * errors[1], rel_tol=1e-11)


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


# -- inputs ---------------------------------------------------------------------------------------------------------
