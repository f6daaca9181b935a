"""False twins of a claim other than slips of its print: of its definition, of the steps of its proof, of its domain.

The engine is asked to prove each by the proof of the claim itself (see `replay`). An alarm is a conclusion that it does
draw and that balls exclude; that it refuses counts where balls tell the twin.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from zlib import crc32

import sympy as sp

from rftheory.evidence.comparison import with_free_moments
from rftheory.evidence.derivation import Derivation
from rftheory.evidence.recording import Call
from rftheory.evidence.sight import Sight, excluded, look, told
from rftheory.judges.definition_mutants import definition_mutants
from rftheory.judges.domain_mutants import Wider, outside, wider_domains
from rftheory.judges.mutants import mutants, words
from rftheory.judges.replay import (
    TURNED,
    NotReplayed,
    arguments,
    before,
    conclusions,
    definition_of,
    first_step,
    printed_side,
    repeated,
    replayed,
)
from rftheory.judges.tally import Findings
from rftheory.propositions import Derivative, Equality, Inequality, Point
from rftheory.statements.claims import Claim

#: mutants of the definition, steps with a false conclusion, and wider domains per claim, by level; below full, half as many
#: of the definition for lemmas and printed steps, and for what is no equality
DEFINITIONS = {"quick": 1, "standard": 2, "full": 12}
_STEPS = {"quick": 1, "standard": 1, "full": 8}
_DOMAINS = {"quick": 1, "standard": 1, "full": 12}
#: points at which a conclusion that the engine draws from a slip is looked at
_CONCLUDED = 3
#: slips of the end of a bound that are tried for one that is false
_SLIPS = 4


@dataclass(frozen=True)
class _Link:
    """``start <relation> end``."""

    start: sp.Expr
    relation: str
    end: sp.Expr


def definition_controls(claim: Claim, chain: Derivation, level: str, points: Sequence[Point], found: Findings) -> None:
    """The definition slips: the proof must fail, for an inequality or a limit its first step."""
    said = claim.proposition
    whole = isinstance(said, Equality | Derivative)
    link = _whole(claim) if whole else _first_link(chain)
    if link is None:
        return
    limit = DEFINITIONS[level]
    if level != "full":
        limit //= (1 if whole else 2) * (1 if claim.role in ("claim", "correction") else 2)
    definition = definition_of(claim, chain) if whole else link.start
    for what, mutant in definition_mutants(definition, claim.domain, limit, claim.name):
        start = sp.diff(mutant, said.variable) if isinstance(said, Derivative) else mutant
        twin = _Link(start, link.relation, link.end)
        again = (lambda s=mutant: replayed(claim, chain, s)) if whole else (lambda s=mutant: first_step(chain, s))
        _enter(found, "definition", what, twin, link, points, again)


def proof_controls(claim: Claim, chain: Derivation, level: str, points: Sequence[Point], found: Findings) -> None:
    """Steps with a false conclusion: another end, the other way round, another gap."""
    calls = list(conclusions(chain))
    first = crc32(claim.name.encode()) % len(calls) if calls else 0
    for call, name in (calls[first:] + calls[:first])[: _STEPS[level]]:
        stood = before(chain, call)
        went = repeated(chain, call)
        link = _Link(stood.end, went.steps[-1].relation, went.end)
        # over the waypoints of an inner chain the engine concludes nothing
        if len(went.steps) != call.steps + 1 or link.relation == "->" or went.waypoints:
            continue
        _slipped_ends(claim, chain, call, name, link, points, found)
        if link.relation != "=":
            _turned(claim, chain, call, link, points, found)


def _slipped_ends(
    claim: Claim, chain: Derivation, call: Call, name: str, link: _Link, points: Sequence[Point], found: Findings
) -> None:
    given = sp.sympify(arguments(chain, call).arguments[name])
    for what, mutant in mutants(given, 1 if link.relation == "=" else _SLIPS):
        end = mutant if name == "target" else link.start.xreplace({arguments(chain, call).arguments["old"]: mutant})
        twin = _Link(link.start, link.relation, end)
        if link.relation == "=" or _sight(twin, link, points) == "told":
            again = lambda m=mutant: repeated(chain, call, **{name: m})  # noqa: E731
            _enter(found, "proof", words("step to {}: {}", link.end, what), twin, link, points, again)
            return


def _turned(claim: Claim, chain: Derivation, call: Call, link: _Link, points: Sequence[Point], found: Findings) -> None:
    """The opposite bound, and the same one with twice the gap: false where the bound is strict somewhere."""
    turned = _Link(link.start, {"<": ">=", "<=": ">=", ">": "<=", ">=": "<="}[link.relation], link.end)
    if call.name not in TURNED or _sight(turned, link, points) != "told":
        return
    again = lambda: repeated(chain, call, TURNED[call.name])  # noqa: E731
    _enter(found, "proof", words("step to {}: the other way round", link.end), turned, link, points, again)
    gap = link.end - link.start if link.relation in ("<=", "<") else link.start - link.end
    factors = arguments(chain, call).arguments.get("gap")
    if call.name in ("at_most", "at_least"):
        twice = [*factors[:-1], 2 * factors[-1]] if factors else [2 * gap]
        count = found.tally.proof_mutants
        made, _ = _accepted(lambda: repeated(chain, call, gap=twice))
        found.count(count, True, made is not None, words("proof: step to {}: twice the gap", link.end))


def domain_controls(claim: Claim, chain: Derivation, level: str, found: Findings) -> None:
    """What is proved on a wider domain must not have a counterexample there."""
    link = _whole(claim)
    if link is None:
        return
    parts = (link.start, link.end, *(step.expr for step in chain.steps))
    for wider in wider_domains(claim.domain, _DOMAINS[level], claim.name, *parts):
        left, right = with_free_moments(wider.of(link.start), wider.of(link.end))
        places = outside(wider, claim.domain)
        looks = {look(left, link.relation, right, point, briefly=True) for point in places}
        # what may be true there shows only whether the hypothesis is needed: asked where that is cheap
        if "excluded" in looks or level == "full" or claim.proof is None:
            _wider(claim, chain, wider, looks, found)
        else:
            found.tally.domain_mutants.unseen += 1


def _wider(claim: Claim, chain: Derivation, wider: Wider, looks: AbstractSet[str], found: Findings) -> None:
    count = found.tally.domain_mutants
    accepted: bool | None = True
    try:
        replayed(claim, chain, wider.of(definition_of(claim, chain)), wider.domain, wider.freed)
    except NotReplayed as refusal:
        accepted = None if refusal.idle else False
    if "excluded" in looks:
        found.count(count, True, accepted, words("without {}", wider.dropped))
    elif accepted and "borne out" in looks:
        found.not_needed.append(wider.dropped)
    else:
        count.unseen += 1


# -- what the engine concludes, and what balls see ----------------------------------------------------------------


def _enter(
    found: Findings,
    kind: str,
    what: object,
    twin: _Link,
    link: _Link,
    points: Sequence[Point],
    again: Callable[[], Derivation],
) -> None:
    """Enter a twin of a step: an alarm only if what the engine concludes, whatever that is, is excluded by balls."""
    sight = _sight(twin, link, points)
    made, idle = _accepted(again)
    if made is not None:
        concluded = _Link(made.start if kind == "definition" else twin.start, _relation(made), made.end)
        false = concluded.relation != "->" and _is_false(concluded, points[:_CONCLUDED])
        if not false:
            return  # an equal form, or a true bound: not a mutant
    elif sight in ("false", "alike"):
        # a slip that changes no value at any point, to 200 bits, is another form and not a false twin
        return
    told, accepted = made is not None or sight == "told", None if idle else made is not None
    found.count(found.tally.counts[kind], told, accepted, words("{}: {}", kind, what))


def _relation(made: Derivation) -> str:
    return str(made.relation())


def _accepted(again: Callable[[], Derivation]) -> tuple[Derivation | None, bool]:
    """What the engine makes of a mutant; None if it refuses, and whether it could do nothing else."""
    try:
        return again(), False
    except NotReplayed as refusal:
        return None, refusal.idle


def _whole(claim: Claim) -> _Link | None:
    """The claim as one step; None for limits."""
    proposition = claim.proposition
    if isinstance(proposition, Equality):
        return _Link(sp.sympify(proposition.left), "=", printed_side(proposition))
    if isinstance(proposition, Derivative):
        return _Link(sp.diff(proposition.function, proposition.variable), "=", printed_side(proposition))
    if isinstance(proposition, Inequality):
        return _Link(sp.sympify(proposition.left), proposition.relation, sp.sympify(proposition.right))
    return None


def _first_link(chain: Derivation) -> _Link | None:
    """The first step that leads to another expression."""
    for step in chain.steps[1:]:
        if step.relation == "->":
            return None
        if step.expr != chain.start:
            return _Link(chain.start, step.relation, step.expr)
    return None


def _sight(twin: _Link, link: _Link, points: Sequence[Point]) -> Sight:
    """What balls see of a twin of a step: "told" only where they do not exclude the step itself."""
    first, second, left, right = with_free_moments(link.start, link.end, twin.start, twin.end)
    if twin.relation == link.relation == "=":
        return told(left if twin.start != link.start else right, first, second, points)
    point = excluded(left, twin.relation, right, points)
    if point is None:
        return "alike"
    return "told" if look(first, link.relation, second, point) != "excluded" else "false"


def _is_false(link: _Link, points: Sequence[Point]) -> bool:
    left, right = with_free_moments(link.start, link.end)
    return excluded(left, link.relation, right, points) is not None
