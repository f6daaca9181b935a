"""How lines of bounds between integrals are proved: under the integral sign, over a larger interval; sums drawn outside."""

from __future__ import annotations

from rftheory.prover.step_words import *
from rftheory.prover.induction_steps import built
from rftheory.prover.integral_steps import integral_at, put
from rftheory.prover.translate import translate
from rftheory.statements.domain import Range


def _convergent(walk: Walk, term: Term) -> Theorem:
    found = prove_convergent(walk.search, walk.context, term)
    walk.search.use(walk.context, found)
    return found


@step("under_the_integral")
def under_the_integral(walk: Walk, call: Call, number: int) -> Theorem:
    """``int f`` and ``int g`` in the order of their integrands."""
    symbol, low, high = walk.chain.steps[number - 1].expr.limits[0]
    old, new = (translate(walk.chain.steps[n].expr, walk.setting) for n in (number - 1, number))
    ends = (None if low == -sp.oo else low, None if high == sp.oo else high)
    chain = built(walk, call, argument(call, 0, "chain"), call.facts.with_ranges(Range(symbol, *ends, "()")))
    context, (x,), body = opened(walk.search, walk.context, old)
    inner = Walk(walk.prover, walk.setting.within(context, {symbol: x}), chain)
    found = inner.whole()
    target = instantiate(new.args[2], (x,))
    rises = chain.relation() in ("<", "<=", "=")
    sides = (body, target) if rises else (target, body)
    order = between(inner, sides[0], found, sides[1])
    if order.judgement.op == "=":
        _convergent(walk, old)
        return _equal(walk, old, order)
    integrals = (old, new) if rises else (new, old)
    l1 = [_convergent(walk, integral) for integral in integrals]
    compared = walk.run.infer(
        "COMPARE", walk.context, lower=integrals[0], upper=integrals[1], by=order, l1=l1, strict=[], at=[]
    )
    return in_lines(walk, number, compared, rises)


def _equal(walk: Walk, old: Term, order: Theorem) -> Theorem:
    found = walk.run.infer("CONG", walk.context, eq=order, term=old, paths=[[2]])
    l1 = walk.run.infer("L1", walk.context, of=found, term=found.judgement.args[1])
    walk.search.use(walk.context, l1)
    return found


@step("widened")
def widened(walk: Walk, call: Call, number: int) -> Theorem:
    """The integral of what is not negative over a larger interval."""
    old, new = (translate(walk.chain.steps[n].expr, walk.setting) for n in (number - 1, number))
    for term in (old, new):
        _convergent(walk, term)
    run, context, here = walk.run, walk.context, new
    eqs, rows = [], []
    for place in (0, 1):
        point, end = old.args[place], here.args[place]
        if point is end:
            continue
        orders = [
            prove_order(run, context, smaller, larger, strict=False)
            for smaller, larger in ((here.args[0], point), (point, here.args[1]))
            if smaller.sort == larger.sort == "scalar"
        ]
        split = run.infer("SPLIT", context, whole=here, last=point, following=point, orders=orders, l1=[])
        for part in split.judgement.args[1].args:
            walk.search.use(context, run.infer("L1", context, of=split, term=part))
        rest, here = split.judgement.args[1].args[:: 1 if place == 0 else -1]
        within, _, body = opened(walk.search, context, rest)
        make_real(run, within, body)
        walk.search.use(within, prove_order(run, within, ZERO, body, strict=False))
        rows.append([run.infer("DEF", context, judgement=make("<=", (ZERO, rest)))])
        eqs.append(split)
    if here is not old:
        raise Unproved("the interval is not a part of the other one")
    make_real(run, context, old)
    found = run.infer("POS", context, lhs=old, rhs=new, rows=[row(*signs) for signs in rows], eqs=eqs)
    return in_lines(walk, number, found, True)


@step("sum_outside")
def sum_outside(walk: Walk, call: Call, number: int) -> Theorem:
    """The integral of a finite sum is the sum of the integrals; so for sums of sums."""
    old = walk.term(integral_at(walk, number, argument(call, 0, "node")))
    return put(walk, number, _outside(walk.search, walk.context, old))


@goal
def _outside(search: Search, context: Context, old: Term) -> Theorem:
    _, _, body = opened(search, context, old)
    if body.op != "sum" or body.args[1] is OO:
        raise Unproved("the integrand is no finite sum")
    # each member, for its index
    summed = make("sum", (*body.args[:2], ZERO))
    make_defined(search, context, summed)
    outer, (k,), _ = opened(search, context, summed)
    member, (x,), _ = opened(search, outer, make("int", (*old.args[:2], ZERO)))
    whole = instantiate(instantiate(old.args[2], (x,)).args[2], (k,))
    integral = make("int", (*old.args[:2], close(whole, (x,))))
    make_defined(search, member, whole)
    l1 = prove_convergent(search, outer, integral)
    search.use(outer, l1)
    found = search.infer("SWAP", context, term=old, first=[], whole=[], other=[l1])
    if whole.op != "sum" or whole.args[1] is OO:
        return found
    inner = _outside(search, outer, integral)
    result = found.judgement.args[1]
    make_defined(search, context, result)
    last = search.infer("CONG", context, eq=inner, term=result, paths=[[2]])
    return search.infer("CHAIN", context, links=[found, last])
