r"""The contract of a test of a mean: a statistic that exceeds its threshold, with stated rates of both errors.

Let X be drawn with mean mu and variance at most s2; the claim is ``mu = mu_0``. The claim is rejected if Catoni's interval
(`montecarlo.bars`) of n draws with the slope a does not hold it, ``|S(mu_0)| > T`` with

    S(theta) = sum_k psi(a (X_k - theta)),    T = log(2/alpha) + n log(1 + a^2 s2/2).

*False alarms.* The interval holds mu with probability at least 1 - alpha. Nothing but the variance is assumed of the tail, so it
does for log-normal X.

*Misses.* If mu = mu_0 + Delta, then ``E exp(-psi(a (X_k - mu_0))) <= q = 1 - a Delta + a^2 (s2 + Delta^2)/2``, so S stays
below the threshold with probability at most ``q^n (1 + a^2 s2/2)^n 2/alpha`` (Markov). This is at most beta if
``n >= (log(2/alpha) + log(1/beta)) / g`` with ``g = -log q - log(1 + a^2 s2/2)``. The slope
``a = Delta / (2 s2 + Delta^2)`` makes g largest to leading order, ``g ~ Delta^2 / (4 s2)``.

Rounding: a draw in float64 differs from the exact one by some 1e-15 relative, which moves S by ``n a`` times that, a
fraction below 1e-6 of the threshold at the sizes used here; the bound s2 is inflated by 2^-20 for it.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from rftheory.inputs.arrays import Array
from rftheory.montecarlo.bars import INFLATION, influence

#: probability of missing an error of the minimum detectable size
BETA = 1e-3
#: a test never rests on fewer draws than this
_MINIMAL_DRAWS = 1000


@dataclass(frozen=True)
class Contract:
    """Of one test: so many draws, slope a and threshold T; ``difference`` is the absolute minimum detectable error."""

    expected: float
    difference: float
    variance_bound: float
    draws: int
    slope: float
    alpha: float
    beta: float = BETA

    @property
    def threshold(self) -> float:
        return math.log(2 / self.alpha) + self.draws * math.log1p(self.slope**2 * self.variance_bound / 2)

    def statistic(self, values: Array) -> float:
        """S at the claim."""
        return float(influence(self.slope * (values - self.expected)).sum())

    def rejects(self, values: Array) -> bool:
        """Whether so many draws reject the claim."""
        return abs(self.statistic(values)) >= self.threshold


def make_plan(
    expected: float,
    difference: float,
    variance_bound: float,
    alpha: float,
    beta: float = BETA,
    draws: int | None = None,
) -> Contract:
    """The contract that detects an error of ``difference`` with both rates; ``draws`` overrides the number of draws."""
    # any larger bound is a bound too; this one keeps the slope bounded where X is (nearly) constant
    bound = max(variance_bound * INFLATION, difference**2 / 4)
    slope = difference / (2 * bound + difference**2)
    needed = math.ceil((math.log(2 / alpha) + math.log(1 / beta)) / gain(difference, bound, slope))
    return Contract(expected, difference, bound, draws or max(needed, _MINIMAL_DRAWS), slope, alpha, beta)


def gain(difference: float, bound: float, slope: float) -> float:
    """g of the module docstring."""
    survival = -slope * difference + slope**2 * (bound + difference**2) / 2
    return -math.log1p(survival) - math.log1p(slope**2 * bound / 2)
