"""Means over one uniform number: powers by MOMENT, other functions by an antiderivative, on both sides of where a sign changes.

SymPy proposes the antiderivative; that it is one, and its limits at the ends, is proved.
"""

from __future__ import annotations

import sympy as sp
from sympy.integrals.manualintegrate import manualintegrate

from rftheory.prover.words import *
from rftheory.prover.expectation_laws import make_law
from rftheory.prover.learn import known_of

if TYPE_CHECKING:
    from rftheory.prover.expectation_terms import Factor
    from rftheory.prover.expectations import Integrator


def mean(it: Integrator, context: Context, term: Term, factor: Factor, draw: Term) -> Theorem:
    """``E f = closed`` over one draw of `uniform`."""
    make_law(it, context, term.args[0])
    if list(factor.parts) == [draw] and not factor.exponent:
        return it.by_rule("MOMENT", context, term, law=term.args[0], order=factor.parts[draw], vectors=[])
    low, high = term.args[0].args
    width = make("inv", (minus(high, low),))
    make_defined(it.search, context, width)
    _, (u,) = it.opened(context, term)
    integral = make("int", (low, high, close(make("*", (instantiate(term.args[-1], (u,)), width)), (u,))))
    if list(factor.exponent) == [draw] and not factor.parts:
        rate = factor.exponent[draw]
        make_defined(it.search, context, inv(rate))
        front = mul(inv(rate), width)
        value = _by_antiderivative(it, context, integral, lambda x: product([exp(product([rate, x])), front]))
    else:
        signs = [part.args[0] for part in factor.parts if part.op == "sgn"]
        value = _on_both_sides(it, context, integral, [close(sign, (draw,)) for sign in signs])
    found = it.chain(context, [it.infer("DENSITY", context, term=term, l1=[value]), value])
    # a difference that vanishes is 0
    with suppress(Unproved):
        return it.chain(context, [found, prove_equal(it.search, context, found.judgement.args[1], ZERO)])
    return found


def _on_both_sides(it: Integrator, context: Context, integral: Term, signs: Sequence[Term]) -> Theorem:
    """``int f = closed``, where the arguments of signs are functions of the variable that change sign at most once."""
    search = it.search
    if not signs:
        return _by_antiderivative(it, context, integral, _antiderivative(it, context, integral))
    inner, (x,), _ = opened(search, context, integral)
    argument = instantiate(signs[0], (x,))
    known = known_of(search, inner, [argument])
    parts = known.ring.coefficients(known.form(argument), x, 1)
    if parts is None or any(x.data in part.variables for part in parts):
        raise Unproved(f"the sign of what is not linear: {shown(argument)}")
    known = known_of(search, context, [*parts])
    cut = known.ring.fraction(known.form(mul(rat(-1), parts[0], inv(parts[1]))))
    make_real(search, context, cut)
    orders = [prove_order(search, context, *pair, False) for pair in ((integral.args[0], cut), (cut, integral.args[1]))]
    pieces = [make("int", (*ends, integral.args[2])) for ends in ((integral.args[0], cut), (cut, integral.args[1]))]
    values = [_beside(it, context, piece, signs) for piece in pieces]
    split = it.infer("SPLIT", context, whole=integral, last=cut, following=cut, orders=orders, l1=values)
    sum_ = total([value.judgement.args[1] for value in values])
    return it.chain(context, [split, it.ring(context, split.judgement.args[1], sum_, values)])


def _beside(it: Integrator, context: Context, piece: Term, signs: Sequence[Term]) -> Theorem:
    """The integral over a part of the range in which the first sign is one number."""
    search = it.search
    inner, (x,), body = opened(search, context, piece)
    argument = instantiate(signs[0], (x,))
    order = prove_sign(search, inner, argument)
    if order is None or order.judgement.op != "<":
        raise Unproved(f"no sign of {shown(argument)}")
    positive = order.judgement.args[0] is ZERO
    value = axiom(search, inner, "sgn.positive" if positive else "sgn.negative", argument, premises=[order])
    same = it.infer("CONG", inner, eq=value, term=body, paths=[])
    plain = make("int", (*piece.args[:2], close(same.judgement.args[1], (x,))))
    found = _on_both_sides(it, context, plain, signs[1:])
    search.use(context, it.infer("L1", context, of=found, term=plain))
    back = it.infer("CONG", context, eq=it.infer("SYM", inner, of=same), term=plain, paths=[[2]])
    return it.chain(context, [it.infer("SYM", context, of=back), found])


# -- antiderivatives --------------------------------------------------------------------------------------------------


def _antiderivative(it: Integrator, context: Context, integral: Term) -> Callable[[Term], Term]:
    """What SymPy proposes."""
    from rftheory.prover.translate import Scope, expression

    _, (x,), body = opened(it.search, context, integral)
    names = {var_: sp.Symbol(f"v{var_.data[0]}", real=True) for var_ in parts_of([body, x]) if var_.op == "var"}
    found = manualintegrate(expression(body, names), names[x])
    if isinstance(found, sp.Piecewise):
        found = found.args[0][0]
    if found.has(sp.Integral):
        raise Unproved(f"no antiderivative of {shown(body)}")
    written = Scope({symbol: var_ for var_, symbol in names.items()}).term(found)
    return lambda y: substitute(written, {x.data[0]: y})


def _by_antiderivative(
    it: Integrator, context: Context, integral: Term, antiderivative: Callable[[Term], Term]
) -> Theorem:
    """``int f = F(high) - F(low)``: f is continuous on the closed interval, or of one sign inside."""
    from rftheory.prover.ends import derivative, limit_at

    search = it.search
    inner, (x,), body = opened(search, context, integral)
    whole = antiderivative(x)
    over = make("int", (*integral.args[:2], close(whole, (x,))))
    slope = derivative(search, context, over)
    found = instantiate(slope.judgement.args[3], (x,))
    if found is not body:
        same = prove_equal(search, inner, found, body)
        slope = it.infer("TRANSPORT", context, of=slope, eqs=[same], paths=[[3]])
    limits = [limit_at(search, context, over, side) for side in ("above", "below")]
    l1 = _converges(it, context, integral, slope, limits)
    search.use(context, l1)
    return it.infer("FTC", context, slope=slope, limits=limits, l1=l1)


def _converges(it: Integrator, context: Context, integral: Term, slope: Theorem, limits: Sequence[Theorem]) -> Theorem:
    from rftheory.prover.ends import smooth

    search = it.search
    with suppress(Unproved):
        closed = make("cont", integral.args, ("closed", "closed"))
        smooth(search, context, closed, strict=False)
        cont = it.infer("CONT", context, over=closed, given=[], premises=[])
        return it.infer("INTEGRABLE", context, cont=cont, premises=[])
    search.check_limit()
    inner, _, body = opened(search, context, integral)
    sign = prove_sign(search, inner, body)
    if sign is None:
        raise Unproved(f"not known to converge: {shown(integral)}")
    return it.infer("FTC_L1", context, slope=slope, limits=list(limits), sign=sign)
