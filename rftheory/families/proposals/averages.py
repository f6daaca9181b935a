r"""``E K(x1, x2)^2`` over independent inputs of two data laws, in log space.

``K^2 = exp(-|x1 - x2|^2)`` (Gaussian kernel) or ``exp(2 x1.x2)`` (softmax).
"""

from __future__ import annotations

import numpy as np

from rftheory.families.family import Kernel
from rftheory.families.proposals.data import DataLaw, EmpiricalData, GaussianData, SphereData
from rftheory.inputs.arrays import Array
from rftheory.numbers.special import log_confluent_limit, log_mean


def log_mean_squared_kernel(first: DataLaw, second: DataLaw, kernel: Kernel) -> float:
    """``log E K(x1, x2)^2``."""
    for one, other in ((first, second), (second, first)):
        if isinstance(one, EmpiricalData):
            return float(log_mean(_at(one.rows, other, kernel), one.masses))
        if isinstance(one, SphereData) and other.is_rotation_invariant:
            point = np.zeros((1, one.dimension))
            point[0, 0] = one.radius
            return float(_at(point, other, kernel)[0])
    if isinstance(first, GaussianData) and isinstance(second, GaussianData):
        return _of_gaussians(first, second, kernel)
    raise ValueError(f"E K(x1, x2)^2 has no closed form here for {first} and {second}")


def _at(points: Array, law: DataLaw, kernel: Kernel) -> Array:
    """``log E_x2 K(x, x2)^2`` at points of shape (L, d); shape (L,)."""
    if kernel == "softmax":
        return law.log_laplace(2 * points)
    if isinstance(law, GaussianData):
        spread = np.eye(law.dimension) + 2 * law.matrix
        gap = points - law.center
        return -(gap * np.linalg.solve(spread, gap.T).T).sum(axis=1) - float(np.linalg.slogdet(spread)[1]) / 2
    if isinstance(law, SphereData):
        squares = (points**2).sum(axis=1)
        return log_confluent_limit(law.dimension / 2, law.radius**2 * squares) - squares - law.radius**2
    assert isinstance(law, EmpiricalData)
    gaps = ((points[:, None, :] - law.rows) ** 2).sum(axis=-1)
    return log_mean(-gaps, law.masses)


def _of_gaussians(first: GaussianData, second: GaussianData, kernel: Kernel) -> float:
    if kernel == "gaussian":
        # the difference x1 - x2 is Gaussian
        difference = GaussianData(
            tuple(map(tuple, (first.matrix + second.matrix).tolist())), tuple((first.center - second.center).tolist())
        )
        return float(_at(np.zeros((1, first.dimension)), difference, kernel)[0])
    # E exp(2 x1.x2) = E exp(2 x1.mu2 + 2 x1' L2 x1), and x1 = mu1 + L1^(1/2) g
    values, vectors = np.linalg.eigh(first.matrix)
    root = (vectors * np.sqrt(np.maximum(values, 0))) @ vectors.T
    quadratic = 4 * root @ second.matrix @ root
    eigenvalues, frame = np.linalg.eigh(quadratic)
    if eigenvalues.max() >= 1:
        raise ValueError(
            f"E K(x1, x2)^2 is infinite: the eigenvalues of 4 Lambda_1 Lambda_2 must be < 1, got {eigenvalues.max():.6g}"
        )
    slope = frame.T @ root @ (2 * second.center + 4 * second.matrix @ first.center)
    constant = 2 * first.center @ second.center + 2 * first.center @ second.matrix @ first.center
    return float(constant + (slope**2 / (1 - eigenvalues)).sum() / 2 - np.log1p(-eigenvalues).sum() / 2)
