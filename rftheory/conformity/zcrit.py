r"""The critical distance of Fourier features: up to which z = |x - y| orthogonal projections have the smaller error.

With s = z^2/2 and n = d/2 what they save is, by Kummer's transformation,

    exp(-z^2) - 1F1(d; d/2; -z^2/2) = exp(-s) f(s),   f(s) = exp(-s) - 1F1(-n; n; s) = sum_k (1 - r_k) (-s)^k / k!,

``r_k = (-1)^k (-n)_k / (n)_k``, so that f starts as ``s^2/(n + 1)``. Its derivatives
``f^(j) = (-1)^j (exp(-s) - r_j 1F1(j-n; j+n; s))`` are at most ``1 + exp(s)`` in absolute value for s >= 0, because
``|j - n + i| <= j + n + i``: Taylor polynomials with that remainder have rigorous signs on whole intervals. At d = 2,
``f(s) = exp(-s) - (1 - s)`` is positive for every s > 0.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

import sympy as sp
from flint import arb, arb_poly, ctx, fmpq

from rftheory.evaluate.ball_arithmetic import from_rational
from rftheory.families.arrays import check_count

#: working precision in bits, half the length of a piece in s, and the order of its Taylor polynomial
_BITS = 256
_HALF = fmpq(1, 2)
_ORDER = 80
#: intervals shorter than this are given up: a double root, or two roots as close
_SHORTEST = fmpq(1, 2**40)


@dataclass(frozen=True)
class SignChange:
    """The gap along t = z^2 is positive on (0, low] and negative at ``high``, with one root in between (exact ends)."""

    low: sp.Rational
    high: sp.Rational


def critical_distance(d: int, digits: int = 30) -> arb:
    """The z up to which orthogonal Fourier features have a smaller error than independent ones, for 2 <= m <= d.

    Args:
        d: the dimension, at least 2.
        digits: decimals of the square of the distance, at most 60.

    Returns:
        A ball with the first root in z > 0 of ``exp(-z^2) - 1F1(d; d/2; -z^2/2)``, where the sign changes; infinity
        at d = 2, where nothing is ever lost.

    Raises:
        ValueError: if d < 2, or for too many digits.
        ArithmeticError: if no change of sign is found up to z^2 = 4d + 40.
    """
    if check_count("d", d) < 2:
        raise ValueError(f"d must be at least 2, for two orthogonal projections, got {d}")
    if d == 2:
        return arb.pos_inf()
    change = first_sign_change(d, digits)
    with ctx.workprec(_BITS):
        return from_rational(change.low).union(from_rational(change.high)).sqrt()


@lru_cache(maxsize=256)
def first_sign_change(d: int, digits: int = 30) -> SignChange:
    """The first root in t = z^2 of the gap, to so many decimals, for d >= 3.

    Raises:
        ValueError: if d < 3, where the gap has no root, or for too many digits.
        ArithmeticError: if no change of sign is found up to t = 4d + 40.
    """
    if check_count("d", d) < 3:
        raise ValueError(f"d must be at least 3 for a change of sign, got {d}")
    if not 1 <= digits <= 60:
        raise ValueError(f"digits must be in [1, 60], got {digits}")
    with ctx.workprec(_BITS):
        for piece in _pieces(fmpq(d, 2)):
            root = _first_root(piece)
            if root is not None:
                low, high = _bisected(fmpq(d, 2), *root, fmpq(1, 2 * 10**digits))
                return SignChange(*(2 * sp.Rational(int(s.p), int(s.q)) for s in (low, high)))
    raise ArithmeticError(f"no change of sign found up to z^2 = {4 * d + 40} for d = {d}")


# -- the function ---------------------------------------------------------------------------------------------------


def _derivatives(n: fmpq, at: fmpq, count: int) -> list[arb]:
    """The first Taylor coefficients of f at an exact place."""
    place, coefficients, share, factorial = arb(at), [], fmpq(1), arb(1)
    decay = (-place).exp()
    for j in range(count):
        wave = arb(share) * place.hypgeom([arb(j - n)], [arb(j + n)]) if share != 0 else arb(0)
        coefficients.append((decay - wave) * (-1) ** j / factorial)
        share *= (n - j) / (n + j)
        factorial *= j + 1
    return coefficients


@dataclass(frozen=True)
class _Piece:
    """f on [start, end] as a polynomial in s - centre, and how far off that and its derivative are at most."""

    start: fmpq
    end: fmpq
    centre: fmpq
    polynomial: arb_poly
    errors: tuple[arb, arb]

    def value(self, low: fmpq, high: fmpq) -> arb:
        """A ball with f on [low, high]."""
        return self._range(self.polynomial, low, high) + _around(self.errors[0])

    def slope(self, low: fmpq, high: fmpq) -> arb:
        """A ball with the derivative of f on [low, high]."""
        return self._range(self.polynomial.derivative(), low, high) + _around(self.errors[1])

    def _range(self, polynomial: arb_poly, low: fmpq, high: fmpq) -> arb:
        """Mean value form: the value in the middle, and the slope times the distance from there."""
        middle, half = arb((low + high) / 2 - self.centre), _around(arb((high - low) / 2))
        return polynomial(middle) + polynomial.derivative()(middle + half) * half


def _around(radius: arb) -> arb:
    """The ball of that radius around zero."""
    return arb(0, radius.abs_upper())


def _pieces(n: fmpq) -> Iterator[_Piece]:
    """f on [0, 1/2], divided by s^2, then on one interval of length 1 after the other, up to s = 4n + 20."""
    factorial = arb(_ORDER).fac()
    rest = (1 + arb(_HALF).exp()) * arb(_HALF) ** (_ORDER - 2) / factorial
    # only the sign matters on the first piece, and only its value is used: f(0) = f'(0) = 0
    yield _Piece(fmpq(0), _HALF, fmpq(0), arb_poly(_derivatives(n, fmpq(0), _ORDER)[2:]), (rest, arb.pos_inf()))
    start = _HALF
    while start < 4 * n + 20:
        centre, end = start + _HALF, start + 2 * _HALF
        rest = (1 + arb(end).exp()) * arb(_HALF) ** _ORDER / factorial
        polynomial = arb_poly(_derivatives(n, centre, _ORDER))
        yield _Piece(start, end, centre, polynomial, (rest, rest * _ORDER / arb(_HALF)))
        start = end


# -- its first root -------------------------------------------------------------------------------------------------


def _first_root(piece: _Piece) -> tuple[fmpq, fmpq] | None:
    """An interval with the only root of a piece, if f, positive at its start, has one; to the left of it f is positive.

    Raises:
        ArithmeticError: if balls do not decide.
    """
    waiting = [(piece.start, piece.end)]
    while waiting:
        low, high = waiting.pop()
        if piece.value(low, high) > 0:
            continue
        slope = piece.slope(low, high)
        if slope > 0:
            continue
        if slope < 0:
            last = piece.value(high, high)
            if last < 0:
                return low, high
            if last > 0:
                continue
        if high - low < _SHORTEST:
            raise ArithmeticError(f"the sign of the gap is not decided near s = {low}")
        middle = (low + high) / 2
        waiting += [(middle, high), (low, middle)]
    return None


def _bisected(n: fmpq, low: fmpq, high: fmpq, width: fmpq) -> tuple[fmpq, fmpq]:
    """Exact ends of opposite sign, f positive at the first, closer than ``width``; f decreases in between."""
    while high - low > width:
        for share in (fmpq(1, 2), fmpq(3, 7)):
            middle = low + (high - low) * share
            value = _derivatives(n, middle, 1)[0]
            if value > 0:
                low = middle
                break
            if value < 0:
                high = middle
                break
        else:
            raise ArithmeticError(f"the root near s = {middle} is not resolved")
    return low, high


# -- tables ---------------------------------------------------------------------------------------------------------


def threshold(d: sp.Symbol, dimensions: range, digits: int = 20, side: int = -1) -> sp.Piecewise:
    """z_crit(d)^2 to so many decimals, rounded down (side -1: the gap is positive up to it) or up (+1: it is negative)."""
    unit = sp.Integer(10) ** digits
    values = []
    for dimension in dimensions:
        change = first_sign_change(dimension, digits + 2)
        value = sp.floor(change.low * unit) if side < 0 else sp.ceiling(change.high * unit)
        values.append((value / unit, sp.Eq(d, dimension)))
    return sp.Piecewise(*values)
