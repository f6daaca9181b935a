"""``rftheory show ID``: a statement with everything that is known of it."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import click

from rftheory.cli.options import (
    echo_json,
    find_entry,
    find_statements,
    json_flag,
    known_effort_options,
    open_store,
    statement_options,
)
from rftheory.statements.verdicts import OF_THE_CLAIM

_WIDTH = 80
#: parts of a finding that have a place of their own in the text
_SHOWN_APART = {*OF_THE_CLAIM, "chain", "refused", "error", "stopped"}


@click.command()
@click.argument("name", metavar="ID")
@json_flag
@known_effort_options
@statement_options
def show(
    name: str, as_json: bool, level: str | None, seed: int, extra: tuple[Path, ...], receipts: Path | None
) -> None:
    """Print a statement: what it says, its derivation, the figures of every judge, and what is wrong in it."""
    from rftheory.cli.rows import known_rows

    found = find_statements(extra)
    entry = find_entry(found, name)
    known = known_rows(found, open_store(receipts), level, seed)
    row, verdicts = known.rows[entry.id], known.verdicts.get(entry.id, {})
    if as_json:
        echo_json({**row, "verdicts": {judge: verdict.to_json() for judge, verdict in verdicts.items()}})
        return
    click.echo("\n".join(_head(row)))
    for judge, verdict in verdicts.items():
        click.echo(f"\n{judge.upper()}: {verdict.answer}")
        for finding in verdict.findings:
            click.echo("\n".join(_finding(finding.to_json())))
        click.echo("\n".join(_figures(verdict.figures, "  ")))
    if row["erratum"]:
        click.echo("\nERRATUM")
        click.echo("\n".join(erratum_text(row["erratum"])))
    if not verdicts:
        click.echo(f"\nNo fresh receipts: rftheory verify {entry.id} gives the derivation and all figures.")


def _head(row: Mapping[str, Any]) -> Iterator[str]:
    yield f"{row['id']} ({row['paper']}, {row['location']}; {row['kind']})"
    yield from _wrap(row["title"], "  ")
    if row["reading"]:
        yield from _wrap(f"read as: {row['reading']}", "  ")
    for name in ("needs", "print", "not_drawn"):
        said = row.get(name) or ""
        if said not in ("", "as read"):
            yield from _wrap(f"{name.replace('_', ' ')}: {'; '.join(said) if isinstance(said, list) else said}", "  ")
    source = {"receipts": f"receipts at level {row['level']}", "recorded": "the recorded ledger"}.get(row["source"])
    yield f"  status: {row['status']}{f' ({source})' if source else ''}"
    for note in [*row["notes"], *row["status_notes"]]:
        yield from _wrap(f"- {note}", "  ")
    for judge, answer in row["judges"].items():
        yield from _wrap(f"{judge}: {answer['verdict']} ({answer['reason']})", "  ")
    for kind, count in row.get("controls", {}).items():
        judges = ", ".join(f"{judge} {count[judge]}" for judge in row["judges"] if count.get(judge))
        yield f"  mutants of the {kind}: {count['refused']} of {count['made']} refused ({judges})"
    if row["rests_on"]:
        yield from _wrap(f"rests on: {', '.join(row['rests_on'])}", "  ")


def _finding(finding: Mapping[str, Any]) -> Iterator[str]:
    data = finding["data"]
    yield from _wrap(f"[{finding['role']}] {finding['claim']}: {finding['answer']}, {finding['reason']}", "  ")
    if data.get("says"):
        yield from _wrap(data["says"], "    ")
    if data.get("domain"):
        yield from _wrap(f"for {data['domain']}", "    ")
    if data.get("witness"):
        yield from _wrap(f"such as {_point(data['witness'])}", "    ")
    if data.get("tex"):
        yield from _wrap(f"in the paper's symbols: {data['tex']}", "    ")
    if data.get("form"):
        corrected = f"{data['corrects']} corrected: " if data.get("corrects") else ""
        yield from _wrap(f"{corrected}{data['form']}", "    ")
    for number, line in enumerate(data.get("chain", ())):
        relation = line.get("relation") or ("=" if number else " ")
        yield from _wrap(f"{relation} {line['expr']}", "      ")
        yield from _wrap(f"[{line['reason']}]", "          ")
        for condition in line.get("conditions", ()):
            yield from _wrap(f"[needs {condition}]", "          ")
    if data.get("counterexample"):
        yield from _counterexample(data, "    ")
    yield from _figures({key: value for key, value in data.items() if key not in _SHOWN_APART}, "    ")


def _counterexample(data: Mapping[str, Any], indent: str) -> Iterator[str]:
    yield from _wrap(f"at {_point(data['counterexample'])}:", indent)
    yield from _wrap(f"left  = {data['left']}", indent + "  ")
    yield from _wrap(f"right = {data['right']}", indent + "  ")


def _point(values: Mapping[str, str]) -> str:
    return ", ".join(f"{name} = {value}" for name, value in values.items())


def _figures(figures: Mapping[str, Any], indent: str) -> Iterator[str]:
    for key, value in figures.items():
        if isinstance(value, Mapping):
            yield f"{indent}{key}:"
            yield from _figures(value, indent + "  ")
        elif isinstance(value, list):
            yield f"{indent}{key}: {'none' if not value else ''}".rstrip()
            for item in value:
                text = ", ".join(f"{k} {v}" for k, v in item.items()) if isinstance(item, Mapping) else str(item)
                yield from _wrap(f"- {text}", indent + "  ")
        else:
            yield from _wrap(f"{key}: {value}", indent)


def erratum_text(erratum: Mapping[str, Any]) -> Iterator[str]:
    """The refuted claims and steps of one statement, with counterexamples and corrections."""
    from rftheory.statements.ledger import error_kind

    for item in erratum["claims"]:
        kind = "printed step" if item["role"] == "step" else "printed"
        place = f" ({item['location']})" if item["location"] else ""
        yield from _wrap(
            f"{kind} {item['claim']}{place}: {item.get('tex') or item['printed']['text'] or item['says']}", "  "
        )
        kind = error_kind(item)
        yield from _wrap(f"wrong{f' ({kind})' if kind else ''}: {item['flaw']}", "  ")
        if item.get("survives"):
            yield from _wrap(f"main results: {item['survives']}", "  ")
        if item["counterexample"]:
            yield from _counterexample(item, "  ")
        for correction in item["corrections"]:
            word = "other reading" if correction.get("role") == "reading" else "correct"
            yield from _wrap(f"{word} ({correction['name']}, {correction['status']}): {correction['says']}", "  ")
            if correction.get("needs"):
                yield from _wrap(f"needs {'; '.join(correction['needs'])}", "    ")
            if correction.get("tex") or correction["form"]["text"]:
                yield from _wrap(correction.get("tex") or correction["form"]["text"], "    ")
        if not item["corrections"]:
            yield "  no correction is known"


def _wrap(text: str, indent: str) -> list[str]:
    # long numbers stay whole: they are there to be copied
    return textwrap.wrap(
        text,
        _WIDTH,
        initial_indent=indent,
        subsequent_indent=indent + "  ",
        break_long_words=False,
        break_on_hyphens=False,
    )
