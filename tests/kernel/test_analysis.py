"""Points of contexts with families: what must work, and attacks that must be refused."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest

import rftheory.kernel.rules  # noqa: F401  (registers the rules)
from rftheory.kernel.contexts import EMPTY, Context
from rftheory.kernel.reading import parse_term
from rftheory.kernel.refused import Refused
from rftheory.kernel.rules.analysis import of_members
from rftheory.kernel.terms import Term, rat
from rftheory.kernel.theorems import Kernel, Theorem
from rftheory.meaning.balls import exact
from rftheory.meaning.judgements import judge
from tests.kernel.bench import refused

NAMES = (("d", "int"), ("w", "ints"), ("x", "real"))
D, FAMILY, REAL = "(decl int (closed 1) none)", "(decl (ints d))", "(decl real none none)"
COUNTS = "(all (k int (closed 1) (closed d)) (<= 0 (at w k)))"


def term(text: str) -> Term:
    return parse_term(text, NAMES)


def context(kernel: Kernel, *entries: str) -> Context:
    made = EMPTY
    for number, text in enumerate(entries):
        names = NAMES[: min(made.size, len(NAMES))]
        made = kernel.declare(made, parse_term(text, names if number else ()))
    return made


def single(kernel: Kernel, value: int, *facts: str) -> tuple[Context, Theorem]:
    """A context of d and one integer in place of a family, inhabited by d = 2 and a value."""
    names = (("d", "int"), ("w", "int"))
    made = kernel.declare(kernel.declare(EMPTY, parse_term(D, ())), parse_term("(decl int none none)", names[:1]))
    for fact in facts:
        made = kernel.declare(made, parse_term(fact, names))
    premises = []
    for fact in facts:
        if fact.startswith("(all"):
            inner = kernel.declare(EMPTY, parse_term("(decl int (closed 1) (closed 2))", ()))
            held = kernel.infer("DEF", inner, judgement=parse_term(f"(<= 0 {value})", ()))
            premises.append(kernel.infer("ALL", EMPTY, of=held))
    return made, kernel.infer("INHABIT", made, values=[rat(2), rat(value)], premises=premises)


def test_a_context_with_a_constant_family_is_inhabited() -> None:
    kernel = Kernel()
    _, of = single(kernel, 3, "(all (k int (closed 1) (closed d)) (<= 0 w))")
    assert kernel.infer("FAMILIES", context(kernel, D, FAMILY, COUNTS), of=of, sequences=[]).judgement.op == "inhabited"


@pytest.mark.parametrize(
    "entries",
    [
        (D, FAMILY),  # the premise has a fact more
        (D, FAMILY, COUNTS, "(<= (at w 1) 7)"),  # the premise knows nothing of it
        (D, FAMILY, "(all (k int (closed 1) (closed d)) (<= 1 (at w k)))"),
        ("(decl int (closed 2) none)", FAMILY, COUNTS),
        (D, "(decl (reals d))"),
    ],
)
def test_a_premise_about_another_context_is_refused(entries: tuple[str, ...]) -> None:
    kernel = Kernel()
    _, of = single(kernel, 3, "(all (k int (closed 1) (closed d)) (<= 0 w))")
    other = context(kernel, *entries)
    with pytest.raises(Refused, match="about another context"):
        kernel.infer("FAMILIES", other, of=of, sequences=[])


@pytest.mark.parametrize("fact", ["(def (at w (+ d 1)))", "(real (at w (+ d 1)))", "(int? (at w (+ d 1)))"])
def test_a_fact_about_a_place_outside_of_the_family_is_refused(fact: str) -> None:
    """It is false of every family of d members, and true of a number."""
    kernel = Kernel()
    place = context(kernel, D, FAMILY, fact)
    _, of = single(kernel, 3, fact.replace("(at w (+ d 1))", "w"))
    with pytest.raises(Refused, match="may ask more"):
        kernel.infer("FAMILIES", place, of=of, sequences=[])


def test_no_family_no_constant_and_no_other_judgement() -> None:
    kernel = Kernel()
    made, of = single(kernel, 3)
    with pytest.raises(Refused, match="no such family"):
        kernel.infer("FAMILIES", made, of=of, sequences=[])
    known = kernel.infer("DEF", made, judgement=parse_term("(real w)", (("d", "int"), ("w", "int"))))
    with pytest.raises(Refused, match="no theorem about the points"):
        kernel.infer("FAMILIES", context(kernel, D, FAMILY), of=known, sequences=[])


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
            made = context(kernel, D, FAMILY, _some_fact(rng))
        except Refused:
            continue

        alone, size, value = of_members(kernel, made, {}), rng.choice([1, 2, 3]), rng.randint(-2, 3)
        number, members = exact(Fraction(value)), [exact(Fraction(value))] * size
        first = judge(made.facts[0], made, [exact(Fraction(size)), members])
        second = judge(alone.facts[0], alone, [exact(Fraction(size)), number])
        assert first is second
        met[bool(first)] += 1
    assert min(met.values()) > 10


# -- sequences --------------------------------------------------------------------------------------------------------

POSITIVE = "(all (k int (closed 0) none) (< 0 (at p k)))"


def sequence(kernel: Kernel, *facts: str, start: str = "0") -> Context:
    made = kernel.declare(EMPTY, parse_term(f"(decl (seq {start}))", ()))
    for fact in facts:
        made = kernel.declare(made, parse_term(fact, (("p", "seq"),)))
    return made


def members(kernel: Kernel, member: str, low: str = "(closed 0)") -> Theorem:
    """``all k: real member``."""
    inner = kernel.declare(EMPTY, parse_term(f"(decl int {low} none)", ()))
    judgement = parse_term(f"(real {member})", (("k", "int"),))
    return kernel.infer("ALL", EMPTY, of=kernel.infer("DEF", inner, judgement=judgement))


def at_members(kernel: Kernel, *facts: str) -> Theorem:
    """A point of the context with k + 1 for each member."""
    made = kernel.declare(EMPTY, parse_term("(decl real none none)", ()))
    for fact in facts:
        made = kernel.declare(made, parse_term(fact, ()))
    inner = kernel.declare(EMPTY, parse_term("(decl int (closed 0) none)", ()))
    held = kernel.infer("DEF", inner, judgement=parse_term("(< 0 (+ k 1))", (("k", "int"),)))
    premises = [kernel.infer("ALL", EMPTY, of=held)] if facts else []
    return kernel.infer("INHABIT", made, values=[rat(0)], premises=premises)


POSITIVE_THERE = "(all (k int (closed 0) none) (< 0 (+ k 1)))"


def test_a_sequence_with_members() -> None:
    kernel = Kernel()
    place = sequence(kernel, POSITIVE)
    given = [{"place": 0, "real": members(kernel, "(+ k 1)")}]
    found = kernel.infer("FAMILIES", place, of=at_members(kernel, POSITIVE_THERE), sequences=given)
    assert found.judgement.op == "inhabited"


@pytest.mark.parametrize(
    ("facts", "start", "member", "low", "reason"),
    [
        ([POSITIVE], "0", "(+ k 2)", "(closed 0)", "another context"),
        ([POSITIVE.replace("closed 0", "closed 1")], "1", "(+ k 1)", "(closed 0)", "another index"),
        ([POSITIVE], "0", "(+ k 1)", "(open 0)", "another index"),
        ([POSITIVE], "0", "(sum (j 0 k) 1)", "(closed 0)", "a binder"),
        (["(def (at p -1))"], "0", "(+ k 1)", "(closed 0)", "may ask more"),
        (["(l1 (sum (j -1 oo) (at p j)))"], "0", "(+ k 1)", "(closed 0)", "may ask more"),
    ],
)
def test_other_members_are_refused(facts: list[str], start: str, member: str, low: str, reason: str) -> None:
    kernel = Kernel()
    place = sequence(kernel, *facts, start=start)
    given = [{"place": 0, "real": members(kernel, member, low)}]
    with pytest.raises(Refused, match=reason):
        kernel.infer("FAMILIES", place, of=at_members(kernel, POSITIVE_THERE), sequences=given)


def test_members_of_no_sequence_and_of_another_context_are_refused() -> None:
    kernel = Kernel()
    place, real = sequence(kernel, POSITIVE), members(kernel, "(+ k 1)")
    of = at_members(kernel, POSITIVE_THERE)
    for number, held in ((1, real), (0, kernel.infer("REFL", EMPTY, term=rat(1)))):
        refused(kernel.infer, "FAMILIES", place, of=of, sequences=[{"place": number, "real": held}])
    inner = kernel.declare(EMPTY, parse_term("(decl real none none)", ()))
    refused(
        kernel.infer, "FAMILIES", kernel.declare(inner, parse_term("(<= 0 x)", (("x", "real"),))), of=of, sequences=[]
    )
