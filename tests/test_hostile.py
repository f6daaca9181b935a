"""The battery of claims as lines: what it reads, and what makes it fail. All of its lines are tried by `make attack`."""

from __future__ import annotations

import time

import pytest
import sympy as sp

from benchmarks import _statements, battery
from benchmarks._statements import read
from rftheory.judges import kernel_judge
from rftheory.prover import certify, search
from rftheory.rules.propositions import Inequality, Limit
from rftheory.statements.admission import refusals
from rftheory.statements.claims import Claim
from rftheory.statements.verdicts import Finding

x, k = sp.Symbol("x", real=True), sp.Symbol("k", integer=True, nonnegative=True)
LINES = {group: read(group) for group in _statements.groups()}


@pytest.fixture(autouse=True)
def here(monkeypatch: pytest.MonkeyPatch) -> None:
    """In this process, where what is planted is; the battery sets the steps, which are set back."""
    monkeypatch.setattr(battery, "each_alone", lambda function, works, *_: map(function, works))
    monkeypatch.setattr(search, "STEPS", search.STEPS)


def test_what_is_judged_right_passes() -> None:
    assert battery.main(["--group", "branches", "--each", "1"]) == 0


@pytest.mark.parametrize("group", LINES)
def test_every_line_says_something(group: str) -> None:
    for said in LINES[group]:
        assert said.why or said.kind != "false", said.place
        try:
            claim = said.build()
        except _statements.REFUSALS:
            assert said.kind == "false", said.place
            continue
        # a line that is refused proves nothing of what stands beside it
        assert said.kind == "false" or refusals(claim) == (), said.place


def test_the_battery_is_large_enough() -> None:
    kinds = [said.kind for lines in LINES.values() for said in lines]
    assert kinds.count("false") >= 700
    assert kinds.count("true") >= 120


# -- reading ----------------------------------------------------------------------------------------------------------


def _read(text: str, monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory) -> list[Claim]:
    folder = tmp_path_factory.mktemp("statements")
    (folder / "some.txt").write_text(text, encoding="utf-8")
    monkeypatch.setattr(_statements, "FOLDER", folder)
    return [said.build() for said in read("some")]


def test_lines_are_claims(monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory) -> None:
    text = """
on x in [-3, 2)
let half = 1/2
false x^half
    <= 1/3  -- why
open sin(x)/x -> 1 as x -> 0- for x in (-oo, 0); x > -1
each Z in
    k + 1 for integer k >= 1  -- first
    -x
true Z > 0 for x < 3
"""
    first, second, third, fourth = _read(text, monkeypatch, tmp_path_factory)
    assert first.proposition == Inequality(sp.sqrt(x), "<=", sp.Rational(1, 3))
    assert [(found.low, found.high, found.closed) for found in first.domain.ranges] == [(-3, 2, "[)")]
    assert second.proposition == Limit(sp.sin(x) / x, x, sp.S.Zero, sp.S.One, "-")
    assert (second.domain.ranges[0].high, second.domain.conditions) == (0, (x > -1,))
    assert third.proposition == Inequality(k + 1, ">", sp.S.Zero)
    assert (third.domain.ranges[0].integer, third.domain.ranges[0].low) == (True, 1)
    assert fourth.proposition.left == -x and fourth.domain.conditions == (x < 3,)


@pytest.mark.parametrize(
    ("text", "error"),
    [("perhaps x > 0", ValueError), ("false y_1 > 0 for x", NameError), ("false x for x", SyntaxError)],
)
def test_a_mistake_in_a_line_is_no_refusal(
    text: str, error: type[Exception], monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory
) -> None:
    with pytest.raises(error):
        _read(text, monkeypatch, tmp_path_factory)
    if error is not ValueError:
        with pytest.raises(error):
            battery.main(["--group", "some"])


# -- controls: what must make the battery fail ------------------------------------------------------------------------


def _answering(answer: str) -> object:
    return lambda claim: Finding(claim.name, claim.role, answer, "as planted", {})  # type: ignore[arg-type]


def test_a_judge_that_believes_everything_is_seen(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(kernel_judge, "judge_claim", _answering("holds"))
    assert battery.main(["--group", "branches", "--each", "1"]) == 1
    said = capsys.readouterr().out
    # which one, and the sentence that says why it is false
    assert "false abs(x) = x: certified" in said and "although: |-1| = 1" in said


def test_a_gate_that_lets_everything_in_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(battery, "refusals", lambda _: ())
    monkeypatch.setattr(certify, "refused", lambda _: ())
    assert battery.main(["--group", "limits", "--each", "14"]) == 1


def test_a_judge_that_believes_nothing_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kernel_judge, "judge_claim", _answering("undecided"))
    assert battery.main(["--group", "branches", "--each", "1"]) == 1


def test_an_answer_that_takes_too_long_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    def slow(_: Claim) -> Finding:
        start = time.process_time()
        while time.process_time() < start + 3:
            pass
        raise AssertionError("not stopped")

    monkeypatch.setattr(kernel_judge, "judge_claim", slow)
    assert battery.main(["--group", "circles", "--each", "1", "--patience", "1"]) == 1


def test_there_is_no_group_of_another_name() -> None:
    with pytest.raises(SystemExit):
        battery.main(["--group", "nothing"])
