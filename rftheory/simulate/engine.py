"""The Monte Carlo engine: numbered chunks of draws, each with its own seed, folded in order into a few sums.

Results depend on the seed and the configuration alone: chunk k draws from its own child of
`numpy.random.SeedSequence`, and partial sums are added in the order of the chunks, whichever worker finished first.
Memory holds a bounded number of chunks, whatever the number of draws.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass

import numpy as np

from rftheory.arrays import Array
from rftheory.execution.executors import Workers, open_executor
from rftheory.execution.memory import keep_freed_memory
from rftheory.execution.ordered import ordered
from rftheory.execution.streams import stream
from rftheory.simulate.checks import Configuration, MomentCheck
from rftheory.simulate.plan import Plan

#: draws per chunk: the arrays of one chunk fit into a second-level cache
CHUNK = 8192


@dataclass(frozen=True)
class Planned:
    """A check with its plan."""

    check: MomentCheck
    plan: Plan


@dataclass(frozen=True)
class Outcome:
    """What the draws say: the statistics S of the claim and of the claims one minimum detectable error away."""

    planned: Planned
    draws: int
    estimate: float
    statistics: tuple[float, float, float]

    @property
    def rejected(self) -> bool:
        """Whether the claimed value is rejected at the level alpha."""
        size = self.statistics[0] if self.planned.check.one_sided else abs(self.statistics[0])
        return size >= self.planned.plan.threshold

    @property
    def has_teeth(self) -> bool:
        """Whether these draws reject every value at least one minimum detectable error away, on both sides.

        Of an upper bound: whether they reject every value that is so much above it.
        """
        if self.planned.check.one_sided:
            return -self.statistics[2] >= self.planned.plan.threshold
        return self.statistics[1] >= self.planned.plan.threshold and -self.statistics[2] >= self.planned.plan.threshold

    def rejects(self, value: float) -> bool:
        """Whether these draws reject another value of the quantity.

        S falls with the value, so the three computed statistics decide for values outside of their gaps; values
        closer to the claim than the minimum detectable error are not rejected.
        """
        centre, below, above = self.statistics
        plan = self.planned.plan
        known = sorted(zip(plan.hypotheses, (centre, below, above), strict=True))
        too_low = any(value <= at and s >= plan.threshold for at, s in known)
        too_high = any(value >= at and -s >= plan.threshold for at, s in known)
        return too_low or too_high


def draw(configuration: Configuration, seed: int, chunk: int, size: int = CHUNK) -> Array:
    """The draws of one numbered chunk, shape (size,).

    Raises:
        FloatingPointError: if a draw is not finite.
    """
    x, y = configuration.inputs(stream(configuration.label, seed, 0))
    generator = stream(configuration.label, seed, 1, chunk)
    draws = configuration.estimator.draw(generator, size, x, y, configuration.m, configuration.n)
    if draws.shape != (size,):
        raise ValueError(f"draw must return shape ({size},), got {draws.shape} from {configuration.estimator}")
    if not np.isfinite(draws).all():
        raise FloatingPointError(f"draws of {configuration.label} overflow; choose smaller norms")
    return draws


def simulate(
    planned: Sequence[Planned],
    seed: int,
    workers: int = 1,
    progress: Callable[[str], None] | None = None,
    executor: str | Executor = "threads",
) -> list[Outcome]:
    """Run all checks, sharing the draws of equal configurations; outcomes in the order of the checks.

    Args:
        workers: how many chunks are drawn at a time.
        executor: what `execution.executors.open_executor` takes.

    Raises:
        ValueError: if there is nothing to draw.
    """
    if not planned:
        raise ValueError("nothing to simulate: zero draws decide nothing")
    groups: dict[Configuration, list[int]] = {}
    for position, item in enumerate(planned):
        groups.setdefault(item.check.configuration, []).append(position)
    outcomes: dict[int, Outcome] = {}
    with open_executor(executor, workers) as opened:
        for configuration, positions in groups.items():
            members = tuple(planned[position] for position in positions)
            found = _run(_ChunkSums(configuration, members, seed), opened, progress)
            outcomes.update(zip(positions, found, strict=True))
    return [outcomes[position] for position in range(len(planned))]


@dataclass(frozen=True)
class _ChunkSums:
    """For each check, the sum of the tested variable and the three statistics over a numbered chunk."""

    configuration: Configuration
    members: tuple[Planned, ...]
    seed: int

    def __call__(self, chunk: int) -> Array:
        """Shape (checks, 4)."""
        keep_freed_memory()
        draws = draw(self.configuration, self.seed, chunk)
        rows = np.zeros((len(self.members), 4))
        for row, item in zip(rows, self.members, strict=True):
            left = item.plan.draws - chunk * CHUNK
            if left > 0:
                values = item.check.values(draws[:left])
                row[0], row[1:] = values.sum(), item.plan.influence(values)
        return rows


def _run(work: _ChunkSums, workers: Workers, progress: Callable[[str], None] | None) -> list[Outcome]:
    total = max(item.plan.draws for item in work.members)
    names = ", ".join(item.check.name for item in work.members)
    sums = np.zeros((len(work.members), 4))
    for chunk, part in ordered(work, -(-total // CHUNK), workers):
        sums += part
        if progress and chunk % 64 == 0:
            progress(f"{names}: {chunk * CHUNK:.1e} of {total:.1e} draws")
    return [
        Outcome(item, item.plan.draws, float(row[0] / item.plan.draws), (float(row[1]), float(row[2]), float(row[3])))
        for item, row in zip(work.members, sums, strict=True)
    ]
