"""Exponentials over two orthogonal directions: ``E exp(a u_1.z + b u_2.z) = 0F1(; d/2; (a^2 + b^2) z^2/4)`` for real a, b."""

from __future__ import annotations

from rftheory.prover.frame_tools import *
from rftheory.prover.frame_blocks import along
from rftheory.prover.frame_moments import pair_moment
from rftheory.prover.frame_series import summed


@general
def given_lengths(search: Search) -> Theorem:
    """The theorem, in a context with d >= 2, a, b, z."""
    return _Proof(search).exponential()


class _Proof:
    def __init__(self, search: Search):
        self.search = search
        self.context = declared(search, DIMENSION, REAL, REAL, vector_of(0))
        self.d, self.a, self.b, self.z = (self.context.variable(place) for place in range(4))
        self.law = make("ortho", (TWO, self.d))

    def x(self, u: Term) -> Term:
        return along((self.a, self.b), u, self.z)

    def member(self, n: Term, u: Term) -> Term:
        numbers = times(make("rpow", (QUARTER, n)), gamma(HALF), inv(gamma(plus(n, HALF))), inv(gamma(plus(n, ONE))))
        return make("*", (numbers, even_power(self.x(u), n)))

    def function(self) -> Term:
        square = plus(power(self.a, 2), power(self.b, 2))
        return make("pfq", (half(self.d), make("*", (QUARTER, square, make("norm2", (self.z,))))), (0, 1))

    def cosh(self) -> Theorem:
        """The same with cosh for exp: the series, member by member."""
        search, context = self.search, self.context
        index, (n,), _ = opened(search, context, make("sum", (ZERO, OO, ZERO)))
        each = self.each(index, n)
        series = make("sum", (ZERO, OO, close(each.judgement.args[0], (n,))))
        values = make("sum", (ZERO, OO, close(each.judgement.args[1], (n,))))
        total = pulled(search, context, series, summed(search, context, values, self.function()), each)
        within, _, member = opened(search, index, each.judgement.args[0])
        size = size_of_nonnegative(search, within, member)
        l1 = search.infer("L1", context, of=total, term=series)
        whole = search.infer("TRANSPORT", context, of=l1, eqs=[size], paths=[[0, 2, 1]])
        block, (u,), _ = opened(search, context, make("E", (self.law, ZERO)))
        named = axiom(search, block, "cosh.series", self.x(u))
        waves = summed(search, block, series_of(block, lambda k: self.member(k, u)), named.judgement.args[0])
        waves = chained(search, block, waves, named)
        swap = search.infer("SWAP", context, term=series, first=[], whole=[whole], other=[waves])
        found = chained(search, context, search.infer("SYM", context, of=swap), total)
        wanted = mean_of(context, [self.law], lambda v: make("cosh", (self.x(v),)))
        return pulled(search, context, wanted, found, search.infer("SYM", block, of=waves))

    def each(self, index: Context, n: Term) -> Theorem:
        """``E member = (a^2 + b^2)^n (z^2)^n gamma(d/2)/(4^n gamma(d/2 + n) n!)``."""
        search = self.search
        moment = instance(search, index, pair_moment(search), self.d, n, self.a, self.b, self.z)
        member = mean_of(index, [self.law], lambda u: self.member(n, u))
        _, _, body = opened(search, index, member)
        found = pulled(search, index, member, scaled(search, index, moment, body.args[0]))
        square = plus(power(self.a, 2), power(self.b, 2))
        powers = [make("rpow", (base, n)) for base in (QUARTER, square, make("norm2", (self.z,)))]
        numbers = gamma(half(self.d)), inv(gamma(plus(half(self.d), n))), inv(gamma(plus(n, ONE)))
        target = product([*powers, *numbers])
        root = axiom(search, index, "gamma.half")
        last = search.infer("RING", index, lhs=found.judgement.args[1], rhs=target, eqs=[root])
        return chained(search, index, found, last)

    def exponential(self) -> Theorem:
        search, context = self.search, self.context
        waves = self.cosh()
        term = mean_of(context, [self.law], lambda u: exp(self.x(u)))
        inner, (u,), body = opened(search, context, term)
        twice = scaled(search, context, waves, TWO)
        _, _, bound = opened(search, context, twice.judgement.args[0])
        other = exp(make("neg", (self.x(u),)))
        equal = same_inside(search, inner, bound, plus(body, other))
        positive = axiom(search, inner, "exp.positive", other.args[0])
        order = search.infer("POS", inner, lhs=body, rhs=bound, rows=[row(positive)], eqs=[equal])
        search.use(context, search.infer("DOM", context, term=term, bound=order, l1=[twice]))
        mirrored = mean_of(context, [self.law], lambda v: exp(make("neg", (self.x(v),))))
        return from_cosh(search, context, waves, term, mirrored, turned(search, context, term, 0, MIRROR))
