"""What it costs to choose one parameter from averages over data, against the best one for the average variance.

The heuristic puts averages over all pairs (`statistics`) in the variance of one pair and takes its optimum there. The
quantity that matters is the average of the variance over all pairs; both are compared in logarithms. Pairs are formed
block by block, so memory does not grow with their number; time does, and only here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Literal, get_args

import numpy as np
import sympy as sp
from numpy.typing import ArrayLike
from scipy import optimize

from rftheory.arrays import Array, check_inputs
from rftheory.families.generalized_exponential import GeneralizedExponential
from rftheory.families.geometric import Geometric
from rftheory.families.optimal_positive import optimal_parameter
from rftheory.families.poisson import Poisson
from rftheory.log_variance import HasVariance, log_variance
from rftheory.statistics import DataStatistics

#: numbers of one block of pairs (rows times coordinates)
_BLOCK = 2**20
#: the search for the best parameter stops at this relative width: the loss is flat there
_WIDTH = 1e-9

Features = Literal["oprf", "poisson", "geometric"]


def average_log_variance(family: HasVariance, x: ArrayLike, y: ArrayLike, block: int = _BLOCK) -> float:
    """log of the average over all pairs (x_i, y_j) of the variance of one sample; ``-inf`` if all of them vanish.

    Args:
        family: features with a closed form of their variance (see `log_variance`).
        x, y: shapes (L, d) and (N, d).
        block: numbers held at once; at least one pair is.

    Raises:
        ValueError: for data sets that are empty, of wrong shape, not finite or of different dimensions.
    """
    first, second = _checked(x, y)
    logs = [_log_sum(log_variance(family, *pairs)) for pairs in _pairs(first, second, block)]
    return _log_sum(np.array(logs)) - float(np.log(len(first)) + np.log(len(second)))


def _checked(x: ArrayLike, y: ArrayLike) -> tuple[Array, Array]:
    first, second = check_inputs(x, "x"), check_inputs(y, "y")
    if first.shape[1] != second.shape[1]:
        raise ValueError(f"x and y must have the same dimension, got {first.shape[1]} and {second.shape[1]}")
    return first, second


def _pairs(x: Array, y: Array, block: int) -> Iterator[tuple[Array, Array]]:
    """All pairs of rows, in blocks of two arrays of shape (pairs, d)."""
    count, step = len(x) * len(y), max(1, block // x.shape[1])
    for start in range(0, count, step):
        i, j = np.divmod(np.arange(start, min(start + step, count)), len(y))
        yield x[i], y[j]


def _log_sum(logs: Array) -> float:
    top = float(np.max(logs))
    return top if not np.isfinite(top) else top + float(np.log(np.exp(logs - top).sum()))


@dataclass(frozen=True)
class HomogeneityLoss:
    """One parameter for all pairs: chosen from averages, and best for the average variance.

    Attributes:
        features, parameter: which features, and the name of their parameter.
        heuristic, best: its two values.
        log_variance, best_log_variance: the logarithms of the average variance of one sample there.
    """

    features: Features
    parameter: str
    heuristic: float
    best: float
    log_variance: float
    best_log_variance: float

    @property
    def loss(self) -> float:
        """log of the factor by which the heuristic's average variance exceeds the least one, >= 0."""
        return self.log_variance - self.best_log_variance


def homogeneity_loss(features: Features, x: ArrayLike, y: ArrayLike, block: int = _BLOCK) -> HomogeneityLoss:
    """What choosing the parameter of all pairs by (7), (11) or (13) at averages over data loses.

    The average second moment is log-convex in the variable that is searched (log rho of OPRF, log lam, p), and differs from
    the average variance by a number that does not depend on it: the minimum found is the global one.

    Args:
        features: "oprf" (parameter A), "poisson" (lam) or "geometric" (p).
        x, y: shapes (L, d) and (N, d); every pair is looked at about 40 times.

    Raises:
        ValueError: for unknown features, bad data sets, or data for which the average gives no parameter (all products
            x_l y_l vanish: the variance of discrete features then falls without a minimum).
    """
    if features not in get_args(Features):
        raise ValueError(f"features must be one of {', '.join(get_args(Features))}, got {features!r}")
    first, second = _checked(x, y)
    averages = DataStatistics.of(first, second)
    if features != "oprf" and averages.squared_products == 0:
        raise ValueError("all products x_l y_l vanish: the variance falls to its infimum without a best parameter")
    search = {"oprf": _oprf, "poisson": _poisson, "geometric": _geometric}[features](averages, first, second)

    def cost(variable: float) -> float:
        return average_log_variance(search.family(search.parameter(variable)), first, second, block)

    at_start = cost(search.start)
    best, least = _minimum(cost, search.start, *search.interval)
    if not least < at_start:
        best, least = search.start, at_start
    chosen, other = search.parameter(search.start), search.parameter(best)
    return HomogeneityLoss(features, search.name, chosen, other, at_start, least)


@dataclass(frozen=True)
class _Search:
    """A family over one variable: the heuristic value, and an interval that holds the minimum."""

    name: str
    start: float
    interval: tuple[float, float]
    parameter: Callable[[float], float]
    family: Callable[[float], HasVariance]


def _oprf(averages: DataStatistics, x: Array, y: Array) -> _Search:
    """The variable is log rho = -log(1 - 8A). The minimum lies between those of single pairs: of |x + y|^2 = 0 and of
    the largest possible |x + y|^2."""
    size = sp.Integer(averages.dimension)
    reach = sum(float(np.sqrt(np.square(side).sum(axis=1).max())) for side in (x, y)) ** 2
    start, low = (
        -float(np.log(float(1 - 8 * optimal_parameter(sp.Rational(square), size))))
        for square in (averages.square_of_sum(1), reach)
    )
    return _Search(
        "A", start, (min(start, low) - _WIDTH, 0.0), lambda t: -float(np.expm1(-t)) / 8,
        lambda a: GeneralizedExponential(A=a, dimension=size),
    )  # fmt: skip


def _poisson(averages: DataStatistics, x: Array, y: Array) -> _Search:
    """The variable is log lam; for one pair (11) is least at lam = (sum_l x_l^2 y_l^2 / d)^(1/2), which has no lower bound."""
    start = float(np.log(averages.squared_products / averages.dimension)) / 2
    reach = float(np.square(x).max(axis=0) @ np.square(y).max(axis=0))
    high = float(np.log(reach / averages.dimension)) / 2
    return _Search(
        "lam", start, (start - 20.0, max(start, high) + _WIDTH), lambda t: float(np.exp(t)),
        lambda rate: Poisson(sp.Rational(rate)),
    )  # fmt: skip


def _geometric(averages: DataStatistics, x: Array, y: Array) -> _Search:
    """The variable is p. (13) sees the inputs through |x_l y_l|, so x = y = (the averages)^(1/2) stand for the data."""
    roots = np.sqrt(averages.absolute_products)[None, :]

    def family(p: float) -> Geometric:
        return Geometric(sp.Rational(p))

    ends = (1e-6, 1 - 1e-6)
    start, _ = _minimum(lambda p: float(log_variance(family(p), roots, roots)[0]), 0.5, *ends)
    return _Search("p", start, ends, lambda p: p, family)


def _minimum(cost: Callable[[float], float], start: float, low: float, high: float) -> tuple[float, float]:
    """The minimum of a function that falls and then rises, and its value."""
    found = optimize.minimize_scalar(
        cost, bounds=(low, high), method="bounded", options={"xatol": _WIDTH * max(1, abs(start))}
    )
    return float(found.x), float(found.fun)
