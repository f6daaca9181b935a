"""Integrals of ``y^p (q_0 + q_1 y + q_2 y^2)^k exp(-b y^2)`` over y > 0 converge, for all integers p, k >= 0: by induction over k."""

from __future__ import annotations

from rftheory.kernel.contexts import Context, close
from rftheory.kernel.terms import ONE, OO, ZERO, Term, make, power, rat
from rftheory.kernel.theorems import Theorem
from rftheory.prover.convergence import opened
from rftheory.prover.frame_tools import INDEX, POSITIVE, REAL, converges, declared, once, pulled
from rftheory.prover.integrals import integral_value
from rftheory.prover.search import Search
from rftheory.prover.table import axiom
from rftheory.prover.terms import exp, integral_of, plus


def weighted(context: Context, b: Term, q: tuple[Term, Term, Term], p: Term, k: Term) -> Term:
    """The integral."""
    return integral_of(
        context, ZERO, OO, lambda y: make("*", (make("rpow", (y, p)), make("rpow", (quadratic(q, y), k)), decay(b, y)))
    )


def quadratic(q: tuple[Term, Term, Term], y: Term) -> Term:
    return make("+", (q[0], make("*", (q[1], y)), make("*", (q[2], power(y, 2)))))


def decay(b: Term, y: Term) -> Term:
    return exp(make("neg", (make("*", (b, power(y, 2))),)))


def weighted_converges(search: Search) -> Theorem:
    """For b > 0, real q_0, q_1, q_2, and k >= 0, p >= 0: ``l1`` of the integral."""
    return once(search, "weighted integrals", lambda: _converge(search))


def _converge(search: Search) -> Theorem:
    outer = declared(search, POSITIVE, REAL, REAL, REAL)
    context = search.run.declare(outer, INDEX)
    b, *q, k = (context.variable(place) for place in range(5))
    table = (q[0], q[1], q[2])

    def claim(place: Term) -> Term:
        within = search.run.declare(context, INDEX)
        p = within.variable(5)
        shape = weighted(within, b, table, p, k)
        return make("all", (INDEX, close(make("l1", (shape,)), (p,))))

    base_context = search.run.declare(outer, INDEX)
    p = base_context.variable(4)
    base = search.infer("ALL", outer, of=_first(search, base_context, b, table, p))
    under = search.run.declare(context, claim(k))
    step_context = search.run.declare(under, INDEX)
    step = search.infer("ALL", under, of=_next(search, step_context, b, table, claim(k)))
    found = search.infer("IND", context, base=[base], step=step)
    within = search.run.declare(context, INDEX)
    return search.infer("ALLUSE", within, of=found, value=within.variable(5), premises=[])


def _first(search: Search, context: Context, b: Term, q: tuple[Term, Term, Term], p: Term) -> Theorem:
    term = weighted(context, b, q, p, ZERO)
    plain = integral_of(context, ZERO, OO, lambda y: make("*", (make("rpow", (y, p)), decay(b, y))))
    value = integral_value(search.run, context, plain)
    inner, (y,), _ = opened(search, context, plain)
    axiom(search, inner, "rpow.natural", quadratic(q, y), numbers=[0])
    return search.infer("L1", context, of=pulled(search, context, term, value), term=term)


def _next(search: Search, context: Context, b: Term, q: tuple[Term, Term, Term], assumed: Term) -> Theorem:
    """``P^(k+1) = q_0 P^k + q_1 y P^k + q_2 y^2 P^k``."""
    k, p = context.variable(4), context.variable(5)
    given = search.infer("HYP", context, fact=assumed)
    terms = []
    for count in range(3):
        at = plus(p, rat(count)) if count else p
        held = search.infer("ALLUSE", context, of=given, value=at, premises=[])
        search.use(context, held)
        terms.append(held.judgement.args[0])
    linear = search.infer("LIN", context, terms=terms, coefficients=list(q), l1=[])
    converges(search, context, linear)
    term = weighted(context, b, q, p, make("+", (k, ONE)))
    inner, (y,), body = opened(search, context, term)
    base = quadratic(q, y)
    sums = [_sum_of_powers(search, inner, base, k, 1)]
    sums += [_sum_of_powers(search, inner, y, p, count) for count in (1, 2)]
    _, _, other = opened(search, context, linear.judgement.args[0])
    same = search.infer("RING", inner, lhs=body, rhs=other, eqs=sums)
    return search.infer("L1", context, of=pulled(search, context, term, linear, same), term=term)


def _sum_of_powers(search: Search, context: Context, base: Term, exponent: Term, count: int) -> Theorem:
    """``s^(e + n) = s^e s^n`` for a literal n."""
    found = axiom(search, context, "rpow.sum", base, exponent, rat(count))
    natural = axiom(search, context, "rpow.natural", base, numbers=[count])
    joined = search.infer("SYM", context, of=found)
    last = search.infer("CONG", context, eq=natural, term=joined.judgement.args[1], paths=[[1]])
    return search.infer("CHAIN", context, links=[joined, last])
