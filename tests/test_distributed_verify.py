"""Statements judged on a real Dask scheduler with two worker processes: the same verdicts, and what happens to lost workers."""

from __future__ import annotations

import os
import shutil
import signal
import threading
import time
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from own_packages import Mine
from test_distributed import may_leave_a_socket

from rftheory.cli import main
from rftheory.execution.executors import ClusterUnreachable
from rftheory.judges import pipeline
from rftheory.statements import discovery

distributed = pytest.importorskip("distributed")
# what distributed looks at its processes with
psutil = pytest.importorskip("psutil")


@pytest.fixture
def address(cluster: Any) -> str:
    return str(cluster.scheduler_address)


def _ends(pid: int, within: float = 20.0) -> bool:
    """Whether a process that its parent has left behind ends in time; it sees that a moment later."""
    until = time.monotonic() + within
    while time.monotonic() < until:
        try:
            if psutil.Process(pid).status() == psutil.STATUS_ZOMBIE:
                return True
        except psutil.NoSuchProcess:
            return True
        time.sleep(0.05)
    return False


def test_the_same_verdicts_and_receipts_as_in_processes_here(mine: Mine, address: str) -> None:
    mine.add("mine", "true")
    mine.add("mine", "false", right="X**2 + 2*X + 2")
    mine.add("mine", "broken", right="1/0")
    documents = []
    for executor, jobs in (("processes", 1), (address, 2)):
        outcome = mine.judge(executor, jobs=jobs)
        verdicts = {name: found["enclosure"].to_json() for name, found in outcome.verdicts.items()}
        documents.append((verdicts, mine.kept(), {receipt.key for receipt in mine.store().all_receipts()}))
        shutil.rmtree(mine.folder / "receipts")
    assert documents[0] == documents[1]
    assert documents[0][1] == {"mine.true", "mine.false"} and "ZeroDivision" in str(documents[0][0]["mine.broken"])


_ONCE = """
    from pathlib import Path
    import os, time

    def before(place):
        \"\"\"Says where it runs, and waits to be killed the first time.\"\"\"
        first = not any(Path(place).iterdir())
        (Path(place) / str(os.getpid())).touch()
        (Path(place) / f"parent {{os.getppid()}}").touch()
        while first or {always}:
            time.sleep(0.01)

    said = claims

    def claims():
        before({place!r})
        return said()
"""


def _kill_when_there_is_one(place: Path, killed: set[int], times: int) -> threading.Thread:
    """Kills the process that a statement says it runs in, so many times."""

    def kill() -> None:
        while len(killed) < times:
            for path in place.iterdir():
                if path.name.isdigit() and int(path.name) not in killed:
                    killed.add(int(path.name))
                    os.kill(int(path.name), signal.SIGKILL)
            time.sleep(0.01)

    thread = threading.Thread(target=kill, daemon=True)
    thread.start()
    return thread


@pytest.mark.parametrize("always", [False, True])
def test_a_killed_process_costs_a_retry_and_a_second_one_is_an_error(
    mine: Mine, address: str, tmp_path: Path, always: bool
) -> None:
    place, killed = tmp_path / "place", set[int]()
    place.mkdir()
    mine.add("mine", "killed", _ONCE.format(place=str(place), always=always))
    mine.add("mine", "other")
    killer = _kill_when_there_is_one(place, killed, 2 if always else 1)
    outcome = mine.judge(address)
    killer.join()
    assert outcome.verdicts["mine.other"]["enclosure"].answer == "holds"
    verdict = outcome.verdicts["mine.killed"]["enclosure"]
    if always:
        assert verdict.error == "the worker process died (out of memory, or a crash in a library)"
        assert mine.kept() == {"mine.other"}
    else:
        assert verdict.answer == "holds" and len(killed) == 1


@may_leave_a_socket
def test_a_killed_worker_costs_a_retry(mine: Mine, cluster: Any, address: str, tmp_path: Path) -> None:
    """The whole worker of the cluster, in the middle of a check."""
    place = tmp_path / "place"
    place.mkdir()
    mine.add("mine", "killed", _ONCE.format(place=str(place), always=False))
    mine.add("mine", "other")
    with distributed.Client(address, set_as_default=False) as client:
        pids = client.run(os.getpid)

    def kill() -> None:
        while not any(place.iterdir()):
            time.sleep(0.01)
        busy = {state.address for state in cluster.scheduler.workers.values() if state.processing}
        for worker in busy:
            os.kill(pids[worker], signal.SIGKILL)

    killer = threading.Thread(target=kill, daemon=True)
    killer.start()
    assert set(mine.answers(address).values()) == {"holds"}
    killer.join()
    # the process below the worker has ended with it
    (first, *_) = sorted(place.glob("[0-9]*"), key=lambda path: path.stat().st_mtime_ns)
    assert _ends(int(first.name))


def test_an_interrupt_keeps_what_is_finished_and_ends_the_processes_there(
    mine: Mine, address: str, tmp_path: Path
) -> None:
    place = tmp_path / "place"
    place.mkdir()
    mine.add("mine", "a_plain")
    mine.add("mine", "waiting", _ONCE.format(place=str(place), always=True))

    class Impatient(pipeline.Observer):
        finished = 0

        def done(self, item: object) -> None:
            self.finished += 1

        def tick(self) -> None:
            if self.finished and any(place.iterdir()):
                raise KeyboardInterrupt

    found = discovery.discover(mine.packages)
    with pytest.raises(KeyboardInterrupt):
        pipeline.verify(found, store=mine.store(), jobs=2, executor=address, observer=Impatient())
    assert mine.kept() == {"mine.a_plain"}
    (waiting,) = (int(path.name) for path in place.glob("[0-9]*"))
    with pytest.raises(ProcessLookupError):
        for _ in range(100):
            os.kill(waiting, 0)
            time.sleep(0.1)


def test_time_is_limited_there(mine: Mine, address: str) -> None:
    mine.add("mine", "limited", "from rftheory.execution import time_limit\nassert time_limit.is_available()")
    assert mine.answers(address) == {"mine.limited": "holds"}


def test_packages_keep_to_themselves(mine: Mine, address: str) -> None:
    patches = "from rftheory.judges import enclosure_judge\nenclosure_judge.judge = None"
    mine.add("a_patching", "one", patches)
    mine.add("b_honest", "two")
    assert mine.answers(address) == {"a_patching.one": "undecided", "b_honest.two": "holds"}


def test_what_is_not_hashed_gives_no_receipt(mine: Mine, address: str) -> None:
    mine.add("mine", "data", "from pathlib import Path\nROOT = Path(__file__).with_name('data.txt').read_text()")
    (mine.folder / "mine" / "data.txt").write_text("1")
    mine.add("mine", "plain")
    assert set(mine.answers(address).values()) == {"holds"}
    assert mine.kept() == {"mine.plain"} and "data.txt" in mine.warnings[0]


def test_a_package_that_is_not_there_is_refused(mine: Mine, address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    mine.add("mine_alone", "one")
    monkeypatch.setattr(discovery.Discovery, "places", lambda self, name: ("/nowhere",))
    with pytest.raises(ClusterUnreachable, match="there is no package mine_alone; install it there, or judge its"):
        mine.answers(address)


def test_other_code_is_refused(mine: Mine, address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    mine.add("twice", "one")
    elsewhere = tmp_path / "elsewhere"
    (elsewhere / "twice").mkdir(parents=True)
    (elsewhere / "twice" / "one.py").write_text("VALUE = 1\n")
    monkeypatch.setattr(discovery.Discovery, "places", lambda self, name: (str(elsewhere),))
    with pytest.raises(ClusterUnreachable, match="twice.one would be judged by other code than is here; install the"):
        mine.answers(address)


def test_an_unreachable_scheduler_is_bad_use(tmp_path: Path) -> None:
    result = CliRunner().invoke(
        main, ["verify", "crt.pos", "--receipts", str(tmp_path), "--executor", "tcp://127.0.0.1:9"]
    )
    assert result.exit_code == 2 and "no scheduler can be reached at tcp://127.0.0.1:9" in result.output
