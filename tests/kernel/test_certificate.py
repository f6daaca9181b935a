"""Specifications, certificates, their replay, and the trace that writes them."""

from __future__ import annotations

import ast
import hashlib
import io
import json
import random
import subprocess
import sys
import time
import tokenize
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from rftheory.kernel import theorems
from rftheory.kernel.__main__ import main
from rftheory.kernel.certificate import check, replay, written
from rftheory.kernel.contexts import EMPTY, Context, bodies
from rftheory.kernel.defined import defined, require_well_formed
from rftheory.kernel.reading import parse_spec, parse_term, rational
from rftheory.kernel.refused import Refused
from rftheory.kernel.terms import IMAG, ONE, OO, PI, TWO, ZERO, Term, bound, declare, make, power, rat, var
from rftheory.kernel.text import Entry, context_entries, default_names, print_entry, print_spec, print_term
from rftheory.kernel.theorems import Kernel, Theorem
from rftheory.prover.trace import Trace
from tests.kernel.sabotage import changes

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


@pytest.fixture(scope="module")
def first() -> str:
    return certificate(square, gap, sign, numbers)


@pytest.fixture(scope="module")
def lemmas(first: str) -> dict[str, Theorem]:
    return {outcome.entry.name: outcome.theorem for outcome in replay(first.encode(), BYTES, {})}


@pytest.fixture(scope="module")
def second(lemmas: dict[str, Theorem]) -> str:
    return certificate(cosine, mean, lemmas=lemmas)


def verdicts(answer: dict[str, Any]) -> dict[str, str]:
    return {report["claim"]: report["verdict"] for report in answer["claims"]}


# -- text -----------------------------------------------------------------------------------------------------------

X, K = var(0, "real"), var(1, "int")
INNER, INDEX, DRAW = bound(0, "real"), bound(0, "int"), bound(0, "vec")
TERMS = [
    rat(Fraction(-3, 4)), PI, IMAG, make("+", (X, X, ONE)), power(make("*", (X, IMAG)), 7), make("root", (X,), 3),
    make("rpow", (X, make("inv", (X,)))), make("pfq", (ONE, TWO, X, ZERO), (2, 1)), make("pfq", (X,), (0, 0)),
    make("int", (make("-oo"), OO, make("exp", (make("neg", (power(INNER, 2),)),)))),
    make("int", (ZERO, X, make("int", (INNER, ONE, make("+", (INNER, bound(1, "real"), X)))))),
    make("sum", (ZERO, OO, make("at", (var(2, "seq"), INDEX)))), make("prod", (ONE, K, make("+", (INDEX, X)))),
    make("E", (make("normal", (K,)), make("gauss"), make("*", (make("norm2", (bound(1, "vec"),)), bound(0, "real"))))),
    make("P", (make("uniform", (ZERO, ONE)), INNER, X), "<="),
    make("E", (make("iid", (K, make("normal", (K,)))), make("norm2", (make("at", (bound(0, "vecs"), ONE)),)))),
    make("E", (make("mass", (ZERO, OO, INDEX)), INDEX)), make("E", (make("finite", (ZERO, ONE)), INNER)),
    make("E", (make("mix", (make("sign"), make("chi2", (K,)))), INNER)), make("image", (make("gauss"), power(INNER, 2))),
    make("max", (K, X, K, ONE, make("dot", (bound(1, "vec"), DRAW))), 2), make("rootof", (ZERO, ONE, INNER)),
    make("D", (ZERO, OO, power(INNER, 2), make("*", (TWO, INNER)))),
    make("cont", (ZERO, OO, INNER), ("closed", "open")), make("cont_balls", (K, X, make("norm2", (DRAW,))), 1),
    make("lim", (ZERO, X, make("*", (INNER, X))), "above"), make("lim", (OO, ZERO, make("inv", (INNER,))), "oo"),
    make("tends", (ZERO, OO, make("inv", (INNER,))), "both"), make("l1", (make("int", (ZERO, OO, INNER)),)),
    make("samelaw", (make("normal", (K,)), make("normal", (K,)))), make("int?", (X,)), make("inhabited"),
    make("all", (declare("int", low=ONE, high=K), make("<", (INDEX, X)))),
    make("all", (declare("vec", K), make("<=", (ZERO, make("norm2", (DRAW,)))))),
    declare("real", low=ZERO, high=ONE, closed="[)"), declare("mat", K, K), make("ap", (var(3, "fun"), X)),
]  # fmt: skip
NAMES = [("x", "real"), ("k", "int"), ("a", "seq"), ("f", "fun")]


@pytest.mark.parametrize("term", TERMS, ids=lambda term: term.op)
def test_a_term_is_parsed_from_what_it_prints(term: Term) -> None:
    assert parse_term(print_term(term, [name for name, _ in NAMES]), NAMES) is term


def test_bound_variables_take_no_name_that_is_there() -> None:
    term = make("int", (ZERO, X, make("int", (ZERO, INNER, make("+", (INNER, bound(1, "real"), X))))))
    assert print_term(term, ["x1"]) == "(int (x2 0 x1) (int (x3 0 x2) (+ x3 x2 x1)))"
    assert default_names(EMPTY.extended(declare("real"), declare("int"), declare("real"))) == ["x1", "k1", "x2"]


def test_random_terms_come_back() -> None:
    rng, pool = random.Random(5), [*TERMS[:19], X, ONE]
    for _ in range(300):
        scalars = [term for term in pool if term.sort == "scalar" and term.depth < 12]
        made = make(rng.choice(["+", "*", "rpow"]), rng.sample(scalars, 2))
        closed = make("int", (rng.choice(scalars), rng.choice([OO, ONE]), make("+", (INNER, made))))
        for term in (made, closed):
            assert parse_term(print_term(term, [name for name, _ in NAMES]), NAMES) is term
        pool.append(rng.choice([made, closed]))


def test_the_specification_is_what_its_terms_print() -> None:
    assert print_spec(parse_spec(SPEC)) == SPEC
    for name in ("square", "mean"):
        assert print_entry(ENTRIES[name]) in SPEC


@pytest.mark.parametrize(
    "old, new",
    [
        ("(* 2 y)", "(* 2  y)"), ("(* 2 y)", "(* 02 y)"), ("(* 2 y)", "(* 4/2 y)"), ("(* 2 y)", "(* +2 y)"),
        ("(* 2 y)", "(* 2.0 y)"), ("(* 2 y)", "(* 2 z)"), ("(* 2 y)", "(* 2 (y))"), ("(* 2 y)", "(* 2 y"),
        ("(* 2 y)", "(* 2)"), ("(* 2 y)", "(* 2 y w1)"), ("(pow y 2)", "(pow y 2/1)"), ("(pow y 2)", "(pow y -2)"),
        ("(pow y 2)", "(pow y y)"), ("(pow y 2)", "(pow y 1000000000)"), ("var y real none", "var i real none"),
        ("var y real none", "var E real none"), ("var y real none", "var pi real none"), ("theorem gap", "theorem square"),
        ("theorem gap", "theorem ctx"), ("var y real none", "var y_é real none"), ("w1", "w2"), ("w1", "d"),
        ("(!= x 1)", "(var x real none none)"), ("(!= x 1)", "(decl real none none)"), ("(!= x 1)", "(+ x 1)"),
        ("(!= x 1)", "(inhabited)"), ("(< 3 pi)", "(inhabited)"), ("(< 3 pi)", "pi"), ("(< 3 pi)", "(< 3 pi pi)"),
        ("(< 3 pi)", "(< 3 (bound 0))"), ("(< 3 pi)", "(< 3 (var 0))"), ("(< 3 pi)", "(< 3 (rat 3))"),
        ("(< 3 pi))", "(< 3 pi)\n  (identity)\n  (point))"), ("(< 3 pi))", "(< 3 pi)\n  (proved))"),
        ("(ctx)", "(ctx (< 3 y))"), ("(!= x 1)", "(!= x y)"), ("(!= x 1)", "(!= x  1)"), ("(ctx)", "()"),
        ("(< 3 pi)", "(" * 600 + ")" * 600), ("(< 3 pi)", "(" * 100_000), ("(< 3 pi))\n", "(< 3 pi))"),
        ("(< 3 pi))\n", "(< 3 pi))\n\n"), ("(< 3 pi))\n", "(< 3 pi))\n; proved\n"),
    ],
)  # fmt: skip
def test_a_specification_that_is_not_in_order_is_refused(old: str, new: str) -> None:
    assert old in SPEC
    with pytest.raises((Refused, RecursionError)):
        parse_spec(SPEC.replace(old, new, 1))


@pytest.mark.parametrize(
    "text", ["", "-0", "+1", "01", " 1", "1 ", "6/8", "3/1", "1/0", "1/-2", "1_0", "1e5", "٣", "0/1"]
)
def test_there_is_one_text_for_each_rational(text: str) -> None:
    with pytest.raises(Refused):
        rational(text)


@pytest.mark.parametrize("value", [0, 1, -7, Fraction(3, 4), Fraction(-5, 9)])
def test_rationals_are_read(value: Fraction) -> None:
    assert rational(str(value)) == value


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
    records = [json.loads(line) for line in first.splitlines()]
    assert [record["g"] for record in records if "g" in record] == ["square", "gap", "signs", "numbers"]
    assert not any(record.get("op") == "sin" for record in records)
    assert sum("u" in record for record in records) == 1
    assert sum("r" in record for record in records) == 14
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
    spec = (
        "(theorem far\n  (ctx\n    (var x real none none)\n    (!= x 1)\n    (<= 5 (inv (+ x -1))))\n"
        "  (<= 10 (* 2 (inv (+ x -1)))))\n"
    )
    (entry,), trace = parse_spec(spec), Trace()
    *early, last = context_entries(entry.context)
    context = trace.extended(EMPTY, *early)
    x = context.variable(0)
    apart = trace.infer("HYP", context, fact=make("!=", (x, ONE)))
    with pytest.raises(Refused):
        trace.declare(context, last)
    trace.use(context, trace.infer("NZ", context, u=make("+", (x, rat(-1))), v=ONE, signs=[apart], eqs=[]))
    inner = trace.declare(context, last)
    row = {"q": 2, "h": [], "signs": [trace.infer("HYP", inner, fact=last)], "nz": []}
    low, high = entry.judgement.args
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
    long, short = (trace.write([("gap", theorem, point)], BYTES, trim=trim) for trim in (False, True))
    assert "sin" in long and "sin" not in short
    assert all(verdicts(check(BYTES, [text.encode()]))["gap"] == "proved" for text in (long, short))


def test_steps_inside_a_binder_are_replayed() -> None:
    spec = (
        "(theorem members\n  (ctx\n    (var x real (closed 0) none))\n"
        "  (all (k1 int (closed 1) none) (< 0 (+ k1 (pow x 2)))))\n"
    )
    (entry,), trace = parse_spec(spec), Trace()
    context = trace.extended(EMPTY, *context_entries(entry.context))
    inner, _, (body,) = bodies(context, entry.judgement)
    require_well_formed(trace.kernel, inner)
    held = trace.infer("DEF", inner, judgement=body)
    theorem = trace.infer("ALL", context, of=held)
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


# -- attacks on the reader ------------------------------------------------------------------------------------------

HEADER = written({"v": 1, "spec": SHA})


def reason(text: str, *, spec: bytes = BYTES, before: tuple[str, ...] = ()) -> str:
    """Why a certificate is rejected; an accepted one fails the test."""
    answer = check(spec, [*(held.encode() for held in before), text.encode()])
    assert [held["certificate"] for held in answer["rejected"]] == [len(before)], "the certificate is accepted"
    return str(answer["rejected"][0]["reason"])


def edited(text: str, old: str, new: str) -> str:
    assert old in text, old
    return text.replace(old, new, 1)


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
    goals = [json.loads(line) for line in first.splitlines() if line.startswith('{"g"')]
    swapped = [{**goal, "i": other["i"]} for goal, other in zip(goals, goals[::-1], strict=True)]
    body = [line for line in first.splitlines() if not line.startswith('{"g"')]
    assert "inhabited" in reason("\n".join([*body, *map(written, swapped)]) + "\n")
    theorems_ = [{**goal, "i": goal["s"]} for goal in goals]
    assert "inhabited" in reason("\n".join([*body, *map(written, theorems_)]) + "\n")


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
    records = [json.loads(line) for line in first.splitlines()]
    terms, steps, contexts = (sum(key in held for held in records if len(held) > 2) for key in ("t", "r", "base"))
    place = len(records) - 4
    more: list[list[dict[str, Any]]] = [
        [{"t": terms, "op": "oo", "a": []}],
        [{"s": steps, "r": "REFL", "c": 1, "p": {"term": 1}}],
        [{"t": terms, "op": "<=", "a": [0, 0]}], [{"u": 1, "s": 0}],
        [{"t": terms, "op": "decl", "a": [], "d": ["int", "none", "none"]}, {"c": contexts + 1, "base": 0, "entry": terms}],
    ]  # fmt: skip
    for lines in more:
        text = "\n".join(map(written, [*records[:place], *lines, *records[place:]])) + "\n"
        assert "nothing uses" in reason(text) or lines[0].get("op") == "<="
    used = next(held for held in records if "u" in held)
    later = records.index(next(held for held in records if held.get("r") == "RING"))
    doubled = "\n".join(map(written, [*records[:later], used, *records[later:]])) + "\n"
    assert "listed twice" in reason(doubled)


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
    with pytest.raises(Refused):
        kernel.infer("LEMMA", EMPTY, claim="square")


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
    begun = time.perf_counter()
    reason(f"{HEADER}\n{text}\n")
    assert time.perf_counter() - begun < 2


def test_what_is_written_twice_is_refused(first: str) -> None:
    trace = Trace()
    context, goal = start("square", trace)
    row = {"q": 1, "h": [make("+", (context.variable(0), rat(-1)))], "signs": [], "nz": []}
    theorem = trace.infer("POS", context, lhs=goal.args[0], rhs=goal.args[1], rows=[row], eqs=[])
    point = trace.infer("INHABIT", context, values=[ONE], premises=[])
    records = [json.loads(line) for line in trace.write([("square", theorem, point)], BYTES).splitlines()]
    place = next(number for number, held in enumerate(records) if held.get("r") == "INHABIT")
    count = sum("t" in held for held in records)
    values = {**records[place], "p": {"values": [count], "premises": []}}
    again = {"t": count, "op": "rat", "a": [], "d": "1"}
    assert "a term twice" in reason("\n".join(map(written, [*records[:place], again, values, records[-1]])) + "\n")
    point_elsewhere = [{"c": 2, "base": 0, "entry": 0}, {**records[place], "c": 2}]
    assert "a context twice" in reason(
        "\n".join(map(written, [*records[:place], *point_elsewhere, records[-1]])) + "\n"
    )
    other = [json.loads(line) for line in first.splitlines()]
    after = next(number for number, held in enumerate(other) if held.get("r") == "INHABIT") + 1
    (goal_line,) = [held for held in other if held.get("g") == "square"]
    other.remove(goal_line)
    assert "goals come last" in reason("\n".join(map(written, [*other[:after], goal_line, *other[after:]])) + "\n")


def test_a_variable_more_is_no_appeal() -> None:
    trace = Trace()
    context, goal = start("mean", trace)
    inner = trace.extended(context, make("l1", (goal.args[1],)), goal, declare("real"))
    text = trace.write([("mean", trace.infer("HYP", inner, fact=goal), 3)], BYTES)
    assert "and 3 facts" in reason(text)


def test_a_listing_that_only_a_context_needs_is_needed() -> None:
    spec = (
        "(theorem far\n  (ctx\n    (var x real none none)\n    (!= x 1)\n    (<= -5 (inv (+ x -1))))\n"
        "  (<= 0 (* x x)))\n"
    )
    (entry,), trace = parse_spec(spec), Trace()
    *early, last = context_entries(entry.context)
    context = trace.extended(EMPTY, *early)
    x = context.variable(0)
    apart = trace.infer("HYP", context, fact=make("!=", (x, ONE)))
    trace.use(context, trace.infer("NZ", context, u=make("+", (x, rat(-1))), v=ONE, signs=[apart], eqs=[]))
    inner = trace.declare(context, last)
    low, high = entry.judgement.args
    row = {"q": 1, "h": [x], "signs": [], "nz": []}
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


# -- publication ----------------------------------------------------------------------------------------------------


def prove(spec: str, monkeypatch: pytest.MonkeyPatch) -> str:
    """The report on a specification of one entry, of which a toy rule concludes anything."""
    toy = theorems.Rule("TOY", {"judgement": "term"}, lambda kernel, context, judgement: judgement)
    monkeypatch.setitem(theorems.RULES, "TOY", toy)
    (entry,), trace = parse_spec(spec), Trace()
    context = trace.extended(EMPTY, *context_entries(entry.context))
    theorem, point = (trace.infer("TOY", context, judgement=held) for held in (entry.judgement, make("inhabited")))
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


# -- the command ----------------------------------------------------------------------------------------------------


@pytest.fixture
def files(tmp_path: Path, first: str, second: str) -> list[str]:
    for name, text in (("spec", SPEC), ("first", first), ("second", second)):
        (tmp_path / name).write_text(text)
    return [str(tmp_path / name) for name in ("spec", "first", "second")]


def test_the_command_answers(
    files: list[str], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("rftheory.kernel.__main__._limit", lambda: None)
    assert main([*files, "--claim", "square", "--claim", "cosine"]) == 0
    assert "cosine: proved" in capsys.readouterr().out
    assert main([*files, "--json"]) == 1
    assert json.loads(capsys.readouterr().out)["rejected"] == []
    assert main(files) == 1
    assert "mean: derived, 2 appeals" in capsys.readouterr().out
    assert main([files[0], files[2], "--claim", "cosine"]) == 1
    assert main([*files, "--claim", "unknown"]) == 1
    assert main([files[0], files[0]]) == 1
    assert main([files[1], files[0]]) == 1
    Path(files[0]).write_text("\n")
    assert main(files) == 1


ALONE = """
import sys
before = set(sys.modules)
sys.modules.update(dict.fromkeys(["sympy", "numpy", "mpmath", "scipy"]))
import rftheory.kernel.rules
from rftheory.kernel.__main__ import main
code = main(sys.argv[1:])
stray = {name for name in set(sys.modules) - before if sys.modules[name] is not None and name.split(".")[0] not in sys.stdlib_module_names}
kernel = {name for name in stray if name == "rftheory" or name.startswith("rftheory.kernel")}
stray -= kernel | {name for name in stray if name.split(".")[0] == "flint"}
print(sorted(name for name in stray if not name.startswith(("cython_runtime", "_cython"))))
sys.exit(code)
"""


def test_a_replay_needs_the_standard_library_and_flint_only(files: list[str]) -> None:
    run = subprocess.run(
        [sys.executable, "-c", ALONE, *files, "--claim", "square", "--claim", "cosine"],
        capture_output=True,
        text=True,
        check=False,
        cwd=Path(__file__).parents[2],
    )
    assert run.returncode == 0, run.stderr
    assert run.stdout.splitlines()[-1] == "[]"


def code_lines(source: str) -> int:
    """How many lines hold code: neither blank, nor comments, nor documentation, nor axioms (text, which is counted apart)."""
    words = {
        line
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Expr | ast.Assign)
        and isinstance(node.value, ast.Constant)
        and isinstance(node.value.value, str)
        for line in range(node.lineno, (node.end_lineno or node.lineno) + 1)
    }
    kept = {tokenize.OP, tokenize.NAME, tokenize.NUMBER, tokenize.STRING}
    tokens = tokenize.generate_tokens(io.StringIO(source).readline)
    return len({n for token in tokens if token.type in kept for n in range(token.start[0], token.end[0] + 1)} - words)


def test_the_kernel_stays_small() -> None:
    files = Path(theorems.__file__).parent.rglob("*.py")
    assert sum(code_lines(path.read_text()) for path in files) <= 4_000


# -- sabotage and time ----------------------------------------------------------------------------------------------


def test_no_single_change_proves_anything_else(first: str, second: str) -> None:
    rng, harmless, kinds = random.Random(20), [], set()
    statements = {print_entry(entry) for entry in ENTRIES.values()}
    for number in range(300):
        which = number % 2
        kind, cert, spec = next(changes((first, second)[which], SPEC, rng, 1))
        kinds.add(kind)
        before = [first.replace(SHA, hashlib.sha256(spec.encode()).hexdigest()).encode()] if which else []
        try:
            answer = check(spec.encode(), [*before, cert.encode()])
        except Refused:
            continue
        shown = {report["statement"] for report in answer["claims"] if report["verdict"] != "open"}
        assert shown <= statements, (kind, shown - statements)
        if not any(held["certificate"] == which for held in answer["rejected"]):
            harmless.append(kind)
    assert len(kinds) == 20
    assert len(harmless) < 30, harmless


def test_the_reader_takes_little_time_beyond_the_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    toy = theorems.Rule("TOY", {"of": ["step"], "judgement": "term"}, lambda kernel, context, of, judgement: judgement)
    monkeypatch.setitem(theorems.RULES, "TOY", toy)
    trace = Trace()
    context, goal = start("square", trace)
    theorem = trace.infer("TOY", context, of=[], judgement=goal)
    for number in range(10_000):
        between = make("<=", (context.variable(0), rat(number)))
        theorem = trace.infer("TOY", context, of=[theorem], judgement=between)
    theorem = trace.infer("TOY", context, of=[theorem], judgement=goal)
    text = trace.write([("square", theorem, trace.infer("INHABIT", context, values=[ONE], premises=[]))], BYTES)
    begun = time.process_time()
    assert check(BYTES, [text.encode()], ["square"])["accepted"]
    spent = time.process_time() - begun
    print(f"{spent / 1e4 * 1e3:.3f} ms a step")
    assert spent < 6


def test_entries_are_values() -> None:
    assert Entry("a", (), EMPTY, make("<", (ZERO, ONE))) == Entry("a", (), EMPTY, make("<", (ZERO, ONE)))
