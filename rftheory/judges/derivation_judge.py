"""The derivation judge: does a chain of checked steps lead from the definition to the printed form?

What a chain decides stands in `evidence.deciding`. Here stands who knows of certificates, for chains with waypoints.
"""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType

from rftheory.evidence import deciding
from rftheory.evidence.deciding import carried_by
from rftheory.judges.judging import is_replayed, judge_claims, verdict
from rftheory.statements.claims import Claim
from rftheory.statements.effort import covers, left_out
from rftheory.statements.verdicts import Finding, Verdict


def judge(module: ModuleType, level: str, seed: int, progress: Callable[[str], None] | None = None) -> Verdict:
    """One finding per claim of the statement module."""

    def judge_one(claim: Claim) -> Finding:
        return judge_claim(claim, seed, module=module) if covers(level, claim) else left_out(level, claim)

    findings = judge_claims(module, level, judge_one, progress)
    proved = sum(f.answer == "holds" for f in findings)
    return verdict("derivation", findings, {"claims": len(findings), "proved": proved})


def judge_claim(claim: Claim, seed: int, inhabited: bool = True, module: ModuleType | None = None) -> Finding:
    """The finding on one claim, with certificates at hand (see `deciding.judge_claim`)."""
    with carried_by(is_replayed):
        return deciding.judge_claim(claim, seed, inhabited, module)
