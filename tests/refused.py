"""The table of refusals ``refusals.toml``: a callable, bad arguments, words of the message.

``given`` is the Python that the rows are written in, of all sections and of one. A section has for each kind of error its rows
``[callable, arguments, words]``. The message must have the words, a regular expression, and must name a parameter of the callable
that the arguments give, or else the name that stands fourth in the row; "" stands there where it names none of them. A row
``command`` is a command line that is refused with status 2.
"""

from __future__ import annotations

import ast
import builtins
import functools
import inspect
import re
import shlex
import tomllib
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, NamedTuple

from click.testing import CliRunner

from rftheory.cli import main


class Row(NamedTuple):
    section: str
    error: str
    callable: str
    arguments: str
    words: str
    name: str | None = None


class Refused(Exception):
    """What a command says that leaves with status 2."""


def command(line: str) -> None:
    """Run a command line.

    Raises:
        Refused: if it is refused as bad use; the lines of the message are one.
    """
    done = CliRunner().invoke(main, shlex.split(line), prog_name="rftheory")
    if done.exit_code == 2:
        assert done.stdout == "" and "Traceback" not in done.stderr
        raise Refused(" ".join(done.stderr.split()))


@functools.cache
def table() -> dict[str, Any]:
    return tomllib.loads(Path(__file__).with_name("refusals.toml").read_text(encoding="utf-8"))


def rows() -> list[Row]:
    return [
        Row(section, error, *row)
        for section, parts in table().items()
        if section != "given"
        for error, found in parts.items()
        if error != "given"
        for row in found
    ]


@functools.cache
def _names(section: str) -> dict[str, Any]:
    names = dict(_shared())
    exec(table()[section].get("given", ""), names)
    return names


@functools.cache
def _shared() -> dict[str, Any]:
    names: dict[str, Any] = {"command": command, "Refused": Refused}
    exec(table()["given"], names)
    return names


def problem(row: Row) -> str | None:
    """What is wrong with a row, and None if it is refused as it says."""
    names = _names(row.section)
    wanted = [row.name] if row.name else [word.arg for word in _call(row).keywords if word.arg]
    try:
        function = eval(row.callable, names)
        given, named = eval(f"(lambda *given, **named: (given, named))({row.arguments})", names)
        if not row.name:
            wanted += _parameters(function, given, named)
        function(*given, **named)
    except eval(row.error, {**vars(builtins), **names}) as error:
        message = " ".join(map(str, error.args)) if not isinstance(error, SyntaxError) else str(error)
    else:
        return "nothing is refused"
    if not re.search(row.words, message):
        return f"the message has other words: {message}"
    seen = [name for name in wanted if _has(message, name)]
    if row.name == "":
        return f"the message does name {', '.join(seen)}: {message}" if seen else None
    return None if seen else f"the message names none of {', '.join(wanted)}: {message}"


def _call(row: Row) -> ast.Call:
    call = ast.parse(f"_({row.arguments})", mode="eval").body
    assert isinstance(call, ast.Call)
    return call


def _parameters(function: Callable[..., Any], given: tuple[Any, ...], named: dict[str, Any]) -> Iterable[str]:
    """Names of the parameters that arguments give."""
    if function is command:
        return re.findall(r"(?<=--)[\w-]+", given[0])
    try:
        return inspect.signature(function).bind_partial(*given, **named).arguments
    except (TypeError, ValueError):
        return ()


def _has(message: str, name: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(name)}(?!\w)", message) is not None
