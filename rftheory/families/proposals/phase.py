r"""The proposal of random-phase cosine features ``phi(x; w, b) = sqrt(2) cos(w.x + b)``, b uniform, w ~ N(0, I_d).

``E_x phi^2 = 1 + Re(exp(2ib) chi(2w))`` with the characteristic function chi of the data. It lies between 0 and 2, so the
joint density of (w, b) is sampled exactly by rejection from the base law. For X1 = X2 the normaliser is 1 and the
marginal law of w stays N(0, I_d): only the phase is tilted.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from rftheory.families.proposals.data import DataLaw, EmpiricalData
from rftheory.families.proposals.proposal import OptimalProposal, by_rejection, log_standard_normal
from rftheory.inputs.arrays import Array


@dataclass(frozen=True)
class RandomPhaseProposal(OptimalProposal):
    """Equal data laws X1 = X2, of any kind.

    Draws have d + 2 entries: w, and ``(cos b, sin b)`` (or any positive multiple); densities are those of (w, b).
    """

    data: DataLaw

    @property
    def width(self) -> int:
        return self.data.dimension + 2

    def log_base(self, draws: Array) -> Array:
        return log_standard_normal(draws[..., :-2]) - np.log(2 * np.pi)

    def _draw(self, generator: np.random.Generator, size: int) -> Array:
        # q <= 2
        return by_rejection(generator, size, self._base_draws, lambda draws: self.log_q(draws) - np.log(2))

    def _base_draws(self, generator: np.random.Generator, size: int) -> Array:
        w = generator.standard_normal((size, self.data.dimension))
        phase = generator.uniform(0, 2 * np.pi, (size, 1))
        return np.concatenate([w, np.cos(phase), np.sin(phase)], axis=1)

    @property
    def log_normaliser(self) -> float:
        return 0.0

    def log_q(self, draws: Array) -> Array:
        return _log_mean_square_cosine(self.data, draws)


def _log_mean_square_cosine(data: DataLaw, draws: Array) -> Array:
    """``log E_x 2 cos(w.x + b)^2``, -inf where it vanishes; exact to rounding for known inputs."""
    w, phase = draws[..., :-2], np.arctan2(draws[..., -1], draws[..., -2])
    with np.errstate(divide="ignore"):
        if isinstance(data, EmpiricalData):
            return np.log(2 * np.cos(w @ data.rows.T + phase[..., None]) ** 2 @ data.masses)
        mean = (np.exp(2j * phase) * data.characteristic(2 * w)).real
        return np.log1p(np.maximum(mean, -1.0))
