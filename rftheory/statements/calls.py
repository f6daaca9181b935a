"""Short calls by which a statement file says its claims: one call is one sentence of the paper.

A claim is a value: ``claim("mse: the mean squared error of P", eq(definition, printed))``. Its text begins with its name,
which ends at the first colon; a name with a colon of its own is given by ``name=``, and the text is then all words. It holds on the
``DOMAIN`` of its file, unless it names another. What is wrong with a print, and what repairs it, its methods say (see `Claim`).
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any, Literal

import sympy as sp

from rftheory.rules.propositions import Derivative, Equality, Exact, Inequality, Limit, Proposition, exact
from rftheory.statements.claims import Claim, Statement, said
from rftheory.statements.domain import Domain
from rftheory.statements.files import DOMAIN, path_id
from rftheory.statements.kinds import Kind

if TYPE_CHECKING:
    from rftheory.statements.claims import Proof


def statement(kind: Kind, location: str, title: str, **more: Any) -> Statement:
    """The row of a statement file; its id and paper are those of the file (see `discovery`), unless they are given.

    Args:
        kind: see `kinds`.
        location: where it is printed.
        title: what it says, in a few words.
        **more: the other fields of `Statement`.
    """
    # the file that calls, as `collections.namedtuple` finds it
    path = path_id(sys._getframe(1).f_globals["__name__"])
    return Statement(**{"id": path, "paper": path.partition(".")[0], **more}, location=location, kind=kind, title=title)


def claim(
    text: str, proposition: Proposition, domain: Domain | None = None, proof: Proof | None = None, **more: Any
) -> Claim:
    """What the row prints.

    Args:
        text: ``"name: what it says"``, or what it says alone where ``name`` is given.
        proposition: see `eq`, `le`, `tends`, `derivative`.
        domain: where it is said to hold, by default the ``DOMAIN`` of the file in which the call stands.
        proof: writes its derivation; an equality is derived by default.
        **more: the other fields of `Claim`. ``mutants`` may be given by their right sides.

    Whole numbers may be written as they are, on the sides of a proposition and in a counterexample.

    Raises:
        ValueError: if the text has no name, or no domain is given and the file has none.
    """
    return said("claim", text, proposition, domain or _default(), proof, more)


def step(
    text: str, proposition: Proposition, domain: Domain | None = None, proof: Proof | None = None, **more: Any
) -> Claim:
    """A printed intermediate equation; for the arguments see `claim`."""
    return said("step", text, proposition, domain or _default(), proof, more)


def lemma(
    text: str, proposition: Proposition, domain: Domain | None = None, proof: Proof | None = None, **more: Any
) -> Claim:
    """What is not printed and is used on the way; for the arguments see `claim`."""
    return said("lemma", text, proposition, domain or _default(), proof, more)


def _default() -> Domain:
    """The ``DOMAIN`` of the file that claims."""
    names = sys._getframe(2).f_globals
    domain = names.get(DOMAIN)
    if not isinstance(domain, Domain):
        raise ValueError(
            f"a claim needs its domain, or its file {names['__name__']} a DOMAIN before it, got {domain!r}"
        )
    return domain


def eq(left: Exact, right: Exact) -> Equality:
    """``left = right``; ``left`` is the definition."""
    return Equality(exact(left), exact(right))


def le(left: Exact, right: Exact) -> Inequality:
    """``left <= right``."""
    return Inequality(exact(left), "<=", exact(right))


def lt(left: Exact, right: Exact) -> Inequality:
    """``left < right``."""
    return Inequality(exact(left), "<", exact(right))


def ge(left: Exact, right: Exact) -> Inequality:
    """``left >= right``."""
    return Inequality(exact(left), ">=", exact(right))


def gt(left: Exact, right: Exact) -> Inequality:
    """``left > right``."""
    return Inequality(exact(left), ">", exact(right))


def tends(expr: sp.Expr, variable: sp.Symbol, point: Exact, value: Exact, side: Literal["+", "-"] = "+") -> Limit:
    """``expr -> value`` as the variable goes to a point, from above or below (see `Limit`)."""
    return Limit(expr, variable, exact(point), exact(value), side)


def derivative(function: sp.Expr, variable: sp.Symbol, value: Exact) -> Derivative:
    """``function`` has the derivative ``value`` in a variable, whose range is open (see `Derivative`)."""
    return Derivative(function, variable, exact(value))
