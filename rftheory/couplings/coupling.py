"""What a coupling is: a joint law of m projections of R^d, drawn whole or along one or two directions only."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import ClassVar

import numpy as np

from rftheory.couplings.geometry import Geometry
from rftheory.inputs.arrays import Array, Projections, check_count, check_room

#: entries of a working array: 1 MiB, so that memory is bounded and the work stays in a second-level cache
WORKING_SET = 1 << 17


class Coupling(ABC):
    """A joint law of projections (w_1, ..., w_m) of R^d.

    Attributes:
        gaussian_marginals: whether each w_i is N(0, I_d), so that estimators are unbiased.
        isotropic: whether the joint law is unchanged by rotations, so that reduced draws exist.
        independent: whether the projections are independent of each other.
    """

    gaussian_marginals: ClassVar[bool] = True
    isotropic: ClassVar[bool] = False
    independent: ClassVar[bool] = False

    def draw(self, generator: np.random.Generator, m: int, d: int, replicates: int | None = None) -> Array:
        """Projections of shape (m, d), or (replicates, m, d) with the replicates running fastest in memory.

        The same generator in the same state gives the same projections.

        Raises:
            ValueError: unless m, d and replicates are integers >= 1, for what is no `numpy.random.Generator`, and for
                dimensions that the coupling excludes.
        """
        check_generator(generator)
        m, d = check_count("m", m), check_count("d", d)
        copies = 1 if replicates is None else check_count("replicates", replicates)
        check_room("projections", copies, m, d)
        columns = self.draw_columns(generator, m, d, copies)
        return columns[:, :, 0].T if replicates is None else columns.T

    @abstractmethod
    def draw_columns(self, generator: np.random.Generator, m: int, d: int, replicates: int) -> Array:
        """Projections of shape (d, m, replicates), of checked counts."""

    def draw_projections(
        self, generator: np.random.Generator, m: int, d: int, replicates: int | None = None
    ) -> Projections:
        """Projections as feature maps take them: as `draw`, or an operator where they are not formed."""
        return self.draw(generator, m, d, replicates)

    def check_size(self, m: int, d: int) -> None:  # noqa: B027 - most couplings exist in any size
        """Raises a ValueError if there are no m projections of R^d with this coupling."""

    def geometry_in(self, d: int) -> Geometry | None:
        """Blocks with independent chi lengths at one angle in R^d, on which closed forms depend; None if it is not made of such.

        Raises:
            ValueError: for dimensions in which the coupling does not exist.
        """
        return None


class Isotropic(Coupling):
    """A coupling whose law is unchanged by rotations of R^d.

    The images of two inputs then have the law of linear combinations of the coordinates along any two orthonormal
    directions, which are drawn without the other coordinates.
    """

    isotropic: ClassVar[bool] = True

    @abstractmethod
    def fill(
        self, generator: np.random.Generator, d: int, coordinates: Array, lengths: Array, measured: bool = True
    ) -> None:
        """Coordinates of projections along p <= d orthonormal directions, and their lengths, into given arrays; of checked counts.

        Args:
            coordinates: shape (p, m, replicates), contiguous.
            lengths: shape (m, replicates), contiguous.
            measured: whether the lengths are wanted; if not, theirs is working space and holds anything afterwards.
        """


def check_generator(generator: np.random.Generator) -> None:
    """A source of randomness that is reproducible and nobody else's.

    Raises:
        ValueError: unless it is a `numpy.random.Generator`.
    """
    if not isinstance(generator, np.random.Generator):
        raise ValueError(
            f"generator must be a numpy.random.Generator, as numpy.random.default_rng(seed) makes, got {generator!r}"
        )


def chi_lengths(generator: np.random.Generator, size: int, d: int, replicates: int) -> Array:
    """Independent chi_d lengths, shape (size, replicates): those of Gaussian vectors of R^d."""
    return fill_chi(generator, d, np.empty((size, replicates)))


def fill_chi(generator: np.random.Generator, d: int, lengths: Array) -> Array:
    """Independent chi_d lengths into a contiguous array, which is returned."""
    generator.standard_gamma(d / 2, out=lengths)
    lengths *= 2
    return np.sqrt(lengths, out=lengths)


def fill_independent(
    generator: np.random.Generator, d: int, coordinates: Array, lengths: Array, measured: bool = True
) -> None:
    """`Isotropic.fill` for independent projections ``N(0, I_d)``."""
    for direction in coordinates:
        generator.standard_normal(out=direction)
    if measured:
        if d > len(coordinates):
            generator.standard_gamma((d - len(coordinates)) / 2, out=lengths)
            lengths *= 2
        else:
            lengths[:] = 0
        lengths += np.einsum("pmr,pmr->mr", coordinates, coordinates)
        np.sqrt(lengths, out=lengths)


def batches(replicates: int, entries: int) -> list[slice]:
    """Ranges of replicates, each with ``entries`` numbers, that fill the working set."""
    return ranges(replicates, max(1, WORKING_SET // entries))


def ranges(total: int, step: int) -> list[slice]:
    """Slices of so many entries, the last one shorter."""
    return [slice(start, min(start + step, total)) for start in range(0, total, step)]
