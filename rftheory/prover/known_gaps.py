"""Signs of terms that are multiples of the gap of an order that is known, found by their values at points, or as polynomials."""

from __future__ import annotations

from rftheory.prover.words import *
from rftheory.prover.learn import Known, known_of

#: how far the quotient of two values may be from a rational number, and how small a divisor
TOLERANCE = 1e-7
#: orders that are tried where points say nothing of the sign
BLIND = 12


def sign_by_known_gap(search: Search, context: Context, term: Term) -> Theorem | None:
    """``0 < t`` from ``a < b`` and ``t = q (b - a)``; where no points are known, as it is written and for q = 1 or -1."""
    orders, points = list(known_orders(search, context, term)), search.points(context)
    for order in orders if points.values(term) else ():
        smaller, larger = order.judgement.args
        q = _multiple(search, context, term, minus(larger, smaller))
        found = None if q is None else _by_multiple(search, context, term, order, q, plainly=False)
        if found is not None:
            return found
    for order in orders[:BLIND] if points.signs(term) is None else ():
        for q in (Fraction(1), Fraction(-1)):
            found = _by_multiple(search, context, term, order, q, plainly=True)
            if found is not None:
                return found
    return None


def _by_multiple(
    search: Search, context: Context, term: Term, order: Theorem, q: Fraction, plainly: bool
) -> Theorem | None:
    sides = (ZERO, term) if q > 0 else (term, ZERO)
    terms = [term, *order.judgement.args]
    eqs = [] if plainly else Known(search, context, terms).equations(terms)
    rows = [row(order, q=abs(q))]
    return search.attempt("POS", context, lhs=sides[0], rhs=sides[1], rows=rows, eqs=eqs)


def known_orders(search: Search, context: Context, term: Term) -> Iterator[Theorem]:
    """Orders that are facts, ends or listed, of the same variables."""
    for fact in _given(context, term):
        if _may_serve(fact, term):
            found = search.attempt("HYP", context, fact=fact)
            if found is not None:
                yield found
    for judgement, theorem in search.listed_in(context):
        if _may_serve(judgement, term):
            yield theorem


def _given(context: Context, term: Term) -> Iterator[Term]:
    """The facts of a context, and what the ends of the variables of a term say."""
    yield from context.facts
    for place, _ in sorted(term.variables):
        yield from end_facts(context.declarations[place], context.variable(place))


def _may_serve(judgement: Term, term: Term) -> bool:
    return judgement.op in ("<", "<=") and judgement.variables == term.variables


def _multiple(search: Search, context: Context, term: Term, gap: Term) -> Fraction | None:
    """The rational number q with ``t = q gap`` at the points that are tried; None if there is none."""
    points = search.points(context)
    quotients = []
    for number in range(len(points.points)):
        value, below = points.value(term, number), points.value(gap, number)
        if all(isinstance(one, (int, float, complex)) for one in (value, below)) and abs(below) > TOLERANCE:
            quotients.append(complex(value / below))
    if len(quotients) < 3:
        return None
    q = Fraction(quotients[0].real).limit_denominator(1000)
    close = all(abs(quotient - q) <= TOLERANCE * (1 + abs(q)) for quotient in quotients)
    return q if q and close else None


# -- multiples of the gap of a fact ----------------------------------------------------------------------------------


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
            search.check_limit()
    return None


def _ratio(known: Known, first: Term, second: Term) -> Fraction | None:
    """The quotient of two terms, if it is a positive rational number."""
    a, b = known.form(first), known.form(second)
    over, under = a.num * b.den, b.num * a.den
    if not over or not under:
        return None
    q = over.leading_coefficient() / under.leading_coefficient()
    return Fraction(int(q.p), int(q.q)) if over == under * q and q > 0 else None
