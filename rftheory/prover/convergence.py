"""Which infinite sums and integrals converge absolutely: the ways that both share."""

from __future__ import annotations

from rftheory.prover.words import *
from rftheory.prover.binders import _parts

MAX_SUMMANDS = 16


def convergent(search: Search, context: Context, term: Term) -> Theorem:
    """``l1 term`` for an integral or an infinite sum; Unproved if no proof is found."""
    from rftheory.prover.integrals import prove_convergent_integral
    from rftheory.prover.series import prove_convergent_sum

    known = search.attempt("DEF", context, judgement=make("l1", (term,)))
    if known is not None:
        return known
    if term.op == "int":
        return prove_convergent_integral(search, context, term)
    if term.op == "sum" and term.args[1] is OO:
        return prove_convergent_sum(search, context, term)
    raise Unproved(f"not known to converge: {shown(term)}")


def value(run: Any, context: Context, term: Term) -> Theorem:
    """``term = closed`` for an integral or an infinite sum that has one; Unproved for others."""
    from rftheory.prover.integrals import integral_value
    from rftheory.prover.series import sum_value

    found = (integral_value if term.op == "int" else sum_value)(run, context, term)
    make_defined(run, context, found.judgement.args[1])
    return found


def by_summands(search: Search, context: Context, term: Term) -> Theorem | None:
    """``l1 term`` from the summands of the body; None if there is one only, without a constant factor."""
    equation = in_summands(search, context, term)
    return None if equation is None else search.infer("L1", context, of=equation, term=term)


def in_summands(search: Search, context: Context, term: Term) -> Theorem | None:
    """``B f = sum c_i B f_i`` for the monomials of the body; all of them converge."""
    inner, variables, body = opened(search, context, term)
    ring = Ring([*atoms_of([body]), *variables])
    parts = _parts(ring, ring.form(body), {variable.data[0] for variable in variables})
    if len(parts) > MAX_SUMMANDS or (len(parts) == 1 and parts[0][0] is ONE):
        return None
    for c, part in parts:
        make_defined(search, context, c)
        make_defined(search, inner, part)
    return combined(search, context, term, parts)


def combined(search: Search, context: Context, term: Term, parts: list[tuple[Term, Term]]) -> Theorem:
    """``B f = sum c_i B f_i``, where f is ``sum c_i f_i`` inside and each B f_i converges."""
    inner, variables, body = opened(search, context, term)
    terms = [make(term.op, (*term.args[:-1], close(part, variables)), term.data) for _, part in parts]
    for one in terms:
        search.use(context, prove_convergent(search, context, one))
    linear = search.infer("LIN", context, terms=terms, coefficients=[c for c, _ in parts], l1=[])
    whole = linear.judgement.args[0]
    if whole is term:
        return linear
    _, _, (sum_,) = bodies(context, whole)
    same = prove_equal(search, inner, sum_, body)
    return search.infer("CHAIN", context, links=[inside(search, context, whole, linear, same), linear])


def multiples(search: Search, context: Context, whole: Term, value: Term) -> Theorem:
    """An integral, a sum or a mean as a sum of multiples of others, which is written in the value."""
    parts = list[tuple[Term, Term]]()
    for part in value.args if value.op == "+" else (value,):
        sign, one = (rat(-1), part.args[0]) if part.op == "neg" else (ONE, part)
        factors = one.args if one.op == "*" else (one,)
        if factors[-1].op != whole.op:
            raise Unproved(f"no multiple of another {whole.op}: {shown(part)}")
        parts.append((times(sign, *factors[:-1]), bodies(context, factors[-1])[2][0]))
    return combined(search, context, whole, parts)


def inside(search: Search, context: Context, other: Term, speaks: Theorem, same: Theorem) -> Theorem:
    """``B f = B g`` from ``g = f`` inside, where a theorem speaks of B g (``other``), so that both converge."""
    there = search.infer("L1", context, of=speaks, term=other)
    place = len(other.args) - 1
    here = search.infer("TRANSPORT", context, of=there, eqs=[same], paths=[[0, place]])
    term = here.judgement.args[0]
    search.use(context, here)
    inner = same.context
    turned = search.infer("SYM", inner, of=same)
    return search.infer("CONG", context, eq=turned, term=term, paths=[[place]])


@goal
def rescaled(search: Search, context: Context, old: Term, factor: Term, new: Term) -> Theorem:
    """``B g = c B f`` for ``g = c f`` inside; one of the two is seen to converge."""

    if old is new and factor is ONE:
        return search.infer("REFL", context, term=old)
    inner, variables, body = opened(search, context, new)
    make_defined(search, context, factor)
    try:
        return combined(search, context, old, [(factor, body)])
    except Unproved as error:
        search.check_limit()
        try:
            search.use(context, prove_convergent(search, context, old))
        except Unproved:
            raise error from None
    whole = body if factor is ONE else make("*", (factor, body))
    _, _, before = opened(search, context, old)
    same = prove_equal(search, inner, before, whole)
    first = search.infer("CONG", context, eq=same, term=old, paths=[[len(old.args) - 1]])
    scaled = first.judgement.args[1]
    search.use(context, search.infer("L1", context, of=first, term=scaled))
    if factor is ONE:
        return first
    search.use(context, prove_nonzero(search, context, factor))
    back = combined(search, context, new, [(make("inv", (factor,)), whole)])
    last = search.infer("RING", context, lhs=scaled, rhs=make("*", (factor, new)), eqs=[back])
    return search.infer("CHAIN", context, links=[first, last])
