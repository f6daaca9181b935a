"""Discretely-induced feature maps: logarithms and signs, shifts, overflow, heavy tails, and sizes that no table has."""

from __future__ import annotations

import math

import mpmath
import numpy as np
import pytest
import sympy as sp
from hypothesis import given, settings
from hypothesis import strategies as st
from tolerances import ulps

from rftheory.answers.estimates import estimate
from rftheory.families.counts import check_counts, drawn
from rftheory.families.discretely_induced import DiscretelyInduced
from rftheory.families.geometric import Geometric
from rftheory.families.poisson import Poisson, optimal_rate
from rftheory.families.shifted import Shifted, shift_below
from rftheory.inputs.arrays import check_count, check_room
from rftheory.inputs.coordinates import k, x, y
from rftheory.inputs.kernels import d, lam
from rftheory.mechanisms import catalogue
from rftheory.montecarlo.estimators.samples import Counted
from rftheory.numbers.multiprecision import value

POISSON, GEOMETRIC = Poisson(sp.Rational(3, 2)), Geometric(sp.Rational(1, 3))
MIXED = DiscretelyInduced(sp.Lambda(k, POISSON.law(k) / 2 + GEOMETRIC.law(k) / 2))
FAMILIES = [POISSON, GEOMETRIC, MIXED]
PRINTED = [(POISSON, DiscretelyInduced(POISSON.law)), (GEOMETRIC, DiscretelyInduced(GEOMETRIC.law))]
U = np.array([[0.5, -0.75], [0.25, 1.25], [0.0, -0.5]])
EPS = np.finfo(float).eps


def generator(seed):
    return np.random.default_rng(np.random.SeedSequence(seed))


# -- the maps ---------------------------------------------------------------------------------------------------


def _exact(vector):
    return sp.Tuple(*(sp.Rational(float(e)) for e in vector))


@given(st.lists(st.floats(-2, 2), min_size=2, max_size=2), st.lists(st.integers(0, 12), min_size=2, max_size=2))
@settings(max_examples=50, deadline=None)
def test_logarithms_and_signs_are_those_of_the_features(u, counts):
    inputs, draws = np.array([u]), np.array([counts])
    for family in FAMILIES:
        sign, log = family.log_features(inputs, draws)
        assert family.features(inputs, draws)[0, 0] == sign[0, 0] * np.exp(log[0, 0])
        expected = math.prod(float(np.sign(e)) ** n for e, n in zip(u, counts, strict=True))
        assert sign[0, 0] == expected


def test_logarithms_where_the_features_overflow():
    family, inputs, counts = Poisson(sp.Rational(1, 2)), [[-3.0, 3.0, 2.0]], np.full((1, 3), 401)
    sign, log = family.log_features(inputs, counts)
    with mpmath.workdps(30):
        expected = mpmath.mpf(3) / 4 - 11 + 401 * (mpmath.log(18) + 3 * mpmath.log(2) / 2)
    assert sign[0, 0] == -1 and abs(log[0, 0] - float(expected)) <= 16 * EPS * float(expected)
    with pytest.warns(RuntimeWarning, match="overflow"):
        assert family.features(inputs, counts)[0, 0] == -np.inf


# -- the shift --------------------------------------------------------------------------------------------------


@given(st.lists(st.tuples(st.floats(-5, 5), st.floats(-5, 5)), min_size=1, max_size=4), st.floats(1e-3, 2))
@settings(max_examples=40, deadline=None)
def test_shifted_features_are_positive(rows, epsilon):
    inputs = np.array(rows)
    shift = shift_below(inputs, inputs[::-1], epsilon)
    assert (shift < inputs).all() and np.allclose(shift, inputs.min(axis=0) - epsilon, rtol=0, atol=8 * EPS * 7)
    for family in (POISSON, GEOMETRIC):
        sign, log = Shifted(family, tuple(shift)).log_features(inputs, family.draw(generator(7), 8, 2))
        assert (sign == 1).all() and np.isfinite(log).all()


# -- closed forms -----------------------------------------------------------------------------------------------


def test_the_optimal_rate_is_better_than_its_neighbours():
    where = {x.label: _exact([0.5, -1.0]), y.label: _exact([1.5, 0.25]), d: sp.Integer(2)}
    best = value(optimal_rate(x, y), where)
    exponents = [value(Poisson().exponent(x, y), {**where, lam: sp.Rational(str(best * f))}) for f in (0.9, 1, 1.1)]
    assert exponents[1] < min(exponents[0], exponents[2])


# -- laws and samplers ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("family", [*FAMILIES, *(general for _, general in PRINTED)], ids=repr)
def test_counts_have_the_law(family):
    size = 40_000
    counts = family.draw(generator(4), size, 1)[:, 0]
    masses = np.exp(family.log_probability(np.arange(6)))
    for number, mass in enumerate(masses):
        # Hoeffding: a deviation above sqrt(log(2e12) / (2 size)) has a probability below 1e-12
        assert abs((counts == number).mean() - mass) <= math.sqrt(math.log(2e12) / (2 * size))


HEAVY = sp.Lambda(k, 1 / ((k + 1) * (k + 2)))


def test_a_heavy_tail_with_a_sum_in_closed_form_is_inverted(monkeypatch):
    """P(w >= n) = 1/(n + 1): a uniform number u gives floor(1/(1 - u)) - 1, in the table and far beyond it."""
    uniform = np.array([0.1, 0.5, 0.9990234, 0.9999, 1 - 2.0**-30, 1 - 2.0**-53])
    assert drawn(HEAVY, uniform).tolist() == [0, 1, 1022, 9999, 2**30 - 1, 2**53 - 1]
    monkeypatch.setattr("rftheory.families.counts._LONGEST", 2_000)
    # a control: the same masses times 1 - 1e-6 do not sum to one
    with pytest.raises(ValueError, match="must sum to 1"):
        drawn(sp.Lambda(k, HEAVY(k) * (1 - sp.Rational(1, 10**6))), uniform)
    with pytest.raises(ValueError, match="give a sampler"):
        drawn(sp.Lambda(k, 1 / ((k + 3) * sp.log(k + 3) ** 2)), uniform)


def test_features_at_huge_counts_need_no_table():
    """x^w y^w/(w! p_w) underflows there; the law itself does not."""
    counts = np.array([[0, 10**12], [10**15, 3]])
    assert np.isfinite(DiscretelyInduced(HEAVY).features(U, counts)).all()
    for family in (GEOMETRIC, POISSON):
        sign, log = family.log_features(U, counts)
        assert np.isfinite(log[sign != 0]).all()
    k_large = np.array([2, 10**6])
    rounding = ulps(8) * math.lgamma(10**6)
    exact = [-math.log(3 * 4), -math.log((10**6 + 1) * (10**6 + 2))]
    assert DiscretelyInduced(HEAVY).log_probability(k_large) == pytest.approx(exact, abs=rounding)


# -- sizes that no table has: refused before memory is asked for where no machine holds them (`refusals.toml`) ----------

ONE = np.eye(3)[:1] / 2


def test_what_fits_is_allowed():
    assert check_count("m", 2**63 - 1) == 2**63 - 1
    assert check_counts([1 << 53]) == [1 << 53]
    for few in (catalogue.family("poisson", lam=1e7), catalogue.family("geometric", p=1e-9)):
        # no table up to the largest count
        sign, log = few.log_features(ONE[:, :2], few.draw(np.random.default_rng(0), 4, 2))
        assert np.isfinite(log[sign != 0]).all()
    check_room("arrays", 1 << 20)
    # one draw of more numbers than a chunk is meant to have
    assert estimate("mean", "positive", ONE, ONE, m=300_000, draws=1, workers=1).run.draws == 16


def test_counts_beyond_any_table_are_drawn_and_their_samples_are_those_of_the_table():
    """The largest of them is some 10^10; where a table is as good the samples are the same to the bit."""
    samples = Counted(catalogue.family("geometric", p=1e-9))
    few = samples.draw(np.random.default_rng(0), 16, 4, 0, 3)
    assert few.max() > 10**9
    made = samples.samples(few, ONE, ONE, np.zeros(1))
    assert made.shape == (16, 1, 4) and np.isfinite(made).all()
    poisson = Counted(catalogue.family("poisson", lam=3))
    counts = poisson.draw(np.random.default_rng(0), 2, 2, 0, 3)
    apart = np.concatenate([counts, np.zeros_like(counts)], axis=1)
    spread = apart.copy()
    spread[0, -1, -1] = 40
    own, same = (poisson.samples(each, ONE, ONE, np.zeros(1)) for each in (apart, spread))
    assert apart.max() < apart.size and spread.max() > spread.size
    assert np.array_equal(own[:, :, :-1], same[:, :, :-1]) and not np.array_equal(own[..., -1], same[..., -1])
