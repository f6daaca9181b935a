"""The claims of a module and the chains that prove them, built once for all who ask in one process.

A chain is checked while it is written, which is most of the work of a derivation. The judges of a statement speak of
the same chains, and a lemma is a claim of its own as well as a step of others. A chain is kept with its claim once it is
complete; everybody gets a copy, for a chain grows when it is gone on with. Whoever makes a lemma from arguments makes it
once (`functools.cache`): two claims that say the same are two claims, and each is proved by itself.
"""

from __future__ import annotations

import copy
from contextvars import ContextVar, copy_context
from functools import lru_cache
from types import ModuleType

from rftheory.evidence.derivation import Derivation, Unproved
from rftheory.evidence.single_values import single_values
from rftheory.evidence.smooth import differentiated
from rftheory.execution.time_limit import SECONDS, finished
from rftheory.propositions import Derivative, Equality
from rftheory.rules.nodes import Expectation
from rftheory.statements.claims import Claim
from rftheory.statements.domain import Domain
from rftheory.statements.files import listed

#: modules remembered
_MODULES = 16
#: so many lemmas at most rest one on the other (those of the papers: 6)
_DEPTH = 24

#: the claims whose proofs are being written here, the last one for the sake of the one before
_under_way: ContextVar[tuple[Claim, ...]] = ContextVar("under_way", default=())


def is_writing() -> bool:
    """Whether the proof of a claim is being written here."""
    return bool(_under_way.get())


@lru_cache(maxsize=_MODULES)
def claims_of(module: ModuleType) -> tuple[Claim, ...]:
    """The claims of a statement module, the same objects for every judge.

    Raises:
        TypeError: if there is anything but claims among them.
        ValueError: if none of them is what the row claims.
        TimeoutError: if writing them takes too long.
    """
    claims: tuple[Claim, ...] = finished(SECONDS["standard"], lambda: tuple(listed(module)), "claims()")
    for number, claim in enumerate(claims, 1):
        if not isinstance(claim, Claim):
            raise TypeError(f"claims() must return claims, got {claim!r} as number {number}")
    if not any(claim.role == "claim" for claim in claims):
        raise ValueError("claims() has no claim of role 'claim': a statement about nothing would pass vacuously")
    return claims


def chain_of(claim: Claim) -> Derivation | None:
    """The chain that proves a claim, free to be gone on with; None if the claim has none.

    Raises:
        Unproved: if a step of it cannot be checked, if it is written for another domain, or if the claim rests on itself.
    """
    if claim.proof is None and not isinstance(claim.proposition, Equality | Derivative):
        return None
    if claim.known.chain is None:
        # in a context of its own: what is under way there is over with it, however it ends
        claim.known.chain = copy_context().run(_written, claim)
    return _fork(claim.known.chain)


def _written(claim: Claim) -> Derivation:
    above = _under_way.get()
    if any(claim is other for other in above):
        raise Unproved(f"{claim.name} rests on itself")
    if len(above) == _DEPTH:
        raise Unproved(f"{above[0].name} rests on lemmas without end")
    _under_way.set((*above, claim))
    if claim.proof is not None:
        chain = claim.proof()
    else:
        assert isinstance(claim.proposition, Equality | Derivative)
        chain = default_proof(claim.proposition, claim.domain)
    if chain.domain != claim.domain:
        raise Unproved("the chain is written for another domain than the claim")
    return chain


def _fork(chain: Derivation) -> Derivation:
    twin = copy.copy(chain)
    twin.steps, twin.limits = list(chain.steps), set(chain.limits)
    twin.waypoints, twin.convergent = set(chain.waypoints), set(chain.convergent)
    return twin


def default_proof(proposition: Equality | Derivative, domain: Domain) -> Derivation:
    """Integrate the definition with the rules, or differentiate it, then decide the printed form by algebra."""
    if isinstance(proposition, Derivative):
        function, variable = proposition.function, proposition.variable
        return Derivation(differentiated(function, variable, domain), domain, f"the derivative in {variable}")
    chain = Derivation(proposition.left, domain)
    if chain.start.has(Expectation):
        chain.expectations()
    return chain.single_values() if single_values(domain) else chain
