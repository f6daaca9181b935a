r"""Probabilities that a sample mean deviates from a number: exact for one sample, bracketed for several.

One sample must be ``Z = c exp(a |w|^2 + w.u)`` with a < 0 < c, so that Z lies in (0, b] and ``{Z >= t}`` is a ball in w.
For m > 1 samples Z is rounded down to the grid ``k b/N``: with J the sum of m independent rounded indices the mean lies
in ``[J b/(m N), (J + m) b/(m N))``, so that the tails of J, a power of one polynomial, bracket those of the mean.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Mapping
from contextlib import suppress
from functools import lru_cache
from typing import Any

import numpy as np
import sympy as sp
from flint import arb, arb_poly, ctx

from rftheory.numbers import noncentral_chi_square
from rftheory.numbers.ball_arithmetic import Ball, between, exact_integer
from rftheory.numbers.trial_laws import trial_law, with_free_laws, with_values
from rftheory.numbers.two_values import of_two_values
from rftheory.numbers.walker import SubEvaluator, UnsupportedExpression
from rftheory.rules.concentration import Deviation, QuadraticExponential, deviation, quadratic_exponential
from rftheory.rules.frames import OrthogonalMean
from rftheory.rules.nodes import Expectation, Probability, SampleMean, SquaredLength, sources
from rftheory.rules.orthogonal_tails import with_independent_blocks, with_independent_samples
from rftheory.rules.piecewise import indicator
from rftheory.rules.variates import Variate

#: cells of the grid, and the precision (bits) for several samples: the brackets are wider than its rounding
_CELLS = 128
_PRECISION = 96
#: more samples of a trial law than this are not counted out
_MOST_TRIALS = 16
#: the law of a mean of more samples than this takes too much memory
_MOST_SAMPLES = 1 << 14
_LEVEL = sp.Dummy("level", positive=True)


@lru_cache(maxsize=256)
def _parts(node: Probability) -> tuple[Deviation, QuadraticExponential]:
    try:
        parts = deviation(node.event)
        return parts, quadratic_exponential(parts.sample)
    except ValueError as reason:
        raise UnsupportedExpression(f"{node}: {reason}") from reason


def _several_frames(node: Probability) -> bool:
    """Whether an event is about independent frames, of which no law is computed."""
    return bool(node.event.atoms(OrthogonalMean)) and len(node.event.atoms(OrthogonalMean, SampleMean)) > 1


def _of_frames(node: Probability, sub: SubEvaluator, environment: Mapping[sp.Symbol, Any]) -> arb:
    """Frames of R^1 have one member: independent samples."""
    try:
        independent, last = with_independent_blocks(node.event)
    except ValueError as reason:
        raise UnsupportedExpression(f"{node}: {reason}") from reason
    if _real(sub(last.dimension)) == 1 and _real(sub(last.size)) == 1:
        return in_balls(Probability(independent), sub, environment)
    return between(arb(0), arb(1))


def in_balls(node: Probability, sub: SubEvaluator, environment: Mapping[sp.Symbol, Any]) -> arb:
    """The ball of a `Probability` at the parameters of ``environment``.

    Raises:
        UnsupportedExpression: for events and samples of another shape, and for means of more than 16384 samples.
    """
    if node.event.atoms(Variate):
        return _discrete(node, sub)
    if _several_frames(node):
        return _of_frames(node, sub, environment)
    with suppress(ValueError):
        of_mean = deviation(node.event)
        if (counted := of_two_values(of_mean, _count(of_mean, sub), sub)) is not None:
            return counted
    event = _of_one_draw(node, sub)
    if event is not None:
        value = _of_squared_length(event, sub)
        return _real(sub(Expectation(indicator(event)))) if value is None else value
    over_frame = bool(node.event.atoms(OrthogonalMean))
    node = Probability(with_independent_samples(node.event)) if over_frame else node
    parts, law = _parts(node)
    size = _count(parts, sub)
    if over_frame and size > 1:
        # one member of a frame is a Gaussian projection; the law of several is not computed
        return between(arb(0), arb(1))
    if size > _MOST_SAMPLES:
        raise UnsupportedExpression(f"the law of a mean of {size} samples; at most {_MOST_SAMPLES}")
    if not (_real(sub(law.curvature)) < 0 and _real(sub(law.constant)) > 0):
        raise UnsupportedExpression(f"the samples of {node} are not seen to be bounded here")
    with ctx.workprec(ctx.prec if size == 1 else min(ctx.prec, _PRECISION)):
        centre, epsilon = _real(sub(parts.centre)), _real(sub(parts.epsilon))
        if not parts.side and epsilon < 0:
            return arb(1)
        tail = _OneSample(law, sub) if size == 1 else _Mean(law, sub, size)
        total = arb(0)
        if parts.side >= 0:
            total += tail.at_least(centre + epsilon)
        if parts.side <= 0:
            total += tail.at_most(centre - epsilon)
        # the two events of a deviation that is not seen to be positive may overlap
        return total if parts.side or epsilon >= 0 else between(arb(0), total).min(arb(1))


def _of_one_draw(node: Probability, sub: SubEvaluator) -> sp.Rel | None:
    """An event without a sample mean, or with one of one sample whose law is not known in closed form, of that sample."""
    means = node.event.atoms(OrthogonalMean, SampleMean)
    if any(isinstance(mean, OrthogonalMean) or exact_integer(sub(mean.size)) != 1 for mean in means):
        return None
    if means:
        with suppress(UnsupportedExpression):
            _parts(node)
            return None
    return node.event.xreplace({mean: mean.sample for mean in means})


def _of_squared_length(event: sp.Rel, sub: SubEvaluator) -> arb | None:
    """The probability of an order of two linear functions of one ``|w|^2``, or of the size of one; None for other events.

    By the incomplete gamma function, as ``|w|^2`` has the chi-square law of d degrees.
    """
    lengths, slot = event.atoms(SquaredLength), sp.Dummy("q", positive=True)
    if len(lengths) != 1 or isinstance(event, sp.Eq | sp.Ne):
        return None
    (length,) = lengths
    larger, smaller = (side.xreplace({length: slot}) for side in (event.gts, event.lts))
    shape = _real(sub(length.dimension)) / 2

    def at_least(gap: sp.Expr) -> arb | None:
        """``P(gap >= 0)`` of a linear function of the length."""
        slope = sp.diff(gap, slot)
        if sources(gap) or slope.has(slot):
            return None
        slope, start = _real(sub(slope)), _real(sub(gap.subs(slot, 0)))
        level = -start / slope
        if not level.is_finite():
            return between(arb(0), arb(1))
        tail = arb(1) if level <= 0 else (level.max(arb(0)) / 2).gamma_upper(shape, regularized=1)
        return tail if slope > 0 else 1 - tail

    for size, bound, outside in ((larger, smaller, True), (smaller, larger, False)):
        if isinstance(size, sp.Abs) and size.has(slot) and not bound.has(slot):
            above, below = at_least(size.args[0] - bound), at_least(-size.args[0] - bound)
            if above is None or below is None or not _real(sub(bound)) > 0:
                return None
            return above + below if outside else 1 - above - below
    return at_least(larger - smaller)


def _count(parts: Deviation, sub: SubEvaluator) -> int:
    size = exact_integer(sub(parts.size))
    if size is None or size < 1:
        raise UnsupportedExpression(f"the number of samples {parts.size} is not an integer >= 1 here")
    return size


def _discrete(node: Probability, sub: SubEvaluator) -> arb:
    """The probability under the trial law of the one variate in the event, value by value."""
    parts = deviation(node.event)
    variates = list(parts.sample.atoms(Variate))
    if len(variates) != 1:
        raise UnsupportedExpression(f"{node}: the sample must be a function of one variate")
    size, law = _count(parts, sub), trial_law(variates[0])
    if size > _MOST_TRIALS:
        return between(arb(0), arb(1))
    sample = with_free_laws(parts.sample)
    values = [_real(sub(with_values(sample.xreplace({variates[0]: value})))) for value in law]
    centre, epsilon = (_real(sub(with_free_laws(e))) for e in (parts.centre, parts.epsilon))
    total = arb(0)
    for counts in itertools.product(range(size + 1), repeat=len(law)):
        if sum(counts) == size:
            mean = sum((value * count for value, count in zip(values, counts, strict=True)), arb(0)) / size
            gap = abs(mean - centre) if not parts.side else parts.side * (mean - centre)
            weight = arb(math.factorial(size)) / math.prod(map(math.factorial, counts)) / len(law) ** size
            total += weight * _indicator(gap - epsilon)
    return total


def _indicator(gap: arb) -> arb:
    return arb(1) if gap >= 0 else arb(0) if gap < 0 else between(arb(0), arb(1))


def _real(value: Ball) -> arb:
    if not isinstance(value, arb):
        raise UnsupportedExpression(f"a probability with the complex parameter {value}")
    return value


class _OneSample:
    """The law of one sample, which has no atoms: ``{Z >= t}`` is a ball in w, whose probability is integrated."""

    def __init__(self, law: QuadraticExponential, sub: SubEvaluator):
        self._constant, self._curvature = _real(sub(law.constant)), _real(sub(law.curvature))
        #: where exp(a |w|^2 + w.u) is largest, as the square of the distance from 0
        self._centre = _real(sub(law.square)) / (4 * self._curvature**2)
        dimension = exact_integer(sub(law.dimension))
        if dimension is None or dimension < 1:
            raise UnsupportedExpression(f"the dimension {law.dimension} is not an integer >= 1 here")
        self._dimension = dimension

    def at_least(self, level: arb) -> arb:
        if level <= 0:
            return arb(1)
        if not level > 0:
            return between(arb(0), arb(1))
        radius = (level / self._constant).log() / self._curvature + self._centre
        if radius <= 0:
            return arb(0)
        if not radius > 0:
            return between(arb(0), self._inside(radius.abs_upper()))
        return self._inside(radius)

    def _inside(self, radius: arb) -> arb:
        return noncentral_chi_square.from_definition(radius, self._dimension, self._centre)

    def at_most(self, level: arb) -> arb:
        return 1 - self.at_least(level)


class _Mean:
    """Brackets of the law of a mean of several samples."""

    def __init__(self, law: QuadraticExponential, sub: SubEvaluator, size: int):
        self.size, self.largest = size, _real(sub(law.largest))
        # many values of one law: by the mixture, which is faster; `_OneSample` has none of it
        exceedance = law.exceedance(_LEVEL)
        levels = (self.largest * k / _CELLS for k in range(1, _CELLS))
        ends = [arb(1), *(_real(sub(exceedance, {_LEVEL: level})) for level in levels), arb(0)]
        cells = arb_poly([high - low for high, low in zip(ends, ends[1:], strict=False)])
        masses = (cells**size).coeffs()
        #: P(J >= k)
        self.tails = list(np.cumsum(np.array(masses[::-1], dtype=object))[::-1])

    def _tail(self, index: int) -> arb:
        if index <= 0:
            return arb(1)
        return self.tails[index] if index < len(self.tails) else arb(0)

    def _index(self, level: arb) -> tuple[int, int]:
        """Integers below and above ``level m N / b``."""
        scaled = level * self.size * _CELLS / self.largest
        low, high = scaled.lower().floor().unique_fmpz(), scaled.upper().ceil().unique_fmpz()
        if low is None or high is None:
            raise UnsupportedExpression(f"the level {level} of a mean is not known well enough")
        return int(low), int(high)

    def at_least(self, level: arb) -> arb:
        low, high = self._index(level)
        return between(self._tail(high), self._tail(low - self.size)).min(arb(1))

    def at_most(self, level: arb) -> arb:
        low, high = self._index(level)
        return between(1 - self._tail(high + 1), 1 - self._tail(low - self.size + 1)).max(arb(0))


def in_multiprecision(node: Probability, sub: SubEvaluator, environment: Mapping[sp.Symbol, Any]) -> Any:
    """The probability in mpmath, for one sample.

    Raises:
        UnsupportedExpression: for several samples, and for events and samples of another shape.
    """
    parts, law = _parts(node)
    if sub(parts.size) != 1:
        raise UnsupportedExpression(f"the law of a mean of several samples: {node}")
    exceedance = law.exceedance(_LEVEL)

    def at_least(level: Any) -> Any:
        return sub(exceedance, {_LEVEL: level}) if level > 0 else 1

    centre, epsilon = sub(parts.centre), sub(parts.epsilon)
    total = at_least(centre + epsilon) if parts.side >= 0 else 0
    return total + (1 - at_least(centre - epsilon) if parts.side <= 0 else 0)
