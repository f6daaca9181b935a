"""Log-variances of mechanisms for the Gaussian kernel, on pairs of inputs of four kinds, against their scale.

Each mechanism has one parameter for all pairs, from averages over the data. Curves are means over the pairs, bands one standard
deviation over the pairs to both sides.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from rftheory.families.shifted import Shifted, shift_below
from rftheory.inputs.arrays import Array, check_count
from rftheory.mechanisms.mechanism import Mechanism
from rftheory.mechanisms.mse import log_variance
from rftheory.montecarlo.measured import Measured, log_of, mse_of_draws
from rftheory.plots.plot import BAR, LineStyle, Plot, curve, finish, looks, measured_points, panels
from rftheory.plots.samples import REGIMES, available

_SCALES, _DRAWN = np.linspace(0.1, 1, 10), slice(0, None, 3)
#: pairs of which the variances are drawn
_SHOWN = 4
#: counts are drawn where E Z^2 is at most e K^2: beyond, so few draws miss what makes it
_LIGHT = 1.0
#: how far the coordinates of shifted inputs are from 0, in units of the scale
_MARGIN = 0.01


class _Curve(NamedTuple):
    """Features, with the parameters that are best for averages over data.

    Attributes:
        shifted: whether they are those of inputs that are shifted so that every coordinate, and with it every feature, is positive.
    """

    name: str
    features: str
    shifted: bool = False

    def family(self, x: Array, y: Array) -> Any:
        """For data of shape (L, d) each."""
        family = Mechanism(self.features).family
        if self.shifted:
            margin = _MARGIN * float(np.abs(np.vstack([x, y])).max())
            family = Shifted(family, tuple(shift_below(x, y, margin)))
        return family.fit(x, y, x.shape[1])


#: features of any sign, and positive features
MECHANISMS = (
    (
        _Curve("TrigRF", "gerf(A=0, s=-1)"),
        _Curve("GERF", "gerf"),
        _Curve("PoisRF", "poisson"),
        _Curve("GeomRF", "geometric"),
    ),
    (
        _Curve("PosRF", "gerf(A=0)"),
        _Curve("OPRF", "oprf"),
        _Curve("PoisRF+", "poisson", shifted=True),
        _Curve("GeomRF+", "geometric", shifted=True),
    ),
)


def draw(d: int = 64, pairs: int = 40, replicates: int = 1_000, seed: int = 0) -> Figure:
    """Mean and standard deviation of the log-variance of one sample, over pairs of each kind; images with scikit-learn only.

    Args:
        d: dimension; images have 64 whatever it is.
        pairs: how many pairs of inputs, at least 4.
        replicates: draws per pair, of the first 4 pairs.
        seed: root of the inputs and the draws.
    """
    check_count("d", d)
    check_count("replicates", replicates, 2)
    check_count("pairs", pairs, _SHOWN)
    shown = available()
    figure, axes = panels(2, len(shown))
    generators = np.random.default_rng(np.random.SeedSequence(seed)).spawn(len(REGIMES))
    for row, name in enumerate(shown):
        x, y = REGIMES[name](generators[row], pairs, d)
        for axis, group, words in zip(axes[2 * row : 2 * row + 2], MECHANISMS, ("any sign", "positive"), strict=True):
            for mechanism, look in zip(group, looks(), strict=False):
                _panel(axis, mechanism, x, y, look, replicates, generators[row])
            axis.set(title=f"{name}, features of {words}" if words == "any sign" else f"{name}, {words} features")
            axis.set(xlabel="scale σ of the inputs", ylabel="log Var of one sample", xlim=(0.05, 1.05))
    marks = (
        "curves: means over the pairs; bands: one standard deviation over the pairs to both sides\n"
        f"points: the same with draws of {_SHOWN} pairs in the place of theory, bars {BAR:g} standard errors\n"
        "points of Poisson and geometric features only where E Z² ≤ e K²: beyond, so few draws miss what makes it"
    )
    return finish(figure, marks=marks, kernel="Gaussian", d=d, pairs=pairs, draws=replicates, seed=seed)


def _panel(
    axes: Axes, mechanism: _Curve, x: Array, y: Array, look: LineStyle, replicates: int, generator: np.random.Generator
) -> None:
    """The curve, the band and the points of a mechanism."""
    logs = np.array([exact(mechanism, scale * x, scale * y) for scale in _SCALES])
    mean, deviation = logs.mean(axis=1), logs.std(axis=1)
    curve(axes, _SCALES, mean, look, mechanism.name)
    axes.fill_between(_SCALES, mean - deviation, mean + deviation, color=look.color, alpha=0.15, linewidth=0)
    found = [(s, drawn(mechanism, s * x, s * y, replicates, generator)) for s in _SCALES[_DRAWN]]
    shown = [(scale, point) for scale, point in found if point is not None]
    measured_points(axes, [scale for scale, _ in shown], [point for _, point in shown], look)


def exact(mechanism: _Curve, x: Array, y: Array) -> Array:
    """log-variances pair by pair."""
    return log_variance(mechanism.family(x, y), x, y)


def drawn(mechanism: _Curve, x: Array, y: Array, replicates: int, generator: np.random.Generator) -> Measured | None:
    """The mean over all pairs as theory has it, plus what draws say of the first pairs beyond what theory says of them."""
    family = mechanism.family(x, y)
    logs = log_variance(family, x, y)
    log_excess = np.logaddexp(0, logs + np.square(x - y).sum(axis=1))
    if family.of_counts and log_excess[:_SHOWN].max() > _LIGHT:
        return None
    estimator = Mechanism(family).estimator()
    pairs = zip(x[:_SHOWN], y[:_SHOWN], strict=True)
    measured = [log_of(mse_of_draws(estimator, generator, replicates, *pair, 1)) for pair in pairs]
    value = logs.mean() + float(np.mean([m.value - log for m, log in zip(measured, logs, strict=False)]))
    return Measured(value, float(np.sqrt(np.sum([m.error**2 for m in measured]))) / len(measured))


PLOT = Plot(
    name="log-variances",
    title="Log-variances of mechanisms in four regimes of data",
    source="CRT, Fig. 2",
    run=draw,
    statements=("crt.sec-5.1", "crt.sec-5.1-digits", "crt.theorem-3.2", "crt.theorem-3.4", "crt.theorem-3.5"),
)
