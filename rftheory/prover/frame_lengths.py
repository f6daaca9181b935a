"""Means over two independent lengths of powers of a positive quadratic form, as an integral over an angle.

For lengths x, y of the chi law, ``Q(x, y) = (a_1 x + a_2 y)^2 + (b y)^2`` and rates ``(1 - g_i)/2``: y = x t k with
``k = (g_1/g_2)^(1/2)``; for each t the integral over x is Euler's; then t = tan(phi/2).
"""

from __future__ import annotations

from rftheory.prover.frame_tools import *
from rftheory.kernel.rules.laws import density
from rftheory.prover.ends import changed
from rftheory.prover.frame_forms import (
    TwoLengths,
    angle_density,
    factors_of,
    half_angle,
    one_more,
    tilted,
    weighted,
    weighted_converges,
)
from rftheory.prover.integrals import integral_value


@general
def lengths_moment(search: Search) -> Theorem:
    """``E exp(..) Q(x, y)^n = 2^n (d)_n (g_1 g_2)^(-d/2) int_0^pi density V^n``."""
    return _Proof(search).whole()


class _Proof:
    def __init__(self, search: Search):
        self.search = search
        self.context = declared(search, DIMENSION, INDEX, POSITIVE, POSITIVE, REAL, REAL, REAL)
        self.of = TwoLengths(*(self.context.variable(place) for place in range(7)))

    def whole(self) -> Theorem:
        search, context, of = self.search, self.context, self.of
        plane, each = self.planes()
        line, x = each.context, each.context.variable(context.size)
        # for each x: int_y f = density(x) E_y
        held = integral_of(line, ZERO, OO, lambda y: make("*", (of.body(x, y), density(of.law, y))))
        there = refl(search, line, each.judgement.args[0])
        pulled(search, line, held, scaled(search, line, there, inv(density(of.law, x))))
        linear = search.infer("LIN", line, terms=[held], coefficients=[density(of.law, x)], l1=[])
        one = mean_of(line, [of.law], lambda y: of.body(x, y))
        opened(search, line, one)
        by_density = converges(search, line, search.infer("DENSITY", line, term=one, l1=[]))
        weighted_mean = make("*", (one, density(of.law, x)))
        same = search.infer("RING", line, lhs=weighted_mean, rhs=linear.judgement.args[1], eqs=[by_density])
        same = search.infer("CHAIN", line, links=[same, search.infer("SYM", line, of=linear)])
        integral = make("int", (ZERO, OO, close(weighted_mean, (x,))))
        value = pulled(search, context, integral, plane, same)
        # both means
        outside = make("E", (of.law, close(one, (x,))))
        opened(search, context, outside)
        found = chained(search, context, search.infer("DENSITY", context, term=outside, l1=[value]), value)
        return chained(search, context, nested(search, context, outside, found), found)

    # -- over the plane ---------------------------------------------------------------------------------------------

    def planes(self) -> tuple[Theorem, Theorem]:
        """``int_x int_y f = value``, and ``int_y f`` for each x."""
        search, context = self.search, self.context
        line, (x,), _ = opened(search, context, make("int", (ZERO, OO, ZERO)))
        each = self.over_y(line, x)
        rays = each.judgement.args[1]
        lines = make("int", (ZERO, OO, close(rays, (x,))))
        swapped = self.exchanged(lines, each)
        whole = make("int", (ZERO, OO, close(each.judgement.args[0], (x,))))
        return pulled(search, context, whole, swapped, each), each

    def over_y(self, line: Context, x: Term) -> Theorem:
        """``int_y f(x, y) = int_t f(x, k x t) k x``."""
        search, of = self.search, self.of
        table = (power(times(of.a1, x), 2), times(TWO, of.a1, of.a2, x), plus(power(of.a2, 2), power(of.b, 2)))
        rate, p = half(of.g2), plus(of.d, rat(-1))
        l1 = instantiated(search, line, weighted_converges(search), [rate, *table, of.n, p])
        search.use(line, l1)
        bare = weighted(line, rate, table, p, of.n)
        normal = inv(times(make("rpow", (TWO, plus(half(of.d), rat(-1)))), gamma(half(of.d))))
        factor = times(density(of.law, x), exp(tilted(of.g1, x)), normal)
        known = scaled(search, line, refl(search, line, bare), factor)
        term = integral_of(line, ZERO, OO, lambda y: of.joint(x, y))
        inner, (y,), _ = opened(search, line, term)
        first, second = make("rpow", (of.form(x, y), of.n)), instantiate(bare.args[2], (y,)).args[1]
        powers = search.infer(
            "CONG", inner, eq=same_inside(search, inner, first.args[0], second.args[0]), term=first, paths=[[0]]
        )
        rest = times(of.tilt(x, y), density(of.law, y), density(of.law, x))
        others = times(factor, make("rpow", (y, p)), exp(make("neg", (times(rate, power(y, 2)),))))
        here, there = of.joint(x, y), instantiate(known.judgement.args[0].args[2], (y,))
        same = same_product(search, inner, here, there, powers, same_inside(search, inner, rest, others))
        pulled(search, line, term, known, same)
        over = integral_of(line, ZERO, OO, lambda t: make("*", (of.k, x, t)))
        found = changed(search, line, term, over)
        search.use(line, search.infer("L1", line, of=found, term=found.judgement.args[1]))
        return found

    def exchanged(self, lines: Term, each: Theorem) -> Theorem:
        """``int_x int_t h = int_t int_x h``, and its value."""
        search, context = self.search, self.context
        rays = each.judgement.args[1]
        ray, (t,), _ = opened(search, context, make("int", (ZERO, OO, ZERO)))

        # t takes the place of x in the context, x the next one
        inside = integral_of(ray, ZERO, OO, lambda r: self.moved(rays, r, t))
        value = self.over_x(ray, t, inside)
        outer = make("int", (ZERO, OO, close(inside, (t,))))
        total = self.over_t(outer, value)
        within, (r,), body = opened(search, ray, inside)
        size = size_of_nonnegative(search, within, body)
        l1 = search.infer("DEF", context, judgement=make("l1", (outer,)))
        whole = search.infer("TRANSPORT", context, of=l1, eqs=[size], paths=[[0, 2, 2]])
        first = search.infer("L1", ray, of=value, term=inside)
        other = search.infer("L1", each.context, of=each, term=rays)
        swap = search.infer("SWAP", context, term=outer, first=[first], whole=[whole], other=[other])
        if swap.judgement.args[1] is not lines:
            raise AssertionError("another integral")
        return chained(search, context, search.infer("SYM", context, of=swap), total)

    def moved(self, rays: Term, x: Term, t: Term) -> Term:
        """The body of ``int_t h`` at other variables."""
        body = substitute(rays, {self.context.size: x})
        return instantiate(body.args[2], (t,))

    def over_x(self, ray: Context, t: Term, inside: Term) -> Theorem:
        """``int_x h = c H(t)``."""
        search, of = self.search, self.of
        n, d = of.n, of.d
        scale = times(of.g1, one_more(t))
        exponent = plus(times(TWO, d), rat(-1), times(TWO, n))
        plain = integral_of(
            ray, ZERO, OO,
            lambda r: make("*", (make("rpow", (r, exponent)), exp(make("neg", (times(half(scale), power(r, 2)),))))),
        )  # fmt: skip
        euler = integral_value(search, ray, plain)
        normal = inv(power(times(make("rpow", (TWO, plus(half(d), rat(-1)))), gamma(half(d))), 2))
        front = times(normal, make("rpow", (times(of.k, t), plus(d, rat(-1)))), of.k, make("rpow", (scale, n)))
        ratio = make("rpow", (of.ratio(t), n))
        known = scaled(search, ray, euler, make("*", (front, ratio)))
        inner, (x,), here = opened(search, ray, inside)
        there = instantiate(known.judgement.args[0].args[2], (x,))
        y = make("*", (of.k, x, t))
        base = of.form(x, y)
        powers = split_power(search, inner, base, times(power(x, 2), scale), of.ratio(t), n)
        rest = [factor for factor in factors_of(here) if factor is not powers.judgement.args[0]]
        left = times(*rest, powers.judgement.args[1].args[0])
        right = times(front, *factors_of(instantiate(plain.args[2], (x,))))
        same = prove_equal(search, inner, left, right)
        step = search.infer("RING", inner, lhs=here, rhs=make("*", (*rest, powers.judgement.args[0])), eqs=[])
        step2 = search.infer("CONG", inner, eq=powers, term=step.judgement.args[1], paths=[[len(rest)]])
        step3 = same_product(search, inner, step2.judgement.args[1], there, same, refl(search, inner, ratio))
        found = pulled(search, ray, inside, known, search.infer("CHAIN", inner, links=[step, step2, step3]))
        # in powers of t and 1 + t^2
        value = found.judgement.args[1]
        down = [make("rpow", (g, times(rat(Fraction(-1, 2)), d))) for g in (of.g1, of.g2)]
        c = times(TWO, make("rpow", (TWO, n)), gamma(plus(d, n)), inv(power(gamma(half(d)), 2)), *down)
        powers_of_t = times(make("rpow", (t, plus(d, rat(-1)))), make("rpow", (one_more(t), make("neg", (d,)))))
        target = make("*", (c, make("*", (powers_of_t, ratio))))
        before = times(front, euler.judgement.args[1])
        equal = same_inside(search, ray, before, times(c, powers_of_t))
        last = same_product(search, ray, value, target, equal, refl(search, ray, ratio))
        return chained(search, ray, found, last)

    # -- over the angle ---------------------------------------------------------------------------------------------

    def over_t(self, outer: Term, value: Theorem) -> Theorem:
        """``int_t c H(t) = c' int_0^pi density V^n`` by phi = 2 atan t."""
        search, context, of = self.search, self.context, self.of
        angle = integral_of(
            context, ZERO, PI, lambda phi: make("*", (angle_density(of.d, phi), make("rpow", (of.width(phi), of.n))))
        )
        search.use(context, prove_convergent(search, context, angle))
        over = integral_of(context, ZERO, OO, lambda t: times(TWO, make("atan", (t,))))
        turned = changed(search, context, angle, over)
        search.use(context, search.infer("L1", context, of=turned, term=turned.judgement.args[1]))
        constant = of.constant()
        known = scaled(search, context, search.infer("SYM", context, of=turned), constant)
        rays = make("int", (ZERO, OO, close(value.judgement.args[1], (value.context.variable(context.size),))))
        inner, (t,), here = opened(search, context, rays)
        c, (powers_of_t, ratio) = here.args[0], here.args[1].args
        found = pulled(search, context, rays, known, self.in_t(inner, t, here, known, (c, powers_of_t, ratio)))
        return pulled(search, context, outer, found, value)

    def in_t(self, inner: Context, t: Term, here: Term, known: Theorem, parts: tuple[Term, Term, Term]) -> Theorem:
        """``c H(t)`` as the density and V at the angle 2 atan t, times the slope of that."""
        search, of = self.search, self.of
        c, powers_of_t, ratio = parts
        there = instantiate(known.judgement.args[0].args[2], (t,))
        sine, cosine = half_angle(search, inner, t)
        link = refl(search, inner, there)
        for value in (sine, cosine):
            step = search.infer("CONG", inner, eq=value, term=link.judgement.args[1], paths=[])
            link = chained(search, inner, link, step)
        plain = link.judgement.args[1]
        factors = factors_of(plain)
        (width,) = [f for f in factors if f.op == "rpow" and f.args[1] is of.n and f.args[0].op == "+"]
        same = same_inside(search, inner, width.args[0], ratio.args[0])
        powers = search.infer("SYM", inner, of=search.infer("CONG", inner, eq=same, term=width, paths=[[0]]))
        front = [
            f for f in factors if f is not width and t.data not in f.variables and f not in factors_of(of.constant())
        ]
        moving = [f for f in factors if f is not width and t.data in f.variables]
        two = make("rpow", (TWO, of.d))
        numbers = [f for f in front if f.op == "rat"]
        fixed = [f for f in front if f.op != "rat"]
        first = self.duplicated(c, times(of.constant(), *fixed, two))
        second = same_inside(search, inner, powers_of_t, times(*numbers, *moving, inv(two)))
        found = same_product(search, inner, here, plain, first, second, powers)
        return search.infer("CHAIN", inner, links=[found, search.infer("SYM", inner, of=link)])

    def duplicated(self, c: Term, other: Term) -> Theorem:
        """Both constants, by Legendre's formula for ``gamma(d/2) gamma((d+1)/2)``."""
        search, context, of = self.search, self.context, self.of
        a = half(of.d)
        found = axiom(search, context, "gamma.double", a)
        same = [
            search.infer("CONG", context, eq=prove_equal(search, context, *pair), term=gamma(pair[0]), paths=[[0]])
            for pair in ((plus(a, HALF), half(plus(of.d, ONE))), (times(TWO, a), of.d))
        ]
        two = make("rpow", (TWO, plus(ONE, times(rat(-2), a))))
        make_defined(search, context, two)
        power_of_two = prove_equal(search, context, two, times(TWO, inv(make("rpow", (TWO, of.d)))))
        make_defined(search, context, c, other)
        return search.infer("RING", context, lhs=c, rhs=other, eqs=[*same, power_of_two, found])
