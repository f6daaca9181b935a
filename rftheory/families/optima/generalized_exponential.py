r"""The parameters A (complex) and s of GERF that give the least variance (6), certified.

With u = 1 - 8A, Re u > 0, and t = |x + s y|^2 the second moment is ``exp(-(s + 1)(|x|^2 + |y|^2)) F``,

    F = (Re exp(g) + exp(p))/2,   exp(g) = ((1+u)^2/(4u))^(d/2) exp(s (1 + 1/u) t),
    exp(p) = (|1+u|^2/(4 Re u))^(d/2) exp((s (1 + Re u) + |1+u|) t/(2 Re u)).

For s = +1 no complex A is better than the best real one (proved in the statement on the open questions), which is the
closed form of OPRF. For s = -1 the minimum is enclosed by branch and bound over w = log u. As ``|exp(g)| <= exp(p - t)``
and ``exp(p) >= Q^(d/2)`` with Q = |1+u|^2/(4 Re u), a parameter is worse than a value F0 once
``Q^(d/2) (1 - exp(-t)) > 2 F0``: what is left, Q <= M, is the bounded set ``cosh(Re w) <= (2M - 1) cos(Im w)``. With c = cos(Im w)
and ``|exp(g)| <= |cosh(w/2)|^d``, ``exp(p) >= |cosh(w/2)|^d c^(-d/2)``, ``|cosh(w/2)|^2 >= 1/2`` it is worse, too, once
``2^(-d/2) (c^(-d/2) - 1) > 2 F0``, whatever t is. Near the minimum, Taylor's theorem to second order decides.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Any, NamedTuple

import sympy as sp
from flint import acb, arb, ctx
from scipy.optimize import brentq, minimize_scalar

from rftheory.families.gerf_moments import log_excess, optimal_rho
from rftheory.numbers.ball_arithmetic import BallArithmetic
from rftheory.numbers.walker import compile_all

PRECISION = 128
#: boxes of branch and bound, a few seconds; the proof of a minimum that is that flat is given up
_MOST_BOXES = 10_000
#: of |x - y|^2: boxes grow as its power -1/4; at 1e-13 already they did not suffice for d = 1, 2, 3, 64 and 256
_LEAST_SQUARE = 1e-14
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
        tolerance: how far, relatively, the variance for s = -1 may be from the least one; between 1e-12 and 1/2. For
            |x - y| below some 1e-6 the proof may be given up: then ``boxes`` is None.

    Raises:
        RuntimeError: if a complex A is better than every real one.
    """
    if not (math.isfinite(lengths) and math.isfinite(square) and 0 <= square <= 2 * lengths and lengths > 0):
        raise ValueError(f"square must be in [0, 2 lengths] with lengths > 0 finite, got {square} and {lengths}")
    if isinstance(dimension, bool) or int(dimension) != dimension or dimension < 1:
        raise ValueError(f"dimension must be an integer >= 1, got {dimension}")
    if not 1e-12 <= tolerance <= 0.5:
        raise ValueError(f"tolerance must be in [1e-12, 1/2], got {tolerance}")
    # differences of floats are exact with as many bits; the least variance for s = -1 is of the order of t^4
    distance = float(2 * Fraction(lengths) - Fraction(square))
    with ctx.workprec(PRECISION + 4 * max(0, -math.frexp(distance)[1])):
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
    start = _real_minimum(t, dimension)
    value = _moment(acb(start), t, dimension).value
    kernel_square = (-t).exp()
    goal = (kernel_square + (value - kernel_square).lower() * (1 - arb(tolerance))).lower()
    a = complex(-math.expm1(start) / 8)
    try:
        boxes = _certify(_rectangle(value, t, dimension), goal, t, dimension, start)
    except _GivenUp:
        return Parameters(a, -1, _down(-t), _up(value.log()), None)
    return Parameters(a, -1, _down(goal.log()), _up(value.log()), boxes)


def _real_minimum(t: arb, dimension: int) -> float:
    """log u of the best real A, to the digits of float64."""

    def log_moment(w: float) -> float:
        return float(_moment(acb(w), t, dimension).value.log().mid())

    def slope(w: float) -> float:
        return float(_moment(acb(w), t, dimension).slopes[0].mid())

    low = -math.asinh(4 + 4 * float(t.mid()))
    # the slope is negative at the lower end: of log F it is below t y exp(-(1 + y) t) - tanh(1)/2 there, and the first is below 1/e
    # far out it is as small as exp(-2 t), which halving reaches in some hundred steps
    root = float(brentq(slope, low, 0, xtol=1e-300, maxiter=2000)) if slope(0) > 0 else 0.0
    found = minimize_scalar(log_moment, bounds=(low, 0), method="bounded", options={"xatol": 1e-12})
    # values near 1 do not tell small parameters apart, the root does
    return float(found.x) if found.fun < log_moment(root) - _TOLD else root


@cache
def _logarithms() -> tuple[Callable[..., list[Any]], Callable[..., list[Any]]]:
    """p and g with their first and second derivatives, along Re w and Im w and along w, compiled to balls."""
    r, angle, t, d = sp.symbols("r angle t d", real=True)
    w = sp.Symbol("w")
    size = sp.sqrt(1 + 2 * sp.exp(r) * sp.cos(angle) + sp.exp(2 * r))
    excess = (size - 1) / (2 * sp.exp(r) * sp.cos(angle))
    p = d / 2 * (sp.log(sp.cosh(r) + sp.cos(angle)) - sp.log(2 * sp.cos(angle))) + t * (excess - sp.Rational(1, 2))
    g = d * sp.log(sp.cosh(w / 2)) - (1 + sp.exp(-w)) * t
    orders = ((), (r,), (angle,), (r, r), (r, angle), (angle, angle))
    balls = BallArithmetic()
    of_bulk = compile_all([sp.diff(p, *order) if order else p for order in orders], (r, angle, t, d), balls)
    return of_bulk, compile_all([sp.diff(g, w, order) for order in range(3)], (w, t, d), balls)


class _Moment(NamedTuple):
    """F at w = log u and its derivatives along Re w and Im w, as balls."""

    value: arb
    slopes: tuple[arb, arb]
    #: along Re w twice, along both, along Im w twice
    curvatures: tuple[arb, arb, arb]
    #: below F; a ball of an exponential that is wide has no such end
    least: arb


def _moment(w: acb, t: arb, dimension: int) -> _Moment:
    of_bulk, of_wave = _logarithms()
    p, along, across, p_aa, p_ac, p_cc = (each.real for each in map(acb, of_bulk(w.real, w.imag, t, arb(dimension))))
    g, turn, bend = of_wave(w, t, arb(dimension))
    bulk, wave = p.exp(), g.exp()
    first, second = wave * turn, wave * (turn * turn + bend)
    return _Moment(
        (bulk + wave.real) / 2,
        ((bulk * along + first.real) / 2, (bulk * across - first.imag) / 2),
        (
            (bulk * (along * along + p_aa) + second.real) / 2,
            (bulk * (along * across + p_ac) - second.imag) / 2,
            (bulk * (across * across + p_cc) - second.real) / 2,
        ),
        ((p.lower().exp() + wave.real).lower() / 2).lower(),
    )


def _rectangle(value: arb, t: arb, dimension: int) -> tuple[float, float]:
    """Bounds of |Re w| and Im w outside of which F exceeds a value, as the docstring of the module has them."""
    most = (2 * value / -(-t).expm1()) ** (arb(2) / dimension)
    edge = arb(2 * most - 1).upper()
    if not edge.is_finite():
        raise _GivenUp(f"|x - y|^2 = {float(t.mid())} is too small for the exclusion of large parameters")
    cosine = (1 / edge).max((1 + 2 * value * arb(2) ** (arb(dimension) / 2)) ** (arb(-2) / dimension))
    return _up(edge.acosh()), _up(cosine.acos())


def _certify(reach: tuple[float, float], goal: arb, t: arb, dimension: int, start: float = 0.0) -> int:
    """Prove F >= goal on the rectangle; the number of boxes. ``start`` is where F may be least on the real line.

    Raises:
        RuntimeError: if F < goal somewhere, or the boxes do not suffice.
    """
    if t < _LEAST_SQUARE:
        raise _GivenUp(f"|x - y|^2 = {float(t.mid())} is too small for a proof within {_MOST_BOXES} boxes")
    stack, used = [(-reach[0], reach[0], 0.0, reach[1])], 0
    while stack:
        used += 1
        if used > _MOST_BOXES:
            raise _GivenUp(f"the minimum for s = -1 is not enclosed within {_MOST_BOXES} boxes")
        low, high, left, right = box = stack.pop()
        wide = _moment(acb(arb(low).union(arb(high)), arb(left).union(arb(right))), t, dimension)
        if wide.least >= goal:
            continue
        # the derivative across vanishes on the real line, and both do at the least value there
        place = start if low <= start <= high else (low + high) / 2, 0.0 if left == 0 else (left + right) / 2
        centre = _moment(acb(*place), t, dimension)
        if centre.value.upper() < goal:
            raise RuntimeError(f"a smaller second moment for s = -1 at log(1 - 8A) = {complex(*place)}")
        sides = ((arb(low) - place[0]).union(arb(high) - place[0]), (arb(left) - place[1]).union(arb(right) - place[1]))
        if any((centre.value + below).lower() >= goal for below in _below(centre, wide, sides)):
            continue
        stack.extend(_halves(box, wide.slopes))
    return used


def _below(centre: _Moment, wide: _Moment, sides: tuple[arb, arb]) -> Iterator[arb]:
    """Balls above whose lower ends F - F(centre) is on a box: by the mean value theorem, and by Taylor's to second order.

    ``F_ac a c >= -|F_ac| (k a^2 + c^2/k)/2`` leaves a sum of ``slope x + curvature x^2/2`` over the two sides.
    """
    yield sum((slope * side for slope, side in zip(wide.slopes, sides, strict=True)), arb(0))
    along, mixed, across = wide.curvatures
    if not (along.is_finite() and mixed.is_finite() and across.is_finite()):
        return
    share = arb((along.abs_upper() / across.abs_upper()).sqrt().mid()) if across.abs_upper() > 0 else arb(1)
    least = (along - mixed.abs_upper() * share).lower(), (across - mixed.abs_upper() / share).lower()
    yield sum((_parabola(*each) for each in zip(centre.slopes, least, sides, strict=True)), arb(0))


def _parabola(slope: arb, curvature: arb, side: arb) -> arb:
    """A ball with a lower bound of ``slope x + curvature x^2/2`` over a side."""
    if curvature > 0:
        vertex = -slope * slope / (2 * curvature)
        return vertex.max(slope * side)
    return slope * side + curvature * (side * side).abs_upper() / 2


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
