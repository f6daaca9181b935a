"""What the kernel has replayed: the certificate that is kept beside a statement, or one that is looked for.

The certificates of built-in statements are kept. For a statement of a user without one it is looked for when it is judged. What
counts is what a certificate proves, wherever it comes from: term for term what a claim says in the kernel's terms now.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from types import ModuleType
from typing import Any

from rftheory.chains.claims import claims_of
from rftheory.kernel.certificate import Outcome
from rftheory.kernel.refused import Refused
from rftheory.kernel.text import Entry
from rftheory.prover.certify import certify, statement_of
from rftheory.prover.failure import IllFormed, Unproved
from rftheory.prover.keeping import is_same_entry
from rftheory.prover.lines import stated
from rftheory.prover.posed import sides_of
from rftheory.prover.proving import Prover
from rftheory.prover.spec import ClaimEntry, is_line, is_side, line_name, text_name
from rftheory.prover.theory import theory
from rftheory.statements.certificates import Kept, Left
from rftheory.statements.claims import Claim
from rftheory.statements.files import id_of
from rftheory.statements.lines import NO_LINES

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
    #: what stopped the search for the other claims, and for lines
    left: Left = field(default_factory=Left)
    #: why the certificate is rejected
    rejected: str = ""
    #: what claims say in the kernel's terms, each made once
    _made: dict[tuple[Any, ...], ClaimEntry | Unproved] = field(default_factory=dict, repr=False, compare=False)

    def said(self, claim: Claim) -> ClaimEntry | None:
        """What a claim says now in the kernel's terms; None if it has none."""
        made = self._stated(claim)
        return None if isinstance(made, Unproved) else made

    def _stated(self, claim: Claim) -> ClaimEntry | Unproved:
        """A claim in the kernel's terms, or why it has none."""
        key = claim.name, claim.proposition, claim.domain
        if key not in self._made:
            try:
                self._made[key] = statement_of(self.statement, claim)
            except Unproved as gap:
                self._made[key] = gap.with_traceback(None)  # a traceback would keep the frames of the search
        return self._made[key]

    def outcome(self, claim: Claim) -> Outcome | str:
        """What proves a claim as it is stated now, or why nothing does."""
        found = self.outcomes.get(text_name(f"{self.statement}/{claim.name}"))
        if found is None:
            return self.left.claims.get(claim.name, _NONE)
        made = self.said(claim)
        return found if made is not None and is_same_entry(found.entry, made.text) else _OTHER

    def undefined(self, claim: Claim) -> str | None:
        """Of which side of a claim it is not replayed that it has a value, and why; "" if of none, None if the claim has no term."""
        made = self._stated(claim)
        if isinstance(made, Unproved):
            return str(made) if isinstance(made, IllFormed) else None
        held = [outcome.entry for name, outcome in self.outcomes.items() if is_side(name)]
        with suppress(Unproved, Refused):
            for said in sides_of(claim, made, Prover(made.setting.kernel)):
                if all(any(is_same_entry(one, each.text) for one in held) for each in said):
                    return ""
        return self.left.sides.get(claim.name, self.left.claims.get(claim.name, _NONE))

    def lines(self, claim: Claim) -> dict[int, str]:
        """Of each line of a claim's chain, as it is written now, why nothing proves it; "" where it is replayed."""
        made = self.said(claim)
        if made is None:
            return {}
        try:
            said = stated(claim, made, Prover(made.setting.kernel))
        except Unproved:
            return {}
        left = {**said.left, **self.left.lines.get(claim.name, {})}
        return {number: self._line(made, number, said.entries.get(number), left) for number in said.lines}

    def _line(self, made: ClaimEntry, number: int, said: ClaimEntry | None, left: Mapping[int, str]) -> str:
        held = self.outcomes.get(line_name(made.name, number))
        if held is not None:
            return "" if said is not None and is_same_entry(held.entry, said.text) else _OTHER
        return left.get(number, NO_LINES if self._is_old else _NONE)

    @property
    def _is_old(self) -> bool:
        """Whether the certificate is of a time when lines had no entries."""
        return bool(self.outcomes) and not self.left.lines and not any(map(is_line, self.outcomes))

    def entry(self, claim: Claim) -> Entry | None:
        """What is proved, if that is what a claim says."""
        found = self.outcome(claim)
        return found.entry if isinstance(found, Outcome) else None


def replayed_for(claim: Claim, module: ModuleType | None = None) -> Replayed:
    """The replay in which a claim is to be found.

    Args:
        claim: what is asked for, as it is stated now.
        module: the statement that lists it; the module that its proof, a function, is written in if it is None.
    """
    # a chain is written nowhere that it could name
    module = module or (sys.modules.get(claim.proof.__module__) if callable(claim.proof) else None)
    kept = None if module is None else _kept(module)
    return kept or _searched(_id(module), [claim])


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
        return Replayed(_id(module), left=kept.reasons() if kept is not None else Left())
    return None


@lru_cache(maxsize=_CERTIFICATES)
def _replayed(kept: Kept, digest: str, statement: str) -> Replayed:
    """The replay of what is kept in files of this digest, once in a process."""
    left = Left()
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
        return Replayed(statement, theory().replay(made.spec, made.certificate) if made.spec else {}, made.left)
    except Exception as error:  # whatever goes wrong in a search, nothing is proved by it
        return Replayed(statement, rejected=f"{type(error).__name__}: {error}")


def _id(module: ModuleType | None) -> str:
    if module is None:
        return "claim"
    return id_of(module)
