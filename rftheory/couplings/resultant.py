r"""Arrangements of vectors of given lengths with the least ``sum_(i != j) |w_i + w_j|^2``.

With the resultant ``T = sum_i w_i`` of n vectors of lengths r_i the objective is ``2 (n-2) sum_i r_i^2 + 2 |T|^2``, so its
minimum is at ``|T| = max(0, 2 r_max - sum_i r_i)``: a closed polygon where there is one, else the longest vector against all
others. The iteration turns one vector after the other against the resultant of the others, ``t_i = T - w_i``,

    w_i <- -r_i t_i / |t_i|,

which minimises the objective over the direction of w_i: it never rises. A configuration at rest need not be a minimum:
lengths 2, 2, 3 along one line with signs +, +, - are at rest with |T| = 1, and close to a triangle.

*Slow cases.* Where ``2 r_max`` is hardly less than ``sum_i r_i`` the polygon is nearly a line, and |T| falls as slowly as one likes.
A step of the iteration moves w_i by ``-P_i T`` to first order, P_i the projection across w_i. `closed` moves all at once, by
Newton's method: ``w_i + P_i u`` with ``(sum_i P_i) u = -T``, brought back to the length r_i. It ends on a closed polygon, not
exactly on that of the iteration, but nearer to it than where it began.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from rftheory.couplings.simplex import check_vertices, vertices
from rftheory.inputs.arrays import Array, check_count, real_array

#: steps of Newton's method (28 were the most, where 2 r_max is 1e-13 short of the sum) and halvings of one
_MOST_STEPS, _MOST_HALVINGS = 100, 40
#: resultant, over the sum of the lengths, below which an arrangement is near a closed one: after 1000 passes at most 3e-4
_NEAR = 1e-3


@dataclass(frozen=True)
class Arrangement:
    """Arranged vectors, and how far the iteration came, for each of the replicates.

    Attributes:
        vectors: coordinates in R^(n-1), shape (n, n - 1, replicates).
        passes: passes through all n vectors that were made; 0 where the minimum is known in closed form.
        excess: |T| above its least value.
        converged: whether, up to the rounding of the resultant, each vector is opposite to the resultant of the others and
            the objective is at its minimum.
    """

    vectors: Array
    passes: Array
    excess: Array
    converged: Array


def check_lengths(lengths: ArrayLike) -> Array:
    """Lengths of n vectors, of shape (n, replicates).

    Raises:
        ValueError: unless there are at least two vectors and all lengths are positive and finite.
    """
    array = real_array("lengths", lengths)
    if array.ndim != 2 or 0 in array.shape:
        raise ValueError(f"lengths must have shape (n, replicates) with n >= 2, got {array.shape}")
    check_vertices(len(array))
    wrong = ~(np.isfinite(array) & (array > 0))
    if wrong.any():
        raise ValueError(f"lengths must be positive and finite, got {array[wrong][0]}")
    return array


def least_resultant(lengths: Array) -> Array:
    """The least |T| of vectors of these lengths (n, replicates); shape (replicates,)."""
    return np.maximum(0.0, 2 * lengths.max(axis=0) - lengths.sum(axis=0))


def simplex_vectors(lengths: Array) -> Array:
    """Vectors of these lengths (n, replicates) along a simplex, shape (n, n - 1, replicates)."""
    return vertices(np.eye(len(lengths) - 1))[:, :, None] * lengths[:, None, :]


def sweep(vectors: Array, lengths: Array) -> None:
    """One pass of the iteration through all vectors, in place.

    A vector whose partners cancel each other exactly stays, as every direction is as good.
    """
    total = vectors.sum(axis=0)
    for vector, length in zip(vectors, lengths, strict=True):
        others = total - vector
        size = np.sqrt(np.einsum("kr,kr->r", others, others))
        scale = np.divide(-length, size, out=np.zeros_like(size), where=size > 0)
        np.copyto(vector, scale * others, where=size > 0)
        total = others + vector


def unrest(vectors: Array, lengths: Array) -> Array:
    """``max_i min(r_i, |t_i|) |w_i/r_i + t_i/|t_i||``: 0 where each is opposite to the others' resultant t_i; (replicates,).

    The shorter of the two opposite vectors sets the scale: a rounding error e of a resultant changes this by at most e.
    """
    others = vectors.sum(axis=0) - vectors
    sizes = np.sqrt(np.einsum("ikr,ikr->ir", others, others))
    others *= lengths[:, None]
    others += sizes[:, None] * vectors
    gaps = np.sqrt(np.einsum("ikr,ikr->ir", others, others))
    gaps /= np.maximum(lengths, sizes)
    return gaps.max(axis=0)


def rounding(lengths: Array) -> Array:
    """A bound on the rounding error of a computed resultant, shape (replicates,).

    A vector ``(-r/|t|) t`` of n - 1 coordinates has the relative error n/2 + 3 units (half the error of a sum of n - 1
    squares, root, quotient, product), a sum of n of them adds n - 1; a unit is half the float64 epsilon.
    """
    n = len(lengths)
    return (1.5 * n + 2) / 2 * np.finfo(float).eps * lengths.sum(axis=0)


def iterated(lengths: ArrayLike, most_passes: int) -> Arrangement:
    """The iteration from the simplex, until it converges or ``most_passes`` passes are made.

    Near the limit a closed polygon is reached fast, as a step leaves ``(w_i.T) w_i/r_i^2`` of a small resultant T; where the
    longest vector is about as long as all others together, w_i are nearly parallel and convergence is slow.

    Raises:
        ValueError: as `check_lengths`, and unless most_passes is an integer >= 1.
    """
    lengths, most_passes = check_lengths(lengths), check_count("most_passes", most_passes)
    return _at_scale(lengths, lambda scaled: _iterated(scaled, most_passes))


def _at_scale(lengths: Array, arrange: Callable[[Array], Arrangement]) -> Arrangement:
    """Lengths divided by a power of two, so that squares neither overflow nor vanish; all else scales with them."""
    _, exponent = np.frexp(lengths.max(axis=0))
    reached = arrange(np.ldexp(lengths, -exponent))
    vectors, excess = np.ldexp(reached.vectors, exponent), np.ldexp(reached.excess, exponent)
    return Arrangement(vectors, reached.passes, excess, reached.converged)


def closed(vectors: Array, lengths: Array) -> Array:
    """Vectors near a closed polygon moved onto one, as the module says; shape (n, n - 1, replicates).

    What does not get there in `_MOST_STEPS` steps stays where it came: |T| never rises.
    """
    vectors, tolerance = vectors.copy(), rounding(lengths)
    for _ in range(_MOST_STEPS):
        open_ones = np.flatnonzero(_size(vectors.sum(axis=0)) > tolerance)
        if not len(open_ones):
            break
        vectors[:, :, open_ones] = _closer(vectors[:, :, open_ones], lengths[:, open_ones])
    return vectors


def _closer(vectors: Array, lengths: Array) -> Array:
    """One step of Newton's method, halved until the resultant is shorter."""
    total = vectors.sum(axis=0)
    units = vectors / lengths[:, None]
    across = len(vectors) * np.eye(len(total)) - np.einsum("ikr,ilr->rkl", units, units)
    shift = np.linalg.solve(across, -total.T[..., None])[..., 0].T
    step = shift - units * np.einsum("ikr,kr->ir", units, shift)[:, None]
    reached, left = vectors.copy(), np.ones(vectors.shape[2], dtype=bool)
    for halving in range(_MOST_HALVINGS):
        moved = vectors + step / 2**halving
        moved *= (lengths / np.sqrt(np.einsum("ikr,ikr->ir", moved, moved)))[:, None]
        shorter = left & (_size(moved.sum(axis=0)) < _size(total))
        reached[:, :, shorter] = moved[:, :, shorter]
        left &= ~shorter
        if not left.any():
            break
    return reached


def _iterated(lengths: Array, most_passes: int) -> Arrangement:
    vectors, least, tolerance = simplex_vectors(lengths), least_resultant(lengths), rounding(lengths)
    passes = np.zeros(lengths.shape[1], dtype=int)
    excess = np.empty(lengths.shape[1])
    # replicates under way, and their vectors and lengths
    active = np.arange(lengths.shape[1])
    moving, fixed = vectors, lengths
    for count in range(1, most_passes + 1):
        sweep(moving, fixed)
        excess[active] = _size(moving.sum(axis=0)) - least[active]
        passes[active] = count
        settled = (excess[active] <= tolerance[active]) & (unrest(moving, fixed) <= tolerance[active])
        if settled.any() or count == most_passes:
            vectors[:, :, active] = moving
            active = active[~settled]
            if not len(active):
                break
            moving, fixed = vectors[:, :, active], lengths[:, active]
    converged = np.ones(lengths.shape[1], dtype=bool)
    converged[active] = False
    return Arrangement(vectors, passes, excess, converged)


def arranged(lengths: ArrayLike, most_passes: int, closing: bool = False) -> Arrangement:
    """The minimum itself where it is unique up to rotation, and what the iteration reaches elsewhere.

    It is unique where the longest vector is at least as long as all others together, and for triangles: there the
    iteration, which can be arbitrarily slow, is not needed.

    Args:
        closing: whether what is near a closed polygon after the last pass is `closed`.

    Raises:
        ValueError: as `iterated`.
    """
    lengths, most_passes = check_lengths(lengths), check_count("most_passes", most_passes)
    return _at_scale(lengths, lambda scaled: _arranged(scaled, most_passes, closing))


def _arranged(lengths: Array, most_passes: int, closing: bool) -> Arrangement:
    n, replicates = lengths.shape
    vectors = np.zeros((n, n - 1, replicates))
    line = 2 * lengths.max(axis=0) >= lengths.sum(axis=0)
    against = -lengths
    against[lengths.argmax(axis=0), np.arange(replicates)] *= -1
    vectors[:, 0, line] = against[:, line]
    left = ~line
    if n == 3:
        vectors[:, :, left] = _triangles(lengths[:, left])
        left = np.zeros_like(line)
    excess = _size(vectors.sum(axis=0)) - least_resultant(lengths)
    passes, converged = np.zeros(replicates, dtype=int), np.ones(replicates, dtype=bool)
    if left.any():
        reached = _iterated(lengths[:, left], most_passes)
        if closing:
            reached = _ended(reached, lengths[:, left])
        vectors[:, :, left], excess[left] = reached.vectors, reached.excess
        passes[left], converged[left] = reached.passes, reached.converged
    return Arrangement(vectors, passes, excess, converged)


def _ended(reached: Arrangement, lengths: Array) -> Arrangement:
    """With the arrangements that are near a closed one on it; only where there is a closed one."""
    near = np.flatnonzero(~reached.converged & (reached.excess <= _NEAR * lengths.sum(axis=0)))
    if not len(near):
        return reached
    own, tolerance = lengths[:, near], rounding(lengths[:, near])
    vectors, excess, converged = reached.vectors.copy(), reached.excess.copy(), reached.converged.copy()
    vectors[:, :, near] = closed(vectors[:, :, near], own)
    excess[near] = _size(vectors[:, :, near].sum(axis=0))
    converged[near] = (excess[near] <= tolerance) & (unrest(vectors[:, :, near], own) <= tolerance)
    return Arrangement(vectors, reached.passes, excess, converged)


def _triangles(lengths: Array) -> Array:
    """Three vectors that sum to zero, of lengths that allow it; shape (3, 2, replicates)."""
    first, second, third = lengths
    along = (third**2 - first**2 - second**2) / (2 * first)
    # 16 times the squared area (Heron)
    square = (first + second + third) * (second + third - first) * (first + third - second) * (first + second - third)
    across = np.sqrt(square) / (2 * first)
    zero = np.zeros_like(first)
    return np.array([[first, zero], [along, across], [-first - along, -across]])


def _size(vectors: Array) -> Array:
    return np.sqrt(np.einsum("kr,kr->r", vectors, vectors))
