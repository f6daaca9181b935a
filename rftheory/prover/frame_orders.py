"""Orders of products with the directions of a frame, what is said of all members, and means of exponentials that are bounded."""

from __future__ import annotations

from rftheory.prover.words import *


def dot(first: Term, second: Term) -> Term:
    return make("dot", (first, second))


def inside(search: Search, context: Context, term: Term) -> tuple[Context, tuple[Term, ...]]:
    """The context that a binder opens, and its variables; the body may still have no value."""
    inner, variables, _ = opened(search, context, make(term.op, (*term.args[:-1], ZERO), term.data))
    return inner, variables


def product_below(search: Search, context: Context, order: Theorem) -> Theorem:
    """``u.x <= sqrt(x^2)`` from ``(u.x)^2 <= x^2``."""
    square, bound = order.judgement.args
    root = search.infer("MONO", context, order=order, function="sqrt", number=0, exponent=[], premises=[])
    size = axiom(search, context, "sqrt.of_square", square.args[0])
    above = axiom(search, context, "abs.above", square.args[0])
    return search.infer("CHAIN", context, links=[above, search.infer("SYM", context, of=size), root])


def square_below(search: Search, context: Context, unit: Theorem, vector: Term) -> Theorem:
    """``(u.x)^2 <= x^2`` for ``u^2 = 1``."""
    u = unit.judgement.args[0].args[0]
    order = axiom(search, context, "dot.cauchy_schwarz", u, vector)
    whole, square = order.judgement.args[1], make("norm2", (vector,))
    same = search.infer("RING", context, lhs=whole, rhs=square, eqs=[unit])
    return search.infer("CHAIN", context, links=[order, same])


def said_of_member(search: Search, context: Context, outer: Context, index: Term, wanted: Term) -> Theorem:
    """What a context says of all members of a family, at one index."""
    for fact in outer.facts:
        if fact.op == "all" and fact.args[1].op == wanted.op:
            given = search.infer("HYP", context, fact=fact)
            found = search.attempt("ALLUSE", context, of=given, value=index, premises=[])
            if found is not None and found.judgement is wanted:
                return found
    raise Unproved("nothing is said of a member")


def member_length(search: Search, context: Context, family: Term, index: Term, outer: Context) -> Theorem:
    """``norm2 (at u i) = 1``."""
    wanted = make("=", (make("norm2", (make("at", (family, index)),)), ONE))
    return said_of_member(search, context, outer, index, wanted)


def dominated_by(search: Search, context: Context, term: Term, order: Theorem) -> Theorem:
    """``l1 E exp f`` from ``f <= b``."""
    inner, _, body = opened(search, context, term)
    through = search.infer("MONO", inner, order=order, function="exp", number=0, exponent=[], premises=[])
    size = axiom(search, inner, "abs.same", body)
    bound = search.infer("CHAIN", inner, links=[size, through])
    return search.infer("DOM", context, term=term, bound=bound, l1=[])


def dominated(
    search: Search, context: Context, term: Term, size: Term, member: Callable[[Context, Term], Theorem]
) -> Theorem:
    """``l1 E exp sum_(i=1)^n f_i`` from ``f_i <= b_i``."""
    inner, _ = inside(search, context, term)
    place, (i,) = inside(search, inner, make("sum", (ONE, size, ZERO)))
    order = member(place, i)
    make_defined(search, place, order.judgement.args[1])
    lower, upper = (make("sum", (ONE, size, close(side, (i,)))) for side in order.judgement.args)
    by = search.infer("COMPARE", inner, lower=lower, upper=upper, by=order, l1=[], strict=[], at=[])
    return dominated_by(search, context, term, by)
