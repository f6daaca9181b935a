"""The maps of a candidate by logarithms, which stay in range where the features themselves do not."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from rftheory.arrays import Array, kernel_change
from rftheory.choosing.mechanisms import Centred
from rftheory.choosing.result import Maps, Size
from rftheory.families.family import Kernel
from rftheory.families.parts import Parts
from rftheory.features.maps import DrawnFamily, real, row_blocks
from rftheory.fitted import Discrete, Projected


class Drawn(Protocol):
    """Feature maps with their projections."""

    @property
    def kernel(self) -> Kernel:
        """The kernel that they estimate."""

    def parts(self, inputs: Array, side: str) -> Parts:
        """The features of inputs in units of the kernel, by their parts."""


@dataclass(frozen=True, eq=False)
class Moved:
    """Features of the Gaussian kernel at inputs minus an origin, from features of either kernel."""

    drawn: Drawn
    origin: Array
    kernel: Kernel = "gaussian"

    def parts(self, inputs: Array, side: str) -> Parts:
        """As `Drawn`."""
        moved = inputs - self.origin
        parts = self.drawn.parts(moved, side)
        log = parts.logs(moved, kernel_change(self.kernel, self.drawn.kernel))
        # logarithms are changed in place, which one number for all rows cannot be
        return Parts(parts.factor, log if log.flags.writeable else log.copy())


@dataclass(frozen=True, eq=False)
class Redrawn:
    """Maps that are known by their draws alone: each block of inputs is mapped with the same projections, drawn anew."""

    maps: Maps
    seed: np.random.SeedSequence
    m: int
    kernel: Kernel = "gaussian"

    def parts(self, inputs: Array, side: str) -> Parts:
        """As `Drawn`."""
        one = inputs[:1]
        pair = (inputs, one) if side == "x" else (one, inputs)
        return Parts(self.maps.draw(_generator(self.seed), self.m, *pair)["xy".index(side)], None)


@dataclass(frozen=True, eq=False)
class DrawnMap:
    """One draw of the maps of a candidate, real, with F = ``length`` features, for inputs in units of the kernel."""

    drawn: Drawn
    kernel: Kernel
    length: int

    @classmethod
    def of(cls, maps: Maps, kernel: Kernel, size: Size, dimension: int, seed: np.random.SeedSequence) -> DrawnMap:
        """The projections that ``maps.draw`` draws with a generator of the seed."""
        drawn = _drawn(maps, size.projections, dimension, seed)
        # counts with their signs and logarithms are defined everywhere
        factor, log = _real(drawn, kernel, np.zeros((1, dimension)), "x")
        return cls(drawn, kernel, (log if factor is None else factor).shape[1])

    def logs(self, inputs: Array, side: str) -> tuple[Array | None, Array]:
        """(factor, log) of the features ``factor exp(log)``: a factor (L, F), or None for 1, a logarithm (L, F) or (L, 1)."""
        return _real(self.drawn, self.kernel, inputs, side)

    def blocks(self, count: int) -> Iterator[slice]:
        """Ranges of rows whose features stay in a cache."""
        return row_blocks(count, self.length)


def _real(drawn: Drawn, kernel: Kernel, inputs: Array, side: str) -> tuple[Array | None, Array]:
    parts = drawn.parts(inputs, side)
    return real(parts.factor, parts.logs(inputs, kernel_change(kernel, drawn.kernel)), side)


def _drawn(maps: Maps, m: int, dimension: int, seed: np.random.SeedSequence) -> Drawn:
    if isinstance(maps, Centred):
        return Moved(_drawn(maps.maps, m, dimension, seed), maps.origin)
    if isinstance(maps, Projected) and not maps.wide:
        return DrawnFamily(maps.family, maps.projections(_generator(seed), m, dimension))
    if isinstance(maps, Discrete):
        return Moved(DrawnFamily(maps.family, maps.family.draw(_generator(seed), m, dimension)), maps.shift)
    return Redrawn(maps, seed, m)


def _generator(seed: np.random.SeedSequence) -> np.random.Generator:
    """Always the same, whatever generators were spawned from an earlier one."""
    return np.random.default_rng(np.random.SeedSequence(seed.entropy, spawn_key=seed.spawn_key))
