"""How lines about definite integrals are proved: other integrands and variables, by parts, antiderivatives, Euler's integrals."""

from __future__ import annotations

from rftheory.prover.step_words import *
from rftheory.chains.reasons import Inside, Primitive, Substitution
from rftheory.prover.changed_integrals import same_integrand
from rftheory.prover.convergence import combined, rescaled
from rftheory.prover.ends import changed, derivative, limit_at, reflected
from rftheory.prover.translate import translate


def _new_integral(walk: Walk, number: int, node: sp.Integral, made: sp.Integral | None = None) -> sp.Integral:
    """The integral that a line has in the place of another one; ``made`` is what it should be, perhaps written otherwise."""
    before, after = (walk.chain.lines[place].expr.atoms(sp.Integral) for place in (number - 1, number))
    fresh = [new for new in after - (before - {node}) if made is None or new.limits[0][1:] == made.limits[0][1:]]
    if made is None and len(fresh) != 1:
        raise Unproved(f"{len(fresh)} integrals in the place of {node}")
    return made if made is not None and (made in after or len(fresh) != 1) else fresh[0]


def _graph_of(walk: Walk, function: sp.Expr, limits: sp.Tuple) -> Term:
    """An interval with a function on it, written as an integral that need not converge."""
    return translate(sp.Integral(function, limits), walk.setting)


def joined(walk: Walk, *links: Theorem) -> Theorem:
    return walk.run.infer("CHAIN", walk.context, links=list(links))


def turned(walk: Walk, equation: Theorem) -> Theorem:
    return walk.run.infer("SYM", walk.context, of=equation)


def same(walk: Walk, old: Term, new: Term, factor: Term = ONE) -> Theorem:
    """``old = factor new``, as the integrands are equal inside; both converge then."""
    found = rescaled(walk.search, walk.context, old, factor, new)
    for side in (old, new):
        walk.search.use(walk.context, walk.run.infer("L1", walk.context, of=found, term=side))
    return found


def other_integrand(walk: Walk, reason: Inside, number: int) -> Theorem:
    """``int g = c int f``, where g = c f between the ends."""
    node = reason.node
    assert node is not None
    new = _new_integral(walk, number, node)
    if new.limits != node.limits:
        raise Unproved(f"another range than that of {node}")
    # what both are multiplied with in the lines
    place = sp.Dummy("t", real=True)
    whole, other = (walk.chain.lines[n].expr.xreplace({i: place}) for n, i in ((number - 1, node), (number, new)))
    factor = walk.term(sp.diff(other, place) / sp.diff(whole, place))
    return put(walk, number, same(walk, walk.term(node), translate(new, walk.setting), factor))


@step(Substitution, "map")
def change_of_variables(walk: Walk, reason: Substitution, number: int) -> Theorem:
    """x = f(u) for a monotone map f onto the interval."""
    node, symbol, function, ends = reason.node, reason.variable, reason.function, reason.ends
    assert function is not None and ends is not None
    old = walk.term(node)
    limits = sp.Tuple(symbol, *ends)
    moved = _changed(walk, old, _graph_of(walk, function, limits))
    made = sp.Integral(node.function.xreplace({node.limits[0][0]: function}) * sp.diff(function, symbol), limits)
    new = translate(_new_integral(walk, number, node, made), walk.setting)
    return put(walk, number, joined(walk, moved, same(walk, moved.judgement.args[1], new)))


def _changed(
    walk: Walk, integral: Term, over: Term, converges: Callable[[Term], Theorem] | None = None, form: Term | None = None
) -> Theorem:
    """A change of variables; both integrals converge. Its parts are goals of their own."""
    found = changed(walk.search, walk.context, integral, over, converges, form)
    for side in found.judgement.args:
        walk.search.use(walk.context, walk.run.infer("L1", walk.context, of=found, term=side))
    return found


@step(Substitution, "back")
def changed_back(walk: Walk, reason: Substitution, number: int) -> Theorem:
    """The integral, which converges, is what a change of variables makes of another one."""
    node, slope = reason.node, reason.slope
    assert reason.function is not None
    over = _graph_of(walk, reason.function, node.limits[0])
    old = walk.term(node)
    form = None if slope is None else _graph_of(walk, slope, node.limits[0]).args[2]
    target = translate(_new_integral(walk, number, node), walk.setting)
    equation: list[Theorem] = []

    def converges(other: Term) -> Theorem:
        equation.append(same_integrand(walk, node, other, slope, reason.rewriting))
        return walk.search.infer("L1", walk.context, of=equation[0], term=other)

    moved = _changed(walk, target, over, converges, form)
    first = equation[0] if equation else same(walk, old, moved.judgement.args[1])
    return put(walk, number, joined(walk, first, turned(walk, moved)))


@step(Substitution, "mirror")
def mirrored(walk: Walk, reason: Substitution, number: int) -> Theorem:
    """The average of g(x) and g(a + b - x)."""
    node = reason.node
    old = walk.term(node)
    moved = reflected(walk.search, walk.context, old)
    other = moved.judgement.args[1]
    for side in (old, other):
        walk.search.use(walk.context, walk.run.infer("L1", walk.context, of=moved, term=side))
    symbol, low, high = node.limits[0]
    back = node.function.xreplace({symbol: low + high - symbol})
    made = sp.Integral((node.function + back) / 2, *node.limits)
    new = translate(_new_integral(walk, number, node, made), walk.setting)
    _, _, first = opened(walk.search, walk.context, old)
    _, _, second = opened(walk.search, walk.context, other)
    mean = walk.search.once(
        (walk.context, "mirrored", old),
        lambda: combined(walk.search, walk.context, new, [(HALF, first), (HALF, second)]),
    )
    eq = walk.run.infer("RING", walk.context, lhs=mean.judgement.args[1], rhs=old, eqs=[moved])
    return put(walk, number, turned(walk, joined(walk, mean, eq)))


@step(Substitution, "wider")
def widened(walk: Walk, reason: Substitution, number: int) -> Theorem:
    """The integral of what is not negative over a larger interval."""
    old, new = (translate(walk.chain.lines[n].expr, walk.setting) for n in (number - 1, number))
    for term in (old, new):
        walk.search.use(walk.context, prove_convergent(walk.search, walk.context, term))
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


# -- derivatives ----------------------------------------------------------------------------------------------------


def _limits(search: Search, context: Context, over: Term) -> list[Theorem]:
    sides = ["-oo" if over.args[0].sort == "end" else "above", "oo" if over.args[1].sort == "end" else "below"]
    return [limit_at(search, context, over, side) for side in sides]


@step(Primitive)
def antiderivative(walk: Walk, reason: Primitive, number: int) -> Theorem:
    """``int f = F(b) - F(a) + int (f - F')``; by parts ``int u v' = [u v] - int u' v``."""
    node = reason.node
    over = _graph_of(walk, reason.function, node.limits[0])
    if reason.factor is None and reason.rest is None:
        return put(walk, number, _primitive(walk.search, walk.context, walk.term(node), over))
    if reason.factor is None:
        return put(walk, number, _with_rest(walk, walk.term(node), over, _graph_of(walk, reason.rest, node.limits[0])))
    found = _by_parts(walk.search, walk.context, over, _graph_of(walk, reason.factor, node.limits[0]))
    start = same(walk, walk.term(node), found.judgement.args[0])
    left = -sp.diff(reason.function, node.limits[0][0]) * reason.factor
    new = translate(_new_integral(walk, number, node, sp.Integral(left, *node.limits)), walk.setting)
    rest = same(walk, _rest(found), new, rat(-1))
    last = walk.run.infer("CONG", walk.context, eq=rest, term=found.judgement.args[1], paths=[])
    return put(walk, number, joined(walk, start, found, last))


@goal
def _primitive(search: Search, context: Context, old: Term, over: Term) -> Theorem:
    slope, limits = derivative(search, context, over), _limits(search, context, over)
    whole = make("int", (*over.args[:2], slope.judgement.args[3]))
    try:
        l1 = prove_convergent(search, context, whole)
    except Unproved:
        search.check_limit()
        inner, _, body = opened(search, context, whole)
        sign = prove_sign(search, inner, body)
        if sign is None:
            raise
        l1 = search.infer("FTC_L1", context, slope=slope, limits=limits, sign=sign)
    search.use(context, l1)
    found = search.infer("FTC", context, slope=slope, limits=limits, l1=l1)
    make_defined(search, context, found.judgement.args[1])
    return search.infer("CHAIN", context, links=[rescaled(search, context, old, ONE, whole), found])


def _with_rest(walk: Walk, old: Term, over: Term, rest: Term) -> Theorem:
    """``int (F' + g) = F(b) - F(a) + int g``."""
    search, context = walk.search, walk.context
    whole = make("int", (*over.args[:2], derivative(search, context, over).judgement.args[3]))
    found = _primitive(search, context, whole, over)
    bodies_ = [opened(search, context, part)[2] for part in (whole, rest)]
    linear = combined(search, context, old, [(ONE, body) for body in bodies_])
    return joined(walk, linear, search.infer("CONG", context, eq=found, term=linear.judgement.args[1], paths=[]))


def _rest(parts: Theorem) -> Term:
    """The integral that an integration by parts leaves."""
    return parts.judgement.args[1].args[2].args[0]


@goal
def _by_parts(search: Search, context: Context, first: Term, second: Term) -> Theorem:
    slopes = [derivative(search, context, part) for part in (first, second)]
    _, (x,), u = opened(search, context, first)
    v = instantiate(second.args[2], (x,))
    product = make("int", (*first.args[:2], close(make("*", (u, v)), (x,))))
    limits = _limits(search, context, product)
    du, dv = (instantiate(slope.judgement.args[3], (x,)) for slope in slopes)
    l1 = []
    for pair in ((u, dv), (du, v)):
        integral = make("int", (*first.args[:2], close(make("*", pair), (x,))))
        l1.append(prove_convergent(search, context, integral))
        search.use(context, l1[-1])
    return search.infer("PARTS", context, slopes=slopes, limits=limits, l1=l1)
