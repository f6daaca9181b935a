r"""The parameters A (complex) and s of GERF that give the least variance (6), certified.

With u = 1 - 8A, Re u > 0, and t = |x + s y|^2 the second moment is ``exp(-(s + 1)(|x|^2 + |y|^2)) F``,

    F = (Re exp(g) + exp(p))/2,   exp(g) = ((1+u)^2/(4u))^(d/2) exp(s (1 + 1/u) t),
    exp(p) = (|1+u|^2/(4 Re u))^(d/2) exp((s (1 + Re u) + |1+u|) t/(2 Re u)).

For s = +1 no complex A is better than the best real one (proved in the statement on the open questions), which is the
closed form of OPRF. For s = -1 the minimum is enclosed by branch and bound over w = log u. As ``|exp(g)| <= exp(p - t)``
and ``exp(p) >= Q^(d/2)`` with Q = |1+u|^2/(4 Re u), a parameter is worse than a value F0 once
``Q^(d/2) (1 - exp(-t)) > 2 F0``: what is left, Q <= M, is the bounded set ``cosh(Re w) <= (2M - 1) cos(Im w)``.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from flint import acb, arb, ctx
from scipy.optimize import brentq, minimize_scalar

from rftheory.optima.formulas import log_excess, optimal_rho

PRECISION = 128
#: boxes of branch and bound, about one second; the proof of a minimum that is that flat is given up
_MOST_BOXES = 10_000
#: logarithms of second moments in float64 that differ by more are told apart
_TOLD = 1e-12


class _GivenUp(RuntimeError):
    """Branch and bound does not decide within its boxes."""


@dataclass(frozen=True)
class Parameters:
    """One choice of A and s. ``log_low <= log E (Re Z)^2 <= log_high`` for the best choice with this s, rigorously;
    ``log_high`` belongs to A. ``boxes``: how many boxes the proof took (0: closed form; None: it was given up, A is the best real
    parameter and ``log_low`` is only log K^2, the second moment without a variance)."""

    A: complex
    s: int
    log_low: float
    log_high: float
    boxes: int | None


@dataclass(frozen=True)
class GerfOptimum:
    """The best parameters, those of each sign, and the logarithms of the variances of the best GERF and of others.

    All variances are of one sample, for the Gaussian kernel.
    """

    best: Parameters
    positive: Parameters
    oscillating: Parameters
    log_variance: float
    log_variance_positive: float
    log_variance_trigonometric: float


def optimal_gerf(lengths: float, square: float, dimension: int, tolerance: float = 1e-6) -> GerfOptimum:
    """The A in C with Re(1 - 8A) > 0 and the s in {-1, +1} of least variance (6).

    Args:
        lengths: |x|^2 + |y|^2, or its average.
        square: |x + y|^2, or its average; ``|x - y|^2`` is then ``2 lengths - square``.
        dimension: d >= 1.
        tolerance: how far, relatively, the variance for s = -1 may be from the least one; between 1e-12 and 1/2. For small |x - y|
            the variance is too flat in A for a proof in reasonable time: then ``boxes`` is None.

    Raises:
        ValueError: if no two inputs have these statistics.
        RuntimeError: if a complex A is better than every real one.
    """
    if not (math.isfinite(lengths) and math.isfinite(square) and 0 <= square <= 2 * lengths and lengths > 0):
        raise ValueError(f"square must be in [0, 2 lengths] with lengths > 0 finite, got {square} and {lengths}")
    if isinstance(dimension, bool) or int(dimension) != dimension or dimension < 1:
        raise ValueError(f"dimension must be an integer >= 1, got {dimension}")
    if not 1e-12 <= tolerance <= 0.5:
        raise ValueError(f"tolerance must be in [1e-12, 1/2], got {tolerance}")
    with ctx.workprec(PRECISION):
        lengths_ball, square_ball = arb(lengths), arb(square)
        difference = 2 * lengths_ball - square_ball
        positive = _positive(lengths_ball, square_ball, int(dimension))
        oscillating = _oscillating(difference, int(dimension), tolerance)
        best = min(positive, oscillating, key=lambda choice: choice.log_high)
        trigonometric = (1 + (-2 * difference).exp()) / 2
        logs = [arb(best.log_high), (square_ball * 2 - lengths_ball * 2), trigonometric.log()]
        values = [_log_difference(log, -difference) for log in logs]
    return GerfOptimum(best, positive, oscillating, *values)


def _log_difference(log_moment: arb, log_square: arb) -> float:
    """log(E Z^2 - K^2); -oo where the two are not told apart."""
    gap = -(log_square - log_moment).expm1()
    return float((log_moment + gap.log()).mid()) if gap > 0 else -math.inf


# -- s = +1 -----------------------------------------------------------------------------------------------------


def _positive(lengths: arb, t: arb, dimension: int) -> Parameters:
    """OPRF: E Z^2/K^2 at rho* = 1/(1 - 8A), and log K^2 = -|x - y|^2 = t - 2 lengths."""
    rho = optimal_rho(t, dimension, arb.sqrt)
    log = log_excess(1 - 1 / rho, 1 / rho, t, arb(dimension), arb.log1p) + t - 2 * lengths
    return Parameters(complex(float((1 - 1 / rho).mid()) / 8), 1, _down(log), _up(log), 0)


def _down(value: arb) -> float:
    return math.nextafter(float(value.lower()), -math.inf)


def _up(value: arb) -> float:
    return math.nextafter(float(value.upper()), math.inf)


# -- s = -1 -----------------------------------------------------------------------------------------------------


def _oscillating(t: arb, dimension: int, tolerance: float) -> Parameters:
    """The least F for s = -1, by branch and bound over w = log u with 0 <= Im w < pi/2 (F(conj u) = F(u))."""
    if t.is_zero():
        # x = y: F = 1 at u = 1, and F >= K^2 = 1
        return Parameters(0j, -1, 0.0, 0.0, 0)
    start = _real_minimum(float(t.mid()), dimension)
    value, _ = _moment(acb(start), t, dimension)
    kernel_square = (-t).exp()
    goal = (kernel_square + (value - kernel_square).upper() * (1 - arb(tolerance))).upper()
    a = complex(-math.expm1(start) / 8)
    try:
        boxes = _certify(_rectangle(value, t, dimension), goal, t, dimension)
    except _GivenUp:
        return Parameters(a, -1, _down(-t), _up(value.log()), None)
    return Parameters(a, -1, _down(goal.log()), _up(value.log()), boxes)


def _real_minimum(t: float, dimension: int) -> float:
    """log u of the best real A, in float64."""

    def log_moment(w: float) -> float:
        growth = dimension * (np.logaddexp(0, w) - math.log(2) - w / 2)
        return float(growth + np.log1p(np.exp(-(1 + math.exp(-w)) * t)))

    def slope(w: float) -> float:
        decay = math.exp(-(1 + math.exp(-w)) * t)
        return dimension / 2 * math.tanh(w / 2) + t * math.exp(-w) * decay / (1 + decay)

    low = -math.asinh(4 + 4 * t)
    # the slope is negative at the lower end: t y exp(-(1 + y) t) < 1/e < tanh(1)/2
    # far out it is as small as exp(-2 t), which halving reaches in some hundred steps
    root = float(brentq(slope, low, 0, xtol=1e-300, maxiter=2000)) if slope(0) > 0 else 0.0
    found = minimize_scalar(log_moment, bounds=(low, 0), method="bounded", options={"xatol": 1e-12})
    # values near 1 do not tell small parameters apart, the root does
    return float(found.x) if found.fun < log_moment(root) - _TOLD else root


def _moment(w: acb, t: arb, dimension: int) -> tuple[arb, tuple[arb, arb]]:
    """F at w = log u and its partial derivatives along Re w and Im w, as balls."""
    d, u = arb(dimension), w.exp()
    a, b, half = u.real, u.imag, arb(dimension) / 2
    size = (1 + 2 * a + (2 * w.real).exp()).sqrt()
    cosine, excess = w.imag.cos(), (size - 1) / (2 * a)
    # p and its derivatives
    spread = w.real.cosh() + cosine
    p = half * (spread / (2 * cosine)).log() + t * (excess - arb(1) / 2)
    along = half * w.real.sinh() / spread + t * ((a + (2 * w.real).exp()) / (2 * a * size) - excess)
    across = half * (w.imag.tan() - w.imag.sin() / spread) + t * (b / a) * (excess - 1 / (2 * size))
    # g and its derivative
    g = d * ((1 + u) / 2).log() - half * w - (1 + 1 / u) * t
    wave = g.exp()
    turned = wave * (d * u / (1 + u) - half + t / u)
    bulk = p.exp()
    return (bulk + wave.real) / 2, ((bulk * along + turned.real) / 2, (bulk * across - turned.imag) / 2)


def _rectangle(value: arb, t: arb, dimension: int) -> tuple[float, float]:
    """Bounds of |Re w| and Im w outside of which F exceeds a value: cosh(Re w) <= (2M - 1) cos(Im w)."""
    most = (2 * value / -(-t).expm1()) ** (arb(2) / dimension)
    edge = arb(2 * most - 1).upper()
    if not edge.is_finite() or edge > arb(10) ** 15:
        raise _GivenUp(f"|x - y|^2 = {float(t.mid())} is too small for the exclusion of large parameters")
    return _up(edge.acosh()), _up((1 / edge).acos())


def _certify(reach: tuple[float, float], goal: arb, t: arb, dimension: int) -> int:
    """Prove F >= goal on the rectangle; the number of boxes.

    Raises:
        RuntimeError: if F < goal somewhere, or the boxes do not suffice.
    """
    stack, used = [(-reach[0], reach[0], 0.0, reach[1])], 0
    while stack:
        used += 1
        if used > _MOST_BOXES:
            raise _GivenUp(f"the minimum for s = -1 is not enclosed within {_MOST_BOXES} boxes")
        low, high, left, right = box = stack.pop()
        wide = acb(arb(low).union(arb(high)), arb(left).union(arb(right)))
        value, slopes = _moment(wide, t, dimension)
        if value.lower() >= goal:
            continue
        middle = acb(arb((low + high) / 2), arb((left + right) / 2))
        centre, _ = _moment(middle, t, dimension)
        if centre.upper() < goal:
            raise RuntimeError(f"a smaller second moment for s = -1 at log(1 - 8A) = {complex(middle)}")
        offsets = (wide.real - middle.real, wide.imag - middle.imag)
        if (centre + slopes[0] * offsets[0] + slopes[1] * offsets[1]).lower() >= goal:
            continue
        stack.extend(_halves(box, slopes))
    return used


def _halves(box: tuple[float, float, float, float], slopes: tuple[arb, arb]) -> list[tuple[float, float, float, float]]:
    """Halve the side along which F may vary most."""
    low, high, left, right = box
    reaches = [float(abs(s).upper()) if s.is_finite() else math.inf for s in slopes]
    if math.isinf(reaches[0]) or math.isinf(reaches[1]):
        reaches = [1.0, 1.0]
    if reaches[0] * (high - low) >= reaches[1] * (right - left):
        middle = (low + high) / 2
        return [(low, middle, left, right), (middle, high, left, right)]
    middle = (left + right) / 2
    return [(low, high, left, middle), (low, high, middle, right)]
