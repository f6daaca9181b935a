"""Functions ``f(z) = 0F1(; b; z)``, b > 0, z >= 0, against parabolas; all derivatives of f are positive.

``f'`` lies above its tangents (`power_bounds`). So ``R = f - (Taylor polynomial of degree 2 at s)`` rises, with R(s) = 0; and
``N(x) = (x - s)(f'(x) - f'(s)) - 2 (f(x) - f(s) - f'(s)(x - s))`` rises, with N(s) = 0, so that the quotient
``Q(x) = (f(x) - f(s) - f'(s)(x - s))/(x - s)^2`` with ``Q' = N/(x - s)^3`` rises for x < s. Each theorem is proved once.
"""

from __future__ import annotations

from rftheory.prover.words import *
from rftheory.prover.learn import Known
from rftheory.prover.power_bounds import above_tangent


def above_parabola(run: Any, context: Context, b: Term, s: Term, p: Term, z: Term) -> Theorem:
    """``f(s) + f'(s)(z - s) + Q(p)(z - s)^2 <= f(z)`` for 0 <= p < s and p <= z."""
    return instantiated(run, context, parabola_below(run), [b, s, p, z])


def below_taylor(run: Any, context: Context, b: Term, s: Term, z: Term) -> Theorem:
    """``f(z) <= f(s) + f'(s)(z - s) + f''(s)/2 (z - s)^2`` for 0 <= z <= s, 0 < s."""
    return instantiated(run, context, taylor_above(run), [b, s, z])


@general
def parabola_below(search: Search) -> Theorem:
    """Of `above_parabola`, for all b, s, p, z."""
    return _Parabola(search).above()


@general
def taylor_above(search: Search) -> Theorem:
    """Of `below_taylor`, for all b, s, z."""
    return _Parabola(search).below()


class _Parabola:
    """The theorems in the context of b > 0 and s > 0."""

    def __init__(self, search: Search):
        self.search, self.run = search, search.run
        context = self.run.declare(EMPTY, declare("real", low=ZERO, closed="(]"))
        self.outer = self.run.declare(context, declare("real", low=ZERO, closed="(]"))
        self.b, self.s = self.outer.variable(0), self.outer.variable(1)
        self.open = self.run.declare(self.outer, declare("real", low=ZERO, closed="(]"))
        self.inner = self.run.declare(self.outer, declare("real", low=ZERO, high=self.s, closed="()"))
        self.x = self.open.variable(2)

    # -- terms ------------------------------------------------------------------------------------------------------

    def f(self, order: int, place: Term) -> Term:
        """The derivative of f of some order."""
        shifts = [self.b if n == 0 else make("+", (self.b, rat(n))) for n in range(order + 1)]
        function = make("pfq", (shifts[-1], place), (0, 1))
        return product([*(make("inv", (shift,)) for shift in shifts[:-1]), function])

    def rest(self, x: Term) -> Term:
        """``f(x) - f(s) - f'(s)(x - s)``."""
        line = total([self.f(0, self.s), make("*", (self.f(1, self.s), minus(x, self.s)))])
        return minus(self.f(0, x), line)

    def quotient(self, x: Term) -> Term:
        return make("*", (self.rest(x), make("inv", (power(minus(x, self.s), 2),))))

    def above_taylor(self, x: Term) -> Term:
        """R."""
        return minus(self.rest(x), product([HALF, self.f(2, self.s), power(minus(x, self.s), 2)]))

    def numerator(self, x: Term) -> Term:
        """N."""
        first = make("*", (minus(x, self.s), minus(self.f(1, x), self.f(1, self.s))))
        return minus(first, make("*", (rat(2), self.rest(x))))

    # -- steps ------------------------------------------------------------------------------------------------------

    def row(self, context: Context, sides: tuple[Term, Term], parts: list[tuple[list[Term], list[Theorem]]]) -> Theorem:
        terms = [*sides, *(h for hs, _ in parts for h in hs)]
        terms += [side for _, signs in parts for sign in signs for side in sign.judgement.args]
        make_defined(self.run, context, *terms)
        rows = [row(*signs, h=hs) for hs, signs in parts]
        eqs = Known(self.search, context, terms).equations(terms)
        return self.search.infer("POS", context, lhs=sides[0], rhs=sides[1], rows=rows, eqs=eqs)

    def rising(
        self, function: Callable[[Term], Term], high: Term, context: Context, sign_of: Callable[[Term], Theorem]
    ) -> Callable[[Context, Theorem], Theorem]:
        """What brings orders of places from 0 on, below ``high``, to orders of values; ``context`` is the open interval."""
        closed = self.run.declare(self.outer, declare("real", low=ZERO, high=None if high is OO else high, closed="[)"))
        for place in (context, closed):
            make_defined(self.run, place, function(self.x))
        body = close(function(self.x), (self.x,))
        premises = [] if high is OO else [self.search.infer("HYP", self.outer, fact=make("<", (ZERO, high)))]
        slope = self.search.infer("DERIV", self.outer, over=make("int", (ZERO, high, body)), premises=premises)
        over = make("cont", (ZERO, high, body), ("closed", "open"))
        cont = self.search.infer("CONT", self.outer, over=over, given=[], premises=[])
        sign = sign_of(instantiate(slope.judgement.args[3], (self.x,)))

        def ordered(where: Context, order: Theorem) -> Theorem:
            further = self.run.declare(where, context.declarations[-1])
            values = [further.variable(place) for place in (0, 1, further.size - 1)]
            there = self.search.infer("INST", further, of=sign, values=values, premises=[])
            step = {"slope": slope, "cont": [cont], "sign": there, "order": order, "premises": premises}
            return self.search.infer("SLOPE", where, **step)

        return ordered

    def tangent(self, context: Context, point: Term, place: Term) -> Theorem:
        """``f'`` lies above its tangent at a point, up to the factor b."""
        function = make("pfq", (make("+", (self.b, ONE)), place), (0, 1))
        return above_tangent(self.run, context, function, point, False)

    def taylor_rises(self) -> Callable[[Context, Theorem], Theorem]:
        def sign(rate: Term) -> Theorem:
            over = self.search.infer("DEF", self.open, judgement=make("<", (ZERO, make("inv", (self.b,)))))
            return self.row(self.open, (ZERO, rate), [([], [self.tangent(self.open, self.s, self.x), over])])

        return self.rising(self.above_taylor, OO, self.open, sign)

    def below(self) -> Theorem:
        context = self.run.declare(self.outer, declare("real", low=ZERO, high=self.s))
        order = self.search.infer("HYP", context, fact=make("<=", (self.x, self.s)))
        found = self.taylor_rises()(context, order)
        distance = minus(self.x, self.s)
        bend = product([HALF, self.f(2, self.s), power(distance, 2)])
        taylor = total([self.f(0, self.s), make("*", (self.f(1, self.s), distance)), bend])
        return self.row(context, (self.f(0, self.x), taylor), [([], [found])])

    def quotient_rises(self) -> Callable[[Context, Theorem], Theorem]:
        def sign_of_numerator(rate: Term) -> Theorem:
            over = self.search.infer("DEF", self.open, judgement=make("<", (ZERO, make("inv", (self.b,)))))
            return self.row(self.open, (ZERO, rate), [([], [self.tangent(self.open, self.x, self.s), over])])

        numerator = self.rising(self.numerator, OO, self.open, sign_of_numerator)
        before = self.search.infer("HYP", self.inner, fact=make("<", (self.x, self.s)))
        weak = self.search.infer("WEAKEN", self.inner, of=before, to="<=")

        def sign(rate: Term) -> Theorem:
            negative = numerator(self.inner, weak)
            over = make("inv", (power(minus(self.x, self.s), 2),))
            return self.row(self.inner, (ZERO, rate), [([over], [negative, before])])

        return self.rising(self.quotient, self.s, self.inner, sign)

    def above(self) -> Theorem:
        """Before s by the quotient; from s on by the Taylor polynomial there, whose bend is at least that of the parabola."""
        run, s = self.run, self.s
        context = run.declare(self.outer, declare("real", low=ZERO, high=s, closed="[)"))
        p = context.variable(2)
        whole = run.declare(context, declare("real", low=p))
        z = whole.variable(3)
        quotient, taylor = self.quotient_rises(), self.taylor_rises()
        parabola = total(
            [self.f(0, s), make("*", (self.f(1, s), minus(z, s))), make("*", (self.quotient(p), power(minus(z, s), 2)))]
        )
        sides = (parabola, self.f(0, z))
        before = run.declare(whole, make("<", (z, s)))
        order = self.search.infer("HYP", before, fact=make("<=", (p, z)))
        first = self.row(before, sides, [([minus(z, s)], [quotient(before, order)])])
        after = run.declare(whole, make("<=", (s, z)))
        later = taylor(after, self.search.infer("HYP", after, fact=make("<=", (s, z))))
        start = self.search.infer("HYP", after, fact=make("<", (p, s)))
        bend = taylor(after, self.search.infer("WEAKEN", after, of=start, to="<="))
        ratio = make("*", (minus(z, s), make("inv", (minus(p, s),))))
        second = self.row(after, sides, [([], [later]), ([ratio], [bend])])
        return self.search.infer("CASES", whole, of=[first, second])
