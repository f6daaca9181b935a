"""Feature maps: the literal arrays against the symbolic samples, at the same projections."""

from __future__ import annotations

import numpy as np
import sympy as sp

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
