"""Rigorous values of SymPy expressions: balls that contain the true value, sharpened until they decide.

No float enters: rational numbers, pi and the points themselves are balls. ``enclose`` and ``compare`` raise the working
precision until the answer is as sharp as asked for, or until ``max_precision``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

import sympy as sp
from flint import acb, arb, ctx
from sympy.logic.boolalg import Boolean, BooleanFalse, BooleanTrue

from rftheory.evaluate import noncentral_chi_square, probabilities, tabulated
from rftheory.evaluate.angles import angle_expectation
from rftheory.evaluate.ball_arithmetic import Ball, BallArithmetic, from_rational
from rftheory.evaluate.frames import frame_expectation
from rftheory.evaluate.integrals import integral
from rftheory.evaluate.orders import Order, answer, combined
from rftheory.evaluate.quadrature import expectation
from rftheory.evaluate.series import coordinate, multiplication, summation
from rftheory.evaluate.walker import SubEvaluator, UnsupportedExpression, evaluate
from rftheory.rules.expectation import expand_expectation
from rftheory.rules.frames import FrameExpectation
from rftheory.rules.nodes import Expectation

__all__ = [
    "Ball", "Enclosure", "UnsupportedExpression", "BALLS", "ball", "compare", "decide_relation", "enclose", "prepared",
    "real_ball",
]  # fmt: skip

Point = Mapping[sp.Symbol, sp.Expr]

#: precisions (bits) at which sharpening stops, without and with quadratures
MAX_PRECISION = 16_384
MAX_QUADRATURE_PRECISION = 4_096
#: from this precision on, two values that agree sharply (or a sharp zero) are taken as not separable
_ENOUGH = 1_024
#: relative accuracy, in bits, that counts as sharp for two values that overlap
_SHARP = 256
#: guard bits on top of what the asked radius needs
_GUARD = 32
#: radii beyond 2^+-this are reported as infinite, or as this small (they are bounds)
_EXPONENT_LIMIT = 100_000


@dataclass(frozen=True)
class Enclosure:
    """A ball that contains the value, and the precision (bits) at which it was computed."""

    value: Ball
    precision: int

    @property
    def contains_zero(self) -> bool:
        return bool(self.value.contains(0))

    @property
    def is_finite(self) -> bool:
        return bool(self.value.is_finite())

    def overlaps(self, other: Enclosure) -> bool:
        """Whether the two balls have a common point; if not, the two values are different."""
        return bool(acb(self.value).overlaps(acb(other.value)))

    def below(self, other: Enclosure) -> bool:
        """Whether the value is certainly less than the other (both real)."""
        return bool(_real(self.value) < _real(other.value))

    def radius(self) -> sp.Expr:
        """An upper bound of the radius, exact (a rational, or oo)."""
        return _as_rational(_radius(self.value))

    def relative_radius(self) -> sp.Expr:
        """An upper bound of radius / |midpoint| (oo if the ball contains zero, unless it is exactly zero)."""
        if self.value.is_zero():
            return sp.Integer(0)
        return sp.oo if self.contains_zero else _as_rational(_radius(self.value) / abs(self.value.mid()))

    def __str__(self) -> str:
        return str(self.value.str(25))


def _radius(value: Ball) -> arb:
    if isinstance(value, arb):
        return arb(value.rad())
    return arb(value.real.rad()) + arb(value.imag.rad())


def _as_rational(value: arb) -> sp.Expr:
    """An exact upper bound of a nonnegative ball."""
    if not value.is_finite():
        return sp.oo
    mantissa, exponent = (int(part) for part in value.abs_upper().man_exp())
    if mantissa == 0:
        return sp.Integer(0)
    size = exponent + mantissa.bit_length()
    if size > _EXPONENT_LIMIT:
        return sp.oo
    if size < -_EXPONENT_LIMIT:
        return sp.Rational(1, 2**_EXPONENT_LIMIT)
    return sp.Integer(mantissa) * sp.Integer(2) ** exponent


def _piecewise(node: sp.Piecewise, sub: SubEvaluator, environment: Mapping[sp.Symbol, Ball]) -> Ball:
    """The branch that the balls decide; where they do not, a ball around all branches still possible."""
    possible: list[Ball] = []
    for value, condition in node.args:
        holds = _decided(condition, sub)
        if holds is not False:
            possible.append(sub(value))
        if holds is True:
            break
    else:
        raise UnsupportedExpression(f"no branch of {node} is decided to hold")
    hull = possible[0]
    for other in possible[1:]:
        hull = acb(hull).union(acb(other)) if isinstance(hull, acb) or isinstance(other, acb) else hull.union(other)
    return hull


BALLS = BallArithmetic(
    binders={
        "Expectation": expectation,
        "Integral": integral,
        "Sum": summation,
        "Product": multiplication,
        "Indexed": coordinate,
        "Piecewise": _piecewise,
        "Probability": probabilities.in_balls,
        "FrameExpectation": frame_expectation,
        "AngleExpectation": angle_expectation,
        "Tabulated": tabulated.in_balls,
    },  # fmt: skip
    functions={"NoncentralChiSquare": noncentral_chi_square.distribution},
)


@lru_cache(maxsize=1024)
def prepared(expr: sp.Expr) -> sp.Expr:
    """The expression with its expectations reduced to one-sample ones."""
    return expand_expectation(expr) if expr.has(Expectation) else expr


def ball(expr: sp.Expr, point: Point, precision: int) -> Ball:
    """The ball of ``expr`` at an exact point, computed with ``precision`` bits.

    Raises:
        UnsupportedExpression: if a part of the expression cannot be evaluated; the message names it.
        ValueError: if the point gives no value to a parameter.
    """
    with ctx.workprec(precision):
        return evaluate(prepared(sp.sympify(expr)), point, BALLS)


def real_ball(expr: sp.Expr, point: Point, precision: int) -> arb:
    """The ball of a real expression.

    Raises:
        ValueError: if the imaginary part is certainly not zero.
    """
    return _real(ball(expr, point, precision))


def _real(value: Ball) -> arb:
    if isinstance(value, arb):
        return value
    if not value.imag.contains(0):
        raise ValueError(f"the value {value} is not real")
    return value.real


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
    expr = prepared(sp.sympify(expr))
    relative = sp.Rational(relative)
    best: Enclosure | None = None
    for precision in _precisions(expr, int(relative.q).bit_length(), max_precision):
        found = Enclosure(ball(expr, point, precision), precision)
        if best is None or not best.is_finite or (found.is_finite and _radius(found.value) < _radius(best.value)):
            best = found
        if best.value.is_zero():
            return best
        with ctx.workprec(64):
            goal = from_rational(relative)
            if best.is_finite and _radius(best.value) <= goal * abs(best.value.mid()):
                return best
            if precision >= _ENOUGH and best.contains_zero and _radius(best.value) <= goal:
                return best
    assert best is not None
    return best


def _precisions(expr: sp.Basic, bits: int, max_precision: int | None) -> Iterator[int]:
    limit = max_precision or (MAX_QUADRATURE_PRECISION if expr.has(Expectation, FrameExpectation) else MAX_PRECISION)
    precision = bits + _GUARD
    while precision < limit:
        yield precision
        precision *= 2
    yield limit


def compare(left: sp.Expr, right: sp.Expr, point: Point, max_precision: int | None = None) -> Order:
    """The order of two real expressions, or "overlap" if it is not decided within ``max_precision`` bits."""
    left, right = prepared(sp.sympify(left)), prepared(sp.sympify(right))
    left, right = (_exact(side, point) for side in (left, right))
    if left == right:
        return "overlap"
    if left.is_Rational and right.is_Rational:
        return "<" if left < right else ">"
    for precision in _precisions(sp.Tuple(left, right), _GUARD, max_precision):
        a, b = real_ball(left, point, precision), real_ball(right, point, precision)
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

    Equality is decided to hold only between equal expressions, equal rational numbers, or where no rounding occurs.
    """
    if relation in (True, False) or isinstance(relation, (BooleanTrue, BooleanFalse)):
        return bool(relation)
    if isinstance(relation, (sp.And, sp.Or)):
        return combined(relation, [decide_relation(a, point, max_precision) for a in relation.args])
    if isinstance(relation, sp.Not):
        inner = decide_relation(relation.args[0], point, max_precision)
        return None if inner is None else not inner
    if not isinstance(relation, sp.Rel):
        raise UnsupportedExpression(f"the condition {relation}")
    left, right = _rational_at(relation.lhs, point), _rational_at(relation.rhs, point)
    order: Order = compare(left, right, point, max_precision)
    equal = _exact(left, point) == _exact(right, point)
    return answer(relation, order, equal or (order == "overlap" and _exactly_zero(left - right, point)))


def _exactly_zero(expr: sp.Expr, point: Point) -> bool:
    """Whether a ball is exactly zero, as that of a sum of zeros is: then it holds no other number."""
    return not expr.has(Expectation) and bool(ball(expr, point, _GUARD).is_zero())


def _rational_at(side: sp.Expr, point: Point) -> sp.Expr:
    """The exact value of a side that is rational at the point; the side itself otherwise."""
    if _is_rational(side):
        value = side.xreplace({s: sp.sympify(point[s]) for s in side.free_symbols if s in point})
        return sp.cancel(value) if value.is_number and value.is_rational else side
    return side


@lru_cache(maxsize=4096)
def _is_rational(side: sp.Expr) -> bool:
    return bool(side.is_rational_function(*side.free_symbols)) and not side.has(Expectation)


def _decided(condition: Boolean, sub: SubEvaluator) -> bool | None:
    """A condition at the parameters of a node, at the present precision only."""
    if isinstance(condition, (BooleanTrue, BooleanFalse)):
        return bool(condition)
    if isinstance(condition, (sp.And, sp.Or)):
        return combined(condition, [_decided(a, sub) for a in condition.args])
    if isinstance(condition, sp.Not):
        inner = _decided(condition.args[0], sub)
        return None if inner is None else not inner
    gap = _real(sub(condition.lhs - condition.rhs))
    if gap.contains(0) and not gap.is_zero():
        # a touching end still decides a weak relation
        if isinstance(condition, sp.GreaterThan) and gap >= 0:
            return True
        if isinstance(condition, sp.LessThan) and gap <= 0:
            return True
        return None
    order: Order = "overlap" if gap.is_zero() else ("<" if gap < 0 else ">")
    return answer(condition, order, equal=gap.is_zero())
