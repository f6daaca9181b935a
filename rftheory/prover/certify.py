"""Certificates of statements: what of their claims can be proved, as two files that the kernel replays."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from importlib import import_module

import rftheory.kernel.rules  # noqa: F401  (registers the rules)
import rftheory.prover.all_steps  # noqa: F401  (registers the steps of chains)
from rftheory.evidence.deciding import carried_by, refused
from rftheory.kernel.publication import require_publishable
from rftheory.kernel.refused import Refused
from rftheory.kernel.text import Entry as Written
from rftheory.kernel.text import print_spec
from rftheory.kernel.theorems import Theorem
from rftheory.prover.chains import Prover
from rftheory.prover.failure import Unproved
from rftheory.prover.inhabited import prove_inhabited
from rftheory.prover.ring import ranked
from rftheory.prover.spec import ClaimEntry, entry
from rftheory.prover.theory import theory
from rftheory.prover.trace import Trace
from rftheory.statements.certificates import REPLAYED
from rftheory.statements.claims import Claim


@dataclass(frozen=True)
class Certified:
    """A specification with its certificate, and what is not in it."""

    spec: bytes = b""
    certificate: bytes = b""
    #: the claims that are proved, and why the others are not
    proved: tuple[str, ...] = ()
    failed: dict[str, str] = field(default_factory=dict)
    #: those of the others that a clock ended, so that nothing is known of them
    late: tuple[str, ...] = ()


@ranked()
def certify(
    statement: str,
    claims: Sequence[Claim],
    only: Iterable[str] | None = None,
    progress: Callable[[str, str], None] | None = None,
) -> Certified:
    """Prove what can be proved of the claims of a statement.

    Args:
        statement: its id.
        claims: all its claims.
        only: the names of those that are wanted; all if None.
        progress: is told the name of each claim and the reason why it is not proved, or "".

    Returns:
        a specification of the claims that are proved, with a certificate that has been replayed; both empty if none is.
    """
    run = Trace(library=theory())
    prover = Prover(run)
    entries: list[Written] = []
    goals: list[tuple[str, Theorem, Theorem]] = []
    proved: list[str] = []
    failed: dict[str, str] = {}
    late: list[str] = []
    for claim in claims:
        if only is not None and claim.name not in only:
            continue
        try:
            if why := refused(claim):
                raise Unproved(f"refused: {'; '.join(why)}")
            name = f"{statement}/{claim.name}"
            # a lemma whose chain has waypoints is carried by a certificate of its own
            with carried_by(lambda lemma, module: import_module(REPLAYED).is_replayed(lemma, module)):
                made, theorem = prover.claim(name, claim)
            inhabited = prove_inhabited(run, made.setting, claim)
            # two claims may say the same
            written = _published(run, replace(made, name=name))
            if any(written.name == other.name for other in entries):
                raise Unproved("another claim has this name")
        except (Unproved, Refused) as error:
            failed[claim.name] = str(error)
        except TimeoutError as error:
            failed[claim.name] = str(error)
            late.append(claim.name)
        except Exception as error:  # a proof may raise anything
            failed[claim.name] = f"{type(error).__name__}: {error}"
        else:
            entries.append(written)
            goals.append((written.name, theorem, inhabited))
            proved.append(claim.name)
        if progress:
            progress(claim.name, failed.get(claim.name, ""))
    if not entries:
        return Certified(failed=failed, late=tuple(late))
    spec = print_spec(entries).encode()
    certificate = run.write(goals, spec).encode()
    accepted = theory().replay(spec, certificate).keys()
    if accepted != {written.name for written in entries}:
        raise AssertionError(f"{statement}: what was proved is not accepted: {sorted(accepted)}")
    return Certified(spec, certificate, tuple(proved), failed, tuple(late))


def _published(run: Trace, made: ClaimEntry) -> Written:
    """The entry, flagged as an identity if it is one by what the proof has shown to be defined."""
    written = made.text
    try:
        require_publishable(run.kernel, written)
    except Refused:
        written = replace(made, flags=made.flags | {"identity"}).text
        require_publishable(run.kernel, written)
    return written


def statement_of(statement: str, claim: Claim) -> Written:
    """What a claim says in the kernel's terms.

    Raises:
        Unproved: if the claim has no term.
    """
    return entry(f"{statement}/{claim.name}", claim, Trace()).text
