"""What a plot is, and the look that all of them share."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import cycle
from textwrap import wrap
from typing import TYPE_CHECKING, Any, NamedTuple

import matplotlib as mpl
import numpy as np
from matplotlib.figure import Figure
from matplotlib.font_manager import FontProperties
from matplotlib.textpath import text_to_path
from matplotlib.transforms import ScaledTranslation
from numpy.typing import ArrayLike

from rftheory.extensions.walking import Offered

if TYPE_CHECKING:
    from matplotlib.axes import Axes

#: Okabe and Ito's palette (Color Universal Design, 2008), told apart with every kind of colour blindness, from dark to light
#: so that it is legible in grey too
COLOURS = ("#000000", "#0072B2", "#D55E00", "#009E73", "#CC79A7", "#56B4E9", "#E69F00")
#: a line is told from its neighbours by more than its colour
LINES = ("-", "--", "-.", ":", (0, (5, 1, 1, 1, 1, 1)), (0, (8, 2)), (0, (1, 1)))
MARKERS = ("o", "s", "^", "D", "v", "P", "X")
#: width of one panel, inches
PANEL = (5.2, 3.9)
#: half the width of an error bar, in standard errors
BAR = 2.0
#: what curves and points are, unless a plot has marks of another kind
MARKS = f"curves: theory; points: draws, bars {BAR:g} standard errors"
#: of plots whose draws of positive features are weighted
WEIGHTED = f"{MARKS}, large errors drawn more often"

#: how far legends are below their axes, and the height of an entry, inches
_BELOW, _ENTRY = 0.5, 0.2
#: sizes of the words below the axes and of the title of the figure, points; how much of its width they take at most
_SMALL, _LARGE, _WIDE = 8, 11, 0.97

_STYLE: dict[Any, Any] = {
    "font.size": 10,
    "axes.titlesize": 10,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.grid": True,
    "grid.color": "#d9d9d9",
    "grid.linewidth": 0.6,
    "lines.linewidth": 1.6,
    "lines.markersize": 5,
    "errorbar.capsize": 2.5,
    "legend.frameon": False,
    "legend.fontsize": 9,
    # text stays text: it can be searched and read aloud
    "svg.fonttype": "none",
    # equal input gives equal bytes
    "svg.hashsalt": "rftheory",
    "figure.dpi": 110,
}


@dataclass(frozen=True)
class Plot(Offered):
    """One plot, whose ``run`` gives a figure.

    Attributes:
        statements: ids of the statements whose formulas are drawn.
        key: whether it stands in the report.
    """

    statements: tuple[str, ...] = ()
    key: bool = False


class LineStyle(NamedTuple):
    """Colour, line and marker of one curve and its points."""

    color: str
    line: Any
    marker: str


def looks() -> Iterator[LineStyle]:
    """One look after the other."""
    return cycle([LineStyle(*parts) for parts in zip(COLOURS, LINES, MARKERS, strict=True)])


@contextmanager
def style() -> Iterator[None]:
    """The look of all figures; to be entered where a figure is made and where it is saved."""
    with mpl.rc_context(_STYLE):
        yield


def panels(columns: int = 1, rows: int = 1, **options: Any) -> tuple[Figure, list[Axes]]:
    """A figure and its axes, row by row; no window and no global state."""
    with style():
        figure = Figure(figsize=(PANEL[0] * columns, PANEL[1] * rows), layout="constrained")
        axes = figure.subplots(rows, columns, squeeze=False, **options)
    return figure, list(axes.flat)


def curve(axes: Axes, x: ArrayLike, y: ArrayLike, look: LineStyle, label: str | None = None) -> None:
    """What the theory says."""
    axes.plot(x, y, color=look.color, linestyle=look.line, label=label)


def points(axes: Axes, x: ArrayLike, y: ArrayLike, error: ArrayLike, look: LineStyle) -> None:
    """What draws say: estimates and `BAR` standard errors to both sides."""
    axes.errorbar(
        x,
        y,
        yerr=BAR * np.asarray(error),
        color=look.color,
        marker=look.marker,
        linestyle="none",
        markerfacecolor="white",
    )


def measured_points(axes: Axes, x: ArrayLike, measured: Sequence[tuple[float, float]], look: LineStyle) -> None:
    """The same of estimates that come with their standard errors."""
    points(axes, x, [value for value, _ in measured], [error for _, error in measured], look)


def label_points(axes: Axes, look: LineStyle, label: str) -> None:
    """An entry of the legend for points without a curve."""
    axes.plot([], [], color=look.color, marker=look.marker, linestyle="none", markerfacecolor="white", label=label)


def titled(figure: Figure, title: str) -> Figure:
    """What the whole figure shows, above its panels, in lines as wide as the figure."""
    with style():
        lines = _lines(title, figure, _LARGE, "bold")
        figure.suptitle("\n".join(lines), fontsize=_LARGE, fontweight="bold")
    figure.set_figheight(figure.get_figheight() + _ENTRY * (len(lines) + 1))
    return figure


def finish(figure: Figure, marks: str = MARKS, **parameters: Any) -> Figure:
    """Legends, and below the axes what the marks are, and the parameters with the seed, in lines as wide as the figure."""
    with style():
        figure.set_figheight(figure.get_figheight() + _ENTRY * _legends(figure))
        told = ", ".join(f"{key} = {_told(value)}" for key, value in parameters.items())
        lines = [line for part in (*marks.split("\n"), told) for line in _lines(part, figure, _SMALL)]
        figure.supxlabel("\n".join(lines), fontsize=_SMALL, color="#444444")
    return figure


def _lines(words: str, figure: Figure, size: float, weight: str = "normal") -> list[str]:
    """Words in lines that are not wider than the figure, as their font has it."""
    font, room = FontProperties(size=size, weight=weight), 72 * _WIDE * figure.get_figwidth()

    def width(line: str) -> float:
        return float(text_to_path.get_text_width_height_descent(line, font, False)[0])

    letters = max(1, int(len(words) * min(1.0, room / max(width(words), 1.0))))
    while max(map(width, lines := wrap(words, letters)), default=0.0) > room:
        letters -= 1
    return lines


def _legends(figure: Figure) -> int:
    """Legends below their axes and labels, never over data; of equal ones that of the lowest row, on the left. Entries in height."""
    known: set[tuple[Any, ...]] = set()
    heights: dict[int, int] = {}
    for axes in sorted(figure.axes, key=lambda each: -_row(each)):
        handles, labels = axes.get_legend_handles_labels()
        entries = tuple((label, getattr(each, "get_color", str)()) for label, each in zip(labels, handles, strict=True))
        if not entries or entries in known:
            continue
        known.add(entries)
        below = axes.transAxes + ScaledTranslation(0, -_BELOW, figure.dpi_scale_trans)
        axes.legend(loc="upper left", bbox_to_anchor=(0, 0), bbox_transform=below, borderaxespad=0)
        heights[_row(axes)] = max(heights.get(_row(axes), 0), len(entries))
    return sum(heights.values())


def _row(axes: Axes) -> int:
    place = axes.get_subplotspec()
    return 0 if place is None else place.rowspan.start


def _told(value: Any) -> str:
    if isinstance(value, tuple | list):
        return ", ".join(_told(item) for item in value)
    return f"{value:g}" if isinstance(value, float) else str(value)
