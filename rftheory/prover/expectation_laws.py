"""What makes a law one; means over images of other laws and over one sign."""

from __future__ import annotations

from rftheory.prover.words import *
from rftheory.kernel.defined import is_law
from rftheory.kernel.known import known
from rftheory.kernel.values import nonneg
from rftheory.prover.expectation_normal import complex_parts
from rftheory.prover.learn import known_of

if TYPE_CHECKING:
    from rftheory.prover.expectation_terms import Factor
    from rftheory.prover.expectations import Integrator


def make_law(integrator: Integrator, context: Context, law: Term) -> None:
    """List what shows that the parameters of a law are as it asks."""
    search = integrator.search
    if is_law(search.kernel, context, law):
        return
    if law.op == "iid":
        make_law(integrator, context, law.args[1])
    elif law.op in ("ortho", "frame"):
        search.use(context, prove_order(search, context, law.args[0], law.args[1], strict=False))
    elif law.op == "uniform":
        search.use(context, prove_order(search, context, law.args[0], law.args[1], strict=True))
    elif law.op == "mass":
        _make_mass(integrator, context, law)
    elif law.op == "image":
        _make_image(integrator, context, law)


def _make_image(integrator: Integrator, context: Context, law: Term) -> None:
    """The laws that are mapped are laws, and the values are real: parts free of draws outside, for every context that goes on."""
    for inner in law.args[:-1]:
        make_law(integrator, context, inner)
    make_real(integrator.search, context, *_free_parts(law.args[-1]))
    within, draws = integrator.opened(context, law)
    make_real(integrator.search, within, instantiate(law.args[-1], draws))


def _free_parts(term: Term) -> list[Term]:
    """The largest scalar parts of a body without what a binder binds."""

    def is_free(part: Term) -> bool:
        return part.sort == "scalar" and not part.loose

    return [part for part in parts_of([term], is_free) if is_free(part) and part.op != "rat"]


def of_image(integrator: Integrator, context: Context, term: Term) -> Theorem:
    """``E f(v) = E f(t)`` over the draws of B, for one draw v of ``(image B t)``; in closed form."""
    law = term.args[0]
    shape = make("E", law.args)
    within, draws = integrator.opened(context, shape)
    value = instantiate(law.args[-1], draws)
    mapped = make("E", (*law.args[:-1], close(instantiate(term.args[-1], [value]), draws)))
    found = integrator.mean(context, mapped)
    link = integrator.infer("IMAGE", context, term=term, member=0, way="image", l1=[found])
    return integrator.chain(context, [link, found])


def of_sign(integrator: Integrator, context: Context, term: Term, factor: Factor, draw: Term) -> Theorem:
    """The average over the values of one sign s: of a power 0 or 1, of an exponential with it a cosh or sinh, a cos or i sin."""
    it, search = integrator, integrator.search
    if {*factor.exponent, *factor.parts} - {draw}:
        raise Unproved(f"no table of means over a sign for such a body: {shown(term)}")
    make_defined(search, context, *(instantiate(term.args[-1], (rat(value),)) for value in (-1, 1)))
    found = it.infer("FINITE", context, term=term, l1=[])
    average, odd = found.judgement.args[1], factor.parts.get(draw, 0) % 2 == 1
    if not factor.exponent:
        return it.chain(context, [found, prove_equal(search, context, average, ZERO if odd else ONE)])
    rate = factor.exponent[draw]
    along, turn, _ = complex_parts(it, context, rate)
    if along is ZERO:
        named = axiom(search, context, "sin.exp" if odd else "cos.exp", turn)
        front = [IMAG] if odd else []
    else:
        named, front = axiom(search, context, "sinh.exp" if odd else "cosh.exp", rate), []
    closed = product([*front, named.judgement.args[0]])
    make_defined(search, context, average, closed)
    whole = known_of(search, context, [average, named.judgement.args[1]])
    equations = [named, *whole.equations([average, named.judgement.args[1]])]
    return it.chain(context, [found, it.infer("RING", context, lhs=average, rhs=closed, eqs=equations)])


def _make_mass(integrator: Integrator, context: Context, law: Term) -> None:
    """The masses add up to 1."""
    search = integrator.search
    whole = make("sum", law.args)
    make_defined(search, context, whole)
    if not known(search.kernel, context, make("=", (whole, ONE))):
        search.use(context, prove_equal(search, context, whole, ONE))
    inner, (k,) = integrator.opened(context, whole)
    mass = instantiate(law.args[2], (k,))
    make_real(search, inner, mass)
    if not nonneg(search.kernel, inner, mass):
        search.use(inner, prove_order(search, inner, ZERO, mass, strict=False))
