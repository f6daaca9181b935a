"""Discretely-induced feature maps: exact enumeration of the counts, signs, shifts, overflow, bad input, simulation."""

from __future__ import annotations

import itertools
import math

import mpmath
import numpy as np
import pytest
import sympy as sp
from hypothesis import given, settings
from hypothesis import strategies as st

from rftheory.families.discretely_induced import DiscretelyInduced
from rftheory.families.geometric import Geometric
from rftheory.families.poisson import Poisson, optimal_rate
from rftheory.families.shifted import Shifted, shift_below
from rftheory.inputs.coordinates import gaussian_kernel, k, x, y
from rftheory.inputs.kernels import d, lam
from rftheory.numbers.multiprecision import value

POISSON, GEOMETRIC = Poisson(sp.Rational(3, 2)), Geometric(sp.Rational(1, 3))
MIXED = DiscretelyInduced(sp.Lambda(k, POISSON.law(k) / 2 + GEOMETRIC.law(k) / 2))
FAMILIES = [POISSON, GEOMETRIC, MIXED]
PRINTED = [(POISSON, DiscretelyInduced(POISSON.law)), (GEOMETRIC, DiscretelyInduced(GEOMETRIC.law))]
U = np.array([[0.5, -0.75], [0.25, 1.25], [0.0, -0.5]])
EPS = np.finfo(float).eps


def generator(seed):
    return np.random.default_rng(np.random.SeedSequence(seed))


def enumerated(largest, dimension):
    """All counts up to a largest one, shape (number, 1, d): one vector of counts per replicate."""
    return np.array(list(itertools.product(range(largest + 1), repeat=dimension)))[:, None, :]


def plain_feature(family, u, counts):
    """(10) of the paper, coordinate by coordinate, in exact numbers."""
    factors = [
        sp.Rational(float(e)) ** int(n) / sp.sqrt(sp.factorial(int(n)) * family.law(sp.Integer(int(n))))
        for e, n in zip(u, counts, strict=True)
    ]
    return float(sp.N(sp.Mul(*factors) * sp.exp(-sum(sp.Rational(float(e)) ** 2 for e in u) / 2), 30))


def rounding(family, u, counts):
    """A bound of the relative error: the logarithm is a sum of 2 d + 3 terms, each known to an ulp of its size."""
    sizes = [
        abs(n * math.log(abs(e) or 1)) + abs(float(family.log_probability(n))) for e, n in zip(u, counts, strict=True)
    ]
    return EPS * 8 * (4 * len(u) + sum(sizes) + float(u @ u) + float(np.sum(counts)) ** 2)


# -- the maps ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("family", FAMILIES, ids=repr)
def test_features_are_formula_ten(family):
    for u, counts in itertools.product(U, ([0, 0], [1, 0], [0, 3], [2, 5])):
        expected = plain_feature(family, u, counts)
        found = family.features(u[None], np.array([counts]))[0, 0]
        assert abs(found - expected) <= rounding(family, u, np.array(counts)) * abs(expected)


@pytest.mark.parametrize(("family", "general"), PRINTED, ids=repr)
def test_printed_maps_are_formula_ten(family, general):
    counts = family.draw(generator(1), 4, 2, 5)
    first, second = family.features(U, counts), general.features(U, counts)
    largest = max(rounding(family, u, w) for u in U for w in counts.reshape(-1, 2))
    assert first.shape == second.shape == (5, 3, 4)
    assert (np.abs(first - second) <= largest * np.abs(first)).all()


def test_zero_to_the_zero_is_one():
    counts = np.array([[0, 2], [1, 0]])
    sign, log = POISSON.log_features([[0.0, 2.0]], counts)
    assert sign.tolist() == [[1.0, 0.0]]
    assert np.isfinite(log[0, 0]) and log[0, 1] == -np.inf
    assert POISSON.features([[0.0, 2.0]], counts)[0, 1] == 0


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


def test_unshifted_features_are_not_positive():
    sign, _ = POISSON.log_features(U, np.array([[1, 1]]))
    assert (sign[0] == -1).all()


# -- closed forms -----------------------------------------------------------------------------------------------


def test_the_optimal_rate_is_better_than_its_neighbours():
    where = {x.label: _exact([0.5, -1.0]), y.label: _exact([1.5, 0.25]), d: sp.Integer(2)}
    best = value(optimal_rate(x, y), where)
    exponents = [value(Poisson().exponent(x, y), {**where, lam: sp.Rational(str(best * f))}) for f in (0.9, 1, 1.1)]
    assert exponents[1] < min(exponents[0], exponents[2])


def test_variance_without_cancellation():
    where = {
        x.label: _exact([1.0, 2.0]),
        y.label: _exact([1.0, 0.5]),
        d: sp.Integer(2),
        lam: 1 + sp.Rational(1, 10**12),
    }
    kernel = gaussian_kernel(x, y)
    stable = value(kernel**2 * (sp.exp(Poisson().excess(x, y)) - 1), where)
    plain = value(Poisson().second_moment(x, y) - kernel**2, where)
    # g = 2 / (10^24 lam) here
    assert abs(stable / plain - 1) < mpmath.mpf(10) ** -30
    assert 1e-25 < stable < 1e-24
