"""How far a run of numbered parts is: draws per second and the time left, as data for whoever shows it."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass

#: seconds over which the rate is taken, and between two of its samples
WINDOW = 30.0
_STEP = 0.25


@dataclass(frozen=True)
class Progress:
    """A moment of a run.

    Attributes:
        parts, total_parts: done, and at most to do.
        draws, total_draws: likewise.
        seconds: since this run began (a resumed one: since it was resumed).
        rate: draws per second over the last half minute; None before anything was measured.
        seconds_left: until all draws are made, at this rate; None where the rate is not known.
    """

    parts: int
    total_parts: int
    draws: int
    total_draws: int
    seconds: float
    rate: float | None
    seconds_left: float | None

    @property
    def share(self) -> float:
        """Of the draws that are made, in [0, 1]."""
        return self.draws / self.total_draws if self.total_draws else 1.0


#: told after each part
Observer = Callable[[Progress], None]


class Meter:
    """Measures a run.

    Args:
        total_parts, total_draws: of the whole run.
        parts, draws: done before this run began; they do not count into the rate.
        clock: seconds, increasing.
    """

    def __init__(
        self,
        total_parts: int,
        total_draws: int,
        parts: int = 0,
        draws: int = 0,
        clock: Callable[[], float] = time.monotonic,
    ):
        if not (0 <= parts <= total_parts and 0 <= draws <= total_draws):
            raise ValueError(
                f"done must be at most the total, got {parts} of {total_parts} parts, {draws} of {total_draws}"
            )
        self._total_parts, self._total_draws, self._clock = total_parts, total_draws, clock
        self._began = clock()
        self._samples: deque[tuple[float, int]] = deque([(self._began, draws)])

    def at(self, parts: int, draws: int) -> Progress:
        """The state of the run with so many parts and draws done."""
        now = self._clock()
        rate = self._rate(now, draws)
        left = max(self._total_draws - draws, 0) / rate if rate else None
        if now - self._samples[-1][0] >= _STEP:
            self._samples.append((now, draws))
        return Progress(parts, self._total_parts, draws, self._total_draws, now - self._began, rate, left)

    def _rate(self, now: float, draws: int) -> float | None:
        while len(self._samples) > 1 and self._samples[1][0] <= now - WINDOW:
            self._samples.popleft()
        then, before = self._samples[0]
        return (draws - before) / (now - then) if now > then else None
