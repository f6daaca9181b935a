"""Which candidate to take, by rules on numbers.

Eligible are candidates whose feature maps can be drawn, with positive features if these are asked for, and with an average error
that is settled (or bounded); if there is none of these, the others with a warning. With a target, the one
that reaches it with the fewest features, to which memory and all later work are proportional; without, the one with the least
error. What is within 2% of the best counts as equal to it; then decide, in this order: fewer multiplications per input; the
least error, within 2%; a bounded estimator; fewer parameters.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from rftheory.choosing.result import Candidate, Recommendation

#: relative differences of errors and costs that do not decide
_CLOSE = 0.02
_NEGATIVE = "its estimates may be negative, which denominators of attention are not."


def recommended(candidates: Sequence[Candidate], positive: bool, target: float | None, features: int) -> Recommendation:
    """The candidate and the reason."""
    known = [each for each in candidates if not math.isnan(each.error) and each.maps]
    settled = [each for each in known if math.isfinite(each.error_high)]
    wanted = [each for each in known if each.positive] if positive else known
    eligible = [each for each in wanted if each in settled]
    doubts = ""
    if not eligible:
        eligible = wanted or known
        doubts = (
            " The sampled pairs settle none of these averages, so errors and their order may be off: take more pairs."
        )
    reaching = [each for each in eligible if each.needed is not None] if target is not None else []
    if target is not None and reaching:
        return _by_size(reaching, settled, positive, target, doubts)
    unreached = f" No such mechanism reaches {_percent(target)} at any size." if target is not None else ""
    return _by_error(eligible, settled, positive, features, unreached + doubts)


def _by_size(
    reaching: Sequence[Candidate], settled: Sequence[Candidate], positive: bool, target: float, doubts: str
) -> Recommendation:
    least = min(_features(each) for each in reaching)
    close = [each for each in reaching if _features(each) <= least * (1 + _CLOSE)]
    cheapest = min(map(_work, close))
    best = _simplest([each for each in close if _work(each) == cheapest])
    most = "the fewest" if _features(best) == least else f"within {_CLOSE:.0%} of the fewest"
    reason = (
        f"It reaches a relative error of {_percent(target)} with {_features(best)} features, {most}"
        f"{' with positive features' if positive and best.positive else ''}, and {_work(best)} multiplications per input."
    )
    others = sorted((each for each in reaching if each is not best), key=_features)
    if others:
        reason += (
            f" Next: {others[0].title} with {_features(others[0])} features and {_work(others[0])} multiplications."
        )
    if positive:
        fewer = [each for each in settled if not each.positive and each.needed and _features(each) < least]
        if fewer:
            one = min(fewer, key=_features)
            reason += f" {one.title} would need {_features(one)}, but {_NEGATIVE}"
    return Recommendation(best.title, reason + doubts)


def _by_error(
    eligible: Sequence[Candidate], settled: Sequence[Candidate], positive: bool, features: int, more: str
) -> Recommendation:
    least = min(each.error for each in eligible)
    close = [each for each in eligible if each.error <= least * (1 + _CLOSE)]
    cheapest = min(each.cost.multiplications for each in close)
    best = _simplest([each for each in close if each.cost.multiplications == cheapest])
    reason = f"Its expected relative error with at most {features} features is {_percent(best.error)}, the least"
    if len(close) > 1:
        reason = (
            f"Its expected relative error with at most {features} features is {_percent(best.error)}, within "
            f"{_CLOSE:.0%} of the least, at the fewest multiplications per input ({best.cost.multiplications})"
        )
    reason += " with positive features." if positive and best.positive else "."
    others = sorted((each for each in eligible if each not in close), key=lambda each: each.error)
    if others:
        reason += f" Next: {others[0].title} with {_percent(others[0].error)}."
    if positive:
        better = [each for each in settled if not each.positive and each.error < least]
        if better:
            one = min(better, key=lambda each: each.error)
            reason += f" {one.title} has {_percent(one.error)}, but {_NEGATIVE}"
    if best.error >= 1:
        reason += " An error of 100% or more is no better than the estimate 0: take more features or a wider kernel."
    return Recommendation(best.title, reason + more)


def _simplest(equal: Sequence[Candidate]) -> Candidate:
    """Of candidates of one cost: among those close to the least error a bounded one, with few parameters."""
    least = min(each.error for each in equal)
    close = [each for each in equal if each.error <= least * (1 + _CLOSE)]
    return min(close, key=lambda each: (not each.bounded, len(each.parameters), each.error, each.title))


def _work(candidate: Candidate) -> int:
    assert candidate.cost_needed is not None
    return candidate.cost_needed.multiplications


def _features(candidate: Candidate) -> int:
    assert candidate.needed is not None
    return candidate.needed.features


def _percent(error: float | None) -> str:
    if error is None or not math.isfinite(error):
        return "an infinite error"
    return f"{100 * error:.3g}%"
