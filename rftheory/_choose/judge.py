"""From options to candidates: averages over pairs, in the measure that was asked for, at the size that errors are stated for."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from rftheory._choose.candidate import Average, Candidate, Units, Worst
from rftheory._choose.mechanisms import Option
from rftheory._choose.pairs import Distances
from rftheory._choose.sizes import ErrorLaw, Goal, Laws, Size, log_mean
from rftheory.couplings.geometry import Geometry
from rftheory.inputs.arrays import Array


@dataclass(frozen=True, eq=False)
class Pricing:
    """Makes candidates of options.

    Attributes:
        pairs: over which averages are; ``more``: others, or the same, for the mean of K^2 and for heavy tails.
    """

    goal: Goal
    units: Units
    pairs: Distances
    more: Distances

    @cached_property
    def log_square(self) -> Average:
        """``log mean K^2``."""
        return self.more.average(self.more.log_squared_kernel)

    @property
    def _log_unit(self) -> float:
        return self.log_square.log if self.goal.measure == "matrix" else 0.0

    def candidates(self, options: Iterable[Option | str]) -> tuple[list[Candidate], list[str]]:
        """Of mechanisms at their best parameters; and what was not compared, in words."""
        found, skipped = [], []
        for option in options:
            if isinstance(option, str):
                skipped.append(option)
            else:
                found.append(
                    self._of_laws(option) if option.average is None else self._of_average(option, option.average)
                )
        return found, skipped

    def _of_laws(self, option: Option) -> Candidate:
        """Of the laws of pairs; of more pairs where the tails are heavy, if distances suffice."""
        found = self._of_pairs(option, option.laws, self.pairs)
        if found.settled or option.evaluate is None or self.more is self.pairs:
            return found
        try:
            return self._of_pairs(option, option.evaluate(self.more), self.more)
        except (ValueError, ArithmeticError):
            # a longer pair than a closed form allows
            return found

    def _of_pairs(self, option: Option, laws: tuple[ErrorLaw, ...], pairs: Distances) -> Candidate:
        whole, law, size, notes = at_stated(laws, pairs, self.goal)
        logs = law.log_at(size.projections)
        mse, pair_mse = pairs.average(logs), pairs.average(logs - pairs.log_squared_kernel)
        return self._made(option, size, mse, pair_mse, self._worst(logs, pairs), whole, (*option.notes, *notes))

    def _of_average(self, option: Option, average: Average) -> Candidate:
        """Of one draw per feature, with the average of all pairs alone; in the measure "pair" the error is unknown."""
        known, count = self.goal.measure == "matrix", self.goal.stated.count
        laws = Laws((ErrorLaw(average.log, average.log, Geometry(), 1),)) if known else None
        notes = option.notes if known else (*option.notes, "the relative errors of pairs are not known")
        mse = replace(average, log=average.log - math.log(count))
        return self._made(option, Size(count, count), mse, None, None, laws, notes)

    def _made(
        self, option: Option, size: Size, mse: Average, pair_mse: Average | None, worst: Worst | None, laws: Laws | None,
        notes: tuple[str, ...],
    ) -> Candidate:  # fmt: skip
        matrix, target, unit = self.goal.measure == "matrix", self.goal.target, self._log_unit
        average = mse if matrix else pair_mse
        needed = None
        if laws is not None and target is not None and math.isfinite(unit):
            needed = laws.needed(2 * math.log(target) + unit)
        return Candidate(
            name=option.name, projections=option.projections, parameters=option.parameters, size=size, mse=mse,
            pair_mse=pair_mse, error=math.nan if average is None else average.root(unit),
            settled=average is not None and average.settled and (not matrix or self.log_square.settled),
            worst=worst, needed=needed, positive=option.positive, bounded=option.bounded, cost=option.cost(size),
            cost_needed=None if needed is None else option.cost(needed), law=laws, log_unit=unit,
            maps=option.maps and replace(option.maps, coefficients=max(1, size.coefficients)), units=self.units, notes=notes,
        )  # fmt: skip

    def _worst(self, logs: Array, pairs: Distances) -> Worst:
        place = int(np.argmax(logs if self.goal.measure == "matrix" else logs - pairs.log_squared_kernel))
        log, log_kernel = float(logs[place]), float(pairs.log_squared_kernel[place]) / 2
        error = Average(log, "exact").root(self._log_unit if self.goal.measure == "matrix" else 2 * log_kernel)
        return Worst(int(pairs.query[place]), int(pairs.key[place]), error, log, log_kernel)


def at_stated(laws: tuple[ErrorLaw, ...], pairs: Distances, goal: Goal) -> tuple[Laws, ErrorLaw, Size, tuple[str, ...]]:
    """The laws of the average over pairs; the variant of these pairs, and the size, that errors are stated for; and what to note."""
    shift = pairs.log_squared_kernel if goal.measure == "pair" else np.zeros(len(pairs.query))
    whole = Laws(tuple(each.averaged(shift) for each in laws))
    if found := whole.best(goal.stated):
        law, size = found
        return whole, laws[whole.laws.index(law)], size, ()
    note = f"{goal.stated} are fewer than one projection makes: the error is that of one"
    return whole, laws[0], laws[0].size(1), (note,)


def log_error(laws: tuple[ErrorLaw, ...], pairs: Distances, goal: Goal) -> float:
    """log of the relative error at the size that errors are stated for, without what `Pricing` says of it; maybe not finite."""
    _, law, size, _ = at_stated(laws, pairs, goal)
    logs = law.log_at(size.projections)
    if goal.measure == "pair":
        return log_mean(logs - pairs.log_squared_kernel) / 2
    return (log_mean(logs) - log_mean(pairs.log_squared_kernel)) / 2
