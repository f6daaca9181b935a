"""Moments over blocks of coupled projections: against independent routes and draws."""

from __future__ import annotations

import itertools
import math
from dataclasses import replace
from fractions import Fraction

import mpmath
import numpy as np
import pytest
import sympy as sp
from conformity_reference import angle_integral
from flint import arb, ctx
from hypothesis import given, settings
from hypothesis import strategies as st
from test_simulate import outcome_of

from rftheory.couplings.geometries import NAMES, geometry_of
from rftheory.couplings.hadamard import HadamardProduct
from rftheory.couplings.halton import Halton
from rftheory.couplings.iid import Independent
from rftheory.couplings.simplex import Simplex
from rftheory.estimators.block_moments import block_exponential
from rftheory.estimators.coupled import Coupled, Regular
from rftheory.estimators.moments import formal_pair
from rftheory.estimators.tilted import TiltedError
from rftheory.families.generalized_exponential import GeneralizedExponential
from rftheory.families.positive import Positive
from rftheory.families.trigonometric import Trigonometric
from rftheory.kernels import m, theta, x_norm, y_norm
from rftheory.numbers.balls import real_ball
from rftheory.proofs.simrf._draws import Drawn, every_point, fourier_error, points, positive_error, sizes
from rftheory.rules.angles import AngleExpectation
from rftheory.rules.nodes import Projection
from rftheory.simulate.checks import MomentCheck
from rftheory.simulate.engine import Planned, literal, simulate

pytestmark = pytest.mark.theory

POSITIVE, FOURIER = GeneralizedExponential(0, 1), GeneralizedExponential(0, -1)
_BITS = 128
SIGNED = st.sampled_from([-3, -2, -1, 1, 2, 3])


@pytest.fixture(autouse=True)
def _precision():
    with ctx.workprec(_BITS):
        yield


def _moment(weights, square, d, cosine):
    return block_exponential([arb(weight) for weight in weights], arb(square), d, cosine)


# -- exponential moments of a block ---------------------------------------------------------------------------------


def _by_generating_function(weights, square, d):
    """Orthogonal members: sum_n q_n/(d/2)_n with sum_n q_n z^n = prod_i (1 - t_i^2 u^2 z/2)^(-d/2)."""
    with mpmath.workdps(40):
        taus = [mpmath.mpf(weight) ** 2 * square / 2 for weight in weights]
        q, total, sums = [mpmath.mpf(1)], mpmath.mpf(1), []
        for n in range(1, 400):
            sums.append(mpmath.mpf(d) / 2 * mpmath.fsum(tau**n for tau in taus))
            q.append(mpmath.fsum(sums[k - 1] * q[n - k] for k in range(1, n + 1)) / n)
            term = q[n] / mpmath.rf(mpmath.mpf(d) / 2, n)
            total += term
            if n > 30 and abs(term) < mpmath.mpf(10) ** -35 * abs(total):
                return total
    raise AssertionError("the reference has not converged")


@pytest.mark.parametrize(
    ("weights", "square", "d"),
    [((1, 1, 1, 1), 4, 4), ((2, 1, 1), 1, 3), ((3, 1), 2, 64), ((2, -1), -1, 2), ((2, 2), -3, 6), ((4,), 1, 5)],
)
def test_an_orthogonal_block_has_its_generating_function(weights, square, d):
    ball = _moment(weights, square, d, Fraction(0))
    reference = _by_generating_function(weights, square, d)
    assert abs(ball - arb(mpmath.nstr(reference, 40))) < arb(10) ** -25 * abs(ball)


@pytest.mark.parametrize("d", [2, 3, 6, 64])
@pytest.mark.parametrize("square", [4, 1, -4])
def test_a_pair_of_a_simplex_is_the_integral_over_the_angle_between_its_lengths(d, square):
    cosine = Fraction(-1, d - 1)
    assert _moment((1, 1), square, d, cosine).overlaps(angle_integral(d, cosine, arb(square) / 2))
    assert _moment((1, -1), square, d, cosine).overlaps(angle_integral(d, -cosine, arb(square) / 2))
    assert not _moment((1, 1), square, d, cosine).overlaps(angle_integral(d, Fraction(0), arb(square) / 2))


@settings(max_examples=20, deadline=None)
@given(st.lists(SIGNED, min_size=1, max_size=3), st.integers(4, 9), st.fractions(-2, 2), st.booleans())
def test_the_power_series_of_a_block_starts_with_moments_of_the_square(weights, d, square, simplex):
    """``1 + u^2/(2d) E Q + (u^2)^2/(8 d (d+2)) E Q^2`` to third order in a small u^2, from moments of single lengths."""
    if len({abs(weight) for weight in weights}) > 2:
        with pytest.raises(ValueError, match="one or two sizes"):
            _moment(weights, 1, d, Fraction(0))
        return
    cosine = Fraction(-1, d - 1) if simplex else Fraction(0)
    c, scale = arb(cosine.numerator) / cosine.denominator, arb(2) ** -30
    u2 = scale * square.numerator / square.denominator

    def length_moment(power):
        return arb(2) ** (arb(power) / 2) * (arb(d + power) / 2).gamma() / (arb(d) / 2).gamma()

    first, second = arb(0), arb(0)
    entries = [
        (i, j, a * b * (1 if i == j else c)) for (i, a), (j, b) in itertools.product(enumerate(weights), repeat=2)
    ]
    for i, j, entry in entries:
        first += entry * math.prod(length_moment([i, j].count(k)) for k in {i, j})
    for (i, j, one), (k, n, other) in itertools.product(entries, repeat=2):
        second += one * other * math.prod(length_moment([i, j, k, n].count(index)) for index in {i, j, k, n})
    expected = 1 + u2 * first / (2 * d) + u2**2 * second / (8 * d * (d + 2))
    # the third term is at most (|u^2| (sum |t|)^2)^3 E (sum r_i^2)^3/(48 d^3)
    third = (abs(u2) * sum(abs(weight) for weight in weights) ** 2) ** 3 * (len(weights) * d + 4) ** 3 / (48 * d**3)
    ball = block_exponential([arb(weight) for weight in weights], u2, d, cosine)
    assert abs(ball - expected) <= 2 * third + arb(2) ** (16 - _BITS)


# -- moments of the mean of several blocks ---------------------------------------------------------------------------


def _inputs(d, length, fourier):
    x = np.zeros(d)
    x[0] = length / 2
    return x, -x if fourier else x


@pytest.mark.parametrize(("family", "m_", "v"), [(POSITIVE, 3, 0.7), (FOURIER, 5, 1.3), (POSITIVE, 1, 1.0)])
def test_blocks_of_one_have_the_moments_of_independent_samples(family, m_, v):
    x, y = _inputs(3, v, family.s == -1)
    for center in (mpmath.mpf(0), mpmath.mpf("0.8")):
        chosen = Regular(family)
        exact, plain = chosen.block_moments(x, y, m_, center), chosen.moments(x, y, m_, 1, center)
        for one, other in zip(vars(exact).values(), vars(plain).values(), strict=True):
            assert abs(one - mpmath.re(other)) < mpmath.mpf(10) ** -25


@pytest.mark.parametrize("coupling", ["orthogonal", "simplex"])
@pytest.mark.parametrize("d", [2, 3, 6])
def test_the_second_moment_is_the_formula_of_pairs(coupling, d):
    """One sample, its partners in the block, and the others; the closed forms are those of `conformity`."""
    geometry = geometry_of(coupling, d)
    x, y = _inputs(d, 1.25, False)
    for size in (1, d, d + 1, 2 * d, 3 * d - 1):
        mse = Coupled(POSITIVE, NAMES[coupling]).moments(x, y, size, 1, mpmath.mpf(1)).second
        square = arb(25) / 16
        rho = angle_integral(d, geometry.cosine, square / 2)
        n = geometry.partners(size)
        decay = (-square).exp()
        bracket = (2 * square).exp() - square.exp() + (rho - square.exp()) * n.numerator / n.denominator
        assert abs(arb(mpmath.nstr(mse, 30)) - decay * bracket / size) < arb(10) ** -24


@pytest.mark.parametrize(("coupling", "d"), [("simplex", 2), ("simplex", 4), ("orthogonal", 3)])
@pytest.mark.parametrize("family", [POSITIVE, FOURIER])
def test_central_moments_of_a_pair_are_those_of_its_products(coupling, d, family):
    """The powers multiplied out, E Z_1^p Z_2^q by the series of `evaluate.angles` over the lengths of two projections."""
    x, y = _inputs(d, 1.25, family.s == -1)
    cosine = geometry_of(coupling, d).cosine
    exact = Coupled(family, NAMES[coupling]).moments(x, y, 2, 1, mpmath.mpf("0.5"))
    sample = family.sample(Projection("w"), *formal_pair(x, y)).subs(family.parameters(x, y))
    for order, value in ((1, exact.first), (2, exact.second), (4, exact.fourth)):
        total = sp.Integer(0)
        for p, q in itertools.product(range(order + 1), repeat=2):
            if p + q <= order:
                ways = math.comb(order, p) * math.comb(order - p, q) * sp.Rational(-1, 2) ** (order - p - q)
                pair = AngleExpectation([sample**p, sample**q], d, sp.Rational(cosine.numerator, cosine.denominator))
                total += ways * (pair if p + q else 1) / sp.Integer(2) ** (p + q)
        ball = real_ball(total, {}, _BITS)
        assert abs(ball - arb(mpmath.nstr(value, 32))) < arb(10) ** -25


@pytest.mark.parametrize(("coupling", "d", "size"), [("simplex", 4, 7)])
@pytest.mark.parametrize("family", [POSITIVE, FOURIER])
def test_fourth_moments_are_those_of_draws(coupling, d, size, family):
    """Where tails are moderate; a fifth of the value would be seen."""
    x, y = _inputs(d, 1.5 if family.s == -1 else 0.2, family.s == -1)
    estimator = Coupled(family, NAMES[coupling])
    kernel = math.exp(-float((x - y) @ (x - y)) / 2)
    exact = estimator.moments(x, y, size, 1, mpmath.mpf(kernel))
    draws = estimator.draw(np.random.default_rng(2), 50_000, x, y, size, 1) - kernel
    for power, value in ((2, exact.second), (4, exact.fourth)):
        error = 5 * (draws**power).std() / math.sqrt(draws.size)
        assert abs((draws**power).mean() - float(value)) < error < 0.2 * float(value)


def test_second_moments_alone_are_the_same_and_those_of_draws():
    x, y = _inputs(6, 0.5, False)
    estimator = Coupled(POSITIVE, Simplex())
    mse, products = estimator.second_moments(x, y, 9)
    assert abs(mse - estimator.moments(x, y, 9, 1, mpmath.mpf(1)).second) < mpmath.mpf(10) ** -25
    coordinates, _ = estimator.coupling.draw_coordinates(np.random.default_rng(0), 1, 9, len(x), 50_000)
    draws = np.linalg.norm(x + y) * coordinates[0].T
    samples = np.exp(draws - 0.125) - 1
    squares = (samples.mean(axis=1) ** 2 - (samples**2).mean(axis=1) / 9) ** 2
    error = 5 * squares.std() / math.sqrt(squares.size)
    assert abs(squares.mean() - float(products)) < error < 0.2 * float(products)


def _reduced(family, quantity, expected, coupling=NAMES["orthogonal"]):
    point = {x_norm: sp.Integer(1), y_norm: sp.Rational(1, 2), theta: sp.Rational(12, 5), m: sp.Integer(2)}
    return MomentCheck("reduced", Coupled(family, coupling), quantity, sp.Float(expected, 30), point, reduced=True)


@pytest.mark.parametrize(
    "family", [POSITIVE, FOURIER, Positive(), Trigonometric(), GeneralizedExponential(-sp.Rational(1, 8), 1)]
)
def test_reduced_draws_have_the_law_of_literal_ones(family):
    configuration = _reduced(family, "mean", 1).configuration
    x, y = configuration.plain_inputs
    error = configuration.estimator.moments(x, y, 2, 1, mpmath.mpf(configuration.kernel)).second
    assert not outcome_of(_reduced(family, "mean", configuration.kernel)).rejected
    assert not outcome_of(_reduced(family, "mse", error)).rejected
    assert outcome_of(_reduced(family, "mse", error * mpmath.mpf("1.25"))).rejected
    assert configuration.label != replace(configuration, reduced=False).label


def test_bad_input():
    for family, coupling in ((Positive(), Halton()), (GeneralizedExponential(sp.I / 20, 1), Independent())):
        with pytest.raises(ValueError, match="reduced draws need an isotropic coupling and a real number A"):
            literal(_reduced(family, "mean", 1, coupling).configuration, 0)
    x, y = _inputs(3, 1.0, False)
    with pytest.raises(ValueError, match="no closed form"):
        Coupled(POSITIVE, HadamardProduct()).moments(x, y, 2, 1, mpmath.mpf(0))
    with pytest.raises(ValueError, match="share must be in"):
        TiltedError(Coupled(POSITIVE), sp.Integer(1))
    with pytest.raises(ValueError, match="positive features"):
        TiltedError(Coupled(FOURIER))
    with pytest.raises(ValueError, match="isotropic coupling"):
        TiltedError(Coupled(POSITIVE, Halton()))


# -- where statements are drawn --------------------------------------------------------------------------------------


def test_the_points_cover_every_dimension_and_length():
    every = list(every_point())
    assert len(every) == len(set(every)) == 36
    assert {(p.dimension, p.length) for p in points(largest=128)} == {(p.dimension, p.length) for p in every}
    assert set(points()) < set(every)
    for dimension in (2, 3, 6, 64):
        below, at, twice = sizes(dimension)
        assert below < dimension == at < twice == 2 * dimension


def _answer(check):
    plan, shortfall = check.plan("quick")
    return simulate([Planned(check, plan)], 0)[0], shortfall


@pytest.mark.parametrize("coupling", list(NAMES))
def test_a_wrong_coupling_is_rejected(coupling):
    """The errors of the other couplings are at least 15% away here: they are rejected, the own one is not."""
    point = Drawn(sp.Integer(1), 6, 6)
    x, y = _inputs(6, 1.0, False)
    errors = {
        name: sp.Rational(str(Coupled(POSITIVE, other).second_moments(x, y, 6)[0])) for name, other in NAMES.items()
    }
    outcome, shortfall = _answer(positive_error(NAMES[coupling], point, errors.pop(coupling), ""))
    assert not shortfall and not outcome.rejected and outcome.has_teeth
    assert all(outcome.rejects(float(value)) for value in errors.values())


def test_more_than_one_block_is_told_from_one():
    """(11) with m - 1 partners in place of those of two blocks is rejected, for both kinds of features."""
    point = Drawn(sp.Integer(1), 3, 6)
    for family, check in ((POSITIVE, positive_error), (FOURIER, fourier_error)):
        x, y = _inputs(3, 1.0, family.s == -1)
        one, two, six = (Coupled(family, Simplex()).second_moments(x, y, size)[0] for size in (1, 2, 6))
        with mpmath.workdps(30):
            pair = 2 * two - one
            assert abs(six - (one + 2 * pair) / 6) < mpmath.mpf(10) ** -25
            wrong = (one + 5 * pair) / 6
        outcome, shortfall = _answer(check(Simplex(), point, sp.Rational(str(six)), ""))
        assert not shortfall and not outcome.rejected and outcome.rejects(float(wrong))
