"""Numbered parts on threads and processes: order, equality, lost workers, cancellation, draws per second and the time left."""

from __future__ import annotations

import os
import signal
import threading
import time
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path

import pytest
from numbered import Accident, Failing, Waiting, as_bytes, draws, expected

from rftheory.execution.executors import LostWorkers, open_executor
from rftheory.execution.interrupts import held
from rftheory.execution.ordered import IN_FLIGHT, ordered


@pytest.fixture(scope="module")
def processes():
    """One pool for all tests that do not harm it: to start it takes longer than they do."""
    with open_executor("processes", 2) as workers:
        yield workers


@pytest.mark.parametrize("count", [0, 1, 7, 300])
@pytest.mark.parametrize("number_of_threads", [1, 2, 3])
def test_results_come_in_order_from_any_number_of_threads(number_of_threads, count):
    with open_executor("threads", number_of_threads) as workers:
        assert as_bytes(ordered(draws, count, workers)) == expected(count)


def test_processes_and_executors_of_the_user_give_the_same_bits(processes):
    assert as_bytes(ordered(draws, 300, processes)) == expected(300)
    with ThreadPoolExecutor(2) as mine:
        with open_executor(mine, 2) as workers:
            assert as_bytes(ordered(draws, 300, workers)) == expected(300)
        # it is left open
        assert mine.submit(pow, 2, 3).result() == 8


class Counting(Executor):
    """Holds tasks back until a result is awaited, and counts how many are in flight."""

    def __init__(self):
        self.flying = self.most = 0
        self.sizes = []

    def submit(self, function, /, *arguments, **options):
        future = _Lazy(self, lambda: function(*arguments, **options))
        self.sizes.append(arguments[-1])
        self.flying += 1
        self.most = max(self.most, self.flying)
        return future


class _Lazy(Future):
    def __init__(self, executor, call):
        super().__init__()
        self._executor, self._call = executor, call

    def result(self, timeout=None):
        self._executor.flying -= 1
        return self._call()


@pytest.mark.parametrize("workers", [1, 2, 5])
def test_a_bounded_number_of_tasks_is_in_flight(workers):
    executor = Counting()
    with open_executor(executor, workers) as opened:
        assert as_bytes(ordered(draws, 2000, opened)) == expected(2000)
    assert executor.most == IN_FLIGHT * workers
    assert executor.sizes == list(range(2000))


@pytest.mark.parametrize("number_of_threads", [1, 3])
def test_an_exception_of_the_work_is_raised_in_its_turn_and_not_tried_again(number_of_threads, tmp_path):
    with open_executor("threads", number_of_threads) as workers:
        results = ordered(Failing(5, tmp_path), 20, workers)
        assert as_bytes(next(results) for _ in range(5)) == expected(5)
        with pytest.raises(ValueError, match="no such draw") as caught:
            next(results)
    assert caught.value.__notes__ == ["raised by part 5 of the work"]
    assert len(list(tmp_path.iterdir())) == 1


def test_an_exception_arrives_from_a_process(processes, tmp_path):
    with pytest.raises(ValueError, match="no such draw") as caught:
        list(ordered(Failing(5, tmp_path), 20, processes))
    assert caught.value.__notes__ == ["raised by part 5 of the work"]
    assert "numbered.py" in str(caught.value.__cause__)
    assert len(list(tmp_path.iterdir())) == 1
    # one that cannot be unpickled would break the pool
    with pytest.raises(RuntimeError, match="Unportable: 1 and 2"):
        list(ordered(Failing(5, tmp_path, unportable=True), 20, processes))
    assert as_bytes(ordered(draws, 10, processes)) == expected(10)


def test_closing_the_iterator_cancels_what_waits(tmp_path):
    with open_executor("threads", 2) as workers:
        results = ordered(Waiting(tmp_path, 0.001), 10**6, workers)
        assert [number for number, _ in (next(results) for _ in range(3))] == [0, 1, 2]
        results.close()
        # the pool is free again
        assert as_bytes(ordered(draws, 20, workers)) == expected(20)


def test_an_interrupt_leaves_promptly_and_ends_busy_processes(tmp_path):
    before = threading.active_count()
    with pytest.raises(KeyboardInterrupt), open_executor("processes", 1) as workers:
        results = ordered(Waiting(tmp_path, 600), 10, workers)
        threading.Thread(target=_interrupt_when, args=(tmp_path,)).start()
        next(results)
    (pid,) = (int(path.name) for path in tmp_path.iterdir())
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)
    # the thread that fed the processes sees their end a moment later
    deadline = time.monotonic() + 2
    while threading.active_count() > before:
        assert time.monotonic() < deadline, threading.enumerate()
        time.sleep(0.01)


def _interrupt_when(place: Path):
    while not any(place.iterdir()):
        time.sleep(0.01)
    os.kill(os.getpid(), signal.SIGINT)


def test_a_process_that_dies_once_costs_a_retry(tmp_path):
    with open_executor("processes", 2) as workers:
        assert as_bytes(ordered(Accident(3, tmp_path, times=1), 40, workers)) == expected(40)
        assert len(list(tmp_path.iterdir())) == 1


def test_a_part_that_always_takes_its_process_down_is_named(tmp_path):
    with open_executor("processes", 2) as workers:
        with pytest.raises(LostWorkers, match="^part 3 of the work lost its worker"):
            list(ordered(Accident(3, tmp_path), 40, workers))
        # beside others once or more, and then by itself
        assert len(list(tmp_path.iterdir())) >= 2


def test_a_broken_executor_of_the_user_is_not_replaced(tmp_path):
    class Broken(Executor):
        def submit(self, function, /, *arguments, **options):
            raise BrokenProcessPool("gone")

    with open_executor(Broken(), 2) as workers, pytest.raises(LostWorkers, match="part 0 of the work lost its worker"):
        list(ordered(draws, 4, workers))


def test_processes_have_one_thread_of_linear_algebra_and_leave_the_environment_alone(processes, monkeypatch):
    before = dict(os.environ)
    with open_executor("processes", 1) as workers:
        monkeypatch.delenv("OPENBLAS_NUM_THREADS", raising=False)
        ((_, told),) = ordered(_threads, 1, workers)
    assert told == "1"
    assert "OPENBLAS_NUM_THREADS" not in os.environ
    monkeypatch.undo()
    assert dict(os.environ) == before


def _threads(_: int) -> str | None:
    return os.environ.get("OPENBLAS_NUM_THREADS")


def test_refused_work(processes):
    with pytest.raises(ValueError, match="start must be in 0..4"):
        ordered(draws, 4, processes, start=5)
    with pytest.raises(ValueError, match="work for other processes must be something that pickle can send"):
        ordered(lambda number: number, 4, processes)


def test_an_interrupt_waits_for_the_end_of_a_held_block():
    done = []
    with pytest.raises(KeyboardInterrupt):
        with held():
            os.kill(os.getpid(), signal.SIGINT)
            done.append("first")
            done.append("second")
        done.append("after")
    assert done == ["first", "second"]
