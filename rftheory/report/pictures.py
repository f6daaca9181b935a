"""The key plots for the report, drawn in other processes while the formulas are set."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial

from rftheory.execution.executors import Pending, open_executor


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


@dataclass(frozen=True)
class _Drawn:
    """Plots by number."""

    names: tuple[str, ...]

    def __call__(self, number: int) -> Picture:
        return picture(self.names[number])


@contextmanager
def drawing(names: Sequence[str], workers: int = 2) -> Iterator[list[Callable[[], Picture]]]:
    """Starts to draw; the plots are asked for in the order of the names. What goes wrong in one is raised when it is asked for."""
    if not names:
        yield []
        return
    with open_executor("processes", min(workers, len(names))) as pool:
        prepared = pool.prepare(_Drawn(tuple(names)))
        begun = [pool.submit(prepared, [number]) for number in range(len(names))]
        yield [partial(_arrived, pending) for pending in begun]


def _arrived(pending: Pending) -> Picture:
    report = pending.result()
    if report.failure is not None:
        raise report.failure.noted()
    found: Picture = report.results[0]
    return found
