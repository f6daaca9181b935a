"""Poisson and geometric features among the mechanisms of `choose`, of centred inputs and, so that they are positive, of shifted ones."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import replace

import numpy as np

from rftheory.arrays import Array
from rftheory.choosing.mechanisms import Centred, Data, Option, Skipped, Variant
from rftheory.choosing.optimise import Found, best_rate, best_success, loss_of, rate_moment, success_moment
from rftheory.choosing.pairs import log_mean
from rftheory.choosing.result import Cost, Parameter
from rftheory.choosing.sizes import Lengths
from rftheory.couplings.geometry import Geometry
from rftheory.families.geometric import Geometric
from rftheory.families.poisson import Poisson
from rftheory.fitted import Discrete
from rftheory.log_variance import log_variance
from rftheory.optima.geometric import optimal_geometric
from rftheory.statistics import DataStatistics, SetStatistics

#: the margin below all data that positive features are shifted by, and multiples of the mean deviation that are tried instead
_MARGIN = 1e-3
_MARGINS = (0.03, 0.1, 0.3, 1.0, 3.0)
#: pairs that margins are compared on
_PILOT = 2048


def discrete_options(data: Data) -> Iterator[Option | Skipped]:
    """Independent counts; there are no directions to couple."""
    for name in ("Poisson", "geometric"):
        for positive in (False, True):
            title = name + "+" * positive
            try:
                yield _option(data, name, positive)
            except (ValueError, ArithmeticError, RuntimeError) as error:
                yield Skipped(title, str(error))


def _option(data: Data, name: str, positive: bool) -> Option:
    pairs, d = data.pairs, data.dimension
    first: tuple[Parameter, ...] = ()
    # the printed margin for the plug-in, the best one for the best parameter
    shift = at_margin = data.low - _MARGIN if positive else np.zeros(d)
    if positive:
        first, shift = _best_shift(data, name)
    plug_in = _plug_in(data, name, at_margin if positive else None)
    there = _MOMENTS[name](pairs.x - at_margin, pairs.y - at_margin, pairs.log_norms, plug_in)
    start = _plug_in(data, name, shift) if positive else plug_in
    best = _best(name, pairs.x - shift, pairs.y - shift, pairs.log_norms, start)
    if there < best.log_average:
        best, shift = Found(plug_in, there), at_margin
        first = tuple(replace(each, value=_MARGIN) for each in first)
    family = Poisson(best.parameter) if name == "Poisson" else Geometric(best.parameter)
    values = log_variance(family, pairs.x - shift, pairs.y - shift) + pairs.log_norms
    loss = loss_of(there, best.log_average, log_mean(pairs.log_squared_kernel))
    parameter = Parameter("lam" if name == "Poisson" else "p", best.parameter, plug_in, loss, "unimodal")
    largest = np.maximum(np.abs(data.low - shift), np.abs(data.high - shift)).max()
    # u^(2w) lam^(-w), or u^(2w) (1-p)^(-w)/w!
    bounded = name == "geometric" or bool(largest**2 <= best.parameter)
    notes = ("the loss is that of margin and law together",) if positive else ()
    return Option(
        name + "+" * positive, "iid", Geometry(), (Variant(Lengths(1), values, values),), positive, bounded,
        # powers through logarithms: counts times log|u_l|
        lambda k, n: Cost((k + 1) * d + k, k + d + 1),
        Centred(Discrete(family, shift), data.origin), (parameter, *first), None, notes,
    )  # fmt: skip


def _best_shift(data: Data, name: str) -> tuple[tuple[Parameter, ...], Array]:
    """How far below all data: the best of a few margins, the printed one first, on some pairs."""
    pairs = data.pairs
    some = slice(None, _PILOT)
    width = math.sqrt((data.averages.x.spread + data.averages.y.spread) / (2 * data.dimension)) or 1.0
    values = {}
    for margin in (_MARGIN, *(width * each for each in _MARGINS)):
        shift = data.low - margin
        x, y = pairs.x[some] - shift, pairs.y[some] - shift
        values[margin] = _best(name, x, y, pairs.log_norms[some], _plug_in(data, name, shift)).log_average
    best = min(values, key=lambda margin: values[margin])
    return (Parameter("margin", best, _MARGIN, None, "grid"),), data.low - best


def _plug_in(data: Data, name: str, shift: Array | None) -> float:
    """The parameter at averages over all rows, minus a shift if one is given: every coordinate is positive then.

    Raises:
        ValueError: if all products vanish.
    """
    averages = data.averages if shift is None else DataStatistics(*(_above(each, shift) for each in _sides(data)))
    if not averages.absolute_products.any():
        raise ValueError("all products x_l y_l vanish: the variance falls to its infimum without a best parameter")
    if name == "Poisson":
        return math.sqrt(averages.squared_products / averages.dimension)
    roots = np.sqrt(averages.absolute_products)
    return optimal_geometric(roots, roots).p


def _best(name: str, x: Array, y: Array, log_norms: Array, start: float) -> Found:
    """Of inputs that are shifted already.

    Raises:
        ValueError: if all products of these pairs vanish.
    """
    found = best_rate(x, y, log_norms) if name == "Poisson" else best_success(x, y, log_norms, start)
    if found is None:
        raise ValueError("all products x_l y_l of the pairs vanish: there is no best parameter")
    return found


_MOMENTS: dict[str, Callable[[Array, Array, Array, float], float]] = {
    "Poisson": rate_moment,
    "geometric": success_moment,
}


def _sides(data: Data) -> tuple[SetStatistics, SetStatistics]:
    return data.averages.x, data.averages.y


def _above(averages: SetStatistics, shift: Array) -> SetStatistics:
    """The averages of rows minus a shift that is below all of them."""
    mean = averages.mean - shift
    # E (x - c)^2 = E (x - mean)^2 + (mean - c)^2
    variances = np.maximum(averages.squares - np.square(averages.mean), 0.0)
    return replace(averages, mean=mean, squares=variances + np.square(mean), absolute=mean)
