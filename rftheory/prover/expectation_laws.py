"""Laws on the line: what makes a law one, means by their densities, integrals by antiderivatives."""

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


def mean(integrator: Integrator, context: Context, term: Term, factor: Factor, draw: Term) -> Theorem:
    """``E f = closed`` over one draw of `uniform`."""
    make_law(integrator, context, term.args[0])
    if list(factor.exponent) == [draw] and not factor.parts:
        return _exponential(integrator, context, term, factor.exponent[draw])
    if list(factor.parts) == [draw] and not factor.exponent:
        return integrator.by_rule("MOMENT", context, term, law=term.args[0], order=factor.parts[draw], vectors=[])
    roots = [part for part in factor.parts if part.op == "sqrt"]
    if len(roots) == 1 and not factor.exponent and not set(factor.parts) - {draw, *roots}:
        return _root(integrator, context, term, factor, roots[0], draw)
    raise Unproved(f"no closed form of a mean over a uniform law: {shown(term)}")


def _root(integrator: Integrator, context: Context, term: Term, factor: Factor, root: Term, draw: Term) -> Theorem:
    """``E u^n v^(k/2)`` of a linear v, which is u if n > 0: the antiderivative is ``2/(2n + k + 2) u^n v^(k/2 + 1)/v'``."""
    search, n, k = integrator.search, factor.parts.get(draw, 0), factor.parts[root]
    inner, (u,) = integrator.opened(context, term)
    (argument,) = substitute(root, {draw.data[0]: u}).args
    whole = known_of(search, inner, [argument])
    found = whole.ring.coefficients(whole.form(argument), u, 1)
    if found is None or any(u.data in part.variables for part in found) or (n and argument is not u):
        raise Unproved(f"no closed form of a mean over a uniform law: {shown(term)}")
    width, integral = _density_integral(integrator, context, term)
    slope = make("inv", (found[1],))
    make_defined(search, context, slope)
    inside, (x,) = integrator.opened(context, integral)
    search.use(inside, prove_order(search, inside, ZERO, substitute(argument, {u.data[0]: x}), True))

    def antiderivative(x: Term) -> Term:
        v = substitute(argument, {u.data[0]: x})
        front = rat(Fraction(2, 2 * n + k + 2))
        return product([front, raised(x, n) if n else ONE, v, raised(make("sqrt", (v,)), k), slope, width])

    value = by_antiderivative(integrator, context, integral, antiderivative)
    return integrator.chain(context, [integrator.infer("DENSITY", context, term=term, l1=[value]), value])


def _density_integral(integrator: Integrator, context: Context, term: Term) -> tuple[Term, Term]:
    """The density, and the integral of the body times it."""
    low, high = term.args[0].args
    width = make("inv", (make("+", (high, make("neg", (low,)))),))
    make_defined(integrator.search, context, width)
    _, (u,) = integrator.opened(context, term)
    body = close(make("*", (instantiate(term.args[-1], (u,)), width)), (u,))
    return width, make("int", (low, high, body))


def _exponential(integrator: Integrator, context: Context, term: Term, rate: Term) -> Theorem:
    """``E exp(c u)`` from the integral of ``exp(c u)``."""
    width, integral = _density_integral(integrator, context, term)
    make_defined(integrator.search, context, make("inv", (rate,)))
    front = make("*", (make("inv", (rate,)), width))
    value = by_antiderivative(
        integrator, context, integral, lambda x: product([make("exp", (product([rate, x]),)), front])
    )
    density = integrator.infer("DENSITY", context, term=term, l1=[value])
    found = integrator.chain(context, [density, value])
    return _simple(integrator, context, found)


def _simple(integrator: Integrator, context: Context, found: Theorem) -> Theorem:
    """A difference that vanishes is 0."""
    try:
        last = prove_equal(integrator.search, context, found.judgement.args[1], ZERO)
    except Unproved:
        return found
    return integrator.chain(context, [found, last])


# -- integrals ------------------------------------------------------------------------------------------------------


def by_antiderivative(
    integrator: Integrator,
    context: Context,
    integral: Term,
    antiderivative: Callable[[Term], Term],
    *,
    sign: Callable[[Context, Term], Theorem] | None = None,
) -> Theorem:
    """``int f = F(high) - F(low)``; with an infinite end f has one sign, which ``sign`` proves inside."""
    search = integrator.search
    low, high, _ = integral.args
    inner, (x,) = integrator.opened(context, integral)
    integrand = instantiate(integral.args[2], (x,))
    make_defined(search, inner, integrand)
    whole = antiderivative(x)
    make_defined(search, inner, whole)
    over = make("int", (low, high, close(whole, (x,))))
    slope = integrator.infer("DERIV", context, over=over, premises=[])
    found = instantiate(slope.judgement.args[3], (x,))
    if found is not integrand:
        same = prove_equal(search, inner, found, integrand)
        slope = integrator.infer("TRANSPORT", context, of=slope, eqs=[same], paths=[[3]])
    sides = ("-oo" if low is MINUS_OO else "above"), ("oo" if high is OO else "below")
    limits = [integrator.infer("LIMIT", context, over=over, side=side, parts=[], eqs=[], premises=[]) for side in sides]
    if sign is None:
        closed = make("cont", integral.args, ("closed", "closed"))
        integrator.opened(context, closed)
        cont = integrator.infer("CONT", context, over=closed, given=[], premises=[])
        l1 = integrator.infer("INTEGRABLE", context, cont=cont, premises=[])
    else:
        l1 = integrator.infer("FTC_L1", context, slope=slope, limits=limits, sign=sign(inner, integrand))
    search.use(context, l1)
    return integrator.infer("FTC", context, slope=slope, limits=limits, l1=l1)
