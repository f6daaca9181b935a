"""What the order of two numbers says about a relation, and the answers of parts about a Boolean combination."""

from __future__ import annotations

from typing import Literal

import sympy as sp

from rftheory.numbers.walker import UnsupportedExpression

Order = Literal["<", ">", "overlap"]


def combined(relation: sp.And | sp.Or, answers: list[bool | None]) -> bool | None:
    """The answer of a conjunction or disjunction from those of its parts; None if they do not decide it."""
    decisive = isinstance(relation, sp.Or)
    if any(a is decisive for a in answers):
        return decisive
    return None if None in answers else not decisive


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
