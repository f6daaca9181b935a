"""``rftheory simulate``: targets, checkpoints, interrupts, executors, and as a program."""

from __future__ import annotations

import json
import socket
import subprocess
import sys
from pathlib import Path

import pytest
from simulated import LONG, SMALL, document_of, run, without_times

from rftheory.cli.draws_display import DrawsDisplay
from rftheory.execution.checkpoint import Checkpoint
from rftheory.execution.ordered import Progress


def test_a_precision_is_reached() -> None:
    document = document_of("trigonometric", "--z", "1", "--d", "8", "--until", "5%", "--quantity", "mse", "--jobs", "1")
    assert document["reached"] is True
    assert document["estimates"][0]["relative_error"] <= 0.05


def test_a_precision_that_the_budget_cannot_reach() -> None:
    result = run("positive", "--v", "3", "--d", "8", "--until", "0.01%", "--budget", "1e4", "--jobs", "1")
    assert result.exit_code == 1
    assert "was not reached" in " ".join(result.stderr.split())
    assert "estimate" in result.stdout


def test_inconclusive_says_why() -> None:
    # a log-normal of shape 7 with plain draws: nothing that is drawn tells its second moment
    result = run("positive", "--v", "7", "--m", "1", "--method", "plain", "--quantity", "second-moment", *SMALL)
    assert result.exit_code == 1
    assert "inconclusive: second-moment: " in result.stdout or "vacuous: second-moment: " in result.stdout


def test_an_unreachable_scheduler_is_named() -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        address = f"tcp://127.0.0.1:{free.getsockname()[1]}"
    result = run("positive", "--v", "1", *SMALL[:4], "--executor", address)
    assert result.exit_code == 2
    assert address in "".join(result.stderr.split())


def test_an_interrupted_run_goes_on_where_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kept = ("--checkpoint", str(tmp_path / "kept"))
    whole = document_of(*LONG)
    calls: list[Progress] = []

    def interrupt(self: DrawsDisplay, progress: Progress) -> None:
        calls.append(progress)
        if len(calls) == 3:
            raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(DrawsDisplay, "__call__", interrupt)
        stopped = run(*LONG, *kept)
    assert stopped.exit_code == 130
    assert "the same command goes on from there" in " ".join(stopped.stderr.split())
    first: list[Progress] = []
    with monkeypatch.context() as patched:
        patched.setattr(DrawsDisplay, "__call__", lambda self, progress: first.append(progress))
        resumed = document_of(*LONG, *kept)
    assert first[0].parts > 1
    assert without_times(resumed) == without_times(whole)
    # and a finished run draws nothing
    assert without_times(document_of(*LONG, *kept)) == without_times(whole)


def test_a_checkpoint_is_written_as_often_as_is_asked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    written: list[int] = []
    monkeypatch.setattr(Checkpoint, "save", lambda self, state: written.append(state.parts))
    document_of(*LONG, "--checkpoint", str(tmp_path / "kept"), "--checkpoint-every", "0")
    assert len(written) > 2 and written == sorted(written)
    written.clear()
    document_of(*LONG, "--checkpoint", str(tmp_path / "kept"))
    assert len(written) == 1
    assert run(*LONG, "--checkpoint-every", "1").exit_code == 2


def test_the_rate_is_that_of_the_run(tmp_path: Path) -> None:
    kept = ("--checkpoint", str(tmp_path / "kept"))
    whole = document_of(*LONG, *kept)
    assert whole["draws_per_second"] == pytest.approx(whole["draws"] / whole["seconds"])
    assert document_of(*LONG, *kept)["draws_per_second"] is None


def test_an_interrupt_without_a_checkpoint(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(self: DrawsDisplay, progress: Progress) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(DrawsDisplay, "__call__", interrupt)
    result = run(*LONG)
    assert result.exit_code == 130
    assert "nothing is kept without --checkpoint" in result.stderr


@pytest.mark.parametrize("change", [("--seed", "1"), ("--m", "7"), ("--v", "1,3"), ("--coupling", "iid")])
def test_a_checkpoint_of_another_run_is_refused(tmp_path: Path, change: tuple[str, str]) -> None:
    kept = ("--checkpoint", str(tmp_path / "kept"))
    assert run(*LONG, *kept).exit_code == 0
    before = (tmp_path / "kept").read_bytes()
    result = run(*LONG, *kept, *change)
    assert result.exit_code == 2, result.output
    assert "kept" in "".join(result.stderr.split())
    assert (tmp_path / "kept").read_bytes() == before


def test_workers_do_not_show_in_the_results() -> None:
    documents = [document_of(*LONG[:-1], jobs, "--executor", "threads") for jobs in ("1", "3")]
    assert without_times(documents[0]) == without_times(documents[1])


def test_as_a_program() -> None:
    program = [sys.executable, "-W", "error", "-c", "from rftheory.cli import main; main()", "simulate"]
    done = subprocess.run([*program, *LONG, "--json"], capture_output=True, text=True, check=False, timeout=120)
    assert done.returncode == 0, done.stderr
    assert without_times(json.loads(done.stdout)) == without_times(document_of(*LONG))


def test_help_waits_for_nothing() -> None:
    code = (
        "import sys; from rftheory.cli import main; main(['simulate', '--help'], standalone_mode=False); "
        "sys.exit(' '.join({'numpy', 'sympy', 'scipy', 'rich'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False, timeout=60)
    assert done.stderr.strip() == ""
    assert "--until" in done.stdout
