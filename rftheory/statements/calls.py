"""Short calls by which a statement file says its claims: one call is one sentence of the paper.

A claim is a value: ``claim("mse: the mean squared error of P", eq(definition, printed), PAIRS)``. Its text begins with its name,
which ends at the first colon; a name with a colon of its own is given by ``name=``, and the text is then all words.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Literal

import sympy as sp

from rftheory.propositions import Derivative, Equality, Exact, Inequality, Limit, Proposition, exact, sides
from rftheory.statements.claims import Claim, Role, Statement
from rftheory.statements.domain import Domain
from rftheory.statements.files import path_id
from rftheory.statements.kinds import Kind

if TYPE_CHECKING:
    from rftheory.chains.chain import Chain

    Proof = Chain | Callable[[], Chain]


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


def claim(text: str, proposition: Proposition, domain: Domain, proof: Proof | None = None, **more: Any) -> Claim:
    """What the row prints.

    Args:
        text: ``"name: what it says"``, or what it says alone where ``name`` is given.
        proposition: see `eq`, `le`, `tends`, `derivative`.
        domain: where it is said to hold.
        proof: writes its derivation; an equality is derived by default.
        **more: the other fields of `Claim`. ``mutants`` may be given by their right sides.

    Whole numbers may be written as they are, on the sides of a proposition and in a counterexample.

    Raises:
        ValueError: if the text has no name.
    """
    return _said("claim", text, proposition, domain, proof, more)


def step(text: str, proposition: Proposition, domain: Domain, proof: Proof | None = None, **more: Any) -> Claim:
    """A printed intermediate equation; for the arguments see `claim`."""
    return _said("step", text, proposition, domain, proof, more)


def lemma(text: str, proposition: Proposition, domain: Domain, proof: Proof | None = None, **more: Any) -> Claim:
    """What is not printed and is used on the way; for the arguments see `claim`."""
    return _said("lemma", text, proposition, domain, proof, more)


def correction(
    of: str, text: str, proposition: Proposition, domain: Domain, proof: Proof | None = None, **more: Any
) -> Claim:
    """What repairs the claim or step of the name ``of``; for the other arguments see `claim`."""
    return _said("correction", text, proposition, domain, proof, {**more, "corrects": of})


def reading(
    of: str, text: str, proposition: Proposition, domain: Domain, proof: Proof | None = None, **more: Any
) -> Claim:
    """Another form that the print of the claim or step ``of`` may be read as; for the other arguments see `claim`."""
    return _said("reading", text, proposition, domain, proof, {**more, "corrects": of})


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


def _said(
    role: Role, text: str, proposition: Proposition, domain: Domain, proof: Proof | None, more: Mapping[str, Any]
) -> Claim:
    name, says = (more["name"], text) if "name" in more else _named(text)
    fields = {**more, "name": name, "says": says, "role": role}
    if "mutants" in more:
        fields["mutants"] = tuple(_mutants(proposition, more["mutants"]))
    return Claim(proposition=proposition, domain=domain, proof=proof, **fields)


def _named(text: str) -> tuple[str, str]:
    name, colon, says = text.partition(": ")
    if not (name and colon and says):
        raise ValueError(f'the text of a claim must be "name: what it says", or its name be given, got {text!r}')
    return name, says


def _mutants(proposition: Proposition, wrong: Iterable[Any]) -> Iterable[Proposition]:
    """Mutants written out: a right side stands for the same relation with that right side."""
    for mutant in wrong:
        printed = sides(proposition)[1]
        yield mutant if isinstance(mutant, Proposition) else replace(proposition, **{printed: exact(mutant)})
