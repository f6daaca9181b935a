"""Up to which distance orthogonal Fourier features have a smaller error than independent ones."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import count

import numpy as np
import sympy as sp
from flint import arb, ctx
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from scipy import optimize

from rftheory.couplings.iid import Independent
from rftheory.couplings.orthogonal import Orthogonal
from rftheory.families.generalized_exponential import GeneralizedExponential
from rftheory.features.units import positive
from rftheory.inputs.arrays import Array, check_count
from rftheory.mechanisms.mse import log_mse
from rftheory.montecarlo.estimators.coupled import Coupled
from rftheory.montecarlo.measured import mse_of_draws
from rftheory.plots.plot import LineStyle, Plot, curve, finish, looks, measured_points, panels

#: Fourier features of the Gaussian kernel: one sample is cos(w.(x - y))
_FAMILY = GeneralizedExponential(sp.Integer(0), -1)
_POINTS = 10
#: of z^2/2, in the search for critical distances; neighbouring zeros are farther from each other
_STEP = 0.25


def draw(
    largest: int = 64,
    dimensions: Sequence[int] = (3, 8, 32),
    longest: float = 6.0,
    replicates: int = 20_000,
    seed: int = 0,
) -> Figure:
    """z_crit(d) for d = 3, ..., largest; and MSE(orthogonal)/MSE(iid) for m = d features against z = |x - y|.

    Args:
        largest: the largest dimension of the first panel, at least 3 and at most 256.
        dimensions: of the second panel, at least 2 each and at most 6 of them.
        longest: the largest z of the second panel.
        replicates: draws per point, at least 2.
        seed: root of the draws.
    """
    if not 3 <= check_count("largest", largest) <= 256:
        raise ValueError(f"largest must be in [3, 256], got {largest}")
    if not isinstance(dimensions, tuple | list) or not 1 <= len(dimensions) <= 6:
        raise ValueError(f"dimensions must be 1 to 6 integers, got {dimensions!r}")
    for d in dimensions:
        check_count("dimensions", d, 2)
    positive("longest", longest)
    check_count("replicates", replicates, 2)
    figure, [left, right] = panels(2)
    _distances(left, largest, dimensions)
    generators = np.random.default_rng(np.random.SeedSequence(seed)).spawn(len(dimensions))
    for d, look, generator in zip(dimensions, looks(), generators, strict=False):
        _ratios(right, d, look, longest, replicates, generator)
    right.axhline(1, color="#888888", linewidth=0.8)
    right.set(xlabel="z = |x − y|", ylabel="MSE / MSE of independent projections", xlim=(0, longest * 1.02))
    right.set_ylim(bottom=0)
    right.set_title("vertical lines: z_crit(d)")
    return finish(figure, kernel="Gaussian", features="Fourier", m="d", draws=replicates, seed=seed)


def distance(d: int) -> float:
    """z_crit(d), infinity for d = 2: the first zero of ``e^(-s) - 1F1(-d/2; d/2; s)``, s = z^2/2, which is positive near 0."""
    if d == 2:
        return np.inf

    def gap(s: float) -> float:
        with ctx.workprec(64 + 4 * d):
            return float(((-arb(s)).exp() - arb(s).hypgeom_1f1(arb(-d) / 2, arb(d) / 2)).mid())

    after = next(s for s in count(_STEP, _STEP) if gap(s) < 0)
    return math.sqrt(2 * optimize.brentq(gap, after - _STEP, after))


def ratio(d: int, z: Array) -> Array:
    """MSE(orthogonal)/MSE(iid) for m = d; it depends on the inputs through z alone."""
    return np.asarray(np.exp(log_mse(_FAMILY, Orthogonal(), d, d, z) - log_mse(_FAMILY, Independent(), d, d, z)))


def _distances(axes: Axes, largest: int, dimensions: Sequence[int]) -> None:
    known = range(3, largest + 1)
    # one value per dimension, and nothing between them
    axes.plot(known, [distance(d) for d in known], color="black", marker=".", linestyle="none")
    for d, look in zip(dimensions, looks(), strict=False):
        if d in known:
            axes.plot(d, distance(d), color=look.color, marker=look.marker, markersize=8, markerfacecolor="white")
    axes.set(xlabel="dimension d", ylabel="critical distance z_crit(d)", xlim=(0, largest + 1))
    axes.set_ylim(bottom=0)
    axes.set_title("orthogonal projections win up to z_crit(d)")


def _ratios(
    axes: Axes, d: int, look: LineStyle, longest: float, replicates: int, generator: np.random.Generator
) -> None:
    z = np.linspace(longest / 200, longest, 200)
    curve(axes, z, ratio(d, z), look, f"d = {d}")
    shown = longest * np.arange(1, _POINTS + 1) / _POINTS
    estimator = Coupled(_FAMILY, Orthogonal())
    measured = []
    for length in shown:
        found = mse_of_draws(estimator, generator, replicates, np.zeros(d), length * np.eye(d)[0], d)
        measured.append(found.over(float(np.exp(log_mse(_FAMILY, Independent(), d, d, length)))))
    measured_points(axes, shown, measured, look)
    if distance(d) <= longest:
        axes.plot([distance(d)] * 2, [0, 1], color=look.color, linestyle=look.line, linewidth=0.8)


PLOT = Plot(
    name="critical-distances",
    title="Where orthogonal Fourier features stop winning",
    source="SimRF, after (26)",
    run=draw,
    statements=("simrf.zcrit", "simrf.theorem-4.5"),
)
