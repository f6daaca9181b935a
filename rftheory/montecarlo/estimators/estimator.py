"""The estimators that can be drawn: literally, as dot products of feature maps.

Every estimator offers ``draw``, independent copies of ``phi(x).phi(y)`` with fresh projections each; those that are made of
samples also ``weighted``, from which the first two moments follow. They are values: frozen, comparable, with a stable ``repr``.
"""

from __future__ import annotations

import itertools
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

import mpmath
import numpy as np
import sympy as sp

from rftheory.couplings.coupling import Coupling
from rftheory.couplings.geometry import Geometry
from rftheory.families.family import Family, Kernel
from rftheory.inputs.arrays import Array
from rftheory.montecarlo.estimators.moments import Number, OneSample
from rftheory.montecarlo.estimators.samples import SampleLaw


class Estimator(ABC):
    """A random quantity that can be drawn from its definition."""

    #: inputs that belong to the estimator; None if any pair will do
    inputs: tuple[tuple[sp.Expr, ...], tuple[sp.Expr, ...]] | None = None

    @property
    def kernel(self) -> Kernel:
        """The kernel about which mean squared errors are taken."""
        return "softmax"

    @abstractmethod
    def draw(self, generator: np.random.Generator, replicates: int, x: Array, y: Array, m: int, n: int) -> Array:
        """Independent copies of the estimator at inputs x, y of shape (d,); shape (replicates,), real or complex."""

    def numbers(self, m: int, n: int, d: int) -> int:
        """Numbers that one draw fills, about: fixes how many are drawn at a time."""
        return (m + n) * d

    def deviation(self, draws: Array, kernel: Array | float) -> Array:
        """``|K_hat - K|`` of each draw."""
        return np.abs(draws - kernel)

    def weighted(self, x: Array, y: Array, center: Number) -> WeightedSum:
        """``K_hat - center`` as a weighted sum of one-sample variables."""
        raise ValueError(f"{type(self).__name__} has no moments of one-sample variables alone")

    def bounds(self, x: Array, y: Array) -> tuple[float, float] | None:
        """Numbers that no draw at these inputs is below or above; None where none are known."""
        return None

    @property
    def of_family(self) -> tuple[Family, Coupling] | None:
        """The family and the coupling of its samples; None if they are not those of one family of projections."""
        return None

    @property
    def sample_law(self) -> SampleLaw | None:
        """How it is made of samples; None where that is not known."""
        return None

    def at(self, point: Mapping[sp.Symbol, sp.Expr]) -> Estimator:
        """The same estimator with its parameters replaced by numbers."""
        return self


@dataclass(frozen=True)
class WeightedSum:
    """``D = sum_k mean_n[weights_k] * mean_m[bases_k]``; bases of one source share their projections.

    Without weights (without bases) these factors are 1. The projections of a source have the given geometry, those of the weights
    are independent.
    """

    weights: tuple[OneSample, ...]
    bases: tuple[OneSample, ...]
    sources: tuple[int, ...]
    geometry: Geometry = Geometry()

    def moment(self, pattern: Sequence[int], m: int, n: int) -> Number:
        """``E prod_j D``, with a complex conjugate where ``pattern[j]`` is 1, for one or two factors."""
        weights, bases = (tuple((v, v.conjugate()) for v in each) for each in (self.weights, self.bases))
        total = mpmath.mpf(0)
        for choice in itertools.product(range(max(len(weights), len(bases))), repeat=len(pattern)):
            letters = list(zip(choice, pattern, strict=True))
            term = mpmath.mpf(1)
            if weights:
                term *= _of_means([weights[k][bar] for k, bar in letters], n, Geometry())
            for source in set(self.sources) if bases else ():
                group = [bases[k][bar] for k, bar in letters if self.sources[k] == source]
                term *= _of_means(group, m, self.geometry) if group else 1
            total += term
        return total


def _of_means(variables: Sequence[OneSample], size: int, geometry: Geometry) -> Number:
    """The mean of the product of one or two means over so many projections."""
    means = [variable.expectation() for variable in variables]
    if len(means) == 1:
        return means[0]
    first, second = variables
    partners = geometry.partners(size)
    near, far = (mpmath.mpf(e.numerator) / e.denominator for e in (partners, size - 1 - partners))
    pair = first.pair_expectation(second, geometry.cosine) if partners else mpmath.mpf(0)
    return ((first * second).expectation() + near * pair + far * means[0] * means[1]) / size


@dataclass(frozen=True)
class AtInputs(Estimator):
    """Any estimator at inputs of its own (vectors of exact numbers), for example one with a given matrix A."""

    estimator: Estimator
    inputs: tuple[tuple[sp.Expr, ...], tuple[sp.Expr, ...]]

    @property
    def kernel(self) -> Kernel:
        return self.estimator.kernel

    @property
    def sample_law(self) -> SampleLaw | None:
        return self.estimator.sample_law

    def draw(self, generator: np.random.Generator, replicates: int, x: Array, y: Array, m: int, n: int) -> Array:
        return self.estimator.draw(generator, replicates, x, y, m, n)

    def weighted(self, x: Array, y: Array, center: Number) -> WeightedSum:
        return self.estimator.weighted(x, y, center)

    def bounds(self, x: Array, y: Array) -> tuple[float, float] | None:
        return self.estimator.bounds(x, y)

    def at(self, point: Mapping[sp.Symbol, sp.Expr]) -> AtInputs:
        return AtInputs(self.estimator.at(point), self.inputs)


@dataclass(frozen=True)
class Variable(Estimator):
    """Any real random variable, by the function that draws it; as an error, it is its own deviation.

    Args:
        name: says which law it is; random streams are derived from it.
        function: (generator, replicates, x, y, m) -> draws, shape (replicates,).
        inputs, about: as `Estimator.inputs` and `Estimator.kernel`.
    """

    name: str
    function: Callable[[np.random.Generator, int, Array, Array, int], Array] = field(repr=False, compare=False)
    inputs: tuple[tuple[sp.Expr, ...], tuple[sp.Expr, ...]] | None = None
    about: Kernel = "softmax"

    @property
    def kernel(self) -> Kernel:
        return self.about

    def draw(self, generator: np.random.Generator, replicates: int, x: Array, y: Array, m: int, n: int) -> Array:
        return np.asarray(self.function(generator, replicates, x, y, m))

    def deviation(self, draws: Array, kernel: Array | float) -> Array:
        return draws


def dot(first: Array, second: Array) -> Array:
    """The bilinear product over features of maps of shape (replicates, 1, F)."""
    return np.einsum("rf,rf->r", first[:, 0], second[:, 0])
