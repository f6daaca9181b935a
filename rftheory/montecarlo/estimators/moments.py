"""Exact moments of one sample and of two of a block, from the definition: closed forms of estimators that have no other.

One sample of a family is a sum of exponentials ``sum_k c_k exp(a_k |w|^2 + w.u_k)``; a product of such sums is one
again, and ``E exp(a |w|^2 + w.u) = (1 - 2a)^(-d/2) exp(u^2 / (2 (1 - 2a)))`` integrates it. One sample of the angular
coefficient is ``c_0 + c_1 s`` with a random sign s. Everything is computed with 50 digits, since central moments cancel.
"""

from __future__ import annotations

import itertools
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any

import mpmath
import numpy as np
import sympy as sp

from rftheory.families.family import Family
from rftheory.families.hybrids.coefficient import CoefficientMap
from rftheory.inputs.arrays import Array
from rftheory.inputs.kernels import Space, Vector
from rftheory.montecarlo.estimators.pair_exponentials import pair_mean
from rftheory.rules.expectation import expand_products
from rftheory.rules.gaussian import constant_and_exponent, exponent_parts, to_exponentials
from rftheory.rules.nodes import Form, Projection

DIGITS = 50
#: an mpmath number, real or complex (mpmath carries no types)
Number = Any


#: an input as a key
Floats = tuple[float, ...]
#: how a basis calls one of its functions: anything hashable
Key = Any


class Basis(ABC):
    """Functions of one projection with known means, closed under products and conjugates; 1 is one of them."""

    one: Key

    @abstractmethod
    def product(self, first: Key, second: Key) -> Key: ...

    def conjugate(self, key: Key) -> Key:
        """Itself, where functions are real."""
        return key

    @abstractmethod
    def mean(self, key: Key) -> Number: ...

    def pair_mean(self, first: Key, second: Key, cosine: Fraction) -> Number:
        """Of the product of one function of each of two projections of a block at this cosine."""
        raise ValueError("means over two coupled projections are known of exponentials only")


@dataclass(frozen=True)
class OneSample:
    """A random variable on one projection: a combination of the functions of a basis."""

    terms: dict[Key, Number]
    basis: Basis

    @classmethod
    def collected(cls, pairs: Iterable[tuple[Key, Number]], basis: Basis) -> OneSample:
        terms: dict[Key, Number] = {}
        for key, coefficient in pairs:
            terms[key] = terms.get(key, mpmath.mpf(0)) + coefficient
        return cls(terms, basis)

    def __mul__(self, other: OneSample) -> OneSample:
        pairs = ((self.basis.product(k, n), c * e) for k, c in self.terms.items() for n, e in other.terms.items())
        return self.collected(pairs, self.basis)

    def __add__(self, other: OneSample) -> OneSample:
        return self.collected([*self.terms.items(), *other.terms.items()], self.basis)

    def shifted(self, number: Number) -> OneSample:
        """The variable plus a number."""
        return self.collected([*self.terms.items(), (self.basis.one, number)], self.basis)

    def scaled(self, number: Number) -> OneSample:
        """The variable times a number."""
        return OneSample({k: c * number for k, c in self.terms.items()}, self.basis)

    def conjugate(self) -> OneSample:
        """The complex conjugate."""
        pairs = ((self.basis.conjugate(k), mpmath.conj(c)) for k, c in self.terms.items())
        return self.collected(pairs, self.basis)

    def expectation(self) -> Number:
        """Its exact mean."""
        return mpmath.fsum(c * self.basis.mean(k) for k, c in self.terms.items() if c)

    def pair_expectation(self, other: OneSample, cosine: Fraction) -> Number:
        """Of the product with another variable, on another projection of a block at this cosine."""
        pairs = itertools.product(self.terms.items(), other.terms.items())
        return mpmath.fsum(c * e * self.basis.pair_mean(k, n, cosine) for (k, c), (n, e) in pairs if c and e)


#: the numbers a, u and n of one exponential ``exp(a |w|^2 + w.u + i n b)``
Exponent = tuple[Number, tuple[Number, ...], int]


class _Exponentials(Basis):
    """``exp(a |w|^2 + w.u + i n b)``; b is a uniform phase."""

    def __init__(self, dimension: int):
        self.dimension, zero = dimension, mpmath.mpf(0)
        self.one = zero, (zero,) * dimension, 0

    def product(self, first: Exponent, second: Exponent) -> Exponent:
        (a, u, k), (b, v, n) = first, second
        return a + b, tuple(s + t for s, t in zip(u, v, strict=True)), k + n

    def conjugate(self, key: Exponent) -> Exponent:
        a, u, n = key
        return mpmath.conj(a), tuple(mpmath.conj(e) for e in u), -n

    def mean(self, key: Exponent) -> Number:
        """Raises:
        ValueError: if there is none, Re(1 - 2a) <= 0.
        """
        a, u, n = key
        if n:
            return mpmath.mpf(0)
        spread = self._spread(a)
        power = mpmath.power(spread, -mpmath.mpf(self.dimension) / 2) if a else 1
        return power * mpmath.exp(mpmath.fsum(e * e for e in u) / (2 * spread))

    def pair_mean(self, first: Exponent, second: Exponent, cosine: Fraction) -> Number:
        """Raises:
        ValueError: if there is none, or its series is too long.
        """
        (a, u, k), (b, v, n) = first, second
        if k or n or not (any(u) and any(v)):
            # phases are independent, and so are lengths
            return self.mean(first) * self.mean(second)
        spreads = self._spread(a), self._spread(b)
        return _pair_mean(u, v, spreads, cosine, mpmath.mp.prec)

    def _spread(self, a: Number) -> Number:
        spread = 1 - 2 * a
        if mpmath.re(spread) <= 0:
            raise ValueError(f"E exp(a |w|^2 + w.u) is infinite: Re(1 - 2a) must be > 0, got a = {mpmath.nstr(a, 8)}")
        return spread


@lru_cache(maxsize=1024)
def _pair_mean(
    u: tuple[Number, ...], v: tuple[Number, ...], spreads: tuple[Number, Number], cosine: Fraction, precision: int
) -> Number:
    """`pair_mean`, kept, as several errors are asked of the same samples."""
    return pair_mean(u, v, spreads, cosine)


class _Sign(Basis):
    """1 and a sign s of known mean."""

    one = 0

    def __init__(self, of_sign: Number):
        self.means = mpmath.mpf(1), of_sign

    def product(self, first: int, second: int) -> int:
        return (first + second) % 2

    def mean(self, key: int) -> Number:
        return self.means[key]


class PowerBasis(Basis):
    """The powers of one real random variable Y with known moments ``E Y^k``."""

    one = 0

    def __init__(self, raw_moment: Callable[[int], Number]):
        self.raw_moment = raw_moment

    def product(self, first: int, second: int) -> int:
        return first + second

    def mean(self, key: int) -> Number:
        return self.raw_moment(key) if key else mpmath.mpf(1)


def sample_of(source: Family | CoefficientMap, x: Array, y: Array) -> OneSample:
    """The symbolic sample of a family, or of a coefficient without its constant, at numerical inputs."""
    return _sample_of(source, _floats(x), _floats(y), mpmath.mp.prec)


@lru_cache(maxsize=1024)
def _sample_of(source: Family | CoefficientMap, x_floats: Floats, y_floats: Floats, precision: int) -> OneSample:
    """Kept, as several moments are asked of one sample; its numbers have the precision, in bits, that mpmath works with."""
    x, y = np.array(x_floats), np.array(y_floats)
    expr = formal_sample(source, x, y)
    signs = expr.atoms(sp.sign)
    if signs:
        product = sp.Mul(*signs)
        slope = expr / product
        if len(signs) != 2 or slope.atoms(Form):
            raise ValueError(f"not a multiple of two signs: {expr}")
        if not (x.any() and y.any()):
            raise ValueError("x and y must not be 0 where a coefficient depends on the angle between them")
        first, second = formal_pair(x, y)
        cosine = first.dot(second) / sp.sqrt(first.square * second.square)
        return OneSample({1: number(slope)}, _Sign(number(1 - 2 * sp.acos(cosine) / sp.pi)))
    return _exponentials(expr, source.named_vectors(x, y), len(x))


def formal_pair(x: Array, y: Array) -> tuple[Vector, Vector]:
    """Formal vectors whose Gram table holds the exact products of the floating-point inputs."""
    return _formal_pair(_floats(x), _floats(y))


def formal_sample(source: Family | CoefficientMap, x: Array, y: Array) -> sp.Expr:
    """One sample on the projection "moment" of a `formal_pair`, its parameters those of numerical inputs."""
    return source.sample(Projection("moment"), *formal_pair(x, y)).subs(source.parameters(x, y))


def _floats(u: Array) -> Floats:
    return tuple(float(e) for e in u)


@lru_cache(maxsize=1024)
def _formal_pair(x: Floats, y: Floats) -> tuple[Vector, Vector]:
    named = {"x": [sp.Rational(e) for e in x], "y": [sp.Rational(e) for e in y]}
    table = {(a, b): sp.Add(*(s * t for s, t in zip(named[a], named[b], strict=True))) for a in "xy" for b in "xy"}
    space = Space(f"inputs{tuple(table.values())}", lambda a, b: table[a, b], "xy")
    return space.vector("x"), space.vector("y")


def _exponentials(expr: sp.Expr, named: dict[str, Array], dimension: int) -> OneSample:
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
    return OneSample.collected(pairs, _Exponentials(dimension))


def number(expr: sp.Expr) -> Number:
    """A SymPy number with all digits."""
    if expr.free_symbols:
        raise ValueError(f"a number is needed, got {expr}")
    return mpmath.mpmathify(sp.N(expr, DIGITS))
