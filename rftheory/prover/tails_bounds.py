"""Hoeffding's and Bernstein's bounds for means of bounded iid samples, from Chernoff's bound.

A sample X = F z lies in [lo, hi] and has the mean mu. Inside of the mean ``exp(r z) = exp(rho X)`` is at most ``c0 + c1 z``: by the
chord of the exponential (Hoeffding), or by a parabola and ``X^2 <= hi X`` (Bernstein). The mean of that is at most ``exp(k)``, so
the probability is at most ``exp(m k - l (eps - c))``. Both orders are lemmas of the theme ``tails_bounds``.
"""

from __future__ import annotations

from rftheory.prover.words import *
from rftheory.prover.bounded_samples import Bounded
from rftheory.prover.texts import lemma


def hoeffding(of: Bounded, epsilon: Term, side: int) -> Theorem:
    """``P <= exp(-2 m eps^2 / (hi - lo)^2)``."""
    width = minus(of.high, of.low)
    positive = of.positive(width)
    of.listed(of.context, of.order(of.context, of.low, of.high, [row(positive)]))
    over = inv(width)
    pace = mul(rat(4), epsilon, power(over, 2))
    rho = pace if side == 1 else neg(pace)
    chord = _at(of, of.inner, "chord", of.low, of.high, rho, of.x)
    slope = mul(exp(mul(rho, of.low)), over, minus(exp(mul(rho, width)), ONE))
    constant = minus(exp(mul(rho, of.low)), mul(of.low, slope))
    moment = _moment(of, pace, side, chord, constant, slope)
    of.between()
    ending = _at(of, of.context, "chord_mean", of.low, of.high, rho, of.centre)
    exponent = mul(rat(-2), of.event.size, power(epsilon, 2), power(over, 2))
    return of.tail(pace, side, _ending(of, moment, ending), exponent)


def bernstein(of: Bounded, epsilon: Term, side: int) -> Theorem:
    """``P <= exp(-m eps^2 / (2 (hi mu + hi eps/3)))`` for samples in [0, hi] with mu > 0: their variance is at most hi mu."""
    of.positive(of.high)
    of.positive(of.centre)
    whole = add(mul(of.high, of.centre), mul(rat(Fraction(1, 3)), of.high, epsilon))
    of.positive(whole)
    pace, sign = mul(epsilon, inv(whole)), rat(side)
    low, high = of.between()
    apart = mul(sign, minus(of.x, of.centre))
    ends = (of.bounds[1], low) if side == 1 else (high, of.bounds[0])
    of.listed(of.inner, of.order(of.inner, apart, of.high, [row(end) for end in ends]))
    parabola = _at(of, of.inner, "parabola", of.high, pace, of.centre, sign, of.x)
    rho = mul(sign, pace)
    front, c = exp(mul(sign, pace, of.centre)), mul(pace, of.high)
    curve = mul(minus(minus(exp(c), ONE), c), power(inv(of.high), 2))
    slope = mul(front, add(rho, mul(minus(of.high, mul(TWO, of.centre)), curve)))
    constant = mul(front, add(minus(ONE, mul(rho, of.centre)), mul(power(of.centre, 2), curve)))
    moment = _moment(of, pace, side, parabola, constant, slope)
    ending = _at(of, of.context, "parabola_mean", of.high, of.centre, epsilon, sign)
    exponent = mul(rat(Fraction(-1, 2)), of.event.size, power(epsilon, 2), inv(whole))
    return of.tail(pace, side, _ending(of, moment, ending), exponent)


def _at(of: Bounded, context: Context, name: str, *values: Term) -> Theorem:
    """A lemma at values."""
    make_defined(of.search, context, *values)
    return instantiated(of.search, context, lemma(of.search, f"tails_bounds__{name}"), list(values))


def _moment(of: Bounded, pace: Term, side: int, above: Theorem, constant: Term, slope: Term) -> Theorem:
    """``E exp(r z) <= constant + slope F E z`` from ``exp(rho X) <= constant + slope X``."""
    body = exp(mul(of.rate(pace, side), of.z))
    make_defined(of.search, of.inner, body)
    same = prove_equal(of.search, of.inner, body, above.judgement.args[0])
    line, mean = of.line(constant, mul(slope, of.factor))
    return of.mean_at_most(body, of.order(of.inner, body, line, [row(above)], [same]), mean)


def _ending(of: Bounded, moment: Theorem, above: Theorem) -> Theorem:
    """``E exp(r z) <= exp(k)`` from ``constant + slope mu <= exp(k)``."""
    sides = moment.judgement.args[1], above.judgement.args[1]
    last = of.order(of.context, *sides, [row(above)], [of.mean])
    return of.search.infer("CHAIN", of.context, links=[moment, last])
