"""Jobs of one group stay with one worker; idle workers help; each is told when it is done, and loses nothing but its own."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from numbered import Accident, Failing, Waiting, draws

from rftheory.execution.executors import LostWorkers, open_executor
from rftheory.execution.jobs import Job, Schedule, unordered


def _groups(counts: list[int]) -> dict[int, str]:
    return dict(enumerate(f"s{i}" for i, count in enumerate(counts) for _ in range(count)))


@given(st.lists(st.integers(1, 4), max_size=6), st.lists(st.integers(0, 2)), st.integers(1, 3))
def test_every_job_is_done_once(counts: list[int], asking: list[int], workers: int) -> None:
    groups = _groups(counts)
    schedule, given_out = Schedule(groups), []
    for worker in [*(w % workers for w in asking), *[0] * len(groups)]:
        given_out.append(schedule.next(worker))
    assert sorted(number for number in given_out if number is not None) == list(groups)
    assert all(schedule.next(worker) is None for worker in range(workers))


@given(st.lists(st.integers(1, 4), min_size=1, max_size=6))
def test_one_worker_keeps_the_order(counts: list[int]) -> None:
    groups = _groups(counts)
    schedule = Schedule(groups)
    assert [schedule.next("w") for _ in groups] == list(groups)


def test_workers_keep_to_their_groups_and_then_help() -> None:
    schedule = Schedule(_groups([4, 1]))
    assert [schedule.next("a"), schedule.next("b"), schedule.next("a")] == [0, 4, 1]
    # nothing new is left: the last job of the other group, which shares least with the ones before it
    assert [schedule.next("b"), schedule.next("a"), schedule.next("b")] == [3, 2, None]


def _done(jobs: list[Job], executor: str = "processes", count: int = 2, **options: object) -> dict[int, object]:
    with open_executor(executor, count) as workers:
        found = list(unordered(jobs, workers, **options))  # type: ignore[arg-type]
    assert len(dict(found)) == len(found)
    return dict(found)


@pytest.mark.parametrize(("executor", "count"), [("threads", 1), ("threads", 3), ("processes", 2)])
def test_the_same_bits_from_any_workers(executor: str, count: int) -> None:
    found = _done([Job(draws, f"s{number // 3}") for number in range(20)], executor, count)
    assert {number: value.tobytes() for number, value in found.items()} == {
        number: draws(number).tobytes() for number in range(20)
    }


def test_a_long_job_holds_no_other_one_up(tmp_path: Path) -> None:
    jobs = [Job(Waiting(tmp_path, 0.5), "long"), *[Job(draws, f"s{number}") for number in range(8)]]
    with open_executor("threads", 2) as workers:
        assert [number for number, _ in unordered(jobs, workers)] == [*range(1, 9), 0]


def test_a_lost_worker_costs_a_retry_of_its_job_and_a_second_one_is_told(tmp_path: Path) -> None:
    once, always = tmp_path / "once", tmp_path / "always"
    once.mkdir()
    always.mkdir()
    jobs = [Job(draws, f"s{number}") for number in range(6)]
    jobs[1], jobs[4] = Job(Accident(1, once, times=1), "s1"), Job(Accident(4, always), "s4")
    found = _done(jobs)
    assert isinstance(found.pop(4), LostWorkers)
    assert {number: value.tobytes() for number, value in found.items()} == {
        number: draws(number).tobytes() for number in (0, 1, 2, 3, 5)
    }
    assert (len(list(once.iterdir())), len(list(always.iterdir()))) == (1, 2)


def _process(_: int) -> int:
    return os.getpid()


def test_homes_never_share_a_process_and_groups_do() -> None:
    homes = ["", "", "a", "a", "b", ""]
    found = _done([Job(_process, "g", home) for home in homes], count=1)
    first, second, third, fourth, fifth, sixth = (found[number] for number in range(6))
    assert first == second and third == fourth
    assert len({first, third, fifth, sixth}) == 4


def test_a_process_that_is_spent_is_not_used_again() -> None:
    found = _done([Job(_process, "g")] * 3, count=1, spends=lambda _: True)
    assert len(set(found.values())) == 3


def test_what_is_being_done_is_told(tmp_path: Path) -> None:
    told: list[list[int]] = []
    _done([Job(Waiting(tmp_path, 0.5), "a"), Job(draws, "a")], "threads", 1, watch=told.append)
    assert [0] in told and all(len(numbers) == 1 for numbers in told)


def test_an_exception_of_a_job_ends_it_with_its_number(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="no such draw") as caught:
        _done([Job(Failing(0, tmp_path), "g")])
    assert caught.value.__notes__[0] == "raised by part 0 of the work"


def test_leaving_early_ends_busy_processes(tmp_path: Path) -> None:
    with open_executor("processes", 2) as workers:
        results = unordered([Job(draws, "a"), Job(Waiting(tmp_path, 600), "b")], workers)
        next(results)
        while not any(tmp_path.iterdir()):
            time.sleep(0.01)
        results.close()
    (pid,) = (int(path.name) for path in tmp_path.iterdir())
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)
