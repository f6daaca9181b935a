"""Errors against the number of features, for data: features of several families with coupled projections."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
import sympy as sp
from matplotlib.figure import Figure

from rftheory.couplings.coupling import Coupling
from rftheory.couplings.iid import Independent
from rftheory.couplings.orthogonal import Orthogonal
from rftheory.couplings.simplex import Simplex
from rftheory.families.family import Family
from rftheory.families.generalized_exponential import GeneralizedExponential
from rftheory.families.optimal_positive import optimal_parameter
from rftheory.families.trigonometric import Trigonometric
from rftheory.inputs.arrays import Array, check_count, check_inputs
from rftheory.inputs.statistics import DataStatistics
from rftheory.mechanisms.mse import log_mse_of_inputs
from rftheory.montecarlo.measured import Measured, check_draws, check_positive, mean_of, root_of
from rftheory.plots._shown import measured_points
from rftheory.plots.plot import Plot, curve, finish, looks, panels
from rftheory.plots.samples import REGIMES

_COUPLINGS: dict[str, Coupling] = {"independent": Independent(), "orthogonal": Orthogonal(), "simplex": Simplex()}
#: numbers of features: even ones, since trigonometric features come in pairs
_LEAST = 4


class Shown(NamedTuple):
    """A family, chosen for data of shape (L, d) each."""

    name: str
    choose: Callable[[Array, Array], Family]


def _optimal(x: Array, y: Array) -> GeneralizedExponential:
    """OPRF for the average of |x_i + y_j|^2."""
    statistics = DataStatistics.of(x, y)
    size = sp.Integer(statistics.dimension)
    return GeneralizedExponential(float(optimal_parameter(sp.Rational(statistics.square_of_sum(1)), size)), 1, size)


MECHANISMS = (
    Shown("trigonometric", lambda x, y: Trigonometric()),
    Shown("positive", lambda x, y: GeneralizedExponential(sp.Integer(0), 1, sp.Integer(x.shape[1]))),
    Shown("optimal positive", _optimal),
)


def draw(
    data: Any = "normal",
    scale: float = 0.2,
    d: int = 16,
    pairs: int = 20,
    most: int = 256,
    replicates: int = 200,
    seed: int = 0,
) -> Figure:
    """Root mean squared error over pairs of inputs, for the Gaussian kernel.

    Args:
        data: two arrays of shape (L, d), paired row by row; or a kind of pairs: normal, sphere, heterogen, digits (images of
            scikit-learn, of 64 pixels).
        scale: the inputs are multiplied with it.
        d: dimension of the pairs, where they are drawn.
        pairs: their number, where they are drawn.
        most: the largest number of features; they are doubled from 4 on.
        replicates: draws of all projections, per point.
        seed: root of the inputs and the draws.
    """
    check_positive("scale", scale)
    check_draws(replicates)
    if check_count("most", most) < _LEAST:
        raise ValueError(f"most must be at least {_LEAST}, got {most}")
    generator = np.random.default_rng(np.random.SeedSequence(seed))
    x, y = (scale * side for side in inputs(data, pairs, d, generator))
    sizes = [_LEAST * 2**k for k in range((most // _LEAST).bit_length())]
    figure, axes = panels(len(MECHANISMS), sharey=True)
    for axis, mechanism in zip(axes, MECHANISMS, strict=True):
        family = mechanism.choose(x, y)
        for (name, coupling), look in zip(_COUPLINGS.items(), looks(), strict=False):
            exact = [expected(family, coupling, projections(family, size), x, y) for size in sizes]
            curve(axis, sizes, exact, look, name)
            found = [
                measured(family, coupling, projections(family, size), x, y, replicates, generator) for size in sizes
            ]
            measured_points(axis, sizes, found, look)
        axis.set_xscale("log", base=2)
        axis.set(title=f"{mechanism.name} features", xlabel="number of features", yscale="log")
    axes[0].set_ylabel("root mean squared error, all pairs")
    told = data if isinstance(data, str) else "given"
    return finish(
        figure, kernel="Gaussian", data=told, scale=scale, d=x.shape[1], pairs=len(x), draws=replicates, seed=seed
    )


def inputs(data: Any, pairs: int, d: int, generator: np.random.Generator) -> tuple[Array, Array]:
    """Pairs of inputs, shape (pairs, d) each, that are drawn or given.

    Raises:
        ValueError: for unknown kinds, and given arrays that are not of one shape (L, d).
    """
    if isinstance(data, str):
        if data not in REGIMES:
            raise ValueError(f"data must be two arrays or one of {', '.join(REGIMES)}, got {data!r}")
        return REGIMES[data](generator, check_count("pairs", pairs), check_count("d", d))
    try:
        first, second = data
    except (TypeError, ValueError) as error:
        raise ValueError(f"data must be two arrays or one of {', '.join(REGIMES)}, got {data!r}") from error
    x, y = check_inputs(first, "data[0]"), check_inputs(second, "data[1]")
    if x.shape != y.shape:
        raise ValueError(f"data must be two arrays of one shape (L, d), got {x.shape} and {y.shape}")
    return x, y


def projections(family: Family, size: int) -> int:
    """How many projections give so many features."""
    return size // family.feature_length(1)


def expected(family: Family, coupling: Coupling, m: int, x: Array, y: Array) -> float:
    """The root of the average mean squared error of all pairs, as the closed form has it."""
    logs = log_mse_of_inputs(family, coupling, m, x, y)
    return float(np.exp(np.logaddexp.reduce(logs) / 2) / np.sqrt(len(x)))


def measured(
    family: Family, coupling: Coupling, m: int, x: Array, y: Array, replicates: int, generator: np.random.Generator
) -> Measured:
    """The same from draws; all pairs share the projections of a draw, and the draws are independent."""
    w = coupling.draw(generator, m, x.shape[1], replicates)
    estimates = np.einsum("rlf,rlf->rl", family.features(x, w, "x"), family.features(y, w, "y"))
    if family.kernel == "softmax":
        estimates = estimates * np.exp(-(np.square(x).sum(axis=1) + np.square(y).sum(axis=1)) / 2)
    errors = np.square(estimates - np.exp(-np.square(x - y).sum(axis=1) / 2))
    return root_of(mean_of(errors.mean(axis=1)))


PLOT = Plot(
    name="features",
    title="Error against the number of features",
    source="Theorems on coupled projections, for data of one's choice",
    draw=draw,
    statements=("simrf.theorem-4.3-orf", "simrf.theorem-4.3-simrf", "crt.theorem-3.2"),
)
