"""``verify`` as a program with worker processes: interrupts of the whole group, and a judge that takes its process down."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from house import House

from rftheory.statements.verdicts import JUDGES

_DRIVER = """
import sys
from rftheory.cli import main
from rftheory.execution import processes
from rftheory.judges import pipeline
from rftheory.statements import discovery
from rftheory.statements.verdicts import JUDGES

if __name__ == "__main__":
    pipeline.JUDGE_MODULES = {{judge: "{package}._" + judge for judge in JUDGES}}
    discovery.WALKED = ()
    # fake judges need nothing of the libraries that are loaded ahead of real ones
    processes._LOADED = ("rftheory.statements.claims",)
    main(sys.argv[1:])
"""


def _start(house: House, tmp_path: Path) -> subprocess.Popen[str]:
    """``rftheory verify`` with two worker processes on the house, as a program of its own."""
    driver = tmp_path / "driver.py"
    driver.write_text(_DRIVER.format(package=house.package.name))
    command = [sys.executable, str(driver), "verify", "--jobs", "2", "--statements", str(house.package)]
    return subprocess.Popen(
        [*command, "--receipts", str(house.receipts)],
        stderr=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parent.parent)},
        start_new_session=True,
    )


@pytest.mark.parametrize("at", ["checks are fresh", "[9/10]"])
def test_ctrl_c_while_workers_start_and_work(house: House, tmp_path: Path, at: str) -> None:
    """To the whole group, as a terminal sends it, and again while things are tidied up."""
    house.add("quick")
    house.add("slow", before="import time; time.sleep(600 if judge == 'controls' else 0)")
    with _start(house, tmp_path) as process:
        assert process.stderr is not None
        before = [next(line for line in process.stderr if at in line)]
        for _ in range(5):
            os.killpg(process.pid, signal.SIGINT)
            time.sleep(0.02)
        _, rest = process.communicate(timeout=60)
    assert process.returncode == 130, "".join(before) + rest
    assert "Traceback" not in rest and "interrupted: " in rest
    kept = {path.name.split("-")[0] for path in (house.receipts / "fake.slow").glob("*.json")}
    if at == "[9/10]":
        assert "interrupted: 9 of 10 checks are finished and kept" in rest
        assert kept == set(JUDGES) - {"controls"}
    with pytest.raises(ProcessLookupError):
        _wait_until_empty(process.pid)


def _wait_until_empty(group: int) -> None:
    """Until no process of a group is left, which raises ProcessLookupError."""
    for _ in range(100):
        os.killpg(group, 0)
        time.sleep(0.1)


def test_a_judge_that_takes_its_process_down_stops_nobody_else(house: House, tmp_path: Path) -> None:
    house.add("good")
    house.add("crash", before="import os; os._exit(7) if judge == 'derivation' else None")
    with _start(house, tmp_path) as process:
        out, err = process.communicate(timeout=60)
    assert process.returncode == 1
    assert "[10/10]" in err and "derivation: the worker process died" in err
    assert [line.split()[2] for line in out.splitlines() if line.startswith("fake.")] == ["supported", "proved"]
