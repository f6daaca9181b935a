"""The claims of a module and the chains that prove them, built once for all who ask in one process.

A chain is checked while it is written, which is most of the work of a derivation. The judges of a statement speak of
the same chains, and a lemma is a claim of its own as well as a step of others. Only chains that are complete are
remembered, under what was proved and by which code from which values; everybody gets a copy, for a chain grows when it
is gone on with.
"""

from __future__ import annotations

import copy
from collections import OrderedDict
from collections.abc import Hashable
from dataclasses import dataclass
from functools import lru_cache, partial
from types import FunctionType, ModuleType
from typing import Any

import sympy as sp

from rftheory.evidence.binding import require_as_assumed
from rftheory.evidence.derivation import Derivation, Unproved, default_proof
from rftheory.evidence.time_limit import SECONDS, finished
from rftheory.statements.claims import Claim, Equality
from rftheory.statements.domain import Domain

#: chains and modules remembered
_CHAINS, _MODULES = 4096, 16
#: functions that close over functions are followed so far
_DEPTH = 16

_known: OrderedDict[Hashable, Derivation] = OrderedDict()


@lru_cache(maxsize=_MODULES)
def claims_of(module: ModuleType) -> tuple[Claim, ...]:
    """The claims of a statement module, the same objects for every judge.

    Raises:
        TypeError: if there is anything but claims among them.
        ValueError: if none of them is what the row claims.
        TimeoutError: if writing them takes too long.
    """
    claims: tuple[Claim, ...] = finished(SECONDS["standard"], lambda: tuple(module.claims()), "claims()")
    for number, claim in enumerate(claims, 1):
        if not isinstance(claim, Claim):
            raise TypeError(f"claims() must return claims, got {claim!r} as number {number}")
    if not any(claim.role == "claim" for claim in claims):
        raise ValueError("claims() has no claim of role 'claim': a statement about nothing would pass vacuously")
    return claims


def chain_of(claim: Claim) -> Derivation | None:
    """The chain that proves a claim, free to be gone on with; None if the claim has none.

    Raises:
        Unproved: if a step of it cannot be checked, if it is written for another domain, or if a symbol assumes more than
            its range says.
    """
    proposition = claim.proposition
    if claim.proof is None and not isinstance(proposition, Equality):
        return None
    key = _key(claim)
    chain = _known.get(key) if key is not None else None
    if chain is None:
        if claim.proof is not None:
            chain = claim.proof()
        else:
            assert isinstance(proposition, Equality)
            chain = default_proof(proposition, claim.domain)
        if chain.domain != claim.domain:
            raise Unproved("the chain is written for another domain than the claim")
        require_as_assumed(claim.domain)
        if key is not None:
            _known[key] = chain
            if len(_known) > _CHAINS:
                _known.popitem(last=False)
    return _fork(chain)


def _fork(chain: Derivation) -> Derivation:
    twin = copy.copy(chain)
    twin.steps, twin.limits, twin.appeals = list(chain.steps), set(chain.limits), set(chain.appeals)
    twin.convergent = set(chain.convergent)
    return twin


class _Unknown(Exception):
    """A value that cannot be told from others by its content."""


@dataclass(frozen=True, eq=False)
class Same:
    """One object, told from others by identity; as long as it is in a key, no other one has its address."""

    value: Any

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Same) and self.value is other.value

    def __hash__(self) -> int:
        return id(self.value)


def _key(claim: Claim) -> Hashable | None:
    """What is proved and how: proposition, domain, and the code of the proof with all values that it closes over."""
    try:
        return claim.proposition, claim.domain, _content(claim.proof, _DEPTH)
    except _Unknown:
        return None


def _content(value: Any, depth: int) -> Hashable:
    """A value by its content, with its type: numbers of different types are equal in Python."""
    if depth == 0:
        raise _Unknown  # a function that closes over itself
    if value is None or isinstance(value, (str, int, float, sp.Basic, Domain, type)):
        return type(value), value
    if isinstance(value, (tuple, list)):
        return type(value), tuple(_content(item, depth - 1) for item in value)
    if isinstance(value, dict):
        return dict, tuple((_content(k, depth - 1), _content(v, depth - 1)) for k, v in value.items())
    if isinstance(value, partial):
        return partial, *(_content(part, depth - 1) for part in (value.func, value.args, value.keywords))
    if isinstance(value, Claim):
        return Claim, value.proposition, value.domain, _content(value.proof, depth - 1)
    if isinstance(value, FunctionType):
        # the code of one place in one module is one object, however often the function around it is called
        bound = (_cells(value), value.__defaults__, value.__kwdefaults__)
        return value.__code__, Same(value.__globals__), *(_content(part, depth - 1) for part in bound)
    raise _Unknown


def _cells(function: FunctionType) -> tuple[Any, ...]:
    try:
        return tuple(cell.cell_contents for cell in function.__closure__ or ())
    except ValueError:
        raise _Unknown from None  # a name that has no value yet
