r"""Rigorous definite integrals of one variable, as densities of lengths and angles need them.

*Bounded intervals*: products, sums, integer powers and entire functions, by flint's adaptive quadrature; from 0 on also
half-integer powers of the variable, whose root becomes the variable.

*The half line*: ``f(t) = C t^a exp(-b t^2)`` with a > -1, b > 0, and by the normal law ``exp(-b t^2)`` or ``exp(-b t)`` times what grows
like an exponential; those from elsewhere, and the line, by these. With ``t = exp(s)`` the integrand ``C exp((a + 1)
s - b exp(2s))`` is entire. What is cut off on the left is ``C int_0^exp(-L) t^a dt`` at most, that is ``C
exp(-(a+1) L) / (a+1)``; on the right, beyond T, f decays at least like ``exp(-(2 b T - max(a, 0)/T) (t - T))``.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import sympy as sp
from flint import acb, arb, ctx

from rftheory.numbers.analytic import over_unit_interval
from rftheory.numbers.ball_arithmetic import Ball, BallArithmetic, around_zero, demoted, exact_integer
from rftheory.numbers.integrand import IMAGE
from rftheory.numbers.kinks import kinked_moment
from rftheory.numbers.planes import without_maxima
from rftheory.numbers.walker import SubEvaluator, UnsupportedExpression, compile_for
from rftheory.numbers.work import quadrature

_ENTIRE = (sp.exp, sp.sin, sp.cos, sp.sinh, sp.cosh)
_PLAIN = BallArithmetic()


def integral(node: sp.Integral, sub: SubEvaluator, environment: Mapping[sp.Symbol, Any]) -> Ball:
    """The value of a SymPy `Integral` over a bounded interval, [a, oo) or the line.

    Raises:
        UnsupportedExpression: for several variables and for integrands of another shape.
    """
    if len(node.limits) != 1 or len(node.limits[0]) != 3:
        raise UnsupportedExpression(f"an integral over several variables or without limits: {node}")
    variable, low, high = node.limits[0]
    if high is not sp.oo:
        ends = sub(low), sub(high)
        if not all(isinstance(end, arb) for end in ends):
            raise UnsupportedExpression(f"an integral between complex ends: {node}")
        if low.is_finite is not False and any(part.has(variable) for part in node.function.atoms(sp.log)):
            part = sp.Dummy("part", positive=True)
            function = (high - low) * node.function.xreplace({variable: low + (high - low) * part})
            return demoted(over_unit_interval(function, part, sub, node.function))
        return _bounded(node.function, variable, *ends, sub)
    function = without_maxima(node.function)
    if low is -sp.oo:
        # one after the other: each must converge
        sides = (_half_line(function.xreplace({variable: s * variable}), variable, sub) for s in (1, -1))
        return demoted(sum(sides, arb(0)))
    if low != 0:
        function = sp.expand(function.xreplace({variable: low + variable}))
    return _half_line(function, variable, sub)


def _bounded(function: sp.Expr, variable: sp.Symbol, low: arb, high: arb, sub: SubEvaluator) -> Ball:
    if low.is_zero() and high > 0 and _has_roots(function, variable, sub):
        root = sp.Dummy("root", positive=True)
        function = sp.expand_mul(2 * root * function.xreplace({variable: root**2}))
        variable, high = root, high.sqrt()
    function = _with_whole_powers(function, variable, sub)
    parts = function.atoms(sp.Function, sp.Max, sp.Min)
    unknown = [f for f in parts if f.has(variable) and not _is_entire(f, variable)]
    if unknown:
        raise UnsupportedExpression(f"{unknown[0]} is not known to be entire in {variable}")
    names = tuple(sorted(function.free_symbols - {variable}, key=lambda s: s.sort_key()))
    values = [sub(s) for s in names]
    program = compile_for(function, (*names, variable), _PLAIN)
    value = quadrature(lambda t, analytic: acb(program(*values, t)), acb(low), acb(high), function)
    return value.real if function.is_extended_real else demoted(value)


def _has_roots(function: sp.Expr, variable: sp.Symbol, sub: SubEvaluator) -> bool:
    """Whether the variable itself stands under a root here: with the root as the variable, it does not."""
    powers = (p for p in function.atoms(sp.Pow) if p.base == variable and not p.exp.has(variable))
    return any((exact_integer(2 * sub(p.exp)) or 0) % 2 for p in powers)


def _is_entire(function: sp.Function, variable: sp.Symbol) -> bool:
    """Entire in its last argument: a function of the list, or ``pFq`` with p <= q and constant parameters."""
    if isinstance(function, sp.hyper):
        parameters = (*function.ap, *function.bq)
        return len(function.ap) <= len(function.bq) and not any(a.has(variable) for a in parameters)
    return isinstance(function, _ENTIRE)


def _with_whole_powers(function: sp.Expr, variable: sp.Symbol, sub: SubEvaluator) -> sp.Expr:
    """Powers of what varies, with the integers that their exponents are here; other powers have branch points."""

    def varies(expr: sp.Expr) -> bool:
        return isinstance(expr, sp.Pow) and not isinstance(expr, sp.exp) and expr.base.has(variable)

    def whole(power: sp.Pow) -> sp.Expr:
        exponent = None if power.exp.has(variable) else exact_integer(sub(power.exp))
        if exponent is None:
            raise UnsupportedExpression(f"the exponent of {power} is not an integer here")
        return power.base**exponent

    return function.replace(varies, whole)


def _shape(function: sp.Expr, variable: sp.Symbol) -> tuple[sp.Expr, sp.Expr, sp.Expr]:
    """The numbers C, a and b of ``C t^a exp(-b t^2)``, from the logarithmic derivative ``t f'/f = a - 2 b t^2``."""
    growth = sp.expand(sp.simplify(variable * sp.diff(function, variable) / function))
    polynomial = sp.Poly(growth, variable) if growth.is_polynomial(variable) else None
    if polynomial is None or not set(polynomial.monoms()) <= {(0,), (2,)}:
        raise UnsupportedExpression(f"not of the form C t^a exp(-b t^2): {function}")
    b = -polynomial.coeff_monomial(variable**2) / 2
    return function.subs(variable, 1) * sp.exp(b), polynomial.coeff_monomial(1), b


def _half_line(function: sp.Expr, variable: sp.Symbol, sub: SubEvaluator) -> Ball:
    if function.is_Add:
        return demoted(sum((_half_line(term, variable, sub) for term in function.args), arb(0)))
    try:
        shape = _shape(function, variable)
    except UnsupportedExpression:
        return _by_normal_law(function, variable, sub)
    constant, a, b = (sub(part) for part in shape)
    if not (isinstance(a, arb) and isinstance(b, arb) and a > -1 and b > 0):
        raise UnsupportedExpression(f"the integral of {function} over the half line is not seen to converge here")
    bits = ctx.prec * arb.const_log2()
    left = _ceiling((bits + 1) / (a + 1))
    right = _ceiling(((bits + 4 * abs(a) + 1) / b + 1).log() / 2)

    def logarithmic(s: acb, analytic: bool) -> acb:
        return ((a + 1) * s - b * (2 * s).exp()).exp()

    value = quadrature(logarithmic, acb(-left), acb(right), function).real
    end = arb(right).exp()
    decay = 2 * b * end - abs(a) / end
    if not decay > 0:
        return acb("nan")
    cut_off = (-(a + 1) * left).exp() / (a + 1) + (a * end.log() - b * end**2).exp() / decay
    return demoted(constant * (value + around_zero(cut_off)))


def _by_normal_law(function: sp.Expr, variable: sp.Symbol, sub: SubEvaluator) -> Ball:
    """``int_0^oo f(t) exp(-b t^2) dt = sqrt(pi/b) E f(|g|/sqrt(2 b))/2`` of a standard normal g, for a bounded f."""
    constant, exponent = sp.Integer(1), sp.Integer(0)
    for factor in sp.Mul.make_args(function):
        if isinstance(factor, sp.exp):
            exponent += sp.expand(factor.args[0])
        else:
            constant *= factor
    curvature = exponent.coeff(variable, 2)
    if curvature == 0 and exponent.has(variable):
        # exp(-b t) is exp(-b r^2) with the root r of t
        root = sp.Dummy("root", positive=True)
        return _half_line(2 * root * function.xreplace({variable: root**2}), root, sub)
    b = -sub(curvature)
    if not (isinstance(b, arb) and b > 0):
        raise UnsupportedExpression(f"the integral of {function} over the half line is not seen to converge here")
    bounded = constant * sp.exp(exponent - curvature * variable**2)
    mean = kinked_moment(bounded.xreplace({variable: sp.Abs(IMAGE)}), 1 / (2 * b).sqrt(), arb(0), 0, sub)
    return demoted((arb.pi() / b).sqrt() * mean / 2)


def _ceiling(value: arb) -> int:
    whole = value.abs_upper().ceil().unique_fmpz()
    if whole is None:
        raise UnsupportedExpression(f"the range of integration {value} is too long")
    return int(whole)
