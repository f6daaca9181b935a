"""Theorems about nothing: a context without points proves anything, but not that it has a point."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Any

import pytest

from rftheory.kernel import theorems
from rftheory.kernel.certificate import check, written
from rftheory.kernel.contexts import EMPTY, Context, bodies
from rftheory.kernel.reading import parse_spec, parse_term
from rftheory.kernel.refused import Refused
from rftheory.kernel.schemas import NAT, RATIONAL, STEP, TERM, TEXT
from rftheory.kernel.terms import FACTS, ONE, Term, declare, make, rat
from rftheory.kernel.text import context_entries
from rftheory.kernel.theorems import RULES, Kernel, Theorem
from rftheory.prover.trace import Trace
from tests.kernel.steps import Place
from tests.kernel.words import REAL, X, refused, rel

POINT = make("inhabited")
NAMES = [("x", "real"), ("f", "fun"), ("v", "vec"), ("d", "int")]
#: a judgement with each operator that makes one and is no fact
NO_FACTS = [
    "(inhabited)", "(dim v d)", "(samelaw (gauss) (gauss))", "(D (x1 0 1) x1 1)", "(cont (x1 (closed 0) (closed 1)) x1)",
    "(cont_balls ((w1 d 1)) (norm2 w1))", "(lim (x1 (above 0)) x1 0)", "(lim (x1 oo) x1 0)", "(tends (x1 oo) x1 oo)",
]  # fmt: skip
RANGES = ["x9 real none none", "x9 real (closed 1) (closed 0)", "k9 int (closed 1) (closed 3)", "w9 (vec 2)"]


def nothing() -> tuple[Place, Theorem]:
    """The context of x with x^2 < 0, and 0 < 0 there."""
    g = Place().within("(x real) (< (pow x 2) 0)")
    links = [g.infer("DEF", judgement="(<= 0 (pow x 2))"), g.infer("HYP", fact="(< (pow x 2) 0)")]
    return g, g.infer("CHAIN", links=links)


def test_only_facts_stand_inside_of_all() -> None:
    """A judgement that is no fact is no part of a term, and no entry of a context, alone or under quantifiers."""
    context = EMPTY.extended(REAL, declare("fun"), declare("vec", ONE), declare("int"))
    for held in NO_FACTS:
        judgement = parse_term(held, NAMES)
        assert judgement.op not in FACTS
        refused(context.with_entry, judgement)
        for ranged in RANGES:
            for text in (f"(all ({ranged}) {held})", f"(all (x8 real none none) (all ({ranged}) {held}))"):
                refused(parse_term, text, NAMES)
                refused(parse_spec, f"(theorem nothing\n  (ctx\n    {text})\n  (= 1 1)\n  (identity))\n")


@pytest.mark.parametrize("held", [*NO_FACTS, "(= x x)", "(all (x1 real none none) (= x1 x1))"])
def test_no_judgement_stands_inside_of_a_term(held: str) -> None:
    judgement = parse_term(held, NAMES)
    for op in ("+", "*", "pow", "abs", "neg", "def", "real", "int?", "l1", "=", "<", "ap", "dot"):
        for arguments in ((judgement,), (judgement, judgement), (X, judgement), (judgement, X)):
            for data in (None, 2):
                refused(make, op, arguments, data)


def test_a_point_is_concluded_by_the_rules_of_points_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    assert {name for name, one in RULES.items() if one.sort == "point"} == {"INHABIT", "FAMILIES"}
    monkeypatch.setitem(RULES, "TOY", theorems.Rule("TOY", {}, lambda *_: POINT))
    refused(Kernel().infer, "TOY", EMPTY)
    g, false = nothing()
    refused(g.infer, "ABSURD", of=false, judgement=POINT)
    # both ways of the premises: what is false in a context without points, and the point of another context
    elsewhere = g.kernel.infer("INHABIT", EMPTY, values=[], premises=[])
    for name, found in RULES.items():
        for premise in (false, elsewhere):
            for filled in _filled(found.schema, premise):
                try:
                    conclusion = g.kernel.infer(name, g.context, **filled).judgement
                except Refused:
                    continue
                assert conclusion.sort == "prop", name


def _filled(schema: dict[str, Any], premise: Theorem) -> list[dict[str, Any]]:
    """Parameters of a rule, each term the judgement that there is a point, or an ordinary term."""

    def value(inner: Any, term: Term, count: int) -> Any:
        if isinstance(inner, list):
            return [value(inner[0], term, count)] * count
        if isinstance(inner, dict):
            return {key: value(held, term, count) for key, held in inner.items()}
        return {TERM: term, STEP: premise, RATIONAL: 1, NAT: 1, TEXT: "<="}.get(inner, 1)

    terms = (POINT, ONE, make("normal", (ONE,)))
    return [{key: value(held, term, n) for key, held in schema.items()} for term in terms for n in (0, 1, 2)]


def test_what_is_false_proves_any_fact_for_all_values_but_no_point() -> None:
    g, false = nothing()
    everywhere = g.infer("ABSURD", of=false, judgement=make("all", (REAL, rel(1, "<", 0))))
    assert g.infer("ALLUSE", of=everywhere, value=ONE, premises=[]).judgement is rel(1, "<", 0)
    for value in (rat(0), rat(-1), X, make("imag")):
        refused(g.infer, "INHABIT", values=[value], premises=[])
        refused(g.infer, "INHABIT", values=[value], premises=[false])
        refused(g.infer, "INHABIT", values=[value], premises=[everywhere])


def certificate(spec: str, lines: Sequence[dict[str, Any]]) -> str:
    header = {"v": 1, "spec": hashlib.sha256(spec.encode()).hexdigest()}
    return "".join(written(line) + "\n" for line in (header, *lines))


SPEC = "(theorem nothing\n  (ctx\n    (var x real none none)\n    (< (pow x 2) 0))\n  (= x (+ x 1)))\n"
DECLARED = {"t": 0, "op": "decl", "a": [], "d": ["real", "none", "none"]}


def by_absurd(*held: dict[str, Any]) -> list[dict[str, Any]]:
    """x = x + 1 where x^2 < 0, and a last term that is concluded as well, of which 0 is an instance."""
    last = 9 + len(held) - 1
    return [
        DECLARED, {"c": 1, "base": 0, "entry": 0}, {"t": 1, "op": "rat", "a": [], "d": "0"},
        {"t": 2, "op": "var", "a": [], "d": [0, "real"]}, {"t": 3, "op": "pow", "a": [2], "d": 2},
        {"t": 4, "op": "<", "a": [3, 1]}, {"c": 2, "base": 1, "entry": 4}, {"t": 5, "op": "<=", "a": [1, 3]},
        {"s": 0, "r": "DEF", "c": 2, "p": {"judgement": 5}}, {"s": 1, "r": "HYP", "c": 2, "p": {"fact": 4}},
        {"s": 2, "r": "CHAIN", "c": 2, "p": {"links": [0, 1]}}, {"t": 6, "op": "rat", "a": [], "d": "1"},
        {"t": 7, "op": "+", "a": [2, 6]}, {"t": 8, "op": "=", "a": [2, 7]},
        {"s": 3, "r": "ABSURD", "c": 2, "p": {"of": 2, "judgement": 8}}, *held,
        {"s": 4, "r": "ABSURD", "c": 2, "p": {"of": 2, "judgement": last}},
        {"s": 5, "r": "ALLUSE", "c": 2, "p": {"of": 4, "value": 1, "premises": []}}, {"g": "nothing", "s": 3, "i": 5},
    ]  # fmt: skip


@pytest.mark.parametrize(
    "held",
    [
        [{"t": 9, "op": "inhabited", "a": []}, {"t": 10, "op": "all", "a": [0, 9]}],
        [
            {"t": 9, "op": "inhabited", "a": []},
            {"t": 10, "op": "all", "a": [0, 9]},
            {"t": 11, "op": "all", "a": [0, 10]},
        ],
        [{"t": 9, "op": "all", "a": [0, 8]}],
    ],
)
def test_a_theorem_about_nothing_is_rejected(held: list[dict[str, Any]]) -> None:
    found = check(SPEC.encode(), [certificate(SPEC, by_absurd(*held)).encode()])
    assert not found["accepted"] and len(found["rejected"]) == 1
    reason = found["rejected"][0]["reason"]
    assert "all does not take" in reason if "inhabited" in str(held) else "not shown to be inhabited" in reason


@pytest.mark.parametrize("fact", ["(inhabited)", "(all (x1 real none none) (inhabited))"])
def test_a_specification_lists_no_point(fact: str) -> None:
    spec = SPEC.replace("(< (pow x 2) 0)", f"(< (pow x 2) 0)\n    {fact}")
    with pytest.raises(Refused):
        check(spec.encode(), [])


@pytest.mark.parametrize("ends", ["(closed 1) (closed 0)", "(open 0) (open 0)", "(closed x) (open x)"])
def test_what_is_said_of_an_empty_range_is_not_published(ends: str) -> None:
    """`all` of no value and `cont` on no interval hold of anything; the variable of a statement stands in its context."""
    empty = f"(all (x1 real {ends}) (= x1 (+ x1 1)))"
    interval = f"(cont (x1 {ends}) x1)"
    for judgement in (empty, f"(all (x1 real none none) {empty.replace('x1', 'x2')})", interval):
        spec = f"(theorem nothing\n  (ctx\n    (var x real none none))\n  {judgement})\n"
        (entry,), trace = parse_spec(spec), Trace()
        context = trace.extended(EMPTY, *context_entries(entry.context))
        theorem = _of_empty_range(trace, context, entry.judgement)
        point = trace.infer("INHABIT", context, values=[ONE], premises=[])
        found = check(spec.encode(), [trace.write([("nothing", theorem, point)], spec.encode()).encode()])
        assert not found["accepted"] and "may have no value" in found["rejected"][0]["reason"]


def _of_empty_range(trace: Trace, context: Context, judgement: Term) -> Theorem:
    if judgement.op == "cont":
        return trace.infer("CONT", context, over=judgement, given=[], premises=[])
    inner, (y,), (body,) = bodies(context, judgement)
    trace.declare(context, judgement.args[0])
    if body.op == "all":
        return trace.infer("ALL", context, of=_of_empty_range(trace, inner, body))
    low, high = judgement.args[0].args
    relations = ["<=" if kind == "closed" else "<" for kind in judgement.args[0].data[1:]]
    ends = [trace.infer("HYP", inner, fact=rel(*sides)) for sides in ((low, relations[0], y), (y, relations[1], high))]
    false = trace.infer("CHAIN", inner, links=ends)
    return trace.infer("ALL", context, of=trace.infer("ABSURD", inner, of=false, judgement=body))
