"""Laws of features: the claimed one, or one with steps that are wrong in a known way, and the statistics of its draws."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from rftheory._audit.claim import Claim
from rftheory._audit.inputs import Probes
from rftheory.couplings.blocks import block_sizes
from rftheory.couplings.coupling import Coupling, chi_lengths
from rftheory.families.mixtures.mixture import Mixture
from rftheory.inputs.arrays import Array

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
    def d(self) -> int:
        return self.claim.dimension

    @property
    def block(self) -> int:
        """Projections of a full block."""
        return max(1, self.claim.profile.geometry.block)

    def draw(self, coupling: Coupling | None = None, m: int | None = None) -> Array:
        """Gaussian projections of the claimed coupling or another, shape (replicates, m, d)."""
        coupling = coupling or self.claim.profile.gaussian
        return coupling.draw(self.generator, m or self.m, self.d, self.replicates)

    def scales(self, mixture: Mixture | None) -> Array | float:
        """By what projections of features of this mixture are multiplied, shape (replicates, m, 1 or d); nothing for None."""
        return 1.0 if mixture is None else mixture.scales(self.generator, self.m, self.d, self.replicates).T

    def of_claim(self) -> Array | float:
        """Those of the claimed kernel."""
        return self.scales(self.claim.profile.mixture)

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
        scales: what projections are multiplied by, those of the claimed kernel.
        phases: in place of uniform ones, broadcast with (replicates, m).
        scale: by what inputs are multiplied.
        balance: by what the queries are multiplied, and the keys divided.
        norm: logarithm of a factor that the features have too much, a function of |x|^2.
        limits: of the exponents of positive features: what is below the first or above the second is that.
        stabilised: what is done against overflow.
        added: to the features, for m of them.
        constant: logarithm of a factor of all features, for m projections.
        both: what is done to the features of both sides.
        keys: what is done to the features of the keys alone.
        tilt: by what A of GERF with s = 1 is multiplied on a side, a function of the side and the claim.
        other: a family whose features are made, in place of the claimed one.
        split: whether the two features of a projection are those of two independent ones.
        shared: whether both sides have the same projections.
    """

    projections: Callable[[Case], Array] = Case.draw
    lengths: Callable[[Case], Array] | None = None
    scales: Callable[[Case], Array | float] = Case.of_claim
    phases: Callable[[Case], Array] | None = None
    scale: Callable[[int], float] = lambda d: 1.0
    balance: Callable[[int], float] = lambda d: 1.0
    norm: Callable[[Array], Array] | None = None
    limits: tuple[float, float] | None = None
    stabilised: Stabiliser | None = None
    added: Callable[[int], float] = lambda m: 0.0
    constant: Callable[[int], float] = lambda m: 0.0
    both: Callable[[Array], Array] | None = None
    keys: Callable[[Array], Array] | None = None
    tilt: Callable[[str, Claim], float] | None = None
    other: Callable[[Claim], Any] | None = None
    split: bool = False
    shared: bool = True

    @property
    def across(self) -> bool:
        """Whether the features of an input depend on the other inputs."""
        return self.stabilised is not None and any(-2 in axes for axes in self.stabilised.axes)

    def drawn(self, case: Case) -> Array:
        """Projections with their lengths and phases, twice as many if they are split."""
        if not self.split:
            return self._drawn(case)
        return np.concatenate([self._drawn(case), self._drawn(case)], axis=1)

    def _drawn(self, case: Case) -> Array:
        found = self.projections(case)
        if self.lengths is not None:
            norms = np.linalg.norm(found, axis=-1, keepdims=True)
            # what is cut from a product of Hadamard matrices may be 0
            found = found / np.maximum(norms, np.finfo(float).tiny) * self.lengths(case)
        found = found * self.scales(case)
        return case.claim.profile.with_phases(found, case.generator, None if self.phases is None else self.phases(case))

    def features(self, case: Case, inputs: Array, projections: Array, side: str) -> Array:
        """Shape (replicates, rows, F)."""
        made = self._made(case, inputs, projections[:, : case.m], side)
        if self.split:
            half = made.shape[-1] // 2
            made[..., half:] = self._made(case, inputs, projections[:, case.m :], side)[..., half:]
        if self.norm is not None:
            made = made * np.exp(self.norm(np.square(inputs).sum(axis=1)))[:, None]
        if self.limits is not None:
            low, high = (math.exp(limit) / math.sqrt(case.m) for limit in self.limits)
            made = np.clip(made, low, high)
        if self.stabilised is not None:
            made = self.stabilised(made, case, inputs, side)
        if added := self.added(case.m):
            made = made + added
        if constant := self.constant(case.m):
            made = made * math.exp(constant)
        if self.both is not None:
            made = self.both(made)
        return made if self.keys is None or side == "x" else self.keys(made)

    def _made(self, case: Case, inputs: Array, projections: Array, side: str) -> Array:
        """By the family, for the claimed kernel."""
        claim, balance = case.claim, self.balance(case.d)
        scaled = self.scale(case.d) * (balance if side == "x" else 1 / balance) * inputs
        profile = claim.profile if self.other is None else claim.profile.instead(self.other(claim))
        made = profile.real_features(scaled, projections, side, claim.kernel)
        if self.tilt is not None and (by := self.tilt(side, claim)) != 1:
            made = made * np.exp(_tilted(claim.rate / 2, by, scaled, projections))
        return made


def _tilted(a: float, by: float, inputs: Array, projections: Array) -> Array:
    """log of ``D exp(A |w|^2 + B w.x)`` of GERF with ``by a`` in the place of a, less that with a; shape (replicates, rows, m)."""
    d, other = inputs.shape[1], by * a
    constant = d / 4 * (math.log1p(-4 * other) - math.log1p(-4 * a))
    squares = np.square(projections).sum(axis=-1)[:, None, :]
    slope = math.sqrt(1 - 4 * other) - math.sqrt(1 - 4 * a)
    return np.asarray(constant + (other - a) * squares + slope * (inputs @ projections.swapaxes(-1, -2)))


def statistics(law: Law, probes: Probes, m: int, replicates: int, generator: np.random.Generator) -> Array:
    """`Probes.statistics` of so many draws, shape (replicates, sets, arrangements, 3)."""
    inputs = probes.inputs
    numbers = len(inputs) if probes.up_to == "attention" else 0
    parts = draws(law, probes.claim, inputs, m, replicates, generator, numbers)
    return np.concatenate([probes.statistics(x, y) for x, y in parts])


def draws(
    law: Law, claim: Claim, inputs: Array, m: int, replicates: int, generator: np.random.Generator, numbers: int = 0
) -> Iterator[tuple[Array, Array]]:
    """Features of so many draws for both sides, shape (some of the replicates, rows, F).

    Args:
        numbers: that are computed from those of one row, if they are more.
    """
    step = max(1, _ENTRIES // (len(inputs) * max(numbers, claim.profile.features(m))))
    #: whether both sides have one map, which the first draws say
    alike = False
    for start in range(0, replicates, step):
        case = Case(generator, claim, m, min(step, replicates - start))
        projections = law.drawn(case)
        x = law.features(case, inputs, projections, "x")
        y = x if alike else law.features(case, inputs, projections if law.shared else law.drawn(case), "y")
        alike = alike or (law.shared and np.array_equal(x, y))
        yield x, y
