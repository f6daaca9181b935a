"""The simulation judge: do draws of the estimators, made from their definition, agree with what is claimed?

Every check is a test with two stated rates (see `montecarlo.contract`). ``holds``: the claim is not rejected, and the same
draws reject every value that is off by the minimum detectable error or more. ``inconclusive``: the power is not
there. ``refuted``: rejected; this is an alarm, since only the rigorous judges refute a statement.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from types import ModuleType
from typing import Any

import sympy as sp

from rftheory.chains.claims import claims_of
from rftheory.execution.time_limit import SECONDS, TimeUp, within
from rftheory.judges.judging import refused_in, stopped, verdict
from rftheory.montecarlo.contract import ALPHA, BETA, FAMILY_WISE, MAXIMAL_CHECKS
from rftheory.propositions import Equality
from rftheory.simulate.checks import MomentCheck, level_of
from rftheory.simulate.engine import Outcome, Planned, simulate
from rftheory.statements.claims import Claim
from rftheory.statements.verdicts import Answer, Finding, Verdict

#: what is below this part of the least difference that is looked for is told as zero
_ROUNDING = 1e-9


@dataclass(frozen=True)
class Result:
    """One check after its draws; ``outcome`` is None where no plan was possible, ``shortfall`` says what lacks."""

    check: MomentCheck
    outcome: Outcome | None
    shortfall: str


def judge(
    module: ModuleType,
    level: str,
    seed: int,
    progress: Callable[[str], None] | None = None,
    workers: int = 1,
) -> Verdict:
    """One finding per simulation check of the statement module, and one for each claim that nothing draws.

    Raises:
        ValueError: if ``simulations()`` is there but empty, or names a claim that does not exist.
    """
    level_of(level)
    claims = {claim.name: claim for claim in claims_of(module)}
    findings = list(refused_in(module).values())
    try:
        # one simulation serves several claims
        results = within(SECONDS[level] * len(claims), lambda: run_checks(module, level, seed, progress, workers))
        why = "no draws are defined for this claim" if results else _not_drawn(module)
        findings += [_finding(result, claims) for result in results]
    except TimeUp:
        results, why = (), ""
        findings += [stopped(c, SECONDS[level] * len(claims)) for c in claims.values() if _is_row(c)]
    drawn = {finding.claim for finding in findings}
    findings += [Finding(c.name, c.role, "not run", why) for c in claims.values() if c.name not in drawn and _is_row(c)]
    figures = {
        "checks": len(results),
        "draws": sum(r.outcome.draws for r in results if r.outcome),
        "alpha": ALPHA,
        "beta": BETA,
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


def run_checks(
    module: ModuleType,
    level: str,
    seed: int,
    progress: Callable[[str], None] | None = None,
    workers: int = 1,
) -> tuple[Result, ...]:
    """Plan and draw all checks of a module; empty if it has no ``simulations()``."""
    if not hasattr(module, "simulations"):
        return ()
    checks = module.simulations()
    if not checks:
        raise ValueError(f"{module.__name__}: simulations() is empty; remove it or draw something")
    refused = {finding.claim for finding in refused_in(module).values()}
    plans = [(check, *check.plan(level)) for check in checks if check.claim not in refused]
    planned = [Planned(check, plan) for check, plan, _ in plans if plan is not None]
    outcomes = iter(simulate(planned, seed, workers, progress) if planned else ())
    return tuple(Result(check, next(outcomes) if plan else None, shortfall) for check, plan, shortfall in plans)


def _finding(result: Result, claims: dict[str, Claim]) -> Finding:
    check = result.check
    if check.claim not in claims:
        raise ValueError(f"check {check.name!r} names the claim {check.claim!r}; there are: {', '.join(claims)}")
    answer, reason = _answer(result)
    return Finding(check.claim, claims[check.claim].role, answer, f"{check.name}: {reason}", _data(result))


def _answer(result: Result) -> tuple[Answer, str]:
    outcome = result.outcome
    if outcome is None:
        return "inconclusive", result.shortfall
    plan, scale = outcome.planned.plan, result.check.scale
    # what is left of a zero is rounding, which differs from one processor to another
    estimate = 0.0 if abs(outcome.estimate) < _ROUNDING * plan.difference else outcome.estimate
    figures = f"{estimate:.6g} from {outcome.draws:.1e} draws against {plan.expected:.6g}"
    if outcome.rejected:
        return "refuted", f"{figures}: rejected at the level {plan.alpha:.0e}"
    if result.shortfall:
        return "inconclusive", f"{figures}, but {result.shortfall}"
    if not outcome.has_teeth:
        return "inconclusive", f"{figures}; errors of {plan.difference / scale:.1%} were not rejected by these draws"
    return "holds", f"{figures}; errors of {plan.difference / scale:.1%} or more are rejected"


def _data(result: Result) -> dict[str, Any]:
    check, outcome = result.check, result.outcome
    data: dict[str, Any] = {
        "check": check.name,
        "quantity": check.quantity,
        "estimator": f"{check.estimator!r}{', reduced to images' * check.reduced}",
        "point": {str(symbol): str(value) for symbol, value in check.point.items()},
        "dimension": check.configuration.dimension,
        "expected": check.value,
    }
    if outcome is not None:
        plan = outcome.planned.plan
        data.update(
            draws=outcome.draws,
            estimate=outcome.estimate,
            bound=plan.difference,
            minimum_detectable_error=plan.difference / check.scale,
            variance_bound=plan.variance_bound,
            alpha=plan.alpha,
            beta=plan.beta,
            interval=[outcome.interval.low, outcome.interval.high],
            statistics=list(outcome.statistics),
            threshold=plan.threshold,
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
            value = outcome.planned.check.evaluate(expr)
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


def _outcomes_on(claim: Claim, results: tuple[Result, ...]) -> Iterator[Outcome]:
    """The outcomes whose claimed value is the right side of the claim at the point of the check."""
    if not isinstance(claim.proposition, Equality):
        return
    for result in results:
        check, outcome = result.check, result.outcome
        drawn = check.claim == claim.name and outcome is not None and not outcome.rejected
        if outcome is not None and drawn and check.claims(claim.proposition.right):
            yield outcome
