"""Mixtures of Gaussian kernels where people meet them: choices and the maps they promise, audits, the command line."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

from rftheory import audit, choose
from rftheory.cli import main
from rftheory.features import make
from rftheory.mixtures.kernels import log_kernel

X = 3 + np.random.default_rng(7).normal(size=(60, 4))


@pytest.mark.parametrize("kernel", ["matern(5/2)", "matern(3/2)", "laplacian", "rational-quadratic(2)"])
def test_promised_errors_are_those_of_maps_that_are_made(kernel: str) -> None:
    choice = choose(X, kernel=kernel, bandwidth="median", features=16)
    exact = np.exp(log_kernel(kernel, X[:, None] / choice.scale, X[None] / choice.scale))
    best = {each.name: each for each in reversed(choice.candidates)}
    assert set(best) == {"trigonometric", "random phase"}
    for each in best.values():
        squares = []
        for seed in range(60):
            phi = choice.make(each.title, m=each.size.projections, seed=seed).transform(X)
            squares.append(np.square(phi @ phi.T - exact).sum() / np.square(exact).sum())
        # five standard errors of a mean of 60
        assert abs(np.mean(squares) - each.error**2) < 5 * np.std(squares) / 60**0.5
        assert make(each.mechanism, m=8, kernel=kernel, seed=0).fit(X)
    assert not choice.recommended.positive
    assert any("positive: not compared" in note and "infinite variance" in note for note in choice.notes)
    assert json.dumps(choice.to_json()) and f"{kernel} kernel" in str(choice)


def _features(kernel: str, family: str, coupling: str) -> Callable[[np.ndarray, int, int], np.ndarray]:
    def features(inputs: np.ndarray, m: int, seed: int) -> np.ndarray:
        made = make(family, m=m, d=inputs.shape[1], coupling=coupling, kernel=kernel, center=None, seed=seed)
        return made.fit().transform(inputs)

    return features


@pytest.mark.parametrize(
    ("kernel", "family", "coupling"),
    [
        ("matern(5/2)", "trigonometric", "iid"), ("matern(5/2)", "random-phase-cosine", "orthogonal"),
        ("laplace", "trigonometric", "simplex"), ("rational-quadratic(2)", "trigonometric", "orthogonal"),
        ("laplacian", "trigonometric", "iid"),
    ],
)  # fmt: skip
def test_right_features_pass(kernel: str, family: str, coupling: str) -> None:
    found = audit(
        _features(kernel, family, coupling), claims=f"{family} x {coupling}", kernel=kernel, d=4, m=4, calls=260
    )
    assert found.passed, str(found)


@pytest.mark.parametrize(
    ("made", "claimed", "words"),
    [
        ("gaussian", "matern(5/2)", "the Gaussian kernel"),
        ("laplace", "gaussian", "a Matern kernel with nu = 1/2"),
        ("laplacian", "laplace", "Laplace's kernel exp(-|x - y|_1)"),
        ("rational-quadratic(2)", "matern(1/2)", "a rational quadratic kernel with alpha = 2"),
    ],
)  # fmt: skip
def test_features_of_another_kernel_are_caught_and_named(made: str, claimed: str, words: str) -> None:
    found = audit(_features(made, "trigonometric", "iid"), claims="trigonometric", kernel=claimed, d=4, m=4, calls=400)
    assert not found.passed
    assert any(f"features of {words}" in each.words for each in found.explanations), str(found)


def test_other_mistakes_are_named_as_ever() -> None:
    right = _features("matern(5/2)", "trigonometric", "iid")
    found = audit(
        lambda x, m, seed: 2**0.5 * right(x, m, seed), claims="trigonometric", kernel="matern(5/2)", d=4, calls=300
    )
    assert any("2" in each.words and "factor" in each.words for each in found.explanations), str(found)


def test_what_is_not_audited_is_refused() -> None:
    with pytest.raises(ValueError, match="must have iid projections"):
        audit(
            _features("laplacian", "trigonometric", "iid"),
            claims="trigonometric x orthogonal",
            kernel="laplacian",
            d=4,
        )
    with pytest.raises(ValueError, match="infinite variance"):
        audit(_features("laplacian", "trigonometric", "iid"), claims="positive", kernel="matern(5/2)", d=4)


def test_the_command_line_has_them(tmp_path: Path) -> None:
    np.save(tmp_path / "rows.npy", X)
    run = CliRunner()
    chosen = run.invoke(main, ["choose", "--queries", str(tmp_path / "rows.npy"), "--kernel", "matern(2.5)", "--json"])
    assert chosen.exit_code == 0, chosen.output
    assert json.loads(chosen.stdout)["kernel"] == "matern(5/2)"
    at = ["--kernel", "laplace", "--d", "3", "--z", "1", "--m", "3", "--draws", "2000"]
    drawn = run.invoke(main, ["simulate", "trigonometric x orthogonal", *at, "--json"])
    assert drawn.exit_code == 0, drawn.output
    assert all(row["theory"]["inside"] for row in json.loads(drawn.stdout)["estimates"])
    for command in (["choose", "--queries", str(tmp_path / "rows.npy")], ["simulate", "trigonometric", "--z", "1"]):
        refused = run.invoke(main, [*command, "--kernel", "matern(0)"])
        assert refused.exit_code == 2 and "nu must be" in " ".join(refused.output.split())
