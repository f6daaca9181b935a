"""Exact draws of one family with an isotropic coupling: through what the samples depend on, and weighted ones where errors are large.

*Reduced.* A sample depends on its projection w through ``a = w.z/|z|`` alone (`families.reduction`), perhaps with |w| and a phase. The
joint law of an isotropic coupling is the same along any direction, so that the a of m projections are drawn as their
coordinates along one (`couplings.coupling.Isotropic`): normal variables for independent projections, and a row of a Haar
matrix times chi lengths for blocks. The law of the estimates is exact; no projection is ever formed.
Pairs that share their draws have the same a, lengths and phases: each has its own law, and all move together.

*Tilted.* In a share of the draws one projection has the law in proportion to the square of its sample, the others their law given it
(`estimators.square_tilt`). A mean over weighted draws is the mean of the law of interest; squared errors times weights are bounded by
``K^2 max(1/(1 - share), rho/share)`` with ``rho = E Z^2/K^2`` (`estimators.tilted`), where plain ones are log-normal of twice the shape.
"""

from __future__ import annotations

import math
import threading
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

import numpy as np

from rftheory.couplings.coupling import Isotropic, ranges
from rftheory.couplings.geometries import geometry_of
from rftheory.families.cosine import cosine
from rftheory.families.family import Family
from rftheory.families.reduction import Reduction
from rftheory.inputs.arrays import Array
from rftheory.montecarlo.estimators.coupled import Coupled
from rftheory.montecarlo.estimators.square_tilt import SquareTilt, draw_tilted
from rftheory.montecarlo.setting import Draws, Setting

#: entries of a working array: 512 KiB, of which two stay in a second-level cache; streams depend on it
BATCH = 1 << 16


class _Workspace:
    """Named arrays of float64 that keep their memory between calls; a pickled workspace arrives empty.

    No two threads see the same array, so a sampler that owns a workspace may be drawn from by many.
    """

    def __init__(self) -> None:
        self._local = threading.local()

    def array(self, name: str, *shape: int) -> Array:
        """An array of this shape, whose entries are anything; it is overwritten by the next one of this name."""
        kept: dict[str, Array] = self._local.__dict__
        size = math.prod(shape)
        if name not in kept or kept[name].size < size:
            kept[name] = np.empty(size)
        return kept[name][:size].reshape(shape)

    def __reduce__(self) -> tuple[type[_Workspace], tuple[()]]:
        return _Workspace, ()


class _Units(NamedTuple):
    """What samples are made of, each of shape (m, columns)."""

    images: Array
    weights: Array | None
    waves: Array | None


@dataclass(frozen=True, eq=False)
class ReducedSampler:
    """Draws of one family with an isotropic coupling; a `montecarlo.setting.Sampler`.

    Attributes:
        law: of one sample.
        m, d: number and dimension of the projections.
        log_kernel: log K of each pair, shape (P,).
        sizes: |z| of each pair, shape (P,).
        share: whether all pairs are made from the same random numbers.
        label: as `Sampler.label`.
    """

    law: Reduction
    coupling: Isotropic
    m: int
    d: int
    log_kernel: Array
    sizes: Array
    share: bool
    label: str
    _workspace: _Workspace = field(default_factory=_Workspace, init=False, repr=False)

    has_squares = True

    @property
    def log_unit(self) -> Array:
        """log K where samples are exponentials; of waves log K + |x - y|^2/2, 0 for the Gaussian kernel; shape (P,)."""
        return self.law.log_unit(self.log_kernel, self.sizes)

    @property
    def kernel(self) -> Array:
        """``K/exp(log_unit)``, shape (P,)."""
        return self.law.kernel(self.sizes)

    @property
    def cost(self) -> int:
        """m numbers of each pair; of all pairs together, and an estimate each, if they share them."""
        pairs = len(self.sizes)
        return self.m + pairs if self.share and pairs > 1 else self.m * pairs

    def draw(self, generator: np.random.Generator, size: int, squares: bool = False) -> Draws:
        """``size`` replicates, in arrays that the next draw of the same thread overwrites."""
        pairs = len(self.sizes)
        estimates = self._workspace.array("estimates", pairs, size)
        seconds = self._workspace.array("squares", pairs, size) if squares else None
        columns = max(1, BATCH // self.m)
        # one pair shares with none
        share = self.share and pairs > 1
        for part in ranges(size, columns):
            width = part.stop - part.start
            units = self._units(generator, width) if share else None
            for group in ranges(pairs, max(1, columns // width)):
                own = units or self._units(generator, width * (group.stop - group.start))
                samples = self._samples(own, self.sizes[group], width, keep=share)
                _mean(samples, estimates[group, part])
                if seconds is not None:
                    samples -= self.kernel[group, None]
                    _mean(np.square(samples, out=samples), seconds[group, part])
        return Draws(estimates, seconds)

    def _units(self, generator: np.random.Generator, columns: int) -> _Units:
        """So many independent copies of what m samples are made of."""
        shape, law = (self.m, columns), self.law
        images, lengths = (self._workspace.array(name, *shape) for name in ("images", "lengths"))
        self.coupling.fill(generator, self.d, images[None], lengths, law.needs_lengths)
        weights = law.weigh(lengths, self.d) if law.needs_lengths else None
        if not law.phase:
            return _Units(images, weights, None)
        waves = self._workspace.array("waves", *shape)
        generator.random(out=waves)
        # the cosine of a uniform angle has the same law on half a turn
        waves *= math.pi
        return _Units(images, weights, cosine(waves, out=waves))

    def _samples(self, units: _Units, sizes: Array, width: int, keep: bool) -> Array:
        """Samples of some pairs, shape (m, pairs, width), from units of all of them to keep, or of each."""
        images, weights, waves = (None if a is None else a.reshape(self.m, -1, width) for a in units)
        assert images is not None
        shape = self.m, len(sizes), width
        samples = self._workspace.array("samples", *shape) if keep else images
        spare = self._workspace.array("spare", *shape) if self.law.wave == "cosh" else None
        self.law.fill(samples, images, sizes[:, None], weights, waves, spare)
        return samples


def reduced_sampler(setting: Setting) -> ReducedSampler | None:
    """The reduced draws of a setting; None where there are none.

    There are for a family with a `Family.reduction` and an isotropic coupling.
    """
    estimator = setting.estimator
    # a class derived from this one may draw otherwise
    if type(estimator) is not Coupled or not isinstance(coupling := estimator.coupling, Isotropic):
        return None
    law = estimator.family.reduction(setting.dimension)
    if law is None:
        return None
    coupling.check_size(setting.m, setting.dimension)
    sizes = law.sizes(setting.x, setting.y)
    label = repr(("reduced", BATCH, setting.label))
    return ReducedSampler(law, coupling, setting.m, setting.dimension, setting.log_kernel, sizes, setting.share, label)


def _mean(samples: Array, out: Array) -> None:
    """The mean over the first axis."""
    np.add.reduce(samples, axis=0, out=out)
    out /= len(samples)


def parts_of(setting: Setting) -> tuple[Family, Isotropic]:
    """The family and the coupling of an estimator of one family: independent, orthogonal or simplex projections."""
    parts = setting.estimator.of_family
    if parts is None:
        raise ValueError(
            f"estimator must have one family with coupled or independent projections, got {setting.estimator}"
        )
    family, coupling = parts
    if not isinstance(coupling, Isotropic):
        raise ValueError(f"coupling must be isotropic, got {coupling}")
    # there is no cosine between two projections otherwise
    geometry_of(coupling, setting.dimension)
    coupling.check_size(setting.m, setting.dimension)
    return family, coupling


def pair_tilt(setting: Setting, pair: int) -> SquareTilt:
    """The tilt at one pair of a setting."""
    return SquareTilt.of(parts_of(setting)[0], setting.x[pair], setting.y[pair])


@dataclass(frozen=True, eq=False)
class TiltedSampler:
    """Weighted draws of a setting, in units of the kernel; a `montecarlo.setting.Sampler`.

    With ``setting.share`` all pairs are made from the same random numbers: the same images and lengths, the same member tilted by
    the same normal and chi variables.

    Args:
        setting: positive, hyperbolic or generalized exponential features (s = +1, real A < 1/8) with independent, orthogonal
            or simplex projections.
        share: of the draws that are tilted, in (0, 1).
    """

    setting: Setting
    share: float = 0.5

    has_squares = True

    def __post_init__(self) -> None:
        parts_of(self.setting)
        # an error at once, not at the first draw
        self._tilts  # noqa: B018

    @cached_property
    def _tilts(self) -> tuple[SquareTilt, ...]:
        return tuple(pair_tilt(self.setting, pair) for pair in range(self.setting.pairs))

    @property
    def log_squares(self) -> Array:
        """log rho of each pair, shape (P,)."""
        return np.array([tilt.log_square for tilt in self._tilts])

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
            FloatingPointError: if a draw is not finite.
        """
        _, coupling = parts_of(self.setting)
        groups = [self._tilts] if self.setting.share else [(tilt,) for tilt in self._tilts]
        drawn = [draw_tilted(generator, group, coupling, self.setting.m, self.share, size, squares) for group in groups]
        estimates, weights = (np.concatenate([part[k] for part in drawn]) for k in (0, 1))
        seconds = np.concatenate([part.squares for part in drawn if part.squares is not None]) if squares else None
        return Draws(estimates, seconds, weights)
