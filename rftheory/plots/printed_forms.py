"""Printed formulas that are not so, beside their corrections and draws from the definition: one panel per erratum."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import islice

import numpy as np
import sympy as sp
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from numpy.typing import ArrayLike

from rftheory.estimators.coupled import Regular
from rftheory.estimators.estimator import Estimator
from rftheory.estimators.hybrids import Bipolar, Coefficient
from rftheory.families.complex_exponential import ComplexExponential
from rftheory.families.hyperbolic import Hyperbolic
from rftheory.families.trigonometric import Trigonometric
from rftheory.hybrids.angular import Angular
from rftheory.inputs.arrays import Array
from rftheory.montecarlo.measured import mean_of
from rftheory.plots._errata import Panel, errata_figure
from rftheory.plots._hybrids import angle_axis, pair_at
from rftheory.plots._shown import measured_points
from rftheory.plots.plot import Plot, curve, looks
from rftheory.statements.claimed import log_claimed

_CORRECT, _PRINTED = islice(looks(), 2)
_ANGLE = 2 * np.pi / 3


def positive_variance(axes: Axes, replicates: int, generator: np.random.Generator) -> None:
    """The CE estimator of A = I, said to be the two-sided positive one."""
    _variances(axes, "hrf.ce-pos", ComplexExponential(scalar=sp.Integer(1)), replicates, generator)


def complex_variance(axes: Axes, replicates: int, generator: np.random.Generator) -> None:
    """The CE estimator of A = i I, said to be the trigonometric one."""
    _variances(axes, "hrf.ce-trig", ComplexExponential(scalar=sp.I), replicates, generator)


def _variances(
    axes: Axes, name: str, family: ComplexExponential, replicates: int, generator: np.random.Generator
) -> None:
    """Variances of one sample over the square of the kernel, for inputs of one length."""
    r, shown = np.linspace(0.02, 1, 100), np.linspace(0.2, 1, 5)
    at: dict[str, ArrayLike] = {"x_norm": r, "y_norm": r, "theta": _ANGLE, "m": 1}
    log_kernel = r**2 * np.cos(_ANGLE)
    curve(axes, r, np.exp(log_claimed(name, "same variance", **at) - 2 * log_kernel), _PRINTED, "printed")
    curve(axes, r, np.exp(log_claimed(name, "variance", **at) - 2 * log_kernel), _CORRECT, "corrected")
    measured = []
    for each in shown:
        x, y = pair_at(_ANGLE, each)
        drawn = Regular(family).draw(generator, 4 * replicates, x, y, 1, 1)
        measured.append(mean_of(np.abs(drawn / np.exp(x @ y) - 1) ** 2))
    measured_points(axes, shown, measured, _CORRECT)
    axes.set(title=f"the printed variance is too small\ncomplex exponential estimator, A = {family.scalar}, θ = 2π/3")
    axes.set(xlabel="r = |x| = |y|", ylabel="variance of one sample / SM²")


def second_moment(axes: Axes, replicates: int, generator: np.random.Generator) -> None:
    """The second moment of the angular coefficient."""
    name, n = "hrf.lemma-3.2-proof", 2
    _over_angles(
        axes,
        lambda claim, theta: log_claimed(name, claim, theta=theta, x_norm=1, y_norm=1, m=1, n=n),
        ("(44), fourth member", "(44), fourth member corrected"),
        lambda x, y: np.square(np.real(Coefficient(Angular()).draw(generator, replicates, x, y, 1, n))),
    )
    axes.set(
        title=f"the printed moment is too large\nangular coefficient, n = {n}",
        ylabel="second moment of the coefficient",
    )


def equal_lengths(axes: Axes, replicates: int, generator: np.random.Generator) -> None:
    """The error of the angular hybrid for inputs of one length."""
    name, r, n = "hrf.theorem-D.1-equal", 0.5, 1
    hybrid: Estimator = Bipolar(Hyperbolic(), Trigonometric(), Angular())
    _over_angles(
        axes,
        lambda claim, theta: log_claimed(name, claim, theta=theta, r=r, m=1, n=n),
        ("independent", "independent, corrected"),
        lambda x, y: np.square(
            np.real(hybrid.draw(generator, 8 * replicates, x * r, y * r, 1, n)) - np.exp(r**2 * (x @ y))
        ),
    )
    axes.set(title="the printed error is too small\nangular hybrid, r = 1/2, m = n = 1", ylabel="mean squared error")


def _over_angles(
    axes: Axes,
    log_value: Callable[[str, Array], Array],
    claims: tuple[str, str],
    draws: Callable[[Array, Array], Array],
) -> None:
    """The printed and the corrected claim against theta, with means of draws at two unit vectors."""
    theta, shown = (np.arange(100) + 0.5) / 100 * np.pi, np.linspace(0.5, 3, 6)
    for claim, look, label in zip(claims, (_PRINTED, _CORRECT), ("printed", "corrected"), strict=True):
        curve(axes, theta, np.exp(log_value(claim, theta)), look, label)
    measured_points(axes, shown, [mean_of(draws(*pair_at(each, 1.0))) for each in shown], _CORRECT)
    angle_axis(axes)


PANELS: dict[str, Panel] = {
    "hrf.ce-pos": positive_variance,
    "hrf.ce-trig": complex_variance,
    "hrf.lemma-3.2-proof": second_moment,
    "hrf.theorem-D.1-equal": equal_lengths,
}


def draw(errata: Sequence[str] = tuple(PANELS), replicates: int = 5_000, seed: int = 0) -> Figure:
    """Printed formulas beside what replaces them.

    Args:
        errata: ids of statements with a panel.
        replicates: draws per point; heavy-tailed ones have up to 8 times as many.
        seed: root of the draws.
    """
    return errata_figure(PANELS, errata, replicates, seed)


PLOT = Plot(
    name="printed-forms",
    title="Printed formulas that are not so, and their corrections",
    source="Errata that are identities",
    draw=draw,
    statements=tuple(PANELS),
)
