"""Orders whose gap is a rational multiple of the gap of a fact, up to the way in which both are written."""

from __future__ import annotations

from fractions import Fraction

from rftheory.kernel.contexts import Context
from rftheory.kernel.terms import Term
from rftheory.kernel.theorems import Theorem
from rftheory.prover.failure import Unproved
from rftheory.prover.learn import known_of
from rftheory.prover.ring import minus
from rftheory.prover.search import Search


def multiple_of_fact(search: Search, context: Context, smaller: Term, larger: Term) -> Theorem | None:
    """``s <= t`` from a fact ``a <= b`` with ``t - s = q (b - a)``, q > 0; the ratio is guessed at points of the context."""
    gap = minus(larger, smaller)
    for fact in context.facts:
        if fact.op not in ("<=", "<") or fact.variables != gap.variables:
            continue
        ratio = _ratio(search, context, gap, minus(fact.args[1], fact.args[0]))
        if ratio is None:
            continue
        given = search.infer("HYP", context, fact=fact)
        terms = [smaller, larger, *fact.args]
        rows = [{"q": ratio, "h": [], "signs": [given], "nz": []}]
        try:
            eqs = known_of(search, context, terms).equations(terms)
            return search.infer("POS", context, lhs=smaller, rhs=larger, rows=rows, eqs=eqs)
        except Unproved:
            search.check_time()
    return None


def _ratio(search: Search, context: Context, first: Term, second: Term) -> Fraction | None:
    """The quotient of two terms, where it is one positive rational at all points that are tried."""
    values = [search.points(context).values(term) for term in (first, second)]
    pairs = [(a.real, b.real) for a, b in zip(*values, strict=False) if abs(b) > 1e-9]
    if len(pairs) < 2:
        return None
    quotients = [a / b for a, b in pairs]
    found = Fraction(quotients[0]).limit_denominator(100)
    close = all(abs(one - float(found)) <= 1e-9 * max(1.0, abs(one)) for one in quotients)
    return found if close and found > 0 else None
