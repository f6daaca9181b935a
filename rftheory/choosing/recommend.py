"""Which candidate to take, by rules on numbers.

Eligible are candidates whose feature maps can be drawn, with positive features if these are asked for, and with an average error
that is settled (or bounded); if there is none of these, the others with a warning. With a target, the one
that reaches it with the fewest features, to which memory and all later work are proportional; without, the one with the least
error. What is within 2% of the best counts as equal to it; then decide, in this order: fewer multiplications per input; the
least error, within 2%; a bounded estimator; fewer parameters.

A recommendation is *useless* where its error is that of the estimate 0 or more, where it misses the target at any size, and where F
features of L queries and N keys have ``F (L + N) >= L N``: a product with the kernel matrix itself takes no more multiplications.
What to do instead is said by the error law of the candidate.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from rftheory.choosing.result import TOLD, Candidate, Recommendation
from rftheory.choosing.sizes import Stated

#: relative differences of errors and costs that do not decide
_CLOSE = 0.02
#: a relative error that the rounding of the kernel itself exceeds: it is none
_EXACT = 2.0**-53
#: an error that is worth something
_SOME = 0.5
_NEGATIVE = "its estimates may be negative, which denominators of attention are not."


def ranked(candidates: Iterable[Candidate]) -> list[Candidate]:
    """The least error first, unknown ones last; errors that rounding does not tell apart by their parameters, then their work."""
    order = sorted(candidates, key=lambda each: math.inf if math.isnan(each.error) else each.error)
    ties: list[list[Candidate]] = []
    for each in order:
        if ties and each.error <= max(ties[-1][0].error * (1 + TOLD), _EXACT):
            ties[-1].append(each)
        else:
            ties.append([each])
    return [each for tie in ties for each in sorted(tie, key=_parts)]


def _parts(candidate: Candidate) -> tuple[bool, int, int, str]:
    """Order of simplicity: no coefficient and no rows to draw from, few parameters, few multiplications."""
    mixed = candidate.size.coefficients > 0 or (
        candidate.maps is not None and candidate.maps.mechanism.proposal is not None
    )
    return mixed, len(candidate.parameters), candidate.cost.multiplications, candidate.title


def recommended(
    candidates: Sequence[Candidate],
    positive: bool,
    target: float | None,
    stated: Stated,
    rows: tuple[int, int],
    wider: str,
) -> Recommendation:
    """The candidate and the reason, and whether it is of use.

    Args:
        rows: numbers of queries and keys.
        wider: what makes the kernel wider, in words.
    """
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
        best, reason = _by_size(reaching, settled, positive, target)
        useless, instead = _use(best, _features(best), target, rows, wider)
    else:
        best, reason = _by_error(eligible, settled, positive, stated)
        useless, instead = _use(best, best.size.features, best.error, rows, wider)
        if target is not None and not useless:
            useless, instead = f"no such mechanism reaches {_percent(target)} at any size", _at_most(best, rows)
    return Recommendation(best.title, reason + doubts, useless, instead)


def _use(best: Candidate, features: int, error: float, rows: tuple[int, int], wider: str) -> tuple[str, str]:
    """Why a map of so many features is of no use, and what to do instead; empty if it is."""
    queries, keys = rows
    itself = "compute the kernel matrix itself"
    if features * (queries + keys) >= queries * keys:
        why = (
            f"with {features} features a product with the {queries} x {keys} kernel matrix takes "
            f"{features * (queries + keys)} multiplications, and the matrix itself {queries * keys}"
        )
        less = _at_most(best, rows)
        return why, f"{itself}, or {less}" if less and error < 1 else itself
    if error < 1:
        return "", ""
    some = best.law.needed(2 * math.log(_SOME) + best.log_unit) if best.law and math.isfinite(best.log_unit) else None
    if some is not None and some.features * (queries + keys) < queries * keys:
        instead = f"take {some.features} features, for an error of {_percent(_SOME)}, or {wider}"
    else:
        instead = (
            f"{wider}, or {itself}: features for an error of {_percent(_SOME)} take more multiplications than it does"
        )
    return "an error of 100% or more is no better than the estimate 0", instead


def _at_most(best: Candidate, rows: tuple[int, int]) -> str:
    """The largest map that takes fewer multiplications than the kernel matrix, with its error, if that is below 1."""
    most = (rows[0] * rows[1] - 1) // sum(rows)
    error = float(best.errors([most])[0]) if most else math.nan
    return f"take no more than {most} features, for an error of {_percent(error)}" if error < 1 else ""


def _by_size(
    reaching: Sequence[Candidate], settled: Sequence[Candidate], positive: bool, target: float
) -> tuple[Candidate, str]:
    least = min(_features(each) for each in reaching)
    close = [each for each in reaching if _features(each) <= least * (1 + _CLOSE)]
    exact = [each for each in close if each.error <= _EXACT]
    if exact:
        close = [min(exact, key=_parts)]
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
    return best, reason


def _by_error(
    eligible: Sequence[Candidate], settled: Sequence[Candidate], positive: bool, stated: Stated
) -> tuple[Candidate, str]:
    """By the error with equally many features, for m projections as many as sines and cosines of them are."""
    features = stated.features or 2 * stated.count

    def error_of(candidate: Candidate) -> float:
        found = candidate.error if stated.features else float(candidate.errors([features])[0])
        return candidate.error if math.isnan(found) else found

    least = min(map(error_of, eligible))
    close = [each for each in eligible if error_of(each) <= max(least * (1 + _CLOSE), _EXACT)]
    if least <= _EXACT:
        # any of them is exact, with one projection as with many
        close = [min(close, key=_parts)]
    cheapest = min(each.cost.multiplications for each in close)
    best = _simplest([each for each in close if each.cost.multiplications == cheapest])
    reason = f"Its expected relative error with at most {features} features is {_percent(error_of(best))}, the least"
    if len(close) > 1:
        reason = (
            f"Its expected relative error with at most {features} features is {_percent(error_of(best))}, within "
            f"{_CLOSE:.0%} of the least, at the fewest multiplications per input ({best.cost.multiplications})"
        )
    reason += " with positive features." if positive and best.positive else "."
    others = sorted((each for each in eligible if each not in close), key=error_of)
    if others:
        reason += f" Next: {others[0].title} with {_percent(error_of(others[0]))}."
    if positive:
        better = [each for each in settled if not each.positive and error_of(each) < least]
        if better:
            one = min(better, key=error_of)
            reason += f" {one.title} has {_percent(error_of(one))}, but {_NEGATIVE}"
    return best, reason


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
