"""The cheapest exact sampler of a setting."""

from __future__ import annotations

from rftheory.arrays import check_room
from rftheory.montecarlo.draws import Sampler
from rftheory.montecarlo.full import FullSampler, SpanSampler
from rftheory.montecarlo.reduced import reduced_sampler
from rftheory.montecarlo.setting import Setting

#: arrays of that many numbers a draw takes, about: coordinates, lengths, features of either side
_ARRAYS = 4


def sampler_of(setting: Setting) -> Sampler:
    """One image for each projection where the law allows, else coordinates in the span of a pair, else whole projections.

    Raises:
        ValueError: where the estimator has inputs of its own that are not those of the setting, and for numbers of projections
            of which memory does not hold one draw.
    """
    sampler: Sampler | None = reduced_sampler(setting)
    if sampler is None:
        sampler = SpanSampler(setting) if SpanSampler.applies(setting) else FullSampler(setting)
    check_room("the arrays of one draw", _ARRAYS, sampler.cost)
    return sampler
