"""What the control judge counts: mutants by kind, and who refused them."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import Any

from rftheory.statements.verdicts import MUTANTS


@dataclass
class KindTally:
    """Mutants of one kind: those that are false (or cannot be told to be true), and who refused how many of them.

    ``elsewhere`` are refused by the derivation only because the proof of the claim is written for another start or takes
    a way that cannot be gone again: that shows nothing of the derivation. ``unseen`` ones have no balls that tell them, and
    are not counted as made.
    """

    made: int = 0
    refused: int = 0
    derivation: int = 0
    elsewhere: int = 0
    enclosure: int = 0
    simulation: int = 0
    unseen: int = 0

    def add(self, other: KindTally) -> None:
        for name in vars(self):
            setattr(self, name, getattr(self, name) + getattr(other, name))


@dataclass
class ControlTally:
    """How many mutants there were, which judge caught how many of those that it was given, and rewritings accepted.

    ``mutants`` and what follows are those of the print (hand-made ones among them); then come all kinds: of the print, of the
    definition, of the conclusions of steps, and of the domain.
    """

    mutants: int = 0
    derivation: int = 0
    derived: int = 0
    enclosure: int = 0
    simulation: int = 0
    simulated: int = 0
    rewritings: int = 0
    accepted: int = 0
    print_mutants: KindTally = field(default_factory=KindTally)
    definition_mutants: KindTally = field(default_factory=KindTally)
    proof_mutants: KindTally = field(default_factory=KindTally)
    domain_mutants: KindTally = field(default_factory=KindTally)

    def add(self, other: ControlTally) -> None:
        for name, value in vars(other).items():
            if isinstance(value, KindTally):
                getattr(self, name).add(value)
            else:
                setattr(self, name, getattr(self, name) + value)

    @property
    def counts(self) -> dict[str, KindTally]:
        """The counts by kind."""
        return {kind: getattr(self, f"{kind}_mutants") for kind in MUTANTS}

    @property
    def made(self) -> int:
        """All mutants that count."""
        return sum(count.made for count in self.counts.values())

    def to_json(self) -> dict[str, Any]:
        return asdict(self)


@dataclass
class Findings:
    """What the controls of one claim found: the tally, and by name what should not be."""

    tally: ControlTally = field(default_factory=ControlTally)
    #: false twins, of the print or made by hand, that no judge tells from the claim
    survivors: list[str] = field(default_factory=list)
    #: harmless rewritings that the derivation refuses
    refused: list[str] = field(default_factory=list)
    #: false twins that the derivation proves
    alarms: list[str] = field(default_factory=list)
    #: hypotheses without which the default proof goes through as well, and no counterexample is seen
    not_needed: list[str] = field(default_factory=list)

    def count(self, count: KindTally, told: bool, accepted: bool | None, what: object) -> None:
        """Enter one mutant: whether balls tell it, and whether the engine proves it (None: it was not to be asked)."""
        if not told:
            count.unseen += not accepted
            return
        count.made += 1
        count.enclosure += 1
        if accepted is None:
            count.elsewhere += 1
        else:
            count.derivation += not accepted
        if accepted:
            self.alarms.append(f"{what}: proved, and excluded by an enclosure")
        else:
            count.refused += 1

    def to_json(self) -> dict[str, Any]:
        lists = {name: getattr(self, name) for name in ("survivors", "refused", "alarms", "not_needed")}
        return {**self.tally.to_json(), **lists}
