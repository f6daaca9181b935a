"""The simulation judge: do draws of the estimators, made from their definition, agree with what is claimed?

Every check is a test with two stated rates (see `simulate.engine`). ``holds``: the claim is not rejected, and the same
draws reject every value that is off by the error of the level or more. ``inconclusive``: the power is not
there. ``refuted``: rejected; this is an alarm, since only the rigorous judges refute a statement.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from types import ModuleType
from typing import Any

import sympy as sp

from rftheory.chains.claims import claims_of
from rftheory.execution.time_limit import SECONDS, TimeUp, within
from rftheory.judges.judging import refused_in, stopped, verdict
from rftheory.montecarlo.checks.checks import MomentCheck
from rftheory.montecarlo.checks.engine import ALPHA, FAMILY_WISE, MAXIMAL_CHECKS, Outcome, simulate
from rftheory.montecarlo.checks.tails import TailCheck
from rftheory.rules.propositions import Equality, Inequality, exact
from rftheory.statements.claims import Claim, Draws
from rftheory.statements.verdicts import Answer, Finding, Verdict

#: what is below this part of the least difference that is looked for is told as zero
_ROUNDING = 1e-9


def judge(module: ModuleType, level: str, seed: int) -> Verdict:
    """One finding per simulation check of the statement module, and one for each claim that nothing draws."""
    claims = {claim.name: claim for claim in claims_of(module)}
    findings = list(refused_in(module).values())
    try:
        # one simulation serves several claims
        results = within(SECONDS[level] * len(claims), lambda: run_checks(module, level, seed))
        why = "no draws are defined for this claim" if results else _not_drawn(module)
        findings += [_finding(outcome, claims) for outcome in results]
    except TimeUp:
        results, why = (), ""
        findings += [stopped(c, SECONDS[level] * len(claims)) for c in claims.values() if _is_row(c)]
    drawn = {finding.claim for finding in findings}
    findings += [Finding(c.name, c.role, "not run", why) for c in claims.values() if c.name not in drawn and _is_row(c)]
    figures = {
        "checks": len(results),
        "draws": sum(result.draws for result in results),
        "alpha": ALPHA,
        "beta": ALPHA,
        "family_wise": FAMILY_WISE,
        "maximal_checks": MAXIMAL_CHECKS,
    }
    return verdict("simulation", findings, figures)


def _not_drawn(module: ModuleType) -> str:
    """Why a statement draws nothing: what it says of it, if it does."""
    said = getattr(getattr(module, "STATEMENT", None), "not_drawn", "")
    return f"not drawn: {said}" if said else "the statement defines no simulations"


def _is_row(claim: Claim) -> bool:
    return claim.role == "claim"


def run_checks(module: ModuleType, level: str, seed: int) -> tuple[Outcome, ...]:
    """Draw all checks of a module; empty if it draws nothing."""
    refused = {finding.claim for finding in refused_in(module).values()}
    drawn = [check for check in checks_of(module) if check.claim not in refused]
    return tuple(simulate(drawn, level, seed)) if drawn else ()


def checks_of(module: ModuleType) -> list[MomentCheck]:
    """What a module draws: the draws of its claims, then what its ``simulations()`` returns.

    Raises:
        ValueError: if it has ``simulations()`` that return nothing.
    """
    checks = [_check(claim, draws) for claim in claims_of(module) for draws in claim.draws]
    if not hasattr(module, "simulations"):
        return checks
    more = module.simulations()
    if not more:
        raise ValueError(f"{module.__name__}: simulations() is empty; remove it or draw something")
    return [*checks, *more]


def _check(claim: Claim, draws: Draws) -> MomentCheck:
    """The check of one claim: the claimed value is the right side of its proposition unless another is given."""
    value = draws.value() if callable(draws.value) else draws.value
    more = dict(draws.more)
    if value is None:
        value, relation = _right_side(claim)
        more.setdefault("relation", relation)
    kind = TailCheck if draws.quantity == "probability" else MomentCheck
    return kind(draws.name, draws.estimator, draws.quantity, exact(value), draws.at, claim.name, **more)


def _right_side(claim: Claim) -> tuple[sp.Expr, str]:
    """What an equality or an upper bound says of its left side."""
    said = claim.proposition
    if isinstance(said, Equality):
        return said.right, "="
    if isinstance(said, Inequality) and said.relation in ("<", "<="):
        return said.right, "<="
    raise ValueError(
        f"claim {claim.name!r}: draws of anything but an equality or an upper bound need a value, got {said}"
    )


def _finding(outcome: Outcome, claims: dict[str, Claim]) -> Finding:
    check = outcome.check
    if check.claim not in claims:
        raise ValueError(f"check {check.name!r} names the claim {check.claim!r}; there are: {', '.join(claims)}")
    answer, reason = _answer(outcome)
    return Finding(check.claim, claims[check.claim].role, answer, f"{check.name}: {reason}", _data(outcome))


def _answer(outcome: Outcome) -> tuple[Answer, str]:
    check = outcome.check
    # what is left of a zero is rounding, which differs from one processor to another
    estimate = 0.0 if abs(outcome.estimate) < _ROUNDING * outcome.difference else outcome.estimate
    figures = f"{estimate:.6g} from {outcome.draws:.1e} draws against {check.value:.6g}"
    if outcome.rejected:
        return "refuted", f"{figures}: rejected at the level {ALPHA:.0e}"
    if outcome.shortfall:
        return "inconclusive", f"{figures}, but {outcome.shortfall}"
    return "holds", f"{figures}; errors of {outcome.difference / check.scale:.1%} or more are rejected"


def _data(outcome: Outcome) -> dict[str, Any]:
    check, interval = outcome.check, outcome.interval
    data: dict[str, Any] = {
        "check": check.name,
        "quantity": check.quantity,
        "estimator": f"{check.estimator!r}{', reduced to images' * check.reduced}",
        "point": {str(symbol): str(value) for symbol, value in check.point.items()},
        "dimension": check.configuration.dimension,
        "expected": check.value,
        "draws": outcome.draws,
        "estimate": outcome.estimate,
        "bar": interval.kind,
    }
    if interval.conclusive:
        data.update(
            bound=outcome.difference,
            minimum_detectable_error=max(outcome.difference, outcome.detected) / check.scale,
            alpha=ALPHA,
            beta=ALPHA,
            interval=[interval.low, interval.high],
        )
    return data


@dataclass(frozen=True)
class Rejections:
    """The draws behind one claim, asked about other values of it (the false twins of the control judge)."""

    outcomes: tuple[Outcome, ...]

    def rejects(self, expr: sp.Expr) -> bool:
        """Whether draws reject ``expr`` in the place of the claimed right side."""
        return any(self._rejects(outcome, expr) for outcome in self.outcomes)

    @staticmethod
    def _rejects(outcome: Outcome, expr: sp.Expr) -> bool:
        try:
            value = outcome.check.evaluate(expr)
        except (ValueError, TypeError):
            # not a real number at this point: nothing that draws could be compared with
            return False
        return outcome.rejects(value)


def rejections(module: ModuleType, seed: int, level: str = "standard") -> dict[str, Rejections]:
    """For each claim whose right side is what a check draws (and is not rejected): its draws."""
    return dict(_rejections(module, seed, level))


@lru_cache(maxsize=256)
def _rejections(module: ModuleType, seed: int, level: str) -> tuple[tuple[str, Rejections], ...]:
    results = run_checks(module, level, seed)
    return tuple(
        (claim.name, Rejections(outcomes))
        for claim in claims_of(module)
        if (outcomes := tuple(_outcomes_on(claim, results)))
    )


def _outcomes_on(claim: Claim, outcomes: tuple[Outcome, ...]) -> Iterator[Outcome]:
    """The outcomes whose claimed value is the right side of the claim at the point of the check."""
    if not isinstance(claim.proposition, Equality):
        return
    for outcome in outcomes:
        drawn = outcome.check.claim == claim.name and not outcome.rejected
        if drawn and outcome.check.claims(claim.proposition.right):
            yield outcome
