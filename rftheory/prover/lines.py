"""The lines with which a claim is shown, each as an entry of its own: ``the line before REL this line``.

An entry of a line has the context of the claim; the lines of a limit before the passage, and those of a derivative, have the
variable in it as well, in the interval where they are proved. Whoever checks makes the entries afresh (`stated`): a line is
replayed if what was proved is, term for term, what the line says now.
"""

from __future__ import annotations

from functools import cached_property

import sympy as sp

from rftheory.prover.words import *
from rftheory.chains.chain import Chain
from rftheory.chains.claims import chain_of
from rftheory.prover.chains import Walk
from rftheory.prover.limit_steps import Approach
from rftheory.prover.proving import Prover
from rftheory.prover.setting import Setting
from rftheory.prover.spec import ClaimEntry, relation_of
from rftheory.rules.propositions import Derivative, Inequality, Limit, sides
from rftheory.statements.claims import Claim


@dataclass(frozen=True)
class Line:
    """A line of a chain: ``before REL expr``; the first one of a derivative has nothing before it."""

    number: int
    before: sp.Expr | None
    relation: str
    expr: sp.Expr


def lines_of(claim: Claim, chain: Chain) -> list[Line]:
    """The lines that say something: all but the start, and the printed form unless the chain ends with it or cannot.

    A derivative starts with what SymPy computes, which is a line.
    """
    steps, said = chain.lines, claim.proposition
    found = [Line(0, None, "=", chain.start)] if isinstance(said, Derivative) else []
    pairs = zip(steps, steps[1:], strict=False)
    found += [Line(n, before.expr, step.relation, step.expr) for n, (before, step) in enumerate(pairs, 1)]
    if not (isinstance(said, Inequality) or claim.flaw):
        printed = sp.sympify(getattr(said, sides(said)[1]))
        found += [Line(len(steps), chain.end, "=", printed)] if printed != chain.end else []
    return found


@dataclass(frozen=True)
class Stated:
    """The lines of a claim in the kernel's terms.

    Attributes:
        made: the entry of the claim.
        lines: by their numbers.
        entries: of those that have a term.
        left: why the others have none.
    """

    made: ClaimEntry
    lines: Mapping[int, Line]
    entries: Mapping[int, ClaimEntry]
    left: Mapping[int, str]


def stated(claim: Claim, made: ClaimEntry, prover: Prover) -> Stated:
    """The lines of a claim as its chain has them now."""
    try:
        chain = chain_of(claim)
    except Exception as gap:  # a proof may raise anything
        raise Unproved(f"no chain: {gap}") from gap
    if chain is None:
        raise Unproved("no derivation is given")
    lines = {line.number: line for line in lines_of(claim, chain)}
    entries, left = dict[int, ClaimEntry](), dict[int, str]()
    places = _Places(claim, made, prover)
    passage = next((n for n, line in lines.items() if line.relation == "->"), None)
    for number, line in lines.items():
        try:
            setting, said = places.of(line, passage)
        except (Unproved, Refused) as error:
            left[number] = f"no term: {error}"
        else:
            entries[number] = ClaimEntry(made.name, setting, said, line=number)
    return Stated(made, lines, entries, left)


@dataclass(frozen=True)
class _Places:
    """Where the lines of a claim hold."""

    claim: Claim
    made: ClaimEntry
    prover: Prover

    def of(self, line: Line, passage: int | None) -> tuple[Setting, Term]:
        """The context of a line, and what it says there."""
        said, outer = self.claim.proposition, self.made.setting
        if isinstance(said, Derivative):
            low, high, function, _ = self.made.prop.args
            if line.before is not None:
                return self._joined(line, self._opened)
            value = close(self._opened.scope().term(line.expr), (self._opened.symbols[said.variable],))
            return outer, make("D", (low, high, function, value))
        if not isinstance(said, Limit) or passage is None or line.number > passage:
            return self._joined(line, outer)
        if line.number < passage:
            return self._joined(line, self._opened)
        point, side = self.made.prop.args[0], self.made.prop.data
        body = close(self._opened.scope().term(line.before), (self._opened.symbols[said.variable],))
        return outer, make("lim", (point, outer.scope().term(line.expr), body), side)

    def _joined(self, line: Line, setting: Setting) -> tuple[Setting, Term]:
        assert line.before is not None
        return setting, relation_of(line.before, line.relation, line.expr, setting)

    @cached_property
    def _opened(self) -> Setting:
        """The context with the variable of a limit or a derivative in the interval where the lines are proved."""
        said = self.claim.proposition
        assert isinstance(said, Limit | Derivative)
        outer = self.made.setting
        if isinstance(said, Limit):
            ends = Approach.of(self.claim, self.made, Walk(self.prover, outer, None)).ends
        else:
            low, high, *_ = self.made.prop.args
            ends = low, high
        return outer.opened(said.variable, ends)
