"""Ways that are tried for an order without lines: which serve most, and how far each of them went.

1. *as it stands*: closed forms of both sides, and the sign of the gap with factors that are found (`Walk.order`).
2. *bounds of its parts*: functions below exponentials, as cosh t <= exp(t^2/2), are listed and the sign is looked for again.
   *for all draws*: what is inside of two means is in this order, or inside of one and a number.
   *mean of the square*: at most the square of the bound.
3. *monotone in one parameter*: the gap is not negative at an end of its range and its derivative has a sign, or its derivative has
   one by the same way.
4. *times a denominator*: the numerator of the gap is monotone so; *chord*: the gap is concave and not negative at both ends.
5. *tangent*: the gap is convex in a parameter and touches its tangent where its derivative vanishes.
6. *cases at a cut*: where what is inside of an absolute value, a maximum or a minimum vanishes, or the gap has its least value.

A probability is bounded by Markov's, Chebyshev's or Hoeffding's inequality instead (`tail_ways`).
"""

from __future__ import annotations

import re

import sympy as sp

from rftheory.prover.words import *
from rftheory.chains.chain import Chain
from rftheory.execution.time_limit import TimeUp, within
from rftheory.prover.chains import Walk
from rftheory.prover.draw_ways import by_linear, for_all_draws
from rftheory.prover.expectations import closed_form
from rftheory.prover.graphs import Graph, by_rows, halves
from rftheory.prover.part_bounds import list_bounds
from rftheory.prover.search import naming
from rftheory.prover.signs import as_order
from rftheory.prover.square_ways import by_square
from rftheory.prover.table import absolute
from rftheory.prover.tail_ways import tail_ways
from rftheory.rules.nodes import Expectation, Probability
from rftheory.rules.propositions import Inequality

#: derivatives of derivatives; steps for one way; seconds for the points at which a derivative vanishes, and points
_DEPTH, _STEPS, _SECONDS, _POINTS = 3, 5_000, 2, 3
#: cuts and signs of an order, one inside of the other
_SPLITS = 2
#: where a chain was written, which here is no place in a file of the reader's
_PLACE = re.compile(r"\[\w+, \w+\.py:\d+\] ")
#: what is said of a parameter that vectors depend on
_OUTSIDE = "a symbol outside of the domain"
#: a way by its name, and what looks for the theorem
Way = tuple[str, Callable[[], Theorem]]


def by_ways(walk: Walk, said: Inequality, prop: Term, before: str, splits: int = _SPLITS) -> tuple[str, Theorem]:
    """The name of the way that leads to an order, and its theorem; ``splits`` orders may be cut into parts, one inside of the other."""
    stopped = [f"as it stands: {before}"]
    tails = list(tail_ways(walk, prop))
    for name, find in tails or _ways(walk, said, prop, splits):
        try:
            with walk.search.apart(_STEPS):
                found = find()
        except (Unproved, Refused, ValueError) as error:
            reason = "vectors of a mean depend on it" if _OUTSIDE in str(error) else _PLACE.sub("", str(error))
            stopped.append(f"{name}: {reason}")
            continue
        if found.judgement is prop:
            return name, found
    raise Unproved("; ".join(stopped))


def _ways(walk: Walk, said: Inequality, prop: Term, splits: int) -> Iterator[Way]:
    sides = (said.left, said.right) if said.relation[0] == "<" else (said.right, said.left)
    strict = said.relation in ("<", ">")
    gap = sp.sympify(sides[1]) - sp.sympify(sides[0])
    base = Walk(walk.prover, walk.setting, Chain(sp.sympify(sides[0])))
    free = gap.free_symbols
    symbols = [item.symbol for item in walk.setting.domain.ranges if item.symbol in free and not item.integer]
    import rftheory.prover.all_steps  # noqa: F401  (registers the steps of chains)

    yield "bounds of its parts", lambda: _by_parts(walk, sides, strict)
    if gap.has(Expectation):
        yield "for all draws", lambda: for_all_draws(walk, *sides)
        yield "for all draws, by linear functions", lambda: by_linear(walk, *sides)
        yield "mean of the square", lambda: by_square(walk, *map(sp.sympify, sides))
    if splits and isinstance(sides[0], sp.Abs) and prop.args[0].op == "abs":
        yield "both signs", lambda: _both_signs(walk, sides, prop, splits)
    for symbol in symbols:
        yield f"monotone in {symbol}", lambda x=symbol: _Monotone(base, x, sides, strict).order()  # type: ignore[misc]
    if gap.has(Expectation, Probability):
        return
    numerator, denominator = sp.fraction(sp.together(gap))
    for symbol in symbols if denominator.free_symbols else ():
        name = f"monotone in {symbol}, times {denominator}"
        yield name, lambda x=symbol: _cleared(base, x, numerator, denominator, sides, strict)  # type: ignore[misc]
    for item in walk.setting.domain.ranges:
        if item.symbol in symbols and None not in (item.low, item.high) and item.closed == "[]":
            chain = Chain(gap).chord(item.symbol, item.low, item.high, ">=")
            yield f"chord in {item.symbol}", lambda c=chain: _known(walk, c, sides, strict)  # type: ignore[misc]
    for symbol in symbols:
        cuts = _kinks(gap, symbol)
        for point in () if cuts else _still(gap, symbol):
            chain = Chain(gap).tangent(symbol, point)
            yield f"tangent at {symbol} = {point}", lambda c=chain: _known(walk, c, sides, strict)  # type: ignore[misc]
        for cut in (cuts or _still(gap, symbol)) if splits else ():
            yield f"cases at {symbol} = {cut}", lambda x=symbol, c=cut: _cases(walk, x, c, said, prop, splits)  # type: ignore[misc]


def _still(gap: sp.Expr, symbol: sp.Symbol) -> list[sp.Expr]:
    """Where the derivative of the gap vanishes, as far as that is seen soon."""
    slope = sp.diff(gap, symbol)
    found = [sp.Integer(n) for n in (0, 1) if sp.simplify(slope.subs(symbol, n)) == 0]
    with suppress(NotImplementedError, TimeUp, ValueError, TypeError, RecursionError):
        for one in within(_SECONDS, lambda: sp.solve(slope, symbol)):
            plain = {type(node) for node in one.atoms(sp.Function)} <= {sp.exp, sp.log}
            found += [one] if one.is_real and plain and one not in found else []
    return found[:_POINTS]


def _kinks(gap: sp.Expr, symbol: sp.Symbol) -> list[sp.Expr]:
    """Where what has a kink does not go on as it was."""
    inside = [node.args[0] for node in gap.atoms(sp.Abs, sp.sign)]
    inside += [node.args[0] - other for node in gap.atoms(sp.Max, sp.Min) for other in node.args[1:]]
    linear = [one for one in inside if one.has(symbol) and not sp.diff(one, symbol).has(symbol)]
    found = (sp.simplify(-one.subs(symbol, 0) / sp.diff(one, symbol)) for one in linear)
    return list(dict.fromkeys(found))[:_POINTS]


def _known(walk: Walk, chain: Chain, sides: tuple[sp.Expr, sp.Expr], strict: bool) -> Theorem:
    """The order, with one that a chain shows of its gap."""
    walk.search.use(walk.context, Walk(walk.prover, walk.setting, chain.ge(0)).whole())
    return _between(walk, sides, strict)


def _between(walk: Walk, sides: tuple[sp.Expr, sp.Expr], strict: bool) -> Theorem:
    smaller, larger = (walk.term(sp.sympify(side)) for side in sides)
    return walk.order(smaller, larger, strict)


def _by_parts(walk: Walk, sides: tuple[sp.Expr, sp.Expr], strict: bool) -> Theorem:
    """The order, with what is known of the functions in the closed forms of both sides."""
    smaller, larger = (walk.term(sp.sympify(side)) for side in sides)
    closed = [closed_form(walk.run, walk.context, term).judgement.args[1] for term in (smaller, larger)]
    if not list_bounds(walk.search, walk.context, *closed):
        raise Unproved("no function with a known bound")
    return walk.order(smaller, larger, strict)


def _both_signs(walk: Walk, sides: tuple[sp.Expr, sp.Expr], prop: Term, splits: int) -> Theorem:
    """``|f| <= g`` from ``f <= g`` and ``-g <= f``."""
    search, (inner,), bound, parts = walk.search, prop.args[0].args, prop.args[1], []
    for side, fact in ((1, (ZERO, inner)), (-1, (inner, ZERO))):
        ends = (sides[0].args[0], sides[1]) if side == 1 else (-sides[1], sides[0].args[0])
        terms = tuple(walk.term(end) for end in ends)
        said = Inequality(ends[0], "<=" if prop.op == "<=" else "<", ends[1])
        order = _however(walk, said, make(prop.op, terms), splits)
        place = walk.run.declare(walk.context, make("<=", fact))
        same = absolute(search, place, inner, search.infer("HYP", place, fact=make("<=", fact)))
        whole = search.infer("POS", place, lhs=prop.args[0], rhs=bound, rows=[row(order)], eqs=[same])
        parts.append(whole if prop.op == "<" else as_order(search, place, whole, "<="))
    return search.infer("CASES", walk.context, of=parts)


def _cases(walk: Walk, symbol: sp.Symbol, cut: sp.Expr, said: Inequality, prop: Term, splits: int) -> Theorem:
    """The order on both sides of a cut, each by the ways that lead there."""
    parts = [_however(Walk(walk.prover, half, None), said, prop, splits) for half in halves(walk, symbol, cut)]
    return walk.search.infer("CASES", walk.context, of=parts)


def _however(walk: Walk, said: Inequality, prop: Term, splits: int) -> Theorem:
    """A part of an order, as it stands or by a way; so many cuts may follow."""
    try:
        return walk.as_it_stands(prop)
    except Unproved as error:
        if splits == 0 or "not in this order at" in str(error):
            raise
        return by_ways(walk, said, prop, str(error), splits - 1)[1]


def _cleared(
    base: Walk,
    symbol: sp.Symbol,
    numerator: sp.Expr,
    denominator: sp.Expr,
    sides: tuple[sp.Expr, sp.Expr],
    strict: bool,
) -> Theorem:
    """The order from that of the numerator of the gap, over a positive denominator."""
    above = _Monotone(base, symbol, (sp.Integer(0), numerator), strict).order()
    smaller, larger = (base.term(sp.sympify(side)) for side in sides)
    over = inv(base.term(denominator))
    make_defined(base.search, base.context, over)
    positive = prove_order(base.search, base.context, ZERO, over, True)
    found = by_rows(base, smaller, larger, [[above, positive]])
    return found if strict else as_order(base.search, base.context, found, "<=")


class _Monotone:
    """The gap of two sides as a function of one parameter, over its range."""

    def __init__(self, walk: Walk, symbol: sp.Symbol, sides: tuple[sp.Expr, sp.Expr], strict: bool):
        self.walk, self.sides, self.strict = walk, sides, strict
        self.graph = Graph.over(walk, symbol, 0, [sp.sympify(side) for side in sides])
        self.search = walk.search

    def order(self) -> Theorem:
        with naming(self.graph.inside.setting.names):
            known, place = self._known_gap()
        self.search.use(self.walk.context, self.graph.at(known, place))
        return _between(self.walk, self.sides, self.strict)

    def _known_gap(self) -> tuple[Theorem, Walk]:
        """The sign of the gap over the range."""
        graph, inside = self.graph, self.graph.inside
        values = [closed_form(graph.run, inside.context, inside.term(sp.sympify(side))) for side in self.sides]
        smaller, larger = (value.judgement.args[1] for value in values)
        body = close(minus(larger, smaller), (graph.x(inside),))
        return self._positive(body, _DEPTH, self.strict)

    def _positive(self, body: Term, depth: int, strict: bool) -> tuple[Theorem, Walk]:
        """``0 <= f(x)`` or ``0 < f(x)`` in the interval, and where that is said."""
        graph, reasons = self.graph, list[str]()
        ends = [place for place, end in enumerate(graph.ends) if end.sort != "end"]
        if not ends:
            raise Unproved("no end of the range to begin at")
        derived = graph.derivative(body)
        rate = instantiate(derived.judgement.args[3], (graph.x(graph.inside),))
        for place in ends:
            try:
                return self._from_end(body, derived, rate, place, depth, strict)
            except (Unproved, Refused) as error:
                self.search.check_limit()
                reasons.append(str(error))
        raise Unproved("; ".join(dict.fromkeys(reasons)))

    def _not_negative(self, outer: Walk, start: Term) -> Theorem:
        """``0 <= f`` at an end, where the gap is often 0."""
        with suppress(Unproved):
            same = self.search.infer("SYM", outer.context, of=prove_equal(self.search, outer.context, start, ZERO))
            return self.search.infer("WEAKEN", outer.context, of=same, to="<=")
        return prove_order(self.search, outer.context, ZERO, start, False)

    def _from_end(
        self, body: Term, derived: Theorem, rate: Term, place: int, depth: int, strict: bool
    ) -> tuple[Theorem, Walk]:
        """From the value at an end, and the sign of the slope."""
        graph, inside, end = self.graph, self.graph.inside, self.graph.ends[place]
        outer = graph.around
        start = instantiate(body, (end,))
        make_defined(self.search, outer.context, start)
        edge = self._not_negative(outer, start)
        wrong = -1 if place == 0 else 1
        if wrong in (self.search.points(inside.context).signs(rate) or ()):
            raise Unproved(f"the slope has the other sign somewhere: {shown(rate)}")
        sign = prove_sign(self.search, inside.context, rate)
        weak = sign is not None and strict and sign.judgement.op == "<=" and depth > 1
        if sign is None or weak or (sign.judgement.args[0] is ZERO) != (place == 0):
            if depth < 2 or place == 1:
                raise Unproved(f"no sign of the slope {shown(rate)}")
            sign, _ = self._positive(derived.judgement.args[3], depth - 1, strict)
        steep = strict and sign.judgement.op == "<"
        kinds = ("closed" if place == 0 else graph.kinds[0], "closed" if place == 1 else graph.kinds[1])
        where = inside if strict else graph.opened(kinds)
        x = graph.x(where)
        pair = (end, x) if place == 0 else (x, end)
        order = self.search.infer("HYP", where.context, fact=make("<" if where is inside else "<=", pair))
        opened_, _, _ = bodies(where.context, derived.judgement)
        if not is_well_formed(self.search.kernel, opened_):
            raise Unproved("the inside of a derivative is not known to be well-formed")
        places = [*range(outer.context.size), opened_.size - 1]
        sign = graph.run.infer(
            "INST", opened_, of=sign, values=[opened_.variable(place) for place in places], premises=[]
        )
        found = graph.run.infer(
            "SLOPE",
            where.context,
            slope=derived,
            sign=sign,
            order=order,
            premises=[],
            cont=[graph.continuous(body, kinds)],
        )
        if strict and not steep and edge.judgement.op != "<":
            raise Unproved("a weak order is found where a strict one is asked for")
        return graph.run.infer("CHAIN", where.context, links=[edge, found]), where
