"""Frames: m orthogonal vectors of R^d, m <= d, whose directions have the law that no orthogonal map changes.

``(ortho m d)``: the directions, orthonormal. ``(frame m d)``: the same, member by member times independent chi(d) lengths; so
each member alone is normal. Mixing the directions by an orthogonal table leaves their law as it is.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from itertools import combinations_with_replacement

from rftheory.kernel.contexts import Context
from rftheory.kernel.defined import defined, is_index, is_law
from rftheory.kernel.refused import demand
from rftheory.kernel.rules.laws import law_at, require_vectors
from rftheory.kernel.rules.linear import equal, plus, successor, times
from rftheory.kernel.rules.redrawn import Redrawn, chosen_members, same_mean
from rftheory.kernel.schemas import NAT, STEP, TERM
from rftheory.kernel.terms import ONE, ZERO, Term, make, power, rat
from rftheory.kernel.theorems import Kernel, Steps, Terms, rule
from rftheory.kernel.values import real


@rule("FRAME", term=TERM, member=NAT, l1=[STEP])
def lengths_and_directions(kernel: Kernel, context: Context, term: Term, member: int, l1: Steps) -> Term:
    """A frame as independent lengths and directions: ``(at w i)`` becomes ``(vscale (at r i) (at u i))``."""
    size, dimension = law_at(term, member, "frame").args
    lengths = make("iid", (size, make("chi", (dimension,))))
    redrawn = Redrawn(context, term, {member: [lengths, make("ortho", (size, dimension))]})
    family, drawn = redrawn.values[member], redrawn.parts[member]

    def change(node: Term) -> Term | None:
        found = node.op == "at" and node.args[0] is family
        return make("vscale", [make("at", (part, node.args[1])) for part in drawn]) if found else None

    return same_mean(kernel, context, term, redrawn.by(change), l1, into=True, onto=True)


@rule("SUBFRAME", term=TERM, member=NAT, indices=[TERM], differ=[STEP], l1=[STEP])
def members_of_frame(
    kernel: Kernel, context: Context, term: Term, member: int, indices: Terms, differ: Steps, l1: Steps
) -> Term:
    """Some members of a frame are a frame, in any order; one member alone is a normal vector, or a point of the sphere."""
    law = law_at(term, member, "ortho", "frame")
    demand(is_law(kernel, context, law), "no frame")
    chosen_members(kernel, context, law.args[0], indices, differ)
    alone = make("sphere" if law.op == "ortho" else "normal", law.args[1:])
    fewer = make(law.op, (rat(len(indices)), law.args[1])) if len(indices) > 1 else alone
    redrawn = Redrawn(context, term, {member: [fewer]})
    (drawn,) = redrawn.parts[member]
    places = [make("at", (drawn, rat(n + 1))) for n in range(len(indices))] if len(indices) > 1 else [drawn]
    images = {make("at", (redrawn.values[member], index)): place for index, place in zip(indices, places, strict=True)}
    return same_mean(kernel, context, term, redrawn.by(images.get), l1, into=True, onto=True)


@rule("PEEL", term=TERM, member=NAT, vector=TERM, fewer=TERM, l1=[STEP])
def one_member_apart(
    kernel: Kernel, context: Context, term: Term, member: int, vector: Term, fewer: Term, l1: Steps
) -> Term:
    """The products of x with the directions up to k + 1: ``u_(k+1).x`` is s.x, s on the sphere, and, for i <= k,
    ``u_i.x`` is ``sqrt(x^2 - (s.x)^2) v_i.y`` with k directions v and a point y of the sphere, of d - 1 dimensions.
    """
    law = law_at(term, member, "ortho")
    demand(is_law(kernel, context, law), "no frame")
    last, (count, size) = successor(fewer), law.args
    known = any(is_index(kernel, context, one, ONE, count) for one in last)
    demand(known, "the last index is not known to be one of the frame")
    require_vectors(kernel, context, [vector], size)
    smaller = plus(size, rat(-1))
    laws = [make("sphere", (size,)), make("ortho", (fewer, smaller)), make("sphere", (smaller,))]
    redrawn = Redrawn(context, term, {member: laws})
    family, (alone, others, pole) = redrawn.values[member], redrawn.parts[member]
    height = make("dot", (alone, vector))
    length = make("sqrt", (plus(make("norm2", (vector,)), make("neg", (power(height, 2),))),))

    def change(node: Term) -> Term | None:
        if node.op != "dot" or vector not in node.args:
            return None
        place = node.args[node.args[0] is vector]
        if place.op != "at" or place.args[0] is not family:
            return None
        index = place.args[1]
        return height if index in last else times(length, make("dot", (make("at", (others, index)), pole)))

    # that the index of each other member is at most k is seen by the new body being defined
    return same_mean(kernel, context, term, redrawn.by(change), l1, into=False, onto=False)


@rule("TURN", term=TERM, member=NAT, table=[[TERM]], orth=[STEP], l1=[STEP])
def mixed(
    kernel: Kernel, context: Context, term: Term, member: int, table: Sequence[Terms], orth: Steps, l1: Steps
) -> Term:
    """Directions mixed by an orthogonal table C have their law: ``(at u i)`` becomes ``sum_l C_il (at u l)``.

    The entries, and the premises ``sum_l C_il C_jl = 1 or 0`` (i <= j), stand in the opened block: they may have its other
    draws, which are independent of the directions, but no direction.
    """
    law = law_at(term, member, "ortho")
    size = len(table)
    demand(size > 0 and law.args[0] is rat(size), "the table does not fit the number of members")
    demand(all(len(row) == size for row in table), "the table is not square")
    redrawn = Redrawn(context, term, {member: [law]})
    (frame,) = redrawn.parts[member]
    for entry in [entry for row in table for entry in row]:
        demand(frame.data not in entry.variables, "the table depends on the directions")
        seen = defined(kernel, redrawn.inner, entry) and real(kernel, redrawn.inner, entry)
        demand(seen, "an entry of the table is not real")
    found = [step.within(redrawn.inner) for step in orth]
    for i, j in combinations_with_replacement(range(size), 2):
        total = plus(*[times(*pair) for pair in zip(table[i], table[j], strict=True)])
        demand(equal(total, ONE if i == j else ZERO) in found, "the table is not known to be orthogonal")
    members = [make("at", (frame, rat(n + 1))) for n in range(size)]
    images = {
        make("at", (redrawn.values[member], rat(n + 1))): reduce(
            lambda first, second: make("vadd", (first, second)),
            [make("vscale", pair) for pair in zip(row, members, strict=True)],
        )
        for n, row in enumerate(table)
    }
    return same_mean(kernel, context, term, redrawn.by(images.get), l1, into=True, onto=True)
