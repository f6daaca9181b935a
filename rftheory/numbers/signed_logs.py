"""Arrays of numbers as signs and logarithms of sizes: from e^-5000 to e^5000 without overflow."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

Array = NDArray[np.float64]


class SignedLog:
    """Arrays of signs (-1, 0, 1; nan where undefined) and of log|v| (-inf for zero)."""

    __slots__ = ("log", "sign")

    def __init__(self, sign: Array, log: Array):
        self.sign, self.log = np.asarray(sign, dtype=float), np.asarray(log, dtype=float)

    @property
    def plain(self) -> Array:
        """The value itself (inf where it overflows)."""
        return np.where(self.sign == 0, 0.0, self.sign * np.exp(self.log))


def from_plain(value: ArrayLike) -> SignedLog:
    value = np.asarray(value, dtype=float)
    return SignedLog(np.sign(value), np.log(np.abs(value)))


def added(terms: SignedLog, times: int = 1) -> tuple[SignedLog, Array]:
    """The sum over the first axis, so many times, and the factor by which its largest term exceeds it: the digits that are lost."""
    top = np.max(np.where(terms.sign == 0, -np.inf, terms.log), axis=0)
    safe = np.where(np.isfinite(top), top, 0.0)
    total = np.where(terms.sign == 0, 0.0, terms.sign * np.exp(terms.log - safe)).sum(axis=0) * times
    with np.errstate(divide="ignore"):
        # nothing is lost where every term vanishes
        lost = np.where(top == -np.inf, 1.0, 1 / np.abs(total))
        return SignedLog(np.sign(total), np.log(np.abs(total)) + safe), lost
