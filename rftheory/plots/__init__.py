"""Plots, one module each, found by walking this folder. ``draw(name, ...)`` returns a matplotlib figure.

A plot shows what the theory says as curves and what draws from the definitions say as points with error bars. Every figure
states its parameters and its seed below the axes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rftheory.extensions.walking import Offers
from rftheory.inputs.arrays import check_seed
from rftheory.plots.plot import Plot, titled

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_OFFERS = Offers(__name__, "PLOT", Plot)
#: all of them by name; the one of a name; its parameters with their defaults
plots, find, parameters_of = _OFFERS.all, _OFFERS.find, _OFFERS.parameters_of


def draw(name: str, **parameters: Any) -> Figure:
    """Draw a plot; parameters that are not given keep their defaults.

    Raises:
        ValueError: if there is no such plot, for a parameter that it does not have, or a value outside of what it allows.
    """
    if "seed" in parameters:
        check_seed(parameters["seed"])
    return titled(_OFFERS.call(name, parameters), find(name).title)
