"""Laws of counts and what discretely-induced families refuse; the simulation of their estimators."""

from __future__ import annotations

import math

import numpy as np
import pytest
import sympy as sp
from tolerances import ulps

from rftheory.families.counts import check_counts, drawn
from rftheory.families.discretely_induced import DiscretelyInduced
from rftheory.families.geometric import Geometric
from rftheory.families.poisson import Poisson
from rftheory.inputs.coordinates import k
from rftheory.inputs.kernels import lam

POISSON, GEOMETRIC = Poisson(sp.Rational(3, 2)), Geometric(sp.Rational(1, 3))
MIXED = DiscretelyInduced(sp.Lambda(k, POISSON.law(k) / 2 + GEOMETRIC.law(k) / 2))
PRINTED = [(POISSON, DiscretelyInduced(POISSON.law)), (GEOMETRIC, DiscretelyInduced(GEOMETRIC.law))]
FAMILIES = [POISSON, GEOMETRIC, MIXED]
U = np.array([[0.5, -0.75], [0.25, 1.25], [0.0, -0.5]])


def generator(seed):
    return np.random.default_rng(np.random.SeedSequence(seed))


# -- laws and samplers ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("family", [*FAMILIES, *(general for _, general in PRINTED)], ids=repr)
def test_counts_have_the_law(family):
    size = 40_000
    counts = family.draw(generator(4), size, 1)[:, 0]
    masses = np.exp(family.log_probability(np.arange(6)))
    for number, mass in enumerate(masses):
        # Hoeffding: a deviation above sqrt(log(2e12) / (2 size)) has a probability below 1e-12
        assert abs((counts == number).mean() - mass) <= math.sqrt(math.log(2e12) / (2 * size))


HEAVY = sp.Lambda(k, 1 / ((k + 1) * (k + 2)))


def test_a_given_sampler_is_used():
    def sampler(source, shape):
        return np.floor(1 / (1 - source.random(shape))).astype(np.int64) - 1

    family = DiscretelyInduced(HEAVY, sampler)
    counts = family.draw(generator(5), 20_000, 1)
    assert abs((counts == 0).mean() - 1 / 2) <= math.sqrt(math.log(2e12) / (2 * 20_000))
    assert repr(family) == repr(DiscretelyInduced(HEAVY))


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


# -- bad input --------------------------------------------------------------------------------------------------


def test_parameters_must_be_bound_before_numbers_are_needed():
    with pytest.raises(ValueError, match="lam must be a number here, got lam"):
        Poisson().draw(generator(8), 2, 2)
    with pytest.raises(ValueError, match="p must be a number here, got p"):
        Geometric().features(U, np.array([[1, 1]]))
    assert Poisson().at({lam: sp.Integer(2)}) == Poisson(2)


@pytest.mark.parametrize("counts", [[[0, -1]], [[0.5, 1]], [[np.nan, 1]], [[np.inf, 1]]])
def test_counts_that_are_none(counts):
    with pytest.raises(ValueError, match="counts must be integers >= 0"):
        POISSON.features(U, counts)
    assert check_counts([[1.0, 2.0]]).dtype == np.int64
