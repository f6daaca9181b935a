"""The cheapest exact sampler of a setting."""

from __future__ import annotations

from rftheory.montecarlo.draws import Sampler
from rftheory.montecarlo.full import FullSampler, SpanSampler
from rftheory.montecarlo.reduced import reduced_sampler
from rftheory.montecarlo.setting import Setting


def sampler_of(setting: Setting) -> Sampler:
    """One image for each projection where the law allows, else coordinates in the span of a pair, else whole projections.

    Raises:
        ValueError: where the estimator has inputs of its own that are not those of the setting.
    """
    reduced = reduced_sampler(setting)
    if reduced is not None:
        return reduced
    return SpanSampler(setting) if SpanSampler.applies(setting) else FullSampler(setting)
