"""What attacks the kernel sees what it is for: unsound rules, and changes of certificates by what they come to.

The attacks are ``benchmarks/kernel_fuzz.py`` and ``benchmarks/sabotage.py``, run by `make attack`; what they tried last is recorded
with the kernel that was tried (`tests/test_trials.py`).
"""

from __future__ import annotations

import hashlib
import random
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from benchmarks import kernel_fuzz
from benchmarks.sabotage import ROOT, Sample, outcome
from rftheory.kernel.contexts import EMPTY, Context, close, open_binder
from rftheory.kernel.refused import Refused
from rftheory.kernel.schemas import STEP, TERM
from rftheory.kernel.terms import IMAG, TWO, ZERO, Term, declare, make, power, rat, var
from rftheory.kernel.theorems import RULES, Kernel, Theorem, rule
from rftheory.statements.certificates import Kept
from tests.kernel.fuzz_frames import ORTHO, VECTORS, Case, mean
from tests.kernel.harness import Counts, FalseTheorem, Instance, check
from tests.kernel.sabotage import KINDS


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


# -- the quadrature by which instances of the rules of frames are judged ---------------------------------------------------


def test_the_meaning_tells_other_means_apart() -> None:
    """A table that is not orthogonal would change the mean: the quadrature sees it."""
    case = Case(random.Random(0))
    term = make("E", (ORTHO, ZERO))
    _, (u,) = open_binder(case.context, term)
    x = case.vectors[0]
    products = [make("dot", (make("at", (u, rat(place))), x)) for place in (1, 2)]
    square = make("E", (ORTHO, close(power(products[0], 2), (u,))))
    other = make("E", (ORTHO, close(power(make("+", products), 2), (u,))))
    values = {vector: given[:2] for vector, given in zip(case.vectors, VECTORS, strict=True)}
    length = float(values[x] @ values[x])
    assert abs(mean(case.context, square, values) - length / 2) < 1e-9
    assert abs(mean(case.context, other, values) - length) < 1e-9


# -- single changes of certificates ------------------------------------------------------------------------------------


@pytest.fixture(scope="module", params=["rules/jensen", "hrf/eq_88"])
def sample(request: pytest.FixtureRequest) -> Sample:
    """A certificate that is kept: of means, and of roots."""
    spec, certificate = Kept.beside(ROOT / "proofs" / f"{request.param}.py").read()
    return Sample(request.param, certificate.decode(), spec.decode())


def test_outcomes_are_told_apart(sample: Sample) -> None:
    assert outcome(sample, sample.certificate, sample.spec) == ("harmless", "")
    assert outcome(sample, sample.certificate[:-1], sample.spec)[0] == "refused"
    variable = re.findall(r"\(var (\w+) ", sample.spec)[0]
    renamed = re.sub(rf"\b{variable}\b", "q" * len(variable), sample.spec)
    assert outcome(sample, *_with_spec(sample, renamed)) == ("names", "")
    other = Sample(
        "", sample.certificate.replace(_goal(sample), "other", 1), sample.spec.replace(_goal(sample), "other", 1)
    )
    assert outcome(sample, *_with_spec(other, other.spec, sample.spec))[0] == "other"


def _goal(sample: Sample) -> str:
    return sample.spec.split("\n", 1)[0].removeprefix("(theorem ")


def _with_spec(sample: Sample, spec: str, old: str | None = None) -> tuple[str, str]:
    """A certificate that names the hash of another specification."""
    before, after = (hashlib.sha256(text.encode()).hexdigest() for text in (old or sample.spec, spec))
    return sample.certificate.replace(before, after), spec


def test_every_kind_of_change_is_made(sample: Sample) -> None:
    rng = random.Random(0)
    for kind, change in KINDS:
        assert any(
            change(sample.certificate, sample.spec, rng) != (sample.certificate, sample.spec) for _ in range(30)
        ), kind
