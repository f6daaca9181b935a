"""Hoeffding's and Bernstein's bounds for means of bounded iid samples, from Chernoff's bound; Hoeffding's lemma.

A sample X = F z lies in [lo, hi] and has the mean mu. Inside of the mean ``exp(r z)``, ``r z = rho X``, is at most ``e (c0 + c1
z)``: by the chord of the exponential (Hoeffding), or by a parabola and ``X^2 <= hi X`` (Bernstein). The mean of that is at most
``exp(k)``, so the probability is at most ``exp(m k - l (eps - c))``.
"""

from __future__ import annotations

from rftheory.prover.words import *
from rftheory.prover.bounded_samples import Bounded

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
    points = instantiated(search, context, two_points(search), [place, step])
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


@general
def two_points(search: Search) -> Theorem:
    """``1 - p + p exp(h) <= exp(p h + h^2/8)`` for p in [0, 1] and real h.

    The gap of the logarithms and its slope vanish at h = 0; its second derivative is the square of ``1/2 - q``, with the share
    ``q = p exp(h) / (1 - p + p exp(h))``.
    """
    outer = search.run.declare(EMPTY, declare("real", low=ZERO, high=ONE))
    inner = search.run.declare(outer, declare("real"))
    p, h = outer.variable(0), inner.variable(1)
    grown = make("exp", (h,))
    base = make("+", (minus(ONE, p), make("*", (p, grown))))
    positive = _positive_base(search, p, h, base)
    search.use(inner, positive)
    exponent = make("+", (make("*", (p, h)), make("*", (rat(Fraction(1, 8)), power(h, 2)))))
    gap = minus(exponent, make("log", (base,)))
    make_defined(search, inner, gap)
    first = _slope(search, h, gap)
    second = _slope(search, h, instantiate(first.judgement.args[3], (h,)))
    bend = instantiate(second.judgement.args[3], (h,))
    share = make("*", (p, grown, make("inv", (base,))))
    half = minus(HALF, share)
    sign = search.infer("POS", inner, lhs=ZERO, rhs=bend, rows=[row(h=[half])], eqs=[])
    step = {"slope": first, "second": second, "sign": sign, "cont": [], "premises": []}
    tangent = search.infer("TANGENT", inner, point=ZERO, **step)
    search.use(inner, search.infer("WEAKEN", inner, of=tangent, to="real left"))
    at_zero = instantiate(close(base, (h,)), (ZERO,))
    one = search.infer("RING", inner, lhs=at_zero, rhs=ONE, eqs=[prove_equal(search, inner, make("exp", (ZERO,)), ONE)])
    search.use(
        inner,
        search.infer(
            "CHAIN",
            inner,
            links=[search.infer("DEF", inner, judgement=make("<", (ZERO, ONE))), search.infer("SYM", inner, of=one)],
        ),
    )
    start = prove_equal(search, inner, tangent.judgement.args[0], ZERO)
    above = search.infer("CHAIN", inner, links=[search.infer("SYM", inner, of=start), tangent])
    logarithm = make("log", (base,))
    order = search.infer("POS", inner, lhs=logarithm, rhs=exponent, rows=[row(above)], eqs=[])
    through = search.infer("MONO", inner, order=order, function="exp", number=0, exponent=[], premises=[])
    back = search.infer("SYM", inner, of=axiom(search, inner, "exp.log", base))
    links = [back, through] if back.judgement.args[0] is base else [axiom(search, inner, "exp.log", base), through]
    return search.infer("CHAIN", inner, links=links)


def _positive_base(search: Search, p: Term, h: Term, base: Term) -> Theorem:
    """``(1 + e)(1 - p + p e) = e + (1 - p) + p e^2`` with ``e = exp h``."""
    inner = EMPTY.extended(declare("real", low=ZERO, high=ONE), declare("real"))
    grown = make("exp", (h,))
    over = make("inv", (make("+", (ONE, grown)),))
    positive, divisor = (search.infer("DEF", inner, judgement=make("<", (ZERO, t))) for t in (grown, over))
    low, high = (search.infer("HYP", inner, fact=make("<=", sides)) for sides in ((ZERO, p), (p, ONE)))
    rows = [row(positive, divisor), row(high, divisor), row(low, divisor, h=[grown])]
    return search.infer("POS", inner, lhs=ZERO, rhs=base, rows=rows, eqs=[])


def _slope(search: Search, h: Term, function: Term) -> Theorem:
    outer = EMPTY.extended(declare("real", low=ZERO, high=ONE))
    inner = outer.extended(declare("real"))
    make_defined(search, inner, function)
    found = search.infer("DERIV", outer, over=make("int", (MINUS_OO, OO, close(function, (h,)))), premises=[])
    make_defined(search, inner, instantiate(found.judgement.args[3], (h,)))
    return found
