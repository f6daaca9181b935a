r"""The contract of a test of a mean: an interval that excludes the claim, with stated rates of both errors.

Let X be drawn with mean mu and variance at most s2 (s2 follows from the definition); the claim is ``mu = mu_0``. The claim is rejected if
Catoni's interval (`montecarlo.bars`) of the means of K rows of B draws, of the slope a, does not hold it, ``|S(mu_0)| > T`` with

    S(theta) = sum_k psi(a (X_k - theta)),    T = log(2/alpha) + K log(1 + a^2 s2/(2 B)).

*False alarms.* The interval holds mu with probability at least 1 - alpha. Nothing but the variance is assumed of the tail, so it
does for log-normal X.

*Misses.* If mu = mu_0 + Delta, then ``E exp(-psi(a (X_k - mu_0))) <= q = 1 - a Delta + a^2 (s2/B + Delta^2)/2``, so S stays
below the threshold with probability at most ``q^K (1 + a^2 s2/(2 B))^K 2/alpha`` (Markov). This is at most beta if
``K >= (log(2/alpha) + log(1/beta)) / g`` with ``g = -log q - log(1 + a^2 s2/(2 B))``. The slope
``a = Delta / (2 s2/B + Delta^2)`` makes g largest to leading order, ``g ~ B Delta^2 / (4 s2)``: so it is the number of draws K B
that counts, and a thousand rows need two in a hundred more of them than single draws. Where more rows are drawn than are needed, Delta in
the slope is the least error that they detect (`Contract.sharpened`).

The sampled law is fixed by the definition; what may be off is the claim. S falls strictly with mu_0, so an interval that ends within
Delta of the claim rejects every claim that is further off: the check observes its own teeth in the same draws.

Rounding: a draw in float64 differs from the exact one by some 1e-15 relative, which moves S by ``n a`` times that, a
fraction below 1e-6 of the threshold at the sizes used here; the bound s2 is inflated by 2^-20 for it.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

from rftheory.arrays import Array
from rftheory.montecarlo.bars import INFLATION, catoni_interval, influence
from rftheory.montecarlo.intervals import Interval, check_share

#: probability of any false alarm in one run of a ledger of at most so many checks
FAMILY_WISE = 1e-6
MAXIMAL_CHECKS = 1000
ALPHA = FAMILY_WISE / MAXIMAL_CHECKS
#: probability of missing an error of the minimum detectable size
BETA = 1e-3
#: a check never rests on fewer draws than this
_MINIMAL_DRAWS = 1000


@dataclass(frozen=True)
class Contract:
    """Of one check: so many draws in rows of ``row``, slope a and threshold T; ``difference`` is the absolute minimum detectable error."""

    expected: float
    difference: float
    variance_bound: float
    draws: int
    slope: float
    alpha: float = ALPHA
    beta: float = BETA
    row: int = 1

    @property
    def threshold(self) -> float:
        spread = self.slope**2 * self.variance_bound / self.row
        return math.log(2 / self.alpha) + self.draws / self.row * math.log1p(spread / 2)

    def in_rows(self, row: int) -> Contract:
        """The same rates from means of ``row`` draws each, of which there may have to be a few more."""
        slope = _best_slope(self.difference, self.variance_bound / row)
        needed = row * _rows_needed(self.difference, self.variance_bound / row, self.alpha, self.beta)
        return replace(self, draws=max(needed, self.draws), slope=slope, row=row)

    def sharpened(self, draws: int) -> Contract:
        """With so many draws and the slope for the least error that they detect: a shorter interval, of the same rates."""

        def detected(error: float) -> bool:
            return _rows_needed(error, self.variance_bound / self.row, self.alpha, self.beta) <= draws // self.row

        high = self.difference
        while detected(high / 2):
            high /= 2
        low = high / 2
        while high - low > high / 1000:
            middle = (low + high) / 2
            low, high = (low, middle) if detected(middle) else (middle, high)
        return replace(self, draws=draws, slope=_best_slope(high, self.variance_bound / self.row))

    def interval(self, row_means: Array, row_draws: Array) -> Interval:
        """Of the mean of the law, from rows of ``row`` draws (the last one may have fewer); shapes (K,)."""
        # it is inflated there as well
        variance = self.variance_bound / INFLATION
        return catoni_interval(row_means, row_draws, variance, self.alpha, slope=self.slope / self.row)

    @property
    def hypotheses(self) -> tuple[float, float, float]:
        """The claim, and the claims at the minimum detectable error below and above it."""
        return self.expected, self.expected - self.difference, self.expected + self.difference

    def influence(self, row_means: Array, row_draws: Array | None = None) -> tuple[float, float, float]:
        """The sums S over some rows (or single draws), for the three hypotheses."""
        slopes = self.slope if row_draws is None else self.slope / self.row * row_draws
        one, below, above = (float(influence(slopes * (row_means - each)).sum()) for each in self.hypotheses)
        return one, below, above


def make_plan(
    expected: float,
    difference: float,
    variance_bound: float,
    alpha: float = ALPHA,
    beta: float = BETA,
    draws: int | None = None,
) -> Contract:
    """The contract of single draws that detects an error of ``difference`` with both rates; ``draws`` overrides the number of draws.

    Raises:
        ValueError: if a quantity is outside its range.
    """
    check_share("alpha", alpha)
    check_share("beta", beta)
    if not (math.isfinite(expected) and math.isfinite(difference) and difference > 0):
        raise ValueError(f"difference must be a finite number > 0 and expected finite, got {difference} and {expected}")
    if not (math.isfinite(variance_bound) and variance_bound >= 0):
        raise ValueError(f"variance_bound must be finite and >= 0, got {variance_bound}")
    # any larger bound is a bound too; this one keeps the slope bounded where X is (nearly) constant
    bound = max(variance_bound * INFLATION, difference**2 / 4)
    slope, needed = _best_slope(difference, bound), _rows_needed(difference, bound, alpha, beta)
    return Contract(expected, difference, bound, draws or max(needed, _MINIMAL_DRAWS), slope, alpha, beta)


def _best_slope(difference: float, variance: float) -> float:
    """The slope of the module docstring, for rows of this variance."""
    return difference / (2 * variance + difference**2)


def _rows_needed(difference: float, variance: float, alpha: float, beta: float) -> int:
    """K of the module docstring, for rows of this variance."""
    slope = _best_slope(difference, variance)
    return math.ceil((math.log(2 / alpha) + math.log(1 / beta)) / gain(difference, variance, slope))


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
