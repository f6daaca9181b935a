r"""Where orthogonal Fourier features no longer have the smaller error: the changes of sign of what they save.

At the distance z = |x - y|, t = z^2, orthogonal projections save (m-1)/m times the gap ``exp(-t) - 1F1(d; d/2; -t/2)``. It is
positive up to z_crit(d), where it changes its sign for the first time; for d >= 5 it changes it again. There are finitely
many changes, and all of them are found, with proof (see `gap_waves`). At d = 2 the gap is positive for every t > 0.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import sympy as sp
from flint import arb, ctx, fmpq

from rftheory.inputs.arrays import check_count
from rftheory.numbers.ball_arithmetic import from_rational
from rftheory.proofs.simrf._gap_waves import Crossing, crossings, far_out, final_sign, settled
from rftheory.rules.tabulated import Tabulated, TabulatedInteger

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


@lru_cache(maxsize=256)
def sign_changes(d: int, digits: int = 30) -> tuple[SignChange, ...]:
    """All roots in t = z^2 > 0 of the gap, in order and to so many decimals.

    The gap is positive before the first one, changes its sign at each, and keeps its sign beyond the last one.

    Raises:
        ValueError: unless d is an integer >= 2 and digits one >= 1.
        ArithmeticError: if balls do not decide.
    """
    n = fmpq(_dimension(d), 2)
    found = list(crossings(n, settled(n), _width(digits)))
    # f starts positive, falls and rises through its roots in turn, and ends with the sign that it has far out
    if any(crossing.rises != bool(number % 2) for number, crossing in enumerate(found)):
        raise ArithmeticError(f"two changes of sign in one direction for d = {d}")
    if final_sign(n) != (-1) ** len(found):
        raise ArithmeticError(f"the changes of sign do not lead to the sign far out for d = {d}")
    return tuple(map(_change, found))


def sign_of_gap(d: int, low: sp.Expr, high: sp.Expr, digits: int = 30) -> int:
    """The sign that the gap has everywhere for low <= t <= high (high may be oo): -1 or 1.

    It is 0 if the interval is empty, touches zero or comes so close to a root that this is not certain.

    Raises:
        ValueError: unless d is an integer >= 2 and digits one >= 1.
        ArithmeticError: if balls do not decide where the roots are.
    """
    if not 0 < low <= high:
        return 0
    sign, start = 1, sp.Integer(0)
    for change in sign_changes(d, digits):
        if start <= low and high <= change.low:
            return sign
        sign, start = -sign, change.high
    return sign if start <= low else 0


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
    """t at the change of sign of this number (1, 2, ...), rounded down to 20 decimals: the sign before is still there."""
    return Tabulated("t_below", d, number)


def change_above(d: sp.Expr, number: sp.Expr | int) -> sp.Expr:
    """t at the change of sign of this number (1, 2, ...), rounded up to 20 decimals: the sign beyond is there."""
    return Tabulated("t_above", d, number)


def change_count(d: sp.Expr) -> sp.Expr:
    """How often the gap changes its sign."""
    return TabulatedInteger("changes", d)


def _end(d: int, number: int, side: int) -> sp.Rational | None:
    if not 3 <= d <= _LARGEST:
        return None
    if number == 1:
        change = first_sign_change(d, DECIMALS + 2)
    elif 1 < number <= len(sign_changes(d, DECIMALS + 2)):
        change = sign_changes(d, DECIMALS + 2)[number - 1]
    else:
        return None
    unit = sp.Integer(10) ** DECIMALS
    return (sp.floor(change.low * unit) if side < 0 else sp.ceiling(change.high * unit)) / unit


def _below(d: int, number: int) -> sp.Rational | None:
    return _end(d, number, -1)


def _above(d: int, number: int) -> sp.Rational | None:
    return _end(d, number, 1)


def _count(d: int) -> sp.Rational | None:
    return sp.Integer(len(sign_changes(d, DECIMALS + 2))) if 2 <= d <= _LARGEST else None


Tabulated.table("t_below", _below)
Tabulated.table("t_above", _above)
Tabulated.table("changes", _count)
