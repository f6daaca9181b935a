"""Power series: what a function is as one, its terms, and bounds that its positive coefficients give.

``pFq(a; b; z)`` with p <= q and positive parameters is entire with positive coefficients: for z >= 0 it is at least 1,
increasing, convex, and so is what is left of it without some of its terms. Each class below is such a bound; `of` gives its
relation and its other side.
"""

from __future__ import annotations

from dataclasses import dataclass

import sympy as sp


def as_hypergeometric(node: sp.Expr) -> sp.Expr:
    """``cosh z = 0F1(; 1/2; z^2/4)``, and ``(z/2)^n/Gamma(n+1) 0F1(; n+1; +-z^2/4)`` for I_n and J_n: their definitions."""
    if isinstance(node, sp.cosh):
        return sp.hyper([], [sp.Rational(1, 2)], node.args[0] ** 2 / 4)
    if not isinstance(node, (sp.besseli, sp.besselj)):
        raise ValueError(f"{node} has no power series here")
    order, argument = node.args
    sign = 1 if isinstance(node, sp.besseli) else -1
    return (argument / 2) ** order / sp.gamma(order + 1) * sp.hyper([], [order + 1], sign * argument**2 / 4)


def split_function(function: sp.Expr) -> tuple[sp.Expr, sp.Expr]:
    """A function as a constant times a power of z, and ``exp(z)`` or ``pFq(z)``.

    Raises:
        ValueError: if it is nothing like this.
    """
    factors = sp.Mul.make_args(function)
    # beside a hypergeometric function an exponential is a constant factor
    kernels = [f for f in factors if isinstance(f, sp.hyper)] or [f for f in factors if isinstance(f, sp.exp)]
    if len(kernels) != 1:
        raise ValueError(f"{function} is not a monomial times an exponential or hypergeometric function")
    return sp.Mul(*(f for f in factors if f is not kernels[0])), kernels[0]


def slope(function: sp.hyper, argument: sp.Expr) -> sp.Expr:
    """The derivative of ``pFq(a; b; z)`` at another argument."""
    upper, lower = ([parameter + 1 for parameter in side] for side in (function.ap, function.bq))
    return sp.Mul(*function.ap) / sp.Mul(*function.bq) * sp.hyper(upper, lower, argument)


def curvature_at_zero(function: sp.hyper) -> sp.Expr:
    """The second derivative of ``pFq(a; b; z)`` at z = 0."""
    above, below = (sp.Mul(*(t * (t + 1) for t in side)) for side in (function.ap, function.bq))
    return above / below


def taylor(function: sp.hyper, degree: int) -> sp.Expr:
    """The terms of ``pFq(a; b; z)`` up to a degree."""
    argument, term, total = function.args[-1], sp.S.One, sp.S.One
    for order in range(degree):
        above, below = (sp.Mul(*(parameter + order for parameter in side)) for side in (function.ap, function.bq))
        term *= above / below * argument / (order + 1)
        total += term
    return total


def _line(function: sp.hyper, point: sp.Expr) -> sp.Expr:
    return function.func(function.ap, function.bq, point) + slope(function, point) * (function.args[-1] - point)


@dataclass(frozen=True)
class AboveTangent:
    """``f(z) >= f(s) + f'(s)(z - s)`` for s >= 0, with ``curvature`` and ``f''(0)/2 (z - s)^2`` besides."""

    point: sp.Expr
    curvature: bool = False

    def of(self, function: sp.hyper) -> tuple[str, sp.Expr]:
        """The relation and the bound."""
        point = sp.sympify(self.point)
        target = _line(function, point)
        if self.curvature:
            target += curvature_at_zero(function) / 2 * (function.args[-1] - point) ** 2
        return ">=", target


@dataclass(frozen=True)
class BelowTaylor:
    """``0F1(; b; z)`` is at most its terms up to degree n and ``c_(n+1) z^(n+1) 0F1(; b; z)``, for b > 0 and z >= 0.

    ``c_(n+1+k) <= c_(n+1) c_k`` for ``c_k = 1/((b)_k k!)``, since ``(b)_(n+1+k) >= (b)_(n+1) (b)_k`` and the same for b = 1.
    """

    degree: int

    def of(self, function: sp.hyper) -> tuple[str, sp.Expr]:
        """The relation and the bound."""
        rest = taylor(function, self.degree + 1) - taylor(function, self.degree)
        return "<=", taylor(function, self.degree) + rest * function


@dataclass(frozen=True)
class BelowProduct:
    """``0F1(; b; x + y) <= 0F1(; b; x) 0F1(; b; y)`` for b > 0 and x, y >= 0, strictly for x, y > 0.

    The coefficients of ``x^j y^k / (j! k!)`` are 1/(b)_(j+k) and 1/((b)_j (b)_k), and ``(b)_(j+k) = (b)_j (b + j)_k``.
    """

    parts: tuple[sp.Expr, sp.Expr]
    strict: bool = False

    def of(self, function: sp.hyper) -> tuple[str, sp.Expr]:
        """The relation and the bound."""
        return "<" if self.strict else "<=", sp.Mul(*(sp.hyper([], function.bq, part) for part in self.parts))
