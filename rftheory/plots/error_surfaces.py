"""Mean squared errors of the trigonometric, positive and angular hybrid estimators over angle and length."""

from __future__ import annotations

import numpy as np
from matplotlib.axes import Axes
from matplotlib.contour import ContourSet
from matplotlib.figure import Figure

from rftheory.features.units import positive
from rftheory.inputs.arrays import Array, check_count
from rftheory.montecarlo.measured import mse_of_draws
from rftheory.plots._hybrids import CURVE, DRAWN, RIVALS, angle_axis, pair_at
from rftheory.plots.plot import WEIGHTED, Plot, curve, finish, looks, measured_points, panels, style

#: cells of a map, along the angle and along the length
_CELLS = (120, 100)
#: decades between two lines, and the lowest line; below, errors go to zero
_STEP, _LOWEST = 2, -6
#: room for the label of a line, as a part of the map
_ROOM = 0.05


def draw(
    m: int = 10, n: int = 1, longest: float = 2.4, cut: float = 0.5, replicates: int = 10_000, seed: int = 0
) -> Figure:
    """MSE of m features of the softmax kernel, |x| = |y| = r; the last panel is the section at r = cut, with draws.

    Args:
        m: projections of each base estimator.
        n: projections of the angular coefficient.
        longest: the largest length r of the inputs.
        cut: length of the inputs of the section, small enough for the squared errors of positive features not to be too heavy-tailed.
        replicates: draws per point, at least 2.
        seed: root of the draws.
    """
    check_count("m", m)
    check_count("n", n)
    check_count("replicates", replicates, 2)
    positive("longest", longest)
    positive("cut", cut)
    figure, axes = panels(2, 2)
    # the middles of the cells: at both ends of the angles some errors are zero
    theta, r = ((np.arange(cells) + 0.5) / cells for cells in _CELLS)
    theta, r = theta[None, :] * np.pi, r[:, None] * longest
    maps = [rival.log_mse(theta, r, m, n) / np.log(10) for rival in RIVALS]
    top = _STEP * int(np.ceil(max(log.max() for log in maps) / _STEP))
    levels = np.arange(_LOWEST, max(top, _LOWEST + 2 * _STEP) + _STEP, _STEP)
    for rival, log, panel in zip(RIVALS, maps, axes, strict=False):
        filled = _map(panel, theta, r, log, levels)
        panel.set(title=rival.name, xlim=(0, np.pi), ylim=(0, longest), ylabel="length r = |x| = |y|")
    with style():
        figure.colorbar(filled, ax=axes[:3:2], location="left", label="log10 MSE", shrink=0.8, pad=0.02)
    _section(axes[3], m, n, cut, replicates, seed)
    for panel in axes:
        angle_axis(panel)
    marks = f"{WEIGHTED}; errors below 10^{_LOWEST} have the darkest shade"
    return finish(figure, marks, kernel="softmax", m=m, n=n, draws=replicates, seed=seed)


def _map(axes: Axes, theta: Array, r: Array, log: Array, levels: Array) -> ContourSet:
    with style():
        filled = axes.contourf(theta.ravel(), r.ravel(), log, levels, cmap="cividis", extend="min")
        lines = axes.contour(theta.ravel(), r.ravel(), log, levels, colors="white", linewidths=0.7, linestyles="-")
        found = [_inside(segments, theta.max(), r.max()) for segments in lines.allsegs]
        places = [place for place in found if place is not None]
        axes.clabel(lines, manual=places, fmt=lambda level: f"$10^{{{level:g}}}$", fontsize=8)
    axes.grid(False)
    return filled


def _inside(segments: list[Array], widest: float, longest: float) -> Array | None:
    """The point of a line that is farthest from the edges of the map; None if a label there would be cut off."""
    places = np.concatenate([np.empty((0, 2)), *segments])
    shares = places / (widest, longest)
    room = np.minimum(shares, 1 - shares).min(axis=1)
    if not len(room):
        return None
    best = int(room.argmax())
    return places[best] if room[best] > _ROOM else None


def _section(axes: Axes, m: int, n: int, cut: float, replicates: int, seed: int) -> None:
    generators = np.random.default_rng(np.random.SeedSequence(seed)).spawn(len(RIVALS))
    for rival, look, generator in zip(RIVALS, looks(), generators, strict=False):
        curve(axes, CURVE, np.exp(rival.log_mse(CURVE, cut, m, n)), look, rival.name)
        measured = [mse_of_draws(rival.estimator, generator, replicates, *pair_at(angle, cut), m, n) for angle in DRAWN]
        measured_points(axes, DRAWN, measured, look)
    axes.set(title=f"section at r = {cut:g}", ylabel="MSE", xlim=(-0.05, np.pi + 0.05))
    axes.set_ylim(bottom=0)


PLOT = Plot(
    name="error-surfaces",
    title="Errors of the softmax kernel over angle and length: trigonometric, positive, angular hybrid",
    source="HRF, Fig. 1",
    run=draw,
    statements=tuple(rival.statement for rival in RIVALS),
)
