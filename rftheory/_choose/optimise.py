r"""Parameters that make the average MSE over pairs least, in log space.

The average MSE differs from the average second moment by mean K^2, which has no parameter. Second moments of single pairs are
log-convex in the variables below, and sums of log-convex functions are log-convex: one minimum, which a bounded search finds.

    GERF, s = +1   log rho, rho = 1/(1 - 8A):  (d/2) log((1 + rho)^2/(4 rho)) + (1 + rho) v^2
    Poisson, geometric                         `counts`

For GERF with s = -1 no such proof is known: a grid, and a search around its best point; then a complex A, from the best one of average
norms on. The pair moment of a coupling does not depend on A (`mechanisms.brackets`), so the best A of independent projections is the
best of all couplings.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from scipy import optimize

from rftheory._choose.candidate import TOLD
from rftheory._choose.pairs import Pairs
from rftheory._choose.sizes import log_mean
from rftheory.families.generalized_exponential import GeneralizedExponential
from rftheory.families.gerf_moments import optimal_parameters
from rftheory.families.optima.generalized_exponential import optimal_gerf
from rftheory.inputs.arrays import Array
from rftheory.mechanisms.mechanism import Mechanism
from rftheory.mechanisms.profile import Profile

#: width of the searches, relative; near a minimum the value is off by its square
_WIDTH = 1e-7
_GRID = 40
#: evaluations of the search for a complex parameter, and pairs that it looks at
_STEPS, _PILOT = 80, 2048


class Found(NamedTuple):
    """A parameter and the log of the average that it gives."""

    parameter: float
    log_average: float


def _log_average(pairs: Pairs, A: float, s: int) -> float:
    """log of the average MSE of one sample of GERF with a real parameter."""
    profile = Profile(Mechanism(GeneralizedExponential(A, s)), pairs.dimension)
    return log_mean(profile.log_mse(1, pairs.lengths) + pairs.log_norms)


def best_growing(pairs: Pairs) -> float:
    """A of GERF with s = +1 (OPRF). For one pair it is between that of v = 0 and that of the longest v."""
    longest = float(optimal_parameters(np.array([np.square(pairs.lengths.sum).max()]), pairs.dimension)[0])
    if longest == 0:
        return 0.0
    found = bounded_minimum(lambda log: _log_average(pairs, _parameter(log), 1), -math.log1p(-8 * longest), 0.0)
    return _parameter(found.parameter)


def best_oscillating(pairs: Pairs) -> complex:
    """A of GERF with s = -1: real, or a complex one that is better."""
    real = _best_real(pairs)
    squares = float((np.square(pairs.lengths.x) + np.square(pairs.lengths.y)).mean())
    try:
        # with the averages of |x|^2 + |y|^2 and |x - y|^2 for those of one pair
        at_averages = optimal_gerf(
            squares, 2 * squares - float(np.square(pairs.lengths.difference).mean()), pairs.dimension
        )
    except (ValueError, RuntimeError):
        return real.parameter
    if not at_averages.oscillating.A.imag:
        return real.parameter
    better, log_average = _refined(pairs, at_averages.oscillating.A)
    return better if log_average < real.log_average else real.parameter


def _best_real(pairs: Pairs) -> Found:
    """0 <= A < 1/8, since for A < 0 both factors of the second moment are larger than at 0."""

    def cost(log_width: float) -> float:
        return _log_average(pairs, -math.expm1(log_width) / 8, -1)

    reach = math.asinh(4 + 4 * float(np.square(pairs.lengths.difference).max()))
    found = grid_minimum(cost, -np.concatenate([[0.0], np.geomspace(1e-6 * reach, reach, _GRID)]))
    if found.log_average > (plain := cost(0.0)) - TOLD * max(1.0, abs(plain)):
        # what rounding gives is no parameter
        return Found(0.0, plain)
    return Found(-math.expm1(found.parameter) / 8, found.log_average)


def _refined(pairs: Pairs, start: complex) -> tuple[complex, float]:
    """A complex A near a given one, improved on some pairs, and the log of the average over all."""
    # equal inputs have no variance that depends on a digit of A
    some = np.flatnonzero(pairs.lengths.difference > 0)[:_PILOT]

    def average(A: complex, which: Array | slice) -> float:
        family = GeneralizedExponential(A, -1, pairs.dimension)
        return log_mean(family.log_variance(pairs.x[which], pairs.y[which]) + pairs.log_norms[which])

    seen: dict[complex, float] = {}

    def cost(place: Array) -> float:
        A = complex(*place)
        seen[A] = average(A, some) if A.real < 0.125 else math.inf
        return seen[A]

    optimize.minimize(cost, [start.real, start.imag], method="Nelder-Mead", options={"maxfev": _STEPS})
    best = min(seen, key=lambda A: seen[A])
    return best, average(best, slice(None))


def bounded_minimum(cost: Callable[[float], float], low: float, high: float, width: float = _WIDTH) -> Found:
    """The minimum of a function that falls and then rises, on an interval that holds it; its ends are looked at too."""
    ends = [Found(place, cost(place)) for place in {low, high}]
    if low < high:
        width *= max(1.0, abs(low), abs(high))
        found = optimize.minimize_scalar(cost, bounds=(low, high), method="bounded", options={"xatol": width})
        ends.append(Found(float(found.x), float(found.fun)))
    return min(ends, key=lambda each: each.log_average)


def grid_minimum(cost: Callable[[float], float], grid: Array) -> Found:
    """The least value on a grid and of a search between the neighbours of its best point."""
    places = np.sort(grid)
    values = [cost(float(place)) for place in places]
    best = int(np.argmin(values))
    low, high = places[max(best - 1, 0)], places[min(best + 1, len(places) - 1)]
    return min(
        (Found(float(places[best]), values[best]), bounded_minimum(cost, float(low), float(high))),
        key=lambda each: each.log_average,
    )


def _parameter(log_rho: float) -> float:
    """A = (1 - 1/rho)/8."""
    return -math.expm1(-log_rho) / 8
