"""Estimators with coupled projections in independent blocks, and their exact central moments.

Powers of one sample are sums of exponentials, so that joint moments of several members of a block are sums of
`block_moments.block_exponential`; the sum over a block follows by the partition law, the sum over blocks by independence.
"""

from __future__ import annotations

import itertools
import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np
import sympy as sp
from flint import arb, ctx

from rftheory.arrays import Array, check_count, check_pair
from rftheory.couplings.blocks import block_sizes
from rftheory.couplings.coupling import Coupling
from rftheory.couplings.geometries import geometry_of
from rftheory.couplings.geometry import Geometry
from rftheory.couplings.iid import Independent
from rftheory.couplings.orthogonal import Orthogonal
from rftheory.estimators.block_moments import block_exponential
from rftheory.estimators.estimator import CentralMoments, Estimator, WeightedSum, dot
from rftheory.estimators.moments import Number, formal_pair, formal_sample, sample_of
from rftheory.estimators.pair_exponentials import to_ball, to_number
from rftheory.estimators.samples import Combined, SampleLaw
from rftheory.families.family import Family, Kernel
from rftheory.families.waves import with_phases
from rftheory.kernels import gaussian_kernel, softmax_kernel
from rftheory.mixtures.kernels import kernel_change
from rftheory.mixtures.scaled import kernel_of
from rftheory.numbers.balls import real_ball
from rftheory.rules.expectation import set_partitions
from rftheory.rules.frames import FrameExpectation
from rftheory.rules.gaussian import bilinear_square
from rftheory.rules.orthogonal import FrameTerm, frame_terms

#: precisions (bits) that are tried, until cancellation leaves a small enough ball
_PRECISIONS = (128, 256, 512)
#: radius of a moment, relative to what it is a moment of
_ACCURATE = arb(10) ** -12


@dataclass(frozen=True)
class Coupled(Estimator):
    """One family with coupled projections: ``phi(x).phi(y)``, or its real part if that is the family's estimator.

    Args:
        family: the features.
        coupling: of the projections; m may be any number of them. Phases are independent.
    """

    family: Family
    coupling: Coupling = Orthogonal()

    @property
    def kernel(self) -> Kernel:
        return kernel_of(self.coupling, self.family.kernel)

    @property
    def of_family(self) -> tuple[Family, Coupling]:
        return self.family, self.coupling

    @property
    def sample_law(self) -> SampleLaw:
        return Combined((self.family,), self.coupling)

    def at(self, point: Mapping[sp.Symbol, sp.Expr]) -> Coupled:
        return replace(self, family=self.family.at(point))

    def draw(self, generator: np.random.Generator, replicates: int, x: Array, y: Array, m: int, n: int) -> Array:
        x, y = check_pair(x, y)
        drawn = self.coupling.draw(generator, m, len(x), replicates)
        projections = with_phases(drawn, self.family.auxiliary, generator)
        change = kernel_change(self.kernel, self.family.kernel)
        found = dot(*(self.family.features(u[None], projections, side, change) for u, side in ((x, "x"), (y, "y"))))
        return found.real if self.family.takes_real_part else found

    def weighted(self, x: Array, y: Array, center: Number) -> WeightedSum:
        """Of projections that are independent, or in blocks at one angle.

        Raises:
            ValueError: for other couplings.
        """
        geometry = geometry_of(self.coupling, len(x))
        return WeightedSum((), (sample_of(self.family, x, y).shifted(-center),), (0,), geometry)

    def moments(self, x: Array, y: Array, m: int, n: int, center: Number) -> CentralMoments:
        """Central moments: of independent projections by their partition law, else `block_moments`."""
        if self.coupling.independent:
            return super().moments(x, y, m, n, center)
        return self.block_moments(x, y, m, center)

    def block_moments(self, x: Array, y: Array, m: int, center: Number) -> CentralMoments:
        """Central moments, the fourth rounded up.

        Raises:
            ValueError: for couplings other than independent, orthogonal and simplex projections, for samples that are not
                real sums of exponentials of one direction with real coefficients of w, and of finite fourth moment.
        """
        for precision in _PRECISIONS:
            with ctx.workprec(precision):
                middle = to_ball(center).real
                members, sizes = self._blocks(x, y, m)
                balls = _moments_of_mean([(members.power_sums(size, middle), q) for size, q in sizes.items()], m)
                if all(_is_accurate(balls[order], middle, order) for order in (1, 2, 4)):
                    return CentralMoments(to_number(balls[1]), to_number(balls[2]), to_number(balls[4].upper()))
        raise ValueError(f"moments of {self} cancel: {', '.join(str(ball) for ball in balls[1:])}")

    def second_moments(self, x: Array, y: Array, m: int) -> tuple[Number, Number]:
        """As `Estimator.second_moments`.

        No power of one sample above the second enters, so that both are small where E Z^4 is huge. For blocks b with sums S_b of
        mean 0 and sums e_b over their pairs i < j, ``m^2 B/2 = sum_b e_b + sum_(b < c) S_b S_c``.

        Raises:
            ValueError: as `block_moments`.
        """
        with ctx.workprec(_PRECISIONS[0]):
            first, second = formal_pair(x, y)
            kernel = gaussian_kernel(first, second) if self.kernel == "gaussian" else softmax_kernel(first, second)
            members, sizes = self._blocks(x, y, m)
            middle = real_ball(kernel, {}, ctx.prec)
            known = {size: members.pair_sums(size, middle) for size in sizes}
            parts = [known[size] for size in sizes.elements()]
            mean, error = (sum((part[k] for part in parts), arb(0)) for k in (0, 2))
            square = sum((part[1] - part[0] ** 2 for part in parts), mean**2)
            square += (error**2 - sum((part[2] ** 2 for part in parts), arb(0))) / 2
            if not _is_accurate(error, arb(0), 2):
                raise ValueError(f"the second moment of {self} cancels: {error}")
            return to_number(error / m**2), to_number((4 * square / arb(m) ** 4).upper())

    def _blocks(self, x: Array, y: Array, m: int) -> tuple[_Members, Counter[int]]:
        """The members of a block at numerical inputs, and how many blocks of which size there are."""
        sample = formal_sample(self.family, x, y)
        if not (sample.is_real or self.family.takes_real_part):
            # |Z|^2 is not Z^2
            raise ValueError(f"moments of coupled projections need real samples, got those of {self.family}")
        geometry = geometry_of(self.coupling, len(x))
        members = _members(sample, len(x), geometry, ctx.prec)
        return members, Counter(block_sizes(check_count("m", m), geometry.block))


def Regular(family: Family) -> Coupled:  # noqa: N802
    """One family with independent projections."""
    return Coupled(family, Independent())


def _is_accurate(ball: arb, center: arb, order: int) -> bool:
    scale = abs(ball) if order == 4 else abs(ball) + abs(center) ** order
    return bool(ball.is_finite() and ball.rad() < _ACCURATE * scale.upper())


def _moments_of_mean(parts: Sequence[tuple[list[arb], int]], m: int) -> list[arb]:
    """Moments 0, ..., 4 of ``(1/m) sum`` over independent sums with the given moments, each so many times."""
    total = [arb(1), *[arb(0)] * 4]
    for moments, copies in parts:
        for _ in range(copies):
            total = [sum((math.comb(k, j) * total[j] * moments[k - j] for j in range(k + 1)), arb(0)) for k in range(5)]
    return [moment / arb(m) ** k for k, moment in enumerate(total)]


@lru_cache(maxsize=64)
def _members(sample: sp.Expr, dimension: int, geometry: Geometry, precision: int) -> _Members:
    return _Members(sample, dimension, geometry, precision)


class _Members:
    """The samples ``Z_i = Z(w_i)`` of the members of one block, at numerical inputs."""

    def __init__(self, sample: sp.Expr, dimension: int, geometry: Geometry, precision: int):
        self.sample, self.dimension, self.precision = sample, dimension, precision
        self.cosine = geometry.cosine
        self._moments: dict[tuple[int, ...], arb] = {(): arb(1)}
        self._exponentials: dict[tuple[str, ...], arb] = {}

    def power_sums(self, size: int, center: arb) -> list[arb]:
        """``E (sum_(i <= size) (Z_i - c))^k`` for k = 0, ..., 4."""
        return [arb(1), *(self._power_sum(size, order, center) for order in range(1, 5))]

    def pair_sums(self, size: int, center: arb) -> tuple[arb, arb, arb]:
        """``E e``, ``E e^2`` and ``E S^2`` for ``S = sum_i (Z_i - c)`` and ``e = sum_(i < j) (Z_i - c)(Z_j - c)``."""
        pairs, triples, fours = (math.comb(size, k) for k in (2, 3, 4))
        mean, square = arb(0), arb(0)
        if pairs:
            mean += pairs * self._centred((1, 1), center)
            square += pairs * self._centred((2, 2), center)
        # e^2 in monomial symmetric functions
        if triples:
            square += 6 * triples * self._centred((1, 1, 2), center)
        if fours:
            square += 6 * fours * self._centred((1, 1, 1, 1), center)
        return mean, square, size * self._centred((2,), center) + 2 * mean

    def _power_sum(self, size: int, order: int, center: arb) -> arb:
        total = arb(0)
        shapes = Counter(tuple(sorted(len(part) for part in parts)) for parts in set_partitions(order))
        for shape, ways in shapes.items():
            if len(shape) <= size:
                total += ways * math.perm(size, len(shape)) * self._centred(shape, center)
        return total

    def _centred(self, sizes: Sequence[int], center: arb) -> arb:
        """``E prod_b (Z_b - c)^(size_b)``."""
        total = arb(0)
        for powers in itertools.product(*(range(size + 1) for size in sizes)):
            weight = math.prod(math.comb(size, power) for size, power in zip(sizes, powers, strict=True))
            left = sum(sizes) - sum(powers)
            total += weight * (-center) ** left * self._moment(tuple(sorted(power for power in powers if power)))
        return total

    def _moment(self, powers: tuple[int, ...]) -> arb:
        """``E prod_i Z_i^(powers_i)`` over different members."""
        if powers not in self._moments:
            node = FrameExpectation([self.sample**power for power in powers], self.dimension)
            self._moments[powers] = sum((self._term(term, max(powers)) for term in frame_terms(node)), arb(0))
        return self._moments[powers]

    def _term(self, term: FrameTerm, power: int) -> arb:
        gaps = [1 - 2 * self._ball(rate) for rate in term.rates]
        if not all(gap > 0 for gap in gaps):
            raise ValueError(f"E Z^{power} is not finite: rates {term.rates} of |w|^2")
        value = self._ball(term.coefficient)
        weights = []
        for gap, ratio in zip(gaps, term.ratios, strict=True):
            root = gap.sqrt()
            value /= root**self.dimension
            if ratio:
                weights.append(self._ball(ratio) / root)
        if weights:
            value *= self._exponential(weights, self._ball(bilinear_square(term.direction)))
        return value

    def _exponential(self, weights: list[arb], square: arb) -> arb:
        """The moment of one product of exponentials; a uniform direction makes the sign of all weights irrelevant."""
        ordered = sorted(weights, key=float)
        if sum(weights, arb(0)) < 0:
            ordered = [-weight for weight in reversed(ordered)]
        key = (str(square), *(str(weight) for weight in ordered))
        if key not in self._exponentials:
            self._exponentials[key] = block_exponential(ordered, square, self.dimension, self.cosine)
        return self._exponentials[key]

    def _ball(self, expr: sp.Expr) -> arb:
        """A number of an exponent, enclosed.

        Raises:
            ValueError: if it is not real.
        """
        try:
            return real_ball(expr, {}, self.precision)
        except ValueError as error:
            raise ValueError("fourth moments of coupled projections are known of real exponents only") from error
