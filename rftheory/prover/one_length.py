"""Exponentials over one length and one direction: ``E exp((1 - g) r^2/2 + r s.z) = g^(-D/2) 1F1(D/2; d/2; z^2/(2g))``.

r has the chi law with D degrees of freedom, s is uniform on the sphere of R^d. The even moments of both are multiplied; the series
of cosh is integrated member by member, all of which are not negative; -s has the law of s.
"""

from __future__ import annotations

from rftheory.prover.frame_tools import *
from rftheory.kernel.rules.laws import density
from rftheory.prover.frame_forms import tilted
from rftheory.prover.frame_moments import sphere_moment
from rftheory.prover.frame_series import summed
from rftheory.prover.integrals import integral_value


@general
def _tilted_moment(search: Search) -> Theorem:
    """``E exp((1 - g) r^2/2) (r^2)^n = 2^n gamma(D/2 + n)/gamma(D/2) g^(-D/2 - n)``."""
    context = declared(search, DIMENSION, INDEX, POSITIVE)
    d, n, g = (context.variable(place) for place in range(3))
    law = make("chi", (d,))
    term = mean_of(context, [law], lambda r: make("*", (exp(tilted(g, r)), even_power(r, n))))
    exponent = plus(d, rat(-1), times(TWO, n))
    plain = integral_of(
        context, ZERO, OO,
        lambda r: make("*", (make("rpow", (r, exponent)), exp(make("neg", (times(half(g), power(r, 2)),))))),
    )  # fmt: skip
    euler = integral_value(search, context, plain)
    normal = inv(times(make("rpow", (TWO, plus(half(d), rat(-1)))), gamma(half(d))))
    known = scaled(search, context, euler, normal)
    dense = integral_of(
        context, ZERO, OO,
        lambda r: make("*", (make("*", (exp(tilted(g, r)), even_power(r, n))), density(law, r))),
    )  # fmt: skip
    value = pulled(search, context, dense, known)
    opened(search, context, term)
    found = chained(search, context, search.infer("DENSITY", context, term=term, l1=[value]), value)
    return rewritten(search, context, found, _moment(d, n, g))


def _moment(d: Term, n: Term, g: Term) -> Term:
    down = make("rpow", (g, plus(times(rat(Fraction(-1, 2)), d), make("neg", (n,)))))
    return times(make("rpow", (TWO, n)), gamma(plus(half(d), n)), inv(gamma(half(d))), down)


class _Terms:
    """For numbers D, d, g and a vector z."""

    def __init__(self, context: Context):
        self.size, self.d, self.g, self.z = (context.variable(place) for place in range(4))
        self.laws = [make("chi", (self.size,)), make("sphere", (self.d,))]

    def wave(self, r: Term, s: Term) -> Term:
        return make("*", (r, make("dot", (s, self.z))))

    def member(self, n: Term, r: Term, s: Term) -> Term:
        """``exp(..) (r s.z)^(2n)/(2n)!``."""
        numbers = times(make("rpow", (QUARTER, n)), gamma(HALF), inv(gamma(plus(n, HALF))), inv(gamma(plus(n, ONE))))
        return make("*", (numbers, exp(tilted(self.g, r)), even_power(self.wave(r, s), n)))

    def value(self, n: Term) -> Term:
        """A member of the series of 1F1."""
        h, a = half(self.d), half(self.size)
        numbers = times(gamma(plus(a, n)), inv(gamma(a)), gamma(h), inv(gamma(plus(h, n))), inv(gamma(plus(n, ONE))))
        return make(
            "*", (numbers, make("rpow", (make("norm2", (self.z,)), n)), make("rpow", (inv(times(TWO, self.g)), n)))
        )

    def function(self) -> Term:
        place = make("*", (make("norm2", (self.z,)), inv(times(TWO, self.g))))
        return make("pfq", (half(self.size), half(self.d), place), (1, 1))

    def down(self) -> Term:
        return make("rpow", (self.g, times(rat(Fraction(-1, 2)), self.size)))


@general
def one_length_mean(search: Search) -> Theorem:
    """``E exp((1 - g) r^2/2 + r s.z) = g^(-D/2) 1F1(D/2; d/2; z^2/(2g))``."""
    context = declared(search, DIMENSION, DIMENSION, POSITIVE, vector_of(1))
    of = _Terms(context)
    waves = _cosh(search, context, of)
    inner, (r, s), cosh = opened(search, context, waves.judgement.args[0])
    tilt, wave = tilted(of.g, r), of.wave(r, s)
    up, down = exp(plus(tilt, wave)), exp(plus(tilt, make("neg", (wave,))))
    term, mirrored = (make("E", (*of.laws, close(body, (r, s)))) for body in (up, down))
    both = same_inside(search, inner, cosh, half(plus(up, down)))
    size = axiom(search, inner, "abs.same", up)
    sign = axiom(search, inner, "exp.positive", down.args[0])
    bound = times(TWO, cosh)
    order = search.infer("POS", inner, lhs=size.judgement.args[0], rhs=bound, rows=[row(sign)], eqs=[size, both])
    search.use(context, search.infer("DOM", context, term=term, bound=order, l1=[scaled(search, context, waves, TWO)]))
    image = search.infer("IMAGE", context, term=term, member=1, way="reflect", l1=[])
    turned = make("vscale", (rat(-1), s))
    eqs = [axiom(search, inner, "dot.scale", rat(-1), s, of.z)]
    other = plus(tilt, of.wave(r, turned))
    make_defined(search, inner, down)
    same = search.infer("RING", inner, lhs=down.args[0], rhs=other, eqs=eqs)
    there = search.infer("CONG", inner, eq=same, term=down, paths=[[0]])
    back = converges(search, context, search.infer("SYM", context, of=image))
    moved = pulled(search, context, mirrored, back, there)
    linear = search.infer("LIN", context, terms=[term, mirrored], coefficients=[HALF, HALF], l1=[moved])
    _, _, halves = opened(search, context, linear.judgement.args[0])
    whole = search.infer("RING", context, lhs=linear.judgement.args[1], rhs=term, eqs=[moved])
    equal = search.infer("RING", inner, lhs=cosh, rhs=halves, eqs=[both])
    found = pulled(search, context, waves.judgement.args[0], chained(search, context, linear, whole), equal)
    return chained(search, context, search.infer("SYM", context, of=found), waves)


def _cosh(search: Search, context: Context, of: _Terms) -> Theorem:
    """``E exp((1 - g) r^2/2) cosh(r s.z)``, member by member."""
    index, (n,), _ = opened(search, context, make("sum", (ZERO, OO, ZERO)))
    each = _each(search, index, of, n)
    series = series_of(context, of.value)
    value = summed(search, context, series, of.function())
    down = scaled(search, context, value, of.down())
    total = pulled(search, context, make("sum", (ZERO, OO, close(each.judgement.args[0], (n,)))), down, each)
    within, draws, member = opened(search, index, each.judgement.args[0])
    size = size_of_nonnegative(search, within, member)
    l1 = search.infer("L1", context, of=total, term=total.judgement.args[0])
    whole = search.infer("TRANSPORT", context, of=l1, eqs=[size], paths=[[0, 2, 2]])
    block, (r, s), _ = opened(search, context, make("E", (*of.laws, ZERO)))
    sums = series_of(block, lambda k: of.member(k, r, s))
    named = axiom(search, block, "cosh.series", of.wave(r, s))
    inside = summed(search, block, sums, make("*", (exp(tilted(of.g, r)), named.judgement.args[0])))
    last = search.infer("CONG", block, eq=named, term=inside.judgement.args[1], paths=[[1]])
    inside = chained(search, block, inside, last)
    term = total.judgement.args[0]
    swap = search.infer("SWAP", context, term=term, first=[], whole=[whole], other=[inside])
    found = chained(search, context, search.infer("SYM", context, of=swap), total)
    wanted = mean_of(context, of.laws, lambda r, s: make("*", (exp(tilted(of.g, r)), make("cosh", (of.wave(r, s),)))))
    return pulled(search, context, wanted, found, search.infer("SYM", block, of=inside))


def _each(search: Search, index: Context, of: _Terms, n: Term) -> Theorem:
    """``E member = g^(-D/2) value``."""
    lengths = instance(search, index, _tilted_moment(search), of.size, n, of.g)
    directions = instance(search, index, sphere_moment(search), of.d, n, of.z)
    joint = search.infer(
        "INDEP", index, first=lengths.judgement.args[0], second=directions.judgement.args[0], l1=[lengths, directions]
    )
    converges(search, index, joint)
    inner, (r, s), body = opened(search, index, joint.judgement.args[0])
    numbers = of.member(n, r, s).args[0]
    known = scaled(search, index, joint, numbers)
    term = mean_of(index, of.laws, lambda r, s: of.member(n, r, s))
    _, _, member = opened(search, index, term)
    powers = split_power(search, inner, member.args[2].args[0], power(r, 2), power(make("dot", (s, of.z)), 2), n)
    there = instantiate(known.judgement.args[0].args[-1], (r, s))
    same = search.infer("RING", inner, lhs=member, rhs=there, eqs=[powers])
    found = pulled(search, index, term, known, same)
    eqs = [lengths, directions]
    value = times(numbers, lengths.judgement.args[1], directions.judgement.args[1])
    make_defined(search, index, value)
    link = search.infer("RING", index, lhs=found.judgement.args[1], rhs=value, eqs=eqs)
    return rewritten(search, index, chained(search, index, found, link), make("*", (of.down(), of.value(n))))
