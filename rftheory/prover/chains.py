"""Chains of SymPy, gone through again on the kernel's terms: one theorem for each line, then one for the whole.

A chain keeps its lines and the calls that made them. What a call says besides its line (the factors of a gap, a lemma and
where it is used, an inner chain) is the hint by which the line is proved here; the line itself is only a target. A claim
whose chain leads nowhere, or that has none, is tried as it stands.
"""

from __future__ import annotations

from contextlib import contextmanager

import sympy as sp

from rftheory.prover.words import *
from rftheory.evidence.chains import chain_of
from rftheory.evidence.recording import Call
from rftheory.propositions import Derivative, Equality, Inequality, Limit
from rftheory.prover.expectations import closed_form, is_random
from rftheory.prover.instances import instance
from rftheory.prover.search import naming
from rftheory.prover.setting import Setting
from rftheory.prover.signs import as_order
from rftheory.prover.spec import ClaimEntry, entry
from rftheory.prover.translate import translate
from rftheory.statements.claims import Claim

if TYPE_CHECKING:
    from rftheory.evidence.derivation import Derivation

#: a line of a chain: how it is proved from the line before it
Step = Callable[["Walk", Any, int], Theorem]
STEPS: dict[str, Step] = {}


def step(*names: str) -> Callable[[Step], Step]:
    """Register how the lines of some methods of chains are proved."""

    def register(function: Step) -> Step:
        STEPS.update(dict.fromkeys(names, function))
        return function

    return register


#: a call that adds no line: what it notes for the lines after it
NOTES: dict[str, Callable[[Walk, Call], None]] = {}


def note(*names: str) -> Callable[[Callable[[Walk, Call], None]], Callable[[Walk, Call], None]]:
    """Register what some methods of chains note for later lines."""

    def register(function: Callable[[Walk, Call], None]) -> Callable[[Walk, Call], None]:
        NOTES.update(dict.fromkeys(names, function))
        return function

    return register


class Prover:
    """Proves claims in one run; lemmas are proved once."""

    def __init__(self, run: Any):
        self.run = run
        self._proved: dict[tuple[Any, ...], tuple[ClaimEntry, Theorem]] = {}
        self._busy: set[tuple[Any, ...]] = set()

    def claim(self, name: str, claim: Claim) -> tuple[ClaimEntry, Theorem]:
        """The entry of a claim and its theorem.

        Raises:
            Unproved: with the line and the reason that stopped it.
        """
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

    def _theorem(self, claim: Claim, made: ClaimEntry) -> Theorem:
        chain, why = None, "no derivation is given"
        try:
            chain = chain_of(claim)
        except Exception as gap:  # a proof may raise anything
            why = f"no chain: {gap}"
        walk = Walk(self, made.setting, chain)
        if made.prop.op == "<=" and made.prop.args[0].op == "E":
            from rftheory.prover.mixed_moments import mixed_moment

            # the lines of the chain are not needed
            with suppress(Unproved):
                return mixed_moment(walk, *made.prop.args)
        try:
            if chain is None:
                raise Unproved(why)
            return self._by_chain(claim, made, walk)
        except Unproved as gap:
            if claim.flaw:
                raise
            try:
                return self._as_it_stands(claim, made, walk)
            except Unproved as other:
                raise (Unproved(f"{gap}; as it stands: {other}") if chain is None else gap) from other

    def _by_chain(self, claim: Claim, made: ClaimEntry, walk: Walk) -> Theorem:
        if isinstance(claim.proposition, Limit):
            from rftheory.prover.limit_steps import Approach

            return Approach.of(self, claim, made).of_chain(walk.chain)
        if isinstance(claim.proposition, Derivative):
            from rftheory.prover.derivative_steps import prove_derivative

            return prove_derivative(self, claim.proposition, made, walk.chain)
        return walk.joined(made.prop, claim.proposition)

    def _as_it_stands(self, claim: Claim, made: ClaimEntry, walk: Walk) -> Theorem:
        """The two sides against each other: means of both may have one closed form, whatever lines lead there."""
        if isinstance(claim.proposition, Limit):
            from rftheory.prover.limit_steps import Approach

            return Approach.of(self, claim, made).of_claim()
        if isinstance(claim.proposition, Derivative):
            raise Unproved("the lines of a derivative are needed")
        found = walk.related(made.prop.args[0], made.prop.op, made.prop.args[1])
        if found.judgement is not made.prop:
            raise Unproved("what is proved is not the claim")
        return found


@contextmanager
def holding_back(walk: Walk, call: Call) -> Iterator[None]:
    """What a call says of draws that nothing binds yet is kept for the means that bind them."""
    try:
        yield
    except Unproved as error:
        if "is random outside of an expectation" not in str(error):
            raise
        walk.held.append(call)


class Walk:
    """One chain in one context, or a context in which a claim is proved without one."""

    def __init__(self, prover: Prover, setting: Setting, chain: Derivation | None):
        self.prover, self.setting, self._chain = prover, setting, chain
        self.run, self.context = prover.run, setting.context
        self.search = search_of(prover.run)
        self._noted = 0
        #: calls that say something of draws, for the means in which these are bound
        self.held: list[Call] = []
        #: the lemmas in use
        self.lemmas: list[Theorem] = []

    @property
    def chain(self) -> Derivation:
        if self._chain is None:
            raise Unproved("no derivation is given")
        return self._chain

    def term(self, expr: sp.Expr) -> Term:
        """A defined term of an expression."""
        term = translate(expr, self.setting)
        make_defined(self.run, self.context, term)
        return term

    def line(self, number: int) -> Term:
        return self.term(self.chain.steps[number].expr)

    def inner(self, chain: Derivation) -> Theorem:
        """The theorem of another chain on the same domain."""
        return Walk(self.prover, self.setting, chain).whole()

    # -- the lines --------------------------------------------------------------------------------------------------

    def whole(self) -> Theorem:
        """``start REL end``; for ``>=`` and ``>`` the other way round."""
        links = [self._link(number) for number in range(1, len(self.chain.steps))]
        if not links:
            return self.search.run.infer("REFL", self.context, term=self.line(0))
        rising = self.chain.relation() in ("=", "<", "<=")
        return self.run.infer("CHAIN", self.context, links=links if rising else links[::-1])

    def _link(self, number: int) -> Theorem:
        """From the line before to this one; a step of equality is turned where the chain falls."""
        calls = [call for call in self.chain.calls if call.steps <= number < call.after]
        relation = self.chain.steps[number].relation
        falls = self.chain.relation() in (">", ">=")
        call = calls[-1] if calls else None
        try:
            self._note(number)
            if call is not None and call.name in STEPS:
                found = STEPS[call.name](self, call, number)
            elif call is None and relation == "<=" and self.line(number - 1).op == "P":
                # a waypoint, of which no call is kept: the bound shows what it comes from
                from rftheory.prover.tail_steps import bound_of_probability

                found = bound_of_probability(self, number)
            else:
                found = self.generic(number)
        except (Unproved, Refused) as error:
            name = f"{call.name}, {call.line}" if call is not None else "waypoint"
            raise Unproved(f"[{name}] {error}") from error
        if found.judgement.op == "=" and falls:
            found = self.run.infer("SYM", self.context, of=found)
        return found

    def _note(self, number: int) -> None:
        """Make the notes that come before a line."""
        while self._noted < len(self.chain.calls) and self.chain.calls[self._noted].after <= number:
            call = self.chain.calls[self._noted]
            self._noted += 1
            if call.steps == call.after and call.name in NOTES:
                with holding_back(self, call):
                    NOTES[call.name](self, call)

    def generic(self, number: int) -> Theorem:
        """A line without a hint."""
        return self.related(self.line(number - 1), self.chain.steps[number].relation, self.line(number))

    def related(self, first: Term, relation: str, second: Term) -> Theorem:
        if relation == "=":
            return self.equal(first, second)
        if relation == "->":
            raise Unproved("a limit inside of a chain")
        sides = (first, second) if relation[0] == "<" else (second, first)
        return self.order(*sides, strict=relation in ("<", ">"))

    def equal(self, first: Term, second: Term) -> Theorem:
        """``first = second``, with what is random in closed form."""
        make_defined(self.run, self.context, first, second)
        if not (is_random(first) or is_random(second)):
            return prove_equal(self.run, self.context, first, second)
        try:
            return prove_equal(self.run, self.context, first, second)
        except Unproved:
            pass
        if first.op == second.op == "P":
            from rftheory.prover.exact_tails import same_probability

            return same_probability(self, first, second)
        left, right = (closed_form(self.run, self.context, term) for term in (first, second))
        middle = prove_equal(self.run, self.context, left.judgement.args[1], right.judgement.args[1])
        back = self.run.infer("SYM", self.context, of=right)
        return self.run.infer("CHAIN", self.context, links=[left, middle, back])

    def order(self, smaller: Term, larger: Term, strict: bool) -> Theorem:
        for term in (smaller, larger):
            make_defined(self.run, self.context, term)
            make_real(self.run, self.context, term)
        if not (is_random(smaller) or is_random(larger)):
            return prove_order(self.run, self.context, smaller, larger, strict)
        left, right = (closed_form(self.run, self.context, term) for term in (smaller, larger))
        middle = prove_order(self.run, self.context, left.judgement.args[1], right.judgement.args[1], strict)
        back = self.run.infer("SYM", self.context, of=right)
        return self.run.infer("CHAIN", self.context, links=[left, middle, back])

    # -- the claim --------------------------------------------------------------------------------------------------

    def joined(self, prop: Term, proposition: Equality | Inequality) -> Theorem:
        """The claim itself: the chain, and a last equality with the printed form."""
        theorem = self.whole()
        if isinstance(proposition, Equality):
            ending = self.equal(theorem.judgement.args[1], prop.args[1])
            theorem = self.run.infer("CHAIN", self.context, links=[theorem, ending])
        if theorem.judgement.op == "=" and theorem.judgement.args != prop.args:
            theorem = self.run.infer("SYM", self.context, of=theorem)
        if theorem.judgement.op == "=" and prop.op == "<=":
            make_real(self.run, self.context, prop.args[0])
            theorem = self.run.infer("WEAKEN", self.context, of=theorem, to="<=")
        if theorem.judgement.op == "<" and prop.op == "<=":
            theorem = as_order(self.search, self.context, theorem, "<=")
        if theorem.judgement is not prop:
            raise Unproved("the chain does not end with the claim")
        return theorem

    # -- lemmas -----------------------------------------------------------------------------------------------------

    def lemma(self, claim: Claim, at: Mapping[sp.Symbol, sp.Expr] | None) -> Theorem:
        """A lemma at values of its parameters, in this context; definedness and signs may use it from here on."""
        made, theorem = self.prover.claim(claim.name, claim)
        values = {symbol: sp.sympify((at or {}).get(symbol, symbol)) for symbol in claim.domain.symbols}
        found = instance(self, made.setting, theorem, values)
        # its sides are defined, but what is written in them may be changed only where this is seen
        with suppress(Unproved):
            make_defined(self.run, self.context, *(arg for arg in found.judgement.args if arg.sort == "scalar"))
        self.search.use(self.context, found)
        self.lemmas.append(found)
        return found
