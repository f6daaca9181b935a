"""Piecewise functions in balls: conditions at the parameters of a node, at the present precision only."""

from __future__ import annotations

from collections.abc import Mapping

import sympy as sp
from flint import acb, arb
from sympy.logic.boolalg import Boolean, BooleanFalse, BooleanTrue

from rftheory.numbers.ball_parts import Ball
from rftheory.numbers.orders import Order, answer, combined
from rftheory.numbers.walker import SubEvaluator, UnsupportedExpression


def piecewise(node: sp.Piecewise, sub: SubEvaluator, environment: Mapping[sp.Symbol, Ball]) -> Ball:
    """The branch that the balls decide; where they do not, a ball around all branches still possible.

    No number where a condition up to that branch is about something that is none.
    """
    possible: list[Ball] = []
    for value, condition in node.args:
        if not all(sub(side).is_finite() for part in condition.atoms(sp.Rel) for side in part.args):
            return arb.nan()
        holds = _decided(condition, sub)
        if holds is not False:
            possible.append(sub(value))
        if holds is True:
            break
    else:
        raise UnsupportedExpression(f"no branch of {node} is decided to hold")
    hull = possible[0]
    for other in possible[1:]:
        hull = acb(hull).union(acb(other)) if isinstance(hull, acb) or isinstance(other, acb) else hull.union(other)
    return hull


def _decided(condition: Boolean, sub: SubEvaluator) -> bool | None:
    """A condition at the parameters of a node, at the present precision only."""
    if isinstance(condition, (BooleanTrue, BooleanFalse)):
        return bool(condition)
    if isinstance(condition, (sp.And, sp.Or)):
        return combined(condition, [_decided(a, sub) for a in condition.args])
    if isinstance(condition, sp.Not):
        inner = _decided(condition.args[0], sub)
        return None if inner is None else not inner
    if not isinstance(condition, sp.Rel):
        raise UnsupportedExpression(f"the condition {condition}")
    gap = sub(condition.lhs - condition.rhs)
    if not isinstance(gap, arb):
        raise UnsupportedExpression(f"the condition {condition} between numbers that are not seen to be real")
    if gap.contains(0) and not gap.is_zero():
        # a touching end still decides a weak relation
        if isinstance(condition, sp.GreaterThan) and gap >= 0:
            return True
        if isinstance(condition, sp.LessThan) and gap <= 0:
            return True
        return None
    order: Order = "overlap" if gap.is_zero() else ("<" if gap < 0 else ">")
    return answer(condition, order, equal=gap.is_zero())
