r"""Optimal positive features (OPRF): GERF with s = +1 and the real A of least variance  (Likhosherstov et al. 2022, (7)).

With v^2 = |x + y|^2 and rho = 1/(1 - 8A) the second moment of one sample is proportional to
``((1 + rho)^2/(4 rho))^(d/2) exp((1 + rho) v^2)``. It is least at the positive root rho* of
``2 v^2 rho^2 + (d + 2 v^2) rho - d = 0``, which is

    rho* = (sqrt((2v^2 + d)^2 + 8 d v^2) - 2v^2 - d) / (4 v^2) = 2d / (sqrt((2v^2 + d)^2 + 8 d v^2) + 2v^2 + d);

the second form holds for v = 0 too (rho* = 1, A = 0), and does not cancel.
"""

from __future__ import annotations

from collections.abc import Container, Mapping
from dataclasses import dataclass, field
from typing import ClassVar

import numpy as np
import sympy as sp
from numpy.typing import ArrayLike

from rftheory.families import gerf_moments
from rftheory.families.family import AnyFamily
from rftheory.families.generalized_exponential import GeneralizedExponential
from rftheory.families.gerf_moments import optimal_parameters
from rftheory.families.waves import OPRF
from rftheory.inputs import kernels
from rftheory.inputs.arrays import Array, data_for
from rftheory.inputs.statistics import DataStatistics


def optimal_rho(square: sp.Expr, dimension: sp.Expr = kernels.d) -> sp.Expr:
    """rho* of (7) as a function of v^2 = |x + y|^2 and d."""
    return gerf_moments.optimal_rho(square, dimension, sp.sqrt)


def optimal_parameter(square: sp.Expr, dimension: sp.Expr = kernels.d) -> sp.Expr:
    """A* = (1 - 1/rho*)/8 <= 0."""
    return (1 - 1 / optimal_rho(square, dimension)) / 8


@dataclass(frozen=True)
class OptimalPositive(GeneralizedExponential):
    """OPRF for a given v^2 = |x + y|^2, or for its average over data.

    Args:
        square: v^2 >= 0, a number or a SymPy expression.
        dimension: the dimension d of the inputs; a number if features are to be computed.

    Raises:
        ValueError: if v^2 is negative or not finite.
    """

    names: ClassVar[tuple[str, ...]] = OPRF

    A: sp.Expr = field(init=False)
    s: int = field(default=1, init=False)
    square: sp.Expr | float = kernels.PAIR.z.square

    def __post_init__(self) -> None:
        given = self.square
        square = sp.sympify(given) if isinstance(given, (sp.Expr, int)) else sp.Rational(_finite(given))
        if square.is_negative:
            raise ValueError(f"square must be |x + y|^2 >= 0, got {given}")
        object.__setattr__(self, "square", square)
        object.__setattr__(self, "A", optimal_parameter(square, sp.sympify(self.dimension)))
        super().__post_init__()

    @property
    def is_real(self) -> bool:
        """Always: the root in (7) is one of a sum of nonnegative terms."""
        return True

    @property
    def rho(self) -> sp.Expr:
        """rho* = 1/(1 - 8 A*)."""
        return optimal_rho(sp.sympify(self.square), sp.sympify(self.dimension))

    @property
    def spread(self) -> sp.Expr:
        return (1 + 1 / self.rho) / 2

    def _check_variance(self) -> tuple[sp.Expr, sp.Expr]:
        return 1 / self.rho, 1 / self.rho

    def rates(self, lengths: Array, d: int) -> Array:
        """Without a square, of the optimal A for each length."""
        if sp.sympify(self.square).free_symbols:
            return 2 * optimal_parameters(np.square(lengths), d)
        return super().rates(lengths, d)

    def fit(self, x: Array | None, y: Array | None, d: int, given: Container[str] = ()) -> GeneralizedExponential:
        """With the A of the square that is given, or of its average."""
        if sp.sympify(self.square).free_symbols:
            return OptimalPositive.for_data(*data_for("square", x, y)).at({})
        size = sp.Integer(d)
        return GeneralizedExponential(OptimalPositive(dimension=size, square=self.square).A, 1, size)

    def at_pairs(self, x: Array, y: Array) -> AnyFamily:
        """Of the square that is given, or of the mean of ``|x_i + y_i|^2``."""
        if not sp.sympify(self.A).free_symbols:
            return self
        given = sp.sympify(self.square)
        square = given if not given.free_symbols else float(np.square(x + y).sum(axis=1).mean())
        return OptimalPositive(dimension=sp.Integer(x.shape[1]), square=square)

    @classmethod
    def for_data(cls, x: ArrayLike, y: ArrayLike) -> OptimalPositive:
        """OPRF of the average of |x_i + y_j|^2 over all pairs of rows, in O(Ld) by (8).

        Args:
            x, y: shapes (L, d) and (M, d).
        """
        averages = DataStatistics.of(x, y)
        return cls(dimension=sp.Integer(averages.dimension), square=averages.square_of_sum(1))

    def at(self, point: Mapping[sp.Symbol, sp.Expr]) -> GeneralizedExponential:
        return GeneralizedExponential(A=sp.sympify(self.A).subs(point), s=1, dimension=self.dimension)


def _finite(value: float) -> float:
    if not np.isfinite(value):
        raise ValueError(f"square must be a finite number >= 0, got {value}")
    return float(value)
