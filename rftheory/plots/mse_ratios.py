"""Mean squared errors of orthogonal and simplex projections over that of independent ones, against v = |x + y|."""

from __future__ import annotations

import numpy as np
import sympy as sp
from matplotlib.figure import Figure

from rftheory.couplings.blocks import RotatedBlocks
from rftheory.couplings.iid import Independent
from rftheory.couplings.orthogonal import Orthogonal
from rftheory.couplings.simplex import Simplex
from rftheory.families.generalized_exponential import GeneralizedExponential
from rftheory.features.units import positive
from rftheory.inputs.arrays import Array, check_count
from rftheory.mechanisms.mse import log_mse
from rftheory.montecarlo.estimators.coupled import Coupled
from rftheory.montecarlo.measured import Measured, mse_of_draws
from rftheory.plots.plot import WEIGHTED, Plot, curve, finish, looks, measured_points, panels

#: positive features of the Gaussian kernel
_FAMILY = GeneralizedExponential(sp.Integer(0), 1)
COUPLINGS: dict[str, RotatedBlocks] = {"orthogonal": Orthogonal(), "simplex": Simplex()}
_POINTS = 12


def draw(d: int = 64, longest: float = 3.0, replicates: int = 10_000, seed: int = 0) -> Figure:
    """MSE(coupling)/MSE(iid) of positive features of the Gaussian kernel with m = d projections.

    Plain draws would have squared errors of a huge variance from v = 1.5 on. They are drawn where they are large instead, with
    weights that leave their mean as it is and bound them (`montecarlo.samplers.TiltedSampler`).

    Args:
        d: dimension, at least 2.
        longest: the largest v = |x + y|.
        replicates: draws per point, at least 2.
        seed: root of the draws.
    """
    check_count("d", d, 2)
    check_count("replicates", replicates, 2)
    positive("longest", longest)
    figure, [axes] = panels()
    lengths = np.linspace(longest / 200, longest, 200)
    shown = longest * np.arange(1, _POINTS + 1) / _POINTS
    streams = iter(np.random.default_rng(np.random.SeedSequence(seed)).spawn(len(COUPLINGS) * _POINTS))
    for (name, coupling), look in zip(COUPLINGS.items(), looks(), strict=False):
        curve(axes, lengths, ratio(coupling, d, lengths), look, name)
        measured = [_measured(coupling, d, float(v), replicates, next(streams)) for v in shown]
        measured_points(axes, shown, measured, look)
    axes.axhline(1, color="#888888", linewidth=0.8)
    axes.set(xlabel="v = |x + y|", ylabel="MSE / MSE of independent projections", xlim=(0, longest * 1.02))
    axes.set_ylim(bottom=0)
    return finish(figure, WEIGHTED, kernel="Gaussian", features="positive", d=d, m=d, draws=replicates, seed=seed)


def ratio(coupling: RotatedBlocks, d: int, v: Array) -> Array:
    """MSE(coupling)/MSE(iid) for m = d; it depends on the inputs through v alone."""
    return np.asarray(np.exp(log_mse(_FAMILY, coupling, d, d, v) - log_mse(_FAMILY, Independent(), d, d, v)))


def _measured(coupling: RotatedBlocks, d: int, v: float, replicates: int, generator: np.random.Generator) -> Measured:
    x = v / 2 * np.eye(d)[0]
    expected = float(np.exp(log_mse(_FAMILY, Independent(), d, d, v, v / 2, v / 2)))
    return mse_of_draws(Coupled(_FAMILY, coupling), generator, replicates, x, x, d).over(expected)


PLOT = Plot(
    name="mse-ratios",
    title="Orthogonal and simplex projections against independent ones",
    source="SimRF, Fig. 6",
    run=draw,
    statements=("simrf.theorem-3.2", "simrf.theorem-4.3-orf", "simrf.theorem-4.3-simrf", "simrf.fig-6"),
    key=True,
)
