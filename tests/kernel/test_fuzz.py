"""A slice of the random instances of every rule; the full run is ``benchmarks/kernel_fuzz.py``."""

from __future__ import annotations

import random
import zlib
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from rftheory.kernel.contexts import EMPTY, Context
from rftheory.kernel.schemas import STEP, TERM
from rftheory.kernel.terms import IMAG, PI, TWO, ZERO, Term, declare, make, power, rat, var
from rftheory.kernel.theorems import RULES, Kernel, Theorem, rule
from tests.kernel.harness import FalseTheorem, Instance, check, collected

GENERATORS = collected()
#: rules whose theorems take quadratures to judge have fewer instances
SLOW = {"means:GAUSS", "means:IMAGE, GRAMLAW", "means:DENSITY", "means:IID, IIDPROD"}
#: and those whose instances seldom come to a theorem have more
SELDOM = {"calculus:CHORD", "certificate:LEMMA", "means:SPLIT", "structure:CASES"}
INSTANCES = {
    name: 8
    if name in SLOW
    else 80
    if name in SELDOM
    else 25
    if name.startswith(("means:", "calculus:", "frames:"))
    else 40
    for name in GENERATORS
}


@pytest.mark.parametrize("name", GENERATORS)
def test_no_instance_is_false(name: str) -> None:
    counts = check(GENERATORS[name], random.Random(zlib.crc32(name.encode())), INSTANCES[name], points_each=2)
    assert counts.theorems * 5 >= INSTANCES[name], f"{name}: {counts}"
    assert counts.reached * 2 >= counts.theorems, f"{name}: few points {counts}"
    assert (counts.true + counts.never_true) * 10 >= counts.theorems, f"{name}: hardly judged {counts}"


X = var(0, "real")


def _unsound(conclude: Callable[[Kernel, Context, Term], Term]) -> Callable[[random.Random], Instance]:
    rule("UNSOUND", term=TERM)(conclude)

    def generate(rng: random.Random) -> Instance:
        kernel = Kernel()
        context = kernel.declare(EMPTY, declare("real"))
        return kernel, context, "UNSOUND", {"term": rng.choice([X, power(X, 2), make("neg", (X,))])}

    return generate


@pytest.fixture
def registry() -> Iterator[None]:
    before = dict(RULES)
    yield
    RULES.clear()
    RULES.update(before)


@pytest.mark.parametrize(
    "conclude",
    [
        lambda kernel, context, term: make("=", (make("sqrt", (power(term, 2),)), term)),
        lambda kernel, context, term: make("<=", (ZERO, make("+", (term, rat(1))))),
        lambda kernel, context, term: make("=", (make("*", (term, make("inv", (term,)))), rat(1))),
        lambda kernel, context, term: make("def", (make("log", (term,)),)),
        lambda kernel, context, term: make("<", (ZERO, power(term, 2))),
        lambda kernel, context, term: make("!=", (term, TWO)),
        lambda kernel, context, term: make("real", (make("+", (term, IMAG)),)),
        lambda kernel, context, term: make("<=", (make("*", (IMAG, term)), make("*", (IMAG, term)))),
    ],
)
def test_an_unsound_rule_is_caught(registry: None, conclude: Callable[..., Term]) -> None:
    with pytest.raises(FalseTheorem):
        check(_unsound(conclude), random.Random(0), 400)


def test_a_rule_that_forgets_a_condition_is_caught(registry: None) -> None:
    """Squares of both sides of an order, without the condition that the lower side is not negative."""

    @rule("UNSOUND", of=STEP)
    def squared(kernel: Kernel, context: Context, of: Theorem) -> Term:
        low, high = of.within(context).args
        return make("<=", (power(low, 2), power(high, 2)))

    @rule("FACT", fact=TERM)
    def fact(kernel: Kernel, context: Context, fact: Term) -> Term:
        assert fact in context.facts
        return fact

    def generate(rng: random.Random) -> Instance:
        kernel = Kernel()
        entry: Any = make("<=", (X, var(1, "real")))
        context = EMPTY
        for part in (declare("real"), declare("real"), entry):
            context = kernel.declare(context, part)
        return kernel, context, "UNSOUND", {"of": kernel.infer("FACT", context, fact=entry)}

    with pytest.raises(FalseTheorem):
        check(generate, random.Random(0), 200)


def test_points_satisfy_their_context() -> None:
    from rftheory.meaning.judgements import judge
    from tests.kernel.points import points

    context = EMPTY.extended(
        declare("real", low=ZERO, high=PI, closed="(]"), declare("real"), make("=", (power(var(1, "real"), 2), X))
    )
    found = points(context, random.Random(3), 8)
    assert len(found) == 8
    assert all(judge(context.facts[0], context, point) for point in found)
