"""Propositions: what can be claimed of expressions on a domain."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

import sympy as sp

Relation = Literal["<=", "<", ">=", ">"]
#: exact values of the parameters
Point = Mapping[sp.Symbol, sp.Expr]
#: an expression, or a whole number that is written as one
Exact: TypeAlias = sp.Expr | int


def exact(value: Exact) -> sp.Expr:
    """A whole number as an exact one; everything else as it stands: floats are nothing that a claim may hold."""
    return sp.Integer(value) if type(value) is int else value


@dataclass(frozen=True)
class Equality:
    """``left = right`` on the whole domain; ``left`` is the definition, ``right`` the printed form."""

    left: sp.Expr
    right: sp.Expr


@dataclass(frozen=True)
class Inequality:
    """``left <relation> right`` on the whole domain."""

    left: sp.Expr
    relation: Relation
    right: sp.Expr


@dataclass(frozen=True)
class Limit:
    """``expr -> value`` as ``variable -> point`` from inside the domain (``side`` "+" from above, "-" from below).

    The variable is a parameter of the domain and can come arbitrarily close to the point from this side, for all values of
    the others; an infinite point (oo, -oo) has one side only.
    """

    expr: sp.Expr
    variable: sp.Symbol
    point: sp.Expr
    value: sp.Expr
    side: Literal["+", "-"] = "+"


@dataclass(frozen=True)
class Derivative:
    """``function`` has the derivative ``value`` in ``variable``, at every point of the domain.

    The variable is a real parameter, its range is open and says all that restricts it: at an end that belongs to a range
    nothing is said of one side. For a second derivative ``value`` is the function of a further claim.
    """

    function: sp.Expr
    variable: sp.Symbol
    value: sp.Expr


Proposition = Equality | Inequality | Limit | Derivative


def sides(proposition: Proposition) -> tuple[str, str]:
    """The names of what a proposition defines, and of what is printed for it."""
    if isinstance(proposition, Limit):
        return "expr", "value"
    return ("function", "value") if isinstance(proposition, Derivative) else ("left", "right")
