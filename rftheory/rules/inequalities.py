"""Inequalities between moments: Jensen and Cauchy-Schwarz, with the hypotheses that whoever applies them has to prove."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import sympy as sp

from rftheory.rules.nodes import Expectation, sources
from rftheory.rules.propositions import Equality, Inequality, Relation


@dataclass(frozen=True)
class MomentRule:
    """``start <relation> target``, and the hypotheses under which it holds."""

    name: str
    start: sp.Expr
    relation: Relation
    target: sp.Expr
    hypotheses: tuple[Equality | Inequality, ...] = ()
    #: functions of one real variable that have to be smooth on the whole line
    smooth: tuple[tuple[sp.Expr, sp.Symbol], ...] = ()


def jensen(outer: Callable[[sp.Expr], sp.Expr], inner: sp.Expr) -> MomentRule:
    """``E f(X) >= f(E X)`` for a function f of the line with ``f'' >= 0`` everywhere.

    Args:
        outer: f, twice differentiable on the whole line.
        inner: the real random quantity X.

    Raises:
        ValueError: if X is not known to be real, or f is random.
    """
    if not inner.is_extended_real:
        raise ValueError(f"inner must be real, got {inner}")
    u = sp.Dummy("u", real=True)
    # called once: what looks at its argument could be another function elsewhere
    form = sp.sympify(outer(u))
    if sources(form):
        raise ValueError(f"outer must not be random, got {form}")
    start, target = (form.xreplace({u: place}) for place in (inner, Expectation(inner)))
    convex = Inequality(sp.diff(form, u, 2), ">=", sp.Integer(0))
    return MomentRule("Jensen", Expectation(start), ">=", target, (convex,), ((form, u),))


def cauchy_schwarz(first: sp.Expr, second: sp.Expr) -> MomentRule:
    """``(E f g)^2 <= E f^2 E g^2`` for real random quantities f and g.

    Raises:
        ValueError: if one is not known to be real.
    """
    for name, value in (("first", first), ("second", second)):
        if not value.is_extended_real:
            raise ValueError(f"{name} must be real, got {value}")
    return MomentRule(
        "Cauchy-Schwarz", Expectation(first * second) ** 2, "<=", Expectation(first**2) * Expectation(second**2)
    )
