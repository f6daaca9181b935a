r"""Pairs of a query and a key, all of them or a sample, and averages over them.

Sampled pairs are independent, uniform among all L N. An average over a sample is settled where the variance rests on many of the pairs,
the diagnosis of heavy tails of `montecarlo.bars`; else it says why it is not.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from rftheory._choose.candidate import Average
from rftheory._choose.data import DataSet
from rftheory._choose.sizes import log_mean
from rftheory.families.family import Kernel
from rftheory.families.mixtures.kernels import mixture_of
from rftheory.inputs.arrays import Array
from rftheory.mechanisms.profile import Lengths
from rftheory.montecarlo.bars import asymptotic_interval
from rftheory.montecarlo.chunks import Powers

#: numbers of the pairs looked at by default: 8 MiB for each side
_NUMBERS = 1 << 20
_MOST, _LEAST = 32_768, 2_048
#: numbers of the rows that are held at once for their distances, on each side: 1 MiB stays in a cache, 8 MiB take twice the time
_BLOCK = 1 << 17
#: level of the diagnosis
_ALPHA = 0.01


@dataclass(frozen=True, eq=False)
class Distances:
    """P pairs of centred rows in units of the kernel, by the lengths on which features of Gaussian projections depend.

    Attributes:
        query, key: numbers of the rows, shape (P,).
        lengths: of the rows minus the origin.
        log_norms: what the log MSE of the Gaussian kernel is raised by, shape (P,): ``|q|^2 + |k|^2`` for the softmax kernel, of
            queries and keys before the subtraction; zeros for the Gaussian kernel.
        exact: whether these are all pairs.
        kernel: its name; for a mixture differences have the `Mixture.length` of it.
    """

    query: Array
    key: Array
    lengths: Lengths
    log_norms: Array
    exact: bool
    kernel: Kernel

    @cached_property
    def log_squared_kernel(self) -> Array:
        """``log K^2`` of the kernel."""
        mixture = mixture_of(self.kernel)
        if mixture is not None:
            return 2 * mixture.log_of(self.lengths.difference)
        return self.log_norms - np.square(self.lengths.difference)

    def average(self, logs: Array) -> Average:
        """The log of the average over all pairs of exp(logs), logs of shape (P,), -inf for 0."""
        log = log_mean(logs)
        if self.exact:
            return Average(log, "exact", "", len(logs))
        if log == -math.inf:
            return Average(log, "sampled", "the value is zero at every sampled pair", len(logs))
        found = asymptotic_interval(powers_of(np.exp(logs - logs.max())), _ALPHA)
        return Average(log, "sampled", "" if found.conclusive else found.reason, len(logs))


@dataclass(frozen=True, eq=False)
class Pairs(Distances):
    """Pairs with the rows themselves, minus the origin; shapes (P, d)."""

    x: Array
    y: Array

    @property
    def dimension(self) -> int:
        """d."""
        return int(self.x.shape[1])

    def some(self, most: int) -> Pairs:
        """At most so many, every k-th, without a diagnosis of their averages."""
        kept = slice(None, None, -(-len(self.query) // most))
        taken = {name: getattr(self, name)[kept] for name in ("query", "key", "log_norms", "x", "y")}
        lengths = Lengths._make(None if each is None else each[kept] for each in self.lengths)
        return replace(self, lengths=lengths, exact=True, **taken)

    def times(self, factor: float) -> Pairs:
        """The pairs of rows (and of an origin) multiplied by a number."""
        lengths = Lengths._make([*(factor * each for each in self.lengths[:4]), self.lengths.angle])
        log_norms = factor**2 * self.log_norms
        return replace(self, lengths=lengths, log_norms=log_norms, x=factor * self.x, y=factor * self.y)


@dataclass(frozen=True, eq=False)
class PairSource:
    """Two data sets in units of the kernel: what their rows are divided by, and what is subtracted then."""

    queries: DataSet
    keys: DataSet
    unit: float
    origin: Array
    kernel: Kernel

    @property
    def low(self) -> Array:
        """A lower bound of all centred rows, shape (d,)."""
        return np.minimum(self.queries.low, self.keys.low) / self.unit - self.origin

    @property
    def high(self) -> Array:
        """An upper bound of all centred rows, shape (d,)."""
        return np.maximum(self.queries.high, self.keys.high) / self.unit - self.origin

    def pairs(self, query: Array, key: Array, exact: bool) -> Pairs:
        """Some pairs with their rows."""
        x, y = self.queries.taken(query, self.unit), self.keys.taken(key, self.unit)
        log_norms = self._log_norms(x, y)
        x, y = x - self.origin, y - self.origin
        return Pairs(query, key, self._lengths(x, y, angle=True), log_norms, exact, self.kernel, x, y)

    def distances(self, query: Array, key: Array) -> Distances:
        """Some pairs without their rows, block by block."""
        block = max(1, _BLOCK // self.queries.dimension)
        parts = []
        for part in (slice(start, start + block) for start in range(0, len(query), block)):
            x, y = self.queries.taken(query[part], self.unit), self.keys.taken(key[part], self.unit)
            parts.append((*self._lengths(x - self.origin, y - self.origin, angle=False)[:4], self._log_norms(x, y)))
        *lengths, log_norms = (np.concatenate(each) for each in zip(*parts, strict=True))
        return Distances(query, key, Lengths(*lengths), log_norms, False, self.kernel)

    def _log_norms(self, x: Array, y: Array) -> Array:
        return np.vecdot(x, x) + np.vecdot(y, y) if self.kernel == "softmax" else np.zeros(len(x))

    def _lengths(self, x: Array, y: Array, angle: bool) -> Lengths:
        found, mixture = Lengths.of(x, y, angle), mixture_of(self.kernel)
        return found if mixture is None else found._replace(difference=mixture.length(x - y))


def powers_of(values: Array) -> Powers:
    """Power sums of values, shape (P,)."""
    squares = values * values
    third, fourth = float(np.vecdot(squares, values)), float(np.vecdot(squares, squares))
    return Powers(len(values), float(values.sum()), float(squares.sum()), third, fourth, float(np.abs(values).max()))


def chosen_pairs(
    queries: DataSet, keys: DataSet, pairs: int | None, generator: np.random.Generator
) -> tuple[Array, Array, bool]:
    """Numbers of rows, shapes (P,): of all pairs if there are no more than ``pairs``, else of so many drawn; and whether all."""
    most = pairs or min(_MOST, max(_LEAST, _NUMBERS // queries.dimension))
    own, other = queries.rows_each, keys.rows_each
    if queries.groups * own * other <= most:
        group, place = np.divmod(np.arange(queries.groups * own * other), own * other)
        return group * own + place // other, group * other + place % other, True
    return *drawn_pairs(queries, keys, most, generator), False


def drawn_pairs(queries: DataSet, keys: DataSet, count: int, generator: np.random.Generator) -> tuple[Array, Array]:
    """Numbers of rows of independent pairs, uniform among all L N (of rows of one matrix each)."""
    query, place = generator.integers(queries.size, size=count), generator.integers(keys.rows_each, size=count)
    return query, query // queries.rows_each * keys.rows_each + place
