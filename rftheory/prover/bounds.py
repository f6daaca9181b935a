"""Signs of polynomials as nonnegative combinations of products of what is known.

What is known of the generators (ends, facts, signs, bounds of exponentials, cosines, numbers) and squares are multiplied
with each other up to the degree of the polynomial; linear programming finds the combination, POS checks it.
"""

from __future__ import annotations

from flint import fmpq_mpoly

from rftheory.prover.words import *
from rftheory.prover.atom_signs import bounds_of, enclosure
from rftheory.prover.columns import Columns, KnownBound, _Column, comparisons
from rftheory.prover.inner_products import orders_of_products
from rftheory.prover.learn import Known
from rftheory.prover.linear import Vector, combination
from rftheory.prover.ring import rational, rows_of

#: orders that are looked at
MAX_BOUNDS = 24
#: goals inside each other from where on less is tried
DEEP = 7


def prove_by_bounds(search: Search, context: Context, term: Term) -> Theorem | None:
    """``0 <= term``, ``0 < term`` or the same of its negative, for a polynomial in generators."""
    orders = known_orders(search, context, term)
    if search.depth <= DEEP:
        orders += comparisons(search, context, Known(search, context, [term]), term)
    sides = [side for order in orders for side in order.judgement.args]
    known = Known(search, context, [term, *sides])
    form = known.ring.form(term)
    if not form.num or not form.den.is_constant():
        return None
    bounds = list(_bounds(search, context, known, orders))
    guess = search.points(context).signs(term)
    for sign in (1, -1):
        if guess is not None and -sign in guess:
            continue
        target = form.num * sign
        found = _by_monomials(search, context, known, term, target, bounds, sign)
        found = found or _combined(search, context, known, term, target, bounds, sign)
        if found is not None:
            return found
    return None


def known_orders(search: Search, context: Context, term: Term) -> list[Theorem]:
    """Orders about what a term is made of: ends, facts, signs and bounds of its atoms."""
    orders: dict[Term, Theorem] = {}
    atoms = atoms_of([term])
    for atom in atoms:
        if atom.op != "imag":
            for theorem in bounds_of(search, context, atom):
                orders[theorem.judgement] = theorem
    for fact in _stated(context, term):
        found = search.attempt("HYP", context, fact=fact)
        if found is not None:
            orders[fact] = found
    for judgement, theorem in search.listed_in(context):
        if judgement.op not in ("<=", "<") or any(arg.op == "inv" for arg in judgement.args):
            continue
        if {place for place, _ in judgement.variables} <= {place for place, _ in term.variables}:
            orders.setdefault(judgement, theorem)
    orders |= {order.judgement: order for order in orders_of_products(search, context, atoms)}
    met = atoms_of(side for judgement in orders for side in judgement.args)
    for atom in met:
        if not atom.variables and atom not in atoms and atom.op != "imag":
            for theorem in bounds_of(search, context, atom):
                orders[theorem.judgement] = theorem
    for theorem in [*orders.values()]:
        orders |= {past.judgement: past for past in _past_number(search, context, theorem)}
    return list(orders.values())[:MAX_BOUNDS]


def _past_number(search: Search, context: Context, order: Theorem) -> Iterator[Theorem]:
    """``x < q`` from ``x <= c`` and a rational number q above c, for a closed quotient c; ``q < x`` likewise."""
    smaller, larger = order.judgement.args
    for side, other in ((larger, smaller), (smaller, larger)):
        if other.variables and not side.variables and any(part.op == "inv" for part in parts_of([side])):
            for end in enclosure(search, context, side):
                if end.judgement.args[side is smaller] is side:
                    links = [end, order] if side is smaller else [order, end]
                    yield search.infer("CHAIN", context, links=links)


def _stated(context: Context, term: Term) -> Iterator[Term]:
    """Ends and facts about the variables of a term."""
    places = {place for place, _ in term.variables}
    for place in sorted(places, reverse=True):
        # what the ends of a variable speak of has ends of its own
        places |= {p for end in context.declarations[place].args for p, _ in end.variables}
    for place in sorted(places):
        yield from end_facts(context.declarations[place], context.variable(place))
    for place, declaration in enumerate(context.declarations):
        # ends of other variables that speak of these: lo <= y from x <= y
        if place not in places and declaration.data[0] in ("real", "int"):
            for fact in end_facts(declaration, context.variable(place)):
                if {p for p, _ in fact.variables} & places:
                    yield fact
    for fact in context.facts:
        if fact.op in ("<=", "<") and {p for p, _ in fact.variables} & places:
            yield fact


def _bounds(search: Search, context: Context, known: Known, orders: list[Theorem]) -> Iterator[KnownBound]:
    seen = set()
    for theorem in orders:
        smaller, larger = theorem.judgement.args
        try:
            form = known.ring.form(minus(larger, smaller))
        except Unproved:
            continue
        if not form.num or form.num.is_constant():
            continue
        key = str(form.num), theorem.judgement.op
        below = _sign_of_denominator(search, context, known, form.den)
        if key not in seen and below is not None:
            seen.add(key)
            sign, signs = below
            yield KnownBound((theorem, *signs), form.num * sign, theorem.judgement.op == "<")


def _sign_of_denominator(
    search: Search, context: Context, known: Known, den: fmpq_mpoly
) -> tuple[int, list[Theorem]] | None:
    """The sign of a denominator, from strict signs of its factors."""
    content, factors = known.ring.factors(den)
    sign, signs = 1 if content > 0 else -1, []
    for poly, multiplicity in factors:
        theorem = prove_sign(search, context, known.ring.term(poly))
        if theorem is None or theorem.judgement.op != "<":
            return None
        sign = -sign if multiplicity % 2 and theorem.judgement.args[0] is not ZERO else sign
        signs += [theorem] * multiplicity
    return sign, signs


def _by_monomials(
    search: Search, context: Context, known: Known, term: Term, target: fmpq_mpoly, bounds: list[KnownBound], sign: int
) -> Theorem | None:
    """A polynomial without negative coefficients in the distances of the generators to their lower ends."""
    ring = known.ring
    lower: dict[int, tuple[Fraction, KnownBound]] = {}
    for bound in bounds:
        for place, g in enumerate(ring.generators):
            rest = bound.gap - ring.gen(g)
            if rest.is_constant() and len(bound.theorems) == 1:
                end = -known.ring.constant(rest)
                if place not in lower or (end, bound.strict) > (lower[place][0], lower[place][1].strict):
                    lower[place] = (end, bound)
    gens = ring.ctx.gens()
    moved = target.compose(
        *(gens[i] + rational(lower[i][0]) if i in lower else gens[i] for i in range(len(gens))), ctx=ring.ctx
    )
    parts = []
    for exponents, q in rows_of(moved):
        odd = [i for i, e in enumerate(exponents) if e % 2]
        if q < 0 or any(i not in lower for i in odd):
            return None
        h = [
            raised(minus(ring.generators[i], rat(lower[i][0])) if i in lower else ring.generators[i], e // 2)
            for i, e in enumerate(exponents)
            if e >= 2
        ]
        signs = tuple(theorem for i in odd for theorem in lower[i][1].theorems)
        nonzero = not h and all(lower[i][1].strict for i in odd)
        parts.append((q, _Column(ring.one, tuple(h), signs, nonzero)))
    return _checked(search, context, known, term, parts, sign)


def _combined(
    search: Search, context: Context, known: Known, term: Term, target: fmpq_mpoly, bounds: list[KnownBound], sign: int
) -> Theorem | None:
    goal: Vector = dict(rows_of(target))
    weak: list[tuple[Fraction, _Column]] | None = None
    # stage 0 multiplies no bounds with each other: quick, and nothing tiny misleads the floats
    for stage in (0, 1, 2) if search.depth <= DEEP else (0, 1):
        search.check_limit()
        columns = Columns(known.ring, target, bounds, stage).found
        vectors: list[Vector] = [column.rows for column in columns]
        costs = [1.0 + 0.1 * (len(column.signs) + len(column.h)) for column in columns]
        found = combination(goal, vectors, costs, [column.strict for column in columns])
        if found is None:
            continue
        parts = [(q, columns[j]) for j, q in found.items()]
        if stage or any(column.strict for _, column in parts):
            return _checked(search, context, known, term, parts, sign)
        weak = parts
        if search.points(context).vanishes(term):
            break
    return None if weak is None else _checked(search, context, known, term, weak, sign)


def _checked(
    search: Search, context: Context, known: Known, term: Term, parts: list[tuple[Fraction, _Column]], sign: int
) -> Theorem:
    rows = []
    for q, column in parts:
        found = [_nonzero(search, context, h) for h in column.h]
        rows.append({"q": q, "h": list(column.h), "signs": list(column.signs), "nz": [] if None in found else found})
    terms = [term, *(h for _, c in parts for h in c.h)]
    terms += [side for _, c in parts for order in c.signs for side in order.judgement.args]
    lhs, rhs = (ZERO, term) if sign == 1 else (term, ZERO)
    return search.infer("POS", context, lhs=lhs, rhs=rhs, rows=rows, eqs=known.equations(terms))


def _nonzero(search: Search, context: Context, h: Term) -> Theorem | None:
    try:
        return prove_nonzero(search, context, h)
    except Unproved:
        return None
