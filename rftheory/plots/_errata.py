"""Figures with one panel for each of some errata."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from rftheory.montecarlo.measured import check_draws
from rftheory.plots.plot import finish, panels

#: what draws a panel: axes, draws per point, generator
Panel = Callable[[Axes, int, np.random.Generator], None]


def errata_figure(known: Mapping[str, Panel], errata: Sequence[str], replicates: int, seed: int) -> Figure:
    """The panels of the chosen statements, in that order; each looks the same whichever others are drawn.

    Raises:
        ValueError: for statements without a panel, or none.
    """
    check_draws(replicates)
    chosen = [errata] if isinstance(errata, str) else list(errata)
    if not chosen or any(name not in known for name in chosen):
        raise ValueError(f"errata must be some of {', '.join(known)}, got {errata!r}")
    columns = min(2, len(chosen))
    figure, axes = panels(columns, -(-len(chosen) // columns))
    streams = dict(zip(known, np.random.default_rng(np.random.SeedSequence(seed)).spawn(len(known)), strict=True))
    for axis, name in zip(axes, chosen, strict=False):
        known[name](axis, replicates, streams[name])
        axis.set_title(f"{name}\n{axis.get_title()}")
    for axis in axes[len(chosen) :]:
        axis.remove()
    return finish(figure, draws=replicates, seed=seed)
