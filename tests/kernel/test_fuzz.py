"""A slice of the random instances of rules; the full run is ``benchmarks/kernel_fuzz.py``."""

from __future__ import annotations

import random
import zlib
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from benchmarks import kernel_fuzz
from rftheory.kernel.contexts import EMPTY, Context
from rftheory.kernel.refused import Refused
from rftheory.kernel.schemas import STEP, TERM
from rftheory.kernel.terms import IMAG, TWO, ZERO, Term, declare, make, power, rat, var
from rftheory.kernel.theorems import RULES, Kernel, Theorem, rule
from tests.kernel.harness import Counts, FalseTheorem, Instance, check, collected

GENERATORS = collected()
#: one of each file; all of them: `make attack`
FIRST = {name.split(":")[0]: name for name in reversed(GENERATORS)}
INSTANCES = 25
#: whose instances take a third of a second each
SLOW = {"means:LIN": 10}


@pytest.mark.parametrize("name", FIRST.values())
def test_no_instance_is_false(name: str) -> None:
    counts = check(GENERATORS[name], random.Random(zlib.crc32(name.encode())), SLOW.get(name, INSTANCES))
    assert not counts.idle, counts


def _tried(generator: Callable[[random.Random], Instance], monkeypatch: pytest.MonkeyPatch) -> int:
    """The exit status of the benchmark that tries all rules, with one generator in their place."""
    monkeypatch.setattr(kernel_fuzz, "collected", lambda: {"planted": generator})
    # processes would not see it
    monkeypatch.setattr(kernel_fuzz, "each_alone", lambda function, works, *_: map(function, works))
    return kernel_fuzz.main(["--instances", "60"])


def test_a_false_theorem_is_told_by_the_benchmark(
    registry: None, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    generator = _unsound(lambda kernel, context, term: make("!=", (term, TWO)))
    assert _tried(generator, monkeypatch) == 1
    assert "planted: UNSOUND is false" in capsys.readouterr().out


def test_instances_that_come_to_nothing_are_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def refused(rng: random.Random) -> Instance:
        raise Refused("always")

    assert _tried(refused, monkeypatch) == 1
    assert "planted: few theorems" in capsys.readouterr().out
    assert Counts(9, 9, 4).idle == "few points" and Counts(9, 9, 9).idle == "hardly judged"
    assert not Counts(9, 9, 9, true=1).idle and not Counts(9, 9, 9, never_true=1).idle


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
