"""How lines about sums over pairs ``i < j`` and about power series with positive coefficients are proved."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import sympy as sp

from rftheory.evidence import pairs
from rftheory.evidence.recording import Call
from rftheory.kernel.contexts import Context, bodies
from rftheory.kernel.substitution import instantiate
from rftheory.kernel.terms import ONE, Term
from rftheory.kernel.theorems import Theorem
from rftheory.prover import pair_sums
from rftheory.prover.chains import Walk, step
from rftheory.prover.definite import make_defined
from rftheory.prover.equal import prove_equal
from rftheory.prover.failure import Unproved
from rftheory.prover.graphs import argument, between, by_rows, weakened
from rftheory.prover.power_bounds import above_tangent
from rftheory.prover.signs import prove_order

# -- power series ---------------------------------------------------------------------------------------------------


@step("above_tangent_at")
def by_tangent_of_series(walk: Walk, call: Call, number: int) -> Theorem:
    """The series lies above its tangent, perhaps with its term of degree 2 besides."""
    line, target = walk.line(number - 1), walk.line(number)
    point = walk.term(sp.sympify(argument(call, 0, "point")))
    bend = bool(argument(call, 1, "curvature", False))
    found = above_tangent(walk.run, walk.context, line, point, bend)
    return weakened(walk, by_rows(walk, target, line, [[found]]), walk.chain.steps[number].relation)


# -- sums over pairs ------------------------------------------------------------------------------------------------


@step("over_pairs")
def pair_by_pair(walk: Walk, call: Call, number: int) -> Theorem:
    """A chain for one pair gives the order of the double sums."""
    line, target = walk.line(number - 1), walk.line(number)
    outer, i = opened(walk.run, walk.context, line)
    (second,) = bodies(walk.context, line)[2]
    inner, j = opened(walk.run, outer, second)
    chain = argument(call, 1, "chain")(_indexed(walk, sp.sympify(argument(call, 0, "size"))))
    pair = Walk(walk.prover, walk.setting.within(inner, {pairs.first: i, pairs.second: j}), chain)
    order = pair.whole()
    relation = walk.chain.steps[number].relation
    sides = (line, target) if relation[0] != ">" else (target, line)
    parts = [bodies(outer, bodies(walk.context, side)[2][0])[2][0] for side in sides]
    if order.judgement.op == "=" and relation[0] == ">":
        order = walk.run.infer("SYM", inner, of=order)
    order = between(pair, parts[0], order, parts[1])
    return weakened(walk, _summed(walk, outer, sides, order, relation), relation)


def opened(run: Any, context: Context, term: Term) -> tuple[Context, Term]:
    """The context inside a sum, known to be well-formed, and its index."""
    inner, (index,), _ = bodies(context, term)
    run.declare(context, inner.declarations[-1])
    return inner, index


def _indexed(walk: Walk, size: sp.Expr) -> Any:
    from rftheory.statements.domain import Range

    domain = walk.chain.domain.with_ranges(
        Range(pairs.first, 1, None, integer=True), Range(pairs.second, 2, None, integer=True)
    )
    return domain.where(sp.Le(pairs.first, pairs.second - 1), sp.Le(pairs.second, size))


def _summed(walk: Walk, outer: Context, sides: tuple[Term, Term], order: Theorem, relation: str) -> Theorem:
    """From the order of one pair to that of the sums: first over j, then over i; strict at the pair 1, 2."""
    run = walk.run
    within = [bodies(walk.context, side)[2][0] for side in sides]
    if order.judgement.op == "=":
        level = run.infer("CONG", outer, eq=order, term=within[0], paths=[[2]])
        found: Theorem = run.infer("CONG", walk.context, eq=level, term=sides[0], paths=[[2]])
        return found
    weak = order if order.judgement.op == "<=" else run.infer("WEAKEN", order.context, of=order, to="<=")
    lower, upper = within
    level = run.infer("COMPARE", outer, lower=lower, upper=upper, by=weak, l1=[], strict=[], at=[])
    at: list[Term] = []
    strict: list[Theorem] = []
    if len(relation) == 1:
        at, strict = [ONE], [_strict(walk, outer, sides, within, order)]
    return run.infer("COMPARE", walk.context, lower=sides[0], upper=sides[1], by=level, l1=[], strict=strict, at=at)


def _strict(walk: Walk, outer: Context, sides: tuple[Term, Term], within: list[Term], order: Theorem) -> Theorem:
    """The inner sums at i = 1 are strictly ordered, as the members at j = 2 are."""
    from rftheory.prover.instances import instantiated

    run = walk.run
    lower, upper = (instantiate(side.args[2], (ONE,)) for side in sides)
    following = lower.args[0]
    make_defined(run, walk.context, following, lower.args[1])
    with suppress(Unproved):
        walk.search.use(walk.context, prove_order(run, walk.context, following, lower.args[1], False))
    inner, _ = opened(run, walk.context, lower)
    places = [walk.context.variable(place) for place in range(walk.context.size)]
    by = instantiated(run, inner, order, [*places, ONE, inner.variable(inner.size - 1)])
    there = instantiated(run, walk.context, order, [*places, ONE, following])
    weak = run.infer("WEAKEN", inner, of=by, to="<=")
    return run.infer("COMPARE", walk.context, lower=lower, upper=upper, by=weak, l1=[], strict=[there], at=[following])


@step("by_symmetry")
def by_symmetry(walk: Walk, call: Call, number: int) -> Theorem:
    """The sum over pairs of a symmetric body by the sum over the square and its diagonal."""
    line, target = walk.line(number - 1), walk.line(number)
    size = sp.sympify(argument(call, 0, "size"))
    body = pairs._body(walk.chain.steps[number - 1].expr)
    square = walk.term(sp.Sum(sp.Sum(body, (pairs.second, 1, size)), (pairs.first, 1, size)))
    whole, below, above, diagonal, triangle = pair_sums.by_symmetry(walk.run, walk.context, square)
    triangular = triangle.judgement.args[1]
    written = walk.term(sp.Sum(sp.sympify(argument(call, 1, "diagonal")), (pairs.first, 1, size)))
    same = [
        equal_sums(walk.run, walk.context, *pair)
        for pair in ((line, triangular), (diagonal.judgement.args[1], written))
    ]
    eqs = [*same, walk.run.infer("SYM", walk.context, of=triangle), whole, below, above, diagonal]
    return walk.search.infer("RING", walk.context, lhs=line, rhs=target, eqs=eqs)


def equal_sums(run: Any, context: Context, first: Term, second: Term) -> Theorem:
    """Two sums with equal ends and equal members, perhaps sums again; other terms by what is known of them."""
    if first is second or first.op != "sum" or second.op != "sum":
        make_defined(run, context, first, second)
        return prove_equal(run, context, first, second)
    links = []
    here = first
    for place in (0, 1):
        if here.args[place] is not second.args[place]:
            same = prove_equal(run, context, here.args[place], second.args[place])
            make_defined(run, context, here)
            links.append(run.infer("CONG", context, eq=same, term=here, paths=[[place]]))
            here = links[-1].judgement.args[1]
    if here is not second:
        inner, _ = opened(run, context, here)
        bodies_ = (bodies(context, term)[2][0] for term in (here, second))
        make_defined(run, context, here)
        level = equal_sums(run, inner, *bodies_)
        links.append(run.infer("CONG", context, eq=level, term=here, paths=[[2]]))
    found: Theorem = run.infer("CHAIN", context, links=links)
    return found
