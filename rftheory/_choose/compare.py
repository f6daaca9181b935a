"""`choose`: which random features for given queries and keys, with their parameters, expected errors, sizes and costs."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import replace

import numpy as np

from rftheory._choose.counts import discrete_options
from rftheory._choose.data import DataSet, Rows, read
from rftheory._choose.findings import findings
from rftheory._choose.mechanisms import Option, Skipped, Variant, mixed_options, projected_options, proposal_option
from rftheory._choose.options import Center, Question
from rftheory._choose.pairs import Distances, Pairs, PairSource, chosen_pairs, drawn_pairs, log_mean
from rftheory._choose.recommend import ranked, recommended
from rftheory._choose.result import TOLD, Average, Candidate, Choice, Measure, Worst
from rftheory._choose.sizes import ErrorLaw, Laws, Size, Stated, log_mixed
from rftheory.inputs.arrays import Array, check_seed
from rftheory.inputs.bandwidths import Bandwidth, Scale, divided
from rftheory.mixtures.kernels import chosen_kernel, mixture_of

#: so many times more pairs, by their distances alone, for the mean of K^2 and for heavy tails
_MORE = 16


def choose(
    queries: Rows,
    keys: Rows | None = None,
    *,
    kernel: str | None = None,
    bandwidth: Bandwidth | None = None,
    temperature: float | None = None,
    features: int | None = None,
    m: int | None = None,
    target: float | None = None,
    measure: Measure = "matrix",
    pairs: int | None = None,
    center: Center = "auto",
    positive: bool | None = None,
    seed: int = 0,
) -> Choice:
    """Compare the mechanisms that have a closed form of their error, at the parameters that are best for the data.

    For the softmax kernel features are recommended whose estimates are never negative:

    >>> import numpy as np
    >>> choose(np.eye(4) / 2, kernel="softmax").recommended.positive
    True

    Args:
        queries, keys: shapes (L, d) and (N, d): arrays, memory maps, or files .npy, .npz (arrays "queries" and "keys", or
            ``file.npz:name``) and .csv. Without keys the queries are the keys too, and pairs of a row with itself count. Of shapes
            (..., L, d) and (..., N, d), as of heads, pairs are of rows of one matrix.
        kernel: "gaussian", ``exp(-|q - k|^2/(2 bandwidth^2))``, or "softmax", ``exp(q.k/temperature)``, or a mixture of
            Gaussian kernels, "matern(5/2)"; it must be given, or follow from one of the scales.
        bandwidth, temperature: a number, by default 1; a bandwidth may be one for each coordinate, a covariance matrix, "median" or
            "scale", as in `features.make`.
        features: per input, at most so many in the maps that errors are stated for; by default 2d.
        m: in its place, projections: the ``m`` of `features.make` and `closed_form`.
        target: a relative error; the number of features that reaches it is found.
        measure: "matrix", the error of the kernel matrix relative to it in the Frobenius norm, or "pair", the root mean square of
            the relative errors of pairs.
        pairs: errors are averaged over all L N pairs if there are no more than these, else over so many drawn uniformly; by
            default 2048 to 32768, fewer for longer inputs. Of 16 times as many others only the distances are looked at, for the
            mean of K^2 and where tails are heavy.
        center: what is subtracted from queries and keys: "mean", half the mean of the queries and half that of the keys; None; or a
            vector. It leaves the Gaussian kernel as it is, and the softmax kernel up to a factor of each row; by default "mean" for the
            Gaussian kernel and None for the softmax kernel, as in `features.make`.
        positive: whether the recommendation must have positive features; by default for the softmax kernel only.
        seed: of the sample. Everything else is deterministic.

    Returns:
        the advice (``recommended``, ``recommendation``), all ``candidates`` with their parameters, errors, sizes and costs, and
        ``make()`` for the map itself; printed it is the table.

    Raises:
        ValueError: for data that are empty, not finite, not numbers, or of different widths (row and column are named), and for
            parameters that are not among those allowed.
        FileNotFoundError: for a file that is not there.
    """
    asked = Question(
        kernel=chosen_kernel(kernel, bandwidth, temperature),
        bandwidth=bandwidth, temperature=temperature, features=features, m=m, target=target, measure=measure, pairs=pairs,
        center=center, positive=positive, seed=check_seed(seed),
    )  # fmt: skip
    return _compared(*read(queries, keys), asked)


def _compared(first: DataSet, second: DataSet, asked: Question) -> Choice:
    generator = np.random.Generator(np.random.SFC64(np.random.SeedSequence(asked.seed)))
    query, key, exact = chosen_pairs(first, second, asked.pairs, generator)
    scale = asked.scale(first, second)
    unit, origin = 1.0, asked.origin(first, second)
    if isinstance(scale, float):
        unit = math.sqrt(scale) if asked.softmax else scale
    else:
        # everything from here on is in units of the kernel
        origin, same = divided(origin, scale), first is second
        first = first.over(scale)
        second = first if same else second.over(scale)
    source = PairSource(first, second, unit, origin / unit, asked.kernel)
    pairs = source.pairs(query, key, exact)
    more = pairs if exact else source.distances(*drawn_pairs(first, second, _MORE * len(query), generator))
    stated = asked.stated(first.dimension)
    judge = _Judge(pairs, more, asked.measure, stated, asked.target)
    candidates, skipped = judge.candidates(source)
    advice = recommended(
        candidates,
        asked.only_positive,
        asked.target,
        stated,
        (first.rows_each, second.rows_each),
        _wider(pairs, asked.kernel, scale),
    )
    return Choice(
        kernel=asked.kernel, scale=scale, origin=source.origin, queries=first.size, keys=second.size, dimension=first.dimension,
        groups=first.groups, pairs=len(query), exact=exact, stated=stated, target=asked.target, measure=asked.measure, seed=asked.seed,
        log_mean_square=judge.log_square, candidates=tuple(candidates), recommendation=advice,
        findings=findings(source, pairs, scale), notes=(*_notes(source, pairs, judge.log_square), *skipped),
    )  # fmt: skip


def _wider(pairs: Pairs, kernel: str, scale: Scale) -> str:
    """How the kernel of these data gets wider, in words."""
    if kernel == "softmax":
        return "take a higher temperature"
    apart = pairs.lengths.difference[pairs.lengths.difference > 0]
    if not len(apart):
        return ""
    if not isinstance(scale, float):
        return f"multiply the bandwidth (the median distance is {np.median(apart):.3g} in units of it)"
    return f"take a larger bandwidth (the median distance is {scale * np.median(apart):.3g})"


class _Judge:
    """Makes candidates of options: averages over the pairs, in the measure that was asked for."""

    def __init__(self, pairs: Pairs, more: Distances, measure: Measure, stated: Stated, target: float | None):
        self.pairs, self.more, self.measure, self.stated, self.target = pairs, more, measure, stated, target
        self.log_square = more.average(more.log_squared_kernel)
        self._log_unit = self.log_square.log if measure == "matrix" else 0.0

    def candidates(self, source: PairSource) -> tuple[list[Candidate], list[str]]:
        """Of all mechanisms, ranked; and what was not compared, in words."""
        found, skipped = [], []
        for option in self._options(source):
            if isinstance(option, Skipped):
                skipped.append(f"{option.name}: not compared, {option.reason}")
            elif option.average is not None:
                found.append(self._of_average(option, option.average))
            else:
                found.append(self._candidate(option))
        return ranked(found), skipped

    def _options(self, source: PairSource) -> Iterable[Option | Skipped]:
        if mixture_of(source.kernel) is not None:
            return mixed_options(source, self.pairs)
        projected, discrete = projected_options(source, self.pairs), discrete_options(source, self.pairs)
        return (*projected, *discrete, proposal_option(source, self.log_square))

    def _candidate(self, option: Option) -> Candidate:
        """At the size that errors are stated for; of more pairs where the tails are heavy, if distances suffice."""
        found = self._of_pairs(option, option.variants, self.pairs)
        if found.settled or option.evaluate is None or self.more is self.pairs:
            return found
        try:
            return self._of_pairs(option, option.evaluate(self.more), self.more)
        except (ValueError, ArithmeticError):
            # a longer pair than a closed form allows
            return found

    def _of_pairs(self, option: Option, variants: tuple[Variant, ...], pairs: Distances) -> Candidate:
        shift = pairs.log_squared_kernel if self.measure == "pair" else np.zeros(len(pairs.query))
        laws = Laws(
            tuple(
                ErrorLaw(
                    log_mean(each.log_single - shift), log_mean(each.log_block - shift), option.geometry,
                    each.per_projection, each.coefficients,
                )
                for each in variants
            )
        )  # fmt: skip
        found, notes = laws.best(self.stated), option.notes
        if found is None:
            notes += (f"{self.stated} are fewer than one projection makes: the error is that of one",)
            found = laws.laws[0], laws.laws[0].size(1)
        law, size = found
        variant, k = variants[laws.laws.index(law)], size.projections
        logs = log_mixed(variant.log_single, variant.log_block, option.geometry, k) - math.log(k)
        mse, pair_mse = pairs.average(logs), pairs.average(logs - pairs.log_squared_kernel)
        return self._made(option, size, mse, pair_mse, self._worst(logs, shift, pairs), laws, notes)

    def _of_average(self, option: Option, average: Average) -> Candidate:
        """Of one draw per feature, with the average of all pairs alone; in the measure "pair" the error is unknown."""
        known, count = self.measure == "matrix", self.stated.count
        laws = Laws((ErrorLaw(average.log, average.log, option.geometry, 1),)) if known else None
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


def _notes(source: PairSource, pairs: Pairs, log_square: Average) -> list[str]:
    notes, centred = [], bool(np.any(source.origin))
    if centred:
        notes.append(
            "errors are those of rows minus their mean, or what center is, which maps of features.make subtract as well (center_)"
        )
    if pairs.exact:
        notes.append(f"averages are over all {len(pairs.query)} pairs: exact")
    else:
        notes.append(
            f"averages are over {len(pairs.query)} pairs drawn uniformly, where tails are heavy and distances "
            f"suffice over {_MORE} times as many"
        )
        if not log_square.settled:
            notes.append(f"the average of K^2 is not settled by these pairs ({log_square.reason}): take more pairs")
    distance = float(np.square(source.queries.mean + source.keys.mean).sum()) / (2 * source.unit) ** 2
    squares = float((np.square(pairs.lengths.x) + np.square(pairs.lengths.y)).mean())
    if source.kernel == "softmax" and not centred and distance > TOLD * squares:
        notes.append(
            f"queries and keys have a common mean of squared length {distance:.3g}: center='mean' takes it out of the "
            "exponents of positive features, with a factor for each row"
        )
    return notes
