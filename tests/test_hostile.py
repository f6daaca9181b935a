"""Nothing false and nothing about nothing is proved; what is true beside it is. All of it: `make attack`; here one of each group."""

from __future__ import annotations

import pytest
import sympy as sp
from hostile import harness
from hostile.harness import domain, judged, order, over
from hostile.symbols import x

from benchmarks import battery
from rftheory.prover import search
from rftheory.statements.verdicts import Finding, Verdict

_CLASSES = battery.groups()


@pytest.fixture(autouse=True)
def here(monkeypatch: pytest.MonkeyPatch) -> None:
    """In this process, where what is planted is; the battery sets the steps, which are set back."""
    monkeypatch.setattr(battery, "each_alone", lambda function, works, *_: map(function, works))
    monkeypatch.setattr(search, "STEPS", search.STEPS)


def _run(*arguments: str) -> int:
    return battery.main(list(arguments))


@pytest.mark.parametrize("group", _CLASSES)
def test_one_of_each_group(group: str) -> None:
    assert _run("--group", group, "--each", "1") == 0


def test_the_battery_is_large_enough() -> None:
    assert sum(len(cases.false) for cases in _CLASSES.values()) >= 750
    assert sum(len(cases.true) for cases in _CLASSES.values()) >= 140


# controls: what must make the battery fail


def _answering(name: str, answer: str) -> object:
    finding = Finding("claim", "claim", answer, "as planted", {})  # type: ignore[arg-type]
    return lambda *_: Verdict(name, (finding,), {})  # type: ignore[arg-type]


@pytest.mark.parametrize("judge", ["derivation", "kernel"])
def test_a_judge_that_believes_everything_is_seen(
    judge: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(harness.JUDGES, judge, _answering(judge, "holds"))
    assert _run("--group", "branches", "--each", "2") == 1
    said = capsys.readouterr().out
    # which one, and the sentence that says why it is false
    assert "branches: absolute value (false): proved" in said and "although: |-1| = 1" in said


def test_a_judge_that_believes_nothing_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(harness.JUDGES, "derivation", _answering("derivation", "undecided"))
    assert _run("--group", "branches", "--each", "1") == 1


def test_an_answer_that_takes_too_long_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    def endless(*_: object) -> Verdict:
        while True:
            pass

    monkeypatch.setitem(harness.JUDGES, "derivation", endless)
    assert _run("--group", "branches", "--each", "1", "--patience", "1") == 1


def test_the_prover_can_be_asked_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The battery can be asked of the prover alone; a kernel that accepts is seen there, too."""
    assert _run("--group", "branches", "--each", "1", "--alone") == 0
    monkeypatch.setitem(harness.JUDGES, "kernel", _answering("kernel", "holds"))
    assert _run("--group", "branches", "--each", "1", "--alone") == 1


def test_there_is_no_group_of_another_name() -> None:
    with pytest.raises(SystemExit):
        _run("--group", "nothing")


# -- a bad claim does not void its file -----------------------------------------------------------------------------------

_UNIT = domain(over(x, 0, 1))
_EMPTY = domain(over(x, 1, 0, typical=(0, 1)))
_BAD = {
    "false": order(x, ">", 0, _UNIT, name="bad"),
    "a proof that fails": order(x, "<", 2, _UNIT, lambda: 1 // 0, name="bad"),
    "an empty domain": order(x, "<=", 1, _EMPTY, name="bad"),
    "a float": order(x, "<=", sp.Float(1.5), _UNIT, name="bad"),
    "an unknown relation": order(x, "=<", 1, _UNIT, name="bad"),
    "a counterexample outside": order(x, "<=", 1, _UNIT, name="bad", counterexample={x: sp.Integer(2)}),
}


@pytest.mark.parametrize("bad", _BAD)
def test_a_good_claim_beside_a_bad_one_is_judged(bad: str) -> None:
    good = order(x + 1, ">", 0, _UNIT, name="good")
    answer = judged(lambda: [good, _BAD[bad]])
    assert answer.status != "proved"
    assert dict(answer.answers)["good"] == "holds"
    assert dict(answer.answers)["bad"] != "holds"
