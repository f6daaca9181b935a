"""What all judges do with the claims of a file: the gate, the limit of time, and an answer for each claim.

A claim that is refused (see `admission`), that raises an exception or that takes too long is left undecided and says why;
the other claims are judged as usual. A statement with such a claim is not proved (see `standing.assess`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from types import ModuleType
from typing import Any, get_args

from rftheory.chains.claims import claims_of
from rftheory.execution.time_limit import SECONDS, TimeUp, finished, within
from rftheory.numbers.walker import UnsupportedExpression
from rftheory.statements.admission import refusals_in_file, refused, witness
from rftheory.statements.claims import Claim, Role
from rftheory.statements.printing import point_text
from rftheory.statements.verdicts import Finding, Verdict


def refused_in(module: ModuleType) -> dict[int, Finding]:
    """The findings on the claims of a file that may not be judged, by the position of the claim."""
    claims = claims_of(module)
    beside = refusals_in_file(claims)

    def why(claim: Claim) -> tuple[str, ...]:
        try:
            return finished(SECONDS["standard"], lambda: refused(claim), "looking for a point of its domain")
        except TimeoutError as error:
            return (str(error),)

    found = ((position, (*why(claim), *beside.get(position, ()))) for position, claim in enumerate(claims))
    return {position: refusal(claims[position], said) for position, said in found if said}


def refusal(claim: Claim, why: Iterable[str]) -> Finding:
    """The finding on a claim that may not be judged; whatever stands for a role, it counts for the row."""
    role = claim.role if claim.role in get_args(Role) else "claim"
    return Finding(
        str(claim.name), role, "undecided", f"refused: {'; '.join(why)}", {"says": str(claim.says), "refused": True}
    )


def judge_claims(module: ModuleType, level: str, judge: Callable[[Claim], Finding | None]) -> list[Finding]:
    """The findings of a judge on the claims of a file; it may have nothing to say on a claim (None)."""
    bad, findings = refused_in(module), []
    for position, claim in enumerate(claims_of(module)):
        if position in bad:
            findings.append(bad[position])
            continue
        finding = _judged(claim, level, judge)
        if finding is not None:
            finding.data.update(claim.said())
            point = witness(claim.domain)
            finding.data.setdefault("witness", {} if point is None else point_text(point))
            findings.append(finding)
    return findings


def _judged(claim: Claim, level: str, judge: Callable[[Claim], Finding | None]) -> Finding | None:
    try:
        return within(SECONDS[level], lambda: judge(claim))
    except TimeUp:
        return stopped(claim, SECONDS[level])
    except UnsupportedExpression as reason:
        return Finding(claim.name, claim.role, "undecided", f"not evaluated: {reason}", {"says": claim.says})
    except Exception as error:
        said = f"{type(error).__name__}: {error}"
        return Finding(claim.name, claim.role, "undecided", f"error: {said}", {"says": claim.says, "error": said})


def stopped(claim: Claim, seconds: float) -> Finding:
    """The finding on a claim whose check took too long."""
    reason = f"stopped after {seconds:g} s of processor time"
    return Finding(claim.name, claim.role, "undecided", reason, {"says": claim.says, "stopped": seconds})


def verdict(judge: str, findings: Iterable[Finding], figures: Mapping[str, Any]) -> Verdict:
    """The verdict of a judge, with what stopped it on one of the claims."""
    findings = tuple(findings)
    figures = dict(figures)
    for name in ("error", "stopped"):
        said = [f"{f.claim}: {f.data[name]}" for f in findings if f.data.get(name)]
        if said:
            figures[name] = "; ".join(said)
    return Verdict(judge, findings, figures)
