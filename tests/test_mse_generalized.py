"""Mean squared errors of GERF under couplings: against balls, from their definition, and at A = 0."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
import sympy as sp
from conformity_reference import EPS, LENGTHS, TOLERANCE, cosine_of, error, fourier_pair, half_square, reference
from flint import arb, ctx
from scipy import special

from rftheory.couplings.geometries import geometry_of
from rftheory.couplings.geometry import Geometry
from rftheory.families.generalized_exponential import GeneralizedExponential
from rftheory.families.gerf_moments import optimal_parameters
from rftheory.families.optimal_positive import OptimalPositive, optimal_parameter
from rftheory.families.positive import Positive
from rftheory.families.trigonometric import Trigonometric
from rftheory.mechanisms.brackets import _LOST
from rftheory.mechanisms.mse import log_bracket, log_conformity, log_mse, log_mse_of_inputs
from rftheory.numbers.ball_parts import rational

ACUTE = Geometry(Fraction(1, 2), 2)


@pytest.mark.parametrize("coupling", ["orthogonal", "simplex"])
def test_generalized_features(coupling: str) -> None:
    """The pair moment does not depend on A: balls of ``e^(v^2) (e^g - 1) - n (e^(v^2) - rho)``."""
    for d in (2, 6, 64, 4096):
        n, cosine = Fraction(d - 1), cosine_of(coupling, d)
        for A in (Fraction(-1, 3), Fraction(-1, 1 << 20), Fraction(1, 16)):
            for v in (1e-6, 0.1, 1.0, 3.0, 10.0):
                with ctx.workprec(400):
                    t, a = half_square(v), rational(A)
                    g = arb(d) / 2 * (1 + 16 * a**2 / (1 - 8 * a)).log() + 2 * t / (1 - 8 * a)
                    kernel = (2 * t).exp()
                    exact = kernel * g.expm1() - rational(n) * (kernel - reference(d, cosine, v))
                family = GeneralizedExponential(sp.Rational(A), 1)
                # the exponent g is rounded a few times, and the terms are at most so many times as large as the bracket
                bound = _LOST * (TOLERANCE + 8 * EPS * float(g))
                assert error(log_bracket(family, coupling, d, d, v), exact) < bound


def exact_waves(A: Fraction, d: int, n: Fraction, cosine: Fraction, z: float) -> arb:
    """``E Z^2 - K^2 + n (rho_F - K^2)`` of GERF with s = -1, E Z^2 = T (1 + e^(-2 (1-4A) z^2/(1-8A)))/2."""
    with ctx.workprec(400):
        t, a = half_square(z), rational(A)
        tail = ((1 + 16 * a**2 / (1 - 8 * a)).log() * d / 2).exp()
        square = tail * (1 + (-4 * t * (1 - 4 * a) / (1 - 8 * a)).exp()) / 2
        kernel = (-2 * t).exp()
        pair = fourier_pair(d, cosine, t) if n else kernel
        return square - kernel + rational(n) * (pair - kernel)


@pytest.mark.parametrize("A", [Fraction(-1, 3), Fraction(-1, 1 << 20), Fraction(1, 16)])
@pytest.mark.parametrize("coupling", ["iid", "orthogonal", "simplex"])
def test_generalized_waves(coupling: str, A: Fraction) -> None:
    for d in (2, 5):
        geometry = geometry_of(coupling, d)
        n = geometry.partners(d)
        for z in (0.1, 1.0, 3.0):
            family = GeneralizedExponential(sp.Rational(A), -1)
            found = log_bracket(family, coupling, d, d, z)
            assert error(found, exact_waves(A, d, n, geometry.cosine, z)) < _LOST * TOLERANCE


@pytest.mark.parametrize("coupling", ["iid", "simplex"])
def test_waves_without_a_parameter_are_trigonometric(coupling: str) -> None:
    z = np.array(LENGTHS)
    both = [
        log_mse(f, coupling, 9, 4, z, 1.0, 0.5, "softmax") for f in (Trigonometric(), GeneralizedExponential(0, -1))
    ]
    assert (both[0] == both[1]).all()


def test_the_second_moment_of_waves_is_the_one_of_the_family() -> None:
    """m = 1: no coupling, and the closed form that the family itself has."""
    from rftheory.mechanisms.mse import log_variance

    x, y = np.random.default_rng(3).standard_normal((2, 6, 4)) / 2
    for family in (GeneralizedExponential(sp.Rational(-1, 5), -1), GeneralizedExponential(sp.Rational(-1, 5), 1)):
        expected = log_variance(family, x, y)
        # both promise 1e-12; lengths of inputs are rounded
        found = log_mse_of_inputs(family, "simplex", 1, x, y)
        assert found == pytest.approx(expected, rel=TOLERANCE, abs=2 * TOLERANCE)


@pytest.mark.parametrize(("d", "A"), [(2, -0.3), (3, -0.1), (6, 0.02)])
def test_the_pair_moment_of_generalized_features_is_that_of_positive_ones(d: int, A: float) -> None:
    """From its definition: ``(1-4A)^d E exp(2A (r_1^2 + r_2^2)) 0F1(; d/2; (1-4A) v^2 |w_1 + w_2|^2/4)``, r_i chi_d."""
    v, cosine = 1.3, -1 / (d - 1)
    # integrands are analytic in the lengths, and e^-98 of the normal mass is beyond 14
    nodes, weights = np.polynomial.legendre.leggauss(120)
    r, weights = 7 * (nodes + 1), 7 * weights
    chi = 2 * (r**2 / 2) ** (d / 2) / r / special.gamma(d / 2)
    tilted = weights * chi * np.exp((2 * A - 0.5) * r**2)
    squares = r[:, None] ** 2 + r**2 + 2 * cosine * np.outer(r, r)
    values = special.hyp0f1(d / 2, (1 - 4 * A) * v**2 * squares / 4)
    untilted = tilted @ values @ tilted
    expected = float(np.exp(log_conformity("simplex", v, d)))
    # positive terms: what the functions themselves are rounded by
    assert (1 - 4 * A) ** d * untilted == pytest.approx(expected, rel=TOLERANCE)
    assert abs(untilted / expected - 1) > 1e-2


def test_generalized_features_at_zero_are_positive_features() -> None:
    v = np.array([0.0, 1e-200, *LENGTHS])
    both = [log_mse(f, "simplex", 20, 16, v) for f in (Positive(), GeneralizedExponential(0, 1))]
    assert (both[0] == both[1]).all()
    # also where the best parameter vanishes with v
    assert (log_mse(OptimalPositive(), "simplex", 16, 16, v[:2]) == log_mse(Positive(), "simplex", 16, 16, v[:2])).all()


def test_the_optimal_parameter_does_not_cancel() -> None:
    for d in (2, 64):
        for square in (1e-12, 0.3, 1.0, 40.0, 1e4):
            exact = float(optimal_parameter(sp.Rational(square), sp.Integer(d)).evalf(40))
            assert optimal_parameters(np.array([square]), d)[0] == pytest.approx(exact, rel=16 * EPS)
    v = np.array([0.3, 1.0, 4.0])
    best = log_mse(OptimalPositive(), "simplex", 8, 8, v)
    assert (best < log_mse(Positive(), "simplex", 8, 8, v)).all()
