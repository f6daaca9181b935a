"""Execute the notebooks: ``write`` makes NAME.ipynb of notebooks/NAME.py, ``check`` compares a fresh run with it.

The text in percent format is what is edited and reviewed; the notebook beside it has the same cells and the outputs of
one fresh run. Nothing that changes from run to run is kept: no times, no counters of the machine. A check fails if a cell
raises or writes to stderr, if the pair is not in step, or if a text output is not the committed one. Pictures are
compared by presence: their bytes depend on the fonts of the machine.
"""

from __future__ import annotations

import argparse
import difflib
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
_TIMEOUT = 120
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
        cell.metadata = nbformat.from_dict({})
    return notebook


def executed(name: str) -> NotebookNode:
    """The notebook with the outputs of a fresh run.

    Raises:
        Broken: if a cell raises or writes to stderr.
    """
    notebook = source(name)
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
    for cell in _code(notebook):
        for output in cell.outputs:
            output.get("metadata", {}).clear()
            if output.output_type == "stream" and output.name == "stderr":
                raise Broken(f"a cell writes to stderr: {output.text}")
    notebook.metadata = nbformat.from_dict(_METADATA)
    nbformat.validate(notebook)
    return notebook


def write(name: str) -> None:
    """Make the notebook of a text anew."""
    nbformat.write(executed(name), FOLDER / f"{name}.ipynb")


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
    compare(committed, executed(name))


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
    told = []
    for cell in notebook.cells:
        told += [f"[{cell.cell_type}]", *cell.source.splitlines()]
        for output in cell.get("outputs", ()) if outputs else ():
            told.append(f"[{output.output_type}]")
            told += output.get("text", "").splitlines()
            for kind, content in sorted(output.get("data", {}).items()):
                told += [f"[{kind}]", *("" if kind.startswith("image/") else content).splitlines()]
    return told


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
