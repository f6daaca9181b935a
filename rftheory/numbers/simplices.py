"""Nelder and Mead's search from several starts at once.

Every simplex goes its own way, step for step as `scipy.optimize.minimize` would take it alone; the points that all of them ask
for are evaluated together, for a function over arrays takes hardly longer for ten points than for one.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

#: sides of the first simplex, relative and at zero
_SIDE, _SIDE_AT_ZERO = 0.05, 0.00025
#: a simplex that is smaller, in places and in values, has converged
_SMALL = 1e-4


def minimised(function: Callable[[Floats], Floats], starts: Floats, evaluations: int) -> Floats:
    """The best places found from the starts, of the same shape (starts, coordinates).

    Args:
        function: values at places of shape (any number, coordinates).
        starts: one row for each simplex.
        evaluations: a simplex that has used so many begins no further step.
    """
    count, size = starts.shape
    simplex = np.repeat(starts[:, None, :], size + 1, axis=1)
    for k in range(size):
        simplex[:, k + 1, k] = np.where(starts[:, k] == 0, _SIDE_AT_ZERO, starts[:, k] * (1 + _SIDE))
    values = function(simplex.reshape(-1, size)).reshape(count, size + 1)
    used = np.full(count, size + 1)
    while True:
        order = np.argsort(values, axis=1)
        simplex, values = np.take_along_axis(simplex, order[..., None], 1), np.take_along_axis(values, order, 1)
        going = np.flatnonzero((used < evaluations) & ~_converged(simplex, values))
        if not going.size:
            return simplex[:, 0]
        used[going] += _step(function, simplex, values, going)


def _converged(simplex: Floats, values: Floats) -> NDArray[np.bool_]:
    with np.errstate(invalid="ignore"):  # the difference of two infinities says nothing
        lengths = np.abs(simplex[:, 1:] - simplex[:, :1]).max(axis=(1, 2))
        heights = np.abs(values[:, 1:] - values[:, :1]).max(axis=1)
    return (lengths <= _SMALL) & (heights <= _SMALL)


def _step(
    function: Callable[[Floats], Floats], simplex: Floats, values: Floats, going: NDArray[np.intp]
) -> NDArray[np.intp]:
    """One step of the simplices that are going on, in place; returns the evaluations of each."""
    best, second, worst = values[going, 0], values[going, -2], values[going, -1]
    centre, corner = simplex[going, :-1].mean(axis=1), simplex[going, -1]
    place = 2 * centre - corner
    value = function(place)
    used = np.ones(len(going), dtype=np.intp)
    further, outside = value < best, (value >= second) & (value < worst)
    inside = value >= np.maximum(second, worst)
    # how far beyond the centre the second place lies, in the direction away from the worst corner
    reach = np.select([further, outside, inside], [2.0, 0.5, -0.5], 0.0)
    tried = np.flatnonzero(reach)
    shrinking = np.zeros(len(going), dtype=bool)
    if tried.size:
        second_place = (1 + reach[tried, None]) * centre[tried] - reach[tried, None] * corner[tried]
        second_value = function(second_place)
        used[tried] += 1
        limit = np.where(inside[tried], worst[tried], value[tried])
        better = np.where(outside[tried], second_value <= limit, second_value < limit)
        place[tried[better]], value[tried[better]] = second_place[better], second_value[better]
        shrinking[tried] = ~better & ~further[tried]
    kept = going[~shrinking]
    simplex[kept, -1], values[kept, -1] = place[~shrinking], value[~shrinking]
    if shrinking.any():
        small = going[shrinking]
        simplex[small, 1:] = (simplex[small, 1:] + simplex[small, :1]) / 2
        values[small, 1:] = function(simplex[small, 1:].reshape(-1, simplex.shape[2])).reshape(len(small), -1)
        used[shrinking] += simplex.shape[2]
    return used
