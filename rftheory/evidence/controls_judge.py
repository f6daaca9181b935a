"""The control judge: are the other judges able to say no, and do they say yes to what is merely written otherwise?

Every proved identity is given false twins (generated mutants and hand-made ones); each must be refused by at least one
judge, and harmless rewritings must be accepted by derivation and enclosure. A mutant that survives makes the check
toothless, and is named.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from types import ModuleType

import sympy as sp

from rftheory.evaluate.balls import UnsupportedExpression, compare
from rftheory.evaluate.search import OPPOSITE
from rftheory.evidence.chains import chain_of
from rftheory.evidence.comparison import points_of, separation_at, with_free_moments
from rftheory.evidence.derivation import Derivation, Unproved, decide_equal
from rftheory.evidence.enclosure_judge import searched_violation
from rftheory.evidence.judging import judge_claims, verdict
from rftheory.evidence.mutants import mutants, rewritings
from rftheory.evidence.simulation_judge import Rejections, rejections
from rftheory.evidence.time_limit import SECONDS, TimeUp, within
from rftheory.statements.claims import Claim, Equality, Inequality, Limit, Proposition
from rftheory.statements.trivial import trivial
from rftheory.statements.verdicts import Finding, Verdict

#: points at which mutants and rewritings are enclosed
_POINTS = 6
#: mutants per claim, by level
_MUTANTS = {"quick": 4, "standard": 6, "full": 16}


@dataclass
class Tally:
    """How many mutants there were, and which judge caught how many of those that it was given."""

    mutants: int = 0
    derivation: int = 0
    derived: int = 0
    enclosure: int = 0
    simulation: int = 0
    simulated: int = 0
    rewritings: int = 0
    accepted: int = 0

    def add(self, other: Tally) -> None:
        for name in vars(self):
            setattr(self, name, getattr(self, name) + getattr(other, name))


def judge(module: ModuleType, level: str, seed: int, progress: Callable[[str], None] | None = None) -> Verdict:
    """One finding per claim that holds (false claims are their own control)."""
    total, survivors = Tally(), list[str]()
    # ten per cent is enough to tell a slip, and cheap
    try:
        drawn = within(SECONDS[level], lambda: rejections(module, seed, "quick"))
    except TimeUp:
        drawn = {}

    def judge_one(claim: Claim) -> Finding | None:
        controls = _controls(claim, level, seed, drawn.get(claim.name))
        if controls is None:
            return None
        tally, alive, refused = controls
        total.add(tally)
        survivors.extend(f"{claim.name}: {what}" for what in alive)
        return _finding(claim, tally, alive, refused)

    findings = judge_claims(module, level, judge_one, progress)
    return verdict("controls", findings, {**vars(total), "survivors": survivors})


def _finding(claim: Claim, tally: Tally, alive: list[str], refused: list[str]) -> Finding:
    data = {**vars(tally), "survivors": alive, "refused": refused}
    if alive:
        return Finding(claim.name, claim.role, "undecided", f"toothless: {len(alive)} mutants survive", data)
    if refused:
        return Finding(claim.name, claim.role, "undecided", f"{len(refused)} harmless rewritings refused", data)
    reason = f"{tally.mutants} mutants refused, {tally.accepted} of {tally.rewritings} rewritings accepted"
    return Finding(claim.name, claim.role, "holds", reason, data)


def _controls(
    claim: Claim, level: str, seed: int, drawn: Rejections | None
) -> tuple[Tally, list[str], list[str]] | None:
    if claim.flaw or trivial(claim.proposition):
        return None
    if isinstance(claim.proposition, Equality):
        return _identity_controls(claim, claim.proposition, level, seed, drawn)
    if isinstance(claim.proposition, Limit) and claim.proof is not None:
        # the value of a limit has twins like any other printed form
        return _identity_controls(claim, Equality(claim.proposition.expr, claim.proposition.value), level, seed, None)
    return _handmade_controls(claim, level, seed) if claim.mutants else None


def _chain(claim: Claim) -> Derivation | None:
    try:
        return chain_of(claim)
    except Unproved:
        return None


def _false_twins(claim: Claim, right: sp.Expr, level: str) -> Iterator[tuple[str, sp.Expr]]:
    for number, mutant in enumerate(claim.mutants):
        if isinstance(mutant, Equality):
            yield f"hand-made {number + 1}", mutant.right
    yield from mutants(right, _MUTANTS[level])


def _identity_controls(
    claim: Claim, proposition: Equality, level: str, seed: int, drawn: Rejections | None
) -> tuple[Tally, list[str], list[str]] | None:
    """What holds is enclosed by both sides, so a twin is separated from the printed side in place of the definition."""
    chain = _chain(claim)
    if chain is None:
        return None
    tally, alive, refused = Tally(), list[str](), list[str]()
    (right,) = with_free_moments(proposition.right)
    points = points_of(claim, _POINTS, seed)
    for what, mutant in _false_twins(claim, proposition.right, level):
        (twin,) = with_free_moments(mutant)
        refused_by_algebra = not decide_equal(chain.end, mutant, claim.domain).zero
        enclosed = _separated(right, twin, points)
        if not refused_by_algebra and not enclosed:
            continue  # the slip changed nothing: an equal form, not a mutant
        tally.mutants += 1
        tally.derivation += refused_by_algebra
        tally.derived += 1
        tally.enclosure += enclosed
        simulated = drawn is not None and drawn.rejects(mutant)
        tally.simulated += drawn is not None
        tally.simulation += simulated
        if not (refused_by_algebra and enclosed) and not simulated:
            # the derivation alone refuses by not accepting; a mutant needs a rigorous difference as well
            alive.append(what)
    for what, form in rewritings(proposition.right):
        tally.rewritings += 1
        if decide_equal(chain.end, form, claim.domain).zero:
            tally.accepted += 1
        else:
            refused.append(what)
    return tally, alive, refused


def _separated(left: sp.Expr, right: sp.Expr, points: list) -> bool:
    try:
        return any(separation_at(left, right, point) is not None for point in points)
    except (UnsupportedExpression, ZeroDivisionError):
        return False


def _handmade_controls(claim: Claim, level: str, seed: int) -> tuple[Tally, list[str], list[str]]:
    """Sharpened or reversed inequalities: a rigorous violation must be found for each."""
    tally, alive = Tally(), []
    for number, mutant in enumerate(claim.mutants):
        tally.mutants += 1
        if _violated(mutant, claim, level, seed):
            tally.enclosure += 1
        else:
            alive.append(f"hand-made {number + 1}")
    return tally, alive, []


def _violated(mutant: Proposition, claim: Claim, level: str, seed: int) -> bool:
    if isinstance(mutant, Equality):
        left, right = with_free_moments(mutant.left, mutant.right)
        return _separated(left, right, points_of(claim, _POINTS, seed))
    if not isinstance(mutant, Inequality):
        return False
    left, right = with_free_moments(mutant.left, mutant.right)
    if any(compare(left, right, point) == OPPOSITE[mutant.relation] for point in points_of(claim, _POINTS, seed)):
        return True
    return searched_violation(left, mutant.relation, right, claim, level, seed) is not None
