r"""Proposals of exponential features: ``phi(x, w)^2 = exp(k0 + k1 |w|^2 + k2 w.x + k3 |x|^2)``, w ~ N(0, I_d).

``p_Omega phi(x, .)^2`` is ``K(x, x)`` times the density of ``N(s^2 k2 x, s^2 I)``, ``s^2 = 1/(1 - 2 k1)``, and
``K(x, x) = exp(k0) s^d exp(c |x|^2)`` with ``c = s^2 k2^2 / 2 + k3`` (0 for the Gaussian kernel, 1 for softmax). So for
X1 = X2 = X the optimal proposal is an exact mixture: draw x from X reweighted by ``exp(c |x|^2)``, then w from that
Gaussian law. For data N(0, Lambda) and positive features of the Gaussian kernel it is ``N(0, I + 4 Lambda)``.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from rftheory.arrays import Array
from rftheory.proposals.data import DataLaw, EmpiricalData, GaussianData
from rftheory.proposals.proposal import GaussianBase


@dataclass(frozen=True)
class ExponentialSquare:
    """The coefficients k0, k1, k2, k3 of the module docstring."""

    constant: float
    square: float
    linear: float
    input_square: float

    def __post_init__(self) -> None:
        if not self.square < 0.5:
            raise ValueError(f"E phi(x, w)^2 is infinite: the coefficient of |w|^2 must be < 1/2, got {self.square}")

    @property
    def variance(self) -> float:
        """s^2."""
        return 1 / (1 - 2 * self.square)

    @property
    def tilt(self) -> float:
        """c, without the rounding of numbers that are integers for both kernels."""
        value = self.variance * self.linear**2 / 2 + self.input_square
        return float(round(value)) if abs(value - round(value)) < 1e-9 else value

    def log_constant(self, dimension: int) -> float:
        """``log K(x, x) - c |x|^2``."""
        return self.constant + dimension / 2 * np.log(self.variance)


@dataclass(frozen=True)
class ExponentialProposal(GaussianBase):
    """Equal data laws X1 = X2, any law: ``w = s^2 k2 x + s g``, x from the reweighted data law, g ~ N(0, I_d).

    Raises:
        ValueError: if ``E K(x, x)`` is infinite: the optimal density does not exist.
    """

    squared: ExponentialSquare
    data: DataLaw

    def __post_init__(self) -> None:
        _ = self._reweighted

    @property
    def width(self) -> int:
        return self.data.dimension

    @cached_property
    def _reweighted(self) -> tuple[DataLaw, float]:
        return self.data.tilted(self.squared.tilt)

    @cached_property
    def _lowered(self) -> tuple[DataLaw, float]:
        return self.data.tilted(self.squared.input_square)

    @cached_property
    def log_normaliser(self) -> float:
        return self.squared.log_constant(self.width) + self._reweighted[1]

    def log_q(self, draws: Array) -> Array:
        squared, (law, log_norm) = self.squared, self._lowered
        powers = squared.constant + squared.square * (draws**2).sum(axis=-1)
        return np.asarray(powers + log_norm + law.log_laplace(squared.linear * draws))

    def _draw(self, generator: np.random.Generator, size: int) -> Array:
        squared = self.squared
        inputs = self._reweighted[0].sample(generator, size)
        noise = generator.standard_normal((size, self.width))
        return squared.variance * squared.linear * inputs + np.sqrt(squared.variance) * noise

    @cached_property
    def gaussian(self) -> GaussianData | None:
        """Psi as a Gaussian law, where it is one."""
        return gaussian_image(self.squared, self.data)


@dataclass(frozen=True)
class GaussianProposal(GaussianBase):
    """Two Gaussian data laws (or known inputs): Psi ~ sqrt(Psi_1 Psi_2), Psi_i the optimum for X1 = X2 = X_i.

    ``p_Omega q = (E K(x1, x1) E K(x2, x2) Psi_1 Psi_2)^(1/2)``, so with ``Psi_i = N(mu_i, S_i)`` the optimum is Gaussian
    with the mean of the two precisions, and E q is their Bhattacharyya coefficient times (E K(x1,x1) E K(x2,x2))^(1/2).
    """

    first: ExponentialProposal
    second: ExponentialProposal

    def __post_init__(self) -> None:
        if self.first.gaussian is None or self.second.gaussian is None:
            raise ValueError(f"both data laws must be Gaussian, got {self.first.data} and {self.second.data}")

    @property
    def width(self) -> int:
        return self.first.width

    @cached_property
    def _images(self) -> tuple[GaussianData, GaussianData]:
        first, second = self.first.gaussian, self.second.gaussian
        assert first is not None and second is not None
        return first, second

    @cached_property
    def gaussian(self) -> GaussianData:
        """Psi."""
        precisions = [np.linalg.inv(law.matrix) for law in self._images]
        covariance = 2 * np.linalg.inv(precisions[0] + precisions[1])
        covariance = (covariance + covariance.T) / 2
        mean = covariance @ sum(p @ law.center for p, law in zip(precisions, self._images, strict=True)) / 2
        return GaussianData(tuple(map(tuple, covariance.tolist())), tuple(mean.tolist()))

    @cached_property
    def log_normaliser(self) -> float:
        first, second = self._images
        middle = (first.matrix + second.matrix) / 2
        gap = first.center - second.center
        log_overlap = -float(gap @ np.linalg.solve(middle, gap)) / 8
        log_overlap += sum(float(np.linalg.slogdet(law.matrix)[1]) for law in self._images) / 4
        log_overlap -= float(np.linalg.slogdet(middle)[1]) / 2
        return log_overlap + (self.first.log_normaliser + self.second.log_normaliser) / 2

    def log_q(self, draws: Array) -> Array:
        return (self.first.log_q(draws) + self.second.log_q(draws)) / 2

    def _draw(self, generator: np.random.Generator, size: int) -> Array:
        return self.gaussian.sample(generator, size)


def gaussian_image(squared: ExponentialSquare, data: DataLaw) -> GaussianData | None:
    """The law of ``s^2 k2 x + s g`` if x is Gaussian or known."""
    law, _ = data.tilted(squared.tilt)
    shift = squared.variance * squared.linear
    if isinstance(law, EmpiricalData) and len(law.points) == 1:
        covariance, mean = np.zeros((law.dimension, law.dimension)), law.rows[0]
    elif isinstance(law, GaussianData):
        covariance, mean = law.matrix, law.center
    else:
        return None
    full = shift**2 * covariance + squared.variance * np.eye(law.dimension)
    return GaussianData(tuple(map(tuple, full.tolist())), tuple((shift * mean).tolist()))
