"""Means over the direction ``u = w/|w|`` of a normal vector w: products ``u.x u.y ..``, ``exp(u.z)`` and ``cos(u.z)``; lemmas at values."""

from __future__ import annotations

from rftheory.prover.frame_tools import pulled
from rftheory.prover.words import *
from rftheory.prover.expectation_planes import combination
from rftheory.prover.learn import known_of
from rftheory.prover.texts import lemma

if TYPE_CHECKING:
    from rftheory.prover.expectation_terms import Factor
    from rftheory.prover.expectations import Integrator

#: the lemmas about so many inner products, and about functions of one
_PRODUCTS = {1: "one", 2: "two", 4: "four"}
_FUNCTIONS = {"exp": "exponential", "cos": "wave"}


def is_of_direction(factor: Factor, draw: Term) -> bool:
    """Whether something in a factor is divided by a length of the draw."""
    return not factor.exponent and any(part.op in _FUNCTIONS or _power_of_length(part, draw) for part in factor.parts)


def mean(it: Integrator, context: Context, term: Term, factor: Factor, draw: Term) -> Theorem:
    """``E f(w/|w|) = closed`` over one normal vector."""
    (size,) = term.args[0].args
    inner, (w,) = it.opened(context, term)
    root = axiom(it.search, inner, "sqrt.square", make("norm2", (w,)))
    functions = [part for part in factor.parts if part.op in _FUNCTIONS]
    if functions and factor.parts == {functions[0]: 1}:
        return _of_function(it, context, term, functions[0], draw)
    dots = [part for part, k in factor.parts.items() for _ in range(k) if part.op == "dot"]
    lengths = [_power_of_length(part, draw) * k for part, k in factor.parts.items() if part.op != "dot"]
    if len(dots) not in _PRODUCTS or not all(lengths) or sum(lengths) != len(dots):
        raise Unproved(f"no table of means over a direction for such a body: {shown(term)}")
    vectors = [vector for dot in dots for vector in combination(dot, draw)]
    name = f"directions__{_PRODUCTS[len(dots)]}"
    found = it.kept(context, instantiated(it.search, context, lemma(it.search, name), [size, *vectors]))
    body, other = (instantiate(one.args[-1], (w,)) for one in (term, found.judgement.args[0]))
    make_defined(it.search, inner, body, other)
    same = it.infer("RING", inner, lhs=body, rhs=other, eqs=[root])
    return pulled(it.search, context, term, found, same)


def _of_function(it: Integrator, context: Context, term: Term, part: Term, draw: Term) -> Theorem:
    """An exponential or a cosine of ``u.z``."""
    search = it.search
    (size,) = term.args[0].args
    inner, (w,) = it.opened(context, term)
    length = make("sqrt", (make("norm2", (draw,)),))
    ring = Ring([*atoms_of([part.args[0]]), length])
    linear = ring.fraction(ring.form(times(part.args[0], length)))
    multiples = combination(linear, draw)
    make_real(search, context, *multiples.values())
    first, *others = (vector if c is ONE else make("vscale", (c, vector)) for vector, c in multiples.items())
    z = first
    for other in others:
        z = make("vadd", (z, other))
    found = instantiated(search, context, lemma(search, f"directions__{_FUNCTIONS[part.op]}"), [size, z])
    it.kept(context, found)
    body, written = (instantiate(one.args[-1], (w,)) for one in (term, found.judgement.args[0]))
    make_defined(search, inner, body, written)
    sides = [body.args[0], written.args[0]]
    equations = known_of(search, inner, sides).equations(sides)
    same = it.infer("RING", inner, lhs=sides[0], rhs=sides[1], eqs=equations)
    found = pulled(search, context, term, found, it.infer("CONG", inner, eq=same, term=body, paths=[[0]]))
    value = found.judgement.args[1]
    known = known_of(search, context, [value.args[-1]])
    plain = known.ring.fraction(known.form(value.args[-1]))
    make_defined(search, context, plain)
    same = it.infer("RING", context, lhs=value.args[-1], rhs=plain, eqs=known.equations([value.args[-1], plain]))
    return it.chain(context, [found, it.infer("CONG", context, eq=same, term=value, paths=[[1]])])


def _power_of_length(part: Term, draw: Term) -> int:
    """k of ``|w|^(-k)``; 0 for anything else."""
    inside = part.args[0] if part.op == "inv" else part
    base, k = (inside.args[0], inside.data) if inside.op == "pow" else (inside, 1)
    square = make("norm2", (draw,))
    if part.op != "inv" or base not in (square, make("sqrt", (square,))):
        return 0
    return int(2 * k if base is square else k)
