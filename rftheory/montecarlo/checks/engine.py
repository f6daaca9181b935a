r"""Checks as sessions of the Monte Carlo engine: literal draws of a configuration until the intervals of all its checks decide.

Draws, chunks, seeds, records and intervals are those of `montecarlo.session`; checks of equal configurations share a session. There are
looks after 4, 8, 16, ... chunks up to the budget of the level (`montecarlo.stopping`), and an interval of each check at each of
them; all of them hold together with probability at least 1 - alpha. One stops where each check is decided: the claimed value is
outside of the interval, or all values that differ from it by the error of the level are.

*False alarms.* A true value is rejected with probability at most alpha. *Misses.* A claim that is off by the error of the level or more is
said to hold only if the interval is within that error of the claim, so that it does not hold the true value: with probability at
most alpha. Intervals are proved where a variable is bounded (waves, tilted draws, indicators) and asymptotic elsewhere (`montecarlo.bars`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from rftheory.montecarlo.checks.checks import LEVELS, Configuration, MomentCheck
from rftheory.montecarlo.chunks import stream
from rftheory.montecarlo.full import LiteralSampler
from rftheory.montecarlo.intervals import Interval
from rftheory.montecarlo.plans import Plan
from rftheory.montecarlo.results import Estimate
from rftheory.montecarlo.samplers import reduced_sampler
from rftheory.montecarlo.session import Effort, Session
from rftheory.montecarlo.setting import Setting

#: probability of any false alarm in one run of a ledger of at most so many checks
FAMILY_WISE = 1e-6
MAXIMAL_CHECKS = 1000
ALPHA = FAMILY_WISE / MAXIMAL_CHECKS


@dataclass(frozen=True)
class Outcome:
    """What the draws say of a check: an interval of the quantity, which holds the true value but with probability alpha.

    Args:
        difference: the error that is looked for, absolute.
    """

    check: MomentCheck
    difference: float
    draws: int
    estimate: float
    interval: Interval

    @property
    def rejected(self) -> bool:
        """Whether the claimed value is rejected at the level alpha."""
        claimed = self.check.value
        return claimed < self.interval.low if self.check.one_sided else self.rejects(claimed)

    @property
    def detected(self) -> float:
        """The least error that these draws reject, on both sides; of an upper bound, above it."""
        above = self.interval.high - self.check.value
        return above if self.check.one_sided else max(above, self.check.value - self.interval.low)

    @property
    def has_teeth(self) -> bool:
        """Whether these draws reject every value that is off by the error that is looked for, or by more."""
        return self.detected < self.difference

    @property
    def shortfall(self) -> str:
        """Why they do not, or ""."""
        if self.has_teeth or self.rejected:
            return ""
        wanted = self.difference / self.check.scale
        if not self.interval.conclusive:
            return f"they give no interval: {self.interval.reason}"
        return (
            f"they are too few to detect an error of {wanted:.0%}: they detect {self.detected / self.check.scale:.1%}"
        )

    def rejects(self, value: float) -> bool:
        """Whether these draws reject another value of the quantity."""
        return value not in self.interval


def literal(configuration: Configuration, seed: int) -> LiteralSampler:
    """Literal draws of a configuration (or reduced ones, if it asks for them), at its inputs in a random orientation."""
    x, y = configuration.inputs(stream(configuration.label, seed, 0))
    setting = Setting.of(configuration.estimator, x, y, configuration.m, configuration.n)
    if not configuration.reduced:
        return LiteralSampler(setting, configuration.label)
    if (reduced := reduced_sampler(setting)) is None:
        raise ValueError(f"reduced draws need an isotropic coupling and a real number A, got {configuration.estimator}")
    return LiteralSampler(setting, configuration.label, reduced)


def simulate(checks: Sequence[MomentCheck], level: str, seed: int) -> list[Outcome]:
    """Run all checks, sharing the draws of equal configurations; outcomes in the order of the checks.

    Args:
        level: "quick", "standard" or "full": the error that is looked for and the most draws of a check.
    """
    if not checks:
        raise ValueError("nothing to simulate: zero draws decide nothing")
    groups: dict[Configuration, list[int]] = {}
    for position, check in enumerate(checks):
        groups.setdefault(check.configuration, []).append(position)
    outcomes: dict[int, Outcome] = {}
    for configuration, positions in groups.items():
        found = _run(configuration, [checks[k] for k in positions], level, seed)
        outcomes.update(zip(positions, found, strict=True))
    return [outcomes[position] for position in range(len(checks))]


def _run(configuration: Configuration, checks: Sequence[MomentCheck], level: str, seed: int) -> list[Outcome]:
    wanted, drawn = LEVELS[level], literal(configuration, seed)
    readings = tuple(check.reading(k) for k, check in enumerate(checks))
    variables = tuple(check.variable for check in checks)
    centres = np.array([[check.centre for check in checks]])
    plan = Plan(variables, drawn, variables, centres, readings, "literal")

    def outcomes(estimates: Sequence[Estimate], draws: int) -> list[Outcome]:
        return [
            Outcome(check, wanted.error * check.scale, draws, found.value, found.interval)
            for check, found in zip(checks, estimates, strict=True)
        ]

    def decided(estimates: Sequence[Estimate]) -> bool:
        return all(outcome.rejected or outcome.has_teeth for outcome in outcomes(estimates, 0))

    run = Session(plan, Effort(wanted.budget, level=1 - ALPHA, seed=seed, workers=1), {}, decided).run()
    return outcomes(run.estimates, run.draws)
