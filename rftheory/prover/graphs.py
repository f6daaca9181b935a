"""The graph of a function of one parameter of a chain: its interval opened last, derivatives, continuity.

Rules about graphs bind the variable after everything else, so the context of a chain is made anew without it; what is proved
there goes back to the chain as an instance. Lemmas that the chain has in use are used inside of the interval as well.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property

import sympy as sp

from rftheory.prover.words import *
from rftheory.kernel.rules.slopes import Slopes
from rftheory.kernel.values import nonzero, positive
from rftheory.prover.chains import Walk
from rftheory.prover.instances import instance
from rftheory.prover.learn import Known
from rftheory.prover.setting import Setting
from rftheory.statements.domain import Range


def by_rows(
    walk: Walk, smaller: Term, larger: Term, rows: Sequence[Sequence[Theorem]], squares: Sequence[Theorem] = ()
) -> Theorem:
    """``smaller <= larger``: the gap is a sum of products of orders; ``squares`` say of terms that they are not 0.

    Each of these is a factor, squared, of all rows.
    """
    h = [square.judgement.args[0] for square in squares]
    terms = [smaller, larger, *h, *(side for row in rows for sign in row for side in sign.judgement.args)]
    make_defined(walk.search, walk.context, *terms)
    make_real(walk.search, walk.context, smaller)
    made = [{"q": Fraction(1), "h": h, "signs": list(row), "nz": list(squares)} for row in rows]
    step = {"lhs": smaller, "rhs": larger, "rows": made}
    with suppress(Refused):
        return walk.run.infer("POS", walk.context, **step, eqs=[])
    known = walk.search.once((walk.context, "rows", *terms), lambda: Known(walk.search, walk.context, terms))
    return walk.run.infer("POS", walk.context, **step, eqs=known.equations(terms))


def between(walk: Walk, smaller: Term, order: Theorem, larger: Term) -> Theorem:
    """An order with other terms for its sides."""
    first, last = order.judgement.args
    links = [] if smaller is first else [walk.equal(smaller, first)]
    links += [order] + ([] if larger is last else [walk.equal(last, larger)])
    return walk.search.infer("CHAIN", walk.context, links=links)


def in_lines(walk: Walk, number: int, order: Theorem, rises: bool) -> Theorem:
    """An order between a line and the one before it, strict where the line is."""
    sides = (walk.line(number - 1), walk.line(number))
    smaller, larger = sides if rises else sides[::-1]
    found = between(walk, smaller, order, larger)
    return weakened(walk, found, walk.chain.lines[number].relation)


def put(walk: Walk, number: int, equation: Theorem) -> Theorem:
    """From a line to the next one, by an equality of parts of them."""
    line, target = walk.line(number - 1), walk.line(number)
    first = walk.search.infer("CONG", walk.context, eq=equation, term=line, paths=[])
    return walk.search.infer("CHAIN", walk.context, links=[first, walk.equal(first.judgement.args[1], target)])


def weakened(walk: Walk, order: Theorem, relation: str) -> Theorem:
    """``<`` as ``<=`` where the line says no more; an equation is left as it is."""
    if relation == "=":
        return order
    if len(relation) == 1 and order.judgement.op != "<":
        raise Unproved("a weak order is found where a strict one is asked for")
    if len(relation) == 2 and order.judgement.op == "<":
        return walk.run.infer("WEAKEN", walk.context, of=order, to="<=")
    return order


def halves(walk: Walk, symbol: sp.Symbol, cut: sp.Expr) -> list[Setting]:
    """Where a parameter is up to a cut, and from it on: its range ends there."""
    domain, x, c = walk.setting.domain, walk.setting.symbols[symbol], walk.term(cut)
    item = next(item for item in domain.ranges if item.symbol == symbol)
    below, above = (
        replace(item, high=cut, closed=item.closed[0] + "]"),
        replace(item, low=cut, closed="[" + item.closed[1]),
    )
    found = []
    for own, sides in ((below, (x, c)), (above, (c, x))):
        context = walk.run.declare(walk.context, make("<=", sides))
        found.append(walk.setting.within(context, domain=domain.with_ranges(own)))
    return found


@dataclass(frozen=True)
class Graph:
    """A function of a parameter of a chain, over the whole range of that parameter."""

    walk: Walk
    symbol: sp.Symbol
    outer: Setting
    ends: tuple[Term, Term]
    kinds: tuple[str, str]
    #: how many lines of the chain come before, with their lemmas
    before: int

    @staticmethod
    def over(walk: Walk, symbol: sp.Symbol, number: int, expressions: Sequence[sp.Expr]) -> Graph:
        """The range of a parameter, opened after all other entries of the domain."""
        domain = walk.setting.domain
        item = _range_of(symbol, domain.ranges)
        ranges = tuple(other for other in domain.ranges if other is not item)
        conditions = tuple(c for c in domain.conditions if not c.has(symbol))
        outer = Setting(walk.run, replace(domain, ranges=ranges, conditions=conditions), expressions)
        whole = Walk(walk.prover, outer, walk.chain)
        ends = [None if end is None else whole.term(sp.sympify(end)) for end in (item.low, item.high)]
        kinds = zip(item.closed, ends, strict=True)
        closed = ["closed" if sign in "[]" and end is not None else "open" for sign, end in kinds]
        low, high = (MINUS_OO if ends[0] is None else ends[0]), (OO if ends[1] is None else ends[1])
        return Graph(walk, symbol, outer, (low, high), (closed[0], closed[1]), number)

    @property
    def run(self) -> Any:
        return self.walk.run

    @cached_property
    def premises(self) -> list[Theorem]:
        """That the interval has an inside."""
        low, high = self.ends
        if low is MINUS_OO or high is OO:
            return []
        return [prove_order(self.run, self.outer.context, low, high, True)]

    @cached_property
    def around(self) -> Walk:
        """The chain in the context without the parameter."""
        return Walk(self.walk.prover, self.outer, self.walk.chain)

    @cached_property
    def inside(self) -> Walk:
        return self.opened(("open", "open"))

    @cached_property
    def whole(self) -> Walk:
        return self.opened(self.kinds)

    def opened(self, kinds: tuple[str, str], apart: Term | None = None) -> Walk:
        """The chain in the context of the interval; ``apart`` is a point that the parameter is not."""
        marks = ("[" if kinds[0] == "closed" else "(") + ("]" if kinds[1] == "closed" else ")")
        setting = self.outer.opened(self.symbol, self.ends, marks)
        if apart is not None:
            setting = setting.within(
                self.run.declare(setting.context, make("!=", (setting.symbols[self.symbol], apart)))
            )
        found = Walk(self.walk.prover, setting, self.walk.chain)
        found.lemmas_before(self.before)
        return found

    def x(self, walk: Walk) -> Term:
        return walk.setting.symbols[self.symbol]

    def body(self, expr: sp.Expr) -> Term:
        """A function of the parameter, closed."""
        return close(self.whole.term(expr), (self.x(self.whole),))

    # -- derivatives and continuity ---------------------------------------------------------------------------------

    def derivative(self, body: Term) -> Theorem:
        """``D (low high) f f'`` with the derivative that the kernel computes."""
        inner, x = self.inside, self.x(self.inside)
        term = instantiate(body, (x,))
        make_smooth(inner, term, x)
        slope = Slopes(inner.search.kernel, x, self.premises).of(inner.context, term)
        make_defined(self.run, inner.context, slope)
        over = make("int", (*self.ends, body))
        return self.run.infer("DERIV", self.outer.context, over=over, premises=self.premises)

    def continuity(self, body: Term) -> list[Theorem]:
        """``cont`` up to the ends that belong to the interval; nothing if none does."""
        if self.kinds == ("open", "open"):
            return []
        return [self.continuous(body, self.kinds)]

    def continuous(self, body: Term, kinds: tuple[str, str]) -> Theorem:
        inner = self.whole if kinds == self.kinds else self.opened(kinds)
        term = instantiate(body, (self.x(inner),))
        make_smooth(inner, term, self.x(inner), strict=False)
        over = make("cont", (*self.ends, body), kinds)
        return self.run.infer("CONT", self.outer.context, over=over, given=[], premises=[])

    def at(self, theorem: Theorem, inner: Walk) -> Theorem:
        """A theorem of the opened interval in the chain itself."""
        return instance(self.walk, inner.setting, theorem, {})


def _range_of(symbol: sp.Symbol, ranges: Sequence[Range]) -> Range:
    for item in ranges:
        if item.symbol == symbol and not item.integer and not item.shape:
            return item
    raise Unproved(f"{symbol} has no interval")


def make_smooth(walk: Walk, term: Term, x: Term, strict: bool = True) -> None:
    """List what derivatives and continuity ask of parts: arguments of roots and logarithms off the cut, and so on."""
    with suppress(Unproved):
        make_real(walk.search, walk.context, term)
    make_defined(walk.search, walk.context, term)
    kernel, seen = walk.search.kernel, set[Term]()
    todo = [term]
    while todo:
        part = todo.pop()
        if part in seen or x.data not in part.variables or part.op == "var":
            continue
        seen.add(part)
        todo += [arg for arg in part.args if not arg.loose]
        if part.op in ("log", "sqrt", "root", "rpow", "bessel_i", "bessel_j", "gamma"):
            place = part.args[-1] if part.op.startswith("bessel") else part.args[0]
            if not positive(kernel, walk.context, place):
                _use(walk, place, strict)
        if part.op == "rpow" and x.data in part.args[1].variables:
            continue
        if part.op in ("abs", "inv") and not nonzero(kernel, walk.context, part.args[0]):
            with suppress(Unproved):
                walk.search.use(walk.context, prove_nonzero(walk.search, walk.context, part.args[0]))
        if part.op == "pfq" and part.data[0] > part.data[1]:
            with suppress(Unproved):
                size = make("abs", part.args[-1:])
                walk.search.use(walk.context, prove_order(walk.search, walk.context, size, ONE, True))


def _use(walk: Walk, place: Term, strict: bool) -> None:
    """List the sign of a part, the strict one if it is found."""
    with suppress(Unproved):
        sign = prove_sign(walk.search, walk.context, place)
        if sign is not None and (not strict or sign.judgement.op == "<"):
            walk.search.use(walk.context, sign)
            if strict and not positive(walk.search.kernel, walk.context, place):
                # of a sum the kernel sees by its members that it is not negative, and asks no further
                apart = make("+", (make("abs", (place,)), make("re", (place,))))
                walk.search.use(walk.context, prove_order(walk.search, walk.context, ZERO, apart, True))
