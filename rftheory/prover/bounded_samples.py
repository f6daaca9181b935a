"""Bounded samples: from a line above ``exp(r z)`` to its mean, and from that to the probability of a deviation."""

from __future__ import annotations

from rftheory.prover.words import *
from rftheory.prover.chains import Walk
from rftheory.prover.tails import Event, chernoff


def scaled(factor: Term, term: Term) -> Term:
    """A multiple, as linearity writes it."""
    return term if factor is ONE else mul(factor, term)


@dataclass
class Bounded:
    """A sample ``F z`` of an event, with its bounds for all draws and its mean."""

    walk: Walk
    event: Event
    factor: Term
    low: Term
    high: Term
    centre: Term
    #: in the context of one draw: low <= F z, F z <= high
    bounds: tuple[Theorem, Theorem]
    #: F E z = centre
    mean: Theorem

    def __post_init__(self) -> None:
        self.search, self.context = self.walk.search, self.walk.context
        self.one = self.event.mean(lambda z: z)
        self.inner, self.draws, (self.z,) = bodies(self.context, self.one)
        self.x = scaled(self.factor, self.z)

    # -- steps ------------------------------------------------------------------------------------------------------

    def order(
        self, context: Context, lhs: Term, rhs: Term, rows: Sequence[dict[str, Any]], eqs: Sequence[Theorem] = ()
    ) -> Theorem:
        """POS."""
        make_defined(self.search, context, lhs, rhs)
        return self.search.infer("POS", context, lhs=lhs, rhs=rhs, rows=list(rows), eqs=list(eqs))

    def listed(self, context: Context, order: Theorem) -> Theorem:
        self.search.use(context, order)
        return order

    def positive(self, term: Term) -> Theorem:
        return self.listed(self.context, prove_order(self.search, self.context, ZERO, term, True))

    def product(self, context: Context, whole: Term, *parts: Term, signs: Sequence[int] = ()) -> Theorem:
        """``exp(whole) = prod exp(part)^sign``."""
        make_defined(self.search, context, whole, *parts)
        return axiom(self.search, context, "exp.prod", whole, *parts, numbers=list(signs) or [1] * len(parts))

    # -- from a bound of the body to a bound of the mean ------------------------------------------------------------

    def line(self, c0: Term, c1: Term) -> tuple[Term, Theorem]:
        """``c0 * 1 + c1 * z``, and its mean ``c0 * 1 + c1 * E z``."""
        make_defined(self.search, self.context, c0, c1)
        const = self.search.infer("CONST", self.context, over=self.one, value=ONE)
        whole = [const.judgement.args[0], self.one]
        linear = self.search.infer("LIN", self.context, terms=whole, coefficients=[c0, c1], l1=[const])
        value = linear.judgement.args[1]
        self.search.use(self.context, self.search.infer("WEAKEN", self.context, of=linear, to="def right"))
        moved = self.search.infer("CONG", self.context, eq=const, term=value, paths=[[0, 1]])
        return add(mul(c0, ONE), mul(c1, self.z)), self.search.infer("CHAIN", self.context, links=[linear, moved])

    def mean_at_most(self, body: Term, order: Theorem, line: Theorem) -> Theorem:
        """``E body <= c0 + c1 E z`` from ``body <= c0 + c1 z``, where the body is not negative."""
        search, context = self.search, self.context
        term = make("E", (*self.one.args[:-1], close(body, self.draws)))
        search.use(context, search.infer("DOM", context, term=term, bound=order, l1=[line]))
        step = {"lower": term, "upper": line.judgement.args[0], "by": order, "l1": [line], "strict": [], "at": []}
        return search.infer("CHAIN", context, links=[search.infer("COMPARE", context, **step), line])

    def between(self) -> tuple[Theorem, Theorem]:
        """``low <= centre``, ``centre <= high``."""
        search, context = self.search, self.context
        const = [search.infer("CONST", context, over=self.one, value=value) for value in (self.low, self.high)]
        # E (F z) = F E z
        linear = search.infer("LIN", context, terms=[self.one], coefficients=[self.factor], l1=[])
        scaled, found = linear.judgement.args[0], []
        middle = search.infer("CHAIN", context, links=[linear, self.mean])
        for number, order in enumerate(self.bounds):
            sides = [const[number].judgement.args[0], scaled]
            lower, upper = sides if number == 0 else sides[::-1]
            step = {"lower": lower, "upper": upper, "by": order, "l1": [const[number], linear], "strict": [], "at": []}
            compared = search.infer("COMPARE", context, **step)
            ends = [const[0], middle] if number == 0 else [middle, const[1]]
            links = [search.infer("SYM", context, of=ends[0]), compared, ends[1]]
            found.append(self.listed(context, search.infer("CHAIN", context, links=links)))
        return found[0], found[1]

    # -- the probability --------------------------------------------------------------------------------------------

    def tail(self, pace: Term, side: int, moment: Theorem, exponent: Term) -> Theorem:
        """``P <= exp(exponent)`` from ``E exp(r z) <= exp(k)``."""
        search, context, event = self.search, self.context, self.event
        scale, rate = mul(pace, event.size), self.rate(pace, side)
        found = chernoff(self.walk, event, scale, rate)
        bound = found.judgement.args[1]
        k, size = moment.judgement.args[1].args[0], event.size
        sign = search.infer("DEF", context, judgement=make("<=", (ZERO, moment.judgement.args[0])))
        premises = [sign, search.infer("DEF", context, judgement=make("<", (ZERO, size)))]
        step = {"order": moment, "function": "rpow", "number": 0, "exponent": [size], "premises": premises}
        grown = search.infer("MONO", context, **step)
        whole = axiom(search, context, "rpow.of_exp", k, size)
        level = bound.args[1].args[0].args[0]
        last = self.product(context, exponent, whole.judgement.args[1].args[0], level, signs=[1, -1])
        below = search.infer("DEF", context, judgement=make("<=", (ZERO, bound.args[1])))
        rows = [row(grown, below)]
        middle = mul(grown.judgement.args[1], bound.args[1])
        make_defined(search, context, middle)
        order = search.infer("POS", context, lhs=bound, rhs=middle, rows=rows, eqs=[])
        same = search.infer("CONG", context, eq=whole, term=middle, paths=[[0]])
        back = search.infer("SYM", context, of=last)
        closing = search.infer("RING", context, lhs=same.judgement.args[1], rhs=last.judgement.args[1], eqs=[])
        return search.infer("CHAIN", context, links=[found, order, same, closing, back])

    def rate(self, pace: Term, side: int) -> Term:
        return mul(pace if side == 1 else make("neg", (pace,)), self.factor)
