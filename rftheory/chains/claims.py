"""The claims of a module and the chains that prove them, built once for all who ask in one process."""

from __future__ import annotations

from contextvars import ContextVar, copy_context
from functools import lru_cache
from types import ModuleType

import sympy as sp

from rftheory.chains.binding import placed, single_values
from rftheory.chains.chain import Chain
from rftheory.execution.time_limit import SECONDS, finished
from rftheory.rules.nodes import Expectation, hidden_symbols
from rftheory.rules.propositions import Derivative, Equality
from rftheory.statements.claims import Claim
from rftheory.statements.domain import Domain
from rftheory.statements.files import listed

#: modules remembered
_MODULES = 16

#: the claims whose proofs are being written here, the last one for the sake of the one before
_under_way: ContextVar[tuple[Claim, ...]] = ContextVar("under_way", default=())


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


def chain_of(claim: Claim) -> Chain | None:
    """The chain of a claim; None if it has none.

    Raises:
        TypeError: if its proof is or gives anything else.
        ValueError: if the claim rests on itself.
    """
    if claim.proof is None and not isinstance(claim.proposition, Equality | Derivative):
        return None
    if claim.known.chain is None:
        # in a context of its own: what is under way there is over with it, however it ends
        claim.known.chain = copy_context().run(_written, claim)
    return claim.known.chain


def _written(claim: Claim) -> Chain:
    above = _under_way.get()
    if any(claim is other for other in above):
        raise ValueError(f"{claim.name} rests on itself")
    _under_way.set((*above, claim))
    if claim.proof is None:
        assert isinstance(claim.proposition, Equality | Derivative)
        return default_chain(claim.proposition, claim.domain)
    chain = claim.proof if isinstance(claim.proof, Chain) else claim.proof()
    if not isinstance(chain, Chain):
        raise TypeError(f"the proof of {claim.name} must be a chain or give one, got {type(chain).__name__}")
    return chain


def default_chain(proposition: Equality | Derivative, domain: Domain) -> Chain:
    """The definition integrated with the rules, or differentiated; the printed form follows by algebra."""
    if isinstance(proposition, Derivative):
        function, variable = proposition.function, proposition.variable
        return Chain(sp.diff(function, variable), f"the derivative in {variable}")
    chain = Chain(proposition.left)
    if chain.start.has(Expectation):
        chain = chain.expectations()
    # what products of vectors depend on unseen stays a parameter
    unseen = hidden_symbols(chain.end)
    values = {symbol: value for symbol, value in single_values(domain).items() if symbol not in unseen}
    shown = ", ".join(f"{symbol} = {value}" for symbol, value in values.items())
    return chain.computed(lambda expr: placed(expr, values), f"{shown} on this domain") if values else chain
