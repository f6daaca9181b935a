r"""The proposal of random-phase cosine features ``phi(x; w, b) = sqrt(2) cos(w.x + b)``, b uniform, w ~ N(0, I_d).

``E_x phi^2 = 1 + Re(exp(2ib) chi(2w))`` with the characteristic function chi of the data. It lies between 0 and 2, so the
joint density of (w, b) is sampled exactly by rejection from the base law. For X1 = X2 the normaliser is 1 and the
marginal law of w stays N(0, I_d): only the phase is tilted.
"""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from rftheory.families.proposals.data import DataLaw, EmpiricalData
from rftheory.families.proposals.proposal import OptimalProposal, by_rejection, log_standard_normal
from rftheory.inputs.arrays import Array

#: coefficients of the series below fall like n^-4; this many leave less than 1e-16
_TERMS = 40_000


class PhaseProposal(OptimalProposal):
    """Draws have d + 2 entries: w, and ``(cos b, sin b)`` (or any positive multiple); densities are those of (w, b)."""

    @property
    @abstractmethod
    def _inputs_dimension(self) -> int:
        """d."""

    @property
    def width(self) -> int:
        return self._inputs_dimension + 2

    def log_base(self, draws: Array) -> Array:
        return log_standard_normal(draws[..., :-2]) - np.log(2 * np.pi)

    def _draw(self, generator: np.random.Generator, size: int) -> Array:
        # q <= 2
        return by_rejection(generator, size, self._base_draws, lambda draws: self.log_q(draws) - np.log(2))

    def _base_draws(self, generator: np.random.Generator, size: int) -> Array:
        w = generator.standard_normal((size, self._inputs_dimension))
        phase = generator.uniform(0, 2 * np.pi, (size, 1))
        return np.concatenate([w, np.cos(phase), np.sin(phase)], axis=1)


@dataclass(frozen=True)
class RandomPhaseProposal(PhaseProposal):
    """Equal data laws X1 = X2, of any kind."""

    data: DataLaw

    @property
    def _inputs_dimension(self) -> int:
        return self.data.dimension

    @property
    def log_normaliser(self) -> float:
        return 0.0

    def log_q(self, draws: Array) -> Array:
        return _log_mean_square_cosine(self.data, draws)


@dataclass(frozen=True)
class RandomPhasePair(PhaseProposal):
    """Two known inputs x != y: ``q = 2 |cos(w.x + b) cos(w.y + b)|``.

    With ``|cos a| = (2/pi) (1 + 2 sum_n (-1)^(n+1) cos(2na)/(4n^2 - 1))`` in both factors, only equal frequencies
    survive the uniform phase: ``E q = (8/pi^2) (1 + 2 sum_n exp(-2 n^2 |x - y|^2)/(4n^2 - 1)^2)``.
    """

    first: EmpiricalData
    second: EmpiricalData

    @property
    def _inputs_dimension(self) -> int:
        return self.first.dimension

    @cached_property
    def log_normaliser(self) -> float:
        n = np.arange(1, _TERMS + 1, dtype=float)
        gap = self.first.rows[0] - self.second.rows[0]
        series = np.exp(-2 * n**2 * float(gap @ gap)) / (4 * n**2 - 1) ** 2
        return float(np.log(8 / np.pi**2) + np.log1p(2 * series[::-1].sum()))

    def log_q(self, draws: Array) -> Array:
        return (_log_mean_square_cosine(self.first, draws) + _log_mean_square_cosine(self.second, draws)) / 2


def _log_mean_square_cosine(data: DataLaw, draws: Array) -> Array:
    """``log E_x 2 cos(w.x + b)^2``, -inf where it vanishes; exact to rounding for known inputs."""
    w, phase = draws[..., :-2], np.arctan2(draws[..., -1], draws[..., -2])
    with np.errstate(divide="ignore"):
        if isinstance(data, EmpiricalData):
            return np.log(2 * np.cos(w @ data.rows.T + phase[..., None]) ** 2 @ data.masses)
        mean = (np.exp(2j * phase) * data.characteristic(2 * w)).real
        return np.log1p(np.maximum(mean, -1.0))


def phase_proposal(first: DataLaw, second: DataLaw) -> PhaseProposal:
    """The optimum for equal laws, or for two known inputs.

    Raises:
        ValueError: if the normalising constant has no closed form.
    """
    if first == second:
        return RandomPhaseProposal(first)
    if all(isinstance(law, EmpiricalData) and len(law.points) == 1 for law in (first, second)):
        assert isinstance(first, EmpiricalData) and isinstance(second, EmpiricalData)
        return RandomPhasePair(first, second)
    raise ValueError(
        "for different data laws the normalising constant of the cosine features is known for two known inputs only, "
        f"got {first} and {second}"
    )
