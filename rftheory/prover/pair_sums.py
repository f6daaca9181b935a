"""A sum over pairs ``i < j`` of a symmetric body is half of the sum over all i, j without the diagonal.

Pairs are told apart by ``s = sgn(j - i)``: with the weights ``(s^2 + s)/2``, ``(s^2 - s)/2`` and ``1 - s^2`` all double sums
run over the same square, where sums may be exchanged; over j a weighted sum is split below, at and above i.
"""

from __future__ import annotations

from rftheory.prover.words import *

_MINUS = rat(-1)


class _PairSum:
    """The double sums of a body ``f(i, j)`` for ``1 <= i, j <= m``; the body is that of the square."""

    def __init__(self, run: Any, context: Context, square: Term):
        self.run, self.context, self.square, self.size = run, context, square, square.args[1]
        self.row = self.opened(context, square)
        self.i = self.row.variable(self.row.size - 1)
        self.line = bodies(context, square)[2][0]
        self.cell = self.opened(self.row, self.line)
        self.j = self.cell.variable(self.cell.size - 1)
        self.f = bodies(self.row, self.line)[2][0]
        make_defined(run, self.cell, self.f)
        make_defined(run, self.row, self.at_diagonal)

    def opened(self, context: Context, term: Term) -> Context:
        inner, _, _ = bodies(context, term)
        self.run.declare(context, inner.declarations[-1])
        return inner

    @property
    def at_diagonal(self) -> Term:
        return instantiate(self.line.args[2], (self.i,))

    def sign(self, j: Term) -> Term:
        return make("sgn", (minus(j, self.i),))

    def equal(self, context: Context, first: Term, second: Term) -> Theorem:
        make_defined(self.run, context, first, second)
        return prove_equal(self.run, context, first, second)

    def ring(self, context: Context, first: Term, second: Term, eqs: list[Theorem] | None = None) -> Theorem:
        """An equation by algebra."""
        make_defined(self.run, context, first, second)
        return self.run.infer("RING", context, lhs=first, rhs=second, eqs=eqs or [])

    def chain(self, context: Context, *links: Theorem) -> Theorem:
        return self.run.infer("CHAIN", context, links=list(links))

    def back(self, context: Context, of: Theorem) -> Theorem:
        return self.run.infer("SYM", context, of=of)

    # -- one row ----------------------------------------------------------------------------------------------------

    def over_j(self, low: Term, high: Term, body: Callable[[Term], Term]) -> Term:
        """A sum over j in the context of i, of the body at j."""
        return make("sum", (low, high, close(body(self.j), (self.j,))))

    def weighted(self, weight: Callable[[Term], Term]) -> Term:
        """The row with a weight of the sign."""
        return self.over_j(ONE, self.size, lambda j: make("*", (weight(self.sign(j)), self.f)))

    def row_value(self, weight: Callable[[Term], Term], keep: int) -> Theorem:
        """The weighted row is its part with the sign ``keep``: above i (1) or at i (0)."""
        run, row, i = self.run, self.row, self.i
        whole = self.weighted(weight)
        make_defined(run, row, whole)
        below, following = make("+", (i, _MINUS)), make("+", (i, ONE))
        orders = [prove_order(run, row, *pair, strict=False) for pair in ((ONE, following), (i, self.size))]
        first = run.infer("SPLIT", row, whole=whole, last=i, following=following, orders=orders, l1=[])
        lower, upper = first.judgement.args[1].args
        make_defined(run, row, lower)
        orders = [prove_order(run, row, *pair, strict=False) for pair in ((ONE, i), (below, i))]
        second = run.infer("SPLIT", row, whole=lower, last=below, following=i, orders=orders, l1=[])
        parts = second.judgement.args[1].args
        eqs = [second, self.part(parts[0], -1, False), self.single(parts[1], weight, keep == 0)]
        eqs.append(self.part(upper, 1, keep == 1))
        values = [eq.judgement.args[1] for eq in eqs[1:]]
        value = values[2] if keep == 1 else values[1]
        joined = self.ring(row, first.judgement.args[1], value, eqs)
        return self.chain(row, first, joined)

    def part(self, part: Term, sign: int, kept: bool) -> Theorem:
        """A part of the row where the sign is fixed: the body itself, or 0."""
        run, row = self.run, self.row
        inner = self.opened(row, part)
        j = inner.variable(inner.size - 1)
        body = instantiate(part.args[2], (j,))
        gap = minus(j, self.i)
        sides = (ZERO, gap) if sign > 0 else (gap, ZERO)
        order = prove_order(run, inner, *sides, strict=True)
        schema = "sgn.positive" if sign > 0 else "sgn.negative"
        known = run.infer("ATOM", inner, schema=schema, terms=[gap], numbers=[], premises=[order])
        target = substitute(self.f, {self.j.data[0]: j}) if kept else ZERO
        make_defined(run, inner, body)
        make_defined(run, inner, target)
        eq = self.ring(inner, body, target, [known])
        make_defined(run, row, part)
        found = run.infer("CONG", row, eq=eq, term=part, paths=[[2]])
        if kept:
            return found
        nothing = run.infer("CONST", row, over=found.judgement.args[1], value=ZERO)
        zero = self.ring(row, nothing.judgement.args[1], ZERO)
        return self.chain(row, found, nothing, zero)

    def single(self, part: Term, weight: Callable[[Term], Term], kept: bool) -> Theorem:
        """The member at j = i."""
        run, row = self.run, self.row
        member = instantiate(part.args[2], (self.i,))
        make_defined(run, row, member)
        first = run.infer("SINGLE", row, term=part)
        gap = minus(self.i, self.i)
        zero = self.ring(row, gap, ZERO)
        moved = run.infer("CONG", row, eq=zero, term=make("sgn", (gap,)), paths=[[0]])
        sign = run.infer("ATOM", row, schema="sgn.zero", terms=[], numbers=[], premises=[])
        value = self.at_diagonal if kept else ZERO
        eqs = [self.chain(row, moved, sign)]
        return self.chain(row, first, self.ring(row, member, value, eqs))

    # -- the square -------------------------------------------------------------------------------------------------

    def lifted(self, eq: Theorem) -> Theorem:
        """From an equation of rows to one of the sums over i."""
        left = eq.judgement.args[0]
        whole = make("sum", (ONE, self.size, close(left, (self.i,))))
        make_defined(self.run, self.context, whole)
        return self.run.infer("CONG", self.context, eq=eq, term=whole, paths=[[2]])

    def halves(self) -> tuple[Theorem, Theorem, Theorem]:
        """The weighted squares above, below and on the diagonal: each with its value."""
        above = self.lifted(self.row_value(_above, 1))
        diagonal = self.lifted(self.row_value(_at, 0))
        upper = above.judgement.args[0]
        swapped = self.run.infer("SWAP", self.context, term=upper, first=[], whole=[], other=[])
        turned = swapped.judgement.args[1]
        below = make("sum", (ONE, self.size, close(self.weighted(_below), (self.i,))))
        make_defined(self.run, self.context, below)
        row, cell = self.opened(self.context, turned), None
        line = bodies(self.context, turned)[2][0]
        cell = self.opened(row, line)
        body = bodies(row, line)[2][0]
        other = bodies(row, bodies(self.context, below)[2][0])[2][0]
        make_defined(self.run, cell, body)
        mirrored = self.mirror(cell)
        eq = self.ring(cell, body, other, [mirrored, self.symmetric(cell)])
        inner = self.run.infer("CONG", row, eq=eq, term=line, paths=[[2]])
        ending = self.run.infer("CONG", self.context, eq=inner, term=turned, paths=[[2]])
        return above, self.chain(self.context, swapped, ending), diagonal

    def mirror(self, cell: Context) -> Theorem:
        """``sgn(i - j) = -sgn(j - i)``."""
        i, j = cell.variable(cell.size - 2), cell.variable(cell.size - 1)
        gap = minus(j, i)
        same = self.ring(cell, minus(i, j), make("neg", (gap,)))
        moved = self.run.infer("CONG", cell, eq=same, term=make("sgn", (minus(i, j),)), paths=[[0]])
        turned = self.run.infer("ATOM", cell, schema="sgn.neg", terms=[gap], numbers=[], premises=[])
        return self.chain(cell, moved, turned)

    def symmetric(self, cell: Context) -> Theorem:
        """``f(j, i) = f(i, j)``."""
        i, j = cell.variable(cell.size - 2), cell.variable(cell.size - 1)
        here = substitute(self.f, {self.i.data[0]: i, self.j.data[0]: j})
        there = substitute(self.f, {self.i.data[0]: j, self.j.data[0]: i})
        return self.equal(cell, there, here)

    def triangle(self) -> Theorem:
        """``sum_(i <= m) sum_(i < j <= m) f = sum_(i <= m - 1) ...``: the last row is empty."""
        run, context = self.run, self.context
        rows = self.over_j(make("+", (self.i, ONE)), self.size, lambda _: self.f)
        whole = make("sum", (ONE, self.size, close(rows, (self.i,))))
        make_defined(run, context, whole)
        last = make("+", (self.size, _MINUS))
        orders = [prove_order(run, context, *pair, strict=False) for pair in ((ONE, self.size), (last, self.size))]
        split = run.infer("SPLIT", context, whole=whole, last=last, following=self.size, orders=orders, l1=[])
        kept, one = split.judgement.args[1].args
        member = instantiate(one.args[2], (self.size,))
        make_defined(run, context, member)
        single = run.infer("SINGLE", context, term=one)
        empty = run.infer("NULL", context, term=member)
        joined = self.ring(context, split.judgement.args[1], kept, [single, empty])
        return self.chain(context, split, joined)

    def parts_of_square(self, above: Theorem, below: Theorem, diagonal: Theorem) -> Theorem:
        """The square is the sum of the three weighted squares."""
        run, context = self.run, self.context
        weighted = [above.judgement.args[0], below.judgement.args[1], diagonal.judgement.args[0]]
        rows = [bodies(context, term)[2][0] for term in weighted]
        make_defined(run, self.row, *rows)
        level = run.infer("LIN", self.row, terms=rows, coefficients=[ONE] * 3, l1=[])
        cells = bodies(self.row, level.judgement.args[0])[2][0]
        make_defined(run, self.cell, cells)
        eq = self.ring(self.cell, self.f, cells)
        row = self.chain(self.row, run.infer("CONG", self.row, eq=eq, term=self.line, paths=[[2]]), level)
        first = run.infer("CONG", context, eq=row, term=self.square, paths=[[2]])
        second = run.infer("LIN", context, terms=weighted, coefficients=[ONE] * 3, l1=[])
        return self.chain(context, first, second)


def _above(s: Term) -> Term:
    return product([HALF, total([power(s, 2), s])])


def _below(s: Term) -> Term:
    return product([HALF, minus(power(s, 2), s)])


def _at(s: Term) -> Term:
    return minus(ONE, power(s, 2))


def by_symmetry(run: Any, context: Context, square: Term) -> list[Theorem]:
    """Equations from which ``sum_(i < j) f = (square - sum_i f(i, i))/2`` follows by algebra, in the order of use."""
    pairs = _PairSum(run, context, square)
    above, below, diagonal = pairs.halves()
    return [
        pairs.parts_of_square(above, below, diagonal),
        pairs.back(context, below),
        above,
        diagonal,
        pairs.triangle(),
    ]
