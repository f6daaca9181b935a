"""Rigorous values of SymPy expressions: balls that contain the true value, sharpened until they decide.

No float enters: rational numbers, pi and the points themselves are balls. ``enclose`` and ``compare`` raise the working
precision until the answer is as sharp as asked for, or until ``max_precision``.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

import sympy as sp
from flint import arb, ctx
from sympy.logic.boolalg import Boolean

from rftheory.numbers import known_signs, noncentral_chi_square, probabilities, tables
from rftheory.numbers.angles import angle_expectation
from rftheory.numbers.ball_arithmetic import Ball, BallArithmetic, from_rational, of_defined
from rftheory.numbers.conditions import Order, answer, decided, piecewise
from rftheory.numbers.enclosure import Enclosure, radius_of, real_part
from rftheory.numbers.frames import frame_expectation
from rftheory.numbers.integrals import integral
from rftheory.numbers.planes import plane_expectation
from rftheory.numbers.quadrature import expectation
from rftheory.numbers.self_conjugate import is_self_conjugate
from rftheory.numbers.series import coordinate, multiplication, summation
from rftheory.numbers.walker import Point, UnsupportedExpression, evaluate, parameters
from rftheory.numbers.work import Memory, kept, limited
from rftheory.rules.angles import AngleExpectation
from rftheory.rules.expectation import expand_expectation
from rftheory.rules.frames import FrameExpectation
from rftheory.rules.nodes import Expectation
from rftheory.rules.planes import PlaneExpectation

__all__ = [
    "Ball", "Enclosure", "UnsupportedExpression", "BALLS", "ball", "compare", "decide_relation", "enclose", "prepared",
    "real_ball",
]  # fmt: skip

#: what is integrated numerically
INTEGRATED = (Expectation, FrameExpectation, AngleExpectation, PlaneExpectation, sp.Integral)
#: precisions (bits) at which sharpening stops, without and with quadratures
MAX_PRECISION = 16_384
_MAX_QUADRATURE_PRECISION = 4_096
#: from this precision on, two values that agree sharply (or a sharp zero) are taken as not separable, and what has no
#: bound is taken to have none
_ENOUGH = 1_024
#: relative accuracy, in bits, that counts as sharp for two values that overlap
_SHARP = 256
#: guard bits on top of what the asked radius needs
_GUARD = 32

BALLS = BallArithmetic(
    binders={
        "Expectation": expectation,
        "Integral": integral,
        "Sum": summation,
        "Product": multiplication,
        "Piecewise": piecewise,
        "Probability": probabilities.in_balls,
        "FrameExpectation": frame_expectation,
        "AngleExpectation": angle_expectation,
        "PlaneExpectation": plane_expectation,
        "Nonnegative": known_signs.in_balls,
        "Tabulated": tables.in_balls,
        "TabulatedInteger": tables.in_balls,
    },  # fmt: skip
    functions={"Indexed": coordinate, "NoncentralChiSquare": of_defined(noncentral_chi_square.distribution)},
)


@lru_cache(maxsize=1024)
def prepared(expr: sp.Expr) -> sp.Expr:
    """The expression with its expectations reduced to one-sample ones; what is known to be nonnegative under a root stays so."""
    return expand_expectation(known_signs.with_nonnegative_radicands(expr)) if expr.has(Expectation) else expr


def ball(expr: sp.Expr, point: Point, precision: int) -> Ball:
    """The ball of ``expr`` at an exact point, computed with ``precision`` bits.

    Raises:
        UnsupportedExpression: if a part of the expression cannot be evaluated; the message names it.
    """
    with ctx.workprec(precision), limited():
        return evaluate(prepared(sp.sympify(expr)), point, BALLS)


#: balls that judges ask for again: they look at the same sides at the same points
_BALLS: Memory = {}


def kept_ball(expr: sp.Expr, point: Point, precision: int) -> Ball:
    """`ball`, from the memory if it was asked for before; charged what it cost."""
    return kept(_BALLS, (expr, tuple(point.items()), precision), lambda: ball(expr, point, precision), expr)


def real_ball(expr: sp.Expr, point: Point, precision: int) -> arb:
    """The ball of an expression that is known to be real."""
    return real_part(ball(expr, point, precision))


def _ordered(expr: sp.Expr, point: Point, precision: int) -> arb | None:
    """The ball of a number that is seen to be real: no other one has an order. None while that is open.

    Raises:
        UnsupportedExpression: if it is not real.
    """
    value = ball(expr, point, precision)
    if isinstance(value, arb) or not value.is_finite():
        return value if isinstance(value, arb) else arb.nan()
    if not value.imag.contains(0):
        raise UnsupportedExpression(f"{expr} is not real here and has no order: {value.str(10)}")
    # rounding leaves an imaginary part where that of a real number cancels
    real = expr.is_extended_real or is_self_conjugate(expr, lambda part: bool(part.is_extended_real))
    return value.real if real else None


@lru_cache(maxsize=4096)
def _float_in(expr: sp.Basic) -> sp.Float | None:
    return next(iter(expr.atoms(sp.Float)), None)


def _check(point: Point, *sides: sp.Expr) -> None:
    """Refuse floats and parameters without a value also where no ball would be computed.

    Raises:
        UnsupportedExpression: for a float.
    """
    for side in sides:
        found = _float_in(side)
        for symbol in parameters(side):
            if symbol not in point:
                raise ValueError(f"no value for {symbol}; the point gives {', '.join(map(str, point)) or 'none'}")
            if isinstance(point[symbol], (float, sp.Float)):
                found = point[symbol]
        if found is not None:
            raise UnsupportedExpression(f"the float {found}: exact rationals only, write Rational(p, q)")


def enclose(
    expr: sp.Expr,
    point: Point,
    relative: sp.Rational = sp.Rational(1, 10**30),  # noqa: B008 - an immutable number
    max_precision: int | None = None,
) -> Enclosure:
    """An enclosure of radius at most ``relative * |midpoint|``, or the sharpest one within ``max_precision`` bits.

    A value that is zero, or not separated from zero with 1024 bits, comes back with ``contains_zero`` and an absolute
    radius of at most ``relative`` (if ``max_precision`` reaches that).
    """
    with limited():
        return _sharpened(prepared(sp.sympify(expr)), point, sp.Rational(relative), max_precision)


def _sharpened(expr: sp.Expr, point: Point, relative: sp.Rational, max_precision: int | None) -> Enclosure:
    best: Enclosure | None = None
    for precision in _precisions(expr, int(relative.q).bit_length(), max_precision):
        found = Enclosure(kept_ball(expr, point, precision), precision)
        is_finite = best is not None and best.is_finite and found.is_finite and expr.has(*INTEGRATED)
        if is_finite and best is not None and radius_of(found.value) > radius_of(best.value) / 2:
            # an integral that is made with few bits: more of them go into its other parts in vain
            break
        if best is None or not best.is_finite or (found.is_finite and radius_of(found.value) < radius_of(best.value)):
            best = found
        if best.value.is_zero():
            return best
        with ctx.workprec(64):
            goal = from_rational(relative)
            if best.is_finite and radius_of(best.value) <= goal * abs(best.value.mid()):
                return best
            if precision >= _ENOUGH and best.contains_zero and (not best.is_finite or radius_of(best.value) <= goal):
                return best
    assert best is not None
    return best


def _precisions(expr: sp.Basic, bits: int, max_precision: int | None) -> Iterator[int]:
    limit = max_precision or (_MAX_QUADRATURE_PRECISION if expr.has(*INTEGRATED) else MAX_PRECISION)
    precision = bits + _GUARD
    while precision < limit:
        yield precision
        precision *= 2
    yield limit


def compare(left: sp.Expr, right: sp.Expr, point: Point, max_precision: int | None = None) -> Order:
    """The order of two real expressions, or "overlap" if it is not decided within ``max_precision`` bits.

    Raises:
        UnsupportedExpression: if a part of one cannot be evaluated (a float included), or if one is not real.
    """
    left, right = prepared(sp.sympify(left)), prepared(sp.sympify(right))
    _check(point, left, right)
    return _compared(left, right, point, max_precision)


def _compared(left: sp.Expr, right: sp.Expr, point: Point, max_precision: int | None) -> Order:
    left, right = (_exact(side, point) for side in (left, right))
    if left == right:
        return "overlap"
    if left.is_Rational and right.is_Rational:
        return "<" if left < right else ">"
    with limited():
        return _separated(left, right, point, max_precision)


def _separated(left: sp.Expr, right: sp.Expr, point: Point, max_precision: int | None) -> Order:
    for precision in _precisions(sp.Tuple(left, right), _GUARD, max_precision):
        a, b = _ordered(left, point, precision), _ordered(right, point, precision)
        if a is None or b is None:
            # a root of what may be zero stays open however sharp it is
            if precision >= _SHARP:
                return "overlap"
            continue
        if not (a.is_finite() and b.is_finite()):
            if precision >= _ENOUGH:
                return "overlap"
            continue
        if a < b:
            return "<"
        if a > b:
            return ">"
        if precision >= _ENOUGH and _is_sharp(a) and _is_sharp(b):
            return "overlap"
    return "overlap"


def _is_sharp(value: arb) -> bool:
    """Known to `_SHARP` bits, relatively or (around zero) absolutely."""
    return value.is_finite() and (value.rel_accuracy_bits() >= _SHARP or arb(value.rad()) < arb(2) ** (-_SHARP))


def _exact(side: sp.Expr, point: Point) -> sp.Expr:
    """A bare parameter becomes its value, so that ties and rationals are decided without balls."""
    return sp.sympify(point.get(side, side))


def decide_relation(relation: Boolean | bool, point: Point, max_precision: int | None = None) -> bool | None:
    """Whether a relation (or a Boolean combination of some) holds at a point; None if balls do not decide it.

    Equality is decided to hold only between equal expressions, equal rational numbers, or where no rounding occurs; and
    only between real numbers, so that nothing is said of what is not defined.

    Raises:
        UnsupportedExpression: if a part cannot be evaluated (a float included), or if a side is not real.
    """
    return decided(relation, lambda part: _holds(part, point, max_precision))


def _holds(relation: sp.Rel, point: Point, max_precision: int | None) -> bool | None:
    """Of one relation."""
    if relation.lhs.is_Rational and relation.rhs.is_Rational:
        return answer(
            relation, _compared(relation.lhs, relation.rhs, point, max_precision), relation.lhs == relation.rhs
        )
    _check(point, relation.lhs, relation.rhs)
    left, right = (_rational_at(prepared(side), point) for side in (relation.lhs, relation.rhs))
    order = _compared(left, right, point, max_precision)
    equal = _exact(left, point) == _exact(right, point)
    equal = equal or (order == "overlap" and _exactly_zero(left - right, point))
    return answer(relation, order, equal and all(_is_number(side, point) for side in (left, right)))


def _is_number(side: sp.Expr, point: Point) -> bool:
    """Whether a side is seen to be a real number at the point."""
    precisions = (2 * _GUARD, 4 * _GUARD, _ENOUGH)
    if side.is_Rational:
        return True
    balls = (_ordered(side, point, precision) for precision in precisions)
    return any(value is not None and value.is_finite() for value in balls)


def _exactly_zero(expr: sp.Expr, point: Point) -> bool:
    """Whether a ball is exactly zero, as that of a sum of zeros is: then it holds no other number."""
    return not expr.has(Expectation) and bool(ball(expr, point, _GUARD).is_zero())


def _rational_at(side: sp.Expr, point: Point) -> sp.Expr:
    """The exact value of a side that is rational at the point; the side itself otherwise."""
    if _is_rational(side):
        value = side.xreplace({s: sp.sympify(point[s]) for s in side.free_symbols if s in point})
        if value.is_Rational:
            return value
        return sp.cancel(value) if value.is_number and value.is_rational else side
    return side


@lru_cache(maxsize=4096)
def _is_rational(side: sp.Expr) -> bool:
    return bool(side.is_rational_function(*side.free_symbols)) and not side.has(Expectation)
