"""Theory beside numbers: a value by hand in rigorous balls, draws in rows, and rows on a curve."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import mpmath
import numpy as np
from numpy.typing import ArrayLike

from rftheory.answers.estimates import estimate
from rftheory.answers.value import evaluate
from rftheory.inputs.arrays import real_array
from rftheory.montecarlo.bars import catoni_interval
from rftheory.montecarlo.intervals import Interval
from rftheory.report.notebook.digits import plain
from rftheory.report.notebook.pictures import PngPicture, picture

#: of the intervals: of the some tens in a notebook none misses, but once in hundreds of seeds
_LEVEL = 0.9999


def in_balls(by_hand: Any, statement: str, claim: str, digits: int = 50, **point: Any) -> str:
    """A number computed by hand beside two balls at an exact point: that of a claim's definition and that of its closed form.

    Args:
        by_hand: a real mpmath number with more digits than are shown.
        statement, claim, point: as for `rftheory.evaluate`.

    Raises:
        ValueError, ArithmeticError: as `rftheory.evaluate`.
    """
    balls = [evaluate(statement, claim, digits=digits, definition=side, **point) for side in (True, False)]
    own = by_hand.context
    last = own.mpf(10) ** -digits * abs(by_hand)
    agree = all(abs(by_hand - own.mpf(ball.value)) <= own.mpf(ball.error) + last for ball in balls)
    lines = [
        f"{name:12s} {ball.value} +/- {ball.error}" for name, ball in zip(("definition", "form"), balls, strict=True)
    ]
    by_hand = mpmath.nstr(by_hand, digits, strip_zeros=False)
    return "\n".join([*lines, f"{'by hand':12s} {by_hand}", f"{digits} digits {'agree' if agree else 'DIFFER'}"])


@dataclass(frozen=True)
class Beside:
    """What theory says at a place of an axis, and what draws say: an estimate and its interval."""

    place: float
    theory: float
    value: float
    interval: Interval

    def over(self, unit: float) -> Beside:
        """The same in a unit > 0."""
        return Beside(self.place, self.theory / unit, self.value / unit, self.interval.scaled(1 / unit))

    def __str__(self) -> str:
        said = f"{self.place:.4g}: theory {self.theory:.4f}, draws {self.value:.4f}"
        if not self.interval.conclusive:
            return f"{said}, no interval: {self.interval.reason}"
        bars = f"{said} in [{self.interval.low:.4f}, {self.interval.high:.4f}] ({self.interval.kind})"
        return bars if self.theory in self.interval else f"{bars}, THEORY OUTSIDE"


def row_of(place: float, theory: float, values: ArrayLike, variance: float) -> Beside:
    """The mean of independent values with a proved confidence interval, beside its theoretical value.

    Args:
        variance: a bound on the variance of the values that is known beforehand.

    Raises:
        ValueError: for no values, values that are not finite real numbers, and a variance below 0.
    """
    drawn = real_array("values", values).ravel()
    if not 0 <= variance < math.inf:
        raise ValueError(f"variance must be finite and >= 0, got {variance:g}")
    interval = catoni_interval(drawn, np.ones(drawn.size), variance, 1 - _LEVEL)
    return Beside(float(place), float(theory), float(drawn.mean()), interval)


def rows_of(
    quantity: str,
    mechanism: Any,
    x: ArrayLike,
    y: ArrayLike,
    places: Sequence[float],
    theory: Sequence[float],
    **more: Any,
) -> list[Beside]:
    """Estimates by simulation at a list of places beside a formula: of one mechanism at a pair of inputs for each place, or of a
    mechanism for each place at one pair.

    Args:
        quantity, mechanism, x, y, more: as of `rftheory.estimate`; of a list of mechanisms each is drawn at the one pair.

    Raises:
        ValueError: as `rftheory.estimate`, and unless there are as many places and values as pairs.
    """
    drawn = mechanism if isinstance(mechanism, list) else [mechanism]
    found = [each for one in drawn for each in estimate(quantity, one, x, y, level=_LEVEL, **more).run.estimates]
    if not len(found) == len(places) == len(theory):
        raise ValueError(
            f"places and theory must be {len(found)} numbers, as many as pairs, got {len(places)}, {len(theory)}"
        )
    return [
        Beside(
            float(place),
            float(value),
            each.in_floats(each.value),
            each.interval.scaled(math.exp(each.log_unit)) if each.interval.conclusive else each.interval,
        )
        for place, value, each in zip(places, theory, found, strict=True)
    ]


def through(
    summary: str,
    x: str,
    y: str,
    *curves: tuple[str, ArrayLike, ArrayLike | Callable[..., Any], Iterable[Beside]],
    unit: float = 1.0,
    best: float | None = None,
    **told: Any,
) -> PngPicture:
    """A plot of theoretical curves through the confidence intervals of simulations.

    Args:
        summary: alternative text for readers who do not see the picture.
        x, y: labels of the axes.
        curves: for each curve its label, places, theoretical values (numbers, or a function of mpmath numbers) and rows of
            `rows_of`; a row without an interval is left out.
        unit: unit of the vertical axis, by which everything is divided.
        best: place of an optimum, marked by a line.
        told: parameters that the caption names.
    """
    from rftheory.plots.plot import BAR, curve, finish, looks, panels, points

    figure, [axes] = panels()
    unit = float(unit)
    for (label, places, theory, rows), look in zip(curves, looks(), strict=False):
        values = plain(theory, places) if callable(theory) else np.asarray(theory)
        curve(axes, places, values / unit, look, label)
        shown = [row.over(unit) for row in rows if row.interval.conclusive]
        bars = [row.interval.half_width / BAR for row in shown]
        points(axes, [row.place for row in shown], [row.interval.middle for row in shown], bars, look)
    if best is not None:
        axes.axvline(best, color="black", linewidth=0.8)
    axes.set(xlabel=x, ylabel=y)
    marks = f"curves: theory; points: draws, bars intervals of level {_LEVEL:.2%}" + "; line: the optimum" * (
        best is not None
    )
    return picture(finish(figure, marks, **told), summary)
