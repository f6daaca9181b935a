"""Numbered chunks of draws, the unit of seeding, so that results depend on the seed and the configuration alone.

A chunk leaves a record behind (`folding.Records` adds them). It holds, for every pair and quantity, the sums of ``t, t^2, t^3, t^4`` and
the largest ``|t|``, where ``t = u - c``, u is the variable of a draw whose mean is the quantity, and c a fixed centre. Centres near the
mean keep the digits of central moments, which the powers of u itself would lose where u hardly varies.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from rftheory.inputs.arrays import Array
from rftheory.montecarlo.quantities import Quantity
from rftheory.montecarlo.setting import Sampler

#: numbers that the replicates of one chunk fill, about: seeding and recording take a few hundredths of the time to draw them
_NUMBERS = 1 << 18
#: fewest replicates of a chunk, whatever they cost
_FEWEST = 16
#: sums of the powers 1 to 4, and the largest size
COLUMNS = 5
#: numbers of one pass: they stay in a second-level cache, and are so few that no linear algebra library adds them in threads
_PASS, _LONGEST = 1 << 15, 1 << 13


@lru_cache(maxsize=1)
def keep_freed_memory() -> None:
    """Free one large block, after which glibc serves the arrays of a chunk from memory that it keeps.

    Otherwise each array is mapped and unmapped anew: page faults take more time than the arithmetic, and threads wait for each
    other there.
    """
    np.empty(31 << 20, dtype=np.uint8)


def stream(label: str, seed: int, *key: int) -> np.random.Generator:
    """The random stream of what a label names and of one numbered purpose.

    Args:
        label: a stable text of all that the numbers drawn depend on.
        seed: the root of all randomness, >= 0.
        key: which of the streams of this label.
    """
    digest = hashlib.sha256(label.encode()).digest()
    words = [int.from_bytes(digest[k : k + 4], "little") for k in range(0, 16, 4)]
    return np.random.Generator(np.random.SFC64(np.random.SeedSequence([seed, *words], spawn_key=key)))


class Powers(NamedTuple):
    """Of ``draws`` values t: the sums of ``t^k`` for k = 1..4, and the largest ``|t|``."""

    draws: int
    first: float
    second: float
    third: float
    fourth: float
    largest: float

    @property
    def mean(self) -> float:
        """Of t."""
        return self.first / self.draws


@dataclass(frozen=True, eq=False)
class Record:
    """What one chunk contributes, for P pairs and C quantities.

    Args:
        draws: values per pair and quantity.
        sums: sums of ``t, t^2, t^3, t^4`` and the largest ``|t|``, shape (P, C, 5).
        kept: the values of the quantiles, shape (P, draws); None where no quantile is asked for.
    """

    draws: int
    sums: Array
    kept: Array | None = None


def recorded(values: Sequence[Array], quantities: Sequence[Quantity], centres: ArrayLike = 0.0) -> Record:
    """The record of the variables u of each quantity, each of shape (P, R).

    Args:
        centres: c, broadcast to shape (P, C).

    Raises:
        FloatingPointError: if a value or its fourth power is not finite.
    """
    pairs, draws = values[0].shape
    about = np.broadcast_to(np.asarray(centres, dtype=float), (pairs, len(values)))
    sums = np.zeros((*about.shape, COLUMNS))
    for column, each in enumerate(values):
        _add_powers(sums[:, column], each, about[:, column, None])
    if not np.isfinite(sums).all():
        pair, column = (int(place) for place in np.argwhere(~np.isfinite(sums))[0][:2])
        name = quantities[column].name
        raise FloatingPointError(
            f"draws of {name} of pair {pair} or their fourth powers overflow; choose smaller norms"
        )
    # all quantiles are of the same variable
    kept = next((each for each, quantity in zip(values, quantities, strict=True) if quantity.read == "quantile"), None)
    return Record(draws, sums, kept)


def _add_powers(sums: Array, values: Array, centre: Array) -> None:
    pairs, length = values.shape
    step = min(_LONGEST, max(16, _PASS // pairs))
    # what overflows is found in the record
    with np.errstate(over="ignore", invalid="ignore"):
        for start in range(0, length, step):
            centred = values[:, start : start + step] - centre
            square = centred * centred
            sums[:, 0] += centred.sum(axis=1)
            sums[:, 1] += square.sum(axis=1)
            sums[:, 2] += np.vecdot(square, centred)
            sums[:, 3] += np.vecdot(square, square)
            largest = np.maximum(centred.max(axis=1), -centred.min(axis=1))
            np.maximum(sums[:, 4], largest, out=sums[:, 4])


def chunk_size(cost: int) -> int:
    """Replicates per chunk where one fills ``cost`` numbers, a power of two."""
    return max(_FEWEST, 1 << max(0, (_NUMBERS // cost).bit_length() - 1))


@dataclass(frozen=True, eq=False)
class ChunkWork:
    """Draws chunk k and records what the quantities are made of; can be sent to another process.

    Args:
        sampler: what is drawn.
        quantities: what is recorded of each pair.
        centres: of the recorded sums, shape (P, C).
        seed: >= 0.
    """

    sampler: Sampler
    quantities: Sequence[Quantity]
    centres: Array
    seed: int

    @property
    def size(self) -> int:
        """Replicates per chunk."""
        return chunk_size(self.sampler.cost)

    def __call__(self, chunk: int) -> Record:
        """The record of one chunk.

        Raises:
            FloatingPointError: if a draw is not finite.
        """
        keep_freed_memory()
        generator = stream(self.sampler.label, self.seed, 1, chunk)
        needs = any(quantity.needs_squares for quantity in self.quantities)
        draws, kernel = self.sampler.draw(generator, self.size, needs), self.sampler.kernel
        return recorded([quantity.values(draws, kernel) for quantity in self.quantities], self.quantities, self.centres)
