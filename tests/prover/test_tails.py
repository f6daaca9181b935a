"""Probabilities and means of unknown variates: what their lines prove, and that a wrong constant has no proof."""

from __future__ import annotations

from collections.abc import Callable

import pytest
import sympy as sp

import rftheory.prover.all_steps  # noqa: F401
from rftheory.chains.chain import Chain
from rftheory.chains.reasons import Square, Unit
from rftheory.kernel.contexts import EMPTY
from rftheory.kernel.terms import ONE, ZERO, declare, make
from rftheory.kernel.theorems import Theorem
from rftheory.kernels import PAIR, d, m, theta, x_norm, y_norm
from rftheory.proofs.crt import theorem_4_2_ort
from rftheory.proofs.rules.elementary_bounds import exponential_tangent, u
from rftheory.propositions import Inequality, Relation
from rftheory.prover.block_chernoff import chernoff_over_blocks
from rftheory.prover.chains import Walk
from rftheory.prover.definite import make_defined
from rftheory.prover.failure import Unproved
from rftheory.prover.inhabited import prove_inhabited
from rftheory.prover.known_gaps import multiple_of_fact
from rftheory.prover.proving import Prover
from rftheory.prover.search import search_of
from rftheory.prover.setting import Setting
from rftheory.prover.tail_steps import by_moment
from rftheory.prover.tails_convergence import converges, size_of
from rftheory.prover.texts import lemma
from rftheory.prover.trace import Trace
from rftheory.rules.concentration import bernstein, chernoff, deviation, hoeffding
from rftheory.rules.nodes import Expectation, Probability, Projection, SampleMean
from rftheory.rules.orthogonal_tails import with_independent_blocks
from rftheory.rules.variates import DRAW, InnerVariate, UnitVariate, Variate
from rftheory.statements.claims import Claim
from rftheory.statements.domain import Domain, Range

A, B = UnitVariate("A"), UnitVariate("B")
INNER = InnerVariate("U")
W = Projection("w")
h = sp.Symbol("h", real=True)
c, eps = sp.symbols("c epsilon", positive=True)
SLOPES = Domain((Range(h, typical=(-2, 2)),))
SIZES = Domain((Range(eps, 0, None, "()", typical=(0, 1)), Range(m, 1, None, integer=True, typical=(1, 4))))


def claim(chain: Chain, relation: Relation, start: sp.Expr, right: sp.Expr, domain: Domain) -> Claim:
    return Claim(name="claim", says="", proposition=Inequality(start, relation, right), domain=domain, proof=chain)


def proved(one: Claim) -> Theorem:
    return Prover(Trace()).claim(one.name, one)[1]


def walk(domain: Domain, *expressions: sp.Basic) -> Walk:
    run = Trace()
    return Walk(Prover(run), Setting(run, domain, expressions), None)


# -- bounds of one sample -------------------------------------------------------------------------------------------


def _tangent_mean(right: sp.Expr) -> Claim:
    """``E exp(h A) >= 1 + h E A`` from the tangent at every draw."""
    start = 1 + h * Expectation(A)

    gap = Expectation(sp.exp(h * A) - 1 - h * A)
    chain = Chain(start).use(Unit(A)).use(exponential_tangent, {u: h * A}).le(right, [gap])
    return claim(chain, "<=", start, right, SLOPES)


def test_a_lemma_holds_for_every_draw() -> None:
    assert proved(_tangent_mean(Expectation(sp.exp(h * A)))).judgement.op == "<="


def test_the_mean_of_a_variate_lies_in_the_unit_interval() -> None:
    mean = Expectation(A)
    chain = Chain(mean**2).use(Unit(A)).le(mean, [mean, 1 - mean])
    assert proved(claim(chain, "<=", mean**2, mean, SLOPES)).judgement.op == "<="


@pytest.mark.parametrize(("start", "relation", "bound"), [(0, "<=", 1), (0, "<", 2), (1, ">", 0), (1, ">=", 1)])
def test_a_line_that_is_an_order_of_numbers(start: int, relation: Relation, bound: int) -> None:
    left, right = sp.exp(h) + start, sp.exp(h) + bound
    found = proved(claim(Chain(left).to(relation, right), relation, left, right, SLOPES))
    assert found.judgement.op == relation.replace(">", "<")
    with pytest.raises(Unproved, match="line, test_tails"):
        proved(claim(Chain(right + 3).le(left), "<=", right + 3, left, SLOPES))


def test_a_variate_of_any_law_has_no_bounds() -> None:
    free = Variate("Z", DRAW)
    place = walk(SLOPES, Expectation(free), Expectation(sp.exp(free)))
    term = place.setting.scope().term(Expectation(sp.exp(h * free)))
    with pytest.raises(Unproved, match="not known to converge"):
        converges(place.search, place.context, term)


def test_bounded_bodies_and_products_of_squares_converge() -> None:
    f, g = (sp.Function(name, real=True) for name in "fg")
    free = Variate("Z", f(DRAW) ** 2, g(DRAW) ** 2)
    place = walk(SLOPES, Expectation(f(free)), Expectation(g(free)), Expectation(A))
    for body in (sp.exp(h * A) * (A - h) ** 2, f(free) * g(free)):
        make_defined(place.run, place.context, place.setting.scope().term(Expectation(body)))
    with pytest.raises(Unproved):
        make_defined(place.run, place.context, place.setting.scope().term(Expectation(f(free) ** 3)))


def _deviation(*finite: sp.Expr) -> sp.Expr:
    """``E (q - E q)^2`` of ``q = rho sqrt(f^2 + 2 g^2)``; these functions have means."""
    rho, f, g = sp.Function("rho", nonnegative=True), *(sp.Function(name, real=True) for name in "fg")
    free = Variate("Z", *finite)
    q = rho(free) * sp.sqrt(f(free) ** 2 + 2 * g(free) ** 2)
    return Expectation((q - Expectation(q)) ** 2)


def test_squares_of_roots_converge_as_their_terms_do() -> None:
    rho, f, g = (sp.Function("rho", nonnegative=True)(DRAW), *(sp.Function(name, real=True)(DRAW) for name in "fg"))
    parts = (rho * sp.sqrt(f**2 + 2 * g**2), rho**2 * f**2, rho**2 * g**2)
    whole = _deviation(*parts)

    def above_zero(start: sp.Expr) -> Claim:
        return claim(Chain(start).ge(sp.Integer(0), [start]), ">=", start, sp.Integer(0), SLOPES)

    assert proved(above_zero(whole)).judgement.op == "<="
    for left_out in parts:
        less = _deviation(*(part for part in parts if part is not left_out))
        with pytest.raises(Unproved):
            proved(above_zero(less))


def test_sizes_are_those_of_the_draws_outside() -> None:
    run = Trace()
    search, context = search_of(run), EMPTY
    for entry in (declare("real"), declare("real")):
        context = run.declare(context, entry)
    a, b = context.variable(0), context.variable(1)
    assert size_of(search, context, 1, make("exp", (a,))).judgement.args[1] is make("abs", (make("exp", (a,)),))
    with pytest.raises(Unproved, match="no bound"):
        size_of(search, context, 1, make("*", (a, b)))


def test_two_points() -> None:
    run = Trace()
    found = lemma(run, "tails_bounds__two_points")
    assert found.judgement.op == "<=" and found.context.size == 2
    assert found.context.declarations[0] is declare("real", low=ZERO, high=ONE)


# -- distances ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("share", [1, 2])
def test_squares_of_distances(share: int) -> None:
    """``2 w.x - |w|^2 <= |x|^2`` for every draw, and not twice as much."""
    norms = tuple(Range(s, 0, None, "()", typical=(0, 2)) for s in (x_norm, y_norm))
    domain = Domain((Range(d, 1, None, integer=True, typical=(1, 4)), *norms, Range(theta, 0, sp.pi, "[]")))
    start = 2 * share * W.dot(PAIR.x) - W.squared_length(d)
    gap = W.squared_length(d) - 2 * W.dot(PAIR.x) + x_norm**2

    chain = Chain(start).use(Square(W, PAIR.x, d)).le(x_norm**2, [gap])
    one = claim(chain, "<=", start, x_norm**2, domain)
    if share == 1:
        assert proved(one).judgement.op == "<="
    else:
        with pytest.raises(Unproved):
            proved(one)


# -- probabilities --------------------------------------------------------------------------------------------------


def _event(side: int) -> sp.Rel:
    gap = SampleMean(INNER, m) - Expectation(INNER)
    return sp.Ge(sp.Abs(gap) if side == 0 else side * gap, eps, evaluate=False)


@pytest.mark.parametrize("side", [1, -1, 0])
def test_hoeffding_and_bernstein_are_derived(side: int) -> None:
    for rule in (hoeffding(_event(side), sp.Integer(0), sp.Integer(1)), bernstein(_event(side), sp.Integer(1))):
        start = Probability(_event(side))
        one = claim(Chain(start).use(Unit(INNER)).tail(rule), "<=", start, rule.bound, SIZES)
        assert proved(one).judgement.args[0].op == "P"


@pytest.mark.parametrize("wrong", [lambda bound: bound**2, lambda bound: bound / 2])
def test_a_bound_with_a_wrong_constant_has_no_proof(wrong: Callable[[sp.Expr], sp.Expr]) -> None:
    rule = hoeffding(_event(1), sp.Integer(0), sp.Integer(1))
    place = walk(SIZES, Probability(_event(1)), rule.bound)
    line, target = place.term(Probability(_event(1))), place.term(wrong(rule.bound))
    with pytest.raises(Unproved):
        by_moment(place, line, target)
    with pytest.raises(Unproved):
        place.order(line, target, False)


def test_the_rate_of_chernoff_is_not_negative() -> None:
    event = _event(1)
    place = walk(SIZES, Probability(event))
    line = place.term(Probability(event))
    falling, rising = (place.term(chernoff(_event(s), sp.Integer(2)).bound) for s in (-1, 1))
    assert by_moment(place, line, rising).judgement.args[0] is line
    with pytest.raises(Unproved):
        by_moment(place, line, falling)


def test_independent_frames() -> None:
    """Chernoff's bound has the power n d + s of one sample, and asks for a rate that is not negative."""
    place = walk(theorem_4_2_ort._BLOCKS, theorem_4_2_ort.blocks_tail)
    event, bound, rate = (getattr(theorem_4_2_ort, name) for name in ("blocks_event", "bound", "rate"))
    parts = deviation(with_independent_blocks(event())[0])

    def found(pace: sp.Expr) -> Theorem:
        scale, factor = place.term(pace * parts.size), place.term(pace * parts.factor)
        return chernoff_over_blocks(place, place.term(theorem_4_2_ort.blocks_tail), scale, factor)

    order = found(rate)
    right = order.judgement.args[1]
    assert order.judgement.args[0] is place.term(theorem_4_2_ort.blocks_tail)
    assert place.equal(right, place.term(theorem_4_2_ort.blocks_bound))
    with pytest.raises(Unproved):
        place.equal(right, place.term(bound.subs(m, parts.size - 1)))
    with pytest.raises(Unproved):
        found(-rate)


def test_a_fact_is_one_step() -> None:
    run = Trace()
    context = run.declare(EMPTY, declare("real", low=ZERO))
    fact = make("<=", (ZERO, context.variable(0)))
    first = search_of(run).infer("HYP", context, fact=fact)
    count = len(run._events)
    assert search_of(run).infer("HYP", context, fact=fact) is first and len(run._events) == count
    with pytest.raises(Unproved):
        search_of(run).infer("HYP", context, fact=make("<", fact.args))


def test_a_variate_that_is_not_at_an_end_has_a_point() -> None:
    one = claim(Chain(sp.Integer(0)), "<=", sp.Integer(0), Expectation(INNER), SIZES)
    run = Trace()
    setting = Setting(run, SIZES, [Expectation(INNER)])
    assert prove_inhabited(run, setting, one).judgement.op == "inhabited"


@pytest.mark.parametrize("share", [3, 4])
def test_orders_that_are_multiples_of_a_fact(share: int) -> None:
    domain = Domain((Range(h), Range(c, 0, None, "()"))).where(sp.Le(c, 3 * (sp.exp(h) - sp.exp(-(h**2)))))
    place = walk(domain)
    smaller, larger = place.term(sp.exp(-(h**2)) + c / share), place.term(sp.exp(h))
    found = multiple_of_fact(place.search, place.context, smaller, larger)
    assert (found is not None) == (share == 3)
