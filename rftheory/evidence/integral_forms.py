"""Definite integrals in a normal form, so that the zero test takes two of them for one if they are written differently.

Circular and hyperbolic functions become exponentials, the integrand is multiplied out, factors without the variable are
drawn out, and the variable gets one name. All of that holds pointwise under the integral sign; nothing is integrated. Two
normal forms that still differ are one if their integrands are decided equal for every value of the variable.
"""

from __future__ import annotations

from collections.abc import Iterator

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


def integrands(first: sp.Integral, second: sp.Integral) -> tuple[sp.Expr, sp.Expr] | None:
    """The integrands of two integrals over one interval, at one and the same new real variable; None for other limits.

    If they are equal for every value of it, so are the integrals; factors that both have are left out. The variable is
    new each time: an integral inside of an integrand has a variable of its own.
    """
    limits = first.limits, second.limits
    if any(len(limit) != 1 or len(limit[0]) != 3 for limit in limits) or limits[0][0][1:] != limits[1][0][1:]:
        return None
    variable = sp.Dummy("variable", real=True)
    one, other = (
        sp.Mul.make_args(node.function.xreplace({limit[0][0]: variable}))
        for node, limit in zip((first, second), limits, strict=True)
    )
    return sp.Mul(*(f for f in one if f not in other)), sp.Mul(*(f for f in other if f not in one))


def fixed_divisors(node: sp.Integral) -> Iterator[sp.Expr]:
    """What is divided by under the integral sign at every place alike: multiplying out may cancel it unseen.

    Divisors that depend on the variable vanish at single places at most, unless a factor without it does.
    """
    bound = {limit[0] for part in node.atoms(sp.Integral, sp.Sum, sp.Product) for limit in part.limits}
    for power in node.function.atoms(sp.Pow):
        if not power.exp.as_coeff_Mul()[0].is_negative or isinstance(power, sp.exp):
            continue
        for factor in sp.Mul.make_args(sp.factor_terms(power.base)):
            if factor.free_symbols and not factor.free_symbols & bound:
                yield factor.as_base_exp()[0]


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
