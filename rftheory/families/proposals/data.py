r"""Laws of the inputs, as far as importance densities need them: exponential moments, and draws.

The optimal proposal of ``E_x phi(x, w)^2`` asks for ``E exp(t.x)`` under the law of x reweighted by ``exp(c |x|^2)``
(c = 1 for the softmax kernel, whose ``K(x, x) = exp(|x|^2)`` is not constant; c = 0 for the Gaussian kernel).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike

from rftheory.inputs.arrays import Array, check_count, check_inputs
from rftheory.numbers.special import log_confluent_limit, log_mean, oscillating_confluent_limit

#: eigenvalues of a covariance below minus this multiple of the largest one are not rounding errors
_ROUNDING = 1e-12
#: of a mixture of rows that is drawn from: each weight of a draw takes as many exponentials
MOST_ROWS = 4096


class DataLaw(ABC):
    """A law of inputs x in R^d. Laws are values: frozen, comparable, with a stable ``repr``."""

    @property
    @abstractmethod
    def dimension(self) -> int:
        """d."""

    @abstractmethod
    def sample(self, generator: np.random.Generator, size: int) -> Array:
        """Independent inputs, shape (size, d)."""

    @abstractmethod
    def tilted(self, c: float) -> tuple[DataLaw, float]:
        """The law with density proportional to ``exp(c |x|^2)``, and ``log E exp(c |x|^2)``."""

    @abstractmethod
    def log_laplace(self, t: Array) -> Array:
        """``log E exp(t.x)`` at real t of shape (..., d); shape (...)."""

    def log_moment(self, t: Array, c: float) -> Array:
        """``log E exp(t.x + c |x|^2)`` at real t of shape (..., d); shape (...). Errors as `tilted`."""
        law, log_norm = self.tilted(c)
        return np.asarray(log_norm + law.log_laplace(t))

    @abstractmethod
    def characteristic(self, t: Array) -> Array:
        """``E exp(i t.x)`` at real t of shape (..., d); shape (...), real for symmetric laws."""

    @property
    def is_rotation_invariant(self) -> bool:
        """Whether the law of x is that of every rotation of x."""
        return False

    @property
    def is_symmetric(self) -> bool:
        """Whether x and -x have the same law."""
        return self.is_rotation_invariant


def _tuples(array: Array) -> tuple[tuple[float, ...], ...]:
    return tuple(map(tuple, array.tolist()))


@dataclass(frozen=True)
class GaussianData(DataLaw):
    """``N(mean, covariance)``; a covariance of rank below d is allowed.

    Args:
        covariance: Lambda, shape (d, d), symmetric and positive semidefinite.
        mean: shape (d,); zero if not given.
    """

    covariance: tuple[tuple[float, ...], ...]
    mean: tuple[float, ...] = ()

    def __post_init__(self) -> None:
        matrix = check_inputs(self.covariance, "covariance")
        if matrix.shape[0] != matrix.shape[1]:
            raise ValueError(f"covariance must have shape (d, d), got {matrix.shape}")
        mean = np.asarray(self.mean, dtype=float) if len(self.mean) else np.zeros(len(matrix))
        if mean.shape != (len(matrix),) or not np.isfinite(mean).all():
            raise ValueError(f"mean must be a finite vector of shape ({len(matrix)},), got {self.mean}")
        scale = max(float(np.abs(matrix).max()), np.finfo(float).tiny)
        if np.abs(matrix - matrix.T).max() > _ROUNDING * scale:
            raise ValueError(f"covariance must be symmetric, got {matrix.tolist()}")
        smallest = float(np.linalg.eigvalsh(matrix).min())
        if smallest < -_ROUNDING * scale:
            raise ValueError(f"covariance must be positive semidefinite, got the eigenvalue {smallest:.3g}")
        object.__setattr__(self, "covariance", _tuples((matrix + matrix.T) / 2))
        object.__setattr__(self, "mean", tuple(float(e) for e in mean))

    @classmethod
    def isotropic(cls, variance: float, dimension: int) -> GaussianData:
        """``N(0, variance I_d)``."""
        return cls(_tuples(float(variance) * np.eye(check_count("dimension", dimension))))

    @property
    def dimension(self) -> int:
        return len(self.covariance)

    @cached_property
    def matrix(self) -> Array:
        """Lambda as an array."""
        return np.array(self.covariance)

    @cached_property
    def center(self) -> Array:
        """The mean as an array."""
        return np.array(self.mean)

    @cached_property
    def _spectrum(self) -> tuple[Array, Array]:
        values, vectors = np.linalg.eigh(self.matrix)
        return np.maximum(values, 0.0), vectors

    @property
    def is_rotation_invariant(self) -> bool:
        # `repr` keeps every digit, so equality of floats is meant
        return self.is_symmetric and bool((self.matrix == self.matrix[0, 0] * np.eye(self.dimension)).all())

    @property
    def is_symmetric(self) -> bool:
        return not self.center.any()

    def sample(self, generator: np.random.Generator, size: int) -> Array:
        values, vectors = self._spectrum
        return self.center + (generator.standard_normal((size, self.dimension)) * np.sqrt(values)) @ vectors.T

    def tilted(self, c: float) -> tuple[GaussianData, float]:
        if c == 0:
            return self, 0.0
        values, vectors = self._spectrum
        shrink = 1 - 2 * c * values
        if shrink.min() <= 0:
            raise ValueError(
                f"E exp({c:g} |x|^2) is infinite: the eigenvalues of the covariance must be < {1 / (2 * c):g}, "
                f"the largest is {values.max():.6g}"
            )
        mean = vectors.T @ self.center
        log_norm = c * float((mean**2 / shrink).sum()) - float(np.log(shrink).sum()) / 2
        law = GaussianData(_tuples((vectors * (values / shrink)) @ vectors.T), tuple(vectors @ (mean / shrink)))
        return law, log_norm

    def log_laplace(self, t: Array) -> Array:
        return np.asarray(t @ self.center + self._square(t) / 2)

    def characteristic(self, t: Array) -> Array:
        modulus = np.exp(-self._square(t) / 2)
        return modulus if self.is_symmetric else modulus * np.exp(1j * (t @ self.center))

    def _square(self, t: Array) -> Array:
        """``t' Lambda t``."""
        values, vectors = self._spectrum
        return np.asarray((t @ vectors) ** 2 @ values)


@dataclass(frozen=True)
class SphereData(DataLaw):
    """The uniform law on the sphere of a radius > 0 in R^d."""

    radius: float
    d: int

    def __post_init__(self) -> None:
        check_count("d", self.d)
        if not (np.isfinite(self.radius) and self.radius > 0):
            raise ValueError(f"radius must be a finite number > 0, got {self.radius}")

    @property
    def dimension(self) -> int:
        return self.d

    @property
    def is_rotation_invariant(self) -> bool:
        return True

    def sample(self, generator: np.random.Generator, size: int) -> Array:
        directions = generator.standard_normal((size, self.dimension))
        return self.radius * directions / np.linalg.norm(directions, axis=1, keepdims=True)

    def tilted(self, c: float) -> tuple[SphereData, float]:
        return self, c * self.radius**2

    def log_laplace(self, t: Array) -> Array:
        return log_confluent_limit(self.dimension / 2, self.radius**2 * (t**2).sum(axis=-1) / 4)

    def characteristic(self, t: Array) -> Array:
        return oscillating_confluent_limit(self.dimension / 2, self.radius**2 * (t**2).sum(axis=-1) / 4)


@dataclass(frozen=True)
class EmpiricalData(DataLaw):
    """L points with weights (equal ones if not given): the law of a data set, or of one known input."""

    points: tuple[tuple[float, ...], ...]
    weights: tuple[float, ...] = ()

    def __post_init__(self) -> None:
        points = check_inputs(self.points, "points")
        weights = np.asarray(self.weights, dtype=float) if len(self.weights) else np.full(len(points), 1 / len(points))
        rounding = 4 * len(points) * np.finfo(float).eps
        if weights.shape != (len(points),) or not (weights >= 0).all() or abs(weights.sum() - 1) > rounding:
            raise ValueError(f"weights must be {len(points)} numbers >= 0 of sum 1, got {self.weights}")
        object.__setattr__(self, "points", _tuples(points))
        object.__setattr__(self, "weights", tuple(float(e) for e in weights))

    @property
    def dimension(self) -> int:
        return len(self.points[0])

    @cached_property
    def rows(self) -> Array:
        """The points, shape (L, d)."""
        return np.array(self.points)

    @cached_property
    def masses(self) -> Array:
        """The weights, shape (L,)."""
        return np.array(self.weights)

    @cached_property
    def _squares(self) -> Array:
        return np.square(self.rows).sum(axis=1)

    def sample(self, generator: np.random.Generator, size: int) -> Array:
        return np.asarray(self.rows[generator.choice(len(self.rows), size, p=self.masses / self.masses.sum())])

    def tilted(self, c: float) -> tuple[EmpiricalData, float]:
        logs = c * self._squares
        log_norm = float(log_mean(logs, self.masses))
        # a weight may be 0, and the exponential alone infinite
        some = self.masses > 0
        logs[some] += np.log(self.masses[some]) - log_norm
        weights = np.exp(logs, where=some, out=np.zeros(len(logs)))
        return EmpiricalData(self.points, tuple(weights / weights.sum())), log_norm

    def log_laplace(self, t: Array) -> Array:
        return log_mean(t @ self.rows.T, self.masses)

    def log_moment(self, t: Array, c: float) -> Array:
        # at once: weights of the tilted law would underflow for the very rows that are near t
        return log_mean(t @ self.rows.T + c * self._squares, self.masses)

    def characteristic(self, t: Array) -> Array:
        return np.asarray(np.exp(1j * (t @ self.rows.T)) @ self.masses)


def point_mass(x: ArrayLike) -> EmpiricalData:
    """The law of one known input x, shape (d,)."""
    return EmpiricalData(_tuples(np.atleast_2d(np.asarray(x, dtype=float))))


def check_same_dimension(first: DataLaw, second: DataLaw) -> int:
    """The common d of two laws."""
    if first.dimension != second.dimension:
        raise ValueError(f"the data laws must have one dimension, got {first.dimension} and {second.dimension}")
    return first.dimension


def mixture(sets: Sequence[Array], log_weights: Sequence[Array]) -> EmpiricalData:
    """The even mixture of data sets, in each of which rows have given weights.

    Args:
        sets: shapes (L, d).
        log_weights: shapes (L,), up to a number for each set.
    """
    count = sum(map(len, sets))
    if count > MOST_ROWS:
        raise ValueError(f"an optimal proposal of rows must be of at most {MOST_ROWS} rows, got {count}")
    masses = [np.exp(logs - logs.max()) for logs in log_weights]
    weights = np.concatenate([each / (each.sum() * len(sets)) for each in masses])
    return EmpiricalData(_tuples(np.concatenate(sets)), tuple((weights / weights.sum()).tolist()))
