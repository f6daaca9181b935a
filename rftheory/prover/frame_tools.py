"""What the theorems about frames share: contexts of their own, and means, sums and integrals with equal bodies."""

from __future__ import annotations

from rftheory.prover.words import *
from rftheory.prover.ends import changed, derivative

#: -u for two directions u, which has the law of u
MIRROR = [[rat(-1), ZERO], [ZERO, rat(-1)]]


def declared(search: Search, *entries: Callable[[Context], Term] | Term) -> Context:
    """A context with these entries, some of which speak of those before."""
    context = EMPTY
    for entry in entries:
        context = search.run.declare(context, entry if isinstance(entry, Term) else entry(context))
    return context


DIMENSION = declare("int", low=TWO)
INDEX = declare("int", low=ZERO)
REAL = declare("real")
POSITIVE = declare("real", low=ZERO, closed="()")


def vector_of(place: int) -> Callable[[Context], Term]:
    """A vector whose dimension is a variable of the context."""
    return lambda context: declare("vec", context.variable(place))


# -- equal bodies ---------------------------------------------------------------------------------------------------


def same_inside(search: Search, inner: Context, first: Term, second: Term) -> Theorem:
    make_defined(search, inner, first, second)
    return prove_equal(search, inner, first, second)


def pulled(search: Search, context: Context, term: Term, found: Theorem, same: Theorem | None = None) -> Theorem:
    """``B f = v`` from ``B g = v``; ``same`` is ``f = g`` inside, found if it is not given."""
    other = found.judgement.args[0]
    if other is term:
        return found
    converges(search, context, found)
    inner, variables, _ = opened(search, context, make(term.op, (*term.args[:-1], ZERO), term.data))
    last = len(term.args) - 1
    if same is None:
        bodies = [instantiate(one.args[last], variables) for one in (term, other)]
        same = same_inside(search, inner, *bodies)
    back = search.infer("SYM", inner, of=same)
    there = search.infer("CONG", context, eq=back, term=other, paths=[[last]])
    if there.judgement.args[1] is not term:
        raise Unproved(f"another body than that of {shown(term)}")
    links = [search.infer("SYM", context, of=there), found]
    return converges(search, context, search.infer("CHAIN", context, links=links))


def converges(search: Search, context: Context, found: Theorem) -> Theorem:
    """An equality, with the convergence of its left side listed."""
    term = found.judgement.args[0]
    if term.op in ("E", "int") or (term.op == "sum" and term.args[1] is OO):
        search.use(context, search.infer("L1", context, of=found, term=term))
    return found


def instance(search: Search, context: Context, theorem: Theorem, *values: Term) -> Theorem:
    """An equality of a context of its own at values, with the convergence of its left side listed."""
    return converges(search, context, instantiated(search, context, theorem, list(values)))


def chained(search: Search, context: Context, *links: Theorem) -> Theorem:
    """A chain of equalities, with the convergence of what it begins with."""
    kept = [link for link in links if link.judgement.args[0] is not link.judgement.args[1]] or [links[0]]
    found = kept[0] if len(kept) == 1 else search.infer("CHAIN", context, links=kept)
    return converges(search, context, found)


def rewritten(search: Search, context: Context, found: Theorem, value: Term) -> Theorem:
    """``t = value`` from ``t = v``, where v is seen to be that value."""
    here = found.judgement.args[1]
    make_defined(search, context, value)
    return chained(search, context, found, prove_equal(search, context, here, value))


def size_of_nonnegative(search: Search, inner: Context, term: Term) -> Theorem:
    """``t = |t|`` for ``0 <= t``."""
    sign = prove_order(search, inner, ZERO, term, False)
    return search.infer("SYM", inner, of=axiom(search, inner, "abs.same", term, premises=[sign]))


def through(search: Search, context: Context, integral: Term, over: Term, value: Callable[[Term], Theorem]) -> Theorem:
    """``int g = v`` by a change of variables, the map being the body of ``over``; ``value`` finds the new integral's."""
    slope = derivative(search, context, over)
    inner, (u,), f = opened(search, context, over)
    rate = instantiate(slope.judgement.args[3], (u,))
    sign = prove_sign(search, inner, rate)
    weight = rate if sign is not None and sign.judgement.args[0] is ZERO else make("neg", (rate,))
    body = make("*", (instantiate(integral.args[2], (f,)), weight))
    found = value(make("int", (*over.args[:2], close(body, (u,)))))
    return chained(search, context, changed(search, context, integral, over), found)


def through_power(search: Search, context: Context, order: Theorem, n: Term) -> Theorem:
    """``a^n <= b^n`` from ``a <= b``, for 0 <= a and an integer n >= 0 (0 or positive)."""
    sides = [make("rpow", (side, n)) for side in order.judgement.args]
    cases = []
    for fact in (make("<=", (n, ZERO)), make("<", (ZERO, n))):
        inner = search.run.declare(context, fact)
        given = search.infer("HYP", inner, fact=fact)
        if fact.op == "<":
            cases.append(
                search.infer("MONO", inner, order=order, function="rpow", number=0, exponent=[n], premises=[given])
            )
            continue
        low = search.infer("HYP", inner, fact=make("<=", (ZERO, n)))
        nothing = search.infer("ANTISYM", inner, first=given, second=low)
        links = []
        for side in sides:
            first = search.infer("CONG", inner, eq=nothing, term=side, paths=[[1]])
            unit = axiom(search, inner, "rpow.natural", side.args[0], numbers=[0])
            links.append(chained(search, inner, first, unit, prove_equal(search, inner, power(side.args[0], 0), ONE)))
        same = search.infer("CHAIN", inner, links=[links[0], search.infer("SYM", inner, of=links[1])])
        cases.append(search.infer("WEAKEN", inner, of=same, to="<="))
    return search.infer("CASES", context, of=cases)


def split_power(search: Search, context: Context, base: Term, first: Term, second: Term, n: Term) -> Theorem:
    """``base^n = first^n second^n`` for ``base = first second``, 0 <= first."""
    search.use(context, prove_order(search, context, ZERO, first, False))
    same = same_inside(search, context, base, make("*", (first, second)))
    moved = search.infer("CONG", context, eq=same, term=make("rpow", (base, n)), paths=[[0]])
    return search.infer("CHAIN", context, links=[moved, axiom(search, context, "rpow.product", first, second, n)])


def same_product(search: Search, context: Context, left: Term, right: Term, *parts: Theorem) -> Theorem:
    """``left = right`` where each is the product of the sides of equations, as RING sees without further facts."""
    sides = [make("*", [part.judgement.args[side] for part in parts]) for side in (0, 1)]
    make_defined(search, context, left, right, *sides)
    links, here = [search.infer("RING", context, lhs=left, rhs=sides[0], eqs=[])], sides[0]
    for place, part in enumerate(parts):
        if part.judgement.args[0] is not part.judgement.args[1]:
            links.append(search.infer("CONG", context, eq=part, term=here, paths=[[place]]))
            here = links[-1].judgement.args[1]
    links.append(search.infer("RING", context, lhs=here, rhs=right, eqs=[]))
    return search.infer("CHAIN", context, links=links)


def refl(search: Search, context: Context, term: Term) -> Theorem:
    make_defined(search, context, term)
    return search.infer("REFL", context, term=term)


def scaled(search: Search, context: Context, found: Theorem, factor: Term) -> Theorem:
    """``B (c f) = c v`` from ``B f = v``."""
    make_defined(search, context, factor)
    converges(search, context, found)
    linear = search.infer("LIN", context, terms=[found.judgement.args[0]], coefficients=[factor], l1=[found])
    value = search.infer("CONG", context, eq=found, term=linear.judgement.args[1], paths=[[1]])
    return chained(search, context, linear, value)


def turned(
    search: Search,
    context: Context,
    term: Term,
    member: int,
    table: Sequence[Sequence[Term]],
    l1: Sequence[Theorem] = (),
) -> Theorem:
    """A mean over two directions as that over what a table with orthonormal rows makes of them."""
    opened(search, context, term)
    orth = []
    for i, j in ((0, 0), (0, 1), (1, 1)):
        dot = plus(*[make("*", pair) for pair in zip(table[i], table[j], strict=True)])
        orth.append(prove_equal(search, context, dot, ONE if i == j else ZERO))
    return search.infer("TURN", context, term=term, member=member, table=table, orth=orth, l1=list(l1))


def from_cosh(search: Search, context: Context, waves: Theorem, term: Term, mirrored: Term, back: Theorem) -> Theorem:
    """``E exp = v`` from ``E cosh = v``, where a mean of the mirrored directions shows that both exponentials have one mean."""
    back = converges(search, context, search.infer("SYM", context, of=back))
    other = pulled(search, context, mirrored, back)
    linear = search.infer("LIN", context, terms=[term, mirrored], coefficients=[HALF, HALF], l1=[])
    both = search.infer("RING", context, lhs=linear.judgement.args[1], rhs=term, eqs=[other])
    whole = pulled(search, context, waves.judgement.args[0], chained(search, context, linear, both))
    return chained(search, context, search.infer("SYM", context, of=whole), waves)


def nested(search: Search, context: Context, outside: Term, found: Theorem) -> Theorem:
    """The joint mean as a mean of means; what is averaged is not negative, and the mean of means converges."""
    inner, _, one = opened(search, context, outside)
    within, _, body = opened(search, inner, one)
    size = size_of_nonnegative(search, within, body)
    l1 = search.infer("L1", context, of=found, term=outside)
    path = [0, len(outside.args) - 1, len(one.args) - 1]
    whole = search.infer("TRANSPORT", context, of=l1, eqs=[size], paths=[path])
    nest = search.infer("NEST", context, term=outside, first=[], whole=[whole])
    return search.infer("SYM", context, of=nest)
