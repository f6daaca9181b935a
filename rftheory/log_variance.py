r"""Logarithms of the variance of one sample, for many pairs of inputs at once, from the closed forms of the families.

A family writes ``Var = exp(scale) sum_k terms_k`` (`variance_terms`) with terms between which little or nothing cancels:
for positive features one term, ``K^2 expm1(g)``. The terms are added as signed logarithms, so that nothing overflows
(variances span e^+-10000 at |x|, |y| <= 100), and the digits that the sum has lost are counted. Pairs that have lost
more than `_LOST` of them are evaluated again in ball arithmetic at the exact values of the inputs.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import AbstractContextManager
from typing import Protocol, runtime_checkable

import numpy as np
import sympy as sp
from flint import arb
from numpy.typing import ArrayLike

from rftheory import coordinates
from rftheory.arrays import Array, check_inputs
from rftheory.kernels import v2
from rftheory.numbers.balls import ball
from rftheory.numbers.log_sums import SignedLog, added
from rftheory.numbers.logspace import log_value
from rftheory.numbers.walker import UnsupportedExpression
from rftheory.numbers.work import limited, spend

#: factor by which terms may exceed their sum in float64 before balls take over: a digit of the 1e-12 promised
_LOST = 10.0
#: precisions of the second evaluation (bits); its result is accepted at a relative radius below 2^-50
_PRECISIONS = (128, 512, 2048, 8192)
#: operations on balls, over all pairs of one call, or of all calls within `one_limit`: some 20 seconds
_MOST_OPERATIONS = 4_000_000
#: bound in the sums over coordinates
_INDICES = (coordinates.l,)


@runtime_checkable
class HasVariance(Protocol):
    """A family whose variance is known in closed form."""

    def variance_terms(self) -> tuple[sp.Expr, tuple[sp.Expr, ...]]:
        """``(scale, terms)`` with ``Var = exp(scale) sum terms`` for one sample."""

    def variance_point(self, x: Array, y: Array) -> Mapping[sp.Symbol, ArrayLike]:
        """Values of the symbols of the terms at pairs of inputs of shape (L, d)."""


def log_variance(family: HasVariance, x: ArrayLike, y: ArrayLike) -> Array:
    """log Var of one sample of the estimator of the Gaussian kernel, pair by pair; divide the variance by m for m samples.

    Args:
        family: GERF (parameters may be expressions in the invariants of a pair, `kernels.SPLIT`, as those of
            `families.optimal_positive.OptimalPositive` are), Poisson or geometric features.
        x, y: shapes (L, d), paired row by row.

    Returns:
        shape (L,), ``-inf`` where the variance is zero.

    Raises:
        ValueError: for inputs of wrong shape or not finite, parameters out of range, an infinite variance, or more pairs for ball
            arithmetic than `_MOST_OPERATIONS` suffice for.
    """
    first, second = check_inputs(x, "x"), check_inputs(y, "y")
    if first.shape != second.shape:
        raise ValueError(f"x and y must have the same shape (L, d), got {first.shape} and {second.shape}")
    if not isinstance(family, HasVariance):
        raise ValueError(f"family must be GERF or discretely induced, with a known variance, got {family!r}")
    arrays = family.variance_point(first, second)
    scale, terms = family.variance_terms()
    needed = {s for e in (scale, *terms) for s in e.free_symbols if isinstance(s, sp.Symbol)}
    unknown = sorted(str(s) for s in needed if s not in arrays and s not in _INDICES)
    if unknown:
        raise ValueError(f"the parameters of the family must be numbers or invariants of kernels.SPLIT, got {unknown}")
    used = {s: np.asarray(v) for s, v in arrays.items() if s in needed or s is v2}
    signs, logs = zip(*(log_value(term, used) for term in terms), strict=True)
    total, lost = added(SignedLog(np.array(signs), np.array(logs)))
    factor, size = log_value(scale, used)
    with np.errstate(invalid="ignore"):
        result = np.where(total.sign == 0, -np.inf, np.where(factor == 0, 0.0, factor * np.exp(size)) + total.log)
    rows = np.flatnonzero(~(lost <= _LOST) | (total.sign < 0) | np.isnan(total.sign))
    with one_limit():
        for done, row in enumerate(rows):
            try:
                result[row] = _by_balls(scale, terms, {s: v[row] if v.ndim else v for s, v in used.items()})
            except UnsupportedExpression:
                raise ValueError(
                    f"the terms of the variance cancel at {len(rows)} pairs, which takes more than {_MOST_OPERATIONS} operations on "
                    f"balls (pair {done + 1} was under way); give fewer pairs at a time"
                ) from None
    return result


def one_limit() -> AbstractContextManager[None]:
    """Calls of `log_variance` within share one limit of operations on balls."""
    return limited(_MOST_OPERATIONS)


def _by_balls(scale: sp.Expr, terms: tuple[sp.Expr, ...], values: Mapping[sp.Symbol, ArrayLike]) -> float:
    """The logarithm at the exact rational values of the floats."""
    point = {symbol: _exact(np.asarray(value)) for symbol, value in values.items()}
    cost = sum(int(term.count_ops()) for term in terms) * max(np.size(value) for value in values.values())
    for precision in _PRECISIONS:
        spend(cost * precision // _PRECISIONS[0], terms)
        total = ball(sp.Add(*terms), point, precision)
        total = total if isinstance(total, arb) else total.real
        if total > 0 and total.rad() < total.abs_lower() * arb(2) ** -50:
            level = ball(scale, point, precision)
            return float((total.log() + (level if isinstance(level, arb) else level.real)).mid())
        if total.is_zero():
            return -np.inf
    raise ValueError(f"the variance is not told from zero with {_PRECISIONS[-1]} bits at {point}")


def _exact(value: Array) -> sp.Basic:
    if value.ndim:
        return sp.Tuple(*(_exact(entry) for entry in value))
    return sp.Rational(float(value)) if value != round(float(value)) else sp.Integer(round(float(value)))
