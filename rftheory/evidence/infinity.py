"""Limits as a real variable grows beyond all bounds: a small table, and the rules of limits. Nothing is put in.

Base: constants, ``x -> oo``, rational functions by their leading terms, and ``p(x) exp(-q(x)) -> 0`` for a polynomial q with
a positive leading coefficient. Sums, products, powers, exponentials and a few functions follow where their limits do; an
indeterminate form (``oo - oo``, ``0 oo``, ``1^oo``, ``oo^0``) that the table does not know has no answer.
"""

from __future__ import annotations

from dataclasses import dataclass

import sympy as sp

from rftheory.evidence.number_signs import is_infinite
from rftheory.evidence.sign import NEGATIVE, POSITIVE, ZERO, is_nonzero, is_real, sign_of
from rftheory.rules.nodes import hidden_symbols
from rftheory.statements.domain import Domain

#: continuous functions of the complex plane, and of the real line with their limits at infinity
_ENTIRE = (sp.exp, sp.sin, sp.cos, sp.sinh, sp.cosh, sp.Abs)
_BOUNDED = {sp.tanh: sp.Integer(1), sp.atan: sp.pi / 2, sp.erf: sp.Integer(1)}


def limit_at_infinity(expr: sp.Expr, variable: sp.Symbol, point: sp.Expr, domain: Domain) -> sp.Expr | None:
    """The proved finite limit as the variable tends to oo or -oo; None if none is seen."""
    if variable in hidden_symbols(expr) or expr.has(sp.oo, -sp.oo, sp.zoo, sp.nan):
        return None
    if point is -sp.oo:
        far = sp.Dummy("far", real=True)
        expr, variable = expr.xreplace({variable: -far}), far
    value = _Limits(variable, domain).of(expr)
    return None if value is None or is_infinite(value) else value


@dataclass(frozen=True)
class _Limits:
    """Limits of expressions: a value, oo or -oo where a real expression grows beyond all bounds, None if unknown."""

    variable: sp.Symbol
    domain: Domain

    def of(self, expr: sp.Expr) -> sp.Expr | None:
        if not expr.has(self.variable):
            return expr
        if expr == self.variable:
            return sp.oo
        if expr.is_rational_function(self.variable):
            return self._rational(expr)
        if isinstance(expr, sp.exp):
            return self._exponential(expr)
        if isinstance(expr, sp.Pow):
            return self._power(expr.base, expr.exp)
        if isinstance(expr, sp.Add):
            return self._sum(expr.args)
        if isinstance(expr, sp.Mul):
            return self._product(expr)
        return self._function(expr)

    def _sign(self, expr: sp.Expr) -> int:
        """The proved sign of a limit, or 0."""
        signs = sign_of(expr, self.domain)
        return next(iter(signs)) if signs in (POSITIVE, NEGATIVE) else 0

    def _rational(self, expr: sp.Expr) -> sp.Expr | None:
        over, under = (sp.Poly(part, self.variable) for part in sp.fraction(sp.together(expr)))
        first, last = over.LC(), under.LC()
        if not is_nonzero(last, self.domain):
            return None
        if over.degree() <= under.degree():
            return first / last if over.degree() == under.degree() else sp.Integer(0)
        if not all(is_real(c, self.domain) for part in (over, under) for c in part.all_coeffs()):
            return None
        sign = self._sign(first) * self._sign(last)
        return sign * sp.oo if sign else None

    def _sum(self, terms: tuple[sp.Expr, ...]) -> sp.Expr | None:
        found = {term: self.of(term) for term in terms}
        if None in found.values():
            return None
        ways = {value for value in found.values() if is_infinite(value)}
        if not ways:
            return sp.Add(*found.values())
        bounded = [term for term, value in found.items() if not is_infinite(value)]
        return ways.pop() if len(ways) == 1 and all(is_real(term, self.domain) for term in bounded) else None

    def _product(self, expr: sp.Expr) -> sp.Expr | None:
        if self._is_overwhelmed(expr):
            return sp.Integer(0)
        found = {factor: self.of(factor) for factor in expr.args}
        if None in found.values():
            return None
        if not any(map(is_infinite, found.values())):
            return sp.Mul(*found.values())
        real = all(is_infinite(value) or is_real(factor, self.domain) for factor, value in found.items())
        sign = sp.prod(self._sign(value) for value in found.values()) if real else 0
        return sign * sp.oo if sign else None

    def _is_overwhelmed(self, expr: sp.Expr) -> bool:
        """``p(x) exp(-q(x))``, p a polynomial times real powers of x, q one with real coefficients that tends to oo."""
        exponent = sp.Integer(0)
        for factor in sp.Mul.make_args(expr):
            if isinstance(factor, sp.exp):
                exponent += factor.exp
            elif isinstance(factor, sp.Pow) and factor.base == self.variable:
                if factor.exp.has(self.variable) or not is_real(factor.exp, self.domain):
                    return False
            elif not factor.is_polynomial(self.variable):
                return False
        exponent = sp.expand(exponent)
        if not exponent.is_polynomial(self.variable) or not exponent.has(self.variable):
            return False
        coefficients = sp.Poly(exponent, self.variable).all_coeffs()
        return self._sign(coefficients[0]) < 0 and all(is_real(c, self.domain) for c in coefficients)

    def _exponential(self, expr: sp.exp) -> sp.Expr | None:
        inner = self.of(expr.exp)
        if inner is None or is_infinite(inner):
            return {sp.oo: sp.oo, -sp.oo: sp.Integer(0)}.get(inner)
        return sp.exp(inner)

    def _power(self, base: sp.Expr, exponent: sp.Expr) -> sp.Expr | None:
        if exponent.has(self.variable):
            # b^e = exp(e log b) for b > 0; of a base that varies too only a positive limit is known
            if not base.has(self.variable):
                return self.of(sp.exp(exponent * sp.log(base))) if self._sign(base) > 0 else None
            below, above = self.of(base), self.of(exponent)
            if None in (below, above) or is_infinite(below) or is_infinite(above) or self._sign(below) <= 0:
                return None
            return sp.Pow(below, above)
        value = self.of(base)
        if value is None:
            return None
        if not is_infinite(value):
            return self._power_of_finite(value, exponent)
        growth = self._sign(exponent)
        if growth < 0:
            return sp.Integer(0)
        if growth > 0 and (value is sp.oo or exponent.is_Integer):
            return sp.oo if value is sp.oo or exponent.is_even else -sp.oo
        return None

    def _power_of_finite(self, value: sp.Expr, exponent: sp.Expr) -> sp.Expr | None:
        """Principal powers are continuous off the cut, and at zero for positive exponents: ``|z^e| = |z|^e``."""
        if exponent.is_Integer and (exponent > 0 or is_nonzero(value, self.domain)):
            return sp.Pow(value, exponent)
        if self._sign(value) > 0:
            return sp.Pow(value, exponent)
        vanishes = sign_of(value, self.domain) == ZERO and self._sign(exponent) > 0
        return sp.Integer(0) if vanishes else None

    def _function(self, expr: sp.Expr) -> sp.Expr | None:
        inner = self.of(expr.args[0]) if len(expr.args) == 1 else None
        if inner is None:
            return None
        if isinstance(expr, sp.log):
            return (
                sp.oo if inner is sp.oo else sp.log(inner) if not is_infinite(inner) and self._sign(inner) > 0 else None
            )
        if is_infinite(inner):
            if isinstance(expr, sp.Abs):
                return sp.oo
            return _BOUNDED[type(expr)] * self._sign(inner) if type(expr) in _BOUNDED else None
        real = type(expr) in _BOUNDED and is_real(expr.args[0], self.domain)
        return expr.func(inner) if real or isinstance(expr, _ENTIRE) else None
