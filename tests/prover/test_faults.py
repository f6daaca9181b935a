"""A fault in the prover proves nothing false: what comes out is given up, refused, or the true statement itself.

Faults are of its calculations, its guesses, its tactics and its translation, and are put in one at a time: each is a function of the
prover and what makes a faulty one of it, and every binding of the function in the prover is exchanged.
"""

from __future__ import annotations

import functools
import random
import sys
import zlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import pytest

from rftheory.kernel.reading import parse_spec
from rftheory.kernel.terms import ONE, TWO, ZERO, Term, make, rat
from rftheory.kernel.text import Entry, print_entry
from rftheory.kernel.theorems import RULES, Rule, Theorem
from rftheory.prover import certify as certifying
from rftheory.prover import search
from rftheory.prover.certify import certify
from rftheory.prover.spec import is_line, is_side
from rftheory.prover.trace import Trace
from tests.prover.cases import Place, cases
from tests.prover.goals import claims, require_true, tried

Function = Callable[..., Any]
_POSITIVE = make("<", (ZERO, ONE))


@dataclass(frozen=True)
class Fault:
    """``module:name`` or ``module:Class.name``, and how the faulty function is made of the right one."""

    place: str
    made: Callable[[Function], Function]
    #: whether the statement itself is another one, as its text then says
    restates: bool = False


def put(monkeypatch: pytest.MonkeyPatch, fault: Fault) -> list[int]:
    """Exchange a function; the list grows with each call of the faulty one."""
    module, _, path = fault.place.partition(":")
    holder: Any = sys.modules[f"rftheory.prover.{module}"]
    *outer, name = path.split(".")
    for part in outer:
        holder = getattr(holder, part)
    original, calls = vars(holder)[name], list[int]()
    faulty = fault.made(original)

    @functools.wraps(original)
    def called(*args: Any, **options: Any) -> Any:
        calls.append(1)
        return faulty(*args, **options)

    monkeypatch.setattr(holder, name, called)
    for other in [module for key, module in sys.modules.items() if key.startswith("rftheory.prover.")]:
        for key, value in list(vars(other).items()):
            if value is original:
                monkeypatch.setattr(other, key, called)
            elif isinstance(value, dict):
                for entry in [entry for entry, held in value.items() if held is original]:
                    monkeypatch.setitem(value, entry, called)
    return calls


def after(change: Callable[[Any], Any]) -> Callable[[Function], Function]:
    """A fault of the result."""
    return lambda right: lambda *args, **options: change(right(*args, **options))


def before(**changes: Callable[[Any], Any]) -> Callable[[Function], Function]:
    """A fault of arguments, by their names."""

    def made(right: Function) -> Function:
        names = right.__code__.co_varnames[: right.__code__.co_argcount]

        def faulty(*args: Any, **options: Any) -> Any:
            given = [changes[name](arg) if name in changes else arg for name, arg in zip(names, args, strict=False)]
            return right(*given, *args[len(names) :], **options)

        return faulty

    return made


def always(result: Any) -> Callable[[Function], Function]:
    return lambda right: lambda *args, **options: result


def _previous(right: Function) -> Function:
    """The theorem of the same kind that was found before."""
    last: dict[str, Theorem] = {}

    def faulty(*args: Any, **options: Any) -> Any:
        found = right(*args, **options)
        if not isinstance(found, Theorem):
            return found
        before, last[found.judgement.op] = last.get(found.judgement.op, found), found
        return before

    return faulty


def _trivial(right: Function) -> Function:
    """``0 < 1`` for whatever is asked for; arguments are (search or run, context, ...)."""
    return lambda run, context, *args, **options: run.infer("DEF", context, judgement=_POSITIVE)


def _negative(term: Term) -> Term:
    return make("neg", (term,))


def _twice(term: Term) -> Term:
    return make("*", (TWO, term))


def _one_less(number: Any) -> Any:
    return number - 1 if type(number) is int and number else number


def _swap_sides(right: Function) -> Function:
    return lambda *args: make((found := right(*args)).op, found.args[::-1])


def _lemma_below(right: Function) -> Function:
    return lambda walk, claim, at: right(walk, claim, {key: value - 10 for key, value in (at or {}).items()})


def _goals_of_another(right: Function) -> Function:
    """Each goal with the theorem of the next one."""

    def write(trace: Any, goals: Any, spec: bytes, **options: Any) -> str:
        moved = [
            (name, other, end) for (name, _, end), (_, other, _) in zip(goals, [*goals[1:], goals[0]], strict=True)
        ]
        return str(right(trace, moved, spec, **options))

    return write


FAULTS: dict[str, Fault] = {
    # calculating and guessing
    "a wrong exponent": Fault("ring:Ring._power", before(exponent=lambda n: n + 1)),
    "a wrong coefficient": Fault("ring:Ring.monomial", before(coefficient=lambda q: 2 * q)),
    "equations backwards": Fault("learn:Known.equations", after(lambda found: found[::-1])),
    "positive at all points": Fault("points:Points.signs", always({1})),
    "no difference at points": Fault("points:Points.differ", always(False)),
    "a negative combination": Fault("linear:combination", after(lambda found: found and {j: -q for j, q in found.items()})),
    # facts, signs and orders
    "a fact for whatever is asked": Fault("signs:stated", _trivial),
    "the sign of the negative": Fault("signs:prove_sign", before(term=_negative)),
    "the sign before": Fault("signs:prove_sign", _previous),
    "weak for strict": Fault("signs:as_order", lambda right: lambda search, context, theorem, relation: theorem),
    "a falling function": Fault("atom_signs:mono", before(function=lambda name: "inv")),
    "nonzero for whatever is asked": Fault("nonzero:prove_nonzero", _trivial),
    "a proof of another goal": Fault("search:Search.once", _previous),
    # the table, definedness and means
    "a root with a sign": Fault("table:root_unique", before(root=_negative)),
    "everything is real": Fault("table:is_real", always(True)),
    "exponents too large": Fault("table:exp_product", before(parts=lambda parts: [(b, k + 1) for b, k in parts])),
    "an axiom of another function": Fault("table:axiom", before(schema=lambda name: {"circle": "hyperbola"}.get(name, name))),
    "all is defined": Fault("definite:make_defined", always(None)),
    "a mean with a wrong constant": Fault("expectation_steps:Steps.ring", before(right=_twice)),
    # chains
    "a lemma below its range": Fault("chains:Walk.lemma", _lemma_below),
    "a lemma without its premises": Fault("instances:entry_instances", always([])),
    # statements and certificates
    "exchanged sides": Fault("spec:proposition_of", _swap_sides, restates=True),
    "exponents that are read wrong": Fault("translate:_power", before(expr=lambda power: power * power.base), restates=True),
    "differences that are read as sums": Fault("translate:_rational", after(lambda q: rat(abs(q.data))), restates=True),
    "theorems of other goals": Fault("trace:Trace.write", _goals_of_another),
    "other numbers of terms and steps": Fault("trace:_Writer._encoded", after(_one_less)),
    "points outside": Fault("inhabited:_numbers", after(lambda found: {place: rat(-1) for place in found})),
}  # fmt: skip


COMMON = list(cases("common"))
TRUE, FALSE = ([case.text for case in COMMON if case.holds is held] for held in (True, False))
#: parts of terms that take quadratures to judge
SLOW = {"E", "int", "cont", "lim", "tends", "D", "l1"}


class Kept(Trace):
    """A trace that can be asked for afterwards."""

    made: list[Trace] = []  # noqa: RUF012

    def __init__(self, *args: Any, **more: Any):
        super().__init__(*args, **more)
        Kept.made.append(self)


@pytest.fixture(autouse=True)
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    """Few steps for a goal, as faults lead searches astray."""
    monkeypatch.setattr(search, "STEPS", 500)
    monkeypatch.setattr(certifying, "Trace", Kept)
    Kept.made.clear()


def proved_goals(true: Sequence[str] = TRUE) -> set[str]:
    """The goals of the one context that are proved, of the false ones and some that are true."""
    held = Place(COMMON[0].head, Kept())
    return {text for text in (*true, *FALSE) if tried(held.run, held.context, held.goal(text)) is not None}


def proved_claims() -> dict[str, Entry]:
    """The claims that are proved, and the lines of their chains, by their texts."""
    try:
        found = certify("t", list(claims().values()))
    except Exception:  # the kernel has refused the certificate, or a fault has broken the search
        return {}
    entries = [entry for entry in parse_spec(found.spec.decode()) if not is_side(entry.name)] if found.proved else []
    return {print_entry(entry): entry for entry in entries}


def judged(rng: random.Random, count: int) -> None:
    """Nothing that was inferred on the way is false at a point."""
    for run in Kept.made:
        theorems = [event.theorem for event in run._events if event.theorem is not None and event.name is not None]
        quick = [theorem for theorem in theorems if not _parts(theorem.judgement) & SLOW]
        for theorem in rng.sample(quick, min(count, len(quick))):
            require_true(theorem, rng, 1)


def _parts(term: Term) -> set[str]:
    return {term.op}.union(*map(_parts, term.args))


@pytest.fixture(scope="module")
def statements() -> set[str]:
    """What the claims say, without a fault."""
    return set(proved_claims())


def test_without_a_fault_what_is_true_is_proved(statements: set[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search, "STEPS", 8_000)
    assert proved_goals() == set(TRUE)
    assert sum(not is_line(text.split()[1]) for text in statements) == len(claims())


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_proves_nothing_false(name: str, statements: set[str], monkeypatch: pytest.MonkeyPatch) -> None:
    calls = put(monkeypatch, FAULTS[name])
    rng = random.Random(zlib.crc32(name.encode()))
    assert proved_goals(rng.sample(TRUE, len(TRUE) // 3)) <= set(TRUE)
    said = proved_claims()
    if not calls:
        assert proved_goals() <= set(TRUE)
    if FAULTS[name].restates:
        for entry in said.values():
            require_true(entry, rng)
    else:
        assert set(said) <= statements
    assert calls, "nothing has met the fault"
    judged(rng, 6)


def test_a_kernel_that_believes_would_be_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    schema = RULES["RING"].schema
    believing = Rule("RING", schema, lambda kernel, context, lhs, rhs, eqs: make("=", (lhs, rhs)))
    monkeypatch.setitem(RULES, "RING", believing)
    put(monkeypatch, FAULTS["no difference at points"])
    assert not proved_goals() <= set(TRUE)
    with pytest.raises(AssertionError, match="is false at"):
        judged(random.Random(0), 1_000)
