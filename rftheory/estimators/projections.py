r"""Projections of feature maps: whole, or through their coordinates in the span of what is projected.

Feature maps of x and y see a projection w through few images, ``w.x`` and ``w.y`` (or those of ``Ax`` and ``A^-T y`` with their real
and imaginary parts), and through ``|w|``. Let the columns of Q, shape (d, p), be orthonormal and span these vectors u. Then ``w.u =
(Q'w).(Q'u)``. If rotations leave the joint law of all projections unchanged, the coordinates ``Q'w_i`` with the lengths ``|w_i|`` have the
joint law of the first p coordinates with the lengths, whatever Q is, since Q is part of a rotation. These are drawn in O(p) numbers for
each projection (`couplings.coupling.Isotropic.draw_coordinates`), and every function of images and lengths has the law of the literal draw.

Several pairs may have the same coordinates along spans of their own: every pair keeps its law.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import ArrayLike

from rftheory.arrays import Array, check_inputs
from rftheory.couplings.coupling import Coupling, Isotropic
from rftheory.families.family import Family
from rftheory.families.waves import with_phases
from rftheory.hybrids.coefficient import CoefficientMap
from rftheory.kernels import PAIR
from rftheory.rules.nodes import Projection, SquaredLength

#: (inputs, projections, side) -> features, ``1/sqrt(m)`` included, of shape (R, L, blocks * m), one block after the other
FeatureMap: TypeAlias = Callable[..., Array]


class Coordinates(NamedTuple):
    """Coordinates of projections along p orthonormal directions, shape (p, m, R), and their lengths, shape (m, R), or None."""

    along: Array
    lengths: Array | None


@dataclass(frozen=True)
class InSpan:
    """Projections for inputs in the span of ``basis``, shape (d, p), in place of an array (`families.arrays.Operator`)."""

    basis: Array
    coordinates: Coordinates

    def apply(self, inputs: ArrayLike) -> Array:
        """Images of inputs (L, d), shape (R, L, m)."""
        along = self.coordinates.along
        flat = (check_inputs(inputs) @ self.basis) @ along.reshape(len(along), -1)
        return np.moveaxis(flat.reshape(-1, *along.shape[1:]), -1, 0)

    def square_lengths(self) -> Array:
        """``|w_i|^2``, shape (R, m).

        Raises:
            ValueError: if the lengths were not drawn.
        """
        if self.coordinates.lengths is None:
            raise ValueError("the lengths of these projections were not drawn")
        return np.square(self.coordinates.lengths).T


class Drawn(NamedTuple):
    """m projections, whole or as coordinates."""

    projections: Any
    m: int


@dataclass(frozen=True)
class ProjectionSet:
    """The projections that some maps have in common.

    Args:
        maps: families, or coefficients of a hybrid.
        coupling: of the projections; phases are independent.
        reduced: whether only coordinates in the span of a pair are drawn.

    Raises:
        ValueError: if coordinates are to be drawn of a coupling that rotations may change, or for maps with phases.
    """

    maps: tuple[Family | CoefficientMap, ...]
    coupling: Coupling
    reduced: bool = False

    def __post_init__(self) -> None:
        if self.reduced and not self.allows_reduction:
            raise ValueError(
                f"reduced draws need an isotropic coupling and no phases, got {self.coupling} and {self.maps}"
            )

    @property
    def allows_reduction(self) -> bool:
        """Whether rotations leave the law of the projections unchanged and they have no phases."""
        return isinstance(self.coupling, Isotropic) and not self._auxiliary

    @cached_property
    def _auxiliary(self) -> int:
        return max(getattr(source, "auxiliary", 0) for source in self.maps)

    @cached_property
    def _has_lengths(self) -> bool:
        """Whether a sample depends on ``|w|``."""
        return any(source.sample(Projection("w"), PAIR.x, PAIR.y).has(SquaredLength) for source in self.maps)

    def numbers(self, m: int, d: int) -> int:
        """How many are drawn, or features are made of them if these are more."""
        features = max(source.blocks for source in self.maps)
        drawn = self._directions(d) + self._has_lengths if self.reduced else d + self._auxiliary
        return m * max(drawn, features)

    def draw(self, generator: np.random.Generator, replicates: int, m: int, d: int) -> Drawn:
        """Independent copies of m projections of R^d."""
        if self.reduced:
            return Drawn(self._coordinates(generator, replicates, m, d), m)
        # maps with phases take arrays of replicates only
        drawn = self.coupling.draw if self._auxiliary else self.coupling.draw_projections
        return Drawn(with_phases(drawn(generator, m, d, replicates), self._auxiliary, generator), m)

    def samples(self, features: FeatureMap, drawn: Drawn, x: Array, y: Array, log_unit: Array) -> Array:
        """One sample for each projection and paired row of x and y, in units of ``exp(log_unit)``; shape (R, P, m)."""
        if not self.reduced:
            return paired(features, drawn.projections, drawn.m, x, y, log_unit)
        parts = []
        for row in range(len(x)):
            one = slice(row, row + 1)
            projections = InSpan(_basis(self._vectors(x[row], y[row])), drawn.projections)
            parts.append(paired(features, projections, drawn.m, x[one], y[one], log_unit[one]))
        # the replicates stay the fastest axis
        return parts[0] if len(parts) == 1 else np.stack([part[:, 0].T for part in parts]).transpose(2, 0, 1)

    def _coordinates(self, generator: np.random.Generator, replicates: int, m: int, d: int) -> Coordinates:
        assert isinstance(self.coupling, Isotropic)
        p = self._directions(d)
        if self.coupling.independent and not self._has_lengths:
            return Coordinates(generator.standard_normal((p, m, replicates)), None)
        return Coordinates(*self.coupling.draw_coordinates(generator, p, m, d, replicates))

    def _directions(self, d: int) -> int:
        return min(d, len(self._vectors(np.zeros(d), np.zeros(d))))

    def _vectors(self, x: Array, y: Array) -> list[Array]:
        """The vectors of R^d whose images the maps take: as many for any two inputs."""
        vectors = [vector for source in self.maps for vector in source.named_vectors(x, y).values()]
        # inputs themselves are the same object for all maps
        return list({id(vector): vector for vector in vectors}.values())


def _basis(vectors: Sequence[Array]) -> Array:
    """An orthonormal basis that spans the vectors, and more where they are dependent; shape (d, min(d, number of vectors))."""
    return np.asarray(np.linalg.qr(np.column_stack(vectors))[0])


def paired(features: FeatureMap, projections: Any, m: int, x: Array, y: Array, log_unit: Array) -> Array:
    """``Z_i = m sum_b f_(b,i)(x) f_(b,i)(y)`` of paired rows, in units of ``exp(log_unit)``; shape (R, P, m)."""
    scale = np.exp(-log_unit / 2)[:, None]
    first, second = (features(u, projections, side) * scale for u, side in ((x, "x"), (y, "y")))
    first *= second
    first *= m
    blocks = first.shape[-1] // m
    return first if blocks == 1 else first.reshape(*first.shape[:-1], blocks, m).sum(axis=-2)
