"""Members of families as draws of their own: IID for independent ones, SUBFRAME for those of an orthogonal frame."""

from __future__ import annotations

from rftheory.prover.words import *
from rftheory.kernel.defined import at_most
from rftheory.kernel.substitution import replace
from rftheory.kernel.terms import draw_tag

if TYPE_CHECKING:
    from rftheory.prover.expectations import Integrator

#: laws whose draws are families, and the rule that exchanges some of their members
RULES = {"iid": "IID", "frame": "SUBFRAME", "ortho": "SUBFRAME"}
#: the place of a variable that stands for a family while its members are exchanged
_STAND_IN = 10**8


def laws_of_members(law: Term, count: int) -> list[Term]:
    """The laws of so many different members of a family: independent draws, or a smaller frame."""
    if law.op == "iid":
        return [law.args[1]] * count
    if count == 1:
        return [make("sphere" if law.op == "ortho" else "normal", law.args[1:])]
    return [make(law.op, (rat(count), law.args[1]))]


def _members(law: Term, draws: Sequence[Term], count: int) -> list[Term]:
    """The members themselves, of draws of `laws_of_members`."""
    if law.op == "iid" or count == 1:
        return list(draws)
    return [make("at", (draws[0], rat(number))) for number in range(1, count + 1)]


def redrawn(context: Context, term: Term, member: int, indices: Sequence[Term]) -> Term:
    """The mean with members of one family as draws of their own."""
    laws = list(term.args[:-1])
    family, fewer = laws[member], laws_of_members(laws[member], len(indices))
    shape = make("E", (*laws[:member], *fewer, *laws[member + 1 :], ZERO))
    _, draws = open_binder(context, shape)
    stand_in = var(_STAND_IN, draw_tag(family))
    end = member + len(fewer)
    body = instantiate(term.args[-1], [*draws[:member], stand_in, *draws[end:]])
    for index, place in zip(indices, _members(family, draws[member:end], len(indices)), strict=True):
        body = replace(body, make("at", (stand_in, index)), place)
    if stand_in.data in body.variables:
        raise Unproved("a family is used by more than some of its members")
    return make("E", (*shape.args[:-1], close(body, draws)))


def stages(context: Context, term: Term, indices: Sequence[Sequence[Term]]) -> list[tuple[int, Term]]:
    """The means that come up when the families are exchanged, the last one first; each with the family that is next."""
    found, here = list[tuple[int, Term]](), term
    for member in reversed([n for n, law in enumerate(term.args[:-1]) if law.op in RULES]):
        found.append((member, here))
        here = redrawn(context, here, member, indices[member])
    return [*found, (-1, here)]


def by_members(
    integrator: Integrator,
    context: Context,
    term: Term,
    indices: Sequence[Sequence[Term]],
    differ: Sequence[Theorem],
    last: Theorem | None = None,
) -> Theorem:
    """``E F(w_i, w_j) = closed``, the families (with these indices each) exchanged one after the other."""
    passed = stages(context, term, indices)
    alone = passed.pop()[1]
    found = integrator.mean(context, alone) if last is None else last
    if found.judgement.args[0] is not alone:
        raise Unproved("another mean over members than the one that is known")
    for member, here in reversed(passed):
        link = integrator.infer(
            RULES[here.args[member].op], context, term=here, member=member, indices=list(indices[member]),
            differ=list(differ), l1=[found],
        )  # fmt: skip
        found = integrator.kept(context, integrator.chain(context, [link, found]))
    return found


def make_pairs(integrator: Integrator, context: Context, families: Sequence[Term], chain: Sequence[Term]) -> None:
    """List that two members of a frame are a frame: ``2 <= d``, by facts ``1 <= j``, ``j < i`` and ``i <= m`` and ``m <= d``."""
    search = integrator.search
    for law in families:
        if law.op == "iid" or at_most(search.kernel, context, TWO, law.args[1]):
            continue
        signs = [integrator.infer("HYP", context, fact=fact) for fact in chain]
        signs.append(prove_order(search, context, law.args[0], law.args[1], False))
        rows = [row(sign) for sign in signs]
        search.use(context, integrator.infer("POS", context, lhs=TWO, rhs=law.args[1], rows=rows, eqs=[]))


def of_single_members(integrator: Integrator, context: Context, term: Term) -> Theorem:
    """Members with literal indices."""
    _, opened, (body,) = bodies(context, term)
    indices = [[rat(place) for place in sorted({i.data for i in _places(body, draw)})] for draw in opened]
    return by_members(integrator, context, term, indices, [])


def _places(term: Term, family: Term) -> set[Term]:
    found = {part.args[1] for part in parts_of([term]) if part.op == "at" and part.args[0] is family}
    if any(index.op != "rat" for index in found):
        raise Unproved("a member of a family with an index that is no number")
    return found
