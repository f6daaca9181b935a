"""Signs of quadratic polynomials without real zeros: ``a x^2 + b x + c = (2 a x + b)^2/(4 a) + (4 a c - b^2)/(4 a)``.

In a sine and a cosine of one angle, ``1 + 2 k sin cos = sin^2 + 2 k sin cos + cos^2`` is such a polynomial too.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from flint import fmpq_mpoly

from rftheory.kernel.contexts import Context
from rftheory.kernel.terms import ZERO, Term, make, rat
from rftheory.kernel.theorems import Theorem
from rftheory.prover.learn import Known
from rftheory.prover.search import Search, row
from rftheory.prover.table import is_real
from rftheory.prover.terms import minus, product, total

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
            found = _decided(search, context, known, term, generator, (a, b, c))
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


def _decided(
    search: Search, context: Context, known: Known, term: Term, x: Term, parts: tuple[Term, Term, Term]
) -> Theorem | None:
    from rftheory.prover.signs import prove_sign

    a, b, c = parts
    lead = prove_sign(search.run, context, a)
    if lead is None or lead.judgement.op != "<":
        return None
    gap = minus(product([rat(4), a, c]), make("*", (b, b)))
    if -1 in (search.points(context).signs(gap) or {0}):
        return None
    discriminant = prove_sign(search.run, context, gap)
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
