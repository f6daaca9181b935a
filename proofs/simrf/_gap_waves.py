r"""What orthogonal Fourier features save, as a function on the half line: Taylor pieces, roots, and its sign far out.

With t = z^2, s = t/2 and n = d/2 the saving is, by Kummer's transformation,

    exp(-t) - 1F1(d; d/2; -t/2) = exp(-s) f(s),   f(s) = exp(-s) - w(s),   w(s) = 1F1(-n; n; s) = sum_j c_j s^j / j!,

``c_j = (-n)_j / (n)_j``, so that f starts as ``s^2/(n + 1)``.

*Pieces.* ``w^(j) = c_j 1F1(j-n; j+n; s)`` is at most ``exp(s)`` in absolute value for s >= 0, because
``|j - n + i| <= j + n + i``, and so f^(j) at most ``1 + exp(s)``: Taylor polynomials with that remainder have rigorous signs
on whole intervals. Their coefficients follow from ``s w'' + (n - s) w' + n w = 0``.

*Far out.* For j > n the derivative w^(j) keeps one sign, that of ``(-1)^ceil(n)`` (or vanishes, for integer n). Where all
lower derivatives have this sign too, they keep it: from there on ``(-1)^ceil(n) w`` does not fall while exp(-s) does, so
that f keeps the sign of ``-(-1)^ceil(n)``.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from math import lgamma, log

from flint import arb, arb_poly, ctx, fmpq

from rftheory.numbers.ball_arithmetic import around_zero

#: the length of the first piece, and half the length of the others
_FIRST, _HALF = fmpq(1, 2), fmpq(2)
#: f may be smaller than exp(-s) by about this many bits before its sign is lost
_GUARD = 96
#: intervals shorter than this are given up: a double root, or two roots as close
_SHORTEST = fmpq(1, 2**40)
#: distances n + 1 that the search for the place from which on the sign is constant may go
_FURTHER = 16


@dataclass(frozen=True)
class Crossing:
    """The only root of f in [low, high] (exact ends, of opposite signs), and whether f rises through it."""

    low: fmpq
    high: fmpq
    rises: bool


# -- the function ---------------------------------------------------------------------------------------------------


def _wave(n: fmpq, s: arb, order: int) -> arb:
    """A derivative of w, of order 0, 1, ..."""
    share = fmpq(1)
    for j in range(order):
        share *= (j - n) / (j + n)
    if share == 0:
        return arb(0)
    for more in (1, 2, 4):
        # asymptotic series are tried for large s, and fail with few bits
        with ctx.workprec(more * ctx.prec):
            series = s.hypgeom_1f1(arb(order - n), arb(order + n))
        if series.is_finite():
            break
    return arb(share) * series


def _bits(end: fmpq, guard: int = _GUARD) -> int:
    """Enough bits for values of the size of exp(-s) beside sums of the size of exp(s), up to s = end."""
    return 3 * int(end) + 2 * guard


def _order(end: fmpq, guard: int) -> int:
    """An order for which exp(2s) times the remainder is about 2^-guard, up to s = end; the remainder itself is exact."""
    order = 8
    while lgamma(order + 1) - order * log(2) < 2 * float(end.p) / float(end.q) + guard * log(2):
        order += 4
    return order


def _coefficients(n: fmpq, centre: fmpq, count: int) -> list[arb]:
    """The first Taylor coefficients of f at an exact place."""
    decay, sign = (-arb(centre)).exp(), 1
    waves, result = _wave_coefficients(n, centre, count), []
    for j in range(count):
        result.append(sign * decay - waves[j])
        decay, sign = decay / (j + 1), -sign
    return result


def _wave_coefficients(n: fmpq, centre: fmpq, count: int) -> list[arb]:
    """The first Taylor coefficients of w: those of the power series at zero, elsewhere by the differential equation."""
    if centre == 0:
        shares = [fmpq(1)]
        for j in range(count - 1):
            shares.append(shares[-1] * (j - n) / ((j + n) * (j + 1)))
        return [arb(share) for share in shares]
    waves = [_wave(n, arb(centre), 0), _wave(n, arb(centre), 1)]
    for j in range(count - 2):
        known = arb((j + n - centre) * (j + 1)) * waves[j + 1] + arb(n - j) * waves[j]
        waves.append(-known / arb(centre * ((j + 1) * (j + 2))))
    return waves


# -- its pieces -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Piece:
    """f on [start, end] as a polynomial in s - centre, and how far off that and its derivative are at most."""

    start: fmpq
    end: fmpq
    centre: fmpq
    polynomial: arb_poly
    errors: tuple[arb, arb]

    @cached_property
    def _derivatives(self) -> tuple[arb_poly, arb_poly, arb_poly]:
        first = self.polynomial.derivative()
        return self.polynomial, first, first.derivative()

    def value(self, low: fmpq, high: fmpq) -> arb:
        """A ball with f on [low, high]."""
        return self._range(0, low, high) + around_zero(self.errors[0])

    def slope(self, low: fmpq, high: fmpq) -> arb:
        """A ball with the derivative of f on [low, high]."""
        return self._range(1, low, high) + around_zero(self.errors[1])

    def _range(self, order: int, low: fmpq, high: fmpq) -> arb:
        """Mean value form: the value in the middle, and the slope times the distance from there."""
        middle, half = arb((low + high) / 2 - self.centre), around_zero(arb((high - low) / 2))
        at_middle = self._derivatives[order](middle)
        return at_middle if low == high else at_middle + self._derivatives[order + 1](middle + half) * half


def pieces(n: fmpq, reach: fmpq, guard: int) -> Iterator[Piece]:
    """f on [0, 1/2], divided by s^2, then on one interval of length 4 after the other, at least up to ``reach``."""
    yield _first_piece(n)
    start = _FIRST
    while start < reach:
        end = start + 2 * _HALF
        with ctx.workprec(_bits(end, guard)):
            piece = _piece(n, start, end, guard)
        yield piece
        start = end


def _first_piece(n: fmpq) -> Piece:
    """Only the sign of f matters here, and only its value is used: f(0) = f'(0) = 0."""
    with ctx.workprec(_bits(_FIRST)):
        order = _order(_FIRST, _GUARD)
        rest = (1 + arb(_FIRST).exp()) * arb(_FIRST) ** (order - 2) / arb(order).fac()
        quotient = arb_poly(_coefficients(n, fmpq(0), order)[2:])
        return Piece(fmpq(0), _FIRST, fmpq(0), quotient, (rest, arb.pos_inf()))


def _piece(n: fmpq, start: fmpq, end: fmpq, guard: int) -> Piece:
    centre, order = start + _HALF, _order(end, guard)
    rest = (1 + arb(end).exp()) * arb(_HALF) ** order / arb(order).fac()
    polynomial = arb_poly(_coefficients(n, centre, order))
    return Piece(start, end, centre, polynomial, (rest, rest * order / arb(_HALF)))


# -- its roots ------------------------------------------------------------------------------------------------------


def crossings(n: fmpq, reach: fmpq, width: fmpq) -> Iterator[Crossing]:
    """The roots of f in (0, reach], in order and one by one, to a width; f is not zero elsewhere there.

    Raises:
        ArithmeticError: if balls do not decide, as at a double root.
    """
    guard = _GUARD + (int(width.q) // int(width.p)).bit_length()
    for piece in pieces(n, reach, guard):
        with ctx.workprec(_bits(piece.end, guard)):
            found = [_refined(piece, root, width) for root in roots_of(piece)]
        yield from found


def roots_of(piece: Piece) -> Iterator[Crossing]:
    """The roots of f in a piece, in order, apart from each other.

    Raises:
        ArithmeticError: if balls do not decide, as at a double root.
    """
    waiting = [(piece.start, piece.end)]
    while waiting:
        low, high = waiting.pop()
        if not piece.value(low, high).contains(0):
            continue
        direction = piece.slope(low, high)
        if not direction.contains(0):
            ends = piece.value(low, low), piece.value(high, high)
            if not any(end.contains(0) for end in ends):
                if (ends[0] < 0) != (ends[1] < 0):
                    yield Crossing(low, high, rises=bool(direction > 0))
                continue
        if high - low < _SHORTEST:
            raise ArithmeticError(f"the sign of the gap is not decided near s = {low}")
        middle = (low + high) / 2
        waiting += [(middle, high), (low, middle)]


def _refined(piece: Piece, root: Crossing, width: fmpq) -> Crossing:
    """The same root between exact ends closer than ``width``: Newton's method with balls, or bisection where it fails."""
    low, high = root.low, root.high
    while high - low > width:
        near = _newton(piece, low, high)
        if near is not None and 4 * (near[1] - near[0]) < high - low:
            # the root itself is no end
            margin = max((near[1] - near[0]) / 2, width / 8)
            low, high = max(low, near[0] - margin), min(high, near[1] + margin)
        else:
            low, high = _halved(piece, low, high, root.rises)
    before, after = (piece.value(place, place) * (1 if root.rises else -1) for place in (low, high))
    if not before < 0 < after:
        raise ArithmeticError(f"the root near s = {low} is not resolved")
    return Crossing(low, high, root.rises)


def _newton(piece: Piece, low: fmpq, high: fmpq) -> tuple[fmpq, fmpq] | None:
    """An interval with the root of f in [low, high], where its derivative is proved not to vanish there."""
    direction = piece.slope(low, high)
    if direction.contains(0) or not direction.is_finite():
        return None
    middle = (low + high) / 2
    near = arb(middle) - piece.value(middle, middle) / direction
    return _exact(near.lower()), _exact(near.upper())


def _exact(end: arb) -> fmpq:
    mantissa, exponent = (int(part) for part in end.mid().man_exp())
    return fmpq(mantissa) * fmpq(2) ** exponent


def _halved(piece: Piece, low: fmpq, high: fmpq, rises: bool) -> tuple[fmpq, fmpq]:
    for share in (fmpq(1, 2), fmpq(3, 7)):
        middle = low + (high - low) * share
        here = piece.value(middle, middle)
        if not here.contains(0):
            return (low, middle) if bool(here > 0) == rises else (middle, high)
    raise ArithmeticError(f"the root near s = {low} is not resolved")


# -- far out --------------------------------------------------------------------------------------------------------


def final_sign(n: fmpq) -> int:
    """The sign of f far out: -1 or 1."""
    return 1 if -(-n.p // n.q) % 2 else -1


def far_out(n: fmpq) -> fmpq:
    """A place beyond which no root of f is expected: the largest zero of w is about ``(3 + 8^(1/2)) n``."""
    return 6 * n + 4


def settled(n: fmpq) -> fmpq:
    """A place from which on f is proved to have its `final_sign`.

    Raises:
        ArithmeticError: if none is found.
    """
    place = far_out(n)
    for _ in range(_FURTHER):
        if _is_settled(n, place):
            return place
        place += n + 1
    raise ArithmeticError(f"the sign of the gap is not decided beyond s = {place}, for d = {2 * n}")


def _is_settled(n: fmpq, place: fmpq) -> bool:
    with ctx.workprec(_bits(place)):
        sign, s = -final_sign(n), arb(place)
        derivatives = [sign * _wave(n, s, j) for j in range(-int(-n.p // n.q) + 1)]
        return bool(derivatives[0] > (-s).exp()) and all(w >= 0 for w in derivatives[1:])
