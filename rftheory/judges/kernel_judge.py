"""The kernel judge: is there a certificate of a claim that the kernel replays?

``holds``: the certificate that is kept beside the statement has been replayed, and what it proves is, term for term, what the
claim says in the kernel's terms now (for statements of a user a certificate is looked for). ``not run``: there is none, or
it is of another statement. ``undecided``: the claim says nothing, so no certificate is one of what was meant; or its two forms, in
SymPy and in the kernel's terms, do not have the same values (`translation`), so what is proved is something else. ``refuted``: a
sibling that is replayed says something else of the same expression (see `siblings`). Each line of a claim's chain is looked at in
the same way, whether or not the claim is replayed: the certificate has an entry for it. What nothing replays is shown for what it is.

Of what a row hangs on and nothing replays it is asked whether it is about something, which the certificate has entries for as
well: points and draws, which may support it, miss where it has no value.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from functools import cache
from types import ModuleType
from typing import Any

import sympy as sp

from rftheory.chains.claims import chain_of, claims_of
from rftheory.execution.time_limit import TimeUp
from rftheory.judges.judging import judge_claims, refused_in, verdict
from rftheory.judges.siblings import refuted_by
from rftheory.judges.translation import compare
from rftheory.prover.lines import lines_of
from rftheory.prover.posed import HANGS_ON
from rftheory.prover.replayed import Replayed, replayed, replayed_for
from rftheory.statements.claims import Claim
from rftheory.statements.effort import covers, left_out
from rftheory.statements.printing import printed, refutation_data
from rftheory.statements.trivial import trivial
from rftheory.statements.verdicts import NO_TERM, Answer, Finding, Verdict


def judge(module: ModuleType, level: str, seed: int) -> Verdict:
    """One finding per claim of the statement module."""
    found = replayed(module)

    @cache
    def proved() -> list[Claim]:
        # a refused claim has no meaning, whatever is replayed
        bad = refused_in(module)
        return [c for number, c in enumerate(claims_of(module)) if number not in bad and found.entry(c)]

    def judge_one(claim: Claim) -> Finding:
        if not covers(level, claim):
            return left_out(level, claim)
        finding = _finding(claim, trivial(claim.proposition), found)
        return finding if finding.answer != "not run" else _beside(claim, proved(), seed, finding)

    findings = judge_claims(module, level, judge_one)
    stopped = [why for finding in findings for why in finding.data.get("lines", {}).values()]
    figures: dict[str, Any] = {
        "claims": len(findings),
        "replayed": sum(f.answer == "holds" for f in findings),
        "lines": len(stopped),
        "replayed_lines": stopped.count(""),
    }
    if found.rejected:
        # a certificate that is kept and does not replay is a fault, not a gap
        figures["error"] = f"the certificate is rejected: {found.rejected}"
    figures["compared"] = sum(f.data.get("compared", 0) > 0 for f in findings)
    return verdict("kernel", findings, figures)


def _beside(claim: Claim, proved: list[Claim], seed: int, finding: Finding) -> Finding:
    """The finding on a claim that no certificate proves, beside what certificates prove."""
    excluded = refuted_by(claim, proved, seed)
    if excluded is None:
        return finding
    sibling, separation = excluded
    reason = f"{sibling.name!r}, which is replayed, says something else: disjoint enclosures"
    return replace(finding, answer="refuted", reason=reason, data=finding.data | refutation_data(claim, separation))


def judge_claim(claim: Claim, module: ModuleType | None = None) -> Finding:
    """The finding on one claim of a statement; without one, of that which its proof is written in."""
    return _finding(claim, trivial(claim.proposition), replayed_for(claim, module))


def _finding(claim: Claim, empty: str, found: Replayed) -> Finding:
    form = printed(claim.proposition)
    data: dict[str, Any] = {"says": claim.says, "domain": claim.domain.describe(), "location": claim.location}
    data |= {"form": form["text"], "latex": form["latex"]}
    if claim.corrects:
        data["corrects"] = claim.corrects
    if empty:
        return Finding(claim.name, claim.role, "undecided", empty, data)
    outcome = found.outcome(claim)
    answer: Answer
    if isinstance(outcome, str):
        answer, reason = "not run", outcome
        if claim.role in HANGS_ON and (missing := found.undefined(claim)) != "":
            data["undefined"] = missing or NO_TERM
    else:
        report, same = outcome.report, compare(f"{found.statement}/{claim.name}", claim, found.said(claim))
        if same.differs:
            data["error"] = f"the translation says something else: {same.differs}"
            return Finding(claim.name, claim.role, "undecided", data["error"], data)
        data["compared"] = same.points
        data |= {name: report[name] for name in ("statement", "steps", "rules", "axioms", "lemmas", "inhabited_at")}
        answer = "holds"
        way = found.left.ways.get(claim.name)
        reason = f"{report['steps']} steps replayed" + (f" (way: {way})" if way else "")
        reason += "" if same.points else f", not compared: {same.why}"
    # last: a chain may take any time, and a certificate of the claim stands without it
    with suppress(TimeUp):
        if chain := _chain(claim):
            data["chain"] = chain
            data["lines"] = {str(number): why for number, why in found.lines(claim).items()}
    return Finding(claim.name, claim.role, answer, reason, data)


def _chain(claim: Claim) -> list[dict[str, str]]:
    """The lines of a claim's chain as they are shown, with the printed form where that is one more; empty without a chain."""
    with suppress(Exception):  # a proof may raise anything
        if (chain := chain_of(claim)) is not None:
            shown = [_line(line.relation, line.expr, line.words) for line in chain.lines]
            beyond = [line for line in lines_of(claim, chain) if line.number == len(chain.lines)]
            return shown + [_line(line.relation, line.expr, "the printed form") for line in beyond]
    return []


def _line(relation: str, expr: sp.Expr, reason: str) -> dict[str, str]:
    shown = printed(expr)
    return {"relation": relation, "expr": shown["text"], "latex": shown["latex"], "reason": reason}
