"""Definite integrals in a normal form, so that the zero test takes two of them for one if they are written differently.

Circular and hyperbolic functions become exponentials, the integrand is multiplied out, factors without the variable are
drawn out, and the variable gets one name. All of that holds pointwise under the integral sign; nothing is integrated.
"""

from __future__ import annotations

import sympy as sp

_CIRCULAR = (sp.sin, sp.cos, sp.sinh, sp.cosh)
#: the variable of every normal form; a symbol of no assumptions but to be real, so that no rewriting rests on its range
_VARIABLE = sp.Dummy("variable", real=True)


def normal_integral(node: sp.Integral) -> tuple[sp.Expr, sp.Expr]:
    """The factor and the integral in normal form whose product an integral is.

    An integral over several variables, or without both limits, is its own normal form.
    """
    if len(node.limits) != 1 or len(node.limits[0]) != 3:
        return sp.Integer(1), node
    variable, low, high = node.limits[0]
    integrand = node.function.xreplace({variable: _VARIABLE})
    exponentials = sp.expand(integrand, trig=False).replace(_is_circular, lambda e: e.rewrite(sp.exp))
    factor, rest = sp.expand(exponentials).as_independent(_VARIABLE, as_Add=False)
    terms = (_with_common_powers(term) for term in sp.Add.make_args(rest))
    return factor, sp.Integral(sp.Add(*terms), (_VARIABLE, low, high))


def _with_common_powers(term: sp.Expr) -> sp.Expr:
    """``a^n b^n = (a b)^n`` for symbolic integers n, the product multiplied out."""
    bases: dict[sp.Expr, sp.Expr] = {}
    others = []
    for factor in sp.Mul.make_args(term):
        if (
            isinstance(factor, sp.Pow)
            and not isinstance(factor, sp.exp)
            and factor.exp.is_integer
            and factor.exp.free_symbols
        ):
            bases[factor.exp] = bases.get(factor.exp, sp.Integer(1)) * factor.base
        else:
            others.append(factor)
    return sp.Mul(*others, *(sp.Pow(sp.expand(base), exponent) for exponent, base in bases.items()))


def _is_circular(expr: sp.Basic) -> bool:
    return isinstance(expr, _CIRCULAR)
