"""Ways for bounds of means without lines: by the mean of the square, ``(E h)^2 <= E h^2``, or those of the squares of two factors."""

from __future__ import annotations

import sympy as sp

from rftheory.prover.words import *
from rftheory.prover.chains import Walk
from rftheory.prover.expectation_bounds import within_one_and_square
from rftheory.prover.expectations import integrator_of
from rftheory.prover.learn import known_of
from rftheory.prover.signs import as_order
from rftheory.prover.texts import lemma
from rftheory.prover.translate import expression, translate
from rftheory.rules.nodes import Expectation


def by_square(walk: Walk, smaller: sp.Expr, larger: sp.Expr) -> Theorem:
    """``E h <= g`` and ``|E h| <= g`` from ``E h^2 <= g^2`` and ``0 <= g``, for a real h."""
    return _from_square(walk, smaller, larger, lambda mean, _: _below_square(walk, mean))


def by_factors(walk: Walk, smaller: sp.Expr, larger: sp.Expr) -> Theorem:
    """The same, and ``(E f g)^2 <= b``, by the inequality of Cauchy and Schwarz: from ``E f^2 E g^2`` for factors of h."""

    def below(mean: Term, sample: sp.Expr) -> Theorem:
        factors = sp.Mul.make_args(sp.expand_power_exp(sample))
        if len(factors) == 1:
            raise Unproved("one factor in the mean")
        stopped = ""
        for first in factors:
            try:
                return _below_product(walk, mean, first, sp.Mul(*(one for one in factors if one is not first)))
            except Unproved as error:
                walk.search.check_limit()
                stopped = str(error)
        raise Unproved(stopped)

    return _from_square(walk, smaller, larger, below)


def _from_square(walk: Walk, smaller: sp.Expr, larger: sp.Expr, below: Callable[[Term, sp.Expr], Theorem]) -> Theorem:
    """``E h <= g``, ``|E h| <= g`` and ``(E h)^2 <= g`` from a bound of ``(E h)^2``, which is looked for with the sample."""
    search, context = walk.search, walk.context
    left, bound = translate(smaller, walk.setting), walk.term(larger)
    squared = left.op == "pow" and left.data == 2
    mean = left.args[0] if squared or left.op == "abs" else left
    inner = smaller.args[0] if mean is not left else smaller
    if mean.op != "E" or not isinstance(inner, Expectation):
        raise Unproved("no mean stands alone on the smaller side")
    square = _without_turns(walk, below(mean, inner.args[0]))
    if squared:
        last = walk.order(square.judgement.args[1], bound, False)
        return search.infer("CHAIN", context, links=[square, last])
    search.use(context, prove_order(search, context, ZERO, bound, False))
    links = [square, *_below_bound(walk, square.judgement.args[1], larger, bound)]
    search.use(context, search.infer("CHAIN", context, links=links))
    found = instantiated(search, context, lemma(search, "means_of_squares__length"), [mean, bound])
    links = [found] if left is not mean else [axiom(search, context, "abs.above", mean), found]
    return search.infer("CHAIN", context, links=links)


def _below_product(walk: Walk, mean: Term, first: sp.Expr, second: sp.Expr) -> Theorem:
    """``(E f g)^2 <= E f^2 E g^2``, as ``2 a f g m <= f^2 m^2 + a^2 g^2`` for all draws, with ``m = E f g`` and ``a = E f^2 > 0``."""
    search, context = walk.search, walk.context
    alone = [translate(Expectation(one), walk.setting) for one in (first, second)]
    if any(one.op != "E" or one.args[:-1] != mean.args[:-1] for one in alone):
        raise Unproved("factors of other draws than their product")
    inner, draws, (body,) = bodies(context, mean)
    f, g = (instantiate(one.args[-1], draws) for one in alone)
    make_real(search, inner, f, g, body)
    squares = [make("E", (*mean.args[:-1], close(raised(one, 2), draws))) for one in (f, g)]
    values = [integrator_of(walk.run).mean(context, one) for one in squares]
    a, b = (value.judgement.args[1] for value in values)
    over = inv(a)
    search.use(context, prove_order(search, context, ZERO, a, True))
    make_defined(search, context, over)
    make_real(search, context, mean, b)
    own = raised(mean, 2)
    lower = search.infer("LIN", context, terms=[mean], coefficients=[product([TWO, a, mean])], l1=[])
    upper = search.infer("LIN", context, terms=squares, coefficients=[own, raised(a, 2)], l1=values)
    sides = [instantiate(one.judgement.args[0].args[-1], draws) for one in (lower, upper)]
    eqs = known_of(search, inner, [body, f, g]).equations([body, f, g])
    gap = [row(h=[minus(mul(a, g), mul(mean, f))])]
    order = search.infer("POS", inner, lhs=sides[0], rhs=sides[1], rows=gap, eqs=eqs)
    compared = _compared(walk, lower, upper, as_order(search, inner, order, "<="))
    inverse = prove_order(search, context, ZERO, over, True)
    return search.infer("POS", context, lhs=own, rhs=mul(a, b), rows=[row(compared, inverse)], eqs=values)


def _compared(walk: Walk, lower: Theorem, upper: Theorem, order: Theorem) -> Theorem:
    """The order of the values of two means, from that of what is inside."""
    search, context = walk.search, walk.context
    ends = [one.judgement.args[0] for one in (lower, upper)]
    step = {"lower": ends[0], "upper": ends[1], "by": order, "strict": [], "at": []}
    compared = search.infer("COMPARE", context, **step, l1=[lower, upper])
    return search.infer("CHAIN", context, links=[search.infer("SYM", context, of=lower), compared, upper])


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
    sides = [instantiate(one.judgement.args[0].args[-1], draws) for one in (first, second)]
    rows = [row(h=[minus(body, mean)])]
    order = search.infer("POS", inner, lhs=sides[0], rhs=sides[1], rows=rows, eqs=[])
    whole = _compared(walk, first, second, as_order(search, inner, order, "<="))
    target = value.judgement.args[1]
    return search.infer("POS", context, lhs=own, rhs=target, rows=[row(whole)], eqs=[value, unit])
