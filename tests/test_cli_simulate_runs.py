"""``rftheory simulate``: targets, interrupts, resumed runs, executors, and as a program."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from simulated import LONG, SMALL, document_of, run, without_times

from rftheory.cli.progress import Display


def test_inconclusive_says_why() -> None:
    # a log-normal of shape 7 with plain draws: nothing that is drawn tells its second moment
    result = run("positive", "--v", "7", "--m", "1", "--method", "plain", "--quantity", "second_moment", *SMALL)
    assert result.exit_code == 1
    assert "inconclusive: second_moment: " in result.stdout or "vacuous: second_moment: " in result.stdout


def test_an_interrupted_run_goes_on_where_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = str(tmp_path / "kept.json")
    whole = document_of(*LONG)
    calls: list[float] = []

    def interrupt(self: Display, share: float, *lines: str) -> None:
        calls.append(share)
        if len(calls) == 3:
            raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(Display, "show", interrupt)
        stopped = run(*LONG, "--json", file)
    assert stopped.exit_code == 130
    assert f"--resume {file} goes on" in " ".join(stopped.stderr.split())
    unfinished = json.loads(Path(file).read_text())
    assert "unfinished" in unfinished["message"] and unfinished["draws"] < whole["draws"]
    resumed_at: list[float] = []
    with monkeypatch.context() as patched:
        patched.setattr(Display, "show", lambda self, share, *lines: resumed_at.append(share))
        resumed = document_of(*LONG, "--resume", file)
    # one part more than was kept
    assert resumed_at[0] > calls[-1] and len(resumed_at) > 1
    assert without_times(resumed) == without_times(whole)
    # and of a finished run nothing is drawn again
    assert run(*LONG, "--resume", file, "--json", file).exit_code == 0
    again = document_of(*LONG, "--resume", file)
    assert without_times(again) == without_times(whole) and again["draws_per_second"] is None


def test_the_file_is_written_now_and_then_and_a_full_disk_ends_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    written: list[int] = []

    def write(path: Path, content: bytes) -> None:
        written.append(json.loads(content)["draws"])
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("rftheory.execution.files.write_atomically", write)
    found = run(*LONG, "--json", str(tmp_path / "kept"))
    assert found.exit_code == 0 and len(written) == 1 and "No space left on device" in found.stderr
    assert "mse" in found.stdout
    monkeypatch.setattr("rftheory.montecarlo.session.EVERY", 0.0)
    run(*LONG, "--json", str(tmp_path / "kept"))
    assert len(written) > 4 and written[1:] == sorted(written[1:])


def test_an_interrupt_without_a_file(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(self: Display, share: float, *lines: str) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Display, "show", interrupt)
    result = run(*LONG)
    assert result.exit_code == 130
    assert "nothing is kept without --json FILE" in result.stderr


def test_another_run_is_not_resumed(tmp_path: Path) -> None:
    file = tmp_path / "kept"
    assert run(*LONG, "--json", str(file)).exit_code == 0
    before = file.read_bytes()
    result = run(*LONG, "--seed", "1", "--resume", str(file))
    assert result.exit_code == 2, result.output
    assert "same configuration" in " ".join(result.stderr.split())
    assert file.read_bytes() == before


@pytest.mark.parametrize("content", [None, "", "{", "[]", "{}", '{"state": {}}', '{"state": 3}', '{"draws": 3}'])
def test_what_is_no_result_is_not_resumed(tmp_path: Path, content: str | None) -> None:
    file = tmp_path / "other"
    if content is not None:
        file.write_text(content)
    result = run(*LONG, "--resume", str(file))
    assert result.exit_code == 2, result.output
    assert "resume" in result.stderr
