"""What the judges answer, and the status of a statement that follows from their answers.

A `Finding` is one judge's answer on one claim, a `Verdict` all findings of one judge on one statement. The status is
made from the answers, never set by hand: `proved` needs a complete derivation, a certificate of every claim that the kernel
has replayed, ancestors that hold and controls that see; without the certificate it is `derived`. Only the rigorous judges
refute, and a contradiction between judges is a `conflict`, not an average.

A row that stands only under a condition that is not printed (`Claim.needs`) is `conditional`. Where all that is refuted was restored
from a damaged text, and another reading of the same print holds, the row is an `uncertain print`: nobody knows that it is false.

What keeps a complete derivation from being `proved` or `derived` leaves the status that the other judges give it, `certified` or
`supported`, with a note: a mutant that no judge tells from a claim (or from a lemma), and a judge that stopped with an
error or ran out of time. A false twin that the derivation proves is a `conflict`. A harmless rewriting that is refused
shows on the controls alone: the derivation then says no too often.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, get_args

Judge = Literal["derivation", "kernel", "enclosure", "simulation", "controls"]
Answer = Literal["holds", "refuted", "undecided", "inconclusive", "not run"]
Status = Literal[
    "proved", "derived", "conditional", "certified", "supported", "refuted", "uncertain print", "undecided", "conflict"
]

JUDGES: tuple[Judge, ...] = get_args(Judge)
ANSWERS: tuple[Answer, ...] = get_args(Answer)
STATUSES: tuple[Status, ...] = get_args(Status)

#: kinds of false twins that the controls make, in the order in which they are shown
MUTANTS = ("print", "definition", "proof", "domain")
#: the judges whose answers are themselves proofs (the kernel does not refute: it replays or it does not)
RIGOROUS: tuple[Judge, ...] = ("derivation", "kernel", "enclosure")
#: what a statement may rest on
SOUND = ("proved", "derived")

#: parts of the data of a finding that belong to the claim and not to the judge
OF_THE_CLAIM = (
    "says",
    "domain",
    "witness",
    "location",
    "form",
    "latex",
    "corrects",
    "needs",
    "print",
    "tex",
    "class",
    "survives",
    "flaw",
    "counterexample",
    "left",
    "right",
    "printed",
    "printed_text",
)


@dataclass(frozen=True)
class Finding:
    """One judge's answer on one claim; ``data`` is plain JSON (chain, points, counterexample, radius, ...)."""

    claim: str
    role: str
    answer: Answer
    reason: str
    data: dict[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if self.answer not in ANSWERS:
            raise ValueError(f"answer must be one of {', '.join(ANSWERS)}, got {self.answer!r}")

    def to_json(self) -> dict[str, Any]:
        return {
            "claim": self.claim,
            "role": self.role,
            "answer": self.answer,
            "reason": self.reason,
            "data": self.data,
        }

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> Finding:
        return cls(value["claim"], value["role"], value["answer"], value["reason"], dict(value["data"]))


@dataclass(frozen=True)
class Verdict:
    """All that one judge found on one statement; ``figures`` are plain JSON numbers and texts."""

    judge: str
    findings: tuple[Finding, ...] = ()
    figures: dict[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if self.judge not in JUDGES:
            raise ValueError(f"judge must be one of {', '.join(JUDGES)}, got {self.judge!r}")

    def of_role(self, *roles: str) -> Iterator[Finding]:
        return (finding for finding in self.findings if finding.role in roles)

    @property
    def answer(self) -> Answer:
        """The answer on the claims of role ``claim``; ``undecided`` and ``refuted`` never fold into ``holds``."""
        answers = {finding.answer for finding in self.of_role("claim")}
        for answer in ("refuted", "undecided", "inconclusive"):
            if answer in answers:
                return answer
        if answers == {"holds", "not run"}:
            # simulations cover what can be drawn; a rigorous judge that skipped a claim has not settled the row
            return "undecided" if self.judge in RIGOROUS else "holds"
        return "holds" if answers == {"holds"} else "not run"

    @property
    def reason(self) -> str:
        """The reason of the first claim that decides the answer, with the count where there are several claims."""
        claims = list(self.of_role("claim"))
        if not claims:
            return "no claim of this statement was given to this judge"
        deciding = [f for f in claims if f.answer == self.answer] or [f for f in claims if f.answer != "holds"]
        if len(claims) == 1:
            return claims[0].reason
        return f"{len(deciding)} of {len(claims)} claims; {deciding[0].claim}: {deciding[0].reason}"

    @property
    def error(self) -> str:
        """The text of the exception that stopped this judge; empty if it ran to its end."""
        return str(self.figures.get("error", ""))

    @classmethod
    def failed(cls, judge: str, error: str, is_loaded: bool = True) -> Verdict:
        """The verdict of a judge that was stopped by an exception: undecided, and marked as an error.

        Args:
            is_loaded: whether there was a statement to be judged, and not a file that does not load.
        """
        figures = {"error": error} if is_loaded else {"error": error, "not_loaded": True}
        return cls(judge, (Finding("", "claim", "undecided", f"error: {error}"),), figures)

    def to_json(self) -> dict[str, Any]:
        return {"judge": self.judge, "findings": [f.to_json() for f in self.findings], "figures": self.figures}

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> Verdict:
        return cls(value["judge"], tuple(Finding.from_json(f) for f in value["findings"]), dict(value["figures"]))


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
    by_judge = {verdict.judge: verdict for verdict in verdicts}
    notes = list(_alarms(by_judge))
    conflicts = [*_conflicts(by_judge), *_false_proofs(by_judge)]
    if conflicts:
        return Standing("conflict", (*conflicts, *notes))
    refuted = {f.claim for judge in RIGOROUS for f in _findings(by_judge, judge, "claim") if f.answer == "refuted"}
    if refuted:
        doubtful = refuted <= uncertain_prints(by_judge)
        return Standing("uncertain print" if doubtful else "refuted", tuple(notes))
    proved = _all_hold(by_judge, "derivation")
    for lemma in _findings(by_judge, "derivation", "lemma"):
        # a derivation proves the lemmas that it uses on the way; one without a derivation is certified, and not used
        if lemma.answer not in ("holds", "not run"):
            proved = False
            notes.append(f"its lemma {lemma.claim} is not proved: {lemma.reason}")
    for finding in by_judge["derivation"].findings if "derivation" in by_judge else ():
        if finding.data.get("refused") and finding.role != "lemma":
            proved = False
            notes.append(f"its {finding.role} {finding.claim} is {finding.reason}")
    unproved = [f"{name} ({state})" for name, state in sorted(ancestors.items()) if state not in SOUND]
    if unproved:
        notes.append("rests on statements that are not proved: " + ", ".join(unproved))
    doubts = list(_toothless(by_judge))
    notes += doubts
    failed = any(verdict.error or verdict.figures.get("stopped") for verdict in by_judge.values())
    needs = {
        need for judge in RIGOROUS for f in _findings(by_judge, judge, "claim") for need in f.data.get("needs", ())
    }
    if proved and not (unproved or doubts or failed):
        sound: Status = "proved" if _all_hold(by_judge, "kernel") else "derived"
        return Standing("conditional" if needs else sound, tuple(notes))
    if _all_hold(by_judge, "enclosure", scope="domain"):
        return Standing("conditional" if needs else "certified", tuple(notes))
    alarm = any(f.answer == "refuted" for f in _findings(by_judge, "simulation", "claim"))
    if not alarm and (proved or _all_hold(by_judge, "enclosure") or _all_hold(by_judge, "simulation")):
        return Standing("supported", tuple(notes))
    return Standing("undecided", tuple(notes))


def foundation(state: Status, verdicts: Iterable[Verdict]) -> str:
    """What a statement is worth to those that rest on it.

    A refuted statement carries others only through its corrected form (and an uncertain print through the reading that holds), so
    it counts as derived exactly if it has corrections and the derivation judge accepts all of them, and as proved if the kernel has
    replayed them as well. A conditional one is worth what its claims are: who uses them shows that their conditions hold.
    """
    roles = {"refuted": ("correction",), "uncertain print": ("correction", "reading"), "conditional": ("claim",)}
    if state not in roles:
        return state
    accepted = {v.judge: [f.answer == "holds" for f in v.of_role(*roles[state])] for v in verdicts}
    if not (accepted.get("derivation") and all(accepted["derivation"])):
        return state
    return "proved" if accepted.get("kernel") and all(accepted["kernel"]) else "derived"


def uncertain_prints(by_judge: Mapping[str, Verdict]) -> set[str]:
    """The claims and steps restored from a damaged text of which another reading holds, and all other readings do."""
    readings: dict[str, list[bool]] = {}
    restored = set()
    for finding in by_judge["derivation"].findings if "derivation" in by_judge else ():
        if finding.role == "reading":
            readings.setdefault(str(finding.data.get("corrects", "")), []).append(finding.answer == "holds")
        elif finding.data.get("print") == "restored":
            restored.add(finding.claim)
    return {name for name in restored if all(readings.get(name, [False]))}


def _findings(by_judge: Mapping[str, Verdict], judge: str, role: str) -> Iterator[Finding]:
    return by_judge[judge].of_role(role) if judge in by_judge else iter(())


def _all_hold(by_judge: Mapping[str, Verdict], judge: str, scope: str | None = None) -> bool:
    claims = list(_findings(by_judge, judge, "claim"))
    settled = all(f.answer == "holds" and (scope is None or f.data.get("scope") == scope) for f in claims)
    return bool(claims) and settled


def _conflicts(by_judge: Mapping[str, Verdict]) -> Iterator[str]:
    """Claims on which one judge says holds and another refuted.

    Points that agree and draws that show nothing do not contradict a rigorous refutation found elsewhere in the domain.
    """
    for judge in ("derivation", "enclosure", "simulation"):
        for finding in _findings(by_judge, judge, "claim"):
            if finding.answer != "refuted":
                continue
            for other in RIGOROUS:
                weak = other == "enclosure" and judge in RIGOROUS
                for answer in _findings(by_judge, other, "claim"):
                    if answer.claim != finding.claim or answer.answer != "holds":
                        continue
                    if not weak or answer.data.get("scope") == "domain":
                        yield f"conflict on {finding.claim}: {other} says holds, {judge} says refuted"


def rejected_by_draws(verdicts: Iterable[Verdict]) -> list[Finding]:
    """What draws reject, of any role; where a rigorous judge refutes the same claim, they only bear it out."""
    by_judge = {verdict.judge: verdict for verdict in verdicts}
    rigorous = [f for judge in RIGOROUS if judge in by_judge for f in by_judge[judge].findings]
    refuted = {f.claim for f in rigorous if f.answer == "refuted"}
    drawn = by_judge["simulation"].findings if "simulation" in by_judge else ()
    return [f for f in drawn if f.answer == "refuted" and f.claim not in refuted]


def _false_proofs(by_judge: Mapping[str, Verdict]) -> Iterator[str]:
    """Twins of claims that the derivation proves and an enclosure excludes: one of the two is unsound."""
    for finding in by_judge["controls"].findings if "controls" in by_judge else ():
        if finding.answer == "refuted":
            yield f"conflict on {finding.claim}: {finding.reason}"


def _toothless(by_judge: Mapping[str, Verdict]) -> Iterator[str]:
    """The claims and lemmas with mutants that no judge tells from them."""
    for finding in by_judge["controls"].of_role("claim", "lemma") if "controls" in by_judge else ():
        if finding.data.get("survivors"):
            yield f"toothless on {finding.claim}: no judge tells it from {'; '.join(finding.data['survivors'])}"


def _alarms(by_judge: Mapping[str, Verdict]) -> Iterator[str]:
    for finding in rejected_by_draws(by_judge.values()):
        yield f"SIMULATION REJECTS {finding.claim}: {finding.reason}"
    for judge, verdict in by_judge.items():
        if verdict.error:
            yield f"the {judge} judge stopped with an error: {verdict.error}"
