"""One arrangement of pairs in one set of directions, and what the claim implies there."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from rftheory._audit.inputs import ODD, SQUARE, Arrangement, Probes
from rftheory._audit.report import Finding
from rftheory.families.mixtures.kernels import log_kernel
from rftheory.inputs.arrays import Array

#: variances below this are those of numbers that are constant
CONSTANT = 1e-25


@dataclass(frozen=True)
class Spot:
    """One arrangement in one set of directions."""

    probes: Probes
    number: int
    index: int

    @property
    def arrangement(self) -> Arrangement:
        return self.probes.arrangements[self.index]

    @property
    def pairs(self) -> tuple[Array, Array]:
        """Shapes (2 G, d), first those on the side of u."""
        x, y = self.probes.pairs(self.number, self.arrangement)
        return x.reshape(-1, x.shape[-1]), y.reshape(-1, x.shape[-1])

    @cached_property
    def exact(self) -> bool:
        x, y = self.pairs
        return not self.probes.relative and self.probes.claim.exact(x, y)

    @property
    def size(self) -> int:
        """G."""
        return len(self.pairs[0]) // 2

    def variance(self, kind: int, m: int) -> float:
        """A proved bound for "even" or "odd"."""
        weights = np.full(2 * self.size, 0.5 / self.size)
        if kind == ODD:
            weights[self.size :] *= -1
        return self.probes.claim.average_variance(*self.pairs, weights, m)

    def error(self, m: int) -> float | None:
        """The relative mean squared error, where a closed form is known."""
        claim = self.probes.claim
        if self.probes.relative:
            return None
        assert claim.mechanism is not None
        x, y = self.pairs
        if claim.profile.covariances(x[:1], y[:1]) is None:
            # all are alike
            x, y = x[:1], y[:1]
        try:
            log = claim.mechanism.log_mse(x, y, m)
        except (ValueError, ArithmeticError):
            return None
        # relative errors of both kernels are one
        return None if log is None else float(np.exp(log - 2 * log_kernel(claim.mechanism.kernel, x, y)).mean())

    def words(self, m: int) -> str:
        return f"{self.probes.words(self.number, self.arrangement)} (m = {m})"

    @property
    def direction(self) -> str:
        return list(self.probes.directions)[self.number]


def spots(probes: Probes) -> list[Spot]:
    return [Spot(probes, k, i) for k in range(len(probes.sets)) for i in range(len(probes.arrangements))]


def not_the_best(probes: Probes, samples: Mapping[int, tuple[Array, Array]]) -> Finding:
    """What other squared errors than the claimed cost on the data for which A is to be the best.

    Args:
        samples: statistics of the calls and of draws of the claimed mechanism, by m.
    """
    excess = math.fsum(_log_moment(probes, m, own) - _log_moment(probes, m, best) for m, (own, best) in samples.items())
    where = "all pairs of the queries and keys of a call"
    if probes.claim.products is not None:
        # which a matrix may serve better than the rows that it is fitted to
        where = "the pairs that are looked at, which are a part of those that it is the best for"
    text = (
        f"no bias shows, but E Z^2/K^2 of a sample is about {math.exp(excess / len(samples)):.2g} times that of the claimed mechanism "
        f"with the best A, as a geometric mean over {where}"
    )
    return Finding("best for these data", text)


def _log_moment(probes: Probes, m: int, values: Array) -> float:
    """log E Z^2/K^2 of a sample, on average over the pairs of rows that A is fitted to: of this the best A is the minimum.

    For each A it is linear in |x + y|^2, so that relative squared errors at the longest pairs tell it, if projections are independent.
    """
    assert probes.claim.fitted is not None
    if probes.claim.products is not None:
        places = [(spot.number, spot.index) for spot in spots(probes) if not spot.exact]
        return float(np.mean([np.log1p(m * values[:, k, i, SQUARE].mean()) for k, i in places]))
    longest, square = len(probes.lengths) - 1, probes.claim.fitted.square_of_sum(1)
    apart, along = (
        np.log1p(m * values[:, :, probes.arrangements.index(Arrangement(longest, longest, side)), SQUARE].mean(axis=0))
        for side in (False, True)
    )
    return float((apart + (along - apart) * square / probes.lengths[-1] ** 2).mean())


def line_variances(probes: Probes, m: int) -> Array:
    """Proved bounds of the variance of `Probes.statistics_and_lines`, for each direction; none are tested where there is one only."""
    if probes.claim.mechanism is None or probes.relative or probes.claim.dimension == 1:
        return np.empty(0)
    arrangement, half = probes.arrangements[probes.line_arrangement], np.full(2, 0.5)
    found = []
    for number, rows in enumerate(probes.directions.values()):
        x, y = probes.pairs(number, arrangement)
        # all directions of a set are alike, but to a matrix
        own = len(rows) if probes.claim.profile.covariances(x[0], y[0]) is not None else 1
        variances = [probes.claim.average_variance(x[:, k], y[:, k], half, m) for k in range(own)]
        found += variances * (len(rows) // own)
    return np.array(found)


def line_names(probes: Probes) -> list[str]:
    """Of single directions, in words."""
    found = []
    for name, rows in probes.directions.items():
        if name == "coordinate axes":
            found += [f"coordinate axis {int(row.argmax()) + 1}" for row in rows]
        else:
            found += [name if len(rows) == 1 else f"the {k}-th of the {name}" for k in range(1, len(rows) + 1)]
    return found
