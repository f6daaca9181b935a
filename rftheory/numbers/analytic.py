"""Rigorous integrals of analytic functions over intervals: what is no such function is refused, and branches are kept off."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import sympy as sp
from flint import acb, arb, ctx

from rftheory.numbers.ball_arithmetic import Ball, BallArithmetic, around_zero, between
from rftheory.numbers.walker import SubEvaluator, UnsupportedExpression, compile_for
from rftheory.numbers.work import quadrature


class AnalyticBalls(BallArithmetic):
    """Balls for integrands with signs and absolute values of real numbers: no value where they are not analytic, if so asked."""

    def __init__(self) -> None:
        super().__init__(functions={"Abs": self._absolute, "sign": self._sign})
        self.analytic = False

    def _absolute(self, x: Ball) -> acb:
        return acb(x).real_abs(analytic=self.analytic)

    def _sign(self, x: Ball) -> acb:
        return acb(x).real_sgn(analytic=self.analytic)


_BALLS = AnalyticBalls()
#: evaluations of an inner integral for each bit: at a wide place of the outer one it cannot be sharp
_EVALUATIONS = 8
#: functions that are analytic but for poles, where a ball has no finite value
_MEROMORPHIC = (sp.exp, sp.sin, sp.cos, sp.tan, sp.sinh, sp.cosh, sp.tanh, sp.erf)


def integral(
    function: sp.Expr, variables: Mapping[sp.Symbol, tuple[Ball, Ball]], sub: SubEvaluator, what: object
) -> acb:
    """``int .. int f`` over the ranges of real variables, the first one outermost; other symbols have the values of ``sub``.

    Raises:
        UnsupportedExpression: for functions that are not known to be analytic, and integrals that take too long.
    """
    names = tuple(variables)
    branches = _branches(function, frozenset(names), what)
    others = tuple(sorted(function.free_symbols - set(names), key=lambda s: s.sort_key()))
    values = [sub(name) for name in others]
    program = compile_for(function, (*others, *names), _BALLS)
    bases = [compile_for(base, (*others, *names), _BALLS) for base in branches]

    def value(places: tuple[acb, ...], analytic: bool) -> acb:
        _BALLS.analytic = analytic
        if analytic and not all(_off_branch(acb(base(*values, *places))) for base in bases):
            return acb("nan")
        return acb(program(*values, *places))

    def inside(places: tuple[acb, ...], above: bool) -> Callable[[acb, bool], acb]:
        if len(places) == len(names) - 1:
            return lambda t, analytic: value((*places, t), analytic or above)
        low, high = (acb(end) for end in variables[names[len(places) + 1]])

        def outer(t: acb, analytic: bool) -> acb:
            within = inside((*places, t), analytic or above)
            return acb.integral(within, low, high, eval_limit=_EVALUATIONS * ctx.prec)

        return outer

    low, high = (acb(end) for end in variables[names[0]])
    return quadrature(inside((), False), low, high, what)


def over_unit_interval(function: sp.Expr, variable: sp.Symbol, sub: SubEvaluator, what: object) -> Ball:
    """``int_0^1 f`` of a function of a positive number, whose logarithms may have their poles at the ends.

    Raises:
        UnsupportedExpression: as for `integral`, and where a function is no polynomial in its logarithms at a pole.
    """
    logarithms = [part for part in function.atoms(sp.log) if part.has(variable)]
    poles = [any(part.args[0].subs(variable, end).equals(0) for part in logarithms) for end in (0, 1)]
    if poles[1]:
        halves = (function.xreplace({variable: place}) / 2 for place in (variable / 2, 1 - variable / 2))
        return sum((over_unit_interval(half, variable, sub, what) for half in halves), arb(0))
    if poles[0]:
        value = _from_pole(function, variable, logarithms, sub, what)
    else:
        value = integral(function, {variable: (arb(0), arb(1))}, sub, what)
    return value.real if function.is_extended_real else value


def _from_pole(function: sp.Expr, t: sp.Symbol, logarithms: list[sp.log], sub: SubEvaluator, what: object) -> acb:
    """From a pole of logarithms at 0 to 1, by ``t = exp(-s)`` up to s = S.

    What is left, ``int_0^delta sum_k c_k(t) log(t)^k dt`` with delta = exp(-S), is at most
    ``sum_k max|c_k| Gamma(k + 1, S)``.
    """
    slope = sp.Dummy("slope", real=True)
    split = {}
    for part in logarithms:
        rest = sp.cancel(part.args[0] / t)
        if part.args[0].subs(t, 0).equals(0):
            split[part] = slope + sp.log(rest)
    plain = function.xreplace(split)
    if not plain.is_polynomial(slope):
        raise UnsupportedExpression(f"E[{what}]: no polynomial in the logarithm at its pole")
    end = arb(ctx.prec)
    with_s = plain.xreplace({t: sp.exp(-t), slope: -t}) * sp.exp(-t)
    value = integral(with_s, {t: (arb(0), end)}, sub, what)
    near = between(arb(0), (-end).exp())
    terms = sp.Poly(plain, slope).terms()
    left = sum((abs(acb(sub(c, {t: near}))) * end.gamma_upper(arb(k + 1)) for (k,), c in terms), arb(0))
    slack = around_zero(left.abs_upper())
    return value + acb(slack, slack)


def _branches(function: sp.Expr, variables: frozenset[sp.Symbol], what: object) -> list[sp.Expr]:
    """What stands inside of roots and logarithms, which are cut along the negative numbers."""
    if not function.free_symbols & variables or function.is_Symbol:
        return []
    cut = isinstance(function, sp.log)
    if isinstance(function, sp.Pow) and not isinstance(function, sp.exp):
        base, exponent = function.args
        if exponent.free_symbols & variables:
            raise UnsupportedExpression(f"E[{what}]: a power of a varying exponent")
        cut = not exponent.is_Integer
    elif isinstance(function, (sp.Abs, sp.sign)) and function.args[0].is_extended_real and len(variables) == 1:
        # of a real number each side of its zero is continued; over two variables that takes too long
        return _branches(function.args[0], variables, what)
    elif not cut and not isinstance(function, (sp.Add, sp.Mul, *_MEROMORPHIC)):
        raise UnsupportedExpression(f"E[{what}]: {type(function).__name__} is not known to be analytic")
    inner = [base for part in function.args for base in _branches(part, variables, what)]
    return [*inner, function.args[0]] if cut else inner


def _off_branch(base: acb) -> bool:
    return bool(base.real > 0) or not base.imag.contains(arb(0))
