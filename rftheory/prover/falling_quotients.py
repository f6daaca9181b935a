"""How it is proved that a quotient of power series falls, as the quotients of its coefficients do (Biernacki and Krzyz 1955).

For ``N(u) = sum a_k u^k``, ``D(u) = sum b_k u^k`` with ``b_k > 0`` and 0 < s < t the double series of

    e(j, k) = n_j(s) d_k(t) - n_j(t) d_k(s) + n_k(s) d_j(t) - n_k(t) d_j(s) = (a_j b_k - a_k b_j)(s^j t^k - s^k t^j),

where n_k, d_k are the members, is ``2 (N(s) D(t) - N(t) D(s))``: row by row it is linear in the four series, so that no sums are
exchanged. Neither factor of e is negative for j < k, neither positive for j > k.
"""

from __future__ import annotations

from rftheory.prover.step_words import *
from rftheory.chains.reasons import Series
from rftheory.prover.angle_steps import same_integrals
from rftheory.prover.convergence import inside
from rftheory.prover.falling_coefficients import Coefficients
from rftheory.prover.series_steps import Expanded
from rftheory.prover.signs import as_order
from rftheory.prover.sum_steps import split_after


@step(Series, "falling")
def quotient_falls(walk: Walk, reason: Series, number: int) -> Theorem:
    """From N(t)/D(t) to N(s)/D(s)."""
    parts, ends = reason.of["parts"], reason.of["ends"]
    made = _Falling(walk, reason.of)
    above, below = ([walk.term(sp.sympify(part).xreplace({made.u: end})) for part in parts] for end in ends)
    smaller, larger = (mul(n, inv(d)) for n, d in (above, below))
    signs = [prove_order(walk.search, walk.context, ZERO, d, True) for _, d in (above, below)]
    over = [prove_order(walk.search, walk.context, ZERO, inv(d), True) for _, d in (above, below)]
    for sign in signs:
        walk.search.use(walk.context, sign)
    cross = made.crossed()
    make_defined(walk.search, walk.context, smaller, larger)
    found = by_rows(walk, smaller, larger, [[cross, *over]])
    return weakened(
        walk, between(walk, walk.line(number - 1), found, walk.line(number)), walk.chain.lines[number].relation
    )


class _Falling:
    """N(t) D(s) against N(s) D(t)."""

    def __init__(self, walk: Walk, of: Mapping[str, Any]):
        self.walk, self.search, self.context = walk, walk.search, walk.context
        (self.last, self.first), self.expansions, self.parts = of["ends"], of["series"], of["parts"]
        self.u, self.k = self.expansions.variable, self.expansions.index
        low, single = int(sp.sympify(of["index"].low)), of["single"]
        self.start = min(low, *single) if single else low
        #: N(s), N(t), D(s), D(t), and their series from the first index where they do not vanish
        self.wholes: list[Theorem] = []
        self.sums: list[Term] = []
        for part in self.parts:
            for end in (self.first, self.last):
                self._expand(sp.sympify(part), end)
        self.s, self.t = (walk.setting.symbols[end] for end in (self.first, self.last))
        self.coefficients = Coefficients(walk, of, self.s, self.sums[0], self.sums[2], self.start)
        self.row = self.coefficients.row

    def _expand(self, part: sp.Expr, end: sp.Symbol) -> None:
        """A part at an end as its series, without the first member where that is 0."""
        at, walk = {self.u: end}, self.walk
        names = {function: sp.Dummy() for function in self.expansions.terms}
        form = part.xreplace(names)
        found = {f.xreplace(at): sp.diff(form, name) for f, name in names.items() if form.has(name)}
        terms = {f.xreplace(at): term.xreplace(at) for f, term in self.expansions.terms.items()}
        whole = Expanded.combined(walk, part.xreplace(at), terms, self.k, found)
        self.search.use(self.context, walk.run.infer("L1", self.context, of=whole.value, term=whole.series))
        if self.start == 0:
            self.wholes.append(whole.value)
            self.sums.append(whole.series)
            return
        if self.start > 1:
            raise Unproved("more than one member vanishes")
        split = split_after(walk, whole.series, 0)
        head, rest = split.judgement.args[1].args
        start = instantiate(head.args[2], (ZERO,))
        make_defined(self.search, self.context, start)
        single = walk.run.infer("SINGLE", self.context, term=head)
        nothing = same_integrals(walk, single.judgement.args[1], ZERO)
        zero = walk.run.infer("CHAIN", self.context, links=[single, nothing])
        same = self.search.infer("RING", self.context, lhs=split.judgement.args[1], rhs=rest, eqs=[zero])
        self.wholes.append(walk.run.infer("CHAIN", self.context, links=[whole.value, split, same]))
        self.sums.append(rest)

    def member(self, place: int, k: Term) -> Term:
        """n_k(s), n_k(t), d_k(s) or d_k(t)."""
        return instantiate(self.sums[place].args[2], (k,))

    # -- the double series ----------------------------------------------------------------------------------------------

    def _rows(self) -> tuple[Term, Theorem, Theorem]:
        """The double series, its value, and the sum over k in the context of j."""
        run, row = self.walk.run, self.row
        j = row.variable(row.size - 1)
        order = (3, 2, 1, 0)
        signs = (1, -1, -1, 1)
        # n_j(s) D(t) - n_j(t) D(s) - d_j(s) N(t) + d_j(t) N(s)
        own = (0, 1, 2, 3)

        def signed(term: Term, sign: int) -> Term:
            return term if sign > 0 else neg(term)

        front = [signed(self.member(place, j), sign) for place, sign in zip(own, signs, strict=True)]
        make_defined(self.search, row, *front)
        level = run.infer("LIN", row, terms=[self.sums[place] for place in order], coefficients=front, l1=[])
        outer = [signed(self.sums[place], sign) for place, sign in zip(order, signs, strict=True)]
        whole = run.infer("LIN", self.context, terms=[self.sums[p] for p in own], coefficients=outer, l1=[])
        _, _, body = opened(self.search, self.context, whole.judgement.args[0])
        same = self.search.infer("RING", row, lhs=body, rhs=level.judgement.args[1], eqs=[])
        back = self.search.infer("SYM", row, of=level)
        same = self.search.infer("CHAIN", row, links=[same, back])
        value = inside(self.search, self.context, whole.judgement.args[0], whole, same)
        value = self.search.infer("CHAIN", self.context, links=[value, whole])
        return value.judgement.args[0], value, level

    def crossed(self) -> Theorem:
        """``N(t) D(s) < N(s) D(t)``, or ``<=``."""
        double, value, level = self._rows()
        row, inner_sum = self.row, level.judgement.args[0]
        cell, (k,), body = opened(self.search, row, inner_sum)
        e = self._not_negative(cell, row.variable(row.size - 1), k, body)
        converges = self.search.infer("L1", row, of=level, term=inner_sum)
        each = self._sum_from_zero(row, inner_sum, e, level)
        at = min(self.coefficients.strict, default=None)
        strict = None if at is None else (rat(at), self._strict(at, double, converges, e))
        whole = self._sum_from_zero(self.context, double, each, value, strict)
        whole = self.search.infer("CHAIN", self.context, links=[whole, value])
        ns, nt, ds, dt = (whole_.judgement.args[0] for whole_ in self.wholes)
        smaller, larger = mul(nt, ds), mul(ns, dt)
        make_real(self.search, self.context, smaller)
        rows_ = [{"q": Fraction(1, 2), "h": [], "signs": [whole], "nz": []}]
        return self.search.infer("POS", self.context, lhs=smaller, rhs=larger, rows=rows_, eqs=self.wholes)

    def _zeros(self, context: Context, place: int) -> Theorem:
        """``sum 0 d_k = 0``."""
        linear = self.search.infer("LIN", context, terms=[self.sums[place]], coefficients=[ZERO], l1=[])
        zero = self.search.infer("RING", context, lhs=linear.judgement.args[1], rhs=ZERO, eqs=[])
        return self.search.infer("CHAIN", context, links=[linear, zero])

    def _from_zero(self, context: Context, zero: Term, order: Theorem) -> Theorem:
        """An order from 0 on as one from ``0 d_k`` on."""
        make_defined(self.search, context, zero)
        same = self.search.infer("RING", context, lhs=zero, rhs=ZERO, eqs=[])
        return self.search.infer("CHAIN", context, links=[same, order])

    def _sum_from_zero(
        self, context: Context, upper: Term, each: Theorem, l1: Theorem, strict: tuple[Term, Theorem] | None = None
    ) -> Theorem:
        """``0 <= sum f`` from ``0 <= f`` inside, or ``0 < sum f`` from ``0 < f`` at one index."""
        nothing = self._zeros(context, 2)
        zeros = nothing.judgement.args[0]
        inner, _, (zero,) = bodies(context, zeros)
        step_ = {"lower": zeros, "upper": upper, "by": self._from_zero(inner, zero, each), "l1": [l1, nothing]}
        orders, at = list[Theorem](), list[Term]()
        if strict is not None:
            at = [strict[0]]
            orders = [self._from_zero(context, instantiate(zeros.args[2], at), strict[1])]
        found = self.search.infer("COMPARE", context, **step_, strict=orders, at=at)
        back = self.search.infer("SYM", context, of=nothing)
        return self.search.infer("CHAIN", context, links=[back, found])

    def _strict(self, at: int, double: Term, converges: Theorem, e: Theorem) -> Theorem:
        """The row of an index is positive: so is its member beside the diagonal."""
        search, context, j, k = self.search, self.context, rat(at), rat(at + 1)
        upper = instantiate(double.args[2], (j,))
        own = [*(context.variable(place) for place in range(context.size)), j]
        l1 = instantiated(search, context, converges, own)
        search.use(context, l1)
        cell, _, _ = opened(search, context, upper)
        values = [cell.variable(place) for place in range(context.size)]
        each = instantiated(search, cell, e, [*values, j, cell.variable(cell.size - 1)])
        beside = instantiate(upper.args[2], (k,))
        make_defined(search, context, beside)
        strict = self._product(self.walk, self.coefficients.strict[at], j, k, beside)
        return self._sum_from_zero(context, upper, each, l1, (k, strict))

    def _not_negative(self, cell: Context, j: Term, k: Term, body: Term) -> Theorem:
        """``0 <= e(j, k)``."""
        run, ordered = self.walk.run, self.coefficients.ordered()
        cases = []
        for relation, sides in (("<", (j, k)), ("=", (j, k)), ("<", (k, j))):
            here = run.declare(cell, make(relation, sides))
            there = Walk(self.walk.prover, self.walk.setting.within(here), None)
            fact = run.infer("HYP", here, fact=make(relation, sides))
            if relation == "=":
                eq = run.infer("CONG", here, eq=fact, term=body, paths=[])
                zero = self.search.infer("RING", here, lhs=eq.judgement.args[1], rhs=ZERO, eqs=[])
                back = run.infer("SYM", here, of=run.infer("CHAIN", here, links=[eq, zero]))
                cases.append(run.infer("WEAKEN", here, of=back, to="<="))
                continue
            found_ = self._ordered_product(there, ordered, fact, *sides, body)
            cases.append(as_order(self.search, here, found_, "<="))
        found: Theorem = run.infer("CASES", cell, of=cases)
        return found

    def _ordered_product(self, there: Walk, ordered: Theorem, fact: Theorem, j: Term, k: Term, body: Term) -> Theorem:
        """``0 <= e`` for j < k."""
        values = [there.context.variable(place) for place in range(self.context.size)]
        first = instantiated(self.search, there.context, ordered, [*values, j, k])
        gap = minus(k, j)
        make_real(self.search, there.context, gap)
        self.search.use(there.context, by_rows(there, ZERO, gap, [[fact]]))
        return self._product(there, first, j, k, body)

    def _product(self, there: Walk, first: Theorem, j: Term, k: Term, body: Term) -> Theorem:
        """The sign of e, from the orders of coefficients and of powers."""
        here, s, t = there.context, self.s, self.t
        order, gap = prove_order(self.search, here, s, t, True), minus(k, j)
        self.search.use(here, prove_order(self.search, here, ZERO, gap, True))
        powers = self.search.infer("MONO", here, order=order, function="rpow", number=0, exponent=[gap], premises=[])
        base = mul(make("rpow", (s, j)), make("rpow", (t, j)), inv(mul(make("rpow", (s, j)), make("rpow", (s, k)))))
        make_defined(self.search, here, base)
        sign = prove_order(self.search, here, ZERO, base, True)
        return by_rows(there, ZERO, body, [[first, powers, sign]])
