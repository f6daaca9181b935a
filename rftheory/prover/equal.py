"""Equalities of scalars."""

from __future__ import annotations

from rftheory.prover.words import *
from rftheory.prover.exact_points import contradiction
from rftheory.prover.learn import known_of
from rftheory.prover.rewritings import equal_by_arguments


def equality(search: Search, context: Context, left: Term, right: Term) -> Theorem:
    """``left = right``; Unproved if no proof is found."""
    if left is right:
        return search.infer("REFL", context, term=left)
    found = search.attempt("RING", context, lhs=left, rhs=right, eqs=[])
    if found is not None:
        return found
    if search.points(context).differ(left, right):
        # a guess of floats, which may have missed a branch: only balls at a point of the context say so
        where = contradiction(context, search.points(context).points, left, "=", right)
        if where != "":
            raise Unproved(
                f"{'not equal ' + where if where else 'could not be decided'}: {shown(left)} = {shown(right)}"
            )
    if left.op == right.op and bound_tags(left.op, left.args, left.data):
        # the same range, and bodies that are equal inside
        with suppress(Unproved):
            return equal_by_arguments(known_of(search, context, []), left, right)
        search.check_limit()
    known = known_of(search, context, [left, right])
    return known.ring_equation(left, right)
