"""Bandwidths: numbers, one for each coordinate, covariance matrices, and words for data; the same wherever inputs are scaled."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.gaussian_process.kernels import RBF
from tolerances import ulps

from rftheory import audit, choose, closed_form, estimate
from rftheory.cli import main
from rftheory.cli.types import width
from rftheory.features import make
from rftheory.inputs.bandwidths import bandwidth_of, divided, multiplied

GENERATOR = np.random.default_rng(5)
X = GENERATOR.normal(size=(40, 3)) * [1.0, 3.0, 0.3] + 2
VECTOR = np.array([1.5, 4.0, 0.5])
MATRIX = np.array([[2.0, 1.0, 0.1], [1.0, 4.0, -0.2], [0.1, -0.2, 0.3]])
#: relative rounding of a dozen operations
ROUNDED = 2.0**-44


@pytest.mark.parametrize("bandwidth", [2.0, VECTOR, MATRIX], ids=["number", "vector", "matrix"])
def test_division_is_that_of_the_distance(bandwidth: float | np.ndarray) -> None:
    rows = divided(X, bandwidth)
    gaps = X[:, None] - X
    covariance = bandwidth if np.ndim(bandwidth) == 2 else np.diag(np.square(np.broadcast_to(bandwidth, 3)))
    exact = np.einsum("ijk,kl,ijl->ij", gaps, np.linalg.inv(covariance), gaps)
    np.testing.assert_allclose(
        np.square(rows[:, None] - rows).sum(axis=-1), exact, rtol=ROUNDED, atol=ROUNDED * exact.max()
    )
    np.testing.assert_allclose(multiplied(rows, bandwidth), X, rtol=ROUNDED)


@pytest.mark.parametrize("family", ["trigonometric", "random-phase-cosine", "oprf", "positive", "poisson"])
@pytest.mark.parametrize("bandwidth", [VECTOR, MATRIX], ids=["vector", "matrix"])
def test_maps_are_those_of_divided_rows(family: str, bandwidth: np.ndarray) -> None:
    one = make(family, m=8, kernel="gaussian", bandwidth=bandwidth, seed=1).fit(X)
    other = make(family, m=8, kernel="gaussian", seed=1).fit(divided(X, bandwidth))
    expected = other.transform(divided(X, bandwidth))
    # rows are divided, their images and exponents rounded, in another order
    np.testing.assert_allclose(one.transform(X), expected, rtol=0, atol=ulps(400) * np.abs(expected).max())
    np.testing.assert_array_equal(one.bandwidth_, bandwidth)


def test_ard_is_the_kernel_of_scikit_learn() -> None:
    kernel = RBF(length_scale=VECTOR)(X)
    found = make("trigonometric x orthogonal", m=4096, kernel="gaussian", bandwidth=VECTOR, seed=0).fit_transform(X)
    # five standard deviations of an average of 4096 cosines
    assert np.abs(found @ found.T - kernel).max() < 5 / 64


def test_the_word_scale_is_that_of_scikit_learn() -> None:
    gamma = 1 / (X.shape[1] * X.var())
    assert bandwidth_of("scale", X) == pytest.approx((2 * gamma) ** -0.5, rel=ROUNDED)
    assert make("trigonometric", m=2, bandwidth="scale").fit(X).bandwidth_ == bandwidth_of("scale", X)
    assert choose(X, bandwidth="scale").scale == bandwidth_of("scale", X)


@pytest.mark.usefixtures("unserved")
@pytest.mark.parametrize("bandwidth", [VECTOR, MATRIX], ids=["vector", "matrix"])
def test_choices_are_those_of_divided_rows_and_are_made(bandwidth: np.ndarray) -> None:
    few = X[:16]
    one, other = (
        choose(few, bandwidth=bandwidth, features=16),
        choose(divided(few, bandwidth), bandwidth=1.0, features=16),
    )
    assert [each.title for each in one.candidates] == [each.title for each in other.candidates]
    # searches for parameters stop at widths of 1e-4, where errors differ by squares of them
    assert one.recommended.error == pytest.approx(other.recommended.error, rel=1e-6)
    made = one.make("trigonometric, orthogonal", m=2048, seed=0)
    phi = made.transform(few)
    rows = divided(few, bandwidth)
    kernel = np.exp(-np.square(rows[:, None] - rows).sum(axis=-1) / 2)
    error = np.linalg.norm(phi @ phi.T - kernel) / np.linalg.norm(kernel)
    assert error < 3 * made.promised_error_
    assert json.dumps(one.to_json()) and "bandwidth" in str(one)


@pytest.mark.parametrize("bandwidth", [2.0, VECTOR, MATRIX], ids=["number", "vector", "matrix"])
def test_errors_are_those_of_divided_inputs(bandwidth: float | np.ndarray) -> None:
    x, y = X[:4], X[4:8]
    one = closed_form("mse", "trigonometric x orthogonal", x, y, 3, bandwidth=bandwidth)
    scaled = divided(x, bandwidth), divided(y, bandwidth)
    other = closed_form("mse", "trigonometric x orthogonal", *scaled, 3, kernel="gaussian")
    np.testing.assert_array_equal(one.log, other.log)
    drawn = estimate("mse", "trigonometric x orthogonal", x, y, 3, bandwidth=bandwidth, draws=4000)
    assert all(drawn.holds(each) for each in drawn.run.estimates) and drawn.kernel == "gaussian"


def _of(scale: np.ndarray) -> object:
    def features(inputs: np.ndarray, m: int, seed: int) -> np.ndarray:
        return (
            make("trigonometric", m=m, d=3, kernel="gaussian", bandwidth=scale, center=None, seed=seed)
            .fit()
            .transform(inputs)
        )

    return features


def test_audits_know_them() -> None:
    asked = {"claims": "trigonometric", "kernel": "gaussian", "d": 3, "m": 4, "calls": 240, "diagnose": False}
    for scale in (VECTOR, MATRIX):
        assert audit(_of(scale), bandwidth=scale, **asked).passed
    assert not audit(_of(VECTOR), bandwidth=VECTOR[::-1], **asked).passed


@settings(max_examples=25, deadline=None)
@given(st.lists(st.floats(0.01, 100), min_size=2, max_size=5), st.integers(0, 2**32 - 1))
def test_a_vector_is_a_diagonal_matrix(widths: list[float], seed: int) -> None:
    rows = np.random.default_rng(seed).normal(size=(6, len(widths)))
    squares = [
        np.square(scaled[:, None] - scaled).sum(axis=-1)
        for scaled in (divided(rows, np.array(widths)), divided(rows, np.diag(np.square(widths))))
    ]
    np.testing.assert_allclose(*squares, rtol=ROUNDED, atol=ROUNDED * squares[0].max())


def test_the_command_line_has_them(tmp_path: Path) -> None:
    np.save(tmp_path / "rows.npy", X[:8])
    np.savetxt(tmp_path / "matrix.csv", MATRIX, delimiter=",")
    np.save(tmp_path / "vector.npy", VECTOR)
    run, rows = CliRunner(), str(tmp_path / "rows.npy")
    for text, made in (("1.5,4,0.5", VECTOR), (str(tmp_path / "vector.npy"), VECTOR), ("2", 2.0), ("scale", "scale")):
        np.testing.assert_array_equal(width("median", "scale")(text), made)
    for text, wanted in ((str(tmp_path / "matrix.csv"), MATRIX.tolist()), ("scale", bandwidth_of("scale", X[:8]))):
        found = run.invoke(main, ["choose", "--queries", rows, "--bandwidth", text, "--json"])
        assert found.exit_code == 0, found.output
        assert json.loads(found.stdout)["bandwidth"] == wanted
    simulated = run.invoke(main, ["simulate", "trigonometric", "--d", "3", "--z", "2", "--m", "3", "--draws", "1000",
                                 "--bandwidth", "1.5,4,0.5", "--json"])  # fmt: skip
    assert simulated.exit_code == 0, simulated.output
    assert json.loads(simulated.stdout)["kernel"] == "gaussian"


def test_batches_have_one_map() -> None:
    made = make("trigonometric", m=8, bandwidth="median", seed=0)
    first = made.partial_fit(X[:10]).transform(X)
    np.testing.assert_array_equal(made.partial_fit(100 * X[10:]).transform(X), first)
    np.testing.assert_array_equal(
        make("trigonometric", m=8, bandwidth="median", seed=0).fit(X[:10]).transform(X), first
    )
    for wrong in (X[:, :2], np.full((2, 3), np.nan)):
        with pytest.raises(ValueError, match=r"features|finite|NaN"):
            made.partial_fit(wrong)
