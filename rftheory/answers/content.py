"""Whether an interval says anything of a number: one that is wider than the number is vacuous, however well it is proved.

With a proved bound s2 of the variance of a draw the half-width is ``sqrt(2 log(2/alpha) s2/n)`` (`montecarlo.bars`). So it exceeds a
number mu where ``n mu^2/s2``, of how many draws the mean is made up, is below ``2 log(2/alpha)``: the expectation may then sit in values
that are rarer than one in n draws, and what is seen are other ones. That is told beside the typical draw. By the same rule no limit law
is used for the mean of draws whose variance is known and so large: they may all look alike.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from rftheory.inputs.arrays import Array
from rftheory.montecarlo.intervals import inconclusive
from rftheory.montecarlo.plans import sampler_of
from rftheory.montecarlo.results import Estimate
from rftheory.montecarlo.setting import Setting

#: draws behind the typical one: its rank among all draws is off by less than 5 in 100, at 99.9% (Dvoretzky, Kiefer, Wolfowitz)
_DRAWN = 2001
#: quantities whose intervals are of ranks or of counts, which say the same of every law
_OF_RANKS = ("quantile", "tail")


def with_content(
    estimates: tuple[Estimate, ...], setting: Setting, sizes: Mapping[str, Array], errors: Array, draws: int, seed: int
) -> tuple[Estimate, ...]:
    """Estimates whose intervals are called vacuous where they are, with what the typical draw is where little is known.

    Args:
        sizes: by quantity, the logarithm of the size of the number, shape (P,); -inf for 0, nan where it is not known.
        errors: the logarithm of the mean squared error, shape (P,); nan where it is not known.
        draws: of each pair.
    """
    behind = math.log(draws) + 2 * setting.log_kernel - errors
    judged = [_judged(_seen(each, behind), sizes.get(each.quantity), draws) for each in estimates]
    doubtful = sorted({each.pair for each in judged if each.answer == "inconclusive"})
    if not doubtful:
        return estimates
    typical = dict(zip(doubtful, _typical(setting, doubtful, seed), strict=True))
    return tuple(
        replace(each, interval=replace(each.interval, reason=f"{each.interval.reason}; {typical[each.pair]}"))
        if each.answer == "inconclusive"
        else each
        for each in judged
    )


def _seen(estimate: Estimate, behind: Array) -> Estimate:
    """Without a limit law for a mean that is made up of too few draws; ``behind`` is the logarithm of how many."""
    alpha, interval = estimate.interval.alpha, estimate.interval
    few = behind[estimate.pair] < math.log(2 * math.log(2 / alpha))
    if interval.kind != "asymptotic" or estimate.quantity not in ("mean", "bias") or not few:
        return estimate
    reason = f"by the variance that is known the mean is made up of {math.exp(behind[estimate.pair]):.2g} draws"
    return replace(estimate, interval=inconclusive(alpha, reason))


def _judged(estimate: Estimate, sizes: Array | None, draws: int) -> Estimate:
    interval, half = estimate.interval, estimate.interval.half_width
    if interval.kind != "proved" or not half or estimate.quantity.startswith(_OF_RANKS):
        return estimate
    size, whose = (math.nan if sizes is None else float(sizes[estimate.pair])), "the number itself"
    if math.isnan(size):
        size, whose = _log(estimate.value) + estimate.log_unit, "the estimate"
    excess = _log(half) + estimate.log_unit - size
    if not excess > 0 or math.isinf(excess) and whose == "the number itself":
        return estimate
    times = f"{math.exp(excess):.2g}" if excess < 700 else f"1e{excess / math.log(10):.0f}"
    reason = (
        f"the interval is proved, but half of it is {times} times {whose}: the expectation may sit in values that are rarer than "
        f"one in {draws} draws"
    )
    return replace(estimate, interval=replace(interval, kind="vacuous", reason=reason))


def _log(number: float) -> float:
    return math.log(abs(number)) if number else -math.inf


def _typical(setting: Setting, pairs: list[int], seed: int) -> list[str]:
    """What half of the draws do not exceed, of each pair, in words."""
    part = replace(setting, x=setting.x[pairs], y=setting.y[pairs])
    sampler = sampler_of(part)
    generator = np.random.default_rng(np.random.SeedSequence(seed, spawn_key=(len(pairs), _DRAWN)))
    errors = np.abs(sampler.draw(generator, _DRAWN).estimates - sampler.kernel[:, None])
    with np.errstate(divide="ignore"):
        logs = np.log(np.median(errors, axis=1)) - np.log(sampler.kernel)
    return [f"the typical draw has |K_hat - K| = {math.exp(min(log, 700.0)):.3g} K" for log in logs]
