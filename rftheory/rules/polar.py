"""The principal logarithm on the right half-plane: ``Log z = log(u^2 + v^2)/2 + i atan(v/u)`` for z = u + iv, u > 0."""

from __future__ import annotations

import sympy as sp

from rftheory.rules.gaussian import Positive, positive_by_assumption


def polar_logarithms(expr: sp.Expr, positive: Positive = positive_by_assumption) -> sp.Expr:
    """Every logarithm of an explicit complex number with a positive real part, in real logarithms and arctangents."""
    return expr.replace(sp.log, lambda z: _polar(sp.sympify(z), positive))


def _polar(number: sp.Expr, positive: Positive) -> sp.Expr:
    real, imaginary = sp.expand(number).as_real_imag()
    if imaginary == 0 or real.has(sp.re, sp.im) or imaginary.has(sp.re, sp.im) or not positive(real):
        return sp.log(number)
    return sp.log(real**2 + imaginary**2) / 2 + sp.I * sp.atan(imaginary / real)
