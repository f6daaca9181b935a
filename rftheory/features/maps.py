r"""A drawn feature map of one of the kernels, at given inputs: streamed, real, and scaled so that it stays in range.

Let ``f(u) = factor exp(log)`` be the features of a family at ``u = rate * input``. The other kernel needs features times
``exp(-+|u|^2/2)``. Where they are complex the estimator is ``Re sum_i f_i(x) g_i(y)``, and real maps have the same products
(`families.waves.real`). Rows are independent of each other, so they pass in blocks that stay in a cache, and the features are
written once.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from rftheory.families.mixtures.kernels import kernel_change
from rftheory.families.waves import GaussianMap, Kernel, PhasedOperator, real
from rftheory.inputs.arrays import SIDES, Array, Operator, dense, square_lengths
from rftheory.inputs.bandwidths import Scale, times

#: features of one block of rows: 512 KiB, so that the work on them stays in a second-level cache
BLOCK = 1 << 16
#: fewer rows than that make matrix products slow
_LEAST = 64


class ScaledFeatures(NamedTuple):
    """Features up to a scale that normalised attention cancels.

    Attributes:
        features: shape (L, F), at most 1 for positive families.
        log_scale: the maps themselves are ``features * exp(log_scale)``; shape (L, 1). For queries each row has its own, which
            the quotient ``sum_j q.k_j v_j / sum_j q.k_j`` cancels row by row; all keys have the same, which it cancels too.
    """

    features: Array
    log_scale: Array


@dataclass(frozen=True)
class FeatureMap:
    """The map of a kernel, of drawn projections.

    Args:
        of: what has ``log_features`` of scaled inputs and projections, and the kernel that they estimate: a family or its
            `GaussianMap`, a hybrid, a `WeightedEstimator`.
        projections: what was drawn, as these take it; with an axis of replicates before the others for `values` alone.
        kernel: "gaussian" or "softmax".
        dimension: d.
        scaling: what inputs are multiplied by (`bandwidths.times`): 1 over the bandwidth, or temperature^(-1/2).
        origin: o, what is subtracted from inputs first, shape (d,); None for nothing. The Gaussian kernel does not change; features
            of the softmax kernel have the factor ``exp(rate^2 (u.o - |o|^2/2))`` of the row u.
    """

    of: Any
    projections: Any
    kernel: Kernel
    dimension: int
    scaling: Scale = 1.0
    origin: Array | None = None

    @property
    def change(self) -> float:
        """The coefficient of ``|u|^2`` by which the kernel differs from the one that the features are made for."""
        return kernel_change(self.kernel, self.of.kernel)

    @property
    def rate(self) -> float:
        """The number that inputs are multiplied by, 1 where it is not one number."""
        return self.scaling if isinstance(self.scaling, float) else 1.0

    @cached_property
    def _somewhere(self) -> tuple[Array, Array]:
        """All features of both sides at one point, of one replicate: maps are analytic, but for signs."""
        # nothing special, and above the shift of what is drawn
        point = np.asarray(np.sqrt(np.arange(2, self.dimension + 2) / (self.dimension + 2)))
        point = (point + np.asarray(getattr(self.of, "shift", 0.0)))[None]
        x, y = (_values(*self._real(point, side, every=True)) for side in SIDES)
        return x.reshape(-1, x.shape[-1])[0], y.reshape(-1, y.shape[-1])[0]

    @cached_property
    def columns(self) -> Array | None:
        """Which features of a hybrid are kept: columns of its map are real or imaginary, and one part of each vanishes."""
        if not hasattr(self.of, "coefficients"):
            return None
        first, second = np.split(self._somewhere[0] * self._somewhere[1], 2)
        # a column that vanishes altogether is kept once, so that there are as many whatever is drawn
        return np.flatnonzero(np.concatenate([(first != 0) | (second == 0), second != 0]))

    @cached_property
    def length(self) -> int:
        """F, the number of real features."""
        return len(self._somewhere[0]) if self.columns is None else len(self.columns)

    @cached_property
    def asymmetric(self) -> bool:
        """Whether the two sides have different maps."""
        first, second = self._somewhere
        kept = slice(None) if self.columns is None else self.columns
        return not np.array_equal(first[kept], second[kept])

    @cached_property
    def matrix(self) -> Array | None:
        """Of real exponentials, on both sides: M with ``log f(u) = (u, |u|^2, 1) M``, shape (d + 2, F)."""
        of, w = self.of, self.projections
        if not (isinstance(of, GaussianMap) and isinstance(w, np.ndarray) and of.is_exponential):
            return None
        matrix = np.empty((self.dimension + 2, len(w)))
        np.multiply(w.T, of.slope * self.rate, out=matrix[:-2])
        matrix[-2] = self.rate**2 * (of.rate + self.change)
        matrix[-1] = of.columns(self.dimension, square_lengths(w))
        return matrix

    @cached_property
    def formed(self) -> Array:
        """The projections of a `GaussianMap` as an array, with the coordinates of their phases, shape (m, d + 2), or (m, d) without."""
        plain, *own = self.projections if isinstance(self.projections, PhasedOperator) else (self.projections,)
        if isinstance(plain, Operator):
            plain = plain.apply(np.eye(self.dimension)).T
        return np.concatenate([plain, *own], axis=-1)

    def _real(self, inputs: Array, side: str, every: bool = False) -> tuple[Array | None, Array]:
        """(factor, log) of the real map at scaled inputs."""
        factor, log = self.of.log_features(inputs, self.projections, side, self.change)
        factor, log = real(factor, log, side)
        if factor is None or every or self.columns is None:
            return factor, log
        return factor[..., self.columns], log

    def values(self, rows: Array, side: str) -> Array:
        """The features at once, without blocks or an origin; shape (..., L, F)."""
        return _values(*self._real(times(rows, self.scaling), side))

    def logs(self, rows: Any, side: str, out: Array | None = None) -> tuple[Array | None, Array]:
        """(factor, log) of real features ``factor exp(log)`` of some rows, in float64, whatever these are in (`arrays.dense`).

        Args:
            out: where they may be stored if it is of float64, shape (L, F).

        Returns:
            a factor of shape (L, F), or None for 1, and logarithms of shape (L, F), or (L, 1) if they are those of whole rows.
        """
        rows, level = self._moved(dense(rows))
        if out is not None and out.dtype != np.float64:
            out = None
        if self.matrix is not None:
            # one product does what a product and two sums over all features do
            wide = np.empty((len(rows), self.dimension + 2))
            wide[:, :-2] = rows
            np.einsum("ij,ij->i", rows, rows, out=wide[:, -2])
            wide[:, -1] = 1
            factor, log = None, np.matmul(wide, self.matrix, out=out)
        else:
            inputs = rows if self.rate == 1 else rows * self.rate
            factor, log = self._real(inputs, side)
        return factor, log if level is None else log + level

    def _moved(self, rows: Array) -> tuple[Array, Array | None]:
        """Rows minus the origin, divided but for `rate`, and the logarithms of what that takes from features, shape (L, 1)."""
        if not isinstance(self.scaling, float):
            # of kernels of x - y
            return times(rows if self.origin is None else rows - self.origin, self.scaling), None
        if self.origin is None:
            return rows, None
        taken = rows @ self.origin - self.origin @ self.origin / 2 if self.kernel == "softmax" else None
        return rows - self.origin, None if taken is None else self.rate**2 * taken[:, None]

    def features(self, inputs: Any, side: str) -> Array:
        """The map at inputs of shape (L, d), in their precision; shape (L, F).

        A RuntimeWarning gives the number of rows that underflow to 0 altogether.

        Raises:
            OverflowError: if a feature exceeds the range of this precision.
        """
        out = np.empty((inputs.shape[0], self.length), dtype=inputs.dtype)
        with np.errstate(over="raise"):
            try:
                for part in self.blocks(inputs.shape[0]):
                    write(*self.logs(inputs[part], side, out[part]), out[part])
            except FloatingPointError:
                raise OverflowError(
                    f"features of the {self.kernel} kernel exceed the range of {out.dtype}; "
                    + (
                        "queries and keys give them with their scales"
                        if self.kernel == "softmax"
                        else "widen the bandwidth"
                    )
                ) from None
        self._tell_zeros(inputs, side, out)
        return out

    def _tell_zeros(self, inputs: Any, side: str, out: Array) -> None:
        first = np.flatnonzero(out[:, 0] == 0)
        zeros = first[~out[first].any(axis=1)]
        # a feature may be 0 in fact: its logarithm is -inf, or it has a factor 0
        lost = 0
        for part in self.blocks(len(zeros)):
            factor, log = self.logs(inputs[zeros[part]], side)
            lost += int((np.isfinite(log) & (True if factor is None else factor != 0)).any(axis=1).sum())
        if lost:
            way = (
                "queries and keys give them with their scales, and attention needs neither"
                if self.kernel == "softmax"
                else "widen the bandwidth, or take bandwidth='median'"
            )
            warnings.warn(
                f"all features of {lost} of {len(out)} rows underflow to 0 in {out.dtype}: estimates of the {self.kernel} kernel "
                f"are 0 there; {way}",
                RuntimeWarning,
                stacklevel=4,
            )

    def scaled(self, inputs: Any, side: str, common: bool) -> ScaledFeatures:
        """The map with the largest exponential scaled to 1: in each row, or (``common``) in all of them."""
        count = inputs.shape[0]
        out, scales = np.empty((count, self.length), dtype=inputs.dtype), np.empty((count, 1))
        for part in self.blocks(count):
            factor, log = self.logs(inputs[part], side, out[part])
            scales[part] = finite(log.max(axis=None if common else 1, keepdims=True))
            write(factor, log - scales[part], out[part])
        if common:
            top = scales.max()
            for part in self.blocks(count):
                if scales[part.start] != top:
                    out[part] *= np.exp(scales[part] - top)
            scales[:] = top
        return ScaledFeatures(out, scales.astype(out.dtype, copy=False))

    def blocks(self, count: int) -> Iterator[slice]:
        """Ranges of rows."""
        return row_blocks(count, self.length)


def row_blocks(count: int, length: int) -> Iterator[slice]:
    """Ranges of rows whose ``length`` features stay in a cache."""
    step = max(_LEAST, BLOCK // length)
    return (slice(start, min(start + step, count)) for start in range(0, count, step))


def _values(factor: Array | None, log: Array) -> Array:
    out = np.empty(log.shape if factor is None else factor.shape)
    write(factor, log, out)
    return out


def write(factor: Array | None, log: Array, out: Array) -> None:
    """``factor exp(log)``."""
    if factor is None:
        np.exp(log, out=out)
    else:
        np.multiply(factor, np.exp(log), out=out)


def finite(scales: Array) -> Array:
    """Scales with 0 for -inf: where all features vanish any will do."""
    return np.where(np.isneginf(scales), 0.0, scales)
