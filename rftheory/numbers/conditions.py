"""Conditions: relations between numbers whose order is known, Boolean combinations of them, and piecewise functions in balls.

Conditions at the parameters of a node are decided at the present precision only.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Literal

import sympy as sp
from flint import acb, arb
from sympy.logic.boolalg import Boolean, BooleanFalse, BooleanTrue

from rftheory.numbers.ball_parts import Ball
from rftheory.numbers.walker import SubEvaluator, UnsupportedExpression

Order = Literal["<", ">", "overlap"]


def decided(condition: Boolean | bool, holds: Callable[[sp.Rel], bool | None]) -> bool | None:
    """A Boolean combination of relations, from what is known of each; None if they do not decide it.

    Raises:
        UnsupportedExpression: for what is no such combination.
    """
    if condition in (True, False) or isinstance(condition, (BooleanTrue, BooleanFalse)):
        return bool(condition)
    if isinstance(condition, sp.Not):
        inner = decided(condition.args[0], holds)
        return None if inner is None else not inner
    if isinstance(condition, (sp.And, sp.Or)):
        answers, decisive = [decided(part, holds) for part in condition.args], isinstance(condition, sp.Or)
        if any(each is decisive for each in answers):
            return decisive
        return None if None in answers else not decisive
    if not isinstance(condition, sp.Rel):
        raise UnsupportedExpression(f"the condition {condition}")
    return holds(condition)


def answer(relation: sp.Rel, order: Order, equal: bool) -> bool | None:
    """Whether a relation holds between two numbers of which the order, or that they are equal, is known."""
    if order == "overlap" and not equal:
        return None
    truth = {
        sp.StrictLessThan: order == "<",
        sp.LessThan: order == "<" or equal,
        sp.StrictGreaterThan: order == ">",
        sp.GreaterThan: order == ">" or equal,
        sp.Equality: equal,
        sp.Unequality: not equal,
    }
    if type(relation) not in truth:
        raise UnsupportedExpression(f"the relation {relation}")
    return truth[type(relation)]


def piecewise(node: sp.Piecewise, sub: SubEvaluator, environment: Mapping[sp.Symbol, Ball]) -> Ball:
    """The branch that the balls decide; where they do not, a ball around all branches still possible.

    No number where a condition up to that branch is about something that is none.
    """
    possible: list[Ball] = []
    for value, condition in node.args:
        if not all(sub(side).is_finite() for part in condition.atoms(sp.Rel) for side in part.args):
            return arb.nan()
        holds = decided(condition, lambda relation: _holds(relation, sub))
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


def _holds(condition: sp.Rel, sub: SubEvaluator) -> bool | None:
    """A relation at the parameters of a node, at the present precision only."""
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
