"""What the report shows of each statement: the row of the ledger, and the findings of all judges gathered by claim."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from operator import itemgetter
from typing import Any

import networkx as nx

from rftheory.answers.known import search_text
from rftheory.statements.ledger import Row, error_kind
from rftheory.statements.lines import ShownLines, shown_lines
from rftheory.statements.verdicts import JUDGES, OF_THE_CLAIM, RIGOROUS, Verdict

#: the order in which the claims of a statement are shown
_ROLES = ("claim", "reading", "correction", "step", "lemma")


@dataclass(frozen=True)
class ClaimView:
    """One claim with what every judge says of it.

    Attributes:
        data: the texts that do not depend on the judge: says, domain, location, form, latex, corrects, flaw, ...
        findings: judge -> (answer, reason, data), several for the draws of one claim.
        recorded: the answer where there are no findings; empty if the record does not say it of this claim alone.
    """

    name: str
    role: str
    data: Mapping[str, Any]
    findings: Mapping[str, list[tuple[str, str, Mapping[str, Any]]]]
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
    def chain(self) -> ShownLines:
        """The derivation, line by line."""
        return shown_lines(self._data("kernel").get("chain", ()), self._data("kernel").get("lines", {}), self.is_proved)

    def _data(self, judge: str) -> Mapping[str, Any]:
        """The figures of a judge who found one thing of the claim."""
        return next((data for _, _, data in self.findings.get(judge, ())), {})


@dataclass(frozen=True)
class StatementView:
    """One statement: its row, its claims, what it rests on directly and what rests on it directly."""

    row: Row
    claims: tuple[ClaimView, ...]
    below: tuple[str, ...]
    above: tuple[str, ...]

    @property
    def is_bare(self) -> bool:
        """Whether nothing but the record is known of it."""
        return not any(claim.findings for claim in self.claims)

    @property
    def anchor(self) -> str:
        return self.row["id"]

    @property
    def wrong_steps(self) -> bool:
        """Whether a printed step is wrong although the statement stands."""
        return bool(self.row["erratum"]) and self.row["status"] != "refuted"

    @property
    def search_text(self) -> str:
        """What the search box of the ledger looks through, in lower case."""
        said = [text for claim in self.claims for text in (claim.name, claim.data.get("says", ""))]
        return _searched(search_text(self.row), *said)

    @property
    def errors(self) -> list[Mapping[str, Any]]:
        """What is wrong in print, claim by claim."""
        return row["claims"] if (row := self.row["erratum"]) else []

    @property
    def classes(self) -> list[str]:
        """The classes of what is wrong in print, each once."""
        return sorted({kind for error in self.errors if (kind := error_kind(error))})

    @property
    def errata_text(self) -> str:
        """What the search box of the errata looks through, in lower case."""
        said = [str(error.get(key) or "") for error in self.errors for key in ("claim", "location", "says", "flaw")]
        fixed = [correction["says"] for error in self.errors for correction in error["corrections"]]
        return _searched(*_HEAD(self.row), *said, *fixed)


_HEAD = itemgetter("id", "title", "location")


def _searched(*parts: str) -> str:
    return " ".join(" ".join(parts).lower().split())


@dataclass
class _Gathered:
    role: str
    data: dict[str, Any] = field(default_factory=dict)
    findings: dict[str, list[tuple[str, str, Mapping[str, Any]]]] = field(default_factory=dict)


def claim_views(verdicts: Mapping[str, Verdict], is_proved: bool = False) -> tuple[ClaimView, ...]:
    """The claims of a statement, which may be `proved`, printed ones first, each with the findings of all judges."""
    gathered: dict[str, _Gathered] = {}
    for judge in JUDGES:
        for finding in verdicts[judge].findings if judge in verdicts else ():
            claim = gathered.setdefault(finding.claim, _Gathered(finding.role))
            claim.data.update({key: finding.data[key] for key in OF_THE_CLAIM if finding.data.get(key)})
            rest = {key: value for key, value in finding.data.items() if key not in OF_THE_CLAIM}
            claim.findings.setdefault(judge, []).append((finding.answer, finding.reason, rest))
    views = [
        ClaimView(name, claim.role, claim.data, claim.findings, is_proved=is_proved) for name, claim in gathered.items()
    ]
    return tuple(sorted(views, key=lambda view: _ROLES.index(view.role)))


def recorded_views(row: Row) -> tuple[ClaimView, ...]:
    """The claims of a statement as they are recorded."""
    wrong = {error["claim"] for error in (row["erratum"] or {"claims": ()})["claims"]}
    # a judge of whom it is recorded that the statement holds found that of each claim
    holds = "holds" if any(row["judges"][judge]["verdict"] == "holds" for judge in RIGOROUS) else ""
    return tuple(
        ClaimView(claim["name"], "claim", claim, {}, "refuted" if claim["name"] in wrong else holds)
        for claim in row["claims"]
    )


def statement_views(
    rows: Mapping[str, Row],
    verdicts: Mapping[str, Mapping[str, Verdict]],
    graph: nx.DiGraph,
) -> Iterator[StatementView]:
    """A view of every statement, in the order of the rows."""
    direct = nx.transitive_reduction(graph) if nx.is_directed_acyclic_graph(graph) else graph
    for name, row in rows.items():
        own = verdicts.get(name, {})
        yield StatementView(
            row,
            claim_views(own, row["status"] == "proved") or recorded_views(row),
            tuple(sorted(direct.successors(name))),
            tuple(sorted(direct.predecessors(name))),
        )
