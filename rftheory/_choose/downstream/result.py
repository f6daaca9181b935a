"""What `downstream` answers."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from rftheory._choose.format import percent, relative
from rftheory._choose.json import Plain
from rftheory._choose.quantiles import Typical
from rftheory._choose.sizes import ErrorLaw, Size
from rftheory.inputs.arrays import Array
from rftheory.inputs.bandwidths import Scale, told
from rftheory.printing import Printed, grid, paragraph, table_text

if TYPE_CHECKING:
    from rich.table import Table


@dataclass(frozen=True)
class Made(Typical):
    """Of maps that were made, without an approximation: the median and its interval, the root mean square, the least and the most."""

    mean: float
    least: float
    most: float

    @classmethod
    def over(cls, values: Array, level: float) -> Made:
        """Of one number per map."""
        typical = Typical.of(values, level)
        mean = float(np.sqrt(np.square(values).mean()))
        return cls(typical.median, typical.low, typical.high, mean, float(values.min()), float(values.max()))


@dataclass(frozen=True)
class Change(Plain):
    """By how much a quantity moves: root mean squares over the test rows, over that of the exact quantity.

    Attributes:
        expected: to first order, over all maps of m projections; ``low`` and ``high`` are its interval, by draws of single projections
            and blocks; NaN where tails are too heavy for one.
        made: of maps of m projections that were made.
        exact: the root mean square of the exact quantity.
        needed: a size at which median and mean of maps that were made are at most what was asked for. Where maps are too large to be
            made, the least size at which the expected change is; None if nothing was asked for, or no size is known.
        made_needed: of the maps of that size; None where none were made.
        law: of the mean square as a function of the size, to first order.
    """

    hidden: ClassVar[tuple[str, ...]] = ("law",)

    expected: float
    low: float
    high: float
    made: Made
    exact: float
    needed: Size | None
    made_needed: Made | None
    law: ErrorLaw

    @property
    def first_order(self) -> bool:
        """Whether the expected change is in the range of maps that were made."""
        return self.made.least <= self.expected <= self.made.most

    def at(self, m: int) -> float:
        """The expected change with m projections, to first order."""
        return moves(self.law, m)


def moves(law: ErrorLaw, m: int) -> float:
    """The root of the mean square with m projections."""
    return math.exp(law.log_at(m) / 2)


@dataclass(frozen=True)
class Moved(Plain):
    """What one mechanism does with m projections to predictions (``mean``) and to the variance of the process."""

    mechanism: str
    size: Size
    mean: Change
    variance: Change


@dataclass(frozen=True, kw_only=True, repr=False)
class Downstream(Printed, Plain):
    """The answer of `downstream`, a mechanism in each row. Printed it is a table.

    Attributes:
        scale: the bandwidth or temperature.
        rows, tests, dimension: n, T, d.
        within: the relative change that was asked for, or None.
        draws: of single projections, and of blocks; ``maps``: that were made, of each size; ``level``: of all intervals.
    """

    kernel: str
    scale: Scale
    ridge: float
    rows: int
    tests: int
    dimension: int
    m: int
    within: float | None
    draws: int
    maps: int
    level: float
    seed: int
    mechanisms: tuple[Moved, ...] = ()

    @property
    def sentence(self) -> str:
        """The mechanism that moves predictions least, by how much, and how many projections keep predictions and variances near."""
        best = min(self.mechanisms, key=lambda each: each.mean.made.median)
        both = {"predictions": best.mean, "variances": best.variance}
        moved = " and ".join(f"{name} by {percent(each.made.median)}" for name, each in both.items())
        text = f"{self.m} projections, {best.mechanism}, move {moved} (median of {self.maps} maps)"
        if not all(each.first_order for each in both.values()):
            expected = " and ".join(percent(each.expected) for each in both.values())
            text += f"; the first order, {expected}, does not hold at so few"
        if self.within is not None:
            kept = " and ".join(_kept(name, each) for name, each in both.items())
            text += f"; {kept} within {percent(self.within)}"
        return f"{text}."

    def __str__(self) -> str:
        name = "temperature" if self.kernel == "softmax" else "bandwidth"
        about = (
            f"{self.kernel} kernel, {name} {told(self.scale)}, ridge {self.ridge:g}; {self.rows} rows, {self.tests} test rows, "
            f"d = {self.dimension}; m = {self.m}, seed {self.seed}"
        )
        legend = (
            "moves: root mean square over test rows, relative to that of the exact quantity, expected to first order, with the interval "
            f"of {percent(self.level)}; made: the median of {self.maps} maps that were made, and its interval"
        )
        if self.within is not None:
            legend += (
                f"; for {percent(self.within)}: projections at which median and root mean square of {self.maps} maps that were made are so "
                "small, and the most of these; where it is empty, the maps are too large to be made and the first order says so"
            )
        return "\n".join(
            [
                paragraph(self.sentence, hang="  "),
                "",
                paragraph(about, hang="  "),
                "",
                table_text(self._table()),
                "",
                paragraph(legend, hang="  "),
            ]
        )

    def _table(self) -> Table:
        from rich.text import Text

        table = grid()
        wanted = [] if self.within is None else [f"for {percent(self.within)}", "most"]
        for name in ("mechanism", "of", "moves", "low", "high", "made", "low", "high", *wanted):
            table.add_column(name, justify="left" if name in ("mechanism", "of") else "right", overflow="fold")
        for each in self.mechanisms:
            for title, change in (("mean", each.mean), ("variance", each.variance)):
                spread = change.made
                cells = [change.expected, change.low, change.high, spread.median, spread.low, spread.high]
                more = [] if self.within is None else [str(change.needed.projections) if change.needed else "-"]
                if more:
                    more.append(relative(change.made_needed.most) if change.made_needed else "-")
                name = each.mechanism if title == "mean" else ""
                table.add_row(*map(Text, [name, title, *map(relative, cells), *more]))
        return table


def _kept(name: str, change: Change) -> str:
    """How many projections keep predictions or variances, and who says so."""
    if not change.needed:
        return f"no number is known to keep {name}"
    size = change.needed.projections
    return f"{size} keep {name}" if change.made_needed else f"{size}, to first order alone, keep {name}"
