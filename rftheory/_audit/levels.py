r"""Tests of the audit and their rates: means of known variance, two samples of one law, exact values, fair coins.

*Means* are tested by Catoni's statistic (`montecarlo.contract`): nothing but a bound of the variance is assumed. A claim that the mean is
within a rounding error t of mu_0 is rejected if mu_0 + t or mu_0 - t is, from its side: the statistic falls with the claim.

*Two samples* of n and k independent values of one continuous law: all orders of the n + k values are equally likely, so the number U
of pairs in which the first is the larger has a law that does not depend on theirs, with (Mann and Whitney 1947)

    E e^(s U) = prod_(i <= n) (e^(s (k + i)) - 1)/(e^(s i) - 1) / binom(n + k, n).

``P(U >= u) <= min_s e^(-s u) E e^(s U)`` holds for every n and k. Ties are broken by coins. If U/(n k) has the mean theta, it is below
theta - t with probability at most ``exp(-2 min(n, k) t^2)`` (Hoeffding 1963), which gives the power.

*Early looks.* Whoever looks at the first n of N values, and stops at a rejection, may look again if the looks share the level: whatever
their dependence, all of them together reject what is right with a probability of at most the sum of their levels.

*Empirical distributions* of n values: ``P(sup |F_n - F| >= t) <= 2 exp(-2 n t^2)`` (Massart 1990).
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import cache

import numpy as np
from scipy import optimize, special, stats

from rftheory.inputs.arrays import Array
from rftheory.montecarlo.bars import influence
from rftheory.montecarlo.contract import BETA, Contract, gain, make_plan

#: probability of any finding in an audit of what is as claimed
FALSE_ALARM = 1e-6
_LEAST = 1e-300
#: shares of the values after which they are looked at already, and of the level that each of these looks takes
_EARLY, _SPENT = (1 / 8, 1 / 4, 1 / 2), 0.05
#: standard deviations below which nothing is rejected at any level in use
_USUAL = 3.0


def mean_plan(variance: float, draws: int, alpha: float) -> Contract:
    """The test of the mean 0 of so many values, at the error that it detects with probability 0.999."""

    def lacking(difference: float) -> float:
        # `gain` is what one value adds; make_plan itself asks for more values than an audit has calls
        plan = make_plan(0.0, difference, variance, alpha, draws=draws)
        return math.log(2 / alpha) + math.log(1 / BETA) - draws * gain(difference, plan.variance_bound, plan.slope)

    size = math.sqrt(max(variance, _LEAST))
    if draws < least_draws(alpha):
        raise ValueError(f"calls must be at least {least_draws(alpha)} for a test at level {alpha:.2g}, got {draws}")
    high = size
    while lacking(high) > 0:
        high *= 2
    low = high / 2
    while lacking(low) <= 0:
        low, high = low / 2, low
    difference = float(optimize.brentq(lacking, low, high, rtol=1e-3)) * (1 + 2e-3)
    return make_plan(0.0, difference, variance, alpha, draws=draws)


def least_draws(alpha: float) -> int:
    """Draws from which on the test of a mean detects some error; what one value adds is largest for the largest errors."""
    plan = make_plan(0.0, 1.0, 0.0, alpha)
    most = gain(1.0, plan.variance_bound, plan.slope)
    return math.floor((math.log(2 / alpha) + math.log(1 / BETA)) / most * (1 + 1e-6)) + 1


def looks(count: int, part: int, least: Callable[[float], int]) -> list[tuple[int, float]]:
    """Numbers of values after which they are looked at, whole parts but for the last, and the share of the level of each look.

    Args:
        least: values from which on a test at this share of the level rejects anything.
    """
    early = dict.fromkeys(int(count * share) // part * part for share in _EARLY)
    found = [(n, _SPENT) for n in early if n and n >= least(_SPENT)]
    return [*found, (count, 1 - _SPENT * len(found))]


def mean_is_off(values: Array, plan: Contract, rounding: float) -> bool:
    """Whether a mean within ``rounding`` of 0 is rejected."""
    low, high = (float(influence(plan.slope * (values + t)).sum()) for t in (-rounding, rounding))
    return low >= plan.threshold or high <= -plan.threshold


def log_rank_level(first: Array, second: Array, generator: np.random.Generator, grid: float = 0.0) -> float:
    """log of a bound of the probability that two samples of one law are ordered as unevenly as these, on either side.

    Args:
        grid: values that round to one multiple of it count as equal.
    """
    values = np.concatenate([first, second])
    if grid > 0:
        values = np.round(values / grid)
    order = np.lexsort((generator.random(len(values)), values))
    ranks = np.empty(len(values))
    ranks[order] = np.arange(len(values))
    n, k = len(first), len(second)
    larger = float(ranks[:n].sum()) - n * (n - 1) / 2
    larger = max(larger, n * k - larger)
    if larger - n * k / 2 < _USUAL * math.sqrt(n * k * (n + k + 1) / 12):
        return 0.0
    return min(0.0, math.log(2) + _log_tail(larger, n, k))


def log_scatter_level(first: Array, second: Array, generator: np.random.Generator, grid: float = 0.0) -> float:
    """`log_rank_level` of the distances from the common median: laws of one location may scatter differently.

    The median is that of all values, so that under one law the distances are ordered by chance as well.
    """
    middle = float(np.median(np.concatenate([first, second])))
    return log_rank_level(np.abs(first - middle), np.abs(second - middle), generator, grid)


@cache
def rejected_shift(n: int, k: int, alpha: float) -> float:
    """|U/(n k) - 1/2| from which the rank test rejects; infinite if it never does."""

    def excess(t: float) -> float:
        return math.log(2) + _log_tail((0.5 + t) * n * k, n, k) - math.log(alpha)

    return float(optimize.brentq(excess, 0.0, 0.5)) if excess(0.5) <= 0 else math.inf


def detectable_shift(n: int, k: int, alpha: float) -> float:
    """theta - 1/2 from which the rank test rejects with probability 1 - BETA."""
    return rejected_shift(n, k, alpha) + math.sqrt(math.log(1 / BETA) / (2 * min(n, k)))


def detectable_scale(values: Array, shift: float) -> float:
    """The least factor, less 1, that orders positive values of this law by ``shift``: what is added to their logarithms."""
    positive = values[values > 0]
    return math.expm1(detectable_offset(np.log(positive), shift)) if len(positive) else math.inf


def detectable_offset(values: Array, shift: float) -> float:
    """The least number whose addition orders values of this law by ``shift``, estimated from a sample; infinite if none does."""
    ordered = np.sort(values)
    if shift >= 0.5 or not ordered[-1] > ordered[0]:
        return math.inf

    def lacking(offset: float) -> float:
        return 0.5 + shift - float((np.searchsorted(ordered, ordered + offset) - 0.5).mean()) / len(ordered)

    high = 2 * float(ordered[-1] - ordered[0])
    return float(optimize.bisect(lacking, 0.0, high, rtol=1e-3)) if lacking(high) < 0 < lacking(0.0) else math.inf


def detectable_lengths(count: int, d: int, alpha: float, beta: float = BETA) -> float:
    """The least relative change of so many independent chi_d lengths that the sum of their squares shows with probability 1 - beta."""
    both = stats.chi2(d * count)
    shorter, longer = both.ppf(alpha / 2) / both.isf(beta), both.isf(alpha / 2) / both.ppf(beta)
    return float(max(1 - math.sqrt(shorter), math.sqrt(longer) - 1))


def log_distribution_level(values: Array, cdf: Callable[[Array], Array], slack: float = 0.0) -> tuple[float, float]:
    """log of the level at which independent values of this distribution are refused, and their distance sup |F_n - F|.

    Args:
        slack: how far roundings of the values may take their distribution from F.
    """
    n = len(values)
    at = cdf(np.sort(values))
    steps = np.arange(n + 1) / n
    distance = float(max((steps[1:] - at).max(), (at - steps[:-1]).max()))
    return min(0.0, math.log(2) - 2 * n * max(0.0, distance - slack) ** 2), distance


def log_coin_level(heads: int, tosses: int) -> float:
    """log of the two-sided level at which a coin is not fair."""
    most = max(heads, tosses - heads)
    return min(0.0, math.log(2) + float(stats.binom.logsf(most - 1, tosses, 0.5))) if tosses else 0.0


def concordant(first: Array, second: Array) -> tuple[int, int]:
    """Of two paired sequences: disjoint couples of pairs that are ordered alike, of how many.

    If the pairs are independent of each other, and the members of a pair too, each couple is a fair coin: to exchange the first members
    changes its sign.
    """
    n = min(len(first), len(second)) // 2 * 2
    signs = np.sign(first[0:n:2] - first[1:n:2]) * np.sign(second[0:n:2] - second[1:n:2])
    return int((signs > 0).sum()), int((signs != 0).sum())


def _log_tail(larger: float, n: int, k: int) -> float:
    """Chernoff's bound of log P(U >= larger)."""
    if larger <= n * k / 2:
        return 0.0
    i = np.arange(1, n + 1)
    # log((e^a - 1)/(e^b - 1)), for large exponents as well
    constant = special.gammaln(n + k + 1) - special.gammaln(n + 1) - special.gammaln(k + 1)

    def log_expm1(a: Array) -> Array:
        return np.asarray(a + np.log(-np.expm1(-a)))

    def exponent(log_s: float) -> float:
        s = math.exp(log_s)
        return float((log_expm1(s * (k + i)) - log_expm1(s * i)).sum() - constant - s * larger)

    # the normal approximation tells the scale of s
    scale = math.log(12 * (larger - n * k / 2) / (n * k * (n + k + 1)))
    found = optimize.minimize_scalar(exponent, bounds=(scale - 1, scale + 6), method="bounded", options={"xatol": 1e-3})
    return min(0.0, float(found.fun))
