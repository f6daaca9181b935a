r"""The weighted estimator ``(1/m) sum_i (p_Omega/p_Psi)(w_i) phi(x, w_i) phi(y, w_i)``, w_i ~ Psi  (Sernau et al. 2024, (2)).

It is unbiased for every pair of inputs whose product ``phi(x, w) phi(y, w)`` vanishes wherever the density of Psi does (for
counts that concerns inputs with a nonzero coordinate where every input of the data law has a zero).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from rftheory.families.discretely_induced import DiscreteFamily
from rftheory.families.family import Family, Kernel
from rftheory.families.proposals.proposal import OptimalProposal
from rftheory.inputs.arrays import Array


@dataclass(frozen=True)
class WeightedEstimator:
    """A family with draws of a proposal; the maps carry the square roots of the weights, so K_hat = Phi(x).Phi(y)."""

    family: Family | DiscreteFamily
    proposal: OptimalProposal

    @property
    def kernel(self) -> Kernel:
        """The kernel that is estimated."""
        return self.family.kernel

    def draw(self, generator: np.random.Generator, m: int, replicates: int | None = None) -> Array:
        """Draws of the proposal, shape (m, width) or (replicates, m, width)."""
        return self.proposal.sample(generator, m, replicates)

    def log_roots(self, draws: Array) -> Array:
        """The logarithms of the roots of the weights of draws of shape (..., m, width); shape (..., m)."""
        return self.proposal.log_weights(draws) / 2

    def features(self, inputs: ArrayLike, draws: Array, side: str = "x", log_roots: Array | None = None) -> Array:
        """The feature map of the family times the roots of the weights, ``1/sqrt(m)`` included.

        Args:
            inputs: shape (L, d).
            draws: shape (..., m, width).
            side: which argument of the kernel the inputs are.
            log_roots: of these draws, if they are there; else they are computed.

        Returns:
            shape (..., L, F), F = blocks * m.
        """
        factor, log = self.log_features(inputs, draws, side, log_roots=log_roots)
        return np.asarray(np.exp(log) if factor is None else factor * np.exp(log))

    def log_features(
        self, inputs: ArrayLike, draws: Array, side: str = "x", change: float = 0.0, log_roots: Array | None = None
    ) -> tuple[Array | None, Array]:
        """As `AnyFamily.log_features`: a feature may overflow where the root of its weight underflows."""
        factor, log = self.family.log_features(inputs, draws, side, change)
        roots = self.log_roots(draws) if log_roots is None else log_roots
        return factor, log + np.concatenate([roots] * self.family.blocks, axis=-1)[..., None, :]

    def kernel_matrix(self, x: ArrayLike, y: ArrayLike, generator: np.random.Generator, m: int) -> Array:
        """The estimates of ``K(x_i, y_j)`` from m draws, shape (L, L')."""
        draws = self.draw(generator, m)
        return np.asarray(self.features(x, draws, "x") @ self.features(y, draws, "y").T)
