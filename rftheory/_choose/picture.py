"""The expected relative error against the number of features, for the best mechanisms of a choice."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from rftheory._choose.candidate import Candidate
from rftheory._choose.result import Choice
from rftheory.inputs.arrays import Array, check_count
from rftheory.inputs.bandwidths import told
from rftheory.plots.plot import COLOURS, curve, finish, looks, panels

if TYPE_CHECKING:
    from matplotlib.figure import Figure

#: sizes per factor of two
_STEPS = 8
#: at least this many doublings of features to either side of what errors are stated for, and no more than this many in all
_EITHER, _MOST = 3, 24
#: mechanisms whose curves are seen to reach the target
_REACHED = 2
_MEASURES = {"matrix": "√(mean MSE / mean K²)", "pair": "√(mean of MSE/K²)"}


def draw(choice: Choice, count: int = 6) -> Figure:
    """Curves of the recommended mechanism and of the best coupling of others, ``count`` in all, and the target.

    A line of dots stands at the number of features that errors are stated for.

    Raises:
        ValueError: for a count below 1, and if no candidate has an error that is known.
    """
    shown = chosen(choice, check_count("count", count))
    if not shown:
        raise ValueError("choice must have a candidate with a known error, got none")
    sizes = _sizes(choice, shown)
    figure, [axes] = panels()
    for candidate, look in zip(shown, looks(), strict=False):
        errors = candidate.errors(sizes.tolist())
        known = np.isfinite(errors) & (errors > 0)
        curve(axes, sizes[known], errors[known], look, candidate.title)
    if choice.target is not None:
        axes.axhline(choice.target, color=COLOURS[0], linewidth=0.8, label=f"target, {100 * choice.target:g}%")
    axes.axvline(_stated(choice), color=COLOURS[0], linewidth=0.8, linestyle=":")
    axes.set(xscale="log", yscale="log", xlabel="features per input", ylabel=_MEASURES[choice.measure])
    every = choice.queries * choice.keys // choice.groups
    over = f"all {choice.pairs} pairs" if choice.exact else f"{choice.pairs} of {every} pairs"
    marks = f"expected relative errors over {over}, at the best parameters; dots: {choice.stated}"
    scale = {choice.scale_name: choice.scale if isinstance(choice.scale, float) else told(choice.scale)}
    return finish(figure, marks, kernel=choice.kernel, **scale, d=choice.dimension, seed=choice.seed)


def chosen(choice: Choice, count: int) -> list[Candidate]:
    """The recommended candidate first, then the best coupling of each other mechanism, those with known errors only."""
    ahead = [choice.recommended, *choice.candidates]
    best: dict[str, Candidate] = {}
    for each in ahead:
        if each.law is not None and np.isfinite(each.error):
            best.setdefault(each.name, each)
    return list(best.values())[:count]


def _stated(choice: Choice) -> int:
    """Features per input of what errors are stated for: with m projections those of the recommended map."""
    return choice.stated.features or choice.recommended.size.features


def _sizes(choice: Choice, shown: list[Candidate]) -> Array:
    """Numbers of features around those that errors are stated for, and up to what reaches the target."""
    stated = _stated(choice)
    low = max(1, stated >> _EITHER)
    needed = [each.needed.features for each in shown[:_REACHED] if each.needed is not None]
    high = max([stated << _EITHER, *(4 * most for most in needed)])
    doublings = min(np.log2(high / low), _MOST)
    steps = np.arange(int(np.ceil(_STEPS * doublings)) + 1)
    return np.unique(np.rint(low * 2 ** (steps / _STEPS)).astype(np.int64))
