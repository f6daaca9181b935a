"""Branch and bound with balls: inequalities, extrema, roots and monotonicity certified on closed boxes.

Everything that is reported as proved is proved: a box counts only when a ball of its range excludes the contrary, a
violation only when the ball at an exact point does. What is not decided within ``max_boxes`` is reported as not proved.
"""

from __future__ import annotations

import heapq
import itertools
from dataclasses import dataclass
from fractions import Fraction

import sympy as sp
from flint import arb, ctx

from rftheory.numbers.balls import compare, real_ball
from rftheory.numbers.box_function import Box, BoxFunction, Ends, is_point
from rftheory.propositions import Point

#: working precision of branch and bound, in bits
PRECISION = 128
#: default radius of an extreme value
_RADIUS = sp.Rational(1, 10**9)
#: integer parameters with more values than this must be relaxed to real ones by the caller
_MOST_VALUES = 4_096


@dataclass(frozen=True)
class Certificate:
    """The outcome of branch and bound for ``expr > 0`` (or ``>= 0``) on a box.

    ``lower_bound`` is an exact lower bound of the expression on the box if proved; ``violation`` an exact point at
    which the inequality certainly fails; ``boxes`` the number of boxes looked at.
    """

    proved: bool
    violation: Point | None
    boxes: int
    lower_bound: sp.Rational | None


@dataclass(frozen=True)
class Extremum:
    """An extreme value on a box: it lies in [low, high] (exact), and is approached at ``point``."""

    low: sp.Rational
    high: sp.Rational
    point: Point
    boxes: int


@dataclass(frozen=True)
class Root:
    """The only root in the interval searched: it lies in [low, high] (exact)."""

    low: sp.Rational
    high: sp.Rational


def certify(
    expr: sp.Expr, box: Ends, strict: bool = True, max_boxes: int = 20_000, relax_integers: bool = False
) -> Certificate:
    """Certify ``expr > 0`` (``>= 0`` unless ``strict``) on a closed box with exact ends.

    Integer parameters are enumerated, or treated as real ones with ``relax_integers``.

    Raises:
        UnsupportedExpression: for expectations and functions unknown to balls.
        ValueError: for a parameter without a range, or too many integer values to enumerate.
    """
    expr = sp.sympify(expr)
    total, least = 0, None
    for values in _integer_values(expr, box, relax_integers):
        with ctx.workprec(PRECISION):
            rest = {s: ends for s, ends in box.items() if s not in values}
            found = _certify(BoxFunction(expr.xreplace(values), rest), strict, max_boxes - total)
        total += found.boxes
        if not found.proved:
            violation = None if found.violation is None else {**values, **found.violation}
            return Certificate(False, violation, total, None)
        least = found.lower_bound if least is None else sp.Min(least, found.lower_bound)
    if least is None:
        raise ValueError(f"no integer value lies in the box {dict(box)}: a certificate about nothing")
    return Certificate(True, None, total, least)


def _integer_values(expr: sp.Expr, box: Ends, relax: bool) -> list[dict[sp.Symbol, sp.Integer]]:
    symbols = [] if relax else [s for s in box if s.is_integer and s in expr.free_symbols]
    ranges = [range(int(sp.ceiling(box[s][0])), int(sp.floor(box[s][1])) + 1) for s in symbols]
    count = sp.prod(len(r) for r in ranges)
    if count > _MOST_VALUES:
        raise ValueError(f"{count} values of {symbols}; allowed: at most {_MOST_VALUES}, or relax_integers=True")
    return [dict(zip(symbols, map(sp.Integer, values), strict=True)) for values in itertools.product(*ranges)]


def _certify(function: BoxFunction, strict: bool, max_boxes: int) -> Certificate:
    stack, used = [function.whole], 0
    least: sp.Rational | None = None
    while stack:
        if used >= max_boxes:
            return Certificate(False, None, used, None)
        box = stack.pop()
        used += 1
        known = function.range(box)
        low = _exact(known.value.low)
        if not (known.value.low > 0 or (not strict and known.value.low >= 0)):
            violation = _violation(function, known.reduced, strict)
            if violation is not None:
                return Certificate(False, violation, used, None)
            if is_point(known.reduced):
                low = _at_point(function, known.reduced, strict)
                if low is None:
                    return Certificate(False, None, used, None)
            else:
                stack.extend(function.split(known.reduced, known.slopes))
                continue
        least = low if least is None else min(least, low)
    return Certificate(True, None, used, least)


def _violation(function: BoxFunction, box: Box, strict: bool) -> Point | None:
    """The centre of a box, if the inequality certainly fails there."""
    centre = function.centre(box)
    value = function.at(centre)
    return function.point(centre) if value.high < 0 or (strict and value.is_zero) else None


def _at_point(function: BoxFunction, box: Box, strict: bool) -> sp.Rational | None:
    """A lower bound of the value at one exact point at which the balls of branch and bound decide nothing."""
    point = function.point(function.centre(box))
    order = compare(function.expr, sp.Integer(0), point)
    if order == ">":
        return sp.Integer(0)
    exact_zero = order == "overlap" and function.expr.xreplace(point).is_zero
    return sp.Integer(0) if exact_zero and not strict else None


def _exact(value: arb) -> sp.Expr:
    """An exact end of an interval (rational, or infinite)."""
    if not value.is_finite():
        return sp.oo if value > 0 else -sp.oo
    mantissa, exponent = (int(part) for part in value.mid().man_exp())
    return sp.Integer(mantissa) * sp.Integer(2) ** exponent


def certify_monotone(
    expr: sp.Expr, symbol: sp.Symbol, box: Ends, increasing: bool = True, strict: bool = False, max_boxes: int = 20_000
) -> Certificate:
    """Certify that ``expr`` increases (or decreases) in ``symbol`` on a box: the sign of its derivative."""
    slope = sp.diff(expr, symbol)
    return certify(slope if increasing else -slope, box, strict, max_boxes)


def enclose_minimum(
    expr: sp.Expr,
    box: Ends,
    radius: sp.Rational = _RADIUS,
    max_boxes: int = 20_000,
) -> Extremum:
    """Enclose the minimum on a box to ``high - low <= 2 radius``, best box first.

    Raises:
        RuntimeError: if ``max_boxes`` boxes do not suffice; the message gives the enclosure reached.
    """
    with ctx.workprec(PRECISION):
        return _minimum(BoxFunction(expr, box), sp.Rational(radius), max_boxes)


def _minimum(function: BoxFunction, radius: sp.Rational, max_boxes: int) -> Extremum:
    counter = itertools.count()
    best, where = _value_at_centre(function, function.whole)
    queue: list[tuple[sp.Rational, int, Box]] = [(-sp.oo, next(counter), function.whole)]
    used = 0
    while True:
        low, _, box = heapq.heappop(queue)
        if best - low <= 2 * radius:
            return Extremum(low, best, function.point(where), used)
        if used >= max_boxes:
            raise RuntimeError(f"after {used} boxes the minimum is known only to [{sp.N(low, 6)}, {sp.N(best, 6)}]")
        # a point box is as sharp as the precision allows
        for part in _parts(function, box):
            used += 1
            known = function.range(part)
            value, centre = _value_at_centre(function, known.reduced)
            if value < best:
                best, where = value, centre
            bound = _exact(known.value.low)
            heapq.heappush(queue, (max(bound, low), next(counter), known.reduced))


def _parts(function: BoxFunction, box: Box) -> tuple[Box, ...]:
    return (box,) if is_point(box) else function.split(box, function.range(box).slopes)


def _value_at_centre(function: BoxFunction, box: Box) -> tuple[sp.Expr, tuple[Fraction, ...]]:
    centre = function.centre(box)
    return _exact(function.at(centre).high), centre


def enclose_maximum(
    expr: sp.Expr,
    box: Ends,
    radius: sp.Rational = _RADIUS,
    max_boxes: int = 20_000,
) -> Extremum:
    """Enclose the maximum on a box to ``high - low <= 2 radius`` (see `enclose_minimum`)."""
    found = enclose_minimum(-sp.sympify(expr), box, radius, max_boxes)
    return Extremum(-found.high, -found.low, found.point, found.boxes)


def isolate_root(expr: sp.Expr, symbol: sp.Symbol, low: sp.Expr, high: sp.Expr, digits: int = 30) -> Root:
    """The root of a strictly monotone expression between two exact ends of opposite sign, to ``digits`` decimals.

    Raises:
        ValueError: if the signs at the ends are not opposite, or no certificate of monotonicity is found.
    """
    box = {symbol: (sp.sympify(low), sp.sympify(high))}
    at_low, at_high = (compare(expr, sp.Integer(0), {symbol: end}) for end in box[symbol])
    if {at_low, at_high} != {"<", ">"}:
        signs = f"{at_low} 0 at {low}, {at_high} 0 at {high}"
        raise ValueError(f"no certain change of sign of {expr} along {symbol}: {signs}")
    if not certify_monotone(expr, symbol, box, increasing=at_high == ">", strict=True).proved:
        raise ValueError(f"{expr} is not certified to be strictly monotone for {symbol} in [{low}, {high}]")
    with ctx.workprec(PRECISION + 4 * digits):
        return _bisected(BoxFunction(expr if at_high == ">" else -expr, box), digits)


def _bisected(function: BoxFunction, digits: int) -> Root:
    """Bisection of an increasing function; a midpoint at which the sign is not decided is stepped over."""
    low, high = Fraction(0), Fraction(1)
    goal = sp.Rational(1, 10**digits)
    (symbol,) = function.symbols

    def place(t: Fraction) -> sp.Expr:
        return function.point((t,))[symbol]

    width = place(Fraction(1)) - place(Fraction(0))
    while compare(width * sp.Rational((high - low).numerator, (high - low).denominator), goal, {}) == ">":
        for share in (Fraction(1, 2), Fraction(3, 7)):
            middle = low + (high - low) * share
            value = function.at((middle,))
            if value.high < 0:
                low = middle
                break
            if value.low > 0:
                high = middle
                break
        else:
            raise ValueError(f"the root near {sp.N(place(middle), 10)} is not resolved to {digits} digits")
    ends = [real_ball(place(t), {}, ctx.prec) for t in (low, high)]
    return Root(_exact(ends[0].lower()), _exact(ends[1].upper()))
