"""Random expressions of all functions and operations that balls know, and how their balls end beside mpmath.

Parameters are integers, half integers and rationals of both signs, zero, complex numbers, and numbers at or very near to poles, cuts and
circles of convergence. mpmath computes the same tree by itself with 60 and 120 digits, then more until two values agree; where they never
do, nothing is compared. Where it names a pole, no ball at the point itself may be finite. Half of the expressions are evaluated at balls
around the point.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal

import mpmath
import numpy as np
import sympy as sp
from flint import acb, arb, ctx
from mpmath_reference import Undefined, agreed

from rftheory.numbers.ball_arithmetic import FUNCTIONS, Ball
from rftheory.numbers.balls import BALLS, UnsupportedExpression
from rftheory.numbers.walker import compile_for, evaluate
from rftheory.numbers.work import limited
from rftheory.rules.chi_square import NoncentralChiSquare

_K = sp.Symbol("k", integer=True)
_T = sp.Symbol("t", real=True)


@dataclass
class Draws:
    """Random exact numbers, each a symbol of its own, so that nothing is rewritten before it is evaluated."""

    generator: np.random.Generator
    point: dict[sp.Symbol, sp.Expr] = field(default_factory=dict)
    #: symbols that must stay exact, as the limits of sums
    exact: set[sp.Symbol] = field(default_factory=set)
    depth: int = 0

    def choice(self, values: tuple[sp.Expr, ...] | list[str]) -> sp.Expr:
        return values[int(self.generator.integers(len(values)))]

    def symbol(self, value: sp.Expr, exact: bool = False) -> sp.Symbol:
        made = sp.Symbol(f"z{len(self.point)}")
        self.point[made] = sp.sympify(value)
        if exact:
            self.exact.add(made)
        return made

    def integer(self, low: int, high: int) -> sp.Symbol:
        return self.symbol(sp.Integer(int(self.generator.integers(low, high + 1))), exact=True)

    def rational(self, size: int = 8) -> sp.Expr:
        denominator = int(self.generator.choice([1, 1, 2, 2, 3, 4, 7, 64]))
        return sp.Rational(int(self.generator.integers(-size * denominator, size * denominator + 1)), denominator)

    def real(self, size: int = 8) -> sp.Expr:
        """A real number: often an integer or a half integer, now and then beside one, tiny or large."""
        kind = self.generator.random()
        if kind < 0.75:
            return self.symbol(self.rational(size))
        if kind < 0.85:
            return self.symbol(sp.Integer(int(self.generator.integers(-4, 5))) + self.choice(_OFFSETS))
        return self.symbol(self.choice(_SPECIAL))

    def number(self, size: int = 8) -> sp.Expr:
        """Any number, or a function of one."""
        if self.depth < 2 and self.generator.random() < 0.25:
            return self.nested()
        if self.generator.random() < 0.6:
            return self.real(size)
        return self.symbol(self.rational(size // 2) + sp.I * self.rational(size // 2))

    def inside(self) -> sp.Expr:
        """A number of the unit disc or its edge."""
        if self.generator.random() < 0.2:
            return self.symbol(self.choice((sp.Integer(1), sp.Integer(-1), sp.I, 1 - _OFFSETS[0], 1 + _OFFSETS[0])))
        parts = [sp.Rational(int(self.generator.integers(-44, 45)), 64) for _ in range(2)]
        return self.symbol(parts[0] + (sp.I * parts[1] if self.generator.random() < 0.4 else 0))

    def parameter(self) -> sp.Expr:
        """A parameter of a series or an order: often an integer."""
        return self.integer(-6, 4) if self.generator.random() < 0.4 else self.number(6)

    def nested(self) -> sp.Expr:
        self.depth += 1
        made = SHAPES[self.choice(_INNER)](self)
        self.depth -= 1
        return made


_OFFSETS = tuple(sp.Rational(s, 10**e) for e in (40, 12, 3) for s in (1, -1))
_SPECIAL = (
    *(sp.Integer(v) for v in (0, 1, -1, 40, -40, 300, 1000, -1000)),
    *(sp.Rational(v, 2) for v in (81, -81, -2001)),
    *(sp.Rational(s, 10**e) for e in (30, 8) for s in (1, -1)),
    *(s * sp.pi / v for s in (1, -1) for v in (1, 2)),
)

Shape = Callable[[Draws], sp.Expr]


def _hyper(p: int, q: int) -> Shape:
    def shape(draws: Draws) -> sp.Expr:
        upper, lower = ([draws.parameter() for _ in range(n)] for n in (p, q))
        return sp.hyper(upper, lower, draws.inside() if p > q and draws.generator.random() < 0.8 else draws.number(24))

    return shape


def _of(function: Callable[..., sp.Expr], *kinds: Callable[[Draws], sp.Expr]) -> Shape:
    return lambda draws: function(*(kind(draws) for kind in kinds or (Draws.number,)))


def _chosen(draws: Draws) -> sp.Expr:
    left, right, value, other = draws.real(), draws.real(), draws.number(), draws.number()
    return sp.Piecewise((value, sp.Lt(left, right, evaluate=False)), (other, True))


def _power(draws: Draws) -> sp.Expr:
    exponent = draws.rational(3) if draws.generator.random() < 0.6 else draws.number(4)
    return sp.Pow(draws.number(), exponent)


def _finite(kind: type[sp.Sum] | type[sp.Product]) -> Shape:
    def shape(draws: Draws) -> sp.Expr:
        term = draws.number() * sp.RisingFactorial(draws.real(3), _K) / (_K + draws.real())
        return kind(term, (_K, draws.integer(0, 3), draws.integer(2, 9)))

    return shape


def _series(draws: Draws) -> sp.Expr:
    terms = (
        draws.number(6) ** _K / sp.factorial(_K),
        draws.symbol(sp.Rational(int(draws.generator.integers(-5, 6)), 8)) ** _K * (_K + draws.real()) ** 2,
        draws.number(6) ** (2 * _K + 1) / sp.factorial(2 * _K + 1),
    )
    return sp.Sum(draws.choice(terms), (_K, draws.integer(0, 3), sp.oo))


def _bounded(draws: Draws) -> sp.Expr:
    a, b = draws.real(3), draws.real(4)
    integrands = (
        sp.exp(a * _T) * _T**3,
        sp.cos(b * _T) / (_T**2 + 2),
        sp.sinh(a * _T) * sp.sin(b * _T) * (_T - b) ** 2,
    )
    ends = sorted(draws.generator.integers(-6, 7, 2))
    return sp.Integral(draws.choice(integrands), (_T, *(sp.Rational(int(e), 2) for e in ends)))


def _half_line(draws: Draws) -> sp.Expr:
    power, rate = (sp.Rational(int(draws.generator.integers(1, 40)), 8) for _ in range(2))
    return sp.Integral(draws.real() * _T ** (power - sp.Rational(1, 2)) * sp.exp(-rate * _T**2), (_T, 0, sp.oo))


_ELEMENTARY = "exp log sin cos tan cot sec csc sinh cosh tanh coth sech csch asin acos atan asinh acosh atanh"
_UNARY = f"{_ELEMENTARY} gamma loggamma factorial digamma erf erfc erfi sign re im arg conjugate".split()
_INTEGRALS = ("Integral over an interval", "Integral over a half line", "NoncentralChiSquare")

SHAPES: dict[str, Shape] = {
    **{f"hyper {p}F{q}": _hyper(p, q) for p in range(4) for q in range(3)},
    **{name: _of(getattr(sp, name)) for name in _UNARY},
    "Abs": _of(sp.Abs),
    "Heaviside": _of(sp.Heaviside, Draws.real),
    "sqrt": _of(sp.sqrt),
    **{name: _of(getattr(sp, name), Draws.parameter, Draws.number) for name in ("besseli", "besselj", "besselk")},
    "polygamma": _of(sp.polygamma, lambda draws: draws.integer(-1, 4), Draws.number),
    "RisingFactorial": _of(sp.RisingFactorial, Draws.number, Draws.parameter),
    "FallingFactorial": _of(sp.FallingFactorial, Draws.number, Draws.parameter),
    "binomial": _of(sp.binomial, Draws.number, Draws.parameter),
    "Max": _of(sp.Max, Draws.real, Draws.real, Draws.real),
    "Min": _of(sp.Min, Draws.real, Draws.real),
    "Piecewise": _chosen,
    "power": _power,
    "polynomial": lambda draws: (
        (draws.number() - draws.number()) * draws.number() / draws.number() + draws.number() ** 2
    ),
    "1 - exp, 1 - cos": lambda draws: 3 - 3 * draws.choice([sp.exp, sp.cos])(draws.number()),
    "Sum": _finite(sp.Sum),
    "Product": _finite(sp.Product),
    "infinite Sum": _series,
    "Integral over an interval": _bounded,
    "Integral over a half line": _half_line,
    "NoncentralChiSquare": _of(NoncentralChiSquare, *(lambda draws: draws.symbol(abs(draws.rational(5))),) * 3),
}
_INNER = [*_UNARY, "Abs", "sqrt", "power", "polynomial", "besseli", "hyper 1F1"]
#: what mpmath takes long for is drawn more rarely
_OFTEN = [
    *SHAPES,
    *(name for name in SHAPES if name not in _INTEGRALS),
    *(name for name in SHAPES if name.startswith("hyper")),
] * 2


def unknown_functions() -> set[str]:
    """Functions that balls know and no expression has."""
    shapes = {"expm1", "hyper"} | {name for name in SHAPES}
    return set(FUNCTIONS) - shapes


def expressions(count: int, seed: int) -> list[tuple[str, sp.Expr, Draws]]:
    """The function at the root, the expression and where it stands; each from a generator of its own."""
    made = []
    for child in np.random.SeedSequence(seed).spawn(count):
        draws = Draws(np.random.default_rng(child))
        name = draws.choice(_OFTEN)
        made.append((name, SHAPES[name](draws), draws))
    return made


#: bits of working precision
PRECISIONS = (24, 53, 100, 200)
Outcome = Literal["held", "refused", "not compared", "missed"]


def enclosed(expr: sp.Expr, draws: Draws, widened: bool) -> Ball:
    """The ball of an expression at its point, or at balls that contain it."""
    symbols = tuple(sorted(expr.free_symbols, key=str))
    with ctx.workprec(int(draws.generator.choice(PRECISIONS))), limited():
        balls = [evaluate(draws.point[s], {}, BALLS) for s in symbols]
        if widened:
            balls = [
                b if s in draws.exact else _around(b, draws.generator) for s, b in zip(symbols, balls, strict=True)
            ]
        return compile_for(expr, symbols, BALLS)(*balls)


def _around(value: Ball, generator: np.random.Generator) -> Ball:
    """A ball that contains the value, not in its middle."""
    radius = arb(2) ** int(generator.integers(-40, 1))

    def wide(part: arb) -> arb:
        return part + radius * float(generator.uniform(-0.99, 0.99)) + arb(0, radius)

    return wide(value) if isinstance(value, arb) else acb(wide(value.real), wide(value.imag))


def contains(value: Ball, true: mpmath.mpc, slack: mpmath.mpf) -> bool:
    """Whether a ball has a common point with the number that mpmath knows up to the slack."""
    with ctx.workprec(2000):
        parts = [_exact(part) + arb(0, _exact(slack).abs_upper()) for part in (true.real, true.imag)]
        return bool(acb(value).overlaps(acb(*parts)))


def _exact(number: mpmath.mpf) -> arb:
    sign, mantissa, exponent, _ = number._mpf_
    return arb((-int(mantissa) if sign else int(mantissa), int(exponent)))


def outcome(expr: sp.Expr, draws: Draws) -> tuple[Outcome, str]:
    """How one expression ends, with the ball and the value where they are apart."""
    widened = bool(draws.generator.random() < 0.5)
    try:
        value = enclosed(expr, draws, widened)
    except UnsupportedExpression:
        return "refused", ""
    if not value.is_finite():
        return "refused", ""
    try:
        true = agreed(expr, draws.point)
    except Undefined as reason:
        return ("not compared", "") if widened else ("missed", f"{value.str(20)} where mpmath has none: {reason}")
    if true is None:
        return "not compared", ""
    if contains(value, *true):
        return "held", ""
    return "missed", f"{value.str(20)} without {mpmath.nstr(true[0], 20)}"
