"""Which known mistakes, or couples of them, fit: those whose own draws are not told from the calls by any statistic.

Mistakes are drawn a little first and along one direction, which excludes most of them; those that are left are drawn as often as
needed. Excluding takes the two-sample test at a level of 1e-6 for each of a few hundred statistics, so that the mistake that was made
is listed with a probability of about 1 - 1e-3. Where none fits, those of which the amount is free (`fitted`) are tried, with the
scale that is seen near the origin, or the amount whose draws come closest; after these, couples of mistakes of different steps. What fits
must look like the calls near the origin as well (`near`). Where nothing fits nothing is named: what comes closest misleads.

What a mistake explains of one statistic is ``1 - (s/t)^2``, with its median moved by t from the one of the claimed mechanism and by s
from the one of draws with the mistake (nothing where s > t), on average over statistics. Their weights are the squares of the larger of
two imbalances of ranks, of the claimed mechanism and of the mistake, beyond three standard deviations of what one law gives.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import combinations

import numpy as np
from scipy import optimize, stats

from rftheory._audit.fitted import AMOUNTS, SCALE
from rftheory._audit.inputs import EVEN, Probes
from rftheory._audit.levels import rejected_shift
from rftheory._audit.mistakes import Mistake, known, law_of
from rftheory._audit.near import Near, look
from rftheory._audit.reference import Law, statistics
from rftheory._audit.report import Explanation, Report
from rftheory._audit.trial import Trial
from rftheory.inputs.arrays import Array

_LEVEL = 1e-6
_DRAWS = (24, 120, 480)
#: statistics are compared on so fine a grid, relative to their size: they may be constant but for roundings
_GRID = 1e-6
#: standard deviations that are left to chance
_CHANCE = 3.0
#: couples that are drawn more than a little
_COUPLES = 24
#: what is told of at most, and what an amount must explain to be looked for along all directions
_TOLD, _MOST_OF_IT = 6, 0.5
#: amounts of a grid, and its places around which more are tried
_TRIED, _PLACES = 17, 3
#: standard deviations of a scale within which it is looked for
_REACH = 4.0
#: in place of what overflows
_HUGE = 1e100
#: findings that no draws of features explain, so that no amount and no couple of mistakes does
_UNEXPLAINED = {"determinism", "seeds", "rows", "feature count", "dependence of seeds", "projections, two sides"}
Candidate = tuple[Mistake, ...]


@dataclass(frozen=True)
class _Samples:
    """Statistics of calls and of draws, shapes (n, columns) and (k, columns), in units in which roundings are small."""

    own: Array
    theirs: Array
    grid: Array

    @classmethod
    def of(cls, own: Array, theirs: Array, rounding: float) -> _Samples:
        """From the shapes (n or k, sets, arrangements, 3); the size of an average over directions is a statistic of its own."""
        first, second = (
            np.concatenate([s.reshape(len(s), -1), np.square(s[..., EVEN]).reshape(len(s), -1)], axis=1)
            for s in (np.clip(each, -_HUGE, _HUGE) for each in (own, theirs))
        )
        size = np.median(np.abs(np.concatenate([first, second])), axis=0)
        grid = 10 * max(rounding, _GRID) * np.maximum(size, 1e-3)
        return cls(first / grid, second / grid, grid)

    @property
    def sizes(self) -> tuple[int, int]:
        return len(self.own), len(self.theirs)

    def apart(self) -> Array:
        """Whether all values of one sample are above those of the other."""
        gaps = self.own.min(axis=0) - self.theirs.max(axis=0), self.theirs.min(axis=0) - self.own.max(axis=0)
        return np.asarray(np.maximum(*gaps) > 1)

    @cached_property
    def _values(self) -> Array:
        """Of both, rounded: columns, and the distances from their medians."""
        both = np.concatenate([self.own, self.theirs])
        return np.round(np.concatenate([both, np.abs(both - np.median(both, axis=0))], axis=1))

    def imbalance(self) -> Array:
        """|U/(n k) - 1/2| of all columns and distances."""
        n, k = self.sizes
        larger = stats.rankdata(self._values, axis=0)[:n].sum(axis=0) - n * (n + 1) / 2
        return np.asarray(np.abs(larger / (n * k) - 0.5))

    def distance(self, unit: Array) -> float:
        """Of the medians, over the spread of the calls and a unit of each statistic: what is constant counts most."""
        apart, spread = (
            np.abs(np.median(self.own, axis=0) - np.median(self.theirs, axis=0)),
            np.subtract(*np.percentile(self.own, (75, 25), axis=0)),
        )
        return float(np.log1p(np.square(self.grid * apart / (unit + self.grid * spread))).sum())

    def weights(self) -> Array:
        """Squares of what is left of the imbalance beyond chance."""
        chance = _CHANCE * math.sqrt((sum(self.sizes) + 1) / (12 * math.prod(self.sizes)))
        return np.square(np.maximum(0.0, self.imbalance() - chance))

    def moved(self) -> Array:
        """Between the medians of the two, of all columns and distances."""
        n, _ = self.sizes
        own, theirs = (np.median(part, axis=0) for part in (self._values[:n], self._values[n:]))
        return np.asarray(np.maximum(0.0, np.abs(own - theirs) - 1) * np.tile(self.grid, 2))


@dataclass(frozen=True, eq=False)
class _Diagnosis:
    probes: Probes
    calls: Mapping[int, Array]
    generator: np.random.Generator
    rounding: float
    near: Near | None
    _claimed: dict[tuple[int, int, bool], _Samples] = field(default_factory=dict)

    def explanations(self, two_sided: bool, simple: bool) -> tuple[Explanation, ...]:
        """What fits, the best first.

        Args:
            simple: whether there are findings that no amount and no couple explains.
        """
        asked = self.probes.claim, two_sided, self.probes.up_to
        singles: list[Candidate] = [(each,) for each in known(*asked)]
        if not self.calls:
            # all features are 0 but near the origin
            scale = self._with_amount(SCALE)
            return () if scale is None else (Explanation(scale.told(self.probes.claim), 1.0),)
        scaled: list[Candidate] = []
        if self.near is not None and not self.near.agrees(1.0):
            scaled = [(SCALE.of(self.near.scale),)]
        # a scale that is seen is no less likely than a law that cannot be told from it
        fitting = self._fitting([*singles, *([] if simple else scaled)])
        if not fitting and not simple:
            amounts = [self._with_amount(each) for each in known(*asked, AMOUNTS)]
            fitting = self._fitting([(each,) for each in amounts if each is not None])
        if not fitting and not simple:
            couples = [(a, b) for (a,), (b,) in combinations([*singles, *scaled], 2) if a.step != b.step]
            fitting = self._fitting(couples)
        told = [(self._explained(law_of(each), _DRAWS[-1], False), each) for each in fitting]
        # a scale with a name, of no amount that was seen, is told by that
        named = any(each[0].step == "scale" and each[0].seen is None for _, each in told)
        told = [each for each in told if not (named and each[1] in scaled)]
        told.sort(key=lambda pair: -round(20 * pair[0]))
        claim = self.probes.claim
        return tuple(Explanation(", and ".join(one.told(claim) for one in each), share) for share, each in told[:_TOLD])

    def _with_amount(self, mistake: Mistake) -> Mistake | None:
        """With the amount that is seen near the origin, or else with the one whose draws come closest; None if that is none."""
        if mistake.seen is None or self.near is None:
            return self._fitted(mistake)
        if self.near.agrees(1.0):
            return None
        amount = mistake.seen(self.near.scale, self.probes.claim)
        found = mistake.of(amount)
        # pairs whose estimates are exact tell it to all digits
        reach = _REACH * self.near.error
        return found if self._fitting([(found,)]) else self._fitted(replace(mistake, among=None), amount, reach)

    def _fitting(self, candidates: Iterable[Candidate]) -> list[Candidate]:
        left = [each for each in candidates if self._fits(law_of(each), _DRAWS[0], True)]
        if len(left) > _COUPLES:
            left = self._best(left, _DRAWS[1], _COUPLES)
        for draws in _DRAWS:
            left = [each for each in left if self._fits(law_of(each), draws, False)]
        return [each for each in left if self._fits_near(each)]

    def _fits_near(self, candidate: Candidate) -> bool:
        """Whether draws are not told from the calls at small distances either."""
        if self.near is None:
            return True
        law, steps = law_of(candidate), {each.step for each in candidate}
        # a scale is known better than draws tell
        if "scale" in steps <= {"scale", "constant", "norm"} and not self.near.agrees(
            law.scale(self.probes.claim.dimension)
        ):
            return False
        with np.errstate(over="ignore", invalid="ignore", divide="ignore"):
            theirs = np.nan_to_num(
                self.near.of_law(law, _DRAWS[-1], self.generator).statistics, nan=_HUGE, posinf=_HUGE
            )
        own = self.near.seen.statistics
        grid = 4 * max(self.near.rounding, _GRID) * np.abs(np.median(own, axis=0))
        pair = _Samples(own / grid, theirs / grid, grid)
        return bool(pair.imbalance().max() <= rejected_shift(*pair.sizes, _LEVEL))

    def _fitted(self, mistake: Mistake, near: float = 1.0, reach: float = 0.0) -> Mistake:
        """The amount whose draws come closest: on a grid, around its best places, and then along all directions.

        Args:
            near: an amount around which it is looked for, within the relative ``reach``, if there is no range.
        """
        seed = int(self.generator.integers(2**32))

        def distance(log: float, quick: bool) -> float:
            again, law = replace(self, generator=np.random.default_rng(seed)), law_of((mistake.of(math.exp(log)),))
            draws = _DRAWS[1] if quick else _DRAWS[-1]
            return sum(again._samples(law, m, draws, quick).distance(unit[m, quick]) for m in self.calls)

        def closest(middle: float, reach: float, quick: bool) -> optimize.OptimizeResult:
            precision = {"xatol": _GRID / 1000}
            bounds = middle - reach, middle + reach
            return optimize.minimize_scalar(distance, args=(quick,), bounds=bounds, method="bounded", options=precision)

        unit = {
            (m, quick): self._samples(Law(), m, _DRAWS[0], quick).grid for m in self.calls for quick in (True, False)
        }
        if mistake.among is None:
            return mistake.of(math.exp(closest(math.log(near), reach, False).x))
        least, most = (math.log(each) for each in mistake.among)
        step = (most - least) / (_TRIED - 1)
        grid = np.linspace(least, most, _TRIED)
        there = np.array([distance(log, True) for log in grid])
        lowest = [i for i in range(_TRIED) if there[i] == there[max(0, i - 1) : i + 2].min()]
        starts = (grid[i] for i in sorted(lowest, key=there.__getitem__)[:_PLACES])
        best = min((closest(log, step, True) for log in starts), key=lambda found: found.fun).x
        if self._explained(law_of((mistake.of(math.exp(best)),)), _DRAWS[-1], True) > _MOST_OF_IT:
            found = closest(best, step / _TRIED, False)
            # squares of small deviations do not tell an amount from its inverse
            inverse = closest(-found.x, abs(found.x) / 2 + _GRID, False)
            best = min(found, inverse, key=lambda each: each.fun).x
        return mistake.of(math.exp(best))

    def _fits(self, law: Law, draws: int, quick: bool) -> bool:
        for m in self.calls:
            pair = self._samples(law, m, draws, quick)
            # those that lie apart need no ranks
            if pair.apart().any() or pair.imbalance().max() > rejected_shift(*pair.sizes, _LEVEL):
                return False
        return True

    def _best(self, candidates: Iterable[Candidate], draws: int, count: int) -> list[Candidate]:
        return sorted(candidates, key=lambda each: -self._explained(law_of(each), draws, True))[:count]

    def _explained(self, law: Law, draws: int, quick: bool) -> float:
        """The share of the module docstring."""
        weights, explained = [], []
        for m in self.calls:
            key = m, draws, quick
            if key not in self._claimed:
                self._claimed[key] = self._samples(Law(), *key)
            claimed, made = self._claimed[key], self._samples(law, *key)
            weights.append(np.maximum(claimed.weights(), made.weights()))
            before, after = claimed.moved(), made.moved()
            left = np.where(
                after < before, np.minimum(after, before) / np.maximum(before, np.finfo(float).tiny), after > 0
            )
            explained.append(1 - np.square(left))
        whole = np.concatenate(weights)
        return float(whole @ np.concatenate(explained) / whole.sum()) if whole.any() else 1.0

    def _samples(self, law: Law, m: int, draws: int, quick: bool) -> _Samples:
        own, probes = self.calls[m], self.probes
        if quick:
            own = own[:: max(1, len(own) // _DRAWS[1])][:, self._thin : self._thin + 1]
            whole = law.across or probes.up_to == "attention"
            probes = probes if whole else self._thin_probes
        # wrong factors may overflow
        with np.errstate(over="ignore", invalid="ignore"):
            theirs = np.nan_to_num(statistics(law, probes, m, draws, self.generator), nan=_HUGE, posinf=_HUGE)
        if quick and whole:
            theirs = theirs[:, self._thin : self._thin + 1]
        return _Samples.of(own, theirs, self.rounding)

    @cached_property
    def _thin(self) -> int:
        """The set of fewest directions, of those that show phases."""
        sizes = [len(rows) for rows in self.probes.directions.values()]
        return min(self.probes.through_origin, key=sizes.__getitem__)

    @cached_property
    def _thin_probes(self) -> Probes:
        return self.probes.alone(list(self.probes.directions)[self._thin])


def diagnosed(report: Report, trial: Trial) -> Report:
    """The report with the mistakes that explain it, or else with what small inputs show."""
    judge, claim, done = trial.judge, trial.judge.probes.claim, trial.done
    # what is seen at small distances are the moments of lengths, of which mixtures may have none; what is fitted is another map there
    plain = claim.fitted is None and (claim.mechanism is None or claim.profile.mixture is None)
    near = look(trial.audited, judge.probes, max(report.m), report.calls, trial.seed) if plain else None
    found: tuple[Explanation, ...] = ()
    # where no calls could be made but for small inputs, only a scale can be told
    if claim.mechanism is not None and (done or (near is not None and not near.agrees(1.0))):
        rounding = max((each.rounding for each in done), default=0.0)
        calls = {each.m: each.statistics for each in done}
        simple = any(finding.what in _UNEXPLAINED for finding in report.findings)
        found = _Diagnosis(judge.probes, calls, judge.generator, rounding, near).explanations(judge.sides == 2, simple)
    described = near.described(judge.generator) if near is not None and not found else ""
    return replace(report, explanations=found, described=described)
