"""Where a free parameter makes the second moment stationary: ``d/dp E Z^2 = 0``, and the solutions there are.

If the mean does not depend on p, the variance and E Z^2 are stationary together. A moment that is one product is divided out: the
equation is about its logarithm.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import sympy as sp

from rftheory.deriving.symbols import xx, xy, yy
from rftheory.deriving.tidy import PRODUCTS
from rftheory.numbers.at_points import agree, signs
from rftheory.statements.domain import Domain, Range


@dataclass(frozen=True)
class Stationary:
    """``equation = 0``.

    Args:
        parameter: p.
        equation: the derivative by p, without factors that are never zero.
        solutions: those in the domain of p.
        of_logarithm: whether it is the logarithm of the moment that is differentiated.
        where: what a solution needs besides, where it may lie at an end that the range leaves out.
    """

    parameter: sp.Symbol
    equation: sp.Expr
    solutions: tuple[sp.Expr, ...]
    of_logarithm: bool
    where: tuple[sp.Basic, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """Texts."""
        texts = {"solutions": [str(s) for s in self.solutions], "where": [str(r) for r in self.where]}
        return {"parameter": str(self.parameter), "equation": str(self.equation), **texts}

    def __str__(self) -> str:
        known = " or ".join(f"{self.parameter} = {solution}" for solution in self.solutions)
        needs = " and ".join(str(relation) for relation in self.where)
        return f"{self.equation} = 0" + (f": {known}" if known else "") + (f", if {needs}" if needs else "")


def stationary(second: sp.Expr, parameter: sp.Symbol, domain: Domain) -> Stationary:
    """The equation for a parameter of a second moment, in the products of the inputs or in their coordinates."""
    one_product = len(sp.Add.make_args(second)) == 1
    slope = _logarithmic_slope(second, parameter) if one_product else sp.factor_terms(sp.diff(second, parameter))
    if one_product:
        slope = _numerator(slope)
    else:
        slope = sp.Mul(*(f for f in sp.Mul.make_args(slope) if not isinstance(f, sp.exp)))
    found = _solutions(slope, parameter, domain)
    where = tuple(relation for root, relations in found for relation in relations)
    return Stationary(parameter, slope, tuple(root for root, _ in found), one_product, where)


def _logarithmic_slope(moment: sp.Expr, parameter: sp.Symbol) -> sp.Expr:
    """``d/dp log`` of a product; the logarithm of a product over coordinates is a sum."""
    total = sp.Integer(0)
    for factor in sp.Mul.make_args(moment):
        if isinstance(factor, sp.exp):
            total += sp.diff(factor.exp, parameter)
        elif isinstance(factor, sp.Product):
            inner = _logarithmic_slope(factor.function, parameter)
            total += sp.Sum(inner, *factor.limits)
        else:
            base, power = factor.as_base_exp()
            total += power * sp.diff(base, parameter) / base
            if power.has(parameter):
                total += sp.diff(power, parameter) * sp.log(base)
    return total


def _numerator(slope: sp.Expr) -> sp.Expr:
    if slope.has(sp.Sum):
        names = {node: sp.Dummy() for node in slope.atoms(sp.Sum)}
        inner = sp.factor(sp.fraction(sp.together(slope.xreplace(names)))[0])
        return inner.xreplace({name: node for node, name in names.items()})
    over = sp.factor_terms(sp.fraction(sp.cancel(sp.together(slope)))[0])
    return sp.Mul(*(f for f in sp.Mul.make_args(over) if not f.is_number)) if over != 0 else over


def _solutions(equation: sp.Expr, parameter: sp.Symbol, domain: Domain) -> list[tuple[sp.Expr, tuple[sp.Basic, ...]]]:
    """The roots of a polynomial of degree two at most that are in the closed range of the parameter.

    With each of them what it needs to be inside where an end does not belong to the range.
    """
    names = {sp.Dummy(nonnegative=True): node for node in equation.atoms(sp.Sum)}
    if any(parameter in node.free_symbols for node in names.values()):
        return []
    plain = equation.xreplace({node: name for name, node in names.items()})
    plain = _in_square(plain, names)
    if plain.has(*PRODUCTS) or not plain.has(parameter) or not plain.is_polynomial(parameter):
        return []
    polynomial = sp.Poly(plain, parameter)
    if polynomial.degree() > 2:
        return []
    found = []
    # first: what a root depends on is tried at its end before the coordinates are at theirs
    squares = (Range(name, 0, None, "[)", typical=(0, 2), awkward=(0,)) for name in names)
    domain = replace(domain, ranges=(*squares, *domain.ranges))
    for root in sp.roots(polynomial):
        value = sp.factor_terms(sp.together(sp.simplify(root)))
        if agree(plain.subs(parameter, value), sp.S.Zero, domain):
            needs = _needs(value, parameter, domain)
            if needs is not None:
                found.append((value.xreplace(names), tuple(relation.xreplace(names) for relation in needs)))
    return found


def _in_square(equation: sp.Expr, names: dict[sp.Expr, sp.Expr]) -> sp.Expr:
    """An equation in which the products of the inputs are |x + y|^2 or |x - y|^2 alone, with one symbol for it."""
    for sign in (1, -1):
        square = sp.Dummy(nonnegative=True)
        inside = sp.expand(equation.subs(xx, square - 2 * sign * xy - yy))
        if equation.has(xx) and not inside.has(*PRODUCTS):
            names[square] = xx + 2 * sign * xy + yy
            return inside
    return equation


def _needs(root: sp.Expr, parameter: sp.Symbol, domain: Domain) -> list[sp.Basic] | None:
    """What a root needs to be in the range of the parameter; None if it is not seen to be in its closure."""
    (item,) = [item for item in domain.ranges if item.symbol == parameter]
    needs = []
    for end, sign, closed in ((item.low, 1, item.closed[0] == "["), (item.high, -1, item.closed[1] == "]")):
        if end is None:
            continue
        gap = sp.factor_terms(sp.together(sign * (root - end)))
        seen = signs(gap, domain)
        if seen == {1}:
            continue
        if not seen or -1 in seen:
            return None
        if not closed:
            needs.append(sp.Gt(root, end) if sign > 0 else sp.Lt(root, end))
    return needs
