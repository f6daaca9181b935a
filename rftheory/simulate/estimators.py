"""The estimators that can be drawn: literally, as dot products of feature maps, with exact moments for their tests.

Every estimator offers ``draw``, independent copies of ``phi(x).phi(y)`` with fresh projections each, and ``moments``,
the low central moments that its definition implies. They are values: frozen, comparable, with a stable ``repr``.
"""

from __future__ import annotations

import itertools
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import mpmath
import numpy as np
import sympy as sp

from rftheory.couplings.iid import Independent
from rftheory.families.arrays import Array, check_pair
from rftheory.families.family import Family, Kernel
from rftheory.hybrids.bipolar import Hybrid, bipolar
from rftheory.hybrids.clustered import ZeroOneMixture
from rftheory.hybrids.coefficient import CoefficientMap
from rftheory.simulate.moments import DIGITS, Number, OneSample, mean_moment, number, sample_of

_IID = Independent()


@dataclass(frozen=True)
class CentralMoments:
    """Moments of ``D = K_hat - c`` about a number c: ``E D``, ``E |D|^2`` and ``E |D|^4``."""

    first: Number
    second: Number
    fourth: Number


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

    def deviation(self, draws: Array, kernel: float) -> Array:
        """``|K_hat - K|`` of each draw."""
        return np.abs(draws - kernel)

    @abstractmethod
    def weighted(self, x: Array, y: Array, center: Number) -> WeightedSum:
        """``K_hat - center`` as a weighted sum of one-sample variables."""

    def moments(self, x: Array, y: Array, m: int, n: int, center: Number) -> CentralMoments:
        """Exact moments about ``center``.

        Raises:
            ValueError: if the definition is not of a kind whose moments are known here.
        """
        with mpmath.workdps(DIGITS):
            weighted = self.weighted(x, y, center)
            return CentralMoments(*(weighted.moment(pattern, m, n) for pattern in ((0,), (0, 1), (0, 1, 0, 1))))

    def at(self, point: Mapping[sp.Symbol, sp.Expr]) -> Estimator:
        """The same estimator with its parameters replaced by numbers."""
        return self


@dataclass(frozen=True)
class WeightedSum:
    """``D = sum_k mean_n[weights_k] * mean_m[bases_k]``; bases of one source share their projections.

    Without weights (without bases) these factors are 1.

    ``moment(pattern)`` is ``E prod_j D`` with a complex conjugate where ``pattern[j]`` is 1.
    """

    weights: tuple[OneSample, ...]
    bases: tuple[OneSample, ...]
    sources: tuple[int, ...]

    @cached_property
    def _variables(self) -> dict[str, tuple[tuple[OneSample, OneSample], ...]]:
        pairs = {"weights": self.weights, "bases": self.bases}
        return {k: tuple((v, v.conjugate()) for v in values) for k, values in pairs.items()}

    def moment(self, pattern: Sequence[int], m: int, n: int) -> Number:
        known: dict[tuple[str, tuple[tuple[int, int], ...]], Number] = {}

        def of_means(kind: str, letters: list[tuple[int, int]], size: int) -> Number:
            key = (kind, tuple(sorted(letters)))
            if key not in known:
                known[key] = mean_moment([self._variables[kind][k][bar] for k, bar in key[1]], size)
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
class Regular(Estimator):
    """One family: ``phi(x).phi(y)``, or its real part if that is the family's estimator."""

    family: Family

    @property
    def kernel(self) -> Kernel:
        return self.family.kernel

    def draw(self, generator: np.random.Generator, replicates: int, x: Array, y: Array, m: int, n: int) -> Array:
        x, y = check_pair(x, y)
        projections = _IID.draw(generator, m, len(x) + self.family.auxiliary, replicates)
        drawn = _dot(self.family.features(x[None], projections, "x"), self.family.features(y[None], projections, "y"))
        return drawn.real if self.family.takes_real_part else drawn

    def weighted(self, x: Array, y: Array, center: Number) -> WeightedSum:
        return WeightedSum((), (sample_of(self.family, x, y).shifted(-center),), (0,))

    def at(self, point: Mapping[sp.Symbol, sp.Expr]) -> Regular:
        return replace(self, family=self.family.at(point))


@dataclass(frozen=True)
class Mixed(Estimator):
    """A hybrid: ``Psi_1(x).Psi_2(y)`` with the concatenated maps."""

    hybrid: Hybrid

    @property
    def kernel(self) -> Kernel:
        return self.hybrid.kernel

    def draw(self, generator: np.random.Generator, replicates: int, x: Array, y: Array, m: int, n: int) -> Array:
        x, y = check_pair(x, y)
        count = 1 if self.hybrid.shared else len(self.hybrid.bases)
        drawn = [_IID.draw(generator, m, len(x), replicates) for _ in range(count)]
        projections = drawn * len(self.hybrid.bases) if self.hybrid.shared else drawn
        taus = _IID.draw(generator, n, len(x), replicates)
        sides = [self.hybrid.features(u[None], projections, taus, side) for u, side in ((x, "x"), (y, "y"))]
        return _dot(*sides)

    def weighted(self, x: Array, y: Array, center: Number) -> WeightedSum:
        weights = [_weight(c, x, y) for c in self.hybrid.coefficients]
        rest = weights[0].scaled(mpmath.mpf(-1)).shifted(mpmath.mpf(1))
        for weight in weights[1:]:
            rest = rest + weight.scaled(mpmath.mpf(-1))
        # the weights sum to one, so each base can be centred
        bases = tuple(sample_of(f, x, y).shifted(-center) for f in self.hybrid.bases)
        sources = (0,) * len(bases) if self.hybrid.shared else tuple(range(len(bases)))
        return WeightedSum((*weights, rest), bases, sources)

    def at(self, point: Mapping[sp.Symbol, sp.Expr]) -> Mixed:
        return replace(self, hybrid=self.hybrid.at(point))


def Bipolar(first: Family, second: Family, coefficient: CoefficientMap, shared: bool = False) -> Mixed:  # noqa: N802
    """The estimator ``lambda_hat K_1 + (1 - lambda_hat) K_2``."""
    return Mixed(bipolar(first, second, coefficient, shared))


@dataclass(frozen=True)
class Coefficient(Estimator):
    """lambda_hat alone: ``a + rho_1(x).rho_2(y)``."""

    coefficient: CoefficientMap

    def draw(self, generator: np.random.Generator, replicates: int, x: Array, y: Array, m: int, n: int) -> Array:
        x, y = check_pair(x, y)
        taus = _IID.draw(generator, n, len(x), replicates)
        maps = [self.coefficient.maps(u[None], taus, side) for u, side in ((x, "x"), (y, "y"))]
        return complex(self.coefficient.constant) + _dot(*maps)

    def weighted(self, x: Array, y: Array, center: Number) -> WeightedSum:
        return WeightedSum((_weight(self.coefficient, x, y).shifted(-center),), (), ())

    def at(self, point: Mapping[sp.Symbol, sp.Expr]) -> Coefficient:
        return Coefficient(self.coefficient.at(point))


@dataclass(frozen=True)
class Clustered(Estimator):
    """A zero-one mixture at its own inputs (vectors of exact numbers)."""

    mixture: ZeroOneMixture
    inputs: tuple[tuple[sp.Expr, ...], tuple[sp.Expr, ...]]

    def draw(self, generator: np.random.Generator, replicates: int, x: Array, y: Array, m: int, n: int) -> Array:
        x, y = check_pair(x, y)
        projections = _IID.draw(generator, m, len(x), replicates)
        return _dot(self.mixture.features(x[None], projections, "x"), self.mixture.features(y[None], projections, "y"))

    def weighted(self, x: Array, y: Array, center: Number) -> WeightedSum:
        return Regular(self.mixture.active(x, y)).weighted(x, y, center)


@dataclass(frozen=True)
class AtInputs(Estimator):
    """Any estimator at inputs of its own (vectors of exact numbers), for example one with a given matrix A."""

    estimator: Estimator
    inputs: tuple[tuple[sp.Expr, ...], tuple[sp.Expr, ...]]

    @property
    def kernel(self) -> Kernel:
        return self.estimator.kernel

    def draw(self, generator: np.random.Generator, replicates: int, x: Array, y: Array, m: int, n: int) -> Array:
        return self.estimator.draw(generator, replicates, x, y, m, n)

    def weighted(self, x: Array, y: Array, center: Number) -> WeightedSum:
        return self.estimator.weighted(x, y, center)

    def at(self, point: Mapping[sp.Symbol, sp.Expr]) -> AtInputs:
        return AtInputs(self.estimator.at(point), self.inputs)


def _weight(coefficient: CoefficientMap, x: Array, y: Array) -> OneSample:
    return sample_of(coefficient, x, y).shifted(number(coefficient.constant))


def _dot(first: Array, second: Array) -> Array:
    """The bilinear product over features of maps of shape (replicates, 1, F)."""
    return np.einsum("rf,rf->r", first[:, 0], second[:, 0])
