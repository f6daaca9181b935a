"""Attempts to prove something false with sums, products, counts and frames: every one must be refused."""

from __future__ import annotations

import pytest
import sympy as sp
from flint import arb, ctx
from rftheory.evidence.convergence import series_missing
from rftheory.evidence.integrated import decide_equal, integrate
from rftheory.evidence.sign import ANY, is_nonzero, sign_of
from rftheory.evidence.zero import decide_zero

from rftheory.coordinates import L, d, i, j, k, l, x
from rftheory.kernels import PAIR, Space, lam, p, x_norm, y_norm
from rftheory.numbers.balls import UnsupportedExpression, ball, compare
from rftheory.rules.chi import integrate_powers
from rftheory.rules.counts import integrate_counts, telescoping_tail
from rftheory.rules.frames import FrameExpectation, OrthogonalMean
from rftheory.rules.gaussian import integrate_gaussian
from rftheory.rules.importance import change_of_measure
from rftheory.rules.nodes import Expectation, Projection
from rftheory.rules.orthant import integrate_signs
from rftheory.rules.orthogonal import integrate_frames
from rftheory.rules.variates import MASS, Count, Counts
from rftheory.statements.domain import Domain, Range

_A = sp.Symbol("a", real=True)
_W = Projection("w")
_IMAGE = _W.dot(PAIR.x)
_COUNT = Counts("w", sp.Lambda(k, sp.exp(-lam) * lam**k / sp.factorial(k)))
_DOMAIN = Domain(
    (
        Range(d, 1, None, integer=True, typical=(1, 3)),
        Range(L, 1, None, integer=True, typical=(1, 3)),
        Range(lam, 0, None, "()"),
        Range(p, 0, 1, "()", typical=(0, 1)),
        Range(_A, None, None, typical=(-1, 1)),
        Range(x.label, None, None, typical=(-1, 1), shape=(d,)),
        Range(x_norm, 0, None, "()"),
        Range(y_norm, 0, None, "()"),
    )
)
_AT = {d: sp.Integer(2), L: sp.Integer(2), lam: sp.Rational(1, 2), p: sp.Rational(1, 3), _A: sp.Rational(1, 2)}

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
    found = integrate(Expectation(p ** _COUNT[1] * p ** _COUNT[2]), _DOMAIN)
    assert decide_zero(found - sp.exp(-2 * lam * (1 - p)), _DOMAIN).zero


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


def test_an_expectation_inside_of_a_sample_is_a_number() -> None:
    value = sp.exp(_IMAGE / 2) + sp.cos(_IMAGE)
    variance = Expectation((value - Expectation(value)) ** 2)
    assert decide_equal(variance, change_of_measure(_W, PAIR.x, 1, d)(variance), _DOMAIN).zero


@pytest.mark.parametrize("shift", [PAIR.x * sp.I, PAIR.x * sp.Symbol("c")])
def test_complex_shifts_are_refused(shift: object) -> None:
    with pytest.raises(ValueError, match="shift must be a real vector"):
        change_of_measure(_W, shift, 1, d)(Expectation(sp.exp(_IMAGE)))  # type: ignore[arg-type]


def test_the_mean_over_a_frame_is_not_one_draw() -> None:
    with pytest.raises(ValueError, match="one draw"):
        change_of_measure(_W, PAIR.x, 1, d)(Expectation(OrthogonalMean(sp.exp(_IMAGE), d, d)))


def test_spaces_of_one_name_are_told_by_their_tables() -> None:
    once, again, other = (
        _W.dot(Space("twice defined", lambda a, b, square=square: square, "e").vector("e"))
        for square in (x_norm**2, x_norm**2, y_norm**2)
    )
    assert once == again and once != other and str(once) == str(other)
    assert integrate_gaussian(Expectation(sp.exp(other))) == sp.exp(y_norm**2 / 2)
    for of_two in (sp.exp(once + other), sp.sign(once) * sp.sign(other)):
        assert integrate_signs(integrate_gaussian(Expectation(of_two))) == Expectation(of_two)
    with pytest.raises(ValueError, match="different spaces"):
        _ = Space("twice defined", lambda a, b: x_norm**2, "e").vector("e") + Space("b", lambda a, b: 1, "e").vector(
            "e"
        )


def test_random_powers_have_no_moment() -> None:
    length = _W.squared_length(d)
    assert integrate_powers(Expectation(length**length)) == Expectation(length**length)


# -- series, signs --------------------------------------------------------------------------------------------------


def test_infinite_products_of_positive_numbers_may_vanish() -> None:
    product = sp.Product(sp.exp(-k * lam) / 2, (k, 1, sp.oo))
    assert 0 in sign_of(product, _DOMAIN)
    assert not is_nonzero(product, _DOMAIN)
    finite = sp.Product(sp.exp(-l * lam) / 2, (l, 1, d))
    assert sign_of(finite, _DOMAIN) == {1}


def test_indices_of_one_name_are_different() -> None:
    first, second = (sp.Dummy("l", integer=True, positive=True) for _ in range(2))
    double = sp.Sum(x[first] ** 3 * x[second], (first, 1, d), (second, 1, d))
    nested = sp.Sum(sp.Sum(x[first] ** 3 * x[second], (first, 1, d)), (second, 1, d))
    assert sign_of(double, _DOMAIN) == sign_of(nested, _DOMAIN) == ANY
    assert 0 not in sign_of(sp.Sum(sp.exp(x[first] * x[second]), (first, 1, d), (second, 1, d)), _DOMAIN)


def test_what_is_known_of_a_parameter_is_not_known_of_an_index() -> None:
    domain = Domain((Range(k, 5, None, integer=True), Range(d, 1, None, integer=True)))
    triangle = sp.Sum(1, (j, 5, k), (k, 0, d))
    assert sign_of(triangle, domain) == ANY
    t = sp.Symbol("t", real=True)
    above = Domain((Range(t, None, None), Range(_A, 0, None)), (sp.Gt(t, 5, evaluate=False),))
    assert sign_of(sp.Integral(t - 5, (t, 0, _A)), above) == ANY


def test_nonzero_draws_may_average_to_zero() -> None:
    domain = _DOMAIN.where(sp.Ne(_IMAGE, 0, evaluate=False))
    assert 0 not in sign_of(_IMAGE, domain)
    assert 0 in sign_of(Expectation(_IMAGE), domain)


# -- rational terms -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("term", "converges"),
    [
        (1 / ((k + 1) * (k + 2)), True),
        (k / (k + 1) ** 3, True),
        (1 / (k + 1), False),
        (k / (k**2 + 1), False),
        ((k + 1) / (k + 2), False),
        # the leading coefficient may vanish
        (1 / (_A * k**2 + k + 1), False),
    ],
)
def test_rational_series_converge_if_they_fall_as_a_square(term: sp.Expr, converges: bool) -> None:
    assert (series_missing(term, k, _DOMAIN) == "") is converges


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
