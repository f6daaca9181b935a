"""Chains inside of chains that are written by a function of their domain."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from rftheory.evidence.recording import Call
from rftheory.evidence.unproved import Unproved as NoChain
from rftheory.prover.failure import Unproved

if TYPE_CHECKING:
    from rftheory.evidence.derivation import Derivation
    from rftheory.prover.chains import Walk
    from rftheory.statements.domain import Domain


def built(walk: Walk, call: Call, build: Callable[[Domain], Any], domain: Domain) -> Derivation:
    """An inner chain, written as at the time of the call: it may look at the end of the chain around it."""
    chain = walk.chain
    held = [cell.cell_contents for cell in getattr(build, "__closure__", None) or ()]
    same = [one for one in held if type(one) is type(chain) and one.steps[: len(chain.steps)] == chain.steps]
    before = [(one, one.steps) for one in (chain, *same)]
    for one, steps in before:
        one.steps = steps[: call.steps]
    try:
        found: Derivation = build(domain)
    except NoChain as gap:
        raise Unproved(f"no inner chain: {gap}") from gap
    finally:
        for one, steps in reversed(before):
            one.steps = steps
    return found
