"""What a chain of checked steps decides about a claim: whether it leads from the definition to the printed form.

``holds``: the chain is complete on the whole domain. ``refuted``: the chain leads elsewhere, and an enclosure at a
point of the domain separates what is derived from what is printed. Anything less is ``undecided``.

A chain with a waypoint shows neither: nothing here leads to that line. Its claim ``holds`` only where the kernel has replayed a
certificate of this very claim, which needs no chain.
"""

from __future__ import annotations

from types import ModuleType
from typing import Any

import sympy as sp

from rftheory.evidence.chains import chain_of
from rftheory.evidence.defined import missing
from rftheory.evidence.derivation import Derivation, Step, Unproved
from rftheory.evidence.integrated import decide_equal
from rftheory.evidence.posed import require_posed
from rftheory.evidence.smooth import differentiated
from rftheory.propositions import Derivative, Equality, Inequality, Limit
from rftheory.statements.admission import refusals
from rftheory.statements.claims import Claim
from rftheory.statements.domain import Range
from rftheory.statements.printing import printed
from rftheory.statements.trivial import trivial
from rftheory.statements.verdicts import Answer, Finding


def judge_claim(claim: Claim, seed: int, inhabited: bool = True, module: ModuleType | None = None) -> Finding:
    """The finding on one claim, which may be a lemma that no file lists.

    Args:
        claim: what is judged.
        seed: root of the points at which a form is separated from another.
        inhabited: see `admission.refusals`.
        module: whose certificate carries the claim over waypoints; without it, the module that its proof is written in.
    """
    if why := refusals(claim, inhabited):
        return _finding(claim, "undecided", f"refused: {'; '.join(why)}", None)
    proposition = claim.proposition
    empty = trivial(proposition)
    if empty:
        return _finding(claim, "undecided", empty, None)
    try:
        chain = chain_of(claim)
        if chain is None:
            return _finding(claim, "not run", "no derivation is given", None)
        judged = (
            _judge_inequality(claim, proposition, chain)
            if isinstance(proposition, Inequality)
            else _judge_value(claim, proposition, chain, seed)
        )
        if judged.answer == "holds":
            # a chain may lead from nothing to nothing
            require_posed(proposition, claim.domain, chain.facts)
            _require_values(chain)
        claim.known.proved |= judged.answer == "holds"
        return judged
    except Unproved as gap:
        return _finding(claim, "undecided", f"a step is not proved: {gap}", None)


def require_proved(lemma: Claim) -> None:
    """Refuse a lemma that is not proved, now or before.

    Raises:
        Unproved: with the reason.
    """
    if not lemma.known.proved:
        finding = judge_claim(lemma, seed=0, inhabited=False)
        if not lemma.known.proved:
            raise Unproved(f"the lemma {lemma.name} is not proved: {finding.reason}")


def _require_values(chain: Derivation) -> None:
    """Refuse a chain that leads through something without a value; whatever stands at a waypoint, nothing is proved by it."""
    # an integral that a step proved to converge is a number, of which nothing else is known
    numbers = {node: sp.Dummy("integral") for node in chain.convergent}
    facts = chain.facts.with_ranges(*(Range(number) for number in numbers.values()))
    for number, step in enumerate(chain.steps):
        if str(number) in chain.waypoints:
            continue
        if gap := missing(step.expr.xreplace(numbers), facts):
            raise Unproved(f"{step.reason}: not shown to be defined: {gap}")


def _judge_value(claim: Claim, proposition: Equality | Limit | Derivative, chain: Derivation, seed: int) -> Finding:
    """An equality, a limit or a derivative: the end of the chain against the printed value."""
    if isinstance(proposition, Limit):
        start, target, expected = proposition.expr, proposition.value, "->"
    elif isinstance(proposition, Derivative):
        start = differentiated(proposition.function, proposition.variable, chain.facts)
        target, expected = proposition.value, "="
    else:
        start, target, expected = proposition.left, proposition.right, "="
    if chain.start != start:
        raise Unproved("the chain does not start at the definition")
    if chain.relation() != expected:
        raise Unproved(f"the chain proves {chain.relation()!r}, the claim is {expected!r}")
    if isinstance(proposition, Limit) and chain.limits != {(proposition.variable, sp.sympify(proposition.point))}:
        raise Unproved(f"the chain passes to the limits {chain.limits}, the claim is about {proposition.variable}")
    decision = decide_equal(chain.end, target, claim.domain)
    if decision.zero:
        # a line that says again what is there says nothing
        if chain.end != target:
            chain.algebra(target, "the printed form")
        return _finding(claim, "holds", f"{len(chain.steps) - 1} steps; {decision.reason}", chain)
    return _finding(claim, "undecided", f"derived {chain.end}; {decision.reason}", chain)


def _judge_inequality(claim: Claim, proposition: Inequality, chain: Derivation) -> Finding:
    relation = chain.relation()
    if (chain.start, chain.end) == (proposition.right, proposition.left):
        relation = {"<=": ">=", "<": ">", ">=": "<=", ">": "<", "=": "="}[relation]
    elif (chain.start, chain.end) != (proposition.left, proposition.right):
        raise Unproved("the chain does not join the two sides of the inequality")
    implied = {"<": {"<"}, "<=": {"<", "<=", "="}, ">": {">"}, ">=": {">", ">=", "="}}[proposition.relation]
    if relation not in implied:
        raise Unproved(f"the chain proves {relation!r}, the claim is {proposition.relation!r}")
    return _finding(claim, "holds", f"{len(chain.steps) - 1} steps", chain)


def _finding(claim: Claim, answer: Answer, reason: str, chain: Derivation | None) -> Finding:
    data: dict[str, Any] = {"says": claim.says, "domain": claim.domain.describe(), "location": claim.location}
    form = printed(claim.proposition)
    data.update(form=form["text"], latex=form["latex"])
    if claim.corrects:
        data["corrects"] = claim.corrects
    if chain is not None:
        data["chain"] = [_line(step) for step in chain.steps]
    return Finding(claim.name, claim.role, answer, reason, data)


def _line(step: Step) -> dict[str, Any]:
    shown = printed(step.expr)
    return {
        "relation": step.relation,
        "expr": shown["text"],
        "latex": shown["latex"],
        "reason": step.reason,
        "conditions": list(step.conditions),
    }
