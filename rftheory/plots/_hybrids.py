"""The three estimators of the softmax kernel that plots of hybrids compare, drawn and as the statements have them."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from matplotlib.axes import Axes
from numpy.typing import ArrayLike

from rftheory.families.hybrids.angular import Angular
from rftheory.families.hyperbolic import Hyperbolic
from rftheory.families.trigonometric import Trigonometric
from rftheory.inputs.arrays import Array
from rftheory.montecarlo.estimators.coupled import Regular
from rftheory.montecarlo.estimators.estimator import Estimator
from rftheory.montecarlo.estimators.hybrids import Bipolar
from rftheory.statements.claimed import log_claimed

#: angles of curves, inside of [0, pi]: at the ends some errors are zero; and angles of points
CURVE = (np.arange(200) + 0.5) / 200 * np.pi
DRAWN = np.linspace(0, np.pi, 13)


class Rival(NamedTuple):
    """An estimator, and the statement with its mean squared error."""

    name: str
    estimator: Estimator
    statement: str
    hybrid: bool = False

    def log_mse(self, theta: ArrayLike, r: ArrayLike, m: int, n: int) -> Array:
        """log of the mean squared error for two inputs of length r at the angle theta."""
        more: dict[str, Any] = {"n": n} if self.hybrid else {}
        return log_claimed(self.statement, "mse", theta=theta, x_norm=r, y_norm=r, m=m, **more)


RIVALS = (
    Rival("trigonometric", Regular(Trigonometric()), "hrf.lemma-2.2-trig"),
    Rival("positive", Regular(Hyperbolic()), "hrf.lemma-2.2-pos"),
    Rival("angular hybrid", Bipolar(Hyperbolic(), Trigonometric(), Angular()), "hrf.theorem-D.1-indep", hybrid=True),
)


def pair_at(theta: float, r: float) -> tuple[Array, Array]:
    """Two inputs of length r at an angle, in the plane: the law of the three estimators is that of any more dimensions."""
    return r * np.array([1.0, 0.0]), r * np.array([np.cos(theta), np.sin(theta)])


def angle_axis(axes: Axes, label: bool = True) -> None:
    """Ticks at multiples of pi/4."""
    axes.set_xticks(np.linspace(0, np.pi, 5), ("0", "π/4", "π/2", "3π/4", "π"))
    if label:
        axes.set_xlabel("angle θ of x and y (rad)")
