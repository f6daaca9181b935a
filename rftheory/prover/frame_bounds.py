"""Means over a frame are at most those over independent projections: ``E exp sum_i F_i(a w_i^2 + w_i.z) <= prod_i E exp F_i(a w^2 + w.z)``.

For a < 0 and F rising and convex. The lengths of the members are independent; for fixed lengths it is what `frame_products`
says of the directions.
"""

from __future__ import annotations

from rftheory.prover.frame_tools import *
from rftheory.prover.even_sums import EvenExponents, OfIndex
from rftheory.prover.frame_orders import (
    dominated,
    dominated_by,
    dot,
    inside,
    member_length,
    said_of_member,
    square_below,
)
from rftheory.prover.frame_products import Directions, Grown


@dataclass(frozen=True)
class Member:
    """``F(i, a w^2 + w.z)``: a < 0 and z, F with its first and second derivative, and how F(i, .) rises."""

    rate: Term
    vector: Term
    value: OfIndex
    slope: OfIndex
    curve: OfIndex | None
    raised: Grown

    def of_length(self, length: Term, p: Term) -> Term:
        """``a r^2 + r p``."""
        return make("+", (make("*", (self.rate, power(length, 2))), make("*", (length, p))))

    def of_draw(self, w: Term) -> Term:
        """``a w^2 + w.z``."""
        return make("+", (make("*", (self.rate, make("norm2", (w,)))), dot(w, self.vector)))

    def at_length(self, i: Term, length: Term, p: Term) -> Term:
        return self.value(i, self.of_length(length, p))


class FrameBound:
    """The claim for ``(frame m d)`` in a context."""

    def __init__(self, search: Search, context: Context, law: Term, member: Member):
        self.search, self.context, self.member = search, context, member
        self.m, self.d = law.args
        self.law, self.z = law, member.vector
        self.ortho = make("ortho", law.args)
        self.chi = make("chi", (self.d,))
        self.lengths = make("iid", (self.m, self.chi))
        self.sphere = make("sphere", (self.d,))
        self.falls = prove_order(search, context, member.rate, ZERO, True)
        inverse = make("inv", (member.rate,))
        make_defined(search, context, inverse)
        self.inverse = prove_order(search, context, inverse, ZERO, True)

    def total(self, context: Context, of: OfIndex) -> Term:
        """``exp sum_(i=1)^m F(i, e_i)``; ``of`` makes the arguments."""
        _, (i,) = inside(self.search, context, make("sum", (ONE, self.m, ZERO)))
        return make("exp", (make("sum", (ONE, self.m, close(self.member.value(i, of(i, i)), (i,)))),))

    def whole(self) -> Theorem:
        search, context = self.search, self.context
        inner, (w,) = inside(search, context, make("E", (self.law, ZERO)))
        body = self.total(inner, lambda i, _: self.member.of_draw(make("at", (w, i))))
        term = make("E", (self.law, close(body, (w,))))
        opened(search, context, term)
        apart = self.apart(term)
        order = self.over_lengths(apart.judgement.args[1])
        product = self.independent(order.judgement.args[1])
        return search.infer("CHAIN", context, links=[apart, order, product])

    # -- lengths and directions -------------------------------------------------------------------------------------

    def apart(self, term: Term) -> Theorem:
        """``E f = E_r E_u f``."""
        search, context, member = self.search, self.context, self.member
        laws = (self.lengths, self.ortho)
        inner, (r, u) = inside(search, context, make("E", (*laws, ZERO)))

        def plain(i: Term, _: Term) -> Term:
            return member.of_length(make("at", (r, i)), dot(make("at", (u, i)), self.z))

        def scaled(i: Term, _: Term) -> Term:
            return member.of_draw(make("vscale", (make("at", (r, i)), make("at", (u, i)))))

        def below(place: Context, i: Term) -> Theorem:
            unit = member_length(search, place, u, i, inner)
            return self.bounded(place, i, make("at", (r, i)), unit)

        body, split = self.total(inner, plain), self.total(inner, scaled)
        joint = make("E", (*laws, close(body, (r, u))))
        search.use(context, dominated(search, context, joint, self.m, below))
        make_defined(search, inner, split)
        place, (i,) = inside(search, inner, make("sum", (ONE, self.m, ZERO)))
        same = self.same_exponents(place, i, make("at", (r, i)), member_length(search, place, u, i, inner))
        there = search.infer("CONG", inner, eq=same, term=split, paths=[[0, 2]])
        moved = pulled(search, context, make("E", (*laws, close(split, (r, u)))), refl(search, context, joint), there)
        frame = search.infer("FRAME", context, term=term, member=0, l1=[moved])
        line, (r,) = inside(search, context, make("E", (self.lengths, ZERO)))
        self.directions = self.at_lengths(line, r)
        self.directions.meant(line, self.m)
        outside = make("E", (self.lengths, close(self.directions.mean(line, self.m), (r,))))
        nest = search.infer("NEST", context, term=outside, first=[], whole=[])
        search.use(context, search.infer("L1", context, of=nest, term=outside))
        return search.infer("CHAIN", context, links=[frame, moved, search.infer("SYM", context, of=nest)])

    def bounded(self, place: Context, i: Term, length: Term, unit: Theorem) -> Theorem:
        """``F(i, a r^2 + r u.z) <= F(i, -z^2/(4a))``."""
        search, a = self.search, self.member.rate
        square = square_below(search, place, unit, self.z)
        p, inverse = square.judgement.args[0].args[0], make("inv", (a,))
        bound = times(rat(Fraction(-1, 4)), inverse, make("norm2", (self.z,)))
        gap = plus(length, times(HALF, p, inverse))
        rows = [row(square, self.inverse, q=Fraction(1, 4)), row(self.falls, h=[gap])]
        order = search.infer("POS", place, lhs=self.member.of_length(length, p), rhs=bound, rows=rows, eqs=[])
        return self.member.raised(place, i, order)

    def same_exponents(self, place: Context, i: Term, length: Term, unit: Theorem) -> Theorem:
        """``F(i, a |r u|^2 + (r u).z) = F(i, a r^2 + r u.z)``."""
        search, member = self.search, self.member
        u = unit.judgement.args[0].args[0]
        w = make("vscale", (length, u))
        eqs = [
            axiom(search, place, "norm2.dot", w), axiom(search, place, "dot.scale", length, u, w),
            axiom(search, place, "dot.symmetric", u, w), axiom(search, place, "dot.scale", length, u, u),
            axiom(search, place, "norm2.dot", u), unit, axiom(search, place, "dot.scale", length, u, self.z),
        ]  # fmt: skip
        split, plain = member.of_draw(w), member.of_length(length, dot(u, self.z))
        same = search.infer("RING", place, lhs=split, rhs=plain, eqs=eqs)
        return search.infer("CONG", place, eq=same, term=member.value(i, split), paths=[])

    # -- for fixed lengths ------------------------------------------------------------------------------------------

    def at_lengths(self, context: Context, r: Term) -> Directions:
        search, member, outer, curve = self.search, self.member, context, self.member.curve

        def at(i: Term) -> Term:
            return make("at", (r, i))

        def of(i: Term, p: Term) -> Term:
            return member.of_length(at(i), p)

        def grown(place: Context, i: Term, order: Theorem) -> Theorem:
            sign = said_of_member(search, place, outer, i, make("<", (ZERO, at(i))))
            sides = [of(i, side) for side in order.judgement.args]
            longer = search.infer("POS", place, lhs=sides[0], rhs=sides[1], rows=[row(sign, order)], eqs=[])
            longer = longer if longer.judgement.op == "<=" else search.infer("WEAKEN", place, of=longer, to="<=")
            return member.raised(place, i, longer)

        exponents = EvenExponents(
            lambda i, p: member.value(i, of(i, p)),
            lambda i, p: times(at(i), member.slope(i, of(i, p))),
            (lambda i, p: times(power(at(i), 2), curve(i, of(i, p)))) if curve else None,
        )
        return Directions(search, context, self.ortho, self.z, exponents, grown)

    def over_lengths(self, outside: Term) -> Theorem:
        """``E_r E_u f <= E_r prod_i E_s f_i``."""
        search, context = self.search, self.context
        by = self.directions.whole()
        line = self.directions.context
        r = line.variable(context.size)
        larger = make("E", (self.lengths, close(by.judgement.args[1], (r,))))
        self.of_one_length()
        self.product = search.infer("IIDPROD", context, term=larger, l1=[self.one])
        search.use(context, search.infer("L1", context, of=self.product, term=larger))
        return search.infer("COMPARE", context, lower=outside, upper=larger, by=by, l1=[], strict=[], at=[])

    # -- one member -------------------------------------------------------------------------------------------------

    def of_one_length(self) -> None:
        """``E_r E_s F = E F(i, a w^2 + w.z)`` for a normal w, for each i."""
        search, member = self.search, self.member
        each, (i,) = inside(search, self.context, make("prod", (ONE, self.m, ZERO)))
        laws = (self.chi, self.sphere)
        inner, (r, s) = inside(search, each, make("E", (*laws, ZERO)))
        unit = search.infer("HYP", inner, fact=make("=", (make("norm2", (s,)), ONE)))
        joint = make("E", (*laws, close(make("exp", (member.at_length(i, r, dot(s, self.z)),)), (r, s))))
        search.use(each, dominated_by(search, each, joint, self.bounded(inner, i, r, unit)))
        same = self.same_exponents(inner, i, r, unit)
        split = make("exp", (same.judgement.args[0],))
        make_defined(search, inner, split)
        there = search.infer("CONG", inner, eq=same, term=split, paths=[[0]])
        moved = pulled(search, each, make("E", (*laws, close(split, (r, s)))), refl(search, each, joint), there)
        normal = mean_of(
            each, [make("normal", (self.d,))], lambda w: make("exp", (member.value(i, member.of_draw(w)),))
        )
        opened(search, each, normal)
        polar = search.infer("IMAGE", each, term=normal, member=0, way="polar", l1=[moved])
        line, (r,) = inside(search, each, make("E", (self.chi, ZERO)))
        sphere, (s,) = inside(search, line, make("E", (self.sphere, ZERO)))
        own = make("E", (self.sphere, close(make("exp", (member.at_length(i, r, dot(s, self.z)),)), (s,))))
        unit = search.infer("HYP", sphere, fact=make("=", (make("norm2", (s,)), ONE)))
        search.use(line, dominated_by(search, line, own, self.bounded(sphere, i, r, unit)))
        nest = search.infer("NEST", each, term=make("E", (self.chi, close(own, (r,)))), first=[], whole=[])
        back = [search.infer("SYM", each, of=link) for link in (moved, polar)]
        #: the mean over the length of one member, as IIDPROD writes it
        self.one = chained(search, each, nest, *back)
        converges(search, each, search.infer("SYM", each, of=self.one))

    def independent(self, larger: Term) -> Theorem:
        """``E_r prod_i E_s f_i = prod_i E F(i, a w^2 + w.z)``."""
        search, context = self.search, self.context
        term = self.product.judgement.args[1]
        search.use(context, search.infer("WEAKEN", context, of=self.product, to="def right"))
        moved = search.infer("CONG", context, eq=self.one, term=term, paths=[[2]])
        return search.infer("CHAIN", context, links=[self.product, moved])
