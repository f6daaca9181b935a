"""Piecewise functions of random numbers by their signs, as features are written: relu, steps, indicators, the normal law."""

from __future__ import annotations

import sympy as sp


def relu(argument: sp.Expr) -> sp.Expr:
    """``max(0, t)``."""
    return sp.Max(0, argument)


def normal_cdf(argument: sp.Expr) -> sp.Expr:
    """``Phi(t) = P(g <= t)`` of a standard normal number g, by the error function."""
    return (1 + sp.erf(argument / sp.sqrt(2))) / 2


def indicator(event: sp.Rel) -> sp.Expr:
    """1 where an order holds, and 0 where it does not: by the sign of the gap of its sides.

    Raises:
        ValueError: for anything but <, <=, >, >= between two sides.
    """
    if not isinstance(event, sp.StrictLessThan | sp.LessThan | sp.StrictGreaterThan | sp.GreaterThan):
        raise ValueError(f"event must be an order, as w.dot(x) > 1, got {event!r}")
    sign = sp.sign(event.gts - event.lts)
    if isinstance(event, sp.StrictLessThan | sp.StrictGreaterThan):
        return (sign + sign**2) / 2
    return 1 + (sign - sign**2) / 2


def step_by_sign(step: sp.Heaviside) -> sp.Expr:
    """SymPy's step ``Heaviside(t, h)``, with the value h at 0 (1/2 if none is given)."""
    argument, at_zero = step.args
    sign = sp.sign(argument)
    return (1 + sign) / 2 + (at_zero - sp.Rational(1, 2)) * (1 - sign**2)
