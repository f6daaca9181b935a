"""Features of the Gaussian kernel as a user takes them: a family with its projections or counts, drawn, with its expected error."""

from __future__ import annotations

import warnings
from dataclasses import dataclass
from typing import Protocol

import numpy as np
import sympy as sp
from numpy.typing import ArrayLike

from rftheory.arrays import Array, Projections, squares
from rftheory.conformity.comparison import log_mse_of_inputs
from rftheory.couplings.coupling import Coupling
from rftheory.couplings.hadamard import padded
from rftheory.couplings.simplex_plus import NotConvergedWarning
from rftheory.families.family import Family
from rftheory.families.geometric import Geometric
from rftheory.families.phases import with_phases
from rftheory.families.poisson import Poisson
from rftheory.features.maps import Drawn, DrawnFamily, Moved
from rftheory.hybrids.angular import second_moments
from rftheory.kernels import n as angular_size
from rftheory.kernels import theta
from rftheory.log_variance import HasVariance, log_variance
from rftheory.numbers.logspace import log_value


class Fitted(Protocol):
    """Features for given data sets of the x and of the y."""

    def draw(
        self, generator: np.random.Generator, m: int, x: Array, y: Array, replicates: int | None = None
    ) -> list[Array]:
        """Feature maps of both sets from the same m projections; products over features estimate the kernel.

        Shapes (L, F) for one draw, (replicates, L, F) for several.
        """

    def log_mse(self, m: int, x: Array, y: Array) -> Array | None:
        """log of the mean squared error of pairs of rows, shape (L,); None where no closed form is known."""


@dataclass(frozen=True)
class Projected:
    """A family with Gaussian projections or fast ones; if ``wide``, of inputs padded with zeros to the next power of two."""

    family: Family
    coupling: Coupling
    wide: bool = False

    def draw(
        self, generator: np.random.Generator, m: int, x: Array, y: Array, replicates: int | None = None
    ) -> list[Array]:
        sets = (x, y)
        taken = [self._taken(rows) for rows in sets]
        projections = self.projections(generator, m, taken[0].shape[1], replicates)
        maps = [features_of(self.family, rows, projections, side) for rows, side in zip(taken, "xy", strict=True)]
        if self.family.kernel == "gaussian":
            return maps
        # K(x, y) = exp(-|x|^2/2) SM(x, y) exp(-|y|^2/2)
        return [np.exp(-squares(rows) / 2) * phi for rows, phi in zip(sets, maps, strict=True)]

    def drawn(self, seed: np.random.SeedSequence, m: int, dimension: int) -> Drawn:
        """As `choosing.result.Maps`, of inputs that are not padded."""
        return DrawnFamily(self.family, self.projections(_generator(seed), m, dimension))

    def projections(self, generator: np.random.Generator, m: int, d: int, replicates: int | None = None) -> Projections:
        """Projections of R^d with the phases of the family, as its feature maps take them."""
        with warnings.catch_warnings():
            # the notes of the experiment say so
            warnings.simplefilter("ignore", NotConvergedWarning)
            projections = self.coupling.draw_projections(generator, m, d, replicates)
        return with_phases(projections, self.family.auxiliary, generator, m)

    def log_mse(self, m: int, x: Array, y: Array) -> Array | None:
        x, y = self._taken(x), self._taken(y)
        if self.coupling.geometry_in(x.shape[1]) is None:
            return None
        if isinstance(self.family, HasVariance) and self.coupling.independent:
            return log_variance(self.family, x, y) - np.log(m)
        return log_mse_of_inputs(self.family, self.coupling, m, x, y)

    def _taken(self, rows: Array) -> Array:
        return pad(rows) if self.wide else rows


@dataclass(frozen=True)
class Discrete:
    """Poisson or geometric features of inputs shifted by c, shape (d,)."""

    family: Poisson | Geometric
    shift: Array

    def draw(
        self, generator: np.random.Generator, m: int, x: Array, y: Array, replicates: int | None = None
    ) -> list[Array]:
        counts = self.family.draw(generator, m, len(self.shift), replicates)
        return [self.family.features(rows - self.shift, counts) for rows in (x, y)]

    def drawn(self, seed: np.random.SeedSequence, m: int, dimension: int) -> Drawn:
        """As `choosing.result.Maps`."""
        return Moved(DrawnFamily(self.family, self.family.draw(_generator(seed), m, dimension)), self.shift)

    def log_mse(self, m: int, x: Array, y: Array) -> Array:
        return log_variance(self.family, x - self.shift, y - self.shift) - np.log(m)


def _generator(seed: np.random.SeedSequence) -> np.random.Generator:
    """Always the same, whatever generators were spawned from an earlier one."""
    return np.random.default_rng(np.random.SeedSequence(seed.entropy, spawn_key=seed.spawn_key))


def features_of(family: Family, inputs: Array, projections: Projections, side: str) -> Array:
    """The feature map of inputs, with projections that are an array or an operator."""
    return family.features(inputs, projections, side)


def pad(rows: Array) -> Array:
    """Rows with zeros up to the next power of two, in which fast projections work: the kernel does not change."""
    return np.pad(rows, ((0, 0), (0, padded(rows.shape[1]) - rows.shape[1])))


def angles(x: Array, y: Array, norms: tuple[Array, Array] | None = None) -> Array:
    """Angles between paired rows, shape (L,), of known lengths if they are given; pi/2 where a row is zero."""
    first, second = norms or (np.linalg.norm(x, axis=1), np.linalg.norm(y, axis=1))
    lengths = first * second
    cosine = np.divide(np.vecdot(x, y), lengths, out=np.zeros(len(x)), where=lengths > 0)
    return np.arccos(np.clip(cosine, -1, 1))


def log_shares(n: int, angle: Array) -> tuple[Array, Array]:
    """log of the second moments of the angular coefficient of n projections and of one minus it (Lemma 3.2), shape (L,) each.

    Args:
        angle: between the inputs, shape (L,), as `angles` gives it.
    """
    at: dict[sp.Symbol, ArrayLike] = {theta: angle, angular_size: n}
    first, second = (log_value(moment, at)[1] for moment in second_moments())
    return first, second
