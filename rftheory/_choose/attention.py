r"""What random features do to attention: the sums of its rows, and its output.

Attention divides by ``D = sum_j K(x, y_j)``, and features by ``D_hat = phi(x).sum_j psi(y_j)``, which has the mean D. Where features take
both signs D_hat may be near 0 or negative, and then the output is nothing like the exact one, however small the errors of the kernel
are on average. The joint law of many keys that this depends on has no closed form here, so that all figures are from draws of the
very features, at their exact size. What one draw does is a number; independent draws give its median (`quantiles`).
"""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar, Literal

import numpy as np
from scipy import stats

from rftheory._choose.candidate import Candidate
from rftheory._choose.data import DataSet, Rows, read
from rftheory._choose.json import Plain
from rftheory._choose.quantiles import Typical, check_draws
from rftheory._choose.result import Choice
from rftheory._choose.row_sums import Exact, RowErrors, errors_of
from rftheory._choose.sizes import Size
from rftheory.execution.executors import cores
from rftheory.execution.linear_algebra import one_thread
from rftheory.inputs.arrays import Array, check_count
from rftheory.montecarlo.intervals import check_share

#: a row sum is off if it is wrong by more than this, relative to it
OFF = 0.1
#: queries and keys that are looked at, and keys of which the weights themselves are the output; more are sampled
_QUERIES, _KEYS, _WEIGHTS = 2048, 1 << 14, 1 << 11
#: mechanisms that are drawn by default
_MECHANISMS = 8


@dataclass(frozen=True)
class Rowwise(Plain):
    """What a mechanism does to attention.

    Attributes:
        title: of the candidate.
        size: of its maps.
        negative: share of the queries with ``D_hat <= 0``, on average over draws.
        off: share with ``|D_hat - D| > D/10``.
        sums: the root of the mean over queries of ``(D_hat/D - 1)^2``.
        output: relative error of the output, in the Frobenius norm over the queries.
        worst: the largest relative error of the output of a query.
        rows: relative errors of the outputs of single queries, shape (draws, Q); not in JSON.
    """

    hidden: ClassVar[tuple[str, ...]] = ("rows",)

    title: str
    size: Size
    negative: float
    off: float
    sums: Typical
    output: Typical
    worst: Typical
    rows: Array = field(repr=False, compare=False)

    def confidence(self, within: float = OFF, level: float = 0.95) -> Array:
        """For each query a lower bound, right with this probability, of how often maps put its output off by at most ``within``.

        That of Clopper and Pearson for the draws at hand; shape (Q,).
        """
        check_share("level", level)
        kept, draws = (self.rows <= within).sum(axis=0), len(self.rows)
        with np.errstate(invalid="ignore"):
            return np.where(kept == 0, 0.0, stats.beta.ppf(1 - level, kept, draws - kept + 1))


@dataclass(frozen=True)
class Attention(Plain):
    """Errors of attention, the mechanism with the least error of the output first.

    Attributes:
        queries, keys: how many were looked at.
        of: what the output is: the means of the values, or the weights.
        stated: the size of the maps, in words.
        draws: of each mechanism; ``level``: of the intervals of `Typical`.
        wanted: the recommended mechanism of the size that reaches the target, where that is another one.
    """

    hidden: ClassVar[tuple[str, ...]] = ("stated",)

    queries: int
    keys: int
    of: Literal["values", "weights"]
    stated: str
    draws: int
    level: float
    seed: int
    mechanisms: tuple[Rowwise, ...]
    wanted: Rowwise | None
    notes: tuple[str, ...]

    def __str__(self) -> str:
        from rftheory._choose.show import attention_text

        return attention_text(self)

    def to_json(self) -> dict[str, Any]:
        """As `Plain`, with what a row sum is off by."""
        own = super().to_json()
        rows, notes = own.pop("mechanisms"), own.pop("notes")
        return own | {"off_by": OFF, "mechanisms": rows, "notes": notes}


def attention_errors(
    choice: Choice,
    queries: Rows | DataSet,
    keys: Rows | DataSet | None = None,
    values: Rows | None = None,
    *,
    titles: Sequence[str] | None = None,
    wanted: bool = False,
    draws: int = 16,
    most: int = _QUERIES,
    level: float = 0.99,
    seed: int | None = None,
) -> Attention:
    """Errors of the row sums and of the normalised output of mechanisms with their parameters, by simulation.

    At most 2048 queries and 16384 keys (2048 without values) are looked at, sampled without replacement; a note says so.

    Args:
        choice: of the same queries and keys; says the kernel, its scale and the size of the maps.
        queries, keys, values: arrays or files of shapes (L, d), (N, d) and (N, D); the keys are the queries by default.
            Without values the output is the matrix of weights itself.
        titles: of candidates; by default the best coupling of each of the best mechanisms.
        wanted: whether maps are of the size that reaches the target, in place of the one that errors are stated for.
        draws: of each mechanism; ``level``: of the intervals for medians; ``most``: queries that are looked at.
        seed: that of the choice by default.

    Raises:
        ValueError: for data that do not fit together or are not finite, unknown titles, candidates without maps, and fewer draws
            than the level needs (8 for 0.99).
    """
    count, root = check_draws(draws, level), choice.seed if seed is None else seed
    first, second, rows = _data(choice, queries, keys, values)
    chosen = [replace(each, size=each.wanted) if wanted else each for each in _chosen(choice, titles)]
    generator = np.random.default_rng(np.random.SeedSequence([root, 1]))
    exact = _exact(choice, first, second, rows, generator, check_count("most", most))
    with one_thread(), ThreadPoolExecutor(cores()) as pool:
        draws_of = [(each, own) for each in chosen for own in range(count)]
        drawn = list(pool.map(lambda given: _draw(exact, given[0], root, given[1]), draws_of))
    found, notes = [], _notes(choice, exact, first.size, second.size)
    for k, each in enumerate(chosen):
        own = drawn[k * count : (k + 1) * count]
        whole = [one for one in own if not isinstance(one, str)]
        if len(whole) == count:
            found.append(_rowwise(each, whole, level))
        else:
            notes.append(f"{each.title}: not drawn, {next(one for one in own if isinstance(one, str))}")
    found.sort(key=lambda each: (each.output.median, each.sums.median))
    of: Literal["values", "weights"] = "weights" if rows is None else "values"
    return Attention(
        len(exact.x), len(exact.y), of, str(choice.stated), count, level, root, tuple(found), None, tuple(notes)
    )


def _draw(exact: Exact, candidate: Candidate, seed: int, number: int) -> RowErrors | str:
    """One draw, or why there is none."""
    try:
        with np.errstate(over="ignore"):
            return errors_of(candidate.feature_map(seed, 2, number), exact)
    except (ValueError, ArithmeticError) as error:
        # parameters, or inputs, beyond what counts allow
        return str(error)


def _data(
    choice: Choice, queries: Rows | DataSet, keys: Rows | DataSet | None, values: Rows | None
) -> tuple[DataSet, DataSet, DataSet | None]:
    """The data, checked."""
    first, second = read(queries, keys)
    rows = None if values is None else DataSet.of(values, "values")
    if first.groups > 1:
        raise ValueError(
            f"queries and keys must be of one matrix, shapes (L, d) and (N, d), got {first.groups} matrices: take one head"
        )
    if (first.size, second.size, first.dimension) != (choice.queries, choice.keys, choice.dimension):
        raise ValueError(
            f"queries and keys must be those of the choice, {choice.queries} and {choice.keys} of dimension "
            f"{choice.dimension}, got {first.size} and {second.size} of dimension {first.dimension}"
        )
    if rows is not None and rows.size != second.size:
        raise ValueError(f"values must have as many rows as there are keys, {second.size}, got {rows.size}")
    return first, second, rows


def _chosen(choice: Choice, titles: Sequence[str] | None) -> list[Candidate]:
    if titles is None:
        best: dict[str, Candidate] = {}
        for each in choice.candidates:
            if each.maps is not None:
                best.setdefault(each.name, each)
        recommended = choice.recommended
        kept = {each.title: each for each in list(best.values())[:_MECHANISMS]}
        return list(kept.values() if recommended.maps is None else {**kept, recommended.title: recommended}.values())
    if isinstance(titles, str) or not titles:
        raise ValueError(f"titles must be a list of titles of candidates, got {titles!r}")
    chosen = [choice.candidate(title) for title in titles]
    for each in chosen:
        if each.maps is None:
            raise ValueError(f"titles must be of candidates with feature maps, got {each.title!r}")
    return chosen


def _exact(
    choice: Choice, queries: DataSet, keys: DataSet, values: DataSet | None, generator: np.random.Generator, most: int
) -> Exact:
    """Exact attention of sampled rows, in the units of the kernel; without values the output is the weights."""
    columns = sampled(generator, keys.size, _WEIGHTS if values is None else _KEYS)
    lines = sampled(generator, queries.size, most)
    x, y = choice.scaled(queries.taken(lines)), choice.scaled(keys.taken(columns))
    return Exact.of(x, y, None if values is None else values.taken(columns), choice.kernel)


def sampled(generator: np.random.Generator, count: int, most: int) -> Array:
    """Numbers of rows, in order: all of them, or so many that are drawn."""
    return np.arange(count) if count <= most else np.sort(generator.choice(count, most, replace=False))


def _rowwise(candidate: Candidate, drawn: Sequence[RowErrors], level: float) -> Rowwise:
    ratios = np.array([each.ratios for each in drawn])
    with np.errstate(over="ignore"):
        sums = np.sqrt(np.square(ratios - 1).mean(axis=1))
    rows = np.array([each.rows for each in drawn])
    negative, off = float((ratios <= 0).mean()), float((np.abs(ratios - 1) > OFF).mean())
    numbers = sums, np.array([each.output for each in drawn]), rows.max(axis=1)
    sums_of, output, worst = (Typical.of(each, level) for each in numbers)
    return Rowwise(candidate.title, candidate.size, negative, off, sums_of, output, worst, rows)


def _notes(choice: Choice, exact: Exact, queries: int, keys: int) -> list[str]:
    notes = []
    if len(exact.x) < queries:
        notes.append(f"{len(exact.x)} of {queries} queries, sampled")
    if len(exact.y) < keys:
        notes.append(f"{len(exact.y)} of {keys} keys, sampled: the row sums are those of the sample")
    missing = [each.title for each in choice.candidates if each.maps is None]
    if missing:
        notes.append(f"not drawn, for want of feature maps: {'; '.join(missing)}")
    return notes
