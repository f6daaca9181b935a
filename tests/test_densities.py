"""Densities of the resultant of two projections have its moments."""

from __future__ import annotations

import numpy as np
import pytest
import sympy as sp
from conformity_reference import TOLERANCE
from scipy import special

from rftheory.couplings.geometries import NAMES, geometry_of
from rftheory.mechanisms.mse import log_conformity
from rftheory.plots.resultant_densities import resultant_density
from rftheory.rules import pair_moments as closed_forms


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
