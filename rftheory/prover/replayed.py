"""What the kernel has replayed: the certificate that is kept beside a statement, or one that is looked for.

The certificates of built-in statements are kept. For a statement of a user without one it is looked for when it is judged. What
counts is what a certificate proves, wherever it comes from: term for term what a claim says in the kernel's terms now.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from types import ModuleType

from rftheory.evidence.chains import claims_of
from rftheory.kernel.certificate import Outcome
from rftheory.kernel.text import Entry
from rftheory.prover.certify import certify
from rftheory.prover.keeping import is_same
from rftheory.prover.spec import text_name
from rftheory.prover.theory import theory
from rftheory.statements.certificates import Kept
from rftheory.statements.claims import Claim
from rftheory.statements.files import id_of

#: the package whose certificates are kept
_BUILT_IN = "rftheory"
#: certificates remembered
_CERTIFICATES = 8
_NONE = "no certificate is kept (rftheory certify looks for one)"
_OTHER = "the certificate is of another statement"


@dataclass(frozen=True)
class Replayed:
    """What the replay of a certificate showed."""

    statement: str
    #: what is proved, by the names of entries
    outcomes: Mapping[str, Outcome] = field(default_factory=dict)
    #: what stopped the search for the other claims
    left: Mapping[str, str] = field(default_factory=dict)
    #: why the certificate is rejected
    rejected: str = ""

    def outcome(self, claim: Claim) -> Outcome | str:
        """What proves a claim as it is stated now, or why nothing does."""
        found = self.outcomes.get(text_name(f"{self.statement}/{claim.name}"))
        if found is None:
            return self.left.get(claim.name, _NONE)
        return found if is_same(found.entry, self.statement, claim) else _OTHER

    def entry(self, claim: Claim) -> Entry | None:
        """What is proved, if that is what a claim says."""
        found = self.outcome(claim)
        return found.entry if isinstance(found, Outcome) else None


def is_replayed(claim: Claim, module: ModuleType | None = None) -> bool:
    """Whether the kernel has replayed a certificate of a claim.

    Args:
        claim: what is asked for, as it is stated now.
        module: the statement that lists it; the module that its proof is written in if it is None.
    """
    module = module or sys.modules.get(str(getattr(claim.proof, "__module__", "")))
    kept = None if module is None else _kept(module)
    return isinstance((kept or _searched(_id(module), [claim])).outcome(claim), Outcome)


def replayed(module: ModuleType) -> Replayed:
    """What the kernel has replayed of the claims of a statement; several judges ask, and it is looked for once in a process."""
    return _kept(module) or _searched_for(module)


def _kept(module: ModuleType) -> Replayed | None:
    """The replay of the certificate that is kept; None if none is, and it is to be looked for."""
    file = getattr(module, "__file__", None)
    kept = Kept.beside(Path(file)) if file else None
    if kept is not None and kept.exists:
        return _replayed(kept, kept.digest(), _id(module))
    if module.__name__.split(".")[0] == _BUILT_IN:
        return Replayed(_id(module), left=kept.reasons() if kept is not None else {})
    return None


@lru_cache(maxsize=_CERTIFICATES)
def _replayed(kept: Kept, digest: str, statement: str) -> Replayed:
    """The replay of what is kept in files of this digest, once in a process."""
    left: Mapping[str, str] = {}
    try:
        left = kept.reasons()
        return Replayed(statement, theory().replay(*kept.read()), left)
    except Exception as error:  # whatever goes wrong in a replay, nothing is proved by it
        return Replayed(statement, left=left, rejected=f"{type(error).__name__}: {error}")


@lru_cache(maxsize=_CERTIFICATES)
def _searched_for(module: ModuleType) -> Replayed:
    return _searched(_id(module), claims_of(module))


def _searched(statement: str, claims: Sequence[Claim]) -> Replayed:
    """The replay of what a search finds."""
    try:
        made = certify(statement, claims)
        return Replayed(statement, theory().replay(made.spec, made.certificate) if made.proved else {}, made.failed)
    except Exception as error:  # whatever goes wrong in a search, nothing is proved by it
        return Replayed(statement, rejected=f"{type(error).__name__}: {error}")


def _id(module: ModuleType | None) -> str:
    if module is None:
        return "claim"
    return id_of(module)
