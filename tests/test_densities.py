"""Densities of the resultant of two projections, against quadrature with many digits, and their moments."""

from __future__ import annotations

import mpmath
import numpy as np
import pytest
import sympy as sp
from conformity_reference import TOLERANCE
from mpmath import mp
from scipy import special

from rftheory.couplings.geometries import NAMES, geometry_of
from rftheory.mechanisms.mse import log_conformity
from rftheory.plots.resultant_densities import resultant_density
from rftheory.rules import pair_moments as closed_forms


def reference(coupling: str, d: int, w: float) -> mpmath.mpf:
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


@pytest.mark.parametrize("coupling", NAMES)
@pytest.mark.parametrize("d", [2, 3, 64])
def test_densities_at_the_lengths_of_a_figure(d: int, coupling: str) -> None:
    middle = np.sqrt(2 * d)
    w = np.array([middle / 8, middle / 2, middle, middle + 4])
    exact = [float(reference(coupling, d, float(length))) for length in w]
    assert np.log(resultant_density(NAMES[coupling], w, d)) == pytest.approx(exact, abs=TOLERANCE)


@pytest.mark.parametrize("coupling", NAMES)
@pytest.mark.parametrize("d", [3, 6, 64])
def test_densities_have_the_moments_of_the_resultant(d: int, coupling: str) -> None:
    """Mass 1, ``E w^2 = 2d (1 + c E sin phi)``, and rho at v = 1 as ``E 0F1(d/2; w^2/4)`` (a uniform direction)."""
    cosine = 0.0 if coupling == "iid" else float(geometry_of(coupling, d).cosine)
    mean = float(closed_forms.length_moment(sp.Integer(1), sp.Integer(d)).evalf())
    exact = [1.0, 2 * d * (1 + cosine * mean), float(np.exp(log_conformity(coupling, 1.0, d)))]
    nodes, weights = np.polynomial.legendre.leggauss(120)
    # e^-72 of the mass, even times e^w, is farther out (chi variables times sqrt(2) at most)
    reach = (np.sqrt(2 * d) + 20) / 2
    w = reach * (nodes + 1)
    values = np.array([np.ones_like(w), w**2, special.hyp0f1(d / 2, w**2 / 4)]) * resultant_density(
        NAMES[coupling], w, d
    )
    assert values @ weights * reach == pytest.approx(exact, rel=TOLERANCE)
