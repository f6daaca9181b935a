r"""A drawn feature map of one of the kernels, at given inputs: streamed, real, and scaled so that it stays in range.

Let ``f(u) = factor exp(log)`` be the features of a family at ``u = rate * input``. The other kernel needs features times
``exp(-+|u|^2/2)`` (`families.parts`). Where they are complex the estimator is ``Re sum_i f_i(x) g_i(y)``, and the real maps

    x -> (Re f(x), Im f(x)),    y -> (Re g(y), -Im g(y))

have the same products. Rows are independent of each other, so they pass in blocks that stay in a cache, and the features are
written once.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

import numpy as np

from rftheory.arrays import SIDES, Array, dense, kernel_change
from rftheory.families.parts import Exponent, Parts

if TYPE_CHECKING:
    from rftheory.catalogue import AnyFamily
    from rftheory.families.family import Kernel
    from rftheory.features.ready import Ready

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


class Drawn(Protocol):
    """Parts of the features of drawn projections, at inputs that are scaled already."""

    @property
    def kernel(self) -> Kernel:
        """The kernel that they estimate."""

    @property
    def projections(self) -> Any:
        """What was drawn."""

    def parts(self, inputs: Array, side: str) -> Parts: ...

    def exponent(self, d: int, side: str) -> Exponent | None: ...


@dataclass(frozen=True)
class DrawnFamily:
    """A family with projections (or counts)."""

    family: AnyFamily | Ready
    projections: Any

    @property
    def kernel(self) -> Kernel:
        return self.family.kernel

    def parts(self, inputs: Array, side: str) -> Parts:
        return self.family.parts(inputs, self.projections, side)

    def exponent(self, d: int, side: str) -> Exponent | None:
        """The exponent, of projections that are a matrix."""
        # counts have none
        if not hasattr(self.family, "auxiliary") or not isinstance(self.projections, np.ndarray):
            return None
        own: Any = self.family
        found: Exponent | None = own.exponent(self.projections, d, side)
        return found


class WithoutExponent:
    """Of drawn features whose logarithm is no matrix product."""

    @property
    def projections(self) -> Any:
        return None

    def exponent(self, d: int, side: str) -> Exponent | None:
        return None


@dataclass(frozen=True)
class FeatureMap:
    """The map of a kernel.

    Args:
        drawn: the random part.
        kernel: "gaussian" or "softmax".
        rate: what inputs are multiplied by: 1/bandwidth, or temperature^(-1/2).
        dimension: d.
        length: F, the number of real features.
        origin: o, what is subtracted from inputs first, shape (d,); None for nothing. The Gaussian kernel does not change; features
            of the softmax kernel have the factor ``exp(rate^2 (u.o - |o|^2/2))`` of the row u.
    """

    drawn: Drawn
    kernel: Kernel
    rate: float
    dimension: int
    length: int
    origin: Array | None = None

    @property
    def change(self) -> float:
        """The coefficient of ``|u|^2`` by which the kernel differs from the one that the features are made for."""
        return kernel_change(self.kernel, self.drawn.kernel)

    @cached_property
    def matrices(self) -> dict[str, Array]:
        """Of real exponents: the matrices M of each side with ``log f(u) = (u, |u|^2, 1) M``, shape (d + 2, F)."""
        found = {}
        for side in SIDES:
            exponent = self.drawn.exponent(self.dimension, side)
            if exponent is not None and not any(np.iscomplexobj(part) for part in exponent):
                matrix = np.empty((self.dimension + 2, self.length))
                np.multiply(self.drawn.projections.T, exponent.slope * self.rate, out=matrix[:-2])
                matrix[-2] = self.rate**2 * (exponent.rate + self.change)
                matrix[-1] = exponent.levels - np.log(self.length) / 2
                found[side] = matrix
        return found

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
        if side in self.matrices:
            # one product does what a product and two sums over all features do
            wide = np.empty((len(rows), self.dimension + 2))
            wide[:, :-2] = rows
            np.einsum("ij,ij->i", rows, rows, out=wide[:, -2])
            wide[:, -1] = 1
            factor, log = None, np.matmul(wide, self.matrices[side], out=out)
        else:
            inputs = rows if self.rate == 1 else rows * self.rate
            parts = self.drawn.parts(inputs, side)
            factor, log = real(parts.factor, parts.logs(inputs, self.change), side)
        return factor, log if level is None else log + level

    def _moved(self, rows: Array) -> tuple[Array, Array | None]:
        """Rows minus the origin, and the logarithms of what that takes from features, shape (L, 1)."""
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


def real(factor: Array | None, log: Array, side: str) -> tuple[Array | None, Array]:
    """Parts of the real map that has the same products as the real parts of those of a complex map."""
    if not (np.iscomplexobj(log) or (factor is not None and np.iscomplexobj(factor))):
        return factor, log
    if np.iscomplexobj(log):
        wave = np.empty(log.shape, dtype=complex)
        np.cos(log.imag, out=wave.real)
        np.sin(log.imag, out=wave.imag)
        factor, log = wave if factor is None else factor * wave, log.real
    assert factor is not None
    both = np.concatenate([factor.real, factor.imag if side == "x" else -factor.imag], axis=-1)
    return both, log if log.shape[-1] == 1 else np.concatenate([log, log], axis=-1)


def write(factor: Array | None, log: Array, out: Array) -> None:
    """``factor exp(log)``."""
    if factor is None:
        np.exp(log, out=out)
    else:
        np.multiply(factor, np.exp(log), out=out)


def finite(scales: Array) -> Array:
    """Scales with 0 for -inf: where all features vanish any will do."""
    return np.where(np.isneginf(scales), 0.0, scales)
