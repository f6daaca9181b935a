"""Largest errors over balls: continuity, angles, slopes and the whole bound; half a slope has no proof."""

from __future__ import annotations

from contextlib import nullcontext
from dataclasses import replace
from typing import cast

import pytest

import rftheory.kernel.rules
import rftheory.prover.all_steps  # noqa: F401
from rftheory.chains.claims import chain_of
from rftheory.chains.reasons import Tail
from rftheory.inputs.kernels import theta, x_norm
from rftheory.kernel.contexts import EMPTY, Context
from rftheory.kernel.defined import defined
from rftheory.kernel.reading import parse_term
from rftheory.kernel.schemas import TERM
from rftheory.kernel.terms import ONE, TWO, ZERO, Term, declare, make, power
from rftheory.kernel.theorems import RULES, Rule, Theorem
from rftheory.proofs.crt.theorem_4_3 import uniform
from rftheory.prover.chains import Walk
from rftheory.prover.definite import make_defined
from rftheory.prover.failure import Unproved
from rftheory.prover.net_slopes import Change
from rftheory.prover.nets import angles, over_net, with_zero
from rftheory.prover.proving import Prover
from rftheory.prover.search import search_of
from rftheory.prover.spec import ClaimEntry, entry
from rftheory.prover.terms import exp
from rftheory.prover.trace import Trace
from rftheory.statements.claims import Claim
from rftheory.statements.domain import Domain, Range


def _balls(run: Trace) -> tuple[Context, Term, list[Term]]:
    """A radius, a number of members, and three vectors of the ball."""
    context = run.extended(
        EMPTY, declare("real", low=ZERO, closed="()"), declare("int", low=ONE), declare("int", low=ONE)
    )
    radius, _, d = (context.variable(place) for place in range(3))
    vectors = []
    for _ in range(3):
        context = run.declare(context, declare("vec", d))
        vectors.append(context.variable(context.size - 1))
    facts = [make("<=", (make("norm2", (one,)), power(radius, 2))) for one in vectors]
    return run.extended(context, *facts), radius, vectors


def _changed(value: str, slope: str, moved: int = 0) -> tuple[Theorem, int]:
    """The change of a function of x and y, by the lemma that ``rho exp(rho^2)`` is at most itself."""
    run = Trace()
    context, radius, (x, y, other) = _balls(run)
    search, product = search_of(run), make("dot", (x, y))
    steep = make("*", (radius, exp(power(radius, 2))))
    size = make("sum", (ONE, context.variable(1), exp(product)))
    mean = make("*", (make("inv", (context.variable(1),)), size))
    square = make("neg", (make("norm2", (x,)),))
    values = {
        "kernel": make("neg", (exp(product),)),
        "mean": mean,
        "both": make("+", (mean, make("neg", (exp(product),)))),
        "split": make("*", (exp(make("+", (product, square))), exp(make("norm2", (x,))))),
        "unbounded": make("*", (product, exp(product))),
    }
    slopes = {"whole": steep, "half": make("*", (make("inv", (TWO,)), steep))}

    def lemmas(place: Context, length: Term | None) -> list[Theorem]:
        assert length is None
        same = search.infer("REFL", place, term=steep)
        return [search.infer("WEAKEN", place, of=same, to="<=")]

    radii = {x: radius, y: radius}
    change = Change(search, context, (x, y)[moved], other, radii, slopes[slope], lemmas)
    return change.of(values[value])


@pytest.mark.parametrize(("value", "parts"), [("kernel", 1), ("mean", 1), ("both", 2), ("split", 1)])
@pytest.mark.parametrize("moved", [0, 1])
def test_a_change_is_at_most_the_slopes_of_its_parts(value: str, parts: int, moved: int) -> None:
    theorem, count = _changed(value, "whole", moved)
    assert (theorem.judgement.op, theorem.judgement.args[0].op, count) == ("<=", "abs", parts)


@pytest.mark.parametrize("value", ["kernel", "mean", "both"])
def test_half_the_slope_bounds_no_change(value: str) -> None:
    with pytest.raises(Unproved, match="no lemma bounds the slope"):
        _changed(value, "half")


def test_a_part_that_is_no_exponential_has_no_bound() -> None:
    with pytest.raises(Unproved, match="no multiple of an exponential"):
        _changed("unbounded", "whole")


def test_two_vectors_have_an_angle_also_where_one_is_zero() -> None:
    run = Trace()
    context, _, (x, y, _) = _balls(run)
    found = angles(search_of(run), context, x, y)
    for place, angle, equation in found:
        product, right = equation.judgement.args
        assert place.parent is context and product is make("dot", (x, y))
        assert right.args[-1] is make("cos", (angle,))
    facts = [place.entry for place, _, _ in found]
    assert [fact.op for fact in facts if fact is not None] == ["<=", "<"]


@pytest.mark.parametrize(
    ("text", "held"),
    [
        ("(max ((x 2 r)) (sqrt (norm2 x)))", True),
        ("(max ((x 2 1)) (inv (norm2 x)))", False),
        ("(max ((x 2 -1)) (sqrt (norm2 x)))", False),
    ],
)
def test_a_maximum_of_a_continuous_function_over_a_ball_is_defined(text: str, held: bool) -> None:
    run = Trace()
    context = run.declare(EMPTY, declare("real", low=ZERO))
    term = parse_term(text, [("r", "real")])
    with nullcontext() if held else pytest.raises(Unproved):
        make_defined(run, context, term)
    assert defined(run.kernel, context, term) is held


def test_lengths_may_be_zero_and_nothing_else_is_changed() -> None:
    angle, length = Range(theta, 0, 1, "()"), Range(x_norm, 0, None, "()")
    wider = with_zero(Domain((angle, length)))
    assert wider.ranges == (angle, replace(length, closed="[)"))


# -- the whole bound ------------------------------------------------------------------------------------------------


class _Believing(Prover):
    """Takes the lemmas about slopes as they stand; the claim about a single pair is proved."""

    def _theorem(self, claim: Claim, made: ClaimEntry) -> Theorem:
        return cast(Theorem, self.run.infer("BELIEVED", made.setting.context, judgement=made.prop))


def _bound(prover: Prover) -> Theorem:
    """The bound of the theorem."""
    chain = chain_of(uniform)
    assert chain is not None
    made = entry("uniform", uniform, prover.run)
    walk = Walk(prover, made.setting, chain)
    (reason,) = [line.reason for line in chain.lines if isinstance(line.reason, Tail)]
    return over_net(walk, reason, walk.line(0))


@pytest.fixture
def believing(monkeypatch: pytest.MonkeyPatch) -> Prover:
    believed = Rule("BELIEVED", {"judgement": TERM}, lambda kernel, context, judgement: judgement)
    monkeypatch.setitem(RULES, "BELIEVED", believed)
    return _Believing(Trace())


def test_the_bound_over_both_balls_is_that_of_their_slopes(believing: Prover) -> None:
    judgement = _bound(believing).judgement
    assert (judgement.op, judgement.args[0].op, len(judgement.args[1].args)) == ("<=", "P", 3)
