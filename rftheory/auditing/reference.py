"""Laws of features: the claimed one, or one with steps that are wrong in a known way, and the statistics of its draws."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from rftheory.arrays import Array
from rftheory.auditing.claim import Claim
from rftheory.auditing.probes import Probes
from rftheory.conformity.geometry import geometry_of
from rftheory.couplings.blocks import block_sizes
from rftheory.couplings.coupling import Coupling, chi_lengths
from rftheory.families.phases import with_phases

#: numbers in the features of one batch
_ENTRIES = 1 << 21


@dataclass(frozen=True)
class Case:
    """What the steps of a law are asked for: so many replicates of m projections."""

    generator: np.random.Generator
    claim: Claim
    m: int
    replicates: int

    @property
    def coupling(self) -> Coupling:
        assert self.claim.coupling is not None
        return self.claim.coupling

    @property
    def d(self) -> int:
        return self.claim.dimension

    @property
    def block(self) -> int:
        """Projections of a full block."""
        return max(1, geometry_of(self.coupling, self.d).block)

    def draw(self, coupling: Coupling | None = None, m: int | None = None) -> Array:
        """Projections of the claimed coupling or another, shape (replicates, m, d)."""
        return (coupling or self.coupling).draw(self.generator, m or self.m, self.d, self.replicates)

    def chi(self, count: int, degrees: int) -> Array:
        """Independent lengths, shape (replicates, count, 1)."""
        return chi_lengths(self.generator, count, degrees, self.replicates).T[..., None]

    def by_blocks(self, make: Callable[[int], Array], block: int | None = None) -> Array:
        """What is made for each block from its size, one after the other."""
        return np.concatenate([make(size) for size in block_sizes(self.m, block or self.block)], axis=1)


@dataclass(frozen=True)
class Stabiliser:
    """Features divided by the largest exponential: over features, over rows, or both, on the sides of queries and of keys.

    Attributes:
        axes: of features of shape (replicates, rows, features), for queries and for keys; none leave a side as it is.
        whole: whether the maximum is of the whole exponent, and not of the images w.x.
    """

    axes: tuple[tuple[int, ...], tuple[int, ...]]
    whole: bool

    def __call__(self, features: Array, case: Case, inputs: Array, side: str) -> Array:
        axes = self.axes[side == "y"]
        if not axes:
            return features
        of = features * math.sqrt(case.m)
        if not self.whole:
            squares = np.square(inputs).sum(axis=1, keepdims=True)
            of *= np.exp(squares - case.claim.log_kernel(inputs, inputs)[:, None] / 2)
        return np.asarray(features / of.max(axis=axes, keepdims=True))


@dataclass(frozen=True)
class Law:
    """Features made step by step; each step is the right one, or another.

    Attributes:
        projections: shape (replicates, m, d).
        lengths: in place of those of the projections, broadcast with (replicates, m, d).
        phases: in place of uniform ones, broadcast with (replicates, m).
        scale: by what inputs are multiplied.
        norm: power of exp(|x|^2/2) that the features have too much.
        stabilised: what is done against overflow.
        added: to the features, for m of them.
        constant: logarithm of a factor of all features, for m projections.
        keys: what is done to the features of the keys alone.
        shared: whether both sides have the same projections.
    """

    projections: Callable[[Case], Array] = Case.draw
    lengths: Callable[[Case], Array] | None = None
    phases: Callable[[Case], Array] | None = None
    scale: Callable[[int], float] = lambda d: 1.0
    norm: int = 0
    stabilised: Stabiliser | None = None
    added: Callable[[int], float] = lambda m: 0.0
    constant: Callable[[int], float] = lambda m: 0.0
    keys: Callable[[Array], Array] | None = None
    shared: bool = True

    @property
    def across(self) -> bool:
        """Whether the features of an input depend on the other inputs."""
        return self.stabilised is not None and any(-2 in axes for axes in self.stabilised.axes)

    def drawn(self, case: Case) -> Array:
        """Projections with their lengths and phases."""
        found = self.projections(case)
        if self.lengths is not None:
            found = found / np.linalg.norm(found, axis=-1, keepdims=True) * self.lengths(case)
        assert case.claim.family is not None
        if self.phases is None or not case.claim.phases:
            return np.asarray(with_phases(found, case.claim.family.auxiliary, case.generator))
        # a phase is the polar angle of two coordinates
        angles = np.broadcast_to(self.phases(case), found.shape[:2])
        return np.concatenate([found, np.stack([np.cos(angles), np.sin(angles)], axis=-1)], axis=-1)

    def features(self, case: Case, inputs: Array, projections: Array, side: str) -> Array:
        """Shape (replicates, rows, F)."""
        claim, family = case.claim, case.claim.family
        assert family is not None
        made = family.features(self.scale(case.d) * inputs, projections, side)
        if family.takes_real_part:
            # of the product of two complex numbers, as a sum of two real products
            made = np.concatenate([made.real, made.imag if side == "x" else -made.imag], axis=-1)
        log = self.norm * np.square(inputs).sum(axis=1) / 2
        if claim.kernel != family.kernel:
            of_family = Claim(claim.mechanism, family.kernel, case.d)
            log = log + (claim.log_kernel(inputs, inputs) - of_family.log_kernel(inputs, inputs)) / 2
        made = made * np.exp(log)[:, None]
        if self.stabilised is not None:
            made = self.stabilised(made, case, inputs, side)
        made = (made + self.added(case.m)) * math.exp(self.constant(case.m))
        return made if self.keys is None or side == "x" else self.keys(made)


def statistics(law: Law, probes: Probes, m: int, replicates: int, generator: np.random.Generator) -> Array:
    """`Probes.statistics` of so many draws, shape (replicates, sets, arrangements, 3)."""
    claim, inputs = probes.claim, probes.inputs
    assert claim.family is not None
    numbers = len(inputs) if probes.up_to == "attention" else 0
    step = max(1, _ENTRIES // (len(inputs) * max(numbers, m * claim.family.real_blocks)))
    found = []
    for start in range(0, replicates, step):
        case = Case(generator, claim, m, min(step, replicates - start))
        projections = law.drawn(case)
        x = law.features(case, inputs, projections, "x")
        y = law.features(case, inputs, projections if law.shared else law.drawn(case), "y")
        found.append(probes.statistics(x, y))
    return np.concatenate(found)
