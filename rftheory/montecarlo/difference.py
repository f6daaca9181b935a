r"""Differences of two mean squared errors by common random numbers: both estimators are drawn from one stream.

The difference is the mean of ``D_1^2 - D_2^2``. Where both have the same samples with Gaussian projections and only the couplings
differ, ``D^2 = A + B`` with ``A = 1/m^2 sum_i (Z_i - K)^2``, and E A is the same for both. So the difference is the mean of ``B_1 - B_2``,
too: no sample enters with more than its square. Waves and tilted draws are bounded, so that the bars of their differences are proved.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from rftheory.inputs.arrays import Array
from rftheory.montecarlo.quantities import MSE, Quantity, pair_covariance
from rftheory.montecarlo.ranges import Ends, ranges
from rftheory.montecarlo.setting import Draws, Sampler, Setting

#: numbers of a part, fewer than any sampler draws at a time
_NUMBERS = 1 << 14


@dataclass(frozen=True, eq=False)
class DifferenceSampler:
    """Draws of ``MSE_1 - MSE_2`` in units of ``exp(log_unit)``; a `montecarlo.setting.Sampler`.

    Args:
        settings: two, of the same inputs, m and kernel.
        samplers: of both.
    """

    settings: tuple[Setting, Setting]
    samplers: tuple[Sampler, Sampler]

    has_squares = False

    def __post_init__(self) -> None:
        one, other = self.settings
        if one.estimator.kernel != other.estimator.kernel:
            raise ValueError(
                f"first and second must estimate one kernel, got {one.estimator.kernel} and {other.estimator.kernel}"
            )

    @cached_property
    def cancels(self) -> bool:
        """Whether the squares of samples are left out."""
        parts = [setting.estimator.of_family for setting in self.settings]
        if parts[0] is None or parts[1] is None or parts[0][0] != parts[1][0] or self.settings[0].m == 1:
            return False
        # squares of waves and their products cancel already
        if parts[0][0].oscillates or any(not sampler.has_squares for sampler in self.samplers):
            return False
        return parts[0][1].gaussian_marginals and parts[1][1].gaussian_marginals

    @cached_property
    def _part(self) -> tuple[Quantity, float]:
        """What both are the difference of: the mean of a quantity, times a factor."""
        m = self.settings[0].m
        return (pair_covariance(m), 1 - 1 / m) if self.cancels else (MSE, 1.0)

    @property
    def range(self) -> Ends | None:
        """Ends that no draw leaves, shape (P,); None where none are known."""
        quantity, factor = self._part
        one, other = (ranges(quantity, *each) for each in zip(self.settings, self.samplers, strict=True))
        if one is None or other is None:
            return None
        first, second = (factor * scale for scale in self._scales)
        return first * one[0] - second * other[1], first * one[1] - second * other[0]

    @property
    def log_unit(self) -> Array:
        return np.asarray(2 * np.maximum(*(sampler.log_unit for sampler in self.samplers)))

    @property
    def kernel(self) -> Array:
        """Nothing is subtracted from a difference."""
        return np.zeros(self.settings[0].pairs)

    @property
    def label(self) -> str:
        return repr(("difference", *(sampler.label for sampler in self.samplers)))

    @property
    def cost(self) -> int:
        return sum(sampler.cost for sampler in self.samplers)

    @property
    def _scales(self) -> list[Array]:
        """The units of the squared errors of both, over that of the difference, shape (P,)."""
        return [np.exp(2 * sampler.log_unit - self.log_unit) for sampler in self.samplers]

    def draw(self, generator: np.random.Generator, size: int, squares: bool = False) -> Draws:
        """Replicates of the difference."""
        result = np.zeros((self.settings[0].pairs, size))
        # as many as a sampler draws at a time: what comes next in one of the streams does not in the other
        step = max(1, _NUMBERS // max(sampler.cost for sampler in self.samplers))
        quantity, factor = self._part
        for start in range(0, size, step):
            part = slice(start, min(start + step, size))
            seed = np.random.SeedSequence(generator.integers(2**32, size=8).tolist())
            for sign, sampler, scale in zip((1, -1), self.samplers, self._scales, strict=True):
                own = np.random.Generator(np.random.SFC64(seed))
                drawn = sampler.draw(own, part.stop - part.start, quantity.needs_squares)
                result[:, part] += sign * factor * scale[:, None] * quantity.values(drawn, sampler.kernel)
        return Draws(result)
