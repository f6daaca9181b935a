"""Equalities of scalars."""

from __future__ import annotations

from rftheory.prover.words import *
from rftheory.prover.exact_points import contradiction
from rftheory.prover.learn import Known, known_of
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
        where = contradiction(search.points(context), left, "=", right)
        if where != "":
            raise Unproved(
                f"{'not equal ' + where if where else 'could not be decided'}: {shown(left)} = {shown(right)}"
            )
    if left.op == right.op and bound_tags(left.op, left.args, left.data):
        # the same range, and bodies that are equal inside
        with suppress(Unproved):
            return equal_by_arguments(known_of(search, context, []), left, right)
        search.check_limit()
    with suppress(Unproved):
        return _over_equal_binders(search, context, left, right)
    search.check_limit()
    known = known_of(search, context, [left, right])
    return known.ring_equation(left, right)


def _over_equal_binders(search: Search, context: Context, left: Term, right: Term) -> Theorem:
    """``left = right`` by integrals, infinite sums and means that are in both, with equal bodies: none has to have a value for that."""
    binders, others = ([atom for atom in atoms_of([side]) if _has_long_value(atom)] for side in (left, right))
    if not binders or not others:
        raise Unproved("other integrals")
    links, here = [], left
    for atom in binders:
        if atom not in others and (same := _one_of(search, context, atom, others)) is not None:
            links.append(search.infer("CONG", context, eq=same, term=here, paths=[]))
            here = links[-1].judgement.args[1]
    make_defined(search, context, here)
    links.append(Known(search, context, [here, right], [*binders, *others]).ring_equation(here, right))
    return links[0] if len(links) == 1 else search.infer("CHAIN", context, links=links)


def _one_of(search: Search, context: Context, atom: Term, others: Sequence[Term]) -> Theorem | None:
    """``atom = other`` for one of the others; None for what is on one side alone, as where its coefficient vanishes."""
    for other in others:
        if (atom.op, atom.args[:-1]) == (other.op, other.args[:-1]):
            with suppress(Unproved):
                return equal_by_arguments(known_of(search, context, []), atom, other)
            search.check_limit()
    return None


def _has_long_value(atom: Term) -> bool:
    return atom.op in ("int", "E") or (atom.op == "sum" and atom.args[1] is OO)
