"""The structure of what stands inside a one-sample expectation, found once per expression.

Three shapes are integrated: functions of one real direction, products of signs of two directions, and exponential
polynomials (sums of ``c exp(linear form + a |w|^2)``, after Euler's formulas) of any directions.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import sympy as sp

from rftheory.rules.expectation import expand_products
from rftheory.rules.gaussian import constant_and_exponent, exponent_parts, linear_coefficients, to_exponentials
from rftheory.rules.nodes import Form, Phase, SquaredLength, sources
from rftheory.rules.variates import Variate

#: the image ``w.u`` of the one direction u on which an integrand depends
IMAGE = sp.Dummy("image", real=True)

_Combination = dict[Form, sp.Expr]


@dataclass(frozen=True)
class OneDirection:
    """``f = function(w.u)`` with ``u = sum_j direction_j u_j``; ``function`` is written in IMAGE."""

    function: sp.Expr
    direction: tuple[tuple[Form, sp.Expr], ...]


@dataclass(frozen=True)
class ExponentialTerm:
    """``coefficient * exp(sum_j exponent_j form_j + sum_k squares_k |w_k|^2 + sum_l phases_l b_l)``."""

    coefficient: sp.Expr
    exponent: tuple[tuple[Form, sp.Expr], ...]
    squares: tuple[tuple[SquaredLength, sp.Expr], ...] = ()
    phases: tuple[tuple[Phase, sp.Expr], ...] = ()


_LinearForm = tuple[tuple[Form, sp.Expr], ...]


@dataclass(frozen=True)
class SignProduct:
    """``constant * prod sign(w.u_k)``, the arguments of odd powers and of even ones."""

    constant: sp.Expr
    odd: tuple[_LinearForm, ...]
    even: tuple[_LinearForm, ...]


@lru_cache(maxsize=1024)
def one_direction(expr: sp.Expr) -> OneDirection | None:
    """The integrand as a function of one real direction, or None if it depends on several."""
    if expr.atoms(Variate, SquaredLength, Phase) or len(sources(expr)) != 1:
        return None
    directions: list[_Combination] = []
    try:
        function = _in_image(expr, directions)
    except ValueError:
        return None
    return OneDirection(function, tuple(directions[0].items())) if directions else None


def _in_image(expr: sp.Expr, directions: list[_Combination]) -> sp.Expr:
    if not sources(expr):
        return expr
    linear = _linear_form(expr)
    if linear is not None:
        coefficients, constant = linear
        return _ratio(coefficients, directions) * IMAGE + constant
    return expr.func(*(_in_image(a, directions) for a in expr.args))


def _linear_form(expr: sp.Expr) -> tuple[_Combination, sp.Expr] | None:
    try:
        coefficients, constant = linear_coefficients(expr)
    except ValueError:
        return None
    return {f: c for f, c in coefficients.items() if c != 0}, constant


def _ratio(coefficients: _Combination, directions: list[_Combination]) -> sp.Expr:
    """The factor by which a linear form exceeds the first one met (which is made real)."""
    if not directions:
        unit = sp.I if all((c / sp.I).is_extended_real for c in coefficients.values()) else sp.Integer(1)
        directions.append({f: c / unit for f, c in coefficients.items()})
        if not all(c.is_extended_real for c in directions[0].values()):
            raise ValueError("a complex direction")
    first = directions[0]
    if set(first) != set(coefficients):
        raise ValueError("several directions")
    ratios = {sp.cancel(coefficients[f] / first[f]) for f in first}
    if len(ratios) != 1:
        raise ValueError("several directions")
    return ratios.pop()


@lru_cache(maxsize=1024)
def sign_product(expr: sp.Expr) -> SignProduct | None:
    """``c * prod sign(form_k)``; None for any other shape."""
    constant: list[sp.Expr] = []
    odd: list[_LinearForm] = []
    even: list[_LinearForm] = []
    for factor in sp.Mul.make_args(expr):
        base, power = factor.as_base_exp()
        if not sources(factor):
            constant.append(factor)
        elif isinstance(base, sp.sign) and power.is_Integer and power > 0:
            try:
                coefficients, rest = linear_coefficients(base.args[0])
            except ValueError:
                return None
            if rest != 0:
                return None
            (odd if power % 2 else even).append(tuple(coefficients.items()))
        else:
            return None
    return SignProduct(sp.Mul(*constant), tuple(odd), tuple(even))


@lru_cache(maxsize=1024)
def exponential_terms(expr: sp.Expr) -> tuple[ExponentialTerm, ...] | None:
    """The integrand as a sum of exponentials of linear forms, equal exponents collected; None if it is not one."""
    collected: dict[tuple[tuple[tuple[sp.Expr, sp.Expr], ...], ...], list[sp.Expr]] = {}
    for term in sp.Add.make_args(expand_products(to_exponentials(expr))):
        try:
            constant, exponent = constant_and_exponent(term)
            parts = exponent_parts(exponent)
        except ValueError:
            return None
        kinds = (parts.linear, parts.squares, parts.phases)
        kept = tuple(tuple(sorted(kind.items(), key=lambda i: i[0].sort_key())) for kind in kinds)
        collected.setdefault(kept, []).append(constant * sp.exp(parts.constant))
    return tuple(ExponentialTerm(sp.Add(*c), *e) for e, c in collected.items())
