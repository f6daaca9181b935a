"""Short ways to write terms; numbers may stand for terms."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from rftheory.kernel.refused import Refused
from rftheory.kernel.terms import Term, declare, make, rat, var

Side = Term | int | Fraction


def refused(function: Callable[..., object], *args: Any, **parameters: Any) -> None:
    """The function refuses what it is given, which is made before: so nothing else is refused."""
    with pytest.raises(Refused):
        function(*args, **parameters)


def _term(side: Side) -> Term:
    return side if isinstance(side, Term) else rat(side)


def fn(op: str, *args: Term) -> Term:
    return make(op, args)


def add(*terms: Side) -> Term:
    return make("+", [_term(term) for term in terms]) if len(terms) > 1 else _term(terms[0])


def mul(*factors: Side) -> Term:
    return make("*", [_term(factor) for factor in factors]) if len(factors) > 1 else _term(factors[0])


def neg(term: Term) -> Term:
    return make("neg", (term,))


def inv(term: Term) -> Term:
    return make("inv", (term,))


def sub(first: Term, second: Term) -> Term:
    return add(first, neg(second))


def rel(first: Side, relation: str, second: Side) -> Term:
    return make(relation, [_term(first), _term(second)])


def eq(first: Side, second: Side) -> Term:
    return rel(first, "=", second)


def square(term: Term) -> Term:
    return make("pow", (term,), 2)


GAUSS, HALF = make("gauss"), rat(Fraction(1, 2))
REAL = declare("real")
X, Y, Z, W = (var(place, "real") for place in range(4))
K0, K1 = var(0, "int"), var(1, "int")
