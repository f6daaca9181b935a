"""What `downstream` answers."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from rftheory._choose.format import percent, relative
from rftheory._choose.json import Plain
from rftheory._choose.quantiles import Typical
from rftheory._choose.sizes import ErrorLaw, Size
from rftheory.inputs.bandwidths import Scale, told
from rftheory.printing import Printed, grid, paragraph, table_text

if TYPE_CHECKING:
    from rich.table import Table


@dataclass(frozen=True)
class Change(Plain):
    """By how much a quantity moves: root mean squares over the test rows, over that of the exact quantity.

    Attributes:
        expected: to first order, over all maps of m projections; ``low`` and ``high`` are its interval, by draws of single projections
            and blocks; NaN where tails are too heavy for one.
        made: of maps that were made, without an approximation: the median, with its interval.
        exact: the root mean square of the exact quantity.
        needed: the least size of which the expected change is at most what was asked for; None if nothing was, or none is.
        made_needed: as ``made``, of maps of that size.
        law: of the mean square as a function of the size.
    """

    hidden: ClassVar[tuple[str, ...]] = ("law",)

    expected: float
    low: float
    high: float
    made: Typical
    exact: float
    needed: Size | None
    made_needed: Typical | None
    law: ErrorLaw

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
    mechanisms: tuple[Moved, ...]

    @property
    def sentence(self) -> str:
        """The mechanism that moves predictions least, by how much, and how many projections keep predictions and variances near."""
        best = min(self.mechanisms, key=lambda each: each.mean.expected)
        moved = percent(best.mean.expected), percent(best.variance.expected)
        text = f"{self.m} projections, {best.mechanism}, move predictions by {moved[0]} and variances by {moved[1]}"
        if self.within is None:
            return f"{text}."
        sizes = [each.needed for each in (best.mean, best.variance)]
        told = [f"{size.projections}" if size else "no number" for size in sizes]
        return f"{text}; {told[0]} and {told[1]} keep them within {percent(self.within)}."

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
            legend += f"; for {percent(self.within)}: projections that keep it so small, and what maps of these make"
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
        wanted = [] if self.within is None else [f"for {percent(self.within)}", "made"]
        for name in ("mechanism", "of", "moves", "low", "high", "made", "low", "high", *wanted):
            table.add_column(name, justify="left" if name in ("mechanism", "of") else "right", overflow="fold")
        for each in self.mechanisms:
            for title, change in (("mean", each.mean), ("variance", each.variance)):
                spread = change.made
                cells = [change.expected, change.low, change.high, spread.median, spread.low, spread.high]
                more = [] if self.within is None else [str(change.needed.projections) if change.needed else "-"]
                if more:
                    more.append(relative(change.made_needed.median) if change.made_needed else "-")
                name = each.mechanism if title == "mean" else ""
                table.add_row(*map(Text, [name, title, *map(relative, cells), *more]))
        return table
