"""``rftheory check FILE``: a statement file of one's own, line by line."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

import click

from rftheory.cli.options import echo_json, executing, find_statements, json_flag, receipts_option, said

if TYPE_CHECKING:
    from rftheory.answers.outlines import Checked
    from rftheory.statements.discovery import Discovery
    from rftheory.statements.entries import Entry


@click.command()
@click.argument("file", metavar="FILE")
@receipts_option
@json_flag
def check(file: str, receipts: Path | None, as_json: bool) -> None:
    """Check a statement file, line by line.

    FILE is a Python file in a package of your statements, or the ID of a built-in statement. First come values at a
    few points of the domain: a false line is reported at once, with a point and both values. Then the prover runs: a
    tick means that the kernel has accepted a proof. For other lines, the output says what stopped the prover, and
    what helps (docs/messages.md).

    Results are stored beside the receipts, so the next run searches only for what has changed.

    Exit status: 0 if all claims and lines are replayed (or false where the file says so), 1 if not, 2 for bad use.
    """
    from rftheory.answers.known import store_at

    found, entry = _entry(file)
    show = _Silent() if as_json else _Shown(entry)
    with executing(lambda: "the lines that were found are kept"):
        from rftheory.answers.checking import Unloadable
        from rftheory.answers.checking import check as check_lines

        try:
            lines = check_lines(found, entry, store_at(receipts), show.warn, show.line)
        except Unloadable as error:
            raise click.ClickException(f"broken statement file {entry.path}: {error}") from error
    is_right = all(line.is_right for line in lines)
    if as_json:
        echo_json({"id": entry.id, "is_right": is_right, "lines": [asdict(line) for line in lines]})
        raise SystemExit(0 if is_right else 1)
    of_chains = [line for line in lines if line.number is not None and line.state != "start"]
    claims = [line for line in lines if line.number is None]
    counts = [f"{sum(one.is_right for one in some)} of {len(some)}" for some in (claims, of_chains)]
    click.echo(f"{counts[0]} claims and {counts[1]} lines are replayed, or false where the file says so")
    raise SystemExit(0 if is_right else 1)


def _entry(file: str) -> tuple[Discovery, Entry]:
    """What is to be checked.

    Raises:
        click.UsageError: if there is no such file or statement.
        click.ClickException: if the file is broken.
    """
    from rftheory.statements.discovery import UnknownStatement, extend_import_path

    if not file.endswith(".py"):
        found = find_statements(())
        try:
            return found, found.get(file)
        except UnknownStatement as error:
            raise click.UsageError(f"FILE must be a Python file or an ID: {error}") from error
    path = Path(file).resolve()
    if not path.is_file():
        raise click.UsageError(f"FILE must be a Python file or an ID, and there is no file {file}")
    package = path.parent
    while (package.parent / "__init__.py").is_file():
        package = package.parent
    is_ours = any(path.is_relative_to(home.resolve()) for home in _homes())
    found = find_statements(() if is_ours else (package,))
    entry = next((entry for entry in found.entries.values() if entry.path.resolve() == path), None)
    if entry is None:
        broken = [problem for problem in found.problems if problem.path.resolve() == path]
        if broken:
            raise click.ClickException(f"{file} is no statement file: {broken[0].message}")
        raise click.UsageError(f"FILE must be a statement file, and {file} has no STATEMENT")
    extend_import_path(found.import_paths)
    return found, entry


def _homes() -> list[Path]:
    """Where the built-in statements lie; the folder of the proofs may be a link."""
    from rftheory.statements.discovery import builtin_packages

    return [place for home in builtin_packages().values() for place in (home, home / "proofs")]


class _Silent:
    """Nothing is printed before the end."""

    def warn(self, line: Checked) -> None:
        """Nothing."""

    line = warn


class _Shown:
    """What is printed, line by line."""

    def __init__(self, entry: Entry):
        self._claim, self._said = "", ""
        #: claims and points of the values that were printed
        self._printed: set[tuple[str, str]] = set()
        click.echo(f"{entry.id} ({entry.path.name})")

    def warn(self, line: Checked) -> None:
        """What is false, at once."""
        if (line.claim, line.values["at"]) in self._printed:
            # a line of the claim is, at this point
            return
        place = f" ({line.place})" if line.place else ""
        what = "the claim" if line.number is None else f"line {line.number}{place}"
        said(f"FALSE  {line.claim}: {what}: {line.shown}", "", "    ")
        self._values(line)

    def line(self, line: Checked) -> None:
        """One line, with its mark."""
        from rftheory.statements.lines import TICK

        if line.claim != self._claim:
            self._claim, self._said = line.claim, ""
            said(line.claim, "\n", "  ")
        mark = {"start": "", "replayed": f" {TICK}", "false": " FALSE", "stopped": " not replayed"}[line.state]
        number = "claim" if line.number is None else f"{line.number:5}"
        said(f"{line.shown}{mark}", f"  {number}  ", " " * 11)
        if line.number is None and line.state == "replayed" and line.reason:
            said(line.reason, " " * 9, " " * 11)
        if line.state == "false":
            self._values(line)
        # a claim rests on its lines: what stopped one of them is said once
        if line.state == "stopped" and not (line.number is None and self._said and self._said in line.why):
            said(f"{f'{line.place}: ' if line.place else ''}{line.why}", " " * 9, " " * 11)
            said(f"to help: {line.help}", " " * 9, " " * 11)
            self._said = line.why
        if line.state == "stopped" and line.notice:
            said(f"values: {line.notice}", " " * 9, " " * 11)

    def _values(self, line: Checked) -> None:
        """The point and both values, once for a claim."""
        known = line.claim, line.values["at"]
        if known in self._printed:
            return
        self._printed.add(known)
        said(f"at {line.values['at']}:", " " * 9)
        for side in ("left", "right"):
            click.echo(f"           {side:5} = {line.values[side]}")
