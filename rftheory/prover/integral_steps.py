"""How lines about definite integrals are proved: other integrands and variables, by parts, antiderivatives, Euler's integrals."""

from __future__ import annotations

from rftheory.prover.step_words import *
from rftheory.prover.changed_integrals import same_integrand
from rftheory.prover.convergence import combined, rescaled, value
from rftheory.prover.ends import changed, derivative, limit_at, reflected
from rftheory.prover.translate import translate


def integral_at(walk: Walk, number: int, given: Any = None) -> sp.Integral:
    """The integral that a step speaks of, by default the only one of the line before."""
    if isinstance(given, sp.Integral):
        return given
    found = walk.chain.steps[number - 1].expr.atoms(sp.Integral)
    if len(found) != 1:
        raise Unproved(f"{len(found)} integrals in the line")
    return next(iter(found))


def _new_integral(walk: Walk, number: int, made: sp.Integral) -> Term:
    """The integral that a step makes, as the next line writes it; that it converges is shown later."""
    before = walk.chain.steps[number - 1].expr.atoms(sp.Integral)
    after = walk.chain.steps[number].expr.atoms(sp.Integral)
    fresh = [node for node in after - before if tuple(node.limits[0][1:]) == tuple(made.limits[0][1:])]
    return translate(made if made in after or len(fresh) != 1 else fresh[0], walk.setting)


def _graph_of(walk: Walk, function: sp.Expr, limits: tuple[Any, ...]) -> Term:
    """An interval with a function on it, written as an integral that need not converge."""
    return translate(sp.Integral(function, limits), walk.setting)


def put(walk: Walk, number: int, equation: Theorem) -> Theorem:
    """From a line to the next one, by an equality of a part of it."""
    line, target = walk.line(number - 1), walk.line(number)
    first = walk.run.infer("CONG", walk.context, eq=equation, term=line, paths=[])
    last = walk.equal(first.judgement.args[1], target)
    return joined(walk, first, last)


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


@step("integrand")
def other_integrand(walk: Walk, call: Call, number: int) -> Theorem:
    """``int g = c int f``, where g = c f between the ends."""
    node = integral_at(walk, number, argument(call, 1, "node"))
    factor = walk.term(sp.sympify(argument(call, 2, "factor", 1)))
    new = _graph_of(walk, argument(call, 0, "function"), tuple(node.limits[0]))
    return put(walk, number, same(walk, walk.term(node), new, factor))


@step("rewritten")
def rewritten(walk: Walk, call: Call, number: int) -> Theorem:
    """A part of the integrand is replaced by an equal one."""
    old, new = argument(call, 0, "old"), argument(call, 1, "new")
    node = integral_at(walk, number, argument(call, 2, "node"))
    whole = walk.term(node)
    target = _new_integral(walk, number, sp.Integral(node.function.xreplace({old: new}), *node.limits))
    context, (x,), body = opened(walk.search, walk.context, whole)
    inner = Walk(walk.prover, walk.setting.within(context, {node.limits[0][0]: x}), walk.chain)
    part = inner.equal(inner.term(old), inner.term(new))
    first = walk.run.infer("CONG", context, eq=part, term=body, paths=[])
    last = inner.equal(first.judgement.args[1], instantiate(target.args[2], (x,)))
    eq = walk.run.infer("CHAIN", context, links=[first, last])
    found = walk.run.infer("CONG", walk.context, eq=eq, term=whole, paths=[[2]])
    walk.search.use(walk.context, walk.run.infer("L1", walk.context, of=found, term=target))
    return put(walk, number, found)


@step("into_integral")
def into_integral(walk: Walk, call: Call, number: int) -> Theorem:
    """``c int f = int c f``."""
    node, whole = integral_at(walk, number), walk.chain.steps[number - 1].expr
    front = sp.Mul(*(factor for factor in sp.Mul.make_args(whole) if factor != node))
    new = translate(walk.chain.steps[number].expr, walk.setting)
    found = turned(walk, same(walk, new, walk.term(node), walk.term(front)))
    return joined(walk, walk.equal(walk.line(number - 1), found.judgement.args[0]), found)


@step("change_of_variables")
def change_of_variables(walk: Walk, call: Call, number: int) -> Theorem:
    """x = f(u) for a monotone map f onto the interval."""
    symbol, function, ends = (argument(call, n, name) for n, name in enumerate(("variable", "function", "ends")))
    node = integral_at(walk, number, argument(call, 3, "node"))
    old = walk.term(node)
    over = _graph_of(walk, function, (symbol, *ends))
    moved = _changed(walk, old, over)
    slope = argument(call, 4, "slope") or sp.diff(function, symbol)
    made = sp.Integral(node.function.xreplace({node.limits[0][0]: function}) * slope, (symbol, *ends))
    new = _new_integral(walk, number, made)
    return put(walk, number, joined(walk, moved, same(walk, moved.judgement.args[1], new)))


def _changed(
    walk: Walk, integral: Term, over: Term, converges: Callable[[Term], Theorem] | None = None, form: Term | None = None
) -> Theorem:
    """A change of variables; both integrals converge. Its parts are goals of their own."""
    found = changed(walk.search, walk.context, integral, over, converges, form)
    for side in found.judgement.args:
        walk.search.use(walk.context, walk.run.infer("L1", walk.context, of=found, term=side))
    return found


@step("changed_back")
def changed_back(walk: Walk, call: Call, number: int) -> Theorem:
    """The integral, which converges, is what a change of variables makes of another one."""
    target, function = argument(call, 0, "target"), argument(call, 1, "function")
    node = integral_at(walk, number, argument(call, 2, "node"))
    over = _graph_of(walk, function, tuple(node.limits[0]))
    old = walk.term(node)
    slope, rewriting = argument(call, 3, "slope"), argument(call, 4, "rewriting", ())
    form = None if slope is None else _graph_of(walk, slope, tuple(node.limits[0])).args[2]
    equation: list[Theorem] = []

    def converges(other: Term) -> Theorem:
        equation.append(same_integrand(walk, node, other, slope, rewriting))
        return walk.search.infer("L1", walk.context, of=equation[0], term=other)

    moved = _changed(walk, translate(target, walk.setting), over, converges, form)
    first = equation[0] if equation else same(walk, old, moved.judgement.args[1])
    return put(walk, number, joined(walk, first, turned(walk, moved)))


@step("mirrored")
def mirrored(walk: Walk, call: Call, number: int) -> Theorem:
    """The average of g(x) and g(a + b - x)."""
    node = integral_at(walk, number, argument(call, 0, "node"))
    old = walk.term(node)
    moved = reflected(walk.search, walk.context, old)
    other = moved.judgement.args[1]
    for side in (old, other):
        walk.search.use(walk.context, walk.run.infer("L1", walk.context, of=moved, term=side))
    symbol, low, high = node.limits[0]
    back = node.function.xreplace({symbol: low + high - symbol})
    new = _new_integral(walk, number, sp.Integral((node.function + back) / 2, *node.limits))
    _, _, first = opened(walk.search, walk.context, old)
    _, _, second = opened(walk.search, walk.context, other)
    mean = walk.search.once(
        (walk.context, "mirrored", old),
        lambda: combined(walk.search, walk.context, new, [(HALF, first), (HALF, second)]),
    )
    eq = walk.run.infer("RING", walk.context, lhs=mean.judgement.args[1], rhs=old, eqs=[moved])
    return put(walk, number, turned(walk, joined(walk, mean, eq)))


# -- derivatives ----------------------------------------------------------------------------------------------------


def _limits(search: Search, context: Context, over: Term) -> list[Theorem]:
    sides = ["-oo" if over.args[0].sort == "end" else "above", "oo" if over.args[1].sort == "end" else "below"]
    return [limit_at(search, context, over, side) for side in sides]


@step("antiderivative")
def antiderivative(walk: Walk, call: Call, number: int) -> Theorem:
    """``int F' = F(b) - F(a)``."""
    node = integral_at(walk, number, argument(call, 1, "node"))
    over = _graph_of(walk, argument(call, 0, "function"), tuple(node.limits[0]))
    return put(walk, number, _primitive(walk.search, walk.context, walk.term(node), over))


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


@step("by_parts")
def by_parts(walk: Walk, call: Call, number: int) -> Theorem:
    """``int u v' = [u v] - int u' v``."""
    first, second = argument(call, 0, "first"), argument(call, 1, "second")
    node = integral_at(walk, number, argument(call, 2, "node"))
    parts = [_graph_of(walk, part, tuple(node.limits[0])) for part in (first, second)]
    found = _by_parts(walk.search, walk.context, *parts)
    start = same(walk, walk.term(node), found.judgement.args[0])
    symbol = node.limits[0][0]
    new = _new_integral(walk, number, sp.Integral(-sp.diff(first, symbol) * second, *node.limits))
    rest = same(walk, _rest(found), new, rat(-1))
    last = walk.run.infer("CONG", walk.context, eq=rest, term=found.judgement.args[1], paths=[])
    return put(walk, number, joined(walk, start, found, last))


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


@step("series_outside")
def series_outside(walk: Walk, call: Call, number: int) -> Theorem:
    """A hypergeometric factor is integrated term by term."""
    node = integral_at(walk, number, argument(call, 4, "node"))
    return put(walk, number, value(walk.run, walk.context, walk.term(node)))
