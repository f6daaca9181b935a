"""Feature maps: the literal arrays against the symbolic samples, at the same projections."""

from __future__ import annotations

import numpy as np
import pytest
import sympy as sp

from rftheory.arrays import check_count, check_pair
from rftheory.couplings.iid import Independent
from rftheory.families.complex_exponential import ComplexExponential
from rftheory.families.hyperbolic import Hyperbolic
from rftheory.families.positive import Positive
from rftheory.families.trigonometric import Trigonometric
from rftheory.kernels import PAIR
from rftheory.rules.gaussian import to_exponentials
from rftheory.rules.nodes import Form, Projection, SampleMean

M, D = 3, 4
W = Projection("w")
GENERATOR = np.random.default_rng(np.random.SeedSequence(7))
X, Y = GENERATOR.uniform(-0.5, 0.5, (2, D))
MATRIX = GENERATOR.standard_normal((D, D)) / 4 + np.eye(D) * (0.8 + 0.7j)
FAMILIES = [
    Trigonometric(),
    Positive(),
    Hyperbolic(),
    ComplexExponential(scalar=sp.I),
    ComplexExponential(MATRIX),
    ComplexExponential(MATRIX, prefactor_kind="norm"),
]


def test_complex_exponential_constraint():
    first, second = ComplexExponential().transformed(PAIR.x, PAIR.y)
    assert sp.expand(first.dot(second) - PAIR.x.dot(PAIR.y)) == 0


def test_complex_exponential_special_cases():
    assert ComplexExponential(scalar=sp.Integer(1)).sample(W, PAIR.x, PAIR.y) == Positive().sample(W, PAIR.x, PAIR.y)
    sample = ComplexExponential(scalar=sp.I).sample(W, PAIR.x, PAIR.y)
    even = (sample + sample.subs({f: -f for f in sample.atoms(Form)}, simultaneous=True)) / 2
    assert sp.expand(even - to_exponentials(Trigonometric().sample(W, PAIR.x, PAIR.y))) == 0


def test_estimator_has_one_sample_mean():
    size = sp.Symbol("size", integer=True, positive=True)
    for family in FAMILIES[:4]:
        means = family.estimator(W, PAIR.x, PAIR.y, size).atoms(SampleMean)
        assert len(means) == 1
        assert next(iter(means)).size == size


ONE = np.ones((1, D))


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: Trigonometric().features(np.ones(D), ONE), r"inputs must have shape \(L, d\)"),
        (lambda: Positive().features(np.full((1, D), np.inf), ONE), "inputs must be finite real numbers, got inf"),
        (lambda: Hyperbolic().features(ONE, np.ones((2, D + 1))), "must have the dimension 4 of the inputs, got 5"),
        (lambda: Hyperbolic().features(ONE, np.ones((0, D))), "m >= 1"),
        (lambda: Trigonometric().features(ONE, ONE, "z"), "side must be one of x, y, got 'z'"),
        (lambda: Trigonometric().feature_length(0), "m must be an integer >= 1, got 0"),
        (lambda: check_count("n", 1.5), "n must be an integer >= 1, got 1.5"),
        (lambda: check_pair([1.0, 2.0], [1.0]), "same dimension, got 2 and 1"),
        (lambda: check_pair([np.nan], [1.0]), "x must be finite"),
        (lambda: ComplexExponential(np.ones((2, 2))), "must be invertible, got rank 1"),
        (lambda: ComplexExponential(np.ones((2, 3))), r"shape \(d, d\)"),
        (lambda: ComplexExponential(np.eye(2), scalar=sp.I), "not both"),
        (lambda: ComplexExponential(scalar=0), "nonzero"),
        (lambda: ComplexExponential(prefactor_kind="hermitian"), "one of bilinear, norm"),
        (lambda: ComplexExponential().features(ONE, ONE), "numerical matrix or scalar"),
        (lambda: ComplexExponential(np.eye(2)).features(ONE, ONE), r"must have shape \(4, 4\)"),
        (lambda: ComplexExponential(np.eye(D)).components(W, PAIR.x), "components need scalar"),
        (lambda: Independent().draw(GENERATOR, 0, 3), "m must be an integer >= 1, got 0"),
    ],
)
def test_bad_input(call, message):
    with pytest.raises(ValueError, match=message):
        call()
