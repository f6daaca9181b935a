"""Printed bounds that fail, beside their corrections and the quantity that they bound: one panel per erratum."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from numpy.typing import ArrayLike

from rftheory.couplings.simplex import Simplex
from rftheory.estimators.coupled import Regular
from rftheory.estimators.estimator import Estimator
from rftheory.estimators.hybrids import Bipolar
from rftheory.families.generalized_exponential import GeneralizedExponential
from rftheory.families.hyperbolic import Hyperbolic
from rftheory.families.trigonometric import Trigonometric
from rftheory.hybrids.angular import Angular
from rftheory.hybrids.gaussian import Gaussian
from rftheory.inputs import kernels
from rftheory.inputs.arrays import Array
from rftheory.montecarlo.measured import Measured, mean_of, root_of
from rftheory.plots._errata import Panel, errata_figure
from rftheory.plots._hybrids import pair_at
from rftheory.plots._shown import measured_points
from rftheory.plots.plot import Look, Plot, curve, looks, points
from rftheory.statements.claimed import log_claimed, log_defined

#: what is true, what is printed, and what replaces it
_TRUE, _PRINTED, _CORRECT, _OTHER = islice(looks(), 4)
_ANGULAR = Bipolar(Hyperbolic(), Trigonometric(), Angular())
#: angles at which the worst error is looked for: it is the same at theta and pi - theta, and near 1/r for long inputs
_ANGLES = np.geomspace(1e-3, np.pi / 2, 100)


def tail(axes: Axes, replicates: int, generator: np.random.Generator) -> None:
    """One sample of GERF is further than epsilon from the kernel."""
    name = "crt.theorem-4.2-iid"
    size, A, x = 4, -2, np.array([1.0, 0, 0, 0])
    epsilon = np.linspace(0.5, 110, 400)
    values: dict[str, ArrayLike] = {"A": A, "x_norm": 1, "y_norm": 1, "theta": 0, "d": size, "m": 1}
    at: dict[str, ArrayLike] = {**values, "epsilon": epsilon}
    few = epsilon[::8]
    curve(axes, few, np.exp(log_defined(name, "Hoeffding", **{**values, "epsilon": few})), _TRUE, "probability")
    curve(axes, epsilon, np.exp(log_claimed(name, "power -d/2", **at)), _PRINTED, "restored bound")
    curve(axes, epsilon, np.exp(log_claimed(name, "power -d", **at)), _CORRECT, "corrected bound")
    curve(axes, epsilon, np.exp(log_claimed(name, "Hoeffding", **at)), _OTHER, "the same, with the exact range")
    shown = np.linspace(10, 70, 7)
    drawn = np.abs(Regular(GeneralizedExponential(A, 1)).draw(generator, 50 * replicates, x, x, 1, 1) - 1)
    measured = [mean_of((drawn >= level).astype(float)) for level in shown]
    measured_points(axes, shown, measured, _TRUE)
    axes.set(title="the restored bound falls below the probability\nGERF, A = -2, x = y, |x| = 1, d = 4, m = 1")
    axes.set(xlabel="ε", ylabel="P(|error| ≥ ε)")
    axes.set(yscale="log", ylim=(1e-8, 4))


def worst_case(axes: Axes, replicates: int, generator: np.random.Generator) -> None:
    """The worst relative error of the angular hybrid over that of its base estimators."""
    name, n = "hrf.theorem-3.5-bound", 1
    r = np.linspace(0.5, 8, 76)
    at: dict[str, ArrayLike] = {"r": r, "theta": 0, "m": 1, "n": n}
    single = _worst_single(r)
    curve(axes, r, np.exp(_worst(r, n)[0] - single), _TRUE, "worst angle")
    long = r >= 1
    curve(axes, r[long], np.exp(log_claimed(name, "bound", **at) - single)[long], _PRINTED, "printed bound, r ≥ 1")
    curve(axes, r, np.exp(log_claimed(name, "corrected bound", **at) - single), _CORRECT, "corrected bound")
    shown = np.linspace(1, 8, 8)
    _hybrid_points(axes, shown, n, -_worst_single(shown), replicates, generator)
    axes.set(title="the printed bound falls below the worst angle\nangular hybrid, m = n = 1")
    axes.set(xlabel="r = |x| = |y|", ylabel="relative error / worst of base estimators", ylim=(0, 0.8))


def growth(axes: Axes, replicates: int, generator: np.random.Generator) -> None:
    """How the worst relative error grows with the length of the inputs."""
    name, n = "hrf.theorem-3.5-rate", 1
    r = np.geomspace(1, 100, 60)
    at: dict[str, ArrayLike] = {"r": r, "theta": 0, "m": 1, "n": n}
    scale = log_claimed(name, "rate", **at, C=1)
    curve(axes, r, np.exp(_worst(r, n)[0] - scale), _TRUE, "worst angle")
    curve(axes, r, np.ones_like(r), _PRINTED, "printed: at most a constant, here 1")
    curve(axes, r, np.exp(log_claimed(name, "from above", **at) - scale), _CORRECT, "corrected, from above")
    # of squares, at the angle 1/(sqrt(2) r)
    below = log_claimed(name, "from below", theta=1 / (np.sqrt(2) * r), m=1, n=n) / 2
    curve(axes, r, np.exp(below - scale), _OTHER, "corrected, from below")
    shown = np.geomspace(1, 6, 5)
    over = -log_claimed(name, "rate", **{**at, "r": shown}, C=1)
    _hybrid_points(axes, shown, n, over, replicates, generator)
    axes.set(title="the worst error outgrows the printed rate\nangular hybrid, m = n = 1")
    axes.set(xlabel="r = |x| = |y|", ylabel="worst relative error / (exp(2r²)/r)")
    axes.set(xscale="log", yscale="log", ylim=(0.1, 10))


def equal_length(axes: Axes, replicates: int, generator: np.random.Generator) -> None:
    """Worst relative errors at one length of the feature maps."""
    r, shown = np.linspace(0.05, 4, 80), np.linspace(0.25, 4, 6)
    for n, look in zip((1, 2, 4), (_TRUE, _CORRECT, _OTHER), strict=True):
        over = [-log_claimed("hrf.abstract-worst-case", "equal length", r=a, theta=0, m=1, n=n) for a in (r, shown)]
        curve(axes, r, np.exp(_worst(r, n)[0] + over[0]), look, f"hybrid, n = {n}")
        _hybrid_points(axes, shown, n, over[1], replicates, generator, look)
    curve(axes, r, np.ones_like(r), _PRINTED, "equal errors (a remark)")
    axes.set(title="for short inputs hybrids with n > 1 have the larger error\nfeature maps of one length, m = 1")
    axes.set(xlabel="r = |x| = |y|", ylabel="worst error / worst of base estimators", ylim=(0, 1.3))


def decrease(axes: Axes, replicates: int, generator: np.random.Generator) -> None:
    """The error of trigonometric features against their number."""
    name, family = "hrf.sec-D.4-rate", Trigonometric()
    m = 2 ** np.arange(8)
    features = np.array([family.feature_length(int(each)) for each in m])
    at: dict[str, ArrayLike] = {"r": 1, "theta": np.pi / 2, "m": m}
    curve(axes, features, np.exp(log_claimed(name, "regular", **at, C=1)) / features, _PRINTED, "printed: 1/number")
    curve(
        axes,
        features,
        np.exp(log_claimed(name, "T, corrected", **at)) / np.sqrt(features),
        _TRUE,
        "corrected: 1/root of number",
    )
    measured = [_relative_error(Regular(family), np.pi / 2, 1.0, int(each), 1, replicates, generator) for each in m]
    measured_points(axes, features, measured, _TRUE)
    axes.set(title="the error falls with the root of the number\ntrigonometric features, r = 1, θ = π/2")
    axes.set(xlabel="number of features", ylabel="relative error")
    axes.set_xscale("log", base=2)
    axes.set_yscale("log")


def near_pi(axes: Axes, replicates: int, generator: np.random.Generator) -> None:
    """Relative errors for nearly opposite inputs."""
    gap, r, n = np.geomspace(0.01, 2, 200), 1.0, 1
    shown = np.geomspace(0.02, 1, 6)
    hybrid = log_claimed("hrf.theorem-3.5-proof", "(48)", r=r, theta=np.pi - gap, m=1, n=n) / 2
    # the lemma speaks of the positive estimator at the angle pi - theta
    curve(axes, gap, np.exp(log_claimed("hrf.lemma-3.4", "positive", r=r, theta=gap, m=1)), _PRINTED, "positive")
    curve(axes, gap, np.exp(hybrid), _TRUE, "angular hybrid")
    # few of the draws of the hybrid choose the trigonometric estimator
    for estimator, look in ((Regular(Hyperbolic()), _PRINTED), (_ANGULAR, _TRUE)):
        measured = [_relative_error(estimator, np.pi - t, r, 1, n, 10 * replicates, generator) for t in shown]
        measured_points(axes, shown, measured, look)
    axes.set(title="for nearly opposite inputs the hybrid has the larger error\nr = m = n = 1 (a remark)")
    axes.set(xlabel="π - θ, θ the angle of x and y (rad)", ylabel="relative error", xscale="log", yscale="log")


def gaussian_hybrid(axes: Axes, replicates: int, generator: np.random.Generator) -> None:
    """Errors of two hybrids, of which the Gaussian one is said to have the larger."""
    theta, r, n, sigma = np.linspace(0.02, 3.12, 200), 0.5, 1, 1
    shown = np.linspace(0.4, 3, 7)
    at: dict[str, ArrayLike] = {"r": r, "m": 1, "n": n}
    gaussian = log_claimed("hrf.theorem-F.2", "(77)", theta=theta, sigma=sigma, **at)
    angular = log_claimed("hrf.theorem-D.1-equal", "independent, corrected", theta=theta, **at)
    curve(axes, theta, np.exp(gaussian), _PRINTED, "Gaussian coefficient")
    curve(axes, theta, np.exp(angular), _TRUE, "angular coefficient")
    mixed = Bipolar(
        Hyperbolic(), Trigonometric(), Gaussian(kind="trigonometric").at({kernels.sigma: sigma, kernels.r: r})
    )
    for estimator, look in ((mixed, _PRINTED), (_ANGULAR, _TRUE)):
        measured = []
        for t in shown:
            x, y = pair_at(t, r)
            drawn = estimator.draw(generator, 5 * replicates, x, y, 1, n)
            measured.append(mean_of(np.square(np.real(drawn) - np.exp(x @ y))))
        measured_points(axes, shown, measured, look)
    axes.set(title="at small angles the angular hybrid has the larger error\nr = 1/2, σ = m = n = 1")
    axes.set(xlabel="angle θ of x and y (rad)", ylabel="mean squared error", yscale="log")


def fewer_directions(axes: Axes, replicates: int, generator: np.random.Generator) -> None:
    """Conformities of two unit vectors of R^3: of a simplex of d vertices, and opposite to each other."""
    name, d, m = "simrf.theorem-3.4", 3, 2
    v, shown = np.linspace(0, 4, 100), np.linspace(0.5, 4, 8)
    at: dict[str, ArrayLike] = {"d": d, "m": m, "v": v, "r_1": 1, "r_2": 1}
    curve(axes, v, np.exp(log_defined(name, "fewer than d", **at)), _PRINTED, "printed as least: simplex of d vertices")
    curve(axes, v, np.exp(log_claimed(name, "simplex of m vertices", **at)), _TRUE, "corrected: simplex of m vertices")
    directions = Simplex().draw(generator, m, d, 5 * replicates)
    directions /= np.linalg.norm(directions, axis=-1, keepdims=True)
    along = directions.sum(axis=1)[:, 0]
    measured_points(axes, shown, [mean_of(np.exp(each * along)) for each in shown], _PRINTED)
    axes.set(title="opposite vectors have the least conformity\ntwo unit vectors, d = 3")
    axes.set(xlabel="v = |x + y|", ylabel="conformity E exp((u₁ + u₂)·(x + y))")


def _worst_single(r: Array) -> Array:
    """log of the worst relative error of the base estimators, m = 1."""
    return log_claimed("hrf.lemma-3.4-max", "T, reached", r=r, m=1)


def _worst(r: Array, n: int) -> tuple[Array, Array]:
    """log of the worst relative error of the angular hybrid, m = 1, and an angle in [pi/2, pi) that has it."""
    ratios = log_claimed("hrf.theorem-3.5-bound", "scaled error", r=r[:, None], theta=_ANGLES, m=1, n=n) / 2
    return ratios.max(axis=1) + _worst_single(r), np.pi - _ANGLES[ratios.argmax(axis=1)]


def _hybrid_points(
    axes: Axes, r: Array, n: int, log_factor: Array, replicates: int, generator: np.random.Generator, look: Look = _TRUE
) -> None:
    """Errors of the angular hybrid at the worst angle, times a factor.

    Of the two angles with the same error it is the one where that is made by bounded features, so that its draws are not
    heavy-tailed.
    """
    angles = _worst(r, n)[1]
    measured = [
        _relative_error(_ANGULAR, t, a, 1, n, 4 * replicates, generator) for t, a in zip(angles, r, strict=True)
    ]
    factor = np.exp(log_factor)
    values, errors = (np.array(part) * factor for part in zip(*measured, strict=True))
    points(axes, r, values, errors, look)


def _relative_error(
    estimator: Estimator, theta: float, r: float, m: int, n: int, replicates: int, generator: np.random.Generator
) -> Measured:
    """The root of the mean squared error over the softmax kernel."""
    x, y = pair_at(theta, r)
    drawn = estimator.draw(generator, replicates, x, y, m, n)
    return root_of(mean_of(np.square(np.real(drawn) / np.exp(x @ y) - 1)))


PANELS: dict[str, Panel] = {
    "crt.theorem-4.2-iid": tail,
    "hrf.theorem-3.5-bound": worst_case,
    "hrf.theorem-3.5-rate": growth,
    "hrf.abstract-worst-case": equal_length,
    "hrf.sec-D.4-rate": decrease,
    "hrf.sec-D.4-superior": near_pi,
    "hrf.sec-2.4-gauss": gaussian_hybrid,
    "simrf.theorem-3.4": fewer_directions,
}


def draw(errata: Sequence[str] = tuple(PANELS), replicates: int = 5_000, seed: int = 0) -> Figure:
    """Printed bounds beside what replaces them.

    Args:
        errata: ids of statements with a panel.
        replicates: draws per point; rare events have up to 50 times as many.
        seed: root of the draws.
    """
    return errata_figure(PANELS, errata, replicates, seed)


PLOT = Plot(
    name="bounds",
    title="Printed bounds that fail, and their corrections",
    source="Errata that are inequalities",
    draw=draw,
    statements=tuple(PANELS),
    key=True,
)
