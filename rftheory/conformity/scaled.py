"""Real numbers in float64 whose exponents do not overflow: a mantissa and an integer exponent of 2.

Conformities reach e^10000 at v = 100. A logarithm in float64 would leave them 1e-12 of relative error there; a mantissa
with an exponent of its own leaves them as many digits as numbers near 1 have.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from rftheory.arrays import Array

#: exponent of zero: below every other, and differences of two of them do not overflow
_NOTHING = -(1 << 60)
#: shifts of more bits than this give zero or an overflow anyway
_SHIFT = 4000
#: arguments beyond this have exponents that integers of 64 bits do not add up
_FARTHEST = 2.0**57
#: log 2 in three parts, of which the first two have 32 significant bits at most: products with exponents are exact
_LOG2 = tuple(map(float.fromhex, ("0x1.62E42FEEp-1", "0x1.A39EF356p-33", "0x1.93C7673007E5Fp-65")))


@dataclass(frozen=True)
class Scaled:
    """The numbers ``mantissa * 2^exponent``, |mantissa| in [1/2, 1) or 0.

    One addition, multiplication or division has a relative error of at most 2^-53 (of its result, which says nothing about
    a difference whose operands are rounded).
    """

    mantissa: Array
    exponent: Array

    @classmethod
    def of(cls, mantissa: ArrayLike, exponent: ArrayLike = 0) -> Scaled:
        """``mantissa * 2^exponent`` for finite mantissas of any size and integer exponents."""
        fraction, shift = np.frexp(np.asarray(mantissa, dtype=float))
        total = np.asarray(exponent, dtype=np.int64) + shift
        return cls(fraction, np.where(fraction == 0, _NOTHING, total))

    @classmethod
    def exp(cls, argument: ArrayLike, correction: ArrayLike = 0.0) -> Scaled:
        """``exp(argument + correction)`` for a correction below half an ulp of the argument; relative error < 2^-50.

        The argument may reach 2^20: ``k log 2`` is subtracted in parts that are exact. Of larger ones, up to 2^57, the
        logarithm has a relative error of 2^-51; below -2^57 the number is 0.

        Raises:
            ArithmeticError: for arguments above 2^57.
        """
        x = np.asarray(argument, dtype=float)
        if not (x <= _FARTHEST).all():
            raise ArithmeticError(f"argument must be at most 2^57, got {x.max()}")
        nothing = x < -_FARTHEST
        x = np.where(nothing, 0.0, x)
        k = np.rint(x / math.log(2))
        rest = (x - k * _LOG2[0]) + (np.asarray(correction) - k * _LOG2[1] - k * _LOG2[2])
        return cls.of(np.where(nothing, 0.0, np.exp(rest)), k.astype(np.int64))

    def __neg__(self) -> Scaled:
        return Scaled(-self.mantissa, self.exponent)

    def __add__(self, other: Scaled) -> Scaled:
        top = np.maximum(self.exponent, other.exponent)
        return Scaled.of(self._at(top) + other._at(top), top)

    def __sub__(self, other: Scaled) -> Scaled:
        return self + -other

    def __mul__(self, other: Scaled | ArrayLike) -> Scaled:
        factor = other if isinstance(other, Scaled) else Scaled.of(other)
        return Scaled.of(self.mantissa * factor.mantissa, self.exponent + factor.exponent)

    def __truediv__(self, other: Scaled) -> Scaled:
        return Scaled.of(self.mantissa / other.mantissa, self.exponent - other.exponent)

    def __getitem__(self, index: Array) -> Scaled:
        return Scaled(self.mantissa[index], self.exponent[index])

    @property
    def shape(self) -> tuple[int, ...]:
        return np.shape(self.mantissa)

    def _at(self, exponent: Array) -> Array:
        shift = np.maximum(self.exponent - exponent, -_SHIFT).astype(np.int32)
        return np.ldexp(self.mantissa, shift)

    def value(self) -> Array:
        """The numbers in float64, ``inf`` and 0 beyond its range."""
        with np.errstate(over="ignore", under="ignore"):
            return np.ldexp(self.mantissa, np.clip(self.exponent, -_SHIFT, _SHIFT).astype(np.int32))

    def log(self) -> Array:
        """Natural logarithms, ``-inf`` of zero, ``nan`` of negative numbers."""
        with np.errstate(divide="ignore", invalid="ignore"):
            near = (self.exponent >= -1) & (self.exponent <= 1)
            log = np.log(self.mantissa) + self.exponent * (_LOG2[0] + _LOG2[1])
            # around 1 the two parts cancel
            return np.where(near, np.log(self.value()), np.where(self.mantissa == 0, -np.inf, log))

    def replaced(self, where: Array, other: Scaled) -> Scaled:
        """These numbers, with those at ``where`` (a mask) replaced by others, one for each place."""
        mantissa, exponent = self.mantissa.copy(), self.exponent.copy()
        mantissa[where], exponent[where] = other.mantissa, other.exponent
        return Scaled(mantissa, exponent)


def exact_square(v: Array) -> tuple[Array, Array, Array]:
    """``v^2 = (square + error) 2^exponent`` without error, square in [1/4, 1) or 0 (Dekker's product)."""
    fraction, exponent = np.frexp(v)
    square = fraction * fraction
    split = 134217729.0 * fraction
    high = split - (split - fraction)
    low = fraction - high
    error = ((high * high - square) + 2 * high * low) + low * low
    return square, error, 2 * exponent.astype(np.int64)
