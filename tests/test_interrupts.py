"""Programs that are interrupted and that lose a worker: 130 and no traceback, whenever Ctrl-C comes and however often."""

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

#: interrupts itself while a module is imported, then goes on as the command line does
_AT = """
import importlib.abc, os, signal, sys

class At(importlib.abc.MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        if name == {module!r}:
            sys.meta_path.remove(self)
            os.kill(os.getpid(), signal.SIGINT)

sys.meta_path.insert(0, At())
from rftheory.cli import main
main({arguments!r})
"""
#: of the modules of a run the first one that the command line loads, and the last
_MODULES = ("click", "rich.live")


def _environment() -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(Path(__file__).parent.parent)}


@pytest.mark.parametrize(
    ("module", "arguments"),
    [*((module, ["verify", "crt.pos"]) for module in _MODULES), ("rftheory.cli.plot", ["--help"])],
)
def test_while_something_is_imported(tmp_path: Path, module: str, arguments: list[str]) -> None:
    places = ["--receipts", str(tmp_path)] if arguments[0] == "verify" else []
    command = [sys.executable, "-c", _AT.format(module=module, arguments=[*arguments, *places])]
    result = subprocess.run(command, capture_output=True, text=True, env=_environment(), timeout=60)
    assert result.returncode == 130, result.stderr
    assert "Traceback" not in result.stderr


def test_while_workers_start(tmp_path: Path) -> None:
    """To the whole group, as a terminal sends it, and again while things are tidied up."""
    run = "from rftheory.cli import main; main(['verify', 'crt.pos', '--receipts', '" + str(tmp_path) + "'])"
    with subprocess.Popen(
        [sys.executable, "-c", run], stderr=subprocess.PIPE, text=True, env=_environment(), start_new_session=True
    ) as process:
        assert process.stderr is not None
        first = process.stderr.readline()
        for _ in range(5):
            os.killpg(process.pid, signal.SIGINT)
            time.sleep(0.02)
        rest = process.communicate(timeout=60)[1]
    assert "checks are fresh" in first
    assert process.returncode == 130, first + rest
    assert "Traceback" not in rest and "interrupted: " in rest
    with pytest.raises(ProcessLookupError):
        wait_until_empty(process.pid)


#: a search that takes ages and lets no other thread run, after it said that it begins
_BUSY = """
import re, sys
from rftheory.execution.processes import end_with_pipe

{watched}
print("begun", flush=True)
re.match("(a+)+$", "a" * 80 + "b")
"""


@pytest.mark.skipif(sys.platform != "linux", reason="pipes send signals on Linux")
@pytest.mark.parametrize("watched", [True, False])
def test_a_busy_worker_ends_with_the_pipe_of_its_parent(watched: bool) -> None:
    """Control: one that does not watch the pipe goes on."""
    end, ours = os.pipe()
    code = _BUSY.format(watched="end_with_pipe(int(sys.argv[1]))" if watched else "")
    with subprocess.Popen(
        [sys.executable, "-c", code, str(end)], stdout=subprocess.PIPE, env=_environment(), pass_fds=[end]
    ) as process:
        assert process.stdout is not None and process.stdout.readline() == b"begun\n"
        os.close(end)
        os.close(ours)
        if watched:
            assert process.wait(timeout=20) == -signal.SIGIO
        else:
            with pytest.raises(subprocess.TimeoutExpired):
                process.wait(timeout=0.3)
            process.kill()


# -- ``verify`` with worker processes, on a house of fake statements ---------------------------------------------------

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
        env=_environment(),
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
