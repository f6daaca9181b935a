"""The ledger: one row per statement with its status, its judges, what it rests on and what is wrong in print (see `recorded`)."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from rftheory.statements.discovery import Discovery
from rftheory.statements.entries import Entry
from rftheory.statements.standing import (
    Standing,
    Status,
    as_claim,
    assess,
    findings_of,
    is_repaired,
    remarked,
    uncertain_prints,
    without_remarks,
)
from rftheory.statements.verdicts import JUDGES, MUTANTS, RIGOROUS, Finding, Verdict

if TYPE_CHECKING:
    import networkx as nx

Row = dict[str, Any]
#: what an erratum is called of which nobody knows what was printed
UNCERTAIN: Status = "uncertain print"
Verdicts = Mapping[str, Mapping[str, Verdict]]


def build_rows(found: Discovery, graph: nx.DiGraph, verdicts: Verdicts) -> list[Row]:
    """The rows of all statements that have verdicts, in the order of their ids."""
    # the rows of the recorded ledger are read without graphs
    from rftheory.statements.dependencies import rests_on

    # whichever judge came first: what a row says does not depend on it
    verdicts = {name: {judge: own[judge] for judge in JUDGES if judge in own} for name, own in verdicts.items()}
    ancestors = {name: rests_on(graph, name) for name in verdicts}
    standings = settle(ancestors, verdicts)
    names = [name for name in found.entries if name in verdicts]
    return [_row(found.entries[name], ancestors[name], verdicts[name], standings[name]) for name in names]


def settle(ancestors: Mapping[str, Collection[str]], verdicts: Verdicts) -> dict[str, Standing]:
    """The status of every judged statement, and which of those that it rests on count in their corrected form alone."""
    standings = {name: assess(own.values()) for name, own in verdicts.items()}
    repaired = {
        name for name, own in verdicts.items() if standings[name].status == "refuted" and is_repaired(own.values())
    }
    for name, standing in standings.items():
        if corrected := [other for other in ancestors[name] if other in repaired]:
            note = f"rests on the corrected form of {', '.join(corrected)}"
            standings[name] = replace(standing, notes=(*standing.notes, note))
    return standings


def metadata(entry: Entry) -> Row:
    """What a row takes from the file of its statement, whatever the judges say."""
    return {
        "id": entry.id,
        "paper": entry.paper,
        "location": entry.location,
        "kind": entry.kind,
        "title": entry.title,
        "reading": entry.reading,
        "notes": list(entry.notes),
        "not_drawn": entry.not_drawn,
    }


def _row(entry: Entry, ancestors: list[str], own: Mapping[str, Verdict], standing: Standing) -> Row:
    remarks = remarked(own.values())
    errors = list(_errors(own, remarks))
    judged = {verdict.judge: verdict for verdict in without_remarks(own.values())}
    return {
        **metadata(entry),
        "claims": list(_claims(own)),
        "conditions": list(_conditions(own)),
        "needs": _needs(own),
        "print": _print(own),
        "status": standing.status,
        "status_notes": list(standing.notes),
        "judges": {
            judge: {"verdict": judged[judge].answer, "reason": judged[judge].reason}
            if judge in own
            else {"verdict": "not run", "reason": "this judge has not been run"}
            for judge in JUDGES
        },
        "kernel": replay_counts(own),
        "controls": control_counts(own),
        "rests_on": ancestors,
        "erratum": {"wrong": _summary(errors), "claims": errors} if errors else None,
        "remarks": [{"claim": claim, "says": says} for claim, says in remarks.items()],
    }


def _claims(own: Mapping[str, Verdict]) -> Iterator[dict[str, str]]:
    """What the statement claims, in words and as a formula, each on its domain; in LaTeX as the paper prints it, where that is given."""
    said: dict[str, dict[str, Any]] = {}
    for judge in RIGOROUS:
        for finding in findings_of(own, judge, "claim"):
            said.setdefault(finding.claim, {}).update((key, value) for key, value in finding.data.items() if value)
    for name, data in said.items():
        form = data.get("form") or data.get("printed_text", "")
        latex = data.get("tex") or data.get("latex") or data.get("printed", "")
        says, domain = (data.get(key, "") for key in ("says", "domain"))
        yield {"name": name, "says": says, "domain": domain, "form": form, "latex": latex}


def _conditions(own: Mapping[str, Verdict]) -> Iterator[dict[str, str]]:
    """The conditions beside the ranges of what is printed, or repairs it, each with what it stands for; lemmas are ours."""
    seen: set[tuple[str, str]] = set()
    for judge in RIGOROUS:
        for finding in findings_of(own, judge, "claim", "step", "correction", "reading"):
            for said in finding.data.get("conditions", ()):
                if (key := (finding.claim, said["condition"])) not in seen:
                    seen.add(key)
                    yield {"claim": finding.claim, "role": finding.role, **said}


def _needs(own: Mapping[str, Verdict]) -> list[str]:
    """The conditions that the claims of a row have and the paper does not print, each once, in the order of the claims."""
    claims = (f for judge in RIGOROUS for f in findings_of(own, judge, "claim"))
    return list(dict.fromkeys(need for f in claims for need in f.data.get("needs", ())))


def _print(own: Mapping[str, Verdict]) -> str:
    """Whether a claim or a step of a row was restored from a damaged text."""
    found = (f.data.get("print") for judge in own for f in own[judge].of_role("claim", "step"))
    return "restored" if {"restored", "damaged"} & set(found) else "as read"


def replay_counts(own: Mapping[str, Verdict]) -> dict[str, Any]:
    """What the kernel has replayed of the claims and corrections that nothing refutes, and what it has not.

    ``claims`` of which ``replayed``, with the ``axioms`` that these rest on, the ``rules`` and how many ``steps`` they took;
    ``left`` counts the lines of the chains of the others that are not replayed, ``open`` says for each claim what stopped the
    search. ``lines`` are those of all chains of the statement, ``replayed_lines`` those that have a tick.
    """
    roles = ("claim", "correction", "reading")
    refuted = {f.claim for judge in RIGOROUS for f in findings_of(own, judge, *roles) if f.answer == "refuted"}
    of_kernel = [f for f in findings_of(own, "kernel", *roles) if f.claim and f.claim not in refuted]
    replayed = [f for f in of_kernel if f.answer == "holds"]
    left = {f.claim for f in of_kernel} - {f.claim for f in replayed}
    figures = own["kernel"].figures if "kernel" in own else {}
    return {
        "claims": len(of_kernel),
        "replayed": len(replayed),
        "steps": sum(f.data.get("steps", 0) for f in replayed),
        "left": sum(max(sum(map(bool, f.data.get("lines", {}).values())), 1) for f in of_kernel if f.claim in left),
        "lines": figures.get("lines", 0),
        "replayed_lines": figures.get("replayed_lines", 0),
        "axioms": sorted({axiom for f in replayed for axiom in f.data.get("axioms", ())}),
        "rules": sorted({rule for f in replayed for rule in f.data.get("rules", ())}),
        "lemmas": sorted({lemma for f in replayed for lemma in f.data.get("lemmas", ())}),
        "open": {f.claim: f.reason for f in of_kernel if f.claim in left},
    }


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


def _errors(own: Mapping[str, Verdict], remarks: Collection[str]) -> Iterator[dict[str, Any]]:
    """The claims and printed steps that are refuted, without those that are remarks, each with the form that repairs it."""
    refuted: dict[str, list[tuple[str, Finding]]] = {}
    for judge in RIGOROUS:
        for finding in findings_of(own, judge, "claim", "step"):
            if finding.answer == "refuted" and finding.claim not in remarks:
                refuted.setdefault(finding.claim, []).append((judge, finding))
    uncertain = uncertain_prints(own)
    # as in the file, whoever refutes; what the row claims comes before the steps on its way
    told = [finding for verdict in own.values() for finding in verdict.findings]
    order = {claim: n for n, claim in enumerate(dict.fromkeys(finding.claim for finding in told))}
    places = {finding.claim: finding.data["location"] for finding in told if finding.data.get("location")}
    for claim, findings in sorted(refuted.items(), key=lambda item: (item[1][0][1].role != "claim", order[item[0]])):
        # the enclosure judge, which comes last, tries the stated counterexample first
        data = {key: value for _, finding in findings for key, value in finding.data.items() if value}
        yield {
            "claim": claim,
            "role": findings[0][1].role,
            "says": data.get("says", ""),
            "location": places.get(claim, ""),
            "flaw": data.get("flaw") or findings[-1][1].reason,
            "printed": {"text": data.get("printed_text", ""), "latex": data.get("printed", "")},
            "counterexample": data.get("counterexample", {}),
            "left": data.get("left", ""),
            "right": data.get("right", ""),
            "refuted_by": [judge for judge, _ in findings],
            "class": data.get("class", ""),
            "survives": data.get("survives", ""),
            "tex": data.get("tex", ""),
            "quote": data.get("quote", ""),
            "cause": data.get("cause", ""),
            "print": data.get("print", "as read"),
            "uncertain_print": claim in uncertain,
            "corrections": list(_corrections(own, claim)),
        }


def _corrections(own: Mapping[str, Verdict], claim: str) -> Iterator[dict[str, Any]]:
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
            "status": correction_status(own, name),
        }


def correction_status(own: Mapping[str, Verdict], name: str) -> str:
    """The status that the correction would have as a statement of its own: its conditions are what it says."""
    alone = [
        replace(verdict, findings=tuple(as_claim(f) for f in verdict.findings if f.claim == name))
        for verdict in own.values()
    ]
    return assess(alone).status
