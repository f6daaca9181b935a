"""What the rules of random quantities do not integrate, and whose closed forms they do not mix up."""

from __future__ import annotations

import mpmath
import pytest
import sympy as sp
from flint import arb, ctx
from hypothesis import given, settings
from hypothesis import strategies as st

from rftheory.inputs.coordinates import L, d, i, k, l
from rftheory.inputs.kernels import EQUAL_PAIR, PAIR, Space, lam, m, p, r, x_norm
from rftheory.numbers.balls import UnsupportedExpression, ball, compare
from rftheory.rules.angles import AngleExpectation, integrate_angles
from rftheory.rules.chi import integrate_powers
from rftheory.rules.counts import integrate_counts, telescoping_tail
from rftheory.rules.expectation import set_partitions
from rftheory.rules.frames import FrameExpectation
from rftheory.rules.gaussian import bilinear_square, integrate_gaussian, linear_coefficients
from rftheory.rules.nodes import Expectation, Phase, Projection, SampleMean
from rftheory.rules.orthogonal import integrate_frames
from rftheory.rules.polar import polar_logarithms
from rftheory.rules.tables import Drawn, FiniteLaw, moment
from rftheory.rules.uniform import LargestDeviation, largest_deviation
from rftheory.rules.variates import MASS, Count, Counts

_A, _T = sp.symbols("a t", real=True)
_U = sp.Symbol("u", positive=True)
_ONE, _HALF = sp.Integer(1), sp.Rational(1, 2)
_W = Projection("w")
_IMAGE = _W.dot(PAIR.x)
_COUNT = Counts("w", sp.Lambda(k, sp.exp(-lam) * lam**k / sp.factorial(k)))
_AT = {d: sp.Integer(2), L: sp.Integer(2), lam: _HALF, p: sp.Rational(1, 3), _A: _HALF}


def _vector(square: sp.Expr) -> sp.Expr:
    """A vector of a space of its own, whose square is given."""
    return Space("given", lambda a, b: square, "e").vector("e")


def test_set_partitions_are_counted_by_bell_numbers() -> None:
    assert [len(list(set_partitions(k))) for k in range(6)] == [1, 1, 2, 5, 15, 52]


# -- counts: an expression with a bound index speaks of many counts -------------------------------------------------

_MANY_COUNTS = {
    "exponential of a sum": sp.exp(_A * sp.Sum(_COUNT[l], (l, 1, d))),
    "power of a sum": p ** sp.Sum(_COUNT[l], (l, 1, d)),
    "square of a sum": sp.Sum(_COUNT[l], (l, 1, d)) ** 2,
    "product over two indices": sp.Product(p ** _COUNT[l], (l, 1, d), (i, 1, L)),
    "root of a product": sp.sqrt(sp.Product(1 + _COUNT[l], (l, 1, d))),
    "inner index of the name of the outer one": sp.Product(p ** sp.Sum(_COUNT[l], (l, 1, 3)), (l, 1, d)),
    "two free numbers": p ** _COUNT[1] * p ** _COUNT[l],
    "product and a single count": sp.Product(p ** _COUNT[l], (l, 1, d)) * p ** _COUNT[1],
    "another number inside of the product": sp.Product(p ** (_COUNT[l] + _COUNT[1]), (l, 1, d)),
    "an expectation inside": sp.exp(_COUNT[1] * Expectation(MASS(_COUNT[1]))),
}


@pytest.mark.parametrize("name", _MANY_COUNTS)
def test_several_counts_are_not_taken_for_one(name: str) -> None:
    node = Expectation(_MANY_COUNTS[name])
    assert integrate_counts(node, lambda e: True).atoms(Count)
    point = {**_AT, l: sp.Integer(2)}
    with pytest.raises(UnsupportedExpression):
        ball(node, point, 64)


def test_single_counts_are_integrated() -> None:
    found = integrate_counts(Expectation(p ** _COUNT[1] * p ** _COUNT[2]), lambda e: True)
    assert compare(found, sp.exp(-2 * lam * (1 - p)), _AT) == "overlap"


# -- frames ---------------------------------------------------------------------------------------------------------


def test_an_imaginary_multiple_of_a_direction_is_no_image_up_to_sign() -> None:
    waves = FrameExpectation([sp.exp(_IMAGE), sp.exp(sp.I * _IMAGE)], d)
    assert integrate_frames(waves, lambda e: True) == waves
    # |w_1|^2 - |w_2|^2 is symmetric, so only even powers of x^2 are left; equal signs give another number
    point = {d: sp.Integer(3), x_norm: sp.Integer(1)}
    value = ball(waves, point, 96)
    series = sum(
        sp.Rational(1, 4) ** n / (sp.factorial(n) * sp.rf(sp.Rational(3, 2), n)) * _power(n) for n in range(26)
    )
    # |w_1|^2 + |w_2|^2 is chi-square with six degrees, so terms are at most half of the one before from there on
    tail = 2 * sp.Rational(1, 2) ** 26 * sp.rf(3, 26) / (sp.factorial(26) * sp.rf(sp.Rational(3, 2), 26))
    gap = value - ball(series, {}, 96)
    assert abs(gap).abs_lower() <= ball(tail, {}, 96) and gap.rad() < arb(2) ** -80
    equal = FrameExpectation([sp.exp(_IMAGE), sp.exp(_IMAGE)], d)
    assert compare(sp.re(waves), equal, point) == "<"


def _power(n: int) -> sp.Expr:
    """``E (|w_1|^2 - |w_2|^2)^n`` in three dimensions."""
    half = sp.Rational(3, 2)
    return sum(sp.binomial(n, q) * (-1) ** q * 2**n * sp.rf(half, q) * sp.rf(half, n - q) for q in range(n + 1))


# -- change of measure ----------------------------------------------------------------------------------------------


def test_random_powers_have_no_moment() -> None:
    length = _W.squared_length(d)
    assert integrate_powers(Expectation(length**length)) == Expectation(length**length)


# -- series ---------------------------------------------------------------------------------------------------------


def test_rational_series_are_summed_by_their_fractions() -> None:
    """Telescoping, zeta(2), and values that SymPy knows; what diverges has none."""
    one = ball(sp.Sum(1 / ((k + 1) * (k + 2)), (k, 0, sp.oo)), {}, 128)
    basel = ball(sp.Sum(3 / (k + 1) ** 2, (k, 0, sp.oo)), {}, 128)
    with ctx.workprec(128):
        assert abs(one - 1) < arb(2) ** -100
        assert abs(basel - arb.pi() ** 2 / 2) < arb(2) ** -100
    for diverges in (1 / (k + 1), 1 / (k + 1) - 1 / (2 * k + 3)):
        with pytest.raises(UnsupportedExpression):
            ball(sp.Sum(diverges, (k, 0, sp.oo)), {}, 128)


@pytest.mark.parametrize(
    "law", [1 / ((k + 1) * (k + 3)), 2 / ((k + 1) * (k + 2)), 1 / (k + 1) ** 2, 1 / ((k - 1) * (k - 2))]
)
def test_masses_that_do_not_sum_to_one_are_no_law(law: sp.Expr) -> None:
    tail = telescoping_tail(sp.Lambda(k, law), k)
    assert tail is None or tail.subs(k, 0) != 1
    # a control
    assert telescoping_tail(sp.Lambda(k, 1 / ((k + 1) * (k + 2))), k) == 1 / (k + 1)


def test_coordinates_of_a_table_count_from_one() -> None:
    Drawn.table("refused", "row", *(FiniteLaw((value,), (1,), _ONE) for value in (1, 5)))
    means = [moment(Expectation(Drawn("refused", "row", index))) for index in range(-1, 4)]
    assert [value for value in means if value.is_number] == [1, 5] == means[2:4]


# -- vectors of two spaces --------------------------------------------------------------------------------------------


def test_products_of_vectors_of_two_spaces_are_not_known() -> None:
    """Their squares 1 and 4 allow nothing above 9, the sum of all table entries is 10."""
    parts = [_W.dot(_vector(sp.Integer(square))) for square in (1, 4)]
    mixed = Expectation(sp.exp(sp.Add(*parts)))
    assert integrate_gaussian(mixed) == mixed
    with pytest.raises(ValueError, match="one space"):
        bilinear_square(linear_coefficients(sp.Add(*parts))[0])
    node = AngleExpectation([sp.exp(_W.dot(PAIR.x) + _W.dot(EQUAL_PAIR.x))] * 2, d, sp.Integer(0))
    assert integrate_angles(node, lambda e: True) == node
    with pytest.raises(UnsupportedExpression, match="several spaces"):
        ball(node, {d: sp.Integer(3), x_norm: _ONE, r: _ONE}, 64)
    alone = Expectation(sp.exp(parts[1]))
    assert integrate_gaussian(alone) == sp.exp(2)


def test_phases_of_the_name_of_a_projection() -> None:
    """E exp(w.x + w_2.x) = exp(|x|^2), not exp(2 |x|^2): without the phase two projections are left."""
    both = sp.exp(_W.dot(PAIR.x) + Projection("w_2").dot(PAIR.x))
    node = Expectation(both * (1 + sp.exp(sp.I * Phase("w"))))
    assert integrate_gaussian(node) == node


# -- nets -------------------------------------------------------------------------------------------------------------

_GAP = SampleMean(sp.cos(_W.dot(PAIR.x)), m) - sp.exp(-(x_norm**2) / 2)


def test_a_deviation_at_another_parameter_is_another_deviation() -> None:
    """The bound for m projections says nothing of five."""
    five = sp.Ge(largest_deviation(_GAP, _ONE), _HALF, evaluate=False).lhs.subs(m, 5)
    assert isinstance(five, LargestDeviation) and five.gap == _GAP.subs(m, 5)
    unseen = SampleMean(sp.exp(_W.dot(_vector(_U))), m) - x_norm
    with pytest.raises(ValueError, match="must be written for the values"):
        _ = largest_deviation(unseen, _ONE).subs(_U, 5).gap


# -- logarithms -------------------------------------------------------------------------------------------------------


@settings(max_examples=40, deadline=None)
@given(
    st.fractions(min_value=-3, max_value=3, max_denominator=8),
    st.fractions(min_value=-3, max_value=3, max_denominator=8),
)
def test_logarithms_are_principal(real: object, imaginary: object) -> None:
    number = sp.Rational(real) + sp.I * sp.Rational(imaginary)
    if number == 0:
        return
    form = polar_logarithms(sp.log(number))
    with mpmath.workdps(50):
        value = complex(mpmath.log(mpmath.mpmathify(sp.N(number, 50))))
    enclosure = ball(form + _T, {_T: sp.Integer(0)}, 120)
    for part, wanted in ((enclosure.real, value.real), (enclosure.imag, value.imag)):
        assert abs(float(part.mid()) - wanted) <= 4 * 2**-52 * max(1, abs(wanted)) + float(part.rad())
