"""Estimates of the softmax kernel against the angle: percentiles of draws beside the kernel itself."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from rftheory.features.units import positive
from rftheory.inputs.arrays import Array, check_count
from rftheory.montecarlo.bars import order_statistics
from rftheory.montecarlo.measured import drawn
from rftheory.plots._hybrids import CURVE, DRAWN, RIVALS, Rival, angle_axis, pair_at
from rftheory.plots.plot import Plot, curve, finish, looks, panels

_SHARES = (0.05, 0.95)
#: of the intervals of percentiles
_LEVEL = 0.95


def draw(
    lengths: Sequence[float] = (1.0, 1.25), m: int = 64, n: int = 8, replicates: int = 1_000, seed: int = 0
) -> Figure:
    """The 5th and 95th percentile of estimates for |x| = |y| = r, one row per length r.

    Args:
        lengths: of the inputs, 1 to 4 of them. From about 1.5 on the errors of positive features are so heavy-tailed that their
            standard deviation is far outside of the percentiles.
        m: projections of the trigonometric and of the positive estimator.
        n: projections of the coefficient of the hybrid; its two base estimators share the other m - n.
        replicates: draws per point, at least 200.
        seed: root of the draws.
    """
    check_count("m", m)
    check_count("n", n)
    # enough for order statistics on both sides of the 5th percentile
    check_count("replicates", replicates, 200)
    if (m - n) % 2 or m - n < 2:
        raise ValueError(f"n must be less than m = {m} by an even number, got {n}")
    if not isinstance(lengths, tuple | list) or not 1 <= len(lengths) <= 4:
        raise ValueError(f"lengths must be 1 to 4 numbers, got {lengths!r}")
    radii = [positive("lengths", r) for r in lengths]
    figure, axes = panels(len(RIVALS), len(radii), sharex=True, sharey="row")
    generators = iter(np.random.default_rng(np.random.SeedSequence(seed)).spawn(len(axes)))
    bases = (m - n) // 2
    for row, r in enumerate(radii):
        for rival, panel in zip(RIVALS, axes[row * len(RIVALS) :], strict=False):
            _panel(panel, rival, r, bases if rival.hybrid else m, n, replicates, next(generators))
            panel.set_title(f"{rival.name}, r = {r:g}")
        axes[row * len(RIVALS)].set_ylabel("estimate of exp(x.y)")
    for panel in axes:
        angle_axis(panel, label=panel in axes[-len(RIVALS) :])
    marks = f"curves: theory; points: percentiles of draws, bars intervals of level {_LEVEL:.0%}"
    split = f"{bases} + {bases} + {n} projections"
    return finish(figure, marks, kernel="softmax", m=m, hybrid=split, draws=replicates, seed=seed)


def _panel(axes: Axes, rival: Rival, r: float, m: int, n: int, replicates: int, generator: np.random.Generator) -> None:
    exact, spread, *marked = (look for look, _ in zip(looks(), range(4), strict=False))
    kernel = np.exp(r * r * np.cos(CURVE))
    deviation = np.exp(rival.log_mse(CURVE, r, m, n) / 2)
    curve(axes, CURVE, kernel, exact, "exp(x.y)")
    curve(axes, CURVE, kernel - deviation, spread, "exp(x.y) ± standard deviation")
    curve(axes, CURVE, kernel + deviation, spread)
    for share, band, look in zip(_SHARES, percentiles(rival, r, m, n, replicates, generator), marked, strict=True):
        middle, below, above = band.T
        axes.errorbar(
            DRAWN,
            middle,
            yerr=[middle - below, above - middle],
            color=look.color,
            marker=look.marker,
            linestyle="none",
            markerfacecolor="white",
            label=f"{100 * share:g}th percentile",
        )


def percentiles(
    rival: Rival, r: float, m: int, n: int, replicates: int, generator: np.random.Generator
) -> tuple[Array, Array]:
    """The 5th and the 95th percentile of draws at each angle, each with an interval of order statistics; rows of three."""
    ordered = np.sort([drawn(rival.estimator, generator, replicates, *pair_at(angle, r), m, n) for angle in DRAWN])
    ranks = (order_statistics(replicates, share, 1 - _LEVEL) for share in _SHARES)
    low, high = (
        np.column_stack([np.quantile(ordered, share, axis=1), ordered[:, below - 1], ordered[:, above - 1]])
        for share, (below, above) in zip(_SHARES, ranks, strict=True)
    )
    return low, high


PLOT = Plot(
    name="pointwise",
    title="Pointwise estimates of the softmax kernel: trigonometric, positive, angular hybrid",
    source="HRF, Fig. 2 and 5",
    run=draw,
    statements=tuple(rival.statement for rival in RIVALS),
)
