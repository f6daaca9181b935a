"""The enclosure judge: balls around both sides, at sampled and awkward points, and on boxes.

The defining expectations are enclosed by rigorous quadrature, not by the closed form under test. Disjoint balls refute.
Overlap at points supports an identity; an inequality is certified where branch and bound covers boxes. Points miss a law whose masses
are negative, a frame of more members than dimensions, a pole, and on boxes every function is taken for what it is where it is real:
whether a claim is about something on all of its domain the kernel judge asks (`posed`).

What still enters as a formula, none of it the form under test but where that is said: linearity, independence and the
moments of sample means (`prepared`); trial laws for variates of unknown law; rotation invariance, by which an
expectation of forms becomes integrals over coordinates, lengths and angles; the mean ``0F1`` of an exponential over a
sphere and the chi laws of lengths (`frames`; the former is the claim "E exp(u.v) = 0F1" of rules.sphere, whose own
definition is an integral over an angle); moments of powers of lengths (`angles`); the moments of ``c exp(a|w|^2 +
w.u)`` in ``E exp(theta Z)`` (`generating`, proved in rules.gaussian-quadratic); and in brackets of the law of a mean of
several such samples that of one as a mixture of chi-square laws (`probabilities`, proved in rules.noncentral-chi-square;
the probability of one sample is integrated). Tabulated numbers are looked up.
"""

from __future__ import annotations

from types import ModuleType
from typing import Any

import sympy as sp

from rftheory.judges.comparison import RELATIVE_RADIUS, distance, points_of, separated_at_an_edge, with_free_moments
from rftheory.judges.judging import judge_claims, verdict
from rftheory.numbers.balls import Enclosure, UnsupportedExpression, compare, decide_relation, enclose
from rftheory.numbers.box_function import Ends
from rftheory.numbers.boxes import certify
from rftheory.numbers.enclosure import Separation
from rftheory.numbers.mean_values import Slopes
from rftheory.numbers.search import OPPOSITE, find_violation, tries
from rftheory.rules.integrated import granted, integrate
from rftheory.rules.propositions import Derivative, Equality, Inequality, Limit, Point, Relation
from rftheory.statements.claims import Claim
from rftheory.statements.domain import Domain
from rftheory.statements.effort import covers, left_out
from rftheory.statements.printing import point_text, printed, refutation_data
from rftheory.statements.trivial import trivial
from rftheory.statements.verdicts import Answer, Finding, Verdict

#: points per claim, boxes of branch and bound and tries of the counterexample search, by level
POINTS = {"quick": 2, "standard": 12, "full": 40}
BOXES = {"quick": 500, "standard": 20_000, "full": 200_000}
TRIES = {"quick": 50, "standard": 1_000, "full": 20_000}
#: a quick look takes so many points, the counterexample stated and awkward ones before random ones, and two random ones
_QUICK_POINTS = 2
#: slopes are taken between places at this distance on both sides of a point; at so many points jumps are looked for
_BESIDE, _SEARCHED = sp.Rational(1, 2**130), 2
#: a limit is watched at distances 10^-2, 10^-4, ... of its point
_APPROACH = tuple(sp.Rational(1, 10**k) for k in (2, 4, 6, 8))


def judge(module: ModuleType, level: str, seed: int) -> Verdict:
    """One finding per claim of the statement module."""

    def judge_one(claim: Claim) -> Finding:
        return judge_claim(claim, level, seed) if covers(level, claim) else left_out(level, claim)

    findings = judge_claims(module, level, judge_one)
    enclosed = sum(f.data.get("points", 0) for f in findings)
    return verdict("enclosure", findings, {"claims": len(findings), "points": enclosed})


def judge_claim(claim: Claim, level: str, seed: int) -> Finding:
    empty = trivial(claim.proposition)
    if empty:
        return _finding(claim, "undecided", empty)
    found = _judged(claim, level, seed)
    if found.answer == "refuted" or found.data.get("scope") == "domain":
        return found
    separation = separated_at_an_edge(claim)
    return found if separation is None else _refuted(claim, separation)


def _judged(claim: Claim, level: str, seed: int) -> Finding:
    try:
        if isinstance(claim.proposition, Equality):
            return _equality(claim, claim.proposition, level, seed)
        if isinstance(claim.proposition, Inequality):
            return _inequality(claim, claim.proposition, level, seed)
        if isinstance(claim.proposition, Derivative):
            return _derivative(claim, claim.proposition, level, seed)
        return _limit(claim, claim.proposition, seed)
    except UnsupportedExpression as reason:
        return _finding(claim, "undecided", f"not evaluated: {reason}")


def _finding(claim: Claim, answer: Answer, reason: str, **data: Any) -> Finding:
    shown = {"says": claim.says, "domain": claim.domain.describe()}
    if claim.corrects:
        form = printed(claim.proposition)
        shown.update(corrects=claim.corrects, form=form["text"], latex=form["latex"])
    return Finding(claim.name, claim.role, answer, reason, {**shown, **data})


def _refuted(claim: Claim, separation: Separation) -> Finding:
    return _finding(claim, "refuted", "disjoint enclosures", **refutation_data(claim, separation))


def _points(claim: Claim, level: str, seed: int) -> list[Point]:
    points = points_of(claim, POINTS[level], seed)
    # the last two are drawn, and have opposite signs
    if level != "quick" or len(points) <= _QUICK_POINTS + 2:
        return points
    return [*points[:_QUICK_POINTS], *points[-2:]]


# -- equalities -------------------------------------------------------------------------------------------------


def _equality(claim: Claim, proposition: Equality, level: str, seed: int) -> Finding:
    left, right = with_free_moments(proposition.left, proposition.right)
    points = _points(claim, level, seed)
    widest, zeros, loose = sp.S.Zero, 0, []
    for point in points:
        a, b = enclose(left, point, RELATIVE_RADIUS), enclose(right, point, RELATIVE_RADIUS)
        if not a.overlaps(b):
            return _refuted(claim, Separation(point, a, b))
        if not (_sharp(a) and _sharp(b)):
            loose.append(point)
        zeros += a.contains_zero and b.contains_zero
        widest = max(widest, *(e.relative_radius() for e in (a, b) if not e.contains_zero), sp.S.Zero)
    if loose:
        return _finding(
            claim, "undecided", f"no enclosure of relative radius 1e-30 at {point_text(loose[0])}", points=len(points)
        )
    reason = f"{len(points)} points, relative radius <= 1e-30"
    return _finding(
        claim, "holds", reason, scope="points", points=len(points), zeros=zeros, widest=str(sp.N(widest, 2))
    )


def _sharp(enclosure: Enclosure) -> bool:
    """Relative radius reached, or an enclosure of zero with a radius that small."""
    return enclosure.relative_radius() <= RELATIVE_RADIUS or (
        enclosure.contains_zero and enclosure.radius() <= RELATIVE_RADIUS
    )


# -- inequalities -----------------------------------------------------------------------------------------------


def _inequality(claim: Claim, proposition: Inequality, level: str, seed: int) -> Finding:
    left, right = with_free_moments(proposition.left, proposition.right)
    relation = proposition.relation
    points = _points(claim, level, seed)
    equal: list[Point] = []
    open_: list[Point] = []
    for point in points:
        answer = compare(left, right, point)
        if answer == OPPOSITE[relation]:
            return _violated(claim, left, right, point)
        if answer == "overlap":
            if (left, right) == (proposition.left, proposition.right) and _fails_by_equality(proposition, point):
                return _violated(claim, left, right, point, "a strict inequality of equal values")
            (equal if _are_close(left, right, point) else open_).append(point)
    violation, searched = searched_violation(left, relation, right, claim, level, seed)
    if violation is not None:
        return _violated(claim, left, right, violation)
    tried = len(points) + searched
    if claim.boxes:
        return _on_boxes(claim, left, relation, right, level, tried)
    if len(open_) == len(points):
        return _finding(claim, "undecided", f"no order is seen at {point_text(points[0])}", points=tried)
    reason = f"no violation at {len(points)} points" + (f" and in {searched} tries of a search" if searched else "")
    if equal:
        reason += f"; equal within balls at {len(equal)}"
    if open_:
        reason += f"; no order is seen at {len(open_)}"
    return _finding(claim, "holds", reason, scope="points", points=tried)


def _are_close(left: sp.Expr, right: sp.Expr, point: Point) -> bool:
    """Whether two values that are in no order are equal as far as is seen: not so where one is wide, or not seen to be real."""
    a, b = enclose(left, point, RELATIVE_RADIUS), enclose(right, point, RELATIVE_RADIUS)
    return _sharp(a) and _sharp(b) and a.overlaps(b)


def _fails_by_equality(proposition: Inequality, point: Point) -> bool:
    """Whether a strict relation is decided to fail where balls overlap: both sides are exactly equal there."""
    relation = {"<": sp.Lt, ">": sp.Gt}.get(proposition.relation)
    return relation is not None and (
        decide_relation(relation(proposition.left, proposition.right, evaluate=False), point) is False
    )


def searched_violation(
    left: sp.Expr, relation: Relation, right: sp.Expr, claim: Claim, level: str, seed: int
) -> tuple[Point | None, int]:
    """A violation found by searching the closed forms, if the definitions confirm it, and the number of tries.

    Searching needs thousands of values, so expectations are integrated by the rules first, their conditions granted; only the two
    sides as they stand decide.
    """
    first, second = (integrate(side, granted, granted) for side in (left, right))
    point = find_violation(first, relation, second, claim.domain, seed, TRIES[level], improve=level != "quick")
    confirmed = point is not None and compare(left, right, point) == OPPOSITE[relation]
    return point if confirmed else None, tries(first, second, TRIES[level])


def _violated(
    claim: Claim, left: sp.Expr, right: sp.Expr, point: Point, reason: str = "disjoint enclosures"
) -> Finding:
    separation = Separation(point, enclose(left, point, RELATIVE_RADIUS), enclose(right, point, RELATIVE_RADIUS))
    return _finding(claim, "refuted", reason, **refutation_data(claim, separation))


def _on_boxes(claim: Claim, left: sp.Expr, relation: Relation, right: sp.Expr, level: str, tried: int) -> Finding:
    gap = right - left if relation in ("<=", "<") else left - right
    used = 0
    for box in claim.boxes:
        certificate = certify(gap, dict(box), strict=relation in ("<", ">"), max_boxes=BOXES[level])
        used += certificate.boxes
        if not certificate.proved:
            return _finding(claim, "undecided", f"branch and bound stopped after {used} boxes", points=tried)
    scope = "domain" if any(_reaches(box, claim.domain, level) for box in claim.boxes) else "boxes"
    return _finding(claim, "holds", f"branch and bound, {used} boxes", scope=scope, points=tried, boxes=used)


def _reaches(box: Ends, domain: Domain, level: str) -> bool:
    """Whether a box reaches as far as every range, wherever the parameters in its ends are."""
    met: dict[sp.Symbol, tuple[sp.Expr, sp.Expr]] = {}
    for item in domain.ranges:
        if item.symbol not in box or item.low is None or item.high is None:
            return False
        (low, high), first, last = box[item.symbol], sp.sympify(item.low), sp.sympify(item.high)
        gaps = (first - low, high - last)
        if not all(certify(gap, met, False, BOXES[level], relax_integers=True).proved for gap in gaps):
            return False
        met[item.symbol] = (first, last) if first.is_number and last.is_number else (low, high)
    return True


# -- derivatives ------------------------------------------------------------------------------------------------


def _derivative(claim: Claim, proposition: Derivative, level: str, seed: int) -> Finding:
    """The slopes of the function close to each point, and where it may jump, against all claimed values between the places."""
    function, value = with_free_moments(proposition.function, proposition.value)
    points, loose = _points(claim, level, seed), []
    item = next(item for item in claim.domain.ranges if item.symbol == proposition.variable)
    ends = [sp.sympify(end) for end in item.typical]
    for number, point in enumerate(points):
        slopes = Slopes(function, value, proposition.variable, point, claim.domain.contains)
        close = slopes.around(_BESIDE, RELATIVE_RADIUS)
        for found in (close, slopes.search(*ends) if number < _SEARCHED else None):
            if found is not None and found.excludes:
                middle = {**point, proposition.variable: (found.low + found.high) / 2}
                why = f"no claimed value is the slope between two places {sp.N(found.high - found.low, 2)} apart"
                data = refutation_data(claim, Separation(middle, found.slope, found.values))
                return _finding(claim, "refuted", f"{why} (mean value theorem)", **data)
        if close is None or not (_sharp(close.slope) and _sharp(close.values)):
            loose.append(point)
    if loose:
        why = f"no slope of relative radius 1e-30 at {point_text(loose[0])}"
        return _finding(claim, "undecided", why, points=len(points))
    reason = f"slopes close to {len(points)} points, relative radius <= 1e-30"
    return _finding(claim, "holds", reason, scope="points", points=len(points))


# -- limits -----------------------------------------------------------------------------------------------------


def _limit(claim: Claim, proposition: Limit, seed: int) -> Finding:
    """Distances to the claimed value along the approach must shrink; this supports a limit, it proves nothing.

    What is left at the end must be less than the way made: else the values tend elsewhere.
    """
    parameters, points = claim.domain.points(4, seed), 0
    for parameter in parameters:
        value = enclose(proposition.value, parameter, RELATIVE_RADIUS)
        places = [{**parameter, proposition.variable: near} for near in _approach(proposition)]
        places = [place for place in places if claim.domain.contains(place)]
        if len(places) < 2:
            return _finding(claim, "undecided", f"the approach to {proposition.point} leaves the domain")
        gaps = [enclose(sp.Abs(proposition.expr - proposition.value), place, RELATIVE_RADIUS) for place in places]
        for place, gap, previous in zip(places[1:], gaps[1:], gaps, strict=False):
            if not gap.below(previous):
                return _finding(claim, "undecided", f"the distance to {value} does not shrink at {point_text(place)}")
        start, end = (enclose(proposition.expr, places[number], RELATIVE_RADIUS) for number in (0, -1))
        if not gaps[-1].below(distance(start, end)):
            return _finding(claim, "undecided", f"what is left to {value} at {point_text(places[-1])} is not small")
        points += len(places)
    reason = f"the distance shrinks along 1e-2 ... 1e-8 at {len(parameters)} points"
    return _finding(claim, "holds", reason, scope="points", points=points)


def _approach(proposition: Limit) -> list[sp.Expr]:
    """Places that come closer and closer to the point from the side of the limit."""
    if proposition.point in (sp.oo, -sp.oo):
        sign = 1 if proposition.point is sp.oo else -1
        return [sign / sp.sqrt(small) for small in _APPROACH]
    sign = 1 if proposition.side == "+" else -1
    return [proposition.point + sign * small for small in _APPROACH]
