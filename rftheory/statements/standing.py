"""The status of a statement, as it follows from what the judges answer (see `verdicts`).

It is made from the answers, never set by hand. A claim is `proved` by a certificate that the kernel has replayed; without one it is
what enclosure and draws say of it. A row is worth what the least of its claims is. The kernel and the enclosure refute.
A contradiction between judges is a `conflict`, not an average.

A row that stands only under a condition that is not printed (`Claim.needs`) is `conditional`. Where all that is refuted was restored
from a damaged text, and another reading of the same print holds, the row is an `uncertain print`: nobody knows that it is false.

What keeps a row with all its certificates from being `proved` leaves it `certified` or `supported`, with a note: a part of it that may
not be judged, a lemma that is false, a mutant that no judge tells from a claim, and a judge that stopped with an error or
ran out of time.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Literal, get_args

from rftheory.statements.verdicts import NO_TERM, RIGOROUS, Finding, Judge, Verdict

Status = Literal[
    "proved", "conditional", "certified", "supported", "refuted", "uncertain print", "undecided", "conflict"
]
STATUSES: tuple[Status, ...] = get_args(Status)
#: what a claim may be worth, from the most to the least
_WORTHS: tuple[Status, ...] = ("proved", "certified", "supported", "undecided")
#: the judges of which one makes a claim worth something
SETTLING: tuple[Judge, ...] = ("kernel", "enclosure", "simulation")


@dataclass(frozen=True)
class Standing:
    """The status of a statement, and what a reader should know about how it came to it."""

    status: Status
    notes: tuple[str, ...] = ()


def status(verdicts: Iterable[Verdict]) -> Status:
    """The status that follows from the verdicts."""
    return assess(verdicts).status


def assess(verdicts: Iterable[Verdict]) -> Standing:
    """The status with its notes: conflicts, toothless controls, errors, refutations by simulation.

    Args:
        verdicts: the verdicts of one statement, at most one per judge.
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
    doubts = [*_refused(by_judge), *_false_lemmas(by_judge), *_toothless(by_judge)]
    failed = any(v.error or v.figures.get("stopped") for v in by_judge.values())
    best: Status = "supported" if doubts or failed else "proved"
    found = _least(_worth(by_judge, name, best) for name in _claims(by_judge))
    if found in ("proved", "certified") and _needs(by_judge):
        found = "conditional"
    return Standing(found, (*notes, *_undefined(by_judge), *doubts, *_unproved_lemmas(by_judge)))


def _claims(by_judge: Mapping[str, Verdict]) -> set[str]:
    """The names of what a row claims; a judge that was left out, or stopped, names none."""
    return {f.claim for judge in by_judge for f in findings_of(by_judge, judge, "claim") if f.claim}


def _worth(by_judge: Mapping[str, Verdict], name: str, best: Status) -> Status:
    """What one claim is worth; a certificate makes it as good as ``best``."""
    own = {judge: [f for f in findings_of(by_judge, judge, "claim") if f.claim == name] for judge in by_judge}
    answers = {judge: {f.answer for f in findings} for judge, findings in own.items()}
    undefined = {f.data["undefined"] for found in own.values() for f in found if f.data.get("undefined")}
    # points and boxes say nothing of what may have no value elsewhere
    blind: tuple[Judge, ...] = ("enclosure",) if undefined - {NO_TERM} else ()
    held = [judge for judge in SETTLING if answers.get(judge) == {"holds"} and judge not in blind]
    if any(f.data.get("refused") for findings in own.values() for f in findings):
        return "undecided"
    worths: list[Status] = [best] if "kernel" in held else []
    if "enclosure" in held and not undefined and all(f.data.get("scope") == "domain" for f in own["enclosure"]):
        worths.append("certified")
    if held and not any("refuted" in found for found in answers.values()):
        worths.append("supported")
    return min(worths, key=_WORTHS.index, default="undecided")


def _least(worths: Iterable[Status]) -> Status:
    """The least that one of several is worth; what claims nothing is undecided."""
    return max(worths, key=_WORTHS.index, default="undecided")


def _needs(by_judge: Mapping[str, Verdict]) -> bool:
    """Whether a claim has a condition that is not printed."""
    return any(f.data.get("needs") for judge in RIGOROUS for f in findings_of(by_judge, judge, "claim"))


def remarked(verdicts: Iterable[Verdict]) -> dict[str, str]:
    """The claims and steps that fail in a degenerate case only, with that case: those with a remark that are refuted."""
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


def is_repaired(verdicts: Iterable[Verdict]) -> bool:
    """Whether a refuted statement has corrections, and the kernel has replayed all of them."""
    answers = [f.answer for verdict in verdicts if verdict.judge == "kernel" for f in verdict.of_role("correction")]
    return bool(answers) and set(answers) == {"holds"}


def uncertain_prints(by_judge: Mapping[str, Verdict]) -> set[str]:
    """The claims and steps of a damaged text of which nobody knows that they are printed.

    Those that were restored and of which other readings are given, all of which are proved or certified; and those of which what matters
    is damaged.
    """
    readings: dict[str, dict[str, bool]] = {}
    restored, damaged = set(), set()
    for judge in RIGOROUS:
        for finding in findings_of(by_judge, judge):
            if finding.role == "reading":
                held = readings.setdefault(str(finding.data.get("corrects", "")), {})
                held[finding.claim] = held.get(finding.claim, False) or _settles(judge, finding)
            elif finding.data.get("print") == "restored":
                restored.add(finding.claim)
            elif finding.data.get("print") == "damaged":
                damaged.add(finding.claim)
    return damaged | {name for name in restored if name in readings and all(readings[name].values())}


def _settles(judge: str, finding: Finding) -> bool:
    """Whether a finding alone makes a claim proved or certified."""
    return finding.answer == "holds" and (judge == "kernel" or finding.data.get("scope") == "domain")


def findings_of(by_judge: Mapping[str, Verdict], judge: str, *roles: str) -> Iterator[Finding]:
    """What a judge found, if there is its verdict, of some roles or of all."""
    found = by_judge[judge].findings if judge in by_judge else ()
    return (finding for finding in found if not roles or finding.role in roles)


def _conflicts(by_judge: Mapping[str, Verdict]) -> Iterator[str]:
    """Claims, and whatever is judged beside them, on which one judge says holds and another refuted.

    Points that agree and draws that show nothing do not contradict a rigorous refutation found elsewhere in the domain.
    """
    for judge in (*RIGOROUS, "simulation"):
        # draws err at their level: beside what is claimed they raise an alarm
        for finding in findings_of(by_judge, judge, *(("claim",) if judge == "simulation" else ())):
            if finding.answer != "refuted":
                continue
            for other in RIGOROUS:
                weak = other == "enclosure" and judge in RIGOROUS
                for answer in findings_of(by_judge, other):
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
    """Twins of claims that are the same in the kernel's terms and that an enclosure excludes: the translation is at fault."""
    for finding in findings_of(by_judge, "controls"):
        if finding.answer == "refuted":
            yield f"conflict on {finding.claim}: {finding.reason}"


def _refused(by_judge: Mapping[str, Verdict]) -> Iterator[str]:
    """What of a row may not be judged; a lemma that may not is not used."""
    findings = (f for judge in RIGOROUS for f in findings_of(by_judge, judge))
    refused = {(f.role, f.claim): f.reason for f in findings if f.data.get("refused") and f.role != "lemma"}
    yield from (f"its {role} {claim} is {reason}" for (role, claim), reason in refused.items())


def _undefined(by_judge: Mapping[str, Verdict]) -> Iterator[str]:
    """The claims that are not known to be about something on all of their domains."""
    for finding in findings_of(by_judge, "kernel", "claim"):
        if (why := finding.data.get("undefined", NO_TERM)) != NO_TERM:
            yield f"its claim {finding.claim} is not known to have a value everywhere: {why}"


def _false_lemmas(by_judge: Mapping[str, Verdict]) -> Iterator[str]:
    """The lemmas of a file that a judge refutes: what is said beside the claims is believed as well."""
    refuted = {
        f.claim: f.reason for judge in RIGOROUS for f in findings_of(by_judge, judge, "lemma") if f.answer == "refuted"
    }
    yield from (f"its lemma {name} is false: {why}" for name, why in refuted.items())


def _unproved_lemmas(by_judge: Mapping[str, Verdict]) -> Iterator[str]:
    """The lemmas of a file that no judge accepts and one looked at: a certificate rests on none, and they are not shown as proved."""
    answers: dict[str, dict[str, str]] = {}
    for judge in RIGOROUS:
        for lemma in findings_of(by_judge, judge, "lemma"):
            answers.setdefault(lemma.claim, {}).setdefault(lemma.answer, lemma.reason)
    for name, found in answers.items():
        said = [reason for answer, reason in found.items() if answer != "not run"]
        if said and not {"holds", "refuted"} & found.keys():
            yield f"its lemma {name} is not proved: {said[0]}"


def _toothless(by_judge: Mapping[str, Verdict]) -> Iterator[str]:
    """The claims with mutants that no judge tells from them."""
    for finding in findings_of(by_judge, "controls", "claim"):
        if finding.data.get("survivors"):
            yield f"toothless on {finding.claim}: no judge tells it from {'; '.join(finding.data['survivors'])}"


def _alarms(by_judge: Mapping[str, Verdict]) -> Iterator[str]:
    for finding in rejected_by_draws(by_judge.values()):
        yield f"SIMULATION REJECTS {finding.claim}: {finding.reason}"
    for judge, verdict in by_judge.items():
        if verdict.error:
            yield f"the {judge} judge stopped with an error: {verdict.error}"
