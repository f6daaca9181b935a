"""The ledger: one row per statement with its status, its judges, what it rests on and what is wrong in print.

``proofs/ledger.json`` is the recorded ledger: what a new run is compared with, and what a fresh checkout lists.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import networkx as nx

import rftheory
from rftheory.statements.dependencies import cycles, judging_order, rests_on
from rftheory.statements.discovery import Discovery, Entry
from rftheory.statements.verdicts import (
    JUDGES,
    MUTANTS,
    SOUND,
    Finding,
    Standing,
    Status,
    Verdict,
    assess,
    foundation,
    rejected_by_draws,
    uncertain_prints,
)

Row = dict[str, Any]
#: what an erratum is called of which nobody knows what was printed
UNCERTAIN: Status = "uncertain print"
Verdicts = Mapping[str, Mapping[str, Verdict]]


def recorded_path() -> Path:
    """The recorded ledger of this checkout or installation."""
    return Path(rftheory.__file__).parent.parent / "proofs" / "ledger.json"


def build_rows(found: Discovery, graph: nx.DiGraph, verdicts: Verdicts) -> list[Row]:
    """The rows of all statements that have verdicts, in the order of their ids."""
    standings = settle(graph, verdicts)
    return [_row(found.entries[name], graph, verdicts, standings) for name in found.entries if name in verdicts]


def settle(graph: nx.DiGraph, verdicts: Verdicts) -> dict[str, Standing]:
    """The status of every judged statement, each after all that it rests on."""
    standings: dict[str, Standing] = {}
    worth: dict[str, str] = {name: "circular" for group in cycles(graph) for name in group}
    for name in judging_order(graph):
        if name not in verdicts:
            worth.setdefault(name, "not judged")
            continue
        own = verdicts[name].values()
        ancestors = {other: worth[other] for other in rests_on(graph, name)}
        if worth.get(name) == "circular":
            ancestors[name] = "circular"
        standing = assess(own, ancestors)
        corrected = [a for a in ancestors if a in standings and standings[a].status == "refuted" and worth[a] in SOUND]
        if corrected:
            note = f"rests on the corrected form of {', '.join(corrected)}"
            standing = replace(standing, notes=(*standing.notes, note))
        standings[name] = standing
        worth.setdefault(name, foundation(standing.status, own))
    return standings


def _row(entry: Entry, graph: nx.DiGraph, verdicts: Verdicts, standings: Mapping[str, Standing]) -> Row:
    own = verdicts[entry.id]
    standing = standings[entry.id]
    ancestors = rests_on(graph, entry.id)
    # a correction stands on the same foundations as the statement that it repairs
    worth = {a: foundation(standings[a].status, verdicts[a].values()) for a in ancestors if a in standings}
    worth.update({a: "not judged" for a in ancestors if a not in standings})
    errors = list(_errors(own, worth))
    return {
        "id": entry.id,
        "paper": entry.paper,
        "location": entry.location,
        "kind": entry.kind,
        "title": entry.title,
        "reading": entry.reading,
        "notes": list(entry.notes),
        "not_drawn": entry.not_drawn,
        "needs": _needs(own),
        "print": _print(own),
        "status": standing.status,
        "status_notes": list(standing.notes),
        "judges": {
            judge: {"verdict": own[judge].answer, "reason": own[judge].reason}
            if judge in own
            else {"verdict": "not run", "reason": "this judge has not been run"}
            for judge in JUDGES
        },
        "kernel": replay_counts(own),
        "controls": control_counts(own),
        "rests_on": ancestors,
        "erratum": {"wrong": _summary(errors), "claims": errors} if errors else None,
    }


def _needs(own: Mapping[str, Verdict]) -> list[str]:
    """The conditions that the claims of a row have and the paper does not print, each once, in the order of the claims."""
    claims = (f for judge in ("derivation", "enclosure") if judge in own for f in own[judge].of_role("claim"))
    return list(dict.fromkeys(need for f in claims for need in f.data.get("needs", ())))


def _print(own: Mapping[str, Verdict]) -> str:
    """Whether a claim or a step of a row was restored from a damaged text."""
    found = (f.data.get("print") for judge in own for f in own[judge].of_role("claim", "step"))
    return "restored" if "restored" in found else "as read"


def replay_counts(own: Mapping[str, Verdict]) -> dict[str, Any]:
    """What the kernel has replayed of the claims and corrections that are derived, and what it has not.

    ``claims`` of which ``replayed``, with the ``axioms`` that these rest on and how many ``steps`` of the kernel they took;
    ``left`` counts the steps of the chains that are not replayed, ``open`` says for each claim what stopped the search.
    """
    derived = {f.claim: f for f in _findings_of(own, "derivation") if f.answer == "holds"}
    of_kernel = list(_findings_of(own, "kernel"))
    replayed = [f for f in of_kernel if f.answer == "holds"]
    left = derived.keys() - {f.claim for f in replayed}
    return {
        "claims": len(derived),
        "replayed": len(replayed),
        "steps": sum(f.data.get("steps", 0) for f in replayed),
        "left": sum(max(len(f.data.get("chain", ())) - 1, 1) for name, f in derived.items() if name in left),
        "axioms": sorted({axiom for f in replayed for axiom in f.data.get("axioms", ())}),
        "open": {f.claim: f.reason for f in of_kernel if f.claim in left},
    }


def _findings_of(own: Mapping[str, Verdict], judge: str) -> Iterator[Finding]:
    return own[judge].of_role("claim", "correction", "reading") if judge in own else iter(())


def control_counts(own: Mapping[str, Verdict]) -> dict[str, dict[str, int]]:
    """The mutants of a statement by kind: how many were made, refused, and refused by whom; kinds without any are left out."""
    figures = own["controls"].figures if "controls" in own else {}
    counts = {kind: dict(figures.get(f"{kind}_mutants", {})) for kind in MUTANTS}
    return {kind: count for kind, count in counts.items() if count.get("made")}


def _summary(errors: list[dict[str, Any]]) -> str:
    return " ".join(sentence(error["flaw"]) for error in errors)


def sentence(text: str) -> str:
    """A text with the point that ends it."""
    return text if text.endswith(".") else f"{text}."


def error_kind(item: Mapping[str, Any]) -> str:
    """The class of an erratum, or that nobody knows what was printed; empty in a ledger recorded before there were classes."""
    return UNCERTAIN if item.get("uncertain_print") else str(item.get("class") or "")


def _errors(own: Mapping[str, Verdict], ancestors: Mapping[str, str]) -> Iterator[dict[str, Any]]:
    """The claims and printed steps that a rigorous judge refuted, each with the form that repairs it."""
    refuted: dict[str, list[tuple[str, Finding]]] = {}
    for judge in ("derivation", "enclosure"):
        for finding in own[judge].of_role("claim", "step") if judge in own else ():
            if finding.answer == "refuted":
                refuted.setdefault(finding.claim, []).append((judge, finding))
    uncertain = uncertain_prints(own)
    # what the row claims comes before the steps on its way
    for claim, findings in sorted(refuted.items(), key=lambda item: item[1][0][1].role != "claim"):
        # the enclosure judge, which comes last, tries the stated counterexample first
        data = {key: value for _, finding in findings for key, value in finding.data.items() if value}
        yield {
            "claim": claim,
            "role": findings[0][1].role,
            "says": data.get("says", ""),
            "location": data.get("location", ""),
            "flaw": data.get("flaw") or findings[-1][1].reason,
            "printed": {"text": data.get("printed_text", ""), "latex": data.get("printed", "")},
            "counterexample": data.get("counterexample", {}),
            "left": data.get("left", ""),
            "right": data.get("right", ""),
            "refuted_by": [judge for judge, _ in findings],
            "class": data.get("class", ""),
            "survives": data.get("survives", ""),
            "tex": data.get("tex", ""),
            "print": data.get("print", "as read"),
            "uncertain_print": claim in uncertain,
            "corrections": list(_corrections(own, claim, ancestors)),
        }


def _corrections(own: Mapping[str, Verdict], claim: str, ancestors: Mapping[str, str]) -> Iterator[dict[str, Any]]:
    found: dict[str, dict[str, Any]] = {}
    for verdict in own.values():
        for finding in verdict.of_role("correction", "reading"):
            if finding.data.get("corrects") == claim:
                found.setdefault(finding.claim, {**finding.data, "role": finding.role})
    for name, data in found.items():
        yield {
            "name": name,
            "role": data["role"],
            "says": data.get("says", ""),
            "domain": data.get("domain", ""),
            "needs": list(data.get("needs", ())),
            "tex": data.get("tex", ""),
            "form": {"text": data.get("form", ""), "latex": data.get("latex", "")},
            "status": correction_status(own, name, ancestors),
        }


def correction_status(own: Mapping[str, Verdict], name: str, ancestors: Mapping[str, str]) -> str:
    """The status that the correction would have as a statement of its own: its conditions are what it says."""
    alone = [
        replace(
            verdict,
            findings=tuple(
                replace(f, role="claim", data={**f.data, "needs": []}) if f.claim == name else f
                for f in verdict.findings
                if f.claim == name or f.role == "lemma"
            ),
        )
        for verdict in own.values()
    ]
    return assess(alone, ancestors).status


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
        "derived": "true",
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
        if row["status"] not in (*SOUND, *allowed):
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
