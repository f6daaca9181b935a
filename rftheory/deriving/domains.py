"""The domain of a derived closed form: inputs, dimension, parameters with what their symbols assume and what moments need."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import sympy as sp

from rftheory.deriving.refine import bounds
from rftheory.deriving.refusals import UnknownFeature
from rftheory.inputs.coordinates import x, y
from rftheory.inputs.kernels import d, theta, x_norm, y_norm
from rftheory.statements.assumptions import is_as_assumed
from rftheory.statements.domain import Domain, Range

_TINY, _NEAR = sp.Rational(1, 1000), sp.Rational(1, 10000)
_NORMS = tuple(Range(s, 0, None, "()", typical=(0, 2), awkward=(_TINY, 3)) for s in (x_norm, y_norm))
_THETA = Range(theta, 0, sp.pi, "[]", typical=(0, 3), awkward=(0, _NEAR, sp.pi - _NEAR, sp.pi))


def inputs(counts: bool, smallest: int = 1) -> tuple[Range, ...]:
    """Any two inputs of R^d, d >= smallest: through norms and angle, or through coordinates for features of counts."""
    if counts:
        vectors = (Range(s.label, None, None, typical=(-2, 2), awkward=(a,), shape=(d,)) for s, a in ((x, 5), (y, -3)))
        return (*vectors, Range(d, 1, None, integer=True, typical=(1, 4), awkward=(1, 16)))
    return (*_NORMS, _THETA, Range(d, smallest, None, integer=True, typical=(smallest, 12), awkward=(smallest, 3, 64)))


def domain(
    parameters: Sequence[sp.Symbol],
    conditions: Iterable[sp.Expr],
    where: Sequence[sp.Basic],
    counts: bool,
    smallest: int = 1,
) -> Domain:
    """All inputs, and the parameters at which ``conditions`` are positive and ``where`` holds."""
    needed = [*conditions, *(gap for relation in where if (gap := gap_of(relation)) is not None)]
    ends, rest = bounds(needed)
    ranges = tuple(_range(p, ends.get((p, 1)), ends.get((p, -1))) for p in parameters)
    kept = tuple(sp.Gt(c, 0) for c in rest) + tuple(r for r in where if gap_of(r) is None)
    found = Domain((*inputs(counts, smallest), *ranges), kept)
    for item in ranges:
        if not is_as_assumed(item, found):
            raise UnknownFeature(
                f"the parameter {item.symbol} assumes more than to be real or an integer, and a sign: say the rest in where, "
                f"such as sp.Ne({item.symbol}, 0)"
            )
    if parameters:
        alone = Domain(ranges, tuple(c for c in kept if c.free_symbols <= set(parameters)))
        try:
            alone.points(1)
        except ValueError as error:
            raise UnknownFeature(f"no parameters are left: {alone.describe()}") from error
    return found


def gap_of(relation: sp.Basic) -> sp.Expr | None:
    """What is positive by a strict inequality; None for any other relation."""
    if isinstance(relation, sp.StrictGreaterThan):
        return relation.lhs - relation.rhs
    if isinstance(relation, sp.StrictLessThan):
        return relation.rhs - relation.lhs
    if not isinstance(relation, sp.Rel):
        raise UnknownFeature(f"where must be relations such as A < sp.Rational(1, 8), got {relation!r}")
    return None


def _range(parameter: sp.Symbol, low: sp.Expr | None, high: sp.Expr | None) -> Range:
    # what the symbol assumes is part of the claim
    if parameter.is_nonnegative and (low is None or low < 0):
        low = sp.Integer(0)
    if parameter.is_nonpositive and (high is None or high > 0):
        high = sp.Integer(0)
    left = "[" if low == 0 and parameter.is_nonnegative and not parameter.is_positive else "("
    right = "]" if high == 0 and parameter.is_nonpositive and not parameter.is_negative else ")"
    if parameter.is_integer:
        start = 0 if low is None else sp.floor(low) + (0 if left == "[" else 1)
        return Range(parameter, None if low is None else start, high, "[" + right, True, (start, start + 6), (start,))
    if low is not None and high is not None:
        typical = (low, high)
    elif low is not None:
        typical = (low, low + 2)
    elif high is not None:
        typical = (high - 2, high)
    else:
        typical = (-2, 2)
    middle = tuple(typical[0] + (typical[1] - typical[0]) * sp.Rational(part, 8) for part in (1, 7))
    return Range(parameter, low, high, left + right, typical=typical, awkward=middle)
