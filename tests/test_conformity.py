"""Conformities in float64 against balls; the laws that they obey; what the print does instead."""

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
    one,
    reference,
)
from flint import ctx
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import integrate

from benchmarks import _printed_series as printed_page
from benchmarks._printed_series import printed_error, printed_simplex_series
from rftheory.conformity.coefficients import angle_coefficients
from rftheory.conformity.conformities import (
    conformity,
    conformity_error_bound,
    independent_conformity,
)
from rftheory.conformity.pair_series import gap_series
from rftheory.conformity.scaled import Scaled
from rftheory.couplings.geometry import Geometry
from rftheory.rules import pair_moments as closed_forms

#: bounds that `conformities` promises, and `Scaled.exp`
PROVED, EXPONENTIAL = 2.5e-13, 2.0**-50


def gap_of(coupling: str, v: float, d: int) -> Scaled:
    """``exp(v^2) - rho``."""
    return gap_series(d, cosine_of(coupling, d)).at_half_square(np.asarray(v))


@pytest.mark.parametrize("coupling", ["orthogonal", "simplex"])
@pytest.mark.parametrize("d", DIMENSIONS)
def test_conformities_and_their_differences(d: int, coupling: str) -> None:
    cosine = cosine_of(coupling, d)
    for v in LENGTHS:
        exact = reference(d, cosine, v)
        bound = conformity_error_bound(coupling, v, d)
        assert bound < PROVED
        assert error(conformity(coupling, v, d), exact) <= bound
        with ctx.workprec(400):
            kernel = (2 * half_square(v)).exp()
            gap = kernel - exact
        assert error(gap_of(coupling, v, d), gap) < TOLERANCE
        assert error(independent_conformity(v), kernel) < EXPONENTIAL


@pytest.mark.parametrize("cosine", [Fraction(-9, 10), Fraction(1, 3), Fraction(1)])
def test_other_angles(cosine: Fraction) -> None:
    for v in (0.1, 2.0, 10.0):
        assert error(conformity(Geometry(cosine, 2), v, 5), reference(5, cosine, v)) < TOLERANCE


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
    assert conformity("simplex", v, d).value() == pytest.approx(value, rel=TOLERANCE, abs=2 * radius)
    orthogonal = closed_forms.orthogonal_conformity(square, sp.Integer(d))
    assert conformity("orthogonal", v, d).value() == pytest.approx(float(orthogonal.evalf(20)), rel=TOLERANCE)


@given(d=st.integers(2, 40), v=st.floats(1e-6, 30))
@settings(max_examples=12, deadline=None)
def test_the_order_of_the_couplings(d: int, v: float) -> None:
    # for small v the conformities are 1 in float64, for large v their gaps are exp(v^2)
    nearer, wider = (gap_of(c, v, d).log() for c in ("orthogonal", "simplex"))
    simplex, orthogonal = (conformity(c, v, d).log() for c in ("simplex", "orthogonal"))
    assert nearer < wider if v < 1 else 0 < simplex < orthogonal < v * v * (1 + 2 * EPS)


@given(d=st.integers(2, 12), v=st.floats(1e-3, 8), cosines=st.tuples(st.integers(-20, 20), st.integers(-20, 20)))
@settings(max_examples=20, deadline=None)
def test_larger_angles_have_smaller_conformities(d: int, v: float, cosines: tuple[int, int]) -> None:
    low, high = sorted(cosines)
    values = [conformity(Geometry(Fraction(c, 20), 2), v, d).log() for c in (low, high)]
    # near v = 0 the conformities are 1 + O(v^2)
    assert values[0] <= values[1] and (low == high or v < 0.1 or values[0] < values[1])


def test_small_lengths() -> None:
    """rho - 1 ~ E|w_1 + w_2|^2 v^2/(2d) down to lengths whose squares underflow."""
    for d in (2, 64):
        mean = float(closed_forms.length_moment(sp.Integer(1), sp.Integer(d)).evalf(20))
        slope = gap_of("simplex", 1e-150, d) / Scaled.of(1e-150) / Scaled.of(1e-150)
        assert slope.value() == pytest.approx(mean / (d - 1), rel=TOLERANCE)
        assert (gap_of("simplex", 1e-250, d) / Scaled.of(1e-250)).log() < np.log(1e-249)
    assert conformity("simplex", 0.0, 5).value() == 1 and gap_of("simplex", 0.0, 5).value() == 0


def test_shapes_and_repetition() -> None:
    v = np.random.default_rng(3).uniform(0, 20, (4, 5))
    whole = conformity("simplex", v, 8)
    assert whole.shape == (4, 5)
    single = [one(conformity("simplex", u, 8)).log() for u in v.ravel()]
    assert (whole.log().ravel() == single).all()


def test_the_table_of_the_printed_series() -> None:
    """What its page says about where the series breaks is what happens; the digits of cancellation to a factor of ten."""
    table = [
        line.split() for line in (printed_page.__doc__ or "").splitlines() if line.startswith(("    v ", "    d = "))
    ]
    lengths = np.array(table[0][1:], dtype=float)
    seen = set()
    for _, _, d, *entries in table[1:]:
        for entry, found in zip(entries, printed_error(lengths, int(d)), strict=False):
            seen.add(entry)
            if entry == "ok":
                assert found < 1e-15
            elif entry in ("nan", "inf"):
                assert not np.isfinite(found)
            else:
                assert float(entry) / 10 < found < 10 * float(entry), (d, entry)
    assert len(table) == 6 and {"ok", "nan", "inf", "1e+00"} < seen


def test_the_printed_series_breaks_in_float64() -> None:
    """The control: (24) as printed loses its digits by cancellation, then everything by overflow."""
    for d, broken in ((2, (4.0, 8.0, 30.0)), (3, (6.0, 8.0, 30.0)), (64, (9.0, 12.0)), (4096, (0.1, 1.0))):
        for v in broken:
            printed = float(printed_simplex_series(v, d))
            assert not abs(printed / conformity("simplex", v, d).value() - 1) <= TOLERANCE, (d, v)
    # where it works, it is the same function
    assert printed_simplex_series(0.5, 6) == pytest.approx(conformity("simplex", 0.5, 6).value(), rel=TOLERANCE)
