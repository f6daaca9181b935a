"""What a coupling is: a joint law of m projections of R^d, drawn whole or along one or two directions only."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import ClassVar, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from rftheory.couplings.geometry import Geometry
from rftheory.inputs.arrays import Array, Projections, check_count, check_pair, check_room

#: entries of a working array: 1 MiB, so that memory is bounded and the work stays in a second-level cache
WORKING_SET = 1 << 17


class Images(NamedTuple):
    """The images of two inputs and the lengths of the projections; shapes (replicates, m), replicates fastest."""

    x: Array
    y: Array
    lengths: Array


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

    def draw_coordinates(
        self, generator: np.random.Generator, p: int, m: int, d: int, replicates: int
    ) -> tuple[Array, Array]:
        """Coordinates along p <= d orthonormal directions, shape (p, m, replicates), and lengths, shape (m, replicates).

        Raises:
            ValueError: unless p <= d, and as `draw`.
        """
        check_generator(generator)
        p, d = check_directions(p, d)
        m, replicates = check_count("m", m), check_count("replicates", replicates)
        self.check_size(m, d)
        check_room("coordinates", replicates, m, p)
        coordinates, lengths = np.empty((p, m, replicates)), np.empty((m, replicates))
        self.fill(generator, d, coordinates, lengths)
        return coordinates, lengths

    @abstractmethod
    def fill(
        self, generator: np.random.Generator, d: int, coordinates: Array, lengths: Array, measured: bool = True
    ) -> None:
        """What `draw_coordinates` returns, into given arrays; of checked counts.

        Args:
            coordinates: shape (p, m, replicates), contiguous.
            lengths: shape (m, replicates), contiguous.
            measured: whether the lengths are wanted; if not, theirs is working space and holds anything afterwards.
        """

    def draw_images(
        self, generator: np.random.Generator, x: ArrayLike, y: ArrayLike, m: int, replicates: int
    ) -> Images:
        """Images ``w_i.x`` and ``w_i.y``, jointly with ``|w_i|``, at a cost per draw that is linear in d at most.

        Raises:
            ValueError: for inputs that are not two vectors of one R^d, and as `draw`.
        """
        pair = np.column_stack(check_pair(x, y))
        # x and y in an orthonormal basis of a plane (or line) that contains them
        plane = np.asarray(np.linalg.qr(pair, mode="r"))
        coordinates, lengths = self.draw_coordinates(generator, plane.shape[0], m, len(pair), replicates)
        images = np.einsum("pi,pmr->imr", plane, coordinates)
        return Images(images[0].T, images[1].T, lengths.T)


def check_generator(generator: np.random.Generator) -> None:
    """A source of randomness that is reproducible and nobody else's.

    Raises:
        ValueError: unless it is a `numpy.random.Generator`.
    """
    if not isinstance(generator, np.random.Generator):
        raise ValueError(
            f"generator must be a numpy.random.Generator, as numpy.random.default_rng(seed) makes, got {generator!r}"
        )


def check_directions(p: int, d: int) -> tuple[int, int]:
    """A number of orthonormal directions of R^d, and d.

    Raises:
        ValueError: unless they are integers with 1 <= p <= d.
    """
    p, d = check_count("p", p), check_count("d", d)
    if p > d:
        raise ValueError(f"p must be at most d = {d} orthonormal directions, got {p}")
    return p, d


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
