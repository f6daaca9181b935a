r"""Features at small distances: the scale of the images w.x, and what can be seen of their law without knowing it.

For inputs +-e u along orthonormal directions u let ``p_j = (phi_j(e u) - phi_j(-e u))^2`` for each feature j (with two callables the
product of their differences). Of right features ``sum_j p_j`` has the mean ``K(x, x) + K(y, y) - 2 K(x, y)``, so that for inputs
multiplied by s, whatever factors the features have,

    log(1 - E sum_j p_j/(2 E K_hat(x, x))) = -s^2 |x - y|^2/2,

for both kernels, and at small distances for anything with images of variance s^2. The distance is chosen so that this is about 1/50:
neither roundings nor saturated waves count. To leading order ``p_j`` is proportional to ``(w.u)^2``, so its square shows the kurtosis of
w.u, its sum over all u the law of |w|, and its mean for each u whether projections depend on the direction; in units of what the claimed
mechanism has there.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

import numpy as np

from rftheory._audit.contract import Audited, BadFeatures
from rftheory._audit.inputs import Probes
from rftheory._audit.reference import Law, draws
from rftheory.inputs.arrays import Array

#: of the change of features that is looked at, and when it will do
_CHANGE, _ENOUGH = 0.2, (0.1, 0.4)
#: half of the distance: the first, the least and the largest one; by what it is changed at most, and how often
_FIRST, _LEAST, _MOST = 1e-3, 1e-8, 4.0
_FACTOR, _STEPS, _FEW = 30.0, 16, 4
#: squares of images that are wanted: the scale is then known to a standard deviation of 0.35%
_IMAGES = 40_000
#: calls at most
_CALLS = 4000
#: standard deviations that are no difference
_CHANCE = 5.0


@dataclass(frozen=True)
class _Seen:
    """Of n calls with inputs +-e u: sums over features, in units of E K_hat(x, x).

    Attributes:
        lines: sum_j p_j, shape (n, directions).
        fourth: sum_j p_j^2, on average over directions, shape (n,).
        lengths: sum_j (sum_u p_j)^2, shape (n,).
        own: K_hat(x, x), in units of its mean, shape (n,).
    """

    lines: Array
    fourth: Array
    lengths: Array
    own: Array

    @classmethod
    def of(cls, parts: Iterable[tuple[Array, Array]]) -> _Seen:
        """From the features of both sides, shape (n, 2 directions, F), of some calls at a time."""
        lines, fourth, lengths, own = (np.concatenate(each) for each in zip(*map(_sums, parts), strict=True))
        unit = float(own.mean())
        with np.errstate(all="ignore"):
            return cls(lines / unit, fourth / unit**2, lengths / unit**2, own / unit)

    @property
    def change(self) -> float:
        """Of features from -e u to e u, relative to their length."""
        return math.sqrt(abs(float(self.lines.mean())))

    @property
    def statistics(self) -> Array:
        """Of each call, shape (n, 3)."""
        return np.stack([self.lines.mean(axis=1), self.fourth, self.lengths], axis=1)


@dataclass(frozen=True)
class Near:
    """What calls showed at the distance 2 e along the coordinate axes.

    Attributes:
        scale: s; ``error`` is its relative standard deviation.
        rounding: relative, of sums of squares of differences.
    """

    probes: Probes
    m: int
    distance: float
    seen: _Seen
    scale: float
    error: float
    rounding: float

    def agrees(self, scale: float) -> bool:
        """Whether inputs multiplied by this are not told from those of the calls."""
        return abs(math.log(scale / self.scale)) <= _CHANCE * self.error + self.rounding

    def of_law(self, law: Law, replicates: int, generator: np.random.Generator) -> _Seen:
        """The same of draws."""
        inputs = _inputs(self.probes, self.distance)
        parts = draws(law, self.probes.claim, inputs, self.m, replicates, generator)
        return _Seen.of((_divided(self.probes, x), _divided(self.probes, y)) for x, y in parts)

    def corrected(self, replicates: int, generator: np.random.Generator) -> Near:
        """With the scale at which draws change as much: rows of length 1 lose what their features have in common."""
        drawn = self.of_law(Law(scale=lambda d: self.scale), replicates, generator)
        scale = self.scale * math.sqrt(_ratio(self.seen.lines, drawn.lines))
        return replace(self, scale=scale, error=self.error * math.sqrt(2))

    def described(self, generator: np.random.Generator) -> str:
        """The law of w.x in words, as it is if features are right but for their projections."""
        if self.probes.claim.mechanism is None:
            return f"at small distances K_hat falls as if inputs were multiplied by {self.scale:.4g}"
        own, claimed = self.seen, self.of_law(Law(), max(len(self.seen.own), _CALLS // 4), generator)
        d = self.probes.claim.dimension
        second = _ratio(own.lines, claimed.lines)
        kurtosis = 3 * _ratio(own.fourth, claimed.fourth) / second**2
        spread = (1 + 2 / d) * _ratio(own.lengths, claimed.lengths) / second**2 - 1
        text = (
            f"w.x has the variance {self.scale**2:.4g} |x|^2 (claimed: 1) and the kurtosis {kurtosis:.3g} (3)"
            f", |w|^2 scatters by {100 * math.sqrt(max(0.0, spread)):.2g}% of its mean ({100 * math.sqrt(2 / d):.2g}%)"
        )
        return f"{text}; {self._directions(claimed)}"

    def _directions(self, claimed: _Seen) -> str:
        own, n = self.seen.lines, len(self.seen.lines)
        if own.shape[1] == 1:
            return "there is one direction"
        means, error = own.mean(axis=0), own.std(axis=0) / math.sqrt(n)
        relative = means / claimed.lines.mean(axis=0) * claimed.lines.mean() / means.mean() * self.scale**2
        low, high = int(relative.argmin()), int(relative.argmax())
        if means[high] - means[low] <= _CHANCE * math.hypot(float(error[high]), float(error[low])):
            return "no dependence on the direction shows"
        axes = self.probes.directions["coordinate axes"].argmax(axis=1) + 1
        return (
            f"the variance depends on the direction: {relative[low]:.3g} along coordinate axis {axes[low]}, "
            f"{relative[high]:.3g} along {axes[high]}"
        )


def look(audited: Audited, probes: Probes, m: int, calls: int, seed: int) -> Near | None:
    """What at least so many calls with consecutive seeds show; None if features do not change there, or cannot be had."""
    if probes.up_to == "attention":
        return None
    try:
        distance, few = _distance(audited, probes, m, seed)
        if few is None:
            return None
        count = min(max(calls, _IMAGES // (m * few.lines.shape[1])), _CALLS)
        seen, epsilon = _seen(audited, probes, m, distance, range(seed, seed + count))
    except BadFeatures:
        return None
    left = 1 - float(seen.lines.mean()) / 2
    if not 0 < left < 1:
        return None
    scale = math.sqrt(-2 * math.log(left)) / (2 * distance)
    each = seen.lines.mean(axis=1)
    error = float((each - each.mean() * seen.own).std()) / math.sqrt(count) / float(each.mean())
    # of a square: half of it is that of the scale
    near = Near(probes, m, distance, seen, scale, max(error / 2, 1e-9), (2 * epsilon / seen.change) ** 2 + 4 * epsilon)
    return near.corrected(count, np.random.default_rng(seed)) if probes.up_to == "row" else near


def _distance(audited: Audited, probes: Probes, m: int, seed: int) -> tuple[float, _Seen | None]:
    distance = _FIRST
    for _ in range(_STEPS):
        few, _ = _seen(audited, probes, m, distance, range(seed, seed + _FEW))
        change = few.change
        if not math.isfinite(change) or _ENOUGH[0] <= change <= _ENOUGH[1]:
            return distance, few if math.isfinite(change) else None
        wanted = distance * min(_FACTOR, max(1 / _FACTOR, _CHANGE / max(change, 1e-300)))
        wanted = min(_MOST, max(_LEAST, wanted))
        if wanted == distance:
            return distance, few if change > 0 else None
        distance = wanted
    return distance, few if change > 0 else None


def _seen(audited: Audited, probes: Probes, m: int, distance: float, seeds: range) -> tuple[_Seen, float]:
    """What these calls show, and the epsilon of their type."""
    inputs = _inputs(probes, distance)
    first = audited.draw(inputs, m, seeds[0])

    def parts() -> Iterator[tuple[Array, Array]]:
        for seed in seeds:
            drawn = first if seed == seeds[0] else audited.draw(inputs, m, seed)
            if drawn.x.shape != first.x.shape:
                raise BadFeatures("feature count", "the number of features depends on the seed")
            x = _divided(probes, drawn.x[None])
            yield x, x if drawn.y is drawn.x else _divided(probes, drawn.y[None])

    return _Seen.of(parts()), first.epsilon


@np.errstate(all="ignore")
def _sums(part: tuple[Array, Array]) -> tuple[Array, Array, Array, Array]:
    """What `_Seen` keeps of these calls, without a unit."""
    x, y = part
    half = x.shape[1] // 2
    products = (x[:, :half] - x[:, half:]) * (y[:, :half] - y[:, half:])
    return (
        products.sum(axis=2),
        np.square(products).sum(axis=2).mean(axis=1),
        np.square(products.sum(axis=1)).sum(axis=1),
        np.einsum("nlf,nlf->n", x, y) / (2 * half),
    )


def _inputs(probes: Probes, distance: float) -> Array:
    axes = distance * probes.directions["coordinate axes"]
    return np.concatenate([axes, -axes])


def _divided(probes: Probes, features: Array) -> Array:
    return probes.unit_rows(features) if probes.up_to == "row" else features


def _ratio(own: Array, claimed: Array) -> float:
    return float(own.mean() / claimed.mean())
