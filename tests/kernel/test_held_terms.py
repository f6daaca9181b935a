"""Equal terms are one object as long as one of them is held; what nothing holds is forgotten."""

from __future__ import annotations

import gc
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rftheory.kernel import terms
from rftheory.kernel.certificate import replay
from rftheory.kernel.contexts import EMPTY
from rftheory.kernel.terms import declare, make, rat, var
from tests.kernel.certificates import BYTES
from tests.kernel.words import add, rel


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
