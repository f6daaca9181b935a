"""The conformity along the iteration of simplex+ projections, from the simplex on."""

from __future__ import annotations

import numpy as np
from matplotlib.figure import Figure

from rftheory.couplings.coupling import chi_lengths
from rftheory.couplings.resultant import arranged, simplex_vectors, sweep
from rftheory.features.units import positive
from rftheory.inputs.arrays import Array, check_count
from rftheory.mechanisms.mse import log_conformity
from rftheory.montecarlo.measured import Measured, mean_of
from rftheory.numbers.special import log_confluent_limit
from rftheory.plots.plot import MARKS, Plot, curve, finish, label_points, looks, panels, points

LEVELS = ("iid", "orthogonal", "simplex")
#: passes after which the arrangement is taken for the least mean square
_MOST = 1000


def draw(d: int = 6, v: float = 1.0, passes: int = 4, replicates: int = 20_000, seed: int = 0) -> Figure:
    """``E exp((w_i + w_j).(x + y))``, averaged over the pairs of one block of d projections, after each pass.

    The paper shows one draw of the lengths; here all points are means over the same draws of them.

    Args:
        d: dimension, at least 3.
        v: |x + y|, at most 64.
        passes: passes of the iteration through all vectors.
        replicates: draws of the lengths, at least 2.
        seed: root of the draws.
    """
    check_count("d", d, 3)
    positive("v", v)
    check_count("passes", passes)
    check_count("replicates", replicates, 2)
    figure, [axes] = panels()
    *levels, iterated, bound = (look for look, _ in zip(looks(), range(len(LEVELS) + 2), strict=False))
    known = {name: float(np.exp(log_conformity(name, v, d))) for name in LEVELS}
    for (name, value), look in zip(known.items(), levels, strict=True):
        curve(axes, [-0.2, passes + 0.2], [value, value], look, name)
    measured, least = iteration(d, v, passes, replicates, seed)
    values, errors = (np.array(part) for part in zip(*measured, strict=True))
    points(axes, np.arange(passes + 1), values, errors, iterated)
    label_points(axes, iterated, "simplex+")
    low, error = least
    curve(axes, [-0.2, passes + 0.2], [low, low], bound)
    points(axes, [passes], [low], [error], bound)
    label_points(axes, bound, "bound for any arrangement")
    axes.set(xlabel="passes of the iteration", ylabel="conformity E exp((w₁ + w₂)·(x + y))", xlim=(-0.3, passes + 0.3))
    axes.set_xticks(range(passes + 1))
    marks = f"{MARKS}\nall points, and the line of the bound: from the same lengths"
    return finish(figure, marks, d=d, m=d, v=float(v), draws=replicates, seed=seed)


def iteration(d: int, v: float, passes: int, replicates: int, seed: int) -> tuple[list[Measured], Measured]:
    """Mean conformities after 0, 1, ... passes, and a bound that no arrangement is below.

    They are averaged over rotations, given the lengths, then over draws of the lengths. The bound is the conformity of a pair at the
    least mean square of ``|w_i + w_j|``, as it is convex in that square.
    """
    lengths = chi_lengths(np.random.default_rng(np.random.SeedSequence(seed)), d, d, replicates)
    vectors = simplex_vectors(lengths)
    measured = [mean_of(_at_squares(squares(vectors), d, v).mean(axis=0))]
    for _ in range(passes):
        sweep(vectors, lengths)
        measured.append(mean_of(_at_squares(squares(vectors), d, v).mean(axis=0)))
    least = squares(arranged(lengths, _MOST)).mean(axis=0)
    return measured, mean_of(_at_squares(least, d, v))


def squares(vectors: Array) -> Array:
    """``|w_i + w_j|^2`` of the pairs of n vectors, shape (n (n-1)/2, replicates)."""
    first, second = np.triu_indices(len(vectors), 1)
    sums = vectors[first] + vectors[second]
    return np.asarray(np.einsum("pkr,pkr->pr", sums, sums))


def _at_squares(square: Array, d: int, v: float) -> Array:
    """``E exp(w.(x + y))`` over the directions of a resultant w, given its square."""
    return np.exp(log_confluent_limit(d / 2, v**2 * square / 4))


PLOT = Plot(
    name="conformity-iteration",
    title="Conformity along the iteration of simplex+ projections",
    source="SimRF, Fig. 4",
    run=draw,
    statements=("simrf.fig-4", "simrf.theorem-4.3-orf", "simrf.theorem-4.3-simrf"),
)
