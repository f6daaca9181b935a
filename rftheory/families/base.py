"""What every family of random features for the two kernels has in common."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Container
from typing import Any, ClassVar, Protocol, runtime_checkable

import numpy as np
from numpy.typing import ArrayLike

from rftheory.couplings.coupling import Coupling
from rftheory.couplings.names import names_of
from rftheory.families.dense import DenseMap
from rftheory.families.waves import GaussianMap, Kernel
from rftheory.inputs.arrays import Array, check_count
from rftheory.inputs.statistics import Products


@runtime_checkable
class HasVariance(Protocol):
    """A family whose variance is known in closed form."""

    def log_variance(self, x: Array, y: Array) -> Array:
        """log Var of one sample of the estimator of the Gaussian kernel, shape (L,), for inputs of shape (L, d), paired row by row."""


class AnyFamily(ABC):
    """A random feature map for the softmax kernel exp(x.y), or for the Gaussian kernel exp(-|x - y|^2/2)."""

    #: the kernel that the features are meant to estimate
    kernel: Kernel = "softmax"
    #: whether it takes counts, which have no directions to couple, in the place of Gaussian projections
    of_counts: ClassVar[bool] = False

    @property
    @abstractmethod
    def blocks(self) -> int:
        """The number of features per projection, or vector of counts."""

    @property
    def title(self) -> str:
        """What tables call it."""
        return names_of(type(self))[0]

    @abstractmethod
    def log_features(
        self, inputs: ArrayLike, projections: Any, side: str = "x", change: float = 0.0
    ) -> tuple[Array | None, Array]:
        """The features as (factor, log), ``factor exp(log)``, which does not overflow; None stands for a factor of 1.

        Args:
            inputs, projections, side: as `features`.
            change: what is added to the coefficient of ``|u|^2`` in the exponent: the kernels are related by
                ``exp(-|x - y|^2/2) = exp(-|x|^2/2) exp(x.y) exp(-|y|^2/2)``, so features of one become those of the other by 1/2.

        Returns:
            arrays of the shape of the map; logarithms of shape (..., L, 1) if they are those of whole rows.
        """

    def numerical(self, d: int) -> GaussianMap | DenseMap | None:
        """The map in R^d by its data, where it is a known one of Gaussian projections.

        Raises:
            ValueError: for parameters that are still symbols.
        """
        return None

    @abstractmethod
    def projections(
        self, coupling: Coupling, generator: np.random.Generator, m: int, d: int, replicates: int | None = None
    ) -> Any:
        """What `features` takes of R^d, drawn: m projections with their phases, or vectors of counts."""

    def features(self, inputs: ArrayLike, projections: Any, side: str = "x", change: float = 0.0) -> Array:
        """The feature map of the paper, ``1/sqrt(m)`` included; inf where it overflows.

        Args:
            inputs: shape (L, d).
            projections: shape (m, d), or (..., m, d) for replicates; with the coordinates of a phase, where there is one, after
                the others. Or an `arrays.Operator`; of families of counts integers >= 0.
            side: which argument of the kernel the inputs are (it matters for asymmetric maps only).
            change: as `log_features` has it.

        Returns:
            shape (..., L, F) with F = feature_length(m); the estimator of the kernel is the dot product over F
            (bilinear, no conjugate).
        """
        factor, log = self.log_features(inputs, projections, side, change)
        if factor is None:
            return np.exp(log, out=log)
        return np.asarray(factor * np.exp(log))

    def feature_length(self, m: int) -> int:
        """The number F of features of m projections."""
        return self.blocks * check_count("m", m)

    def check_usable(self) -> None:  # noqa: B027 - most families are, whatever their parameters
        """Raises a ValueError for parameters with which features cannot be computed, or have an infinite variance."""

    def fit(self, x: Array | None, y: Array | None, d: int, given: Container[str] = ()) -> AnyFamily:
        """The family with the best numbers for parameters that are still symbols, from averages over data.

        Args:
            x, y: data sets of shapes (L, d) and (N, d), in units of the kernel; None for none, and for the same.
            d: the dimension of inputs.
            given: names of parameters that are not to be changed.

        Raises:
            ValueError: if a parameter is open and there are no data, or data that do not determine it.
        """
        return self

    def at_pairs(self, x: Array, y: Array) -> AnyFamily:
        """The family at paired inputs of shape (L, d): with numbers for what it takes from their average."""
        return self

    def numbers(self) -> dict[str, Any]:
        """The parameters by name, as numbers."""
        return {}


class OfProducts(AnyFamily):
    """A family all of whose parameters are taken from averages of products of coordinates, in closed form, where none is given.

    Second moments of its samples at several pairs depend on more than lengths.
    """

    @abstractmethod
    def of_products(self, x: Products, y: Products) -> AnyFamily:
        """The family with the best parameters for all pairs of rows with these averages."""

    @abstractmethod
    def log_joint_moments(self, x: Array, y: Array) -> Array:
        """``log E Z_i Z_j/(K_i K_j)`` of one projection, shape (L, L), for inputs of shape (L, d), paired row by row."""
