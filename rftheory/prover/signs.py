"""Signs and orders of real terms: found on the kernel's terms, proved by its rules.

A gap is written as a fraction over generators and factored; each factor gets its sign from its structure, from facts, or
as a nonnegative combination of products of what is known (see `bounds`). POS then checks the whole.
"""

from __future__ import annotations

from rftheory.prover.words import *
from rftheory.prover.atom_signs import sign_by_structure
from rftheory.prover.bounds import prove_by_bounds
from rftheory.prover.exact_points import contradiction
from rftheory.prover.known_gaps import multiple_of_fact, sign_by_known_gap
from rftheory.prover.parts import (
    order_by_factors,
    sign_by_factors,
    sign_by_product,
    sign_by_summands,
    sign_of_exponential_gap,
)
from rftheory.prover.root_sums import sign_by_known_squares, sign_of_quadratic, sign_of_root_sum

#: one way to look for a sign
Finder = Callable[[Search, Context, Term], Theorem | None]
#: how a sign is looked for, cheap ways first
FINDERS: tuple[Finder, ...] = (
    sign_by_structure,
    sign_by_known_gap,
    sign_by_known_squares,
    sign_by_product,
    sign_by_summands,
    sign_of_exponential_gap,
    sign_by_factors,
    prove_by_bounds,
    sign_of_root_sum,
    sign_of_quadratic,
)


#: steps for ways to make a weak sign a strict one; the parts of other terms have had theirs themselves
_BRIEFLY, _WHOLE = 2_000, ("+", "pow")


def order(search: Search, context: Context, smaller: Term, larger: Term, strict: bool) -> Theorem:
    """``smaller < larger`` or ``smaller <= larger``; Unproved if no proof is found."""
    relation = "<" if strict else "<="
    found = search.once(
        (context, relation, smaller, larger), lambda: _order(search, context, smaller, larger, relation)
    )
    return as_order(search, context, found, relation)


def as_order(search: Search, context: Context, theorem: Theorem, relation: str) -> Theorem:
    """An order in the relation that is asked for; ``<`` is weakened."""
    if theorem.judgement.op == relation:
        return theorem
    if relation == "<":
        raise Unproved("a weak order is found where a strict one is asked for")
    return search.infer("WEAKEN", context, of=theorem, to=relation)


# -- orders ---------------------------------------------------------------------------------------------------------


def _order(search: Search, context: Context, smaller: Term, larger: Term, relation: str) -> Theorem:
    found = stated(search, context, smaller, larger, relation)
    if found is not None:
        return found
    if smaller is ZERO or larger is ZERO:
        sign = prove_sign(search, context, larger if smaller is ZERO else smaller)
        if sign is not None and sign.judgement.args == (smaller, larger):
            return as_order(search, context, sign, relation)
        raise Unproved(f"no sign of {shown(larger if smaller is ZERO else smaller)}")
    gap = minus(larger, smaller)
    signs = search.points(context).signs(gap)
    if signs is not None and -1 in signs:
        where = contradiction(search.points(context), smaller, relation, larger)
        if where != "":
            why = f"not in this order {where}" if where else "could not be decided"
            raise Unproved(f"{why}: {shown(smaller)} {relation} {shown(larger)}")
    multiple = multiple_of_fact(search, context, smaller, larger)
    if multiple is not None and multiple.judgement.op in (relation, "<"):
        return as_order(search, context, multiple, relation)
    sign = sign_by_known_gap(search, context, gap)
    if sign is None or sign.judgement.args[0] is not ZERO or sign.judgement.op not in (relation, "<"):
        try:
            return as_order(search, context, order_by_factors(search, context, smaller, larger), relation)
        except Unproved:
            sign = prove_by_bounds(search, context, gap)
            if sign is None or sign.judgement.args[0] is not ZERO:
                raise
    theorem = search.infer("POS", context, lhs=smaller, rhs=larger, rows=[row(sign)], eqs=[])
    return as_order(search, context, theorem, relation)


def stated(search: Search, context: Context, smaller: Term, larger: Term, relation: str) -> Theorem | None:
    """An order that is a fact, an end, seen by definedness or told by balls."""
    if relation == "<=" and smaller is larger:
        same = search.attempt("REFL", context, term=smaller)
        return search.attempt("WEAKEN", context, of=same, to="<=") if same is not None else None
    for op in dict.fromkeys(("<", relation)):
        judgement = make(op, (smaller, larger))
        found = search.attempt("HYP", context, fact=judgement) or search.listed(context, judgement)
        if found is not None:
            return found
    if not (smaller.variables or larger.variables):
        return search.by_balls(context, make("<", (smaller, larger)))
    if smaller.op == "rat" or larger is ZERO:
        for op in dict.fromkeys(("<", relation)):
            found = search.attempt("DEF", context, judgement=make(op, (smaller, larger)))
            if found is not None:
                return found
    return None


# -- signs ----------------------------------------------------------------------------------------------------------


@goal
def sign_of(search: Search, context: Context, term: Term) -> Theorem:
    orders = [(ZERO, term), (term, ZERO)]
    guess = search.points(context).signs(term)
    if guess is not None:
        if {1, -1} <= guess:
            raise Unproved(f"no sign of {shown(term)}: both are seen")
        orders = [order for order, sign in zip(orders, (1, -1), strict=True) if guess <= {sign, 0}]
    weak = None
    for smaller, larger in orders:
        found = stated(search, context, smaller, larger, "<=")
        if found is not None and found.judgement.op == "<":
            return found
        weak = weak or found
    finders = list(FINDERS)
    while finders and weak is None:
        try:
            weak = finders.pop(0)(search, context, term)
        except Unproved:
            search.check_limit()
    if weak is not None and weak.judgement.op != "<":
        weak = _strict(search, context, term, finders) or weak
    if weak is not None and weak.judgement.op == "<":
        return weak
    if weak is None:
        raise Unproved(f"no sign of {shown(term)}")
    nonzero = search.known_nonzero(context, term)
    if nonzero is not None:
        return search.infer("ANTISYM", context, first=weak, second=nonzero)
    return weak


def _strict(search: Search, context: Context, term: Term, finders: Sequence[Finder]) -> Theorem | None:
    """The strict sign of a term that has a weak one, if it is found before long; what vanishes somewhere has none."""
    if search.points(context).vanishes(term):
        return None
    with search.briefly(_BRIEFLY if term.op in _WHOLE else _BRIEFLY // 5):
        for find in finders:
            try:
                found = find(search, context, term)
                search.check_limit()
            except Unproved:
                continue
            if found is not None and found.judgement.op == "<":
                return found
    return None
