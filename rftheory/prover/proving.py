"""Claims that are proved in one run: by the chains of their proofs, or as they stand; and the lines of these chains."""

from __future__ import annotations

from typing import Protocol

from rftheory.prover.words import *
from rftheory.chains.claims import chain_of
from rftheory.execution.time_limit import SECONDS, finished
from rftheory.prover.chains import Walk
from rftheory.prover.search import naming
from rftheory.prover.spec import ClaimEntry, entry
from rftheory.rules.propositions import Derivative, Equality, Inequality, Limit
from rftheory.statements.claims import Claim


class Way(Protocol):
    """How a claim is proved: by its chain or without, and how the lines of the chain are."""

    @property
    def around(self) -> Walk:
        """The chain in the context of the claim."""

    def by_chain(self, prop: Term) -> Theorem:
        """The claim, by the lines of its chain."""

    def as_it_stands(self, prop: Term) -> Theorem:
        """The claim, whatever the lines are: means of both sides may have one closed form."""

    def proved_line(self, number: int, said: Term) -> Theorem:
        """What a line says: the one before it REL this one."""


class Prover:
    """Proves claims in one run; lemmas are proved once."""

    def __init__(self, run: Any):
        self.run = run
        self._proved: dict[tuple[Any, ...], tuple[ClaimEntry, Theorem]] = {}
        self._ways: dict[tuple[Any, ...], Way] = {}
        self._busy: set[tuple[Any, ...]] = set()
        #: by which way a claim without lines was found, where it did not follow as it stands
        self.ways: dict[str, str] = {}

    def claim(self, name: str, claim: Claim) -> tuple[ClaimEntry, Theorem]:
        """The entry of a claim and its theorem."""
        key = (claim.proposition, claim.domain)
        if key in self._busy:
            raise Unproved(f"{claim.name} rests on itself")
        if key not in self._proved:
            self._busy.add(key)
            try:
                made = entry(name, claim, self.run)
                with naming(made.setting.names):
                    self._proved[key] = made, self._theorem(claim, made)
            except Refused as error:
                raise Unproved(f"{claim.name}: {error}") from error
            finally:
                self._busy.discard(key)
        return self._proved[key]

    def proved(self) -> list[tuple[ClaimEntry, Theorem]]:
        """What was proved so far."""
        return list(self._proved.values())

    def line(self, claim: Claim, made: ClaimEntry, number: int, said: Term) -> Theorem:
        """What a line of a claim's chain says, whether or not the claim is proved."""
        with naming(made.setting.names):
            return self.way(claim, made).proved_line(number, said)

    def _theorem(self, claim: Claim, made: ClaimEntry) -> Theorem:
        way = self.way(claim, made)
        if made.prop.op == "<=" and made.prop.args[0].op == "E":
            from rftheory.prover.mixed_moments import mixed_moment

            # the lines of the chain are not needed
            with suppress(Unproved):
                return mixed_moment(way.around, *made.prop.args)
        try:
            return way.by_chain(made.prop)
        except Unproved as gap:
            if claim.flaw:
                raise
            try:
                return way.as_it_stands(made.prop)
            except Unproved as other:
                if not way.around.is_bare:
                    # of a chain that nobody wrote, a point where the sides differ says more
                    if claim.proof is None and "not equal at" in str(other):
                        raise
                    raise gap from other
                is_excluded = "not in this order at" in str(other)
                if claim.proof is not None or not isinstance(claim.proposition, Inequality) or is_excluded:
                    raise Unproved(f"{gap}; as it stands: {other}") from other
                from rftheory.prover.ways import by_ways

                name, found = by_ways(way.around, claim.proposition, made.prop, str(other))
                self.ways[claim.name] = name
                return found

    def way(self, claim: Claim, made: ClaimEntry) -> Way:
        """How a claim is proved, which keeps what it found; two claims that say the same may have two chains."""
        key = (claim.proposition, claim.domain, id(claim.proof))
        if key not in self._ways:
            self._ways[key] = self._new_way(claim, made)
        return self._ways[key]

    def _new_way(self, claim: Claim, made: ClaimEntry) -> Way:
        chain, why = None, "no derivation is given"
        try:
            chain = finished(SECONDS["standard"], lambda: chain_of(claim), f"the proof of {claim.name}")
        except TimeoutError:
            raise
        except Exception as gap:  # a proof may raise anything
            why = f"no chain: {gap}"
        walk = Walk(self, made.setting, chain, why=why, printed=isinstance(claim.proposition, Equality))
        if isinstance(claim.proposition, Limit):
            from rftheory.prover.limit_steps import Approach

            return Approach.of(claim, made, walk)
        if isinstance(claim.proposition, Derivative):
            from rftheory.prover.derivative_steps import Differentiation

            return Differentiation(claim.proposition, made, walk)
        return walk
