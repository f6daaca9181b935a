"""The lines of a claim as a file has them, and which of them the values at points exclude."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Literal

from rftheory.answers.infix import readable
from rftheory.answers.messages import help_for
from rftheory.chains.claims import chain_of
from rftheory.execution.time_limit import TimeUp, within
from rftheory.judges import enclosure_judge
from rftheory.prover.lines import Line, lines_of
from rftheory.rules.propositions import Derivative, Equality, Inequality, Limit, Proposition
from rftheory.statements.claims import Claim
from rftheory.statements.printing import printed, text

#: from which seed points are drawn, and seconds of the processor for one look at the values
_SEED, _SECONDS = 0, 10
State = Literal["start", "replayed", "false", "stopped"]


@dataclass(frozen=True)
class Checked:
    """What was found of one line, or of a claim as a whole.

    Attributes:
        claim: its name.
        number: of the line in its chain; None for the claim itself.
        shown: ``REL expr``, or the proposition.
        reason: why, as the chain says.
        place: "file:number", where the file has it.
        state: "replayed" by the kernel, "false" at a point, or "stopped"; the start of a chain says nothing.
        why: what stopped the prover, in the symbols of the file.
        help: what helps then.
        values: of a false line: the point ("at"), "left" and "right".
        notice: of a claim that is not proved, what its values say: at how many points they bear it out, or why there are none.
        is_expected: whether the file itself says that the claim is false.
    """

    claim: str
    number: int | None
    shown: str
    reason: str = ""
    place: str = ""
    state: State = "start"
    why: str = ""
    help: str = ""
    values: Mapping[str, str] = field(default_factory=dict)
    notice: str = ""
    is_expected: bool = False

    @property
    def is_right(self) -> bool:
        """Whether nothing is left to do."""
        return self.state == "false" if self.is_expected else self.state in ("start", "replayed")

    def stopped(self, why: str) -> Checked:
        """This one with what stopped it."""
        # the place is that of the line
        why = re.sub(rf"^\[\w+, {re.escape(self.place)}\] ", "", why) if self.place else why
        return replace(self, state="stopped", why=readable(why), help=help_for(why).do)

    def replayed(self) -> Checked:
        """This one with a tick."""
        return replace(self, state="replayed")


class Outline:
    """A claim with the lines of its chain."""

    def __init__(self, claim: Claim):
        self.claim = claim
        self.whole = Checked(claim.name, None, printed(claim.proposition)["text"], is_expected=bool(claim.flaw))
        self.lines: dict[int, Checked] = {}
        self._says: dict[int, Line] = {}
        #: why there is no chain
        self.gap = ""
        try:
            chain = chain_of(claim)
        except Exception as error:  # a proof may raise anything
            self.gap = f"no chain: {error}"
            return
        if chain is None:
            return
        self._says = {line.number: line for line in lines_of(claim, chain)}
        start = chain.lines[0]
        self.lines[0] = Checked(claim.name, 0, text(start.expr), start.words)
        for number, line in self._says.items():
            written = chain.lines[number] if number < len(chain.lines) else None
            reason, place = (written.words, written.place) if written else ("the printed form", "")
            self.lines[number] = Checked(claim.name, number, f"{line.relation} {text(line.expr)}", reason, place)

    def look_at_values(self) -> Iterator[Checked]:
        """The lines that are false at a point of the domain, and the claim if it is; each is marked from now on."""
        for number, line in self._says.items():
            said = _proposition(self.claim.proposition, line)
            one = (
                None if said is None else replace(self.claim, proposition=said, flaw="", counterexample=None, boxes=())
            )
            if one is not None and (values := _looked_at(one, "quick")[0]):
                self.lines[number] = replace(self.lines[number], state="false", values=values)
                yield self.lines[number]
        self._look_at_claim("quick")
        if self.whole.state == "false" and not self.whole.is_expected:
            yield self.whole

    def look_harder(self) -> bool:
        """Whether more points, and a search of the domain, exclude a claim that resists; its notice says what was seen."""
        self._look_at_claim("standard")
        return self.whole.state == "false"

    def _look_at_claim(self, level: str) -> None:
        values, said = _looked_at(self.claim, level)
        self.whole = replace(self.whole, state="false" if values else "start", values=values, notice=said)

    @property
    def false_lines(self) -> list[int]:
        return [number for number, line in self.lines.items() if line.state == "false"]


def _proposition(said: Proposition, line: Line) -> Proposition | None:
    """What a line says by itself."""
    if line.before is None:
        return replace(said, value=line.expr) if isinstance(said, Derivative) else None
    if line.relation == "->":
        return replace(said, expr=line.before, value=line.expr) if isinstance(said, Limit) else None
    if line.relation == "=":
        return Equality(line.before, line.expr)
    return Inequality(line.before, line.relation, line.expr)  # type: ignore[arg-type]


def _looked_at(claim: Claim, level: str) -> tuple[dict[str, str], str]:
    """A point of the domain at which balls exclude a claim, with the balls; empty if none is found. And what the values say."""
    try:
        finding = within(_SECONDS, lambda: enclosure_judge.judge_claim(claim, level, _SEED))
    except TimeUp:
        return {}, f"not evaluated within {_SECONDS} seconds"
    except Exception:  # values are a first look; what cannot be judged is refused elsewhere
        return {}, ""
    if finding.answer != "refuted":
        return {}, finding.reason
    point = ", ".join(f"{name} = {value}" for name, value in finding.data["counterexample"].items())
    return {"at": point, "left": finding.data["left"], "right": finding.data["right"]}, ""
