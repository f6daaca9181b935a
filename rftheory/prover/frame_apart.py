"""One more member of a frame: the last one apart from the k before it, which are directions of the space orthogonal to it."""

from __future__ import annotations

from rftheory.prover.frame_tools import chained, pulled
from rftheory.prover.words import *
from rftheory.prover.even_sums import even_part_rises
from rftheory.prover.frame_orders import dominated, dot, inside, member_length, product_below, square_below
from rftheory.prover.opposite_orders import opposite

if TYPE_CHECKING:
    from rftheory.prover.frame_products import Directions


class ApartStep:
    """k + 1 members: the last one apart."""

    def __init__(self, of: Directions, context: Context, k: Term, last: Term):
        self.of, self.search, self.context, self.k, self.last = of, of.search, context, k, last
        self.h = of.of
        self.smaller = make("+", (of.d, rat(-1)))
        #: the laws of the other members and of a point in their space
        self.laws = (make("ortho", (k, self.smaller)), make("sphere", (self.smaller,)))
        self.shape = make("sum", (ONE, k, ZERO))

    def list_orders(self) -> None:
        search, context, of = self.search, self.context, self.of
        nothing = row()
        grows = search.infer("POS", context, lhs=self.k, rhs=self.last, rows=[nothing], eqs=[])
        self.grows = search.infer("WEAKEN", context, of=grows, to="<=")
        up = search.infer("DEF", context, judgement=make("<=", (self.last, of.m)))
        room = search.infer("DEF", context, judgement=make("<=", (of.m, of.d)))
        for links in ([self.grows, up], [up, room]):
            search.use(context, search.infer("CHAIN", context, links=links))
        start = search.infer("DEF", context, judgement=make("<=", (ONE, self.k)))
        for sides, rows in (
            ((TWO, of.d), [row(start), row(up), row(room)]),
            ((self.k, self.smaller), [row(up), row(room)]),
        ):
            search.use(context, search.infer("POS", context, lhs=sides[0], rhs=sides[1], rows=rows, eqs=[]))

    # -- terms ------------------------------------------------------------------------------------------------------

    def height(self, s: Term) -> Term:
        """The length of the part of x that is orthogonal to s."""
        square = make("norm2", (self.of.x,))
        return make("sqrt", (make("+", (square, make("neg", (power(dot(s, self.of.x), 2),)))),))

    def others(self, context: Context, length: Term) -> Term:
        """``K = E exp sum_(i=1)^k H(i, t v_i.y)``."""
        inner, (v, y) = open_binder(context, make("E", (*self.laws, ZERO)))
        body = self.h.exponential(inner, self.k, lambda i: make("*", (length, dot(make("at", (v, i)), y))))
        return make("E", (*self.laws, close(body, (v, y))))

    # -- the others ------------------------------------------------------------------------------------------------

    def others_meant(self, context: Context, t: Term) -> None:
        """``l1 K`` for t >= 0: ``t v_i.y <= t``."""
        search = self.search
        term = self.others(context, t)
        inner, (v, y) = inside(search, context, term)
        unit = search.infer("HYP", inner, fact=make("=", (make("norm2", (y,)), ONE)))

        def below(place: Context, i: Term) -> Theorem:
            self.of.within(place, i, self.k)
            length = member_length(search, place, v, i, inner)
            square = square_below(search, place, length, y)
            product = make("dot", (make("at", (v, i)), y))
            root = product_below(search, place, square)
            one = axiom(search, place, "sqrt.unique", make("norm2", (y,)), ONE, premises=[_one(search, place, unit)])
            order = search.infer("CHAIN", place, links=[root, one])
            sign = search.infer("DEF", place, judgement=make("<=", (ZERO, t)))
            sides = make("*", (t, product)), t
            order = search.infer("POS", place, lhs=sides[0], rhs=sides[1], rows=[row(sign, order)], eqs=[])
            return self.of.grown(place, i, order)

        search.use(context, dominated(search, context, term, self.k, below))

    def rising(self) -> tuple[Theorem, Theorem]:
        """``l1 K(t)`` for t >= 0, and ``K(s) <= K(t)`` for ``0 <= s <= t``, in contexts of their own."""
        search, context = self.search, self.context
        line = search.run.declare(context, declare("real", low=ZERO))
        t = line.variable(context.size)
        self.others_meant(line, t)
        converges = search.infer("DEF", line, judgement=make("l1", (self.others(line, t),)))
        order = make("<=", (t, make("var", (), (context.size + 1, "real"))))
        plane = search.run.declare(search.run.declare(line, declare("real")), order)
        pair = [plane.variable(context.size + n) for n in (0, 1)]
        given = search.infer("HYP", plane, fact=order)
        low = search.infer("DEF", plane, judgement=make("<=", (ZERO, t)))
        search.use(plane, search.infer("CHAIN", plane, links=[low, given]))
        self.others_meant(plane, pair[1])
        inner, (v, y), _ = opened(search, plane, self.others(plane, t))
        rises = even_part_rises(search, inner, self.h.total(self.k, lambda i: dot(make("at", (v, i)), y)))
        values = [inner.variable(place) for place in range(inner.size)]
        by = search.infer("INST", inner, of=rises, values=[*values, *pair], premises=[given])
        halves = [self.both(plane, one) for one in pair]
        sides = [make("E", (*self.laws, close(side, (v, y)))) for side in by.judgement.args]
        found = search.infer("COMPARE", plane, lower=sides[0], upper=sides[1], by=by, l1=halves, strict=[], at=[])
        means = [self.others(plane, one) for one in pair]
        rows = [row(found, q=Fraction(1, 2))]
        result = search.infer("POS", plane, lhs=means[0], rhs=means[1], rows=rows, eqs=halves)
        return converges, result

    def both(self, context: Context, t: Term) -> Theorem:
        """``E (G(t) + G(-t)) = 2 K(t)``: -y has the law of y."""
        search = self.search
        term = self.others(context, t)
        inner, (v, y), body = opened(search, context, term)
        image = search.infer("IMAGE", context, term=term, member=1, way="reflect", l1=[])
        below = self.h.exponential(inner, self.k, lambda i: make("*", (make("neg", (t,)), dot(make("at", (v, i)), y))))
        make_defined(search, inner, below)
        place, (i,) = inside(search, inner, self.shape)
        turned = make("vscale", (rat(-1), y))
        member = make("at", (v, i))
        first, second = make("*", (make("neg", (t,)), dot(member, y))), make("*", (t, dot(member, turned)))
        eqs = [axiom(search, place, "dot.symmetric", member, one) for one in (y, turned)]
        eqs.append(axiom(search, place, "dot.scale", rat(-1), y, member))
        same = search.infer("RING", place, lhs=first, rhs=second, eqs=eqs)
        member_same = search.infer("CONG", place, eq=same, term=self.h.value(i, first), paths=[])
        there = search.infer("CONG", inner, eq=member_same, term=below, paths=[[0, 2]])
        mirrored = make("E", (*self.laws, close(below, (v, y))))
        back = chained(search, context, search.infer("SYM", context, of=image))
        moved = pulled(search, context, mirrored, back, there)
        linear = search.infer("LIN", context, terms=[term, mirrored], coefficients=[ONE, ONE], l1=[moved])
        value = make("*", (TWO, term))
        last = search.infer("RING", context, lhs=linear.judgement.args[1], rhs=value, eqs=[moved])
        return search.infer("CHAIN", context, links=[linear, last])

    # -- the last member apart --------------------------------------------------------------------------------------

    def apart(self) -> Theorem:
        """``E_(k+1) <= E exp H(k+1, s.x) E_k``."""
        search, context, of = self.search, self.context, self.of
        converges, rises = self.rising()
        self.inside_block()
        self.k_meant = converges
        with_f, without = self.peeled(True), self.peeled(False)
        first = of.factor(context, self.last)
        order = opposite(self, first, with_f.judgement.args[1], without.judgement.args[1], rises)
        eqs = [search.infer("SYM", context, of=without)]
        value = make("*", (first, of.mean(context, self.k)))
        last = search.infer("RING", context, lhs=order.judgement.args[1], rhs=value, eqs=eqs)
        return search.infer("CHAIN", context, links=[with_f, order, last])

    def length_meant(self, context: Context, s: Term) -> None:
        """List ``l1 K`` at the length beside s."""
        search = self.search
        values = [self.context.variable(place) for place in range(self.context.size)]
        at = search.infer(
            "INST", context, of=self.k_meant, values=[*values, self.height(s)], premises=[self.height_sign(context, s)]
        )
        search.use(context, at)

    def height_sign(self, context: Context, s: Term) -> Theorem:
        """``0 <= sqrt(x^2 - (s.x)^2)``; the radicand is listed."""
        search = self.search
        unit = search.infer("HYP", context, fact=make("=", (make("norm2", (s,)), ONE)))
        square = square_below(search, context, unit, self.of.x)
        under = self.height(s).args[0]
        search.use(context, search.infer("POS", context, lhs=ZERO, rhs=under, rows=[row(square)], eqs=[]))
        return search.infer("DEF", context, judgement=make("<=", (ZERO, self.height(s))))

    def inside_block(self) -> None:
        """What the body over the point s, the other members and y needs."""
        laws = (self.of.sphere, *self.laws)
        self.block, self.draws = inside(self.search, self.context, make("E", (*laws, ZERO)))
        self.height_sign(self.block, self.draws[0])
        self.alone, _ = inside(self.search, self.context, make("E", (self.of.sphere, ZERO)))

    def peeled(self, whole: bool) -> Theorem:
        """``E_(k+1) = E_s f K``, ``E_k = E_s K``."""
        search, context, of = self.search, self.context, self.of
        term = of.mean(context, self.last if whole else self.k)
        inner, (u,), body = opened(search, context, term)
        links = []
        if whole:
            split = search.infer(
                "SPLIT", inner, whole=body.args[0], last=self.k, following=self.last, orders=[self.grows], l1=[]
            )
            first, single = split.judgement.args[1].args
            one = search.infer("SINGLE", inner, term=single)
            parts = [one.judgement.args[1], first]
            product = axiom(search, inner, "exp.prod", body.args[0], *parts, numbers=[1, 1], premises=[split, one])
            links.append(search.infer("CONG", context, eq=product, term=term, paths=[[1]]))
            term = links[0].judgement.args[1]
            search.use(context, search.infer("L1", context, of=links[0], term=term))
        s, v, y = self.draws
        height = self.height(s)
        body = self.h.exponential(self.block, self.k, lambda i: make("*", (height, dot(make("at", (v, i)), y))))
        if whole:
            body = make("*", (of.single(self.last, dot(s, of.x)), body))
        make_defined(search, self.block, body)
        peel = search.infer("PEEL", context, term=term, member=0, vector=of.x, fewer=self.k, l1=[])
        joint = peel.judgement.args[1]
        search.use(context, search.infer("L1", context, of=peel, term=joint))
        (s,) = (self.alone.variable(context.size),)
        self.length_meant(self.alone, s)
        own = self.others(self.alone, self.height(s))
        links.append(peel)
        if whole:
            front = of.single(self.last, dot(s, of.x))
            linear = search.infer("LIN", self.alone, terms=[own], coefficients=[front], l1=[])
            own = linear.judgement.args[0]
            search.use(self.alone, search.infer("L1", self.alone, of=linear, term=own))
        outside = make("E", (of.sphere, close(own, (s,))))
        nest = search.infer("NEST", context, term=outside, first=[], whole=[])
        links.append(search.infer("SYM", context, of=nest))
        if whole:
            search.use(context, search.infer("L1", context, of=nest, term=outside))
            links.append(search.infer("CONG", context, eq=linear, term=outside, paths=[[1]]))
        found = search.infer("CHAIN", context, links=links)
        search.use(context, search.infer("L1", context, of=found, term=found.judgement.args[1]))
        return found


def _one(search: Search, context: Context, unit: Theorem) -> Theorem:
    """``1^2 = y^2``."""
    return search.infer("RING", context, lhs=power(ONE, 2), rhs=unit.judgement.args[0], eqs=[unit])
