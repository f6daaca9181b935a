"""Orders and equations carried through functions, arcs beyond pi/2, ends that are no rational numbers, vectors of two tables."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from functools import cache

import pytest
import sympy as sp
from rftheory.evidence.bounds import Bound
from rftheory.evidence.derivation import Derivation

import rftheory.prover.all_steps  # noqa: F401
from rftheory.coordinates import d
from rftheory.kernel.contexts import EMPTY, Context
from rftheory.kernel.reading import parse_term
from rftheory.kernel.theorems import Theorem
from rftheory.kernels import EQUAL_PAIR, make_pair, r, theta
from rftheory.propositions import Inequality
from rftheory.prover import steps
from rftheory.prover.chains import Walk
from rftheory.prover.expectation_arcs import length
from rftheory.prover.failure import Unproved
from rftheory.prover.proving import Prover
from rftheory.prover.search import search_of
from rftheory.prover.setting import Setting
from rftheory.prover.trace import Trace
from rftheory.rules.nodes import Expectation, Projection
from rftheory.statements.claims import Claim
from rftheory.statements.domain import Domain, Range
from tests.prover.goals import tried

a, b, f = sp.symbols("a b f", real=True)
k = sp.Symbol("k", positive=True)
_RATES = (Range(k, 0, None, "()"), Range(f))
PLANE = Domain((Range(a), Range(b), *_RATES))
POSITIVE = Domain((Range(a, 0, None, "()"), Range(b, 0, None, "()"), *_RATES))

Outer = Callable[[sp.Expr], sp.Expr]


class Written(Bound):
    """A chain whose lines are taken as they are written, true or not."""

    def through(self, inner: Derivation, outer: Outer, reason: str = "") -> Written:
        return self._add(inner.relation(), outer(inner.end), reason)


def of_chain(chain: Derivation) -> Theorem:
    run = Trace()
    return Walk(Prover(run), Setting(run, chain.domain, [step.expr for step in chain.steps]), chain).whole()


def squares() -> Bound:
    return Bound(2 * a * b, PLANE).at_most(a**2 + b**2, [(a - b) ** 2])


def means() -> Bound:
    """The geometric and the arithmetic mean: both ends are positive."""
    return Bound(a * b, POSITIVE).at_most((a + b) ** 2 / 4, [(a - b) ** 2 / 4])


RISING: dict[str, tuple[Callable[[], Bound], Outer]] = {
    "a multiple": (squares, lambda v: k * v - f),
    "an exponential": (squares, sp.exp),
    "a rate, and a further term": (squares, lambda v: k * sp.exp(k * v + f) - f),
    "an exponential that falls, with a negative factor": (squares, lambda v: f - k * sp.exp(-k * v)),
    "a root": (means, lambda v: k * sp.sqrt(v) + f),
    "a root of a linear function": (means, lambda v: sp.sqrt(k * v + 1)),
    "an exponential of a root": (means, lambda v: sp.exp(k * sp.sqrt(v))),
}
#: the order of the ends says nothing of these, or the contrary
OTHERS: dict[str, tuple[Callable[[], Bound], Outer]] = {
    "a negative multiple": (squares, lambda v: f - k * v),
    "a falling exponential": (squares, lambda v: k * sp.exp(-k * v + f)),
    "a rate without a sign": (squares, lambda v: sp.exp(f * v)),
    "a factor without a sign": (squares, lambda v: f * sp.exp(v)),
    "a falling root": (means, lambda v: f - k * sp.sqrt(v)),
    "a falling exponential of a root": (means, lambda v: sp.exp(-k * sp.sqrt(v))),
    "an exponential and a multiple of another sign": (squares, lambda v: sp.exp(v) - 2 * v),
    "a root of what may be negative": (squares, lambda v: sp.sqrt(v + 1)),
}


def _through(inner: Bound, outer: Outer) -> Theorem | None:
    """The order that the function of an inner chain has by itself, without a search for the order of the lines."""
    chain = Written(outer(inner.start), inner.domain).through(inner, outer)
    run = Trace()
    walk = Walk(Prover(run), Setting(run, chain.domain), chain)
    return steps._of_function(walk, chain.calls[0], walk.inner(inner), 1)


@pytest.mark.parametrize("name", RISING)
def test_an_order_goes_through_a_function_that_rises(name: str) -> None:
    inner, outer = RISING[name]
    chain = inner()
    found = _through(chain, outer)
    assert found is not None and found.judgement.op == "<="
    assert of_chain(Written(outer(chain.start), chain.domain).through(chain, outer)).judgement is found.judgement


@pytest.mark.parametrize("name", OTHERS)
def test_an_order_goes_through_no_other_function(name: str) -> None:
    inner, outer = OTHERS[name]
    chain = inner()
    with suppress(Unproved):
        assert _through(chain, outer) is None
    with pytest.raises(Unproved):
        of_chain(Written(outer(chain.start), chain.domain).through(chain, outer))


def test_a_line_that_the_function_does_not_lead_to_is_not_proved() -> None:
    chain = squares()
    line = Written(sp.exp(chain.start), PLANE)._add("<=", sp.exp(chain.end) - 1, "")
    line.calls = Written(sp.exp(chain.start), PLANE).through(chain, sp.exp).calls
    with pytest.raises(Unproved):
        of_chain(line)


def test_an_equation_goes_into_a_product_that_is_written_out() -> None:
    """SymPy writes the end of the inner chain and what stands around it as one product, in which it is no part."""
    domain = Domain((Range(r, 0, None, "()"), Range(theta, 0, sp.pi), *_RATES[:1], Range(d, 2, integer=True)))
    projected, half = Projection("w").dot(EQUAL_PAIR.x), sp.exp(r**2 / 2)
    total = Expectation(sp.exp(2 * projected)) + 2 * k * half * Expectation(sp.exp(projected)) + k**2
    inner = Bound(sp.sqrt(total) / half, domain).same_square((sp.exp(r**2) + k) / half)
    for value, held in ((sp.exp(r**2) + k, True), (sp.exp(r**2) + 2 * k, False)):
        chain = Written(sp.sqrt(total), domain).through(inner, lambda v: half * v)
        chain.steps[-1] = replace(chain.steps[-1], expr=value)
        if held:
            assert of_chain(chain).judgement.op == "="
        else:
            with pytest.raises(Unproved):
                of_chain(chain)


# -- arcs and ends ------------------------------------------------------------------------------------------------------

#: angles beyond pi/2, one up to a number that is not rational, and any; with vectors at a given angle no points are known
ENTRIES = (
    "(decl real (closed (* 1/2 pi)) (closed pi))", "(decl real (open (* 1/2 pi)) (open (* 3/2 pi)))",
    "(decl real (open 0) (closed (inv (sqrt 2))))", "(decl real (open 0) (closed pi))", "(decl int (closed 1) none)",
    "(decl (vec d))", "(decl (vec d))", "(= (norm2 v) (inv (* 2 (pow q 2))))", "(= (dot v w) (* (norm2 v) (cos h)))",
)  # fmt: skip
NAMES = (("c", "real"), ("e", "real"), ("q", "real"), ("h", "real"), ("d", "int"), ("v", "vec"), ("w", "vec"))
TRUE = (
    "(<= (cos c) 0)",
    "(<= 0 (+ e (* -1/2 pi)))",
    "(< q 3/4)",
    "(< q pi)",
    "(< (cos e) 0)",
    "(< 0 (+ 1 (neg (* q (inv pi)))))",
)
FALSE = (
    "(< (cos c) 0)",
    "(<= (cos h) 0)",
    "(< 0 (+ 1 (neg (* q (sqrt 2)))))",
    "(< 0 (+ e (neg pi)))",
    "(< q 7/10)",
    "(<= 0 (cos e))",
)


@cache
def _setting(blind: bool) -> tuple[Trace, Context]:
    run, context = Trace(), EMPTY
    for text in ENTRIES if blind else ENTRIES[:4]:
        context = run.declare(context, parse_term(text, NAMES[: context.size]))
    assert bool(search_of(run).points(context).points) is not blind
    return run, context


@pytest.mark.parametrize(("goal", "blind"), [*((goal, False) for goal in TRUE), *((goal, True) for goal in TRUE[-3:])])
def test_true_orders(goal: str, blind: bool) -> None:
    assert tried(*_setting(blind), parse_term(goal, NAMES)) is not None


@pytest.mark.parametrize(
    ("goal", "blind"), [*((goal, False) for goal in FALSE), *((goal, True) for goal in FALSE[-3:])]
)
def test_false_orders(goal: str, blind: bool) -> None:
    assert tried(*_setting(blind), parse_term(goal, NAMES)) is None


def test_a_length_need_not_be_rational() -> None:
    run, context = _setting(True)
    size, square = length(search_of(run), context, parse_term("v", NAMES))
    assert square.judgement.args[0] is parse_term("(norm2 v)", NAMES)
    assert tried(run, context, parse_term("(< 0 q)", NAMES)) is not None and not size.loose


# -- vectors of two tables ----------------------------------------------------------------------------------------------


def test_a_lemma_speaks_of_the_vectors_of_its_own_table() -> None:
    """Two pairs have an x and a y each: those of the lemma have the length r, the others twice that."""
    domain = Domain((Range(r, 0, None, "()"), Range(theta, 0, sp.pi), Range(d, 2, integer=True)))
    other = make_pair(2 * r, 2 * r, theta, "other")
    own, second = (Expectation(sp.exp(Projection("w").dot(pair.x))) for pair in (EQUAL_PAIR, other))
    lemma = Claim("lemma", "", Inequality(own, ">=", sp.Integer(1)), domain, lambda: Bound(own, domain).at_least(1))
    chain = Bound(own + second, domain).given(lemma).at_least(1 + second, [own - 1])
    assert of_chain(chain).judgement.op == "<="
