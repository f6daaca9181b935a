"""Exact moments of the estimators that are drawn, from their definition: they bound the variance of what is tested.

One sample of a family is a sum of exponentials ``sum_k c_k exp(a_k |w|^2 + w.u_k)``; a product of such sums is one
again, and ``E exp(a |w|^2 + w.u) = (1 - 2a)^(-d/2) exp(u^2 / (2 (1 - 2a)))`` integrates it. One sample of the angular
coefficient is ``c_0 + c_1 s`` with a random sign s. Moments of sample means follow from the partition law of
`rules.expectation`. Everything is computed with 50 digits, since central moments of fourth order cancel.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Self

import mpmath
import sympy as sp

from rftheory.arrays import Array
from rftheory.families.family import Family
from rftheory.hybrids.coefficient import CoefficientMap
from rftheory.kernels import Space, Vector
from rftheory.rules.expectation import expand_products, set_partitions
from rftheory.rules.gaussian import constant_and_exponent, exponent_parts, to_exponentials
from rftheory.rules.nodes import Form, Projection

DIGITS = 50
#: an mpmath number, real or complex (mpmath carries no types)
Number = Any


class OneSample(ABC):
    """A random variable on one projection, closed under sums and products with those of its kind."""

    @abstractmethod
    def __mul__(self, other: Self) -> Self: ...

    @abstractmethod
    def __add__(self, other: Self) -> Self: ...

    @abstractmethod
    def shifted(self, number: Number) -> Self:
        """The variable plus a number."""

    @abstractmethod
    def scaled(self, number: Number) -> Self:
        """The variable times a number."""

    @abstractmethod
    def conjugate(self) -> Self:
        """The complex conjugate."""

    @abstractmethod
    def expectation(self) -> Number:
        """Its exact mean."""


#: the numbers a, u and n of one exponential ``exp(a |w|^2 + w.u + i n b)``
Exponent = tuple[Number, tuple[Number, ...], int]


@dataclass(frozen=True)
class ExponentialSum(OneSample):
    """``sum_k c_k exp(a_k |w|^2 + w.u_k + i n_k b)``: the coefficients by exponent; b is a uniform phase."""

    terms: dict[Exponent, Number]
    dimension: int

    @classmethod
    def collected(cls, pairs: Sequence[tuple[Exponent, Number]], dimension: int) -> ExponentialSum:
        terms: dict[Exponent, Number] = {}
        for exponent, coefficient in pairs:
            terms[exponent] = terms.get(exponent, mpmath.mpf(0)) + coefficient
        return cls(terms, dimension)

    def __mul__(self, other: ExponentialSum) -> ExponentialSum:
        pairs = [
            ((a + b, tuple(s + t for s, t in zip(u, v, strict=True)), k + n), c * e)
            for (a, u, k), c in self.terms.items()
            for (b, v, n), e in other.terms.items()
        ]
        return self.collected(pairs, self.dimension)

    def __add__(self, other: ExponentialSum) -> ExponentialSum:
        return self.collected([*self.terms.items(), *other.terms.items()], self.dimension)

    def shifted(self, number: Number) -> ExponentialSum:
        zero = mpmath.mpf(0)
        return self.collected([*self.terms.items(), ((zero, (zero,) * self.dimension, 0), number)], self.dimension)

    def scaled(self, number: Number) -> ExponentialSum:
        return ExponentialSum({u: c * number for u, c in self.terms.items()}, self.dimension)

    def conjugate(self) -> ExponentialSum:
        conj = mpmath.conj
        pairs = [((conj(a), tuple(conj(e) for e in u), -n), conj(c)) for (a, u, n), c in self.terms.items()]
        return self.collected(pairs, self.dimension)

    def expectation(self) -> Number:
        """Raises:
        ValueError: if a term has no mean, Re(1 - 2a) <= 0.
        """
        return mpmath.fsum(c * self._mean(a, u) for (a, u, n), c in self.terms.items() if n == 0)

    def _mean(self, a: Number, u: tuple[Number, ...]) -> Number:
        spread = 1 - 2 * a
        if mpmath.re(spread) <= 0:
            raise ValueError(f"E exp(a |w|^2 + w.u) is infinite: Re(1 - 2a) must be > 0, got a = {mpmath.nstr(a, 8)}")
        power = mpmath.power(spread, -mpmath.mpf(self.dimension) / 2) if a else 1
        return power * mpmath.exp(mpmath.fsum(e * e for e in u) / (2 * spread))


@dataclass(frozen=True)
class SignSum(OneSample):
    """``constant + slope * s`` with a sign s of known mean."""

    constant: Number
    slope: Number
    mean: Number

    def __mul__(self, other: SignSum) -> SignSum:
        constant = self.constant * other.constant + self.slope * other.slope
        return SignSum(constant, self.constant * other.slope + self.slope * other.constant, self.mean)

    def __add__(self, other: SignSum) -> SignSum:
        return SignSum(self.constant + other.constant, self.slope + other.slope, self.mean)

    def shifted(self, number: Number) -> SignSum:
        return SignSum(self.constant + number, self.slope, self.mean)

    def scaled(self, number: Number) -> SignSum:
        return SignSum(self.constant * number, self.slope * number, self.mean)

    def conjugate(self) -> SignSum:
        return self

    def expectation(self) -> Number:
        return self.constant + self.slope * self.mean


def sample_of(source: Family | CoefficientMap, x: Array, y: Array) -> OneSample:
    """The symbolic sample of a family, or of a coefficient without its constant, at numerical inputs.

    Raises:
        ValueError: if it is neither a sum of exponentials nor a product of two signs.
    """
    first, second = formal_pair(x, y)
    expr = source.sample(Projection("moment"), first, second).subs(source.parameters(x, y))
    signs = expr.atoms(sp.sign)
    if signs:
        product = sp.Mul(*signs)
        slope = expr / product
        if len(signs) != 2 or slope.atoms(Form):
            raise ValueError(f"not a multiple of two signs: {expr}")
        cosine = first.dot(second) / sp.sqrt(first.square * second.square)
        return SignSum(mpmath.mpf(0), number(slope), number(1 - 2 * sp.acos(cosine) / sp.pi))
    return _exponentials(expr, source.named_vectors(x, y), len(x))


def formal_pair(x: Array, y: Array) -> tuple[Vector, Vector]:
    """Formal vectors whose Gram table holds the exact products of the floating-point inputs."""
    named = {"x": [sp.Rational(float(e)) for e in x], "y": [sp.Rational(float(e)) for e in y]}
    table = {(a, b): sp.Add(*(s * t for s, t in zip(named[a], named[b], strict=True))) for a in "xy" for b in "xy"}
    space = Space(f"inputs{tuple(table.values())}", lambda a, b: table[a, b], "xy")
    return space.vector("x"), space.vector("y")


def _exponentials(expr: sp.Expr, named: dict[str, Array], dimension: int) -> ExponentialSum:
    vectors = {name: [mpmath.mpmathify(complex(e)) for e in value] for name, value in named.items()}
    pairs = []
    for term in sp.Add.make_args(expand_products(to_exponentials(expr))):
        coefficient, exponent = constant_and_exponent(term)
        parts = exponent_parts(exponent)
        weights = [(number(c), vectors[form.vector]) for form, c in parts.linear.items()]
        vector = tuple(mpmath.fsum(c * v[k] for c, v in weights) for k in range(dimension))
        square = number(sp.Add(*parts.squares.values()))
        order = sp.Add(*parts.phases.values()) / sp.I
        if not order.is_Integer or len(parts.phases) > 1:
            raise ValueError(f"not a whole number of turns of one phase: {exponent}")
        pairs.append(((square, vector, int(order)), number(coefficient * sp.exp(parts.constant))))
    return ExponentialSum.collected(pairs, dimension)


def number(expr: sp.Expr) -> Number:
    """A SymPy number with all digits.

    Raises:
        ValueError: if symbols are left.
    """
    if expr.free_symbols:
        raise ValueError(f"a number is needed, got {expr}")
    return mpmath.mpmathify(sp.N(expr, DIGITS))


def mean_moment(factors: Sequence[OneSample], size: int) -> Number:
    """``E prod_a (1/size) sum_i Z_a(w_i)`` by the partition law."""
    total = mpmath.mpf(0)
    for blocks in set_partitions(len(factors)):
        if len(blocks) > size:
            continue
        weight = mpmath.ff(size, len(blocks)) / mpmath.mpf(size) ** len(factors)
        total += weight * mpmath.fprod(_product([factors[i] for i in block]).expectation() for block in blocks)
    return total


def _product(factors: Sequence[OneSample]) -> OneSample:
    result = factors[0]
    for factor in factors[1:]:
        result = result * factor
    return result
