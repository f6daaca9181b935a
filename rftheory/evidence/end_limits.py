"""One-sided limits of real functions at the ends of an interval, finite or not, from the structure of the expression.

Sufficient rules only. Sums and products of limits where none is of the form ``oo - oo`` or ``0 oo``; powers, exponentials,
logarithms and arc tangents of what has a limit. A limit that is not seen is None.
"""

from __future__ import annotations

import sympy as sp

from rftheory.evidence.number_signs import is_infinite
from rftheory.evidence.sign import NEGATIVE, NONNEGATIVE, POSITIVE, ZERO, is_real, sign_of
from rftheory.evidence.zero import decide_zero
from rftheory.statements.domain import Domain

#: functions that are continuous on the line, with their limits at -oo and oo where they have some
_CONTINUOUS: dict[type, tuple[sp.Expr, sp.Expr] | None] = {
    sp.sin: None,
    sp.cos: None,
    sp.exp: (sp.Integer(0), sp.oo),
    sp.sinh: (-sp.oo, sp.oo),
    sp.cosh: (sp.oo, sp.oo),
    sp.atan: (-sp.pi / 2, sp.pi / 2),
    sp.tanh: (-sp.Integer(1), sp.Integer(1)),
    sp.erf: (-sp.Integer(1), sp.Integer(1)),
}


def limit_at(expr: sp.Expr, variable: sp.Symbol, end: sp.Expr, inside: Domain) -> sp.Expr | None:
    """The limit of an expression as the variable tends to an end of its range, or None.

    ``inside`` holds the open range of the variable; what is known of an expression there holds on the way.
    """
    if not expr.has(variable):
        return expr
    if expr == variable:
        return end
    if isinstance(expr, sp.tan):
        expr = sp.sin(expr.args[0]) / sp.cos(expr.args[0])
    if isinstance(expr, (sp.Add, sp.Mul)):
        parts = [limit_at(part, variable, end, inside) for part in expr.args]
        if any(part is None for part in parts):
            return None
        return _of_sum(parts) if isinstance(expr, sp.Add) else _of_product(parts, inside)
    if type(expr) in _CONTINUOUS:
        inner = limit_at(expr.args[0], variable, end, inside)
        if inner is None or not is_real(expr.args[0], inside):
            return None
        if is_infinite(inner):
            ends = _CONTINUOUS[type(expr)]
            return None if ends is None else ends[inner == sp.oo]
        return expr.func(inner)
    if isinstance(expr, sp.log):
        return _of_logarithm(expr.args[0], limit_at(expr.args[0], variable, end, inside), inside)
    if isinstance(expr, sp.Pow) and not expr.exp.has(variable):
        return _of_power(expr, limit_at(expr.base, variable, end, inside), inside)
    return None


def _of_sum(parts: list[sp.Expr]) -> sp.Expr | None:
    infinite = {part for part in parts if is_infinite(part)}
    if len(infinite) == 2:
        return None
    return infinite.pop() if infinite else sp.Add(*parts)


def _of_product(parts: list[sp.Expr], domain: Domain) -> sp.Expr | None:
    infinite = [part for part in parts if is_infinite(part)]
    if not infinite:
        return sp.Mul(*parts)
    sign = 1
    for part in parts:
        signs = frozenset({1 if part == sp.oo else -1}) if is_infinite(part) else sign_of(part, domain)
        if signs not in (POSITIVE, NEGATIVE):
            return None
        sign *= next(iter(signs))
    return sign * sp.oo


def _of_logarithm(argument: sp.Expr, limit: sp.Expr | None, domain: Domain) -> sp.Expr | None:
    if limit is None or sign_of(argument, domain) != POSITIVE:
        return None
    if limit == sp.oo:
        return sp.oo
    if _is_zero(limit, domain):
        return -sp.oo
    return sp.log(limit) if sign_of(limit, domain) == POSITIVE else None


def _of_power(expr: sp.Pow, limit: sp.Expr | None, domain: Domain) -> sp.Expr | None:
    base, exponent = expr.base, expr.exp
    if limit is None or not is_real(exponent, domain):
        return None
    signs = sign_of(exponent, domain)
    if is_infinite(limit):
        if signs not in (POSITIVE, NEGATIVE) or (limit == -sp.oo and not exponent.is_Integer):
            return None
        return limit**exponent if limit == -sp.oo else (sp.oo if signs == POSITIVE else sp.Integer(0))
    if exponent.is_Integer and exponent >= 0:
        return limit**exponent
    if _is_zero(limit, domain):
        return _of_vanishing(sign_of(base, domain), exponent, signs)
    known = sign_of(limit, domain)
    if known == POSITIVE or (exponent.is_Integer and known == NEGATIVE):
        return limit**exponent
    # continuous at zero too
    return (
        limit**exponent if known <= NONNEGATIVE and signs == POSITIVE and sign_of(base, domain) <= NONNEGATIVE else None
    )


def _of_vanishing(base: frozenset[int], exponent: sp.Expr, signs: frozenset[int]) -> sp.Expr | None:
    """``b^e`` where b tends to 0, by the sign of b on the way and that of e."""
    if base == POSITIVE and signs in (POSITIVE, NEGATIVE):
        return sp.Integer(0) if signs == POSITIVE else sp.oo
    if base == NEGATIVE and exponent.is_Integer and signs == NEGATIVE:
        return sp.oo if exponent % 2 == 0 else -sp.oo
    return None


def _is_zero(expr: sp.Expr, domain: Domain) -> bool:
    return sign_of(expr, domain) == ZERO or decide_zero(expr, domain).zero
