"""What the control judge counts: mutants by kind, and who refused them."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import Any

from rftheory.statements.verdicts import MUTANTS


@dataclass
class KindTally:
    """Mutants of one kind, and who refused how many of them.

    ``beside`` are held against the print alone, where no ball encloses the definition. ``unseen`` ones have no balls that tell
    them, and are not counted as made.
    """

    made: int = 0
    refused: int = 0
    enclosure: int = 0
    simulation: int = 0
    beside: int = 0
    unseen: int = 0

    def add(self, other: KindTally) -> None:
        for name in vars(self):
            setattr(self, name, getattr(self, name) + getattr(other, name))


@dataclass
class ControlTally:
    """The mutants by kind (hand-made ones are of the print), and how many of the rewritings that balls see are accepted."""

    rewritings: int = 0
    accepted: int = 0
    print_mutants: KindTally = field(default_factory=KindTally)
    definition_mutants: KindTally = field(default_factory=KindTally)

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

    @property
    def refused(self) -> int:
        """Those that are refused."""
        return sum(count.refused for count in self.counts.values())

    def to_json(self) -> dict[str, Any]:
        return asdict(self)


@dataclass
class Findings:
    """What the controls of one claim found: the tally, and by name what should not be."""

    tally: ControlTally = field(default_factory=ControlTally)
    #: false twins, of the print or made by hand, that no judge tells from the claim
    survivors: list[str] = field(default_factory=list)
    #: harmless rewritings that balls tell from the print
    told: list[str] = field(default_factory=list)
    #: false twins that are the same statement in the kernel's terms
    alarms: list[str] = field(default_factory=list)

    def to_json(self) -> dict[str, Any]:
        return {**self.tally.to_json(), "survivors": self.survivors, "told": self.told, "alarms": self.alarms}
