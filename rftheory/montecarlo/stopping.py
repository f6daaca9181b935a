r"""Drawing until a target precision is reached, with intervals that hold where one stops.

An interval that is looked at again and again, until it happens to be short, holds with less than its level. Here the looks
are numbers of chunks ``n_1 < ... < n_J``, fixed before drawing from the configuration, the target and the budget (never
from the draws, nor from who draws them), and look j uses an interval with error alpha_j, where ``sum_j alpha_j <= alpha``. All J
intervals hold together with probability at least 1 - alpha (union bound), hence so does the one at which one stops,
whatever the rule for stopping.

Each look is after `GROWTH` times as many draws as the one before, up to the budget, and alpha is shared evenly: J looks cost a factor
``sqrt(1 + log(J)/log(2/alpha))`` in width.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from rftheory.montecarlo.intervals import Interval

#: draws of a look over those of the one before
GROWTH = 2.0
#: most looks of a schedule: beyond, they are further apart
_LOOKS = 20
#: chunks of the first look
_FIRST = 4


@dataclass(frozen=True)
class Look:
    """After ``chunks`` chunks, with intervals of the level 1 - alpha."""

    chunks: int
    alpha: float


@dataclass(frozen=True)
class Schedule:
    """When to look; the last look is the budget.

    Args:
        looks: by ascending numbers of chunks.
        target: relative half-width that is wanted, or None.
    """

    looks: tuple[Look, ...]
    target: float | None

    @property
    def budget(self) -> int:
        """Chunks of the last look."""
        return self.looks[-1].chunks

    @property
    def alpha(self) -> float:
        """Probability that any of the intervals does not hold, at most."""
        return math.fsum(look.alpha for look in self.looks)

    def look_at(self, chunks: int) -> Look | None:
        """The look after so many chunks, if there is one."""
        return next((look for look in self.looks if look.chunks == chunks), None)

    def decide(self, look: Look, intervals: Sequence[Interval]) -> Decision:
        """Whether to go on after a look, from the intervals of all pairs and quantities at its level."""
        widest = max(interval.relative_half_width for interval in intervals)
        missing = sum(not interval.conclusive for interval in intervals)
        return Decision(look, widest, missing, self.target, look == self.looks[-1])


@dataclass(frozen=True)
class Decision:
    """What a look says.

    Args:
        look: which.
        attained: the largest relative half-width over all intervals, infinite where one is unbounded or holds 0.
        inconclusive: how many intervals there are none of.
        target: as in the schedule.
        last: whether the budget is used up.
    """

    look: Look
    attained: float
    inconclusive: int
    target: float | None
    last: bool

    @property
    def reached(self) -> bool | None:
        """Whether the target is reached; None if there is none."""
        return None if self.target is None else self.attained <= self.target

    @property
    def stop(self) -> bool:
        """Whether to stop."""
        return self.last or bool(self.reached)

    @property
    def message(self) -> str:
        """What there is to say about a target, or ""."""
        if self.target is None:
            return ""
        attained = f"{self.attained:.2%}" if math.isfinite(self.attained) else "no relative half-width"
        if self.reached:
            return f"reached {attained} of {self.target:.2%} after {self.look.chunks} chunks"
        where = "the budget of" if self.last else "after"
        none = f"; {self.inconclusive} inconclusive" if self.inconclusive else ""
        return f"target {self.target:.2%} not reached in {where} {self.look.chunks} chunks: {attained}{none}"


def make_schedule(budget: int, alpha: float, target: float | None = None, looks: bool = False) -> Schedule:
    """The looks of one run.

    Args:
        budget: chunks at most.
        alpha: 1 minus the level of the run.
        target: relative half-width that is wanted, in (0, 1); None: one look after the budget, unless ``looks``.
    """
    if target is None and not looks:
        return Schedule((Look(budget, alpha),), None)
    places = _places(_FIRST, budget)
    return Schedule(tuple(Look(each, alpha / len(places)) for each in places), target)


def _places(first: int, budget: int) -> list[int]:
    """Numbers of chunks from the first to the budget, each so many times the one before."""
    if first >= budget:
        return [budget]
    steps = math.ceil(math.log(budget / first) / math.log(GROWTH))
    steps = max(1, min(steps, _LOOKS - 1))
    factor = (budget / first) ** (1 / steps)
    places = {min(budget, max(first, round(first * factor**k))) for k in range(steps)}
    return sorted(places | {budget})
