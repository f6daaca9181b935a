"""The key plots for the report."""

from __future__ import annotations

import io
import re
from dataclasses import dataclass

from matplotlib.figure import Figure

#: where people have chosen a dark theme: what is black is light, what is white is dark, and lines of the grid are dim
_DARK = """@media (prefers-color-scheme: dark) {
text { fill: #e6edf3; } [style*="stroke: #000000"] { stroke: #e6edf3 !important; } [style*="fill: #000000"] { fill: #e6edf3 !important; }
[style*="fill: #ffffff"] { fill: #0d1117 !important; } [style*="stroke: #d9d9d9"] { stroke: #3d444d !important; }
}"""
#: what TeX needs and nobody says
_COMMANDS = re.compile(r"\$|\\(?=[a-zA-Z])|(?<=[_^])\{|(?<=\w)\}|\\[,;]")


@dataclass(frozen=True)
class Picture:
    """One plot: an SVG, where it comes from, the statements that it draws, and what is seen, for those who cannot see it."""

    name: str
    title: str
    source: str
    statements: tuple[str, ...]
    seen: str
    svg: str


def picture(name: str) -> Picture:
    """A plot with its default parameters.

    Raises:
        ValueError: if there is none of that name.
    """
    from rftheory import plots
    from rftheory.plots.plot import style

    plot, file = plots.find(name), io.StringIO()
    with style():
        figure = plots.draw(name)
        figure.savefig(file, format="svg", metadata={"Date": None})
    svg = file.getvalue().replace("<defs>", f"<style>{_DARK}</style><defs>", 1)
    return Picture(plot.name, plot.title, plot.source, plot.statements, seen(figure, plot.title), svg)


def seen(figure: Figure, title: str) -> str:
    """A figure in words: of each panel its title, its axes, and the names of what is drawn."""
    told = [title]
    for axes in figure.axes:
        drawn = ", ".join(dict.fromkeys(label for label in axes.get_legend_handles_labels()[1]))
        head = f"{axes.get_title()}: " if axes.get_title() else ""
        told.append(
            f"{head}{axes.get_ylabel() or 'values'} over {axes.get_xlabel()}{f', for {drawn}' if drawn else ''}"
        )
    return _COMMANDS.sub("", ". ".join(told))


def key_pictures() -> list[Picture]:
    """The plots that stand in the report."""
    from rftheory import plots

    return [picture(name) for name, plot in plots.plots().items() if plot.key]
