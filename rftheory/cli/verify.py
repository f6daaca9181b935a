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
    find_statements,
    load_recorded,
    open_store,
    receipts_option,
    statement_options,
)

if TYPE_CHECKING:
    from rich.console import Console

    from rftheory.judges.pipeline import Outcome
    from rftheory.statements.discovery import Discovery
    from rftheory.statements.ledger import Row
    from rftheory.statements.receipts import ReceiptStore

#: exit statuses: a verdict is not the recorded one, or something could not be judged; ended by Ctrl-C
CHANGED, INTERRUPTED = 1, 130


def _executor_option(command: Any) -> Any:
    command = click.option("--jobs", type=click.IntRange(min=1), metavar="N", help="Workers [default: cores].")(command)
    return click.option(
        "--executor",
        type=click.Choice(["processes", "threads"]),
        default="processes",
        show_default=True,
        help="What the workers are (statements of your own are always judged in processes).",
    )(command)


def _allowed(_context: click.Context, _option: click.Parameter, value: str) -> frozenset[str]:
    """The statuses of --allow.

    Raises:
        click.BadParameter: for a name that is no status, or that is never allowed.
    """
    from rftheory.statements.verdicts import STATUSES

    names = [name.strip() for name in value.split(",")] if value.strip() else []
    choices = [status for status in STATUSES if status not in ("proved", "derived", "conflict")]
    for name in names:
        if name not in choices:
            raise click.BadParameter(f"must be names among {', '.join(choices)}, with commas between, got {name!r}")
    return frozenset(names)


def _target(_context: click.Context, _option: click.Parameter, value: Path | None) -> Path | None:
    """A file that can be written, tested before anything is judged for it.

    Raises:
        click.BadParameter: if it cannot.
    """
    if value is None or value == Path("-") or (value.exists() and not (value.is_file() or value.is_dir())):
        return value
    is_new = not (value.exists() or value.is_symlink())
    try:
        value.open("a").close()
        if is_new:
            value.unlink()
    except OSError as error:
        raise click.BadParameter(f"{value} cannot be written: {error.strerror or error}") from error
    return value


@click.command(context_settings={"show_default": False})
@click.argument("ids", nargs=-1, metavar="[IDS or globs]...")
@effort_options
@_executor_option
@click.option(
    "--json",
    "json_file",
    type=click.Path(path_type=Path),
    callback=_target,
    metavar="FILE",
    help="Write JSON (- for stdout).",
)
@click.option(
    "--allow",
    default="",
    callback=_allowed,
    metavar="STATUS,...",
    help="What statements without a recorded verdict may be, besides proved.",
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

    Level quick derives what is claimed or corrected and encloses it at a few points; it leaves out printed intermediate
    steps, draws and controls. Level standard does everything; full uses more points, boxes, mutants and draws. A
    status that a lower level does not reach is named, and is no change.

    Exit status: 0 if every verdict is the recorded one and what is not recorded is proved (or allowed), 1 if not, or if
    judges are in conflict, or draws reject what no proof refutes; 2 for bad use, 130 after Ctrl-C (what is finished is
    kept).
    """
    from rich.console import Console

    from rftheory.cli.tables import mutant_shares, print_report
    from rftheory.statements.effort import is_below, not_reached
    from rftheory.statements.ledger import build_rows, changes, contradicted, not_proved
    from rftheory.statements.pages import count_statuses

    recorded = load_recorded()
    found = find_statements(extra)
    outcome = _run(found, ids, level, seed, jobs, executor, open_store(receipts))
    rows = build_rows(found, outcome.graph, outcome.verdicts)
    own_rows = [row for row in rows if found.is_recorded(row["id"])]
    changed = changes(own_rows, recorded, level, seed)
    short = not_reached(own_rows, recorded.rows) if is_below(level, recorded.level) else []
    if not ids:
        gone = sorted(set(recorded.rows) - set(found.entries))
        changed += [f"{name}: recorded, but there is no such statement any more" for name in gone]
    others = [row for row in rows if not found.is_recorded(row["id"])]
    wrong = [*not_proved(others, allow), *contradicted(rows, outcome.verdicts)]
    if json_file is not None:
        document = {
            "level": level,
            "seed": seed,
            "statements": rows,
            "counts": count_statuses(rows),
            "controls": mutant_shares(outcome.verdicts),
            "changed": changed,
            "wrong": wrong,
            "outside": outcome.outside,
            "not_reached": short,
            "broken": [{"file": str(p.path), "message": p.message} for p in found.problems],
            "errors": [{"id": i, "judge": j, "message": m} for i, j, m in outcome.errors],
        }
        _write_json(json_file, document)
    if json_file != Path("-"):
        print_report(Console(), rows, outcome.verdicts)
        for line in short:
            Console().print(f"not reached at level {level}: {line}", markup=False, highlight=False, soft_wrap=True)
    failed = _report_trouble(Console(stderr=True), found, outcome, [*(f"changed: {line}" for line in changed), *wrong])
    raise SystemExit(CHANGED if failed else 0)


def _run(
    found: Discovery,
    ids: tuple[str, ...],
    level: str,
    seed: int,
    jobs: int | None,
    executor: str,
    store: ReceiptStore,
) -> Outcome:
    from rich.console import Console

    from rftheory.cli.progress import ProgressDisplay
    from rftheory.judges import pipeline
    from rftheory.statements.discovery import UnknownStatement

    if not found.entries:
        raise click.ClickException("no statement was found: nothing was verified")
    _interrupt_on_termination()
    with ProgressDisplay(Console(stderr=True)) as display:
        try:
            return pipeline.verify(
                found, ids, store=store, level=level, seed=seed, jobs=jobs, executor=executor, observer=display
            )
        except UnknownStatement as error:
            raise click.UsageError(str(error)) from error
        except KeyboardInterrupt:
            display.__exit__()
            click.echo(
                f"interrupted: {display.finished} of {display.total} checks are finished and kept in "
                f"{store.directory}; run the same command again to go on",
                err=True,
            )
            raise SystemExit(INTERRUPTED) from None


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


def _report_trouble(console: Console, found: Discovery, outcome: Outcome, more_lines: Sequence[str]) -> bool:
    """Say what went wrong; whether anything did."""
    lines = [f"broken statement file {problem}" for problem in found.problems]
    by_message: dict[str, list[tuple[str, str]]] = {}
    for name, judge, message in outcome.errors:
        by_message.setdefault(message, []).append((name, judge))
    for message, places in by_message.items():
        names = list(dict.fromkeys(name for name, _ in places))
        judges = ", ".join(dict.fromkeys(judge for _, judge in places))
        more = f" and {len(names) - 1} more statements" if len(names) > 1 else ""
        lines.append(f"error in {names[0]} ({found.entries[names[0]].path}){more}, {judges}: {message}")
    lines += more_lines
    for line in lines:
        console.print(line, markup=False, highlight=False, soft_wrap=True)
    return bool(lines)


@click.command()
@_executor_option
@receipts_option
@click.option("--seed", type=click.IntRange(min=0), default=0, show_default=True, help="Root of all randomness.")
def ledger(jobs: int | None, executor: str, receipts: Path | None, seed: int) -> None:
    """Judge everything at standard level and record it.

    Writes LEDGER.md, ERRATA.md, errata/ and proofs/ledger.json of this checkout, with which later runs of
    verify are compared. Nothing is written if a statement file is broken or a judge stops with an error.
    """
    from rich.console import Console

    from rftheory.statements import errata, pages
    from rftheory.statements import ledger as ledger_rows
    from rftheory.statements.papers import PAPERS
    from rftheory.statements.trials import load_trials, trials_path

    path = ledger_rows.recorded_path()
    if not (path.parent.parent / "pyproject.toml").is_file():
        raise click.UsageError(f"the ledger is recorded in a checkout; {path.parent.parent} is none")
    found = find_statements(())
    outcome = _run(found, (), "standard", seed, jobs, executor, open_store(receipts))
    rows: list[Row] = ledger_rows.build_rows(found, outcome.graph, outcome.verdicts)
    if _report_trouble(Console(stderr=True), found, outcome, []):
        raise click.ClickException("the ledger was not written")
    files = {
        path: ledger_rows.Recorded.from_rows(rows, "standard", seed).to_text(),
        path.parent.parent / "LEDGER.md": pages.ledger_page(rows, "standard", seed, load_trials(trials_path())),
        path.parent.parent / "ERRATA.md": errata.index_page(rows),
    }
    for paper in PAPERS:
        files[path.parent.parent / "errata" / f"{paper}.md"] = errata.paper_page(paper, rows)
    for file, text in files.items():
        _replace(file, text)
    click.echo(f"{len(rows)} statements recorded in {', '.join(file.name for file in files)}")


def _replace(path: Path, text: str) -> None:
    try:
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise click.FileError(str(path), error.strerror or str(error)) from error
