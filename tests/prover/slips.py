"""Slips of claims that are the claims themselves in the kernel's terms: none may be."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import sympy as sp

from rftheory.judges.definition_mutants import definition_mutants
from rftheory.judges.mutants import SlipWords, mutants, words
from rftheory.judges.translation import compare_entry
from rftheory.prover.failure import Unproved
from rftheory.prover.spec import entry
from rftheory.prover.trace import Trace
from rftheory.rules.propositions import sides
from rftheory.statements.claims import Claim


def lost_slips(name: str, claim: Claim, limit: int) -> list[str]:
    """The slips of a claim, at most ``limit`` on each side, that are the claim itself in the kernel's terms: a certificate of it
    would pass for theirs, so the translation loses what they say. Forms that are equal wherever they are compared are no slips.
    """
    try:
        made = entry(name, claim, Trace())
    except Unproved:
        return []
    lost = []
    for what, twin in _slips(claim, limit):
        try:
            other = entry(name, twin, Trace())
        except Unproved:
            continue
        same = (other.prop, other.setting.context) == (made.prop, made.setting.context)
        if same and compare_entry(made, twin).differs:
            lost.append(str(what))
    return lost


def _slips(claim: Claim, limit: int) -> Iterator[tuple[SlipWords, Claim]]:
    """Slips of what is printed, of the definition, and the ones that are made by hand."""
    proposition = claim.proposition
    definition, printed = sides(proposition)
    left, right = (sp.sympify(getattr(proposition, side)) for side in (definition, printed))
    for what, slip in definition_mutants(left, claim.domain, limit, claim.name):
        yield what, replace(claim, proposition=replace(proposition, **{definition: slip}))
    # an infinite value has no slips
    for what, slip in () if right in (sp.oo, -sp.oo) else mutants(right, limit):
        yield what, replace(claim, proposition=replace(proposition, **{printed: slip}))
    for number, by_hand in enumerate(claim.mutants, 1):
        yield words("hand-made {}", number), replace(claim, proposition=by_hand)
