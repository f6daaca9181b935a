"""Finite products of products: exponentials are collected, constants become powers, other members stay under the product.

So two products that have the same members in other places are one expression of the same parts.
"""

from __future__ import annotations

from rftheory.prover.words import *
from rftheory.prover import table
from rftheory.prover.learn import known_of


def product_value(search: Search, context: Context, atom: Term) -> Theorem:
    """``prod f = exp(sum ...) c^n prod g``; Unproved where there is nothing to take out of the product."""

    inner, (i,), body = opened(search, context, atom)
    known = known_of(search, inner, [body])
    parts = kinds(known.ring.fraction(known.form(body)), i)
    if len(parts) == 1 and parts[0].op != "exp" and i.data in parts[0].variables:
        raise Unproved(f"nothing comes out of the product: {shown(atom)}")
    plain = product(parts)
    whole = make("prod", (*atom.args[:2], close(plain, (i,))))
    links = []
    if plain is not body:
        same = prove_equal(search, inner, body, plain)
        links.append(search.infer("CONG", context, eq=same, term=atom, paths=[[2]]))
        make_defined(search, context, whole)
    here = whole
    if len(parts) > 1:
        links.append(search.infer("MEMBERS", context, term=whole, part="product", count=len(parts)))
        here = links[-1].judgement.args[1]
    for part in parts:
        one = make("prod", (*atom.args[:2], close(part, (i,))))
        found = value_of_kind(search, context, one, part, i)
        if found is not None:
            links.append(search.infer("CONG", context, eq=found, term=here, paths=[]))
            here = links[-1].judgement.args[1]
    if here is atom or not links:
        raise Unproved(f"nothing comes out of the product: {shown(atom)}")
    return search.infer("CHAIN", context, links=links)


def kinds(body: Term, i: Term) -> list[Term]:
    """The factors of a member: exponentials, with the index and without; other constants; others."""
    found: list[list[Term]] = [[], [], [], []]
    for base, k in factors_of(body, 1):
        moves = i.data in base.variables
        if base.op == "exp":
            found[0 if moves else 1].append(base.args[0] if k == 1 else make("*", (rat(k), base.args[0])))
        else:
            found[3 if moves else 2].append(raised(base, k))
    exponentials = [make("exp", (total(exponents),)) for exponents in found[:2] if exponents]
    return [*exponentials, *(product(factors) for factors in found[2:] if factors)] or [ONE]


def value_of_kind(search: Search, context: Context, one: Term, part: Term, i: Term) -> Theorem | None:
    """The product of one factor of all members: of a constant, or of exponentials; None for others."""
    make_defined(search, context, one)
    if i.data not in part.variables:
        constant = search.infer("MEMBERS", context, term=one, part="constant", count=0)
        value = constant.judgement.args[1]
        make_defined(search, context, value)
        simple = search.infer("RING", context, lhs=value.args[1], rhs=_count(one), eqs=[])
        links = [constant, search.infer("CONG", context, eq=simple, term=value, paths=[[1]])]
        if part.op == "exp":
            links.append(table.axiom(search, context, "rpow.of_exp", part.args[0], _count(one)))
        return search.infer("CHAIN", context, links=links)
    if part.op != "exp":
        return None
    exponent = make("sum", (*one.args[:2], close(part.args[0], (i,))))
    make_defined(search, context, exponent)
    return search.infer("SYM", context, of=search.infer("MEMBERS", context, term=exponent, part="exp", count=0))


def _count(one: Term) -> Term:
    """How many members a product has."""
    low, high = one.args[:2]
    return high if low is ONE else make("+", (high, make("neg", (low,)), ONE))


def factors_of(term: Term, k: int) -> list[tuple[Term, int]]:
    """The factors of a product with their exponents."""
    if term.op == "*":
        return [factor for arg in term.args for factor in factors_of(arg, k)]
    if term.op == "inv":
        return factors_of(term.args[0], -k)
    if term.op == "pow" and term.data:
        return factors_of(term.args[0], k * term.data)
    if term.op == "neg":
        return [(rat(-1), k), *factors_of(term.args[0], k)]
    return [(term, k)]
