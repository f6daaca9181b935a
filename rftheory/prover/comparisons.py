"""Orders of exponential factors and of the values of one function that rises, from the orders of what is inside."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

from rftheory.kernel.contexts import Context
from rftheory.kernel.terms import ZERO, Term, make, rat
from rftheory.kernel.theorems import Theorem
from rftheory.prover import table
from rftheory.prover.atom_signs import mono
from rftheory.prover.failure import Unproved
from rftheory.prover.learn import Known
from rftheory.prover.ring import atoms_of
from rftheory.prover.search import Search, row, shown
from rftheory.prover.terms import minus, total

#: functions that rise wherever their value is real
RISING = ("log", "sqrt", "root", "atan", "tanh", "erf")


def comparisons(search: Search, context: Context, known: Known, term: Term) -> list[Theorem]:
    """Orders between exponential factors of the terms of a sum, and between values of one function that rises."""
    found: list[Theorem] = []
    form = known.ring.form(term)
    exponents = [_exponent(known, monomial) for monomial, _ in known.ring.rows(form.num)]
    for first, second in itertools.combinations(list(dict.fromkeys(exponents))[:5], 2):
        found += _order_of_exponentials(search, context, first, second)
    atoms = atoms_of([term, *known.values_of(term)])
    rising = [atom for atom in atoms if atom.op in RISING][:6] + [
        atom for atom in atoms_of([term]) if atom.op == "exp"
    ][:3]
    for first, second in itertools.combinations(rising, 2):
        if (first.op, first.data) == (second.op, second.data):
            try:
                order = order_of(search, context, first.args[0], second.args[0])
                found.append(mono(search, context, order, first.op, first.data or 0))
            except Unproved:
                search.check_time()
    return found


def _exponent(known: Known, monomial: tuple[int, ...]) -> Term:
    """The exponent of the exponential factor of a monomial."""
    parts = [(g.args[0], e) for g, e in zip(known.ring.generators, monomial, strict=False) if e and g.op == "exp"]
    return total([base if e == 1 else make("*", (rat(e), base)) for base, e in parts])


def _order_of_exponentials(search: Search, context: Context, first: Term, second: Term) -> Iterator[Theorem]:
    try:
        yield mono(search, context, order_of(search, context, first, second), "exp")
    except Unproved:
        search.check_time()
    for gap in (minus(first, second), minus(second, first)):
        yield from table.bounds(search, context, make("exp", (gap,)))


def order_of(search: Search, context: Context, first: Term, second: Term) -> Theorem:
    """The order of two terms, in the direction that is found."""
    sign = prove_sign(search, context, minus(first, second))
    if sign is None:
        raise Unproved(f"no order of {shown(first)} and {shown(second)}")
    sides = (second, first) if sign.judgement.args[0] is ZERO else (first, second)
    return search.infer("POS", context, lhs=sides[0], rhs=sides[1], rows=[row(sign)], eqs=[])


def prove_sign(search: Search, context: Context, term: Term) -> Theorem | None:
    from rftheory.prover.signs import prove_sign

    return prove_sign(search.run, context, term)
