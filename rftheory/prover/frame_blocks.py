"""Even moments over two lengths and two orthogonal directions: ``E exp(..) (X^2)^n``, ``X = (a_1 x + a_2 y) u_1.z + b y u_2.z``."""

from __future__ import annotations

from rftheory.prover.frame_tools import *
from rftheory.prover.frame_forms import TwoLengths
from rftheory.prover.frame_lengths import lengths_moment
from rftheory.prover.frame_moments import direction_moment, pair_moment


def blocks(d: Term) -> list[Term]:
    """The laws of two lengths and two directions."""
    return [make("chi", (d,)), make("chi", (d,)), make("ortho", (TWO, d))]


def along(coefficients: tuple[Term, Term], frame: Term, z: Term) -> Term:
    """``a u_1.z + b u_2.z``."""
    parts = [
        times(c, make("dot", (make("at", (frame, place)), z)))
        for c, place in zip(coefficients, (ONE, TWO), strict=True)
    ]
    return plus(*parts)


def lengths_of(of: TwoLengths, x: Term, y: Term) -> tuple[Term, Term]:
    return plus(times(of.a1, x), times(of.a2, y)), times(of.b, y)


@general
def block_moment(search: Search) -> Theorem:
    """The moment, by those of the directions and the lengths."""
    context = declared(search, DIMENSION, INDEX, POSITIVE, POSITIVE, REAL, REAL, REAL, vector_of(0))
    of, z = TwoLengths(*(context.variable(place) for place in range(7))), context.variable(7)
    chi, _, ortho = blocks(of.d)
    lengths = instance(search, context, lengths_moment(search), *(context.variable(k) for k in range(7)))
    rest = times(direction_moment(of.d, of.n), make("rpow", (make("norm2", (z,)), of.n)))
    known = scaled(search, context, lengths, rest)
    inner, (x, y), _ = opened(search, context, lengths.judgement.args[0])
    directions = instance(search, inner, pair_moment(search), of.d, of.n, *lengths_of(of, x, y), z)
    each = scaled(search, inner, directions, of.tilt(x, y))
    laws = (chi, chi)
    outside = make("E", (*laws, close(each.judgement.args[0], (x, y))))
    target = make("*", (rest, of.body(x, y)))
    same = search.infer("RING", inner, lhs=each.judgement.args[1], rhs=target, eqs=[])
    found = pulled(search, context, outside, known, chained(search, inner, each, same))
    return chained(search, context, nested(search, context, outside, found), found)
