"""Projections that feature maps have in common, and samples from features of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, TypeAlias

import numpy as np

from rftheory.couplings.coupling import Coupling
from rftheory.families.family import Family
from rftheory.families.hybrids.coefficient import CoefficientMap
from rftheory.families.waves import with_phases
from rftheory.inputs.arrays import Array

#: (inputs, projections, side) -> features, ``1/sqrt(m)`` included, of shape (R, L, blocks * m), one block after the other
FeatureMap: TypeAlias = Callable[..., Array]


class Drawn(NamedTuple):
    """m projections."""

    projections: Any
    m: int


#: what has the same projections: families, or coefficients of a hybrid
Maps: TypeAlias = Sequence[Family | CoefficientMap]


def numbers(maps: Maps, m: int, d: int) -> int:
    """How many are drawn for maps that have their projections in common, or features are made of them if these are more."""
    return m * max(d + _auxiliary(maps), *(source.blocks for source in maps))


def draw(maps: Maps, coupling: Coupling, generator: np.random.Generator, replicates: int, m: int, d: int) -> Drawn:
    """Independent copies of m projections of R^d that maps have in common; phases are independent."""
    auxiliary = _auxiliary(maps)
    # maps with phases take arrays of replicates only
    drawn = coupling.draw if auxiliary else coupling.draw_projections
    return Drawn(with_phases(drawn(generator, m, d, replicates), auxiliary, generator), m)


def _auxiliary(maps: Maps) -> int:
    return max(getattr(source, "auxiliary", 0) for source in maps)


def paired(features: FeatureMap, projections: Any, m: int, x: Array, y: Array, log_unit: Array) -> Array:
    """``Z_i = m sum_b f_(b,i)(x) f_(b,i)(y)`` of paired rows, in units of ``exp(log_unit)``; shape (R, P, m)."""
    scale = np.exp(-log_unit / 2)[:, None]
    first, second = (features(u, projections, side) * scale for u, side in ((x, "x"), (y, "y")))
    first *= second
    first *= m
    blocks = first.shape[-1] // m
    return first if blocks == 1 else first.reshape(*first.shape[:-1], blocks, m).sum(axis=-2)
