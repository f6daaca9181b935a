r"""The two-rate contract of a simulation check: a test of a mean with stated rates of both errors.

Let X be drawn with mean mu and variance at most s2 (s2 follows from the definition); the claim is ``mu = mu_0``.
With Catoni's influence function ``psi(t) = sgn(t) log(1 + |t| + t^2/2)`` the statistic is
``S = sum_i psi(a (X_i - mu_0))``, and the claim is rejected if ``|S| >= log(2/alpha) + n log(1 + a^2 s2 / 2)``.

*False alarms.* ``exp(psi(t)) <= 1 + t + t^2/2`` for all t (for t < 0 because ``(1 - t + t^2/2)(1 + t + t^2/2)`` is
``1 + t^4/4``) and psi is odd, so under the claim ``E exp(+-psi(a (X - mu_0))) <= 1 + a^2 s2/2``. Hence
``exp(+-S) / (1 + a^2 s2/2)^n`` is a nonnegative supermartingale started at 1, and Markov's inequality (for every n at
once: Ville's) bounds the probability of a rejection by alpha. Nothing but the variance is assumed of the tail, so it
holds for log-normal X.

*Misses.* If mu = mu_0 + Delta, then ``E exp(-psi(a (X - mu_0))) <= q = 1 - a Delta + a^2 (s2 + Delta^2)/2``, so S stays
below the threshold with probability at most ``q^n (1 + a^2 s2/2)^n 2/alpha`` (Markov again). This is at most beta if
``n >= (log(2/alpha) + log(1/beta)) / g`` with ``g = -log q - log(1 + a^2 s2/2)``. The slope
``a = Delta / (2 s2 + Delta^2)`` makes g largest to leading order, ``g ~ Delta^2 / (4 s2)``.

The sampled law is fixed by the definition; what may be off is the claim. S falls strictly with mu_0, so a rejection of
``mu_0 + Delta`` from above rejects every larger claim as well: the check observes its own teeth in the same draws.

Rounding: a draw in float64 differs from the exact one by some 1e-15 relative, which moves S by ``n a`` times that, a
fraction below 1e-6 of the threshold at the sizes used here; the bound s2 is inflated by 2^-20 for it.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from rftheory.arrays import Array

#: probability of any false alarm in one run of a ledger of at most so many checks
FAMILY_WISE = 1e-6
MAXIMAL_CHECKS = 1000
ALPHA = FAMILY_WISE / MAXIMAL_CHECKS
#: probability of missing an error of the minimum detectable size
BETA = 1e-3
#: a check never rests on fewer draws than this
_MINIMAL_DRAWS = 1000
_INFLATION = 1 + 2.0**-20


@dataclass(frozen=True)
class Level:
    """The minimum detectable error wanted (relative), and the most draws that one check may take."""

    error: float
    budget: int


LEVELS = {
    "quick": Level(0.10, 1_000_000),
    "standard": Level(0.02, 16_000_000),
    "full": Level(0.01, 120_000_000),
}


def level_of(name: str) -> Level:
    """A level by its name.

    Raises:
        ValueError: if there is none of that name.
    """
    if name not in LEVELS:
        raise ValueError(f"level must be one of {', '.join(LEVELS)}, got {name!r}")
    return LEVELS[name]


@dataclass(frozen=True)
class Plan:
    """Draws n, slope a and threshold of one check; ``difference`` is the absolute minimum detectable error."""

    expected: float
    difference: float
    variance_bound: float
    draws: int
    slope: float
    alpha: float = ALPHA
    beta: float = BETA

    @property
    def threshold(self) -> float:
        return math.log(2 / self.alpha) + self.draws * math.log1p(self.slope**2 * self.variance_bound / 2)

    @property
    def hypotheses(self) -> tuple[float, float, float]:
        """The claim, and the claims at the minimum detectable error below and above it."""
        return self.expected, self.expected - self.difference, self.expected + self.difference

    def influence(self, values: Array) -> tuple[float, float, float]:
        """The sums S over some draws, for the three hypotheses."""
        sums = []
        for hypothesis in self.hypotheses:
            sums.append(float(influence(self.slope * (values - hypothesis)).sum()))
        return sums[0], sums[1], sums[2]


def influence(scaled: Array) -> Array:
    """psi of the module docstring, elementwise."""
    size = np.abs(scaled)
    return np.asarray(np.sign(scaled) * np.log1p(size + size * size / 2))


def make_plan(
    expected: float,
    difference: float,
    variance_bound: float,
    alpha: float = ALPHA,
    beta: float = BETA,
    draws: int | None = None,
) -> Plan:
    """The plan that detects an error of ``difference`` with both rates; ``draws`` overrides the number of draws.

    Raises:
        ValueError: if a quantity is outside its range.
    """
    for name, value in (("alpha", alpha), ("beta", beta)):
        if not 0 < value < 1:
            raise ValueError(f"{name} must be in (0, 1), got {value}")
    if not (math.isfinite(expected) and math.isfinite(difference) and difference > 0):
        raise ValueError(f"difference must be a finite number > 0 and expected finite, got {difference} and {expected}")
    if not (math.isfinite(variance_bound) and variance_bound >= 0):
        raise ValueError(f"variance_bound must be finite and >= 0, got {variance_bound}")
    # any larger bound is a bound too; this one keeps the slope bounded where X is (nearly) constant
    bound = max(variance_bound * _INFLATION, difference**2 / 4)
    slope = difference / (2 * bound + difference**2)
    needed = math.ceil((math.log(2 / alpha) + math.log(1 / beta)) / gain(difference, bound, slope))
    return Plan(expected, difference, bound, draws or max(needed, _MINIMAL_DRAWS), slope, alpha, beta)


def gain(difference: float, bound: float, slope: float) -> float:
    """g of the module docstring."""
    survival = -slope * difference + slope**2 * (bound + difference**2) / 2
    return -math.log1p(survival) - math.log1p(slope**2 * bound / 2)


def attained_difference(variance_bound: float, draws: int, alpha: float = ALPHA, beta: float = BETA) -> float:
    """The smallest absolute error that so many draws detect with both rates (to a relative 1/1000, from above)."""
    low, high = 0.0, math.sqrt(max(variance_bound, 1e-300))
    while make_plan(0.0, high, variance_bound, alpha, beta).draws > draws:
        low, high = high, 2 * high
    while high - low > high / 1000:
        middle = (low + high) / 2
        if make_plan(0.0, middle, variance_bound, alpha, beta).draws > draws:
            low = middle
        else:
            high = middle
    return high
