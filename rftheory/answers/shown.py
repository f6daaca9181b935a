"""One statement, or what is wrong in print, in text of 80 columns with everything that is known."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from rftheory.answers.known import Receipts, Statements, found_in, known
from rftheory.printing import Printed
from rftheory.statements.ledger import Row, error_kind
from rftheory.statements.lines import TICK, shown_lines
from rftheory.statements.verdicts import OF_THE_CLAIM, Verdict

_WIDTH = 80
#: parts of a finding that have a place of their own in the text
_SHOWN_APART = {*OF_THE_CLAIM, "chain", "lines", "refused", "error", "stopped"}


@dataclass(frozen=True, repr=False)
class Shown(Printed):
    """A statement with what is known of it; its text is what ``rftheory show`` prints.

    Attributes:
        row: as in the ledger, with ``source`` (receipts, recorded or none) and ``level``.
        verdicts: of the judges that have fresh receipts.
        command: what judges it.
    """

    row: Row
    verdicts: Mapping[str, Verdict]
    command: str

    def to_json(self) -> dict[str, Any]:
        return {**self.row, "verdicts": {judge: verdict.to_json() for judge, verdict in self.verdicts.items()}}

    def __str__(self) -> str:
        return "\n".join(self._lines())

    def _lines(self) -> Iterator[str]:
        yield from _head(self.row)
        if not self.verdicts:
            yield from _claim_lines(self.row.get("claims", ()))
        is_proved = self.row["status"] == "proved"
        for judge, verdict in self.verdicts.items():
            yield f"\n{judge.upper()}: {verdict.answer}"
            for finding in verdict.findings:
                yield from finding_lines(finding.to_json(), is_proved)
            yield from _figures(verdict.figures, "  ")
        for remark in self.row.get("remarks", ()):
            yield f"\nREMARK on {remark['claim']}: {remark['says']}"
        if self.row["erratum"]:
            yield "\nERRATUM"
            yield from _erratum(self.row["erratum"])
        if not self.verdicts:
            yield f"\nNo fresh receipts: {self.command} gives the derivation and all figures."


@dataclass(frozen=True, repr=False)
class Errata(Printed):
    """The statements with an erratum among those that were asked for; the text is what ``rftheory errata`` prints."""

    rows: tuple[Row, ...]
    asked: int

    def to_json(self) -> list[dict[str, Any]]:
        keys = ("id", "paper", "location", "kind", "title", "status", "erratum")
        return [{key: row[key] for key in keys} for row in self.rows]

    def __len__(self) -> int:
        return len(self.rows)

    def __iter__(self) -> Iterator[Row]:
        return iter(self.rows)

    def __str__(self) -> str:
        parts = []
        for row in self.rows:
            parts.append(f"{row['id']} ({row['paper']}, {row['location']}): {row['title']} [{row['status']}]")
            parts += [*_erratum(row["erratum"]), ""]
        return "\n".join([*parts, f"{len(self)} of {self.asked} statements have an erratum"])


def show(
    id: str,  # noqa: A002 - the name that everybody has for it
    *,
    level: str | None = None,
    seed: int = 0,
    statements: Statements = (),
    receipts: Receipts = None,
) -> Shown:
    """A statement: what it says, its derivation, the figures of every judge, and what is wrong in it.

    Nothing is judged: fresh receipts are read where there are any, else the recorded ledger.

    >>> show("hrf.lemma-2.4").row["status"]
    'proved'

    Args:
        id: of the statement.
        level: of the receipts that are read: quick, standard or full; by default the highest that there are.
        seed: of these receipts.
        statements: package directories of your own, beside the built-in ones.
        receipts: where receipts are kept.

    Raises:
        UnknownStatement: if there is none; the message suggests the nearest ids.
    """
    found = found_in(statements)
    name = found.get(id).id
    answer = known(found, receipts, level, seed, [name], alone=True)
    return Shown(answer.rows[name], answer.verdicts.get(name, {}), found.verify_command(name))


def errata(
    paper: str | None = None, ids: Iterable[str] = (), *, statements: Statements = (), receipts: Receipts = None
) -> Errata:
    """What is wrong in print, each with a counterexample and the correction.

    >>> [row["status"] for row in errata("hrf", ["hrf.lemma-3.2*"])]
    ['refuted']

    Args:
        paper: its short name, such as "hrf"; all papers by default.
        ids: of statements, or globs; all by default.
        statements, receipts: as of `show`.

    Raises:
        UnknownStatement: if an id or glob matches nothing.
        ValueError: for a paper without statements.
    """
    found = found_in(statements)
    papers = sorted({entry.paper for entry in found.entries.values()})
    if paper not in (None, *papers):
        raise ValueError(f"paper must be one of {', '.join(papers)}, got {paper!r}")
    chosen = [entry for entry in found.select(ids) if paper in (None, entry.paper)]
    rows = known(found, receipts, ids=[entry.id for entry in chosen], alone=True).rows
    return Errata(tuple(rows[entry.id] for entry in chosen if rows[entry.id]["erratum"]), len(chosen))


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


def _claim_lines(claims: Iterable[Mapping[str, str]]) -> Iterator[str]:
    """What a record keeps of the claims."""
    for number, claim in enumerate(claims):
        if not number:
            yield "\nCLAIMS"
        yield from _wrap(": ".join(filter(None, (claim["name"], claim["says"]))), "  ")
        if claim["domain"]:
            yield from _wrap(f"for {claim['domain']}", "    ")
        if claim["form"]:
            yield from _wrap(claim["form"], "    ")
        if claim.get("latex"):
            yield from _wrap(f"LaTeX: {claim['latex']}", "    ")


def finding_lines(finding: Mapping[str, Any], is_proved: bool = False) -> Iterator[str]:
    """What a judge found of one claim; for ``is_proved`` see `shown_lines`."""
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
    if data.get("latex") and not data.get("tex"):
        yield from _wrap(f"LaTeX: {data['latex']}", "    ")
    chain = shown_lines(data.get("chain", ()), data.get("lines", {}), is_proved)
    for line in chain.lines:
        yield from _wrap(f"{line.relation or ' '} {line.text}", "      ")
        yield from _wrap(f"[{line.reason}]{f' {TICK}' if line.is_replayed else ''}", "          ")
        if line.stopped:
            yield from _wrap(f"[{line.mark}]", "          ")
    if chain.left_out:
        yield from _wrap(f"[{chain.left_out}]", "      ")
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


def _erratum(erratum: Mapping[str, Any]) -> Iterator[str]:
    """The refuted claims and steps of one statement, with counterexamples and corrections."""
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
