"""How lines by induction over a parameter are proved (rule IND).

The index is declared after everything else, so the context of the chain is made anew without it; what is proved there goes
back to the chain as an instance.
"""

from __future__ import annotations

from dataclasses import replace

from rftheory.prover.step_words import *
from rftheory.chains.chain import Chain
from rftheory.chains.reasons import Induction
from rftheory.prover.instances import instance
from rftheory.prover.members import growth
from rftheory.prover.setting import Setting


@dataclass(frozen=True)
class LastIndex:
    """An index k of a chain, declared last: the chain around it, and where k is known."""

    walk: Walk
    around: Walk
    inner: Walk
    k: Term
    start: Term

    @staticmethod
    def over(walk: Walk, symbol: sp.Symbol, number: int) -> LastIndex:
        domain, lines = walk.setting.domain, walk.chain.lines
        item = next((item for item in domain.ranges if item.symbol == symbol), None)
        if item is None or not item.integer or item.low is None or item.high is not None:
            raise Unproved(f"{symbol} does not range over all integers from some number on")
        ranges = tuple(other for other in domain.ranges if other is not item)
        outer = Setting(
            walk.run, replace(domain, ranges=ranges), [line.expr for line in lines[number - 1 : number + 1]]
        )
        around = Walk(walk.prover, outer, walk.chain)
        start = around.term(sp.sympify(item.low))
        context = walk.run.declare(outer.context, declare("int", low=start))
        k = context.variable(context.size - 1)
        inner = Walk(walk.prover, outer.within(context, {symbol: k}), walk.chain)
        inner.lemmas_before(number)
        return LastIndex(walk, around, inner, k, start)

    def sides(self, number: int) -> tuple[Term, Term]:
        """A line and the one before it."""
        return self.inner.line(number - 1), self.inner.line(number)

    def under(self, fact: Term) -> Walk:
        """The chain under the hypothesis."""
        for side in fact.args:
            make_defined(self.walk.run, self.inner.context, side)
            if fact.op == "<=":
                make_real(self.walk.run, self.inner.context, side)
        context: Context = self.walk.run.declare(self.inner.context, fact)
        return Walk(self.walk.prover, self.inner.setting.within(context), self.walk.chain)

    def at_start(self, fact: Term, number: int) -> Theorem:
        """The fact at the start, or a number after it."""
        place = self.start if number == 0 else make("+", (self.start, rat(number)))
        if self.start.op == "rat":
            place = rat(self.start.data + number)
        sides = [substitute(side, {self.k.data[0]: place}) for side in fact.args]
        around = self.around
        make_defined(around.run, around.context, *sides)
        try:
            same = around.equal(*sides)
        except Unproved:
            if fact.op == "=":
                raise
            return around.order(sides[0], sides[1], strict=False)
        if fact.op == "=":
            return same
        make_real(around.run, around.context, sides[0])
        return around.run.infer("WEAKEN", around.context, of=same, to="<=")

    def later(self, term: Term, number: int = 1) -> Term:
        return substitute(term, {self.k.data[0]: make("+", (self.k, rat(number)))})

    def concluded(self, base: Sequence[Theorem], step_: Theorem) -> Theorem:
        """What holds for all k, in the chain itself."""
        found = self.walk.run.infer("IND", self.inner.context, base=list(base), step=step_)
        return instance(self.walk, self.inner.setting, found, {})


def bounded_by_ratios(made: LastIndex, f: Term, g: Term, ratios: tuple[Term, Term]) -> tuple[Theorem, Theorem]:
    """The base and the step for ``f(k) <= g(k)``, where f grows by p and g by q, ``0 <= f(k)`` and ``p <= q``."""
    p, q = ratios
    fact = make("<=", (f, g))
    base, here = made.at_start(fact, 0), made.under(fact)
    run, context = here.run, here.context
    rows = [
        [here.order(ZERO, q, strict=False), run.infer("HYP", context, fact=fact)],
        [here.order(p, q, strict=False), here.order(ZERO, f, strict=False)],
    ]
    order = by_rows(here, make("*", (p, f)), make("*", (q, g)), rows)
    back = run.infer("SYM", context, of=growth(run, context, g, made.k, q))
    links = [growth(run, context, f, made.k, p), order, back]
    grown = run.infer("CHAIN", context, links=links)
    if grown.judgement.op == "<":
        grown = run.infer("WEAKEN", context, of=grown, to="<=")
    return base, grown


@step(Induction)
def by_induction(walk: Walk, reason: Induction, number: int) -> Theorem:
    """``f(k) = g(k)`` or an order of both, from the start and from how both grow."""
    if reason.is_equation:
        return _by_recursion(walk, reason, number)
    made = LastIndex.over(walk, reason.index, number)
    rises = walk.chain.lines[number].relation[0] == "<"
    sides = made.sides(number)
    if reason.ratios is not None:
        p, q = (made.inner.term(sp.sympify(ratio)) for ratio in reason.ratios)
        base, grown = bounded_by_ratios(made, *sides, (p, q))
    else:
        base, grown = _by_growth(made, *(sides if rises else sides[::-1]), reason.growth)
    return in_lines(walk, number, made.concluded([base], grown), rises)


def _by_growth(made: LastIndex, smaller: Term, larger: Term, chain: Chain | None) -> tuple[Theorem, Theorem]:
    """The base and the step for ``f(k) <= g(k)``, from what both grow by."""
    assert chain is not None  # else it is an equation
    fact = make("<=", (smaller, larger))
    base, here = made.at_start(fact, 0), made.under(fact)
    grown = made.inner.inner(chain)
    hypothesis = here.run.infer("HYP", here.context, fact=fact)
    rows = [[hypothesis], *([[grown]] if grown.judgement.op != "=" else [])]
    step_ = by_rows(here, made.later(smaller), made.later(larger), rows)
    if step_.judgement.op == "<":
        step_ = here.run.infer("WEAKEN", here.context, of=step_, to="<=")
    return base, step_


def _by_recursion(walk: Walk, reason: Induction, number: int) -> Theorem:
    """``f(k) = g(k)``: equal at the first values, and both grow by one factor."""
    try:
        return walk.generic(number)
    except Unproved:
        walk.search.check_limit()
        if reason.ratio is None:
            raise Unproved(
                "no closed form is known: say by what both sides grow, `ratio=`, `ratios=` or `growth=`"
            ) from None
    made, count = LastIndex.over(walk, reason.index, number), len(reason.starts)
    f, g = made.sides(number)
    factor = made.inner.term(sp.sympify(reason.ratio))
    fact = make("=", (f, g))
    bases = []
    for n, start in enumerate(reason.starts):
        if start is None:
            bases.append(made.at_start(fact, n))
            continue
        place = rat(made.start.data + n) if made.start.op == "rat" else make("+", (made.start, rat(n)))
        ends = [substitute(side, {made.k.data[0]: place}) for side in (f, g)]
        bases.append(between(made.around, ends[0], made.around.inner(start), ends[1]))
    here = made.under(fact)
    run, context = here.run, here.context
    if reason.growth is None:
        first = growth(run, context, f, made.k, factor, count)
    else:
        first = between(here, made.later(f, count), here.inner(reason.growth), make("*", (factor, f)))
    hypothesis = run.infer("HYP", context, fact=fact)
    middle = run.infer("CONG", context, eq=hypothesis, term=make("*", (factor, f)), paths=[[1]])
    last = run.infer("SYM", context, of=growth(run, context, g, made.k, factor, count))
    step_ = run.infer("CHAIN", context, links=[first, middle, last])
    found = made.concluded(bases, step_)
    return between(walk, walk.line(number - 1), found, walk.line(number))
