"""Bounds of the mean of a chi length by its other moments: ``d^2/(d+1) <= (E r)^2 <= d``."""

from __future__ import annotations

from functools import cache

import sympy as sp

from proofs.simrf._setting import D
from rftheory.evidence.integral_steps import Calculus
from rftheory.kernels import d
from rftheory.propositions import Inequality
from rftheory.rules.chi import chi_density, chi_moment
from rftheory.statements.claims import Claim
from rftheory.statements.domain import Domain

_EXACT = Domain((D,))
_r = sp.Symbol("r", real=True)
MEAN = chi_moment(1, d)


def excess() -> sp.Expr:
    """``E r^3 - (E r^2)^2/E r``."""
    return (d + 1) * MEAN - d**2 / MEAN


def variance() -> sp.Expr:
    """``E r^2 - (E r)^2``."""
    return d - MEAN**2


def _square(form: sp.Expr, middle: sp.Expr, power: int) -> Calculus:
    """That a form is ``E r^p (r - a)^2``, which is not negative."""
    density = chi_density(_r, d)
    integral = sp.Integral(density * _r**power * (_r - middle) ** 2, (_r, 0, sp.oo))
    back = Calculus(integral, _EXACT)
    back.integrand(sp.expand(density * _r**power * (_r**2 - 2 * middle * _r + middle**2)))
    back.euler().algebra(form)
    return Calculus(form, _EXACT).backwards(back).at_least(sp.Integer(0), [integral])


@cache
def long_enough() -> Claim:
    """(E r)^2 >= d^2/(d+1)."""
    return Claim(
        name="mean length",
        says="E r (r - a)^2 >= 0 at a = E r^2/E r: (d+1) E r >= d^2/E r for a chi length",
        role="lemma",
        proposition=Inequality(excess(), ">=", sp.Integer(0)),
        domain=_EXACT,
        proof=lambda: _square(excess(), d / MEAN, 1),
        mutants=(Inequality(excess(), ">=", sp.Integer(1)),),
    )


@cache
def short_enough() -> Claim:
    """(E r)^2 <= d."""
    return Claim(
        name="variance",
        says="E (r - E r)^2 = d - (E r)^2 >= 0 for a chi length",
        role="lemma",
        proposition=Inequality(variance(), ">=", sp.Integer(0)),
        domain=_EXACT,
        proof=lambda: _square(variance(), MEAN, 0),
        mutants=(Inequality(variance(), ">=", sp.Rational(1, 2)),),
    )
