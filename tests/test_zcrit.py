"""The critical distance of Fourier features and the signs of the gap against an independent evaluation."""

import mpmath
import pytest
import sympy as sp
from flint import arb, arb_poly, fmpq

from rftheory.numbers.balls import compare
from rftheory.proofs.simrf._gap_waves import Piece, pieces, roots_of
from rftheory.proofs.simrf._zcrit import (
    change_above,
    change_below,
    critical_distance,
    first_sign_change,
)

t, d = sp.Symbol("t", positive=True), sp.Symbol("d", integer=True, positive=True)


def gap(square, dimension):
    """The definition in mpmath: exp(-t) - 1F1(d; d/2; -t/2)."""
    with mpmath.workdps(60):
        half = mpmath.mpf(int(dimension)) / 2
        value = mpmath.mpf(int(sp.numer(square))) / int(sp.denom(square))
        return mpmath.exp(-value) - mpmath.hyp1f1(2 * half, half, -value / 2)


@pytest.mark.parametrize("dimension", [3, 4, 5, 7, 16, 33, 63, 64, 100])
def test_the_gap_changes_its_sign_there_and_not_before(dimension):
    change = first_sign_change(dimension, 25)
    assert 0 < change.high - change.low <= sp.Rational(1, 10**25)
    assert gap(change.low, dimension) > 0 > gap(change.high, dimension)
    for number in range(1, 200):
        assert gap(change.low * sp.Rational(number, 200), dimension) > 0


def test_there_is_no_critical_distance_in_the_plane():
    assert critical_distance(2) > 10**9
    assert all(gap(square + sp.Rational(1, 3), 2) > 0 for square in range(40))


def test_the_plane_has_no_first_change():
    with pytest.raises(ValueError, match="at least 3"):
        first_sign_change(2)


@pytest.mark.parametrize(("dimension", "digits"), [(300, 20), (301, 20), (9, 300)])
def test_any_dimension_and_any_number_of_digits(dimension, digits):
    change = first_sign_change(dimension, digits)
    assert change.high - change.low <= sp.Rational(1, 10**digits)
    with mpmath.workdps(digits + 3 * int(change.high) + 60):
        values = [
            mpmath.exp(-t) - mpmath.hyp1f1(dimension, mpmath.mpf(dimension) / 2, -t / 2)
            for t in (mpmath.mpf(int(end.p)) / int(end.q) for end in (change.low, change.high))
        ]
    assert values[0] > 0 > values[1]


def test_pieces_hold_the_function():
    """Taylor polynomials with their remainders against the definition in mpmath."""
    n = fmpq(17, 2)
    for piece in pieces(n, fmpq(40), 96):
        middle = (piece.start + piece.end) / 2
        place = mpmath.mpf(int(middle.p)) / int(middle.q)
        with mpmath.workdps(60):
            direct = mpmath.exp(-place) - mpmath.hyp1f1(-8.5, 8.5, place)
            direct = direct / place**2 if piece.start == 0 else direct
            text = mpmath.nstr(direct, 50)
        assert piece.value(middle, middle).overlaps(arb(text) * arb(1, 1e-40))
        assert piece.value(piece.start, piece.end).contains(piece.value(middle, middle))


def _parabola(lift):
    """A piece on which the function is s^2 + lift around its centre."""
    polynomial = arb_poly([arb(lift), arb(0), arb(1)])
    return Piece(fmpq(-2), fmpq(2), fmpq(0), polynomial, (arb(0), arb(0)))


def test_a_double_root_is_not_decided():
    with pytest.raises(ArithmeticError, match="not decided"):
        list(roots_of(_parabola(0)))
    assert list(roots_of(_parabola(fmpq(1, 10**6)))) == []
    assert [root.rises for root in roots_of(_parabola(fmpq(-1, 10**6)))] == [False, True]


# -- tables ---------------------------------------------------------------------------------------------------------


def test_tables_are_rounded_to_the_safe_side():
    for dimension in (3, 6, 7):
        change = first_sign_change(dimension, 40)
        below, above = (table(sp.Integer(dimension), 1) for table in (change_below, change_above))
        assert below <= change.low < change.high <= above
        assert above - below <= sp.Rational(2, 10**20)


def test_a_table_has_no_entry_beyond_its_end():
    for entry in (change_below(sp.Integer(6), 2), change_above(sp.Integer(2), 1), change_above(sp.Integer(257), 1)):
        assert not entry.is_Rational
    entry = change_above(d, 1)
    assert entry.subs({d: 6}) == change_above(sp.Integer(6), 1)
    assert compare(entry, sp.Integer(8), {d: sp.Integer(6)}) == ">"
    assert compare(entry, sp.Integer(8), {d: sp.Integer(2)}) == "overlap"
