"""What is said of all values of an unknown function, for one of them: a variate in the unit interval lies there."""

from __future__ import annotations

from collections.abc import Iterator

from rftheory.kernel.contexts import Context
from rftheory.kernel.terms import Term
from rftheory.kernel.theorems import Theorem
from rftheory.prover.search import Search


def values_of_functions(search: Search, context: Context, term: Term) -> Iterator[Theorem]:
    """The orders that facts about all numbers say of ``ap f x``."""
    function, place = term.args
    for fact in context.facts:
        if fact.op != "all" or fact.args[0].data != ("real", "none", "none") or fact.args[1].op not in ("<=", "<"):
            continue
        if not any(side.op == "ap" and side.args[0] is function for side in fact.args[1].args):
            continue
        given = search.infer("HYP", context, fact=fact)
        found = search.attempt("ALLUSE", context, of=given, value=place, premises=[])
        if found is not None and term in found.judgement.args:
            yield found
