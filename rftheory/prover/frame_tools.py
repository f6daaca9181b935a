"""What the theorems about frames share: means, sums and integrals with equal bodies."""

from __future__ import annotations

from rftheory.prover.words import *


def bind_alike(first: Term, last: Term) -> bool:
    """Whether two terms bind over one range, or the same laws."""
    binds = bound_tags(first.op, first.args, first.data) != ()
    return binds and (first.op, first.args[:-1], first.data) == (last.op, last.args[:-1], last.data)


def same_inside(search: Search, inner: Context, first: Term, second: Term) -> Theorem:
    make_defined(search, inner, first, second)
    return prove_equal(search, inner, first, second)


def pulled(search: Search, context: Context, term: Term, found: Theorem, same: Theorem | None = None) -> Theorem:
    """``B f = v`` from ``B g = v``; ``same`` is ``f = g`` inside, found if it is not given."""
    other = found.judgement.args[0]
    if other is term:
        return found
    converges(search, context, found)
    inner, variables, _ = opened(search, context, make(term.op, (*term.args[:-1], ZERO), term.data))
    last = len(term.args) - 1
    if same is None:
        bodies = [instantiate(one.args[last], variables) for one in (term, other)]
        same = same_inside(search, inner, *bodies)
    back = search.infer("SYM", inner, of=same)
    there = search.infer("CONG", context, eq=back, term=other, paths=[[last]])
    if there.judgement.args[1] is not term:
        raise Unproved(f"another body than that of {shown(term)}")
    links = [search.infer("SYM", context, of=there), found]
    return converges(search, context, search.infer("CHAIN", context, links=links))


def converges(search: Search, context: Context, found: Theorem) -> Theorem:
    """An equality, with the convergence of its left side listed."""
    term = found.judgement.args[0]
    if term.op in ("E", "int") or (term.op == "sum" and term.args[1] is OO):
        search.use(context, search.infer("L1", context, of=found, term=term))
    return found


def instance(search: Search, context: Context, theorem: Theorem, *values: Term) -> Theorem:
    """An equality of a context of its own at values, with the convergence of its left side listed."""
    return converges(search, context, instantiated(search, context, theorem, list(values)))


def chained(search: Search, context: Context, *links: Theorem) -> Theorem:
    """A chain of equalities, with the convergence of what it begins with."""
    kept = [link for link in links if link.judgement.args[0] is not link.judgement.args[1]] or [links[0]]
    found = kept[0] if len(kept) == 1 else search.infer("CHAIN", context, links=kept)
    return converges(search, context, found)


def refl(search: Search, context: Context, term: Term) -> Theorem:
    make_defined(search, context, term)
    return search.infer("REFL", context, term=term)


def scaled(search: Search, context: Context, found: Theorem, factor: Term) -> Theorem:
    """``B (c f) = c v`` from ``B f = v``."""
    make_defined(search, context, factor)
    converges(search, context, found)
    linear = search.infer("LIN", context, terms=[found.judgement.args[0]], coefficients=[factor], l1=[found])
    value = search.infer("CONG", context, eq=found, term=linear.judgement.args[1], paths=[[1]])
    return chained(search, context, linear, value)
