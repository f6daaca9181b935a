"""The tests of the statistics of many calls: unbiasedness, exactness, mean squared errors, dependence of seeds."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

import numpy as np

from rftheory._audit.calls import Calls, drift_of, moved_by
from rftheory._audit.cases import CONSTANT, Spot, line_names, line_variances, not_the_best, spots
from rftheory._audit.inputs import EVEN, ODD, SQUARE, Probes
from rftheory._audit.levels import (
    concordant,
    least_draws,
    log_coin_level,
    log_rank_level,
    log_scatter_level,
    mean_is_off,
    mean_plan,
)
from rftheory._audit.projections import SINGLE
from rftheory._audit.report import Finding
from rftheory.inputs.arrays import Array
from rftheory.montecarlo.contract import Contract

#: a variance is taken to be at most so many times the one of a sample, where no law is claimed
_SAFETY = 2.0
#: standard errors from which a mean is said to be off, and not only to scatter
_NOTICEABLE = 5.0
#: what only scatters is not the deviation that is told of, if there are others
_LITTLE = 1e-9


@dataclass(frozen=True)
class _Deviation:
    """A rejection: how far beyond what would have been rejected for sure, what to say, and whether a mean only scatters, unbiased."""

    spot: Spot
    m: int
    excess: float
    message: str
    log_level: float | None = None
    scatters: bool = False


@dataclass
class Judge:
    """All tests of one audit, each at level ``alpha``."""

    probes: Probes
    alpha: float
    generator: np.random.Generator
    sides: int = 1

    def plans(self, m: int, draws: int) -> dict[tuple[int, int, int], Contract]:
        """Tests of means by (set, arrangement, kind)."""
        return {key: mean_plan(variance, draws, self.alpha) for key, variance in self._variances(m).items()}

    def _variances(self, m: int) -> dict[tuple[int, int, int], float]:
        """Of the means that are tested, where a law is claimed."""
        if self.probes.relative:
            return {}
        found = {
            (spot.number, spot.index, kind): spot.variance(kind, m)
            for spot in spots(self.probes)
            if not spot.exact
            for kind in (EVEN, ODD)
        }
        return {key: variance for key, variance in found.items() if variance > CONSTANT}

    def findings(self, all_calls: list[Calls], references: dict[int, Array]) -> Iterator[Finding]:
        even: list[_Deviation] = []
        odd: list[_Deviation] = []
        exact, squares, sizes = [], [], []
        lines: list[tuple[float, Finding]] = []
        for calls in all_calls:
            claimed = self.probes.claim.mechanism is not None
            plans = self.plans(calls.m, len(calls.statistics)) if claimed else {}
            for spot in spots(self.probes):
                values = calls.statistics[:, spot.number, spot.index]
                if claimed and spot.exact:
                    exact += self._exact(spot, calls, values)
                    continue
                for kind, into in ((EVEN, even), (ODD, odd)):
                    plan = plans.get((spot.number, spot.index, kind))
                    into += self._mean(spot, calls, values[:, kind], kind, plan)
                if claimed:
                    other = references[calls.m][:, spot.number, spot.index]
                    squares += self._square(spot, calls, values, other)
                    sizes += self._size(spot, calls, values, other)
                if self.probes.relative:
                    even += self._place(spot, calls, values, other, EVEN)
                    odd += self._place(spot, calls, values, other, ODD)
            lines += self._lines(calls, {each.spot.number for each in even if each.m == calls.m})
            yield from self._seeds(calls)
        for what, deviations in (
            ("exact pairs", exact),
            ("scatter of averages" if all(each.scatters for each in even) else "unbiasedness", even),
            ("symmetry", odd),
            ("squared errors", squares),
            ("averages over directions", sizes),
        ):
            if deviations:
                yield _summary(what, deviations)
        if lines:
            yield max(lines, key=lambda each: each[0])[1]
        unbiased = all(each.scatters for each in (*even, *odd)) and not (lines or self.probes.relative)
        if self.probes.claim.fitted is not None and not self.probes.claim.waves and (squares or sizes) and unbiased:
            yield not_the_best(self.probes, {each.m: (each.statistics, references[each.m]) for each in all_calls})

    def tests(self, m: int) -> int:
        """How many tests there are for one m."""
        if self.probes.claim.mechanism is None:
            return 2 * len(spots(self.probes)) + self.sides
        places = 2 * self.probes.relative
        ranks = sum(2 + (spot.size > 1) + places for spot in spots(self.probes) if not spot.exact)
        return len(self._variances(m)) + ranks + self.sides + bool(len(line_variances(self.probes, m)))

    def coarse(self, calls: Calls) -> Calls:
        """With the roundings of float32, if exact pairs agree to these only: features may be made more coarsely than they are returned."""
        if self.probes.claim.mechanism is None:
            return calls
        exact = [spot for spot in spots(self.probes) if spot.exact]
        largest = max((float(calls.statistics[:, s.number, s.index, SQUARE].max()) for s in exact), default=0.0)
        single = calls.rounding / calls.epsilon * SINGLE
        if not calls.rounding < math.sqrt(largest) <= single:
            return calls
        return replace(calls, rounding=single, drift=drift_of(SINGLE, single, self.probes))

    # -- tests --------------------------------------------------------------------------------------------------

    def _mean(self, spot: Spot, calls: Calls, values: Array, kind: int, plan: Contract | None) -> list[_Deviation]:
        if plan is None and self.probes.claim.mechanism is not None:
            return []
        if plan is None:
            half = len(values) // 2
            variance = max(_SAFETY * float(values[:half].var(ddof=1)), calls.rounding**2)
            values = values[half:]
            plan = mean_plan(variance, len(values), self.alpha)
        if not mean_is_off(values, plan, calls.drift):
            return []
        mean, error = float(values.mean()), float(values.std() / math.sqrt(len(values)))
        if abs(mean) < _NOTICEABLE * error:
            message = f"averages of K_hat/K scatter more than the claimed law allows, at {spot.words(calls.m)}"
        elif kind == EVEN:
            message = (
                f"K_hat/K is {1 + mean:.5g} on average, not 1 (standard error {error:.1g}), at {spot.words(calls.m)}"
            )
        else:
            message = (
                f"K_hat at u and at -u differ by {200 * mean:.3g}% of K on average (standard error {200 * error:.1g}%), "
                f"at {spot.words(calls.m)}"
            )
        scatters = abs(mean) < _NOTICEABLE * error
        excess = abs(mean) / plan.difference * (_LITTLE if scatters else 1)
        return [_Deviation(spot, calls.m, excess, message, math.log(self.alpha), scatters)]

    def _lines(self, calls: Calls, told: set[int]) -> Iterator[tuple[float, Finding]]:
        """The means of single directions, all of them one test: the worst one's size in those found for sure, and what is said.

        Args:
            told: sets whose average is off: what is off on one side only along some of their directions is nothing new.
        """
        variances = line_variances(self.probes, calls.m)
        alpha = self.alpha / max(1, len(variances))
        if not len(variances) or len(calls.lines) < least_draws(alpha):
            return
        plans = {v: mean_plan(v, len(calls.lines), alpha) for v in map(float, set(variances))}
        rounding = calls.drift
        off = {
            k: float(values.mean()) / plans[v].difference
            for k, (values, v) in enumerate(zip(calls.lines.T, map(float, variances), strict=True))
            if mean_is_off(values, plans[v], rounding)
        }
        numbers = np.repeat(np.arange(len(self.probes.directions)), [len(r) for r in self.probes.directions.values()])
        new = [
            k for k in off if numbers[k] not in told or len({off[j] > 0 for j in off if numbers[j] == numbers[k]}) > 1
        ]
        if new:
            worst, names = max(new, key=lambda k: abs(off[k])), line_names(self.probes)
            others = (
                f"; {len(off)} of {len(names)} directions deviate" if len(off) > 1 else "; no other direction deviates"
            )
            text = (
                f"K_hat/K is {1 + calls.lines[:, worst].mean():.5g} on average, not 1, at pairs of length "
                f"{max(self.probes.lengths):g} along {names[worst]} (m = {calls.m}){others}"
            )
            yield abs(off[worst]), Finding("single directions", text, math.log10(self.alpha))

    def _place(self, spot: Spot, calls: Calls, values: Array, other: Array, kind: int) -> list[_Deviation]:
        """Where no mean is known, the law of averages is compared with draws."""
        own, theirs = values[:, kind], other[:, kind]
        log = log_rank_level(own, theirs, self.generator, 4 * (calls.rounding + moved_by(self.probes)))
        if log >= math.log(self.alpha):
            return []
        what = (
            "K_hat/K, up to the factors that are left open, less 1"
            if kind == EVEN
            else "the difference of K_hat/K at u and -u"
        )
        size = 1 if kind == EVEN else 2
        means = [size * float(each.mean()) for each in (own, theirs)]
        message = (
            f"{what}, is {means[0]:.3g} on average, for the claimed mechanism {means[1]:.3g}, at {spot.words(calls.m)}"
        )
        return [_Deviation(spot, calls.m, -log, message, log)]

    def _exact(self, spot: Spot, calls: Calls, values: Array) -> list[_Deviation]:
        root = math.sqrt(float(values[:, SQUARE].max()))
        if root <= calls.rounding:
            return []
        mean = 1 + float(values[:, EVEN].mean())
        message = (
            f"the estimate is exact whatever is drawn, but K_hat/K is {mean:.8g} on average and off by {root:.3g} in one call, "
            f"at {spot.words(calls.m)}"
        )
        return [_Deviation(spot, calls.m, root, message)]

    def _square(self, spot: Spot, calls: Calls, values: Array, other: Array) -> list[_Deviation]:
        own, theirs = values[:, SQUARE], other[:, SQUARE]
        log = self._ranks(own, theirs, calls.rounding)
        if log >= math.log(self.alpha):
            log = self._ranks(own, theirs, calls.rounding, log_scatter_level)
            if log >= math.log(self.alpha):
                return []
            spreads = [float(np.std(v) / np.mean(v)) for v in (own, theirs)]
            message = (
                f"squared errors scatter by {spreads[0]:.2g} of their mean from call to call, those of the claimed "
                f"mechanism by {spreads[1]:.2g}, at {spot.words(calls.m)}"
            )
            return [_Deviation(spot, calls.m, -log, message, log)]
        measured, drawn, known = float(values[:, SQUARE].mean()), float(other[:, SQUARE].mean()), spot.error(calls.m)
        expected = drawn if known is None else known
        ratio = measured / expected if expected else math.inf
        message = (
            f"the relative mean squared error is {measured:.4g}, claimed is {expected:.4g} (ratio {ratio:.3g}), "
            f"at {spot.words(calls.m)}"
        )
        return [_Deviation(spot, calls.m, -log, message, log)]

    def _size(self, spot: Spot, calls: Calls, values: Array, other: Array) -> list[_Deviation]:
        if spot.size == 1:
            return []
        own, theirs = (np.square(v[:, EVEN]) for v in (values, other))
        log = self._ranks(own, theirs, calls.rounding)
        if log >= math.log(self.alpha):
            return []
        roots = [math.sqrt(float(v.mean())) for v in (own, theirs)]
        message = (
            f"the error of the average over {2 * spot.size} pairs has the size {roots[0]:.3g}, that of the claimed mechanism "
            f"{roots[1]:.3g}, at {spot.words(calls.m)}"
        )
        return [_Deviation(spot, calls.m, -log, message, log)]

    def _ranks(self, own: Array, theirs: Array, rounding: float, level: Callable[..., float] = log_rank_level) -> float:
        # both are squares: a rounding t of their root s changes them by 2 s t + t^2
        size = float(np.median(np.concatenate([own, theirs])))
        rounding += moved_by(self.probes)
        return level(own, theirs, self.generator, 4 * rounding * math.sqrt(size) + rounding**2)

    def _seeds(self, calls: Calls) -> Iterator[Finding]:
        for side, marks in enumerate(calls.marks.T):
            which = "" if self.sides == 1 else f" of the {('queries', 'keys')[side]}"
            heads, tosses = concordant(marks[0::2], marks[1::2])
            log = log_coin_level(heads, tosses)
            if log < math.log(self.alpha):
                text = f"features{which} of consecutive seeds depend on each other"
                text = f"{text}: {heads} of {tosses} couples are ordered alike (m = {calls.m})"
                yield Finding("dependence of seeds", text, log / math.log(10))


def _summary(what: str, deviations: list[_Deviation]) -> Finding:
    """The worst one in full, and where there are others."""
    worst = max(deviations, key=lambda each: each.excess)
    names = list(dict.fromkeys(each.spot.direction for each in deviations))
    others = [name for name in worst.spot.probes.directions if name not in names]
    message = worst.message
    if len(deviations) > 1 or others:
        sizes = ", ".join(map(str, dict.fromkeys(each.m for each in deviations)))
        message += f"; {len(deviations)} such deviation{'s' * (len(deviations) != 1)}, along {' and '.join(names)}, at m = {sizes}"
        message += f"; none along {' and '.join(others)}" if others else ""
    return Finding(what, message, None if worst.log_level is None else worst.log_level / math.log(10))
