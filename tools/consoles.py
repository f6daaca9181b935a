"""What the pages and ``tests/golden`` say that commands print: ``write`` runs the commands and writes it down, ``check`` compares.

A block ``console`` of a page has commands after ``$ `` and below each what it prints. ``...`` in it stands for any text, and such
output is compared, never overwritten. Commands run in a folder of their own, with the files of `samples`. The files of
``tests/golden`` are explained in `golden`.
"""

from __future__ import annotations

import argparse
import contextlib
import doctest
import os
import re
import shlex
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import golden
import samples
from click.testing import CliRunner

from rftheory.cli import main as rftheory

_BLOCK = re.compile(r"(?<=```console\n)(?P<body>.*?)(?=```)", re.DOTALL)
_COMMAND = re.compile(r"^\$ rftheory (?P<command>.*)\n(?P<printed>(?:(?!\$ ).*\n)*)", re.MULTILINE)
#: seconds and rates are those of a run
_TIMES = re.compile(r"[\d.e+]+ per second|\(?\d+(\.\d+)? (s|min)\b( \d+ s)?( left)?\)?")
#: a line that goes on in the next one, wherever its times break it
_WRAPPED = re.compile(r"(?<=\S)\n {2}(?=\S)")


@contextlib.contextmanager
def apart() -> Iterator[Path]:
    """A folder with the samples, which nothing of the user's reaches."""
    here, before, loaded = Path.cwd(), dict(os.environ), set(sys.modules)
    with tempfile.TemporaryDirectory() as folder:
        samples.write_for_golden(Path(folder))
        os.environ.update(RFTHEORY_RECEIPTS=f"{folder}/receipts", COLUMNS="80", NO_COLOR="1")
        os.chdir(folder)
        sys.path.insert(0, folder)
        try:
            yield Path(folder)
        finally:
            sys.path.remove(folder)
            os.chdir(here)
            os.environ.clear()
            os.environ.update(before)
            for name in set(sys.modules) - loaded:
                if (getattr(sys.modules[name], "__file__", None) or "").startswith(folder):
                    del sys.modules[name]


def printed(command: str) -> str:
    """What a command prints on stdout."""
    done = CliRunner().invoke(rftheory, shlex.split(command), catch_exceptions=False)
    return "\n".join(line.rstrip() for line in done.stdout.splitlines()) + "\n"


def agrees(want: str, got: str) -> bool:
    """Whether a text is what a page says, but for times and for what ``...`` stands for."""
    want, got = (_TIMES.sub("...", _WRAPPED.sub(" ", text)) for text in (want, got))
    return doctest.OutputChecker().check_output(want, got, doctest.ELLIPSIS)


def renewed(text: str, stale: list[str]) -> str:
    """A page with what its commands print; those that print something else are noted."""

    def run(match: re.Match[str]) -> str:
        got = printed(match["command"])
        if agrees(match["printed"], got):
            return match[0]
        stale.append(f"$ rftheory {match['command']}\n--- the page says\n{match['printed']}--- it prints\n{got}")
        return match[0] if "..." in match["printed"] else f"$ rftheory {match['command']}\n{got}"

    return _BLOCK.sub(lambda block: _COMMAND.sub(run, block["body"]), text)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("what", choices=("write", "check"))
    parser.add_argument("pages", nargs="*", type=Path, help="[default: all]")
    given = parser.parse_args()
    stale: list[str] = []
    for page in [page.resolve() for page in given.pages] or [*samples.pages(), *golden.FILES]:
        old = page.read_text(encoding="utf-8")
        if page not in golden.FILES and not _BLOCK.search(old):
            continue
        # what one file leaves behind is nothing to the next
        with apart() as folder:
            new = golden.renewed(old, folder, stale) if page in golden.FILES else renewed(old, stale)
        if given.what == "write":
            page.write_text(new, encoding="utf-8")
    if given.what == "check" and stale:
        print("\n".join(stale), file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
