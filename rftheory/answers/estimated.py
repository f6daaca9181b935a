"""What `estimate` answers: quantities with their intervals, and closed forms beside them."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from rftheory.answers.estimate_text import text_of
from rftheory.inputs.arrays import Array
from rftheory.mechanisms.closed_forms import ClosedForm
from rftheory.montecarlo.results import Estimate, Run
from rftheory.montecarlo.setting import Setting
from rftheory.printing import Printed

#: relative accuracy that closed forms promise
_PROMISED = 1e-12


@dataclass(frozen=True, repr=False, eq=False)
class Estimated(Printed):
    """An estimate by simulation: numbers for one pair of vectors, arrays of shape (P,) for P pairs.

    Attributes:
        value: the estimate; inf beyond the range of float64, like the next three.
        low, high: ends of the confidence interval; infinite where no valid interval is known.
        closed_form: the exact value; nan where no closed form is known.
    """

    quantity: str
    value: float | Array
    low: float | Array
    high: float | Array
    closed_form: float | Array

    def __float__(self) -> float:
        if np.size(self.value) != 1:
            raise TypeError(f"one pair has a number, got {np.size(self.value)} pairs: take value, an array")
        return float(np.ravel(self.value)[0])

    def __str__(self) -> str:
        return f"{self.quantity}: {self.value} in [{self.low}, {self.high}], closed form {self.closed_form}"


@dataclass(frozen=True, repr=False, eq=False)
class Estimates(Printed, Mapping[str, Estimated]):
    """The result of `estimate`: estimates by quantity, with closed forms beside them.

    Attributes:
        kernel: the kernel that is estimated.
        run: estimates with confidence intervals, in units within the range of float64; the draws and how they were made.
        theory: closed forms by quantity, as arrays over the pairs, where one is known.
        unknown: for each other quantity the reason why there is none.
        notes: sentences about the inputs.
        alone: whether the inputs are one pair of vectors.
        column, labels: name of the parameter that varies between pairs, and its values; without these pairs are numbered.
    """

    setting: Setting
    kernel: str
    run: Run
    theory: Mapping[str, ClosedForm]
    seed: int
    level: float
    unknown: Mapping[str, str] = field(default_factory=dict)
    notes: tuple[str, ...] = ()
    alone: bool = False
    column: str = "pair"
    labels: tuple[str, ...] = ()

    def __getitem__(self, quantity: str) -> Estimated:
        if quantity not in self.quantities:
            # a KeyError, as of any mapping
            raise KeyError(f"{quantity!r} was not estimated, but {', '.join(self.quantities)}")
        drawn = self.run.of(quantity)
        numbers = [
            [each.value for each in drawn],
            *([getattr(each.interval, end) for each in drawn] for end in ("low", "high")),
        ]
        value, low, high = ([_in_floats(*each) for each in zip(drawn, column, strict=True)] for column in numbers)
        form = self.theory.get(quantity)
        known_form = np.full(len(drawn), math.nan) if form is None else form.value
        columns = (np.array(each) for each in (value, low, high, known_form))
        return Estimated(quantity, *(each.item() if self.alone else each for each in columns))

    def __iter__(self) -> Iterator[str]:
        return iter(self.quantities)

    def __len__(self) -> int:
        return len(self.quantities)

    @property
    def quantities(self) -> list[str]:
        """Names, in the order in which they were asked for."""
        return list(dict.fromkeys(estimate.quantity for estimate in self.run.estimates))

    def __float__(self) -> float:
        if len(self) != 1:
            raise TypeError(f"one quantity has a number, got {len(self)}: take found[{self.quantities[0]!r}]")
        return float(self[self.quantities[0]])

    def label(self, estimate: Estimate) -> str:
        """What the pair of an estimate is called."""
        return self.labels[estimate.pair] if self.labels else str(estimate.pair)

    @property
    def inconclusive(self) -> list[Estimate]:
        """Estimates without an interval that holds and says something."""
        return [estimate for estimate in self.run.estimates if estimate.answer == "inconclusive"]

    def closed_form(self, estimate: Estimate) -> tuple[float, float] | None:
        """Sign and logarithm of what is estimated; None where no closed form is known."""
        form = self.theory.get(estimate.quantity)
        if form is None or math.isnan(form.log[estimate.pair]):
            return None
        return float(form.sign[estimate.pair]), float(form.log[estimate.pair])

    def why_unknown(self, estimate: Estimate) -> str:
        """Why no closed form stands beside an estimate; "" where one does."""
        if self.closed_form(estimate) is not None:
            return ""
        return self.unknown.get(estimate.quantity, "the errors agree in all but a few digits")

    def holds(self, estimate: Estimate) -> bool:
        """Whether the interval contains the closed form, up to the rounding of either; True where there is none."""
        form = self.closed_form(estimate)
        low, high = estimate.interval.low, estimate.interval.high
        if form is None or not (math.isfinite(low) and math.isfinite(high)):
            return True
        value = form[0] * math.exp(min(form[1] - estimate.log_unit, 700.0))
        rounding = _PROMISED + 8 * np.finfo(float).eps * max(1.0, abs(estimate.log_unit))
        rounding *= max(abs(value), abs(estimate.value))
        return bool(low - rounding <= value <= high + rounding)

    def to_json(self) -> dict[str, Any]:
        """The same for the same arguments and seed, but for the last two entries."""
        run = self.run.to_json()
        estimates = [
            {
                **row,
                "label": self.label(estimate),
                "theory": self._theory(estimate),
                "why_no_theory": self.why_unknown(estimate),
            }
            for estimate, row in zip(self.run.estimates, run.pop("estimates"), strict=True)
        ]
        return {
            "pairs": self.setting.pairs,
            "seed": self.seed,
            "level": self.level,
            **run,
            "notes": list(self.notes),
            "estimates": estimates,
            "seconds": self.run.seconds,
            "draws_per_second": self.run.rate,
        }

    def _theory(self, estimate: Estimate) -> dict[str, Any] | None:
        form = self.closed_form(estimate)
        if form is None:
            return None
        sign, log = form
        value = sign * math.exp(log) if log < 709 else None
        return {
            "value": value,
            "sign": sign,
            "log": log if math.isfinite(log) else None,
            "inside": self.holds(estimate),
        }

    def __str__(self) -> str:
        return text_of(self)


def _in_floats(estimate: Estimate, number: float) -> float:
    """A number in the unit of an estimate as a plain number; infinite beyond float64."""
    try:
        return estimate.in_floats(number)
    except OverflowError:
        return math.copysign(math.inf, number)
