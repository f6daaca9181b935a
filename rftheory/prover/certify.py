"""Certificates of statements: what of their claims can be proved, as two files that the kernel replays."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace

import rftheory.kernel.rules  # noqa: F401  (registers the rules)
from rftheory.kernel.contexts import Context
from rftheory.kernel.refused import Refused
from rftheory.kernel.text import Entry as Written
from rftheory.kernel.text import print_spec
from rftheory.kernel.theorems import Theorem
from rftheory.prover.failure import Unproved
from rftheory.prover.inhabited import prove_inhabited
from rftheory.prover.lines import stated
from rftheory.prover.posed import HANGS_ON, with_values
from rftheory.prover.proving import Prover
from rftheory.prover.ring import ranked
from rftheory.prover.spec import ClaimEntry, entry, flagged, is_line, is_side
from rftheory.prover.theory import theory
from rftheory.prover.trace import Trace
from rftheory.statements.admission import refused
from rftheory.statements.certificates import Left
from rftheory.statements.claims import Claim
from rftheory.statements.trivial import trivial


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
    #: how many lines of their chains are proved, and why the others are not, by claims and numbers
    lines: int = 0
    open_lines: dict[str, dict[int, str]] = field(default_factory=dict)
    #: why the sides of claims that are not proved are not seen to have values
    open_sides: dict[str, str] = field(default_factory=dict)
    #: in which way claims without lines were found
    ways: dict[str, str] = field(default_factory=dict)

    @property
    def left(self) -> Left:
        """What is said beside the certificate."""
        return Left(self.failed, self.open_lines, self.open_sides, self.ways)


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
        a specification of the claims that are proved, of the lines of the chains of all claims, and of what says that the
        sides of claims that are not proved have values, with a certificate that has been replayed; all empty if nothing is
        proved.
    """
    found = Certifying(statement)
    for claim in claims:
        if only is not None and claim.name not in only:
            continue
        found.add(claim)
        if progress:
            progress(claim.name, found.failed.get(claim.name, ""))
    return found.certified()


class Certifying:
    """The entries of a statement that are proved so far, in one run."""

    def __init__(self, statement: str):
        self.statement, self.run = statement, Trace(library=theory())
        self.prover = Prover(self.run)
        #: each entry with its theorem and that of a point of its context
        self.found: list[tuple[Written, Theorem, Theorem]] = []
        self.proved: list[str] = []
        self.failed: dict[str, str] = {}
        self.late: list[str] = []
        self.open_lines: dict[str, dict[int, str]] = {}
        self.open_sides: dict[str, str] = {}
        self._inhabited: dict[tuple[str, Context], Theorem] = {}

    def add(self, claim: Claim) -> None:
        """Look for a claim, then for the lines of its chain: each of them stands for itself."""
        try:
            made = self.entry(claim)
        except Exception as error:  # a proof may raise anything
            self.failed[claim.name] = said(error)
            return
        try:
            self.add_claim(claim, made)
        except TimeoutError as error:
            # its sides and lines would take as long
            self.failed[claim.name] = str(error)
            self.late.append(claim.name)
            return
        except Exception as error:
            self.failed[claim.name] = said(error)
            self.add_sides(claim, made)
        self._add_lines(claim, made)

    def entry(self, claim: Claim) -> ClaimEntry:
        """What a claim says in the terms of this run."""
        if why := "; ".join(refused(claim)) or trivial(claim.proposition):
            raise Unproved(f"refused: {why}")
        return entry(f"{self.statement}/{claim.name}", claim, self.run)

    def add_claim(self, claim: Claim, made: ClaimEntry) -> None:
        """Prove a claim; whatever stops it is raised."""
        self._keep(claim, made, self.prover.claim(made.name, claim)[1])
        self.proved.append(claim.name)

    def add_line(self, claim: Claim, made: ClaimEntry, number: int, line: ClaimEntry) -> None:
        """Prove a line of its chain; whatever stops it is raised."""
        self._keep(claim, line, self.prover.line(claim, made, number, line.prop))

    def add_sides(self, claim: Claim, made: ClaimEntry) -> None:
        """Prove that the sides of a claim that is not proved have values, if a row hangs on it."""
        if claim.role not in HANGS_ON:
            return
        try:
            for entry, theorem in with_values(claim, made, self.prover):
                self._keep(claim, entry, theorem)
        except Exception as error:
            self.open_sides[claim.name] = said(error)

    def _add_lines(self, claim: Claim, made: ClaimEntry) -> None:
        try:
            lines = stated(claim, made, self.prover)
        except Unproved:
            return
        left = dict(lines.left)
        for number, line in lines.entries.items():
            try:
                self.add_line(claim, made, number, line)
            except Exception as error:
                left[number] = said(error)
        if left:
            self.open_lines[claim.name] = dict(sorted(left.items()))

    def _keep(self, claim: Claim, made: ClaimEntry, theorem: Theorem) -> None:
        place = claim.name, made.setting.context
        if place not in self._inhabited:
            self._inhabited[place] = prove_inhabited(self.run, made.setting, claim)
        # a line may be an identity by algebra, and a claim one by what its proof has shown to be defined
        written = flagged(made, self.run.kernel).text
        if any(written.name == other.name for other, *_ in self.found):
            raise Unproved("another claim has this name")
        self.found.append((written, theorem, self._inhabited[place]))

    def certified(self) -> Certified:
        """All that is proved, replayed; the claims come before the lines, for who reads the specification."""
        left = Certified(
            failed=self.failed, late=tuple(self.late), open_lines=self.open_lines, open_sides=self.open_sides
        )
        if not self.found:
            return left
        found = sorted(self.found, key=lambda one: is_line(one[0].name) + 2 * is_side(one[0].name))
        spec = print_spec([written for written, *_ in found]).encode()
        goals = [(written.name, theorem, inhabited) for written, theorem, inhabited in found]
        certificate = self.run.write(goals, spec).encode()
        accepted = theory().replay(spec, certificate).keys()
        if accepted != {name for name, *_ in goals}:
            raise AssertionError(f"{self.statement}: what was proved is not accepted: {sorted(accepted)}")
        lines = sum(is_line(written.name) for written, *_ in found)
        ways = {name: self.prover.ways[name] for name in self.proved if name in self.prover.ways}
        return replace(left, spec=spec, certificate=certificate, proved=tuple(self.proved), lines=lines, ways=ways)


def said(error: Exception) -> str:
    """What stopped a proof, in a sentence."""
    return str(error) if isinstance(error, Unproved | Refused) else f"{type(error).__name__}: {error}"


def statement_of(statement: str, claim: Claim) -> ClaimEntry:
    """What a claim says in the kernel's terms."""
    return entry(f"{statement}/{claim.name}", claim, Trace())
