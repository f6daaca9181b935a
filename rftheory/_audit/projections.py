r"""Projections that a callable exposes, by their law: norms, coordinates, signs, angles, and the dependence of lengths in one call.

Projections may be made in single precision whatever they are stored in, so that each is taken to be within a relative error t of
an exact draw. A rotation that passes the tests of LAPACK has ``|I - Q^T Q|_1 <= 30 d epsilon`` (Anderson et al. 1992), and the rounding
of a row and of its length turns it by 4 epsilon at most: ``t = (30 d + 4) epsilon``, 2e-4 at d = 64. A cosine is refused beyond t.
Distributions are refused beyond what t changes: that of |w| has ``r f(r) <= sqrt(d/pi)`` (Stirling), a coordinate moves by
``t |w|``, and a cosine has a density of at most ``sqrt(d/(2 pi))`` for d >= 3. Two independent lengths agree to a relative 2 epsilon with
probability at most ``4 epsilon sqrt(d/pi)``.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from scipy import special, stats

from rftheory._audit.claim import Claim
from rftheory._audit.levels import concordant, log_coin_level, log_distribution_level
from rftheory._audit.report import Finding
from rftheory.inputs.arrays import Array

#: tests of one number of projections
TESTS = 11
#: the coarsest precision in which projections are expected to be made
SINGLE = float(np.finfo(np.float32).eps)
#: a projection is longer than sqrt(d) by more than this with probability e^-50
BEYOND = 10.0
#: LAPACK's threshold for the orthogonality of a computed rotation, in units of d epsilon
_ORTHOGONAL = 30
#: two of so many continuous lengths never agree to this
_COINCIDENCE = 1e-12


@dataclass(frozen=True)
class _Exposed:
    """Projections of n calls, shape (n, m, d), with the log of the level of each test.

    Attributes:
        turned: the same with random signs, if signs do not matter: w and -w have the same cosines and the same law.
    """

    claim: Claim
    projections: Array
    turned: Array
    limit: float
    epsilon: float

    @property
    def error(self) -> float:
        """t of the module docstring."""
        return (_ORTHOGONAL * self.claim.dimension + 4) * self.epsilon

    def findings(self) -> Iterator[Finding]:
        claim = self.claim
        geometry = claim.profile.geometry
        lengths = np.linalg.norm(self.projections, axis=-1)
        yield from self._lengths(np.square(lengths).ravel())
        yield from self._coordinates()
        if not claim.waves:
            yield from self.signs()
        yield from self._angles(lengths[..., None], geometry.block, float(geometry.cosine))
        yield from self._directions(lengths)
        if lengths.shape[1] > 1:
            yield from self._dependence(lengths, geometry.block)

    def _lengths(self, squares: Array) -> Iterator[Finding]:
        d = self.claim.dimension
        slack = math.sqrt(d / math.pi) * self.error
        log, distance = log_distribution_level(squares, lambda s: special.gammainc(d / 2, s / 2), slack)
        # the sum of all has a law of its own, and shows first that all lengths are wrong by a factor
        both, total = stats.chi2(d * len(squares)), float(squares.sum())
        sides = both.logsf(total * (1 - self.error) ** 2), both.logcdf(total * (1 + self.error) ** 2)
        log = min(log, math.log(2) + float(min(sides)))
        if log < self.limit:
            text = (
                f"|w|^2 is not chi-square with {d} degrees of freedom: mean {squares.mean():.5g}, variance "
                f"{squares.var():.4g} in place of {d} and {2 * d} (distance of the distributions {distance:.2g})"
            )
            yield Finding("projections, lengths", text, log / math.log(10))

    def _coordinates(self) -> Iterator[Finding]:
        n, m, d = self.turned.shape
        # one row of each call: its coordinates are independent
        rows = self.turned[np.arange(n), np.arange(n) % m]
        steps = np.arange(n) % min(m, d)
        slack = (math.sqrt(d) + BEYOND) * self.error / math.sqrt(2 * math.pi)
        for what, name, values in (
            ("coordinates", "coordinates", rows.ravel()),
            ("diagonal", "the k-th coordinates of k-th projections", self.turned[np.arange(n), steps, steps]),
            ("all-ones", "images of the all-ones direction", rows.sum(axis=1) / math.sqrt(d)),
        ):
            log, _ = log_distribution_level(values, special.ndtr, slack)
            if log < self.limit:
                text = f"{name} are not N(0, 1): mean {values.mean():.3g}, variance {values.var():.4g}"
                yield Finding(f"projections, {what}", text, log / math.log(10))

    def signs(self) -> Iterator[Finding]:
        """Each coordinate of each projection is positive as often as not; the worst of all of them is told of."""
        n = len(self.projections)
        positive = (self.projections > 0).sum(axis=0)
        k, j = np.unravel_index(np.abs(2 * positive - n).argmax(), positive.shape)
        log = min(0.0, log_coin_level(int(positive[k, j]), n) + math.log(positive.size))
        if log < self.limit:
            text = f"coordinate {j + 1} of projection {k + 1} is positive in {int(positive[k, j])} of {n} calls"
            yield Finding("projections, signs", text, log / math.log(10))

    def _angles(self, lengths: Array, block: int, cosine: float) -> Iterator[Finding]:
        directions, turned = self.projections / lengths, self.turned / lengths
        m, d = directions.shape[1:]
        if block > 1 and m > 1:
            gram = directions[:, :block] @ directions[:, :block].swapaxes(1, 2)
            off = float(np.abs(gram - np.where(np.eye(gram.shape[-1]) > 0, 1.0, cosine)).max())
            if off > self.error:
                text = f"cosines between projections of a block must be {cosine:.4g}, but one is off by {off:.3g}"
                yield Finding("projections, angles in a block", text)
        second = block if block > 1 else 1
        if m > second and d > 1:
            cosines = np.einsum("nd,nd->n", turned[:, 0], turned[:, second])
            # the density of a cosine in the plane is not bounded
            slack = math.sqrt(d / (2 * math.pi)) * self.error if d > 2 else math.sqrt(2 * self.error) / math.pi
            half = (d - 1) / 2
            log, distance = log_distribution_level(
                cosines, lambda c: special.betainc(half, half, (1 + np.clip(c, -1, 1)) / 2), slack
            )
            if log < self.limit:
                text = (
                    f"the angle between independent projections 1 and {second + 1} is not that of independent directions "
                    f"(mean cosine {cosines.mean():.3g}, distance {distance:.2g})"
                )
                yield Finding("projections, angles between blocks", text, log / math.log(10))

    def _directions(self, lengths: Array) -> Iterator[Finding]:
        """Lengths do not follow directions; those of the rows of G do, if Q of G = Q R gives the directions.

        A long row k has a large Q_kk where k is small, and a small one where k is near d: what the columns before have of it is taken off.
        """
        steps = np.arange(min(self.projections.shape[1:]))
        early = np.where(2 * steps < self.claim.dimension, 1.0, -1.0)
        sizes = early * np.abs(self.projections[:, steps, steps]) / lengths[:, steps]
        couples = [concordant(*each) for each in zip(lengths[:, steps].T, sizes.T, strict=True)]
        heads, tosses = map(sum, zip(*couples, strict=True))
        log = log_coin_level(heads, tosses)
        if log < self.limit:
            text = (
                f"lengths depend on directions: |w_k| on |w_kk|/|w_k|, in {heads} of {tosses} couples; "
                "they may be those of the block that was orthogonalised"
            )
            yield Finding("projections, lengths and directions", text, log / math.log(10))

    def _dependence(self, lengths: Array, block: int) -> Iterator[Finding]:
        (n, m), what = lengths.shape, "projections, dependence of lengths"
        ordered = np.sort(lengths, axis=1)
        equal = int((np.diff(ordered, axis=1) < _COINCIDENCE * ordered[:, 1:]).any(axis=1).sum())
        chance = min(1.0, m * (m - 1) / 2 * 4 * self.epsilon * math.sqrt(self.claim.dimension / math.pi))
        if stats.binom.logsf(equal - 1, n, chance) < self.limit:
            again = 1 < block < m and bool(np.allclose(lengths[:, 0], lengths[:, block]))
            text = "; those of the first block come again in the second" if again else ""
            yield Finding(what, f"lengths of one call agree exactly, in {equal} of {n} calls{text}")
            return
        for second in {1, block} - {0}:
            if second < m:
                heads, tosses = concordant(lengths[:, 0], lengths[:, second])
                log = log_coin_level(heads, tosses)
                if log < self.limit:
                    text = f"the lengths of projections 1 and {second + 1} depend on each other"
                    text = f"{text}: {heads} of {tosses} couples are ordered alike"
                    yield Finding(what, text, log / math.log(10))


def examine(
    claim: Claim, projections: Array, m: int, alpha: float, epsilon: float, generator: np.random.Generator
) -> tuple[list[Finding], list[str]]:
    """Findings about the projections of n calls, shape (n, m, d), of features of a type with this epsilon; and notes."""
    turned = projections
    if claim.waves:
        turned = projections * generator.choice([-1.0, 1.0], size=(*projections.shape[:2], 1))
    exposed = _Exposed(claim, projections, turned, math.log(alpha), max(epsilon, SINGLE))
    found = [Finding(each.what, f"{each.message} (m = {m})", each.log10_level) for each in exposed.findings()]
    signs = exposed.signs() if claim.waves else ()
    return found, [f"{each.message} (m = {m}), which waves do not see: signs are no error there" for each in signs]
