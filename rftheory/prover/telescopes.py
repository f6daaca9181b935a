"""Finite sums with a symbolic end in closed form: members that are differences ``F(k+1) - F(k)``, as of powers and geometric ones."""

from __future__ import annotations

import sympy as sp

from rftheory.prover.words import *
from rftheory.prover.members import Later, Members, plain, steps_of

#: the largest power of the index
MAX_POWER = 6


def telescoped(search: Search, context: Context, atom: Term) -> Theorem:
    """``sum_(k = a)^b f(k) = F(b+1) - F(a)`` for ``a <= b + 1``; Unproved where no F is known."""
    low, high, body = atom.args
    if atom.op != "sum" or high is OO:
        raise Unproved(f"no finite sum: {shown(atom)}")
    inner, (k,), member = opened(search, context, atom)
    primitive, eqs = _primitive(search, context, inner, k, member)

    def at(place: Term) -> Term:
        return substitute(primitive, {k.data[0]: place})

    def over(first: Term, last: Term, of: Term) -> Term:
        made = make("sum", (first, last, close(of, (k,))))
        make_defined(search, context, made)
        return made

    second, after = (make("+", (end, ONE)) for end in (low, high))
    search.use(context, prove_order(search, context, low, after, False))
    ends = [at(low), at(after)]
    make_defined(search, context, second, after, *ends)
    make_defined(search, inner, at(make("+", (k, ONE))))
    # f = F(k+1) - F(k)
    terms = [over(low, high, at(make("+", (k, ONE)))), over(low, high, primitive)]
    linear = search.infer("LIN", context, terms=terms, coefficients=[ONE, rat(-1)], l1=[])
    _, _, (difference,) = bodies(context, linear.judgement.args[0])
    same = search.infer("RING", inner, lhs=member, rhs=difference, eqs=eqs)
    apart = search.infer("CONG", context, eq=same, term=atom, paths=[[2]])
    # sum F(k+1) over a..b is sum F over a+1..b+1, and so what sum F over a..b+1 has besides F(a)
    found, whole = [_shifted(search, context, terms[0])], over(low, after, primitive)
    for last, following in ((low, second), (high, after)):
        orders = [prove_order(search, context, *pair, False) for pair in ((low, following), (last, after))]
        split = {"whole": whole, "last": last, "following": following, "orders": orders, "l1": []}
        found.append(search.infer("SPLIT", context, **split))
    found += [search.infer("SINGLE", context, term=over(end, end, primitive)) for end in (low, after)]
    value = minus(ends[1], ends[0])
    closed = search.infer("RING", context, lhs=linear.judgement.args[1], rhs=value, eqs=found)
    return search.infer("CHAIN", context, links=[apart, linear, closed])


def _shifted(search: Search, context: Context, term: Term) -> Theorem:
    """``sum_(k = a)^b F(k+1) = sum_(j = a+1)^(b+1) F(j)``."""
    moved = search.infer("REINDEX", context, term=term, way="shift", by=ONE, l1=[])
    inner, (j,), body = opened(search, context, moved.judgement.args[1])
    same = search.infer("RING", inner, lhs=make("+", (make("+", (j, make("neg", (ONE,)))), ONE)), rhs=j, eqs=[])
    eq = search.infer("CONG", inner, eq=same, term=body, paths=[])
    make_defined(search, context, moved.judgement.args[1])
    last = search.infer("CONG", context, eq=eq, term=moved.judgement.args[1], paths=[[2]])
    return search.infer("CHAIN", context, links=[moved, last])


def _primitive(search: Search, context: Context, inner: Context, k: Term, member: Term) -> tuple[Term, list[Theorem]]:
    """F, and the equations in which ``F(k+1) - F(k) = f`` is algebra."""
    base, degree = member.args[0] if member.op == "pow" else member, member.data if member.op == "pow" else 1
    if base is k and degree <= MAX_POWER:
        x = sp.Symbol("x")
        rows = sp.Poly(sp.bernoulli(degree + 1, x) / (degree + 1), x).terms()
        return total([mul(rat(Fraction(int(q.p), int(q.q))), power(k, e)) for (e,), q in rows]), []
    members = Members(search, inner, k)
    with suppress(Later):
        members.read(member)
        if members.moving and not (members.above or members.below):
            gap = minus(product(members.argument), ONE)
            with suppress(Unproved):  # it may be a factor of the member
                search.use(context, prove_nonzero(search, context, gap))
            eqs = [eq for atom, step in members.moving.items() for eq in steps_of(search, inner, atom, k, step)]
            return plain(mul(member, inv(gap))), eqs
    raise Unproved(f"no difference of one function is known: {shown(member)}")
