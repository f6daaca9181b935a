"""Orders and equations that are carried through functions, and gaps whose factors are found."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

import pytest
import sympy as sp

from rftheory.chains.chain import Chain
from rftheory.chains.reasons import Inside
from rftheory.inputs.coordinates import d
from rftheory.inputs.kernels import EQUAL_PAIR, PAIR, make_pair, n, r, theta, x_norm
from rftheory.kernel.theorems import Theorem
from rftheory.prover import inside_steps, search
from rftheory.prover.chains import Walk
from rftheory.prover.failure import Unproved
from rftheory.prover.gap_factors import products_of
from rftheory.prover.proving import Prover
from rftheory.prover.setting import Setting
from rftheory.prover.trace import Trace
from rftheory.rules.nodes import Expectation, Projection
from rftheory.rules.propositions import Inequality
from rftheory.statements.claims import Claim
from rftheory.statements.domain import Domain, Range
from tests.prover.goals import proves

a, b, f = sp.symbols("a b f", real=True)
k = sp.Symbol("k", positive=True)
_RATES = (Range(k, 0, None, "()"), Range(f))
PLANE = Domain((Range(a), Range(b), *_RATES))
POSITIVE = Domain((Range(a, 0, None, "()"), Range(b, 0, None, "()"), *_RATES))
EQUAL = Domain((Range(r, 0, None, "()"), Range(theta, 0, sp.pi), _RATES[0], Range(d, 2, integer=True)))
W = Projection("w")

Outer = Callable[[sp.Expr], sp.Expr]


@pytest.fixture(autouse=True)
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """Few steps for a goal."""
    monkeypatch.setattr(search, "STEPS", 4_000)


SQUARES = Chain(2 * a * b).le(a**2 + b**2, [(a - b) ** 2])
#: the geometric and the arithmetic mean: both ends are positive
MEANS = Chain(a * b).le((a + b) ** 2 / 4, [(a - b) ** 2 / 4])
DOMAINS = {SQUARES: PLANE, MEANS: POSITIVE}
#: whether a function rises; of the others the order of the ends says nothing, or the contrary
FUNCTIONS: dict[str, tuple[bool, Chain, Outer]] = {
    "a multiple": (True, SQUARES, lambda v: k * v - f),
    "an exponential": (True, SQUARES, sp.exp),
    "a rate, and a further term": (True, SQUARES, lambda v: k * sp.exp(k * v + f) - f),
    "an exponential that falls, with a negative factor": (True, SQUARES, lambda v: f - k * sp.exp(-k * v)),
    "a root": (True, MEANS, lambda v: k * sp.sqrt(v) + f),
    "a root of a linear function": (True, MEANS, lambda v: sp.sqrt(k * v + 1)),
    "an exponential of a root": (True, MEANS, lambda v: sp.exp(k * sp.sqrt(v))),
    "any positive power": (True, MEANS, lambda v: k * v ** (k + 1) + f),
    "a negative multiple": (False, SQUARES, lambda v: f - k * v),
    "a falling exponential": (False, SQUARES, lambda v: k * sp.exp(-k * v + f)),
    "a rate without a sign": (False, SQUARES, lambda v: sp.exp(f * v)),
    "a factor without a sign": (False, SQUARES, lambda v: f * sp.exp(v)),
    "a falling root": (False, MEANS, lambda v: f - k * sp.sqrt(v)),
    "a falling exponential of a root": (False, MEANS, lambda v: sp.exp(-k * sp.sqrt(v))),
    "an exponential and a multiple of another sign": (False, SQUARES, lambda v: sp.exp(v) - 2 * v),
    "a negative power": (False, MEANS, lambda v: v ** (-k)),
    "a root of what may be negative": (False, SQUARES, lambda v: sp.sqrt(v + 1)),
}


def walk_of(chain: Chain, domain: Domain, run: Trace) -> Walk:
    return Walk(Prover(run), Setting(run, domain, [line.expr for line in chain.lines]), chain)


def _through(inner: Chain, outer: Outer) -> Theorem | None:
    """The order that the function of an inner chain has by itself, without a search for the order of the lines."""
    run = Trace()
    walk = walk_of(Chain(outer(inner.start)).inside(inner, outer), DOMAINS[inner], run)
    return inside_steps._of_function(walk, Inside(inner, outer), walk.inner(inner), 1)


@pytest.mark.parametrize("name", FUNCTIONS)
def test_an_order_goes_through_a_function_that_rises_and_no_other(name: str) -> None:
    rises, inner, outer = FUNCTIONS[name]
    found = None
    with suppress(Unproved):
        found = _through(inner, outer)
    assert (found is not None and found.judgement.op == "<=") is rises
    line = Chain(outer(inner.start)).inside(inner, outer)
    assert proves(line, DOMAINS[inner], relation="<=") is rises


def test_a_line_that_the_function_does_not_lead_to_is_not_proved() -> None:
    assert not proves(Chain(sp.exp(SQUARES.start) + 1).inside(SQUARES, sp.exp), PLANE)


@pytest.mark.parametrize(("share", "held"), [(1, True), (2, False)])
def test_parts_give_place_to_equal_ones(share: int, held: bool) -> None:
    """In place, in a mean where they are drawn, by a chain read from its end, and in a product that SymPy has written out."""
    square = Chain((a + b) ** 2).eq(a**2 + 2 * share * a * b + b**2)
    drawn = W.dot(EQUAL_PAIR.x)
    inside = Chain(Expectation((drawn + 1) ** 2)).rewrite((drawn + 1) ** 2, drawn**2 + 2 * drawn + share)
    half = sp.exp(r**2 / 2)
    total = Expectation(sp.exp(2 * drawn)) + 2 * k * half * Expectation(sp.exp(drawn)) + k**2
    inner = Chain(sp.sqrt(total) / half).eq((sp.exp(r**2) + share * k) / half, "equal squares")
    for chain, domain in (
        (Chain(sp.exp(-square.start)).rewrite(square.start, square.end), PLANE),
        (Chain(square.end).backwards(square), PLANE),
        (inside, EQUAL),
        (Chain(sp.sqrt(total)).inside(inner, lambda v: half * v), EQUAL),
    ):
        assert proves(chain, domain) is held


def test_a_lemma_speaks_of_the_vectors_of_its_own_table() -> None:
    """Two pairs have an x and a y each: those of the lemma have the length r, the others twice that."""
    other = make_pair(2 * r, 2 * r, theta, "other")
    own, second = (Expectation(sp.exp(W.dot(pair.x))) for pair in (EQUAL_PAIR, other))
    lemma = Claim("lemma", "", Inequality(own, ">=", sp.Integer(1)), EQUAL, Chain(own).ge(1))
    assert proves(Chain(own + second).use(lemma).ge(1 + second, [own - 1]), EQUAL)


# -- factors of gaps --------------------------------------------------------------------------------------------------

_RANGES = (
    Range(r, 1, None, typical=(1, 3)),
    Range(theta, 0, sp.pi, typical=(0, 3)),
    Range(x_norm, 0, None, typical=(0, 2)),
    Range(n, 1, None, integer=True, typical=(1, 4)),
)
_FACTS = Domain(_RANGES)
_TANGENT = Domain(_RANGES, (sp.Ge(sp.exp(x_norm**2 - 1), x_norm**2),))
_POWER = Domain(_RANGES, (sp.Ge(x_norm, 2 ** (1 - n)),))
_APART = Domain(_RANGES, (sp.Ge(x_norm**2 - 2 * x_norm * r * sp.cos(theta) + r**2, 0),))
_FEATURE = sp.exp(W.dot(PAIR.x))
#: gaps that are not negative, without a sign as they stand; none is positive everywhere
GAPS = {
    "of polynomials": ((r - x_norm) ** 2 * (n - 1), _FACTS),
    "of exponentials": ((sp.exp(2 * r**2) - sp.exp(r**2)) * (sp.pi - theta), _FACTS),
    "of roots": ((sp.sqrt(r) - sp.sqrt(x_norm)) ** 2 * (1 - 1 / n), _FACTS),
    "a square with roots": (8 * sp.sqrt(2) * r**2 * theta**2 - 8 * sp.pi * r * theta + sp.sqrt(2) * sp.pi**2, _FACTS),
    "what a lemma says": (theta * r * sp.exp(x_norm**2) - theta * r * x_norm**2 * sp.E, _TANGENT),
    "the lemma twice": ((sp.exp(2 * x_norm**2 - 2) - x_norm**4) * r / n, _TANGENT),
    "a lemma with twice a power": (n * r * (x_norm**2 - 2 ** (2 - 2 * n)), _POWER),
    "the quotient of two terms": (n * (sp.exp(x_norm**2 + r**2) - sp.exp(2 * x_norm * r * sp.cos(theta))), _APART),
    "of expectations": (n * (Expectation(_FEATURE**2) - Expectation(_FEATURE) ** 2), _FACTS),
}
#: gaps that may be negative
OTHERS = [(theta - 1) * (r**2 - 1), theta * (sp.exp(x_norm**2) - sp.E), (theta - 1) ** 2 * (theta - 2)]


@pytest.mark.parametrize("name", GAPS)
def test_the_factors_of_a_gap_are_found_and_multiply_to_it(name: str) -> None:
    gap, facts = GAPS[name]
    assert proves(Chain(r).le(r + sp.expand(gap)), facts)
    assert not proves(Chain(r).ge(r + sp.expand(gap)), facts)
    # whatever signs they are told to have
    for side in (1, -1, 0):
        known = [condition.lhs - condition.rhs for condition in facts.conditions]
        for factors in products_of(sp.expand(gap), known, lambda expr, side=side: side):
            assert sp.simplify(Chain(sp.Mul(*factors) - gap).expectations().end) == 0


@pytest.mark.parametrize("gap", OTHERS)
def test_a_gap_that_may_be_negative_has_none(gap: sp.Expr) -> None:
    assert not proves(Chain(r).le(r + sp.expand(gap)), _FACTS)


def test_a_gap_of_nothing_has_no_factors() -> None:
    assert not list(products_of(sp.expand((x_norm + 1) ** 2) - (x_norm + 1) ** 2, [], lambda expr: 1))
