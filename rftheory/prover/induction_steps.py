"""How lines by induction over a parameter are proved (rule IND).

The index is declared after everything else, so the context of the chain is made anew without it; what is proved there goes
back to the chain as an instance.
"""

from __future__ import annotations

from dataclasses import replace

from rftheory.prover.step_words import *
from rftheory.evidence.unproved import Unproved as NoChain
from rftheory.prover.instances import instance
from rftheory.prover.members import growth
from rftheory.prover.setting import Setting

if TYPE_CHECKING:
    from rftheory.evidence.derivation import Derivation
    from rftheory.prover.chains import Walk
    from rftheory.statements.domain import Domain


@dataclass(frozen=True)
class Induction:
    """An index k of a chain, declared last: the chain around it, and where k is known."""

    walk: Walk
    around: Walk
    inner: Walk
    k: Term
    start: Term

    @staticmethod
    def over(walk: Walk, symbol: sp.Symbol, number: int, expressions: Sequence[sp.Expr]) -> Induction:
        domain = walk.chain.domain
        item = next((item for item in domain.ranges if item.symbol == symbol), None)
        if item is None or not item.integer or item.low is None or item.high is not None:
            raise Unproved(f"{symbol} does not range over all integers from some number on")
        ranges = tuple(other for other in domain.ranges if other is not item)
        outer = Setting(walk.run, replace(domain, ranges=ranges), expressions)
        around = Walk(walk.prover, outer, walk.chain)
        start = around.term(sp.sympify(item.low))
        context = walk.run.declare(outer.context, declare("int", low=start))
        k = context.variable(context.size - 1)
        inner = Walk(walk.prover, outer.within(context, {symbol: k}), walk.chain)
        for call in walk.chain.calls:
            if call.name == "given" and call.steps < number:
                with suppress(Unproved):
                    inner.lemma(argument(call, 0, "lemma"), argument(call, 1, "at"))
        return Induction(walk, around, inner, k, start)

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


def bounded_by_ratios(made: Induction, f: Term, g: Term, ratios: tuple[Term, Term]) -> tuple[Theorem, Theorem]:
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


@step("by_ratio_induction")
def by_ratios(walk: Walk, call: Call, number: int) -> Theorem:
    """``0 <= f(k) <= g(k)``, as f grows by a factor that is at most that of g."""
    symbol, target, ratios = (argument(call, n, name) for n, name in enumerate(("index", "target", "ratios")))
    expr = walk.chain.steps[number - 1].expr
    made = Induction.over(walk, symbol, number, [expr, target])
    f, g = made.inner.term(expr), made.inner.term(sp.sympify(target))
    p, q = (made.inner.term(sp.sympify(ratio)) for ratio in ratios)
    base, grown = bounded_by_ratios(made, f, g, (p, q))
    return in_lines(walk, number, made.concluded([base], grown), True)


@step("by_induction")
def by_growth(walk: Walk, call: Call, number: int) -> Theorem:
    """f(k) and g(k) from the start, and from what both grow by."""
    symbol, target, chain = (argument(call, n, name) for n, name in enumerate(("index", "target", "step")))
    expr = walk.chain.steps[number - 1].expr
    made = Induction.over(walk, symbol, number, [expr, target])
    rises = walk.chain.steps[number].relation[0] == "<"
    sides = (made.inner.term(expr), made.inner.term(sp.sympify(target)))
    smaller, larger = sides if rises else sides[::-1]
    fact = make("<=", (smaller, larger))
    base, here = made.at_start(fact, 0), made.under(fact)
    grown = Walk(walk.prover, made.inner.setting, built(walk, call, chain, call.facts)).whole()
    hypothesis = here.run.infer("HYP", here.context, fact=fact)
    rows = [[hypothesis], *([[grown]] if grown.judgement.op != "=" else [])]
    step_ = by_rows(here, made.later(smaller), made.later(larger), rows)
    if step_.judgement.op == "<":
        step_ = here.run.infer("WEAKEN", here.context, of=step_, to="<=")
    return in_lines(walk, number, made.concluded([base], step_), rises)


@step("by_recursion")
def by_recursion(walk: Walk, call: Call, number: int) -> Theorem:
    """``f(k) = g(k)``: equal at the first values, and both grow by one factor."""
    try:
        return walk.generic(number)
    except Unproved:
        walk.search.check_limit()
    symbol, target, ratio = (argument(call, n, name) for n, name in enumerate(("index", "target", "ratio")))
    chain, starts = argument(call, 3, "growth"), argument(call, 4, "starts", (None,))
    expr, count = walk.chain.steps[number - 1].expr, len(starts)
    made = Induction.over(walk, symbol, number, [expr, target])
    f, g = made.inner.term(expr), made.inner.term(sp.sympify(target))
    factor = made.inner.term(sp.sympify(ratio))
    fact = make("=", (f, g))
    bases = []
    for n, start in enumerate(starts):
        if start is None:
            bases.append(made.at_start(fact, n))
            continue
        place = rat(made.start.data + n) if made.start.op == "rat" else make("+", (made.start, rat(n)))
        ends = [substitute(side, {made.k.data[0]: place}) for side in (f, g)]
        bases.append(between(made.around, ends[0], made.around.inner(start), ends[1]))
    here = made.under(fact)
    run, context = here.run, here.context
    if chain is None:
        first = growth(run, context, f, made.k, factor, count)
    else:
        first = between(here, made.later(f, count), here.inner(chain), make("*", (factor, f)))
    hypothesis = run.infer("HYP", context, fact=fact)
    middle = run.infer("CONG", context, eq=hypothesis, term=make("*", (factor, f)), paths=[[1]])
    last = run.infer("SYM", context, of=growth(run, context, g, made.k, factor, count))
    step_ = run.infer("CHAIN", context, links=[first, middle, last])
    found = made.concluded(bases, step_)
    return between(walk, walk.line(number - 1), found, walk.line(number))


@step("by_instance")
def by_instance(walk: Walk, call: Call, number: int) -> Theorem:
    """From the left side of a lemma to its right side."""
    equation = walk.lemma(argument(call, 0, "lemma"), argument(call, 1, "at"))
    for part in equation.judgement.args:
        for atom in atoms_of([part]):
            if atom.op == "int" or (atom.op == "sum" and atom.args[1] is OO):
                walk.search.use(walk.context, walk.run.infer("L1", walk.context, of=equation, term=atom))
    return between(walk, walk.line(number - 1), equation, walk.line(number))


# -- inner chains ----------------------------------------------------------------------------------------------------


def built(walk: Walk, call: Call, build: Callable[[Domain], Any], domain: Domain) -> Derivation:
    """An inner chain, written as at the time of the call: it may look at the end of the chain around it."""
    chain = walk.chain
    held = [cell.cell_contents for cell in getattr(build, "__closure__", None) or ()]
    same = [one for one in held if type(one) is type(chain) and one.steps[: len(chain.steps)] == chain.steps]
    before = [(one, one.steps) for one in (chain, *same)]
    for one, steps in before:
        one.steps = steps[: call.steps]
    try:
        found: Derivation = build(domain)
    except NoChain as gap:
        raise Unproved(f"no inner chain: {gap}") from gap
    finally:
        for one, steps in reversed(before):
            one.steps = steps
    return found
