"""Exchange of draws: members of a family, products over it, normal vectors in a frame, images of draws.

The body of a mean must depend on the draws that are exchanged only through what the rule names: each of them is put in as a
stand-in that no context declares, the named expressions are replaced, and a stand-in that remains is refused.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import combinations, combinations_with_replacement

from rftheory.kernel.contexts import Context, close, open_binder
from rftheory.kernel.defined import defined, defined_inside, is_index, is_law
from rftheory.kernel.refused import demand
from rftheory.kernel.rules.laws import law_at, laws_of, require_vectors
from rftheory.kernel.rules.linear import converges, equal, need, plus, ready, times, with_body
from rftheory.kernel.schemas import NAT, STEP, TERM, TEXT
from rftheory.kernel.substitution import instantiate, mapped
from rftheory.kernel.terms import ONE, ZERO, Term, draw_tag, make, power, rat, var
from rftheory.kernel.theorems import Kernel, Steps, Terms, rule
from rftheory.kernel.values import real

GAUSSIAN = make("gauss")
#: the place of the first stand-in: no context is as long
STAND_IN = 10**9


# -- exchange of draws ----------------------------------------------------------------------------------------------


class Redrawn:
    """A mean in which some draws are exchanged for draws of other laws; made in steps by the rules below."""

    def __init__(self, context: Context, term: Term, laws: Mapping[int, Terms]):
        self.context, self.old = context, term
        blocks = [list(laws.get(number, [law])) for number, law in enumerate(laws_of(term))]
        self.shape = make("E", (*[law for part in blocks for law in part], ZERO))
        self.inner, self.draws = open_binder(context, self.shape)
        taken = iter(self.draws)
        #: the new draws in place of each old one
        self.parts = [[next(taken) for _ in part] for part in blocks]
        #: stand-ins of the draws that are exchanged; the others keep their draw
        self.values = [
            var(STAND_IN + number, draw_tag(law)) if number in laws else self.parts[number][0]
            for number, law in enumerate(laws_of(term))
        ]

    def by(self, change: Callable[[Term], Term | None]) -> Term:
        """The mean, with what ``change`` replaces; nothing may be left of the stand-ins."""
        places = {value.data for value in self.values if value.data[0] >= STAND_IN}
        body = instantiate(self.old.args[-1], self.values)
        body = mapped(body, lambda node, _: change(node), lambda node, _: node.variables.isdisjoint(places))
        return self.with_body(body)

    def with_body(self, body: Term) -> Term:
        result = with_body(self.shape, close(body, self.draws))
        demand(all(place < STAND_IN for place, _ in result.variables), "the body depends on the draw in another way")
        return result


def same_mean(kernel: Kernel, context: Context, old: Term, new: Term, l1: Steps, into: bool, onto: bool) -> Term:
    """``old = new`` where one of them converges.

    ``into``: each old draw gives a possible new one, so the old body is defined where the new one is; ``onto``: each new draw
    comes from an old one. Otherwise the other body must be seen to be defined.
    """
    if converges(kernel, context, old, l1):
        demand(ready(kernel, context, new), "the new laws are not known to be laws")
        demand(onto or defined_inside(kernel, context, new), "the new body is not known to be defined")
    else:
        need(kernel, context, new, l1)
        demand(ready(kernel, context, old), "the laws are not known to be laws")
        demand(into or defined_inside(kernel, context, old), "the body is not known to be defined")
    return equal(old, new)


@rule("IID", term=TERM, member=NAT, indices=[TERM], differ=[STEP], l1=[STEP])
def members_of_family(
    kernel: Kernel, context: Context, term: Term, member: int, indices: Terms, differ: Steps, l1: Steps
) -> Term:
    """Finitely many different members of a family are independent draws: ``E F(w_i, w_j) = E F(v_1, v_2)``."""
    size, law = law_at(term, member, "iid").args
    demand(is_law(kernel, context, law_at(term, member, "iid")), "no law")
    chosen_members(kernel, context, size, indices, differ)
    redrawn = Redrawn(context, term, {member: [law] * len(indices)})
    family = redrawn.values[member]
    draws = {make("at", (family, index)): draw for index, draw in zip(indices, redrawn.parts[member], strict=True)}
    return same_mean(kernel, context, term, redrawn.by(draws.get), l1, into=True, onto=True)


def chosen_members(kernel: Kernel, context: Context, size: Term, indices: Terms, differ: Steps) -> None:
    """Some indices of a family, no two of them equal."""
    demand(len(indices) > 0, "no members")
    for index in indices:
        demand(is_index(kernel, context, index, ONE, size), "an index is not known to be one of the family")
    found = [step.within(context) for step in differ]
    for first, second in combinations(indices, 2):
        apart = first.op == second.op == "rat" and first is not second
        pairs = (first, second), (second, first)
        apart = apart or any(make(op, pair) in found for op in ("!=", "<") for pair in pairs)
        demand(apart, "two indices are not known to differ")


@rule("IIDPROD", term=TERM, l1=[STEP])
def product_over_family(kernel: Kernel, context: Context, term: Term, l1: Steps) -> Term:
    """``E prod_i f_i(w_i) = prod_i E f_i(v)`` over all members of a family; ``l1`` for each index."""
    family = law_at(term, 0, "iid")
    size, law = family.args
    demand(len(term.args) == 2 and is_law(kernel, context, family), "the block is not one family")
    product = term.args[-1]
    demand(product.op == "prod" and product.args[:2] == (ONE, size), "no product over the whole family")
    within, (index,) = open_binder(context, make("prod", (ONE, size, ZERO)))
    one = make("E", (law, ZERO))
    _, (draw,) = open_binder(within, one)
    stand_in = var(STAND_IN, draw_tag(family))
    body = instantiate(instantiate(term.args[-1], [stand_in]).args[-1], [index])
    here = make("at", (stand_in, index))
    body = mapped(body, lambda node, _: draw if node is here else None, lambda node, _: node.depth < here.depth)
    demand(stand_in.data not in body.variables, "a factor depends on more than its own member")
    mean = with_body(one, close(body, (draw,)))
    need(kernel, within, mean, l1)
    return equal(term, make("prod", (ONE, size, close(mean, (index,)))))


@rule("GRAMLAW", term=TERM, member=NAT, vectors=[TERM], table=[[TERM]], rank=NAT, gram=[STEP], l1=[STEP])
def gram_law(
    kernel: Kernel,
    context: Context,
    term: Term,
    member: int,
    vectors: Terms,
    table: Sequence[Terms],
    rank: int,
    gram: Steps,
    l1: Steps,
) -> Term:
    """``(w.x_i)_i, norm2 w`` of a normal vector in an orthonormal frame: ``(C g)_i, sum g_l^2 + c``, c ~ chi2(d - r).

    ``table``: C, k by r, real, with ``dot x_i x_j = sum_l C_il C_jl`` (premises, i <= j); ``r <= d`` by the law of c.
    """
    (size,) = law_at(term, member, "normal").args
    demand(len(table) == len(vectors) and all(len(row) == rank for row in table), "the table does not fit the vectors")
    demand(rank > 0 or not vectors, "vectors need a frame")
    require_vectors(kernel, context, vectors, size)
    for entry in [entry for row in table for entry in row]:
        demand(defined(kernel, context, entry) and real(kernel, context, entry), "an entry of the table is not real")
    found = [step.within(context) for step in gram]
    for i, j in combinations_with_replacement(range(len(vectors)), 2):
        total = plus(*[times(*pair) for pair in zip(table[i], table[j], strict=True)])
        products = [make("dot", (vectors[i], vectors[j]))] + ([make("norm2", (vectors[i],))] if i == j else [])
        fits = any(equal(product, total) in found for product in products)
        demand(fits, "a product of two vectors is not known to be the table's")
    rest = make("chi2", (plus(size, rat(-rank)) if rank else size,))
    demand(is_law(kernel, context, rest), "more dimensions of the frame than of the space")
    redrawn = Redrawn(context, term, {member: [*[GAUSSIAN] * rank, rest]})
    vector, (*drawn, remainder) = redrawn.values[member], redrawn.parts[member]
    exchanged: dict[Term, Term] = {}
    for place, row in zip(vectors, table, strict=True):
        image = plus(*[times(entry, g) for entry, g in zip(row, drawn, strict=True)])
        for pair in ((vector, place), (place, vector)):
            exchanged.setdefault(make("dot", pair), image)
    square = plus(*[power(g, 2) for g in drawn], remainder)
    exchanged |= {make("norm2", (vector,)): square, make("dot", (vector, vector)): square}
    return same_mean(kernel, context, term, redrawn.by(exchanged.get), l1, into=True, onto=False)


@rule("IMAGE", term=TERM, member=NAT, way=TEXT, l1=[STEP])
def image(kernel: Kernel, context: Context, term: Term, member: int, way: str, l1: Steps) -> Term:
    """``reflect``: -w has the law of w; ``polar``: w = r u, r ~ chi(d), u on the sphere; ``norm``: chi(d) is the norm of w;
    ``image``: a draw of ``(image B t)`` is t of the draws of B; ``parts``: chi2(m + n) is the sum of independent draws."""
    ways = {
        "reflect": ("normal", "gauss", "sign", "sphere"),
        "polar": ("normal",),
        "norm": ("chi",),
        "image": ("image",),
        "parts": ("chi2",),
    }
    demand(way in ways, "reflect, polar, norm, image or parts")
    law = law_at(term, member, *ways[way])
    images = {"polar": ("chi", "sphere"), "norm": ("normal",)}.get(way, (law.op,))
    new = law.args[:-1] if way == "image" else [make(op, law.args) for op in images]
    if way == "parts":
        demand(law.args[0].op == "+", "the dimension is no sum")
        new = [make("chi2", (part,)) for part in law.args[0].args]
    redrawn = Redrawn(context, term, {member: new})
    drawn = redrawn.parts[member]
    if way == "image":
        value = instantiate(law.args[-1], drawn)
    elif way == "norm":
        value = make("sqrt", (make("norm2", drawn),))
    elif way == "parts":
        value = plus(*drawn)
    elif way == "polar" or drawn[0].sort == "vec":
        value = make("vscale", drawn if way == "polar" else (rat(-1), *drawn))
    else:
        value = make("neg", drawn)
    values = [value if number == member else draw for number, draw in enumerate(redrawn.values)]
    result = redrawn.with_body(instantiate(term.args[-1], values))
    # not every number is the value of an image
    return same_mean(kernel, context, term, result, l1, into=way != "image", onto=True)
