"""The three estimators of the softmax kernel that plots of hybrids compare, drawn and as the statements have them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from matplotlib.axes import Axes
from numpy.typing import ArrayLike

from rftheory.estimators.coupled import Regular
from rftheory.estimators.estimator import Estimator
from rftheory.estimators.hybrids import Bipolar
from rftheory.families.hyperbolic import Hyperbolic
from rftheory.families.trigonometric import Trigonometric
from rftheory.hybrids.angular import Angular
from rftheory.inputs.arrays import Array
from rftheory.plots.plot import came
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


#: what is below this part of the largest error is rounding: differences of squares up to 100 stand in exponents
_ROUNDING = 2.0**-40
#: angles at which the largest error is looked for, both ends among them
_ALL = np.linspace(0, np.pi, 721)


def surfaces_beside(r: float, m: int, n: int, rivals: Sequence[Rival] = RIVALS) -> str:
    """What HRF says of its Fig. 1, beside the errors at both ends of the angles."""
    ends = {rival: _at_both_ends(rival, r, m, n) for rival in rivals}
    told = "; ".join(f"{rival.name} {zero:.3g} and {pi:.3g}" for rival, (zero, pi) in ends.items())
    answer = came(all(rival.hybrid != any(at_ends) for rival, at_ends in ends.items()))
    return (
        'HRF, Fig. 1 (m = 10, n = 1, r up to 5, no numbers): "only for the angular hybrid estimator, the MSE goes to zero for both" '
        f"θ → 0 and θ → π\nhere at r = {r:g} the MSE at θ = 0 and π: {told}: {answer}"
    )


def _at_both_ends(rival: Rival, r: float, m: int, n: int) -> list[float]:
    """The mean squared errors at the angles 0 and pi."""
    errors = np.exp(rival.log_mse(_ALL, r, m, n))
    return [0.0 if error < _ROUNDING * errors.max() else float(error) for error in errors[[0, -1]]]


def pointwise_beside(radii: Sequence[float], m: int, bases: int, n: int) -> str:
    """What HRF says of its Fig. 2, beside the largest relative errors over the angles."""
    lines = []
    for r in radii:
        errors = {rival.name: largest(rival, r, bases if rival.hybrid else m, n) for rival in RIVALS}
        lines.append(f"r = {r:g}: " + ", ".join(f"{name} {error:.3g}" for name, error in errors.items()))
    return (
        'HRF, Sec. 4.1 (Fig. 2, 5, no numbers): the angular hybrid "has smaller max-relative-error than other estimators"\n'
        f"here the largest relative errors, in theory: {'; '.join(lines)}\n"
        "not comparable: how many projections the hybrid has is not said (Theorem 3.5 and hrf.experiments say what is true of any)"
    )


def largest(rival: Rival, r: float, m: int, n: int) -> float:
    """The largest relative error over the angles."""
    return float(np.exp(rival.log_mse(_ALL, r, m, n) / 2 - r * r * np.cos(_ALL)).max())


def pair_at(theta: float, r: float) -> tuple[Array, Array]:
    """Two inputs of length r at an angle, in the plane: the law of the three estimators is that of any more dimensions."""
    return r * np.array([1.0, 0.0]), r * np.array([np.cos(theta), np.sin(theta)])


def angle_axis(axes: Axes, label: bool = True) -> None:
    """Ticks at multiples of pi/4."""
    axes.set_xticks(np.linspace(0, np.pi, 5), ("0", "π/4", "π/2", "3π/4", "π"))
    if label:
        axes.set_xlabel("angle θ of x and y (rad)")
