"""What features do to regression: first order against differences, closed forms and maps that are made; how many are needed; refusals."""

from __future__ import annotations

import json
import math
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner
from tolerances import ulps

from rftheory import downstream
from rftheory._choose.downstream import run
from rftheory._choose.downstream.posterior import Posterior, made
from rftheory._choose.downstream.result import Downstream
from rftheory._choose.row_sums import log_kernel
from rftheory.cli import main, progress
from rftheory.experiments import data
from rftheory.features import make
from rftheory.inputs.arrays import Array

RIDGE, TESTS = 0.3, 4


@cache
def regression(name: str, count: int = 60) -> tuple[Array, Array]:
    """Standardised rows, and a smooth function of these."""
    every = data.scaled(data.load(name))
    rows = every[:: max(1, len(every) // count)][:count]
    return rows, np.sin(rows[:, 0]) + rows[:, 1] / 2


def small(seed: int = 0) -> tuple[Array, Array, Array]:
    """Nine rows, the last four for tests; two targets of the others; the Gaussian kernel."""
    generator = np.random.default_rng(seed)
    rows = generator.standard_normal((9, 2))
    return rows, generator.standard_normal((5, 2)), np.exp(log_kernel(rows, rows, "gaussian"))


def features_of(rows: Array, m: int, seed: int, name: str = "trigonometric") -> Array:
    return make(name, m=m, kernel="gaussian", center=None, seed=seed).fit(rows).transform(rows)


def test_first_order_is_the_derivative() -> None:
    rows, targets, kernel = small()
    exact, features = Posterior.of(kernel, RIDGE, targets, TESTS), features_of(rows, 3, 1)
    step = np.finfo(float).eps ** (1 / 3)
    change = features @ features.T - kernel
    ends = [Posterior.of(kernel + side * step * change, RIDGE, targets, TESTS).at for side in (1, -1)]
    mean, variance = exact.moved(features[None])
    for found, (above, below) in zip((mean, variance), zip(*ends, strict=True), strict=True):
        slope = (above - below) / (2 * step)
        # of central differences with this step both errors are of its square, times third derivatives of at most 1/ridge^4
        assert found[0] == pytest.approx(np.square(slope).mean(), rel=step**2 / RIDGE**4 * 10)
    # the control: another ridge is another derivative
    other = Posterior.of(kernel, 2 * RIDGE, targets, TESTS)
    assert other.moved(features[None])[0][0] != pytest.approx(mean[0], rel=0.1)


def test_both_systems_give_one_posterior() -> None:
    rows, targets, _ = small()
    for m in (2, 40):
        features = features_of(rows, m, 2)
        assert (features.shape[1] < 5) == (m == 2)
        found, expected = (
            made(features, RIDGE, targets, TESTS),
            Posterior.of(features @ features.T, RIDGE, targets, TESTS).at,
        )
        for one, other in zip(found, expected, strict=True):
            # the condition of both systems is at most (1 + trace/ridge)
            assert one == pytest.approx(other, rel=0, abs=ulps(2**10) * (1 + len(rows) / RIDGE) * np.abs(other).max())


def test_the_law_of_single_projections_is_the_closed_form() -> None:
    """Of sines and cosines ``E cos(w.a) cos(w.b) = (K(a + b) + K(a - b))/2``: all quadruples of rows."""
    rows, targets, kernel = small(3)
    exact = Posterior.of(kernel, RIDGE, targets, TESTS)
    n = len(targets)
    for t in range(2):
        left = np.concatenate([-exact.smoother[t], np.eye(TESTS)[t]])
        right = np.concatenate([exact.weights[:, 0], np.zeros(TESTS)])
        weights = np.outer(left, right).ravel()
        differences = (rows[:, None] - rows).reshape(-1, 2)
        logs = [-np.square(differences[:, None] + side * differences).sum(axis=-1) / 2 for side in (1, -1)]
        second = weights @ ((np.exp(logs[0]) + np.exp(logs[1])) / 2) @ weights
        expected = second - exact.means.mean[t, 0] ** 2
        generator = np.random.default_rng(4)
        w = generator.standard_normal((40_000, 2))
        phases = w @ rows.T
        waves = np.stack([np.cos(phases), np.sin(phases)], axis=-1)
        single = Posterior(
            exact.at,
            exact.weights[:, :1],
            exact.smoother[t : t + 1],
            type(exact.at)(exact.means.mean[t : t + 1, :1], exact.means.variance[t : t + 1]),
        )
        squares = single.moved(np.concatenate([waves[:, :n], waves[:, n + t : n + t + 1]], axis=1))[0]
        # six standard errors: a right value is refused with probability 2e-9
        assert abs(squares.mean() - expected) < 6 * squares.std() / math.sqrt(len(squares))


CASES = {
    "waves": ("wine", "trigonometric x orthogonal", {"bandwidth": "median"}),
    "phases": ("digits", "random-phase-cosine", {"bandwidth": "median"}),
    "positive": ("wine", "oprf x orthogonal", {"bandwidth": 12.0}),
    "softmax": ("wine", "positive", {"temperature": 200.0}),
    "matern": ("wine", "trigonometric", {"kernel": "matern(5/2)", "bandwidth": "median"}),
}


@cache
def answer(case: str) -> Downstream:
    name, mechanism, options = CASES[case]
    rows, targets = regression(name)
    return downstream(
        rows[:45], targets[:45], mechanism, ridge=1.0, m=400, X_test=rows[45:], within=0.03, draws=4096, **options
    )


def second_order(case: str) -> float:
    """The norm of ``C^-1/2 D C^-1/2``, C = K + ridge I, of one map: what the next order is of, relative to the first."""
    name, mechanism, options = CASES[case]
    rows = regression(name)[0]
    features = make(mechanism, m=400, seed=5, **options).fit(rows[:45])
    units, phi = features._map.scaling * rows, features.transform(rows)
    kernel = np.exp(log_kernel(units, units, features.kernel_))
    values, vectors = np.linalg.eigh(kernel + np.eye(len(rows)))
    root = vectors / np.sqrt(values) @ vectors.T
    return float(np.abs(np.linalg.eigvalsh(root @ (phi @ phi.T - kernel) @ root)).max())


@pytest.mark.parametrize("case", CASES)
def test_maps_that_are_made_move_as_expected(case: str) -> None:
    (moved,), more = answer(case).mechanisms, second_order(case)
    for change in (moved.mean, moved.variance):
        assert change.made.low / (1 + more) < change.expected < change.made.high * (1 + more)
        if not math.isnan(change.low):
            assert change.low <= change.expected <= change.high
        # the control: a half, or twice it, is no answer
        for wrong in (change.expected / 2, 2 * change.expected):
            assert not change.made.low / (1 + more) < wrong < change.made.high * (1 + more)


@pytest.mark.parametrize("case", CASES)
def test_so_many_projections_are_needed(case: str) -> None:
    (moved,) = answer(case).mechanisms
    for change in (moved.mean, moved.variance):
        first = change.law.needed(2 * math.log(0.03))
        assert first is not None and change.needed is not None
        assert change.at(first.projections) <= 0.03 < change.at(first.projections - 1) * (1 + ulps(64))
        assert first.projections <= change.needed.projections
        if change.made_needed is not None:
            assert max(change.made_needed.median, change.made_needed.mean) <= 0.03
        else:
            assert change.needed == first
        assert change.at(400) == pytest.approx(change.expected, rel=ulps(64))


@pytest.mark.parametrize("name", ["wine", "breast_cancer"])
def test_other_maps_keep_to_what_is_promised(name: str) -> None:
    """Also where the first order promises too much: at few features and a small ridge, and the sentence says so."""
    rows, targets = regression(name)
    X, y, X_test = rows[:45], targets[:45], rows[45:]
    options: dict[str, Any] = {"kernel": "gaussian", "bandwidth": "median", "center": None}
    answer = downstream(X, y, "trigonometric", X_test=X_test, ridge=0.1, m=4, within=0.2, draws=4096, **options)
    assert "does not hold" in answer.sentence
    like = make("trigonometric", m=1, **options).fit(X)
    units = like._map.scaling * rows
    exact = Posterior.of(np.exp(log_kernel(units, units, "gaussian")), 0.1, y[:, None], len(X_test)).at

    def moved(m: int) -> Array:
        """Squared relative changes of 64 maps, shape (64, 2)."""
        maps = (make("trigonometric", m=m, seed=1000 + seed, **options).fit(X).transform(rows) for seed in range(64))
        at = [made(features, 0.1, y[:, None], len(X_test)) for features in maps]
        return np.array(
            [[np.square(a - b).mean() / np.square(b).mean() for a, b in zip(each, exact, strict=True)] for each in at]
        )

    for number, change in enumerate((answer.mechanisms[0].mean, answer.mechanisms[0].variance)):
        first = change.law.needed(2 * math.log(0.2))
        assert change.needed is not None and first is not None
        squares = moved(change.needed.projections)[:, number]
        # five standard errors of 64 maps and of the 16 that were made
        assert squares.mean() <= 0.2**2 + 5 * squares.std() * math.sqrt(1 / 64 + 1 / 16)
    # the control: the first order's size for variances is refuted by maps
    squares = moved(first.projections)[:, 1]
    assert squares.mean() > 0.2**2 + 5 * squares.std() * math.sqrt(1 / 64 + 1 / 16)


def test_changes_are_relative() -> None:
    rows, targets = regression("wine")
    options: dict[str, Any] = {"ridge": 1.0, "m": 20, "draws": 1000, "bandwidth": 3.0}
    first, second = (
        downstream(rows, factor * targets, "trigonometric", **options).mechanisms[0] for factor in (1, 1000)
    )
    assert first.mean.expected == pytest.approx(second.mean.expected, rel=ulps(2**20))
    assert first.mean.exact == pytest.approx(second.mean.exact / 1000, rel=ulps(2**20))
    assert first.variance.made == second.variance.made and first.variance.law == second.variance.law
    both = downstream(rows, np.stack([targets, targets], axis=1), "trigonometric", **options).mechanisms[0]
    assert both.mean.expected == pytest.approx(first.mean.expected, rel=ulps(2**20))


def test_what_is_printed_and_json() -> None:
    found = answer("waves")
    text, document = str(found), json.loads(json.dumps(found.to_json(), allow_nan=False))
    assert max(map(len, text.splitlines())) <= 80
    assert text.replace("\n  ", " ").startswith(found.sentence) and "within 3%" in found.sentence
    assert document["mechanisms"][0]["mean"]["needed"] == {
        "projections": found.mechanisms[0].mean.needed.projections,
        "features": 2 * found.mechanisms[0].mean.needed.projections,
        "coefficients": 0,
    }  # type: ignore[union-attr]


def test_draws_that_settle_nothing_have_no_interval(monkeypatch: pytest.MonkeyPatch) -> None:
    rows, targets = regression("wine")
    found = downstream(rows, targets, "positive", ridge=1.0, m=20, draws=200, bandwidth=1.0)
    assert math.isnan(found.mechanisms[0].mean.low) and math.isfinite(found.mechanisms[0].mean.expected)
    monkeypatch.setattr(run, "_MADE", 10)
    assert (
        downstream(rows, targets, "trigonometric", ridge=1.0, m=20, draws=200, within=0.1, bandwidth=3.0)
        .mechanisms[0]
        .mean.made_needed
        is None
    )


def test_command_answers_as_the_function(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """From files, a target of shape (n,) in an archive; the sizes that are asked for."""
    generator = np.random.default_rng(0)
    rows, targets = generator.standard_normal((12, 3)), generator.standard_normal(12)
    np.savez(tmp_path / "all.npz", X=rows, y=targets)
    text = ["--rows", str(tmp_path / "all.npz"), "--targets", str(tmp_path / "all.npz"), "--ridge", "0.5", "--m", "8"]
    more = ["--draws", "500", "--maps", "5", "--kernel", "matern(5/2)", "--bandwidth", "2", "--level", "0.9"]
    run = CliRunner().invoke(main, ["downstream", "trigonometric", *text, *more, "--within", "20%", "--json"])
    assert run.exit_code == 0, run.output
    options: dict[str, Any] = {"kernel": "matern(5/2)", "bandwidth": 2.0, "draws": 500, "maps": 5, "level": 0.9}
    wanted = downstream(rows, targets, "trigonometric", ridge=0.5, m=8, within=0.2, **options)
    assert json.loads(run.output) == json.loads(json.dumps(wanted.to_json()))
    assert CliRunner().invoke(main, ["downstream", *text, "--bandwidth", "1", "--temperature", "1"]).exit_code == 2
    few = ["--draws", "50", "--maps", "8", "--kernel", "gaussian"]
    # as on a machine so slow that every step has been silent for long
    monkeypatch.setattr(progress, "SILENCE", -1.0)
    run = CliRunner().invoke(main, ["downstream", *text, *few])
    assert run.exit_code == 0 and "moves:" in run.stdout
    said = run.stderr.splitlines()
    assert (
        said[0] == "trigonometric x orthogonal: map 1 of 8 with m = 8"
        and "random-phase-cosine: 0 of 50 draws of projections" in said
    )


def test_progress_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run, "_NUMBERS", 1000)
    shares: list[float] = []
    told: list[str] = []

    def tell(share: float, what: str) -> None:
        shares.append(share)
        told.append(what)

    rows, targets = regression("wine")
    options: dict[str, Any] = {"ridge": 1.0, "m": 8, "draws": 100, "maps": 8, "bandwidth": 2.0}
    found = downstream(rows, targets, progress=tell, **options)
    assert shares == sorted(shares) and set(shares) == {0.0, 0.5} and len(told) == len(set(told))
    assert found.to_json() == downstream(rows, targets, **options).to_json()


@pytest.mark.parametrize("degree", [0, 1])
def test_features_of_rectified_units(degree: int) -> None:
    """Kernel matrix from its integral form; expected and made changes agree at many projections, and nothing is centred."""
    generator = np.random.default_rng(3)
    rows, targets = generator.standard_normal((14, 3)) + 1, generator.standard_normal(14)
    norms = np.linalg.norm(rows, axis=1)
    angle = np.arccos(np.clip(rows @ rows.T / np.outer(norms, norms), -1, 1))
    kernel = (
        np.outer(norms, norms) * (np.sin(angle) + (np.pi - angle) * np.cos(angle)) / np.pi
        if degree
        else 1 - angle / np.pi
    )
    name = f"arc-cosine(degree={degree})"
    answer = downstream(rows, targets, name, ridge=1.0, m=4000, kernel=f"arc-cosine({degree})", draws=20_000)
    predicted = kernel @ np.linalg.solve(kernel + np.eye(14), targets)
    change = answer.mechanisms[0].mean
    assert change.exact == pytest.approx(float(np.sqrt(np.square(predicted).mean())), rel=1e-6)
    assert change.made.low < change.expected * 1.3 and change.made.high > change.expected / 1.3
