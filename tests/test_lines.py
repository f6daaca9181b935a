"""Each line with which a claim is shown is an entry of the certificate, whether or not the claim or another line is proved."""

from __future__ import annotations

from dataclasses import replace
from hashlib import sha256
from pathlib import Path

import pytest
import sympy as sp

from rftheory.chains.chain import Chain
from rftheory.execution.time_limit import TimeUp
from rftheory.judges import kernel_judge
from rftheory.kernel.certificate import check, replay
from rftheory.kernel.text import print_spec
from rftheory.prover import replayed
from rftheory.prover.certify import certify
from rftheory.prover.keeping import keep_found, search
from rftheory.prover.spec import is_line, is_side, line_name, text_name
from rftheory.rules.propositions import Derivative, Equality, Inequality, Limit, Proposition
from rftheory.statements.certificates import Kept, Left
from rftheory.statements.claims import Claim
from tests.lines import (
    FALSE,
    HALF,
    LEFT,
    LINE,
    OTHER,
    RIGHT,
    TRUE,
    X,
    entries_of,
    equal,
    keep,
    lines_of,
    module,
    square,
)

# -- entries ------------------------------------------------------------------------------------------------------------


def test_each_line_is_an_entry_that_joins_it_with_the_one_before(tmp_path: Path) -> None:
    made = keep(tmp_path, square(TRUE, RIGHT))
    claim, first, second = entries_of(made).values()
    assert [one.name for one in (claim, first, second)] == ["fake_one_c", "fake_one_c__1", "fake_one_c__2"]
    assert claim.judgement.args == (first.judgement.args[0], second.judgement.args[1])
    assert first.judgement.args[1] is second.judgement.args[0] and first.context is claim.context
    assert first.flagged("identity") and made.lines == 2 and not made.open_lines
    report = check(made.spec, [made.certificate])
    assert report["accepted"] and len(report["claims"]) == 3


def test_a_claim_that_is_proved_another_way_has_no_ticks_for_false_lines(tmp_path: Path) -> None:
    """The judge counts them."""
    made = keep(tmp_path, square(TRUE, FALSE, RIGHT))
    assert made.proved == ("c",) and set(made.open_lines["c"]) == {2, 3}
    verdict = kernel_judge.judge(module(tmp_path, square(TRUE, FALSE, RIGHT)), "standard", 0)
    lines = verdict.findings[0].data["lines"]
    assert lines["1"] == "" and lines["2"] == made.open_lines["c"][2] and lines["3"]
    counted = {"claims": 1, "replayed": 1, "lines": 3, "replayed_lines": 1}
    assert {name: verdict.figures[name] for name in counted} == counted


def test_the_lines_of_a_claim_that_fails_stand_by_themselves(tmp_path: Path) -> None:
    false = Claim("c", "", Equality(LEFT, FALSE), HALF, equal(TRUE, RIGHT))
    made = keep(tmp_path, false)
    assert made.proved == () and made.lines == 2 and set(made.open_lines["c"]) == {3}
    file = module(tmp_path, false)
    assert [not why for why in lines_of(file)["c"].values()] == [True, True, False]
    assert kernel_judge.judge(file, "standard", 0).findings[0].answer == "not run"
    # nothing is displayed of a printed form that is known to be wrong
    flawed = Claim("c", "", Equality(LEFT, FALSE), HALF, equal(TRUE, RIGHT), flaw="7 for x^2")
    assert list(lines_of(module(tmp_path, flawed))["c"]) == ["1", "2"]


def test_a_chain_without_an_end_takes_nothing_from_the_claim(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def endless(*_: object) -> None:
        raise TimeUp

    keep(tmp_path, square(TRUE, RIGHT))
    monkeypatch.setattr(replayed, "stated", endless)
    (finding,) = kernel_judge.judge(module(tmp_path, square(TRUE, RIGHT)), "standard", 0).findings
    assert finding.answer == "holds" and "lines" not in finding.data


def test_a_search_keeps_lines_and_what_stopped_the_others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = module(tmp_path, square(TRUE, FALSE, RIGHT), package="fake_module")
    monkeypatch.setitem(__import__("sys").modules, "fake_module", file)
    assert keep_found(search("fake.one", "fake_module")).written
    kept = Kept.beside(tmp_path / "one.py")
    assert kept.reasons().claims == {} and set(kept.reasons().lines["c"]) == {2, 3}
    both = Left({"a": "why", "b": "other"}, {"b": {2: "two"}, "c": {1: "one"}})
    kept.write_reasons(both)
    assert kept.reasons() == both


def test_a_line_that_was_changed_has_no_tick(tmp_path: Path) -> None:
    """What counts is what the line says now."""
    keep(tmp_path, square(TRUE, RIGHT))
    assert set(lines_of(module(tmp_path, square(TRUE, RIGHT)))["c"].values()) == {""}
    changed = lines_of(module(tmp_path, square(OTHER, RIGHT)))["c"]
    assert all("another statement" in changed[number] for number in ("1", "2"))
    other = lines_of(module(tmp_path, Claim("c", "", Equality(LEFT, RIGHT), LINE.with_ranges(*HALF.ranges))))["c"]
    assert all(other.values())


def test_an_entry_counts_for_what_it_says_and_not_for_its_name(tmp_path: Path) -> None:
    """A certificate in good order, in which two lines have changed their names."""
    made = keep(tmp_path, square(TRUE, RIGHT))
    one, two = (line_name("fake.one/c", number) for number in (1, 2))
    entries = [
        replace(entry, name={one: two, two: one}.get(entry.name, entry.name)) for entry in entries_of(made).values()
    ]
    spec = print_spec(entries).encode()
    text = made.certificate.decode().replace(one, "other").replace(two, one).replace("other", two)
    certificate = text.replace(sha256(made.spec).hexdigest(), sha256(spec).hexdigest()).encode()
    assert len(replay(certificate, spec, {})) == 3
    Kept.beside(tmp_path / "one.py").write(spec, certificate)
    lines = lines_of(module(tmp_path, square(TRUE, RIGHT)))["c"]
    assert all("another statement" in why for why in lines.values())


@pytest.mark.parametrize("names", [("c", "c 1", "c.1"), ("c__1", "c_1", "c 1 1"), ("c", "c line 1", "c " * 40)])
def test_names_of_lines_are_no_names_of_claims(names: tuple[str, ...]) -> None:
    claims = [square(TRUE, RIGHT, name=name) for name in names]
    made = certify("fake.one", claims)
    different = {text_name(f"fake.one/{name}") for name in names}
    assert made.lines == 2 * len(different)
    lines = {line_name(f"fake.one/{name}", number) for name in names for number in (1, 2)}
    assert {name for name in entries_of(made) if not is_side(name)} == different | lines and not different & lines
    assert all(map(is_line, lines)) and not any(map(is_line, different))


_KINDS: dict[str, tuple[Proposition, Chain, list[str]]] = {
    "a bound that falls": (
        Inequality(LEFT, ">=", X**2),
        Chain(LEFT).eq(RIGHT).gt(X**2 + 1).ge(X**2),
        ["=", "<", "<="],
    ),
    "a bound that rises": (
        Inequality(X**2, "<=", LEFT),
        Chain(X**2).lt(RIGHT).eq(LEFT),
        ["<", "="],
    ),
    "a limit": (
        Limit((X**2 + X) / X, X, sp.Integer(0), sp.Integer(1)),
        Chain((X**2 + X) / X).eq(X + 1).limit(X, sp.Integer(0)),
        ["=", "lim"],
    ),
    "a derivative": (
        Derivative(X**3 + X**2, X, X * (3 * X + 2)),
        Chain(3 * X**2 + 2 * X).eq(X * (3 * X + 2)),
        ["D", "="],
    ),
}  # fmt: skip


@pytest.mark.parametrize("kind", _KINDS)
def test_lines_of_all_kinds_of_claims_are_replayed(kind: str, tmp_path: Path) -> None:
    proposition, proof, relations = _KINDS[kind]
    claim = Claim("c", kind, proposition, HALF, proof)
    made = keep(tmp_path, claim)
    assert made.proved == ("c",) and made.open_lines == {}
    lines = [entry for name, entry in entries_of(made).items() if is_line(name)]
    assert [line.judgement.op for line in lines] == relations
    assert set(lines_of(module(tmp_path, claim))["c"].values()) == {""}


def test_two_claims_that_say_the_same_have_lines_of_their_own() -> None:
    made = certify("fake.one", [square(TRUE, RIGHT), square(OTHER, RIGHT, name="e")])
    first, second = (entries_of(made)[line_name(f"fake.one/{name}", 1)] for name in "ce")
    assert not made.open_lines and first.judgement is not second.judgement
