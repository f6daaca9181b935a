"""Intervals with the level at which they hold, and what follows from two of them.

An interval is *proved* where its level follows from what is known of the law (a variance, a range, independence),
*asymptotic* where it follows for many draws under a condition that is checked on the draws, and *none* where no interval
is known to hold: then it is the whole line and says why. An interval that holds is *vacuous* where it is wider than the number
that it holds, and says why (`answers.content`).

Two intervals hold together with a probability of at least one minus both errors (union bound), whatever their dependence.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal

#: log10 of what a level is told to be below where it underflows
LEAST_LOG10 = -300.0

Kind = Literal["proved", "asymptotic", "vacuous", "none"]


@dataclass(frozen=True, slots=True)
class Interval:
    """A closed interval that holds a number with probability at least ``level``.

    Args:
        low, high: its ends, low <= high; infinite where there is no bound on that side.
        level: in (0, 1).
        kind: see the module; "none" with the whole line and a reason.
        reason: why there is none, or why it says nothing; or "".
    """

    low: float
    high: float
    level: float
    kind: Kind
    reason: str = ""

    def __post_init__(self) -> None:
        if not self.low <= self.high:
            raise ValueError(f"low must be at most high, got {self.low} and {self.high}")
        check_share("level", self.level)

    @property
    def alpha(self) -> float:
        """Probability of not holding, at most."""
        return 1 - self.level

    @property
    def conclusive(self) -> bool:
        """Whether it holds at its level."""
        return self.kind != "none"

    @property
    def middle(self) -> float:
        """The number that is at most `half_width` away from all others."""
        return self.low + (self.high - self.low) / 2

    @property
    def half_width(self) -> float:
        """Half of the width, infinite if the interval is unbounded."""
        return (self.high - self.low) / 2

    @property
    def relative_half_width(self) -> float:
        """Half of the width over the size of the middle; infinite where 0 may be the number, 0 if it is known to be 0.

        With r the relative half-width, the middle is off by at most ``r/(1 - r)`` of the true number.
        """
        if self.low == self.high == 0:
            return 0.0
        if not math.isfinite(self.high - self.low) or self.low <= 0 <= self.high:
            return math.inf
        return self.half_width / abs(self.middle)

    def __contains__(self, number: float) -> bool:
        return self.low <= number <= self.high

    def shifted(self, offset: float) -> Interval:
        """Of the number plus a known one."""
        if self.kind == "none" or offset == 0:
            return self
        return Interval(*_outward(self.low + offset, self.high + offset), self.level, self.kind, self.reason)

    def scaled(self, factor: float) -> Interval:
        """Of the number times a known one."""
        if self.kind == "none":
            return self
        ends = sorted((self.low * factor, self.high * factor))
        return Interval(*_outward(*ends), self.level, self.kind, self.reason)

    def within(self, low: float, high: float) -> Interval:
        """With what is known for certain: the number is in [low, high].

        An interval that misses this range altogether is one of those that do not hold, and says so.
        """
        if low <= self.low and self.high <= high or self.kind == "none":
            return self
        if self.high < low or self.low > high:
            return inconclusive(
                self.alpha, f"[{self.low:g}, {self.high:g}] misses the range [{low:g}, {high:g}] of the number"
            )
        return Interval(max(self.low, low), min(self.high, high), self.level, self.kind, self.reason)


def inconclusive(alpha: float, reason: str) -> Interval:
    """No interval is known to hold, and why."""
    return Interval(-math.inf, math.inf, 1 - alpha, "none", reason)


def minus_square(first: Interval, second: Interval) -> Interval:
    """Of the first number minus the square of the second: a variance from a second moment and a mean."""
    level = 1 - (first.alpha + second.alpha)
    for each in (first, second):
        if not each.conclusive:
            return Interval(-math.inf, math.inf, level, "none", each.reason)
    squares = sorted((second.low * second.low, second.high * second.high))
    least = 0.0 if second.low <= 0 <= second.high else squares[0]
    kind: Kind = "proved" if first.kind == second.kind == "proved" else "asymptotic"
    return Interval(*_outward(first.low - squares[1], first.high - least), level, kind)


def check_share(name: str, value: float) -> float:
    """A probability that is neither 0 nor 1."""
    if not 0 < value < 1:
        raise ValueError(f"{name} must be in (0, 1), got {value}")
    return value


def power_above(log10: float) -> int:
    """The power of ten that a level, given by its logarithm, is below: what underflows in float64 is below 1e-300."""
    return math.ceil(max(log10, LEAST_LOG10))


def _outward(low: float, high: float) -> tuple[float, float]:
    """Ends that were formed with few roundings, which bounds of the exact ends; nothing is rounded where both are 0."""
    return (low, high) if low == high == 0 else (low - 2 * math.ulp(low), high + 2 * math.ulp(high))
