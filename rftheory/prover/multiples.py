"""Orders whose gap is a rational multiple of the gap of a fact, up to the way in which both are written."""

from __future__ import annotations

from fractions import Fraction

from rftheory.kernel.contexts import Context
from rftheory.kernel.terms import Term
from rftheory.kernel.theorems import Theorem
from rftheory.prover.failure import Unproved
from rftheory.prover.learn import Known, known_of
from rftheory.prover.search import Search, row
from rftheory.prover.terms import minus


def multiple_of_fact(search: Search, context: Context, smaller: Term, larger: Term) -> Theorem | None:
    """``s <= t`` from a fact ``a <= b`` about the same variables, with ``t - s = q (b - a)``, q > 0."""
    gap = minus(larger, smaller)
    for fact in context.facts:
        if fact.op not in ("<=", "<") or fact.variables != gap.variables:
            continue
        terms = [smaller, larger, *fact.args]
        try:
            known = known_of(search, context, terms)
            ratio = _ratio(known, gap, minus(fact.args[1], fact.args[0]))
            if ratio is not None:
                given = search.infer("HYP", context, fact=fact)
                rows = [row(given, q=ratio)]
                return search.infer("POS", context, lhs=smaller, rhs=larger, rows=rows, eqs=known.equations(terms))
        except Unproved:
            search.check_time()
    return None


def _ratio(known: Known, first: Term, second: Term) -> Fraction | None:
    """The quotient of two terms, if it is a positive rational number."""
    a, b = known.form(first), known.form(second)
    over, under = a.num * b.den, b.num * a.den
    if not over or not under:
        return None
    q = over.leading_coefficient() / under.leading_coefficient()
    return Fraction(int(q.p), int(q.q)) if over == under * q and q > 0 else None
