"""Claims that say nothing: two sides that are one expression, or two numbers without an operation.

SymPy evaluates what is written: ``x/x`` is 1 before anybody reads it, and the expectation of what is not random is the number
itself. A definition that has vanished in this way does not occur in the claim, and what is left holds, or fails, of itself.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import sympy as sp

from rftheory.rules.propositions import Derivative, Inequality, Proposition, sides
from rftheory.statements.domain import Domain
from rftheory.statements.terms import symbols_of

_MEANT = "write what was meant so that the definition occurs in the claim"


def trivial(proposition: Proposition) -> str:
    """Why a proposition says nothing; empty if it says something."""
    if isinstance(proposition, Derivative):
        return "" if proposition.function.has(proposition.variable) else _constant(proposition)
    left, right = (sp.sympify(getattr(proposition, name)) for name in sides(proposition))
    if is_same(left, right):
        return f"trivial: both sides are the same expression {left}; {_MEANT}"
    if isinstance(proposition, Inequality) and left.is_Rational and right.is_Rational:
        return f"trivial: {left} {proposition.relation} {right} compares two numbers; {_MEANT}"
    return ""


def _constant(proposition: Derivative) -> str:
    return f"trivial: {proposition.function} has no {proposition.variable} in it; {_MEANT}"


def vanished(sides: Sequence[sp.Expr], domain: Domain) -> Iterator[str]:
    """Parameters that have cancelled in a hypergeometric function, with what is asked of their values, in words.

    SymPy writes ``1F1(y; y; x)`` without y, and y = 0, -1, ... are values of y all the same. Nothing shows that but a function
    without parameters beside a parameter that occurs nowhere.
    """
    bare = [node for side in sides for node in side.atoms(sp.hyper) if not (node.ap or node.bq)]
    if bare:
        met = set().union(*map(symbols_of, sides), *(condition.free_symbols for condition in domain.conditions))
        for symbol in (s for s in domain.symbols if s not in met):
            yield f"{symbol} occurs nowhere: did it cancel in {bare[0]}? Then write exp({bare[0].argument}), without {symbol}"


def is_same(left: sp.Basic, right: sp.Basic) -> bool:
    """Whether two expressions are one, up to the names of the indices and variables that they bind."""
    return left == right or _is_renamed(left, right, {})


def _is_renamed(left: sp.Basic, right: sp.Basic, names: dict[sp.Basic, sp.Basic]) -> bool:
    if left in names or right in names.values():
        return names.get(left) == right
    if left.func != right.func or len(left.args) != len(right.args):
        return False
    if not left.args:
        return bool(left == right)
    bound = zip(getattr(left, "bound_symbols", ()), getattr(right, "bound_symbols", ()), strict=False)
    inner = {**names, **dict(bound)}
    return all(_is_renamed(a, b, inner) for a, b in zip(left.args, right.args, strict=True))
