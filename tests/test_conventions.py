"""Conventions of widths: executed with the libraries that are installed."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st
from sklearn.gaussian_process.kernels import RBF
from sklearn.metrics.pairwise import laplacian_kernel, rbf_kernel
from tolerances import ulps

from rftheory import convert
from rftheory.cli import main
from rftheory.features import make
from rftheory.inputs.conventions import CONVENTIONS

X = np.random.default_rng(2).normal(size=(12, 3))
H = 1.7
SQUARES = np.square(X[:, None] - X).sum(axis=-1)
GAUSSIAN = np.exp(-SQUARES / (2 * H**2))
PAGE = Path(__file__).resolve().parent.parent / "docs" / "conventions.md"
#: relative rounding of a few operations
ROUNDED = 2.0**-46


def agree(found: np.ndarray, expected: np.ndarray) -> None:
    """To the rounding of sums of a few terms and of exponents of at most 20, which counts as often as they are large."""
    np.testing.assert_allclose(found, expected, rtol=0, atol=ulps(80) * np.abs(expected).max())


def test_scikit_learn_means_them_so() -> None:
    agree(rbf_kernel(X, gamma=convert(H, "bandwidth", "gamma")), GAUSSIAN)
    agree(RBF(length_scale=convert(H, "bandwidth", "length-scale"))(X), GAUSSIAN)
    gamma = convert(H, "bandwidth", "laplacian-gamma")
    agree(laplacian_kernel(X, gamma=gamma), np.exp(-np.abs(X[:, None] - X).sum(axis=-1) / H))


def test_formulas_that_are_written_are_meant() -> None:
    s = convert(H, "bandwidth", "kernel-scale")
    agree(np.exp(-SQUARES / s**2), GAUSSIAN)
    agree(np.exp(-SQUARES / (2 * convert(H, "bandwidth", "squared-scale"))), GAUSSIAN)
    # projections: E cos(w.z) = exp(-s^2 |z|^2/2)
    for name, factor in (("spectral-deviation", 1.0), ("cycles", 2 * np.pi)):
        deviation = factor * convert(H, "bandwidth", name)
        agree(np.exp(-(deviation**2) * SQUARES / 2), GAUSSIAN)
    products = X @ X.T / H**2
    agree(convert(H, "bandwidth", "head-scale") * X @ X.T, products)
    agree(X @ X.T / convert(H, "bandwidth", "temperature"), products)
    normal = convert(H, "bandwidth", "data-normalizer") * X
    agree(normal @ normal.T, products)


def test_command_converts_as_the_function() -> None:
    for typed, expected in (
        (["8", "temperature", "head-scale"], [0.125]),
        (["0.5,2", "gamma"], convert([0.5, 2], "gamma")),
    ):
        printed = CliRunner().invoke(main, ["convert", *typed]).output
        assert [float(part) for part in printed.split(",")] == list(expected)
    wrong = CliRunner().invoke(main, ["convert", "1", "gama"])
    assert wrong.exit_code == 2 and "source must be one of bandwidth, length-scale" in " ".join(wrong.output.split())


def test_attention_of_pytorch_means_it_so() -> None:
    torch = pytest.importorskip("torch")
    q = torch.tensor(X)[None]
    weights = torch.nn.functional.scaled_dot_product_attention(
        q, q, torch.eye(12, dtype=q.dtype)[None], scale=convert(2.0, "temperature", "head-scale")
    )
    exact = np.exp(X @ X.T / 2.0)
    agree(weights[0].numpy(), exact / exact.sum(axis=1, keepdims=True))


def test_maps_take_what_is_converted() -> None:
    one = make("trigonometric", m=4, kernel="gaussian", bandwidth=convert(0.4, "gamma"), seed=0).fit_transform(X)
    other = make("trigonometric", m=4, kernel="gaussian", seed=0).fit_transform(X * (2 * 0.4) ** 0.5)
    agree(one, other)


@given(st.sampled_from(list(CONVENTIONS)), st.sampled_from(list(CONVENTIONS)), st.floats(1e-6, 1e6))
def test_there_and_back(source: str, target: str, value: float) -> None:
    assert convert(convert(value, source, target), target, source) == pytest.approx(value, rel=ROUNDED)


def test_the_page_has_them_all() -> None:
    rows = [line for line in PAGE.read_text(encoding="utf-8").splitlines() if line.startswith("| `")]
    assert len(rows) == len(CONVENTIONS)
    for row, (name, each) in zip(rows, CONVENTIONS.items(), strict=True):
        assert (
            name in row
            and each.formula.replace("|", "\\|") in row
            and all(library in row for library in each.libraries)
        )
