r"""Where orthogonal Fourier features no longer have the smaller error: the first change of sign of what they save.

At the distance z = |x - y|, t = z^2, orthogonal projections save (m-1)/m times the gap ``exp(-t) - 1F1(d; d/2; -t/2)``. It is
positive up to z_crit(d), where it changes its sign for the first time, which is found with proof (see `gap_waves`).
At d = 2 the gap is positive for every t > 0.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import sympy as sp
from flint import arb, ctx, fmpq

from rftheory.inputs.arrays import check_count
from rftheory.numbers.ball_arithmetic import from_rational
from rftheory.proofs.simrf._gap_waves import Crossing, crossings, far_out
from rftheory.rules.tabulated import Tabulated

#: decimals of the tables, and the dimensions up to which they go
DECIMALS = 20
_LARGEST = 256


@dataclass(frozen=True)
class SignChange:
    """The gap has one root along t = z^2 in [low, high] (exact ends), is not zero there and has opposite signs."""

    low: sp.Rational
    high: sp.Rational


def critical_distance(d: int, digits: int = 30) -> arb:
    """The z up to which orthogonal Fourier features have a smaller error than independent ones, for 2 <= m <= d.

    Args:
        d: the dimension, at least 2.
        digits: decimals of the square of the distance.

    Returns:
        A ball with the first root in z > 0 of ``exp(-z^2) - 1F1(d; d/2; -z^2/2)``, where the sign changes; infinity
        at d = 2, where nothing is ever lost.

    Raises:
        ValueError: unless d is an integer >= 2 and digits one >= 1.
        ArithmeticError: if balls do not decide.
    """
    if _dimension(d) == 2:
        return arb.pos_inf()
    change = first_sign_change(d, digits)
    with ctx.workprec(4 * digits + 64):
        return from_rational(change.low).union(from_rational(change.high)).sqrt()


@lru_cache(maxsize=256)
def first_sign_change(d: int, digits: int = 30) -> SignChange:
    """The first root in t = z^2 of the gap, to so many decimals: the gap is positive on (0, low] and negative at high.

    Raises:
        ValueError: unless d is an integer >= 3 (for d = 2 there is no root) and digits one >= 1.
        ArithmeticError: if balls do not decide.
    """
    if _dimension(d) < 3:
        raise ValueError(f"d must be at least 3 for a change of sign, got {d}")
    n = fmpq(int(d), 2)
    first = next(crossings(n, far_out(n), _width(digits)), None)
    if first is None or first.rises:
        raise ArithmeticError(f"no change of sign found for d = {d}")
    return _change(first)


def _change(crossing: Crossing) -> SignChange:
    return SignChange(*(2 * sp.Rational(int(end.p), int(end.q)) for end in (crossing.low, crossing.high)))


def _dimension(d: int) -> int:
    try:
        if check_count("d", d) >= 2:
            return int(d)
    except (ValueError, TypeError, OverflowError):
        pass
    raise ValueError(f"d must be an integer >= 2, for two orthogonal projections, got {d!r}")


def _width(digits: int) -> fmpq:
    return fmpq(1, 2 * 10 ** check_count("digits", digits))


# -- tables ---------------------------------------------------------------------------------------------------------


def change_below(d: sp.Expr, number: sp.Expr | int) -> sp.Expr:
    """t at the first change of sign (number 1), rounded down to 20 decimals: the sign before is still there."""
    return Tabulated("t_below", d, number)


def change_above(d: sp.Expr, number: sp.Expr | int) -> sp.Expr:
    """t at the first change of sign (number 1), rounded up to 20 decimals: the sign beyond is there."""
    return Tabulated("t_above", d, number)


def _end(d: int, number: int, side: int) -> sp.Rational | None:
    if not 3 <= d <= _LARGEST or number != 1:
        return None
    change = first_sign_change(d, DECIMALS + 2)
    unit = sp.Integer(10) ** DECIMALS
    return (sp.floor(change.low * unit) if side < 0 else sp.ceiling(change.high * unit)) / unit


def _below(d: int, number: int) -> sp.Rational | None:
    return _end(d, number, -1)


def _above(d: int, number: int) -> sp.Rational | None:
    return _end(d, number, 1)


Tabulated.table("t_below", _below)
Tabulated.table("t_above", _above)
