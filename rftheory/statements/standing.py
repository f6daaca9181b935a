"""The status of a statement, as it follows from what the judges answer (see `verdicts`).

It is made from the answers, never set by hand: `proved` needs a certificate of every claim that the kernel has replayed, and
controls that see; what the derivation can do, and what other statements are worth, does not matter to it. `derived` needs of
every claim a complete derivation or a certificate, and ancestors that hold. Only the rigorous judges refute, and a
contradiction between judges is a `conflict`, not an average.

A row that stands only under a condition that is not printed (`Claim.needs`) is `conditional`. Where all that is refuted was restored
from a damaged text, and another reading of the same print holds, the row is an `uncertain print`: nobody knows that it is false.

What keeps a row from being `proved` or `derived` leaves the status that the other judges give it, `certified` or `supported`,
with a note: a mutant that no judge tells from a claim, and for a derivation one of a lemma, and a judge that stopped with an
error or ran out of time. A false twin that the derivation proves is a `conflict`. A harmless rewriting that is refused
shows on the controls alone: the derivation then says no too often.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Literal, get_args

from rftheory.statements.verdicts import RIGOROUS, Finding, Judge, Verdict

Status = Literal[
    "proved", "derived", "conditional", "certified", "supported", "refuted", "uncertain print", "undecided", "conflict"
]
STATUSES: tuple[Status, ...] = get_args(Status)
#: what a statement may rest on
SOUND = ("proved", "derived")
#: the judges of which either proves a claim
PROVING: tuple[Judge, ...] = ("derivation", "kernel")


@dataclass(frozen=True)
class Standing:
    """The status of a statement, and what a reader should know about how it came to it."""

    status: Status
    notes: tuple[str, ...] = ()


def status(verdicts: Iterable[Verdict], ancestors: Mapping[str, str]) -> Status:
    """The status that follows from the verdicts and from the statuses of the statements that this one rests on."""
    return assess(verdicts, ancestors).status


def assess(verdicts: Iterable[Verdict], ancestors: Mapping[str, str]) -> Standing:
    """The status with its notes: unproved ancestors, conflicts, toothless controls, errors, refutations by simulation.

    Args:
        verdicts: the verdicts of one statement, at most one per judge.
        ancestors: id -> status of every statement that this one rests on (see `foundation` for refuted ones).
    """
    by_judge = {verdict.judge: verdict for verdict in without_remarks(verdicts)}
    notes = list(_alarms(by_judge))
    conflicts = [*_conflicts(by_judge), *_false_proofs(by_judge)]
    if conflicts:
        return Standing("conflict", (*conflicts, *notes))
    refuted = {f.claim for judge in RIGOROUS for f in findings_of(by_judge, judge, "claim") if f.answer == "refuted"}
    if refuted:
        doubtful = refuted <= uncertain_prints(by_judge)
        return Standing("uncertain print" if doubtful else "refuted", tuple(notes))
    stopped_by = [*_refused(by_judge), *_unproved_lemmas(by_judge)]
    notes += stopped_by
    failed = {judge for judge, verdict in by_judge.items() if verdict.error or verdict.figures.get("stopped")}
    # what the derivation can do does not matter; any other judge that fails leaves a row unproved
    replayed = not stopped_by and _all_hold(by_judge, "kernel") and failed <= {"derivation"}
    derived = not stopped_by and _accepted(by_judge.values(), ("claim",))
    unproved = [f"{name} ({state})" for name, state in sorted(ancestors.items()) if state not in SOUND]
    if unproved and not replayed:
        # a certificate is whole: it rests on no other statement
        notes.append("rests on statements that are not proved: " + ", ".join(unproved))
    doubts = list(_toothless(by_judge, ("claim",) if replayed else ("claim", "lemma")))
    notes += doubts
    needs = {
        need for judge in RIGOROUS for f in findings_of(by_judge, judge, "claim") for need in f.data.get("needs", ())
    }
    if not doubts and (replayed or (derived and not (unproved or failed))):
        return Standing("conditional" if needs else "proved" if replayed else "derived", tuple(notes))
    if _all_hold(by_judge, "enclosure", scope="domain"):
        return Standing("conditional" if needs else "certified", tuple(notes))
    alarm = any(f.answer == "refuted" for f in findings_of(by_judge, "simulation", "claim"))
    held = any(_all_hold(by_judge, judge) for judge in ("enclosure", "simulation"))
    if not alarm and (replayed or derived or held):
        return Standing("supported", tuple(notes))
    return Standing("undecided", tuple(notes))


def remarked(verdicts: Iterable[Verdict]) -> dict[str, str]:
    """The claims and steps that fail in a degenerate case only, with that case: those with a remark that a rigorous judge refutes."""
    findings = (f for v in verdicts if v.judge in RIGOROUS for f in v.of_role("claim", "step"))
    return {f.claim: str(f.data["remark"]) for f in findings if f.answer == "refuted" and f.data.get("remark")}


def as_claim(finding: Finding) -> Finding:
    """A correction or reading as a claim of its own: its conditions are what it says."""
    return replace(finding, role="claim", data={**finding.data, "needs": []})


def without_remarks(verdicts: Iterable[Verdict]) -> list[Verdict]:
    """The verdicts with the corrections of `remarked` claims in their place: that they leave a degenerate case out is no condition."""
    verdicts = list(verdicts)
    apart = remarked(verdicts)

    def placed(finding: Finding) -> Finding:
        if finding.data.get("corrects") not in apart or finding.role not in ("correction", "reading"):
            return finding
        return as_claim(finding)

    return [replace(v, findings=tuple(placed(f) for f in v.findings if f.claim not in apart)) for v in verdicts]


def foundation(state: Status, verdicts: Iterable[Verdict]) -> str:
    """What a statement is worth to those that rest on it.

    A refuted statement carries others only through its corrected form (and an uncertain print through the reading that holds), so
    it counts as proved exactly if it has corrections and the kernel has replayed all of them, and as derived if each is derived or
    replayed. A conditional one is worth what its claims are: who uses them shows that their conditions hold.
    """
    roles = {"refuted": ("correction",), "uncertain print": ("correction", "reading"), "conditional": ("claim",)}
    if state not in roles:
        return state
    verdicts = list(verdicts)
    if _accepted(verdicts, roles[state], ("kernel",)):
        return "proved"
    return "derived" if _accepted(verdicts, roles[state]) else state


def uncertain_prints(by_judge: Mapping[str, Verdict]) -> set[str]:
    """The claims and steps of a damaged text of which nobody knows that they are printed.

    Those that were restored and of which other readings are given, all of which hold; and those of which what matters is damaged.
    """
    readings: dict[str, dict[str, bool]] = {}
    restored, damaged = set(), set()
    for finding in (f for judge in PROVING for f in findings_of(by_judge, judge)):
        if finding.role == "reading":
            held = readings.setdefault(str(finding.data.get("corrects", "")), {})
            held[finding.claim] = held.get(finding.claim, False) or finding.answer == "holds"
        elif finding.data.get("print") == "restored":
            restored.add(finding.claim)
        elif finding.data.get("print") == "damaged":
            damaged.add(finding.claim)
    return damaged | {name for name in restored if name in readings and all(readings[name].values())}


def findings_of(by_judge: Mapping[str, Verdict], judge: str, *roles: str) -> Iterator[Finding]:
    """What a judge found, if there is its verdict, of some roles or of all."""
    found = by_judge[judge].findings if judge in by_judge else ()
    return (finding for finding in found if not roles or finding.role in roles)


def _accepted(verdicts: Iterable[Verdict], roles: tuple[str, ...], judges: tuple[str, ...] = PROVING) -> bool:
    """Whether there are claims of some roles, and one of the judges, which prove, accepts each of them."""
    found = [finding for verdict in verdicts if verdict.judge in judges for finding in verdict.of_role(*roles)]
    return bool(found) and {f.claim for f in found} == {f.claim for f in found if f.answer == "holds"}


def _all_hold(by_judge: Mapping[str, Verdict], judge: str, scope: str | None = None) -> bool:
    claims = list(findings_of(by_judge, judge, "claim"))
    settled = all(f.answer == "holds" and (scope is None or f.data.get("scope") == scope) for f in claims)
    return bool(claims) and settled


def _conflicts(by_judge: Mapping[str, Verdict]) -> Iterator[str]:
    """Claims on which one judge says holds and another refuted.

    Points that agree and draws that show nothing do not contradict a rigorous refutation found elsewhere in the domain.
    """
    for judge in ("derivation", "enclosure", "simulation"):
        for finding in findings_of(by_judge, judge, "claim"):
            if finding.answer != "refuted":
                continue
            for other in RIGOROUS:
                weak = other == "enclosure" and judge in RIGOROUS
                for answer in findings_of(by_judge, other, "claim"):
                    if answer.claim != finding.claim or answer.answer != "holds":
                        continue
                    if not weak or answer.data.get("scope") == "domain":
                        yield f"conflict on {finding.claim}: {other} says holds, {judge} says refuted"


def rejected_by_draws(verdicts: Iterable[Verdict]) -> list[Finding]:
    """What draws reject, of any role; where a rigorous judge refutes the same claim, they only bear it out."""
    by_judge = {verdict.judge: verdict for verdict in verdicts}
    refuted = {f.claim for judge in RIGOROUS for f in findings_of(by_judge, judge) if f.answer == "refuted"}
    return [f for f in findings_of(by_judge, "simulation") if f.answer == "refuted" and f.claim not in refuted]


def _false_proofs(by_judge: Mapping[str, Verdict]) -> Iterator[str]:
    """Twins of claims that the derivation proves and an enclosure excludes: one of the two is unsound."""
    for finding in findings_of(by_judge, "controls"):
        if finding.answer == "refuted":
            yield f"conflict on {finding.claim}: {finding.reason}"


def _refused(by_judge: Mapping[str, Verdict]) -> Iterator[str]:
    """What of a row may not be judged; a lemma that may not is not used."""
    findings = (f for judge in PROVING for f in findings_of(by_judge, judge))
    refused = {(f.role, f.claim): f.reason for f in findings if f.data.get("refused") and f.role != "lemma"}
    yield from (f"its {role} {claim} is {reason}" for (role, claim), reason in refused.items())


def _unproved_lemmas(by_judge: Mapping[str, Verdict]) -> Iterator[str]:
    """The lemmas that neither the derivation nor the kernel accepts; one without a derivation is certified, and not used."""
    replayed = {lemma.claim for lemma in findings_of(by_judge, "kernel", "lemma") if lemma.answer == "holds"}
    for lemma in findings_of(by_judge, "derivation", "lemma"):
        if lemma.answer not in ("holds", "not run") and lemma.claim not in replayed:
            yield f"its lemma {lemma.claim} is not proved: {lemma.reason}"


def _toothless(by_judge: Mapping[str, Verdict], roles: tuple[str, ...]) -> Iterator[str]:
    """The claims of some roles with mutants that no judge tells from them."""
    for finding in findings_of(by_judge, "controls", *roles):
        if finding.data.get("survivors"):
            yield f"toothless on {finding.claim}: no judge tells it from {'; '.join(finding.data['survivors'])}"


def _alarms(by_judge: Mapping[str, Verdict]) -> Iterator[str]:
    for finding in rejected_by_draws(by_judge.values()):
        yield f"SIMULATION REJECTS {finding.claim}: {finding.reason}"
    for judge, verdict in by_judge.items():
        if verdict.error:
            yield f"the {judge} judge stopped with an error: {verdict.error}"
