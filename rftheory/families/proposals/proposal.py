r"""Importance densities ``p_Psi = p_Omega q / E_Omega q`` (Sernau, Bonacina and Saurous 2024, Theorem 1).

``q(w) = (E phi(x1, w)^2 E phi(x2, w)^2)^(1/2)`` for a scalar real feature phi, inputs x1 ~ X1 and x2 ~ X2 independent;
``q(w) = (E Z(x1, x2, w)^2)^(1/2)`` for the sample Z of a map with several features per projection, which has no product
form. Everything is computed in log space: the density relative to the base law Omega is ``q / E q``.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable

import numpy as np

from rftheory.inputs.arrays import Array


class OptimalProposal(ABC):
    """The law Psi of least expected variance, its density and its draws.

    A draw w is what the feature map takes as one projection: a vector of R^d (Gaussian families), the same with a
    phase appended (random-phase cosine), or d counts (discretely-induced families).
    """

    @property
    @abstractmethod
    def width(self) -> int:
        """The number of entries of one draw."""

    @property
    @abstractmethod
    def log_normaliser(self) -> float:
        """``log E_Omega q``; the optimal expected variance is ``(E q)^2 - E K(x1, x2)^2`` per draw."""

    @abstractmethod
    def log_q(self, draws: Array) -> Array:
        """``log q`` at draws of shape (..., width); shape (...)."""

    def log_base(self, draws: Array) -> Array:
        """``log p_Omega``: that of N(0, I_d), or of another base law (of counts: the probability)."""
        return log_standard_normal(draws)

    @abstractmethod
    def _draw(self, generator: np.random.Generator, size: int) -> Array:
        """Independent draws, shape (size, width)."""

    def sample(self, generator: np.random.Generator, m: int, replicates: int | None = None) -> Array:
        """Draws of Psi, shape (m, width), or (replicates, m, width)."""
        if replicates is None:
            return self._draw(generator, m)
        drawn = self._draw(generator, m * replicates)
        return drawn.reshape(replicates, m, self.width)

    def log_weights(self, draws: Array) -> Array:
        """``log (p_Omega / p_Psi)`` at draws of shape (..., width); +inf where the density vanishes."""
        return self.log_normaliser - self.log_q(draws)

    def weights(self, draws: Array) -> Array:
        """``p_Omega / p_Psi``: what each sample of the weighted estimator is multiplied by."""
        return np.exp(self.log_weights(draws))

    def log_density(self, draws: Array) -> Array:
        """``log p_Psi`` (of counts: the probability)."""
        return self.log_base(draws) + self.log_q(draws) - self.log_normaliser


def log_standard_normal(draws: Array) -> Array:
    """The log-density of N(0, I_d) at the last axis."""
    return np.asarray(-(draws**2).sum(axis=-1) / 2 - draws.shape[-1] / 2 * np.log(2 * np.pi))


def by_rejection(
    generator: np.random.Generator,
    size: int,
    envelope: Callable[[np.random.Generator, int], Array],
    log_acceptance: Callable[[Array], Array],
) -> Array:
    """Exact draws of the density proportional to ``p_envelope exp(log_acceptance)``, ``log_acceptance <= 0``.

    Args:
        envelope: ``(generator, size) -> draws`` of shape (size, width).
        log_acceptance: the logarithm of the probability to keep a draw, shape (size,).
    """
    kept: list[Array] = []
    missing = size
    while missing > 0:
        draws = envelope(generator, max(2 * missing, 16))
        accepted = draws[np.log(generator.random(len(draws))) < log_acceptance(draws)][:missing]
        kept.append(accepted)
        missing -= len(accepted)
    return np.concatenate(kept)
