"""Variance of optimal positive features over that of positive features, against |x + y|^2, in several dimensions."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import sympy as sp
from matplotlib.figure import Figure

from rftheory.families.generalized_exponential import GeneralizedExponential
from rftheory.families.optimal_positive import OptimalPositive
from rftheory.features.units import positive
from rftheory.inputs.arrays import Array, check_count
from rftheory.mechanisms.mse import log_variance
from rftheory.montecarlo.estimators.coupled import Regular
from rftheory.montecarlo.measured import Measured, log_of, mse_of_draws
from rftheory.plots.plot import WEIGHTED, Plot, curve, finish, looks, measured_points, panels

_POSITIVE = GeneralizedExponential(sp.Integer(0), 1)
#: for each pair of inputs its own A
_OPTIMAL = OptimalPositive()
#: points on a curve, and on how many of them draws are made
_CURVE, _DRAWN = 200, 8


def draw(
    dimensions: Sequence[int] = (4, 16, 64, 256), largest: float = 100.0, replicates: int = 2_000, seed: int = 0
) -> Figure:
    """log(Var OPRF / Var PosRF) of one sample.

    Args:
        dimensions: d of each curve.
        largest: the largest |x + y|^2.
        replicates: draws per point.
        seed: root of the draws.
    """
    sizes = [check_count("dimensions", d) for d in dimensions]
    positive("largest", largest)
    check_count("replicates", replicates, 2)
    figure, [axes] = panels()
    squares = np.linspace(largest / _CURVE, largest, _CURVE)
    streams = iter(np.random.default_rng(np.random.SeedSequence(seed)).spawn(len(sizes) * _DRAWN))
    shown = squares[np.arange(1, _DRAWN + 1) * _CURVE // _DRAWN - 1]
    for d, look in zip(sizes, looks(), strict=False):
        curve(axes, squares, log_ratio(d, squares), look, f"d = {d}")
        measured = []
        for square in shown:
            x, family = _inputs(d, np.array([square])), OptimalPositive(square=float(square), dimension=d)
            value, error = log_of(mse_of_draws(Regular(family), next(streams), replicates, x[0], x[0], 1))
            measured.append(Measured(value - log_variance(_POSITIVE, x, x)[0], error))
        measured_points(axes, shown, measured, look)
    axes.set(xlabel="squared length |x + y|²", ylabel="log (Var OPRF / Var PosRF)", xlim=(0, 1.02 * largest))
    return finish(figure, marks=WEIGHTED, kernel="Gaussian", samples=1, draws=replicates, seed=seed)


def log_ratio(d: int, squares: Array) -> Array:
    """The logarithm of the ratio at |x + y|^2, for x = y (it does not depend on x - y)."""
    x = _inputs(d, squares)
    return log_variance(_OPTIMAL, x, x) - log_variance(_POSITIVE, x, x)


def _inputs(d: int, squares: Array) -> Array:
    x = np.zeros((len(squares), d))
    x[:, 0] = np.sqrt(squares) / 2
    return x


PLOT = Plot(
    name="oprf-variance",
    title="Variance of optimal positive features against positive features",
    source="CRT, Fig. 1 (right)",
    run=draw,
    statements=("crt.fig-1", "crt.theorem-3.2", "crt.theorem-3.3"),
    key=True,
)
