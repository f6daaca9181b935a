"""Laws: independence, indexed families, images of normal vectors, finite laws, densities, and the table T13.

The draws of a block are independent; its laws are terms of the context, so no law depends on a draw of its own block. Where
a rule exchanges draws, the body must depend on them only through what the rule names: each draw is put in as a stand-in that
no context declares, the named expressions are replaced, and a stand-in that remains is refused.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations, combinations_with_replacement
from math import prod

from rftheory.kernel.contexts import Context, bodies, close, open_binder
from rftheory.kernel.defined import defined, dimension, is_index, is_law, real
from rftheory.kernel.refused import Refused, demand
from rftheory.kernel.rules.linear import converges, defined_inside, equal, need, plus, ready, times, with_body
from rftheory.kernel.rules.slopes import less
from rftheory.kernel.schemas import NAT, STEP, TERM, TEXT
from rftheory.kernel.substitution import instantiate, mapped
from rftheory.kernel.terms import ONE, OO, TWO, ZERO, Term, draw_tag, make, power, rat, var
from rftheory.kernel.theorems import Cited, Kernel, Steps, Terms, rule

Numbers = Sequence[int]
HALF = rat(Fraction(1, 2))
GAUSSIAN = make("gauss")
#: the place of the first stand-in: no context is as long
STAND_IN = 10**9
#: factors of a product whose mean is the sum over pairings, and powers in the table of moments
MAX_FACTORS, MAX_MOMENT = 8, 40


def _laws(term: Term) -> list[Term]:
    demand(term.op == "E", "no mean")
    return list(term.args[:-1])


def _law(term: Term, member: int, *operators: str) -> Term:
    """One law of a block, if it is of this kind."""
    laws = _laws(term)
    demand(0 <= member < len(laws) and laws[member].op in operators, f"no law {operators} at this place")
    return laws[member]


def _require_vectors(kernel: Kernel, context: Context, vectors: Terms, size: Term) -> None:
    """Vectors of the context, of one dimension."""
    for one in vectors:
        demand(defined(kernel, context, one) and dimension(kernel, context, one) is size, "no vector of this space")


# -- blocks ---------------------------------------------------------------------------------------------------------


@rule("INDEP", first=TERM, second=TERM, l1=[STEP])
def independent(kernel: Kernel, context: Context, first: Term, second: Term, l1: Steps) -> Term:
    """``E_(B B') f g = E_B f E_B' g``: f has only the draws of B, g only those of B'."""
    laws = _laws(first), _laws(second)
    for term in (first, second):
        need(kernel, context, term, l1)
    joint = make("E", (*laws[0], *laws[1], ZERO))
    _, draws = open_binder(context, joint)
    size = len(laws[0])
    product = times(instantiate(first.args[-1], draws[:size]), instantiate(second.args[-1], draws[size:]))
    return equal(with_body(joint, close(product, draws)), times(first, second))


@rule("BLOCK", term=TERM, keep=[NAT], l1=[STEP])
def block(kernel: Kernel, context: Context, term: Term, keep: Numbers, l1: Steps) -> Term:
    """The same mean over some of the draws, in another order: the others do not occur."""
    laws = _laws(term)
    demand(0 < len(set(keep)) == len(keep) and {*keep} <= {*range(len(laws))}, "these are no members of the block")
    _, draws, (body,) = bodies(context, term)
    kept = [draws[number] for number in keep]
    used = {draw.data for number, draw in enumerate(draws) if number not in keep}
    demand(body.variables.isdisjoint(used), "a draw that is left out occurs")
    result = make("E", (*[laws[number] for number in keep], close(body, tuple(kept))))
    if not converges(kernel, context, term, l1):
        need(kernel, context, result, l1)
        demand(ready(kernel, context, term), "a law that is left out is not known to be one")
    return equal(term, result)


@rule("NEST", term=TERM, first=[STEP], whole=[STEP])
def nested(kernel: Kernel, context: Context, term: Term, first: Steps, whole: Steps) -> Term:
    """``E_B E_B' f = E_(B B') f``: the laws of B' are free of B.

    ``first``: the inner mean converges for all draws of B; ``whole``: so does ``E_B E_B' |f|`` or ``E_(B B') f``.
    """
    laws = _laws(term)
    inner, draws, (second,) = bodies(context, term)
    for law in _laws(second):
        demand(law.variables.isdisjoint(draw.data for draw in draws), "an inner law depends on an outer draw")
    need(kernel, inner, second, first)
    _, further, (body,) = bodies(inner, second)
    joint = make("E", (*laws, *_laws(second), close(body, (*draws, *further))))
    if not converges(kernel, context, joint, whole):
        magnitude = with_body(second, make("abs", (second.args[-1],)))
        need(kernel, context, with_body(term, close(magnitude, draws)), whole)
    return equal(term, joint)


# -- exchange of draws ----------------------------------------------------------------------------------------------


class Redrawn:
    """A mean in which some draws are exchanged for draws of other laws; made in steps by the rules below."""

    def __init__(self, context: Context, term: Term, laws: Mapping[int, Terms]):
        self.context, self.old = context, term
        blocks = [list(laws.get(number, [law])) for number, law in enumerate(_laws(term))]
        self.shape = make("E", (*[law for part in blocks for law in part], ZERO))
        self.inner, self.draws = open_binder(context, self.shape)
        taken = iter(self.draws)
        #: the new draws in place of each old one
        self.parts = [[next(taken) for _ in part] for part in blocks]
        #: stand-ins of the draws that are exchanged; the others keep their draw
        self.values = [
            var(STAND_IN + number, draw_tag(law)) if number in laws else self.parts[number][0]
            for number, law in enumerate(_laws(term))
        ]

    def by(self, change: Callable[[Term], Term | None]) -> Term:
        """The mean, with what ``change`` replaces; nothing may be left of the stand-ins."""
        places = {value.data for value in self.values if value.data[0] >= STAND_IN}
        body = instantiate(self.old.args[-1], self.values)
        body = mapped(body, lambda node, _: change(node), lambda node, _: node.variables.isdisjoint(places))
        return self.with_body(body)

    def with_body(self, body: Term) -> Term:
        result = with_body(self.shape, close(body, self.draws))
        if any(place >= STAND_IN for place, _ in result.variables):
            raise Refused("the body depends on the draw in another way")
        return result


def _same_mean(kernel: Kernel, context: Context, old: Term, new: Term, l1: Steps, into: bool, onto: bool) -> Term:
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
    size, law = _law(term, member, "iid").args
    demand(is_law(kernel, context, _law(term, member, "iid")), "no law")
    chosen_members(kernel, context, size, indices, differ)
    redrawn = Redrawn(context, term, {member: [law] * len(indices)})
    family = redrawn.values[member]
    draws = {make("at", (family, index)): draw for index, draw in zip(indices, redrawn.parts[member], strict=True)}
    return _same_mean(kernel, context, term, redrawn.by(draws.get), l1, into=True, onto=True)


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
    family = _law(term, 0, "iid")
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
    (size,) = _law(term, member, "normal").args
    demand(len(table) == len(vectors) and all(len(row) == rank for row in table), "the table does not fit the vectors")
    demand(rank > 0 or not vectors, "vectors need a frame")
    _require_vectors(kernel, context, vectors, size)
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
    return _same_mean(kernel, context, term, redrawn.by(exchanged.get), l1, into=True, onto=False)


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
    law = _law(term, member, *ways[way])
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
    return _same_mean(kernel, context, term, result, l1, into=way != "image", onto=True)


# -- sums and integrals over a law ----------------------------------------------------------------------------------


@rule("FINITE", term=TERM, l1=[STEP])
def mean_of_points(kernel: Kernel, context: Context, term: Term, l1: Steps) -> Term:
    """The mean over signs, a finite law or a mass function as a sum."""
    law = _law(term, 0, "sign", "finite", "mass")
    body = term.args[-1]
    demand(len(term.args) == 2 and is_law(kernel, context, law), "the block is not one law")
    if law.op == "mass":
        low, high, mass = law.args
        _, (k,) = open_binder(context, make("sum", law.args))
        result = make("sum", (low, high, close(times(instantiate(mass, [k]), instantiate(body, [k])), (k,))))
        if not (converges(kernel, context, term, l1) or high is not OO and defined_inside(kernel, context, term)):
            need(kernel, context, result, l1)
        return equal(term, result)
    signs = (rat(-1), HALF, ONE, HALF)
    places = law.args or signs
    values = [instantiate(body, [place]) for place in places[::2]]
    demand(all(defined(kernel, context, value) for value in values), "the body has no value at a point of the law")
    return equal(term, plus(*[times(mass, value) for mass, value in zip(places[1::2], values, strict=True)]))


@rule("DENSITY", term=TERM, l1=[STEP])
def by_density(kernel: Kernel, context: Context, term: Term, l1: Steps) -> Cited:
    """The mean over gauss, chi, chi2 (d >= 1) or uniform as an integral of the body times the density."""
    law = _law(term, 0, "gauss", "chi", "chi2", "uniform")
    demand(len(term.args) == 2 and is_law(kernel, context, law), "the block is not one law")
    _, (x,) = open_binder(context, term)
    low, high = law.args if law.op == "uniform" else (make("-oo") if law.op == "gauss" else ZERO, OO)
    if law.op in ("chi", "chi2"):
        demand(is_index(kernel, context, law.args[0], ONE, None), "a point has no density")
    value = times(instantiate(term.args[-1], [x]), _density(law, x))
    result = make("int", (low, high, close(value, (x,))))
    if not converges(kernel, context, term, l1):
        need(kernel, context, result, l1)
        demand(law.op != "chi2" or defined_inside(kernel, context, term), "the body is not known to be defined at 0")
    return equal(term, result), (f"law.{law.op}",)


def _density(law: Term, x: Term) -> Term:
    square = make("exp", (times(rat(Fraction(-1, 2)), power(x, 2)),))
    if law.op == "gauss":
        return times(square, make("inv", (make("sqrt", (times(TWO, make("pi")),)),)))
    if law.op == "uniform":
        return make("inv", (plus(law.args[1], make("neg", (law.args[0],))),))
    half = times(HALF, law.args[0])
    gamma = make("gamma", (half,))
    if law.op == "chi":
        scale = times(make("rpow", (TWO, plus(half, rat(-1)))), gamma)
        return times(make("rpow", (x, plus(law.args[0], rat(-1)))), square, make("inv", (scale,)))
    scale = times(make("rpow", (TWO, half)), gamma)
    decay = make("exp", (times(rat(Fraction(-1, 2)), x),))
    return times(make("rpow", (x, plus(half, rat(-1)))), decay, make("inv", (scale,)))


# -- the table of normal laws (T13) and of moments ------------------------------------------------------------------


@rule("GAUSS", law=TERM, rate=[TERM], tilt=[TERM], turn=[TERM], bounds=[STEP])
def exponential(
    kernel: Kernel, context: Context, law: Term, rate: Terms, tilt: Terms, turn: Terms, bounds: Steps
) -> Cited:
    """``E exp(a norm2 w + dot w x + imag dot w y) = (1 - 2a)^(-d/2) exp((x + iy).(x + iy)/(2(1 - 2a)))``, re a < 1/2.

    a: ``rate``, x: ``tilt``, y: ``turn``, each given or not. gauss: a, complex z: ``exp(a g^2 + z g)``; chi2: ``exp(a c)``.
    """
    demand(law.op in ("normal", "gauss", "chi2") and is_law(kernel, context, law), "no normal law")
    demand(max(len(part) for part in (rate, tilt, turn)) == 1, "at least one part, at most one of each kind")
    demand(law.op == "normal" or not turn, "a turn is for normal vectors")
    demand(law.op != "chi2" or not tilt, "no tilt of a chi-square law")
    shape = make("E", (law, ZERO))
    _, (w,) = open_binder(context, shape)
    square = make("norm2", (w,)) if law.op == "normal" else power(w, 2) if law.op == "gauss" else w
    size = ONE if law.op == "gauss" else law.args[0]
    parts, factors = [], []
    scale = HALF
    for a in rate:
        below = any(less(kernel, context, part, HALF, bounds) for part in (a, make("re", (a,))))
        demand(below, "the real part of the rate is not known to be below 1/2")
        base = plus(ONE, times(rat(-2), a))
        parts.append(times(a, square))
        factors.append(make("rpow", (base, times(rat(Fraction(-1, 2)), size))))
        scale = make("inv", (times(TWO, base),))
    if law.op == "gauss":
        demand(all(defined(kernel, context, z) for z in tilt), "the tilt is not known to be defined")
        parts += [times(z, w) for z in tilt]
        squares = [power(z, 2) for z in tilt]
    else:
        _require_vectors(kernel, context, (*tilt, *turn), size)
        parts += [make("dot", (w, x)) for x in tilt] + [times(make("imag"), make("dot", (w, y))) for y in turn]
        squares = [make("norm2", (x,)) for x in tilt] + [make("neg", (make("norm2", (y,)),)) for y in turn]
        squares += [times(TWO, make("imag"), make("dot", (x, y))) for x in tilt for y in turn]
    if squares:
        factors.append(make("exp", (times(plus(*squares), scale),)))
    mean = with_body(shape, close(make("exp", (plus(*parts),)), (w,)))
    return equal(mean, times(*factors)), (f"law.exponential.{law.op}",)


@rule("MOMENT", law=TERM, order=NAT, vectors=[TERM])
def moment(kernel: Kernel, context: Context, law: Term, order: int, vectors: Terms) -> Cited:
    """Moments: of products ``dot w x_1 ... dot w x_n`` (sum over pairings), of powers of gauss, chi2 and uniform draws."""
    demand(is_law(kernel, context, law), "no law")
    demand(law.op == "normal" or not vectors, "vectors are for normal vectors")
    shape = make("E", (law, ZERO))
    _, (w,) = open_binder(context, shape)
    if law.op == "normal":
        demand(0 < len(vectors) == order <= MAX_FACTORS, "one factor a vector, at most eight")
        _require_vectors(kernel, context, vectors, law.args[0])
        body = times(*[make("dot", (w, x)) for x in vectors])
        sums = [times(*[make("dot", pair) for pair in pairs]) for pairs in _pairings(list(vectors))]
        value = plus(*sums) if sums else ZERO
    else:
        demand(0 < order <= MAX_MOMENT, "the order is out of the table")
        body, value = power(w, order), _moment_of_number(law, order)
    return equal(with_body(shape, close(body, (w,))), value), (f"law.moment.{law.op}",)


def _pairings(vectors: list[Term]) -> Iterator[list[tuple[Term, Term]]]:
    """All ways to put an even number of vectors into pairs."""
    if not vectors:
        yield []
        return
    first, rest = vectors[0], vectors[1:]
    for number, partner in enumerate(rest):
        for others in _pairings(rest[:number] + rest[number + 1 :]):
            yield [(first, partner), *others]


def _moment_of_number(law: Term, order: int) -> Term:
    if law.op == "gauss":
        return rat(prod(range(1, order, 2))) if order % 2 == 0 else ZERO
    if law.op == "chi2":
        return times(*[plus(law.args[0], rat(2 * number)) if number else law.args[0] for number in range(order)])
    demand(law.op == "uniform", "the moments of this law are not in the table")
    low, high = law.args
    powers = [times(power(low, number), power(high, order - number)) for number in range(order + 1)]
    return times(rat(Fraction(1, order + 1)), plus(*powers))
