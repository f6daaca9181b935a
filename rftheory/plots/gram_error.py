"""Relative Frobenius error of a Gram matrix of the Gaussian kernel against the number of positive features."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import numpy as np
import sympy as sp
from matplotlib.figure import Figure

from rftheory.couplings.coupling import Coupling
from rftheory.couplings.iid import Independent
from rftheory.couplings.orthogonal import Orthogonal
from rftheory.couplings.simplex import Simplex
from rftheory.couplings.simplex_plus import SimplexPlus
from rftheory.families.generalized_exponential import GeneralizedExponential
from rftheory.features.units import positive
from rftheory.inputs.arrays import Array, check_count
from rftheory.mechanisms.mse import log_mse
from rftheory.montecarlo.measured import Measured, mean_of, root_of
from rftheory.plots.plot import MARKS, Plot, curve, finish, label_points, looks, measured_points, panels

_FAMILY = GeneralizedExponential(sp.Integer(0), 1)
COUPLINGS: dict[str, Coupling] = {
    "iid": Independent(),
    "orthogonal": Orthogonal(),
    "simplex": Simplex(),
    "simplex+": SimplexPlus(),
}
#: numbers of features, in blocks
_BLOCKS = (0.125, 0.25, 0.5, 1.0, 1.5, 2.0, 3.0, 4.0)


def draw(
    d: int = 64, size: int = 64, sigma: float = 0.1, blocks: Sequence[float] = _BLOCKS, drawn: int = 128, seed: int = 0
) -> Figure:
    """``sqrt(E |G_hat - G|^2)/|G|`` in the Frobenius norm for points N(0, sigma^2 I_d), which stay fixed.

    Args:
        d: dimension, at least 2.
        size: how many points.
        sigma: standard deviation of their coordinates.
        blocks: m/d, increasing; each gives the nearest number of features.
        drawn: blocks of d projections that are drawn per point, so that errors of few features come from more replicates;
            at least two replicates of the most features.
        seed: root of the draws.
    """
    check_count("d", d, 2)
    check_count("size", size)
    positive("sigma", sigma)
    counts = _counts(d, blocks)
    most = -(-counts[-1] // d)
    if check_count("drawn", drawn) < 2 * most:
        raise ValueError(f"drawn must be at least {2 * most} blocks, two replicates of m = {counts[-1]}, got {drawn}")
    root = np.random.default_rng(np.random.SeedSequence(seed))
    inputs = sigma * root.standard_normal((size, d))
    figure, [axes] = panels()
    shown = np.array(counts) / d
    # m/d between the points too, for the kinks at full blocks
    between = np.unique(np.concatenate([np.linspace(*ends, 6).astype(int) for ends in pairwise([counts[0], *counts])]))
    for (name, coupling), look in zip(COUPLINGS.items(), looks(), strict=False):
        generators = root.spawn(len(counts))
        measured = [
            measured_error(coupling, inputs, m, drawn // -(-m // d), generator)
            for m, generator in zip(counts, generators, strict=True)
        ]
        if isinstance(coupling, SimplexPlus):
            # no closed form is known: points only
            label_points(axes, look, name)
        else:
            curve(axes, between / d, [expected_error(coupling, inputs, m) for m in between.tolist()], look, name)
        measured_points(axes, shown, measured, look)
    axes.set(xlabel="features per dimension, m/d", ylabel="√E|Ĝ − G|² / |G|, Frobenius norm")
    axes.set_xscale("log", base=2)
    axes.set_yscale("log", base=2)
    for axis in (axes.xaxis, axes.yaxis):
        axis.set_major_formatter("{x:g}")
    marks = f"{MARKS}, {drawn} blocks per point"
    kernel = "Gaussian, positive features"
    return finish(figure, marks, kernel=kernel, points=size, sigma=float(sigma), d=d, seed=seed)


def _counts(d: int, blocks: Sequence[float]) -> list[int]:
    """Numbers of features."""
    if not isinstance(blocks, tuple | list) or not blocks:
        raise ValueError(f"blocks must be a list of numbers > 0, got {blocks!r}")
    counts = [max(1, round(d * positive("blocks", share))) for share in blocks]
    if sorted(set(counts)) != counts:
        raise ValueError(f"blocks must give increasing numbers of features, got {tuple(blocks)}")
    return counts


def gram(inputs: Array) -> Array:
    """The Gaussian kernel of all pairs."""
    square = np.einsum("id,id->i", inputs, inputs)
    return np.asarray(np.exp(inputs @ inputs.T - (square[:, None] + square[None]) / 2))


def expected_error(coupling: Coupling, inputs: Array, m: int) -> float:
    """``sqrt(E |G_hat - G|^2)/|G|``: the mean squared errors of all pairs, each with itself included, add up."""
    first, second = np.triu_indices(len(inputs))
    norms = np.linalg.norm(inputs, axis=1)
    sums = np.linalg.norm(inputs[first] + inputs[second], axis=1)
    errors = np.exp(log_mse(_FAMILY, coupling, m, inputs.shape[1], sums, norms[first], norms[second]))
    return float(np.sqrt(np.where(first == second, 1, 2) @ errors) / np.linalg.norm(gram(inputs)))


def measured_error(
    coupling: Coupling, inputs: Array, m: int, replicates: int, generator: np.random.Generator
) -> Measured:
    """The same from draws of the projections."""
    exact = gram(inputs)
    # one matrix after the other in memory, for fast products
    features = np.ascontiguousarray(_FAMILY.features(inputs, coupling.draw(generator, m, inputs.shape[1], replicates)))
    errors = features @ features.transpose(0, 2, 1) - exact
    return root_of(mean_of(np.einsum("rij,rij->r", errors, errors) / np.sum(exact**2)))


PLOT = Plot(
    name="gram-error",
    title="Frobenius error of a Gram matrix against the number of features",
    source="SimRF, Fig. 7",
    run=draw,
    statements=("simrf.theorem-3.2", "simrf.theorem-4.3-orf", "simrf.theorem-4.3-simrf"),
)
