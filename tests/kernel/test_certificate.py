"""Certificates, their replay, the trace that writes them, and what may be published."""

from __future__ import annotations

import hashlib
import time
from fractions import Fraction

import pytest

from rftheory.kernel import theorems
from rftheory.kernel.certificate import check
from rftheory.kernel.contexts import EMPTY, bodies
from rftheory.kernel.defined import defined, require_well_formed
from rftheory.kernel.reading import parse_spec, parse_term
from rftheory.kernel.terms import ONE, ZERO, make, rat
from rftheory.kernel.text import context_entries
from rftheory.prover.trace import Trace
from tests.kernel.certificates import (
    BYTES,
    ENTRIES,
    SHA,
    SPEC,
    certificate,
    edited,
    far,
    gap,
    numbers,
    records_of,
    sign,
    square,
    start,
    verdicts,
)

# -- replay ---------------------------------------------------------------------------------------------------------


def test_what_a_trace_writes_is_proved(first: str, second: str) -> None:
    answer = check(BYTES, [first.encode(), second.encode()])
    assert answer["rejected"] == []
    expected = dict.fromkeys(ENTRIES, "proved") | {"mean": "derived"}
    assert verdicts(answer) == expected and not answer["accepted"]
    reports = {report["claim"]: report for report in answer["claims"]}
    assert all(report["statement"] in SPEC and report["spec"] == SHA for report in reports.values())
    assert reports["cosine"]["lemmas"] == ["square"] and reports["cosine"]["inhabited_at"] == ["0"]
    assert reports["mean"]["appeals"][1] == "(< 0 (E ((w1 (normal d))) (norm2 w1)))"
    assert reports["gap"]["rules"] == {"HYP": 1, "INHABIT": 1, "NZ": 1, "RING": 1}
    assert reports["numbers"]["num"] == {"calls": 1, "max_prec": 64}
    assert check(BYTES, [first.encode()], ["square", "gap"])["accepted"]


def test_the_replay_is_in_traversal_order_and_trimmed(first: str) -> None:
    records = records_of(first)
    assert [record["g"] for record in records if "g" in record] == ["square", "gap", "signs", "numbers"]
    assert not any(record.get("op") == "sin" for record in records)
    assert sum("u" in record for record in records) == 1
    assert sum("r" in record for record in records) == 13
    assert certificate(square, gap, sign, numbers) == first


def test_definedness_that_rests_on_an_earlier_search_is_replayed() -> None:
    """A step that led nowhere has found a divisor; what it used comes along with the step that relies on it."""
    trace = Trace()
    context, goal = start("gap", trace)
    x = context.variable(0)
    apart = trace.infer("HYP", context, fact=make("!=", (x, ONE)))
    divisor = trace.infer("NZ", context, u=make("+", (x, rat(-1))), v=ONE, signs=[apart], eqs=[])
    trace.use(context, divisor)
    assert defined(trace.kernel, context, goal.args[0])
    trace.kernel.listed[context].clear()
    theorem = trace.infer("RING", context, lhs=goal.args[0], rhs=goal.args[1], eqs=[])
    text = trace.write([("gap", theorem, trace.infer("INHABIT", context, values=[ZERO], premises=[]))], BYTES)
    assert '"u"' in text and verdicts(check(BYTES, [text.encode()]))["gap"] == "proved"


def test_contexts_that_rest_on_listed_theorems_are_replayed() -> None:
    spec, trace, inner, goal, last = far("(<= 5 (inv (+ x -1)))", "(<= 10 (* 2 (inv (+ x -1))))")
    row = {"q": 2, "h": [], "signs": [trace.infer("HYP", inner, fact=last)], "nz": []}
    low, high = goal.args
    theorem = trace.infer("POS", inner, lhs=low, rhs=high, rows=[row], eqs=[])
    values = [rat(Fraction(11, 10))]
    sides = [make("+", (values[0], rat(-1))), rat(Fraction(1, 10))]
    ten = make("inv", (sides[0],))
    apart = trace.infer("NUM", EMPTY, judgement=make("!=", (sides[0], ZERO)), prec=64)
    trace.use(EMPTY, apart)
    order = trace.infer("NUM", EMPTY, judgement=make("<=", (rat(5), ten)), prec=64)
    point = trace.infer("INHABIT", inner, values=values, premises=[order])
    text = trace.write([("far", theorem, point)], spec.encode())
    assert check(spec.encode(), [text.encode()])["accepted"]


def test_a_premise_of_another_trace_is_an_error() -> None:
    other, trace = Trace(), Trace()
    context, _ = start("gap", trace)
    start("gap", other)
    held = other.infer("HYP", context, fact=make("!=", (context.variable(0), ONE)))
    with pytest.raises(ValueError, match="not made in this trace"):
        trace.infer("SYM", context, of=held)


def test_premises_that_are_not_needed_are_left_out() -> None:
    trace = Trace()
    context, goal = start("gap", trace)
    x = context.variable(0)
    apart = trace.infer("HYP", context, fact=make("!=", (x, ONE)))
    trace.use(context, trace.infer("NZ", context, u=make("+", (x, rat(-1))), v=ONE, signs=[apart], eqs=[]))
    same = trace.infer("REFL", context, term=make("sin", (x,)))
    theorem = trace.infer("RING", context, lhs=goal.args[0], rhs=goal.args[1], eqs=[same, same])
    point = trace.infer("INHABIT", context, values=[ZERO], premises=[])
    text = trace.write([("gap", theorem, point)], BYTES)
    assert "sin" not in text
    assert verdicts(check(BYTES, [text.encode()]))["gap"] == "proved"


def test_what_was_shown_is_not_shown_again() -> None:
    trace = Trace()
    context, _ = start("gap", trace)
    x = context.variable(0)
    shown = trace.infer("REFL", context, term=x)
    turned = trace.infer("SYM", context, of=shown)
    assert turned is shown and trace.infer("REFL", context, term=ONE) is not shown


def test_steps_inside_a_binder_are_replayed() -> None:
    spec = "(theorem members\n  (ctx\n    (var x real (closed 0) none))\n  (< 0 (+ 1 (pow x 2))))\n"
    (entry,), trace = parse_spec(spec), Trace()
    context = trace.extended(EMPTY, *context_entries(entry.context))
    members = parse_term("(all (k1 int (closed 1) none) (< 0 (+ k1 (pow x 2))))", [("x", "real")])
    inner, _, (body,) = bodies(context, members)
    require_well_formed(trace.kernel, inner)
    everywhere = trace.infer("ALL", context, of=trace.infer("DEF", inner, judgement=body))
    theorem = trace.infer("ALLUSE", context, of=everywhere, value=ONE, premises=[])
    point = trace.infer("INHABIT", context, values=[ONE], premises=[])
    text = trace.write([("members", theorem, point)], spec.encode())
    assert check(spec.encode(), [text.encode()])["accepted"]


def test_what_is_as_good_is_accepted(first: str) -> None:
    """Other names, another witness, another order of independent steps."""
    renamed = SPEC.replace("x real", "u real").replace(" x", " u").replace(" y", " z")
    text = first.replace(SHA, hashlib.sha256(renamed.encode()).hexdigest())
    assert check(renamed.encode(), [text.encode()])["rejected"] == []
    for proofs in ((gap, square), (sign, gap, square)):
        trace = Trace()
        goals = sorted((proof(trace) for proof in proofs), key=lambda goal: [*ENTRIES].index(goal[0]))
        assert check(BYTES, [trace.write(goals, BYTES).encode()])["rejected"] == []
    assert check(BYTES, [edited(first, '"d":"1/2"', '"d":"1/3"').encode()])["rejected"] == []


# -- publication ----------------------------------------------------------------------------------------------------


def prove(spec: str, monkeypatch: pytest.MonkeyPatch) -> str:
    """The report on a specification of one entry, of which a toy rule concludes anything."""
    toy = theorems.Rule("TOY", {"judgement": "term"}, lambda kernel, context, judgement: judgement)
    monkeypatch.setitem(theorems.RULES, "TOY", toy)
    monkeypatch.setitem(theorems.RULES, "POINT", theorems.Rule("POINT", {}, lambda *_: make("inhabited"), "point"))
    (entry,), trace = parse_spec(spec), Trace()
    context = trace.extended(EMPTY, *context_entries(entry.context))
    theorem, point = trace.infer("TOY", context, judgement=entry.judgement), trace.infer("POINT", context)
    answer = check(spec.encode(), [trace.write([(entry.name, theorem, point)], spec.encode()).encode()])
    return "proved" if answer["accepted"] else str(answer["rejected"][0]["reason"])


@pytest.mark.parametrize(
    "judgement",
    ["(= x x)", "(<= x x)", "(= (* x 2) (+ x x))", "(= (sin (+ x x)) (sin (* 2 x)))", "(samelaw (gauss) (gauss))"],
)
def test_identities_are_flagged(judgement: str, monkeypatch: pytest.MonkeyPatch) -> None:
    spec = f"(theorem same\n  (ctx\n    (var x real none none))\n  {judgement})\n"
    found = prove(spec, monkeypatch)
    assert "identity" in found or judgement.startswith("(= (sin")
    assert prove(spec[:-2] + "\n  (identity))\n", monkeypatch) == "proved"


def test_a_fact_as_it_is_given_is_no_statement(monkeypatch: pytest.MonkeyPatch) -> None:
    spec = "(theorem given\n  (ctx\n    (var x real none none)\n    (< (cos x) 0))\n  (< (cos x) 0))\n"
    assert "identity" in prove(spec, monkeypatch)


@pytest.mark.parametrize(
    "entries, one",
    [
        ("(var x real (closed 0) (closed 0))", True), ("(var x real (closed 1) (closed 0))", True),
        ("(var x real (closed 0) (open 1))", False), ("(var x int (closed 1) (open 2))", True),
        ("(var x int (open 0) (open 3))", False), ("(var x real none none)\n    (= x 3)", True),
        ("(var x real none none)\n    (= 3 x)", True), ("(var x real (closed 0) none)\n    (<= x 0)", True),
        ("(var x real (closed 0) (closed pi))", False), ("(var x real (closed pi) (closed pi))", True),
        ("(var y real none none)\n    (var x real none none)\n    (= x (* 2 y))", False),
        ("(var x int none none)\n    (< x 1)\n    (<= 0 x)", True), ("(var x int none none)\n    (< 1/2 x)\n    (< x 5/2)", False),
    ],
)  # fmt: skip
def test_parameters_with_one_value_are_flagged(entries: str, one: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    spec = f"(theorem place\n  (ctx\n    {entries})\n  (< (cos x) 2))\n"
    assert ("one value" in prove(spec, monkeypatch)) == one
    assert prove(spec[:-2] + "\n  (point))\n", monkeypatch) == "proved"


# -- time ---------------------------------------------------------------------------------------------------------


def test_the_reader_takes_little_time_beyond_the_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    toy = theorems.Rule("TOY", {"of": ["step"], "judgement": "term"}, lambda kernel, context, of, judgement: judgement)
    monkeypatch.setitem(theorems.RULES, "TOY", toy)
    trace = Trace()
    context, goal = start("square", trace)
    theorem = trace.infer("TOY", context, of=[], judgement=goal)
    for number in range(5_000):
        between = make("<=", (context.variable(0), rat(number)))
        theorem = trace.infer("TOY", context, of=[theorem], judgement=between)
    theorem = trace.infer("TOY", context, of=[theorem], judgement=goal)
    text = trace.write([("square", theorem, trace.infer("INHABIT", context, values=[ONE], premises=[]))], BYTES)
    begun = time.process_time()
    assert check(BYTES, [text.encode()], ["square"])["accepted"]
    spent = time.process_time() - begun
    print(f"{spent / 5e3 * 1e3:.3f} ms a step")
    assert spent < 3
