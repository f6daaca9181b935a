"""Orders and equations carried through functions, arcs beyond pi/2, ends that are no rational numbers, vectors of two tables."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import cache

import pytest
import sympy as sp

import rftheory.prover.all_steps  # noqa: F401
from rftheory.chains.chain import Chain
from rftheory.chains.reasons import Inside
from rftheory.coordinates import d
from rftheory.kernel.contexts import EMPTY, Context
from rftheory.kernel.reading import parse_term
from rftheory.kernel.theorems import Theorem
from rftheory.kernels import EQUAL_PAIR, make_pair, r, theta
from rftheory.propositions import Inequality
from rftheory.prover import inside_steps
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


def walk_of(chain: Chain, domain: Domain) -> Walk:
    run = Trace()
    return Walk(Prover(run), Setting(run, domain, [line.expr for line in chain.lines]), chain)


SQUARES = Chain(2 * a * b).le(a**2 + b**2, [(a - b) ** 2])
#: the geometric and the arithmetic mean: both ends are positive
MEANS = Chain(a * b).le((a + b) ** 2 / 4, [(a - b) ** 2 / 4])
DOMAINS = {SQUARES: PLANE, MEANS: POSITIVE}

RISING: dict[str, tuple[Chain, Outer]] = {
    "a multiple": (SQUARES, lambda v: k * v - f),
    "an exponential": (SQUARES, sp.exp),
    "a rate, and a further term": (SQUARES, lambda v: k * sp.exp(k * v + f) - f),
    "an exponential that falls, with a negative factor": (SQUARES, lambda v: f - k * sp.exp(-k * v)),
    "a root": (MEANS, lambda v: k * sp.sqrt(v) + f),
    "a root of a linear function": (MEANS, lambda v: sp.sqrt(k * v + 1)),
    "an exponential of a root": (MEANS, lambda v: sp.exp(k * sp.sqrt(v))),
    "any positive power": (MEANS, lambda v: k * v ** (k + 1) + f),
}
#: the order of the ends says nothing of these, or the contrary
OTHERS: dict[str, tuple[Chain, Outer]] = {
    "a negative multiple": (SQUARES, lambda v: f - k * v),
    "a falling exponential": (SQUARES, lambda v: k * sp.exp(-k * v + f)),
    "a rate without a sign": (SQUARES, lambda v: sp.exp(f * v)),
    "a factor without a sign": (SQUARES, lambda v: f * sp.exp(v)),
    "a falling root": (MEANS, lambda v: f - k * sp.sqrt(v)),
    "a falling exponential of a root": (MEANS, lambda v: sp.exp(-k * sp.sqrt(v))),
    "an exponential and a multiple of another sign": (SQUARES, lambda v: sp.exp(v) - 2 * v),
    "a negative power": (MEANS, lambda v: v ** (-k)),
    "a root of what may be negative": (SQUARES, lambda v: sp.sqrt(v + 1)),
}


def _through(inner: Chain, outer: Outer) -> Theorem | None:
    """The order that the function of an inner chain has by itself, without a search for the order of the lines."""
    walk = walk_of(Chain(outer(inner.start)).inside(inner, outer), DOMAINS[inner])
    return inside_steps._of_function(walk, Inside(inner, outer), walk.inner(inner), 1)


@pytest.mark.parametrize("name", RISING)
def test_an_order_goes_through_a_function_that_rises(name: str) -> None:
    inner, outer = RISING[name]
    found = _through(inner, outer)
    assert found is not None and found.judgement.op == "<="
    line = Chain(outer(inner.start)).inside(inner, outer)
    assert walk_of(line, DOMAINS[inner]).whole().judgement is found.judgement


@pytest.mark.parametrize("name", OTHERS)
def test_an_order_goes_through_no_other_function(name: str) -> None:
    inner, outer = OTHERS[name]
    with suppress(Unproved):
        assert _through(inner, outer) is None
    with pytest.raises(Unproved):
        walk_of(Chain(outer(inner.start)).inside(inner, outer), DOMAINS[inner]).whole()


def test_a_line_that_the_function_does_not_lead_to_is_not_proved() -> None:
    chain = Chain(sp.exp(SQUARES.start) + 1).inside(SQUARES, sp.exp)
    with pytest.raises(Unproved):
        walk_of(chain, PLANE).whole()


def test_an_equation_goes_into_a_product_that_is_written_out() -> None:
    """SymPy writes the end of the inner chain and what stands around it as one product, in which it is no part."""
    domain = Domain((Range(r, 0, None, "()"), Range(theta, 0, sp.pi), *_RATES[:1], Range(d, 2, integer=True)))
    projected, half = Projection("w").dot(EQUAL_PAIR.x), sp.exp(r**2 / 2)
    total = Expectation(sp.exp(2 * projected)) + 2 * k * half * Expectation(sp.exp(projected)) + k**2
    for share, held in ((1, True), (2, False)):
        inner = Chain(sp.sqrt(total) / half).eq((sp.exp(r**2) + share * k) / half, "equal squares")
        chain = Chain(sp.sqrt(total)).inside(inner, lambda v: half * v)
        if held:
            assert walk_of(chain, domain).whole().judgement.op == "="
        else:
            with pytest.raises(Unproved):
                walk_of(chain, domain).whole()


@pytest.mark.parametrize(("share", "held"), [(1, True), (2, False)])
def test_parts_give_place_to_equal_ones(share: int, held: bool) -> None:
    """In place, inside of the mean where they are drawn, and by a chain that is read from its end."""
    square = Chain((a + b) ** 2).eq(a**2 + 2 * share * a * b + b**2)
    exponent = Projection("w").dot(EQUAL_PAIR.x)
    drawn = Chain(Expectation((exponent + 1) ** 2)).rewrite((exponent + 1) ** 2, exponent**2 + 2 * share * exponent + 1)
    place = Domain((Range(r, 0, None, "()"), Range(theta, 0, sp.pi), Range(d, 2, integer=True)))
    for chain, domain in (
        (Chain(sp.exp(-square.start)).rewrite(square.start, square.end), PLANE),
        (Chain(square.end).backwards(square), PLANE),
        (drawn, place),
    ):
        if held:
            assert walk_of(chain, domain).whole().judgement.op == "="
        else:
            with pytest.raises(Unproved):
                walk_of(chain, domain).whole()


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
    lemma = Claim("lemma", "", Inequality(own, ">=", sp.Integer(1)), domain, Chain(own).ge(1))
    chain = Chain(own + second).use(lemma).ge(1 + second, [own - 1])
    assert walk_of(chain, domain).whole().judgement.op == "<="
