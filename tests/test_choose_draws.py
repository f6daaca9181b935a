"""What `choose` predicts for real data against draws of the very maps."""

from __future__ import annotations

import math

import numpy as np
import pytest
from choosing import ROWS, chosen, kernel_matrix, rows, sets

from rftheory._choose import Candidate, Choice, choose
from rftheory._choose.pairs import powers_of
from rftheory._choose.sizes import log_mean
from rftheory.inputs.arrays import Array
from rftheory.montecarlo.bars import asymptotic_interval

pytestmark = pytest.mark.usefixtures("unserved")
SETS = ("wine", "breast_cancer")
#: draws of each mechanism, numbers in the features of one part, and the error of each interval
DRAWS, PART, ALPHA = 4_000, 1 << 19, 1e-3
#: of all families, for the data sets that take longer
SOME = ("trigonometric, simplex", "OPRF, orthogonal", "positive, iid", "geometric, iid", "positive, optimal proposal")
#: stakes of the bets against an error that is larger than predicted
STAKES = (0.02, 0.1, 0.4)


def errors(choice: Choice, candidate: Candidate, queries: Array, keys: Array, seed: int = 1) -> Array:
    """Mean squared errors over all pairs, of each draw."""
    x, y = choice.scaled(queries), choice.scaled(keys)
    factors = [np.exp(np.square(u).sum(axis=1) / 2 * (choice.kernel == "softmax")) for u in (x, y)]
    exact, generator, found = kernel_matrix(choice, x, y), np.random.default_rng(seed), []
    step = max(1, PART // ((len(x) + len(y)) * max(candidate.size.features, choice.dimension)))
    assert candidate.maps is not None
    for start in range(0, DRAWS, step):
        count = min(step, DRAWS - start)
        first, second = candidate.maps.draw(generator, candidate.size.projections, x, y, count)
        estimates = factors[0][:, None] * (first @ np.swapaxes(second, -1, -2)).real * factors[1]
        found.append(np.square(estimates - exact).mean(axis=(1, 2)))
    return np.concatenate(found)


def log_wealth(ratios: Array) -> float:
    """log of what bets on errors above their prediction win: ratios >= 0 of mean at most 1 win 1/a with probability at most a (Ville)."""
    logs = [float(np.log1p(stake * (ratios - 1)).sum()) for stake in STAKES]
    return log_mean(np.array(logs))


@pytest.mark.parametrize(("name", "kernel"), [*((each, "gaussian") for each in SETS), ("wine", "softmax")])
def test_expected_errors_are_those_of_draws(name: str, kernel: str) -> None:
    """Too small a prediction is refused whatever the tails are, a right one with probability 1e-6 at most.

    Where tails allow an interval, too large a prediction is refused as well: a right one with probability 1e-3 (fixed seed), and every one
    that is off by a fifth. A bound may be too large.
    """
    choice, (queries, keys) = chosen(name, kernel), sets(name)
    titles = [each.title for each in choice.candidates] if name == "wine" and kernel == "gaussian" else SOME
    conclusive = 0
    for candidate in map(choice.candidate, titles):
        ratios = errors(choice, candidate, queries, keys) / math.exp(candidate.mse.log)
        assert log_wealth(ratios) < math.log(1e6), candidate.title
        interval = asymptotic_interval(powers_of(ratios), ALPHA)
        if interval.conclusive and candidate.mse.how != "bound":
            conclusive += 1
            assert interval.low <= 1 <= interval.high, candidate.title
            assert interval.high - interval.low < 0.2, candidate.title
            # the bets refuse a prediction of two thirds
            assert log_wealth(1.5 * ratios) > math.log(1e6), candidate.title
    assert conclusive >= (1 if titles is SOME else 4)


def test_the_optimal_proposal_of_one_set_is_exact() -> None:
    queries = rows("wine")[:ROWS]
    choice = choose(queries, bandwidth=2 * chosen("wine").scale, features=16)
    candidate = choice.candidate("positive, optimal proposal")
    assert candidate.mse.how == "exact"
    found = errors(choice, candidate, queries, queries) / math.exp(candidate.mse.log)
    interval = asymptotic_interval(powers_of(found), ALPHA)
    assert interval.conclusive
    assert 1 in interval
    # a prediction that is off by a third is refused
    assert 1.33 not in interval
