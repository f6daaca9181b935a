"""The certificates that are kept beside the statements: looked for, compared with what is there, written."""

from __future__ import annotations

import importlib
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from rftheory.chains.claims import claims_of
from rftheory.execution.executors import LostWorkers, open_executor
from rftheory.execution.interrupts import held
from rftheory.execution.jobs import Job, unordered
from rftheory.kernel.refused import Refused
from rftheory.kernel.text import Entry
from rftheory.prover.certify import Certified, certify, statement_of
from rftheory.prover.failure import Unproved
from rftheory.prover.spec import text_name
from rftheory.prover.theory import theory
from rftheory.statements.certificates import Kept, Left
from rftheory.statements.claims import Claim

#: characters that are kept of a reason
_LONGEST = 400


@dataclass(frozen=True)
class KeptSearch:
    """What a search found for a statement, and whether it is kept now."""

    statement: str
    found: Certified
    #: the claims that the certificate which was kept proves as they are stated now
    before: tuple[str, ...] = ()
    written: bool = False
    #: where certificates of the statement are kept; None if its search came to no end
    kept: Kept | None = None
    #: of the processor
    seconds: float = 0.0

    @property
    def anew(self) -> tuple[str, ...]:
        """The claims that the certificate which was kept does not prove."""
        return tuple(name for name in self.found.proved if name not in self.before)

    @property
    def lost(self) -> dict[str, str]:
        """The claims that it proves and that are not found any more, with the reasons; what a clock has ended is no such claim."""
        known = {*self.found.proved, *self.found.late}
        return {name: self.found.failed.get(name, "") for name in self.before if name not in known}


def proved_by(kept: Kept, statement: str, claims: Iterable[Claim]) -> tuple[str, ...]:
    """The names of the claims that a kept certificate proves, as they are stated now."""
    if not kept.exists:
        return ()
    try:
        spec, certificate = kept.read()
        proved = {name: outcome.entry for name, outcome in theory().replay(spec, certificate).items()}
    except (Refused, OSError, EOFError, ValueError):
        return ()
    return tuple(
        claim.name for claim in claims if is_same(proved.get(text_name(f"{statement}/{claim.name}")), statement, claim)
    )


def is_same(held: Entry | None, statement: str, claim: Claim) -> bool:
    """Whether an entry says what a claim says now; equal terms are one object."""
    try:
        said = statement_of(statement, claim)
    except Unproved:
        return False
    return held is not None and is_same_entry(held, said.text)


def saying(entry: Entry) -> tuple[Any, ...]:
    """What an entry says, whatever its name and flags are; equal terms and contexts are one object."""
    return entry.names, entry.context, entry.judgement


def is_same_entry(held: Entry, said: Entry) -> bool:
    """Whether two entries say the same."""
    return saying(held) == saying(said)


def search(statement: str, module_name: str) -> KeptSearch:
    """Look for a certificate."""
    start = time.process_time()
    module = importlib.import_module(module_name)
    claims = claims_of(module)
    kept = Kept.beside(Path(str(module.__file__)))
    before = proved_by(kept, statement, claims)
    found = certify(statement, claims)
    return KeptSearch(statement, found, before, kept=kept, seconds=time.process_time() - start)


def keep_found(search: KeptSearch) -> KeptSearch:
    """Keep what was found, unless the certificate that is there proves a claim that it does not prove."""
    kept, found, before = search.kept, search.found, search.before
    if kept is None:
        return search
    # lines may be proved where no claim is
    better = bool(found.spec) and set(before) <= set(found.proved)
    if better:
        kept.write(found.spec, found.certificate)
    elif not before and kept.spec.is_file():
        # what is there is of no claim as it is stated now
        kept.remove()
    proved = found.proved if better else before
    said = kept.reasons()
    # of what a clock has ended nothing was found out, so what was said of it stands
    reasons = {name: said.claims.get(name, "") if name in found.late else why for name, why in found.failed.items()}
    left = {name: why[:_LONGEST] for name, why in reasons.items() if why and name not in proved}
    lines = {name: {n: why[:_LONGEST] for n, why in one.items()} for name, one in found.open_lines.items()}
    sides = {name: why[:_LONGEST] for name, why in found.open_sides.items()}
    kept.write_reasons(Left(left, lines, sides, found.ways) if better else replace(said, claims=left))
    return replace(search, written=better)


def search_all(statements: Iterable[tuple[str, str]], jobs: int, keep: bool) -> Iterator[KeptSearch]:
    """The same for many statements (id, module), each in a process of its own; in the order in which they end.

    A search that takes its process down, twice, has found nothing, as has one that raises.
    """
    searches = [_Searching(*one) for one in statements]
    alone = [Job(each, each.statement, each.statement) for each in searches]
    with open_executor("processes", jobs) as workers:
        for number, found in unordered(alone, workers):
            if isinstance(found, LostWorkers):
                yield _nothing(searches[number].statement, str(found))
                continue
            if keep:
                # Ctrl-C comes before or after
                with held():
                    found = keep_found(found)
            yield found


@dataclass(frozen=True)
class _Searching:
    """A search as a job."""

    statement: str
    module_name: str

    def __call__(self, _number: int) -> KeptSearch:
        try:
            return search(self.statement, self.module_name)
        except Exception as error:
            return _nothing(self.statement, f"{type(error).__name__}: {error}")


def _nothing(statement: str, why: str) -> KeptSearch:
    return KeptSearch(statement, Certified(failed={"": f"the search ended: {why}"}))
