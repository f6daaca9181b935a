"""The key plots for the report, drawn in other processes while the formulas are set."""

from __future__ import annotations

import io
import multiprocessing
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass


@dataclass(frozen=True)
class Picture:
    """One plot: an SVG, where it comes from, and the statements that it draws."""

    name: str
    title: str
    source: str
    statements: tuple[str, ...]
    svg: str


def picture(name: str) -> Picture:
    """A plot with its default parameters.

    Raises:
        rftheory.plots.UnknownPlot: if there is none of that name.
    """
    from rftheory import plots
    from rftheory.plots.plot import style

    plot, file = plots.find(name), io.StringIO()
    with style():
        plots.draw(name).savefig(file, format="svg", metadata={"Date": None})
    return Picture(plot.name, plot.title, plot.source, plot.statements, file.getvalue())


def key_plots() -> list[str]:
    """The names of the plots that stand in the report."""
    from rftheory import plots

    return [name for name, plot in plots.plots().items() if plot.key]


@contextmanager
def drawing(names: Sequence[str], workers: int = 2) -> Iterator[list[Future[Picture]]]:
    """Starts to draw; the results come in the order of the names. What goes wrong in a plot is raised by its result."""
    if not names:
        yield []
        return
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(min(workers, len(names)), mp_context=context) as pool:
        yield [pool.submit(picture, name) for name in names]
