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
from typing import NamedTuple

from rftheory.montecarlo.intervals import Interval

#: draws of a look over those of the one before
GROWTH = 2.0
#: most looks of a schedule: beyond, they are further apart
_LOOKS = 20
#: chunks of the first look
_FIRST = 4


class Look(NamedTuple):
    """After ``chunks`` chunks, with intervals of the level 1 - alpha."""

    chunks: int
    alpha: float


class Decision(NamedTuple):
    """What a look says: whether to stop, whether the target is reached (None if there is none), and what there is to say of it, or ""."""

    look: Look
    stop: bool
    reached: bool | None
    message: str


def looks_of(budget: int, alpha: float, several: bool) -> tuple[Look, ...]:
    """The looks of one run, by ascending numbers of chunks: one after the budget, or several of which that is the last.

    Args:
        budget: chunks at most.
        alpha: probability that any of the intervals does not hold, at most: 1 minus the level of the run.
    """
    places = _places(_FIRST, budget) if several else [budget]
    return tuple(Look(each, alpha / len(places)) for each in places)


def decided(look: Look, target: float, intervals: Sequence[Interval], last: bool) -> Decision:
    """Whether to go on after a look, from the intervals of all pairs and quantities at its level.

    Args:
        target: relative half-width that is wanted of all of them, in (0, 1).
        last: whether the budget is used up.
    """
    widest = max(interval.relative_half_width for interval in intervals)
    attained = f"{widest:.2%}" if math.isfinite(widest) else "no relative half-width"
    if widest <= target:
        return Decision(look, True, True, f"reached {attained} of {target:.2%} after {look.chunks} chunks")
    where = "the budget of" if last else "after"
    missing = sum(not interval.conclusive for interval in intervals)
    none = f"; {missing} inconclusive" if missing else ""
    said = f"target {target:.2%} not reached in {where} {look.chunks} chunks: {attained}{none}"
    return Decision(look, last, False, said)


def _places(first: int, budget: int) -> list[int]:
    """Numbers of chunks from the first to the budget, each so many times the one before."""
    if first >= budget:
        return [budget]
    steps = math.ceil(math.log(budget / first) / math.log(GROWTH))
    steps = max(1, min(steps, _LOOKS - 1))
    factor = (budget / first) ** (1 / steps)
    places = {min(budget, max(first, round(first * factor**k))) for k in range(steps)}
    return sorted(places | {budget})
