"""What values at points show of expressions, in balls: hints, by which forms are found and recognised, and curves.

Nothing is proved by them: whatever is said with them is proved afterwards, or it is said that it is not.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np
import sympy as sp
from flint import arb, ctx
from numpy.typing import ArrayLike

from rftheory.inputs.arrays import Array
from rftheory.numbers.balls import BALLS, UnsupportedExpression, compare, enclose, prepared
from rftheory.numbers.walker import Program, compile_for
from rftheory.numbers.work import limited
from rftheory.rules.propositions import Point

if TYPE_CHECKING:
    from rftheory.statements.domain import Domain

#: so many points are looked at, drawn from this seed; to this relative radius
_POINTS, _SEED, _RADIUS = 12, 0, sp.Rational(1, 10**30)
#: what has no value, or no points
_NONE = (UnsupportedExpression, ArithmeticError, ValueError)
_SIGNS = {"<": -1, ">": 1, "overlap": 0}
#: precisions (bits) at which a value is tried, and the bits that it must have
_PRECISIONS, _BITS = (96, 192, 384, 768), 53


def agree(left: sp.Expr, right: sp.Expr, domain: Domain) -> bool:
    """Whether two expressions have values, and no balls tell them apart."""
    try:
        return all(enclose(left, p, _RADIUS).overlaps(enclose(right, p, _RADIUS)) for p in _points(domain))
    except _NONE:
        return False


def signs(expr: sp.Expr, domain: Domain) -> frozenset[int]:
    """The signs of an expression: as its symbols assume, else as its values show; 0 also where balls do not tell. Empty if it has none."""
    if expr.is_positive or expr.is_negative:
        return frozenset({1 if expr.is_positive else -1})
    try:
        return frozenset(_SIGNS[compare(expr, sp.S.Zero, point)] for point in _points(domain))
    except _NONE:
        return frozenset()


@lru_cache(maxsize=256)
def _points(domain: Domain) -> tuple[Point, ...]:
    return tuple(domain.points(_POINTS, _SEED))


def log_value(expr: sp.Expr, arrays: Mapping[sp.Symbol, ArrayLike]) -> tuple[Array, Array]:
    """The sign and log|value| of a real expression at arrays of numbers (broadcast against each other), without overflow or cancellation.

    Returns:
        Two arrays of the common shape: the sign (nan where the value is not real or not defined) and log|value|.

    Raises:
        UnsupportedExpression: if a part of the expression cannot be evaluated.
    """
    program = compile_for(prepared(sp.sympify(expr)), tuple(arrays), BALLS)
    places = np.broadcast_arrays(*(np.asarray(value, dtype=float) for value in arrays.values()), np.zeros(()))[:-1]
    found = [_log_ball(program, values) for values in zip(*(place.ravel() for place in places), strict=True)]
    signs, logs = np.array(found or [_log_ball(program, ())]).T
    shape = places[0].shape if places else ()
    return signs.reshape(shape), logs.reshape(shape)


def _log_ball(program: Program, values: Sequence[float]) -> tuple[float, float]:
    for precision in _PRECISIONS:
        with ctx.workprec(precision), limited():
            value = program(*map(arb, values))
            if not isinstance(value, arb):
                break
            if value.is_zero():
                return 0.0, -np.inf
            if value.is_finite() and value.rel_accuracy_bits() >= _BITS:
                return float(value.sgn()), float(abs(value).log())
    return np.nan, np.nan
