"""Hoeffding's and Bernstein's bounds for means of bounded iid samples, from Chernoff's bound.

A sample X = F z lies in [lo, hi] and has the mean mu. Inside of the mean ``exp(r z)``, ``r z = rho X``, is at most ``e (c0 + c1
z)``: by the chord of the exponential (Hoeffding), or by a parabola and ``X^2 <= hi X`` (Bernstein). The mean of that is at most
``exp(k)``, so the probability is at most ``exp(m k - l (eps - c))``.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from importlib import import_module
from typing import Any

from rftheory.kernel.contexts import Context, bodies, close
from rftheory.kernel.terms import ONE, TWO, ZERO, Term, make, power, rat
from rftheory.kernel.theorems import Theorem
from rftheory.prover.chains import Walk
from rftheory.prover.definite import make_defined
from rftheory.prover.instances import instantiated
from rftheory.prover.learn import known_of
from rftheory.prover.ring import minus
from rftheory.prover.signs import prove_order
from rftheory.prover.table import axiom
from rftheory.prover.tails import Event, chernoff, row
from rftheory.prover.tails_lemmas import two_points


def times(*factors: Term) -> Term:
    return make("*", factors)


def plus(*terms: Term) -> Term:
    return make("+", terms)


def scaled(factor: Term, term: Term) -> Term:
    """A multiple, as linearity writes it."""
    return term if factor is ONE else times(factor, term)


def inverse(term: Term) -> Term:
    return make("inv", (term,))


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
        """POS; by what is known of the atoms if it is needed."""
        for term in (lhs, rhs):
            make_defined(self.search.run, context, term)
        found = self.search.attempt("POS", context, lhs=lhs, rhs=rhs, rows=list(rows), eqs=list(eqs))
        if found is None:
            terms = [lhs, rhs, *(side for one in rows for sign in one["signs"] for side in sign.judgement.args)]
            known = known_of(self.search, context, terms).equations(terms)
            found = self.search.infer("POS", context, lhs=lhs, rhs=rhs, rows=list(rows), eqs=[*eqs, *known])
        return found

    def listed(self, context: Context, order: Theorem) -> Theorem:
        self.search.use(context, order)
        return order

    def positive(self, term: Term) -> Theorem:
        return self.listed(self.context, prove_order(self.search.run, self.context, ZERO, term, True))

    def product(self, context: Context, whole: Term, *parts: Term, signs: Sequence[int] = ()) -> Theorem:
        """``exp(whole) = prod exp(part)^sign``."""
        for term in (whole, *parts):
            make_defined(self.search.run, context, term)
        return axiom(self.search, context, "exp.prod", whole, *parts, numbers=list(signs) or [1] * len(parts))

    def lemma(self, context: Context, module: str, name: str, **values: Term) -> Theorem:
        """A claim of a proof of the rules, at values."""
        claims = {claim.name: claim for claim in import_module(f"proofs.rules.{module}").claims()}
        made, theorem = self.walk.prover.claim(name, claims[name])
        symbols = {str(symbol): variable for symbol, variable in made.setting.symbols.items()}
        chosen = {symbols[key].data[0]: value for key, value in values.items()}
        return instantiated(self.search.run, context, theorem, [chosen[k] for k in range(len(chosen))])

    # -- from a bound of the body to a bound of the mean ------------------------------------------------------------

    def line(self, c0: Term, c1: Term) -> tuple[Term, Theorem]:
        """``c0 * 1 + c1 * z``, and its mean ``c0 * 1 + c1 * E z``."""
        for coefficient in (c0, c1):
            make_defined(self.search.run, self.context, coefficient)
        const = self.search.infer("CONST", self.context, over=self.one, value=ONE)
        whole = [const.judgement.args[0], self.one]
        linear = self.search.infer("LIN", self.context, terms=whole, coefficients=[c0, c1], l1=[const])
        value = linear.judgement.args[1]
        self.search.use(self.context, self.search.infer("WEAKEN", self.context, of=linear, to="def right"))
        moved = self.search.infer("CONG", self.context, eq=const, term=value, paths=[[0, 1]])
        return plus(times(c0, ONE), times(c1, self.z)), self.search.infer("CHAIN", self.context, links=[linear, moved])

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
        const = []
        for value in (self.low, self.high):
            const.append(search.infer("CONST", context, over=self.one, value=value))
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
        scale, rate = times(pace, event.size), self.rate(pace, side)
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
        middle = times(grown.judgement.args[1], bound.args[1])
        make_defined(search.run, context, middle)
        order = search.infer("POS", context, lhs=bound, rhs=middle, rows=rows, eqs=[])
        same = search.infer("CONG", context, eq=whole, term=middle, paths=[[0]])
        back = search.infer("SYM", context, of=last)
        closing = search.infer("RING", context, lhs=same.judgement.args[1], rhs=last.judgement.args[1], eqs=[])
        return search.infer("CHAIN", context, links=[found, order, same, closing, back])

    def rate(self, pace: Term, side: int) -> Term:
        return times(pace if side == 1 else make("neg", (pace,)), self.factor)


# -- Hoeffding ------------------------------------------------------------------------------------------------------


def hoeffding(of: Bounded, epsilon: Term, side: int) -> Theorem:
    """``P <= exp(-2 m eps^2 / (hi - lo)^2)``."""
    width = minus(of.high, of.low)
    of.positive(width)
    over = inverse(width)
    pace = times(rat(4), epsilon, power(over, 2))
    moment = _chord_moment(of, pace if side == 1 else make("neg", (pace,)), width, over, of.rate(pace, side))
    exponent = times(rat(-2), of.event.size, power(epsilon, 2), power(over, 2))
    return of.tail(pace, side, moment, exponent)


def _chord_moment(of: Bounded, rho: Term, width: Term, over: Term, rate: Term) -> Theorem:
    """``E exp(r z) <= exp(rho mu + rho^2 (hi - lo)^2 / 8)``."""
    search, context, inner = of.search, of.context, of.inner
    step = times(rho, width)
    share = times(minus(of.x, of.low), over)
    positive = search.infer("DEF", inner, judgement=make("<", (ZERO, over)))
    of.listed(inner, of.order(inner, ZERO, share, [row(of.bounds[0], positive)]))
    of.listed(inner, of.order(inner, share, ONE, [row(of.bounds[1], positive)]))
    chord = of.lemma(inner, "hoeffding", "chord", u=share, h=step)
    body, start = make("exp", (times(rate, of.z),)), times(rho, of.low)
    front = make("exp", (start,))
    split = of.product(inner, body.args[0], start, chord.judgement.args[0].args[0])
    growth = minus(make("exp", (step,)), ONE)
    c0 = times(front, minus(ONE, times(of.low, over, growth)))
    line, mean = of.line(c0, times(front, of.factor, over, growth))
    sign = search.infer("DEF", inner, judgement=make("<", (ZERO, front)))
    order = of.order(inner, body, line, [row(sign, chord)], [split])
    moment = of.mean_at_most(body, order, mean)
    # the mean of the line is the law on two points
    low, high = of.between()
    place = times(minus(of.centre, of.low), over)
    width_sign = search.infer("DEF", context, judgement=make("<", (ZERO, over)))
    of.listed(context, of.order(context, ZERO, place, [row(low, width_sign)]))
    of.listed(context, of.order(context, place, ONE, [row(high, width_sign)]))
    points = instantiated(search.run, context, two_points(search), [place, step])
    eighth = times(rat(Fraction(1, 8)), power(times(rho, width), 2))
    k = plus(times(rho, of.centre), eighth)
    joined = of.product(context, k, start, points.judgement.args[1].args[0])
    above = search.infer("DEF", context, judgement=make("<", (ZERO, front)))
    ending = of.order(context, mean.judgement.args[1], make("exp", (k,)), [row(above, points)], [of.mean, joined])
    return search.infer("CHAIN", context, links=[moment, ending])


# -- Bernstein ------------------------------------------------------------------------------------------------------


def bernstein(of: Bounded, epsilon: Term, side: int) -> Theorem:
    """``P <= exp(-m eps^2 / (2 (hi mu + hi eps/3)))`` for samples in [0, hi] with mu > 0: their variance is at most hi mu."""
    of.positive(of.high)
    of.positive(of.centre)
    spread = times(of.high, of.centre)
    whole = plus(spread, times(rat(Fraction(1, 3)), of.high, epsilon))
    of.positive(whole)
    pace = times(epsilon, inverse(whole))
    moment = _parabola_moment(of, pace, side)
    exponent = times(rat(Fraction(-1, 2)), of.event.size, power(epsilon, 2), inverse(whole))
    return of.tail(pace, side, moment, exponent)


def _parabola_moment(of: Bounded, pace: Term, side: int) -> Theorem:
    """``E exp(r z) <= exp(rho mu + eps^2 / (2 D))``, ``D = hi mu + hi eps/3``."""
    search, context, inner = of.search, of.context, of.inner
    signed = pace if side == 1 else make("neg", (pace,))
    low, high = of.between()
    c, over = times(pace, of.high), inverse(of.high)
    apart = minus(of.x, of.centre) if side == 1 else minus(of.centre, of.x)
    y = times(apart, over)
    positive = search.infer("DEF", inner, judgement=make("<", (ZERO, over)))
    ends = (of.bounds[1], low) if side == 1 else (high, of.bounds[0])
    of.listed(inner, of.order(inner, y, ONE, [row(ends[0], positive), row(ends[1], positive)]))
    pointwise = of.lemma(inner, "bernstein", "pointwise", c=c, y=y)
    start = times(signed, of.centre)
    body = make("exp", (times(of.rate(pace, side), of.z),))
    front = make("exp", (start,))
    inside = next(part for part in _exponents(pointwise.judgement) if of.z.variables & part.variables)
    split = of.product(inner, body.args[0], start, inside)
    growth = minus(make("exp", (c,)), plus(ONE, c))
    curve = times(growth, power(over, 2))
    c0 = times(front, plus(minus(ONE, start), times(power(of.centre, 2), curve)))
    c1 = times(front, plus(times(signed, of.factor), times(minus(of.high, times(TWO, of.centre)), of.factor, curve)))
    line, mean = of.line(c0, c1)
    above = of.listed(context, _growth_sign(of, c, growth))
    sign = search.infer("DEF", context, judgement=make("<", (ZERO, front)))
    square = search.infer("DEF", context, judgement=make("<", (ZERO, over)))
    rows = [row(sign, pointwise), row(sign, above, square, square, *of.bounds)]
    order = of.order(inner, body, line, rows, [split])
    moment = of.mean_at_most(body, order, mean)
    return search.infer("CHAIN", context, links=[moment, _exponential(of, front, start, mean, above, c, growth)])


def _exponents(term: Term) -> list[Term]:
    return [term.args[0]] if term.op == "exp" else [one for arg in term.args for one in _exponents(arg)]


def _growth_sign(of: Bounded, c: Term, growth: Term) -> Theorem:
    tangent = axiom(of.search, of.context, "exp.tangent", c)
    return of.order(of.context, ZERO, growth, [row(tangent)])


def _exponential(
    of: Bounded, front: Term, start: Term, mean: Theorem, above: Theorem, c: Term, growth: Term
) -> Theorem:
    """``e (1 + (hi mu - mu^2) G/hi^2) <= e exp(mu G/hi) <= exp(rho mu + eps pace/2)``."""
    search, context = of.search, of.context
    over = inverse(of.high)
    sign = search.infer("DEF", context, judgement=make("<", (ZERO, front)))
    square = search.infer("DEF", context, judgement=make("<", (ZERO, over)))
    u = times(of.centre, growth, over)
    tangent = axiom(search, context, "exp.tangent", u)
    rows = [row(sign, tangent), row(sign, above, square, square, h=[of.centre])]
    first = of.order(context, mean.judgement.args[1], times(front, make("exp", (u,))), rows, [of.mean])
    rational = of.lemma(context, "bernstein", "rational bound", c=c)
    # 1 - c/3 = mu / (mu + eps/3)
    rest = minus(ONE, times(rat(Fraction(1, 3)), c))
    of.positive(rest)
    half = times(rat(Fraction(1, 2)), of.centre, over, inverse(rest))
    weight = search.infer("DEF", context, judgement=make("<", (ZERO, half)))
    value = times(half, power(c, 2))
    smaller = of.order(context, u, value, [row(weight, rational)])
    through = search.infer("MONO", context, order=smaller, function="exp", number=0, exponent=[], premises=[])
    k = plus(start, value)
    joined = of.product(context, k, start, value)
    second = of.order(context, times(front, make("exp", (u,))), make("exp", (k,)), [row(sign, through)], [joined])
    return search.infer("CHAIN", context, links=[first, second])
