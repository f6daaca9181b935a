"""Plots: one file each, found by walking this folder. ``draw(name, ...)`` returns a matplotlib figure.

A plot shows what the theory says as curves and what draws from the definitions say as points with error bars. Every figure
states its parameters and its seed below the axes.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from rftheory.extensions.walking import check_known, defaults_of, named, offered
from rftheory.inputs.arrays import check_seed
from rftheory.plots.plot import Plot, titled

if TYPE_CHECKING:
    from matplotlib.figure import Figure


class UnknownPlot(ValueError):
    """A name of no plot."""


def plots() -> dict[str, Plot]:
    """All plots by name, in alphabetical order."""
    return offered(sys.modules[__name__], "PLOT", Plot)


def find(name: str) -> Plot:
    """The plot of that name.

    Raises:
        UnknownPlot: if there is none.
    """
    return named(name, plots(), UnknownPlot)


def draw(name: str, **parameters: Any) -> Figure:
    """Draw a plot; parameters that are not given keep their defaults.

    Raises:
        UnknownPlot: if there is no such plot.
        ValueError: for a parameter that the plot does not have, or a value outside of what it allows.
    """
    plot = find(name)
    check_known(name, plot.draw, parameters)
    if "seed" in parameters:
        check_seed(parameters["seed"])
    return titled(plot.draw(**parameters), plot.title)


def parameters_of(plot: Plot) -> Mapping[str, Any]:
    """The parameters of a plot with their defaults."""
    return defaults_of(plot.draw)
