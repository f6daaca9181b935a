"""`choose`: which random features for given queries and keys, with their parameters, expected errors, sizes and costs."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from rftheory._choose.candidate import TOLD, Average, Units
from rftheory._choose.counts import discrete_options
from rftheory._choose.data import DataSet, Rows, read
from rftheory._choose.findings import findings
from rftheory._choose.judge import Pricing
from rftheory._choose.mechanisms import Option, projected_options, proposal_option
from rftheory._choose.options import Center, attention_options, check, origin_of, scale_of, stated_size
from rftheory._choose.pairs import Pairs, PairSource, chosen_pairs, drawn_pairs
from rftheory._choose.recommend import pays, ranked, recommended
from rftheory._choose.result import Choice, Recommendation
from rftheory._choose.serving import served
from rftheory._choose.sizes import Goal, Measure
from rftheory._choose.typical import with_typical
from rftheory.families.family import Kernel
from rftheory.families.mixtures.kernels import chosen_kernel, mixture_of
from rftheory.families.mixtures.scaled import no_exponentials
from rftheory.inputs.arrays import Array, check_seed
from rftheory.inputs.bandwidths import Bandwidth, Scale, divided

if TYPE_CHECKING:
    from rftheory._choose.attention import Attention

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
    attention: bool | Mapping[str, Any] | None = None,
    seed: int = 0,
) -> Choice:
    """Compare the mechanisms that have a closed form of their error, at the parameters that are best for the data.

    For the softmax kernel features are recommended whose estimates are never negative:

    >>> import numpy as np
    >>> choose(np.eye(4) / 2, kernel="softmax").recommended.positive
    True

    Args:
        queries, keys: shapes (L, d) and (N, d), or (..., L, d) as of heads, with pairs of rows of one matrix: arrays of NumPy, PyTorch
            and JAX, sparse rows, frames, memory maps, or files .npy, .npz (arrays "queries" and "keys", or ``file.npz:name``) and .csv.
            Without keys the queries are the keys too, and pairs of a row with itself count.
        kernel, bandwidth, temperature, center: as of `features.make`. "softmax" is ``exp(q.k/temperature)``.
        features: errors are stated for maps of at most this many features per input; by default 2d.
        m: in its place, projections: the ``m`` of `features.make` and `closed_form`.
        target: a relative error; the number of features that reaches it is found.
        measure: "matrix", the error of the kernel matrix relative to it in the Frobenius norm, or "pair", the root mean square of
            the relative errors of pairs.
        pairs: errors are averaged over all L N pairs if there are at most this many, else over this many drawn uniformly; by default
            2048 to 32768, fewer for longer inputs. Only the distances of 16 times as many other pairs are used, for the mean of K^2
            and where tails are heavy.
        positive: whether the recommendation must have positive features; by default for the softmax kernel only.
        attention: whether maps are drawn for their errors of attention, which then decide; options of `Choice.attention` ("values", ...)
            mean yes. By default for the softmax kernel and fewer than 2000 rows.
        seed: of the sample and of draws. Everything else is deterministic.

    Returns:
        the advice (``recommended``, ``recommendation``), all ``candidates`` with their parameters, errors, sizes and costs, and
        ``make()`` for the map itself; printed it is the table.

    Raises:
        ValueError: for data that are empty, not finite, not numbers, or of different widths (row and column are named), and for
            parameters that are not among those allowed.
        FileNotFoundError: for a file that is not there.
    """
    kernel, seed = chosen_kernel(kernel, bandwidth, temperature), check_seed(seed)
    check(kernel, bandwidth, temperature, features, m, target, measure, pairs, center, positive, attention)
    first, second = read(queries, keys)
    softmax, d = kernel == "softmax", first.dimension
    goal = Goal(measure, stated_size(features, m, d), target, softmax if positive is None else positive)
    generator = np.random.Generator(np.random.SFC64(np.random.SeedSequence(seed)))
    query, key, exact = chosen_pairs(first, second, pairs, generator)
    scale = scale_of(kernel, bandwidth, temperature, first, second)
    source = _source(first, second, scale, kernel, origin_of(center, kernel, first, second))
    seen = source.pairs(query, key, exact)
    more = seen if exact else source.distances(*drawn_pairs(first, second, _MORE * len(query), generator))
    units = Units(kernel, scale, source.origin, d, first.columns)
    judge = Pricing(goal, units, seen, more)
    found, skipped = judge.candidates(_options(source, seen, judge.log_square))
    candidates = with_typical(ranked(found), source, goal.measure, seed)
    rows = first.rows_each, second.rows_each
    advise = partial(recommended, candidates, goal, rows)
    choice = Choice(
        **vars(units), queries=first.size, keys=second.size, groups=first.groups, pairs=len(query), exact=exact, stated=goal.stated,
        target=target, measure=measure, seed=seed, log_mean_square=judge.log_square, candidates=candidates, recommendation=advise(),
        served=served(source, seen, goal, scale), outputs=None, findings=findings(source, seen, scale),
        notes=(*_notes(source, seen, judge.log_square), *skipped),
    )  # fmt: skip
    options = attention_options(attention, softmax, first, second, max(each.size.projections for each in candidates))
    if options is None:
        return choice
    draw = partial(choice.attention, first, None if second is first else second)
    return _with_attention(choice, draw, options, advise, rows)


def _with_attention(
    choice: Choice, draw: Callable[..., Attention], options: dict[str, Any], advise: Callable[..., Recommendation],
    rows: tuple[int, int],
) -> Choice:  # fmt: skip
    """With errors of attention, which then decide."""
    drawn = draw(**options)
    if not drawn.mechanisms:
        return replace(choice, notes=(*choice.notes, *drawn.notes))
    by_title = {each.title: each.output for each in drawn.mechanisms}
    choice = replace(choice, recommendation=advise(by_title), outputs=drawn)
    best = choice.recommended
    if best.wanted == best.size or not pays(best.wanted.features, rows):
        return choice
    larger = draw(**options | {"titles": [best.title], "wanted": True}).mechanisms
    if not larger:
        return choice
    return replace(choice, recommendation=advise(by_title, larger[0].output), outputs=replace(drawn, wanted=larger[0]))


def _source(first: DataSet, second: DataSet, scale: Scale, kernel: Kernel, origin: Array) -> PairSource:
    """Both sets in units of the kernel."""
    if isinstance(scale, float):
        unit = math.sqrt(scale) if kernel == "softmax" else scale
        return PairSource(first, second, unit, origin / unit, kernel)
    one = first.over(scale)
    return PairSource(one, one if first is second else second.over(scale), 1.0, divided(origin, scale), kernel)


def _options(source: PairSource, pairs: Pairs, log_square: Average) -> Iterator[Option | str]:
    yield from projected_options(source, pairs)
    if mixture_of(source.kernel) is None:
        yield from discrete_options(source, pairs)
        yield proposal_option(source, log_square)


def _notes(source: PairSource, pairs: Pairs, log_square: Average) -> list[str]:
    notes, centred = [], bool(np.any(source.origin))
    if centred:
        notes.append(
            "errors are those of rows minus their mean, or what center is, which maps of features.make subtract as well (center_)"
        )
    mixture = mixture_of(source.kernel)
    if mixture is not None:
        notes.append(f"positive features are left out: {no_exponentials(mixture)}")
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
