"""From options to candidates: averages over pairs, in the measure that was asked for, at the size that errors are stated for."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import replace

import numpy as np

from rftheory._choose.candidate import Average, Candidate, Measure, Worst
from rftheory._choose.mechanisms import Option
from rftheory._choose.pairs import Distances
from rftheory._choose.sizes import ErrorLaw, Laws, Size, Stated
from rftheory.couplings.geometry import Geometry
from rftheory.inputs.arrays import Array


class Judge:
    """Makes candidates of options: averages over the pairs, in the measure that was asked for."""

    def __init__(self, pairs: Distances, more: Distances, measure: Measure, stated: Stated, target: float | None):
        self.pairs, self.more, self.measure, self.stated, self.target = pairs, more, measure, stated, target
        self.log_square = more.average(more.log_squared_kernel)
        self._log_unit = self.log_square.log if measure == "matrix" else 0.0

    def candidates(self, options: Iterable[Option | str]) -> tuple[list[Candidate], list[str]]:
        """Of mechanisms at their best parameters; and what was not compared, in words."""
        found, skipped = [], []
        for option in options:
            if isinstance(option, str):
                skipped.append(option)
            elif option.average is not None:
                found.append(self._of_average(option, option.average))
            else:
                found.append(self._candidate(option))
        return found, skipped

    def _candidate(self, option: Option) -> Candidate:
        """At the size that errors are stated for; of more pairs where the tails are heavy, if distances suffice."""
        found = self.of_pairs(option, option.laws, self.pairs)
        if found.settled or option.evaluate is None or self.more is self.pairs:
            return found
        try:
            return self.of_pairs(option, option.evaluate(self.more), self.more)
        except (ValueError, ArithmeticError):
            # a longer pair than a closed form allows
            return found

    def of_pairs(self, option: Option, laws_of_pairs: tuple[ErrorLaw, ...], pairs: Distances) -> Candidate:
        """With the laws of these pairs."""
        shift = pairs.log_squared_kernel if self.measure == "pair" else np.zeros(len(pairs.query))
        laws, notes = Laws(tuple(each.averaged(shift) for each in laws_of_pairs)), option.notes
        found = laws.best(self.stated)
        if found is None:
            notes += (f"{self.stated} are fewer than one projection makes: the error is that of one",)
            found = laws.laws[0], laws.laws[0].size(1)
        law, size = found
        logs = laws_of_pairs[laws.laws.index(law)].log_at(size.projections)
        mse, pair_mse = pairs.average(logs), pairs.average(logs - pairs.log_squared_kernel)
        return self._made(option, size, mse, pair_mse, self._worst(logs, shift, pairs), laws, notes)

    def _of_average(self, option: Option, average: Average) -> Candidate:
        """Of one draw per feature, with the average of all pairs alone; in the measure "pair" the error is unknown."""
        known, count = self.measure == "matrix", self.stated.count
        laws = Laws((ErrorLaw(average.log, average.log, Geometry(), 1),)) if known else None
        notes = option.notes if known else (*option.notes, "the relative errors of pairs are not known")
        mse = replace(average, log=average.log - math.log(count))
        return self._made(option, Size(count, count), mse, None, None, laws, notes)

    def _made(
        self, option: Option, size: Size, mse: Average, pair_mse: Average | None, worst: Worst | None, laws: Laws | None,
        notes: tuple[str, ...],
    ) -> Candidate:  # fmt: skip
        average = mse if self.measure == "matrix" else pair_mse
        needed = None if laws is None else self._needed(laws)
        return Candidate(
            name=option.name, projections=option.projections, parameters=option.parameters, size=size, mse=mse,
            pair_mse=pair_mse, error=math.nan if average is None else average.root(self._log_unit),
            settled=average is not None and average.settled and (self.measure == "pair" or self.log_square.settled),
            worst=worst, needed=needed, positive=option.positive, bounded=option.bounded,
            cost=option.cost(size.projections, size.coefficients),
            cost_needed=None if needed is None else option.cost(needed.projections, needed.coefficients), law=laws,
            log_unit=self._log_unit, maps=option.maps and replace(option.maps, coefficients=max(1, size.coefficients)), notes=notes,
        )  # fmt: skip

    def _needed(self, laws: Laws) -> Size | None:
        if self.target is None or not math.isfinite(self._log_unit):
            return None
        return laws.needed(2 * math.log(self.target) + self._log_unit)

    def _worst(self, logs: Array, shift: Array, pairs: Distances) -> Worst:
        place = int(np.argmax(logs - shift))
        log, log_kernel = float(logs[place]), float(pairs.log_squared_kernel[place]) / 2
        error = Average(log, "exact").root(self._log_unit if self.measure == "matrix" else 2 * log_kernel)
        return Worst(int(pairs.query[place]), int(pairs.key[place]), error, log, log_kernel)
