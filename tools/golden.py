"""Golden outputs: the commands and the Python of ``tests/golden/*.txt``, each with all that it gives.

A file is the list of its commands, and they follow one another in one folder with the files of `samples`. After ``$ rftheory ...``
stands its stdout at 80 columns; a document of ``--json`` as its keys with the types of their values. Lines of stderr follow ``! ``,
and a status other than 0 is ``[status]``. Any other command after ``$ `` is run by a shell, in processes of its own. After
``>>> `` stands what Python prints, of an exception its last line. Lines ``#: `` are remarks. A new command is one line:
``make golden`` writes what it gives.

Compared is text with the patterns of `VARYING` replaced, and decimals of floats to ten digits: the last ones are the processor's.
"""

from __future__ import annotations

import contextlib
import io
import json
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from click.testing import CliRunner

from rftheory.cli import main as rftheory

FILES = sorted((Path(__file__).resolve().parent.parent / "tests" / "golden").glob("*.txt"))
#: whose commands search for proofs, longer than a test may take: compared where the pages are (`site`)
SLOW = ("derive", "own")
#: what is another run's, and what stands for it
VARYING = {
    r"\(?\b\d+(\.\d+)? (s|min)\b( \d+ s)?( left)?\)?": "SECONDS",
    r"\b[\d.]+(e\+?\d+)? per\s+second": "RATE",
    r"\bseconds=[\d.e+-]+": "seconds=SECONDS",
    r"\b\d+\.\d+\.\d+\b": "VERSION",
}
#: lines break elsewhere after a longer rate
_RATES = re.compile(r"^.*RATE.*(?:\n  .*)*", re.MULTILINE)
_NUMBER = re.compile(r"(?<![\w.])-?\d+\.\d+(?:e[+-]?\d+)?(?![\w.])")
_ENTRY = re.compile(
    r"^(?P<prompt>\$ |>>> )(?P<said>.*\n(?:\.\.\. .*\n)*)(?P<given>(?:(?!\$ |>>> |#: ).*\n)*)", re.MULTILINE
)


def compared(text: str) -> str:
    """A text without what varies from run to run."""
    for pattern, name in VARYING.items():
        text = re.sub(pattern, name, text)
    text = _RATES.sub(lambda match: " ".join(match[0].split()), text)
    return _NUMBER.sub(_rounded, text)


def _rounded(match: re.Match[str]) -> str:
    digits = re.sub(r"e.*|\D", "", match[0]).lstrip("0")
    # balls have more digits, all of them proved
    return f"{float(match[0]):.10g}" if 10 < len(digits) <= 17 else match[0]


def keys(values: list[Any], path: str = "") -> list[str]:
    """Lines ``path: types`` of JSON values that stand at one place; a key that some objects lack ends in ``?``."""
    lines = [f"{path or '.'}: {'|'.join(sorted({_type(value) for value in values}))}"]
    if items := [item for value in values if isinstance(value, list) for item in value]:
        lines += keys(items, f"{path}[]")
    objects = [value for value in values if isinstance(value, dict)]
    for key in dict.fromkeys(key for each in objects for key in each):
        own = [each[key] for each in objects if key in each]
        lines += keys(own, f"{path}.{key}" + "?" * (len(own) < len(objects)))
    return lines


def _type(value: object) -> str:
    names = {dict: "object", list: "array", str: "string", bool: "boolean", int: "integer", float: "number"}
    return names.get(type(value), "null")


def _command(command: str) -> str:
    """All that a command gives."""
    if command.startswith("rftheory "):
        done = CliRunner().invoke(rftheory, shlex.split(command)[1:], prog_name="rftheory")
        if done.exception and not isinstance(done.exception, SystemExit):
            raise done.exception
        status, out, err = done.exit_code, done.stdout, done.stderr
    else:
        path = os.pathsep.join((str(Path(sys.executable).parent), os.environ["PATH"]))
        shell = subprocess.run(
            ["sh", "-c", command], capture_output=True, text=True, env={**os.environ, "PATH": path}, check=False
        )
        status, out, err = shell.returncode, shell.stdout, shell.stderr
    if "--json" in command and out.startswith(("{", "[")):
        out = "\n".join(keys([json.loads(out)]))
    lines = [line.rstrip() for line in out.splitlines()] + [f"! {line}".rstrip() for line in err.splitlines()]
    return "\n".join(lines + [f"[{status}]"] * bool(status))


def _python(source: str, names: dict[str, Any]) -> str:
    """What Python prints, as in its console."""
    with contextlib.redirect_stdout(io.StringIO()) as out:
        try:
            exec(compile(source, "<golden>", "single"), names)
        except Exception as error:
            print(f"{type(error).__name__}: {error}")
    return "\n".join(line.rstrip() for line in out.getvalue().splitlines())


def renewed(text: str, folder: Path, stale: list[str], run: Callable[[str], str] = _command) -> str:
    """A file with all that its commands and its Python give now; what differs from what it says is noted."""
    names: dict[str, Any] = {}

    def given(match: re.Match[str]) -> str:
        said = match["said"].replace("\n... ", "\n")
        got = run(said.strip()) if match["prompt"] == "$ " else _python(said, names)
        got = got.replace(str(folder), "FOLDER") + "\n" if got else ""
        if compared(match["given"].strip("\n")) == compared(got.strip("\n")):
            return match[0]
        stale.append(f"{match['prompt']}{match['said']}--- it gave\n{match['given']}--- it gives\n{got}")
        return f"{match['prompt']}{match['said']}{got}\n"

    return _ENTRY.sub(given, text)
