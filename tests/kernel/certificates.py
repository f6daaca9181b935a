"""A specification, its proofs by hand, and what a replay says of them."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import Any

from rftheory.kernel.certificate import check, written
from rftheory.kernel.contexts import EMPTY, Context
from rftheory.kernel.reading import parse_spec
from rftheory.kernel.terms import ONE, ZERO, Term, declare, make, rat
from rftheory.kernel.text import context_entries
from rftheory.kernel.theorems import Theorem
from rftheory.prover.trace import Trace
from tests.kernel.words import refused

SPEC = """(theorem square
  (ctx
    (var y real none none))
  (<= (* 2 y) (+ 1 (pow y 2))))

(theorem gap
  (ctx
    (var x real none none)
    (!= x 1))
  (= (* (+ (pow x 2) -1) (inv (+ x -1))) (+ x 1))
  (identity))

(theorem cosine
  (ctx
    (var x real (closed 0) none))
  (<= (* 2 (cos x)) (+ 1 (pow (cos x) 2))))

(theorem signs
  (ctx
    (var x real none none))
  (<= 0 (* x (+ x x))))

(theorem mean
  (ctx
    (var d int (closed 1) none))
  (< 0 (E ((w1 (normal d))) (norm2 w1))))

(theorem numbers
  (ctx)
  (< 3 pi))
"""
BYTES = SPEC.encode()
SHA = hashlib.sha256(BYTES).hexdigest()
ENTRIES = {entry.name: entry for entry in parse_spec(SPEC)}


# -- proofs by hand -------------------------------------------------------------------------------------------------


def start(name: str, trace: Trace) -> tuple[Context, Term]:
    entry = ENTRIES[name]
    context = trace.extended(EMPTY, *context_entries(entry.context))
    assert context is entry.context
    return context, entry.judgement


def far(fact: str, goal: str) -> tuple[str, Trace, Context, Term, Term]:
    """A theorem with a fact that is not defined before x - 1 != 0 is listed: its text, trace, context and goal, and the fact."""
    spec = f"(theorem far\n  (ctx\n    (var x real none none)\n    (!= x 1)\n    {fact})\n  {goal})\n"
    (entry,), trace = parse_spec(spec), Trace()
    *early, last = context_entries(entry.context)
    context = trace.extended(EMPTY, *early)
    x = context.variable(0)
    apart = trace.infer("HYP", context, fact=make("!=", (x, ONE)))
    refused(trace.declare, context, last)
    trace.use(context, trace.infer("NZ", context, u=make("+", (x, rat(-1))), v=ONE, signs=[apart], eqs=[]))
    return spec, trace, trace.declare(context, last), entry.judgement, last


def square(trace: Trace) -> tuple[str, Theorem, Theorem]:
    context, goal = start("square", trace)
    row = {"q": 1, "h": [make("+", (context.variable(0), rat(-1)))], "signs": [], "nz": []}
    theorem = trace.infer("POS", context, lhs=goal.args[0], rhs=goal.args[1], rows=[row], eqs=[])
    return "square", theorem, trace.infer("INHABIT", context, values=[rat(3)], premises=[])


def gap(trace: Trace) -> tuple[str, Theorem, Theorem]:
    """Needs a divisor that is listed, and has steps that lead nowhere."""
    context, goal = start("gap", trace)
    x = context.variable(0)
    apart = trace.infer("HYP", context, fact=make("!=", (x, ONE)))
    trace.infer("REFL", context, term=make("sin", (x,)))
    divisor = trace.infer("NZ", context, u=make("+", (x, rat(-1))), v=ONE, signs=[apart], eqs=[])
    trace.use(context, apart)
    trace.use(context, divisor)
    trace.use(context, divisor)
    theorem = trace.infer("RING", context, lhs=goal.args[0], rhs=goal.args[1], eqs=[])
    return "gap", theorem, trace.infer("INHABIT", context, values=[rat(Fraction(1, 2))], premises=[])


def cosine(trace: Trace) -> tuple[str, Theorem, Theorem]:
    """Cites an entry."""
    context, _ = start("cosine", trace)
    outer = trace.extended(EMPTY, declare("real"))
    cited = trace.infer("LEMMA", outer, claim="square")
    theorem = trace.infer("INST", context, of=cited, values=[make("cos", (context.variable(0),))], premises=[])
    return "cosine", theorem, trace.infer("INHABIT", context, values=[ZERO], premises=[])


def sign(trace: Trace) -> tuple[str, Theorem, Theorem]:
    """Two cases, each in a context of its own."""
    context, goal = start("signs", trace)
    x, cases = context.variable(0), []
    for fact in (make("<=", (x, ZERO)), make("<=", (ZERO, x))):
        inner = trace.declare(context, fact)
        held = trace.infer("HYP", inner, fact=fact)
        row = {"q": 2, "h": [], "signs": [held, held], "nz": []}
        cases.append(trace.infer("POS", inner, lhs=goal.args[0], rhs=goal.args[1], rows=[row], eqs=[]))
    theorem = trace.infer("CASES", context, of=cases)
    return "signs", theorem, trace.infer("INHABIT", context, values=[ZERO], premises=[])


def mean(trace: Trace) -> tuple[str, Theorem, int]:
    """Takes the mean on appeal: derived."""
    context, goal = start("mean", trace)
    positive = goal.args[1]
    inner = trace.extended(context, make("l1", (positive,)), goal)
    return "mean", trace.infer("HYP", inner, fact=goal), 2


def numbers(trace: Trace) -> tuple[str, Theorem, Theorem]:
    theorem = trace.infer("NUM", EMPTY, judgement=ENTRIES["numbers"].judgement, prec=64)
    return "numbers", theorem, trace.infer("INHABIT", EMPTY, values=[], premises=[])


def certificate(*proofs: Callable[[Trace], Any], lemmas: dict[str, Theorem] | None = None) -> str:
    trace = Trace(lemmas)
    return trace.write([proof(trace) for proof in proofs], BYTES)


def verdicts(answer: dict[str, Any]) -> dict[str, str]:
    return {report["claim"]: report["verdict"] for report in answer["claims"]}


# -- attacks on the reader ------------------------------------------------------------------------------------------

HEADER = written({"v": 1, "spec": SHA})


def reason(text: str, *, spec: bytes = BYTES, before: tuple[str, ...] = ()) -> str:
    """Why a certificate is rejected; an accepted one fails the test."""
    answer = check(spec, [*(held.encode() for held in before), text.encode()])
    assert [held["certificate"] for held in answer["rejected"]] == [len(before)], "the certificate is accepted"
    return str(answer["rejected"][0]["reason"])


def records_of(text: str) -> list[dict[str, Any]]:
    """The lines of a certificate."""
    return [json.loads(line) for line in text.splitlines()]


def text_of(records: Iterable[dict[str, Any]]) -> str:
    return "".join(f"{written(held)}\n" for held in records)


def edited(text: str, old: str, new: str) -> str:
    assert old in text, old
    return text.replace(old, new, 1)
