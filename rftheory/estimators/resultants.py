"""Sums of projections, drawn: squares, images of uniform directions and mirrored pairs, what passes of simplex+ projections leave."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass

import mpmath
import numpy as np
import sympy as sp

from rftheory.arrays import Array
from rftheory.couplings.coupling import chi_lengths
from rftheory.couplings.iid import Independent
from rftheory.couplings.orthogonal import Orthogonal
from rftheory.couplings.resultant import least_resultant, simplex_vectors, sweep
from rftheory.estimators.estimator import CentralMoments, Estimator, central_moments
from rftheory.estimators.moments import DIGITS, Number


@dataclass(frozen=True)
class _OfPair(Estimator):
    """A function of two projections with known raw moments."""

    @abstractmethod
    def raw_moment(self, order: int, u: Array) -> Number:
        """``E X^order`` for an order from 1 to 4."""

    def moments(self, x: Array, y: Array, m: int, n: int, center: Number) -> CentralMoments:
        with mpmath.workdps(DIGITS):
            return central_moments([self.raw_moment(order, x + y) for order in range(1, 5)], center)


@dataclass(frozen=True)
class SquaredResultant(_OfPair):
    """``|w_1 + w_2|^2`` for two independent or orthogonal projections; inputs give the dimension alone."""

    coupling: Independent | Orthogonal

    def draw(self, generator: np.random.Generator, replicates: int, x: Array, y: Array, m: int, n: int) -> Array:
        pair = self.coupling.draw(generator, 2, len(x), replicates).sum(axis=1)
        return np.einsum("rd,rd->r", pair, pair)

    def raw_moment(self, order: int, u: Array) -> Number:
        """Twice a chi^2 variable with d degrees of freedom, or one with 2d: squared lengths of orthogonal vectors add up."""
        half = mpmath.mpf(len(u)) / 2
        if self.coupling.independent:
            return mpmath.mpf(4) ** order * mpmath.rf(half, order)
        return mpmath.mpf(2) ** order * mpmath.rf(2 * half, order)


@dataclass(frozen=True)
class UniformResultant(_OfPair):
    """``exp(w U.u)`` for a uniform direction U and a length w of some law; u = x + y of inputs in fixed coordinates.

    Args:
        law: lengths and their probabilities, which add up to 1.
        inputs: x and y.
    """

    law: tuple[tuple[sp.Expr, sp.Expr], ...]
    inputs: tuple[tuple[sp.Expr, ...], tuple[sp.Expr, ...]]

    def draw(self, generator: np.random.Generator, replicates: int, x: Array, y: Array, m: int, n: int) -> Array:
        lengths, shares = (np.array(part, dtype=float) for part in zip(*self.law, strict=True))
        direction = generator.standard_normal((len(x), replicates))
        direction /= np.linalg.norm(direction, axis=0)
        return np.asarray(np.exp(generator.choice(lengths, size=replicates, p=shares) * ((x + y) @ direction)))

    def raw_moment(self, order: int, u: Array) -> Number:
        """A Bessel function of each length."""
        square, half = mpmath.fsum(mpmath.mpf(c) ** 2 for c in u), mpmath.mpf(len(u)) / 2
        terms = (
            (mpmath.mpf(sp.Float(length, DIGITS)), mpmath.mpf(sp.Float(share, DIGITS))) for length, share in self.law
        )
        return mpmath.fsum(share * mpmath.hyp0f1(half, order**2 * square * length**2 / 4) for length, share in terms)


@dataclass(frozen=True)
class MirroredImage(_OfPair):
    """``exp((w + F w).u)``, F the flip of the first coordinate, w ~ N(0, I_d) and u = x + y of inputs in fixed coordinates."""

    inputs: tuple[tuple[sp.Expr, ...], tuple[sp.Expr, ...]]

    def draw(self, generator: np.random.Generator, replicates: int, x: Array, y: Array, m: int, n: int) -> Array:
        first = generator.standard_normal((len(x), replicates))
        second = first.copy()
        second[0] *= -1
        return np.exp((x + y) @ (first + second))

    def raw_moment(self, order: int, u: Array) -> Number:
        """``(w + F w).u`` is normal of variance 4 (u_2^2 + ... + u_d^2)."""
        return mpmath.exp(2 * order**2 * mpmath.fsum(mpmath.mpf(c) ** 2 for c in u[1:]))


@dataclass(frozen=True)
class MirroredSquare(_OfPair):
    """``((w_1 + w_2).u)^2`` for w_1 = r_1 U, w_2 = r_2 F U with independent chi lengths and a uniform direction U."""

    inputs: tuple[tuple[sp.Expr, ...], tuple[sp.Expr, ...]]

    def draw(self, generator: np.random.Generator, replicates: int, x: Array, y: Array, m: int, n: int) -> Array:
        first = generator.standard_normal((len(x), replicates))
        lengths = chi_lengths(generator, 1, len(x), replicates)
        second = first / np.sqrt(np.einsum("dr,dr->r", first, first)) * lengths
        second[0] *= -1
        return ((x + y) @ (first + second)) ** 2

    def raw_moment(self, order: int, u: Array) -> Number:
        """By Minkowski's inequality at most ``2^(2k) E (w.u)^(2k)``: both images are normal of variance |u|^2."""
        square = mpmath.fsum(mpmath.mpf(c) ** 2 for c in u)
        return (4 * square) ** order * mpmath.fac2(2 * order - 1)

    def moments(self, x: Array, y: Array, m: int, n: int, center: Number) -> CentralMoments:
        """A bound on ``E (X - c)^2 <= E X^2 + c^2`` for c >= 0; a first moment of zero makes it one of the variance."""
        with mpmath.workdps(DIGITS):
            return CentralMoments(mpmath.mpf(0), self.raw_moment(2, x + y) + center**2, mpmath.inf)


@dataclass(frozen=True)
class LeftOver(Estimator):
    """The share of ``|T| - least |T|``, T the resultant of d vectors of chi lengths along a simplex, that some passes leave.

    Args:
        passes: through all d vectors.
        inputs: fix the dimension.
    """

    passes: int
    inputs: tuple[tuple[sp.Expr, ...], tuple[sp.Expr, ...]]

    def draw(self, generator: np.random.Generator, replicates: int, x: Array, y: Array, m: int, n: int) -> Array:
        d = len(x)
        lengths = chi_lengths(generator, d, d, replicates)
        vectors, least = simplex_vectors(lengths), least_resultant(lengths)
        start = np.linalg.norm(vectors.sum(axis=0), axis=0) - least
        for _ in range(self.passes):
            sweep(vectors, lengths)
        return np.asarray((np.linalg.norm(vectors.sum(axis=0), axis=0) - least) / start)

    def deviation(self, draws: Array, kernel: Array | float) -> Array:
        return draws

    def at(self, point: Mapping[sp.Symbol, sp.Expr]) -> LeftOver:
        return self
