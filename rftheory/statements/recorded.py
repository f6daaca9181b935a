"""The recorded ledger: what a new run is compared with, and what a fresh checkout lists.

It stands in ``proofs/ledger.json``.
"""

from __future__ import annotations

import json
from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path

import rftheory
from rftheory.statements.ledger import Row, Verdicts
from rftheory.statements.standing import rejected_by_draws


def recorded_path() -> Path:
    """The recorded ledger of this installation, or of this checkout, where the folder is a link to the one beside the package."""
    return (Path(rftheory.__file__).parent / "proofs").resolve() / "ledger.json"


# -- the recorded ledger -------------------------------------------------------------------------------------------


class DamagedLedger(ValueError):
    """A file that should be a recorded ledger and is not."""


@dataclass(frozen=True)
class Recorded:
    """The committed ledger, with the level and seed at which it was judged."""

    level: str
    seed: int
    rows: dict[str, Row]

    def to_text(self) -> str:
        value = {"level": self.level, "seed": self.seed, "statements": list(self.rows.values())}
        return json.dumps(value, indent=1, ensure_ascii=False) + "\n"

    @classmethod
    def from_rows(cls, rows: list[Row], level: str, seed: int) -> Recorded:
        return cls(level, seed, {row["id"]: row for row in rows})

    @classmethod
    def load(cls, path: Path) -> Recorded:
        """Read a recorded ledger; an absent one is empty.

        Raises:
            DamagedLedger: if the file is not a recorded ledger.
        """
        try:
            value = json.loads(path.read_text(encoding="utf-8"))
            return cls.from_rows(value["statements"], value["level"], value["seed"])
        except FileNotFoundError:
            return cls("standard", 0, {})
        except (ValueError, KeyError, TypeError) as error:
            raise DamagedLedger(
                f"{path} is not a recorded ledger ({error}); make it again with: rftheory ledger"
            ) from error


def changes(rows: list[Row], recorded: Recorded, level: str, seed: int) -> list[str]:
    """Verdicts that are not the recorded ones, in words.

    At the recorded level and seed every status and answer must be the same. With less or other effort an answer may be
    open where the record is settled (and the other way round), but it may not contradict it.
    """
    if rows and not recorded.rows:
        return [f"no verdicts are recorded yet for {len(rows)} statements (rftheory ledger records them)"]
    exact = (level, seed) == (recorded.level, recorded.seed)
    found = []
    for row in rows:
        old = recorded.rows.get(row["id"])
        if old is None:
            found.append(f"{row['id']}: {row['status']}, not recorded yet (rftheory ledger records it)")
            continue
        if _differ(old["status"], row["status"], exact):
            found.append(f"{row['id']}: status was {old['status']}, is {row['status']}")
        for judge, answer in row["judges"].items():
            before = old["judges"].get(judge, {"verdict": "not run"})["verdict"]
            if _differ(before, answer["verdict"], exact):
                found.append(f"{row['id']}: {judge} said {before}, says {answer['verdict']}")
    return found


def _differ(before: str, after: str, exact: bool) -> bool:
    if exact:
        return before != after
    decided = {
        "holds": "true",
        "proved": "true",
        "certified": "true",
        "refuted": "false",
        "conditional": "in part",
        "uncertain print": "uncertain",
        "conflict": "conflict",
    }
    return before in decided and after in decided and decided[before] != decided[after]


def not_proved(rows: list[Row], allowed: Collection[str]) -> list[str]:
    """What is neither proved nor of an allowed status, in words: for statements that no record speaks of."""
    lines = []
    for row in rows:
        if row["status"] not in ("proved", *allowed):
            hint = "" if row["status"] == "conflict" else f" (--allow {row['status']} accepts it)"
            lines.append(f"not proved: {row['id']} has no recorded verdict and is {row['status']}{hint}")
    return lines


def contradicted(rows: list[Row], verdicts: Verdicts) -> list[str]:
    """Conflicts between judges, and draws that reject what no proof refutes, in words: no record makes them right."""
    lines = [f"conflict: {row['id']}: the judges contradict each other" for row in rows if row["status"] == "conflict"]
    for row in rows:
        rejected = rejected_by_draws(verdicts[row["id"]].values())
        lines += [f"rejected by draws: {row['id']}, {finding.claim}: {finding.reason}" for finding in rejected]
    return lines
