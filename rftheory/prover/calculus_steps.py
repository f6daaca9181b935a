"""How lines by calculus are proved: least values, tangents and chords, and cases."""

from __future__ import annotations

from dataclasses import replace

from rftheory.prover.step_words import *
from rftheory.chains import reasons
from rftheory.prover.graphs import Graph, halves

# -- least values ---------------------------------------------------------------------------------------------------


@step(reasons.Graph, "valley")
def by_valley(walk: Walk, reason: reasons.Graph, number: int) -> Theorem:
    """The derivative is ``(x - p) s`` with s not negative: the least value is at p."""
    expr = walk.chain.lines[number - 1].expr
    graph = Graph.over(walk, reason.variable, number, [expr])
    body, p = graph.body(expr), graph.around.term(sp.sympify(reason.point))
    derived = graph.derivative(body)
    apart = graph.opened(("open", "open"), p)
    x = graph.x(apart)
    distance, rate = minus(x, p), instantiate(derived.judgement.args[3], (x,))
    signs = _signs_of_factors(apart, sp.sympify(reason.hint))
    if signs is None:
        raise Unproved(f"no sign of the slope {reason.hint}")
    square = prove_nonzero(walk.search, apart.context, distance)
    rises = by_rows(apart, ZERO, make("*", (distance, rate)), [signs], [square])
    strict = len(walk.chain.lines[number].relation) == 1
    place = graph.opened(graph.kinds, p) if strict else graph.whole
    least = walk.run.infer(
        "VALLEY",
        place.context,
        slope=derived,
        cont=graph.continuity(body),
        point=p,
        sign=rises,
        premises=_located(graph, p),
    )
    return in_lines(walk, number, graph.at(least, place), False)


def _signs_of_factors(walk: Walk, expr: sp.Expr) -> list[Theorem] | None:
    """That an expression is not negative, or that its factors are not; None if that is not seen."""
    factors = sp.Mul.make_args(expr)
    for parts in ([expr], factors) if len(factors) < 3 else (factors, [expr]):
        signs = [prove_sign(walk.search, walk.context, walk.term(part)) for part in parts]
        found = [sign for sign in signs if sign is not None and sign.judgement.args[0] is ZERO]
        if len(found) == len(signs):
            return found
    return None


def _located(graph: Graph, point: Term, inner: bool = False) -> list[Theorem]:
    """Where a point lies in the interval; nothing where it is an end."""
    around = graph.around
    make_defined(graph.run, around.context, point)
    found = list(graph.premises)
    for place, (end, kind) in enumerate(zip(graph.ends, graph.kinds, strict=True)):
        if end.sort == "end" or (end is point and not inner):
            continue
        sides = (end, point) if place == 0 else (point, end)
        strict = inner or kind == "open"
        try:
            found.append(prove_order(graph.run, around.context, *sides, strict=True))
        except Unproved:
            if strict:
                raise
            found.append(prove_order(graph.run, around.context, *sides, strict=False))
    return found


# -- tangents -------------------------------------------------------------------------------------------------------


@step(reasons.Graph, "tangent")
def by_tangent(walk: Walk, reason: reasons.Graph, number: int) -> Theorem:
    """A function lies above its tangent where the second derivative is not negative (below it: the same of -f)."""
    expr = walk.chain.lines[number - 1].expr
    graph = Graph.over(walk, reason.variable, number, [expr])
    convex = walk.chain.lines[number].relation[0] == ">"
    body, p = _signed(graph, expr, convex), graph.around.term(sp.sympify(reason.point))
    derived = graph.derivative(body)
    second, sign = curvature(graph, derived, expr, reason.hint, convex)
    if p in graph.ends:
        found = _tangent_at_end(graph, body, p, derived, second, sign)
    else:
        found = walk.run.infer(
            "TANGENT",
            graph.whole.context,
            slope=derived,
            second=second,
            sign=sign,
            cont=graph.continuity(body),
            point=p,
            premises=_located(graph, p, inner=True),
        )
    order = graph.at(found, graph.whole)
    if convex:
        return in_lines(walk, number, order, False)
    return weakened(walk, _from_row(walk, number, [order], True), walk.chain.lines[number].relation)


def _signed(graph: Graph, expr: sp.Expr, positive: bool) -> Term:
    body = graph.body(expr)
    return body if positive else make("neg", (body,))


def _from_row(walk: Walk, number: int, row: Sequence[Theorem], rises: bool) -> Theorem:
    sides = (walk.line(number - 1), walk.line(number))
    return by_rows(walk, *(sides if rises else sides[::-1]), [row])


def curvature(
    graph: Graph, derived: Theorem, expr: sp.Expr, hint: sp.Expr | None, positive: bool
) -> tuple[Theorem, Theorem]:
    """The second derivative, and that it is not negative: seen of the hint, of what SymPy finds, or as it stands."""
    inner, x = graph.inside, graph.x(graph.inside)
    second = graph.derivative(derived.judgement.args[3])
    bend = instantiate(second.judgement.args[3], (x,))
    found = sp.diff(expr, graph.symbol, 2)
    forms = [hint] if hint is not None else [found, sp.factor(found), sp.simplify(found)]
    for form in forms:
        try:
            sign = prove_sign(graph.run, inner.context, inner.term(form if positive else -form))
            if sign is not None and sign.judgement.args[0] is ZERO:
                return second, by_rows(inner, ZERO, bend, [[sign]])
        except (Unproved, Refused):
            continue
    return second, prove_order(graph.run, inner.context, ZERO, bend, False)


def _tangent_at_end(graph: Graph, body: Term, p: Term, derived: Theorem, second: Theorem, sign: Theorem) -> Theorem:
    """At an end the derivative is compared with its value there: f minus its tangent is least at p."""
    run, low = graph.run, p is graph.ends[0]
    rate = derived.judgement.args[3]
    whole, x = graph.whole, graph.x(graph.whole)
    kinds = ("closed", "open") if low else ("open", "closed")
    slope_there, value_there = instantiate(rate, (p,)), instantiate(body, (p,))
    make_defined(run, graph.around.context, slope_there, value_there)
    apart = graph.opened(("open", "open"), p)
    y = graph.x(apart)
    fact = make("<", (p, y) if low else (y, p))
    order = run.infer("HYP", apart.context, fact=fact)
    limits = _located(graph, p)
    inner = [*limits, *(run.infer("HYP", apart.context, fact=end) for end in _ends_of(graph, y))]
    further = open_binder(apart.context, second.judgement)[0]
    run.declare(apart.context, further.declarations[-1])
    values = [further.variable(place) for place in (*range(y.data[0]), further.size - 1)]
    ordered = run.infer(
        "SLOPE",
        apart.context,
        slope=second,
        cont=[graph.continuous(rate, kinds)],
        sign=instantiated(run, further, sign, values),
        order=order,
        premises=inner,
    )
    tangent = make("+", (value_there, make("*", (slope_there, minus(x, p)))))
    gap = close(minus(instantiate(body, (x,)), tangent), (x,))
    of_gap = graph.derivative(gap)
    product = make("*", (minus(y, p), instantiate(of_gap.judgement.args[3], (y,))))
    rises = by_rows(apart, ZERO, product, [[order, ordered]])
    least = run.infer(
        "VALLEY", whole.context, slope=of_gap, cont=graph.continuity(gap), point=p, sign=rises, premises=limits
    )
    return by_rows(whole, tangent, instantiate(body, (x,)), [[least]])


def _ends_of(graph: Graph, x: Term) -> list[Term]:
    low, high = graph.ends
    return [make("<", pair) for pair in ((low, x), (x, high)) if all(side.sort != "end" for side in pair)]


# -- chords ---------------------------------------------------------------------------------------------------------


@step(reasons.Graph, "chord")
def by_chord(walk: Walk, reason: reasons.Graph, number: int) -> Theorem:
    """A convex function lies below its chord (a concave one above: the same of -f)."""
    expr = walk.chain.lines[number - 1].expr
    relation = walk.chain.lines[number].relation
    convex = relation[0] == "<"
    graph = Graph.over(walk, reason.variable, number, [expr])
    closed = replace(graph, kinds=("closed", "closed"))
    body = _signed(closed, expr, convex)
    derived = graph.derivative(body)
    second, sign = curvature(graph, derived, expr, None, convex)
    place = graph.inside if len(relation) == 1 else closed.whole
    found = walk.run.infer(
        "CHORD",
        place.context,
        slope=derived,
        second=second,
        sign=sign,
        cont=closed.continuous(body, ("closed", "closed")),
    )
    order = graph.at(found, place)
    width = make("inv", (minus(graph.ends[1], graph.ends[0]),))
    moved = _moved(graph, place, width)
    make_defined(walk.search, walk.context, moved)
    wide = prove_order(walk.search, walk.context, ZERO, moved, True)
    return weakened(walk, _from_row(walk, number, [order, wide], convex), relation)


def _moved(graph: Graph, place: Walk, term: Term) -> Term:
    """A term of the opened interval in the chain itself."""
    make_defined(graph.run, place.context, term)
    same = graph.run.infer("REFL", place.context, term=term)
    moved: Term = graph.at(same, place).judgement.args[0]
    return moved


# -- cases ----------------------------------------------------------------------------------------------------------


@step(reasons.Cases)
def by_cases(walk: Walk, reason: reasons.Cases, number: int) -> Theorem:
    """Two chains, below a cut and above it."""
    target, line = walk.line(number), walk.line(number - 1)
    relation = walk.chain.lines[number].relation
    parts = []
    for half, chain in zip(halves(walk, reason.variable, reason.cut), (reason.below, reason.above), strict=True):
        inner = Walk(walk.prover, half, chain)
        context = inner.context
        order = inner.whole()
        if relation[0] == "=":
            parts.append(between(inner, line, order, target))
            continue
        sides = (line, target) if relation[0] == "<" else (target, line)
        if order.judgement.op == "=" and relation[0] == ">":
            order = walk.run.infer("SYM", context, of=order)
        order = between(inner, sides[0], order, sides[1])
        if order.judgement.op == "=":
            order = walk.run.infer("WEAKEN", context, of=order, to="<=")
        parts.append(weakened(inner, order, relation))
    return walk.search.infer("CASES", walk.context, of=parts)
