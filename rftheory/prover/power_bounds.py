"""Power series with positive coefficients: a hypergeometric function lies above its tangents, from 0 on.

Proved once for each number of parameters, in a context of its own; used elsewhere as an instance.
"""

from __future__ import annotations

from rftheory.prover.words import *
from rftheory.prover.learn import Known


def above_tangent(run: Any, context: Context, function: Term, point: Term, bend: bool) -> Theorem:
    """``f(s) + f'(s)(z - s) <= f(z)`` for ``f(z)`` a pFq at z >= 0 with positive parameters, and s >= 0.

    With ``bend`` the smaller side has ``f''(0)/2 (z - s)^2`` besides.
    """
    if function.op != "pfq" or function.data not in ((0, 1), (1, 1)):
        raise Unproved("no function 0F1 or 1F1")
    search = search_of(run)
    general = search.once(
        (EMPTY, "tangent", function.data, bend), lambda: _Tangent(search, function.data, bend).whole()
    )
    *parameters, z = function.args
    make_defined(run, context, *parameters, point, z)
    return instantiated(run, context, general, [*parameters, point, z])


class _Tangent:
    """The general theorem, in the context of the parameters, the point s and the place z."""

    def __init__(self, search: Search, data: tuple[int, int], bend: bool):
        self.search, self.run, self.data = search, search.run, data
        context = EMPTY
        for _ in range(sum(data)):
            context = self.run.declare(context, declare("real", low=ZERO, closed="(]"))
        self.outer = self.run.declare(context, declare("real", low=ZERO))
        self.parameters = [self.outer.variable(place) for place in range(sum(data))]
        self.s = self.outer.variable(sum(data))
        self.closed = self.run.declare(self.outer, declare("real", low=ZERO))
        self.open = self.run.declare(self.outer, declare("real", low=ZERO, closed="(]"))
        self.x = self.closed.variable(self.outer.size)
        self.bend = self._bend() if bend else ZERO

    def _bend(self) -> Term:
        """``f''(0)/2``."""
        above, below = self.parameters[: self.data[0]], self.parameters[self.data[0] :]
        up = [part for a in above for part in (a, make("+", (a, ONE)))]
        down = [make("inv", (part,)) for b in below for part in (b, make("+", (b, ONE)))]
        return product([HALF, *up, *down])

    def body(self, term: Term) -> Term:
        return close(term, (self.x,))

    def slope(self, body: Term) -> Theorem:
        return self.run.infer("DERIV", self.outer, over=make("int", (ZERO, OO, body)), premises=[])

    def cont(self, body: Term) -> Theorem:
        over = make("cont", (ZERO, OO, body), ("closed", "open"))
        return self.run.infer("CONT", self.outer, over=over, given=[], premises=[])

    def rows(self, context: Context, smaller: Term, larger: Term, rows: list[list[Theorem]]) -> Theorem:
        terms = [smaller, larger, *(side for row in rows for sign in row for side in sign.judgement.args)]
        known = Known(self.search, context, terms)
        made = [row(*signs) for signs in rows]
        return self.search.infer("POS", context, lhs=smaller, rhs=larger, rows=made, eqs=known.equations(terms))

    def whole(self) -> Theorem:
        """The function without its term of degree 2 is convex, and least at s once its tangent is taken off."""
        run, s, x = self.run, self.s, self.x
        function = make("pfq", (*self.parameters, x), self.data)
        f = self.body(function if self.bend is ZERO else minus(function, product([self.bend, power(x, 2)])))
        first = self.slope(f)
        g = first.judgement.args[3]
        second = self.slope(g)
        sign = self._convex(instantiate(second.judgement.args[3], (x,)))
        tangent = total([instantiate(f, (s,)), product([instantiate(g, (s,)), minus(x, s)])])
        gap = self.body(minus(instantiate(f, (x,)), tangent))
        of_gap = self.slope(gap)
        rises = self._rises(instantiate(of_gap.judgement.args[3], (x,)), second, sign, self.cont(g))
        least = run.infer("VALLEY", self.closed, slope=of_gap, cont=[self.cont(gap)], point=s, sign=rises, premises=[])
        line = total([instantiate(self.body(function), (s,)), product([self._rate(), minus(x, s)])])
        if self.bend is not ZERO:
            line = total([line, product([self.bend, power(minus(x, s), 2)])])
        return self.rows(self.closed, line, function, [[least]])

    def _rate(self) -> Term:
        """``f'(s)``."""
        above, below = self.parameters[: self.data[0]], self.parameters[self.data[0] :]
        shifted = make("pfq", (*(make("+", (p, ONE)) for p in self.parameters), self.s), self.data)
        return product([*above, *(make("inv", (b,)) for b in below), shifted])

    def _convex(self, bend: Term) -> Theorem:
        """The second derivative is a positive multiple of a series that is at least 1, less that multiple."""
        found: Theorem = prove_order(self.run, self.open, ZERO, bend, False)
        return found

    def _rises(self, rate: Term, second: Theorem, sign: Theorem, cont: Theorem) -> Theorem:
        """``(x - s) F'(x)`` is not negative, on either side of s."""
        run, s, x = self.run, self.s, self.x
        apart = run.declare(self.open, make("!=", (x, s)))
        distance = make("*", (minus(x, s), rate))
        cases = []
        for sides in ((s, x), (x, s)):
            context = run.declare(apart, make("<=", sides))
            order = run.infer("HYP", context, fact=make("<=", sides))
            further = run.declare(context, declare("real", low=ZERO, closed="(]"))
            values = [further.variable(place) for place in (*range(x.data[0]), further.size - 1)]
            there = run.infer("INST", further, of=sign, values=values, premises=[])
            ordered = run.infer("SLOPE", context, slope=second, cont=[cont], sign=there, order=order, premises=[])
            cases.append(self.rows(context, ZERO, distance, [[order, ordered]]))
        return run.infer("CASES", apart, of=cases)
