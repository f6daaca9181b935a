"""Attacks on the core: parameters, contexts, definedness, structure, algebra, tables and the reader. All must be refused."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

import rftheory.kernel.rules  # noqa: F401  (registers the rules)
from rftheory.kernel.certificate import check
from rftheory.kernel.contexts import EMPTY, Context
from rftheory.kernel.refused import Refused
from rftheory.kernel.terms import IMAG, MINUS_OO, ONE, OO, TWO, ZERO, Term, bound, declare, make, power, rat, var
from rftheory.kernel.theorems import Kernel, Theorem
from tests.kernel.bench import refused
from tests.kernel.words import REAL, X, Y, fn, rel

N = var(0, "int")


def context(kernel: Kernel, *entries: Term) -> Context:
    found = EMPTY
    for entry in entries:
        found = kernel.declare(found, entry)
    return found


# -- parameters that are not what they seem -------------------------------------------------------------------------


class Forged:
    """Speaks like a theorem, a context or a list of premises."""

    def __init__(self, judgement: Term, within: Context = EMPTY):
        self.judgement, self.context, self.axioms = judgement, within, frozenset[str]()
        self.parent, self.entry = EMPTY, judgement

    def within(self, _: Context) -> Term:
        return self.judgement

    def with_entry(self, _: Term) -> Context:
        return EMPTY

    def require(self, _: Term) -> None:
        """Lets every term pass."""

    def __hash__(self) -> int:
        return hash(EMPTY)

    def __eq__(self, other: object) -> bool:
        return True


class Changing(list[Any]):
    """Has a member for the one who counts axioms, and others for the rule."""


class Word(str):
    """A word that is equal to every other."""

    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        return True

    __hash__ = str.__hash__


FALSE = rel(0, "<", 0)
FORGED = Forged(FALSE)
ROW: dict[str, Any] = {"q": Fraction(1), "h": [ONE], "signs": [], "nz": []}


@pytest.mark.parametrize(
    ("rule", "parameters"),
    [
        ("CHAIN", {"links": [FORGED]}),
        ("CHAIN", {"links": Changing()}),
        ("CHAIN", {"links": ONE}),
        ("ABSURD", {"of": FORGED, "judgement": FALSE}),
        ("CASES", {"of": [Forged(FALSE, EMPTY.with_entry(rel(0, "=", 0)))]}),
        ("TRANSPORT", {"of": FORGED, "eqs": [Forged(rel(0, "=", 1))], "paths": []}),
        ("ALL", {"of": Forged(FALSE, EMPTY.with_entry(REAL))}),
        ("REFL", {"term": FORGED}),
        ("REFL", {"term": None}),
        ("REFL", {"term": ONE, "further": ONE}),
        ("REFL", {}),
        ("POS", {"lhs": ONE, "rhs": ZERO, "rows": [{**ROW, "q": -1}], "eqs": []}),
        ("POS", {"lhs": ZERO, "rhs": ONE, "rows": [{**ROW, "q": 1.0}], "eqs": []}),
        ("POS", {"lhs": ZERO, "rhs": ONE, "rows": [{**ROW, "more": []}], "eqs": []}),
        ("POS", {"lhs": ZERO, "rhs": ONE, "rows": [{**ROW, "nz": iter(())}], "eqs": []}),
        ("NUM", {"judgement": rel(0, "<", 1), "prec": True}),
        ("NUM", {"judgement": rel(0, "<", 1), "prec": -64}),
        ("NUM", {"judgement": rel(0, "<", 1), "prec": 64.0}),
        ("LEMMA", {"claim": Word("anything")}),
        ("WEAKEN", {"of": FORGED, "to": Word("<=")}),
    ],
)
def test_parameters_are_of_their_kind(rule: str, parameters: dict[str, Any]) -> None:
    refused(Kernel().infer, rule, EMPTY, **parameters)


def test_contexts_and_listed_theorems_are_of_their_kind() -> None:
    kernel, forged, anything = Kernel(), FORGED, rel(X, "=", Y)
    attempts: list[Callable[[], object]] = [
        lambda: kernel.use(EMPTY, forged),  # type: ignore[arg-type]
        lambda: kernel.use(forged, kernel.infer("REFL", EMPTY, term=ONE)),  # type: ignore[arg-type]
        lambda: kernel.declare(forged, REAL),  # type: ignore[arg-type]
        lambda: kernel.declare(EMPTY, forged),  # type: ignore[arg-type]
        lambda: kernel.infer("ABSURD", forged, of=kernel.infer("REFL", EMPTY, term=ONE), judgement=anything),  # type: ignore[arg-type]
        lambda: kernel.infer("REFL", EMPTY.with_entry(rel(fn("inv", ZERO), "=", 0)), term=ONE),
        lambda: Theorem(object(), EMPTY, FALSE, frozenset()),
    ]
    for attempt in attempts:
        refused(attempt)


@pytest.mark.parametrize("kind", [list, tuple])
def test_no_way_to_hold_premises_loses_their_axioms(kind: Callable[[Any], Any]) -> None:
    kernel = Kernel()
    axiom = kernel.infer("ATOM", EMPTY, schema="log.one", terms=[], numbers=[], premises=[])
    assert kernel.infer("CHAIN", EMPTY, links=kind([axiom])).axioms == {"atom.log.one"}
    for hidden in ({axiom}, frozenset([axiom]), iter([axiom]), {0: axiom}, {axiom: axiom}.keys(), Changing([axiom])):
        refused(kernel.infer, "CHAIN", EMPTY, links=hidden)


# -- terms ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("op", "args", "data"),
    [
        ("rat", (), True),
        ("rat", (), 0.1),
        ("pow", (X,), True),
        ("pow", (IMAG,), 2.0),
        ("pow", (X,), -1),
        ("root", (X,), 1),
        ("var", (), (True, "law")),
        ("var", (), (0.0, "vec")),
        ("pfq", (X, X, X), (2, 0)),
        ("sum", (MINUS_OO, ZERO, X), None),
        ("mass", (ZERO, MINUS_OO, X), None),
        ("int", (OO, OO, X), None),
        ("cont", (MINUS_OO, ONE, X), ("closed", "open")),
        ("E", (make("gauss"), make("gauss")), None),
        ("P", (make("gauss"), X, X), ">="),
        ("lim", (OO, ZERO, X), "above"),
        ("lim", (OO, OO, X), "oo"),
        ("tends", (ZERO, ONE, X), "above"),
        ("all", (declare("seq", ZERO), rel(0, "=", 0)), None),
        ("decl", (ONE, ONE), ("vec", "closed", "none")),
        ("decl", (), ("vec", "none", "none")),
        ("finite", (ONE, ONE, TWO), None),
        ("E", (make("sign"), bound(0, "real")), None),
    ],
)
def test_no_such_term(op: str, args: tuple[Term, ...], data: Any) -> None:
    """Also where an equal number is known as data of a term already: a term of another kind does not come back."""
    try:
        found = make(op, args, data)
    except Refused:
        return
    assert found is make(op, args, {True: 1, 2.0: 2}.get(data, data))
    assert type(found.data) is (Fraction if op == "rat" else tuple if op == "var" else int)


# -- numbers --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "judgement",
    [
        # the cut: sqrt(-1 + 0 i) = i, whatever the ball has beside the axis
        rel(fn("im", fn("sqrt", fn("+", rat(-1), fn("*", IMAG, fn("sin", make("pi")))))), "<", 0),
        rel(fn("rpow", ZERO, ZERO), "<", 1),
        rel(power(fn("sin", make("pi")), 0), "!=", 1),
        rel(fn("sgn", fn("sin", make("pi"))), "!=", 0),
        rel(fn("re", make("root", (rat(-8),), 3)), "<", 0),
        rel(make("sum", (ONE, ZERO, ONE)), "!=", 0),
        rel(make("prod", (ONE, ZERO, ZERO)), "!=", 1),
        rel(make("sum", (ONE, rat(-1), ONE)), "!=", 0),
        rel(fn("bessel_j", rat(-1), ONE), "<", fn("neg", fn("bessel_j", ONE, ONE))),
    ],
)
@pytest.mark.parametrize("prec", [2, 53, 400])
def test_balls_do_not_tell_what_is_false(judgement: Term, prec: int) -> None:
    refused(Kernel().infer, "NUM", EMPTY, judgement=judgement, prec=prec)


# -- the reader -----------------------------------------------------------------------------------------------------

SPEC = b"(theorem less\n  (ctx)\n  (< 0 0))\n"


@pytest.mark.parametrize(
    "line",
    [
        b"[" * 200_000,
        b'{"t":' * 100_000,
        b'{"t":0,"op":"rat","a":[],"d":"' + b"9" * 100_000 + b'"}',
        b'{"t":' + b"9" * 10_000 + b',"op":"pi","a":[]}',
        b'{"t":0,"op":"pi","a":[],"d":null}',
        b'{"t":0,"op":"var","a":[],"d":[1e999,"real"]}',
        b'{"t":0,"op":"pow","a":[],"d":{"n":1}}',
        b'{"s":0,"r":"LEMMA","c":0,"p":{"claim":"less"}}',
        b'{"s":0,"r":"REFL","c":0,"p":[]}',
        b'{"s":0,"r":"INHABIT","c":0,"p":{"values":[],"premises":[]}}\n{"u":0,"s":0}',
        b'{"g":"less","s":0,"i":0}',
        b"\x00",
        b"",
    ],
)
def test_lines_that_are_none(line: bytes) -> None:
    import hashlib

    header = b'{"v":1,"spec":"' + hashlib.sha256(SPEC).hexdigest().encode() + b'"}\n'
    answer = check(SPEC, [header + line + b"\n"])
    assert not answer["accepted"]
    assert [report["verdict"] for report in answer["claims"]] == ["open"]
    assert len(answer["rejected"]) == 1
