"""The kernel judge: is there a certificate of a claim that the kernel replays?

``holds``: the certificate that is kept beside the statement has been replayed, and what it proves is, term for term, what the
claim says in the kernel's terms now (for statements of a user a certificate is looked for). ``not run``: there is none, or
it is of another statement; the derivation then stands on its own. ``undecided``: the claim says nothing, so no certificate is
one of what was meant. The kernel does not refute. Each line of a claim's chain is looked at in the same way, whether or not the
claim is replayed: the certificate has an entry for it.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from types import ModuleType
from typing import Any

from rftheory.evidence.time_limit import TimeUp
from rftheory.judges.judging import judge_claims, verdict
from rftheory.prover.replayed import Replayed, replayed, replayed_for
from rftheory.statements.claims import Claim
from rftheory.statements.effort import covers, left_out
from rftheory.statements.trivial import trivial
from rftheory.statements.verdicts import Answer, Finding, Verdict


def judge(module: ModuleType, level: str, seed: int, progress: Callable[[str], None] | None = None) -> Verdict:
    """One finding per claim of the statement module."""
    found = replayed(module)

    def judge_one(claim: Claim) -> Finding:
        return _finding(claim, trivial(claim.proposition), found) if covers(level, claim) else left_out(level, claim)

    findings = judge_claims(module, level, judge_one, progress)
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
    return verdict("kernel", findings, figures)


def judge_claim(claim: Claim, module: ModuleType | None = None) -> Finding:
    """The finding on one claim of a statement; without one, of that which its proof is written in."""
    return _finding(claim, trivial(claim.proposition), replayed_for(claim, module))


def _finding(claim: Claim, empty: str, found: Replayed) -> Finding:
    data: dict[str, Any] = {"says": claim.says, "location": claim.location}
    if claim.corrects:
        data["corrects"] = claim.corrects
    if empty:
        return Finding(claim.name, claim.role, "undecided", empty, data)
    outcome = found.outcome(claim)
    answer: Answer
    if isinstance(outcome, str):
        answer, reason = "not run", outcome
    else:
        answer, reason = "holds", f"{outcome.report['steps']} steps replayed"
        data |= {name: outcome.report[name] for name in ("statement", "steps", "rules", "axioms", "inhabited_at")}
    # last: a chain may take any time, and a certificate of the claim stands without it
    with suppress(TimeUp):
        data["lines"] = {str(number): why for number, why in found.lines(claim).items()}
    return Finding(claim.name, claim.role, answer, reason, data)
