"""Signs of ``c s + r`` with a square root s, where the squares decide, and of quadratic polynomials without real zeros."""

from __future__ import annotations

from flint import fmpq_mpoly

from rftheory.prover.words import *
from rftheory.prover import table
from rftheory.prover.atom_signs import mono
from rftheory.prover.known_gaps import known_orders
from rftheory.prover.learn import Known


def sign_by_known_squares(search: Search, context: Context, term: Term) -> Theorem | None:
    """``0 <= sqrt(b) - r`` and ``0 <= sqrt(b) + r`` from an order ``r^2 <= b`` that is known."""
    if term.op != "+" or not any(part.op == "sqrt" for arg in term.args for part in (arg, *arg.args)):
        return None
    for order in known_orders(search, context, term):
        square, larger = order.judgement.args
        if square.op != "pow" or square.data != 2:
            continue
        (r,), root = square.args, make("sqrt", (larger,))
        through = mono(search, context, order, "sqrt")
        known = Known(search, context, [term, root, r])
        eqs = [table.axiom(search, context, "sqrt.of_square", r), *known.equations([term, root, r])]
        for schema in ("abs.above", "abs.below"):
            bound = table.axiom(search, context, schema, r)
            rows = [row(part) for part in (through, bound)]
            found = search.attempt("POS", context, lhs=ZERO, rhs=term, rows=rows, eqs=eqs)
            if found is not None:
                return found
    return None


def sign_of_root_sum(search: Search, context: Context, term: Term) -> Theorem | None:
    """The sign of a sum that is linear in one root."""
    known = Known(search, context, [term])
    form = known.ring.form(term)
    if not form.den.is_constant():
        return None
    for place, generator in enumerate(known.ring.generators):
        if generator.op == "sqrt" and form.num.degrees()[place] == 1:
            r, c = (known.ring.term(part) for part in known.ring.by_powers(form.num, generator))
            try:
                found = _decided(search, context, known, term, generator, c, r)
            except Unproved:
                search.check_limit()
                continue
            if found is not None:
                return found
    return None


def _decided(
    search: Search, context: Context, known: Known, term: Term, root: Term, c: Term, r: Term
) -> Theorem | None:
    """``c s + r = (c^2 s^2 - r^2)/(c s - r)``, or half of ``((c s + r)^2 + c^2 s^2 - r^2)/(c s)``."""
    sign_of_c = prove_sign(search, context, c)
    if sign_of_c is None:
        return None
    if sign_of_c.judgement.op != "<":
        return _by_sizes(search, context, known, term, make("*", (c, root)), r)
    front = 1 if sign_of_c.judgement.args[0] is ZERO else -1
    scaled = make("*", (c, root))
    squares = minus(make("*", (power(c, 2), root.args[0])), power(r, 2))
    gap = prove_sign(search, context, squares)
    if gap is None:
        return None
    other = minus(scaled, r) if front == 1 else minus(r, scaled)
    conjugate = prove_sign(search, context, other)
    rows: list[dict[str, Any]]
    if conjugate is not None and conjugate.judgement.op == "<" and conjugate.judgement.args[0] is ZERO:
        search.use(context, conjugate)
        rows = [row(conjugate, gap, h=[make("inv", (other,))])]
        rises = (gap.judgement.args[0] is ZERO) == (front == 1)
    else:
        positive = prove_sign(search, context, scaled)
        if positive is None or positive.judgement.op != "<" or gap.judgement.args[0] is not ZERO:
            return None
        search.use(context, positive)
        rises = positive.judgement.args[0] is ZERO
        over = make("inv", (scaled,))
        rows = [row(positive, h=[term, over], q=Fraction(1, 2)), row(positive, gap, h=[over], q=Fraction(1, 2))]
    sides = (ZERO, term) if rises else (term, ZERO)
    terms = [term, scaled, other, squares]
    return search.infer("POS", context, lhs=sides[0], rhs=sides[1], rows=rows, eqs=known.equations(terms))


def _by_sizes(search: Search, context: Context, known: Known, term: Term, scaled: Term, r: Term) -> Theorem | None:
    """``0 <= c s + r`` where c may vanish: ``|r| <= c s``, as the squares are in this order and c s is not negative."""
    sign = prove_sign(search, context, scaled)
    if sign is None or sign.judgement.args[0] is not ZERO:
        return None
    squares = prove_order(search, context, power(r, 2), power(scaled, 2), False)
    order = mono(search, context, squares, "sqrt")
    sizes = [table.axiom(search, context, "sqrt.of_square", part) for part in (r, scaled)]
    same = table.axiom(search, context, "abs.same", scaled, premises=[sign])
    below = table.axiom(search, context, "abs.below", r)
    rows = [row(part) for part in (order, below)]
    eqs = [*sizes, same, *known.equations([term, scaled, r])]
    return search.infer("POS", context, lhs=ZERO, rhs=term, rows=rows, eqs=eqs)


# -- quadratic polynomials -------------------------------------------------------------------------------------------
# In a sine and a cosine of one angle, ``1 + 2 k sin cos = sin^2 + 2 k sin cos + cos^2`` is such a polynomial too.


#: longer polynomials are left alone; goals inside each other from where on this is not tried
MAX_TERMS, DEEP = 6, 9


def sign_of_quadratic(search: Search, context: Context, term: Term) -> Theorem | None:
    """The sign of a polynomial of degree 2 in some generator, if its discriminant is not positive."""
    if search.depth > DEEP:
        return None
    known = Known(search, context, [term])
    form = known.ring.form(term)
    if not form.den.is_constant() or len(form.num) > MAX_TERMS:
        return None
    guess = search.points(context).signs(term)
    if guess is not None and {1, -1} <= guess:
        return None
    poly = form.num / form.den.leading_coefficient()
    for place, generator in enumerate(known.ring.generators):
        whole = poly if generator.op != "sin" else _on_circle(known, poly, place)
        if whole.degrees()[place] == 2 and is_real(search, context, generator):
            c, b, a = (known.ring.term(part) for part in known.ring.by_powers(whole, generator))
            found = _by_discriminant(search, context, known, term, generator, (a, b, c))
            if found is not None:
                return found
    return None


def _on_circle(known: Known, poly: fmpq_mpoly, place: int) -> fmpq_mpoly:
    """``1 = sin^2 + cos^2`` where this makes a polynomial homogeneous of degree 2 in a sine and its cosine."""
    ring = known.ring
    cosine = ring.place.get(make("cos", ring.generators[place].args))
    if cosine is None:
        return poly
    whole = ring.zero
    for exponents, q in poly.to_dict().items():
        degree = exponents[place] + exponents[cosine]
        if degree not in (0, 2):
            return poly
        part = ring.ctx.from_dict({exponents: q})
        sine, other = (ring.gen(ring.generators[n]) ** 2 for n in (place, cosine))
        whole = whole + (part if degree else part * (sine + other))
    return whole


def _by_discriminant(
    search: Search, context: Context, known: Known, term: Term, x: Term, parts: tuple[Term, Term, Term]
) -> Theorem | None:
    a, b, c = parts
    lead = prove_sign(search, context, a)
    if lead is None or lead.judgement.op != "<":
        return None
    gap = minus(product([rat(4), a, c]), make("*", (b, b)))
    if -1 in (search.points(context).signs(gap) or {0}):
        return None
    discriminant = prove_sign(search, context, gap)
    if discriminant is None or discriminant.judgement.args[0] is not ZERO:
        return None
    root = total([product([rat(2), a, x]), b])
    over = make("inv", (a,))
    search.use(context, lead)
    if not (is_real(search, context, root) and is_real(search, context, over)):
        return None
    quarter = Fraction(1, 4)
    rows: list[dict[str, Any]] = [row(lead, h=[root, over], q=quarter), row(lead, discriminant, h=[over], q=quarter)]
    if discriminant.judgement.op == "<":
        rows[1]["nz"] = [search.infer("DEF", context, judgement=make("!=", (over, ZERO)))]
    sides = (ZERO, term) if lead.judgement.args[0] is ZERO else (term, ZERO)
    terms = [term, root, over, gap]
    return search.infer("POS", context, lhs=sides[0], rhs=sides[1], rows=rows, eqs=known.equations(terms))
