"""Hoeffding's and Bernstein's bounds for means of bounded iid samples, from Chernoff's bound; Hoeffding's lemma.

A sample X = F z lies in [lo, hi] and has the mean mu. Inside of the mean ``exp(r z)``, ``r z = rho X``, is at most ``e (c0 + c1
z)``: by the chord of the exponential (Hoeffding), or by a parabola and ``X^2 <= hi X`` (Bernstein). The mean of that is at most
``exp(k)``, so the probability is at most ``exp(m k - l (eps - c))``.
"""

from __future__ import annotations

from rftheory.prover.words import *
from rftheory.prover.bounded_samples import Bounded
from rftheory.prover.texts import lemma

# -- Hoeffding ------------------------------------------------------------------------------------------------------


def hoeffding(of: Bounded, epsilon: Term, side: int) -> Theorem:
    """``P <= exp(-2 m eps^2 / (hi - lo)^2)``."""
    width = minus(of.high, of.low)
    of.positive(width)
    over = inv(width)
    pace = mul(rat(4), epsilon, power(over, 2))
    moment = _chord_moment(of, pace if side == 1 else make("neg", (pace,)), width, over, of.rate(pace, side))
    exponent = mul(rat(-2), of.event.size, power(epsilon, 2), power(over, 2))
    return of.tail(pace, side, moment, exponent)


def _chord_moment(of: Bounded, rho: Term, width: Term, over: Term, rate: Term) -> Theorem:
    """``E exp(r z) <= exp(rho mu + rho^2 (hi - lo)^2 / 8)``."""
    search, context, inner = of.search, of.context, of.inner
    step = mul(rho, width)
    share = mul(minus(of.x, of.low), over)
    positive = search.infer("DEF", inner, judgement=make("<", (ZERO, over)))
    of.listed(inner, of.order(inner, ZERO, share, [row(of.bounds[0], positive)]))
    of.listed(inner, of.order(inner, share, ONE, [row(of.bounds[1], positive)]))
    chord = of.lemma(inner, "hoeffding", "chord", u=share, h=step)
    body, start = make("exp", (mul(rate, of.z),)), mul(rho, of.low)
    front = make("exp", (start,))
    split = of.product(inner, body.args[0], start, chord.judgement.args[0].args[0])
    growth = minus(make("exp", (step,)), ONE)
    c0 = mul(front, minus(ONE, mul(of.low, over, growth)))
    line, mean = of.line(c0, mul(front, of.factor, over, growth))
    sign = search.infer("DEF", inner, judgement=make("<", (ZERO, front)))
    order = of.order(inner, body, line, [row(sign, chord)], [split])
    moment = of.mean_at_most(body, order, mean)
    # the mean of the line is the law on two points
    low, high = of.between()
    place = mul(minus(of.centre, of.low), over)
    width_sign = search.infer("DEF", context, judgement=make("<", (ZERO, over)))
    of.listed(context, of.order(context, ZERO, place, [row(low, width_sign)]))
    of.listed(context, of.order(context, place, ONE, [row(high, width_sign)]))
    points = instantiated(search, context, lemma(search, "tails_bounds__two_points"), [place, step])
    eighth = mul(rat(Fraction(1, 8)), power(mul(rho, width), 2))
    k = add(mul(rho, of.centre), eighth)
    joined = of.product(context, k, start, points.judgement.args[1].args[0])
    above = search.infer("DEF", context, judgement=make("<", (ZERO, front)))
    ending = of.order(context, mean.judgement.args[1], make("exp", (k,)), [row(above, points)], [of.mean, joined])
    return search.infer("CHAIN", context, links=[moment, ending])


# -- Bernstein ------------------------------------------------------------------------------------------------------


def bernstein(of: Bounded, epsilon: Term, side: int) -> Theorem:
    """``P <= exp(-m eps^2 / (2 (hi mu + hi eps/3)))`` for samples in [0, hi] with mu > 0: their variance is at most hi mu."""
    of.positive(of.high)
    of.positive(of.centre)
    spread = mul(of.high, of.centre)
    whole = add(spread, mul(rat(Fraction(1, 3)), of.high, epsilon))
    of.positive(whole)
    pace = mul(epsilon, inv(whole))
    moment = _parabola_moment(of, pace, side)
    exponent = mul(rat(Fraction(-1, 2)), of.event.size, power(epsilon, 2), inv(whole))
    return of.tail(pace, side, moment, exponent)


def _parabola_moment(of: Bounded, pace: Term, side: int) -> Theorem:
    """``E exp(r z) <= exp(rho mu + eps^2 / (2 D))``, ``D = hi mu + hi eps/3``."""
    search, context, inner = of.search, of.context, of.inner
    signed = pace if side == 1 else make("neg", (pace,))
    low, high = of.between()
    c, over = mul(pace, of.high), inv(of.high)
    apart = minus(of.x, of.centre) if side == 1 else minus(of.centre, of.x)
    y = mul(apart, over)
    positive = search.infer("DEF", inner, judgement=make("<", (ZERO, over)))
    ends = (of.bounds[1], low) if side == 1 else (high, of.bounds[0])
    of.listed(inner, of.order(inner, y, ONE, [row(ends[0], positive), row(ends[1], positive)]))
    pointwise = of.lemma(inner, "bernstein", "pointwise", c=c, y=y)
    start = mul(signed, of.centre)
    body = make("exp", (mul(of.rate(pace, side), of.z),))
    front = make("exp", (start,))
    inside = next(part for part in _exponents(pointwise.judgement) if of.z.variables & part.variables)
    split = of.product(inner, body.args[0], start, inside)
    growth = minus(make("exp", (c,)), add(ONE, c))
    curve = mul(growth, power(over, 2))
    c0 = mul(front, add(minus(ONE, start), mul(power(of.centre, 2), curve)))
    c1 = mul(front, add(mul(signed, of.factor), mul(minus(of.high, mul(TWO, of.centre)), of.factor, curve)))
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
    over = inv(of.high)
    sign = search.infer("DEF", context, judgement=make("<", (ZERO, front)))
    square = search.infer("DEF", context, judgement=make("<", (ZERO, over)))
    u = mul(of.centre, growth, over)
    tangent = axiom(search, context, "exp.tangent", u)
    rows = [row(sign, tangent), row(sign, above, square, square, h=[of.centre])]
    first = of.order(context, mean.judgement.args[1], mul(front, make("exp", (u,))), rows, [of.mean])
    rational = of.lemma(context, "bernstein", "rational bound", c=c)
    # 1 - c/3 = mu / (mu + eps/3)
    rest = minus(ONE, mul(rat(Fraction(1, 3)), c))
    of.positive(rest)
    half = mul(HALF, of.centre, over, inv(rest))
    weight = search.infer("DEF", context, judgement=make("<", (ZERO, half)))
    value = mul(half, power(c, 2))
    smaller = of.order(context, u, value, [row(weight, rational)])
    through = search.infer("MONO", context, order=smaller, function="exp", number=0, exponent=[], premises=[])
    k = add(start, value)
    joined = of.product(context, k, start, value)
    second = of.order(context, mul(front, make("exp", (u,))), make("exp", (k,)), [row(sign, through)], [joined])
    return search.infer("CHAIN", context, links=[first, second])


# -- Hoeffding's lemma on two points ---------------------------------------------------------------------------------
