r"""Poisson and geometric features among the mechanisms of `choose`, of centred inputs and, so that they are positive, of shifted ones.

``E Z^2 = K^2 exp(g)``, with ``g = e - 2 x.y`` and an exponent e(pair, parameter) that is convex in log lam, or in log (1 - p)^(-1/2):

    Poisson        lam d + sum_l x_l^2 y_l^2/lam
    geometric      -d log p + sum_l log I_0(2 (1 - p)^(-1/2) |x_l y_l|)     (`optima.geometric`; the odds p/(1 - p) are searched)
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np
from scipy import optimize

from rftheory.arrays import Array
from rftheory.choosing.mechanisms import Data, Option, Skipped, Variant
from rftheory.choosing.optimise import Found, bounded_minimum, loss_of
from rftheory.choosing.pairs import Pairs, log_mean
from rftheory.choosing.result import Cost, Parameter
from rftheory.choosing.sizes import Lengths
from rftheory.families.geometric import Geometric
from rftheory.families.geometric_optimum import best_odds, log_factor
from rftheory.families.poisson import Poisson
from rftheory.families.shifted import Shifted
from rftheory.features.drawing import Fitted
from rftheory.mechanisms.mechanism import Mechanism
from rftheory.statistics import DataStatistics, SetStatistics

#: the margin below all data that positive features are shifted by, and multiples of the mean deviation that are tried instead
_MARGIN = 1e-3
_MARGINS = (0.03, 0.1, 0.3, 1.0, 3.0)
#: pairs, and numbers of them, that margins and odds are compared on
_PILOT, _NUMBERS = 2048, 1 << 18
#: relative width of the search for the odds, and by which a bracket is widened, in log lam
_ROUGH, _STEP = 1e-4, 0.5
#: where g is below this part of its terms, it is summed without cancellation (`log_variance`)
_CANCELS = 1e-6


@dataclass(frozen=True, eq=False)
class _Above:
    """Pairs minus a shift: what the second moment of counts depends on.

    Attributes:
        x, y: shape (P, d).
        level: ``log E Z^2`` less the exponent e, shape (P,).
    """

    x: Array
    y: Array
    level: Array

    @classmethod
    def of(cls, pairs: Pairs, shift: Array, some: slice | Array = slice(None)) -> _Above:
        x, y = pairs.x[some] - shift, pairs.y[some] - shift
        return cls(x, y, pairs.log_norms[some] - np.vecdot(x, x) - np.vecdot(y, y))

    def few(self) -> _Above:
        """Some of the pairs, drawn, with no more numbers than a search takes."""
        count = max(1, _NUMBERS // self.x.shape[1])
        if count >= len(self.x):
            return self
        some = np.random.default_rng(0).choice(len(self.x), count, replace=False)
        return _Above(self.x[some], self.y[some], self.level[some])


class _Rates:
    """Poisson features: the exponents of pairs at a rate, and the best rate."""

    name, title, family = "lam", "Poisson", Poisson

    def __init__(self, pairs: _Above):
        with np.errstate(over="ignore"):
            self.pairs, self._products = pairs, np.square(pairs.x * pairs.y).sum(axis=1)
        if not np.isfinite(self._products).all():
            raise ValueError("the squares of products x_l y_l are beyond float64")

    def exponents(self, rate: float) -> Array:
        """e of each pair, shape (P,)."""
        return rate * self.pairs.x.shape[1] + self._products / rate

    def log_average(self, rate: float) -> float:
        """log of the average second moment."""
        return log_mean(self.exponents(rate) + self.pairs.level)

    def best(self, start: float) -> Found | None:
        """The best rate; None if all products vanish."""
        products = self._products
        if not products.any():
            return None

        def cost(log_rate: float) -> float:
            return self.log_average(math.exp(log_rate))

        # for one pair lam^2 = S/d; pairs without products pull lam to 0, by less than those with one push it up
        low, high = (
            math.log(each / self.pairs.x.shape[1]) / 2 for each in (products[products > 0].min(), products.max())
        )
        while (products == 0).any() and cost(low) < cost(low + _STEP):
            # convex, and rising here already
            low -= 4 * _STEP
        found = bounded_minimum(cost, low, high)
        return Found(math.exp(found.parameter), found.log_average)

    @staticmethod
    def plug_in(averages: DataStatistics) -> float:
        """The rate at averages over all rows."""
        return math.sqrt(averages.squared_products / averages.dimension)

    @staticmethod
    def bounded(rate: float, largest: float) -> bool:
        """Whether ``u^(2w) lam^(-w)`` is, for coordinates u up to the largest."""
        return largest**2 <= rate


class _Successes:
    """Geometric features: the exponents of pairs at a probability p, and the best one."""

    name, title, family = "p", "geometric", Geometric

    def __init__(self, pairs: _Above):
        self.pairs, self._products = pairs, np.abs(pairs.x * pairs.y)
        self._last: tuple[float, Array] | None = None

    def exponents(self, success: float) -> Array:
        """e of each pair, shape (P,); those of the best p are asked for twice."""
        if self._last is None or self._last[0] != success:
            self._last = success, log_factor(self._products, success / (1 - success))
        return self._last[1]

    def log_average(self, success: float) -> float:
        """log of the average second moment."""
        return log_mean(self.exponents(success) + self.pairs.level)

    def best(self, start: float) -> Found | None:
        """The best p, searched on some of the pairs from a given one; None if all products vanish."""
        if not self._products.any():
            return None
        few = _Successes(self.pairs.few())

        def cost(log_odds: float) -> float:
            return few.log_average(_success(log_odds))

        first = math.log(start) - math.log1p(-start)
        found = optimize.minimize_scalar(cost, bracket=(first - 0.05, first + 0.05), method="brent", tol=_ROUGH)
        success = _success(float(found.x) if found.fun <= cost(first) else first)
        return Found(success, self.log_average(success))

    @staticmethod
    def plug_in(averages: DataStatistics) -> float:
        """p at averages over all rows."""
        odds = best_odds(averages.absolute_products)
        return odds / (1 + odds)

    @staticmethod
    def bounded(success: float, largest: float) -> bool:
        """``u^(2w) (1 - p)^(-w)/w!`` is."""
        return True


def _success(log_odds: float) -> float:
    return 1 / (1 + math.exp(-log_odds))


_Counts = type[_Rates] | type[_Successes]


def discrete_options(data: Data) -> Iterator[Option | Skipped]:
    """Independent counts; there are no directions to couple."""
    for counts in (_Rates, _Successes):
        for positive in (False, True):
            title = counts.title + "+" * positive
            try:
                yield _option(data, counts, positive)
            except (ValueError, ArithmeticError, RuntimeError) as error:
                yield Skipped(title, str(error))


def _option(data: Data, counts: _Counts, positive: bool) -> Option:
    pairs, d = data.pairs, data.dimension
    first: tuple[Parameter, ...] = ()
    # the printed margin for the plug-in, the best one for the best parameter
    shift = at_margin = data.low - _MARGIN if positive else np.zeros(d)
    if positive:
        first, shift = _best_shift(data, counts)
    plug_in = _plug_in(data, counts, at_margin if positive else None)
    found = counts(_Above.of(pairs, at_margin))
    there = found.log_average(plug_in)
    if positive:
        # one set of shifted rows is held at a time
        del found
        found = counts(_Above.of(pairs, shift))
    best = _best(found, _plug_in(data, counts, shift) if positive else plug_in)
    if there < best.log_average:
        best, shift = Found(plug_in, there), at_margin
        found = counts(_Above.of(pairs, shift))
        first = tuple(replace(each, value=_MARGIN) for each in first)
    family = counts.family(best.parameter)
    values = _log_variances(family, found.pairs, found.exponents(best.parameter)) + pairs.log_norms
    loss = loss_of(there, best.log_average, log_mean(pairs.log_squared_kernel))
    parameter = Parameter(counts.name, best.parameter, plug_in, loss, "unimodal")
    largest = float(np.maximum(np.abs(data.low - shift), np.abs(data.high - shift)).max())
    notes = ("the loss is that of margin and law together",) if positive else ()
    return Option(
        name=counts.title + "+" * positive, projections="iid",
        maps=Fitted(Mechanism(Shifted(family, tuple(shift)) if positive else family), data.origin),
        positive=positive, bounded=counts.bounded(best.parameter, largest),
        # powers through logarithms: counts times log|u_l|
        cost=lambda k, n: Cost((k + 1) * d + k, k + d + 1), variants=(Variant(Lengths(1), values, values),),
        parameters=(parameter, *first), notes=notes,
    )  # fmt: skip


def _log_variances(family: Poisson | Geometric, pairs: _Above, exponents: Array) -> Array:
    """log Var of the Gaussian kernel, ``K^2 (exp(g) - 1)``; from a sum that does not cancel where little is left of g."""
    products = 2 * (pairs.x * pairs.y).sum(axis=1)
    g = exponents - products
    steady = g > _CANCELS * (np.abs(exponents) + np.abs(products))
    g = np.where(steady, g, 1.0)
    # log(e^g - 1) = g + log(1 - e^-g)
    logs = g + np.log(-np.expm1(-g)) - np.square(pairs.x - pairs.y).sum(axis=1)
    if not steady.all():
        logs[~steady] = family.log_variance(pairs.x[~steady], pairs.y[~steady])
    return np.asarray(logs)


def _best_shift(data: Data, counts: _Counts) -> tuple[tuple[Parameter, ...], Array]:
    """How far below all data: the best of a few margins, the printed one first, on some pairs."""
    pairs = data.pairs
    some = slice(None, min(_PILOT, max(1, _NUMBERS // data.dimension)))
    width = math.sqrt((data.averages.x.spread + data.averages.y.spread) / (2 * data.dimension)) or 1.0
    values = {}
    for margin in (_MARGIN, *(width * each for each in _MARGINS)):
        shift = data.low - margin
        found = counts(_Above.of(pairs, shift, some))
        values[margin] = _best(found, _plug_in(data, counts, shift)).log_average
    best = min(values, key=lambda margin: values[margin])
    return (Parameter("margin", best, _MARGIN, None, "grid"),), data.low - best


def _plug_in(data: Data, counts: _Counts, shift: Array | None) -> float:
    """The parameter at averages over all rows, minus a shift if one is given: every coordinate is positive then.

    Raises:
        ValueError: if all products vanish, or the parameter is beyond float64.
    """
    sides = (data.averages.x, data.averages.y)
    averages = data.averages if shift is None else DataStatistics(*(_above(each, shift) for each in sides))
    if not averages.absolute_products.any():
        raise ValueError("all products x_l y_l vanish: the variance falls to its infimum without a best parameter")
    with np.errstate(over="ignore", under="ignore"):
        found = counts.plug_in(averages)
    if not 0 < found < math.inf:
        raise ValueError(f"at averages of these data {counts.name} is beyond float64")
    return found


def _best(found: _Rates | _Successes, start: float) -> Found:
    """
    Raises:
        ValueError: if all products of these pairs vanish.
    """
    best = found.best(start)
    if best is None:
        raise ValueError("all products x_l y_l of the pairs vanish: there is no best parameter")
    return best


def _above(averages: SetStatistics, shift: Array) -> SetStatistics:
    """The averages of rows minus a shift that is below all of them."""
    mean = averages.mean - shift
    # E (x - c)^2 = E (x - mean)^2 + (mean - c)^2
    variances = np.maximum(averages.squares - np.square(averages.mean), 0.0)
    return replace(averages, mean=mean, squares=variances + np.square(mean), absolute=mean)
