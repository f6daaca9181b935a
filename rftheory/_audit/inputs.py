r"""Where the features are looked at: inputs of a few norms along several sets of directions, and what is averaged over a set.

For each set of orthonormal directions u and each norm r the inputs are ``+r u`` and ``-r u``. Pairs of them are arranged as

    equal      x = y = +-r u       |x + y| = 2r, x - y = 0
    opposite   x = -y = +-r u      x + y = 0, |x - y| = 2r
    unequal    the least and the largest norm along +-u, on one side or on both sides of the origin

For each arrangement T_i = K_hat/K at all pairs of a set gives three numbers per call:

    even       the average of T_i - 1: half the sum over +u and -u, which are nearly independent for different u
    odd        the average of half the difference T(+u) - T(-u)
    square     the average of (T_i - 1)^2, whose mean is the relative mean squared error

Averaging over d directions takes the variance of a bias down by d without more calls. The sum over +u and -u takes the linear term in w
out, so that norms and factors show; their difference keeps it, so that a lost symmetry of the projections shows.

*Up to a scale.* Features that are right up to a factor of each row, such as those with a maximum taken off, are divided by their
length, ``K_hat(x, y)/sqrt(K_hat(x, x) K_hat(y, y))``, and the kernel likewise. Weights of attention are divided by their sum over the
keys of the call. Of these ratios no mean is known, but draws of the claimed mechanism that are divided alike have the same law.

Directions: coordinate axes, the all-ones diagonal, and a random orthonormal basis. Samples with phases of their own (`Claim.phases`) have
a part that depends on x + y alone, ``cos(w.(x + y) + 2b)``; there every input is moved by `_OFFSET` along another direction of the set, so
that different pairs have different phases. That far from the origin the part has nearly the law of the claim whatever the phases are, for
w.(x + y) is a phase of its own. So the diagonal is looked at twice: `AT_ORIGIN` it is not moved, and the mean of the part of x = -y is
``E cos 2b``.

The sum over +u and -u for each single direction (`Probes.lines`) shows a scale that is wrong along one of them only.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from scipy import special

from rftheory._audit.claim import Claim
from rftheory.couplings.frames import haar_frames
from rftheory.inputs.arrays import Array

#: places of the three numbers
EVEN, ODD, SQUARE = range(3)
_MOST_DIRECTIONS = 64
_OFFSET = 2.5
#: the set of directions that is not moved away from the origin, where there are phases
AT_ORIGIN = "the all-ones diagonal through the origin"


@dataclass(frozen=True)
class Arrangement:
    """How pairs are made: indices of the norms of x and y, and whether y is on the side of x."""

    first: int
    second: int
    same_side: bool


@dataclass(frozen=True)
class Probes:
    """The inputs of every call, and the statistics of its features.

    Args:
        lengths: 2r of the inputs, increasing: |x + y| of equal and |x - y| of opposite ones.
        seed: of the random directions.
        only: the name of the one set of directions that is looked at; all if empty.
        up_to: "nothing", or by what estimates may be wrong: a factor for each "row", the normalisation of "attention".
    """

    claim: Claim
    lengths: tuple[float, ...]
    seed: int
    only: str = ""
    up_to: str = "nothing"

    def alone(self, name: str) -> Probes:
        """With one set of directions."""
        return replace(self, only=name)

    @property
    def relative(self) -> bool:
        """Whether estimates may be wrong by a factor."""
        return self.up_to != "nothing"

    @cached_property
    def directions(self) -> dict[str, Array]:
        """Orthonormal rows by the name of their set."""
        d = self.claim.dimension
        count = min(d, _MOST_DIRECTIONS)
        axes = np.eye(d)[np.linspace(0, d - 1, count).astype(int)]
        generator = np.random.default_rng(np.random.SeedSequence([self.seed, 0xD1]))
        found = {"coordinate axes": axes}
        if d > 1:
            found["the all-ones diagonal"] = np.full((1, d), 1 / np.sqrt(d))
            found["random directions"] = haar_frames(generator, count, d, 1)[:, :, 0].T
            if self.claim.phases:
                found[AT_ORIGIN] = found["the all-ones diagonal"]
        return {self.only: found[self.only]} if self.only else found

    @cached_property
    def arrangements(self) -> tuple[Arrangement, ...]:
        norms = range(len(self.lengths))
        pairs = [Arrangement(j, j, side) for side in (True, False) for j in norms]
        if len(self.lengths) > 1:
            pairs += [Arrangement(0, len(self.lengths) - 1, side) for side in (True, False)]
        return tuple(pairs)

    @cached_property
    def sets(self) -> list[Array]:
        """Inputs of each set, shape (norms, 2 sides, G, d)."""
        radii = np.array(self.lengths) / 2
        signs = np.array([1.0, -1.0])
        found = []
        for name, rows in self.directions.items():
            inputs = radii[:, None, None, None] * signs[:, None, None] * rows
            moved = self.claim.phases and name != AT_ORIGIN
            found.append(inputs + _OFFSET * self._across(rows) if moved else inputs)
        return found

    @property
    def through_origin(self) -> list[int]:
        """Numbers of the sets whose directions pass through the origin: all of them but where there are phases."""
        if not self.claim.phases or self.claim.dimension == 1:
            return list(range(len(self.directions)))
        return [number for number, name in enumerate(self.directions) if name == AT_ORIGIN]

    @cached_property
    def inputs(self) -> Array:
        """All of them, shape (L, d)."""
        return np.concatenate([inputs.reshape(-1, self.claim.dimension) for inputs in self.sets])

    def rows(self, beside: tuple[Array, Array] | None) -> tuple[Array, Array]:
        """The queries and the keys of a call, in units of the kernel."""
        if beside is None:
            return self.inputs, self.inputs
        first, second = (np.concatenate([self.inputs, more]) for more in beside)
        return first, second

    def beside(self, uneven: bool = False) -> tuple[Array, Array]:
        """Rows that stand behind the inputs where queries and keys are given at once: of different numbers, squares and means.

        What is taken from the data then differs by whether it is of both sides, and of how many rows it is an average.

        Args:
            uneven: whether coordinates have scales of their own, those that are large in the queries small in the keys.
        """
        d = self.claim.dimension
        generator = np.random.default_rng(np.random.SeedSequence([self.seed, 0xBE]))
        counts, means = (len(self.inputs) // 2 + 1, 2 * len(self.inputs) + 2), (1.0, 1.5)
        first, second = (
            (mean + generator.standard_normal((count, d)) / 4) / np.sqrt(d)
            for count, mean in zip(counts, means, strict=True)
        )
        scales = np.geomspace(2, 1 / 2, d) if uneven else np.ones(d)
        return first * scales, second / scales

    def pairs(self, number: int, arrangement: Arrangement) -> tuple[Array, Array]:
        """x and y of one arrangement in a set, shapes (2 sides, G, d)."""
        inputs = self.sets[number]
        y = inputs[arrangement.second]
        return inputs[arrangement.first], y if arrangement.same_side else y[::-1]

    @cached_property
    def _log_kernels(self) -> list[Array]:
        """Shape (arrangements, 2, G) of each set."""
        return [
            np.stack([self._log_kernel(*self.pairs(number, each)) for each in self.arrangements])
            for number in range(len(self.sets))
        ]

    def _log_kernel(self, x: Array, y: Array) -> Array:
        """log K of paired inputs, divided as the estimates are."""
        log = self.claim.log_kernel
        if self.up_to == "row":
            return log(x, y) - (log(x, x) + log(y, y)) / 2
        if self.up_to == "attention":
            return log(x, y) - special.logsumexp(log(x[..., None, :], self.inputs), axis=-1)
        return log(x, y)

    @staticmethod
    def unit_rows(features: Array) -> Array:
        """Features with rows of length 1."""
        return np.asarray(features / np.linalg.norm(features, axis=-1, keepdims=True))

    def _divided(self, x: Array, y: Array | None) -> tuple[Array, Array]:
        """Features of shape (R, L, F) with rows of length 1, or weights of shape (R, L, L) with rows of sum 1, and the unit matrix."""
        if y is None:
            return x, np.broadcast_to(np.eye(len(self.inputs)), x.shape)
        if self.up_to == "row":
            first = self.unit_rows(x)
            return first, first if y is x else self.unit_rows(y)
        if self.up_to == "attention":
            weights = x @ y.swapaxes(-1, -2)
            return self._divided(weights / weights.sum(axis=-1, keepdims=True), None)
        return x, y

    def ratios(self, x: Array, y: Array) -> list[Array]:
        """T of features of shape (R, L, F); shapes (R, arrangements, 2, G), one for each set."""
        found, start = [], 0
        for inputs, log_kernel in zip(self.sets, self._log_kernels, strict=True):
            shape = inputs.shape[:-1]
            part = slice(start, start + int(np.prod(shape)))
            first, second = (side[:, part].reshape(len(side), *shape, side.shape[-1]) for side in (x, y))
            products = [
                np.einsum(
                    "rsgf,rsgf->rsg",
                    first[:, each.first],
                    second[:, each.second] if each.same_side else second[:, each.second, ::-1],
                )
                for each in self.arrangements
            ]
            found.append(np.stack(products, axis=1) * np.exp(-log_kernel))
            start = part.stop
        return found

    def statistics(self, x: Array, y: Array | None) -> Array:
        """The three numbers, shape (R, sets, arrangements, 3); y is None for x that are weights of attention, of shape (R, L, L)."""
        return self.statistics_and_lines(x, y)[0]

    def statistics_and_lines(self, x: Array, y: Array | None) -> tuple[Array, Array]:
        """The three numbers, and T - 1 of each direction in `line_arrangement`, shape (R, directions)."""
        found, lines = [], []
        for ratio in self.ratios(*self._divided(x, y)):
            off = ratio - 1
            odd = (off[:, :, 0] - off[:, :, 1]).mean(axis=-1) / 2
            found.append(np.stack([off.mean(axis=(-2, -1)), odd, np.square(off).mean(axis=(-2, -1))], axis=-1))
            lines.append(off[:, self.line_arrangement].mean(axis=1))
        return np.stack(found, axis=1), np.concatenate(lines, axis=1)

    @property
    def line_arrangement(self) -> int:
        """The longest pairs of equal norms whose estimates are random: equal inputs, or opposite ones of waves."""
        longest = len(self.lengths) - 1
        return self.arrangements.index(Arrangement(longest, longest, not self.claim.waves))

    def words(self, number: int, arrangement: Arrangement) -> str:
        """Where a statistic is taken."""
        radii = [length / 2 for length in self.lengths]
        a, b = radii[arrangement.first], radii[arrangement.second]
        if a == b:
            pair = f"{'x = y' if arrangement.same_side else 'x = -y'}, |x| = {a:g}"
            if number not in self.through_origin:
                pair = "x = y" if arrangement.same_side else f"|x - y| = {2 * a:g}"
        else:
            pair = f"|x| = {a:g}, |y| = {b:g}, {'one direction' if arrangement.same_side else 'opposite directions'}"
            if number not in self.through_origin:
                pair = f"|x - y| = {b - a if arrangement.same_side else a + b:g}"
        moved = "" if number in self.through_origin else f", {_OFFSET:g} from the origin"
        return f"{pair}, along {list(self.directions)[number]}{moved}"

    def _across(self, rows: Array) -> Array:
        """For each direction another one that is orthogonal to it."""
        if len(rows) > 1:
            return np.roll(rows, 1, axis=0)
        other = np.eye(rows.shape[1])[:1] - rows[:, :1] * rows
        length = np.linalg.norm(other)
        return other / length if length > 0 else 0 * other
