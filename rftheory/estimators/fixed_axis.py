"""Couplings that are not rotated as a whole, for inputs along their axis: Gaussian marginals, independent lengths and directions.

Heights of the directions over the first axis e_1 are functions of one uniform number, so that moments at x + y = v e_1 are integrals over
it: given the heights t_i, ``E exp(sum_i p_i r_i v t_i)`` is a product over the lengths.
"""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass

import mpmath
import numpy as np

from rftheory.arrays import Array
from rftheory.couplings.coupling import Coupling, chi_lengths
from rftheory.estimators.fixed_inputs import AtFixedInputs, power_of_sum
from rftheory.estimators.moments import DIGITS, Number


class FixedAxis(Coupling):
    """Projections with one law of the heights over e_1."""

    #: how many projections there are, and in which dimension
    size: int
    dimension: int

    @abstractmethod
    def heights(self, uniform: Number) -> tuple[Number, ...]:
        """The heights for a number from 0 to 1."""

    @abstractmethod
    def directions(self, generator: np.random.Generator, replicates: int) -> Array:
        """Unit vectors, shape (d, m, replicates)."""

    def draw_columns(self, generator: np.random.Generator, m: int, d: int, replicates: int) -> Array:
        if (m, d) != (self.size, self.dimension):
            raise ValueError(f"{self.size} projections of R^{self.dimension} are drawn, got m = {m}, d = {d}")
        return self.directions(generator, replicates) * chi_lengths(generator, m, d, replicates)


@dataclass(frozen=True)
class MirroredPair(FixedAxis):
    """Two projections of the plane along U and its mirror image, the first coordinate flipped."""

    size = 2
    dimension = 2

    def heights(self, uniform: Number) -> tuple[Number, ...]:
        height = mpmath.cos(mpmath.pi * uniform)
        return height, -height

    def directions(self, generator: np.random.Generator, replicates: int) -> Array:
        angle = generator.uniform(0, 2 * np.pi, replicates)
        along, across = np.cos(angle), np.sin(angle)
        return np.stack([np.stack([along, -along]), np.stack([across, across])])


@dataclass(frozen=True)
class ThreeHeights(FixedAxis):
    """Three projections of R^3 with the heights t, 1 - 2t, 1 - 2t, t uniform on [1/3, 1], in a random cyclic order."""

    size = 3
    dimension = 3

    def heights(self, uniform: Number) -> tuple[Number, ...]:
        large = (1 + 2 * uniform) / 3
        return large, 1 - 2 * large, 1 - 2 * large

    def directions(self, generator: np.random.Generator, replicates: int) -> Array:
        heights = np.stack(self.heights(generator.uniform(size=replicates)))
        order = (np.arange(3)[:, None] + generator.integers(0, 3, replicates)) % 3
        heights = np.take_along_axis(heights, order, axis=0)
        angles = generator.uniform(0, 2 * np.pi, (3, replicates))
        radius = np.sqrt(np.maximum(0, 1 - heights**2))
        return np.stack([heights, radius * np.cos(angles), radius * np.sin(angles)])


@dataclass(frozen=True)
class AlongAxis(AtFixedInputs):
    """Positive features with such a coupling, at inputs along e_1."""

    coupling: FixedAxis

    def mean_power(self, order: int, m: int) -> Number:
        """Raises:
        ValueError: for inputs off the axis, and for another number of projections.
        """
        length, *across = self.sum
        if any(across) or m != self.coupling.size or len(across) + 1 != self.coupling.dimension:
            raise ValueError(f"inputs along e_1 and {self.coupling.size} projections are needed, got m = {m}")

        def given(uniform: Number) -> Number:
            images = [length * height for height in self.coupling.heights(uniform)]
            return power_of_sum(self.coupling.dimension, images, order)

        with mpmath.workdps(DIGITS):
            return mpmath.quad(given, [0, 1]) / mpmath.mpf(m) ** order
