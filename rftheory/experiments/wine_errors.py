"""Mean squared errors of the softmax kernel on pairs of the wine data, with couplings and hybrids."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from rftheory.experiments import data
from rftheory.experiments.estimates import Estimates, expected, mean_errors, softmax
from rftheory.experiments.table import COMPARISON, Column, Table, compared
from rftheory.extensions.walking import Offered
from rftheory.families.hybrids.angular import Angular
from rftheory.families.hybrids.bipolar import bipolar
from rftheory.families.hyperbolic import Hyperbolic
from rftheory.families.trigonometric import Trigonometric
from rftheory.features.units import positive
from rftheory.inputs.arrays import Array, check_count
from rftheory.mechanisms.mechanism import Mechanism
from rftheory.montecarlo.measured import mean_of

_COLUMNS = (
    Column("data"),
    Column("estimator"),
    Column("m", "d"),
    Column("features", "d"),
    Column("products", "d"),
    *COMPARISON,
)


#: by the names of the paper
_MECHANISMS = {
    "HRF-ort": "angular(hyperbolic, trigonometric) x orthogonal",
    "HRF-iid": "angular(hyperbolic, trigonometric) x iid",
    "ORF-reg": "trigonometric x orthogonal",
    "ORF-Had": "trigonometric x hadamard",
    "Halton-R": "trigonometric x halton",
    "trig iid": "trigonometric x iid",
    "pos iid": "hyperbolic x iid",
}


class _Row(NamedTuple):
    name: str
    m: int
    features: int
    products: int
    estimates: Estimates
    theory: float | None


def run(
    features: int = 512, n: int = 8, length: float = 0.6, pairs: int = 100, replicates: int = 200, seed: int = 0
) -> Table:
    """Mean over pairs of different wines of the squared error of each estimator of SM(x, y) = exp(x.y).

    Args:
        features: of the estimators that are no hybrids, even and at least 2: two per projection.
        n: projections of the angular coefficient.
        length: root mean square of the lengths of all inputs; for long ones the errors of positive features are so
            heavy-tailed that the draws miss the rare large ones, and so does the standard error.
        pairs: how many pairs.
        replicates: draws of each estimator, at least 2.
        seed: root of the choice of pairs and of all draws.

    Raises:
        ValueError: for a parameter outside of what it allows, or too few features for any hybrid.
        MissingLibrary: without scikit-learn.
    """
    if check_count("features", features) % 2:
        raise ValueError(f"features must be an even integer >= 2, got {features}")
    for name, value in (("n", n), ("pairs", pairs)):
        check_count(name, value)
    check_count("replicates", replicates, 2)
    inputs = data.with_length(data.scaled(data.load("wine")), positive("length", length))
    choice, *streams = np.random.default_rng(np.random.SeedSequence(seed)).spawn(8)
    first, second = np.array([choice.choice(len(inputs), 2, replace=False) for _ in range(pairs)]).T
    x, y = inputs[first], inputs[second]
    kernel = np.exp(np.sum(x * y, axis=1))
    m, d = features // 2, inputs.shape[1]
    rows = list(_rows(x, y, m, _hybrid_size(m * d, n, d), n))
    cells = []
    for row, stream in zip(rows, streams, strict=True):
        errors = mean_errors(row.estimates, kernel, stream, replicates, row.features)
        cells.append(("wine", *row[:4], *compared(*mean_of(errors), row.theory)))
    parameters = {
        "features": features, "n": n, "length": length, "pairs": pairs,
        "replicates": replicates,
    }  # fmt: skip
    return Table(_COLUMNS, tuple(cells), _NOTES, parameters, seed)


def _rows(x: Array, y: Array, m: int, own: int, n: int) -> Iterator[_Row]:
    """All estimators: m projections, in hybrids ``own`` for each base and n for the coefficient."""
    d = x.shape[1]
    for name, known in _MECHANISMS.items():
        mechanism = Mechanism(known)
        if mechanism.hybrid is None:
            size, features, products = m, mechanism.family.feature_length(m), m * d
        else:
            size, features, products = own, _hybrid_features(own, n), _products(own, n, d)
        drawn, theory = softmax(mechanism, size, x, y, n), expected(mechanism, size, x, y, n)
        yield _Row(name, size, features, products, drawn, theory)


def _hybrid_features(m: int, n: int) -> int:
    return bipolar(Hyperbolic(), Trigonometric(), Angular()).feature_length(m, n)


def _products(m: int, n: int, d: int) -> int:
    """Products of numbers for the hybrid map of one input: projections of two bases and of the coefficient, and the
    outer products of what they give."""
    bases = Hyperbolic().feature_length(m) + Trigonometric().feature_length(m)
    return (2 * m + n) * d + _hybrid_features(m, n) - bases


def _hybrid_size(most: int, n: int, d: int) -> int:
    """The most projections in each base for which a map costs at most so many products.

    Raises:
        ValueError: if one projection costs more.
    """
    m = 0
    while _products(m + 1, n, d) <= most:
        m += 1
    if not m:
        raise ValueError(
            f"features must be more: a hybrid of one projection and n = {n} costs more than {most} products"
        )
    return m


_NOTES = (
    "Measured is the squared error of the softmax kernel, its mean over all pairs and draws, s.e. its standard error over "
    "the draws, theory its exact expectation for the same pairs, off by what was measured minus theory in standard errors.",
    "The data are the wine data of scikit-learn (178 wines, 13 columns). The paper has the wine and Boston data of UCI and does "
    "not say how it scaled them, so its numbers are not comparable with these. The Boston data are no longer in scikit-learn.",
    "Columns are scaled first, then all inputs by one number, so that the root mean square of their lengths is as stated.",
    "Products of numbers are counted for the feature map of one input, exponentials, sines and cosines not. Hybrids have the "
    "most projections m in each base, hyperbolic and trigonometric, for which they cost no more products than the others.",
    "HRF-ort has orthogonal projections in blocks for each base and independent ones for the coefficient; the parts are "
    "independent of each other. ORF and Halton-R are trigonometric features, pos are hyperbolic ones.",
    "No theory covers Hadamard products, which are not Gaussian and biased, and Halton sequences.",
)

EXPERIMENT = Offered(
    name="wine-errors",
    title="Mean squared errors of the softmax kernel on pairs of wines",
    source="HRF, Table 1",
    run=run,
)
