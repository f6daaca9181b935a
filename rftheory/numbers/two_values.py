"""Means of samples with two values, as indicators are: so many of m independent ones are the larger value, by the binomial law.

The sample is a function of signs of analytic functions of Gaussian projections and phases. Such a function is zero with probability 0
or 1, so that where its sign is seen not to be 0 always, it never is. How probable the larger value is the mean of one sample says.
"""

from __future__ import annotations

import itertools

import sympy as sp
from flint import arb

from rftheory.numbers.ball_arithmetic import Ball, between
from rftheory.numbers.walker import SubEvaluator
from rftheory.numbers.work import spend
from rftheory.rules.concentration import Deviation
from rftheory.rules.expectation import expand_expectation
from rftheory.rules.nodes import Expectation, Form, Phase, sources

#: more samples are not counted out, more signs not tried
_MOST_SAMPLES, _MOST_SIGNS = 4096, 4
_ANALYTIC = (sp.exp, sp.sin, sp.cos, sp.sinh, sp.cosh)


def of_two_values(parts: Deviation, size: int, sub: SubEvaluator) -> arb | None:
    """The probability of a deviation of the mean of samples with two values; None for other samples."""
    sample = parts.sample
    signs = [sign for sign in sample.atoms(sp.sign) if sources(sign)]
    if not signs or len(signs) > _MOST_SIGNS or size > _MOST_SAMPLES or not all(map(_is_analytic, signs)):
        return None
    tried = (dict(zip(signs, values, strict=True)) for values in itertools.product((-1, 1), repeat=len(signs)))
    found = {sp.expand(sample.xreplace(values)) for values in tried}
    if len(found) != 2 or any(sources(value) for value in found):
        return None
    if not all(_mean(sign**2, sub) > 0 for sign in signs):
        return None
    low, high = (_real(sub(value)) for value in found)
    return _counted(low, high, (_mean(sample, sub) - low) / (high - low), parts, size, sub)


def _is_analytic(sign: sp.sign) -> bool:
    """Whether the argument is an analytic function of Gaussian projections and phases."""
    argument = sign.args[0]
    named = {name for node in argument.atoms(Form, Phase) for name in sources(node)}
    powers = (power for power in argument.atoms(sp.Pow) if sources(power) and not isinstance(power, sp.exp))
    functions = (part for part in argument.atoms(sp.Function, sp.Max, sp.Min) if sources(part))
    return (
        sources(argument) == named
        and all(power.exp.is_Integer and power.exp > 0 for power in powers)
        and all(isinstance(part, (*_ANALYTIC, Form, Phase)) for part in functions)
    )


def _mean(sample: sp.Expr, sub: SubEvaluator) -> arb:
    return _real(sub(expand_expectation(Expectation(sample))))


def _real(value: Ball) -> arb:
    return value if isinstance(value, arb) else value.real


def _counted(low: arb, high: arb, probability: arb, parts: Deviation, size: int, sub: SubEvaluator) -> arb:
    """The sum of the binomial law over the counts at which the mean deviates; where that is open, the sum may hold them or not."""
    spend(size, "a binomial law")
    centre, epsilon = _real(sub(parts.centre)), _real(sub(parts.epsilon))
    probability = probability.max(arb(0)).min(arb(1))
    least = most = arb(0)
    for count in range(size + 1):
        mean = low + (high - low) * count / size
        gap = (abs(mean - centre) if not parts.side else parts.side * (mean - centre)) - epsilon
        if not gap < 0:
            mass = arb.bin_uiui(size, count) * probability**count * (1 - probability) ** (size - count)
            most += mass
            least += mass if gap >= 0 else arb(0)
    return between(least, most)
