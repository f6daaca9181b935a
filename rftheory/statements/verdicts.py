"""What the judges answer: a `Finding` is one judge's answer on one claim, a `Verdict` all findings of one judge on one statement."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, get_args

Judge = Literal["kernel", "enclosure", "simulation", "controls"]
Answer = Literal["holds", "refuted", "undecided", "inconclusive", "not run"]

JUDGES: tuple[Judge, ...] = get_args(Judge)
ANSWERS: tuple[Answer, ...] = get_args(Answer)

#: kinds of false twins that the controls make, in the order in which they are shown
MUTANTS = ("print", "definition")
#: the judges that do not guess: they prove and refute, and their findings say what is claimed
RIGOROUS: tuple[Judge, ...] = ("kernel", "enclosure")

#: what is said of a claim of which the kernel cannot be asked whether it has a value everywhere
NO_TERM = "it has no term"
#: parts of the data of a finding that belong to the claim and not to the judge
OF_THE_CLAIM = (
    "says", "domain", "witness", "location", "form", "latex", "corrects", "needs", "print", "tex", "quote", "remark", "cause",
    "class", "survives", "flaw", "counterexample", "left", "right", "printed", "printed_text",
)  # fmt: skip


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
