"""Equalities that hold for all numbers with the same sign in the place of some parts: what is known of these parts is left out."""

from __future__ import annotations

from rftheory.prover.words import *
from rftheory.kernel.substitution import replace


def parts_within(terms: Sequence[Term], ops: frozenset[str]) -> list[Term]:
    """The parts of terms with one of some operators, outside of each other and of binders' variables; in the order met."""
    found: dict[Term, None] = {}
    seen: set[Term] = set()
    todo = list(terms)[::-1]
    while todo:
        term = todo.pop()
        if term in seen:
            continue
        seen.add(term)
        if term.op in ops and not term.loose:
            found[term] = None
        else:
            todo.extend(term.args[::-1])
    return list(found)


def equal_for_all(search: Search, context: Context, left: Term, right: Term, parts: Sequence[Term]) -> Theorem:
    """``left = right``, proved with any positive or negative number for each of the parts, which have these signs."""
    run, general = search.run, context
    sides, signed = [left, right], []
    for part in parts:
        sign = prove_sign(run, context, part)
        if sign is None or sign.judgement.op != "<":
            continue
        positive, negative = declare("real", low=ZERO, closed="(]"), declare("real", high=ZERO, closed="[)")
        general = run.declare(general, positive if sign.judgement.args[0] is ZERO else negative)
        sides = [replace(side, part, general.variable(general.size - 1)) for side in sides]
        signed.append(part)
    make_defined(run, general, *sides)
    found = prove_equal(run, general, sides[0], sides[1])
    values = [context.variable(place) for place in range(context.size)]
    return instantiated(run, context, found, [*values, *signed])
