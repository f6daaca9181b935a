"""Means over the directions of a frame are at most those over independent ones: ``E exp sum_i H(i, u_i.x) <= prod_i E exp H(i, s.x)``.

For H convex in its second argument, so that the even part of ``exp H`` rises with ``|u_i.x|``; by induction over the number of
members. One member apart, the products of the others with x have the factor ``(x^2 - (s.x)^2)^(1/2)``, which falls where
``|s.x|`` rises: the even parts are in opposite order, and Chebyshev's inequality is that of two independent copies of s.
"""

from __future__ import annotations

from rftheory.prover.words import *
from rftheory.prover.even_sums import EvenExponents
from rftheory.prover.frame_apart import ApartStep
from rftheory.prover.frame_orders import (
    dominated,
    dominated_by,
    dot,
    inside,
    member_length,
    product_below,
    square_below,
)

#: ``H(i, p) <= H(i, q)`` from ``p <= q``
Grown = Callable[[Context, Term, Theorem], Theorem]


class Directions:
    """The claim for ``(ortho m d)`` and a vector x of a context."""

    def __init__(self, search: Search, context: Context, law: Term, vector: Term, of: EvenExponents, grown: Grown):
        self.search, self.context, self.law, self.x = search, context, law, vector
        (self.m, self.d), self.of, self.grown = law.args, of, grown
        self.sphere = make("sphere", (self.d,))

    # -- terms ------------------------------------------------------------------------------------------------------

    def mean(self, context: Context, n: Term) -> Term:
        """``E exp sum_(i=1)^n H(i, u_i.x)``."""
        inner, (u,) = open_binder(context, make("E", (self.law, ZERO)))
        body = self.of.exponential(inner, n, lambda i: dot(make("at", (u, i)), self.x))
        return make("E", (self.law, close(body, (u,))))

    def single(self, i: Term, p: Term) -> Term:
        return make("exp", (self.of.value(i, p),))

    def factor(self, context: Context, i: Term) -> Term:
        """``E exp H(i, s.x)``."""
        return mean_of(context, [self.sphere], lambda s: self.single(i, dot(s, self.x)))

    def product(self, context: Context, n: Term) -> Term:
        inner, (i,) = open_binder(context, make("prod", (ONE, n, ZERO)))
        return make("prod", (ONE, n, close(self.factor(inner, i), (i,))))

    def claim(self, context: Context, n: Term) -> Term:
        return make("<=", (self.mean(context, n), self.product(context, n)))

    def all(self, context: Context, n: Term) -> Term:
        """The claim for n <= m: for all j from n to m."""
        range_ = declare("int", low=n, high=self.m)
        inner, (j,) = open_binder(context, make("all", (range_, make("=", (ZERO, ZERO)))))
        return make("all", (range_, close(self.claim(inner, n), (j,))))

    # -- convergence ------------------------------------------------------------------------------------------------

    def meant(self, context: Context, n: Term) -> None:
        """List what the claim for n needs to be defined; ``n <= m`` is listed."""
        search = self.search
        term = self.mean(context, n)
        inner, (u,) = inside(search, context, term)

        def below(place: Context, i: Term) -> Theorem:
            self.within(place, i, n)
            unit = member_length(search, place, u, i, inner)
            return self.grown(place, i, product_below(search, place, square_below(search, place, unit, self.x)))

        search.use(context, dominated(search, context, term, n, below))
        place, (i,) = inside(search, context, make("prod", (ONE, n, ZERO)))
        self.within(place, i, n)
        self.factor_meant(place, i)
        make_defined(search, context, self.product(context, n))

    def factor_meant(self, context: Context, i: Term) -> None:
        search = self.search
        term = self.factor(context, i)
        inner, (s,) = inside(search, context, term)
        unit = search.infer("HYP", inner, fact=make("=", (make("norm2", (s,)), ONE)))
        order = product_below(search, inner, square_below(search, inner, unit, self.x))
        bound = self.grown(inner, i, order)
        search.use(context, dominated_by(search, context, term, bound))

    def within(self, context: Context, i: Term, n: Term) -> None:
        """List ``i <= m`` for an index up to n."""
        search = self.search
        if i is n:
            return
        last = search.infer("HYP", context, fact=make("<=", (i, n)))
        if n is not self.m:
            known = search.infer("DEF", context, judgement=make("<=", (n, self.m)))
            search.use(context, search.infer("CHAIN", context, links=[last, known]))

    # -- induction --------------------------------------------------------------------------------------------------

    def whole(self) -> Theorem:
        """``E exp sum_(i=1)^m H(i, u_i.x) <= prod_(i=1)^m E exp H(i, s.x)``."""
        search, context = self.search, self.context
        counted = search.run.declare(context, declare("int", low=ONE))
        k = counted.variable(context.size)
        self.meant_for_all(counted, k)
        assumed = self.all(counted, k)
        base = self.generalised(context, ONE, self.first)
        under = search.run.declare(counted, assumed)
        step = self.generalised(under, make("+", (k, ONE)), self.next)
        found = search.infer("IND", counted, base=[base], step=step)
        values = [context.variable(place) for place in range(context.size)]
        held = search.infer("INST", context, of=found, values=[*values, self.m], premises=[])
        self.meant(context, self.m)
        return search.infer("ALLUSE", context, of=held, value=self.m, premises=[])

    def ranged(self, context: Context, n: Term) -> Context:
        """The context with j from n to m; ``n <= m`` is listed."""
        inner = self.search.run.declare(context, declare("int", low=n, high=self.m))
        j = inner.variable(context.size)
        ends = [self.search.infer("HYP", inner, fact=make("<=", pair)) for pair in ((n, j), (j, self.m))]
        self.search.use(inner, self.search.infer("CHAIN", inner, links=ends))
        return inner

    def meant_for_all(self, context: Context, n: Term) -> None:
        self.meant(self.ranged(context, n), n)

    def generalised(self, context: Context, n: Term, prove: Callable[[Context], Theorem]) -> Theorem:
        inner = self.ranged(context, n)
        self.meant(inner, n)
        return self.search.infer("ALL", context, of=prove(inner))

    def first(self, context: Context) -> Theorem:
        """One member is a point of the sphere."""
        search = self.search
        term = self.mean(context, ONE)
        inner, (u,), body = opened(search, context, term)
        single = search.infer("SINGLE", inner, term=body.args[0])
        there = search.infer("CONG", inner, eq=single, term=body, paths=[[0]])
        moved = search.infer("CONG", context, eq=there, term=term, paths=[[1]])
        alone = moved.judgement.args[1]
        l1 = search.infer("L1", context, of=moved, term=alone)
        law = search.infer("SUBFRAME", context, term=alone, member=0, indices=[ONE], differ=[], l1=[l1])
        self.factor_meant(context, ONE)
        product = search.infer("SINGLE", context, term=self.product(context, ONE))
        links = [moved, law, search.infer("SYM", context, of=product)]
        return search.infer("WEAKEN", context, of=search.infer("CHAIN", context, links=links), to="<=")

    def next(self, context: Context) -> Theorem:
        """From k members to k + 1."""
        search = self.search
        k = context.variable(self.context.size)
        last = make("+", (k, ONE))
        assumed = next(
            fact for fact in reversed(context.facts) if fact.op == "all" and fact in self._hypotheses(context)
        )
        step = ApartStep(self, context, k, last)
        step.list_orders()
        self.meant(context, k)
        self.factor_meant(context, last)
        given = search.infer("HYP", context, fact=assumed)
        j = context.variable(context.size - 1)
        room = search.infer("HYP", context, fact=make("<=", (last, j)))
        room = search.infer("CHAIN", context, links=[step.grows, room])
        held = search.infer("ALLUSE", context, of=given, value=j, premises=[room])
        below = step.apart()
        product = self.product(context, last)
        split = search.infer("SPLIT", context, whole=product, last=k, following=last, orders=[step.grows], l1=[])
        single = search.infer("SINGLE", context, term=split.judgement.args[1].args[1])
        own = below.judgement.args[1].args[0]
        sign = search.infer("DEF", context, judgement=make("<=", (ZERO, own)))
        order = search.infer(
            "POS", context, lhs=below.judgement.args[1], rhs=product, rows=[row(sign, held)], eqs=[split, single]
        )
        return search.infer("CHAIN", context, links=[below, order])

    def _hypotheses(self, context: Context) -> list[Term]:
        return [self.all(context, context.variable(self.context.size))]
