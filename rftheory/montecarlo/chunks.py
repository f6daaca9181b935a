"""Numbered chunks of draws: the unit of seeding, so that results depend on the seed and the configuration alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rftheory.arrays import Array, check_count
from rftheory.execution.memory import keep_freed_memory
from rftheory.execution.streams import stream
from rftheory.montecarlo.draws import Sampler
from rftheory.montecarlo.quantities import Quantity
from rftheory.montecarlo.records import Record, RecordBuilder

#: numbers that the replicates of one chunk fill, about: seeding and recording take a few hundredths of the time to draw them
_NUMBERS = 1 << 18
#: fewest replicates of a chunk, whatever they cost, and groups of replicates that are told apart
_FEWEST = GROUPS = 16


def chunk_size(cost: int) -> int:
    """Replicates per chunk where one fills ``cost`` numbers, a power of two."""
    return max(_FEWEST, 1 << max(0, (_NUMBERS // check_count("cost", cost)).bit_length() - 1))


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
        kernel = self.sampler.kernel
        builder = RecordBuilder(len(kernel), self.quantities, self.centres, groups=GROUPS)
        draws = self.sampler.draw(generator, self.size, needs)
        builder.add(draws, kernel)
        return builder.record()
