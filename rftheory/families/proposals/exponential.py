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

from rftheory.families.proposals.data import DataLaw, EmpiricalData, GaussianData
from rftheory.families.proposals.proposal import OptimalProposal
from rftheory.inputs.arrays import Array


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
class ExponentialProposal(OptimalProposal):
    """Equal data laws X1 = X2, any law: ``w = s^2 k2 x + s g``, x from the reweighted data law, g ~ N(0, I_d)."""

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
    def log_normaliser(self) -> float:
        return self.squared.log_constant(self.width) + self._reweighted[1]

    def log_q(self, draws: Array) -> Array:
        squared = self.squared
        powers = squared.constant + squared.square * (draws**2).sum(axis=-1)
        return np.asarray(powers + self.data.log_moment(squared.linear * draws, squared.input_square))

    def _draw(self, generator: np.random.Generator, size: int) -> Array:
        squared = self.squared
        inputs = self._reweighted[0].sample(generator, size)
        noise = generator.standard_normal((size, self.width))
        return squared.variance * squared.linear * inputs + np.sqrt(squared.variance) * noise

    @cached_property
    def gaussian(self) -> GaussianData | None:
        """Psi as a Gaussian law, where it is one."""
        return _gaussian_image(self.squared, self.data)


@dataclass(frozen=True)
class GaussianProposal(OptimalProposal):
    """Two Gaussian data laws (or known inputs): ``p_Omega q`` is the exponential of a quadratic form, so Psi is Gaussian.

    Where x has the law N(c, S) once it is reweighted by ``exp(k3 |x|^2)``, ``log E phi(x, w)^2`` is a constant plus
    ``k1 |w|^2 + k2 w.c + k2^2 w'Sw/2``. With the means over both laws, Psi has the precision ``P = (1 - 2 k1) I - k2^2 mean S``
    and the mean ``k2 P^(-1) mean c``. One of the ``E K(x_i, x_i)`` may be infinite.
    """

    squared: ExponentialSquare
    data: tuple[DataLaw, DataLaw]

    def __post_init__(self) -> None:
        if not all(map(is_gaussian, self.data)):
            raise ValueError(f"both data laws must be Gaussian, got {self.data[0]} and {self.data[1]}")
        least = float(np.linalg.eigvalsh(self._form[0]).min())
        if not least > 0:
            raise ValueError(
                "the optimal density does not exist, E q is infinite: the precision of p_Omega q must be positive "
                f"definite, got the eigenvalue {least:.6g} for {self.data[0]} and {self.data[1]}"
            )

    @property
    def width(self) -> int:
        return self.data[0].dimension

    @cached_property
    def _lowered(self) -> tuple[tuple[DataLaw, float], ...]:
        return tuple(law.tilted(self.squared.input_square) for law in self.data)

    @cached_property
    def _form(self) -> tuple[Array, Array]:
        """P, and P times the mean of Psi."""
        moments = [_gaussian(law) for law, _ in self._lowered]
        covariance, center = ((first + second) / 2 for first, second in zip(*moments, strict=True))
        squared = self.squared
        return np.eye(self.width) / squared.variance - squared.linear**2 * covariance, squared.linear * center

    @cached_property
    def gaussian(self) -> GaussianData:
        """Psi."""
        precision, slope = self._form
        covariance = np.linalg.inv(precision)
        covariance = (covariance + covariance.T) / 2
        return GaussianData(tuple(map(tuple, covariance.tolist())), tuple((covariance @ slope).tolist()))

    @cached_property
    def log_normaliser(self) -> float:
        precision, slope = self._form
        level = self.squared.constant + sum(log_norm for _, log_norm in self._lowered) / 2
        return float(level + slope @ np.linalg.solve(precision, slope) / 2 - np.linalg.slogdet(precision)[1] / 2)

    def log_q(self, draws: Array) -> Array:
        squared = self.squared
        powers = squared.constant + squared.square * (draws**2).sum(axis=-1)
        means = sum(log_norm + law.log_laplace(squared.linear * draws) for law, log_norm in self._lowered)
        return np.asarray(powers + means / 2)

    def _draw(self, generator: np.random.Generator, size: int) -> Array:
        return self.gaussian.sample(generator, size)


def is_gaussian(data: DataLaw) -> bool:
    """Whether x is Gaussian or known."""
    return isinstance(data, GaussianData) or (isinstance(data, EmpiricalData) and len(data.points) == 1)


def _gaussian(law: DataLaw) -> tuple[Array, Array]:
    """Covariance and mean."""
    if isinstance(law, GaussianData):
        return law.matrix, law.center
    assert isinstance(law, EmpiricalData)
    return np.zeros((law.dimension, law.dimension)), law.rows[0]


def _gaussian_image(squared: ExponentialSquare, data: DataLaw) -> GaussianData | None:
    """The law of ``s^2 k2 x + s g`` if x is Gaussian or known."""
    if not is_gaussian(data):
        return None
    covariance, mean = _gaussian(data.tilted(squared.tilt)[0])
    shift = squared.variance * squared.linear
    full = shift**2 * covariance + squared.variance * np.eye(data.dimension)
    return GaussianData(tuple(map(tuple, full.tolist())), tuple((shift * mean).tolist()))
