"""The result of an experiment: named columns, rows, notes, and everything that is needed to have it again."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from rich.text import Text

from rftheory.printing import WIDTH, Printed, grid, needed, paragraph, table_text

#: what a cell holds; None is a blank: nothing was measured, or no theory says anything
Cell: TypeAlias = str | int | float | None


@dataclass(frozen=True)
class Column:
    """A column: its name, and how numbers in it are printed (a format specification)."""

    name: str
    form: str = ""

    def text(self, cell: Cell) -> str:
        """A cell as text; numbers as the column has them, a blank as a point."""
        if cell is None:
            return "."
        return cell if isinstance(cell, str) else format(cell, self.form)


#: the columns of a comparison: what was measured, its standard error, what theory says, and the difference of the two
COMPARISON = (Column("measured", ".3g"), Column("s.e.", ".2g"), Column("theory", ".3g"), Column("off by", "+.2g"))


def compared(measured: float, error: float, theory: float | None, bound: float = 0.0) -> tuple[Cell, ...]:
    """The cells of `COMPARISON`; the difference is in standard errors.

    Args:
        bound: what theory says that the standard error is at most. Errors with heavy tails have a larger one than a few
            draws show, so the larger of the two counts; where the bound exceeds the expectation itself no draws can
            tell, and the difference is blank.
    """
    unit = max(error, bound)
    if theory is None or not unit > 0 or bound > theory:
        return measured, error, theory, None
    return measured, error, theory, (measured - theory) / unit


@dataclass(frozen=True, repr=False)
class Table(Printed):
    """What an experiment measured. Printed it is a table for each set of data, the notes and the parameters.

    Attributes:
        columns: of the rows; the first one names the data, of which every set is printed as a part of its own.
        rows: as many cells as there are columns.
        notes: what a reader must know: the data, what was chosen, what no theory covers.
        parameters: of the run, without the seed.
        seed: root of all draws.
    """

    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...]
    notes: tuple[str, ...]
    parameters: Mapping[str, Any]
    seed: int

    def __post_init__(self) -> None:
        for row in self.rows:
            if len(row) != len(self.columns):
                raise ValueError(f"rows must have {len(self.columns)} cells, got {row}")

    def column(self, name: str) -> tuple[Cell, ...]:
        """All cells of a column.

        Raises:
            ValueError: if there is no such column.
        """
        names = [column.name for column in self.columns]
        if name not in names:
            raise ValueError(f"name must be one of {', '.join(names)}, got {name!r}")
        return tuple(row[names.index(name)] for row in self.rows)

    def records(self) -> list[dict[str, Cell]]:
        """The rows by the names of the columns."""
        names = [column.name for column in self.columns]
        return [dict(zip(names, row, strict=True)) for row in self.rows]

    def to_json(self) -> dict[str, Any]:
        """Everything but how numbers are printed."""
        parameters, notes = dict(self.parameters), list(self.notes)
        return {"parameters": parameters, "seed": self.seed, "rows": self.records(), "notes": notes}

    def __str__(self) -> str:
        parts: dict[Cell, Any] = {}
        for label, *cells in self.rows:
            if label not in parts:
                parts[label] = grid()
                for column in self.columns[1:]:
                    parts[label].add_column(Text(column.name), justify="right" if column.form else "left", no_wrap=True)
            own = zip(self.columns[1:], cells, strict=True)
            parts[label].add_row(*(Text(column.text(cell)) for column, cell in own))
        lines = []
        for label, part in parts.items():
            # no cell is cut
            lines += [paragraph(str(label)), table_text(part, max(WIDTH, needed(part))), ""]
        parameters = {**self.parameters, "seed": self.seed}.items()
        lines += [paragraph(f"- {note}", hang="  ") for note in self.notes]
        return "\n".join([*lines, paragraph(", ".join(f"{key}={value!r}" for key, value in parameters))])

    def csv(self) -> str:
        """Names and rows, numbers with all digits, blanks empty."""
        text = io.StringIO()
        writer = csv.writer(text, lineterminator="\n")
        writer.writerow([column.name for column in self.columns])
        writer.writerows(self.rows)
        return text.getvalue()
