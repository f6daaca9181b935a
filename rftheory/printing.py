"""Text and tables of at most 80 columns, unless numbers need more: no cell is cut."""

from __future__ import annotations

import html
import io
import textwrap
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.table import Table

WIDTH = 80
#: more than any table needs
_UNBOUNDED = 10_000


class Printed:
    """Answers whose `str` is the text that the command line prints; a prompt shows it too, and Jupyter as it stands."""

    def __repr__(self) -> str:
        return str(self)

    def _repr_html_(self) -> str:
        return f"<pre>{html.escape(str(self))}</pre>"


def folded(text: str, indent: str = "", hang: str = "  ", width: int = WIDTH) -> list[str]:
    """Text in lines; those after the first are indented by ``hang`` more. Long numbers stay whole: they are there to be copied."""
    lines = textwrap.TextWrapper(width, indent, indent + hang, break_long_words=False, break_on_hyphens=False)
    return lines.wrap(text)


def paragraph(text: str, indent: str = "", hang: str = "") -> str:
    """The lines in one text."""
    return "\n".join(folded(text, indent, hang))


def grid() -> Table:
    """A table without lines."""
    from rich.table import Table

    return Table(box=None, pad_edge=False, padding=(0, 1, 0, 0), header_style="bold")


def needed(table: Table) -> int:
    """The columns that a table takes without a cell being cut."""
    from rich.console import Console

    return Console(width=_UNBOUNDED).measure(table).maximum


def table_text(table: Table, width: int = WIDTH) -> str:
    """As it is, in so many columns."""
    from rich.console import Console

    text = io.StringIO()
    # where there is a notebook a console writes there, and not into the file
    Console(width=width, highlight=False, file=text, color_system=None, force_jupyter=False).print(table)
    return text.getvalue().rstrip("\n")
