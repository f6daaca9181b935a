"""One row as everybody shows it: its claims with what each judge says of them, what is wrong in print, what it rests on.

Here is what there is to say. How it is laid out is said by one printer for each medium: text of 80 columns (`statements.text`),
Markdown of the errata (`statements.errata`) and of notebooks (`notebook.pages`), HTML (`report`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from rftheory.statements.ledger import Row, error_kind
from rftheory.statements.lines import ShownLines, shown_lines
from rftheory.statements.papers import PAPERS
from rftheory.statements.verdicts import JUDGES, OF_THE_CLAIM, RIGOROUS, Finding, Verdict

#: the order in which the claims of a statement are shown
_ROLES = ("claim", "reading", "correction", "step", "lemma")
#: what a row is about, and what is shown of it at once
MAIN = ("claim", "reading", "correction")
#: of a form that was not read as it is: what it is instead
MENDED = {"restored": "restored from a damaged text", "damaged": "what can be read of a damaged text"}


def coordinate(value: str) -> str:
    """A value of a point as text; a vector of one coordinate is that number, not a tuple of Python.

    >>> coordinate("(1,)"), coordinate("(1, 2)"), coordinate("sqrt(2)")
    ('1', '(1, 2)', 'sqrt(2)')
    """
    return value[1:-2] if value.startswith("(") and value.endswith(",)") else value


@dataclass(frozen=True)
class ClaimView:
    """One claim with what every judge says of it.

    Attributes:
        data: the texts that do not depend on the judge: says, domain, location, form, latex, corrects, flaw, ...
        findings: judge -> (answer, reason, data), several for the draws of one claim.
        recorded: the answer where there are no findings; empty if the record does not say it of this claim alone.
        is_proved: whether the row is.
    """

    name: str
    role: str
    data: Mapping[str, Any]
    findings: Mapping[str, Sequence[tuple[str, str, Mapping[str, Any]]]] = field(default_factory=dict)
    recorded: str = ""
    is_proved: bool = False

    @property
    def answer(self) -> str:
        """Refuted if a rigorous judge refutes it, held if the kernel replays it, else the answer of the strongest judge that ran."""
        if not self.findings:
            return self.recorded
        answers = {judge: self.findings[judge][0][0] for judge in RIGOROUS if self.findings.get(judge)}
        if "refuted" in answers.values():
            return "refuted"
        if answers.pop("kernel", "") == "holds":
            return "holds"
        return next((answer for answer in answers.values() if answer != "not run"), "not run")

    @property
    def text(self) -> str:
        """The formula as text."""
        return str(self.data.get("form") or self.data.get("printed_text") or "")

    @property
    def latex(self) -> str:
        """The formula as LaTeX, in the symbols of the definitions."""
        return str(self.data.get("latex") or self.data.get("printed") or "")

    @property
    def tex(self) -> str:
        """The formula as LaTeX in the symbols of the paper, where these are given."""
        return str(self.data.get("tex") or "")

    @property
    def chain(self) -> ShownLines:
        """The derivation, line by line."""
        data = next((data for _, _, data in self.findings.get("kernel", ())), {})
        return shown_lines(data.get("chain", ()), data.get("lines", {}), self.is_proved)

    def evidence(self) -> Iterator[tuple[str, str, str, dict[str, Any]]]:
        """Judge, answer, reason and figures of each finding, but what is shown elsewhere."""
        for judge in JUDGES:
            for answer, reason, data in self.findings.get(judge, ()):
                apart = ("chain", "lines", "refused", "error", "stopped")
                yield judge, answer, reason, {key: value for key, value in data.items() if key not in apart}


@dataclass(frozen=True)
class Erratum:
    """A claim or step that is refuted, as the ledger has it (``item``), with the others of the same cause."""

    row: Row
    item: Mapping[str, Any]
    same: tuple[Erratum, ...] = ()

    @property
    def name(self) -> str:
        """What `Claim.cause` of others says."""
        return f"{self.row['id']}: {self.item['claim']}"

    @property
    def places(self) -> list[str]:
        """Where it shows beside its own place, each once."""
        return [place for place in dict.fromkeys(each.place for each in self.same) if place != self.place]

    @property
    def print(self) -> str:
        """What the printed form is: a quotation, restored from a damaged text, or a reading in words or symbols of ours."""
        if self.item.get("print") in MENDED:
            return f"Printed ({MENDED[self.item['print']]})"
        return "Printed" if self.item.get("quote") else "Read as"

    @property
    def kind(self) -> str:
        """The class of the error, or that nobody knows what was printed."""
        return error_kind(self.item)

    @property
    def place(self) -> str:
        """Where it is printed, with the step if it is one of several."""
        location = self.item.get("location") or self.row["location"]
        same_place = [
            e for e in self.row["erratum"]["claims"] if (e.get("location") or self.row["location"]) == location
        ]
        named = len(same_place) > 1 or self.item["role"] == "step"
        # a step that is called by the number of its equation has said where it is
        if not named or self.item["claim"] in location:
            return str(location)
        number = location.split()[-1]
        if self.item["claim"].startswith(number):
            return f"{location}{self.item['claim'].removeprefix(number)}"
        return f"{location}, {self.item['claim']}"

    @property
    def corrections(self) -> list[dict[str, Any]]:
        """What is true instead, each with a ``word`` for it."""
        words = {"reading": "other reading"}
        return [{**each, "word": words.get(each.get("role", ""), "correct")} for each in self.item["corrections"]]


@dataclass(frozen=True)
class View:
    """A statement with what is known of it; its text is what ``rftheory show`` prints.

    Attributes:
        row: the ledger row, with ``source`` ("receipts", "recorded" or "none") and ``level``.
        verdicts: verdicts of the judges whose receipts are up to date.
        command: the command that judges the statement anew.
        below: statements that it rests on directly, where these were read.
        above: statements that rest on it directly.
    """

    row: Row
    verdicts: Mapping[str, Verdict] = field(default_factory=dict)
    command: str = ""
    below: tuple[str, ...] = ()
    above: tuple[str, ...] = ()

    @cached_property
    def claims(self) -> tuple[ClaimView, ...]:
        """Its claims by what all judges found, else as they are recorded."""
        return claim_views(self.verdicts, self.row["status"] == "proved") or recorded_views(self.row)

    @property
    def is_bare(self) -> bool:
        """Whether nothing but the record is known of it."""
        return not any(verdict.findings for verdict in self.verdicts.values())

    @property
    def errors(self) -> list[Erratum]:
        """What is wrong in print, claim by claim."""
        erratum = self.row["erratum"]
        return [Erratum(self.row, item) for item in erratum["claims"]] if erratum else []

    @property
    def search_text(self) -> str:
        """What words are searched in, in lower case: all that the row says."""
        return search_text(self.row)

    @property
    def errata_text(self) -> str:
        """The same of what is wrong in print."""
        items = [error.item for error in self.errors]
        said = [str(item.get(key) or "") for item in items for key in ("claim", "location", "says", "flaw")]
        fixed = [correction["says"] for item in items for correction in item["corrections"]]
        return _searched(self.row["id"], self.row["title"], self.row["location"], *said, *fixed)

    @property
    def latex(self) -> dict[str, str]:
        """The formulas of its claims and corrections as LaTeX, in the symbols of the paper where these are given, by their names."""
        return {claim.name: claim.tex or claim.latex for claim in self.claims if claim.role in MAIN}

    def to_json(self) -> dict[str, Any]:
        return {**self.row, "verdicts": {judge: verdict.to_json() for judge, verdict in self.verdicts.items()}}

    def __str__(self) -> str:
        # this printer knows the view
        from rftheory.statements.text import shown

        return "\n".join(shown(self))

    __repr__ = __str__

    def _repr_markdown_(self) -> str:
        parts = [f"**{self.row['title']}** (`{self.row['id']}`, {self.row['location']}): {self.row['status']}"]
        return "\n\n".join([*parts, *(f"{name}\n$$\n{latex}\n$$" for name, latex in self.latex.items() if latex)])


def search_text(row: Row) -> str:
    """What words are searched in, in lower case: all that a row says of a statement."""
    said = [text for claim in row["claims"] for text in (claim["name"], claim["says"])]
    paper = PAPERS.get(row["paper"])
    own = (row[key] for key in ("id", "title", "location", "kind", "status", "reading"))
    return _searched(paper.title if paper else "", *own, *row["notes"], *said)


def _searched(*parts: str) -> str:
    return " ".join(" ".join(parts).lower().split())


def claim_view(finding: Finding, is_proved: bool = False) -> ClaimView:
    """The view of a claim of which the kernel alone was asked."""
    return claim_views({"kernel": Verdict("kernel", (finding,))}, is_proved)[0]


def claim_views(verdicts: Mapping[str, Verdict], is_proved: bool = False) -> tuple[ClaimView, ...]:
    """The claims of a statement, which may be `proved`, printed ones first, each with the findings of all judges."""
    texts: dict[str, dict[str, Any]] = {}
    found: dict[str, dict[str, list[tuple[str, str, Mapping[str, Any]]]]] = {}
    roles: dict[str, str] = {}
    for judge in JUDGES:
        for finding in verdicts[judge].findings if judge in verdicts else ():
            name, data = finding.claim, finding.data
            roles.setdefault(name, finding.role)
            texts.setdefault(name, {}).update({key: data[key] for key in OF_THE_CLAIM if data.get(key)})
            rest = {key: value for key, value in data.items() if key not in OF_THE_CLAIM}
            found.setdefault(name, {}).setdefault(judge, []).append((finding.answer, finding.reason, rest))
    views = [ClaimView(name, role, texts[name], found[name], is_proved=is_proved) for name, role in roles.items()]
    return tuple(sorted(views, key=lambda view: _ROLES.index(view.role)))


def recorded_views(row: Row) -> tuple[ClaimView, ...]:
    """The claims of a statement as they are recorded."""
    wrong = {error["claim"] for error in (row["erratum"] or {"claims": ()})["claims"]}
    # a judge of whom it is recorded that the statement holds found that of each claim
    holds = "holds" if any(row["judges"][judge]["verdict"] == "holds" for judge in RIGOROUS) else ""
    answers = ("refuted" if claim["name"] in wrong else holds for claim in row["claims"])
    return tuple(
        ClaimView(claim["name"], "claim", claim, recorded=answer)
        for claim, answer in zip(row["claims"], answers, strict=True)
    )


def entries(rows: Sequence[Row]) -> list[Erratum]:
    """The errata of some rows, one for each cause, in the order of the rows.

    Raises:
        ValueError: if a cause is no erratum of these rows, or has a cause itself.
    """
    single = {error.name: error for row in rows for error in View(row).errors}
    same: dict[str, list[Erratum]] = {name: [] for name, error in single.items() if not error.item.get("cause")}
    for error in single.values():
        if cause := error.item.get("cause"):
            if cause not in same:
                raise ValueError(f"the cause of {error.name!r} must be an erratum without a cause, got {cause!r}")
            same[cause].append(error)
    return [replace(single[name], same=tuple(others)) for name, others in same.items()]
