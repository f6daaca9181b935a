"""The coefficients of two power series of which a quotient falls: neighbours are compared by chains, others by induction."""

from __future__ import annotations

from rftheory.prover.step_words import *
from rftheory.chains.chain import Chain
from rftheory.prover.angle_steps import same_integrals
from rftheory.statements.domain import Range


class Coefficients:
    """The members n_k and d_k of both series at s, from the first index where they do not vanish."""

    def __init__(self, walk: Walk, of: Mapping[str, Any], s: Term, above: Term, below: Term, start: int):
        self.walk, self.of, self.search, self.context = walk, of, walk.search, walk.context
        self.above, self.below, self.s, self.start = above, below, s, start
        self.u, self.k = of["series"].variable, of["series"].index
        #: the context of an index
        self.row = walk.run.declare(self.context, declare("int", low=rat(start)))
        #: ``n_(k+1) d_k <= n_k d_(k+1)``, ``0 < d_k``, and strict orders by their indices
        self.order, self.sign, self.strict = self._consecutive()

    def n(self, k: Term) -> Term:
        return instantiate(self.above.args[2], (k,))

    def d(self, k: Term) -> Term:
        return instantiate(self.below.args[2], (k,))

    def _consecutive(self) -> tuple[Theorem, Theorem, dict[int, Theorem]]:
        """``n_(k+1)(s) d_k(s) <= n_k(s) d_(k+1)(s)`` and ``0 < d_k(s)`` from the start on; where the first is strict."""
        size, single = self.of["size"], self.of["single"]
        k, low = self.row.variable(self.row.size - 1), int(sp.sympify(self.of["index"].low))
        orders, signs, strict = list[Theorem](), list[Theorem](), dict[int, Theorem]()
        few = beyond = self.row
        if low > self.start:
            few, beyond = (
                self.walk.run.declare(self.row, make(op, sides))
                for op, sides in (("<=", (k, rat(low - 1))), ("<", (rat(low - 1), k)))
            )
        for n in range(self.start, low):
            inner = self._walk(self.context, single[n], {})
            order, sign = self._compared(inner, rat(n), rat(n + 1), size)
            if order.judgement.op == "<":
                strict[n] = order
            here = self.walk.run.declare(few, make("=", (k, rat(n))))
            orders.append(self._moved(here, k, n, order))
            signs.append(self._moved(here, k, n, sign))
        inner = self._walk(beyond, self.of["chain"], {self.k: k})
        order, sign = self._compared(inner, k, make("+", (k, ONE)), size)
        if order.judgement.op == "<":
            values = [self.context.variable(place) for place in range(self.context.size)]
            strict.setdefault(low, instantiated(self.search, self.context, order, [*values, rat(low)]))
        order = self._weak(order)
        if low > self.start:
            order, sign = (
                self.walk.run.infer("CASES", self.row, of=[self.walk.run.infer("CASES", few, of=cases), last])
                for cases, last in ((orders, order), (signs, sign))
            )
        return order, sign, strict

    def _walk(self, context: Context, chain: Chain, symbols: dict[sp.Basic, Term]) -> Walk:
        """An inner chain, at s."""
        own = (Range(self.u, 0, None, "()"), self.of["index"])
        domain = self.walk.setting.domain.with_ranges(*own)
        setting = self.walk.setting.within(context, {self.u: self.s, **symbols}, domain=domain)
        return Walk(self.walk.prover, setting, chain)

    def _compared(self, inner: Walk, k: Term, following: Term, size: Sequence[sp.Expr]) -> tuple[Theorem, Theorem]:
        """The order of the products of neighbours, and the sign of d_k, in the context of a chain."""
        sides = mul(self.n(following), self.d(k)), mul(self.n(k), self.d(following))
        make_defined(self.search, inner.context, *sides)
        order = inner.whole()
        first, last = (same_integrals(inner, *pair) for pair in zip(sides, order.judgement.args, strict=True))
        back = self.search.infer("SYM", inner.context, of=last)
        order = self.search.infer("CHAIN", inner.context, links=[first, order, back])
        at = {} if k.op == "var" else {self.k: sp.Integer(int(k.data))}
        rows = []
        for factor in size:
            term = inner.term(sp.sympify(factor).xreplace(at))
            rows.append(prove_order(self.search, inner.context, ZERO, term, True))
        sign = by_rows(inner, ZERO, self.d(k), [rows])
        return order, sign

    def _moved(self, here: Context, k: Term, n: int, theorem: Theorem) -> Theorem:
        """A relation at a number as one at the index that is equal to it; orders weak, signs as they are."""
        fact = self.walk.run.infer("HYP", here, fact=make("=", (k, rat(n))))
        sides = self._sides(k) if theorem.judgement.args[0] is not ZERO else (ZERO, self.d(k))
        links = [theorem]
        for place, side in enumerate(sides):
            if side is not ZERO:
                make_defined(self.search, here, side)
                eq = self._at(here, k, fact, side, theorem.judgement.args[place])
                links = [eq, *links] if place == 0 else [*links, self.search.infer("SYM", here, of=eq)]
        found = self.search.infer("CHAIN", here, links=links)
        return found if sides[0] is ZERO else self._weak(found)

    def _at(self, here: Context, k: Term, fact: Theorem, side: Term, value: Term) -> Theorem:
        eq = self.search.infer("CONG", here, eq=fact, term=side, paths=[])
        if eq.judgement.args[1] is value:
            return eq
        there = Walk(self.walk.prover, self.walk.setting.within(here), None)
        return self.search.infer("CHAIN", here, links=[eq, there.equal(eq.judgement.args[1], value)])

    def _sides(self, k: Term) -> tuple[Term, Term]:
        following = make("+", (k, ONE))
        return mul(self.n(following), self.d(k)), mul(self.n(k), self.d(following))

    def _weak(self, order: Theorem) -> Theorem:
        if order.judgement.op == "<":
            return self.search.infer("WEAKEN", order.context, of=order, to="<=")
        return order

    def ordered(self) -> Theorem:
        """``n_k(s) d_j(s) <= n_j(s) d_k(s)`` for j <= k, by induction over k."""
        run, order, sign = self.walk.run, self.order, self.sign
        rows_ = self.row
        j = rows_.variable(rows_.size - 1)
        inner = run.declare(rows_, declare("int", low=j))
        k = inner.variable(inner.size - 1)
        following = make("+", (k, ONE))

        def fact(k: Term) -> Term:
            return make("<=", (mul(self.n(k), self.d(j)), mul(self.n(j), self.d(k))))

        make_defined(self.search, rows_, *fact(j).args)
        make_real(self.search, rows_, *fact(j).args)
        same = run.infer("RING", rows_, lhs=fact(j).args[0], rhs=fact(j).args[1], eqs=[])
        base = run.infer("WEAKEN", rows_, of=same, to="<=")
        for side in fact(k).args:
            make_defined(self.search, inner, side)
            make_real(self.search, inner, side)
        step_ = run.declare(inner, fact(k))
        there = Walk(self.walk.prover, self.walk.setting.within(step_), None)
        values = [step_.variable(place) for place in range(self.context.size)]
        at_j, at_k = ([*values, place] for place in (j, k))
        for value in (at_j, at_k, [*values, following]):
            self.search.use(step_, instantiated(self.search, step_, sign, value))
        next_ = instantiated(self.search, step_, order, at_k)
        signs = [instantiated(self.search, step_, sign, value) for value in (at_j, at_k, [*values, following])]
        hypothesis = run.infer("HYP", step_, fact=fact(k))
        turned = inv(self.d(k))
        over = prove_order(self.search, step_, ZERO, turned, True)
        smaller, larger = fact(following).args
        grown = by_rows(there, smaller, larger, [[hypothesis, signs[2], over], [next_, signs[0], over]])
        found: Theorem = run.infer("IND", inner, base=[base], step=self._weak(grown))
        return found
