"""Fixtures of all tests."""

from __future__ import annotations

import gc
import os
import signal
import sys
import uuid
from collections.abc import Iterator
from pathlib import Path

# SymPy reads this as it is imported; thousands of tests ask for more than one program
os.environ.setdefault("SYMPY_CACHE_SIZE", "20000")
# so long does Dask look for what a worker had that was killed: half a minute unless it is told
os.environ.setdefault("DASK_DISTRIBUTED__COMM__TIMEOUTS__CONNECT", "4s")

import pytest  # noqa: E402
from house import JUDGE, House
from hypothesis import HealthCheck, settings
from own_packages import Mine

from rftheory.judges import pipeline
from rftheory.statements import discovery, recorded
from rftheory.statements.verdicts import JUDGES

#: where a test does not say how many; a fault that so few do not meet needs an example of its own
settings.register_profile("few", max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("few")


def pytest_collection_finish() -> None:
    """Thousands of tests and all modules stay to the end: they need not be looked at again and again, nor new ones soon."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 50)


def pytest_sessionfinish() -> None:
    """Garbage that complains is looked for once, in all that there is; pytest looks five times."""
    gc.collect()
    gc.freeze()


@pytest.fixture(scope="session", autouse=True)
def interruptible() -> None:
    """Ctrl-C interrupts, here and in programs that are started, also where tests run in a background that ignores it."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> House:
    package = tmp_path / f"fakes_{uuid.uuid4().hex}"
    package.mkdir()
    monkeypatch.setenv("RFTHEORY_RECEIPTS", str(tmp_path / "receipts"))
    made = House(package, tmp_path / "receipts", tmp_path / "proofs" / "ledger.json")
    made.recorded.parent.mkdir()
    (tmp_path / "pyproject.toml").touch()
    made.write("__init__.py", "")
    for judge in JUDGES:
        made.write(f"_{judge}.py", JUDGE.format(judge=judge))
    monkeypatch.setattr(pipeline, "JUDGE_MODULES", {judge: f"{package.name}._{judge}" for judge in JUDGES})
    monkeypatch.setattr(discovery, "WALKED", (package.name,))
    packages = {**discovery.builtin_packages(), package.name: package}
    monkeypatch.setattr(discovery, "builtin_packages", lambda: dict(packages))
    monkeypatch.setattr(recorded, "recorded_path", lambda: made.recorded)
    monkeypatch.setattr(sys, "path", [*sys.path, str(tmp_path)])
    return made


@pytest.fixture
def mine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Mine:
    monkeypatch.setattr(discovery, "WALKED", ())
    monkeypatch.setattr(pipeline, "JUDGE_MODULES", {"enclosure": "rftheory.judges.enclosure_judge"})
    return Mine(tmp_path)


@pytest.fixture
def undiagnosed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Audits find, but do not search for the mistake, which takes longer: for tests that do not ask which one it is."""
    monkeypatch.setattr("rftheory._audit.run.diagnosed", lambda report, *_: report)


@pytest.fixture
def unserved(monkeypatch: pytest.MonkeyPatch) -> None:
    """Choices do not search for the norms that they serve, a third of their time: for tests that do not ask for these."""
    monkeypatch.setattr("rftheory._choose.compare.served", lambda *_: None)


@pytest.fixture
def collected() -> Iterator[None]:
    """What was left open is collected while the filter of the same test holds."""
    yield
    gc.collect()
