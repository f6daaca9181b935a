r"""Sizes of feature maps, and the average mean squared error as a function of the size.

A projection has n(k) partners in its block on average (`couplings.geometry.Geometry.partners`), from 0 for k = 1 to b - 1 for full blocks
of b, and ``k MSE(k)`` is affine in n. So it is a mean of its values at one projection, S, and at one full block, M:

    k MSE(k) = (1 - s) S + s M,    s = n(k)/(b - 1) in [0, 1].

Nothing cancels here, and the same holds of averages over pairs. The MSE need not fall with k: where a coupling helps much
(``M < S/2``), one projection more than full blocks, which has no partner, adds more variance than it removes. The least k with
``MSE(k) <= t`` is found in less than two blocks of numbers: ``k n(k) = k (b - 1) - r (b - r)``, r = k mod b, lies between
``k (b - 1) - b^2/4`` and ``k (b - 1)``, so for ``M <= S`` k is at least M/t and at most the next multiple of b. For ``M > S``, with
``D = (M - S)/(b - 1)``, it is at most that too, and at least the larger root of ``t k^2 = k M - D b^2/4`` unless it is at most the
smaller one, which is at most ``b^2/(2 (b - 1)) < b + 1``.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Any, Literal

import numpy as np

from rftheory._choose.json import Plain
from rftheory.couplings.geometry import Geometry
from rftheory.inputs.arrays import Array

#: which relative error: of the kernel matrix, or of pairs
Measure = Literal["matrix", "pair"]
#: more features per input than this are no answer: the largest maps that have been made, for speech, had 400,000
FEATURES = 10**6
#: more projections than this are not searched
_MOST = 10**15


@dataclass(frozen=True)
class Size(Plain):
    """k projections (in each base of a hybrid), ``coefficients`` more for the coefficient of a hybrid, F features per input."""

    projections: int
    features: int
    coefficients: int = 0


@dataclass(frozen=True)
class StatedSize(Plain):
    """The size that errors are stated for: at most so many features per input, or m projections (in each base of a hybrid)."""

    features: int | None = None
    m: int | None = None

    @property
    def count(self) -> int:
        """The number, of whichever kind."""
        return self.m or self.features or 1

    def __str__(self) -> str:
        return f"{self.count} {'features' if self.m is None else 'projections'}"


@dataclass(frozen=True)
class Goal:
    """What errors are of, and what is wanted.

    Attributes:
        measure: which relative error.
        stated: the size that errors are stated for.
        target: a relative error, or None.
        positive: whether the recommendation must have positive features.
    """

    measure: Measure
    stated: StatedSize
    target: float | None
    positive: bool


@dataclass(frozen=True)
class ErrorLaw:
    """log of the MSE of k projections, from the logs of S and M: of one average, or (arrays) of each pair.

    Attributes:
        per_projection: features; a hybrid has ``coefficients`` projections more.
    """

    log_single: Any
    log_block: Any
    geometry: Geometry
    per_projection: int
    coefficients: int = 0

    def size(self, projections: int) -> Size:
        """The size of a map of so many projections."""
        return Size(projections, self.per_projection * projections, self.coefficients)

    def most(self, stated: StatedSize) -> Size | None:
        """The largest size that this allows; None if one projection is more. A coefficient has no more projections than a base."""
        if stated.m is not None:
            return self.size(stated.m) if self.coefficients <= stated.m else None
        count = stated.count // self.per_projection
        return self.size(count) if count else None

    def log_at(self, projections: int) -> Any:
        """log MSE(k); -inf where the estimator is exact."""
        return log_mixed(self.log_single, self.log_block, self.geometry, projections) - math.log(projections)

    def averaged(self, shift: Array) -> ErrorLaw:
        """Of the average over pairs of the MSE over exp(shift)."""
        single, block = (log_mean(each - shift) for each in (self.log_single, self.log_block))
        return replace(self, log_single=single, log_block=block)

    def needed(self, log_target: float) -> Size | None:
        """The least size with ``log MSE(k) <= log_target``; None if it is beyond 1e15 projections."""
        block = self.geometry.block
        single, full = (_exp(log - log_target) for log in (self.log_single, self.log_block))
        if not max(single, full) < _MOST:
            return None
        stop = block * (math.ceil(full / block) + 1)
        first = full
        if full > single:
            # in units of the target: k^2 = k M - D b^2/4
            rest = full * full - block * block * (full - single) / (block - 1)
            first = (full + math.sqrt(rest)) / 2 if rest > 0 else 1.0
        start = max(1, math.floor(first * (1 - 1e-12)))
        return self._first(range(1, min(start, block + 1)), log_target) or self._first(
            range(start, stop + 1), log_target
        )

    def _first(self, sizes: range, log_target: float) -> Size | None:
        found = next((k for k in sizes if self.log_at(k) <= log_target), None)
        return self.size(found) if found else None


@dataclass(frozen=True)
class Laws:
    """Variants of one mechanism (numbers n of projections of a coefficient), of which each size takes the best."""

    laws: tuple[ErrorLaw, ...]

    def best(self, stated: StatedSize) -> tuple[ErrorLaw, Size] | None:
        """The variant of least error of a size; None if none fits."""
        fitting = [(law, size) for law in self.laws if (size := law.most(stated))]
        return min(fitting, key=lambda each: each[0].log_at(each[1].projections), default=None)

    def log_at_features(self, features: int) -> float:
        """log MSE of the best map of at most so many features; NaN if there is none."""
        found = self.best(StatedSize(features))
        return float(found[0].log_at(found[1].projections)) if found else math.nan

    def needed(self, log_target: float) -> Size | None:
        """The least number of features with ``log MSE <= log_target``; None if it is more than anybody makes."""
        sizes = [size for law in self.laws if (size := law.needed(log_target)) and size.features <= FEATURES]
        return min(sizes, key=lambda size: size.features, default=None)


def log_mixed(log_single: Any, log_block: Any, geometry: Geometry, projections: int) -> Any:
    """log of ``k MSE(k)``, numbers or arrays, from the logs of S and M."""
    if geometry.block == 1:
        return log_single
    share = float(geometry.partners(projections)) / (geometry.block - 1)
    with np.errstate(divide="ignore"):
        return np.logaddexp(log_single + np.log1p(-share), log_block + np.log(share))


def _exp(log: float) -> float:
    return math.exp(log) if log < 709 else math.inf


def log_mean(logs: Array) -> float:
    """log of the mean of exp(logs)."""
    top = float(logs.max())
    return top if not math.isfinite(top) else top + math.log(float(np.exp(logs - top).mean()))
