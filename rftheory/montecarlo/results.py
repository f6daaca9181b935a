"""What a run says: each quantity of each pair with its error bar, or that there is none that holds."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from rftheory.montecarlo.folding import Records
from rftheory.montecarlo.intervals import Interval

#: "known": the interval holds at its level; "inconclusive": no interval that holds is known, or it says nothing
Answer = Literal["known", "inconclusive"]


@dataclass(frozen=True, slots=True)
class Estimate:
    """One quantity of one pair of inputs.

    Attributes:
        quantity: its name; pair: the number of the pair.
        log_unit: logarithm of the unit of ``value`` and of the interval.
        value: the estimate in that unit: the mean over draws, or the middle of the interval where that mean is outside of
            it, as happens with heavy tails.
        interval: of the quantity in that unit, at the level of the run.
        method: how it was formed from the draws.
    """

    quantity: str
    pair: int
    log_unit: float
    value: float
    interval: Interval
    method: str

    @property
    def answer(self) -> Answer:
        """Whether there is an interval that holds, and says something."""
        return "known" if self.interval.kind in ("proved", "asymptotic") else "inconclusive"

    @property
    def relative_error(self) -> float:
        """Half the width of the interval over the size of its middle; infinite where nothing holds, or 0 may be the number."""
        return self.interval.relative_half_width

    def in_floats(self, number: float) -> float:
        """A number in the unit of the estimate as a plain number.

        Raises:
            OverflowError: if it is beyond float64; logarithms remain.
        """
        if number == 0 or self.log_unit == 0 or not math.isfinite(number):
            return number
        return math.copysign(math.exp(self.log_unit + math.log(abs(number))), number)

    def to_json(self) -> dict[str, Any]:
        """Plain numbers where float64 has them, and numbers with the logarithm of their unit."""
        interval = self.interval
        numbers = {"value": self.value, "low": interval.low, "high": interval.high}
        return {
            "quantity": self.quantity,
            "pair": self.pair,
            "answer": self.answer,
            "method": self.method,
            "bar": interval.kind,
            "reason": interval.reason,
            "level": interval.level,
            "log_unit": self.log_unit,
            "in_units": {key: _finite(v) for key, v in numbers.items()},
            **{key: _finite(self._plain(v)) for key, v in numbers.items()},
            "relative_error": _finite(self.relative_error),
        }

    def _plain(self, number: float) -> float:
        try:
            return self.in_floats(number)
        except OverflowError:
            return math.inf


@dataclass(frozen=True)
class Run:
    """A finished run.

    Attributes:
        estimates: quantity by quantity, for each pair.
        draws: replicates per pair.
        method: what was drawn.
        reached: whether the target precision was reached; None if none was asked for.
        message: what there is to say about the target, or "".
        seconds: of this run, without what it resumed.
        fresh: draws of this run, without those that it resumed.
        described, records: what the draws depend on, and what they left behind.
    """

    estimates: tuple[Estimate, ...]
    draws: int
    method: str
    reached: bool | None
    message: str
    seconds: float
    fresh: int = 0
    described: Mapping[str, Any] = field(default_factory=dict, compare=False, repr=False)
    records: Records | None = field(default=None, compare=False, repr=False)

    @property
    def state(self) -> dict[str, Any]:
        """What a later run goes on from, as what JSON can hold."""
        return {"described": self.described, **(self.records.state() if self.records is not None else {})}

    @property
    def rate(self) -> float | None:
        """Draws of this run per second of it; None if nothing was left to draw."""
        return self.fresh / self.seconds if self.fresh else None

    def of(self, quantity: str) -> tuple[Estimate, ...]:
        """The estimates of one quantity, one for each pair."""
        found = tuple(estimate for estimate in self.estimates if estimate.quantity == quantity)
        if not found:
            raise ValueError(f"quantity must be one of {', '.join(_names(self.estimates))}, got {quantity!r}")
        return found

    def to_json(self) -> dict[str, Any]:
        return {
            "draws": self.draws,
            "method": self.method,
            "reached": self.reached,
            "message": self.message,
            "estimates": [estimate.to_json() for estimate in self.estimates],
        }


def _names(estimates: Sequence[Estimate]) -> list[str]:
    return list(dict.fromkeys(estimate.quantity for estimate in estimates))


def _finite(number: float) -> float | None:
    """JSON has no infinities."""
    return number if math.isfinite(number) else None
