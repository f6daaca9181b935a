"""A statement, or what is wrong in print, as text of 80 columns."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from rftheory.printing import folded
from rftheory.statements.ledger import Row
from rftheory.statements.lines import TICK
from rftheory.statements.view import ClaimView, Erratum, View, coordinate


def shown(view: View) -> Iterator[str]:
    """A statement with everything that is known of it, line by line."""
    row = view.row
    yield from _head(row)
    if view.claims:
        yield "\nCLAIMS"
    for claim in view.claims:
        yield from claim_lines(claim)
    for judge, verdict in view.verdicts.items():
        yield f"\n{judge.upper()}: {verdict.answer}"
        yield from _figures(verdict.figures, "  ")
    for remark in row.get("remarks", ()):
        yield f"\nREMARK on {remark['claim']}: {remark['says']}"
    if view.errors:
        yield "\nERRATUM"
    for error in view.errors:
        yield from erratum_lines(error)
    if not view.verdicts:
        yield f"\nNo fresh receipts: {view.command} gives the derivation and all figures."


def _head(row: Row) -> Iterator[str]:
    yield f"{row['id']} ({row['paper']}, {row['location']}; {row['kind']})"
    yield from folded(row["title"], "  ")
    if row["reading"]:
        yield from folded(f"read as: {row['reading']}", "  ")
    for name in ("needs", "print", "not_drawn"):
        said = row.get(name) or ""
        if said not in ("", "as read"):
            yield from folded(f"{name.replace('_', ' ')}: {'; '.join(said) if isinstance(said, list) else said}", "  ")
    source = {"receipts": f"receipts at level {row['level']}", "recorded": "the recorded ledger"}.get(row["source"])
    yield f"  status: {row['status']}{f' ({source})' if source else ''}"
    for note in [*row["notes"], *row["status_notes"]]:
        yield from folded(f"- {note}", "  ")
    for judge, answer in row["judges"].items():
        yield from folded(f"{judge}: {answer['verdict']} ({answer['reason']})", "  ")
    for kind, count in row.get("controls", {}).items():
        judges = ", ".join(f"{judge} {count[judge]}" for judge in row["judges"] if count.get(judge))
        yield f"  mutants of the {kind}: {count['refused']} of {count['made']} refused ({judges})"
    if row["rests_on"]:
        yield from folded(f"rests on: {', '.join(row['rests_on'])}", "  ")


def claim_lines(claim: ClaimView) -> Iterator[str]:
    """A claim: what it says, its formula, its lines with ticks, and what each judge found."""
    data, role = claim.data, "" if claim.role == "claim" else f"[{claim.role}] "
    yield from folded(role + ": ".join(filter(None, (claim.name, data.get("says", "")))), "  ")
    if data.get("domain"):
        yield from folded(f"for {data['domain']}", "    ")
    if data.get("witness"):
        yield from folded(f"such as {_point(data['witness'])}", "    ")
    corrected = f"{data['corrects']} corrected: " if data.get("corrects") else ""
    if claim.text:
        yield from folded(f"{corrected}{claim.text}", "    ")
    if claim.tex or claim.latex:
        yield from folded(f"LaTeX: {claim.tex or claim.latex}", "    ")
    for line in claim.chain.lines:
        yield from folded(f"{line.relation or ' '} {line.text}", "      ")
        yield from folded(f"[{line.reason}]{f' {TICK}' if line.is_replayed else ''}", "          ")
        if line.stopped:
            yield from folded(f"[{line.mark}]", "          ")
    if claim.chain.left_out:
        yield from folded(f"[{claim.chain.left_out}]", "      ")
    if data.get("counterexample") and data.get("left"):
        yield from _counterexample(data, "    ")
    for judge, answer, reason, figures in claim.evidence():
        yield from folded(f"{judge}: {answer}{', ' * bool(reason)}{reason}", "    ")
        yield from _figures(figures, "      ")


def _counterexample(data: Mapping[str, Any], indent: str) -> Iterator[str]:
    yield from folded(f"at {_point(data['counterexample'])}:", indent)
    yield from folded(f"left  = {data['left']}", indent + "  ")
    yield from folded(f"right = {data['right']}", indent + "  ")


def _point(values: Mapping[str, str]) -> str:
    return ", ".join(f"{name} = {coordinate(value)}" for name, value in values.items())


def _figures(figures: Mapping[str, Any], indent: str) -> Iterator[str]:
    for key, value in figures.items():
        if isinstance(value, Mapping):
            yield f"{indent}{key}:"
            yield from _figures(value, indent + "  ")
        elif isinstance(value, list):
            yield f"{indent}{key}: {'none' if not value else ''}".rstrip()
            for item in value:
                text = ", ".join(f"{k} {v}" for k, v in item.items()) if isinstance(item, Mapping) else str(item)
                yield from folded(f"- {text}", indent + "  ")
        else:
            yield from folded(f"{key}: {value}", indent)


def erratum_lines(error: Erratum) -> Iterator[str]:
    """A refuted claim or step with its counterexample and corrections."""
    item = error.item
    kind = "printed step" if item["role"] == "step" else "printed"
    place = f" ({item['location']})" if item["location"] else ""
    yield from folded(
        f"{kind} {item['claim']}{place}: {item.get('tex') or item['printed']['text'] or item['says']}", "  "
    )
    yield from folded(f"wrong{f' ({error.kind})' if error.kind else ''}: {item['flaw']}", "  ")
    if item.get("survives"):
        yield from folded(f"main results: {item['survives']}", "  ")
    if item["counterexample"]:
        yield from _counterexample(item, "  ")
    for correction in error.corrections:
        head = f"{correction['word']} ({correction['name']}, {correction['status']}): {correction['says']}"
        yield from folded(head, "  ")
        if correction.get("needs"):
            yield from folded(f"needs {'; '.join(correction['needs'])}", "    ")
        if correction.get("tex") or correction["form"]["text"]:
            yield from folded(correction.get("tex") or correction["form"]["text"], "    ")
    if not error.corrections:
        yield "  no correction is known"


def short_erratum(error: Erratum) -> Iterator[str]:
    """The same without formulas: what is wrong, and what is true instead."""
    step = f"step {error.item['claim']}: " if error.item["role"] == "step" else ""
    yield from folded(f"{step}{f'{error.kind}: ' if error.kind else ''}{error.item['flaw']}", "    ")
    for correction in error.corrections:
        needs = f"; needs {', '.join(correction['needs'])}" if correction.get("needs") else ""
        yield from folded(f"{correction['word']} ({correction['status']}): {correction['says']}{needs}", "    ")
