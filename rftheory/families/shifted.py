"""Discretely-induced features of shifted inputs, which are positive  (CRT, Sec. 3.2.3; Pois RF+ and Geom RF+).

The Gaussian kernel does not change when both inputs are shifted, and discretely-induced features are positive where
all coordinates are: so with ``c_l < x_l, y_l`` the features of ``x - c`` and ``y - c`` serve.
"""

from __future__ import annotations

from collections.abc import Container
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import sympy as sp
from numpy.typing import ArrayLike

from rftheory.couplings.coupling import Coupling
from rftheory.families.discretely_induced import Coordinates, DiscreteFamily
from rftheory.families.family import AnyFamily, HasVariance, Kernel
from rftheory.inputs.arrays import Array, check_inputs, data_for, squares


@dataclass(frozen=True)
class Difference:
    """The vector ``u - c`` through its coordinates."""

    vector: Coordinates
    shift: Coordinates

    def __getitem__(self, index: Any) -> sp.Expr:
        return sp.sympify(self.vector[index] - self.shift[index])


def shift_below(x: ArrayLike, y: ArrayLike, epsilon: float) -> Array:
    """``c_l = min_i min(x_l^(i), y_l^(i)) - epsilon`` for inputs of shape (L, d) each; shape (d,).

    Raises:
        ValueError: unless epsilon > 0 and the inputs are finite, of one dimension; or if epsilon is so small that the
            shift is rounded to the data.
    """
    if not (np.isfinite(epsilon) and epsilon > 0):
        raise ValueError(f"epsilon must be > 0, got {epsilon}")
    first, second = check_inputs(x, "x"), check_inputs(y, "y")
    if first.shape[1] != second.shape[1]:
        raise ValueError(f"x and y must have the same dimension, got {first.shape[1]} and {second.shape[1]}")
    lowest = np.minimum(first.min(axis=0), second.min(axis=0))
    shift = lowest - epsilon
    if not (shift < lowest).all():
        raise ValueError(f"epsilon must be large enough to tell the shift from the data, got {epsilon}")
    return shift


@dataclass(frozen=True)
class Shifted(AnyFamily):
    """The features of a discretely-induced family at ``u - c``: positive, for the same kernel.

    Args:
        family: the features to shift.
        shift: c, one number for each coordinate, strictly below every input.
    """

    family: DiscreteFamily
    shift: tuple[float, ...]

    kernel: Kernel = "gaussian"
    of_counts = True
    blocks = 1

    def __post_init__(self) -> None:
        shift = tuple(float(e) for e in self.shift)
        if not shift or not np.isfinite(shift).all():
            raise ValueError(f"shift must be finite numbers, one for each coordinate, got {self.shift}")
        object.__setattr__(self, "shift", shift)

    def numbers(self) -> dict[str, Any]:
        """The parameters by name, as numbers."""
        return {**self.family.numbers(), "shift": np.array(self.shift)}

    def fit(self, x: Array | None, y: Array | None, d: int, given: Container[str] = ()) -> Shifted:
        """With the family fitted to the shifted data; arguments as `Family.fit`."""
        if not self.family.open_parameter:
            return self
        first, second = data_for(self.family.open_parameter, x, y)
        return replace(self, family=self.family.fit(self.shifted(first), self.shifted(second), d, given))

    def check_usable(self) -> None:
        """As the family."""
        self.family.check_usable()

    def log_variance(self, x: Array, y: Array) -> Array:
        """As the family, at the shifted inputs, whose kernel is the same.

        Raises:
            ValueError: if no closed form of its variance is known.
        """
        if not isinstance(self.family, HasVariance):
            raise ValueError(f"no closed form of the variance of {self.family} is known")
        return self.family.log_variance(self.shifted(x), self.shifted(y))

    def shifted(self, inputs: ArrayLike) -> Array:
        """``u - c`` for inputs of shape (L, d).

        Raises:
            ValueError: unless the shift is strictly below every input, coordinate by coordinate.
        """
        u = check_inputs(inputs)
        if u.shape[1] != len(self.shift):
            raise ValueError(f"shift must have the dimension {u.shape[1]} of the inputs, got {len(self.shift)}")
        moved = u - np.array(self.shift)
        if not (moved > 0).all():
            row, column = np.argwhere(moved <= 0)[0]
            raise ValueError(
                f"shift must be strictly below every input, got c_{column + 1} = {self.shift[column]} "
                f"and the input {u[row, column]}"
            )
        return moved

    def draw(self, generator: np.random.Generator, m: int, d: int, replicates: int | None = None) -> Array:
        """Counts, as the family draws them."""
        return self.family.draw(generator, m, d, replicates)

    def projections(
        self, coupling: Coupling, generator: np.random.Generator, m: int, d: int, replicates: int | None = None
    ) -> Array:
        """Counts, as `draw` has them."""
        return self.draw(generator, m, d, replicates)

    def log_features(
        self, inputs: ArrayLike, projections: ArrayLike, side: str = "x", change: float = 0.0
    ) -> tuple[Array, Array]:
        """As `AnyFamily.log_features`, of the shifted inputs; all factors are 1."""
        factor, log = self.family.log_features(self.shifted(inputs), projections, side)
        return factor, log + change * squares(check_inputs(inputs))
