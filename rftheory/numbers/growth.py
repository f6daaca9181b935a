"""Growth of a one-variable integrand: ``|f(x + iy)| <= C exp(a|x| + b|y|)``, derived from its expression tree.

Constants and rates are balls whose upper ends are used. ``turn`` (b) is None for integrands that are not entire:
there the bound holds on the real line only.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import reduce
from operator import add, mul

import sympy as sp
from flint import acb, arb

from rftheory.numbers.ball_arithmetic import absolute
from rftheory.numbers.walker import SubEvaluator, UnsupportedExpression

#: functions of a real argument that are at most one in absolute value
_BOUNDED = (sp.sign, sp.tanh, sp.erf)


@dataclass(frozen=True)
class Growth:
    """C, a and b of the bound."""

    constant: arb
    rate: arb
    turn: arb | None

    def __add__(self, other: Growth) -> Growth:
        turn = None if self.turn is None or other.turn is None else self.turn.max(other.turn)
        return Growth(self.constant + other.constant, self.rate.max(other.rate), turn)

    def __mul__(self, other: Growth) -> Growth:
        turn = None if self.turn is None or other.turn is None else self.turn + other.turn
        return Growth(self.constant * other.constant, self.rate + other.rate, turn)


def growth(expr: sp.Expr, variable: sp.Symbol, sub: SubEvaluator) -> Growth:
    """The growth of ``expr`` in ``variable``; ``sub`` evaluates what does not depend on it.

    Raises:
        UnsupportedExpression: if no rule bounds a part of the expression.
    """
    if variable not in expr.free_symbols:
        return Growth(absolute(sub(expr)), arb(0), arb(0))
    if expr == variable:
        return Growth(arb(1), arb(1), arb(1))  # |x + iy| <= |x| + |y| <= exp(|x| + |y|)
    if isinstance(expr, sp.Add):
        return reduce(add, (growth(a, variable, sub) for a in expr.args))
    if isinstance(expr, sp.Mul):
        return reduce(mul, (growth(a, variable, sub) for a in expr.args))
    if isinstance(expr, sp.Pow) and expr.exp.is_Integer and expr.exp > 0 and not isinstance(expr, sp.exp):
        return reduce(mul, [growth(expr.base, variable, sub)] * int(expr.exp))
    if isinstance(expr, sp.Pow) and expr.exp.is_Integer and not isinstance(expr, sp.exp):
        least = _least(expr.base, variable, sub)
        if least is not None and least > 0:
            return Growth(least ** int(expr.exp), arb(0), None)
    if isinstance(expr, sp.exp) and (kink := _kink(expr, variable)) is not None:
        # exp(c |u| + v) is exp(c u + v) or exp(-c u + v)
        sides = [growth(expr.xreplace({kink: sign * kink.args[0]}), variable, sub) for sign in (1, -1)]
        return Growth(sides[0].constant + sides[1].constant, sides[0].rate.max(sides[1].rate), None)
    if isinstance(expr, sp.exp) and _never_positive(expr.args[0], variable):
        return Growth(arb(1), arb(0), None)
    if isinstance(expr, (sp.exp, sp.cosh, sp.sinh, sp.cos, sp.sin)):
        return _of_exponential(expr, variable, sub)
    if isinstance(expr, sp.Abs) and expr.args[0].is_extended_real:
        # of a complex argument |u| would not be continued analytically by +-u
        inner = growth(expr.args[0], variable, sub)
        return Growth(inner.constant, inner.rate, None)
    if isinstance(expr, _BOUNDED):
        if not expr.args[0].is_extended_real:
            _linear(expr.args[0], variable, sub, real=True)
        return Growth(arb(1), arb(0), None)
    raise UnsupportedExpression(f"no growth bound for {type(expr).__name__} in {expr}")


def _least(expr: sp.Expr, variable: sp.Symbol, sub: SubEvaluator) -> arb | None:
    """A number that an expression is at least, and that is not negative, at all real numbers; None where none is seen."""
    if variable not in expr.free_symbols:
        value = sub(expr)
        return value if isinstance(value, arb) and value >= 0 else None
    if isinstance(expr, (sp.Add, sp.Mul)):
        parts = [_least(part, variable, sub) for part in expr.args]
        known = [part for part in parts if part is not None]
        return reduce(add if isinstance(expr, sp.Add) else mul, known) if len(known) == len(parts) else None
    if not expr.args or not expr.args[0].is_extended_real:
        return None
    even = isinstance(expr, sp.Pow) and expr.exp.is_Integer and expr.exp > 0 and expr.exp % 2 == 0
    if isinstance(expr, sp.cosh):
        return arb(1)
    return arb(0) if even or isinstance(expr, (sp.exp, sp.Abs)) else None


def _never_positive(argument: sp.Expr, variable: sp.Symbol) -> bool:
    """Whether an exponent with a pole, as -1/t^2, is seen to be at most 0 on both sides of 0."""
    if argument.is_polynomial(variable):
        return False
    away = sp.Dummy("away", positive=True)
    sizes = {s: sp.Dummy(positive=True) for s in argument.free_symbols - {variable} if s.is_nonnegative}
    return all(argument.xreplace({variable: sign * away, **sizes}).is_nonpositive for sign in (1, -1))


def _kink(expr: sp.Expr, variable: sp.Symbol) -> sp.Abs | None:
    """An absolute value of a real number that depends on the variable."""
    found = (node for node in expr.atoms(sp.Abs) if node.has(variable) and node.args[0].is_extended_real)
    return min(found, key=sp.default_sort_key, default=None)


def _of_exponential(expr: sp.Expr, variable: sp.Symbol, sub: SubEvaluator) -> Growth:
    """At ``u = (p + iq)(x + iy) + c``: exp grows as exp(Re u), cosh and sinh as exp|Re u|, cos and sin as exp|Im u|.

    With a square times a number r <= 0 in u, exp is on the real line at most what it is without it.
    """
    curve = sp.diff(expr.args[0], variable, 2)
    if isinstance(expr, sp.exp) and curve != 0 and variable not in curve.free_symbols:
        half = sub(curve / 2)
        if not (isinstance(half, arb) and half <= 0):
            raise UnsupportedExpression(f"not seen to be bounded by a linear exponent: {expr.args[0]}")
        found = growth(sp.exp(sp.expand(expr.args[0] - curve / 2 * variable**2)), variable, sub)
        return Growth(found.constant, found.rate, None)
    curved = curve != 0 or expr.args[0].has(sp.Abs)
    if isinstance(expr, (sp.cos, sp.sin)) and curved and expr.args[0].is_extended_real:
        return Growth(arb(1), arb(0), None)
    slope, constant = _linear(expr.args[0], variable, sub)
    p, q = absolute(slope.real), absolute(slope.imag)
    if isinstance(expr, sp.exp):
        return Growth(constant.real.exp(), p, q)
    if isinstance(expr, (sp.cosh, sp.sinh)):
        return Growth(absolute(constant.real).exp(), p, q)
    return Growth(absolute(constant.imag).exp(), q, p)


def _linear(argument: sp.Expr, variable: sp.Symbol, sub: SubEvaluator, real: bool = False) -> tuple[acb, acb]:
    slope = sp.diff(argument, variable)
    if variable in slope.free_symbols:
        raise UnsupportedExpression(f"not linear in the Gaussian variable: {argument}")
    values = sub(slope), sub(argument.subs(variable, 0))
    if real and not all(isinstance(v, arb) for v in values):
        raise UnsupportedExpression(f"a complex argument of a function bounded on the real line only: {argument}")
    return acb(values[0]), acb(values[1])
