"""Measured values as points of a panel."""

from __future__ import annotations

from collections.abc import Sequence

from matplotlib.axes import Axes
from numpy.typing import ArrayLike

from rftheory.montecarlo.measured import Measured
from rftheory.plots.plot import Look, points


def measured_points(axes: Axes, x: ArrayLike, measured: Sequence[Measured], look: Look) -> None:
    """One point with its bars for each of the values."""
    points(axes, x, [each.value for each in measured], [each.error for each in measured], look)
