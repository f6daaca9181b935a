"""Projections that feature maps have in common, and samples from features of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
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


@dataclass(frozen=True)
class ProjectionSet:
    """The projections that some maps have in common.

    Args:
        maps: families, or coefficients of a hybrid.
        coupling: of the projections; phases are independent.
    """

    maps: tuple[Family | CoefficientMap, ...]
    coupling: Coupling

    @cached_property
    def _auxiliary(self) -> int:
        return max(getattr(source, "auxiliary", 0) for source in self.maps)

    def numbers(self, m: int, d: int) -> int:
        """How many are drawn, or features are made of them if these are more."""
        return m * max(d + self._auxiliary, *(source.blocks for source in self.maps))

    def draw(self, generator: np.random.Generator, replicates: int, m: int, d: int) -> Drawn:
        """Independent copies of m projections of R^d."""
        # maps with phases take arrays of replicates only
        drawn = self.coupling.draw if self._auxiliary else self.coupling.draw_projections
        return Drawn(with_phases(drawn(generator, m, d, replicates), self._auxiliary, generator), m)

    def samples(self, features: FeatureMap, drawn: Drawn, x: Array, y: Array, log_unit: Array) -> Array:
        """One sample for each projection and paired row of x and y, in units of ``exp(log_unit)``; shape (R, P, m)."""
        return paired(features, drawn.projections, drawn.m, x, y, log_unit)


def paired(features: FeatureMap, projections: Any, m: int, x: Array, y: Array, log_unit: Array) -> Array:
    """``Z_i = m sum_b f_(b,i)(x) f_(b,i)(y)`` of paired rows, in units of ``exp(log_unit)``; shape (R, P, m)."""
    scale = np.exp(-log_unit / 2)[:, None]
    first, second = (features(u, projections, side) * scale for u, side in ((x, "x"), (y, "y")))
    first *= second
    first *= m
    blocks = first.shape[-1] // m
    return first if blocks == 1 else first.reshape(*first.shape[:-1], blocks, m).sum(axis=-2)
