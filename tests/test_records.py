"""Records lose nothing: sums and what is kept, however the draws were cut into chunks."""

from __future__ import annotations

import json
import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from scipy import stats
from tolerances import ulps

from rftheory.montecarlo.bars import order_statistics, quantile_interval
from rftheory.montecarlo.chunks import Powers, Record, recorded
from rftheory.montecarlo.folding import Records
from rftheory.montecarlo.quantities import MEAN, MSE, quantile
from rftheory.montecarlo.setting import Draws

RARE = 1e-9
KINDS = (MEAN, MSE)
_VALUES = st.floats(-100, 100).map(lambda v: round(v, 3))


def record_of(values, centres=0.0, kinds=KINDS):
    """Of values of shape (C, P, R)."""
    return recorded(list(values), kinds, centres)


@settings(max_examples=40, deadline=None)
@given(st.data(), st.integers(1, 3), st.integers(1, 40))
def test_a_record_is_the_power_sums(data, pairs, length):
    values = data.draw(hnp.arrays(float, (2, pairs, length), elements=_VALUES))
    centres = data.draw(hnp.arrays(float, (pairs, 2), elements=_VALUES))
    found = record_of(values, centres)
    assert found.draws == length
    t = np.moveaxis(values, 0, 1) - centres[..., None]
    for power in range(1, 5):
        size = (np.abs(t) ** power).sum(axis=-1)
        assert (np.abs(found.sums[..., power - 1] - (t**power).sum(axis=-1)) <= ulps(2 * length + 10) * size).all()
    assert (found.sums[..., 4] == np.abs(t).max(axis=-1)).all()


def test_long_batches_are_summed_in_passes():
    values = np.random.default_rng(1).integers(-8, 9, (2, 3, 30_000)).astype(float)
    for k in range(1, 5):
        assert (record_of(values).sums[..., k - 1] == (values**k).sum(axis=-1).T).all()


def test_quantities_are_recorded_from_draws():
    estimates = np.random.default_rng(2).normal(2.0, 1.0, (2, 50))
    kernel = np.array([2.0, 1.5])
    kinds = (*KINDS, quantile(0.5), quantile(0.9))
    values = [kind.values(Draws(estimates), kernel) for kind in kinds]
    record = record_of(values, [[2.0, 0.0, 0.0, 0.0], [1.5, 0.0, 0.0, 0.0]], kinds)
    errors = estimates - kernel[:, None]
    assert record.sums[:, 0, 0] == pytest.approx(errors.sum(axis=1), abs=ulps(200) * 50)
    assert record.sums[:, 1, 0] == pytest.approx(np.square(errors).sum(axis=1))
    assert (record.kept == np.abs(errors)).all()


@settings(max_examples=60, deadline=None)
@given(st.lists(st.integers(1, 50), min_size=1, max_size=70), st.integers(0, 2**32))
def test_adding_loses_nothing(sizes, seed):
    generator = np.random.default_rng(seed)
    chunks = [generator.integers(-1000, 1000, (2, 3, size)).astype(float) for size in sizes]
    # integers are added exactly
    records = Records(3, 2)
    for number, values in enumerate(chunks):
        records.add(number, record_of(values))
    every = np.concatenate(chunks, axis=-1)
    assert records.chunks == len(sizes) and records.draws == sum(sizes)
    for pair in range(3):
        for quantity in range(2):
            u = every[quantity, pair]
            expected = [float((u**k).sum()) for k in range(1, 5)]
            assert records.powers(pair, quantity) == Powers(u.size, *expected, float(np.abs(u).max()))


def test_the_error_of_totals_does_not_grow_with_the_number_of_chunks():
    records, count = Records(1, 1), 20_000
    sums = np.array([[[0.1, 1e-3, 1e-3, 1e-3, 1.0]]])
    for chunk in range(count):
        records.add(chunk, Record(1, sums))
    assert records.powers(0, 0).first == pytest.approx(math.fsum([0.1] * count), rel=ulps(2), abs=0)
    # the control: added plainly they are further off
    assert abs(sum([0.1] * count, start=np.float64(0)) - 0.1 * count) > ulps(2) * 0.1 * count


@settings(max_examples=15, deadline=None)
@given(st.integers(0, 20), st.integers(0, 20), st.booleans(), st.integers(0, 2**32))
def test_a_state_continues_bit_by_bit(before, after, counted, seed):
    generator = np.random.default_rng(seed)
    kinds = (MEAN, quantile(0.5)) if counted else KINDS
    parts = [record_of(generator.exponential(size=(len(kinds), 2, 7)), 0.1, kinds) for _ in range(before + after)]
    whole, first = Records(2, 2, 0.1), Records(2, 2, 0.1)
    for number, part in enumerate(parts):
        whole.add(number, part)
        if number < before:
            first.add(number, part)
    resumed = Records.from_state(json.loads(json.dumps(first.state())))
    for number in range(before, before + after):
        resumed.add(number, parts[number])
    assert whole.state() == resumed.state()
    if counted and parts:
        assert resumed.kept.shape == (2, resumed.draws)


@pytest.mark.parametrize(
    ("law", "share"),
    [
        (stats.expon(), 0.5),
        (stats.lognorm(3), 0.9),
        (stats.poisson(2), 0.7),
        (stats.bernoulli(0.3), 0.7),
        (stats.expon(), 0.02),
    ],
)
def test_quantiles_are_within_their_intervals(law, share):
    runs, draws, alpha = 800, 500, 0.05
    values = law.rvs((runs, draws), random_state=np.random.default_rng(np.random.SeedSequence(31))).astype(float)
    found = [quantile_interval(row, share, alpha) for row in values]
    quantile = law.ppf(share)
    missed = sum(quantile not in each for each in found)
    assert missed <= stats.binom.isf(RARE, runs, alpha)
    assert np.quantile(values, share, method="inverted_cdf") in quantile_interval(values.ravel(), share, alpha)


def test_too_few_draws_have_no_upper_end():
    assert order_statistics(10, 0.99, 0.01)[1] == 11
    none = quantile_interval(np.ones(10), 0.99, 0.01)
    assert not none.conclusive
    assert "10 draws are too few" in none.reason
