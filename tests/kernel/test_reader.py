"""Attacks on the reader of certificates. All must be refused."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable
from typing import Any

import pytest

from rftheory.kernel import theorems
from rftheory.kernel.certificate import check, replay, written
from rftheory.kernel.contexts import EMPTY
from rftheory.kernel.reading import parse_spec
from rftheory.kernel.refused import Refused
from rftheory.kernel.terms import ONE, PI, TWO, ZERO, Term, declare, make, rat
from rftheory.kernel.text import context_entries, print_entry
from rftheory.kernel.theorems import Kernel, Theorem
from rftheory.prover.trace import Trace
from tests.kernel.certificates import (
    BYTES,
    ENTRIES,
    HEADER,
    SHA,
    SPEC,
    certificate,
    cosine,
    edited,
    far,
    mean,
    reason,
    records_of,
    square,
    start,
    text_of,
    verdicts,
)
from tests.kernel.words import refused


@pytest.mark.parametrize(
    "old, new",
    [
        ('{"t":1,', '{"t":0,'), ('{"t":1,', '{"t":true,'), ('{"t":1,', '{"t":1.0,'), ('{"t":1,', '{"t":01,'),
        ('{"t":1,', '{"t":-1,'), ('{"t":1,', '{"t":NaN,'), ('{"t":1,', '{"t":1e0,'), ('{"t":1,', '{"t":"1",'),
        ('{"t":1,', '{"t":null,'), ('{"t":1,', '{ "t":1,'), ('{"t":1,', '{"t":1,"t":1,'), ('{"t":1,', '{"t":1,"x":1,'),
        ('{"t":1,', '\n{"t":1,'), ('{"t":1,', '\ufeff{"t":1,'), ('{"t":1,', '{"\\u0074":1,'), ('{"t":1,', '// {"t":1,'),
        ('"a":[1,2]', '"a":[1,-1]'), ('"a":[1,2]', '"a":[true,2]'), ('"a":[1,2]', '"a":[1,99]'), ('"a":[1,2]', '"a":[1,3]'),
        ('"a":[1,2]', '"a":[[1],2]'), ('"a":[1,2]', '"a":{"1":2}'), ('"a":[1,2]', '"a":[1,2],"d":0'),
        ('"d":"2"', '"d":2'), ('"d":"2"', '"d":"4/2"'), ('"d":"2"', '"d":" 2"'), ('"d":"2"', '"d":"02"'),
        ('"d":"2"', '"d":null'), ('"d":[0,"real"]', '"d":[false,"real"]'), ('"d":[0,"real"]', '"d":[-1,"real"]'),
        ('"d":[0,"real"]', '"d":[0,"int"]'), ('"op":"*"', '"op":"axiom"'), ('"op":"*"', '"op":["*"]'),
        ('"d":2}', '"d":1000000000}'), ('"d":2}', '"d":true}'), ('"d":2}', '"d":"2"}'),
        ('"base":0', '"base":null'), ('"base":0', '"base":1'), ('"base":0', '"base":-1'), ('"c":1,"base"', '"c":2,"base"'),
        ('"r":"POS"', '"r":"ADMIT"'), ('"r":"POS"', '"r":["POS"]'), ('"r":"POS"', '"r":"RING"'),
        ('"p":{"lhs"', '"p":{"context":0,"lhs"'), ('"eqs":[]}', '"eqs":[0]}'), ('"eqs":[]}', '"eqs":{}}'),
        ('"eqs":[]}', '"eqs":[],"expect":3}'), ('"eqs":[]}', '"rows":[]}'), ('"q":"1"', '"q":1'), ('"q":"1"', '"q":"-1"'),
        ('"prec":64', '"prec":-64'), ('"prec":64', '"prec":true'), ('"prec":64', '"prec":"64"'),
        ('"prec":64', '"prec":1000000000'), ('"prec":64', '"prec":6.4e1'),
        ('{"v":1', '{"v":2'), ('{"v":1', '{"v":true'), ('{"v":1', '{"kernel":1,"v":1'), (SHA, SHA[::-1]), (SHA, SHA.upper()),
        ("}\n", "}\r\n"), ("}\n", "} \n"), ("}\n", "}\t\n"), ("}\n", "}\n\n"), ("}\n", "}\v"),
    ],
)  # fmt: skip
def test_a_line_that_is_not_in_order_is_refused(first: str, old: str, new: str) -> None:
    reason(edited(first, old, new))


def test_what_follows_or_is_missing_is_refused(first: str) -> None:
    lines = first.splitlines(keepends=True)
    for text in (first[:-1], first + "\n", first + " ", first + "{}\n", first + lines[1], "", "\n", lines[0]):
        reason(text)
    for number in range(len(lines)):
        reason("".join(lines[:number] + lines[number + 1 :]))


def test_goals_are_named_once_in_order_and_last(first: str) -> None:
    *rest, a, b, c, d = first.splitlines(keepends=True)
    for text in ([*rest, b, a, c, d], [*rest, a, a, b, c, d], [a, *rest, b, c, d], [*rest, a, b, c], rest):
        reason("".join(text))
    assert "no entry" in reason(edited(first, '"g":"square"', '"g":"circle"'))
    reason(edited(first, '"g":"square"', '"g":["square"]'))
    assert "not the statement" in reason(edited(first, '"g":"gap","s":', '"g":"signs","s":'))


def test_an_inhabited_context_is_the_one_of_the_goal(first: str) -> None:
    records = records_of(first)
    goals, body = [held for held in records if "g" in held], [held for held in records if "g" not in held]
    swapped = [{**goal, "i": other["i"]} for goal, other in zip(goals, goals[::-1], strict=True)]
    for wrong in (swapped, [{**goal, "i": goal["s"]} for goal in goals]):
        assert "inhabited" in reason(text_of([*body, *wrong]))


@pytest.mark.parametrize("entries", [("(!= x 1)\n    (< 0 x)",), ("(< 1 x)",)])
def test_a_goal_in_a_stronger_context_is_refused(entries: tuple[str, ...]) -> None:
    trace, (text,) = Trace(), entries
    strong = parse_spec(SPEC.replace("(!= x 1)", text))[1]
    context = trace.extended(EMPTY, *context_entries(strong.context))
    x, goal = context.variable(0), strong.judgement
    fact = context.facts[0]
    held = trace.infer("HYP", context, fact=fact)
    trace.use(context, trace.infer("NZ", context, u=make("+", (x, rat(-1))), v=ONE, signs=[held], eqs=[]))
    theorem = trace.infer("RING", context, lhs=goal.args[0], rhs=goal.args[1], eqs=[])
    point = trace.infer("INHABIT", context, values=[rat(5)], premises=[])
    assert "not the statement" in reason(trace.write([("gap", theorem, point)], BYTES))
    if len(context.facts) == 2:
        derived = trace.write([("gap", theorem, 1)], BYTES)
        assert verdicts(check(BYTES, [derived.encode()]))["gap"] == "derived"
        for appeals in ("0", "2", "-1", "true"):
            reason(edited(derived, '"n":1', f'"n":{appeals}'))


def test_lines_that_nothing_uses_are_refused(first: str) -> None:
    records = records_of(first)
    terms, steps, contexts = (sum(key in held for held in records if len(held) > 2) for key in ("t", "r", "base"))
    place = len(records) - 4
    more: list[list[dict[str, Any]]] = [
        [{"t": terms, "op": "oo", "a": []}],
        [{"s": steps, "r": "REFL", "c": 1, "p": {"term": 1}}],
        [{"t": terms, "op": "<=", "a": [0, 0]}], [{"u": 1, "s": 0}],
        [{"t": terms, "op": "decl", "a": [], "d": ["int", "none", "none"]}, {"c": contexts + 1, "base": 0, "entry": terms}],
    ]  # fmt: skip
    for lines in more:
        text = text_of([*records[:place], *lines, *records[place:]])
        assert "nothing uses" in reason(text) or lines[0].get("op") == "<="
    used = next(held for held in records if "u" in held)
    later = records.index(next(held for held in records if held.get("r") == "RING"))
    assert "listed twice" in reason(text_of([*records[:later], used, *records[later:]]))


def test_a_lemma_is_an_earlier_entry_that_is_proved_here(first: str, second: str) -> None:
    assert "no entry 'square' is proved" in reason(second)
    broken = edited(first, '"q":"1"', '"q":"2"')
    answer = check(BYTES, [broken.encode(), second.encode()])
    assert len(answer["rejected"]) == 2 and set(verdicts(answer).values()) == {"open"}
    for claim in ("cosine", "signs", "numbers", "mean"):
        reason(edited(second, '"claim":"square"', f'"claim":"{claim}"'), before=(first,))
    assert "twice" in reason(first, before=(first,))


def test_a_lemma_that_is_later_in_the_specification_is_refused(lemmas: dict[str, Theorem]) -> None:
    trace = Trace(lemmas)
    context, goal = start("square", trace)
    trace.infer("LEMMA", context.extended(), claim="square")
    spec = "\n".join(print_entry(ENTRIES[name]) for name in ("cosine", "square")).encode()
    early = check(spec, [certificate_of(spec, square), certificate_of(spec, cosine, lemmas)])
    assert "not before it" in early["rejected"][0]["reason"]


def certificate_of(spec: bytes, proof: Callable[[Trace], Any], lemmas: dict[str, Theorem] | None = None) -> bytes:
    trace = Trace(lemmas)
    return trace.write([proof(trace)], spec).encode()


def test_a_derived_entry_cannot_be_cited(second: str, first: str) -> None:
    trace = Trace()
    context, _ = start("mean", trace)
    with pytest.raises(Refused, match="is proved so far"):
        trace.infer("LEMMA", context, claim="mean")
    answer = check(BYTES, [first.encode(), second.encode()], ["mean"])
    assert verdicts(answer) == {"mean": "derived"} and not answer["accepted"]


def test_lemmas_of_a_kernel_are_theorems() -> None:
    kernel = Kernel()
    kernel.lemmas["square"] = make("<", (ONE, ZERO))  # type: ignore[assignment]
    refused(kernel.infer, "LEMMA", EMPTY, claim="square")


def test_a_lemma_brings_its_axioms(monkeypatch: pytest.MonkeyPatch) -> None:
    toy = theorems.Rule("TOY", {"judgement": "term"}, lambda kernel, context, judgement: (judgement, ("toy.axiom",)))
    monkeypatch.setitem(theorems.RULES, "TOY", toy)
    trace = Trace()
    context, goal = start("square", trace)
    theorem = trace.infer("TOY", context, judgement=goal)
    one = trace.write([("square", theorem, trace.infer("INHABIT", context, values=[ONE], premises=[]))], BYTES)
    lemmas = {"square": replay(one.encode(), BYTES, {})[0].theorem}
    answer = check(BYTES, [one.encode(), certificate(cosine, lemmas=lemmas).encode()])
    assert [report.get("axioms") for report in answer["claims"][:3]] == [["toy.axiom"], None, ["toy.axiom"]]


def test_a_fault_in_a_rule_is_no_proof(monkeypatch: pytest.MonkeyPatch, first: str) -> None:
    def fail(*_: Any, **__: Any) -> Term:
        raise RecursionError("deep")

    monkeypatch.setitem(theorems.RULES, "POS", theorems.Rule("POS", theorems.RULES["POS"].schema, fail))
    assert reason(first) == "RecursionError: deep"


@pytest.mark.parametrize(
    "text",
    [
        '{"t":0,"op":"neg","a":' + "[" * 50_000 + "]" * 50_000 + "}",
        '{"t":0,"op":"rat","a":[],"d":"' + "9" * 5_000 + '"}', '{"t":' + "9" * 5_000 + "}",
        '{"t":0,"op":"rat","a":[],"d":"' + "9" * (1 << 20) + '"}',
        "\n".join([written({"t": 0, "op": "pi", "a": []})] + [written({"t": n, "op": "*", "a": [n - 1] * 2}) for n in range(1, 1_000)]),
    ],
)  # fmt: skip
def test_bombs_are_refused_at_once(text: str) -> None:
    begun = time.process_time()
    reason(f"{HEADER}\n{text}\n")
    # quadratic work on a megabyte would take hours
    assert time.process_time() - begun < 2


def test_what_is_written_twice_is_refused(first: str) -> None:
    trace = Trace()
    context, goal = start("square", trace)
    row = {"q": 1, "h": [make("+", (context.variable(0), rat(-1)))], "signs": [], "nz": []}
    theorem = trace.infer("POS", context, lhs=goal.args[0], rhs=goal.args[1], rows=[row], eqs=[])
    point = trace.infer("INHABIT", context, values=[ONE], premises=[])
    records = records_of(trace.write([("square", theorem, point)], BYTES))
    place = next(number for number, held in enumerate(records) if held.get("r") == "INHABIT")
    count = sum("t" in held for held in records)
    values = {**records[place], "p": {"values": [count], "premises": []}}
    again = {"t": count, "op": "rat", "a": [], "d": "1"}
    assert "a term twice" in reason(text_of([*records[:place], again, values, records[-1]]))
    point_elsewhere = [{"c": 2, "base": 0, "entry": 0}, {**records[place], "c": 2}]
    assert "a context twice" in reason(text_of([*records[:place], *point_elsewhere, records[-1]]))
    other = records_of(first)
    after = next(number for number, held in enumerate(other) if held.get("r") == "INHABIT") + 1
    (goal_line,) = [held for held in other if held.get("g") == "square"]
    other.remove(goal_line)
    assert "goals come last" in reason(text_of([*other[:after], goal_line, *other[after:]]))


def test_a_variable_more_is_no_appeal() -> None:
    trace = Trace()
    context, goal = start("mean", trace)
    inner = trace.extended(context, make("l1", (goal.args[1],)), goal, declare("real"))
    text = trace.write([("mean", trace.infer("HYP", inner, fact=goal), 3)], BYTES)
    assert "and 3 facts" in reason(text)


def test_a_listing_that_only_a_context_needs_is_needed() -> None:
    spec, trace, inner, goal, _ = far("(<= -5 (inv (+ x -1)))", "(<= 0 (* x x))")
    low, high = goal.args
    row = {"q": 1, "h": [inner.variable(0)], "signs": [], "nz": []}
    theorem = trace.infer("POS", inner, lhs=low, rhs=high, rows=[row], eqs=[])
    order = make("<=", (rat(-5), make("inv", (make("+", (TWO, rat(-1))),))))
    trace.use(EMPTY, trace.infer("NUM", EMPTY, judgement=make("!=", (order.args[1].args[0], ZERO)), prec=64))
    held = trace.infer("NUM", EMPTY, judgement=order, prec=64)
    text = trace.write([("far", theorem, trace.infer("INHABIT", inner, values=[TWO], premises=[held]))], spec.encode())
    assert check(spec.encode(), [text.encode()])["accepted"]


def test_what_is_derived_is_no_lemma_in_its_own_context_either() -> None:
    entry = print_entry(ENTRIES["mean"])
    spec = f"{entry}\n{entry.replace('theorem mean', 'theorem again')}".encode()
    found = check(spec, [certificate_of(spec, mean)])
    assert verdicts(found) == {"mean": "derived", "again": "open"}
    trace = Trace({"mean": replay(certificate_of(spec, mean), spec, {})[0].theorem})
    context, goal = start("mean", trace)
    inner = trace.extended(context, make("l1", (goal.args[1],)), goal)
    cited = trace.write([("again", trace.infer("LEMMA", inner, claim="mean"), 2)], spec).encode()
    answer = check(spec, [certificate_of(spec, mean), cited])
    assert "is proved so far" in answer["rejected"][0]["reason"] and verdicts(answer)["again"] == "open"


def test_naturals_are_not_negative(monkeypatch: pytest.MonkeyPatch) -> None:
    toy = theorems.Rule("TOY", {"n": "nat", "m": "int"}, lambda *_, n, m: make("<", (rat(3), PI)))
    monkeypatch.setitem(theorems.RULES, "TOY", toy)
    trace = Trace()
    theorem = trace.infer("TOY", EMPTY, n=7, m=-7)
    text = trace.write([("numbers", theorem, trace.infer("INHABIT", EMPTY, values=[], premises=[]))], BYTES)
    assert check(BYTES, [text.encode()], ["numbers"])["accepted"]
    assert "does not fit" in reason(edited(text, '"n":7', '"n":-7'))
    assert "does not fit" in reason(edited(text, '"m":-7', '"m":true'))


def test_nothing_is_accepted_beside_what_is_rejected(first: str) -> None:
    answer = check(BYTES, [first.encode(), b"{}\n"], ["square"])
    assert verdicts(answer) == {"square": "proved"} and not answer["accepted"]
    assert "lines end in LF" in reason(first[:-1] + "}")
    with pytest.raises(Refused, match="not in the specification"):
        check(BYTES, [first.encode()], ["square", "circle"])


LESS = b"(theorem less\n  (ctx)\n  (< 0 0))\n"


@pytest.mark.parametrize(
    "line",
    [
        b"[" * 200_000, b'{"t":' * 100_000, b"\x00", b"", b'{"g":"less","s":0,"i":0}', b'{"s":0,"r":"REFL","c":0,"p":[]}',
        b'{"t":0,"op":"pi","a":[],"d":null}', b'{"t":0,"op":"var","a":[],"d":[1e999,"real"]}', b'{"t":0,"op":"pow","a":[],"d":{"n":1}}',
        b'{"s":0,"r":"LEMMA","c":0,"p":{"claim":"less"}}',
        b'{"s":0,"r":"INHABIT","c":0,"p":{"values":[],"premises":[]}}\n{"u":0,"s":0}',
    ],
)  # fmt: skip
def test_lines_that_are_none(line: bytes) -> None:
    header = b'{"v":1,"spec":"' + hashlib.sha256(LESS).hexdigest().encode() + b'"}\n'
    answer = check(LESS, [header + line + b"\n"])
    assert not answer["accepted"]
    assert [report["verdict"] for report in answer["claims"]] == ["open"]
    assert len(answer["rejected"]) == 1
