"""Chains of SymPy, gone through on the kernel's terms: one theorem for each line, then one for the whole.

The reason of a line (`chains.reasons`: the factors of a gap, a lemma and where it is used, a chain for a part) is the hint by
which it is proved here; the line itself is only a target. A claim whose chain leads nowhere, or that has none, is tried as it
stands.
"""

from __future__ import annotations

import sympy as sp

from rftheory.prover.words import *
from rftheory.chains.chain import Chain
from rftheory.chains.reasons import Reason, Use
from rftheory.prover.expectations import closed_form, is_random
from rftheory.prover.instances import instance
from rftheory.prover.setting import Setting
from rftheory.prover.signs import as_order
from rftheory.prover.translate import translate
from rftheory.statements.claims import Claim

if TYPE_CHECKING:
    from rftheory.prover.proving import Prover

#: a line of a chain: how it is proved from the line before it
Step = Callable[["Walk", Any, int], Theorem]
STEPS: dict[tuple[type[Reason | None], Any], Step] = {}


def step(reason: type[Reason | None], *kinds: Any) -> Callable[[Step], Step]:
    """Register how lines with a reason are proved, or orders without one; of some reasons those of a kind, or of what they use."""

    def register(function: Step) -> Step:
        STEPS.update(dict.fromkeys([(reason, kind) for kind in kinds or (None,)], function))
        return function

    return register


def _step_of(reason: Reason | None) -> Step | None:
    kind = getattr(reason, "kind", None) or type(getattr(reason, "what", None))
    return STEPS.get((type(reason), kind)) or STEPS.get((type(reason), None))


Note = Callable[["Walk", Use, int], None]
#: how what a line uses is noted, for the lines from here on
NOTES: dict[type, Note] = {}


def note(*kinds: type) -> Callable[[Note], Note]:
    """Register how something that is used is noted."""

    def register(function: Note) -> Note:
        NOTES.update(dict.fromkeys(kinds, function))
        return function

    return register


class Walk:
    """One chain in one context, or a context in which a claim is proved without one."""

    def __init__(
        self,
        prover: Prover,
        setting: Setting,
        chain: Chain | None,
        why: str = "no derivation is given",
        printed: bool = False,
    ):
        if chain is not None:
            # they are many, and claims without a chain need none
            import rftheory.prover.all_steps  # noqa: F401  (registers the steps of chains)
        self.prover, self.setting, self._chain = prover, setting, chain
        #: why there is no chain; whether the end of one is to be equal to a printed form
        self._why, self._printed = why, printed
        self._found: dict[int, Theorem | Unproved] = {}
        self.run, self.context = prover.run, setting.context
        self.search = search_of(prover.run)
        self._noted = 0
        #: what is used that says something of draws, for the means in which these are bound
        self.held: list[Use] = []
        #: the lemmas in use
        self.lemmas: list[Theorem] = []

    @property
    def chain(self) -> Chain:
        if self._chain is None:
            raise Unproved(self._why)
        return self._chain

    @property
    def is_bare(self) -> bool:
        """Whether there is no chain."""
        return self._chain is None

    @property
    def around(self) -> Walk:
        return self

    def term(self, expr: sp.Expr) -> Term:
        """A defined term of an expression."""
        term = translate(expr, self.setting)
        make_defined(self.run, self.context, term)
        return term

    def line(self, number: int) -> Term:
        return self.term(self.chain.lines[number].expr)

    def inner(self, chain: Chain) -> Theorem:
        """The theorem of another chain on the same domain."""
        return Walk(self.prover, self.setting, chain).whole()

    # -- the lines --------------------------------------------------------------------------------------------------

    def whole(self) -> Theorem:
        """``start REL end``; for ``>=`` and ``>`` the other way round."""
        links = [self._link(number) for number in range(1, len(self.chain.lines))]
        if not links:
            return self.search.run.infer("REFL", self.context, term=self.line(0))
        if self.chain.relation() in (">", ">="):
            links = [
                self.run.infer("SYM", self.context, of=link) if link.judgement.op == "=" else link for link in links
            ]
            links.reverse()
        return self.run.infer("CHAIN", self.context, links=links)

    def kept(self, number: int, find: Callable[[], Theorem]) -> Theorem:
        """The theorem of a line, looked for once; what failed fails again."""
        if number not in self._found:
            try:
                self._found[number] = find()
            except (Unproved, Refused) as error:
                self._found[number] = Unproved(str(error))
        found = self._found[number]
        if isinstance(found, Unproved):
            raise found
        return found

    def _link(self, number: int) -> Theorem:
        """From the line before to this one."""
        return self.kept(number, lambda: self._linked(number))

    def _linked(self, number: int) -> Theorem:
        line = self.chain.lines[number]
        prove = _step_of(line.reason)
        try:
            self._note(number)
            return self.generic(number) if line.reason is None or prove is None else prove(self, line.reason, number)
        except (Unproved, Refused) as error:
            name = "line" if line.reason is None else type(line.reason).__name__.lower()
            raise Unproved(f"[{name}, {line.place}] {error}" if line.place else str(error)) from error

    def _note(self, number: int) -> None:
        """Make the notes of all lines up to this one."""
        while self._noted < number:
            self._noted += 1
            for use in self.chain.lines[self._noted].notes:
                self.use(use, number)

    def use(self, use: Use, number: int) -> None:
        """Note what is used by a line; what it says of draws is kept for the means that bind them."""
        noted = NOTES.get(type(use.what))
        try:
            if noted is not None:
                noted(self, use, number)
        except Unproved as error:
            if "is random outside of an expectation" not in str(error):
                raise
            self.held.append(use)

    def generic(self, number: int) -> Theorem:
        """A line without a hint."""
        relation = self.chain.lines[number].relation
        if relation not in ("=", "->"):
            return STEPS[type(None), None](self, None, number)
        try:
            return self.related(self.line(number - 1), relation, self.line(number))
        except Unproved:
            self.search.check_limit()
            from rftheory.prover.structure import by_structure

            found = by_structure(self, number) if relation == "=" else None
            if found is None:
                raise
            return found

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
        random = is_random(first), is_random(second)
        told = (is_random(side) for lemma in self.lemmas for side in lemma.judgement.args)
        if random[0] == random[1] or any(told):
            # what is random in both may be the same, and a lemma about means speaks of them as they stand
            try:
                return prove_equal(self.run, self.context, first, second)
            except Unproved:
                if not any(random):
                    return self._equal_as_series(first, second)
        if first.op == second.op == "P":
            from rftheory.prover.exact_tails import same_probability

            return same_probability(self, first, second)
        left, right = (closed_form(self.run, self.context, term) for term in (first, second))
        middle = self._equal_as_series(left.judgement.args[1], right.judgement.args[1])
        back = self.run.infer("SYM", self.context, of=right)
        return self.run.infer("CHAIN", self.context, links=[left, middle, back])

    def _equal_as_series(self, first: Term, second: Term) -> Theorem:
        """An equality as it stands, or with Bessel functions on one side as series; what stopped the first is said."""
        try:
            return prove_equal(self.run, self.context, first, second)
        except Unproved:
            from rftheory.prover.series_steps import equal_with_bessel

            with suppress(Unproved, Refused):
                return equal_with_bessel(self, first, second)
            raise

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

    def by_chain(self, prop: Term) -> Theorem:
        """The claim itself: the chain, and a last equality with the printed form."""
        theorem = self.whole()
        if self._printed and theorem.judgement.args[1] is not prop.args[1]:
            theorem = self.run.infer("CHAIN", self.context, links=[theorem, self._ending(prop.args[1])])
        return self._fitted(theorem, prop, "the chain does not end with the claim")

    def _ending(self, printed: Term) -> Theorem:
        count = len(self.chain.lines)
        return self.kept(count, lambda: self.equal(self.line(count - 1), printed))

    def as_it_stands(self, prop: Term) -> Theorem:
        """The two sides against each other: means of both may have one closed form, whatever lines lead there."""
        found = self.related(prop.args[0], prop.op, prop.args[1])
        if found.judgement is not prop:
            raise Unproved("what is proved is not the claim")
        return found

    def proved_line(self, number: int, said: Term) -> Theorem:
        """What a line says; the one after the last one is the printed form."""
        last = number == len(self.chain.lines)
        found = self._ending(said.args[1]) if last else self._link(number)
        return self._fitted(found, said, "what is proved is not the line")

    def _fitted(self, theorem: Theorem, said: Term, gap: str) -> Theorem:
        """What is said, by a theorem that says the same, the other way round, or more."""
        if theorem.judgement.op == "=" and theorem.judgement.args != said.args:
            theorem = self.run.infer("SYM", self.context, of=theorem)
        if theorem.judgement.op == "=" and said.op == "<=":
            make_real(self.run, self.context, said.args[0])
            theorem = self.run.infer("WEAKEN", self.context, of=theorem, to="<=")
        if theorem.judgement.op == "<" and said.op == "<=":
            theorem = as_order(self.search, self.context, theorem, "<=")
        if theorem.judgement is not said:
            raise Unproved(gap)
        return theorem

    # -- lemmas -----------------------------------------------------------------------------------------------------

    def lemmas_before(self, number: int) -> None:
        """Use the claims that the lines before a line use, as far as they can be used in this context."""
        for line in self.chain.lines[:number]:
            if isinstance(line.reason, Use) and isinstance(line.reason.what, Claim):
                with suppress(Unproved):
                    self.lemma(line.reason.what, line.reason.at)

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
