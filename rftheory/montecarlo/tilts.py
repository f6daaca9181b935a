"""Draws of positive features where their errors are large, each with its weight.

In a share of the draws one projection has the law in proportion to the square of its sample, the others their law given it
(`estimators.square_tilt`). A mean over weighted draws is the mean of the law of interest; squared errors times weights are bounded by
``K^2 max(1/(1 - share), rho/share)`` with ``rho = E Z^2/K^2`` (`estimators.tilted`), where plain ones are log-normal of twice the shape.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from rftheory.arrays import Array, check_count
from rftheory.conformity.geometry import geometry_of
from rftheory.couplings.coupling import Isotropic, check_generator
from rftheory.estimators.coupled import Coupled
from rftheory.estimators.square_tilt import SquareTilt, draw_tilted
from rftheory.families.family import Family
from rftheory.montecarlo.draws import Draws
from rftheory.montecarlo.setting import Setting


def check_share(share: float) -> float:
    """A share of the draws.

    Raises:
        ValueError: unless it is a number in (0, 1).
    """
    if not 0 < share < 1:
        raise ValueError(f"share must be in (0, 1), got {share}")
    return float(share)


def parts_of(setting: Setting) -> tuple[Family, Isotropic]:
    """The family and the coupling of an estimator of one family: independent, orthogonal or simplex projections.

    Raises:
        ValueError: for other estimators and couplings, and for numbers of projections that the coupling excludes.
    """
    estimator = setting.estimator
    if not isinstance(estimator, Coupled):
        raise ValueError(f"estimator must have one family with coupled or independent projections, got {estimator}")
    if not isinstance(estimator.coupling, Isotropic):
        raise ValueError(f"coupling must be isotropic, got {estimator.coupling}")
    # there is no cosine between two projections otherwise
    geometry_of(estimator.coupling, setting.dimension)
    estimator.coupling.check_size(setting.m, setting.dimension)
    return estimator.family, estimator.coupling


def pair_tilt(setting: Setting, pair: int) -> SquareTilt:
    """The tilt at one pair of a setting.

    Raises:
        ValueError: as `parts_of`, and for families whose samples are not positive, or too large for float64.
    """
    return SquareTilt.of(parts_of(setting)[0], setting.x[pair], setting.y[pair])


@dataclass(frozen=True, eq=False)
class TiltedSampler:
    """Weighted draws of a setting, in units of the kernel; a `montecarlo.draws.Sampler`.

    With ``setting.share`` all pairs are made from the same random numbers: the same images and lengths, the same member tilted by
    the same normal and chi variables.

    Args:
        setting: positive, hyperbolic or generalized exponential features (s = +1, real A < 1/8) with independent, orthogonal
            or simplex projections.
        share: of the draws that are tilted, in (0, 1).

    Raises:
        ValueError: for other settings and shares, and for inputs at which float64 overflows (|x + y| > 12 for positive features).
    """

    setting: Setting
    share: float = 0.5

    has_squares = True

    def __post_init__(self) -> None:
        check_share(self.share)
        parts_of(self.setting)
        # an error at once, not at the first draw
        self._tilts  # noqa: B018

    @cached_property
    def _tilts(self) -> tuple[SquareTilt, ...]:
        return tuple(pair_tilt(self.setting, pair) for pair in range(self.setting.pairs))

    @property
    def log_unit(self) -> Array:
        return self.setting.log_kernel

    @property
    def kernel(self) -> Array:
        return np.ones(self.setting.pairs)

    @property
    def label(self) -> str:
        return repr(("tilted", self.share, self.setting.label))

    @property
    def cost(self) -> int:
        """Two numbers for each projection of each pair, or of all pairs if they share them and a sample for each."""
        pairs = self.setting.pairs
        return self.setting.m * (pairs + 1 if self.setting.share else 2 * pairs)

    def draw(self, generator: np.random.Generator, size: int, squares: bool = False) -> Draws:
        """Weighted replicates.

        Raises:
            ValueError: unless size is an integer >= 1, and for what is no `numpy.random.Generator`.
            FloatingPointError: if a draw is not finite.
        """
        check_generator(generator)
        size, (_, coupling) = check_count("size", size), parts_of(self.setting)
        groups = [self._tilts] if self.setting.share else [(tilt,) for tilt in self._tilts]
        drawn = [draw_tilted(generator, group, coupling, self.setting.m, self.share, size, squares) for group in groups]
        estimates, weights = (np.concatenate([part[k] for part in drawn]) for k in (0, 1))
        seconds = np.concatenate([part.squares for part in drawn if part.squares is not None]) if squares else None
        return Draws(estimates, seconds, weights)
