"""The checks of a statement stay with one worker; idle workers help."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from rftheory.judges.workers import Check, Schedule


def _checks(counts: list[int]) -> list[Check]:
    return [Check(f"s{i}", f"j{k}", "m", "j", "standard", 0) for i, count in enumerate(counts) for k in range(count)]


@given(st.lists(st.integers(1, 4), max_size=6), st.lists(st.integers(0, 2)), st.integers(1, 3))
def test_every_check_is_done_once(counts: list[int], asking: list[int], workers: int) -> None:
    checks = _checks(counts)
    schedule, given_out = Schedule(checks), []
    for worker in [*(w % workers for w in asking), *[0] * len(checks)]:
        given_out.append(schedule.next(worker))
    found = [check for check in given_out if check is not None]
    assert sorted(found, key=checks.index) == checks
    assert all(schedule.next(worker) is None for worker in range(workers))


@given(st.lists(st.integers(1, 4), min_size=1, max_size=6))
def test_one_worker_keeps_the_order(counts: list[int]) -> None:
    checks = _checks(counts)
    schedule = Schedule(checks)
    assert [schedule.next("w") for _ in checks] == checks


def test_workers_keep_to_their_statements_and_then_help() -> None:
    first, second, third, fourth, other = checks = [*_checks([4]), Check("t", "j0", "m", "j", "standard", 0)]
    schedule = Schedule(checks)
    assert [schedule.next("a"), schedule.next("b"), schedule.next("a")] == [first, other, second]
    # nothing new is left: the last check of the other statement, which shares least with the ones before it
    assert [schedule.next("b"), schedule.next("a"), schedule.next("b")] == [fourth, third, None]
