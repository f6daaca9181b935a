"""Convergence of means that have no closed form: signs and turns are at most 1, and a power is at most 1 and its square."""

from __future__ import annotations

from rftheory.prover.words import *
from rftheory.prover import table

if TYPE_CHECKING:
    from rftheory.prover.expectation_terms import Factor
    from rftheory.prover.expectations import Integrator


def convergent(integrator: Integrator, context: Context, term: Term, factor: Factor) -> Theorem:
    """``l1 (E f)``."""
    inner, draws = integrator.opened(context, term)
    body = instantiate(term.args[-1], draws)
    if not factor.exponent and len(factor.parts) == 1:
        bound, means = _by_power(integrator, context, inner, term, draws, *next(iter(factor.parts.items())))
    elif factor.exponent and not factor.parts:
        bound, means = _turning(integrator, inner, body), []
    else:
        raise Unproved(f"not known to converge: {shown(term)}")
    return integrator.infer("DOM", context, term=term, bound=bound, l1=means)


# -- signs ----------------------------------------------------------------------------------------------------------


def product_at_most_one(integrator: Integrator, inner: Context, whole: Term, signs: Sequence[Term]) -> Theorem:
    """``|s_1 ... s_k| <= 1``: ``1 - |p| = (1 - |p|)^2/2 + (1 - p^2)/2``, and ``1 - p^2`` member by member."""
    search = integrator.search
    size = make("abs", (whole,))
    square = table.axiom(search, inner, "abs.real", whole)
    rows = [row(h=[minus(ONE, size)], q=Fraction(1, 2))]
    for number, sign in enumerate(signs):
        rows.append(row(_sign_at_most_one(integrator, inner, sign), h=signs[:number], q=Fraction(1, 2)))
    return search.infer("POS", inner, lhs=size, rhs=ONE, rows=rows, eqs=[square])


def _sign_at_most_one(integrator: Integrator, context: Context, sign: Term) -> Theorem:
    """``(sgn a)^2 <= 1``, by the three cases of a."""
    search, (a,) = integrator.search, sign.args

    def find() -> Theorem:
        cases = []
        for fact in (make("<", (a, ZERO)), make("=", (a, ZERO)), make("<", (ZERO, a))):
            inner = search.run.declare(context, fact)
            given = search.infer("HYP", inner, fact=fact)
            if fact.op == "=":
                same = search.infer("CONG", inner, eq=given, term=sign, paths=[[0]])
                value = search.infer("CHAIN", inner, links=[same, table.axiom(search, inner, "sgn.zero")])
            else:
                name = "sgn.negative" if fact.args[0] is a else "sgn.positive"
                value = table.axiom(search, inner, name, a, premises=[given])
            rows = [row()] if fact.op == "=" else []
            order = search.infer("POS", inner, lhs=power(sign, 2), rhs=ONE, rows=rows, eqs=[value])
            cases.append(order if order.judgement.op == "<=" else search.infer("WEAKEN", inner, of=order, to="<="))
        return search.infer("CASES", context, of=cases)

    return search.once((context, "sign at most one", sign), find)


# -- turns --------------------------------------------------------------------------------------------------------


def _turning(integrator: Integrator, inner: Context, body: Term) -> Theorem:
    """``|exp(i t)| <= 1``."""
    if body.op != "exp":
        raise Unproved("no exponential")
    search = integrator.search
    real_part = make("re", body.args)
    still = prove_equal(search, inner, real_part, ZERO)
    size = table.axiom(search, inner, "abs.exp", *body.args)
    moved = search.infer("CONG", inner, eq=still, term=size.judgement.args[1], paths=[[0]])
    unit = table.axiom(search, inner, "exp.prod", ZERO)
    found = search.infer("CHAIN", inner, links=[size, moved, unit])
    return search.infer("WEAKEN", inner, of=found, to="<=")


# -- powers ---------------------------------------------------------------------------------------------------------


def _by_power(
    integrator: Integrator, context: Context, inner: Context, term: Term, draws: tuple[Term, ...], base: Term, k: int
) -> tuple[Theorem, list[Theorem]]:
    """``|b| <= 1 + b^2`` where the mean of ``b^2`` is known to converge."""
    higher = make("E", (*term.args[:-1], close(power(base, 2), draws)))
    if k != 1 or make("l1", (higher,)) not in context.facts:
        raise Unproved(f"not known to converge: {shown(term)}")
    search = integrator.search
    given = search.infer("HYP", context, fact=make("l1", (higher,)))
    unit = search.infer("CONST", context, over=higher, value=ONE)
    linear = search.infer(
        "LIN", context, terms=[unit.judgement.args[0], higher], coefficients=[ONE, ONE], l1=[unit, given]
    )
    size = make("abs", (base,))
    square = table.axiom(search, inner, "abs.real", base)
    half = rat(Fraction(-1, 2))
    rows = [row(h=[make("+", (size, half))]), row(q=Fraction(3, 4))]
    bound = search.infer("POS", inner, lhs=size, rhs=make("+", (ONE, power(base, 2))), rows=rows, eqs=[square])
    return bound, [linear]
