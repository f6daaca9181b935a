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
    f"{theirs}, {matrix}": f"{ours}, {coupling}"
    for theirs, ours in {"PosRF": "positive", "OPRF": "OPRF", "TrigRF": "trigonometric"}.items()
    for matrix, coupling in {"Base": "iid", "ORF": "orthogonal", "SimRF (not in the paper)": "simplex"}.items()
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


def weights(choice: Any, title: str, queries: Any, keys: Any) -> list[float]:
    """Errors of the attention weights of maps with seeds 0, 1, ..., in the Frobenius norm, relative to the weights."""
    exact = np.exp(queries @ keys.T)
    exact /= exact.sum(axis=1, keepdims=True)
    errors = []
    for seed in range(DRAWS):
        with warnings.catch_warnings():
            # of denominators below 0, which sines and cosines may have
            warnings.simplefilter("ignore", RuntimeWarning)
            drawn = choice.make(title, seed=seed).attention(queries, keys, np.eye(len(keys)))
        errors.append(float(np.linalg.norm(drawn - exact) / np.linalg.norm(exact)))
    return errors


def percent(value: float) -> str:
    return f"{100 * value:.3g}%" if value < 10 else f"{value:.3g} times"


def lines() -> Iterator[str]:
    yield f"""# A published table, computed again

Spectraformer ([arXiv:2405.15310](https://arxiv.org/abs/2405.15310)) combines component functions and weight matrices of random features
for attention, and ranks them by trained models. Here are errors of the same mechanisms as the theory has them, without training: of the
kernel matrix in closed form, and of the matrix of attention weights from {DRAWS} maps (the median of the error in the Frobenius norm,
relative to the weights, with the range), for d = {D}
and {FEATURES} features, the configuration of the published code, {ROWS} queries and keys. `python tools/benchmark.py` writes this page.

What the published code computes is not always what its names say: positive features subtract a maximum of each key, `sorf` has
projections that are too long, `qmc` exchanges rows and columns, `scrf` is zero for these sizes, `saderf` and `trigrf` have other
factors. The [gallery of audits](audits.md) has each of these with its effect, so its ranks are not compared with the numbers below.
Its matrices QMC, SGQ, MM, SORF and FastFood, the functions SADERF and GeomRF are not in the table: no closed form of their errors is
known here, or they are other features altogether.
"""
    for name, (queries, keys) in sets().items():
        choice = rftheory.choose(queries, keys, kernel="softmax", features=FEATURES, center=None)
        yield f"## Set {name}\n"
        yield "| mechanism | kernel matrix, expected | its worst pair | attention, drawn |\n|---|---|---|---|"
        for theirs, ours in MECHANISMS.items():
            found, drawn = choice.candidate(ours), weights(choice, ours, queries, keys)
            worst = percent(found.worst.error) if found.worst else ""
            shown = f"{percent(float(np.median(drawn)))} ({percent(min(drawn))} to {percent(max(drawn))})"
            yield f"| {theirs} | {percent(found.error)} | {worst} | {shown} |"
        yield f"\n{choice.recommendation.sentence}\n"


if __name__ == "__main__":
    PAGE.write_text("\n".join(lines()).rstrip() + "\n", encoding="utf-8")
