"""Exponentials over two lengths and two directions: from cosh to exp, and two members of a frame with one rate."""

from __future__ import annotations

from rftheory.prover.frame_tools import *
from rftheory.prover.convergence import value
from rftheory.prover.frame_forms import angle_density, tilted
from rftheory.prover.frame_series import PARAMETERS, FrameBlock, cosh_mean


def exponent(of: FrameBlock, x: Term, y: Term, u: Term) -> Term:
    """``sum (1 - g_i) r_i^2/2 + c X``."""
    _, g1, g2 = of.variables[:3]
    return make("+", (tilted(g1, x), tilted(g2, y), make("*", (of.c, of.x(x, y, u)))))


@general
def exponential_mean(search: Search) -> Theorem:
    """``E exp(.. + c X) = (g_1 g_2)^(-d/2) int_0^pi density 1F1(d; d/2; c^2 z^2 V/2)``."""
    context = declared(search, *PARAMETERS)
    of = FrameBlock([context.variable(place) for place in range(9)])
    waves = instance(search, context, cosh_mean(search), *of.variables)
    term = mean_of(context, of.laws, lambda *draws: exp(exponent(of, *draws)))
    search.use(context, _dominated(search, context, of, term))
    mirrored = mean_of(context, of.laws, lambda x, y, u: exp(_mirrored(of, x, y, u)))
    return from_cosh(search, context, waves, term, mirrored, turned(search, context, term, 2, MIRROR))


def _mirrored(of: FrameBlock, x: Term, y: Term, u: Term) -> Term:
    _, g1, g2 = of.variables[:3]
    return make("+", (tilted(g1, x), tilted(g2, y), make("neg", (make("*", (of.c, of.x(x, y, u))),))))


def _dominated(search: Search, context: Context, of: FrameBlock, term: Term) -> Theorem:
    """``|exp(E + c X)| = exp(E + p X) <= 2 exp(E) cosh(p X)``."""
    real = FrameBlock((*of.variables[:7], of.variables[7], ZERO))
    waves = scaled(search, context, instance(search, context, cosh_mean(search), *real.variables), TWO)
    inner, (x, y, u), body = opened(search, context, term)
    _, _, bound = opened(search, context, waves.judgement.args[0])
    size = axiom(search, inner, "abs.exp", body.args[0])
    _, g1, g2 = of.variables[:3]
    wave = make("*", (of.variables[7], of.x(x, y, u)))
    tilt = plus(tilted(g1, x), tilted(g2, y))
    first, second = exp(plus(tilt, wave)), exp(plus(tilt, make("neg", (wave,))))
    same = same_inside(search, inner, make("re", (body.args[0],)), plus(tilt, wave))
    step = search.infer("CONG", inner, eq=same, term=size.judgement.args[1], paths=[[0]])
    size = search.infer("CHAIN", inner, links=[size, step])
    equal = same_inside(search, inner, bound, plus(first, second))
    sign = axiom(search, inner, "exp.positive", second.args[0])
    order = search.infer("POS", inner, lhs=size.judgement.args[0], rhs=bound, rows=[row(sign)], eqs=[size, equal])
    return search.infer("DOM", context, term=term, bound=order, l1=[waves])


# -- one rate, and images at a right angle --------------------------------------------------------------------------


def _unit(context: Context) -> Term:
    return make("=", (power(context.variable(2), 2), ONE))


SQUARE_ONE = (DIMENSION, POSITIVE, REAL, _unit, vector_of(0), REAL, REAL)


@general
def orthogonal_mean(search: Search) -> Theorem:
    """For one rate and b^2 = 1: ``E exp(.. + c (x u_1.z + b y u_2.z)) = g^(-d) 1F1(d; d/2; c^2 z^2/(2 g))``."""
    context = declared(search, *SQUARE_ONE)
    d, g, b, z, p, q = (context.variable(place) for place in range(6))
    of = FrameBlock((d, g, g, ONE, ZERO, b, z, p, q))
    found = instance(search, context, exponential_mean(search), *of.variables)
    (whole,) = [f for f in found.judgement.args[1].args if f.op == "int"]
    place = make("*", (HALF, of.square, make("norm2", (z,)), inv(g)))
    function = make("pfq", (d, half(d), place), (1, 1))
    density = integral_of(context, ZERO, PI, lambda phi: angle_density(d, phi))
    unit = rewritten(search, context, converges(search, context, value(search.run, context, density)), ONE)
    known = scaled(search, context, unit, function)
    arc, (phi,), body = opened(search, context, whole)
    (old,) = [f for f in body.args if f.op == "pfq"]
    given = search.infer("HYP", arc, fact=_unit(context))
    make_defined(search, arc, old.args[-1], place)
    same = search.infer("RING", arc, lhs=old.args[-1], rhs=place, eqs=[given])
    step = search.infer("CONG", arc, eq=same, term=old, paths=[[2]])
    there = make("*", (angle_density(d, phi), function))
    moved = search.infer("CONG", arc, eq=step, term=body, paths=[[1]])
    last = search.infer("RING", arc, lhs=there, rhs=make("*", (function, angle_density(d, phi))), eqs=[])
    integral = pulled(search, context, whole, known, search.infer("CHAIN", arc, links=[moved, last]))
    down = make("rpow", (g, make("neg", (d,))))
    halves = search.infer("CONG", context, eq=integral, term=found.judgement.args[1], paths=[])
    target = make("*", (down, function))
    make_defined(search, context, target)
    front = times(of.down())
    powers = prove_equal(search, context, front, down)
    final = search.infer("RING", context, lhs=halves.judgement.args[1], rhs=make("*", (front, function)), eqs=[])
    final2 = search.infer("CONG", context, eq=powers, term=final.judgement.args[1], paths=[[0]])
    return chained(search, context, found, halves, final, final2)
