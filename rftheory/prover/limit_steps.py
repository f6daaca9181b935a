"""How limits are proved: by continuity, by derivatives, between bounds.

The lines of a chain before the passage hold in an interval beside the point, those after it where the variable is gone. What
is shown of the last function before the passage goes back along the equations before it (TRANSPORT).
"""

from __future__ import annotations

from functools import cached_property

from rftheory.prover.step_words import *
from rftheory.chains.chain import Chain
from rftheory.chains.reasons import Inside, Passage, Reason
from rftheory.kernel.rules.limits import Limits
from rftheory.prover.graphs import make_smooth
from rftheory.prover.hospital import by_quotient
from rftheory.prover.integral_limits import at_zero
from rftheory.prover.setting import Setting
from rftheory.prover.spec import ClaimEntry

if TYPE_CHECKING:
    from rftheory.prover.proving import Prover
    from rftheory.rules.propositions import Limit
    from rftheory.statements.claims import Claim


@dataclass(frozen=True)
class Approach:
    """A variable on its way to a point, from one side."""

    #: the chain where the variable is gone
    around: Walk
    limit: Limit
    prop: Term
    #: the ends of the interval beside the point
    ends: tuple[Term, Term]

    @staticmethod
    def of(claim: Claim, made: ClaimEntry, around: Walk) -> Approach:
        """The interval from the point to the end of the range of the variable on the side of the limit."""
        limit: Limit = claim.proposition  # type: ignore[assignment]
        item = next(item for item in claim.domain.ranges if item.symbol == limit.variable)
        scope = made.setting.scope()
        point, side = made.prop.args[0], made.prop.data
        end = item.high if side in ("above", "oo") else item.low
        other = None if end is None else scope.term(sp.sympify(end))
        if side in ("oo", "-oo"):
            end = item.low if side == "oo" else item.high
            other = ZERO if end is None else scope.term(sp.sympify(end))
        if side in ("above", "oo"):
            ends = (point, other or OO) if side == "above" else (other or ZERO, OO)
        else:
            ends = (other or MINUS_OO, point) if side == "below" else (MINUS_OO, other or ZERO)
        return Approach(around, limit, made.prop, ends)

    @property
    def prover(self) -> Prover:
        return self.around.prover

    @property
    def outer(self) -> Setting:
        return self.around.setting

    @property
    def run(self) -> Any:
        return self.prover.run

    def near(self, chain: Chain | None, closed: bool = False) -> Walk:
        """A chain in the context of the interval, or that context alone; ``closed`` with the point."""
        marks = ("[" if closed and self.side == "above" else "(") + ("]" if closed and self.side == "below" else ")")
        return Walk(self.prover, self.outer.opened(self.limit.variable, self.ends, marks), chain)

    @property
    def side(self) -> str:
        return str(self.prop.data)

    def premises(self, around: Walk) -> list[Theorem]:
        """That the interval has an inside."""
        if any(end.sort == "end" for end in self.ends):
            return []
        for end in self.ends:
            make_defined(self.run, around.context, end)
            make_real(self.run, around.context, end)
        return [prove_order(self.run, around.context, *self.ends, strict=True)]

    # -- the claim --------------------------------------------------------------------------------------------------

    def as_it_stands(self, prop: Term) -> Theorem:
        """The limit of the function that the claim names, by continuity or by its parts."""
        around, near = Walk(self.prover, self.outer, None), self.near(None)
        term = instantiate(prop.args[2], (near.setting.symbols[self.limit.variable],))
        make_defined(self.run, near.context, term)
        return self.ended(self.of_term(near, around, term), near, around)

    @cached_property
    def beside(self) -> Walk:
        """The lines before the passage."""
        return self.near(self.around.chain)

    @cached_property
    def passage(self) -> int:
        return _passage_of(self.around.chain)

    def by_chain(self, prop: Term) -> Theorem:
        """The limit of the start of a chain, with the value that the claim names."""
        near, around, passage = self.beside, self.around, self.passage
        links = [near._link(number) for number in range(1, passage)]
        found = self._at_passage()
        for link in reversed(links):
            found = self.transported(found, self.run.infer("SYM", near.context, of=link))
        for number in range(passage + 1, len(around.chain.lines)):
            found = self.run.infer("LIMEQ", around.context, of=found, eq=around._link(number))
        value = self.prop.args[1]
        if found.judgement.args[1] is not value:
            found = self.run.infer("LIMEQ", around.context, of=found, eq=around._ending(value))
        return self.ended(found, near, around)

    def _at_passage(self) -> Theorem:
        return self.around.kept(self.passage, lambda: self.passed(self.beside, self.around, self.passage))

    def proved_line(self, number: int, said: Term) -> Theorem:
        if number != self.passage:
            return (self.beside if number < self.passage else self.around).proved_line(number, said)
        found = self._at_passage()
        if found.judgement is not said:
            raise Unproved("what is proved is not the line")
        return found

    def transported(self, found: Theorem, eq: Theorem) -> Theorem:
        return self.run.infer("TRANSPORT", self.outer.context, of=found, eqs=[eq], paths=[[2]])

    def ended(self, found: Theorem, near: Walk, around: Walk) -> Theorem:
        """The limit of the function, and with the value, that the claim names."""
        point, value, body = self.prop.args
        x = near.setting.symbols[self.limit.variable]
        if found.judgement.args[2] is not body:
            sides = (instantiate(part, (x,)) for part in (found.judgement.args[2], body))
            found = self.transported(found, near.equal(*sides))
        if found.judgement.op == "lim" and found.judgement.args[1] is not value:
            eq = around.equal(found.judgement.args[1], value)
            found = self.run.infer("LIMEQ", around.context, of=found, eq=eq)
        if found.judgement is not self.prop:
            raise Unproved("the chain does not end with the limit")
        return found

    def passed(self, near: Walk, around: Walk, number: int) -> Theorem:
        """The limit of the line before a passage, with the next line for its value."""
        line = near.chain.lines[number]
        try:
            found = self._passed(near, around, line.reason, number)
            eq = around.equal(found.judgement.args[1], around.line(number))
            return self.run.infer("LIMEQ", around.context, of=found, eq=eq)
        except (Unproved, Refused) as error:
            raise Unproved(f"[{type(line.reason).__name__.lower()}, {line.place}] {error}") from error

    def _passed(self, near: Walk, around: Walk, reason: Reason | None, number: int) -> Theorem:
        if isinstance(reason, Inside):
            return self.inside(near, around, reason, number)
        if isinstance(reason, Passage):
            if reason.series is not None:
                return at_zero(self, near, around, reason, number)
            if reason.quotient is not None:
                return by_quotient(self, near, around, reason, number)
            if reason.between is not None:
                return self.squeezed(near, around, reason, number)
        return self.of_term(near, around, near.line(number - 1))

    # -- ways to pass -----------------------------------------------------------------------------------------------

    def of_term(self, near: Walk, around: Walk, term: Term) -> Theorem:
        """The limit of a term: its value at the point, or by the limits of its parts."""
        body = close(term, (near.setting.symbols[self.limit.variable],))
        reasons = []
        if self.side in ("above", "below"):
            try:
                return self.by_continuity(near, around, body)
            except (Unproved, Refused) as error:
                reasons.append(str(error))
        try:
            return self.by_structure(near, around, body)
        except (Unproved, Refused) as error:
            raise Unproved("; ".join([*reasons, str(error)])) from error

    def by_continuity(self, near: Walk, around: Walk, body: Term) -> Theorem:
        closed = self.near(None, closed=True)
        x = closed.setting.symbols[self.limit.variable]
        make_smooth(closed, instantiate(body, (x,)), x, strict=False)
        kinds = ("closed", "open") if self.side == "above" else ("open", "closed")
        over = make("cont", (*self.ends, body), kinds)
        cont = self.run.infer("CONT", around.context, over=over, given=[], premises=[])
        return self.run.infer(
            "LIMCONT", around.context, of=cont, point=self.prop.args[0], side=self.side, premises=self.premises(around)
        )

    def by_structure(self, near: Walk, around: Walk, body: Term, parts: Sequence[Theorem] = ()) -> Theorem:
        x = near.setting.symbols[self.limit.variable]
        make_smooth(near, instantiate(body, (x,)), x, strict=True)
        for part in parts_of([instantiate(body, (x,))], lambda part: x.data not in part.variables):
            if x.data not in part.variables and part.op not in ("rat", "var") and not part.loose:
                # what stays as it is has a value without the variable
                with suppress(Unproved):
                    make_defined(self.run, around.context, part)
        over, premises = make("int", (*self.ends, body)), self.premises(around)
        eqs: list[Theorem] = []
        for _ in range(8):
            with suppress(Refused):
                return self.run.infer(
                    "LIMIT", around.context, over=over, side=self.side, parts=list(parts), eqs=eqs, premises=premises
                )
            if not self._prepared(near, around, body, parts, eqs):
                break
        return self.run.infer(
            "LIMIT", around.context, over=over, side=self.side, parts=list(parts), eqs=eqs, premises=premises
        )

    def _prepared(self, near: Walk, around: Walk, body: Term, parts: Sequence[Theorem], eqs: list[Theorem]) -> bool:
        """What the limits of parts need to be seen: that one is zero, positive, or not zero; whether there is more."""
        x = near.setting.symbols[self.limit.variable]
        limits = Limits(near.search.kernel, around.context, near.context, x, {x: self.prop.args[0]})
        limits.parts |= {instantiate(part.judgement.args[2], (x,)): part.judgement.args[1] for part in parts}
        limits.equal = {eq.judgement.args[0]: eq.judgement.args[1] for eq in eqs}
        uses, count = near.search.uses, len(eqs)
        with suppress(Refused):
            limits.of(instantiate(body, (x,)))
        for term, value in list(limits.parts.items()):
            if value.sort == "end" or not term.variables or value.op in ("rat", "var"):
                continue
            with suppress(Unproved):
                make_defined(self.run, around.context, value)
            if value not in limits.equal and not any(eq.judgement.args[0] is value for eq in eqs):
                with suppress(Unproved):
                    eqs.append(around.equal(value, ZERO))
                    continue
            sign = prove_sign(self.run, around.context, value)
            if sign is not None:
                around.search.use(around.context, sign)
            else:
                with suppress(Unproved):
                    around.search.use(around.context, prove_nonzero(self.run, around.context, value))
        return near.search.uses > uses or len(eqs) > count

    def squeezed(self, near: Walk, around: Walk, reason: Passage, number: int) -> Theorem:
        """Between two bounds with one limit, from two lemmas."""
        assert reason.between is not None and reason.rate is not None
        value, rate, (lower, upper) = near.chain.lines[number].expr, reason.rate / reason.variable, reason.between
        line = near.line(number - 1)
        terms = [near.term(value - rate), near.term(value + rate)]
        orders, limits = [], []
        for claim, bound, rises in ((lower, terms[0], True), (upper, terms[1], False)):
            order = near.lemma(claim, None)
            sides = (bound, line) if rises else (line, bound)
            if order.judgement.args != sides:
                order = near.order(*sides, strict=False)
            if order.judgement.op == "<":
                order = self.run.infer("WEAKEN", near.context, of=order, to="<=")
            orders.append(order)
            limit = self.of_term(near, around, bound)
            eq = around.equal(limit.judgement.args[1], around.term(value))
            limits.append(self.run.infer("LIMEQ", around.context, of=limit, eq=eq))
        over = make("int", (*self.ends, close(line, (near.setting.symbols[self.limit.variable],))))
        return self.run.infer(
            "SQUEEZE",
            around.context,
            over=over,
            side=self.side,
            orders=orders,
            limits=limits,
            premises=self.premises(around),
        )

    def inside(self, near: Walk, around: Walk, reason: Inside, number: int) -> Theorem:
        """A multiple of what an inner chain goes to."""
        inner, outer = reason.of, reason.outer
        assert isinstance(inner, Chain) and outer is not None
        passage = _passage_of(inner)
        own, behind = Walk(self.prover, near.setting, inner), Walk(self.prover, self.outer, inner)
        links = [own._link(n) for n in range(1, passage)]
        found = self.passed(own, behind, passage)
        for link in reversed(links):
            found = self.transported(found, self.run.infer("SYM", near.context, of=link))
        for n in range(passage + 1, len(inner.lines)):
            found = self.run.infer("LIMEQ", around.context, of=found, eq=behind._link(n))
        x = near.setting.symbols[self.limit.variable]
        term = instantiate(found.judgement.args[2], (x,))
        stand_in = sp.Dummy("t")
        scope = near.setting.scope()
        whole = scope.having(symbols={**scope.symbols, stand_in: term}).term(sp.sympify(outer(stand_in)))
        result = self.by_structure(near, around, close(whole, (x,)), [found])
        return self.transported(result, near.equal(whole, near.line(number - 1)))


def _passage_of(chain: Chain) -> int:
    """The number of the line that is a limit."""
    found = next((n for n, line in enumerate(chain.lines) if line.relation == "->"), None)
    if found is None:
        raise Unproved("the chain passes to no limit")
    return found
