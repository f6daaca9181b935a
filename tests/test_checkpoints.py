"""Checkpoints: what is written is read back, damage is found, interrupted runs go on to the same bits."""

from __future__ import annotations

import time
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numbered import draws

from rftheory.execution.checkpoint import Checkpoint, CheckpointMismatch, CheckpointWarning, State
from rftheory.execution.executors import open_executor
from rftheory.execution.interrupts import held
from rftheory.execution.ordered import ordered

ARRAYS = {"sums": np.arange(6.0).reshape(2, 3) / 7, "counts": np.array([2**62, 3]), "file": np.array([])}


def checkpoint(path: Path, digest="abc", clock=time.monotonic, every=30.0, **description):
    return Checkpoint(path, digest, {"m": 64, "family": "positive", "sizes": (1, 2), **description}, every, clock)


def test_a_checkpoint_gives_back_what_was_written(tmp_path):
    file = tmp_path / "run.checkpoint"
    assert checkpoint(file).load() is None
    checkpoint(file).save(State(17, ARRAYS))
    state = checkpoint(file).load()
    assert state.parts == 17
    assert state.arrays.keys() == ARRAYS.keys()
    for name, array in ARRAYS.items():
        np.testing.assert_array_equal(state.arrays[name], array)
        assert state.arrays[name].dtype == array.dtype
    assert list(tmp_path.iterdir()) == [file]


def test_another_configuration_is_refused_in_words(tmp_path):
    file = tmp_path / "run.checkpoint"
    checkpoint(file).save(State(1, ARRAYS))
    with pytest.raises(
        CheckpointMismatch, match="m is 64 there and 32 here, seed is not stated there and 1 here; name"
    ):
        checkpoint(file, "abd", m=32, seed=1).load()
    with pytest.raises(CheckpointMismatch, match="described by the same words, but inputs"):
        checkpoint(file, "abd").load()


@settings(max_examples=100, deadline=None)
@given(data=st.data())
def test_every_damage_is_found(data, tmp_path_factory):
    file = tmp_path_factory.mktemp("damage") / "run.checkpoint"
    keeper = checkpoint(file)
    keeper.save(State(17, ARRAYS))
    whole = file.read_bytes()
    at = data.draw(st.integers(0, len(whole) - 1))
    if data.draw(st.booleans()):
        damaged = whole[:at]
    else:
        damaged = whole[:at] + bytes([whole[at] ^ data.draw(st.integers(1, 255))]) + whole[at + 1 :]
    file.write_bytes(damaged)
    with pytest.raises(ValueError, match="run.checkpoint") as caught:
        keeper.load()
    assert not isinstance(caught.value, CheckpointMismatch)
    assert "remove it" in str(caught.value)


def test_a_file_cut_short_anywhere_is_refused(tmp_path):
    file = tmp_path / "run.checkpoint"
    keeper = checkpoint(file)
    keeper.save(State(17, {"sums": ARRAYS["sums"]}))
    whole = file.read_bytes()
    for length in range(len(whole)):
        file.write_bytes(whole[:length])
        with pytest.raises(ValueError, match="remove it"):
            keeper.load()
    file.write_bytes(whole)
    assert keeper.load().parts == 17


def run(keeper: Checkpoint, count: int, crash_at: int | None = None, threads: int = 2):
    """Adds up parts, as the engines do."""
    saved = keeper.load()
    total = np.zeros(5) if saved is None else saved.arrays["total"]
    parts = 0 if saved is None else saved.parts

    def state():
        return State(parts, {"total": total})

    with open_executor("threads", threads) as workers, keeper.keeping(state) as after_part:
        for number, value in ordered(draws, count, workers, parts):
            if number == crash_at:
                raise KeyboardInterrupt
            with held():
                total = total + value
                parts += 1
            after_part()
    return total


@pytest.mark.parametrize("crash_at", [0, 1, 30, 59])
@pytest.mark.parametrize("every", [0.0, 1e9])
def test_a_run_that_was_interrupted_goes_on_to_the_same_bits(tmp_path, crash_at, every):
    file = tmp_path / "run.checkpoint"
    with pytest.raises(KeyboardInterrupt):
        run(checkpoint(file, every=every), 60, crash_at)
    assert checkpoint(file).load().parts == crash_at
    whole = run(checkpoint(file), 60, threads=1)
    assert whole.tobytes() == run(checkpoint(tmp_path / "other"), 60).tobytes()
    assert checkpoint(file).load().parts == 60


def test_a_checkpoint_is_written_when_it_is_time(tmp_path):
    now = [0.0]
    file = tmp_path / "run.checkpoint"
    keeper = checkpoint(file, clock=lambda: now[0], every=10)
    parts = 0
    seen = []
    with keeper.keeping(lambda: State(parts, {})) as after_part:
        for _ in range(30):
            parts += 1
            now[0] += 1
            after_part()
            saved = checkpoint(file).load()
            seen.append(saved.parts if saved else 0)
        parts = 33
    assert seen == [0] * 9 + [10] * 10 + [20] * 10 + [30]
    assert checkpoint(file).load().parts == 33


def full(*_):
    raise OSError(28, "No space left on device")


@pytest.mark.parametrize("every", [0.0, 1e9])
def test_a_full_disk_never_loses_a_run(tmp_path, monkeypatch, every):
    whole = run(checkpoint(tmp_path / "other"), 20)
    keeper = checkpoint(tmp_path / "run.checkpoint", every=every)
    monkeypatch.setattr("rftheory.execution.checkpoint.write_atomically", full)
    with pytest.warns(CheckpointWarning, match=r"could not be written \(No space left on device\)"):
        assert run(keeper, 20).tobytes() == whole.tobytes()
    # who interrupts a run counts on the file
    with pytest.raises(OSError, match="No space left"):
        run(keeper, 20, crash_at=7)


def test_a_crash_while_writing_leaves_the_old_file(tmp_path, monkeypatch):
    file = tmp_path / "run.checkpoint"
    keeper = checkpoint(file)
    keeper.save(State(1, ARRAYS))
    monkeypatch.setattr(Path, "replace", full)
    with pytest.raises(OSError, match="No space left"):
        keeper.save(State(2, ARRAYS))
    monkeypatch.undo()
    assert keeper.load().parts == 1
    assert list(tmp_path.iterdir()) == [file]


def test_places_and_states_that_are_refused(tmp_path, monkeypatch):
    with pytest.raises(ValueError, match="the directory .*nowhere of the checkpoint run does not exist"):
        checkpoint(tmp_path / "nowhere" / "run")
    with pytest.raises(ValueError, match="is no file"):
        checkpoint(tmp_path)
    with pytest.raises(ValueError, match="arrays of a checkpoint must hold numbers, got objects in bad"):
        checkpoint(tmp_path / "run").save(State(1, {"bad": np.array([None])}))
    with pytest.raises(ValueError, match="parts must be >= 0"):
        checkpoint(tmp_path / "run").save(State(-1, {}))
    with pytest.raises(ValueError, match="every must be >= 0"):
        checkpoint(tmp_path / "run", every=float("nan"))

    def forbidden(*_, **__):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("tempfile.TemporaryFile", forbidden)
    with pytest.raises(ValueError, match="cannot be written: Permission denied"):
        checkpoint(tmp_path / "run")
    other = tmp_path / "picture.png"
    other.write_bytes(b"\x89PNG")
    monkeypatch.undo()
    with pytest.raises(ValueError, match="picture.png is no checkpoint"):
        checkpoint(other).load()
