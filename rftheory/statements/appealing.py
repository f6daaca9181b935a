"""The appeals behind the rows of the ledger: steps that a derivation takes on the word of a named theorem.

The derivation judge records them with each claim (`evidence.appeals`). A row counts those of its own claims and of all
statements that it rests on, each once.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from rftheory.statements.verdicts import Verdict

Appeals = dict[str, Any]
#: what tells one appeal from another, in the order in which they are listed
_IDENTITY = ("module", "claim", "step", "theorem")


def appeals_behind(names: Iterable[str], verdicts: Mapping[str, Mapping[str, Verdict]]) -> Appeals:
    """Number and list of the appeals in the derivations of some statements."""
    found: dict[tuple[str, ...], dict[str, str]] = {}
    for name in names:
        verdict = verdicts.get(name, {}).get("derivation")
        for finding in verdict.findings if verdict else ():
            for appeal in finding.data.get("appeals", ()):
                found[tuple(appeal[key] for key in _IDENTITY)] = dict(appeal)
    return {"count": len(found), "list": [found[key] for key in sorted(found)]}


def unknown_appeals() -> Appeals:
    """What is said of a row whose derivations were not judged, or were recorded without their appeals."""
    return {"count": None, "list": []}


def rows_by_appeal(rows: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Every appeal of some rows, with the ids of the rows that need it."""
    found: dict[tuple[str, ...], dict[str, Any]] = {}
    for row in rows:
        for appeal in row.get("appeals", unknown_appeals())["list"]:
            key = tuple(appeal[name] for name in _IDENTITY)
            found.setdefault(key, {**appeal, "rows": []})["rows"].append(row["id"])
    return [found[key] for key in sorted(found)]


def counted(row: Mapping[str, Any]) -> str:
    """The number of appeals of a row for a table; empty if there is none, "?" if it is not known."""
    count = row.get("appeals", unknown_appeals())["count"]
    return "?" if count is None else str(count or "")
