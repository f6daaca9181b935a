"""`downstream`: how far predictions of kernel ridge regression, and posteriors of Gaussian processes, move with m features."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import numpy as np

from rftheory._choose.data import DataSet, Rows, array_of
from rftheory._choose.downstream.posterior import Posterior, Predicted, made
from rftheory._choose.downstream.result import Change, Downstream, Made, Moved, moves
from rftheory._choose.pairs import powers_of
from rftheory._choose.quantiles import check_draws
from rftheory._choose.row_sums import log_kernel
from rftheory._choose.sizes import ErrorLaw, Size
from rftheory.couplings.geometry import Geometry
from rftheory.execution.linear_algebra import one_thread
from rftheory.features.drawing import Fitted
from rftheory.features.transformer import RandomFeatures
from rftheory.features.units import positive
from rftheory.inputs.arrays import Array, check_count, check_room, check_seed
from rftheory.inputs.bandwidths import times
from rftheory.inputs.statistics import blocks_of
from rftheory.mechanisms.profile import Profile
from rftheory.montecarlo.bars import asymptotic_interval

#: what is compared where nothing is named
MECHANISMS = ("trigonometric x orthogonal", "random-phase-cosine")
#: numbers of the features that are drawn at once: 32 MiB
_NUMBERS = 1 << 22
#: features per input beyond which no map is made for a check
_MADE = 1 << 14
#: factors by which a number of projections is raised at least and at most until maps keep within what is asked for
_STEPS = 1.05, 4.0


def downstream(
    X: Rows,
    y: Any,
    mechanism: str | Sequence[str] = MECHANISMS,
    *,
    ridge: float,
    m: int = 256,
    X_test: Rows | None = None,
    within: float | None = None,
    draws: int = 1 << 15,
    maps: int = 16,
    level: float = 0.95,
    seed: int = 0,
    progress: Callable[[float, str], None] | None = None,
    **options: Any,
) -> Downstream:
    """Changes of predictions of kernel ridge regression, and of the posterior of a Gaussian process, that random features cause.

    >>> import numpy as np
    >>> rows = np.linspace(-2, 2, 30)[:, None]
    >>> answer = downstream(rows, np.sin(rows[:, 0]), "trigonometric", ridge=0.1, m=100, bandwidth=1.0)
    >>> answer.mechanisms[0].mean.expected < 0.2
    True

    Args:
        X, y: rows of shape (n, d) and targets of shape (n,) or (n, k): arrays, frames or files, as of `choose`. Targets should be
            centred: changes are relative to the predictions.
        mechanism: a name, or several, as of `features.make`: one map for both arguments, of projections that have a geometry.
        ridge: what is added to the diagonal of the kernel matrix: the variance of the noise of the process.
        m: projections.
        X_test: the points of the predictions, shape (T, d); by default X.
        within: a relative change; maps are made, of more and more projections, until the median and the root mean square of their
            changes are at most that.
        draws: projections, one by one, and as many in blocks of coupled ones.
        maps: that are made, of each size.
        level: of all intervals.
        seed: of everything random.
        progress: called again and again with the share of the mechanisms that are done, and what is being done.
        options: kernel, bandwidth, temperature, center as of `features.make`.

    Returns:
        for each mechanism the root mean square change of both, relative to that of the exact quantity: expected to first
        order in the error of the kernel matrix, with an interval; and of maps that were made.

    Raises:
        ValueError: for data that do not fit together, and mechanisms whose maps differ for both arguments or have no geometry.
    """
    names = [mechanism] if isinstance(mechanism, str) else list(mechanism)
    if not names:
        raise ValueError(f"mechanism must be a name or names of feature maps, got {mechanism!r}")
    rows, tests, targets = _data(X, X if X_test is None else X_test, y)
    fitted = [_fitted(name, rows, m, check_seed(seed), options) for name in names]
    asked = Downstream(
        kernel=fitted[0].kernel_,
        scale=fitted[0].temperature or 1.0 if fitted[0].kernel_ == "softmax" else fitted[0].bandwidth_,
        ridge=positive("ridge", ridge), rows=len(rows), tests=len(tests), dimension=rows.shape[1], m=check_count("m", m),
        within=None if within is None else positive("within", within),
        draws=check_draws(draws, level), maps=check_draws(maps, level), level=level, seed=check_seed(seed),
    )  # fmt: skip
    found: list[Moved] = []

    def tell(what: str) -> None:
        if progress is not None:
            progress(len(found) / len(names), f"{names[len(found)]}: {what}")

    with one_thread():
        given = _Given(asked, rows, tests, targets, tell)
        for each in zip(names, fitted, strict=True):
            found.append(given.moved(*each))
        return replace(asked, mechanisms=tuple(found))


def _data(X: Rows, X_test: Rows, y: Any) -> list[Array]:
    """Rows, test rows and targets in float64."""
    rows, tests = DataSet.of(X, "X"), DataSet.of(X_test, "X_test")
    if tests.dimension != rows.dimension:
        raise ValueError(f"X_test must have d = {rows.dimension} columns, got {tests.dimension}")
    targets = _targets(y)
    if targets.size != rows.size:
        raise ValueError(f"y must have as many rows as X, {rows.size}, got {targets.size}")
    check_room("kernel matrices", 4, rows.size + tests.size, rows.size + tests.size)
    return [_whole(each) for each in (rows, tests, targets)]


def _targets(given: Any) -> DataSet:
    """Targets of shape (n,) or (n, k) as columns."""
    array = array_of(given, "y")
    return DataSet.of(array[:, None] if array.ndim == 1 else array, "y")


def _whole(data: DataSet) -> Array:
    return np.concatenate([np.asarray(block, dtype=float) for block in blocks_of(data.rows)])


def _fitted(name: str, rows: Array, m: int, seed: int, options: dict[str, Any]) -> RandomFeatures:
    """A map of the rows."""
    found = RandomFeatures(name, m, random_state=seed, **options).fit(rows)
    if found.asymmetric_ or found.mechanism_.hybrid is not None:
        raise ValueError(f"mechanism must have one map for both arguments and be no hybrid, got {name!r}")
    return found


@dataclass(frozen=True, eq=False)
class _Given:
    """A question that has been checked, an answer without mechanisms, its data, and who is told what is being done."""

    asked: Downstream
    rows: Array
    tests: Array
    targets: Array
    tell: Callable[[str], None]

    def moved(self, name: str, features: RandomFeatures) -> Moved:
        """What a mechanism does."""
        units = times(np.concatenate([self.rows, self.tests]), features._map.scaling)
        kernel = np.exp(log_kernel(units, units, features.kernel_))
        exact = Posterior.of(kernel, self.asked.ridge, self.targets, len(self.tests))
        scales = [float(np.sqrt(np.square(part).mean())) for part in exact.at]
        if not min(scales) > 0:
            raise ValueError("predictions or variances of the exact kernel are all 0: nothing is relative to them")
        made_of = partial(self._made, features, exact.at, scales)
        made_at, changes = made_of(self.asked.m), []
        for number, (law, low, high) in enumerate(self._laws(features, units, exact, scales)):
            needed, checked = self._needed(law, made_of, number)
            changes.append(
                Change(moves(law, self.asked.m), low, high, made_at[number], scales[number], needed, checked, law)
            )
        return Moved(name, law.size(self.asked.m), *changes)

    def _needed(
        self, law: ErrorLaw, made_of: Callable[[int], list[Made]], number: int
    ) -> tuple[Size | None, Made | None]:
        """A size at which maps keep one of both within what is asked for, and these; the first order says where to begin."""
        if self.asked.within is None:
            return None, None
        most = _MADE // law.per_projection
        size = law.needed(2 * math.log(self.asked.within))
        if size and size.projections > most:
            return size, None
        count = size.projections if size else self.asked.m
        while count <= most:
            found = made_of(count)[number]
            excess = max(found.median, found.mean) / self.asked.within
            if excess <= 1:
                return law.size(count), found
            # changes fall as 1/sqrt(m) to first order and as 1/m to the second: no step is longer than both need
            count = math.ceil(count * min(max(_STEPS[0], excess), _STEPS[1]))
        return None, None

    def _made(self, like: RandomFeatures, exact: Predicted, scales: list[float], m: int) -> list[Made]:
        """Relative changes of maps that are made, of the mean and of the variance."""
        found, every = [], np.concatenate([self.rows, self.tests])
        unit = {"temperature": like.temperature} if like.kernel_ == "softmax" else {"bandwidth": like.bandwidth_}
        # arc-cosine kernels refuse a center, even 0
        center = like.center_ if like.center_.any() else None
        for number in range(self.asked.maps):
            self.tell(f"map {number + 1} of {self.asked.maps} with m = {m}")
            seed = np.random.SeedSequence([self.asked.seed, 1, m, number])
            drawn = RandomFeatures(
                like.mechanism_, m, d=every.shape[1], kernel=like.kernel_, center=center, random_state=seed, **unit
            )  # fmt: skip
            at = made(drawn.fit().transform(every), self.asked.ridge, self.targets, len(self.tests))
            found.append([np.sqrt(np.square(own - other).mean()) for own, other in zip(at, exact, strict=True)])
        return [Made.over(each, self.asked.level) for each in np.transpose(found) / np.array(scales)[:, None]]

    def _laws(
        self, features: RandomFeatures, units: Array, exact: Posterior, scales: list[float]
    ) -> list[tuple[ErrorLaw, float, float]]:
        """Of relative mean squares of both changes, and the interval of the root at m projections, NaN where there is none."""
        mechanism, d = features.mechanism_, units.shape[1]
        geometry = Geometry() if mechanism.proposal is not None else Profile(mechanism, d).geometry
        maps = Fitted(mechanism, times(features.center_, features._map.scaling))
        sizes = sorted({1, geometry.block})
        drawn = [self._squares(maps, size, units, exact, features.kernel_) for size in sizes]
        laws = []
        for number, scale in enumerate(scales):
            values = [size * squares[number] / scale**2 for size, squares in zip(sizes, drawn, strict=True)]
            # of two means an interval each
            ends = [asymptotic_interval(powers_of(each), (1 - self.asked.level) / len(sizes)) for each in values]
            single, block = (_log(values[k].mean()) for k in (0, -1))
            law = ErrorLaw(single, block, geometry, features._map.length // self.asked.m)
            low = high = math.nan
            if all(each.conclusive for each in ends):
                low, high = (
                    moves(replace(law, log_single=_log(one), log_block=_log(block)), self.asked.m)
                    for one, block in ((ends[0].low, ends[-1].low), (ends[0].high, ends[-1].high))
                )
            laws.append((law, low, high))
        return laws

    def _squares(self, maps: Fitted, size: int, units: Array, exact: Posterior, kernel: str) -> tuple[Array, Array]:
        """Of draws of so many projections, mean squares of both changes."""
        generator = np.random.default_rng(np.random.SeedSequence([self.asked.seed, 2, size]))
        factor = np.exp(np.square(units).sum(axis=1) / 2)[:, None] if kernel == "softmax" else 1.0
        whole, step = -(-self.asked.draws // size), max(1, _NUMBERS // (2 * size * len(units)))
        found = []
        for start in range(0, whole, step):
            self.tell(f"{start * size} of {self.asked.draws} draws of projections{', in blocks' if size > 1 else ''}")
            features, _ = maps.draw(generator, size, units, units[:1], min(step, whole - start))
            found.append(exact.moved(factor * features))
        mean, variance = (np.concatenate(each) for each in zip(*found, strict=True))
        return mean, variance


def _log(value: float) -> float:
    return math.log(value) if value > 0 else -math.inf
