"""The critical distance of Fourier features and the signs of the gap against an independent evaluation."""

import mpmath
import pytest
import sympy as sp
from flint import arb, arb_poly, fmpq

from rftheory.numbers.balls import compare
from rftheory.proofs.simrf._gap_waves import Piece, final_sign, pieces, roots_of, settled
from rftheory.proofs.simrf._zcrit import (
    change_above,
    change_below,
    change_count,
    critical_distance,
    first_sign_change,
    sign_changes,
    sign_of_gap,
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
    assert sign_changes(2) == ()


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


# -- all changes ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("dimension", [2, 3, 4, 5, 8, 15])
def test_the_changes_are_those_that_a_scan_meets(dimension):
    """The definition in mpmath, on a grid that is finer than the distances of the changes, and far beyond the last one."""
    changes = sign_changes(dimension, 25)
    end = 8 * dimension + 30
    signs = [gap(sp.Rational(2 * step + 1, 8), dimension) > 0 for step in range(4 * end)]
    places = [sp.Rational(2 * step + 2, 8) for step in range(len(signs) - 1) if signs[step] != signs[step + 1]]
    assert len(places) == len(changes)
    for place, change in zip(places, changes, strict=True):
        assert abs(place - change.low) <= sp.Rational(1, 4)


@pytest.mark.parametrize("dimension", range(2, 40))
def test_far_out_the_sign_is_that_of_half_the_dimension(dimension):
    changes, n = sign_changes(dimension), fmpq(dimension, 2)
    assert final_sign(n) == (-1) ** len(changes) == -((-1) ** -(-dimension // 2))
    place = settled(n)
    assert not changes or changes[-1].high <= 2 * sp.Rational(int(place.p), int(place.q))


def test_a_sign_is_given_only_where_it_is_certain():
    first, second = sign_changes(6)
    one = sp.Integer(1)
    assert sign_of_gap(6, one, first.low) == 1
    assert sign_of_gap(6, first.high, second.low) == -1
    assert sign_of_gap(6, second.high, sp.oo) == 1
    assert sign_of_gap(2, one / 1000, sp.oo) == 1
    for low, high in (
        (sp.Integer(0), one), (one, first.high), (first.low, first.high), (first.low, second.low), (second.low, sp.oo),
        (2 * one, one), (-one, one), (one, sp.oo),
    ):  # fmt: skip
        assert sign_of_gap(6, low, high) == 0


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
        for number, change in enumerate(sign_changes(dimension, 40), start=1):
            below, above = (table(sp.Integer(dimension), number) for table in (change_below, change_above))
            assert below <= change.low < change.high <= above
            assert above - below <= sp.Rational(2, 10**20)


def test_a_table_has_no_entry_beyond_its_end():
    for entry in (change_below(sp.Integer(6), 3), change_above(sp.Integer(2), 1), change_count(sp.Integer(1))):
        assert not entry.is_Rational
    i = sp.Symbol("i", integer=True)
    entry = change_above(d, i)
    assert entry.subs({d: 6, i: 2}) == change_above(sp.Integer(6), 2)
    assert compare(entry, sp.Integer(18), {d: sp.Integer(6), i: sp.Integer(2)}) == ">"
    assert compare(entry, sp.Integer(18), {d: sp.Integer(6), i: sp.Integer(3)}) == "overlap"
