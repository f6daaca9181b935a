"""What an audit finds with probability 0.999, from its tests alone: the least size of each kind of error, which tests plant.

An error of which no size is sure to be found has an infinite one; None stands for what the probes cannot see, which is not promised.
"""

from __future__ import annotations

import math
from collections.abc import Callable

from scipy import optimize

from rftheory._audit.cases import CONSTANT, Spot, line_variances, spots
from rftheory._audit.inputs import EVEN, SQUARE, Probes
from rftheory._audit.levels import (
    detectable_lengths,
    detectable_offset,
    detectable_scale,
    detectable_shift,
    least_draws,
    mean_plan,
)
from rftheory._audit.report import Sensitivity
from rftheory.inputs.arrays import Array

#: changes of lengths beyond this are not looked for
_MOST_CHANGE = 0.5


def sensitivity(probes: Probes, alpha: float, m: int, reference: Array, drift: float, exposed: bool) -> Sensitivity:
    """At the longest arrangement of equal norms whose length is at most 1, or the shortest one.

    Args:
        alpha: level of each test.
        reference: statistics of so many draws of the claimed mechanism as there are calls.
        drift: how far roundings may take means.
        exposed: whether projections are seen, and not only features.
    """
    draws, length = len(reference), reference_length(probes)
    best, shift = reference_spots(probes), detectable_shift(draws, draws, alpha)
    if probes.relative:
        best = [spot for spot in best if reference[:, spot.number, spot.index, EVEN].std() > CONSTANT**0.5]
        places = [detectable_offset(reference[:, spot.number, spot.index, EVEN], shift) for spot in best]
        scales = [detectable_scale(reference[:, spot.number, spot.index, SQUARE], shift) for spot in best]
        return Sensitivity(m, length, min(places, default=math.inf), min(scales, default=math.inf))

    def seen(spot: Spot) -> float:
        """The bias of K_hat/K that the mean of this spot shows."""
        return mean_plan(spot.variance(EVEN, m), draws, alpha).difference + 2 * drift

    # where there are phases also at the origin, where these show
    bias = max(map(seen, [*best, *(spot for spot in _at_reference(probes) if _shows_phases(spot))]))
    square = min(detectable_scale(reference[:, spot.number, spot.index, SQUARE], shift) for spot in best)
    lengths = detectable_lengths(draws * m, probes.claim.dimension, alpha) if exposed else math.inf
    lengths = min(lengths, *(_seen_lengths(spot, seen) for spot in spots(probes)))
    line, phases = _seen_line(probes, m, draws, alpha, drift), _seen_phases(probes, seen)
    # a projection that is used twice counts for four: of m independent ones k add 2k/m to the squared error
    twice = (square / 2 if square < 1 else math.inf) if m > 1 else None
    return Sensitivity(m, length, bias, square, lengths, line, phases, twice)


def reference_length(probes: Probes) -> float:
    """|x + y|, or |x - y|, of the pairs at which biases and squared errors are told of."""
    return max((length for length in probes.lengths if length <= 1), default=min(probes.lengths))


def _at_reference(probes: Probes) -> list[Spot]:
    """Pairs of equal norms of this length."""
    radius = probes.lengths.index(reference_length(probes))
    return [spot for spot in spots(probes) if spot.arrangement.first == spot.arrangement.second == radius]


def _shows_phases(spot: Spot) -> bool:
    return spot.probes.claim.phases and spot.number in spot.probes.through_origin


def reference_spots(probes: Probes) -> list[Spot]:
    """Averages over many directions at the reference length; all directions where there is one only."""
    found = [spot for spot in _at_reference(probes) if not spot.exact]
    # of the two arrangements of phases the one that is closer to the other families
    apart = [spot for spot in found if not spot.arrangement.same_side]
    found = apart if probes.claim.phases else found
    return [spot for spot in found if spot.size > 1] or found


def _least(change_of_mean: Callable[[float], float], seen: float) -> float:
    """The least relative change of lengths, in either direction, that moves the mean by what is seen; infinite if none does."""

    def lacking(change: float) -> float:
        return seen - min(abs(change_of_mean(1 + sign * change)) for sign in (1, -1))

    if lacking(_MOST_CHANGE) > 0:
        return math.inf
    return float(optimize.brentq(lacking, 0.0, _MOST_CHANGE, rtol=1e-3)) * (1 + 2e-3)


def _seen_lengths(spot: Spot, seen: Callable[[Spot], float]) -> float:
    """The relative change of all lengths of projections that the mean of this spot shows."""
    claim, arrangement = spot.probes.claim, spot.arrangement
    if spot.exact or arrangement.first != arrangement.second or arrangement.same_side == claim.waves:
        return math.inf
    length = spot.probes.lengths[arrangement.first]
    return _least(lambda factor: claim.scaled_mean(factor, length, claim.dimension) - 1, seen(spot))


def _seen_line(probes: Probes, m: int, draws: int, alpha: float, drift: float) -> float | None:
    """The same along one of the directions alone."""
    variances = line_variances(probes, m)
    if not len(variances):
        return None
    alpha /= len(variances)
    if draws < least_draws(alpha):
        return math.inf
    plan = mean_plan(float(variances.max()), draws, alpha)
    length = max(probes.lengths)
    return _least(lambda factor: probes.claim.scaled_mean(factor, length, 1) - 1, plan.difference + 2 * drift)


def _seen_phases(probes: Probes, seen: Callable[[Spot], float]) -> float | None:
    """|E cos 2b| of phases b: at the origin that of x = -y is the bias of K_hat."""
    if not probes.claim.phases:
        return None
    found = math.inf
    for spot in spots(probes):
        if _shows_phases(spot) and not spot.arrangement.same_side:
            x, y = (side[0] for side in spot.pairs)
            # unequal norms leave |x + y| > 0
            mixture, z = probes.claim.profile.mixture, (x + y)[None]
            part = -float((z**2).sum()) / 2 if mixture is None else float(mixture.log_of(mixture.length(z))[0])
            left = float(probes.claim.log_kernel(x, y)) - part
            found = min(found, seen(spot) * math.exp(left))
    return found
