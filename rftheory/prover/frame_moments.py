"""Even moments of products of directions with a vector: one point of the sphere, and two orthogonal ones.

The products of a normal vector with z are Gaussian; length and direction are independent, so the moment of the direction is
the quotient of the Gaussian one and that of the length. Two orthogonal directions are turned into the first one.
"""

from __future__ import annotations

from rftheory.prover.frame_tools import *
from rftheory.kernel.rules.laws import density
from rftheory.kernel.terms import bound
from rftheory.prover.integrals import integral_value


@general
def _gaussian_moment(search: Search) -> Theorem:
    """For n >= 0: ``E (g^2)^n = 2^n gamma(n + 1/2)/sqrt(pi)``."""
    context = declared(search, INDEX)
    n = context.variable(0)
    term = mean_of(context, [GAUSS], lambda g: even_power(g, n))
    line = integral_of(context, MINUS_OO, OO, lambda x: make("*", (even_power(x, n), density(GAUSS, x))))
    halves = [_half_line(search, context, line, n, mirrored) for mirrored in (True, False)]
    opened(search, context, line)
    split = search.infer("SPLIT", context, whole=line, last=ZERO, following=ZERO, orders=[], l1=halves)
    for one in halves:
        link = search.infer("CONG", context, eq=one, term=split.judgement.args[1], paths=[])
        split = search.infer("CHAIN", context, links=[split, link])
    found = search.infer("DENSITY", context, term=term, l1=[split])
    value = times(make("rpow", (TWO, n)), gamma(plus(n, HALF)), inv(make("sqrt", (PI,))))
    return rewritten(search, context, search.infer("CHAIN", context, links=[found, split]), value)


def _half_line(search: Search, context: Context, line: Term, n: Term, mirrored: bool) -> Theorem:
    """The integral over one half of the line, as Euler's."""
    plain = integral_of(context, ZERO, OO, lambda x: make("*", (make("rpow", (x, times(TWO, n))), density(GAUSS, x))))
    value = integral_value(search, context, plain)
    if not mirrored:
        return pulled(search, context, make("int", (ZERO, OO, line.args[2])), value)
    over = make("int", (ZERO, OO, make("neg", (bound(0, "real"),))))
    left = make("int", (MINUS_OO, ZERO, line.args[2]))
    return through(search, context, left, over, lambda other: pulled(search, context, other, value))


@general
def length_moment(search: Search) -> Theorem:
    """For d >= 2, n >= 0: ``E (r^2)^n = 2^n gamma(d/2 + n)/gamma(d/2)`` for a length r."""
    context = declared(search, DIMENSION, INDEX)
    d, n = context.variable(0), context.variable(1)
    law = make("chi", (d,))
    term = mean_of(context, [law], lambda r: even_power(r, n))
    integral = integral_of(context, ZERO, OO, lambda x: make("*", (even_power(x, n), density(law, x))))
    simple = integral_of(context, ZERO, OO, lambda x: make("*", (make("rpow", (x, times(TWO, n))), density(law, x))))
    value = pulled(search, context, integral, integral_value(search, context, simple))
    found = chained(search, context, search.infer("DENSITY", context, term=term, l1=[value]), value)
    closed = times(make("rpow", (TWO, n)), gamma(plus(half(d), n)), inv(gamma(half(d))))
    return rewritten(search, context, found, closed)


# -- one direction --------------------------------------------------------------------------------------------------


def direction_moment(d: Term, n: Term) -> Term:
    """``m_n = gamma(n + 1/2) gamma(d/2)/(sqrt(pi) gamma(d/2 + n))``."""
    return times(gamma(plus(n, HALF)), gamma(half(d)), inv(make("sqrt", (PI,))), inv(gamma(plus(half(d), n))))


@general
def sphere_moment(search: Search) -> Theorem:
    """For d >= 2, n >= 0, z in R^d: ``E ((u.z)^2)^n = m_n (z^2)^n`` over directions u."""
    context = declared(search, DIMENSION, INDEX, vector_of(0))
    d, n, z = (context.variable(place) for place in range(3))
    one = mean_of(context, [make("sphere", (d,))], lambda u: even_power(make("dot", (u, z)), n))
    search.use(context, _bounded(search, context, one, n, z))
    length = instance(search, context, length_moment(search), d, n)
    joint = search.infer("INDEP", context, first=length.judgement.args[0], second=one, l1=[length])
    converges(search, context, joint)
    normal = _normal(search, context, d, n, z)
    polar = search.infer("IMAGE", context, term=normal.judgement.args[0], member=0, way="polar", l1=[normal])
    inner, (r, u), body = opened(search, context, polar.judgement.args[1])
    parts = power(r, 2), power(make("dot", (u, z)), 2)
    same = split_power(search, inner, body.args[0], *parts, n)
    apart = pulled(search, context, polar.judgement.args[1], joint, same)
    whole = search.infer("CHAIN", context, links=[polar, apart])
    value = times(direction_moment(d, n), make("rpow", (make("norm2", (z,)), n)))
    make_defined(search, context, value)
    return converges(search, context, search.infer("RING", context, lhs=one, rhs=value, eqs=[length, normal, whole]))


def _bounded(search: Search, context: Context, one: Term, n: Term, z: Term) -> Theorem:
    """``l1``: ``(u.z)^2 <= z^2``."""
    inner, (u,), _ = opened(search, context, one)
    order = axiom(search, inner, "dot.cauchy_schwarz", u, z)
    unit = search.infer("HYP", inner, fact=make("=", (make("norm2", (u,)), ONE)))
    square = make("norm2", (z,))
    same = search.infer("RING", inner, lhs=order.judgement.args[1], rhs=square, eqs=[unit])
    order = search.infer("CHAIN", inner, links=[order, same])
    return search.infer("DOM", context, term=one, bound=through_power(search, inner, order, n), l1=[])


def _normal(search: Search, context: Context, d: Term, n: Term, z: Term) -> Theorem:
    """``E ((w.z)^2)^n`` for a normal vector w: w.z is |z| g."""
    term = mean_of(context, [make("normal", (d,))], lambda w: even_power(make("dot", (w, z)), n))
    square = make("norm2", (z,))
    root = make("sqrt", (square,))
    gaussian = instance(search, context, _gaussian_moment(search), n)
    scale = make("rpow", (square, n))
    linear = search.infer("LIN", context, terms=[gaussian.judgement.args[0]], coefficients=[scale], l1=[gaussian])
    scaled = mean_of(context, [GAUSS], lambda g: even_power(make("*", (root, g)), n))
    inner, (g,), body = opened(search, context, scaled)
    same = split_power(search, inner, body.args[0], square, power(g, 2), n)
    alone = pulled(search, context, scaled, linear, same)
    value = search.infer("CONG", context, eq=gaussian, term=linear.judgement.args[1], paths=[[1]])
    both = mean_of(
        context, [GAUSS, make("chi2", (make("+", (d, rat(-1))),))], lambda g, _: even_power(make("*", (root, g)), n)
    )
    block = search.infer("BLOCK", context, term=both, keep=[0], l1=[alone])
    products = [make("=", (square, make("*", (root, root))))]
    gram = [prove_equal(search, context, *one.args) for one in products]
    opened(search, context, term)
    found = search.infer(
        "GRAMLAW", context, term=term, member=0, vectors=[z], table=[[root]], rank=1, gram=gram, l1=[block]
    )
    return chained(search, context, found, block, alone, value)


# -- two orthogonal directions --------------------------------------------------------------------------------------


@general
def pair_moment(search: Search) -> Theorem:
    """For real a, b: ``E ((a u_1.z + b u_2.z)^2)^n = (a^2 + b^2)^n m_n (z^2)^n`` over orthonormal directions."""
    context = declared(search, DIMENSION, INDEX, REAL, REAL, vector_of(0))
    a = context.variable(2)
    cases = []
    for fact in (make("<", (a, ZERO)), make("=", (a, ZERO)), make("<", (ZERO, a))):
        cases.append(_pair_in_case(search, search.run.declare(context, fact), turned=fact.op == "<"))
    return converges(search, context, search.infer("CASES", context, of=cases))


def _pair_in_case(search: Search, context: Context, turned: bool) -> Theorem:
    d, n, a, b, z = (context.variable(place) for place in range(5))
    law = make("ortho", (TWO, d))
    square = plus(power(a, 2), power(b, 2))

    def along(frame: Term, place: Term) -> Term:
        return make("dot", (make("at", (frame, place)), z))

    place = ONE if turned else TWO
    one = mean_of(context, [law], lambda u: even_power(along(u, place), n))
    sphere = instance(search, context, sphere_moment(search), d, n, z)
    opened(search, context, one)
    alone = search.infer("SUBFRAME", context, term=one, member=0, indices=[place], differ=[], l1=[sphere])
    found = chained(search, context, alone, sphere)
    scale = square if turned else power(b, 2)
    if turned:
        back = search.infer("SYM", context, of=_turned(search, context, found, square))
        found = chained(search, context, back, found)
    linear = search.infer(
        "LIN", context, terms=[found.judgement.args[0]], coefficients=[_scaled_power(scale, n)], l1=[found]
    )
    value = search.infer("CONG", context, eq=found, term=linear.judgement.args[1], paths=[[1]])
    linear = chained(search, context, linear, value)
    term = mean_of(context, [law], lambda u: even_power(plus(times(a, along(u, ONE)), times(b, along(u, TWO))), n))
    inner, _, body = opened(search, context, term)
    _, _, other = opened(search, context, found.judgement.args[0])
    same = split_power(search, inner, body.args[0], scale, other.args[0], n)
    result = pulled(search, context, term, linear, same)
    closed = times(_scaled_power(square, n), direction_moment(d, n), make("rpow", (make("norm2", (z,)), n)))
    if not turned:
        equal = prove_equal(search, context, scale, square)
        link = search.infer("CONG", context, eq=equal, term=result.judgement.args[1], paths=[[0, 0]])
        result = search.infer("CHAIN", context, links=[result, link])
    return rewritten(search, context, result, closed)


def _scaled_power(base: Term, n: Term) -> Term:
    return make("rpow", (base, n))


def _turned(search: Search, context: Context, found: Theorem, square: Term) -> Theorem:
    """The first direction as ``(a u_1 + b u_2)/sqrt(a^2 + b^2)``."""
    a, b = (context.variable(place) for place in (2, 3))
    search.use(context, prove_order(search, context, ZERO, square, True))
    inverse = inv(make("sqrt", (square,)))
    c, s = make("*", (a, inverse)), make("*", (b, inverse))
    table = [[c, s], [make("neg", (s,)), c]]
    term = found.judgement.args[0]
    return turned(search, context, term, 0, table, [found])
