"""How lines about sums over pairs ``i < j``, power series with positive coefficients, and products of 0F1 are proved."""

from __future__ import annotations

from rftheory.prover.step_words import *
from rftheory.evidence import pairs
from rftheory.prover import pair_sums
from rftheory.prover.parabola_bounds import above_parabola, below_taylor
from rftheory.prover.power_bounds import above_tangent
from rftheory.prover.product_bounds import above_sum

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
    outer, i = _indexed_by(walk.run, walk.context, line)
    (second,) = bodies(walk.context, line)[2]
    inner, j = _indexed_by(walk.run, outer, second)
    chain = argument(call, 1, "chain")(_indexed(walk, sp.sympify(argument(call, 0, "size"))))
    pair = Walk(walk.prover, walk.setting.within(inner, {pairs.first: i, pairs.second: j}), chain)
    order = pair.whole()
    relation = walk.chain.steps[number].relation
    sides = (line, target) if relation[0] != ">" else (target, line)
    parts = [bodies(outer, bodies(walk.context, side)[2][0])[2][0] for side in sides]
    if order.judgement.op == "=" and relation[0] == ">":
        order = walk.run.infer("SYM", inner, of=order)
    order = between(pair, parts[0], order, parts[1])
    return weakened(walk, _summed(walk, outer, sides, order), relation)


def _indexed_by(run: Any, context: Context, term: Term) -> tuple[Context, Term]:
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


def _summed(walk: Walk, outer: Context, sides: tuple[Term, Term], order: Theorem) -> Theorem:
    """From the order of one pair to that of the sums: first over j, then over i."""
    run = walk.run
    within = [bodies(walk.context, side)[2][0] for side in sides]
    if order.judgement.op == "=":
        level = run.infer("CONG", outer, eq=order, term=within[0], paths=[[2]])
        found: Theorem = run.infer("CONG", walk.context, eq=level, term=sides[0], paths=[[2]])
        return found
    weak = order if order.judgement.op == "<=" else run.infer("WEAKEN", order.context, of=order, to="<=")
    lower, upper = within
    level = run.infer("COMPARE", outer, lower=lower, upper=upper, by=weak, l1=[], strict=[], at=[])
    return run.infer("COMPARE", walk.context, lower=sides[0], upper=sides[1], by=level, l1=[], strict=[], at=[])


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
        _equal_sums(walk.run, walk.context, *pair)
        for pair in ((line, triangular), (diagonal.judgement.args[1], written))
    ]
    eqs = [*same, walk.run.infer("SYM", walk.context, of=triangle), whole, below, above, diagonal]
    return walk.search.infer("RING", walk.context, lhs=line, rhs=target, eqs=eqs)


def _equal_sums(run: Any, context: Context, first: Term, second: Term) -> Theorem:
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
        inner, _ = _indexed_by(run, context, here)
        bodies_ = (bodies(context, term)[2][0] for term in (here, second))
        make_defined(run, context, here)
        level = _equal_sums(run, inner, *bodies_)
        links.append(run.infer("CONG", context, eq=level, term=here, paths=[[2]]))
    found: Theorem = run.infer("CHAIN", context, links=links)
    return found


# -- products of functions 0F1 ---------------------------------------------------------------------------------------


@step("below_product")
def below_product(walk: Walk, call: Call, number: int) -> Theorem:
    """``f(x + y)`` is at most ``f(x) f(y)``, and less if x and y are positive."""
    line, target = walk.line(number - 1), walk.line(number)
    if line.op != "pfq" or line.data != (0, 1):
        raise Unproved("no function 0F1")
    x, y = (walk.term(sp.sympify(part)) for part in argument(call, 0, "parts"))
    order = above_sum(walk.run, walk.context, line.args[0], x, y)
    relation = walk.chain.steps[number].relation
    smaller, more = order.judgement.args[0].args
    rest = prove_order(walk.search, walk.context, ZERO, more, strict=relation == "<")
    found = by_rows(walk, smaller, order.judgement.args[1], [[order], [rest]])
    return weakened(walk, between(walk, line, found, target), relation)


@step("above_sum")
def product_above_sum(walk: Walk, call: Call, number: int) -> Theorem:
    """``f(x) f(y)`` is at least ``f(x + y)`` with the term that is of first order in ``x y``."""
    line, target = walk.line(number - 1), walk.line(number)
    functions = line.args if line.op == "*" else ()
    if len(functions) != 2 or any(part.op != "pfq" or part.data != (0, 1) for part in functions):
        raise Unproved("no product of two functions 0F1")
    (b, x), (_, y) = (part.args for part in functions)
    order = above_sum(walk.run, walk.context, b, x, y)
    return weakened(walk, between(walk, target, order, line), walk.chain.steps[number].relation)


@step("above_parabola")
def function_above_parabola(walk: Walk, call: Call, number: int) -> Theorem:
    """``f(z)`` is at least the parabola that touches it at s and meets it before s and z."""
    line, target = walk.line(number - 1), walk.line(number)
    b, z = _of_series(line)
    s, p = (walk.term(sp.sympify(argument(call, place, name))) for place, name in enumerate(("touching", "through")))
    for low, high, place in ((p, z, 2), (p, s, 3)):
        form = walk.term(sp.sympify(argument(call, place, ("rise", "width")[place - 2])))
        _use_gap(walk, low, high, form, strict=place == 3)
    order = above_parabola(walk.run, walk.context, b, s, p, z)
    return weakened(walk, between(walk, target, order, line), walk.chain.steps[number].relation)


@step("below_parabola")
def function_below_parabola(walk: Walk, call: Call, number: int) -> Theorem:
    """``f(z)`` is at most its Taylor polynomial of degree 2 at s, for z before s."""
    line, target = walk.line(number - 1), walk.line(number)
    b, z = _of_series(line)
    s = walk.term(sp.sympify(argument(call, 0, "touching")))
    _use_gap(walk, z, s, walk.term(sp.sympify(argument(call, 1, "width"))), strict=False)
    order = below_taylor(walk.run, walk.context, b, s, z)
    return weakened(walk, between(walk, line, order, target), walk.chain.steps[number].relation)


def _of_series(line: Term) -> tuple[Term, Term]:
    if line.op != "pfq" or line.data != (0, 1):
        raise Unproved("no function 0F1")
    return line.args[0], line.args[1]


def _use_gap(walk: Walk, low: Term, high: Term, form: Term, *, strict: bool) -> None:
    """List ``low < high`` (or ``<=``), whose gap has a form with a sign."""
    make_real(walk.search, walk.context, low)
    make_real(walk.search, walk.context, high)
    sign = prove_order(walk.search, walk.context, ZERO, form, strict)
    walk.search.use(walk.context, by_rows(walk, low, high, [[sign]]))
