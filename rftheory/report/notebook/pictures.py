"""Figures in notebooks: PNG with equal bytes for equal figures, and a text for those who see no picture."""

from __future__ import annotations

import io
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from matplotlib.figure import Figure

#: pixels per inch of pictures
_RESOLUTION = 90


@dataclass(frozen=True)
class PngPicture:
    """A figure as PNG; ``summary`` is what is read where no picture is seen."""

    summary: str
    png: bytes

    def _repr_png_(self) -> bytes:
        return self.png

    def __repr__(self) -> str:
        return self.summary


def picture(figure: Figure, summary: str) -> PngPicture:
    """A matplotlib figure in the style of the plots of the package."""
    from rftheory.plots.plot import style

    buffer = io.BytesIO()
    with style():
        # without the version of the library, equal figures have equal bytes
        figure.savefig(buffer, format="png", dpi=_RESOLUTION, metadata={"Software": None})
    return PngPicture(summary, buffer.getvalue())


def plot(name: str, **parameters: Any) -> PngPicture:
    """A plot of the package (``rftheory plot``), with other parameters where they are given.

    Raises:
        ValueError: if there is no such plot, and for a parameter that it does not have or allow.
    """
    from rftheory import plots

    return picture(plots.draw(name, **parameters), f"plot {name}: {plots.find(name).title}")
