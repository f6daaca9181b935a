"""Projections followed by the standard normal coordinates of which a family makes its phases."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from rftheory.arrays import Array, Operator, Projections


class PhasedOperator(NamedTuple):
    """Projections of R^d that are not formed, and the coordinates of each that give its phases; shape (..., m, auxiliary)."""

    projections: Operator
    own: Array


def with_phases(projections: Projections, auxiliary: int, generator: np.random.Generator, m: int = 0) -> Any:
    """Projections of shape (..., m, d) with so many standard normal coordinates of their own, shape (..., m, d + auxiliary).

    Args:
        auxiliary: of the family (`Family.auxiliary`); projections without any are returned as they are.
        m: number of projections, for an operator, which does not show it.
    """
    if not auxiliary:
        return projections
    if isinstance(projections, Operator):
        return PhasedOperator(projections, generator.standard_normal((m, auxiliary)))
    array = np.asarray(projections)
    own = generator.standard_normal((*array.shape[:-1], auxiliary))
    # the replicates stay the fastest axis
    return np.concatenate([array.T, own.T]).T
