"""Ways that are tried for an order without lines: which serve most, and how far each of them went.

1. *as it stands*: closed forms of both sides, and the sign of the gap with factors that are found (`Walk.order`).
2. *bounds of its parts*: functions below exponentials, as cosh t <= exp(t^2/2), are listed and the sign is looked for again.
   *closed forms*: those of two means are in the order, by any of these ways.
   *for all draws*: what is inside of two means is in this order, or inside of one and a number.
   *mean of the square*, or of those of two factors (Cauchy and Schwarz): at most the square of the bound.
3. *monotone in one parameter*: the gap is not negative at an end of its range and its derivative has a sign, or its derivative has
   one by the same way.
4. *times a denominator*: the numerator of the gap is monotone so; *chord*: the gap is concave and not negative at both ends.
5. *tangent*: the gap is convex in a parameter and touches its tangent where its derivative vanishes.
6. *both signs* of an absolute value that stands alone; *logarithms* of products of powers and exponentials; *cases at a cut*: where
   what is inside of an absolute value, a maximum or a minimum vanishes, or the gap has its least value. The parts go all of these ways.

A probability is bounded by Markov's, Chebyshev's, Chernoff's or Hoeffding's inequality instead (`tail_ways`).
"""

from __future__ import annotations

import re
from functools import cached_property

import sympy as sp

from rftheory.prover.words import *
from rftheory.chains.chain import Chain
from rftheory.execution.time_limit import TimeUp, within
from rftheory.prover.atom_signs import mono
from rftheory.prover.chains import Walk
from rftheory.prover.draw_ways import by_linear, for_all_draws
from rftheory.prover.expectations import closed_form, is_random
from rftheory.prover.graphs import halves
from rftheory.prover.mean_factors import without_factor
from rftheory.prover.monotone_ways import Monotone, between, cleared
from rftheory.prover.part_bounds import list_bounds
from rftheory.prover.signs import as_order
from rftheory.prover.square_ways import by_factors, by_square
from rftheory.prover.table import absolute
from rftheory.prover.tail_ways import tail_ways
from rftheory.prover.translate import expression
from rftheory.rules.nodes import Expectation, Probability
from rftheory.rules.propositions import Inequality
from rftheory.statements.domain import Range

#: steps for one way; seconds for the points at which a derivative vanishes, and points
_STEPS, _SECONDS, _POINTS = 5_000, 2, 3
#: cuts and signs of an order, one inside of the other
_SPLITS = 2
#: where a chain was written, which here is no place in a file of the reader's
_PLACE = re.compile(r"\[\w+, \w+\.py:\d+\] ")
#: what SymPy raises where it has no answer, or none soon
_NO_ANSWER = (TimeUp, NotImplementedError, ValueError, TypeError, RecursionError)
#: what is said of a parameter that vectors depend on
_OUTSIDE = "a symbol outside of the domain"
#: a way by its name, and what looks for the theorem
Way = tuple[str, Callable[[], Theorem]]


def by_ways(walk: Walk, said: Inequality, prop: Term, before: str) -> tuple[str, Theorem]:
    """The name of the way that leads to an order, and its theorem; ``before`` is what stopped it as it stands."""
    sides = (sp.sympify(said.left), sp.sympify(said.right))
    return _Order(walk, sides if said.relation[0] == "<" else sides[::-1], prop, _SPLITS).found(before)


@dataclass(frozen=True)
class _Order:
    """An order of two expressions, the smaller one first, and the proposition that says it.

    As many orders as ``splits`` says may be cut into parts, one inside of the other.
    """

    walk: Walk
    sides: tuple[sp.Expr, sp.Expr]
    prop: Term
    splits: int

    def found(self, before: str) -> tuple[str, Theorem]:
        """The name of the way that leads there, and the theorem."""
        stopped = [f"as it stands: {before}"]
        for name, find in list(tail_ways(self.walk, self.prop, self._of_terms)) or self._ways():
            try:
                with self.walk.search.apart(_STEPS):
                    theorem = find()
            except (Unproved, Refused, ValueError) as error:
                reason = "vectors of a mean depend on it" if _OUTSIDE in str(error) else _PLACE.sub("", str(error))
                stopped.append(f"{name}: {reason}")
                continue
            if theorem.judgement is self.prop:
                return name, theorem
        raise Unproved("; ".join(stopped))

    def by_any_way(self) -> Theorem:
        """A part of another order, as it stands or by a way."""
        try:
            return self.walk.as_it_stands(self.prop)
        except Unproved as error:
            if self.splits < 0 or "not in this order at" in str(error):
                raise
            return self.found(str(error))[1]

    @property
    def _is_strict(self) -> bool:
        return bool(self.prop.op == "<")

    @cached_property
    def _closed(self) -> tuple[Theorem, ...]:
        """The closed forms of both sides."""
        walk = self.walk
        return tuple(closed_form(walk.run, walk.context, walk.term(side)) for side in self.sides)

    def _ways(self) -> Iterator[Way]:
        walk, sides, gap = self.walk, self.sides, self.sides[1] - self.sides[0]
        free = gap.free_symbols
        ranges = [item for item in walk.setting.domain.ranges if item.symbol in free and not item.integer]
        # where both ends are numbers or parameters, more is seen sooner
        symbols = [item.symbol for item in sorted(ranges, key=lambda item: None in (item.low, item.high))]
        base = Walk(walk.prover, walk.setting, Chain(sides[0]))

        yield "bounds of its parts", self._by_parts
        if gap.has(Expectation):
            yield "for all draws", lambda: without_factor(walk, for_all_draws, *sides)
            yield "for all draws, by linear functions", lambda: without_factor(walk, by_linear, *sides)
            yield "mean of the square", lambda: without_factor(walk, by_square, *sides)
            yield "means of the squares of factors", lambda: without_factor(walk, by_factors, *sides)
        if self.splits and isinstance(sides[0], sp.Abs) and self.prop.args[0].op == "abs":
            yield "both signs", self._both_signs
        for symbol in symbols:
            yield f"monotone in {symbol}", lambda x=symbol: Monotone(base, x, sides, self._is_strict).order()  # type: ignore[misc]
        if gap.has(Expectation, Probability):
            if self.splits:
                yield "closed forms", self._by_closed_forms
            return
        products = all(side.is_Mul or side.is_Pow or isinstance(side, sp.exp) for side in sides)
        if self.splits and products and gap.has(sp.exp, sp.Pow):
            yield "logarithms of both sides", self._by_logarithms
        yield from self._by_shape(gap, symbols, base)

    def _by_shape(self, gap: sp.Expr, symbols: Sequence[sp.Symbol], base: Walk) -> Iterator[Way]:
        """By the numerator of the gap, its curvature, or where it has a kink or its derivative vanishes."""
        numerator, denominator = sp.fraction(sp.together(gap))
        for symbol in symbols if denominator.free_symbols else ():
            name = f"monotone in {symbol}, times {denominator}"
            yield name, lambda x=symbol: cleared(base, x, numerator, denominator, self.sides, self._is_strict)  # type: ignore[misc]
        ranges = {item.symbol: item for item in self.walk.setting.domain.ranges}
        for symbol, item in ranges.items():
            if symbol in symbols and None not in (item.low, item.high) and item.closed == "[]":
                chain = Chain(gap).chord(symbol, item.low, item.high, ">=")
                yield f"chord in {symbol}", lambda c=chain: self._known(c)  # type: ignore[misc]
        for symbol in symbols:
            cuts = _kinks(gap, symbol)
            for point in () if cuts else _still(gap, symbol):
                chain = Chain(gap).tangent(symbol, point)
                yield f"tangent at {symbol} = {point}", lambda c=chain: self._known(c)  # type: ignore[misc]
            for cut in cuts or _still(gap, symbol) if self.splits else ():
                if _is_between(cut, ranges[symbol]):
                    yield f"cases at {symbol} = {cut}", lambda x=symbol, c=cut: self._cases(x, c)  # type: ignore[misc]

    # -- each of them -----------------------------------------------------------------------------------------------

    def _known(self, chain: Chain) -> Theorem:
        """The order, with one that a chain shows of its gap."""
        walk = self.walk
        walk.search.use(walk.context, Walk(walk.prover, walk.setting, chain.ge(0)).whole())
        return between(walk, self.sides, self._is_strict)

    def _by_parts(self) -> Theorem:
        """The order, with what is known of the functions in the closed forms of both sides."""
        if not list_bounds(self.walk.search, self.walk.context, *(side.judgement.args[1] for side in self._closed)):
            raise Unproved("no function with a known bound")
        return between(self.walk, self.sides, self._is_strict)

    def _part(self, sides: tuple[sp.Expr, sp.Expr]) -> Theorem:
        """The order of other expressions, with one split less."""
        terms = tuple(self.walk.term(side) for side in sides)
        return _Order(self.walk, sides, make(self.prop.op, terms), self.splits - 1).by_any_way()

    def _both_signs(self) -> Theorem:
        """``|f| <= g`` from ``f <= g`` and ``-g <= f``."""
        walk, op = self.walk, self.prop.op
        search, (inner,), bound, parts = walk.search, self.prop.args[0].args, self.prop.args[1], []
        one, other = self.sides[0].args[0], self.sides[1]
        for ends, fact in (((one, other), (ZERO, inner)), ((-other, one), (inner, ZERO))):
            order = self._part(ends)
            place = walk.run.declare(walk.context, make("<=", fact))
            same = absolute(search, place, inner, search.infer("HYP", place, fact=make("<=", fact)))
            whole = search.infer("POS", place, lhs=self.prop.args[0], rhs=bound, rows=[row(order)], eqs=[same])
            parts.append(whole if op == "<" else as_order(search, place, whole, "<="))
        return search.infer("CASES", walk.context, of=parts)

    def _of_terms(self, smaller: Term, larger: Term, strict: bool) -> Theorem:
        """An order of terms, as that of their expressions."""
        walk = self.walk
        sides = tuple(_simple(expression(side, walk.setting.values())) for side in (smaller, larger))
        terms = tuple(walk.term(side) for side in sides)
        order = _Order(walk, sides, make("<" if strict else "<=", terms), self.splits - 1).by_any_way()
        links = [walk.equal(smaller, terms[0]), order, walk.equal(terms[1], larger)]
        return walk.search.infer("CHAIN", walk.context, links=links)

    def _by_closed_forms(self) -> Theorem:
        """The order of two means from that of their closed forms, by all ways."""
        first, last = self._closed
        for side in self._closed:
            if is_random(side.judgement.args[1]):
                raise Unproved(f"no closed form of {shown(side.judgement.args[0])}")
        order = self._of_terms(first.judgement.args[1], last.judgement.args[1], self._is_strict)
        run, context = self.walk.run, self.walk.context
        return run.infer("CHAIN", context, links=[first, order, run.infer("SYM", context, of=last)])

    def _by_logarithms(self) -> Theorem:
        """The order of two positive products from that of their logarithms."""
        walk = self.walk
        first, last = (sp.expand_log(sp.log(side), force=True) for side in self.sides)
        grown = mono(walk.search, walk.context, self._part((first, last)), "exp")
        ends = [walk.term(side) for side in self.sides]
        links = [walk.equal(end, side) for end, side in zip(ends, grown.judgement.args, strict=True)]
        back = walk.search.infer("SYM", walk.context, of=links[1])
        return walk.search.infer("CHAIN", walk.context, links=[links[0], grown, back])

    def _cases(self, symbol: sp.Symbol, cut: sp.Expr) -> Theorem:
        """The order on both sides of a cut, each by the ways that lead there."""
        walk = self.walk
        places = [Walk(walk.prover, half, None) for half in halves(walk, symbol, cut)]
        parts = [_Order(place, self.sides, self.prop, self.splits - 1).by_any_way() for place in places]
        return walk.search.infer("CASES", walk.context, of=parts)


def _still(gap: sp.Expr, symbol: sp.Symbol) -> list[sp.Expr]:
    """Where the derivative of the gap vanishes, as far as that is seen soon."""
    slope = sp.diff(gap, symbol)
    if slope.has(sp.Sum):
        return []  # SymPy divides by zero in some sums of powers
    found = [sp.Integer(n) for n in (0, 1) if sp.simplify(slope.subs(symbol, n)) == 0]
    with suppress(*_NO_ANSWER):
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


def _is_between(point: sp.Expr, item: Range) -> bool:
    """Whether a point is not seen to be an end of a range, or outside of it."""
    low, high = (end if end is None else sp.sympify(end) for end in (item.low, item.high))
    return (low is None or sp.Le(point, low) != sp.true) and (high is None or sp.Ge(point, high) != sp.true)


def _simple(expr: sp.Expr) -> sp.Expr:
    """An expression as SymPy would write it, as far as that is seen soon."""
    with suppress(*_NO_ANSWER):
        simple: sp.Expr = within(_SECONDS, lambda: sp.simplify(expr))
        return simple
    return expr
