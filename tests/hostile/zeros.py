"""Numbers that are zero in disguise: a comparison that evaluates them to some digits takes them for anything."""

from __future__ import annotations

from collections.abc import Callable

import sympy as sp

from hostile.harness import Cases, Claim, domain, equal, order, over
from hostile.symbols import x

CASES = Cases()
_false, _true = CASES.hostile, CASES.twin
_NONE = domain(over(x))
_R = sp.Rational

#: forms of zero, and what they come from
_ZEROS: dict[str, tuple[Callable[[], sp.Expr], str]] = {
    "logarithms": (lambda: sp.log(2) + sp.log(3) - sp.log(6), "log 2 + log 3 = log 6"),
    "Machin": (lambda: 4 * sp.atan(_R(1, 5)) - sp.atan(_R(1, 239)) - sp.pi / 4, "4 atan(1/5) - atan(1/239) = pi/4"),
    "reflection": (
        lambda: sp.gamma(_R(1, 3)) * sp.gamma(_R(2, 3)) - 2 * sp.pi / sp.sqrt(3),
        "gamma(1/3) gamma(2/3) = 2 pi/sqrt 3",
    ),
    "powers": (lambda: sp.exp(sp.log(2) * sp.log(3)) - 2 ** sp.log(3), "2^log 3 = exp(log 2 log 3)"),
    "tangents": (
        lambda: sp.tan(sp.pi / 7) * sp.tan(2 * sp.pi / 7) * sp.tan(3 * sp.pi / 7) - sp.sqrt(7),
        "tan(pi/7) tan(2 pi/7) tan(3 pi/7) = sqrt 7",
    ),
}

#: what is claimed of a number z that is zero
_CLAIMS: dict[str, tuple[Callable[[sp.Expr], Claim], str]] = {
    "is positive": (lambda z: order(z, ">", 0, _NONE), "0 > 0 is false"),
    "is negative": (lambda z: order(z, "<", 0, _NONE), "0 < 0 is false"),
    "has a positive square": (lambda z: order(z**2, ">", 0, _NONE), "0 > 0 is false"),
    "has a negative square, turned": (lambda z: order(-(z**2), "<", 0, _NONE), "0 < 0 is false"),
    "has a sine below zero": (lambda z: order(sp.sin(z), "<", 0, _NONE), "sin 0 = 0"),
    "has a sine above zero": (lambda z: order(sp.sin(z), ">", 0, _NONE), "sin 0 = 0"),
    "has a positive sign": (lambda z: order(sp.sign(z), ">", 0, _NONE), "sgn 0 = 0"),
    "makes a strict order": (lambda z: order(z**2 * (x**2 + 1), ">", 0, _NONE), "0 > 0 is false"),
    "is a divisor": (lambda z: equal((x + 1) / z, x / z + 1 / z, _NONE), "1/0 has no value"),
    "is a square divisor": (lambda z: order(z**-2, ">", 0, _NONE), "1/0 has no value"),
    "has a logarithm": (lambda z: order(sp.log(z**2), "<", 0, _NONE), "log 0 has no value"),
    "has a gamma function": (lambda z: order(sp.gamma(z), ">", 0, _NONE), "gamma(0) has no value"),
    "makes a number smaller": (lambda z: order(1, ">", 1 - z**2, _NONE), "1 > 1 is false"),
}

#: what takes long for the values of the gamma function
_HEAVY = ("is a divisor", "has a logarithm", "has a gamma function")

for _name, (_form, _why) in _ZEROS.items():
    for _what, (_claimed, _false_because) in _CLAIMS.items():
        if _name == "reflection" and _what in _HEAVY:
            continue
        _false(f"{_name}: zero {_what}", f"{_why}: {_false_because}", lambda f=_form, c=_claimed: c(f()))

# -- true twins -------------------------------------------------------------------------------------------------------

_true("logarithms that differ", lambda: order((sp.log(2) + sp.log(3) - sp.log(5)) ** 2, ">", 0, _NONE))
_true("arctangents that differ", lambda: order(sp.atan(1) + sp.atan(2) + sp.atan(4) - sp.pi, ">", 0, _NONE))
_true("a number that is not zero divides", lambda: equal((x + 1) / sp.log(2), x / sp.log(2) + 1 / sp.log(2), _NONE))
_true("the sine of a small number", lambda: order(sp.sin(_R(1, 10**20)), ">", 0, _NONE))
_true("logarithms that add up", lambda: equal(x * (sp.log(2) + sp.log(3)), x * sp.log(6), _NONE))
