r"""Intervals for the mean of a law from draws of it: what must be known of the law, and why they then hold.

*A variance* (`catoni_interval`). Row k is the mean ``X_k`` of ``B_k`` independent draws with mean mu and variance at most s2.
With Catoni's influence function ``psi(t) = sgn(t) log(1 + |t| + t^2/2)`` and slopes ``a_k = lam B_k``,

    S(theta) = sum_k psi(a_k (X_k - theta)),    T = log(2/alpha) + sum_k log(1 + a_k^2 s2/(2 B_k)).

``exp(psi(t)) <= 1 + t + t^2/2`` for all t (for t < 0 because ``(1 - t + t^2/2)(1 + t + t^2/2)`` is ``1 + t^4/4``) and psi is odd.
So at theta = mu each factor of ``E exp(+-S)`` is at most ``1 + a_k^2 s2/(2 B_k)``, so by Markov's inequality ``S(mu) >= T`` has
probability at most alpha/2, and so has ``S(mu) <= -T``. S falls strictly and continuously from infinity to minus infinity, hence
``{theta: |S(theta)| <= T}`` is an interval; it holds mu with probability at least 1 - alpha, for any number of rows and any tail.
Where K rows of B draws agree its half-width is w with ``K psi(a w) = T``, that is
``w = (sqrt(C + D a^2) - 1)/a`` with ``A = exp(log(2/alpha)/K)``, ``C = 2A - 1``, ``D = A s2/B``: least for ``a^2 = C (C - 1)/D``. This
slope is used (for unequal rows with ``B = sum B_k^2/sum B_k``, K = n/B); it depends on alpha, the rows and s2 alone. For many rows
``w = sqrt(2 log(2/alpha) s2/n)``: 3.26 standard deviations of the mean at alpha = 0.01, where a normal law needs 2.58.

*A range* (`bounded_interval`). For n draws in [low, high] of width R, with sample variance V, with probability at least 1 - delta
``sigma <= sqrt(V) + R sqrt(2 log(1/delta)/(n - 1))`` (Maurer and Pontil 2009, Theorem 10), and by Bernstein's inequality
the mean is off by more than ``sigma sqrt(2 L/n) + R L/(3 n)`` on one side with probability at most ``exp(-L)``
(Boucheron, Lugosi and Massart 2013, Corollary 2.11). A tenth of alpha goes to sigma, the rest to both sides.

*A count* (`probability_interval`): Clopper and Pearson 1934.

*Ranks* (`quantile_interval`). Let ``x = inf {t: F(t) >= q}`` and ``X_(1) <= ... <= X_(n)`` the sorted draws. ``X_(l) > x`` says that
fewer than l draws are at most x; each is with probability ``F(x) >= q``, so this has probability at most ``P(Bin(n, q) < l)``. Likewise
``X_(u) < x`` has probability at most ``P(Bin(n, q) >= u)``. With both at most alpha/2, ``[X_(l), X_(u)]`` holds x with probability at
least 1 - alpha (David and Nagaraja, Order Statistics, section 7.1), atoms included.

*Nothing* (`asymptotic_interval`): Hall's (1992) transformation of Student's statistic, which removes the skewness. No
interval holds for every law here (Bahadur and Savage 1956): a large value that is too rare to have been drawn cannot be seen. What can
be seen is refused: the variance must rest on many draws, ``(sum d^2)^2/sum d^4 >= 30 z^2`` for deviations d and the normal quantile z.
The limit law is used at half of alpha, the other half is for what it leaves out at finitely many draws. The factor 30 is empirical:
it was chosen, at the whole of alpha = 0.01, on log-normals of shape 0.5 to 4, Pareto laws with two to five moments, squared errors of
positive, hyperbolic and trigonometric features and indicators of rare events, at 300 to 30000 draws (three of them to 10^6), where no
law was conclusive and wrong in more than 1.2% of the runs; on fresh runs of 14 of them in at most 1.5%. Among the few conclusive
runs of a law that is mostly refused the share of wrong ones is larger. What cannot be seen is not refused: with a value of
1000 that comes once in 1000 draws, a third of the runs of 1000 draws were conclusive and wrong.
"""

from __future__ import annotations

import math
from functools import lru_cache

import numpy as np
from numpy.typing import ArrayLike

from rftheory.inputs.arrays import Array
from rftheory.montecarlo.chunks import Powers
from rftheory.montecarlo.intervals import Interval, inconclusive

#: a draw in float64 is off by some 1e-15 and a mean of many by 1e-13: less than this of the bound of the variance
INFLATION = 1 + 2.0**-20
#: relative error of the sums of a record: fewer than 2^13 additions in a row, and chunks are added with compensation
_SUMMED = 2.0**-39
#: part of alpha that goes to the variance of a bounded law
_FOR_VARIANCE = 0.1
#: draws that the variance must rest on, over the square of the normal quantile
_DRAWS_BEHIND_VARIANCE = 30.0
#: part of alpha at which the limit law is used; the rest is for what it leaves out
_SPENT = 0.5
#: fourth powers between these are neither rounded to zero nor infinite
_SMALLEST, _LARGEST = 2.0**-240, 2.0**240


def catoni_interval(
    row_means: ArrayLike,
    row_draws: ArrayLike,
    variance: float,
    alpha: float,
    rounding: float = 0.0,
    slope: float | None = None,
) -> Interval:
    """Proved: the mean of a law whose variance (of a single draw) is at most ``variance``.

    Args:
        row_means: means of independent draws, shape (K,).
        row_draws: of how many, shape (K,); fixed before drawing.
        rounding: what the row means may be off by because draws are rounded, absolute; S is monotone in each row, so this
            moves the ends by no more. It matters where the law hardly varies.
        slope: lam, fixed before drawing; the interval holds for any, and by default is short where the rows agree.
    """
    means, draws = (np.asarray(each, dtype=float) for each in (row_means, row_draws))
    if variance == 0:
        # all draws are the mean but for their roundings
        return Interval(float(means.min()) - rounding, float(means.max()) + rounding, 1 - alpha, "proved").shifted(0.0)
    # in standard deviations, about a row in the middle: laws of any size use the same arithmetic
    centre, unit = float(np.median(means)), math.sqrt(variance * INFLATION)
    lam = catoni_slope(draws, alpha) if slope is None else slope * unit
    low, high = _where_balanced((means - centre) / unit, draws, alpha, lam * draws)
    return Interval(low * unit - rounding, high * unit + rounding, 1 - alpha, "proved").shifted(centre)


def influence(scaled: Array) -> Array:
    """psi of the module docstring, elementwise."""
    size = np.abs(scaled)
    return np.asarray(np.sign(scaled) * np.log1p(size + size * size / 2))


def _where_balanced(means: Array, draws: Array, alpha: float, slopes: Array) -> tuple[float, float]:
    """The two roots of ``|S| = T`` for variance 1."""
    threshold = math.log(2 / alpha) + float(np.log1p(slopes * slopes / draws / 2).sum())

    def excess(theta: float, side: int) -> float:
        return side * float(influence(slopes * (means - theta)).sum()) - threshold

    # SciPy's solvers and laws take half a second to load, which evaluating a form does not need
    from scipy import optimize

    ends = []
    for side, start in ((1, float(means.min())), (-1, float(means.max()))):
        # between a place where S has the wrong sign or none and one that is far enough
        step = 1 / math.sqrt(float(draws.sum()))
        while excess(start - side * step, side) <= 0:
            step *= 2
        inner = float(means.max() if side > 0 else means.min())
        outer = start - side * step
        root = float(
            optimize.brentq(excess, min(inner, outer), max(inner, outer), args=(side,), xtol=1e-15, rtol=1e-14)
        )
        nudge = math.ulp(root) + 1e-15
        while excess(root, side) <= 0:
            root -= side * nudge
            nudge *= 2
        ends.append(root)
    return ends[0], ends[1]


def catoni_slope(row_draws: ArrayLike, alpha: float) -> float:
    """lam of the module docstring for variance 1: the least half-width where the rows agree."""
    draws = np.asarray(row_draws, dtype=float)
    size = float(np.square(draws).sum() / draws.sum())
    # any slope is valid: few rows at a tiny alpha must only not overflow
    growth = math.expm1(min(math.log(2 / alpha) * size / float(draws.sum()), 300.0))
    return math.sqrt((2 * growth + 1) * 2 * growth / (growth + 1) / size)


def bounded_interval(powers: Powers, low: float, high: float, alpha: float) -> Interval:
    """Proved: the mean of a law on [low, high], in the same coordinates as the powers."""
    count, mean, width = powers.draws, powers.mean, high - low
    slack = _SUMMED * max(abs(low), abs(high))
    if not low - slack <= mean <= high + slack or powers.largest > max(abs(low), abs(high)) + slack:
        raise ValueError(
            f"low and high must hold all draws, got {low} and {high} for mean {mean}, size {powers.largest}"
        )
    if count == 1:
        return Interval(low, high, 1 - alpha, "proved")
    squares = powers.second * (1 + _SUMMED) - count * mean * mean * (1 - _SUMMED)
    spread = math.sqrt(max(squares, 0.0) / (count - 1))
    spread += width * math.sqrt(2 * math.log(1 / (_FOR_VARIANCE * alpha)) / (count - 1))
    # no law on the interval has more
    spread = min(spread, width / 2)
    size = math.log(2 / ((1 - _FOR_VARIANCE) * alpha))
    reach = spread * math.sqrt(2 * size / count) + width * size / (3 * count) + slack
    return Interval(max(low, mean - reach), min(high, mean + reach), 1 - alpha, "proved")


def probability_interval(count: int, draws: int, alpha: float) -> Interval:
    """Proved: the probability of an event that happened ``count`` times in ``draws`` (Clopper and Pearson)."""
    from scipy import special

    low = float(special.betaincinv(count, draws - count + 1, alpha / 2)) if count else 0.0
    high = float(special.betainccinv(count + 1, draws - count, alpha / 2)) if count < draws else 1.0
    return Interval(low, high, 1 - alpha, "proved")


def quantile_interval(values: Array, share: float, alpha: float) -> Interval:
    """Proved: the quantile of a law of numbers >= 0, from draws of it; inconclusive if they are too few for its upper end.

    Args:
        values: shape (n,).
    """
    low, high = order_statistics(len(values), share, alpha)
    if high > len(values):
        return inconclusive(alpha, f"{len(values)} draws are too few for an upper end of the quantile {share:g}")
    ends = np.partition(values, [max(low, 1) - 1, high - 1])
    # 0 is a lower end without any draw
    return Interval(float(ends[low - 1]) if low else 0.0, float(ends[high - 1]), 1 - alpha, "proved")


@lru_cache(maxsize=1024)
def order_statistics(count: int, share: float, alpha: float) -> tuple[int, int]:
    """Ranks l and u of order statistics that hold the quantile between them with probability at least 1 - alpha.

    The largest l with ``P(Bin(count, share) < l) <= alpha/2``, 0 if there is none, and the smallest u with
    ``P(Bin(count, share) >= u) <= alpha/2``, which may be ``count + 1``: then there is no upper end.
    """
    from scipy import stats

    law = stats.binom(count, share)
    low, high = int(law.ppf(alpha / 2)) + 1, int(law.isf(alpha / 2)) + 1
    # the inverses are found in floating point: what they found is checked
    while low > 0 and law.cdf(low - 1) > alpha / 2:
        low -= 1
    while high <= count and law.sf(high - 1) > alpha / 2:
        high += 1
    return max(low, 0), min(high, count + 1)


def asymptotic_interval(powers: Powers, alpha: float) -> Interval:
    """The mean of a law of which nothing is known; none where the draws show that it would not hold."""
    count = powers.draws
    if powers.largest and not _SMALLEST < powers.largest < _LARGEST:
        return inconclusive(alpha, f"the largest draw, {powers.largest:g}, is out of reach of fourth powers")
    mean, second, third, fourth = _central_moments(powers)
    # the central fourth moment is a sum of terms of at most 14 times the plain one
    if second <= 2 * _SUMMED * powers.second / count or fourth <= 14 * _SUMMED * powers.fourth / count:
        return inconclusive(alpha, f"all {count} draws are the same, or differ by less than their sums can tell")
    spent = _SPENT * alpha
    behind = count * second * second / fourth
    needed = math.ceil(_DRAWS_BEHIND_VARIANCE * _normal_quantile(spent / 2) ** 2)
    if not behind >= needed:
        reason = f"the variance rests on about {behind:.3g} of {count} draws, {needed} are needed"
        return inconclusive(alpha, reason)
    reach = _student_quantile(spent / 2, count - 1) / math.sqrt(count)
    skewness, unit = third / second**1.5, math.sqrt(second * count / (count - 1))
    low, high = (mean - unit * _unskewed(side * reach, skewness, count) for side in (1, -1))
    return Interval(low, high, 1 - alpha, "asymptotic")


@lru_cache(maxsize=64)
def _normal_quantile(share: float) -> float:
    from scipy.special import ndtri

    return -float(ndtri(share))


@lru_cache(maxsize=64)
def _student_quantile(share: float, freedom: int) -> float:
    # scipy.stats has the same function, and takes a second to load
    from scipy.special import stdtrit

    return -float(stdtrit(freedom, share))


def _central_moments(powers: Powers) -> tuple[float, float, float, float]:
    draws, first, second, third, fourth, _ = powers
    first, second, third, fourth = first / draws, second / draws, third / draws, fourth / draws
    square = first * first
    return (
        first,
        second - square,
        third - 3 * first * second + 2 * first * square,
        fourth - 4 * first * third + 6 * square * second - 3 * square * square,
    )


def _unskewed(value: float, skewness: float, count: int) -> float:
    """The inverse of ``w + c w^2/3 + c^2 w^3/27 + c/(6 n)``, c the skewness (Hall 1992, p. 123)."""
    moved = value - skewness / (6 * count)
    if abs(skewness * moved) < 1e-8:
        return moved
    return 3 * (math.cbrt(1 + skewness * moved) - 1) / skewness
