"""How lines about sums are proved member by member, and bounds of hypergeometric functions by their first terms."""

from __future__ import annotations

from rftheory.prover.step_words import *
from rftheory.prover.binomials import expanded
from rftheory.prover.induction_steps import Induction, bounded_by_ratios, built
from rftheory.prover.series import sum_value
from rftheory.prover.series_integrals import member_of
from rftheory.statements.domain import Range


@step("term_by_term")
def term_by_term(walk: Walk, call: Call, number: int) -> Theorem:
    """Two finite sums over one range, from the relation of their members."""
    chain, index, last = (argument(call, n, name) for n, name in enumerate(("inner", "index", "last")))
    limits = (index.symbol, index.low, last)
    first, second = (walk.term(sp.Sum(expr, limits)) for expr in (chain.start, chain.end))
    context, (k,), body = opened(walk.search, walk.context, first)
    inner = Walk(walk.prover, walk.setting.within(context, {index.symbol: k}), chain)
    found = inner.whole()
    rises = chain.relation() in ("=", "<", "<=")
    _, _, other = opened(walk.search, walk.context, second)
    sides, sums = ((body, other), (first, second)) if rises else ((other, body), (second, first))
    order = between(inner, sides[0], found, sides[1])
    if order.judgement.op == "=":
        same = walk.run.infer("CONG", walk.context, eq=order, term=first, paths=[[2]])
        return between(walk, walk.line(number - 1), same, walk.line(number))
    compared = walk.run.infer("COMPARE", walk.context, lower=sums[0], upper=sums[1], by=order, l1=[], strict=[], at=[])
    return in_lines(walk, number, compared, rises)


@step("each_term")
def each_term(walk: Walk, call: Call, number: int) -> Theorem:
    """The members of a sum, of several indices perhaps, by a chain of equalities."""
    expr = walk.chain.steps[number - 1].expr
    node = next(factor for factor in sp.Mul.make_args(expr) if isinstance(factor, sp.Sum))
    ranges, symbols = [], {}
    term = walk.term(node)
    here, context = term, walk.context
    for symbol, low, high in reversed(node.limits):
        ranges.append(Range(symbol, low, None if high == sp.oo else high, integer=True))
        context, (k,), here = opened(walk.search, context, here)
        symbols[symbol] = k
    chain = built(walk, call, argument(call, 0, "chain"), call.facts.with_ranges(*ranges))
    inner = Walk(walk.prover, walk.setting.within(context, symbols), chain)
    found = inner.whole()
    eq = between(inner, here, found, found.judgement.args[1])
    same = walk.run.infer("CONG", walk.context, eq=eq, term=term, paths=[[2] * len(ranges)])
    if term.args[1] is OO:
        made = same.judgement.args[1]
        walk.search.use(walk.context, walk.run.infer("L1", walk.context, of=same, term=made))
    line = walk.line(number - 1)
    first = walk.run.infer("CONG", walk.context, eq=same, term=line, paths=[])
    last = walk.equal(first.judgement.args[1], walk.line(number))
    return walk.run.infer("CHAIN", walk.context, links=[first, last])


# -- the first terms of a series ------------------------------------------------------------------------------------


def expanded_series(walk: Walk, function: Term) -> Theorem:
    """``F = sum_k t_k``."""
    _, (k,) = open_binder(walk.context, make("sum", (ZERO, OO, ZERO)))
    series = make("sum", (ZERO, OO, close(member_of(function, k), (k,))))
    walk.search.use(walk.context, prove_convergent(walk.search, walk.context, series))
    return walk.equal(function, series)


def split_after(walk: Walk, series: Term, degree: int) -> Theorem:
    """``sum_k t_k`` as the terms up to a degree and the rest."""
    step_ = {"whole": series, "last": rat(degree), "following": rat(degree + 1), "orders": [], "l1": []}
    found = walk.run.infer("SPLIT", walk.context, **step_)
    for part in found.judgement.args[1].args:
        if part.args[1] is OO:
            walk.search.use(walk.context, walk.run.infer("L1", walk.context, of=found, term=part))
        else:
            make_defined(walk.search, walk.context, part)
    return found


def nonnegative_rest(walk: Walk, rest: Term) -> Theorem:
    context, _, body = opened(walk.search, walk.context, rest)
    make_real(walk.search, context, body)
    walk.search.use(context, prove_order(walk.search, context, ZERO, body, False))
    return walk.run.infer("DEF", walk.context, judgement=make("<=", (ZERO, rest)))


@step("above_taylor")
def above_first_terms(walk: Walk, call: Call, number: int) -> Theorem:
    """A series with terms that are not negative is at least the sum of its first ones."""
    function, target = walk.line(number - 1), walk.line(number)
    if function.op != "pfq":
        raise Unproved("the line is no hypergeometric function")
    series = expanded_series(walk, function)
    split = split_after(walk, series.judgement.args[1], int(argument(call, 0, "degree")))
    head, rest = split.judgement.args[1].args
    order = by_rows(walk, target, make("+", (target, rest)), [[nonnegative_rest(walk, rest)]])
    same = walk.equal(target, head)
    whole = walk.run.infer("CONG", walk.context, eq=same, term=make("+", (target, rest)), paths=[[0]])
    back = walk.run.infer("SYM", walk.context, of=walk.run.infer("CHAIN", walk.context, links=[series, split]))
    found = walk.run.infer("CHAIN", walk.context, links=[order, whole, back])
    return in_lines(walk, number, found, False)


@step("below_taylor")
def below_first_terms(walk: Walk, call: Call, number: int) -> Theorem:
    """``0F1(; b; z)`` is at most its terms up to n and ``t_(n+1) F``: ``t_(n+1+j) <= t_(n+1) t_j`` by induction over j."""
    function, target = walk.line(number - 1), walk.line(number)
    if function.op != "pfq" or function.data != (0, 1):
        raise Unproved("the line is no function 0F1")
    run, context, count = walk.run, walk.context, int(argument(call, 0, "degree")) + 1
    series = expanded_series(walk, function)
    split = split_after(walk, series.judgement.args[1], count - 1)
    head, rest = split.judgement.args[1].args
    within, (j,), _ = opened(walk.search, context, make("sum", (ZERO, OO, ZERO)))
    b, z = function.args
    last = member_of(function, rat(count))
    make_defined(run, context, last)
    first, second = member_of(function, make("+", (j, rat(count)))), make("*", (last, member_of(function, j)))
    inner = Walk(walk.prover, walk.setting.within(within), walk.chain)
    made = Induction(walk, walk, inner, j, ZERO)
    places = (make("+", (j, rat(count))), j)
    ratios = [make("*", (z, make("inv", (make("*", (make("+", (b, k)), make("+", (k, ONE)))),)))) for k in places]
    base, grown = bounded_by_ratios(made, first, second, (ratios[0], ratios[1]))
    order = run.infer("IND", within, base=[base], step=grown)
    # the rest from 0 on
    sums = [make("sum", (ZERO, OO, close(part, (j,)))) for part in (first, second)]
    whole = series.judgement.args[1]
    linear = run.infer("LIN", context, terms=[whole], coefficients=[last], l1=[])
    walk.search.use(context, run.infer("L1", context, of=linear, term=sums[1]))
    walk.search.use(context, prove_convergent(walk.search, context, sums[0]))
    compared = run.infer("COMPARE", context, lower=sums[0], upper=sums[1], by=order, l1=[], strict=[], at=[])
    moved = walk.search.once((context, "moved", rest), lambda: _from_zero(walk, rest, sums[0]))
    back = run.infer("SYM", context, of=series)
    total = run.infer("CONG", context, eq=back, term=make("*", (last, whole)), paths=[[1]])
    bound = run.infer("CHAIN", context, links=[moved, compared, linear, total])
    summed = by_rows(walk, make("+", (head, rest)), make("+", (head, make("*", (last, function)))), [[bound]])
    ending = walk.equal(summed.judgement.args[1], target)
    found = run.infer("CHAIN", context, links=[series, split, summed, ending])
    return in_lines(walk, number, found, True)


def _from_zero(walk: Walk, rest: Term, target: Term) -> Theorem:
    """``sum_(k >= n) t_k = sum_j t_(j + n)``."""
    first, second = (sum_value(walk.search, walk.context, term) for term in (rest, target))
    middle = walk.equal(first.judgement.args[1], second.judgement.args[1])
    back = walk.run.infer("SYM", walk.context, of=second)
    return walk.run.infer("CHAIN", walk.context, links=[first, middle, back])


@step("binomial")
def binomial(walk: Walk, call: Call, number: int) -> Theorem:
    """A power of a sum by the binomial theorem."""
    power, first, second, index, exponent = (
        argument(call, n, name) for n, name in enumerate(("power", "first", "second", "index", "exponent"))
    )
    count = power.as_base_exp()[1] if exponent is None else sp.sympify(exponent)
    member = sp.binomial(count, index) * first**index * second ** (count - index)
    target = walk.term(sp.Sum(member, (index, 0, count)))
    a, b, n = (walk.term(sp.sympify(part)) for part in (first, second, count))
    found = expanded(walk.search, walk.context, a, b, n, target)
    same = walk.equal(walk.term(power), found.judgement.args[0])
    eq = walk.run.infer("CHAIN", walk.context, links=[same, found])
    step_ = walk.run.infer("CONG", walk.context, eq=eq, term=walk.line(number - 1), paths=[])
    last = walk.equal(step_.judgement.args[1], walk.line(number))
    return walk.run.infer("CHAIN", walk.context, links=[step_, last])


@step("into_sum")
def into_sum(walk: Walk, call: Call, number: int) -> Theorem:
    """A factor is drawn into a finite sum, through sums of sums."""
    expr, target = walk.chain.steps[number - 1].expr, walk.line(number)
    factors = sp.Mul.make_args(expr)
    node = next((factor for factor in factors if isinstance(factor, sp.Sum)), None)
    if node is None or target.op != "sum":
        raise Unproved("no multiple of a sum")
    c = walk.term(sp.Mul(*(factor for factor in factors if factor is not node)))
    term = walk.term(node)
    found = _drawn_in(walk.search, walk.context, c, term, target)
    return between(walk, walk.line(number - 1), found, target)


@goal
def _drawn_in(search: Search, context: Context, c: Term, term: Term, target: Term) -> Theorem:
    """``c sum f = sum c f``."""
    make_defined(search, context, term)
    linear = search.infer("LIN", context, terms=[term], coefficients=[c], l1=[])
    inner, _, body = opened(search, context, linear.judgement.args[0])
    _, _, member = opened(search, context, term)
    _, _, wanted = opened(search, context, target)
    if member.op == wanted.op == "sum" and c is not ONE:
        eq = _drawn_in(search, inner, c, member, wanted)
    else:
        eq = prove_equal(search, inner, body, wanted)
    whole = linear.judgement.args[0]
    search.use(context, search.infer("L1", context, of=linear, term=whole))
    last = search.infer("CONG", context, eq=eq, term=whole, paths=[[2]])
    back = search.infer("SYM", context, of=linear)
    return search.infer("CHAIN", context, links=[back, last])
