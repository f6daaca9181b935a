"""Points of contexts with families (indexed numbers or vectors) and with sequences that are not constant."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise

from rftheory.kernel.contexts import EMPTY, Context
from rftheory.kernel.refused import demand
from rftheory.kernel.rules.instances import require_meant
from rftheory.kernel.schemas import NAT, STEP
from rftheory.kernel.terms import Term, bound_tags, declare, make, var
from rftheory.kernel.theorems import Kernel, Theorem, rule

_MEMBER = {"reals": "real", "ints": "int", "vecs": "vec"}


@rule("FAMILIES", "point", of=STEP, sequences=[{"place": NAT, "real": STEP}])
def families(kernel: Kernel, context: Context, of: Theorem, sequences: list[Mapping[str, int | Theorem]]) -> Term:
    """A point whose families are constant and whose sequences are given: ``of`` says that there is one of the context that
    has a number or vector for each family, and the members themselves of each sequence: ``all k >= k0: real member``."""
    members: dict[int, Theorem] = {}
    for one in sequences:
        place, real = one["place"], one["real"]
        assert isinstance(place, int) and isinstance(real, Theorem)
        members[place] = real
    demand(of.judgement.op == "inhabited", "no theorem about the points of a context")
    demand(of.context is of_members(kernel, context, members), "a theorem about another context")
    return make("inhabited")


def of_members(kernel: Kernel, context: Context, sequences: Mapping[int, Theorem]) -> Context:
    """A context with one number or vector for all members of a family, and with the members of sequences written out.

    Sides of relations are defined in the entries before them, so each index has its member; a fact of another kind must be
    seen not to ask for a place outside (`require_meant`). The place of a sequence is taken by a number of no meaning.
    """
    single, written = EMPTY, dict[int, Term]()
    for before, after in pairwise(context.prefixes):
        entry, place = after.entry, before.size
        assert entry is not None
        if entry.sort == "prop":
            require_meant(kernel, before, entry, written)
        entry = _written(entry, written, {})
        if entry.op == "decl" and entry.data[0] in _MEMBER:
            demand(entry.data[1:] == ("none", "none"), "a family with ends")
            written[place] = var(place, _MEMBER[entry.data[0]])
            entry = declare(_MEMBER[entry.data[0]], *entry.args[1:])
        elif place in sequences and entry.sort == "decl":
            written[place] = _member(sequences[place], entry)
            entry = declare("real")
        single = single.with_entry(entry)
    demand(len(written) > 0 and set(sequences) <= set(written), "no such family or sequence")
    return single


def _member(real: Theorem, declaration: Term) -> Term:
    """The member of a sequence with the index as its only variable, from ``all k >= k0: real member``."""
    judgement = real.within(EMPTY)
    demand(judgement.op == "all" and judgement.args[1].op == "real", "no real members")
    demand(declaration.data == ("seq", "none", "none"), "no sequence without ends")
    demand(judgement.args[0] is declare("int", low=declaration.args[0]), "members from another index on")
    member = judgement.args[1].args[0]
    demand(not _binds(member), "a binder inside of a member")
    return member


def _binds(term: Term) -> bool:
    return bool(bound_tags(term.op, term.args, term.data)) or any(_binds(arg) for arg in term.args)


def _written(term: Term, members: Mapping[int, Term], memo: dict[Term, Term]) -> Term:
    """The term with the members written out; as a member binds nothing, its index may be bound outside."""
    if not any(place in members for place, _ in term.variables):
        return term
    if term not in memo:
        if term.op == "at" and term.args[0].op == "var" and term.args[0].data[0] in members:
            member = members[term.args[0].data[0]]
            memo[term] = _at(member, _written(term.args[1], members, memo))
        else:
            demand(term.op != "var", "a family as a whole")
            memo[term] = make(term.op, [_written(arg, members, memo) for arg in term.args], term.data)
    return memo[term]


def _at(member: Term, index: Term) -> Term:
    if member.op == "bound":
        return index
    return make(member.op, [_at(arg, index) for arg in member.args], member.data) if member.loose else member
