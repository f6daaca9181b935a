"""Sizes that no machine holds are refused with a sentence, before memory is asked for; large ones that fit are drawn."""

from __future__ import annotations

import numpy as np
import pytest
from click.testing import CliRunner

from rftheory.answers.estimates import estimate
from rftheory.cli import main
from rftheory.estimators.samples import Counted
from rftheory.families.counts import check_counts
from rftheory.inputs.arrays import check_count, check_room
from rftheory.mechanisms.catalogue import family

ONE = np.eye(3)[:1] / 2


def drawn(mechanism, m, draws=100):
    return estimate("mean", mechanism, ONE, ONE, m=m, draws=draws, workers=1)


@pytest.mark.parametrize("size", [["--d", "1e12"], ["--m", "1e12"]])
def test_the_command_line_refuses_it_as_bad_use(size):
    result = CliRunner().invoke(main, ["simulate", "positive", "--v", "1", *size])
    assert result.exit_code == 2 and "must fit into the memory of" in result.output


def test_what_fits_is_allowed():
    assert check_count("m", 2**63 - 1) == 2**63 - 1
    assert check_counts([1 << 53]) == [1 << 53]
    for few in (family("poisson", lam=1e7), family("geometric", p=1e-9)):
        # no table up to the largest count
        sign, log = few.log_features(ONE[:, :2], few.draw(np.random.default_rng(0), 4, 2))
        assert np.isfinite(log[sign != 0]).all()
    check_room("arrays", 1 << 20)
    # one draw of more numbers than a chunk is meant to have
    assert drawn("positive", 300_000, draws=1).run.draws == 16


def test_counts_beyond_any_table_are_drawn_and_their_samples_are_those_of_the_table():
    """The largest of them is some 10^10; where a table is as good the samples are the same to the bit."""
    samples = Counted(family("geometric", p=1e-9))
    few = samples.draw(np.random.default_rng(0), 16, 4, 0, 3)
    assert few.max() > 10**9
    made = samples.samples(few, ONE, ONE, np.zeros(1))
    assert made.shape == (16, 1, 4) and np.isfinite(made).all()
    poisson = Counted(family("poisson", lam=3))
    counts = poisson.draw(np.random.default_rng(0), 2, 2, 0, 3)
    apart = np.concatenate([counts, np.zeros_like(counts)], axis=1)
    spread = apart.copy()
    spread[0, -1, -1] = 40
    own, same = (poisson.samples(each, ONE, ONE, np.zeros(1)) for each in (apart, spread))
    assert apart.max() < apart.size and spread.max() > spread.size
    assert np.array_equal(own[:, :, :-1], same[:, :, :-1]) and not np.array_equal(own[..., -1], same[..., -1])
