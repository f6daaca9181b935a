"""Orders of functions that are monotone in one parameter, from an end of its range on; also over a positive denominator."""

from __future__ import annotations

import sympy as sp

from rftheory.prover.words import *
from rftheory.prover.chains import Walk
from rftheory.prover.expectations import closed_form
from rftheory.prover.graphs import Graph, by_rows
from rftheory.prover.search import naming
from rftheory.prover.signs import as_order

#: derivatives of derivatives
_DEPTH = 3


def between(walk: Walk, sides: tuple[sp.Expr, sp.Expr], strict: bool) -> Theorem:
    """The order of two expressions as it stands, with what is listed."""
    smaller, larger = (walk.term(sp.sympify(side)) for side in sides)
    return walk.order(smaller, larger, strict)


def cleared(
    base: Walk,
    symbol: sp.Symbol,
    numerator: sp.Expr,
    denominator: sp.Expr,
    sides: tuple[sp.Expr, sp.Expr],
    strict: bool,
) -> Theorem:
    """The order from that of the numerator of the gap, over a positive denominator."""
    above = Monotone(base, symbol, (sp.Integer(0), numerator), strict).order()
    smaller, larger = (base.term(sp.sympify(side)) for side in sides)
    over = inv(base.term(denominator))
    make_defined(base.search, base.context, over)
    positive = prove_order(base.search, base.context, ZERO, over, True)
    found = by_rows(base, smaller, larger, [[above, positive]])
    return found if strict else as_order(base.search, base.context, found, "<=")


class Monotone:
    """The gap of two sides as a function of one parameter, over its range."""

    def __init__(self, walk: Walk, symbol: sp.Symbol, sides: tuple[sp.Expr, sp.Expr], strict: bool):
        self.walk, self.sides, self.strict = walk, sides, strict
        self.graph = Graph.over(walk, symbol, 0, [sp.sympify(side) for side in sides])
        self.search = walk.search

    def order(self) -> Theorem:
        with naming(self.graph.inside.setting.names):
            known, place = self._known_gap()
        self.search.use(self.walk.context, self.graph.at(known, place))
        return between(self.walk, self.sides, self.strict)

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
            premises=graph.premises if place == 1 else [],
            cont=[graph.continuous(body, kinds)],
        )
        if strict and not steep and edge.judgement.op != "<":
            raise Unproved("a weak order is found where a strict one is asked for")
        return graph.run.infer("CHAIN", where.context, links=[edge, found]), where
