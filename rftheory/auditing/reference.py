"""Draws of the claimed mechanism, or of one that is wrong in a known way, and the statistics of its features."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from rftheory.arrays import Array
from rftheory.auditing.probes import Probes
from rftheory.couplings.coupling import Coupling
from rftheory.families.phases import with_phases

#: numbers in the features of one batch
_ENTRIES = 1 << 21
#: a law of projections: (generator, m, d, replicates) -> shape (replicates, m, d)
Draw = Callable[[np.random.Generator, int, int, int], Array]
#: logarithm of a factor of all features: (squared norms of shape (L, 1), m, d) -> broadcasts with (L, 1)
LogFactor = Callable[[Array, int, int], Array | float]


@dataclass(frozen=True)
class Variant:
    """Features of a family with some law of the projections, with a factor, at scaled inputs.

    Attributes:
        words: what this is.
        shared: whether both sides have the same projections.
    """

    words: str
    draw: Draw
    scale: Callable[[int], float] = lambda d: 1.0
    log_factor: LogFactor = lambda squares, m, d: 0.0
    shared: bool = True

    @classmethod
    def of(cls, coupling: Coupling, words: str = "") -> Variant:
        """The right one."""
        return cls(words, lambda generator, m, d, replicates: coupling.draw(generator, m, d, replicates))


def statistics(variant: Variant, probes: Probes, m: int, replicates: int, generator: np.random.Generator) -> Array:
    """`Probes.statistics` of so many draws, shape (replicates, sets, arrangements, 3)."""
    claim = probes.claim
    family = claim.family
    assert family is not None
    # in units of the kernel that the family estimates: the factors of another kernel cancel
    own = replace(probes, claim=replace(claim, kernel=family.kernel))
    inputs, d = probes.inputs, claim.dimension
    factor = np.exp(variant.log_factor(np.square(inputs).sum(axis=1, keepdims=True), m, d))
    step = max(1, _ENTRIES // (len(inputs) * m * family.blocks))
    found = []
    for start in range(0, replicates, step):
        count = min(step, replicates - start)
        maps: list[Array] = []
        for side in "xy":
            if not maps or not variant.shared:
                projections = with_phases(variant.draw(generator, m, d, count), family.auxiliary, generator)
            maps.append(factor * family.features(variant.scale(d) * inputs, projections, side))
        found.append(own.statistics(*maps))
    return np.concatenate(found)
