"""Densities of the resultant length |w_1 + w_2| of two projections of one block."""

from __future__ import annotations

import math

import numpy as np
from matplotlib.figure import Figure
from scipy import special

from rftheory.couplings.coupling import Coupling
from rftheory.couplings.geometries import geometry_of
from rftheory.couplings.iid import Independent
from rftheory.couplings.orthogonal import Orthogonal
from rftheory.couplings.simplex import Simplex
from rftheory.inputs.arrays import Array, check_count
from rftheory.plots.plot import MARKS, Plot, curve, finish, looks, panels, points

COUPLINGS: dict[str, Coupling] = {"iid": Independent(), "orthogonal": Orthogonal(), "simplex": Simplex()}
#: bins of a histogram: narrow enough that a density is straight across one
_BINS = 40
#: nodes of the integral over the angle between the lengths
_NODES = 256
#: draws in a bin, below which their number tells too little about its standard error
_LEAST = 10


def draw(d: int = 6, replicates: int = 20_000, seed: int = 0) -> Figure:
    """Densities of |w_1 + w_2| in R^d, and histograms of draws of both projections.

    Args:
        d: dimension, at least 2.
        replicates: draws of a pair, at least 2.
        seed: root of the draws.
    """
    check_count("d", d, 2)
    check_count("replicates", replicates, 2)
    figure, [axes] = panels()
    # E w^2 is at most 2d, and lengths have the tails of a Gaussian of variance 2 at most
    longest = np.sqrt(2 * d) + 4
    w = np.linspace(longest / 200, longest, 200)
    edges = np.linspace(0, longest, _BINS + 1)
    generators = np.random.default_rng(np.random.SeedSequence(seed)).spawn(len(COUPLINGS))
    for (name, coupling), look, generator in zip(COUPLINGS.items(), looks(), generators, strict=False):
        curve(axes, w, resultant_density(coupling, w, d), look, name)
        height, error, counts = histogram(coupling, d, edges, replicates, generator)
        kept = counts >= _LEAST
        points(axes, ((edges[1:] + edges[:-1]) / 2)[kept], height[kept], error[kept], look)
    axes.set(xlabel="|w₁ + w₂|", ylabel="density", xlim=(0, longest))
    axes.set_ylim(bottom=0)
    marks = f"{MARKS}\nbins of width {longest / _BINS:.2g}; those with fewer than {_LEAST} draws are left out"
    return finish(figure, marks, d=d, draws=replicates, seed=seed)


def resultant_density(coupling: Coupling, w: Array, d: int) -> Array:
    """The density of |w_1 + w_2| at w > 0, shape (W,), for two projections of one block  (Reid et al. 2023, (18), (20)).

    With lengths ``r (sin phi, cos phi)`` the integral over r at ``w^2 = r^2 (1 + c sin 2 phi)`` leaves one over phi.
    """
    geometry = geometry_of(coupling, d)
    if geometry.block == 1:
        return np.asarray(np.exp((d - 1) * np.log(w) - w**2 / 4 - (d - 1) * math.log(2) - math.lgamma(d / 2)))
    # symmetric around pi/4
    nodes, weights = special.roots_legendre(_NODES)
    sine = np.sin((nodes + 1) * math.pi / 4)
    width = 1 + float(geometry.cosine) * sine
    front = (2 * d - 1) * np.log(w) - (d - 2) * math.log(2) - 2 * math.lgamma(d / 2)
    logs = (d - 1) * np.log(sine / 2) - d * np.log(width) - np.square(w)[:, None] / (2 * width)
    return np.asarray(np.exp(logs + front[:, None]) @ weights * math.pi / 4)


def histogram(
    coupling: Coupling, d: int, edges: Array, replicates: int, generator: np.random.Generator
) -> tuple[Array, Array, Array]:
    """Density per bin, its standard error (that of a binomial count), and the count."""
    lengths = np.linalg.norm(coupling.draw(generator, 2, d, replicates).sum(axis=1), axis=1)
    counts = np.histogram(lengths, edges)[0]
    shares, width = counts / replicates, np.diff(edges)
    return shares / width, np.sqrt(shares * (1 - shares) / replicates) / width, counts


PLOT = Plot(
    name="resultant-densities",
    title="Densities of the resultant length of two projections",
    source="SimRF, Fig. 5",
    run=draw,
    statements=("simrf.lemma-4.2-density",),
)
