"""The control judge: are the other judges able to say no, and do they say yes to what is merely written otherwise?

Every claim that holds is given false twins: slips in the print, in the definition, in the conclusions of the steps of
its proof, and domains wider than its own. A twin counts if balls tell it, at a point where they do not tell the claim
itself; the derivation must then refuse it. What the derivation proves and an enclosure excludes is an alarm, for one of
the two is unsound. A twin that nothing tells makes the check toothless, and is named. Harmless rewritings must be accepted.

A claim that the kernel has replayed needs no derivation here: by its certificate the definition has the printed value, so a slip
of the print is told if balls tell it from the print, and it must be another statement in the kernel's terms.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from types import ModuleType

import sympy as sp

from rftheory.evidence.chains import chain_of
from rftheory.evidence.comparison import points_of, with_free_moments
from rftheory.evidence.derivation import Derivation, Unproved
from rftheory.evidence.integrated import decide_equal
from rftheory.evidence.sight import excluded, generic_first, told
from rftheory.evidence.time_limit import SECONDS, TimeUp, within
from rftheory.judges.definition_mutants import definition_mutants
from rftheory.judges.enclosure_judge import searched_violation
from rftheory.judges.judging import judge_claims, verdict
from rftheory.judges.mutants import Slips, mutants, rewritings, words
from rftheory.judges.replay import printed_side
from rftheory.judges.simulation_judge import Rejections, rejections
from rftheory.judges.tally import ControlTally, Findings, KindTally
from rftheory.judges.twins import DEFINITIONS, definition_controls, domain_controls, proof_controls
from rftheory.kernel.text import Entry
from rftheory.numbers.balls import compare
from rftheory.numbers.search import OPPOSITE
from rftheory.propositions import Derivative, Equality, Inequality, Limit, Point, Proposition, sides
from rftheory.prover.keeping import is_same
from rftheory.prover.replayed import is_replayed, replayed
from rftheory.statements.claims import Claim
from rftheory.statements.trivial import trivial
from rftheory.statements.verdicts import Finding, Verdict

#: points at which mutants are enclosed, and how many of them must first bear out the claim itself
_POINTS, _FIRST = 6, 2
#: mutants of the print per claim, by level
_MUTANTS = {"quick": 2, "standard": 3, "full": 16}


def judge(module: ModuleType, level: str, seed: int, progress: Callable[[str], None] | None = None) -> Verdict:
    """One finding per claim that is not said to be false (false claims are their own control)."""
    total, survivors, alarms = ControlTally(), list[str](), list[str]()
    certificates = replayed(module)
    # ten per cent is enough to tell a slip, and cheap
    try:
        drawn = within(SECONDS[level], lambda: rejections(module, seed, "quick"))
    except TimeUp:
        drawn = {}

    def judge_one(claim: Claim) -> Finding | None:
        if claim.flaw or trivial(claim.proposition):
            return None
        found = controls(claim, level, seed, drawn.get(claim.name), module, certificates.entry(claim))
        total.add(found.tally)
        survivors.extend(f"{claim.name}: {what}" for what in found.survivors)
        alarms.extend(f"{claim.name}: {what}" for what in found.alarms)
        return _finding(claim, found)

    findings = judge_claims(module, level, judge_one, progress)
    return verdict("controls", findings, {**total.to_json(), "survivors": survivors, "alarms": alarms})


def _finding(claim: Claim, found: Findings) -> Finding:
    def finding(answer: str, reason: str) -> Finding:
        return Finding(claim.name, claim.role, answer, reason, found.to_json())  # type: ignore[arg-type]

    tally = found.tally
    if found.alarms:
        return finding("refuted", f"{len(found.alarms)} false twins proved: {found.alarms[0]}")
    if found.survivors:
        return finding("undecided", f"toothless: {len(found.survivors)} mutants survive")
    if found.refused:
        return finding("undecided", f"{len(found.refused)} harmless rewritings refused")
    if not tally.made:
        return finding("not run", "no mutant of this claim can be told from it")
    parts = {kind: count.refused for kind, count in tally.counts.items()}
    shown = ", ".join(f"{kind} {number}" for kind, number in parts.items() if number)
    rewritten = f", {tally.accepted} of {tally.rewritings} rewritings accepted" if tally.rewritings else ""
    return finding("holds", f"{sum(parts.values())} mutants refused ({shown}){rewritten}")


def controls(
    claim: Claim,
    level: str,
    seed: int,
    drawn: Rejections | None = None,
    module: ModuleType | None = None,
    certified: Entry | None = None,
) -> Findings:
    """All controls of one claim, which a module lists; ``certified`` is what a replayed certificate says of it."""
    found = Findings()
    chain = _chain(claim, module, certified)
    points = generic_first(points_of(claim, _POINTS, seed))[:_POINTS]
    if isinstance(claim.proposition, Equality | Limit | Derivative):
        derived = _derived(claim, chain, certified)
        if derived is None:
            return found
        if not isinstance(claim.proposition, Limit):
            start = (
                claim.proposition.left if isinstance(claim.proposition, Equality) else chain.start if chain else derived
            )
            left, right = with_free_moments(start, printed_side(claim.proposition))
            if excluded(left, "=", right, points[:_FIRST]) is not None:
                # its twins would be told as well, and that would look like success
                if decide_equal(derived, printed_side(claim.proposition), claim.domain).zero:
                    found.alarms.append("the claim itself: proved, and excluded by an enclosure")
                return found
        _print_controls(claim, derived, certified, level, points, drawn, found)
    else:
        _handmade_controls(claim, level, seed, found)
    if certified:
        _translation_controls(claim, certified, level, points, found)
    if chain is not None:
        definition_controls(claim, chain, level, points, found)
        proof_controls(claim, chain, level, points, found)
        domain_controls(claim, chain, level, found)
    return found


def _chain(claim: Claim, module: ModuleType | None, certified: Entry | None) -> Derivation | None:
    """The chain of a claim; None if it has none, or one with waypoints over which no certificate carries it."""
    try:
        chain = chain_of(claim)
    except Exception as gap:  # a proof may raise anything
        if not (certified or isinstance(gap, Unproved)):
            raise
        return None
    return chain if chain is None or not chain.waypoints or certified or is_replayed(claim, module) else None


def _derived(claim: Claim, chain: Derivation | None, certified: Entry | None) -> sp.Expr | None:
    """The value of the definition: where the chain ends, or what is printed where only a certificate leads there."""
    assert isinstance(claim.proposition, Equality | Limit | Derivative)
    end, printed = None if chain is None else chain.end, printed_side(claim.proposition)
    if certified and (end is None or not decide_equal(end, printed, claim.domain).zero):
        return printed
    return end


# -- mutants of the print -----------------------------------------------------------------------------------------


def _false_twins(claim: Claim, right: sp.Expr, level: str) -> Slips:
    for number, mutant in enumerate(claim.mutants):
        if isinstance(mutant, Equality | Derivative):
            yield words("hand-made {}", number + 1), printed_side(mutant)
    less = level != "full" and claim.role not in ("claim", "correction")
    yield from mutants(right, _MUTANTS[level] - less)


def _is_certified(claim: Claim, side: str, mutant: sp.Expr, certified: Entry) -> bool:
    """Whether the certificate of a claim passes for one of its twin: in the kernel's terms the two are one."""
    twin = replace(claim, proposition=replace(claim.proposition, **{side: mutant}))
    # the statement that an entry is of is in its name alone
    return is_same(certified, "", twin)


def _translation_controls(claim: Claim, certified: Entry, level: str, points: list[Point], found: Findings) -> None:
    """Slips of the definition that balls tell must be other statements in the kernel's terms."""
    proposition = claim.proposition
    if not isinstance(proposition, Equality | Inequality):
        return
    for what, mutant in definition_mutants(sp.sympify(proposition.left), claim.domain, DEFINITIONS[level], claim.name):
        if _is_certified(claim, "left", mutant, certified):
            left, twin = with_free_moments(proposition.left, mutant)
            if told(twin, left, left, points) == "told":
                found.alarms.append(f"definition: {what}: certified, and excluded by an enclosure")


def _print_controls(
    claim: Claim,
    end: sp.Expr,
    certified: Entry | None,
    level: str,
    points: list[Point],
    drawn: Rejections | None,
    found: Findings,
) -> None:
    """Slips of what is printed: refused in the place of the right side, and told from the definition."""
    assert isinstance(claim.proposition, Equality | Limit | Derivative)
    printed = printed_side(claim.proposition)
    start = claim.proposition.left if isinstance(claim.proposition, Equality) else end
    tally = found.tally
    for what, mutant in _false_twins(claim, printed, level):
        left, derived, right, twin = with_free_moments(start, end, printed, mutant)
        accepted = decide_equal(end, mutant, claim.domain).zero
        seen = told(twin, left, right, points)
        if seen == "unseen":
            # what cannot be enclosed is held against what was derived from it
            seen = told(twin, derived, right, points)
        if accepted and seen != "told":
            continue  # the slip changed nothing: an equal form, not a mutant
        accepted |= certified is not None and _is_certified(claim, sides(claim.proposition)[1], mutant, certified)
        tally.mutants += 1
        tally.derivation += not accepted
        tally.derived += 1
        tally.enclosure += seen == "told"
        simulated = drawn is not None and drawn.rejects(mutant)
        tally.simulated += drawn is not None
        tally.simulation += simulated
        count = KindTally(made=1, derivation=not accepted, enclosure=seen == "told", simulation=simulated)
        count.refused = not accepted and (seen == "told" or simulated)
        tally.print_mutants.add(count)
        if accepted:
            found.alarms.append(f"{what}: proved, and excluded by an enclosure")
        elif seen != "told" and not simulated:
            # the derivation alone refuses by not accepting; a mutant needs a rigorous difference as well
            found.survivors.append(str(what))
    for how, form in rewritings(printed):
        tally.rewritings += 1
        if decide_equal(end, form, claim.domain).zero:
            tally.accepted += 1
        else:
            found.refused.append(how)


def _handmade_controls(claim: Claim, level: str, seed: int, found: Findings) -> None:
    """Sharpened or reversed inequalities: a rigorous violation must be found for each."""
    for number, mutant in enumerate(claim.mutants):
        violated = int(_violated(mutant, claim, level, seed))
        found.tally.add(ControlTally(mutants=1, enclosure=violated))
        found.tally.print_mutants.add(KindTally(made=1, refused=violated, enclosure=violated))
        if not violated:
            found.survivors.append(f"hand-made {number + 1}")


def _violated(mutant: Proposition, claim: Claim, level: str, seed: int) -> bool:
    points = points_of(claim, _POINTS, seed)
    if isinstance(mutant, Equality):
        left, right = with_free_moments(mutant.left, mutant.right)
        return excluded(left, "=", right, points) is not None
    if not isinstance(mutant, Inequality):
        return False
    left, right = with_free_moments(mutant.left, mutant.right)
    if excluded(left, mutant.relation, right, points) is not None:
        return True
    if any(compare(left, right, point) == OPPOSITE[mutant.relation] for point in points):
        return True
    return searched_violation(left, mutant.relation, right, claim, level, seed) is not None
