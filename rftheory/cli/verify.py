"""``rftheory verify`` judges statements; ``rftheory ledger`` records what they are found to be."""

from __future__ import annotations

import json
import signal
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from rftheory.cli.options import (
    effort_options,
    executing,
    executor_options,
    find_statements,
    ids_argument,
    receipts_option,
    seed_option,
    statement_options,
    writable,
)

if TYPE_CHECKING:
    from rftheory.answers.judged import Judged
    from rftheory.statements.discovery import Discovery

#: exit status if a verdict is not the recorded one, or something could not be judged
CHANGED = 1
_workers = executor_options("processes", more=" (statements of your own are always judged in processes)")


def _allowed(_context: click.Context, _option: click.Parameter, value: str) -> frozenset[str]:
    """The statuses of --allow.

    Raises:
        click.BadParameter: for a name that is no status, or that is never allowed.
    """
    from rftheory.answers.judged import check_allowed

    try:
        return check_allowed([name.strip() for name in value.split(",")] if value.strip() else [])
    except ValueError as error:
        raise click.BadParameter(f"{error}; commas stand between them") from error


@click.command(context_settings={"show_default": False})
@ids_argument
@effort_options
@_workers
@click.option(
    "--json",
    "json_file",
    type=click.Path(path_type=Path),
    callback=writable,
    metavar="FILE",
    help="Write JSON (- for stdout).",
)
@click.option(
    "--allow",
    default="",
    callback=_allowed,
    metavar="STATUS,...",
    help="Statuses allowed without a recorded verdict, besides proved.",
)
@statement_options
def verify(
    ids: tuple[str, ...],
    level: str,
    seed: int,
    jobs: int | None,
    executor: str,
    json_file: Path | None,
    allow: frozenset[str],
    extra: tuple[Path, ...],
    receipts: Path | None,
) -> None:
    """Judge statements, and all that they rest on.

    Without ids, all statements are judged, or with --statements only those of your packages. Level quick proves
    claims and corrections, and encloses them at a few points; it skips printed intermediate steps, draws and
    controls. Level standard does everything; full uses more points, boxes, mutants and draws. A status that a lower
    level cannot reach is listed, but is not a change.

    Exit status: 0 if every verdict is the recorded one and every statement without a record is proved (or allowed); 1
    if not, if judges contradict each other, or if draws reject a claim that no proof refutes; 2 for bad use; 130
    after Ctrl-C (finished work is kept).
    """
    from rich.console import Console

    from rftheory.answers.known import keep_tables
    from rftheory.cli.tables import print_report

    found = find_statements(extra)
    judged = _run(found, ids, level, seed, jobs, executor, receipts, allow)
    if not ids and not extra:
        keep_tables(receipts)
    if json_file is not None:
        _write_json(json_file, judged.to_json())
    if json_file != Path("-"):
        print_report(Console(), judged.rows, judged.outcome.verdicts)
        for line in judged.not_reached:
            Console().print(f"not reached at level {level}: {line}", markup=False, highlight=False, soft_wrap=True)
    _say(judged.trouble)
    raise SystemExit(0 if judged.passed else CHANGED)


def _run(
    found: Discovery,
    ids: tuple[str, ...],
    level: str,
    seed: int,
    jobs: int | None,
    executor: str,
    receipts: Path | None,
    allow: frozenset[str] = frozenset(),
) -> Judged:
    from rftheory.answers.judged import verify as judge
    from rftheory.answers.known import store_at
    from rftheory.cli.progress import Display, Judging

    store = store_at(receipts)
    _interrupt_on_termination()
    with Display() as display:
        judging = Judging(display)

        def kept() -> str:
            display.__exit__()
            return (
                f"{judging.finished} of {judging.total} checks are finished and kept in {store.directory}; "
                "run the same command again to go on"
            )

        with executing(kept):
            return judge(
                ids, level=level, seed=seed, executor=executor, workers=jobs, allow=allow, statements=found,
                receipts=store, observer=judging,
            )  # fmt: skip


def _interrupt_on_termination() -> None:
    """Let SIGTERM end a run as Ctrl-C does: workers are stopped, what is finished is kept."""

    def interrupt(_signal: int, _frame: object) -> None:
        raise KeyboardInterrupt

    if threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGTERM, interrupt)


def _write_json(path: Path, document: dict[str, Any]) -> None:
    text = json.dumps(document, indent=1, ensure_ascii=False)
    if path == Path("-"):
        click.echo(text)
        return
    try:
        path.write_text(text + "\n", encoding="utf-8")
    except OSError as error:
        raise click.FileError(str(path), error.strerror or str(error)) from error


def _say(lines: Sequence[str]) -> None:
    from rich.console import Console

    console = Console(stderr=True)
    for line in lines:
        console.print(line, markup=False, highlight=False, soft_wrap=True)


@click.command()
@_workers
@receipts_option
@seed_option
def ledger(jobs: int | None, executor: str, receipts: Path | None, seed: int) -> None:
    """Judge everything at standard level and record it.

    Writes LEDGER.md, ERRATA.md, errata/ and proofs/ledger.json of this checkout, with which later runs of
    verify are compared. Nothing is written if a statement file is broken or a judge stops with an error.
    """
    from rftheory.answers.judged import recorded_pages
    from rftheory.answers.known import keep_tables
    from rftheory.statements.recorded import recorded_path

    home = recorded_path().parent.parent
    if not (home / "pyproject.toml").is_file():
        raise click.UsageError(f"the ledger is recorded in a checkout; {home} is none")
    judged = _run(find_statements(()), (), "standard", seed, jobs, executor, receipts)
    _say(judged.unjudged)
    if judged.unjudged:
        raise click.ClickException("the ledger was not written")
    files = recorded_pages(judged)
    for file, text in files.items():
        _replace(file, text)
    keep_tables(receipts)
    click.echo(f"{len(judged.rows)} statements recorded in {', '.join(file.name for file in files)}")


def _replace(path: Path, text: str) -> None:
    try:
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise click.FileError(str(path), error.strerror or str(error)) from error
