"""Writes docs/benchmark.md: errors of the kernel and of attention for the mechanisms of a published table, on three stated sets of inputs.

The mechanisms are those that Spectraformer (arXiv:2405.15310) combines, made right; nothing is trained.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

import rftheory

PAGE = Path(__file__).resolve().parent.parent / "docs" / "benchmark.md"
#: the head size and the number of features of the published configuration, and rows of a set
D, FEATURES, ROWS, DRAWS = 32, 128, 128, 8
#: mechanisms by the names that the paper gives component functions and weight matrices
MECHANISMS = {
    f"{theirs}, {matrix}": (ours, coupling)
    for theirs, ours in {"PosRF": "positive", "OPRF": "oprf", "TrigRF": "trigonometric"}.items()
    for matrix, coupling in {
        "Base": "iid",
        "ORF": "orthogonal",
        "SimRF (not in the paper)": "simplex",
        "SORF": "hadamard",
        "QMC": "halton",
        "QMC by Sobol points (not in the paper)": "sobol",
    }.items()
}


def sets() -> dict[str, tuple[Any, Any]]:
    """Queries and keys, divided by d^(1/4), as attention divides them."""
    generator = np.random.default_rng(0)
    q, k = generator.standard_normal((2, ROWS, D))
    centres = generator.standard_normal((8, D))
    labels = generator.integers(8, size=(2, ROWS))
    normal = {"A: N(0, I/4)": (q / 2, k / 2)}
    normal["B: rows of length sqrt(d)/2, as after a layer norm with gain 1/2"] = tuple(
        each * np.sqrt(D) / 2 / np.linalg.norm(each, axis=1, keepdims=True) for each in (q, k)
    )  # type: ignore[assignment]
    normal["C: 8 clusters, N(c, I/16) with c from N(0, I/4)"] = (
        centres[labels[0]] / 2 + q / 4,
        centres[labels[1]] / 2 + k / 4,
    )
    return {name: (first / D**0.25, second / D**0.25) for name, (first, second) in normal.items()}


def drawn(family: str, coupling: str, queries: Any, keys: Any) -> tuple[list[float], list[float]]:
    """Errors of the kernel matrix and of the attention weights of maps with seeds 0, 1, ..., in the Frobenius norm, relative."""
    exact = np.exp(queries @ keys.T)
    weights = exact / exact.sum(axis=1, keepdims=True)
    m = FEATURES // (2 if family == "trigonometric" else 1)
    matrix, normalised = [], []
    for seed in range(DRAWS):
        made = rftheory.RandomFeatures(f"{family} x {coupling}", m, kernel="softmax", center=None, random_state=seed)
        made.fit(queries, keys=keys)
        with warnings.catch_warnings():
            # of denominators below 0, which sines and cosines may have
            warnings.simplefilter("ignore", RuntimeWarning)
            attention = made.attention(queries, keys, np.eye(len(keys)))
        matrix.append(relative(made.transform(queries) @ made.transform_other(keys).T, exact))
        normalised.append(relative(attention, weights))
    return matrix, normalised


def relative(found: Any, exact: Any) -> float:
    """In the Frobenius norm."""
    return float(np.linalg.norm(found - exact) / np.linalg.norm(exact))


def spread(errors: list[float]) -> str:
    """The median, with the range."""
    return f"{percent(float(np.median(errors)))} ({percent(min(errors))} to {percent(max(errors))})"


def percent(value: float) -> str:
    return f"{100 * value:.3g}%" if value < 10 else f"{value:.3g} times"


def lines() -> Iterator[str]:
    yield f"""# A published table, computed again

Spectraformer ([arXiv:2405.15310](https://arxiv.org/abs/2405.15310)) combines component functions and weight matrices of random features
for attention, and ranks them by trained models. The tables below give the errors of the same mechanisms without training: those of
the kernel matrix in closed form, and those of this matrix and of the matrix of attention weights as drawn from {DRAWS} maps (the median,
with the range). All are in the Frobenius norm, relative to the exact matrix, for d = {D}, {FEATURES} features (as in the published code),
{ROWS} queries and keys. `python tools/benchmark.py` writes this page. Where an expected error is far above all drawn ones, it is made by
events that are rarer than one map in {DRAWS}. SORF has three sign-Hadamard blocks, whose rows are not exactly normal; QMC are Halton
points with permuted digits, each exactly normal; errors of these have no closed form.

The published code does not always compute what its names say: positive features subtract a maximum of each key, `sorf` has projections
that are too long, `qmc` exchanges rows and columns, `scrf` is zero for these sizes, and `saderf` and `trigrf` have other factors. The
[gallery of audits](audits.md) has each of these with its effect. So the ranks of the paper are not compared with the numbers below. The
matrices SGQ, MM and FastFood and the functions SADERF and GeomRF are not in the tables: they are other features altogether, or rftheory
makes no map of them.
"""
    for name, (queries, keys) in sets().items():
        choice = rftheory.choose(queries, keys, kernel="softmax", features=FEATURES, center=None)
        known = {each.title: each for each in choice.candidates}
        yield f"## Set {name}\n"
        yield "| mechanism | kernel matrix, expected | drawn | its worst pair, expected | attention, drawn |\n|---|---|---|---|---|"
        for theirs, (family, coupling) in MECHANISMS.items():
            found = known.get(f"{'OPRF' if family == 'oprf' else family}, {coupling}")
            matrix, attention = drawn(family, coupling, queries, keys)
            expected = percent(found.error) if found else "not known"
            worst = percent(found.worst.error) if found and found.worst else ""
            yield f"| {theirs} | {expected} | {spread(matrix)} | {worst} | {spread(attention)} |"
        yield f"\n{choice.recommendation.sentence}\n"


if __name__ == "__main__":
    PAGE.write_text("\n".join(lines()).rstrip() + "\n", encoding="utf-8")
