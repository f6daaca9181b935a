"""Contexts and terms: equal ones are one object while one is held, what they say is looked up, and their points are points."""

from __future__ import annotations

import gc
import random
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rftheory.kernel import terms
from rftheory.kernel.certificate import replay
from rftheory.kernel.contexts import EMPTY, Context, end_facts
from rftheory.kernel.known import known, told
from rftheory.kernel.refused import Refused
from rftheory.kernel.rules.analysis import of_members
from rftheory.kernel.substitution import substitute
from rftheory.kernel.terms import Term, declare, make, rat, var
from rftheory.kernel.theorems import Kernel
from rftheory.meaning.balls import exact
from rftheory.meaning.judgements import judge
from tests.kernel.certificates import BYTES
from tests.kernel.random_steps import some_place
from tests.kernel.steps import Place
from tests.kernel.words import add, rel


@settings(max_examples=40, deadline=None)
@given(st.lists(st.integers(-(10**9), 10**9), min_size=1, max_size=6), st.randoms(use_true_random=False))
def test_equal_terms_are_one_object_while_one_is_held(numbers: list[int], rng: random.Random) -> None:
    held = {number: make("exp", (add(number, var(0, "real")),)) for number in numbers}
    kept = {number for number in held if rng.random() < 0.5}
    for number in set(held) - kept:
        del held[number]
    assert all(make("exp", (add(number, var(0, "real")),)) is held[number] for number in kept)


def test_equal_contexts_are_one_object_while_one_is_held() -> None:
    context = EMPTY.extended(declare("real"), rel(var(0, "real"), "<", 31))
    gc.collect()
    assert EMPTY.extended(declare("real"), rel(var(0, "real"), "<", 31)) is context


def test_what_nothing_holds_is_forgotten(first: str) -> None:
    """Certificates one after another in one process need no more than the largest of them."""
    replay(first.encode(), BYTES, {})
    gc.collect()
    before = len(terms._known)
    for number in range(1000, 1020):
        EMPTY.extended(declare("real"), rel(var(0, "real"), "<", add(number, number + 1)))
        assert replay(first.encode(), BYTES, {})
    gc.collect()
    assert len(terms._known) <= before


def test_the_limit_is_of_terms_that_are_held(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(terms, "MAX_TERMS", len(terms._known) + 50)
    for number in range(500):
        rat(2_000_000 + number)


# -- what is known is looked up: facts and what ends say, and nothing else ----------------------------------------------

_OPERATORS = ("=", "!=", "<=", "<")
_ENDS = (None, rat(-2), rat(0), rat(5))


@st.composite
def _contexts(draw: st.DrawFn) -> Context:
    """Two numbers with ends or without, and facts about them."""
    context = EMPTY
    for _ in range(2):
        low, high = draw(st.sampled_from(_ENDS[:3])), draw(st.sampled_from((None, rat(5))))
        context = context.with_entry(
            declare("real", low=low, high=high, closed=draw(st.sampled_from(("[]", "()", "[)"))))
        )
    for op, first, second in draw(
        st.lists(
            st.tuples(st.sampled_from(_OPERATORS), st.sampled_from(_sides()), st.sampled_from(_sides())), max_size=4
        )
    ):
        context = context.with_entry(make(op, (first, second)))
    return context


def _sides() -> list[Term]:
    return [var(0, "real"), var(1, "real"), rat(-2), rat(0), rat(5)]


@settings(max_examples=60, deadline=None)
@given(_contexts())
def test_known_is_what_facts_and_ends_say(context: Context) -> None:
    said = set(context.facts)
    for place, declaration in enumerate(context.declarations):
        said.update(end_facts(declaration, var(place, "real")))
    assert context.said == said
    kernel, sides = Kernel(), _sides()
    for op, first, second in product(_OPERATORS, sides, sides):
        assert told(kernel, context, op, first, second) == any(
            (one.op, one.args) == (op, (first, second)) for one in said
        )
        assert known(kernel, context, make(op, (first, second))) == told(kernel, context, op, first, second)


def test_what_a_longer_context_says_is_not_known_in_a_shorter_one() -> None:
    shorter = EMPTY.with_entry(declare("real", low=rat(3), closed="(]"))
    longer = shorter.with_entry(make("<", (var(0, "real"), rat(7))))
    assert told(Kernel(), longer, "<", var(0, "real"), rat(7))
    assert not told(Kernel(), shorter, "<", var(0, "real"), rat(7))


def test_asking_makes_no_term() -> None:
    number, context = rat(123_457), EMPTY.with_entry(declare("real"))
    before = len(terms._known)
    assert not told(Kernel(), context, "<", number, var(0, "real"))
    assert len(terms._known) == before


# -- points of random contexts, by the kernel and by the evaluator --------------------------------------------------------

VALUES = [*(["0", "1", "-1", "2", "1/2", "-3/2"] * 2), "imag", ["inv", "0"]]


def test_random_points_of_inhabited_contexts() -> None:
    """Whatever INHABIT takes for a point satisfies every entry there."""
    rng, found = random.Random(5), 0
    for _ in range(400):
        try:
            place = some_place("structure", "(x <D>) (y <D>) {||(? <F>)|(? <F>) (? <F>)}", rng)
            context, numbers = place.context, [place.term(rng.choice(VALUES)) for _ in range(2)]
            place.infer("INHABIT", values=numbers, premises=[])
        except Refused:
            continue
        found += 1
        for place, declaration in enumerate(context.declarations):
            at = dict(enumerate(numbers))
            for fact in (*end_facts(declaration, context.variable(place)), *context.facts):
                assert judge(substitute(fact, at), None, []) is True
    assert found > 40


def _some_fact(rng: random.Random) -> str:
    """A fact about the members of a family of d >= 1 integers."""
    sides = ["(at w 1)", "(at w d)", str(rng.randint(-2, 3)), "d", "(* 2 (at w 1))", "(sum (k 1 d) (at w k))"]
    relation, (first, second) = rng.choice(["<=", "<", "=", "!="]), rng.sample(sides, 2)
    if rng.random() < 0.5:
        first = rng.choice(["(at w k)", "(+ k (at w k))"])
        return f"(all (k int (closed 1) (closed d)) ({relation} {first} {second}))"
    return f"({relation} {first} {second})"


def test_facts_hold_of_a_constant_family_where_they_hold_of_its_member() -> None:
    """Random contexts: the entries of the one with a single member, judged there, say the same of the family."""
    rng, met = random.Random(7), {True: 0, False: 0}
    for _ in range(120):
        kernel = Kernel()
        try:
            made = Place(kernel).within(f"(d int (closed 1)) (w (ints d)) {_some_fact(rng)}").context
        except Refused:
            continue

        alone, size, value = of_members(kernel, made, {}), rng.choice([1, 2, 3]), rng.randint(-2, 3)
        number, members = exact(Fraction(value)), [exact(Fraction(value))] * size
        first = judge(made.facts[0], made, [exact(Fraction(size)), members])
        second = judge(alone.facts[0], alone, [exact(Fraction(size)), number])
        assert first is second
        met[bool(first)] += 1
    assert min(met.values()) > 10
