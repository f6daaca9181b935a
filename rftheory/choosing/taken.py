"""The maps of a candidate by logarithms, which stay in range where the features themselves do not."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from rftheory.arrays import Array, kernel_change
from rftheory.families.family import Kernel
from rftheory.families.parts import Parts
from rftheory.features.maps import Drawn, FeatureMap, WithoutExponent, real

if TYPE_CHECKING:
    from rftheory.choosing.result import Maps, Size


def taken(maps: Maps, kernel: Kernel, size: Size, dimension: int, seed: np.random.SeedSequence) -> FeatureMap:
    """One draw of the maps, real, for inputs in units of the kernel: of the projections that ``maps.draw`` draws from the seed."""
    drawn = maps.drawn(seed, size.projections, dimension)
    # counts with their signs and logarithms are defined everywhere
    origin = np.zeros((1, dimension))
    parts = drawn.parts(origin, "x")
    factor, log = real(parts.factor, parts.logs(origin, kernel_change(kernel, drawn.kernel)), "x")
    return FeatureMap(drawn, kernel, 1.0, dimension, (log if factor is None else factor).shape[1])


class Redraws:
    """Maps that are known by their draws alone."""

    def drawn(self: Maps, seed: np.random.SeedSequence, m: int, dimension: int) -> Drawn:
        """As `choose.result.Maps`."""
        return Redrawn(self, seed, m)


@dataclass(frozen=True, eq=False)
class Redrawn(WithoutExponent):
    """Each block of inputs is mapped with the same projections, drawn anew."""

    maps: Maps
    seed: np.random.SeedSequence
    m: int
    kernel: Kernel = "gaussian"

    def parts(self, inputs: Array, side: str) -> Parts:
        """As `features.maps.Drawn`."""
        one = inputs[:1]
        pair = (inputs, one) if side == "x" else (one, inputs)
        # always the same generator, whatever was spawned from an earlier one
        generator = np.random.default_rng(np.random.SeedSequence(self.seed.entropy, spawn_key=self.seed.spawn_key))
        return Parts(self.maps.draw(generator, self.m, *pair)["xy".index(side)], None)
