"""The levels of effort: what each covers, and what a run at a lower level leaves open.

``quick`` is a quick look: it replays what is claimed and what corrects it, and encloses both at a few points; printed
intermediate steps and lemmas of our own are left out, and nothing is drawn or challenged.
``standard`` does everything, and ``full`` the same with more points, boxes, mutants and draws. What a level leaves out is
answered with ``not run`` and says so; it never counts for or against a statement.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from rftheory.statements.verdicts import Finding, Verdict

if TYPE_CHECKING:
    from rftheory.statements.claims import Claim

LEVELS = ("quick", "standard", "full")
#: what is judged at the level quick
_QUICK_JUDGES, _QUICK_ROLES = ("kernel", "enclosure"), ("claim", "correction", "reading")


def check_level(level: str) -> None:
    """Refuse other levels.

    Raises:
        ValueError: for another level than quick, standard or full.
    """
    if level not in LEVELS:
        raise ValueError(f"level must be one of {', '.join(LEVELS)}, got {level!r}")


def covers(level: str, claim: Claim) -> bool:
    """Whether a claim is judged at a level."""
    return level != "quick" or claim.role in _QUICK_ROLES


def left_out(level: str, claim: Claim) -> Finding:
    """The finding on a claim that a level does not cover."""
    return Finding(claim.name, claim.role, "not run", _not_run(level))


def without_judge(level: str, judge: str) -> Verdict | None:
    """The verdict of a judge that a level leaves out; None if it is to be asked."""
    if level != "quick" or judge in _QUICK_JUDGES:
        return None
    return Verdict(judge, (Finding("", "claim", "not run", _not_run(level)),))


def _not_run(level: str) -> str:
    return f"not run at level {level}"


def is_below(level: str, other: str) -> bool:
    """Whether a level makes less effort than another one."""
    return LEVELS.index(level) < LEVELS.index(other)


def not_reached(rows: Sequence[Mapping[str, Any]], recorded: Mapping[str, Mapping[str, Any]]) -> list[str]:
    """The statements whose recorded status needs more effort than this run made, in words.

    A status that contradicts the record is a change and is not among them (see `recorded.changes`).
    """
    settled = ("proved", "conditional", "certified", "refuted", "uncertain print", "conflict")
    lines = []
    for row in rows:
        before, after = recorded.get(row["id"], {}).get("status", row["status"]), row["status"]
        if after != before and after not in settled:
            lines.append(f"{row['id']}: recorded {before}, here {after}")
    return lines
