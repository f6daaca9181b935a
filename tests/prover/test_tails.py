"""Members of frames, unknown variates and probabilities: what their chains prove, and what is false or has no value."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
import sympy as sp

from rftheory.chains.chain import Chain
from rftheory.inputs.kernels import PAIR, d, m
from rftheory.kernel.theorems import Theorem
from rftheory.proofs.crt import theorem_4_2_ort
from rftheory.proofs.rules import orthogonal_frames
from rftheory.prover.block_chernoff import chernoff_over_blocks
from rftheory.prover.certify import certify
from rftheory.prover.chains import Walk
from rftheory.prover.definite import make_defined
from rftheory.prover.failure import Unproved
from rftheory.prover.proving import Prover
from rftheory.prover.setting import Setting
from rftheory.prover.tail_steps import by_moment
from rftheory.prover.tails_convergence import converges
from rftheory.prover.trace import Trace
from rftheory.rules.concentration import chernoff, deviation, hoeffding
from rftheory.rules.frames import FrameExpectation
from rftheory.rules.nodes import Expectation, Probability, SampleMean
from rftheory.rules.orthogonal import frame_exponential
from rftheory.rules.orthogonal_tails import with_independent_blocks
from rftheory.rules.propositions import Equality
from rftheory.rules.variates import DRAW, InnerVariate, UnitVariate, Variate
from rftheory.statements.claims import Claim
from rftheory.statements.domain import Domain, Range
from tests.prover.goals import claimed, proves

A, INNER = UnitVariate("A"), InnerVariate("U")
h = sp.Symbol("h", real=True)
eps = sp.Symbol("epsilon", positive=True)
SLOPES = Domain((Range(h, typical=(-2, 2)),))
SIZES = Domain((Range(eps, 0, None, "()", typical=(0, 1)), Range(m, 1, None, integer=True, typical=(1, 4))))


# -- members of frames --------------------------------------------------------------------------------------------------


def two_members(domain: Domain, value: sp.Expr, members: int = 2) -> Claim:
    start = FrameExpectation([orthogonal_frames._sample()] * members, d)
    return Claim("members", "", Equality(start, value), domain, proof=lambda: orthogonal_frames._chain(members, domain))


def _independent(rate: sp.Expr, square: sp.Expr, members: sp.Expr | int, dimension: sp.Expr) -> sp.Expr:
    """The value of as many independent projections."""
    gap, count = 1 - 2 * rate, sp.sympify(members)
    return gap ** (-count * dimension / 2) * sp.exp(count * square / (2 * gap))


WRONG: dict[str, Callable[..., sp.Expr]] = {
    "independent projections": _independent,
    "one member": lambda rate, square, members, dimension: frame_exponential(rate, square, 1, dimension),
    "no rate": lambda rate, square, *sizes: frame_exponential(sp.Integer(0), square, *sizes),
    "one dimension more": lambda rate, square, members, dimension: frame_exponential(
        rate, square, members, dimension + 1
    ),
    "twice": lambda *args: 2 * frame_exponential(*args),
}


def test_a_wrong_value_at_the_end_of_a_chain(monkeypatch: pytest.MonkeyPatch) -> None:
    """The chain of the proof ends with the wrong value as well; one run for all."""
    domain = orthogonal_frames._INPUTS

    def chain(value: Callable[..., sp.Expr]) -> Chain:
        monkeypatch.setattr(orthogonal_frames, "frame_exponential", value)
        return orthogonal_frames._chain(2)

    claims = [
        replace(
            two_members(domain, value(orthogonal_frames._a, PAIR.z.square, 2, d)),
            name=name,
            proof=chain(value),
        )
        for name, value in {"two members": frame_exponential, **WRONG}.items()
    ]
    found = certify("hostile", claims)
    assert found.proved == ("two members",) and set(found.failed) == set(WRONG)
    # each by its wrong line, not by an accident on the way to it
    assert all("Error" not in reason for reason in found.failed.values()), found.failed


@pytest.mark.parametrize(("members", "lowest"), [(2, 1), (3, 2), (2, 0), (3, 1)])
def test_more_members_than_dimensions(members: int, lowest: int) -> None:
    """The formula has a value; the frame has none."""
    ranges = Range(d, lowest, None, integer=True, typical=(3, 9), awkward=(3, 32))
    domain = orthogonal_frames._INPUTS.with_ranges(ranges)
    value = frame_exponential(orthogonal_frames._a, PAIR.z.square, members, d)
    assert not claimed(two_members(domain, value, members))


def test_a_rate_at_which_nothing_converges() -> None:
    ranges = Range(orthogonal_frames._a, None, 1, "()", typical=(-2, 0))
    domain = Domain((*orthogonal_frames._INPUTS.with_ranges(ranges).ranges,))
    assert not claimed(two_members(domain, frame_exponential(orthogonal_frames._a, PAIR.z.square, 2, d)))


# -- variates -----------------------------------------------------------------------------------------------------------


def walk(domain: Domain, *expressions: sp.Basic) -> Walk:
    run = Trace()
    return Walk(Prover(run), Setting(run, domain, expressions), None)


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

    def above_zero(start: sp.Expr) -> bool:
        return proves(Chain(start).ge(sp.Integer(0), [start]), SLOPES)

    assert above_zero(whole)
    for left_out in parts:
        less = _deviation(*(part for part in parts if part is not left_out))
        assert not above_zero(less)


# -- probabilities ----------------------------------------------------------------------------------------------------


def _event(side: int) -> sp.Rel:
    gap = SampleMean(INNER, m) - Expectation(INNER)
    return sp.Ge(sp.Abs(gap) if side == 0 else side * gap, eps, evaluate=False)


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
