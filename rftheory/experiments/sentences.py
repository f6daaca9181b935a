"""What the papers say of an experiment, with their own figures beside ours: came out, did not, or not comparable.

A sentence compares estimators in a column of the table. Where theory has both sides, they are compared exactly; otherwise by
draws, and a difference within `NOTICED` standard errors is none that draws show. A sentence came out or did not with the data and
parameters of the paper only: where some are chosen here (`Sentence.chosen`) the answer is "not comparable", and what came out
with that choice is told beside it.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any, Literal

import numpy as np

from rftheory.experiments.table import Cell, Table

Answer = Literal["came out", "did not", "not comparable"]
#: standard errors that a difference must have to be seen
NOTICED = 3.0

Record = Mapping[str, Cell]


@dataclass(frozen=True)
class Judgement:
    """What became of a sentence: the answer, why in one line, and our figures by the names of the printed ones."""

    answer: Answer
    why: str
    ours: Mapping[str, str]


@dataclass(frozen=True)
class Sentence(ABC):
    """One sentence of a paper on an experiment, which compares estimators.

    Attributes:
        place: where it is printed.
        says: what it says.
        printed: the paper's figures by name, as printed, with their unit.
        chosen: the data and parameters that the paper does not say or that differ from its own, in words; empty if there are none.
    """

    place: str
    says: str
    printed: Mapping[str, str]
    chosen: str = field(default="", kw_only=True)

    @abstractmethod
    def compare(self, table: Table) -> Judgement:
        """What the table shows, whosever its data and parameters are."""

    def judge(self, table: Table) -> Judgement:
        """What the table shows of the sentence."""
        found = self.compare(table)
        if not self.chosen or found.answer == "not comparable":
            return found
        return Judgement(
            "not comparable", f"{self.chosen}. With this choice it {found.answer}: {found.why}", found.ours
        )


@dataclass(frozen=True)
class Better(Sentence):
    """Each of some estimators is better than each of the others.

    Attributes:
        best, others: names of estimators, as in the columns of `name`.
        column: what is compared, and with it the column of its standard error.
        sign: 1 if more is better, -1 if less is.
        name: the columns that name an estimator.
        within: the columns that two rows must share to be compared; without any the means over all rows are.
    """

    best: tuple[str, ...]
    others: tuple[str, ...]
    column: tuple[str, str] = ("measured", "s.e.")
    sign: int = -1
    name: tuple[str, ...] = ("estimator",)
    within: tuple[str, ...] = ("data",)

    def compare(self, table: Table) -> Judgement:
        """Compare each pair in each group of rows."""
        found: list[Any] = []
        ours: dict[str, str] = {}
        for label, rows in _groups(table, self.name, self.within):
            named = [name for name in (*self.best, *self.others) if name in rows]
            ours |= {label + name: _shown(rows[name], self.column[0]) for name in named}
            found += [
                (self._gap(rows[first], rows[second]), f"{label}{first} and {second}")
                for first in self.best
                for second in self.others
                if first in named and second in named
            ]
        if not found:
            return Judgement("not comparable", "this run has none of the estimators", ours)
        lost = [pair for gap, pair in found if gap < -NOTICED]
        open_ = [pair for gap, pair in found if -NOTICED <= gap <= NOTICED]
        if lost:
            return Judgement(
                "did not", f"the other way in {len(lost)} of {len(found)} comparisons, first {lost[0]}", ours
            )
        if open_:
            why = f"draws do not tell {len(open_)} of {len(found)} comparisons, first {open_[0]}"
            return Judgement("not comparable", why, ours)
        return Judgement("came out", f"in all {len(found)} comparisons", ours)

    def _gap(self, first: list[Record], second: list[Record]) -> float:
        """By how many standard errors the first is better; infinitely many where theory has both."""
        value, error = self.column
        exact = value == "measured" and None not in (_mean(first, "theory"), _mean(second, "theory"))
        difference, noise = _difference(first, second, "theory" if exact else value, error)
        if exact or not noise:
            return 0.0 if difference == 0 else self.sign * float(np.sign(difference)) * np.inf
        return self.sign * difference / noise


@dataclass(frozen=True)
class Alike(Sentence):
    """Pairs of estimators differ in a column by no more than a margin, the largest difference that the paper itself prints."""

    pairs: tuple[tuple[str, str], ...]
    margin: float
    column: tuple[str, str] = ("accuracy", "+/-")
    name: tuple[str, ...] = ("features", "projections")

    def compare(self, table: Table) -> Judgement:
        """Compare the pairs on each set of data."""
        found: list[Any] = []
        ours: dict[str, str] = {}
        for label, rows in _groups(table, self.name, ("data",)):
            for first, second in self.pairs:
                if first in rows and second in rows:
                    difference, noise = _difference(rows[second], rows[first], *self.column)
                    found.append((abs(difference), NOTICED * noise, f"{label}{first} and {second}"))
                    ours[f"{label}{second} less {first}"] = f"{difference:+.3f}"
        if not found:
            return Judgement("not comparable", "this run has none of the estimators", ours)
        apart = [pair for gap, noise, pair in found if gap - noise > self.margin]
        if apart:
            return Judgement("did not", f"more than {self.margin:g} apart: {', '.join(apart)}", ours)
        if any(gap + noise > self.margin for gap, noise, _ in found):
            return Judgement("not comparable", f"draws do not tell differences of {self.margin:g}", ours)
        return Judgement("came out", f"no two are more than {self.margin:g} apart", ours)


def _groups(
    table: Table, name: tuple[str, ...], within: tuple[str, ...]
) -> Iterator[tuple[str, dict[str, list[Record]]]]:
    """The rows that share some columns, by the name of the estimator; the name of a data set ends at its colon."""

    def key(row: Record) -> tuple[str, ...]:
        return tuple(str(row[column]).split(":")[0] for column in within)

    for shared, rows in groupby(sorted(table.records(), key=key), key):
        named: dict[str, list[Record]] = {}
        for row in rows:
            named.setdefault(" ".join(str(row[column]) for column in name), []).append(row)
        yield (f"{', '.join(shared)}: " if shared else ""), named


def _mean(rows: list[Record], column: str) -> float | None:
    """The mean of a column over the rows of one estimator; None if a cell is blank."""
    cells = [row[column] for row in rows]
    return None if None in cells else float(np.mean(np.array(cells, dtype=float)))


def _difference(first: list[Record], second: list[Record], value: str, error: str) -> tuple[float, float]:
    """The difference of two means and its standard error; a blank error is that of a number without any."""
    means = [_mean(rows, value) for rows in (first, second)]
    noise = sum(float(row[error] or 0) ** 2 / len(rows) ** 2 for rows in (first, second) for row in rows)
    return float(means[0] or 0) - float(means[1] or 0), float(np.sqrt(noise))


def _shown(rows: list[Record], column: str) -> str:
    value = _mean(rows, column)
    return "." if value is None else f"{value:.3g}"
