"""The kernel judge: is there a certificate of a claim that the kernel replays?

``holds``: the certificate that is kept beside the statement has been replayed, and what it proves is, term for term, what the
claim says in the kernel's terms now (for statements of a user a certificate is looked for). ``not run``: there is none, or
it is of another statement; the derivation then stands on its own. The kernel does not refute.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from types import ModuleType
from typing import Any

from rftheory.evidence.chains import claims_of
from rftheory.evidence.judging import judge_claims, verdict
from rftheory.kernel.certificate import Outcome, replay
from rftheory.prover.certify import certify
from rftheory.prover.keeping import is_same
from rftheory.prover.spec import text_name
from rftheory.statements.certificates import Kept
from rftheory.statements.claims import Claim
from rftheory.statements.effort import covers, left_out
from rftheory.statements.verdicts import Finding, Verdict

_NONE = "no certificate is kept (rftheory certify looks for one)"
#: packages whose certificates are kept; for other statements one is looked for when they are judged
_BUILT_IN = ("proofs", "rftheory")


def judge(module: ModuleType, level: str, seed: int, progress: Callable[[str], None] | None = None) -> Verdict:
    """One finding per claim of the statement module."""
    statement = _id(module)
    outcomes, left, rejected = _replayed(module)

    def judge_one(claim: Claim) -> Finding:
        if not covers(level, claim):
            return left_out(level, claim)
        outcome = outcomes.get(text_name(f"{statement}/{claim.name}"))
        return _finding(claim, statement, outcome, left.get(claim.name, _NONE))

    findings = judge_claims(module, level, judge_one, progress)
    replayed = sum(f.answer == "holds" for f in findings)
    figures: dict[str, Any] = {"claims": len(findings), "replayed": replayed}
    if rejected:
        # a certificate that is kept and does not replay is a fault, not a gap
        figures["error"] = f"the certificate is rejected: {rejected}"
    return verdict("kernel", findings, figures)


def _replayed(module: ModuleType) -> tuple[Mapping[str, Outcome], Mapping[str, str], str]:
    """The outcomes of the certificate that is kept, by the names of entries; what stopped the search for the other claims;
    and why the certificate is rejected."""
    left: Mapping[str, str] = {}
    file = getattr(module, "__file__", None)
    kept = Kept.beside(Path(file)) if file else None
    try:
        left = kept.reasons() if kept is not None else {}
        if kept is not None and kept.exists:
            spec, certificate = kept.read()
        elif module.__name__.split(".")[0] in _BUILT_IN:
            return {}, left, ""
        else:
            made = certify(_id(module), claims_of(module))
            left = made.failed
            if not made.proved:
                return {}, left, ""
            spec, certificate = made.spec, made.certificate
        outcomes = replay(certificate, spec, {})
    except Exception as error:  # whatever goes wrong in a replay, nothing is proved by it
        return {}, left, f"{type(error).__name__}: {error}"
    return {outcome.entry.name: outcome for outcome in outcomes if outcome.verdict == "proved"}, left, ""


def _id(module: ModuleType) -> str:
    return str(module.STATEMENT.id) if hasattr(module, "STATEMENT") else module.__name__


def _finding(claim: Claim, statement: str, outcome: Outcome | None, stopped: str) -> Finding:
    data: dict[str, Any] = {"says": claim.says, "location": claim.location}
    if claim.corrects:
        data["corrects"] = claim.corrects
    if outcome is None:
        return Finding(claim.name, claim.role, "not run", stopped, data)
    if not is_same(outcome.entry, statement, claim):
        return Finding(claim.name, claim.role, "not run", "the certificate is of another statement", data)
    report = outcome.report
    data |= {name: report[name] for name in ("statement", "steps", "rules", "axioms", "inhabited_at")}
    reason = f"{report['steps']} steps replayed"
    return Finding(claim.name, claim.role, "holds", reason, data)
