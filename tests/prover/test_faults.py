"""A fault in the prover proves nothing false: what comes out is given up, refused, or the true statement itself."""

from __future__ import annotations

import random
import zlib
from collections.abc import Sequence
from typing import Any

import pytest

from rftheory.kernel.reading import parse_spec
from rftheory.kernel.terms import Term, make
from rftheory.kernel.text import Entry, print_entry
from rftheory.kernel.theorems import RULES, Rule
from rftheory.prover import certify as certifying
from rftheory.prover import search
from rftheory.prover.certify import certify
from rftheory.prover.spec import is_line
from rftheory.prover.trace import Trace
from tests.prover.cases import Place, cases
from tests.prover.faults import FAULTS, put
from tests.prover.goals import claims, require_true, tried

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
    return {print_entry(entry): entry for entry in parse_spec(found.spec.decode())} if found.proved else {}


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
