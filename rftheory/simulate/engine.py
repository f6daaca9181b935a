"""Checks as sessions of the Monte Carlo engine: literal draws of a configuration, and the interval of each contract.

Draws, chunks, seeds, records and intervals are those of `montecarlo.session`; checks of equal configurations share a session.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass

import numpy as np

from rftheory.execution.ordered import Progress
from rftheory.montecarlo.chunks import GROUPS, chunk_size, stream
from rftheory.montecarlo.contract import Contract
from rftheory.montecarlo.folding import ROWS
from rftheory.montecarlo.full import LiteralSampler
from rftheory.montecarlo.intervals import Interval
from rftheory.montecarlo.plans import Plan
from rftheory.montecarlo.readings import Tested
from rftheory.montecarlo.samplers import reduced_sampler
from rftheory.montecarlo.session import Effort, Session
from rftheory.montecarlo.setting import Setting
from rftheory.simulate.checks import Configuration, MomentCheck


@dataclass(frozen=True)
class Planned:
    """A check with its contract."""

    check: MomentCheck
    plan: Contract


@dataclass(frozen=True)
class Outcome:
    """What the draws say: an interval of the quantity, which holds the true value but with probability alpha."""

    planned: Planned
    draws: int
    estimate: float
    interval: Interval
    #: S of the claim and of the claims one minimum detectable error below and above it
    statistics: tuple[float, float, float]

    @property
    def rejected(self) -> bool:
        """Whether the claimed value is rejected at the level alpha."""
        claimed = self.planned.plan.expected
        return claimed < self.interval.low if self.planned.check.one_sided else self.rejects(claimed)

    @property
    def has_teeth(self) -> bool:
        """Whether these draws reject every value at least one minimum detectable error away, on both sides.

        Of an upper bound: whether they reject every value that is so much above it.
        """
        _, below, above = self.planned.plan.hypotheses
        return self.interval.high < above and (self.planned.check.one_sided or below < self.interval.low)

    def rejects(self, value: float) -> bool:
        """Whether these draws reject another value of the quantity."""
        return value not in self.interval


def literal(configuration: Configuration, seed: int) -> LiteralSampler:
    """Literal draws of a configuration (or reduced ones, if it asks for them), at its inputs in a random orientation.

    Raises:
        ValueError: if there are no reduced draws.
    """
    x, y = configuration.inputs(stream(configuration.label, seed, 0))
    setting = Setting.of(configuration.estimator, x, y, configuration.m, configuration.n)
    if not configuration.reduced:
        return LiteralSampler(setting, configuration.label)
    if (reduced := reduced_sampler(setting)) is None:
        raise ValueError(f"reduced draws need an isotropic coupling and a real number A, got {configuration.estimator}")
    return LiteralSampler(setting, configuration.label, reduced)


def in_rows(plans: Sequence[Contract], chunk: int) -> list[Contract]:
    """The contracts as the records keep draws: for means of rows, with one number of draws that is enough for all, in whole chunks."""
    row = chunk // GROUPS
    while True:
        found = [plan.in_rows(row) for plan in plans]
        whole = max(chunk, row)
        draws = -(-max(contract.draws for contract in found) // whole) * whole
        if draws <= row * ROWS:
            return [contract.sharpened(draws) for contract in found]
        row *= 2


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
    for configuration, positions in groups.items():
        found = _run(configuration, [planned[position] for position in positions], seed, workers, progress, executor)
        outcomes.update(zip(positions, found, strict=True))
    return [outcomes[position] for position in range(len(planned))]


def _run(
    configuration: Configuration,
    items: Sequence[Planned],
    seed: int,
    workers: int,
    progress: Callable[[str], None] | None,
    executor: str | Executor,
) -> list[Outcome]:
    drawn = literal(configuration, seed)
    contracts = in_rows([item.plan for item in items], chunk_size(drawn.cost))
    readings = tuple(Tested(k, contract) for k, contract in enumerate(contracts))
    variables = tuple(item.check.variable for item in items)
    centres = np.array([[contract.expected for contract in contracts]])
    plan = Plan(variables, drawn, variables, centres, readings, "literal")
    draws, alpha = contracts[0].draws, contracts[0].alpha
    names = ", ".join(item.check.name for item in items)

    def told(at: Progress) -> None:
        if progress and at.parts % 64 == 1:
            progress(f"{names}: {at.draws:.1e} of {at.total_draws:.1e} draws")

    effort = Effort(draws, level=1 - alpha, seed=seed, executor=executor, workers=workers, progress=told)
    session = Session(plan, effort, {})
    run = session.run()
    statistics = [reading.statistics(session.records) for reading in readings]
    return [
        Outcome(Planned(item.check, contract), run.draws, found.value, found.interval, sums)
        for item, contract, found, sums in zip(items, contracts, run.estimates, statistics, strict=True)
    ]
