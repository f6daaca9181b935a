"""Conformities in float64 against balls, and the laws that they obey."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
import sympy as sp
from conformity_reference import (
    DIMENSIONS,
    EPS,
    LENGTHS,
    TOLERANCE,
    cosine_of,
    error,
    half_square,
    reference,
)
from flint import ctx
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import integrate

from rftheory.couplings.geometry import Geometry
from rftheory.mechanisms import pair_series
from rftheory.mechanisms.coefficients import angle_coefficients
from rftheory.mechanisms.mse import log_conformity
from rftheory.rules import pair_moments as closed_forms


def log_gap(coupling: str, v: float, d: int) -> float:
    """The logarithm of ``exp(v^2) - rho``."""
    return float(pair_series.gap(d, cosine_of(coupling, d)).log(np.asarray(v)))


@pytest.mark.parametrize("coupling", ["orthogonal", "simplex"])
@pytest.mark.parametrize("d", DIMENSIONS)
def test_conformities_and_their_differences(d: int, coupling: str) -> None:
    cosine = cosine_of(coupling, d)
    for v in LENGTHS[:-1]:
        exact = reference(d, cosine, v)
        assert error(log_conformity(coupling, v, d), exact) < TOLERANCE
        with ctx.workprec(400):
            gap = (2 * half_square(v)).exp() - exact
        assert error(log_gap(coupling, v, d), gap) < TOLERANCE


@pytest.mark.parametrize("cosine", [Fraction(-9, 10), Fraction(1, 3), Fraction(1)])
def test_other_angles(cosine: Fraction) -> None:
    for v in (0.1, 2.0, 10.0):
        assert error(log_conformity(Geometry(cosine, 2), v, 5), reference(5, cosine, v)) < TOLERANCE


def test_the_printed_coefficients_are_those_of_the_closed_form() -> None:
    """`closed_forms.angle_coefficient`, summed as it is written, against the recurrence."""
    for d, cosine in ((2, Fraction(-1)), (5, Fraction(-1, 4)), (3, Fraction(1, 2))):
        for k, ball in enumerate(angle_coefficients(d, cosine, 8, 200)):
            form = closed_forms.angle_coefficient(sp.Integer(k), sp.Integer(d), sp.Rational(cosine)).doit()
            # both are rounded once from more digits
            assert abs(float(ball) - float(sp.N(form, 30))) <= EPS * float(ball)


@pytest.mark.parametrize("d", [2, 3, 7])
def test_the_closed_forms_by_quadrature(d: int) -> None:
    """The one source in SymPy, integrated by scipy."""
    square, v = sp.Rational(9, 4), 1.5
    form = closed_forms.simplex_conformity(square, sp.Integer(d))
    integrand = sp.lambdify(closed_forms.phi, form.function, "mpmath")
    value, radius = integrate.quad(lambda phi: float(integrand(phi)), 0, np.pi, epsabs=1e-11, epsrel=1e-11)
    assert np.exp(log_conformity("simplex", v, d)) == pytest.approx(value, rel=TOLERANCE, abs=2 * radius)
    orthogonal = closed_forms.orthogonal_conformity(square, sp.Integer(d))
    assert np.exp(log_conformity("orthogonal", v, d)) == pytest.approx(float(orthogonal.evalf(20)), rel=TOLERANCE)


@given(d=st.integers(2, 40), v=st.floats(1e-6, 12))
@settings(max_examples=12, deadline=None)
def test_the_order_of_the_couplings(d: int, v: float) -> None:
    # for small v the conformities are 1 in float64, for large v their gaps are exp(v^2)
    nearer, wider = (log_gap(c, v, d) for c in ("orthogonal", "simplex"))
    simplex, orthogonal = (log_conformity(c, v, d) for c in ("simplex", "orthogonal"))
    assert nearer < wider if v < 1 else 0 < simplex < orthogonal < v * v * (1 + 2 * EPS)


@given(d=st.integers(2, 12), v=st.floats(1e-3, 8), cosines=st.tuples(st.integers(-20, 20), st.integers(-20, 20)))
@settings(max_examples=20, deadline=None)
def test_larger_angles_have_smaller_conformities(d: int, v: float, cosines: tuple[int, int]) -> None:
    low, high = sorted(cosines)
    values = [log_conformity(Geometry(Fraction(c, 20), 2), v, d) for c in (low, high)]
    # near v = 0 the conformities are 1 + O(v^2)
    assert values[0] <= values[1] and (low == high or v < 0.1 or values[0] < values[1])


def test_small_lengths() -> None:
    """rho - 1 ~ E|w_1 + w_2|^2 v^2/(2d) down to lengths whose squares underflow."""
    for d in (2, 64):
        mean = float(closed_forms.length_moment(sp.Integer(1), sp.Integer(d)).evalf(20))
        for v in (1e-150, 1e-250):
            assert log_gap("simplex", v, d) - 2 * np.log(v) == pytest.approx(np.log(mean / (d - 1)), abs=TOLERANCE)
    assert abs(log_conformity("simplex", 0.0, 5)) < TOLERANCE and log_gap("simplex", 0.0, 5) == -np.inf


def test_shapes_and_repetition() -> None:
    v = np.random.default_rng(3).uniform(0, 20, (4, 5))
    whole = log_conformity("simplex", v, 8)
    assert whole.shape == (4, 5)
    assert (whole.ravel() == [log_conformity("simplex", u, 8) for u in v.ravel()]).all()
