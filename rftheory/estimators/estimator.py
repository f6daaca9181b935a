"""The estimators that can be drawn: literally, as dot products of feature maps, with exact moments for their tests.

Every estimator offers ``draw``, independent copies of ``phi(x).phi(y)`` with fresh projections each, and ``moments``,
the low central moments that its definition implies. They are values: frozen, comparable, with a stable ``repr``.
"""

from __future__ import annotations

import itertools
import operator
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial, reduce

import mpmath
import numpy as np
import sympy as sp

from rftheory.arrays import Array
from rftheory.couplings.coupling import Coupling
from rftheory.couplings.geometry import Geometry
from rftheory.estimators.moments import DIGITS, Number, OneSample, mean_moment
from rftheory.estimators.samples import SampleLaw
from rftheory.families.family import Family, Kernel

#: imaginary parts below this are roundings of so many digits
_RESIDUE = mpmath.mpf(10) ** (10 - DIGITS)
#: of variables by number, each as it is (0) or conjugate (1)
Letters = tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class CentralMoments:
    """Moments of ``D = K_hat - c`` about a number c: ``E D``, ``E |D|^2`` and ``E |D|^4``."""

    first: Number
    second: Number
    fourth: Number


def central_moments(raw: Sequence[Number], center: Number) -> CentralMoments:
    """Moments about a center, multiplied out of ``E X, ..., E X^4``."""
    whole = [mpmath.mpf(1), *raw]
    return CentralMoments(
        *(mpmath.fsum(mpmath.binomial(k, j) * whole[j] * (-center) ** (k - j) for j in range(k + 1)) for k in (1, 2, 4))
    )


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
        """``K_hat - center`` as a weighted sum of one-sample variables.

        Raises:
            ValueError: if it is none.
        """
        raise ValueError(f"{type(self).__name__} has no moments of one-sample variables alone")

    def moments(self, x: Array, y: Array, m: int, n: int, center: Number) -> CentralMoments:
        """Exact moments about ``center``.

        Raises:
            ValueError: if the definition is not of a kind whose moments are known here.
        """
        with mpmath.workdps(DIGITS):
            weighted = self.weighted(x, y, center)
            first, second, fourth = (weighted.moment(pattern, m, n) for pattern in ((0,), (0, 1), (0, 1, 0, 1)))
            # conjugate exponentials leave a rounding residue in what is real
            return CentralMoments(mpmath.chop(first, _RESIDUE), mpmath.re(second), mpmath.re(fourth))

    @property
    def of_family(self) -> tuple[Family, Coupling] | None:
        """The family and the coupling of its samples; None if they are not those of one family of projections."""
        return None

    def second_moments(self, x: Array, y: Array, m: int) -> tuple[Number, Number]:
        """``E (K_hat - K)^2`` and, rounded up, ``E B^2`` for ``B = 1/m^2 sum_(i != j) (Z_i - K)(Z_j - K)``; for unbiased samples.

        Raises:
            ValueError: if they are not known.
        """
        raise ValueError(f"no second moments of {type(self).__name__} are known")

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

    ``moment(pattern)`` is ``E prod_j D`` with a complex conjugate where ``pattern[j]`` is 1.
    """

    weights: tuple[OneSample, ...]
    bases: tuple[OneSample, ...]
    sources: tuple[int, ...]
    geometry: Geometry = Geometry()

    @cached_property
    def _variables(self) -> dict[str, tuple[tuple[OneSample, OneSample], ...]]:
        pairs = {"weights": self.weights, "bases": self.bases}
        return {k: tuple((v, v.conjugate()) for v in values) for k, values in pairs.items()}

    @cached_property
    def _products(self) -> dict[tuple[str, Letters], Number]:
        """Expectations of products on one projection: they occur in many patterns and partitions."""
        return {}

    def _expectation(self, kind: str, letters: Letters) -> Number:
        """Of the product of some variables on one projection."""
        if (kind, letters) not in self._products:
            product = reduce(operator.mul, (self._variables[kind][k][bar] for k, bar in letters))
            self._products[kind, letters] = product.expectation()
        return self._products[kind, letters]

    def _of_blocks(self, letters: Letters, m: int) -> Number:
        """Of the product of one or two means over m projections in blocks.

        Raises:
            ValueError: for more of them.
        """
        means = [self._expectation("bases", (letter,)) for letter in letters]
        if len(letters) == 1:
            return means[0]
        if len(letters) != 2:
            raise ValueError(
                f"no moments of order {len(letters)} of means over coupled projections are known, 2 at most"
            )
        partners = self.geometry.partners(m)
        near, far = (mpmath.mpf(e.numerator) / e.denominator for e in (partners, m - 1 - partners))
        first, second = (self._variables["bases"][k][bar] for k, bar in letters)
        pair = first.pair_expectation(second, self.geometry.cosine) if partners else mpmath.mpf(0)
        return (self._expectation("bases", letters) + near * pair + far * means[0] * means[1]) / m

    def moment(self, pattern: Sequence[int], m: int, n: int) -> Number:
        """Raises:
        ValueError: for more than two factors over coupled projections, and means that are not known.
        """
        known: dict[tuple[str, Letters], Number] = {}

        def of_means(kind: str, letters: list[tuple[int, int]], size: int) -> Number:
            key = (kind, tuple(sorted(letters)))
            if key not in known and kind == "bases" and self.geometry.block > 1:
                known[key] = self._of_blocks(key[1], size)
            elif key not in known:
                known[key] = mean_moment(partial(self._expectation, kind), key[1], size)
            return known[key]

        total = mpmath.mpf(0)
        for choice in itertools.product(range(max(len(self.weights), len(self.bases))), repeat=len(pattern)):
            letters = list(zip(choice, pattern, strict=True))
            term = mpmath.mpf(1)
            if self.weights:
                term *= of_means("weights", letters, n)
            if self.bases:
                for source in set(self.sources):
                    group = [letter for letter in letters if self.sources[letter[0]] == source]
                    term *= of_means("bases", group, m) if group else 1
            total += term
        return total


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

    def at(self, point: Mapping[sp.Symbol, sp.Expr]) -> AtInputs:
        return AtInputs(self.estimator.at(point), self.inputs)


def dot(first: Array, second: Array) -> Array:
    """The bilinear product over features of maps of shape (replicates, 1, F)."""
    return np.einsum("rf,rf->r", first[:, 0], second[:, 0])
