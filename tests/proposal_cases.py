"""Laws of data, families and quadrature that the tests of proposals share."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import sympy as sp
from tolerances import PROMISED

from rftheory.families.generalized_exponential import GeneralizedExponential
from rftheory.families.geometric import Geometric
from rftheory.families.poisson import Poisson
from rftheory.families.proposals.data import EmpiricalData, GaussianData, SphereData, point_mass
from rftheory.families.proposals.weighted import WeightedEstimator

COVARIANCE = ((0.2, 0.05), (0.05, 0.1))
GAUSSIAN = GeneralizedExponential(A=sp.Integer(0), s=1, dimension=sp.Integer(2))
NARROW = GeneralizedExponential(A=sp.Rational(-3, 10), s=1, dimension=sp.Integer(2))
#: plain samples of A >= 1/8 have an infinite variance
WIDE = GeneralizedExponential(A=sp.Rational(1, 5), s=1, dimension=sp.Integer(2))
POISSON, GEOMETRIC = Poisson(sp.Rational(1, 2)), Geometric(sp.Rational(2, 3))
DATA = {
    "gaussian": GaussianData(COVARIANCE),
    "shifted": GaussianData(COVARIANCE, (0.3, -0.2)),
    "sphere": SphereData(0.7, 2),
    "empirical": EmpiricalData(((0.1, 0.2), (-0.5, 0.4), (0.3, 0.3))),
    "weighted": EmpiricalData(((0.1, 0.2), (-0.5, 0.4)), (0.25, 0.75)),
    "point": point_mass([0.4, -0.3]),
}
DIAGONAL = GaussianData(((0.1, 0.0), (0.0, 0.05)))
X, Y = np.array([[0.1, 0.2]]), np.array([[-0.5, 0.4]])


def generator(seed: int = 0) -> np.random.Generator:
    return np.random.default_rng(np.random.SeedSequence(seed))


class Average(NamedTuple):
    """A number and how far it may be off."""

    value: float
    error: float


def gaussian_rule(count):
    """Points and masses of tensor Gauss-Hermite quadrature under N(0, I_2)."""
    nodes, weights = np.polynomial.hermite_e.hermegauss(count)
    points = np.stack(np.meshgrid(nodes, nodes), axis=-1).reshape(-1, 2)
    return points, np.outer(weights, weights).ravel() / weights.sum() ** 2


def counts_below(most):
    return np.array([[i, j] for i in range(most) for j in range(most)], dtype=float)


#: what is used, and what says how good that is
RULES = gaussian_rule(80), gaussian_rule(64)
GRID, GRID_MASSES = RULES[0]
COUNTS = counts_below(60)


def _average(values):
    fine, coarse = map(float, values)
    # the coarser rule, or shorter sum, is off by more than the other; and both are rounded
    return Average(fine, abs(fine - coarse) + PROMISED * abs(fine))


def over_base(function):
    """``E_Omega`` of a function of w of Gaussian families in two dimensions."""
    return _average(masses @ function(points) for points, masses in RULES)


def exact_mean(family, proposal, x, y):
    """``E_Psi`` of one weighted sample, and of its square, by quadrature or summation: two `Average`."""
    estimator = WeightedEstimator(family, proposal)
    if isinstance(family, (Poisson, Geometric)):
        every = [(counts, np.exp(proposal.log_density(counts))) for counts in (COUNTS, counts_below(40))]
        rules = [(counts[masses > 0], masses[masses > 0]) for counts, masses in every]
    else:
        rules = [(points, masses * np.exp(-proposal.log_weights(points))) for points, masses in RULES]
    sums = []
    for points, masses in rules:
        one = points[:, None, :]
        features = [estimator.features(u, one, side)[:, 0] for u, side in ((x, "x"), (y, "y"))]
        sample = (features[0] * features[1]).sum(axis=-1)
        sums.append((masses @ sample, masses @ sample**2))
    return tuple(map(_average, zip(*sums, strict=True)))


def kernel(family, x, y):
    return float(np.exp((x @ y.T)[0, 0]) if family.kernel == "softmax" else np.exp(-((x - y) ** 2).sum() / 2))
