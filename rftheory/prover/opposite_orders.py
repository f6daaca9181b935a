"""Chebyshev's inequality over a point s of the sphere: ``E f K <= E f E K``, where the even part of f rises with ``|s.x|`` and K falls.

The even part ``f(s) + f(-s)`` has twice the means, as -s has the law of s; two independent copies of s give
``(g(s) - g(s')) (K(s) - K(s')) <= 0`` for all s, s', and the mean of that is the claim, twice.
"""

from __future__ import annotations

from rftheory.prover.frame_tools import *
from rftheory.prover.even_sums import even_part_rises

if TYPE_CHECKING:
    from rftheory.prover.frame_apart import ApartStep


def opposite(of: ApartStep, front: Term, whole: Term, rest: Term, falls: Theorem) -> Theorem:
    """``E f K <= E f E K`` from the terms of the three means, and ``K(s) <= K(t)`` for lengths ``s <= t``."""
    return _Proof(of, front, whole, rest, falls).order()


class _Proof:
    def __init__(self, of: ApartStep, front: Term, whole: Term, rest: Term, falls: Theorem):
        self.of, self.search, self.context = of, of.search, of.context
        self.front, self.whole, self.rest, self.falls = front, whole, rest, falls
        self.law, self.x = of.of.sphere, of.of.x
        self.rises = even_part_rises(self.search, self.context, of.of.of.one(of.last))

    # -- terms at a draw --------------------------------------------------------------------------------------------

    def p(self, s: Term) -> Term:
        return make("dot", (s, self.x))

    def f(self, p: Term) -> Term:
        return self.of.of.single(self.of.last, p)

    def even(self, p: Term) -> Term:
        return make("+", (self.f(p), self.f(make("neg", (p,)))))

    def k(self, context: Context, s: Term) -> Term:
        return self.of.others(context, self.of.height(s))

    # -- the means --------------------------------------------------------------------------------------------------

    def order(self) -> Theorem:
        search, context = self.search, self.context
        with_k, alone = self.doubled(self.whole, True), self.doubled(self.front, False)
        two = make("E", (self.law, self.law, ZERO))
        inner, (s, t), _ = opened(search, context, two)
        for draw in (s, t):
            self.of.length_meant(inner, draw)
        means = []
        for keep, draw in ((0, s), (1, t)):
            body = make("*", (self.even(self.p(draw)), self.k(inner, draw)))
            term = make("E", (*two.args[:2], close(body, (s, t))))
            means.append(search.infer("BLOCK", context, term=term, keep=[keep], l1=[with_k]))
        g, rest = alone.judgement.args[0], self.rest
        means += [search.infer("INDEP", context, first=a, second=b, l1=[alone]) for a, b in ((g, rest), (rest, g))]
        sides = []
        for pair in (means[:2], means[2:]):
            terms = [mean.judgement.args[0] for mean in pair]
            sides.append(search.infer("LIN", context, terms=terms, coefficients=[ONE, ONE], l1=pair))
        by = self.pointwise(inner, s, t)
        lower, upper = (side.judgement.args[0] for side in sides)
        found = search.infer("COMPARE", context, lower=lower, upper=upper, by=by, l1=sides, strict=[], at=[])
        eqs = [*sides, *means, with_k, alone]
        rows = [row(found, q=Fraction(1, 4))]
        value = make("*", (self.front, rest))
        return search.infer("POS", context, lhs=self.whole, rhs=value, rows=rows, eqs=eqs)

    def doubled(self, term: Term, with_k: bool) -> Theorem:
        """``E (f(s) + f(-s)) K = 2 E f K``."""
        search, context = self.search, self.context
        image = search.infer("IMAGE", context, term=term, member=0, way="reflect", l1=[])
        inner, (s,), body = opened(search, context, term)
        p, minus = self.p(s), make("neg", (self.p(s),))
        there = self.f(minus)
        make_defined(search, inner, there)
        turned = self.p(make("vscale", (rat(-1), s)))
        scale = axiom(search, inner, "dot.scale", rat(-1), s, self.x)
        same = search.infer("RING", inner, lhs=minus, rhs=turned, eqs=[scale])
        equal = search.infer("CONG", inner, eq=same, term=there, paths=[])
        if with_k:
            k = body.args[1]
            length = self.of.height(s)
            radicand = length.args[0]
            other = make("+", (radicand.args[0], make("neg", (power(turned, 2),))))
            under = search.infer("RING", inner, lhs=radicand, rhs=other, eqs=[scale])
            root = search.infer("CONG", inner, eq=under, term=length, paths=[[0]])
            moved = search.infer("CONG", inner, eq=root, term=k, paths=[])
            there = make("*", (there, k))
            first = search.infer("CONG", inner, eq=equal, term=there, paths=[[0]])
            second = search.infer("CONG", inner, eq=moved, term=first.judgement.args[1], paths=[[1]])
            equal = search.infer("CHAIN", inner, links=[first, second])
        mirrored = make("E", (self.law, close(there, (s,))))
        back = converges(search, context, search.infer("SYM", context, of=image))
        found = pulled(search, context, mirrored, back, equal)
        linear = search.infer("LIN", context, terms=[term, mirrored], coefficients=[ONE, ONE], l1=[found])
        converges(search, context, linear)
        value = search.infer("RING", context, lhs=linear.judgement.args[1], rhs=make("*", (TWO, term)), eqs=[found])
        linear = chained(search, context, linear, value)
        if not with_k:
            return linear
        whole = make("*", (self.even(p), body.args[1]))
        make_defined(search, inner, whole)
        same = search.infer("RING", inner, lhs=whole, rhs=make("+", (body, there)), eqs=[])
        return pulled(search, context, make("E", (self.law, close(whole, (s,)))), linear, same)

    # -- for all draws ----------------------------------------------------------------------------------------------

    def pointwise(self, inner: Context, s: Term, t: Term) -> Theorem:
        """``g(s) K(s) + g(t) K(t) <= g(s) K(t) + K(s) g(t)``."""
        search = self.search
        g = [self.even(self.p(draw)) for draw in (s, t)]
        k = [self.k(inner, draw) for draw in (s, t)]
        left = make("+", (make("*", (g[0], k[0])), make("*", (g[1], k[1]))))
        right = make("+", (make("*", (g[0], k[1])), make("*", (k[0], g[1]))))
        squares = [power(self.p(draw), 2) for draw in (s, t)]
        cases = []
        for first, second in ((0, 1), (1, 0)):
            fact = make("<=", (squares[first], squares[second]))
            place = search.run.declare(inner, fact)
            given = search.infer("HYP", place, fact=fact)
            pair = [(s, t)[first], (s, t)[second]]
            rows = [row(self.evens(place, given), self.heights(place, given, *pair))]
            found = search.infer("POS", place, lhs=left, rhs=right, rows=rows, eqs=[])
            cases.append(found)
        return search.infer("CASES", inner, of=cases)

    def evens(self, place: Context, given: Theorem) -> Theorem:
        """``g(s) <= g(t)`` from ``(s.x)^2 <= (t.x)^2``."""
        search = self.search
        roots = search.infer("MONO", place, order=given, function="sqrt", number=0, exponent=[], premises=[])
        outer = self.context
        values = [outer.variable(n) for n in range(outer.size)]
        order = search.infer("INST", place, of=self.rises, values=[*values, *roots.judgement.args], premises=[roots])
        same = [self.unsigned(place, square.args[0]) for square in given.judgement.args]
        links = [search.infer("SYM", place, of=same[0]), order, same[1]]
        return search.infer("CHAIN", place, links=links)

    def unsigned(self, place: Context, p: Term) -> Theorem:
        """``f(sqrt(p^2)) + f(-sqrt(p^2)) = f(p) + f(-p)``."""
        search = self.search
        size = axiom(search, place, "sqrt.of_square", p)
        term, wanted = self.even(size.judgement.args[0]), self.even(p)
        make_defined(search, place, term, wanted)
        cases = []
        for fact in (make("<=", (ZERO, p)), make("<=", (p, ZERO))):
            case = search.run.declare(place, fact)
            given = search.infer("HYP", case, fact=fact)
            name = "abs.same" if fact.args[0] is ZERO else "abs.opposite"
            plain = axiom(search, case, name, p, premises=[given])
            root = search.infer("CHAIN", case, links=[size, plain])
            links = [search.infer("CONG", case, eq=root, term=term, paths=[])]
            if fact.args[1] is ZERO:
                twice = make("neg", (make("neg", (p,)),))
                back = search.infer("RING", case, lhs=twice, rhs=p, eqs=[])
                links.append(search.infer("CONG", case, eq=back, term=links[0].judgement.args[1], paths=[]))
                here = links[-1].judgement.args[1]
                links.append(search.infer("RING", case, lhs=here, rhs=wanted, eqs=[]))
            cases.append(links[0] if len(links) == 1 else search.infer("CHAIN", case, links=links))
        return search.infer("CASES", place, of=cases)

    def heights(self, place: Context, given: Theorem, s: Term, t: Term) -> Theorem:
        """``K(t) <= K(s)`` from ``(s.x)^2 <= (t.x)^2``."""
        search, of = self.search, self.of
        pair = [of.height(draw) for draw in (t, s)]
        under = [root.args[0] for root in pair]
        order = search.infer("POS", place, lhs=under[0], rhs=under[1], rows=[row(given)], eqs=[])
        roots = search.infer("MONO", place, order=order, function="sqrt", number=0, exponent=[], premises=[])
        sign = of.height_sign(place, t)
        outer = self.context
        values = [outer.variable(n) for n in range(outer.size)]
        return search.infer("INST", place, of=self.falls, values=[*values, *pair], premises=[sign, roots])
