r"""Projections drawn where the squares of samples are large: one of the m has the law proportional to Z(w)^2 phi(w).

Where samples are positive, ``t = Z/K`` is ``b^d exp(c |w|^2 + b v a - v^2/2)`` with a = w.z/v, z = x + y, v = |z| and b^2 = 1 - 2c
(`families.reduction`; for GERF c = 2A), or for hyperbolic features the even part of it at c = 0. So ``t^2 phi`` (phi the Gaussian
density) is a Gaussian density again, or that of a mixture of three, times ``rho = E t^2``:

    positive, GERF    N(2b z/(1 - 4c), I/(1 - 4c)),                        log rho = d/2 log((1-2c)^2/(1-4c)) + v^2/(1-4c)
    hyperbolic        N(2z, I), N(-2z, I) and N(0, I) in the ratio 1 : 1 : 2 e^(-2v^2),     rho = cosh(v^2)

Let one of the m projections, chosen at random, have this law and the others their law given it. Relative to the coupling itself the
density is ``L = (1/m) sum_i t_i^2/rho``. Of a share of the draws (a in the formulas of `tilted`) this is done; a draw has the weight
``1/(1 - share + share L)``.

*The others given one.* Rotations leave the law of a block unchanged, and lengths are independent of everything. So a block in which
member i shall have the direction u' is drawn as it is and turned by the rotation of the plane of u_i and z that takes u_i to u'; u'
can be chosen in that plane, as the laws above are symmetric about z. With the angles theta of u_i and theta' of u' to z, the cosine C of
two members, and f the direction of that plane across z, ``w_j.f = (C r_j - cos(theta) w_j.z/v)/sin(theta)``, as ``w_j.u_i = C r_j``. So

    w_j.z/v  ->  (sin(theta') w_j.z/v - C sin(theta' - theta) r_j)/sin(theta).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from rftheory.couplings.coupling import Isotropic
from rftheory.couplings.geometries import geometry_of
from rftheory.couplings.geometry import Geometry
from rftheory.families.family import Family
from rftheory.families.gerf_moments import log_excess
from rftheory.families.reduction import Reduction
from rftheory.inputs.arrays import Array

#: entries of the images of a batch: with three working arrays of the same size they stay in a second-level cache
_ENTRIES = 1 << 15
#: fourth powers of t^2/L, which is at most rho over the share, must be floats
_MOST_LOG_SQUARE = 150.0
#: ten standard deviations of log t under the tilt must leave its square a float
_DEVIATIONS, _MOST_LOG = 10.0, 700.0


@dataclass(frozen=True)
class SquareTilt:
    """The law of one sample, and the law of its projection in proportion to the square of the sample.

    Args:
        law: of the samples, "exp" or "cosh".
        length: v = |x + y|.
        dimension: d.
    """

    law: Reduction
    length: float
    dimension: int

    def __post_init__(self) -> None:
        if self.law.bounded or self.law.phase or (self.even and self.law.rate):
            raise ValueError(f"tilted errors are those of positive features, got samples {self.law}")
        if not self._gap > 0:
            raise ValueError(f"A must be < 1/8 for a finite variance, got {self.law.rate / 2}")
        if not (self.log_square <= _MOST_LOG_SQUARE and 2 * self._largest <= _MOST_LOG):
            raise ValueError(
                "|x + y| must be so short that the squares of tilted samples are floats (at most 12 for positive features), "
                f"got {self.length:g}, where log E Z^2/K^2 = {self.log_square:.1f}"
            )

    @classmethod
    def of(cls, family: Family, x: Array, y: Array) -> SquareTilt:
        """The tilt of a family at inputs of shape (d,)."""
        law = family.reduction(len(x))
        if law is None or law.bounded:
            raise ValueError(
                f"tilted errors are those of positive features (positive, hyperbolic, GERF with s = +1 and a real A), got {family}"
            )
        (length,) = law.sizes(x[None], y[None])
        return cls(law, float(length), len(x))

    @property
    def even(self) -> bool:
        """Whether samples are even in w."""
        return self.law.wave == "cosh"

    @property
    def log_square(self) -> float:
        """log rho, to a few roundings of v^2."""
        square, rate = self.length**2, self.law.rate
        if self.even:
            return square + math.log1p(math.exp(-2 * square)) - math.log(2)
        return log_excess(4 * rate, self._gap, square, self.dimension, math.log1p)

    @property
    def _gap(self) -> float:
        return 1 - 4 * self.law.rate

    @property
    def _shift(self) -> float:
        """Mean of the coordinate along z of the tilted projection."""
        return 2 * math.sqrt(1 - 2 * self.law.rate) * self.length / self._gap

    @property
    def _largest(self) -> float:
        """A size of log t that the tilted law exceeds with a negligible probability."""
        rate, slope = self.law.rate, math.sqrt(1 - 2 * self.law.rate) * self.length
        variance = 1 / self._gap
        mean = rate * (self.dimension * variance + self._shift**2) + slope * self._shift - self.length**2 / 2
        mean += self.dimension / 2 * math.log1p(-2 * rate)
        spread = 2 * rate**2 * variance**2 * self.dimension + (2 * rate * self._shift + slope) ** 2 * variance
        return mean + _DEVIATIONS * math.sqrt(spread)

    def samples(self, along: Array, lengths: Array | None) -> Array:
        """t from the coordinates along z and the lengths, both overwritten (lengths matter where the law has a rate)."""
        weights = None
        if self.law.needs_lengths:
            assert lengths is not None
            weights = self.law.weigh(lengths, self.dimension)
        self.law.fill(along, along, np.array(self.length), weights)
        return along

    def plane(self, normal: Array, chi: Array, uniform: Array) -> tuple[Array, Array]:
        """Coordinates along and across z of the tilted projection, from N(0, 1), chi_(d-1) and uniform variables."""
        centre: Array | float = self._shift
        if self.even:
            middle = 1 / (1 + math.exp(2 * self.length**2))
            centre = self._shift * np.where(uniform < middle, 0.0, np.sign(uniform - (1 + middle) / 2))
        deviation = 1 / math.sqrt(self._gap)
        return centre + deviation * normal, deviation * chi


class _Batch(NamedTuple):
    """Random numbers of some replicates, from which the draws of every pair of inputs can be made."""

    images: Array  # (m, R): coordinates along z
    lengths: Array | None  # (m, R)
    member: Array  # (R,): which projection is tilted
    tilted: Array  # (R,): where one is
    normal: Array
    chi: Array
    uniform: Array


class _TiltedDraws(NamedTuple):
    """Draws in units of K: K_hat/K, its weight, and ``1/m sum_i (t_i - 1)^2`` if asked for; shapes (P, R)."""

    estimates: Array
    weights: Array
    squares: Array | None


def draw_tilted(
    generator: np.random.Generator,
    tilts: Sequence[SquareTilt],
    coupling: Isotropic,
    m: int,
    share: float,
    replicates: int,
    squares: bool = False,
) -> _TiltedDraws:
    """Draws of m projections of which one is tilted in a ``share`` of the replicates; all pairs share the random numbers.

    Args:
        tilts: one for each pair of inputs, all in one R^d.
        coupling: independent, orthogonal or simplex projections.

    Raises:
        FloatingPointError: if a draw is not finite.
    """
    result = np.empty((3 if squares else 2, len(tilts), replicates))
    geometry = geometry_of(coupling, tilts[0].dimension)
    step = max(1, _ENTRIES // m)
    for start in range(0, replicates, step):
        part = slice(start, min(start + step, replicates))
        batch = draw_batch(generator, tilts, coupling, m, share, part.stop - part.start)
        for pair, tilt in enumerate(tilts):
            samples = tilted_samples(batch, tilt, geometry)
            samples.mean(axis=0, out=result[0, pair, part])
            density = np.einsum("mr,mr->r", samples, samples) * (math.exp(-tilt.log_square) / m)
            result[1, pair, part] = 1 / (1 - share + share * density)
            if squares:
                samples -= 1
                result[2, pair, part] = np.einsum("mr,mr->r", samples, samples) / m
    if not np.isfinite(result[0]).all():
        raise FloatingPointError("tilted draws overflow; choose smaller norms or a smaller A")
    return _TiltedDraws(result[0], result[1], result[2] if squares else None)


def draw_batch(
    generator: np.random.Generator, tilts: Sequence[SquareTilt], coupling: Isotropic, m: int, share: float, size: int
) -> _Batch:
    """Random numbers of ``size`` replicates; arguments as `draw_tilted`."""
    d = tilts[0].dimension
    # first what all couplings need: two of them that are drawn from one stream are tilted alike
    member, tilted = generator.integers(0, m, size), generator.random(size) < share
    normal = generator.standard_normal(size)
    chi = np.sqrt(generator.chisquare(d - 1, size)) if d > 1 else np.zeros(size)
    uniform = generator.random(size)
    images, lengths = np.empty((1, m, size)), np.empty((m, size))
    measured = geometry_of(coupling, d).block > 1 or any(tilt.law.needs_lengths for tilt in tilts)
    coupling.fill(generator, d, images, lengths, measured)
    return _Batch(images[0], lengths if measured else None, member, tilted, normal, chi, uniform)


def tilted_samples(batch: _Batch, tilt: SquareTilt, geometry: Geometry) -> Array:
    """The samples t of a batch after the tilt, shape (m, R)."""
    along, across = tilt.plane(batch.normal, batch.chi, batch.uniform)
    chosen = batch.member, np.arange(len(along))
    images = _turned(batch, along, across, geometry) if geometry.block > 1 else batch.images.copy()
    images[chosen] = np.where(batch.tilted, along, batch.images[chosen])
    lengths = None
    if tilt.law.needs_lengths:
        assert batch.lengths is not None
        lengths = batch.lengths.copy()
        lengths[chosen] = np.where(batch.tilted, np.hypot(along, across), lengths[chosen])
    return tilt.samples(images, lengths)


def _turned(batch: _Batch, along: Array, across: Array, geometry: Geometry) -> Array:
    """The images of a batch with each tilted block turned, as the module docstring says."""
    images, lengths, size = batch.images, batch.lengths, geometry.block
    assert lengths is not None
    chosen = batch.member, np.arange(len(along))
    cosine = images[chosen] / lengths[chosen]
    # |cosine| = 1 has probability 0, but may be rounded to
    sine = np.sqrt(np.maximum((1 - cosine) * (1 + cosine), np.finfo(float).tiny))
    length = np.hypot(along, across)
    stretch = across / (length * sine)
    lean = -float(geometry.cosine) * (across * cosine - along * sine) / (length * sine)
    turned = np.empty_like(images)
    for start in range(0, len(images), size):
        rows = slice(start, start + size)
        near = batch.tilted & (batch.member // size == start // size)
        np.multiply(images[rows], np.where(near, stretch, 1.0), out=turned[rows])
        if geometry.cosine:
            turned[rows] += lengths[rows] * np.where(near, lean, 0.0)
    return turned
