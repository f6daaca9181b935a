"""Densities of resultants, and the scaled numbers that conformities are made of."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

import mpmath
import numpy as np
import pytest
import sympy as sp
from conformity_reference import EPS, cosine_of, error, one
from flint import arb, ctx
from hypothesis import given
from hypothesis import strategies as st
from mpmath import mp
from scipy.special import gammaln

from rftheory.conformity.conformities import conformity
from rftheory.conformity.densities import log_resultant_density
from rftheory.conformity.geometry import geometry_of
from rftheory.conformity.scaled import Scaled
from rftheory.couplings.geometry import Geometry
from rftheory.rules import pair_moments as closed_forms

DIMENSIONS = [2, 3, 64, 4096]
COUPLINGS = ["iid", "orthogonal", "simplex"]
#: about the least length in float64, where densities that vanish slowly are not as small as e^-900
LEAST = 1e-300

# -- densities: independent values --------------------------------------------------------------------------------


def lengths(coupling: str, d: int) -> list[float]:
    """From where the logarithm is below -900 on the left, through the middle, to where it is on the right."""
    degrees, scale = (d, np.sqrt(2)) if coupling == "iid" else (2 * d, 1.0)
    middle, part = np.sqrt(degrees), 1000 / (degrees - 1)
    least = max(middle * np.exp(-part - np.sqrt(part) - 1 / 2), LEAST)
    return [float(scale * w) for w in (least, middle - 1, middle, middle + 6, middle + 50)]


@cache
def reference(coupling: str | Geometry, d: int, w: float) -> mpmath.mpf:
    """The logarithm to 25 digits and more: (18) and chi_2d as printed, (20) as printed by mpmath's quadrature."""
    geometry = geometry_of(coupling, d)
    with mp.workdps(40):
        x, c = mpmath.mpf(w), mpmath.mpf(geometry.cosine.numerator) / geometry.cosine.denominator
        if geometry.block == 1:
            return (d - 1) * mp.log(x) - x**2 / 4 - (d - 1) * mp.log(2) - mp.loggamma(mpmath.mpf(d) / 2)
        if c == 0:
            return (2 * d - 1) * mp.log(x) - x**2 / 2 - (d - 1) * mp.log(2) - mp.loggamma(d)
        if c == -1:
            return _difference(x, d)
        # the peak in the middle and, for obtuse angles and long w, one near the end
        scales = [mp.pi / 4 * mpmath.mpf(2) ** -k for k in range(1, 9)]
        peak = [mp.pi / 4 - k / mp.sqrt(d) for k in (1, 2, 4, 8) if k < 0.7 * mp.sqrt(d)]
        points = sorted({mpmath.mpf(0), mp.pi / 4, *scales, *peak})
        top = 1 + max(c, 0)

        def integrand(phi: mpmath.mpf) -> mpmath.mpf:
            sine = mp.sin(2 * phi)
            width = 1 + sine * c
            return (sine / 2) ** (d - 1) * mp.exp(x**2 / 2 * (1 / top - 1 / width)) / width**d

        # quad stops at absolute errors: the integrand is brought to size 1
        size = max(map(integrand, points))
        value, radius = (size * part for part in mp.quad(lambda phi: integrand(phi) / size, points, error=True))
        assert radius < value * mpmath.mpf(10) ** -20
        front = (2 * d - 1) * mp.log(x) - (d - 2) * mp.log(2) - 2 * mp.loggamma(mpmath.mpf(d) / 2)
        return front + mp.log(2 * value) - x**2 / 2 / top


def _difference(w: mpmath.mpf, d: int) -> mpmath.mpf:
    """The density of |r_1 - r_2| for independent chi_d lengths: a convolution."""

    def integrand(r: mpmath.mpf) -> mpmath.mpf:
        return (r * (r + w)) ** (d - 1) * mp.exp(-(r**2) - r * w)

    value, radius = mp.quad(integrand, [0, 1 / (1 + w), 4 / (1 + w), 2, 4, 8, 8 + 3 * mp.sqrt(d), mp.inf], error=True)
    assert radius < value * mpmath.mpf(10) ** -20
    return mp.log(2 * value) - w**2 / 2 - (d - 2) * mp.log(2) - 2 * mp.loggamma(mpmath.mpf(d) / 2)


def distance(log: float, exact: mpmath.mpf) -> float:
    """The relative error of the density that a logarithm stands for."""
    with mp.workdps(40):
        return abs(float(mp.expm1(mpmath.mpf(log) - exact)))


def promised(logs: np.ndarray) -> np.ndarray:
    """The relative error of the density: half the distance of float64 numbers at its logarithm, and 2^-64."""
    return np.expm1(np.spacing(np.abs(logs)) / 2 + 2.0**-64)


def check(coupling: str | Geometry, d: int, w: list[float]) -> None:
    logs = log_resultant_density(coupling, w, d)
    for log, length, bound in zip(logs, w, promised(logs), strict=True):
        assert distance(log, reference(coupling, d, length)) <= bound <= 1e-12


@pytest.mark.parametrize("coupling", COUPLINGS)
@pytest.mark.parametrize("d", DIMENSIONS)
def test_densities_from_one_tail_to_the_other(d: int, coupling: str) -> None:
    w = lengths(coupling, d)
    check(coupling, d, w)
    ends = log_resultant_density(coupling, [w[0], w[-1]], d)
    # opposite directions have a positive density at 0
    assert ends[1] < -900 and (ends[0] < -900 or w[0] < 2 * LEAST or (coupling, d) == ("simplex", 2))


@pytest.mark.parametrize("cosine", [-1, Fraction(-1, 2), Fraction(-1, 10**9), Fraction(1, 2), 1])
@pytest.mark.parametrize("d", [2, 5])
def test_densities_at_any_angle(d: int, cosine: Fraction) -> None:
    check(Geometry(cosine, 2), d, [1e-30, 0.7, 3.0, 8.0])


def test_the_check_refuses_the_formula_in_float64() -> None:
    """Terms of size d log d cancel: the plain logarithm is farther off at d = 4096 than is promised."""
    d, w = 4096, lengths("orthogonal", 4096)
    plain = (2 * d - 1) * np.log(w) - np.square(w) / 2 - (d - 1) * np.log(2) - gammaln(d)
    errors = [distance(log, reference("orthogonal", d, length)) for log, length in zip(plain, w, strict=True)]
    assert max(errors) > 1e-12 and (np.array(errors) > promised(plain)).any()


def test_what_is_promised_far_out() -> None:
    """Logarithms of size 2^k are 2^(k-52) apart."""
    w = np.array([1e-300, 1e5, 2.0**19])
    logs = log_resultant_density("orthogonal", w, 64)
    assert (promised(logs) > 1e-12).all() and np.isfinite(logs).all()
    for log, length, bound in zip(logs, w, promised(logs), strict=True):
        assert distance(log, reference("orthogonal", 64, float(length))) <= bound


# -- densities: laws ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("coupling", COUPLINGS)
@pytest.mark.parametrize("d", [2, 6, 64])
def test_densities_have_the_moments_of_the_resultant(d: int, coupling: str) -> None:
    """Mass 1, ``E w^2 = 2d (1 + c E sin phi)``, and rho at v = 1 as ``E 0F1(d/2; w^2/4)`` (a uniform direction)."""
    cosine = 0.0 if coupling == "iid" else float(cosine_of(coupling, d))
    mean = float(closed_forms.length_moment(sp.Integer(1), sp.Integer(d)).evalf())
    exact = np.array([1.0, 2 * d * (1 + cosine * mean), float(conformity(coupling, 1.0, d).value())])
    middle = np.sqrt(2 * d)

    def integral(low: float, high: float, count: int) -> np.ndarray:
        nodes, weights = np.polynomial.legendre.leggauss(count)
        w = (low + high) / 2 + (high - low) / 2 * nodes
        means = [float((arb(x) ** 2 / 4).hypgeom_0f1(arb(d) / 2).mid()) for x in w.tolist()]
        values = np.array([np.ones(count), w**2, means]) * np.exp(log_resultant_density(coupling, w, d))
        return values @ weights * (high - low) / 2

    # e^-72 of the mass, even times e^w, is farther out (chi variables times sqrt(2) at most)
    panels = [(0, middle), (middle, middle + 8), (middle + 8, middle + 20)]
    value, coarse = (sum(integral(*panel, count) for panel in panels) for count in (40, 24))
    assert (np.abs(value - exact) <= np.abs(value - coarse) + 64 * EPS * exact).all()
    assert (np.abs(value - coarse) < 1e-6 * exact).all()


@given(d=st.integers(2, 300), w=st.floats(1e-3, 60.0))
def test_angles_close_to_right_ones(d: int, w: float) -> None:
    """A width 1 + c sin phi changes the logarithm of ``w^(2d-1) e^(-w^2/(2 width))/width^d`` by |c| (w^2/2 + d), to first
    order, and by less than twice that.
    """
    c = Fraction(1, 10**12)
    right = float(log_resultant_density("orthogonal", w, d))
    for cosine in (c, -c):
        tilted = float(log_resultant_density(Geometry(cosine, 2), w, d))
        assert abs(tilted - right) <= 2 * float(c) * (w**2 / 2 + d) + 2 * np.spacing(abs(right)) + 2.0**-60


def test_shapes() -> None:
    w = np.array([[0.5, 1.0], [2.0, 3.0]])
    logs = log_resultant_density("simplex", w, 3)
    assert logs.shape == (2, 2) and log_resultant_density("simplex", 2.0, 3) == logs[1, 0]
    assert log_resultant_density("simplex", np.empty((0, 3)), 3).shape == (0, 3)


# -- scaled numbers and bad input -------------------------------------------------------------------------------


@given(a=st.floats(-1e300, 1e300, allow_subnormal=False), b=st.floats(-1e300, 1e300, allow_subnormal=False))
def test_scaled_numbers_are_floats(a: float, b: float) -> None:
    for value, expected in ((Scaled.of(a) + Scaled.of(b), a + b), (Scaled.of(a) - Scaled.of(b), a - b)):
        assert float(value.value()) == expected
    assert float((Scaled.of(a) * Scaled.of(b) / Scaled.of(b if b else 1.0)).value()) == pytest.approx(
        a if b else 0.0, rel=2 * EPS
    )


def test_exponentials_of_any_size() -> None:
    for x in (-20000.0, -1.0, 0.3, 700.0, 20000.0, 0.0):
        with ctx.workprec(200):
            assert error(one(Scaled.exp(x)), arb(x).exp()) < 2**-50
    assert Scaled.exp(20000.0).value() == np.inf and abs(Scaled.exp(20000.0).log() / 20000 - 1) <= 2 * EPS
