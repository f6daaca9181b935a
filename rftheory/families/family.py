"""What every family of random features for the two kernels has in common.

A family is its ``components``: the functions xi_i(u, w) of which the map is made, in SymPy. One sample is
``sum_i xi_i(x, w) xi_i(y, w)``; for derivations a family may state it as the paper does, as ``prefactor(x, y)`` times
``kernel_sample(w, x, y)``. The map in numpy, its logarithms and the wave of one sample are compiled from them (`compiled`).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Container, Mapping
from typing import Any, ClassVar, Literal, Protocol, runtime_checkable

import numpy as np
import sympy as sp
from numpy.typing import ArrayLike

from rftheory.arrays import SIDES, Array, Projections, check_count, check_inputs, check_side
from rftheory.couplings.coupling import Coupling
from rftheory.couplings.names import names_of
from rftheory.families import compiled, programs
from rftheory.families.parts import Exponent, Parts
from rftheory.families.phases import with_phases
from rftheory.families.reduction import Reduction, Wave
from rftheory.kernels import Vector, d
from rftheory.rules.nodes import Projection, SampleMean

Kernel = Literal["softmax", "gaussian"]
#: the kind of a wave does not depend on the dimension
_ANY_DIMENSION = 3


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
    def parts(self, inputs: ArrayLike, projections: Any, side: str = "x") -> Parts:
        """The features by their parts, for those who rescale them; arguments as `features`."""

    @abstractmethod
    def projections(
        self, coupling: Coupling, generator: np.random.Generator, m: int, d: int, replicates: int | None = None
    ) -> Any:
        """What `features` takes of R^d, drawn: m projections with their phases, or vectors of counts."""

    def features(self, inputs: ArrayLike, projections: Any, side: str = "x") -> Array:
        """The feature map of the paper, ``1/sqrt(m)`` included.

        Args:
            inputs: shape (L, d).
            projections: shape (m, d), or (..., m, d) for replicates; with the coordinates of a phase, where there is one, after
                the others. Or an `arrays.Operator`; of families of counts integers >= 0.
            side: which argument of the kernel the inputs are (it matters for asymmetric maps only).

        Returns:
            shape (..., L, F) with F = feature_length(m); the estimator of the kernel is the dot product over F
            (bilinear, no conjugate).
        """
        return self.parts(inputs, projections, side).features(check_inputs(inputs))

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


class Family(AnyFamily):
    """A map of Gaussian projections."""

    @property
    def blocks(self) -> int:
        """The number of features per projection."""
        return compiled.shape(self)[0]

    @property
    def auxiliary(self) -> int:
        """How many standard normal coordinates a projection has besides the d coordinates of w: two for a phase."""
        return compiled.shape(self)[1]

    @property
    def wave(self) -> Wave | None:
        """What one sample is of the image of one input (`families.reduction`); None if it is not known to be one of these."""
        found = compiled.wave(self, _ANY_DIMENSION)
        return found and found[0]

    @property
    def oscillates(self) -> bool:
        """Whether samples are waves in w.(x - y); else they depend on w.(x + y), if they are of a known kind."""
        return self.wave == "cos"

    @property
    def positive(self) -> bool:
        """Whether every feature is positive, whatever the inputs are.

        Raises:
            ValueError: for parameters that are still symbols.
        """
        found = [each for side in SIDES for each in compiled.components(self, _ANY_DIMENSION, side)]
        return all(each.factor == 1 and all(part.is_extended_real for part in each) for each in found)

    @property
    def bounded(self) -> bool:
        """Whether one sample is known to be bounded over all projections: ``exp(c |w|^2)`` times a wave or an exponential."""
        rate = self.rate(_ANY_DIMENSION)
        return rate is not None and (rate < 0 or (rate == 0 and self.oscillates))

    @property
    def real_blocks(self) -> int:
        """The number of real features per projection of a map with the same products: cosines and sines for a complex one."""
        return self.blocks * (2 if self.takes_real_part else 1)

    @property
    def takes_real_part(self) -> bool:
        """Whether the estimator is the real part of the dot product (``sample`` is then that real part)."""
        return False

    def prefactor(self, x: Vector, y: Vector) -> sp.Expr:
        """The deterministic factor of one sample, where a family states its sample apart from its components."""
        return sp.Integer(1)

    def kernel_sample(self, projection: Projection, x: Vector, y: Vector) -> sp.Expr:
        """The random factor of one sample; by default the whole sum of products of components."""
        sides = zip(self.components(projection, x, "x"), self.components(projection, y, "y"), strict=True)
        return sp.Add(*(first * second for first, second in sides))

    @abstractmethod
    def components(self, projection: Projection, u: Vector, side: str = "x") -> tuple[sp.Expr, ...]:
        """The functions ``xi_i(u, w)``, prefactor included."""

    def projections(
        self, coupling: Coupling, generator: np.random.Generator, m: int, d: int, replicates: int | None = None
    ) -> Any:
        return with_phases(coupling.draw_projections(generator, m, d, replicates), self.auxiliary, generator, m)

    def parts(self, inputs: ArrayLike, projections: Projections, side: str = "x") -> Parts:
        u = check_inputs(inputs)
        return programs.parts(compiled.program_of(self, u.shape[1], check_side(side)), u, projections)

    def exponent(self, projections: Projections, d: int, side: str = "x") -> Exponent | None:
        """What the features are the exponentials of, if they are those of affine functions of the images and ``|u|^2``."""
        return programs.exponent(compiled.program_of(self, d, check_side(side)), projections)

    def sample(self, projection: Projection, x: Vector, y: Vector) -> sp.Expr:
        """One sample Z of the estimator; its mean is the kernel if the map is unbiased."""
        return self.prefactor(x, y) * self.kernel_sample(projection, x, y)

    def estimator(self, projection: Projection, x: Vector, y: Vector, size: sp.Expr) -> sp.Expr:
        """The estimator of ``size`` iid projections: prefactor times one sample mean."""
        return self.prefactor(x, y) * SampleMean(self.kernel_sample(projection, x, y), size)

    def rate(self, d: int) -> float | None:
        """c, the coefficient of |w|^2 in the exponent of one sample in R^d; None if it is not a real number."""
        found = compiled.wave(self, d)
        return found and found[1]

    def rates(self, lengths: Array, d: int) -> Array:
        """`rate` for inputs with each of these lengths |x + y|, or |x - y| of waves; of the shape of ``lengths``.

        Raises:
            ValueError: unless it is a real number below 1/4, where the variance is finite.
        """
        rate = self.rate(d)
        if rate is None:
            raise ValueError(f"the exponent of {self} must have a real number as the coefficient of |w|^2")
        if not rate < 0.25:
            raise ValueError(f"A must be < 1/8 for a finite variance, got {rate / 2}")
        return np.full(lengths.shape, rate)

    def reduction(self, d: int) -> Reduction | None:
        """The law of one sample through the image of one input of R^d; None if it is not known to have one."""
        rate = self.rate(d)
        return None if self.wave is None or rate is None else Reduction(self.wave, rate, bool(self.auxiliary))

    def at(self, point: Mapping[sp.Symbol, sp.Expr]) -> Family:
        """The same family with its parameters replaced by numbers."""
        return self

    def parameters(self, x: Array, y: Array) -> dict[sp.Symbol, sp.Expr]:
        """Values, at numerical inputs, of the symbols of `sample` that are not invariants of the pair (x, y)."""
        return {d: sp.Integer(len(x))}

    def named_vectors(self, x: Array, y: Array) -> dict[str, Array]:
        """Values of the named vectors that occur in the forms of `sample`."""
        return {"x": x, "y": y}
