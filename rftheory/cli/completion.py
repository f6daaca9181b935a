"""What the shell completes: ids, claims, plots, experiments, mechanisms; from files where that is quick.

In bash ``eval "$(_RFTHEORY_COMPLETE=bash_source rftheory)"`` turns it on; ``zsh_source`` and ``fish_source`` do in theirs.
"""

from __future__ import annotations

import os
import shlex
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

import click
from click.shell_completion import CompletionItem

if TYPE_CHECKING:
    from rftheory.cli.options import Command

_Completer = Callable[[click.Context, click.Parameter, str], list[CompletionItem]]


def _those_that_begin(names: Callable[[click.Context], Iterable[tuple[str, str]]]) -> _Completer:
    """Completes names, each with a word of help; a shell gets nothing rather than a traceback."""

    def complete(context: click.Context, _parameter: click.Parameter, begun: str) -> list[CompletionItem]:
        # what has spaces is quoted by the other shells themselves
        quoted = shlex.quote if os.environ.get("_RFTHEORY_COMPLETE", "").startswith("bash") else str
        try:
            return [CompletionItem(quoted(name), help=says) for name, says in names(context) if name.startswith(begun)]
        except Exception:  # whatever is wrong shows when the command runs
            return []

    return complete


def _ids(_context: click.Context) -> Iterable[tuple[str, str]]:
    from rftheory.statements.recorded import Recorded, recorded_path

    return ((name, str(row["title"])) for name, row in Recorded.load(recorded_path()).rows.items())


def _claims(context: click.Context) -> Iterable[tuple[str, str]]:
    from rftheory.statements.files import listed
    from rftheory.statements.loading import load

    # an id before an option without its value is not parsed yet
    name = context.params["name"] or context.args[0]
    return ((claim.name, "") for claim in listed(load(name)))


def _offered(package: str, attribute: str) -> _Completer:
    def names(_context: click.Context) -> Iterable[tuple[str, str]]:
        from rftheory.extensions.walking import offered_names

        return ((name, "") for name in offered_names(package, attribute))

    return _those_that_begin(names)


def _mechanisms(kinds: Iterable[str], *more: str) -> _Completer:
    """Names "family x coupling" of what functions of `catalogue` find, "x iid" left out too, and more names."""

    def names(_context: click.Context) -> Iterable[tuple[str, str]]:
        from rftheory.mechanisms import catalogue

        firsts = [
            name
            for what in kinds
            for kind in getattr(catalogue, f"{what}_classes")().values()
            for name in catalogue.names_of(kind)
        ]
        whole = [f"{first} x {second}" for first in firsts for second in catalogue.coupling_classes()]
        return ((name, "") for name in sorted({*firsts, *whole, *more}))

    return _those_that_begin(names)


IDS, CLAIMS = _those_that_begin(_ids), _those_that_begin(_claims)
PLOTS, EXPERIMENTS = _offered("rftheory.plots", "PLOT"), _offered("rftheory.experiments", "EXPERIMENT")

MECHANISMS, CLAIMED = _mechanisms(("family", "coefficient")), _mechanisms(("family",), "unknown", "deterministic")


def ids_argument() -> Callable[[Command], Command]:
    """Any number of ids or globs of statements."""
    return click.argument("ids", nargs=-1, metavar="[IDS or globs]...", shell_complete=IDS)
