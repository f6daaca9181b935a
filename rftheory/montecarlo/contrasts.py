r"""Differences of two mean squared errors, from draws that two estimators share.

With ``s_i = Z_i - K`` the error is ``E D^2 = E |s|^2/m + E B``, ``B = 1/m^2 sum_(i != j) s_i s_j``. The first term does not depend on
the coupling and is known. So for two couplings of one family, or two families, the difference is a known number (0 for one
family) and the mean of ``U = B_1 - B_2``; or it is the mean of ``D_1^2 - D_2^2``, which is the better where the squares of samples
and their products cancel (waves, m = d). Standard deviations obey the triangle inequality, ``sd U <= sd B_1 + sd B_2``, whatever
the joint law of the two estimators. They are made from the same random numbers, so that U is small:

    independent     w_i.z/|z| = g_i,                |w_i|^2 = g_i^2 + h_i^2
    orthogonal      w_i.z/|z| = r_i f_i,            |w_i| = r_i,    f = g/|g| the coordinates of a Haar frame along z
    simplex         w_i.z/|z| = r_i (S f)_i,        |w_i| = r_i,    S as in `couplings.simplex`

with normal g_i, h_i^2 of the law chi^2_(d-1) and r_i^2 = h_i^2 + n_i^2, n_i normal: r_i is chi_d and independent of g. Where a block
has fewer than d projections, |g|^2 has the squares of the other coordinates too. Phases are shared as well.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import mpmath
import numpy as np

from rftheory.arrays import Array, check_count
from rftheory.couplings.blocks import block_sizes
from rftheory.couplings.coupling import check_generator
from rftheory.couplings.geometries import geometry_of
from rftheory.couplings.geometry import Geometry
from rftheory.couplings.simplex import equal_angles, vertices
from rftheory.estimators.moments import DIGITS, Number
from rftheory.families.reduction import Reduction
from rftheory.montecarlo.bounds import Bound
from rftheory.montecarlo.known_moments import UPWARDS, KnownMoments, known_moments
from rftheory.montecarlo.samplers import parts_of
from rftheory.montecarlo.setting import Draws, Setting, first_of_each

#: entries of the numbers of a batch: with some working arrays of the same size they stay in a second-level cache
_ENTRIES = 1 << 15


class _Shared(NamedTuple):
    """Random numbers of a batch: g, h^2, r of shape (m, R), cosines of phases, and |g|^2 by (first, size) of a block."""

    normals: Array
    across: Array
    lengths: Array
    waves: Array | None
    norms: dict[tuple[int, int], Array]


@dataclass(frozen=True, eq=False)
class ContrastSampler:
    """Draws of ``MSE_1 - MSE_2`` at the same inputs: their mean is the difference; a `montecarlo.setting.Sampler`.

    ``estimates`` are U and the known part (or D_1^2 - D_2^2), in units of ``exp(log_unit)``: K^2, or of waves the square of their
    amplitude.

    Args:
        first, second: settings of the same inputs, m and kernel, of families with a reduction and independent, orthogonal
            or simplex projections. If ``first.share``, all pairs are made from the same random numbers.
        cancel: whether the squares of samples are left out.

    Raises:
        ValueError: for other settings, and for samples whose squares have no mean.
    """

    first: Setting
    second: Setting
    cancel: bool = True

    has_squares = False

    def __post_init__(self) -> None:
        one, other = self.first, self.second
        if not (np.array_equal(one.x, other.x) and np.array_equal(one.y, other.y)):
            raise ValueError("first and second must have the same inputs")
        if one.m != other.m:
            raise ValueError(f"first and second must have the same m, got {one.m} and {other.m}")
        if one.estimator.kernel != other.estimator.kernel:
            raise ValueError(
                f"first and second must estimate one kernel, got {one.estimator.kernel} and {other.estimator.kernel}"
            )
        # errors at once, not at the first draw
        self._laws, self._known  # noqa: B018

    @cached_property
    def _laws(self) -> tuple[tuple[Reduction, Geometry], tuple[Reduction, Geometry]]:
        found = []
        for setting in (self.first, self.second):
            family, coupling = parts_of(setting)
            law = family.reduction(setting.dimension)
            if law is None:
                raise ValueError(f"family must depend on one image of each projection, got {family}")
            found.append((law, geometry_of(coupling, setting.dimension)))
        return found[0], found[1]

    @cached_property
    def _known(self) -> Array:
        """``(E |s_1|^2 - E |s_2|^2)/m`` in the unit, shape (P,)."""
        if not self.cancel or parts_of(self.first)[0] == parts_of(self.second)[0]:
            return np.zeros(self.first.pairs)
        parts = []
        for pair, unit in enumerate(self.log_unit):
            one, other = self._moments(pair)
            with mpmath.workdps(DIGITS):
                parts.append(float((one.single - other.single) / self.first.m * mpmath.exp(-unit)))
        return np.array(parts)

    def _moments(self, pair: int) -> tuple[KnownMoments, KnownMoments]:
        return known_moments(self.first, pair), known_moments(self.second, pair)

    def _log_units(self) -> list[Array]:
        setting = self.first
        return [law.log_unit(setting.log_kernel, law.sizes(setting.x, setting.y)) for law, _ in self._laws]

    @cached_property
    def log_unit(self) -> Array:
        """Of the draws, which are squares of errors; shape (P,)."""
        return 2 * np.maximum(*self._log_units())

    @property
    def kernel(self) -> Array:
        """Nothing is subtracted from a difference."""
        return np.zeros(self.first.pairs)

    @property
    def label(self) -> str:
        return repr(("contrast", self.cancel, self.first.label, self.second.label))

    @property
    def cost(self) -> int:
        """Five numbers for each projection of each pair, or of all pairs if they share them and two samples for each."""
        pairs = self.first.pairs
        return self.first.m * (3 + 2 * pairs if self.first.share else 5 * pairs)

    def draw(self, generator: np.random.Generator, size: int, squares: bool = False) -> Draws:
        """Replicates of U and the known part.

        Raises:
            ValueError: unless size is an integer >= 1, for what is no `numpy.random.Generator`, and if squares of samples are
                asked for: they have cancelled.
        """
        check_generator(generator)
        if squares:
            raise ValueError("squares must be False: differences of errors have no squares of samples")
        size, pairs = check_count("size", size), self.first.pairs
        result, step = np.empty((pairs, size)), max(1, _ENTRIES // self.first.m)
        for start in range(0, size, step):
            part = slice(start, min(start + step, size))
            shared = None
            for pair in range(pairs):
                if shared is None or not self.first.share:
                    shared = self._shared(generator, part.stop - part.start)
                result[pair, part] = self._products(shared, pair, 0) - self._products(shared, pair, 1)
        return Draws(result + self._known[:, None])

    @cached_property
    def alike(self) -> list[int]:
        """Of each pair the first one whose draws have the same law: of the same distances and units of both."""
        sizes = [law.sizes(self.first.x, self.first.y) for law, _ in self._laws]
        return first_of_each(*sizes, *(units - self.log_unit / 2 for units in self._log_units()))

    def bound(self, pair: int = 0) -> Bound:
        """What is proved of the draws of one pair, in the unit of `log_unit`."""
        try:
            with mpmath.workdps(DIGITS):
                unit = mpmath.exp(float(self.log_unit[pair]))
                moments = self._moments(pair)
                deviation = mpmath.fsum(self._deviation(known) for known in moments) / unit
                (low, high), (least, most) = ([error / unit for error in known.error] for known in moments)
                expected = float(low - least) if (low, least) == (high, most) else None
                return Bound(float(deviation**2 * UPWARDS), expected=expected)
        except (ValueError, ArithmeticError) as error:
            return Bound(None, reason=str(error))

    def _deviation(self, known: KnownMoments) -> Number:
        """A bound of the standard deviation of B, or of D^2."""
        if not self.cancel:
            moments = known.central
            return mpmath.sqrt(mpmath.re(moments.fourth) - mpmath.re(moments.second) ** 2)
        low, high = known.error
        mean = low - known.single / known.m if low == high else 0
        # rounded: products are an upper bound, so that this is not negative by more than the last of 50 digits
        return mpmath.sqrt(max(known.products - mean**2, mpmath.mpf(0)))

    # -- draws --------------------------------------------------------------------------------------------------

    def _shared(self, generator: np.random.Generator, size: int) -> _Shared:
        m, d = self.first.m, self.first.dimension
        shape = m, size
        normals = generator.standard_normal(shape)
        across = 2 * generator.standard_gamma((d - 1) / 2, shape) if d > 1 else np.zeros(shape)
        lengths = np.sqrt(across + np.square(generator.standard_normal(shape)))
        waves = np.cos(math.pi * generator.random(shape)) if any(law.phase for law, _ in self._laws) else None
        norms: dict[tuple[int, int], Array] = {}
        for _, geometry in self._laws:
            for start, count in _blocks(m, geometry):
                used = min(count, d)
                if (start, count) not in norms:
                    square = np.square(normals[start : start + used]).sum(axis=0)
                    if used < d:
                        square += 2 * generator.standard_gamma((d - used) / 2, size)
                    norms[start, count] = square
        return _Shared(normals, across, lengths, waves, norms)

    def _products(self, shared: _Shared, pair: int, which: int) -> Array:
        """B (or D^2) of one of the estimators in the common unit, shape (R,)."""
        law, geometry = self._laws[which]
        d, m = self.first.dimension, self.first.m
        images = _images(shared, geometry, d)
        weights = None
        if law.needs_lengths:
            independent = geometry.block == 1
            lengths = np.sqrt(shared.across + images**2) if independent else shared.lengths.copy()
            weights = law.weigh(lengths, d)
        sizes = law.sizes(self.first.x[pair : pair + 1], self.first.y[pair : pair + 1])
        law.fill(images, images, sizes[0], weights, shared.waves if law.phase else None)
        images -= law.kernel(sizes)
        images *= np.exp(self._log_units()[which][pair] - self.log_unit[pair] / 2)
        squares = np.square(images.sum(axis=0))
        if self.cancel:
            squares -= np.einsum("mr,mr->r", images, images)
        return squares / m**2


def _blocks(m: int, geometry: Geometry) -> list[tuple[int, int]]:
    """First member and size of each block of more than one projection."""
    sizes = block_sizes(m, geometry.block)
    return [(k * geometry.block, size) for k, size in enumerate(sizes) if size > 1]


def _images(shared: _Shared, geometry: Geometry, d: int) -> Array:
    """Coordinates along z of the projections, shape (m, R)."""
    images = shared.normals.copy()
    for start, size in _blocks(len(images), geometry):
        rows = slice(start, start + size)
        members = min(size, d, geometry.block - 1) if geometry.cosine else size
        frames = shared.normals[start : start + members] / np.sqrt(shared.norms[start, size])
        if members < size:
            frames = vertices(frames)
        elif geometry.cosine:
            frames = equal_angles(frames, float(geometry.cosine), np.empty_like(frames))
        np.multiply(frames, shared.lengths[rows], out=images[rows])
    return images
