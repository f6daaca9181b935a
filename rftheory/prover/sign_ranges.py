"""The exact range of a polynomial in signs, from all of the values that they can have: an indicator is between 0 and 1."""

from __future__ import annotations

from itertools import product as all_of

from rftheory.prover.words import *
from rftheory.prover.signs import as_order

#: signs that are looked at, three cases for each
MAX_SIGNS = 2


def range_of_signs(search: Search, inner: Context, term: Term) -> tuple[Theorem, Theorem]:
    """``low <= t`` and ``t <= high`` with the least and the largest value; Unproved for what is no polynomial in a few signs."""
    ring = Ring(atoms_of([term]))
    form, signs = ring.form(term), ring.generators
    if not 1 <= len(signs) <= MAX_SIGNS or any(atom.op != "sgn" for atom in signs) or not form.den.is_constant():
        raise Unproved(f"no polynomial in at most {MAX_SIGNS} signs: {shown(term)}")
    values = [form.num(*place) / form.den(*place) for place in all_of((-1, 0, 1), repeat=len(signs))]
    ends = [rat(Fraction(int(end.p), int(end.q))) for end in (min(values), max(values))]
    low, high = (_in_all_cases(search, inner, sides, signs, ()) for sides in ((ends[0], term), (term, ends[1])))
    return low, high


def _in_all_cases(
    search: Search, context: Context, sides: tuple[Term, Term], signs: Sequence[Term], eqs: Sequence[Theorem]
) -> Theorem:
    """The order from that in each case of the signs; ``eqs`` are the values of those before them."""
    if not signs:
        gap = Ring(atoms_of(sides))
        of_values = {eq.judgement.args[0]: eq.judgement.args[1] for eq in eqs}
        form = gap.form(minus(sides[1], sides[0]))
        room = form.num(*(int(of_values[sign].data) for sign in gap.generators)) / form.den.leading_coefficient()
        rows = [row(q=Fraction(int(room.p), int(room.q)))] if room else []
        return as_order(
            search, context, search.infer("POS", context, lhs=sides[0], rhs=sides[1], rows=rows, eqs=list(eqs)), "<="
        )
    (argument,), cases = signs[0].args, []
    for fact in (make("<", (argument, ZERO)), make("=", (argument, ZERO)), make("<", (ZERO, argument))):
        place = search.run.declare(context, fact)
        given = search.infer("HYP", place, fact=fact)
        if fact.op == "=":
            moved = search.infer("CONG", place, eq=given, term=signs[0], paths=[[0]])
            value = search.infer("CHAIN", place, links=[moved, axiom(search, place, "sgn.zero")])
        else:
            name = "sgn.positive" if fact.args[0] is ZERO else "sgn.negative"
            value = axiom(search, place, name, argument, premises=[given])
        cases.append(_in_all_cases(search, place, sides, signs[1:], (*eqs, value)))
    return search.infer("CASES", context, of=cases)
