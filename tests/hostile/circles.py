"""Sines and cosines: arcs that are longer than they look, arguments that turn back, angles that do not exist."""

from __future__ import annotations

import sympy as sp

from hostile.harness import Cases, domain, equal, order, over
from hostile.symbols import half, j, k, t, x, y

CASES = Cases()
_false, _true = CASES.hostile, CASES.twin
_PI = sp.pi
_HALF_TURN, _TURN = domain(over(t, 0, _PI)), domain(over(t, 0, 2 * _PI))
_UNIT_TWICE = domain(over(t, 0, 2))

_false("a sine over a full turn", "sin(3 pi/2) = -1", lambda: order(sp.sin(t), ">=", 0, _TURN))
_false(
    "a sine just beyond half a turn",
    "sin(pi + 10^-40) < 0",
    lambda: order(sp.sin(t), ">=", 0, domain(over(t, 0, _PI + sp.Rational(1, 10**40)))),
)
_false("a sine that is strict at its ends", "sin 0 = 0", lambda: order(sp.sin(t), ">", 0, _HALF_TURN))
_false("a cosine over half a turn", "cos pi = -1", lambda: order(sp.cos(t), ">=", 0, _HALF_TURN))
_false(
    "a sine up to a rational beyond pi",
    "22/7 > pi",
    lambda: order(sp.sin(t), ">=", 0, domain(over(t, 0, sp.Rational(22, 7)))),
)
_false("a sine of twice the angle", "sin(2 t) < 0 at t = 3 pi/4", lambda: order(sp.sin(2 * t), ">=", 0, _HALF_TURN))
_false("a cosine of a shifted angle", "cos(pi/2 + pi/2) = -1", lambda: order(sp.cos(t + _PI / 2), ">=", 0, _HALF_TURN))
_DIP = sp.Piecewise((-t, t < 1), (t - 2, True))
_false("an argument that dips", "the argument is -1 at t = 1", lambda: order(sp.sin(_DIP), ">=", 0, _UNIT_TWICE))
_false("an argument that peaks", "-sin 1 < 0", lambda: order(-sp.sin(-_DIP), ">=", 0, _UNIT_TWICE))
_false(
    "an argument that jumps",
    "the argument is -1 inside",
    lambda: order(sp.sin(sp.Piecewise((0, t <= 0), (-1, t < 2), (0, True))), ">=", 0, _UNIT_TWICE),
)
_false(
    "an argument that is rounded",
    "floor(t) - t = -1/2 at t = 1/2",
    lambda: order(sp.sin(sp.floor(t) - t), ">=", 0, _UNIT_TWICE),
)
_false(
    "an argument with a corner",
    "|t - 1| - 1 = -1 at t = 1",
    lambda: order(sp.sin(sp.Abs(t - 1) - 1), ">=", 0, _UNIT_TWICE),
)
_false(
    "an argument that is folded",
    "the argument is pi - 1 at t = pi",
    lambda: order(sp.sin(sp.acos(sp.cos(t)) - 1), "<=", 0, _TURN),
)
_false(
    "an argument that is the smaller of two",
    "cos(pi/2 + 1) < 0 at t = 1",
    lambda: order(sp.cos(_PI / 2 + sp.Min(t, 2 - t)), ">=", 0, _UNIT_TWICE),
)
_false(
    "an argument of a curved angle",
    "t^2 - 2 t = -1 at t = 1",
    lambda: order(sp.sin(t**2 - 2 * t), ">=", 0, _UNIT_TWICE),
)
_false(
    "an inverted arc",
    "no t is in [pi, 0]; sin(t) >= 1 is claimed of nothing",
    lambda: order(sp.sin(t) + 1, ">=", 1, domain(over(t, _PI, 0, typical=(0, 3)))),
)
_vector = sp.IndexedBase("t", real=True).label
_false(
    "an arc of a vector",
    "t is a number without a range",
    lambda: order(sp.sin(t), ">=", 0, domain(over(_vector, 0, _PI, shape=(2,)))),
)
_false(
    "the circle with a wrong sign",
    "cos^2 - sin^2 = cos 2t",
    lambda: equal(sp.cos(t) ** 2 - sp.sin(t) ** 2, 1, _HALF_TURN),
)
_false(
    "an addition formula with a wrong sign",
    "cos(2 t) = 1 - 2 sin^2",
    lambda: equal(
        sp.cos(t + x), sp.cos(t) * sp.cos(x) + sp.sin(t) * sp.sin(x), domain(over(t, 0, _PI), over(x, 0, _PI))
    ),
)
_false(
    "a tangent of half an angle at its pole",
    "tan(pi/2) has no value",
    lambda: equal(sp.tan(t / 2) * (1 + sp.cos(t)), sp.sin(t), domain(over(t, 0, _PI))),
)
_false(
    "a tangent above a sine beyond its pole", "tan(3 pi/4) = -1", lambda: order(sp.tan(t), ">=", sp.sin(t), _HALF_TURN)
)
_false(
    "a turn that is no turn",
    "exp(i t) = 1 at t = 2 pi only",
    lambda: equal(sp.exp(sp.I * t), 1, domain(over(t, 0, 2 * _PI))),
)
_false(
    "a half turn of an integer",
    "cos(pi) = -1",
    lambda: equal(sp.cos(_PI * k) + x, 1 + x, domain(over(k, 0, integer=True), over(x, 0, 1))),
)
_false(
    "a sine of an integer multiple of half a turn",
    "sin(pi/2) = 1",
    lambda: equal(sp.sin(_PI * j / 2) * x, 0, domain(over(j, integer=True), over(x, 1, 2))),
)
_false(
    "a cosine above its parabola turned", "1 - t^2/2 <= cos t", lambda: order(sp.cos(t), "<=", 1 - t**2 / 2, _HALF_TURN)
)
_false(
    "a square of a root of a cosine",
    "cos pi = -1: the root is not real",
    lambda: order(sp.sqrt(sp.cos(t)), ">=", 0, _HALF_TURN),
)
_false(
    "a hyperbolic circle", "cosh^2 + sinh^2 = cosh 2t", lambda: equal(sp.cosh(t) ** 2 + sp.sinh(t) ** 2, 1, _HALF_TURN)
)
_false("a sine in degrees", "sin 90 is not 1", lambda: equal(sp.sin(90) + 0 * x, 1, domain(over(x, 0, 1))))
_false("sinc at zero", "sin(t)/t has no value at 0", lambda: order(sp.sin(t) / t, ">=", 0, _HALF_TURN))
_false("a secant at its pole", "1/cos(pi/2) has no value", lambda: order(sp.sec(t) ** 2, ">=", 0, _HALF_TURN))
_false(
    "a cosine of a complex angle",
    "cos(i + x) is not real",
    lambda: order(sp.cos(x + sp.I), "<", sp.cos(x + sp.I) + 1, domain(over(x, 0, 1))),
)
_false(
    "a quotient of sines at a common zero",
    "0/0 at t = 0",
    lambda: equal(sp.sin(2 * t) / sp.sin(t), 2 * sp.cos(t), _HALF_TURN),
)

# -- true twins -------------------------------------------------------------------------------------------------------

_true("a sine over half a turn", lambda: order(sp.sin(t), ">=", 0, _HALF_TURN))
_true("a sine inside of half a turn", lambda: order(sp.sin(t), ">", 0, domain(over(t, 0, _PI, "()"))))
_true("a cosine over a quarter turn", lambda: order(sp.cos(t), ">=", 0, domain(over(t, 0, _PI / 2))))
_true("the circle", lambda: equal(sp.cos(t) ** 2 + sp.sin(t) ** 2 + x, 1 + x, domain(over(t), over(x))))
_true(
    "an addition formula",
    lambda: equal(sp.cos(t + x), sp.cos(t) * sp.cos(x) - sp.sin(t) * sp.sin(x), domain(over(t), over(x))),
)
_true(
    "a quotient of sines inside", lambda: equal(sp.sin(2 * t) / sp.sin(t), 2 * sp.cos(t), domain(over(t, 0, _PI, "()")))
)
_true("half angles", lambda: equal(1 - sp.cos(t), 2 * sp.sin(t * half) ** 2, domain(over(t))))
_true("a hyperbola", lambda: equal(sp.cosh(y) ** 2 - sp.sinh(y) ** 2 + x, 1 + x, domain(over(x), over(y))))
