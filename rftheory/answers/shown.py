"""One statement, or what is wrong in print, in text of 80 columns with everything that is known."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from rftheory.answers.known import Receipts, Statements, found_in, known
from rftheory.printing import Printed
from rftheory.statements.ledger import Row
from rftheory.statements.text import erratum_lines
from rftheory.statements.view import View


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
            parts += [*(line for error in View(row).errors for line in erratum_lines(error)), ""]
        return "\n".join([*parts, f"{len(self)} of {self.asked} statements have an erratum"])


def show(
    id: str,  # noqa: A002 - the name that everybody has for it
    *,
    level: str | None = None,
    seed: int = 0,
    statements: Statements = (),
    receipts: Receipts = None,
) -> View:
    """A statement: its claims, its derivation, the verdicts with figures, and its errors.

    Nothing is judged: verdicts come from fresh receipts, or else from the recorded ledger.

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
    return View(answer.rows[name], answer.verdicts.get(name, {}), found.verify_command(name))


def errata(
    paper: str | None = None, ids: Iterable[str] = (), *, statements: Statements = (), receipts: Receipts = None
) -> Errata:
    """The errors in print, each with a counterexample and a correction.

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
