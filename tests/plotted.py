"""What stands in a figure: the curves, the points with their bars, and the words below the axes."""

from __future__ import annotations

import io
from itertools import combinations
from typing import NamedTuple

import numpy as np
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.colors import to_rgba
from matplotlib.container import ErrorbarContainer
from matplotlib.figure import Figure

from rftheory import plots
from rftheory.inputs.arrays import Array
from rftheory.plots.plot import BAR, style
from rftheory.statements.discovery import discover


class Points(NamedTuple):
    """Points of one look and the curve of the same colour; an error is one standard error."""

    x: Array
    y: Array
    error: Array
    curve_x: Array
    curve_y: Array

    def distances(self) -> Array:
        """Distances from the curve in standard errors, less what linear interpolation between its vertices may add.

        Points beyond the ends of the curve are left out.
        """
        inside = (self.x >= self.curve_x.min()) & (self.x <= self.curve_x.max())
        between = np.interp(self.x[inside], self.curve_x, self.curve_y)
        # h^2 f''/8, twice, as second differences stand for derivatives
        rounding = np.abs(np.diff(self.curve_y, 2)).max() / 4
        gap = np.maximum(np.abs(self.y[inside] - between) - rounding, 0)
        error = self.error[inside]
        return np.divide(gap, error, out=np.where(gap > 0, np.inf, 0.0), where=error > 0)


def points_of(axes: Axes) -> list[Points]:
    """The points of a panel that belong to a curve."""
    found = []
    for container in axes.containers:
        if not isinstance(container, ErrorbarContainer):
            continue
        line, _, (bars,) = container.lines
        ends = np.array([segment[:, 1] for segment in bars.get_segments()])
        colour = to_rgba(line.get_color())
        curves = [c for c in axes.lines if to_rgba(c.get_color()) == colour and len(np.unique(c.get_xdata())) > 20]
        x, y = (np.asarray(part, dtype=float) for part in line.get_data())
        for curve in curves[:1]:
            curve_x, curve_y = (np.asarray(part, dtype=float) for part in curve.get_data())
            found.append(Points(x, y, (ends[:, 1] - ends[:, 0]) / (2 * BAR), curve_x, curve_y))
    return found


def misplaced(figure: Figure) -> list[str]:
    """Legends over data, words that leave the figure, and words over each other (but numbers of ticks), as matplotlib measures them."""
    FigureCanvasAgg(figure).draw()
    legends = [(axes, legend) for axes in figure.axes if (legend := axes.get_legend())]
    told = [
        f"legend of {axes.get_title()!r} over {other.get_title()!r}"
        for axes, legend in legends
        for other in figure.axes
        if legend.get_window_extent().overlaps(other.bbox)
    ]
    words = [text for axes in figure.axes for text in (axes.title, axes.xaxis.label, axes.yaxis.label)]
    words += [*figure.texts, *(text for _, legend in legends for text in legend.get_texts())]
    boxes = [(text.get_text(), text.get_window_extent()) for text in words if text.get_visible() and text.get_text()]
    # with the numbers of the ticks
    outer = [(axes.get_title(), box) for axes in figure.axes if (box := axes.get_tightbbox())]
    # to a pixel
    room = figure.bbox.padded(1)
    for name, box in boxes + outer:
        if not (room.x0 <= box.x0 and box.x1 <= room.x1 and room.y0 <= box.y0 and box.y1 <= room.y1):
            told.append(f"{name!r} leaves")
    return told + [f"{a!r} over {b!r}" for (a, one), (b, two) in combinations(boxes, 2) if one.overlaps(two)]


def svg(figure: Figure) -> bytes:
    """The bytes of a figure."""
    file = io.BytesIO()
    with style():
        figure.savefig(file, format="svg", metadata={"Date": None})
    return file.getvalue()


def check_words(name: str, figure: Figure, seed: int) -> None:
    """A figure says what its plot shows, with which seed, and keeps its words apart; the plot names statements and parameters."""
    plot, words = plots.find(name), figure.get_supxlabel()
    parameters, described, known = plots.parameters_of(plot), plot.run.__doc__ or "", discover().entries
    assert "seed" not in parameters or f"seed = {seed}" in words
    for axes in figure.axes:
        assert axes.has_data()
        if axes.get_label() != "<colorbar>":
            assert any(sibling.get_xlabel() for sibling in axes.get_shared_x_axes().get_siblings(axes))
            assert any(sibling.get_ylabel() for sibling in axes.get_shared_y_axes().get_siblings(axes))
    assert plot.title and plot.title == figure.get_suptitle().replace("\n", " ")
    assert not misplaced(figure)
    assert plot.source and plot.statements and all(statement in known for statement in plot.statements)
    assert all(f"{key}: " in described and default is not None for key, default in parameters.items())
