"""The control judge: are the other judges able to say no, and do they say yes to what is merely written otherwise?

Every claim that holds is given false twins: slips in the print and in the definition. A twin is refused if balls tell it, at a point
where they do not tell the claim itself, or draws reject it. What nothing tells makes the check toothless, and is named. Harmless
rewritings must not be told.

A slip that balls tell must be another statement in the kernel's terms: else a certificate of the claim passes for one of the slip, and
the translation is at fault. Where balls do not enclose the definition they must tell a slip of the print from the print: a certificate
says that the print is the value of the definition; without one the claim is not proved.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from types import ModuleType
from typing import Any

import sympy as sp

from rftheory.execution.time_limit import SECONDS, TimeUp, within
from rftheory.judges.comparison import points_of, with_free_moments
from rftheory.judges.definition_mutants import definition_mutants
from rftheory.judges.enclosure_judge import searched_violation
from rftheory.judges.judging import judge_claims, verdict
from rftheory.judges.mutants import TURNED, Slips, mutants, rewritings, sharpened, words
from rftheory.judges.sight import excluded, generic_first, look, told
from rftheory.judges.simulation_judge import Rejections, rejections
from rftheory.kernel.text import Entry
from rftheory.numbers.balls import compare
from rftheory.numbers.search import OPPOSITE
from rftheory.prover.certify import statement_of
from rftheory.prover.failure import Unproved
from rftheory.prover.keeping import is_same
from rftheory.rules.propositions import Derivative, Equality, Inequality, Limit, Point, Proposition, sides
from rftheory.statements.claims import Claim
from rftheory.statements.trivial import trivial
from rftheory.statements.verdicts import MUTANTS, Finding, Verdict

#: points at which mutants are enclosed, and how many of them must first bear out the claim itself
_POINTS, _FIRST = 6, 2
#: mutants of the print per claim, by level; below full, one less for lemmas and printed steps
_MUTANTS = {"quick": 2, "standard": 3, "full": 16}
#: mutants of the definition per claim, by level; below full, half as many for lemmas and printed steps
_DEFINITIONS = {"quick": 1, "standard": 2, "full": 12}
#: what is counted of mutants of one kind
_COUNTED = ("made", "refused", "enclosure", "simulation", "beside", "unseen")


@dataclass
class _Controls:
    """What controls found: mutants by kind (hand-made ones are of the print), rewritings that balls see, and what should not be.

    Of a kind ``made`` count; ``beside`` are held against the print alone, where no ball encloses the definition; ``unseen`` ones have
    no balls that tell them, and are not counted as made.

    Attributes:
        survivors: mutants that no judge tells from the claim.
        told: harmless rewritings that balls tell from the print.
        alarms: mutants that are the same statement in the kernel's terms.
    """

    counts: dict[str, Counter[str]] = field(default_factory=lambda: {kind: Counter() for kind in MUTANTS})
    rewritings: int = 0
    accepted: int = 0
    survivors: list[str] = field(default_factory=list)
    told: list[str] = field(default_factory=list)
    alarms: list[str] = field(default_factory=list)

    def add(self, other: _Controls, name: str) -> None:
        """Those of one claim."""
        for kind, count in self.counts.items():
            count.update(other.counts[kind])
        self.rewritings += other.rewritings
        self.accepted += other.accepted
        self.survivors += [f"{name}: {what}" for what in other.survivors]
        self.told += [f"{name}: {what}" for what in other.told]
        self.alarms += [f"{name}: {what}" for what in other.alarms]

    def count(self, kind: str, **who: bool | int) -> None:
        """A mutant of a kind, and what became of it."""
        for what, is_so in who.items():
            self.counts[kind][what] += int(is_so)

    def total(self, what: str) -> int:
        """Of all kinds."""
        return sum(count[what] for count in self.counts.values())

    def to_json(self) -> dict[str, Any]:
        kinds = {f"{kind}_mutants": {what: count[what] for what in _COUNTED} for kind, count in self.counts.items()}
        return {
            "rewritings": self.rewritings,
            "accepted": self.accepted,
            **kinds,
            "survivors": self.survivors,
            "alarms": self.alarms,
        }


def judge(module: ModuleType, level: str, seed: int) -> Verdict:
    """One finding per claim that is not said to be false (false claims are their own control)."""
    total = _Controls()
    # ten per cent is enough to tell a slip, and cheap
    try:
        drawn = within(SECONDS[level], lambda: rejections(module, seed, "quick"))
    except TimeUp:
        drawn = {}

    def judge_one(claim: Claim) -> Finding | None:
        if claim.flaw or trivial(claim.proposition):
            return None
        found = controls(claim, level, seed, drawn.get(claim.name))
        total.add(found, claim.name)
        return _finding(claim, found)

    findings = judge_claims(module, level, judge_one)
    return verdict("controls", findings, total.to_json())


def _finding(claim: Claim, found: _Controls) -> Finding:
    def finding(answer: str, reason: str) -> Finding:
        return Finding(claim.name, claim.role, answer, reason, {**found.to_json(), "told": found.told})  # type: ignore[arg-type]

    if found.alarms:
        said = "false twins are the same in the kernel's terms"
        return finding("refuted", f"{len(found.alarms)} {said}: {found.alarms[0]}")
    if found.survivors:
        return finding("undecided", f"toothless: {len(found.survivors)} mutants survive")
    if found.told:
        return finding("undecided", f"{len(found.told)} harmless rewritings told: {found.told[0]}")
    if not found.total("made"):
        return finding("not run", "no mutant of this claim can be told from it")
    shown = ", ".join(f"{kind} {count['refused']}" for kind, count in found.counts.items() if count["refused"])
    alone = found.counts["print"]["beside"]
    beside = f", {alone} beside the print alone" if alone else ""
    rewritten = f", {found.accepted} of {found.rewritings} rewritings accepted" if found.rewritings else ""
    return finding("holds", f"{found.total('refused')} mutants refused ({shown}{beside}){rewritten}")


def controls(claim: Claim, level: str, seed: int, drawn: Rejections | None = None) -> _Controls:
    """All controls of one claim."""
    found = _Controls()
    points = generic_first(points_of(claim, _POINTS, seed))[:_POINTS]
    definition, value = (sp.sympify(getattr(claim.proposition, side)) for side in _sides(claim.proposition))
    left, right = with_free_moments(_value(claim.proposition, definition), value)
    if _is_equation(claim.proposition) and excluded(left, "=", right, points[:_FIRST]) is not None:
        # its twins would be told as well, and that would look like success
        return found
    entry = _entry(claim)
    if isinstance(claim.proposition, Inequality):
        _inequality_controls(claim, points, level, seed, found)
    else:
        _print_controls(claim, entry, level, points, drawn, found)
        _rewritings(value, points, found)
    _definition_controls(claim, entry, level, points, found)
    return found


def _sides(proposition: Proposition) -> tuple[str, str]:
    return ("left", "right") if isinstance(proposition, Inequality) else sides(proposition)


def _is_equation(proposition: Proposition) -> bool:
    """Whether the printed form is the value of the definition at every point."""
    return isinstance(proposition, Equality | Derivative)


def _value(proposition: Proposition, definition: sp.Expr) -> sp.Expr:
    """What has the printed value, of a definition."""
    return sp.diff(definition, proposition.variable) if isinstance(proposition, Derivative) else definition


# -- in the kernel's terms ----------------------------------------------------------------------------------------


def _entry(claim: Claim) -> Entry | None:
    """What a claim says in the kernel's terms."""
    try:
        # the statement that an entry is of is in its name alone
        return statement_of("", claim).text
    except Unproved:
        return None


def _is_same(entry: Entry | None, claim: Claim, side: str, slipped: sp.Expr) -> bool:
    """Whether a claim with another side is the same in the kernel's terms."""
    twin = replace(claim, proposition=replace(claim.proposition, **{side: slipped}))
    return entry is not None and is_same(entry, "", twin)


# -- mutants of the print -----------------------------------------------------------------------------------------


def _false_twins(claim: Claim, right: sp.Expr, level: str) -> Slips:
    for number, mutant in enumerate(claim.mutants):
        if isinstance(mutant, Equality | Derivative):
            yield words("hand-made {}", number + 1), sp.sympify(getattr(mutant, _sides(mutant)[1]))
    less = level != "full" and claim.role not in ("claim", "correction")
    yield from mutants(right, _MUTANTS[level] - less)


def _print_controls(
    claim: Claim, entry: Entry | None, level: str, points: list[Point], drawn: Rejections | None, found: _Controls
) -> None:
    """Slips of what is printed, held against the definition."""
    define, show = _sides(claim.proposition)
    definition, printed = (sp.sympify(getattr(claim.proposition, side)) for side in (define, show))
    for what, mutant in _false_twins(claim, printed, level):
        left, right, twin = with_free_moments(_value(claim.proposition, definition), printed, mutant)
        # places on the way to a limit are not the limit
        seen = "unseen" if isinstance(claim.proposition, Limit) else told(twin, left, right, points)
        if beside := seen == "unseen":
            seen = told(twin, right, right, points)
        if seen == "alike":
            continue  # a slip that changes no value at any point, to 200 bits, is another form and not a false twin
        simulated = drawn is not None and drawn.rejects(mutant)
        refused, same = seen == "told" or simulated, _is_same(entry, claim, show, mutant)
        if same and not refused:
            continue
        who = {"enclosure": seen == "told", "simulation": simulated, "beside": beside and not simulated}
        found.count("print", made=1, refused=refused and not same, **who)
        if same:
            found.alarms.append(f"print: {what}")
        elif not refused:
            found.survivors.append(str(what))


def _rewritings(printed: sp.Expr, points: list[Point], found: _Controls) -> None:
    """Harmless rewritings of what is printed, held against it."""
    for how, form in rewritings(printed):
        first, second = with_free_moments(printed, form)
        looks = {look(second, "=", first, point) for point in points[:_FIRST]}
        found.rewritings += looks != {"unseen"}
        if "excluded" in looks:
            found.told.append(how)
        else:
            found.accepted += looks != {"unseen"}


def _inequality_controls(claim: Claim, points: list[Point], level: str, seed: int, found: _Controls) -> None:
    """The relation turned round, the bound sharpened by the least that balls refute, and what is given by hand.

    Where balls see the two sides they must refute one of the first two: a rigorous violation must be found. An inequality that is
    an equality has no false twin with the relation turned round, and a bound that is sharp nowhere no sharper one.
    """
    said = claim.proposition
    assert isinstance(said, Inequality)
    turned = replace(said, relation=TURNED[said.relation])
    refused = [any("excluded" in _looks(twin, points) for twin in twins) for twins in ([turned], sharpened(said))]
    seen = {*_looks(said, points)} != {"unseen"}
    twins = [(turned, "the relation turned round")] if seen and not any(refused) else []
    by_hand = [(mutant, f"hand-made {number}") for number, mutant in enumerate(claim.mutants, 1)]
    for mutant, what in (*twins, *by_hand):
        refused.append(_violated(mutant, claim, level, seed))
        if not refused[-1]:
            found.survivors.append(what)
    made = len(twins) + len(by_hand)
    count = sum(refused)
    found.count("print", made=made + sum(refused[:2]), refused=count, enclosure=count)


def _looks(proposition: Inequality, points: list[Point]) -> Iterator[str]:
    """How an inequality looks at points, one after the other: who has seen enough does not ask for the next."""
    left, right = with_free_moments(proposition.left, proposition.right)
    return (look(left, proposition.relation, right, point) for point in points)


def _violated(mutant: Proposition, claim: Claim, level: str, seed: int) -> bool:
    if not isinstance(mutant, Equality | Inequality):
        return False
    points, (left, right) = points_of(claim, _POINTS, seed), with_free_moments(mutant.left, mutant.right)
    if isinstance(mutant, Equality):
        return excluded(left, "=", right, points) is not None
    return (
        excluded(left, mutant.relation, right, points) is not None
        or any(compare(left, right, point) == OPPOSITE[mutant.relation] for point in points)
        or searched_violation(left, mutant.relation, right, claim, level, seed)[0] is not None
    )


# -- mutants of the definition ------------------------------------------------------------------------------------


def _definition_controls(claim: Claim, entry: Entry | None, level: str, points: list[Point], found: _Controls) -> None:
    """Slips of the definition, held against it and, where that is its value, against the print; unseen ones are not counted as made."""
    said, (define, show) = claim.proposition, _sides(claim.proposition)
    definition, printed = (sp.sympify(getattr(said, side)) for side in (define, show))
    limit = _DEFINITIONS[level] // (1 if level == "full" or claim.role in ("claim", "correction") else 2)
    for what, mutant in definition_mutants(definition, claim.domain, limit, claim.name):
        value = _value(said, definition)
        left, right, twin = with_free_moments(value, printed if _is_equation(said) else value, _value(said, mutant))
        seen = told(twin, left, right, points)
        if seen == "told":
            alarm = _is_same(entry, claim, define, mutant)
            found.count("definition", made=1, enclosure=1, refused=not alarm)
            if alarm:
                found.alarms.append(f"definition: {what}")
        else:
            found.count("definition", unseen=seen == "unseen")
