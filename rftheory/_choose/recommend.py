"""Which candidate to take, by rules on numbers.

Eligible are candidates whose feature maps can be drawn, with positive features if these are asked for, and with an average error
that is settled (or bounded); if there is none of these, the others with a warning. With a target, the one
that reaches it with the fewest features, to which memory and all later work are proportional; without, the one with the least
error. What is within 2% of the best counts as equal to it; then decide, in this order: fewer multiplications per input; the
least error, within 2%; a bounded estimator; fewer parameters.

A recommendation is of no use where its error is that of the estimate 0 or more or is not settled, where it misses the target at any
size that is made (`sizes.FEATURES`), and where F features of L queries and N keys have ``F (L + N) >= L N``: a product with the kernel
matrix itself takes no more multiplications. The sentence says so, and what to do.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence

from rftheory._choose.candidate import TOLD, Candidate
from rftheory._choose.format import percent
from rftheory._choose.quantiles import Typical
from rftheory._choose.result import Recommendation
from rftheory._choose.sizes import FEATURES, Goal, Size
from rftheory.couplings.names import OPTIMAL_PROPOSAL

#: relative differences of errors and costs that do not decide
_CLOSE = 0.02
#: a relative error that the rounding of the kernel itself exceeds: it is none
_EXACT = 2.0**-53
#: an error that is worth something
_SOME = 0.5
#: the sentence where features would help if the averages at hand were right
_UNSETTLED = "The sampled pairs do not settle whether features help: take more pairs."
#: names of features in the sentence
_KINDS = {"trigonometric": "sin/cos", "random phase": "random-phase"}


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
    mixed = candidate.size.coefficients > 0 or candidate.projections == OPTIMAL_PROPOSAL
    return mixed, len(candidate.parameters), candidate.cost.multiplications, candidate.title


def recommended(
    candidates: Sequence[Candidate],
    goal: Goal,
    rows: tuple[int, int],
    outputs: Mapping[str, Typical] | None = None,
    larger: Typical | None = None,
) -> Recommendation:
    """The candidate and the reason, and whether it is of use.

    Args:
        rows: numbers of queries and keys.
        outputs: errors of attention by title, at the size that errors are stated for; ``larger``: of the one that reaches the target.
    """
    positive, target = goal.positive, goal.target
    known = [each for each in candidates if not math.isnan(each.error) and each.maps]
    settled = [each for each in known if each.settled]
    wanted = [each for each in known if each.positive] if positive else known
    eligible = [each for each in wanted if each in settled]
    unsettled, remark = not eligible and not outputs, ""
    if not eligible:
        eligible = wanted or known
        remark = (
            " The sampled pairs settle none of these averages, so errors and their order may be off: take more pairs."
        )
    if outputs:
        # what is drawn is known, whether an average over pairs is settled or not
        eligible, remark = _by_outputs(wanted or known, outputs)
    reaching = [each for each in eligible if each.needed is not None] if target is not None else []
    best, reason = _best(reaching or eligible, settled, goal, by_size=bool(reaching))
    features = best.size.features if best.needed is None or not reaching else best.needed.features
    error = target if target is not None and reaching else best.error
    others = (
        "coresets, Nystroem, sparse exact attention"
        if candidates[0].units.kernel == "softmax"
        else "coresets, Nystroem"
    )
    missed = None if reaching else target
    helps = missed is None and error < 1 and pays(features, rows)
    useful = helps and not unsettled
    if helps:
        sentence = _UNSETTLED if unsettled else _help(best, features, error, rows)
    else:
        sentence = _no_help(best, missed, features, error, rows, others)
    if drawn := larger or (outputs or {}).get(best.title):
        off, drawn_for = percent(drawn.median), features if larger else best.size.features
        if drawn.median >= 1 and useful:
            useful = False
            sentence = f"At these norms no features help attention: compute it exactly, or use {others}."
        sentence = f"{sentence[:-1]}; attention is off by {off} with {drawn_for} features."
    return Recommendation(sentence, best.title, reason + remark, useful)


def _by_outputs(eligible: Sequence[Candidate], outputs: Mapping[str, Typical]) -> tuple[list[Candidate], str]:
    """Those that draws of attention do not tell apart from the one with the least error, and what is to be said; all if none was drawn."""
    drawn = [each for each in eligible if each.title in outputs]
    if not drawn:
        return list(eligible), ""
    best = min(drawn, key=lambda each: outputs[each.title].median)
    close = [each for each in drawn if outputs[each.title].median <= outputs[best.title].high]
    others = f"{len(close) - 1} others" if len(close) > 2 else "one other"
    rest = f" Draws do not tell it from {others}." if len(close) > 1 else ""
    error = outputs[best.title]
    return close, (
        f" This is among those with the least error of the outputs of attention, {percent(error.median)} "
        f"({percent(error.low)} to {percent(error.high)}).{rest}"
    )


def _best(
    eligible: Sequence[Candidate], settled: Sequence[Candidate], goal: Goal, by_size: bool
) -> tuple[Candidate, str]:
    """The candidate, and why it is this.

    Args:
        by_size: whether the features that reach the target are compared, or the errors with equally many features.
    """
    stated, positive = goal.stated, goal.positive
    # for m projections as many as sines and cosines of them are
    many = stated.features or 2 * stated.count

    def value(one: Candidate) -> float:
        if by_size:
            assert one.needed is not None
            return one.needed.features
        found = one.error if stated.features else float(one.errors([many])[0])
        return one.error if math.isnan(found) else found

    def work(one: Candidate) -> int:
        cost = one.cost_needed if by_size else one.cost
        assert cost is not None
        return cost.multiplications

    def told(one: Candidate) -> str:
        return f"{value(one)} features" if by_size else percent(value(one))

    least = min(map(value, eligible))
    close = [each for each in eligible if value(each) <= max(least * (1 + _CLOSE), _EXACT)]
    if exact := [each for each in close if each.error <= _EXACT]:
        # any of them is exact, with one projection as with many
        close = [min(exact, key=_parts)]
    cheapest = min(map(work, close))
    best = _simplest([each for each in close if work(each) == cheapest])
    if by_size:
        assert goal.target is not None
        what = f"It reaches a relative error of {percent(goal.target)} with {told(best)}"
    else:
        what = f"Its expected relative error with at most {many} features is {told(best)}"
    reason = f"{what}, {'the least' if value(best) == least else f'within {_CLOSE:.0%} of the least'}"
    reason += (
        f"{' with positive features' if positive and best.positive else ''}, at {cheapest} multiplications per input."
    )
    others = [each for each in eligible if each is not best and (by_size or each not in close)]
    if others:
        following = min(others, key=value)
        reason += f" Next: {following.title} with {told(following)}."
    possible = [each for each in settled if not each.positive and (not by_size or each.needed)]
    if positive and possible and value(one := min(possible, key=value)) < least:
        reason += (
            f" {one.title} has {told(one)}, but its estimates may be negative, which denominators of attention are not."
        )
    return best, reason


def _given(best: Candidate, features: int, error: float) -> str:
    """What it gives."""
    return f"{features} {best.projections} {_KINDS.get(best.name, best.name)} features give {percent(error)}"


def _help(best: Candidate, features: int, error: float, rows: tuple[int, int]) -> str:
    """The advice in one sentence: what to take, what it gives, and from which numbers of rows on."""
    return f"{_given(best, features, error)}; exact is cheaper up to {_even(features, rows)}."


def _no_help(
    best: Candidate, missed: float | None, features: int, error: float, rows: tuple[int, int], others: str
) -> str:
    """That these features do not help, why, and up to which numbers of rows: where these, or those that give 50%, begin to.

    Args:
        missed: a target that is not reached.
        others: what may be used in place of features.
    """
    why = "With so few rows"
    if missed is None and error >= 1:
        some = _reaching(best, _SOME)
        if some is None:
            missed = _SOME
        elif pays(some.features, rows):
            return f"At these norms {features} features do not help, but {_help(best, some.features, _SOME, rows)}"
        else:
            why, features, error = "At these norms", some.features, _SOME
    if missed is not None:
        no = f"no features, up to {FEATURES}, give {percent(missed)}"
        return f"At these norms {no}: compute it exactly, or use {others}."
    given = _given(best, features, error)
    return f"{why} no features help: compute it exactly, up to {_even(features, rows)}, where {given}; or use {others}."


def _even(features: int, rows: tuple[int, int]) -> str:
    """Numbers of rows, in the ratio of these, up to which a product with the kernel matrix takes no more multiplications."""
    queries, keys = rows
    most = features * (queries + keys) // keys
    return f"L = {most}" if queries == keys else f"{most} queries and {features * (queries + keys) // queries} keys"


def pays(features: int, rows: tuple[int, int]) -> bool:
    """Whether a product with features takes fewer multiplications than one with the kernel matrix."""
    return features * sum(rows) < rows[0] * rows[1]


def _reaching(best: Candidate, error: float) -> Size | None:
    """The size with this relative error, where one is known that is made."""
    return best.law.needed(2 * math.log(error) + best.log_unit) if best.law and math.isfinite(best.log_unit) else None


def _simplest(equal: Sequence[Candidate]) -> Candidate:
    """Of candidates of one cost: among those close to the least error a bounded one, with few parameters."""
    least = min(each.error for each in equal)
    close = [each for each in equal if each.error <= least * (1 + _CLOSE)]
    return min(close, key=lambda each: (not each.bounded, len(each.parameters), each.error, each.title))
