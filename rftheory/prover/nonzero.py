"""Terms that vanish nowhere: by their sign, their factors, a fact up to a factor, or their square length."""

from __future__ import annotations

from rftheory.prover.words import *
from rftheory.prover.exact_points import contradiction
from rftheory.prover.learn import Known
from rftheory.prover.ring import Form


def apart_from_zero(search: Search, context: Context, term: Term) -> Theorem:
    """``term != 0``; Unproved if no proof is found."""
    found = search.known_nonzero(context, term)
    if found is not None:
        return found
    points = search.points(context)
    if any(not contradiction(points, term, "=", ZERO, [near]) for near in points.small(term)):
        raise Unproved(f"could not be decided: {shown(term)} != 0")
    if not term.variables:
        found = search.by_balls(context, make("!=", (term, ZERO)))
        if found is not None:
            return found
    if term.op in ("sqrt", "root"):
        return _nonzero_root(search, context, term)
    found = _nonzero_by_closed_form(search, context, term)
    if found is not None:
        return found
    sign = prove_sign(search, context, term)
    if sign is not None and sign.judgement.op == "<":
        return _from_strict(search, context, sign, term)
    return _nonzero_by_factors(search, context, term)


def _nonzero_by_closed_form(search: Search, context: Context, term: Term) -> Theorem | None:
    """What is random, by its closed form; None if it has none."""
    from rftheory.prover.expectations import closed_form, is_random

    if not is_random(term):
        return None
    try:
        closed = closed_form(search.run, context, term)
        value = closed.judgement.args[1]
        if is_random(value):
            return None
        return search.infer("CHAIN", context, links=[closed, prove_nonzero(search, context, value)])
    except Unproved:
        search.check_limit()
        return None


def _nonzero_root(search: Search, context: Context, root: Term) -> Theorem:
    """A power of the root is what is under it."""
    from rftheory.prover.radicals import degree_of
    from rftheory.prover.table import root_power

    rest = raised(root, degree_of(root) - 1)
    base = _as_gap(search, context, root.args[0])
    return search.infer("NZ", context, u=root, v=rest, signs=[base], eqs=[root_power(search, context, root)])


def _from_strict(search: Search, context: Context, sign: Theorem, term: Term) -> Theorem:
    found = search.infer("WEAKEN", context, of=sign, to="!=")
    return found if found.judgement.args[0] is term else search.infer("SYM", context, of=found)


def _nonzero_by_factors(search: Search, context: Context, term: Term) -> Theorem:
    """NZ: ``u v`` is a product of what does not vanish: of its factors, of a fact, of its square length."""
    known = Known(search, context, [term])
    form = known.ring.form(term)
    if not form.num:
        raise Unproved(f"{shown(term)} is zero")
    content, over = known.ring.factors(form.num)
    if len(over) == 1 and form.den == known.ring.one and known.ring.term(over[0][0]) is term:
        return _nonzero_by_multiple(search, context, term)
    signs = []
    for poly, multiplicity in over:
        signs += [_as_gap(search, context, known.ring.term(poly))] * multiplicity
    v = make("*", (rat(1 / content), known.ring.term(form.den))) if form.den != known.ring.one else rat(1 / content)
    terms = [term, v, *(side for sign in signs for side in sign.judgement.args)]
    return search.infer("NZ", context, u=term, v=v, signs=signs, eqs=known.equations(terms))


def _as_gap(search: Search, context: Context, part: Term) -> Theorem:
    """``0 != part``, whose gap is ``part``."""
    return search.infer("SYM", context, of=prove_nonzero(search, context, part))


def _nonzero_by_multiple(search: Search, context: Context, term: Term) -> Theorem:
    """A factor of the gap of a fact ``a != b``, or a complex number with its conjugate."""
    stated = [fact for fact in context.facts if fact.op == "!="]
    stated += [judgement for judgement, _ in search.listed_in(context) if judgement.op == "!="]
    known = Known(search, context, [term, *(side for fact in stated for side in fact.args)])
    over = known.form(term)
    for fact in stated:
        gap = known.form(minus(fact.args[1], fact.args[0]))
        quotient = known.ring.lowest(Form(gap.num * over.den, gap.den * over.num))
        _, below = known.ring.factors(quotient.den)
        if any(known.ring.term(poly) is term for poly, _ in below):
            continue
        try:
            for poly, _ in below:
                search.use(context, prove_nonzero(search, context, known.ring.term(poly)))
        except Unproved:
            continue
        held = search.attempt("HYP", context, fact=fact) or search.listed(context, fact)
        v = known.ring.fraction(quotient)
        eqs = known.equations([term, v, *fact.args])
        found = search.attempt("NZ", context, u=term, v=v, signs=[held], eqs=eqs) if held is not None else None
        if found is not None:
            return found
    place = known.ring.place[IMAG]
    if _form_has(over, place):
        return _nonzero_by_conjugate(search, context, known, term, over, place)
    raise Unproved(f"{shown(term)} is not known to be nonzero")


def _form_has(form: Form, place: int) -> bool:
    return any(poly.degrees()[place] > 0 for poly in (form.num, form.den))


def _nonzero_by_conjugate(
    search: Search, context: Context, known: Known, term: Term, form: Form, place: int
) -> Theorem:
    """``u`` times the term with -i for i is a square length that is positive."""
    mirrored = known.ring.ctx.from_dict(
        {exponents: -q if exponents[place] % 2 else q for exponents, q in form.num.to_dict().items()}
    )
    length = known.ring.lowest(Form(form.num * mirrored, known.ring.one))
    size = known.ring.fraction(length)
    nonzero = _as_gap(search, context, size)
    v = known.ring.fraction(Form(mirrored * form.den, known.ring.one))
    eqs = known.equations([term, v, size])
    return search.infer("NZ", context, u=term, v=v, signs=[nonzero], eqs=eqs)
