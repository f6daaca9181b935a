"""Execute the notebooks: ``write`` makes NAME.ipynb of notebooks/NAME.py, ``check`` compares a fresh run with it.

The text in percent format is what is edited and reviewed; the notebook beside it has the same cells and the outputs of
one fresh run. Nothing that changes from run to run is kept: no times, no counters of the machine. A check fails if a cell
raises or writes to stderr, if the pair is not in step, if a text output is not the committed one, or if a run takes more
than a minute. Pictures are compared by presence: their bytes depend on the fonts of the machine.

The first cell says what one learns, and how long it takes: ``write`` fills in the minutes, of the words and lines of code, and
the seconds of processor time of the run, rounded up. Cells with the tag ``hide-cell`` hold solutions; the site folds them, and so
does a notebook.
"""

from __future__ import annotations

import argparse
import difflib
import math
import os
import re
import sys
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

import jupytext
import nbformat
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError, DeadKernelError
from nbformat import NotebookNode
from traitlets.config import Config

FOLDER = Path(__file__).resolve().parent.parent / "notebooks"
#: seconds for one cell
_TIMEOUT = 300
#: seconds of processor time that a notebook may take
_LONGEST = 60
#: words and lines of code that are read in a minute
_WORDS, _LINES = 100, 10
#: what the first cell says of the time
_TIME = re.compile(r"\*It takes\* (\d+) minutes to read and (\d+) seconds to run")
#: a last cell that is not kept
_CLOCK = "import time; print(time.process_time())"
_FOLDED = {"tags": ["hide-cell"], "jupyter": {"source_hidden": True, "outputs_hidden": True}}
#: the marks of colours on a terminal
_COLOUR = re.compile(r"\x1b\[[0-9;]*m")
_METADATA = {
    "jupytext": {"formats": "ipynb,py:percent"},
    "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
    "language_info": {"name": "python"},
}


class Broken(Exception):
    """What is wrong with a notebook."""


def names() -> list[str]:
    """All notebooks, by the texts in the folder."""
    return sorted(path.stem for path in FOLDER.glob("*.py"))


def source(name: str) -> NotebookNode:
    """The cells of the text, without outputs."""
    notebook = jupytext.read(FOLDER / f"{name}.py")
    notebook.metadata = nbformat.from_dict(_METADATA)
    for number, cell in enumerate(notebook.cells):
        cell.id = f"cell-{number}"
        cell.metadata = nbformat.from_dict(_FOLDED if "hide-cell" in cell.metadata.get("tags", ()) else {})
    return notebook


def minutes(notebook: NotebookNode) -> int:
    """How long a notebook takes to read, in steps of five minutes."""
    words = sum(len(cell.source.split()) for cell in notebook.cells if cell.cell_type == "markdown")
    lines = sum(len(cell.source.splitlines()) for cell in _code(notebook))
    return 5 * math.ceil((words / _WORDS + lines / _LINES) / 5)


def told(notebook: NotebookNode) -> tuple[int, int]:
    """The minutes and seconds that the first cell says.

    Raises:
        Broken: if it says none.
    """
    found = _TIME.search(notebook.cells[0].source)
    if found is None or "*You learn*" not in notebook.cells[0].source:
        raise Broken("the first cell must have the sentences: *You learn* ..., and " + _TIME.pattern.replace("\\", ""))
    return int(found[1]), int(found[2])


def executed(name: str) -> tuple[NotebookNode, float]:
    """The notebook with the outputs of a fresh run, and its seconds of processor time.

    Raises:
        Broken: if a cell raises or writes to stderr.
    """
    notebook = source(name)
    notebook.cells.append(nbformat.v4.new_code_cell(_CLOCK))
    with tempfile.TemporaryDirectory() as sockets:
        # sockets of our own: a port of the machine would be open to others
        config = Config(KernelManager={"transport": "ipc", "ip": f"{sockets}/kernel"})
        resources = {"metadata": {"path": str(FOLDER)}}
        # what is printed arrives in pieces, cut by the clock
        client = NotebookClient(
            notebook,
            config=config,
            timeout=_TIMEOUT,
            kernel_name="python3",
            record_timing=False,
            coalesce_streams=True,
            resources=resources,
        )
        try:
            client.execute()
        except (CellExecutionError, DeadKernelError) as error:
            raise Broken(_COLOUR.sub("", str(error))) from error
    seconds = float(notebook.cells.pop().outputs[0].text)
    for cell in _code(notebook):
        for output in cell.outputs:
            output.get("metadata", {}).clear()
            if output.output_type == "stream" and output.name == "stderr":
                raise Broken(f"a cell writes to stderr: {output.text}")
    notebook.metadata = nbformat.from_dict(_METADATA)
    nbformat.validate(notebook)
    return notebook, seconds


def write(name: str) -> None:
    """Make the notebook of a text anew, and say in both how long it takes.

    Raises:
        Broken: as `executed`, and if the run takes too long.
    """
    told(source(name))
    notebook, seconds = executed(name)
    # said by who writes it: who checks may have a slower machine
    if seconds > _LONGEST:
        raise Broken(f"a run takes {seconds:.0f} s of processor time, more than {_LONGEST} s")
    text = FOLDER / f"{name}.py"
    time = f"*It takes* {minutes(notebook)} minutes to read and {10 * math.ceil(seconds / 10)} seconds to run"
    text.write_text(_TIME.sub(time, text.read_text(encoding="utf-8"), count=1), encoding="utf-8")
    notebook.cells[0].source = _TIME.sub(time, notebook.cells[0].source, count=1)
    nbformat.write(notebook, FOLDER / f"{name}.ipynb")


def check(name: str) -> None:
    """Compare the committed notebook with the text beside it and with a fresh run.

    Raises:
        Broken: if they differ.
    """
    path = FOLDER / f"{name}.ipynb"
    if not path.exists():
        raise Broken(f"{path.name} is missing: make notebooks")
    committed = nbformat.read(path, as_version=4)
    compare(committed, source(name), outputs=False)
    if told(committed)[0] != minutes(committed):
        raise Broken(f"it takes {minutes(committed)} minutes to read: make notebooks")
    compare(committed, executed(name)[0])


def compare(committed: NotebookNode, fresh: NotebookNode, outputs: bool = True) -> None:
    """Compare two notebooks: cells, text outputs, and where there are pictures.

    Raises:
        Broken: if they differ, with the difference.
    """
    texts = (_readable(notebook, outputs) for notebook in (committed, fresh))
    differences = list(difflib.unified_diff(*texts, "committed", "fresh", lineterm="", n=2))
    if differences:
        what = (
            "the outputs of a fresh run are not the committed ones" if outputs else "text and notebook are not in step"
        )
        raise Broken(f"{what}: make notebooks\n" + "\n".join(differences))


def _code(notebook: NotebookNode) -> Iterator[NotebookNode]:
    return (cell for cell in notebook.cells if cell.cell_type == "code")


def _readable(notebook: NotebookNode, outputs: bool) -> list[str]:
    """Cells, and text outputs if wanted, line by line."""
    shown = []
    for cell in notebook.cells:
        shown += [f"[{cell.cell_type}] {sorted(cell.metadata)}", *cell.source.splitlines()]
        for output in cell.get("outputs", ()) if outputs else ():
            shown.append(f"[{output.output_type}]")
            shown += output.get("text", "").splitlines()
            for kind, content in sorted(output.get("data", {}).items()):
                shown += [f"[{kind}]", *("" if kind.startswith("image/") else content).splitlines()]
    return shown


def _run(job: str, name: str) -> str:
    """What is wrong, or nothing."""
    start = time.monotonic()
    try:
        (write if job == "write" else check)(name)
    except Broken as error:
        return f"{name}: {error}"
    print(f"{name}: {job} done in {time.monotonic() - start:.0f} s", flush=True)
    return ""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("job", choices=["write", "check"])
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"one of {', '.join(names())} [default: all]")
    parser.add_argument("--jobs", type=int, default=2, help="notebooks at a time [default: 2]")
    arguments = parser.parse_args()
    for name in arguments.names:
        if name not in names():
            parser.error(f"NAME must be one of {', '.join(names())}, got {name!r}")
    with tempfile.TemporaryDirectory() as home:
        # this environment's kernel, without the profile and the history of the user
        os.environ.update(JUPYTER_PREFER_ENV_PATH="1", IPYTHONDIR=home)
        with ThreadPoolExecutor(arguments.jobs) as pool:
            wrong = list(filter(None, pool.map(partial(_run, arguments.job), arguments.names or names())))
    print("\n\n".join(wrong), file=sys.stderr, end="\n" if wrong else "")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
