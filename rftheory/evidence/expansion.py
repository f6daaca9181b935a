"""Multiplying out: what SymPy's ``expand`` gives, by exact polynomial arithmetic where the expression is a polynomial."""

from __future__ import annotations

from functools import lru_cache

import sympy as sp
from flint import fmpq, fmpq_mpoly, fmpq_mpoly_ctx

#: functions whose values are variables: ``expand`` leaves them as they are, and so do products of their powers
_INERT = (sp.sin, sp.cos, sp.sinh, sp.cosh, sp.tanh)
#: powers of sums beyond this one are left to SymPy
_LARGEST_POWER = 64


@lru_cache(maxsize=8192)
def expanded(expr: sp.Expr) -> sp.Expr:
    """``expr.expand()``."""
    if not isinstance(expr, (sp.Add, sp.Mul, sp.Pow)):
        return sp.expand(expr)
    variables: dict[sp.Expr, int] = {}
    if not _collect(expr, variables):
        return sp.expand(expr)
    if not variables:
        return expr
    context = fmpq_mpoly_ctx.get([("x", len(variables))], "lex")
    polynomial = _polynomial(expr, context, dict(zip(variables, context.gens(), strict=True)))
    bases = list(variables)
    return sp.Add(*(_term(bases, exponents, q) for exponents, q in polynomial.terms()))


def _collect(expr: sp.Expr, variables: dict[sp.Expr, int]) -> bool:
    """Note what stands as a variable in a polynomial with rational coefficients; False if the expression is none."""
    if expr.is_Rational:
        return True
    if _is_variable(expr) or (isinstance(expr, sp.Pow) and _is_reciprocal(expr)):
        variables.setdefault(expr if _is_variable(expr) else 1 / expr.base, len(variables))
        return True
    if isinstance(expr, sp.Pow):
        allowed = expr.exp.is_Integer and 0 < int(expr.exp) <= _LARGEST_POWER
        return allowed and _collect(expr.base, variables)
    return isinstance(expr, (sp.Add, sp.Mul)) and all(_collect(part, variables) for part in expr.args)


def _is_variable(expr: sp.Expr) -> bool:
    if isinstance(expr, sp.Symbol):
        return bool(expr.is_commutative)
    return expr is sp.pi or (isinstance(expr, _INERT) and _is_multiple(expr.args[0]))


def _is_multiple(argument: sp.Expr) -> bool:
    """A rational multiple of a symbol: nothing in it is multiplied out."""
    rest = argument.as_coeff_Mul(rational=True)[1]
    return isinstance(rest, sp.Symbol) and bool(rest.is_commutative)


def _is_reciprocal(power: sp.Pow) -> bool:
    return bool(power.exp.is_Integer) and bool(power.exp < 0) and _is_variable(power.base)


def _polynomial(expr: sp.Expr, context: fmpq_mpoly_ctx, variables: dict[sp.Expr, fmpq_mpoly]) -> fmpq_mpoly:
    if expr.is_Rational:
        return context.constant(fmpq(int(expr.p), int(expr.q)))
    if expr in variables:
        return variables[expr]
    if isinstance(expr, sp.Pow):
        if expr.exp < 0:
            return variables[1 / expr.base] ** int(-expr.exp)
        return _polynomial(expr.base, context, variables) ** int(expr.exp)
    parts = (_polynomial(part, context, variables) for part in expr.args)
    result = next(parts)
    for part in parts:
        result = result + part if isinstance(expr, sp.Add) else result * part
    return result


def _term(bases: list[sp.Expr], exponents: tuple[int, ...], coefficient: fmpq) -> sp.Expr:
    powers = (base ** int(e) for base, e in zip(bases, exponents, strict=True) if e)
    return sp.Mul(sp.Rational(int(coefficient.p), int(coefficient.q)), *powers)
