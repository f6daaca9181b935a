"""``verify`` as a program with worker processes: interrupts of the whole group, and a judge that takes its process down."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from house import House, wait_until_empty

from rftheory.statements.verdicts import JUDGES

_DRIVER = """
import sys
from rftheory.cli import main
from rftheory.judges import pipeline
from rftheory.statements import discovery
from rftheory.statements.verdicts import JUDGES

if __name__ == "__main__":
    pipeline.JUDGE_MODULES = {{judge: "{package}._" + judge for judge in JUDGES}}
    discovery.WALKED = ()
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


def test_ctrl_c_while_workers_work(house: House, tmp_path: Path) -> None:
    """To the whole group, as a terminal sends it, and again while things are tidied up."""
    house.add("quick")
    house.add("slow", before="import time; time.sleep(600 if judge == 'controls' else 0)")
    with _start(house, tmp_path) as process:
        assert process.stderr is not None
        lines = []
        for line in process.stderr:
            lines.append(line)
            if line.startswith("[7/8]"):
                break
        for _ in range(5):
            os.killpg(process.pid, signal.SIGINT)
            time.sleep(0.02)
        _, rest = process.communicate(timeout=60)
    assert process.returncode == 130, "".join(lines) + rest
    assert "Traceback" not in rest and "interrupted: 7 of 8 checks are finished and kept" in rest
    kept = {path.name.split("-")[0] for path in (house.receipts / "fake.slow").glob("*.json")}
    assert kept == set(JUDGES) - {"controls"}
    with pytest.raises(ProcessLookupError):
        wait_until_empty(process.pid)


def test_a_judge_that_takes_its_process_down_stops_nobody_else(house: House, tmp_path: Path) -> None:
    house.add("good")
    house.add("crash", before="import os; os._exit(7) if judge == 'enclosure' else None")
    with _start(house, tmp_path) as process:
        out, err = process.communicate(timeout=60)
    assert process.returncode == 1
    assert "[8/8]" in err and "enclosure: the worker process died" in err
    assert [line.split()[2] for line in out.splitlines() if line.startswith("fake.")] == ["supported", "proved"]
