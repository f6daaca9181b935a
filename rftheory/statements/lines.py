"""The lines of a derivation as they are shown: with a tick what the kernel has replayed, else what stopped it.

Every display takes them from here. A line that is not replayed is shown for what it is, but not in a row that is `proved`: there
the lines end before it, and it is said how many are left out.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

#: why no line of a certificate that was made before lines had entries is replayed
NO_LINES = "the certificate that is kept is of the claims alone (rftheory certify looks for one with their lines)"
#: what is said of a line of which no judge was asked
UNASKED = "the kernel was not asked"
TICK = "\N{CHECK MARK}"


@dataclass(frozen=True)
class ShownLine:
    """One line: ``relation expr``, why, and whether the kernel has replayed it.

    Attributes:
        stopped: what stopped the replay; empty for a line that is replayed and for the start, which says nothing.
    """

    relation: str
    text: str
    latex: str
    reason: str
    is_replayed: bool
    stopped: str

    @property
    def mark(self) -> str:
        """A tick, or what stopped it; empty for the start."""
        return f"not replayed: {self.stopped}" if self.stopped else TICK if self.is_replayed else ""


@dataclass(frozen=True)
class ShownLines:
    """The lines of a derivation that are shown, and a sentence on those that are left out."""

    lines: tuple[ShownLine, ...] = ()
    left_out: str = ""


def shown_lines(chain: Sequence[Mapping[str, Any]], replayed: Mapping[str, str], is_proved: bool) -> ShownLines:
    """The lines to show.

    Args:
        chain: the lines as the derivation has them.
        replayed: what stopped the replay of each line, by its number; "" where nothing did.
        is_proved: whether the row is `proved`.
    """
    lines = [_line(number, step, replayed.get(str(number))) for number, step in enumerate(chain)]
    stop = next((n for n, line in enumerate(lines) if line.stopped and line.stopped != NO_LINES), None)
    if not is_proved or stop is None:
        return ShownLines(tuple(lines))
    count = len(lines) - stop
    said = f"{count} line{'s are' if count > 1 else ' is'} left out: line {stop} is {lines[stop].mark}"
    return ShownLines(tuple(lines[:stop]), said)


def _line(number: int, step: Mapping[str, Any], stopped: str | None) -> ShownLine:
    if stopped is None and number:
        stopped = UNASKED
    return ShownLine(
        step["relation"] or ("=" if number else ""),
        step["expr"],
        step["latex"],
        step["reason"],
        stopped == "",
        stopped or "",
    )
