"""Smoothness in one variable, seen from the expression: on the whole line, or wherever the domain allows.

Sufficient rules only: compositions of functions that are smooth where they are used. On a domain, divisors must be
proved nonzero, and bases of general powers and arguments of logarithms proved positive.
"""

from __future__ import annotations

import sympy as sp

from rftheory.evidence.sign import POSITIVE, is_nonzero, is_real, sign_of
from rftheory.evidence.sum_signs import opened
from rftheory.evidence.unproved import Unproved
from rftheory.rules.nodes import hidden_symbols
from rftheory.statements.domain import Domain

#: smooth functions of the whole complex plane, and of the real line only: those have poles or cuts elsewhere
_ENTIRE = (sp.Add, sp.Mul, sp.exp, sp.sin, sp.cos, sp.sinh, sp.cosh, sp.erf, sp.Symbol)
_REAL = (sp.atan, sp.tanh)


def is_smooth(expr: sp.Expr, variable: sp.Symbol) -> bool:
    """Whether an expression is seen to be smooth in one variable, over the whole line."""
    if not expr.has(variable):
        return True
    if isinstance(expr, sp.Pow) and not isinstance(expr, sp.exp):
        return bool(expr.exp.is_Integer and expr.exp > 0 and is_smooth(expr.base, variable))
    smooth = isinstance(expr, _ENTIRE) or (isinstance(expr, _REAL) and is_real(expr.args[0]))
    return smooth and all(is_smooth(argument, variable) for argument in expr.args)


def is_smooth_on(expr: sp.Expr, variable: sp.Symbol, domain: Domain) -> bool:
    """Whether an expression is proved smooth in one variable at every point of a domain."""
    if not expr.has(variable):
        return True
    if isinstance(expr, sp.Pow) and not isinstance(expr, sp.exp):
        return _is_smooth_power(expr, variable, domain)
    if isinstance(expr, sp.Sum):
        finite = not any(limit.has(sp.oo, variable) for limit in expr.limits)
        return finite and is_smooth_on(opened(expr), variable, domain)
    if not all(is_smooth_on(argument, variable, domain) for argument in expr.args):
        return False
    if isinstance(expr, sp.log):
        return sign_of(expr.args[0], domain) == POSITIVE
    if isinstance(expr, sp.Abs):
        return is_real(expr.args[0], domain) and is_nonzero(expr.args[0], domain)
    return _is_known(expr, variable, domain)


def differentiated(expr: sp.Expr, variable: sp.Symbol, domain: Domain) -> sp.Expr:
    """The derivative of an expression that is proved smooth in one variable at every point of a domain.

    Raises:
        Unproved: if it is not, or if vectors in it move with the variable, which its form does not show.
    """
    if variable in hidden_symbols(expr):
        raise Unproved(f"the products of vectors in {expr} depend on {variable}")
    if not is_smooth_on(expr, variable, domain):
        raise Unproved(f"{expr} is not seen to have a derivative in {variable} everywhere")
    return sp.diff(expr, variable)


def _is_known(expr: sp.Expr, variable: sp.Symbol, domain: Domain) -> bool:
    """Whether a function is smooth in what it is put at, which is smooth in the variable; its parameters do not move."""
    if isinstance(expr, sp.besseli):
        return bool(expr.order.is_Integer)  # entire
    if isinstance(expr, sp.hyper):
        # with no more parameters above than below the series converges everywhere
        fixed = not any(parameter.has(variable) for parameter in (*expr.ap, *expr.bq))
        return len(expr.ap) <= len(expr.bq) and fixed and all(sign_of(b, domain) == POSITIVE for b in expr.bq)
    return isinstance(expr, _ENTIRE) or (isinstance(expr, _REAL) and is_real(expr.args[0], domain))


def is_smooth_at(expr: sp.Expr, variable: sp.Symbol, point: sp.Expr, domain: Domain) -> bool:
    """Whether an expression is proved smooth in one real variable in a neighbourhood of a point of the line."""
    if not expr.has(variable):
        return True
    if isinstance(expr, sp.Sum):
        finite = not any(limit.has(sp.oo, variable) for limit in expr.limits)
        return finite and is_smooth_at(opened(expr), variable, point, domain)
    if not all(is_smooth_at(argument, variable, point, domain) for argument in expr.args):
        return False
    if isinstance(expr, sp.Pow) and not isinstance(expr, sp.exp):
        base = expr.base.subs(variable, point)
        if expr.exp.is_Integer:
            return bool(expr.exp >= 0) or is_nonzero(base, domain)
        return sign_of(base, domain) == POSITIVE
    if isinstance(expr, sp.log):
        return sign_of(expr.args[0].subs(variable, point), domain) == POSITIVE
    return _is_known(expr, variable, domain)


def is_continuous_at(expr: sp.Expr, variable: sp.Symbol, point: sp.Expr, domain: Domain) -> bool:
    """Whether an expression is proved continuous at a point, for a real variable that stays in its range beside it.

    A power ``t^e`` with a positive rational exponent is continuous on the real line, with principal values too: for t < 0
    it is ``|t|^e exp(i pi e)``. Off the line it jumps at the cut, so other bases have to be smooth there (`is_smooth_at`).
    """
    if is_smooth_at(expr, variable, point, domain):
        return True
    if isinstance(expr, sp.Pow) and not isinstance(expr, sp.exp):
        if not is_continuous_at(expr.base, variable, point, domain) or expr.exp.has(variable):
            return False
        if expr.exp.is_negative:
            return is_continuous_at(1 / expr, variable, point, domain) and is_nonzero(
                expr.base.subs(variable, point), domain
            )
        return bool(expr.exp.is_Rational) and (bool(expr.exp.is_Integer) or is_real(expr.base, domain))
    known = isinstance(expr, (*_ENTIRE, sp.Abs)) or (isinstance(expr, _REAL) and is_real(expr.args[0], domain))
    return known and all(is_continuous_at(part, variable, point, domain) for part in expr.args)


def _is_smooth_power(expr: sp.Pow, variable: sp.Symbol, domain: Domain) -> bool:
    base, exponent = expr.base, expr.exp
    if not is_smooth_on(base, variable, domain):
        return False
    if exponent.is_Integer:
        return bool(exponent >= 0) or is_nonzero(base, domain)
    # b^e = exp(e log b)
    return sign_of(base, domain) == POSITIVE and is_real(exponent) and is_smooth_on(exponent, variable, domain)
