"""A way for bounds of means without lines: by the mean of the square, ``(E h)^2 <= E h^2``."""

from __future__ import annotations

import sympy as sp

from rftheory.prover.words import *
from rftheory.prover.chains import Walk
from rftheory.prover.expectation_bounds import within_one_and_square
from rftheory.prover.expectations import integrator_of
from rftheory.prover.signs import as_order
from rftheory.prover.texts import lemma
from rftheory.prover.translate import expression, translate


def by_square(walk: Walk, smaller: sp.Expr, larger: sp.Expr) -> Theorem:
    """``E h <= g`` and ``|E h| <= g`` from ``E h^2 <= g^2`` and ``0 <= g``, for a real h."""
    search, context = walk.search, walk.context
    left, bound = translate(smaller, walk.setting), walk.term(larger)
    mean = left.args[0] if left.op == "abs" else left
    if mean.op != "E":
        raise Unproved("no mean stands alone on the smaller side")
    square = _without_turns(walk, _below_square(walk, mean))
    search.use(context, prove_order(search, context, ZERO, bound, False))
    links = [square, *_below_bound(walk, square.judgement.args[1], larger, bound)]
    search.use(context, search.infer("CHAIN", context, links=links))
    found = instantiated(search, context, lemma(search, "means_of_squares__length"), [mean, bound])
    links = [found] if left is not mean else [axiom(search, context, "abs.above", mean), found]
    return search.infer("CHAIN", context, links=links)


def _below_bound(walk: Walk, value: Term, larger: sp.Expr, bound: Term) -> list[Theorem]:
    """``E h^2 <= g^2``, with the roots in g squared."""
    search, context, square = walk.search, walk.context, raised(bound, 2)
    plain = walk.term(sp.expand(sp.sympify(larger) ** 2))
    roots = [axiom(search, context, "sqrt.square", *part.args) for part in parts_of([bound]) if part.op == "sqrt"]
    same = search.attempt("RING", context, lhs=plain, rhs=square, eqs=roots)
    return [walk.order(value, square, False)] if same is None else [walk.order(value, plain, False), same]


def _without_turns(walk: Walk, order: Theorem) -> Theorem:
    """The order with its larger side, which is real, written without the imaginary unit."""
    larger = order.judgement.args[1]
    if IMAG not in parts_of([larger]):
        return order
    plain = walk.term(sp.expand(expression(larger, walk.setting.values())))
    return walk.search.infer("CHAIN", walk.context, links=[order, walk.equal(larger, plain)])


def _below_square(walk: Walk, mean: Term) -> Theorem:
    """``(E h)^2 <= E h^2``, as ``2 h E h <= h^2 + (E h)^2`` for all draws; the larger side in closed form."""
    search, context = walk.search, walk.context
    integrator = integrator_of(walk.run)
    inner, draws, (body,) = bodies(context, mean)
    make_real(search, inner, body)
    squared = make("E", (*mean.args[:-1], close(raised(body, 2), draws)))
    value = integrator.mean(context, squared)
    if value.judgement.args[1] is squared:
        raise Unproved(f"no value of the mean of the square: {shown(squared)}")
    within_one_and_square(integrator, context, mean, value, lambda *_: [])
    make_real(search, context, mean)
    unit = search.infer("CONST", context, over=mean, value=ONE)
    double, own = mul(TWO, mean), raised(mean, 2)
    first = search.infer("LIN", context, terms=[mean], coefficients=[double], l1=[])
    terms = [squared, unit.judgement.args[0]]
    second = search.infer("LIN", context, terms=terms, coefficients=[ONE, own], l1=[value, unit])
    lower, upper = (one.judgement.args[0] for one in (first, second))
    sides = [instantiate(one.args[-1], draws) for one in (lower, upper)]
    rows = [row(h=[minus(body, mean)])]
    order = search.infer("POS", inner, lhs=sides[0], rhs=sides[1], rows=rows, eqs=[])
    step = {"lower": lower, "upper": upper, "by": as_order(search, inner, order, "<="), "strict": [], "at": []}
    compared = search.infer("COMPARE", context, **step, l1=[first, second])
    links = [search.infer("SYM", context, of=first), compared, second]
    whole = search.infer("CHAIN", context, links=links)
    target = value.judgement.args[1]
    return search.infer("POS", context, lhs=own, rhs=target, rows=[row(whole)], eqs=[value, unit])
