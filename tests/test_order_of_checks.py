"""Certificates are replayed before anything else is judged, and what they show is said at once."""

from __future__ import annotations

import io
import random

import pytest
from house import House
from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console

from rftheory.cli.progress import Display, Judging
from rftheory.execution.jobs import Schedule
from rftheory.judges.pipeline import _in_order
from rftheory.judges.workers import Check, Done
from rftheory.statements.verdicts import JUDGES, Verdict

_STATEMENTS = [f"s{number}" for number in range(4)]


def _checks(home: str = "") -> list[Check]:
    return [
        Check(name, judge, "module", "judge", "standard", 0, home=home and name)
        for name in _STATEMENTS
        for judge in JUDGES
    ]


@given(st.randoms(), st.lists(st.one_of(st.none(), st.floats(0, 100)), min_size=16, max_size=16), st.integers(1, 3))
def test_all_replays_are_begun_first_and_one_worker_does_the_rest_of_a_statement(
    shuffled: random.Random, seconds: list[float | None], workers: int
) -> None:
    checks = _checks()
    expected = {check: value for check, value in zip(checks, seconds, strict=True) if value is not None}
    shuffled.shuffle(checks)
    ordered = _in_order(checks, expected)
    schedule = Schedule({number: check.group for number, check in enumerate(ordered)})
    given_out = [
        (worker, ordered[number]) for worker in [*range(workers)] * 20 if (number := schedule.next(worker)) is not None
    ]
    assert sorted(map(str, ordered)) == sorted(map(str, checks)) and len(given_out) == len(checks)
    assert [check.judge for _, check in given_out[: len(_STATEMENTS)]] == ["kernel"] * len(_STATEMENTS)
    # of what is done with one worker, the controls follow the draws that they use
    if workers == 1:
        rest = [check for _, check in given_out[len(_STATEMENTS) :]]
        for first in range(0, len(rest), 3):
            assert [check.judge for check in rest[first : first + 3]] == ["simulation", "controls", "enclosure"]
            assert len({check.statement for check in rest[first : first + 3]}) == 1


def test_replays_of_one_kind_of_check_come_longest_first() -> None:
    checks = _checks()
    expected = {check: float(number) for number, check in enumerate(checks)}
    ordered = _in_order(checks, expected)
    assert (
        [check.statement for check in ordered[:4]] == [check.statement for check in ordered[4::3]] == _STATEMENTS[::-1]
    )


def test_what_may_have_to_be_looked_for_stays_with_its_statement() -> None:
    ordered = _in_order(_checks(home="own"), {})
    assert [check.judge for check in ordered[:4]] == ["kernel", "simulation", "controls", "enclosure"]
    assert all(check.group == check.statement for check in ordered)


def test_a_run_begins_with_what_the_kernel_replays(house: House) -> None:
    for name in ("a", "b", "c"):
        house.add(name, figures={"replayed": 7})
    result = house.run("verify")
    judges = [line.split()[1] for line in house.asked()]
    assert judges[:3] == ["kernel"] * 3 and "kernel" not in judges[3:] and len(judges) == 12
    lines = result.stderr.splitlines()
    assert "first the replay of 3 certificates" in lines[0]
    assert "fake.a kernel: holds, 7 claims replayed" in lines[1]


@pytest.mark.parametrize("terminal", [True, False])
def test_what_is_replayed_is_said_at_once_everywhere(terminal: bool) -> None:
    text = io.StringIO()
    checks = _checks()[: len(JUDGES)]
    with Display(Console(file=text, force_terminal=terminal, width=200)) as display:
        judging = Judging(display)
        judging.planned(checks, 0, {}, 1)
        for check in checks:
            judging.done(Done(check, Verdict(check.judge, (), {"replayed": 3} if check.judge == "kernel" else {}), 0.1))
    said = text.getvalue()
    assert said.count("s0 kernel: not run, 3 claims replayed") == 1
    assert ("s0 enclosure" in said) != terminal
