"""Means of powers of one length: ``E r^k`` over `chi`, and ``E |w|^k`` over `normal`, of which the norm has the chi law.

Even powers are moments of ``norm2 w``; odd ones are Euler's integrals of the density.
"""

from __future__ import annotations

from rftheory.prover.frame_tools import chained, pulled
from rftheory.prover.words import *
from rftheory.kernel.rules.laws import density
from rftheory.prover.integrals import integral_value

if TYPE_CHECKING:
    from rftheory.prover.expectation_terms import Factor
    from rftheory.prover.expectations import Integrator


def length_of(law: Term, draw: Term) -> Term | None:
    """The length of a draw of `chi` or `normal`."""
    if law.op == "chi":
        return draw
    return make("sqrt", (make("norm2", (draw,)),)) if law.op == "normal" else None


def is_length_power(term: Term, factor: Factor, draw: Term) -> bool:
    """Whether `mean` is for a factor: a power of the length alone, or of the inverse of its square."""
    if factor.exponent or len(term.args) != 2 or len(factor.parts) != 1:
        return False
    (part,) = factor.parts
    return part is length_of(term.args[0], draw) or _is_inverse_square(term.args[0], part, draw)


def _is_inverse_square(law: Term, part: Term, draw: Term) -> bool:
    return law.op == "normal" and part is make("inv", (make("norm2", (draw,)),))


def inverse_square(integrator: Integrator, context: Context, term: Term, k: int) -> Theorem:
    """``E |w|^(-2k)`` by the density of the length."""
    search, law = integrator.search, term.args[0]
    plain = mean_of(context, [make("chi", law.args)], lambda r: raised(r, -2 * k))
    found = _odd(search, context, plain)
    norm = integrator.infer("IMAGE", context, term=plain, member=0, way="norm", l1=[found])
    of_norm = chained(search, context, integrator.infer("SYM", context, of=norm), found)
    inner, (w,), body = opened(search, context, term)
    root = axiom(search, inner, "sqrt.square", make("norm2", (w,)))
    other = instantiate(of_norm.judgement.args[0].args[-1], (w,))
    make_defined(search, inner, other)
    same = search.infer("RING", inner, lhs=body, rhs=other, eqs=[root])
    return pulled(search, context, term, of_norm, same)


def mean(integrator: Integrator, context: Context, term: Term, factor: Factor) -> Theorem:
    """``E r^k`` or ``E |w|^k = closed``."""
    ((part, k),) = factor.parts.items()
    if part.op == "inv":
        return inverse_square(integrator, context, term, k)
    if k < 1:
        raise Unproved(f"no positive power of a length: {shown(term)}")
    search, d = integrator.search, term.args[0].args[0]
    plain = mean_of(context, [make("chi", (d,))], lambda r: raised(r, k))
    if term.args[0].op == "chi":
        found = _even(integrator, context, plain, k // 2) if k % 2 == 0 else _odd(search, context, plain)
        return pulled(search, context, term, found)
    found = integrator.mean(context, plain)
    if found.judgement.args[1] is plain:
        raise Unproved(f"no closed form of a mean of lengths: {shown(term)}")
    norm = integrator.infer("IMAGE", context, term=plain, member=0, way="norm", l1=[found])
    of_norm = chained(search, context, integrator.infer("SYM", context, of=norm), found)
    return pulled(search, context, term, of_norm)


def _even(integrator: Integrator, context: Context, term: Term, n: int) -> Theorem:
    """``E r^(2n) = E (norm2 w)^n``."""
    search, d = integrator.search, term.args[0].args[0]
    square = integrator.mean(
        context, mean_of(context, [make("normal", (d,))], lambda w: raised(make("norm2", (w,)), n))
    )
    shape = make("E", (make("normal", (d,)), ZERO))
    inner, (w,), _ = opened(search, context, shape)
    length = make("sqrt", (make("norm2", (w,)),))
    root = axiom(search, inner, "sqrt.square", make("norm2", (w,)))
    sides = raised(length, 2 * n), raised(make("norm2", (w,)), n)
    same = search.infer("RING", inner, lhs=sides[0], rhs=sides[1], eqs=[root])
    of_norm = pulled(search, context, make("E", (shape.args[0], close(sides[0], (w,)))), square, same)
    norm = integrator.infer("IMAGE", context, term=term, member=0, way="norm", l1=[of_norm])
    return chained(search, context, norm, of_norm)


def _odd(search: Search, context: Context, term: Term) -> Theorem:
    """By the density."""
    law = term.args[0]
    body = term.args[-1]
    integral = integral_of(context, ZERO, OO, lambda r: make("*", (instantiate(body, (r,)), density(law, r))))
    value = integral_value(search, context, integral)
    by_density = search.infer("DENSITY", context, term=term, l1=[value])
    return chained(search, context, by_density, value)
