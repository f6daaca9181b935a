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
from rftheory.kernels import PAIR, Space
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


def exact_space(x, y):
    """Formal vectors with the exact Gram table of floating-point inputs."""
    named = {"x": [sp.Rational(e) for e in x.tolist()], "y": [sp.Rational(e) for e in y.tolist()]}
    table = {(a, b): sum(s * t for s, t in zip(named[a], named[b], strict=True)) for a in "xy" for b in "xy"}
    space = Space(f"test{tuple(table.values())}", lambda a, b: table[a, b], "xy")
    return space.vector("x"), space.vector("y")


def at_projection(expr, named, w):
    """The value of a random expression at one projection, with 30 digits."""
    exact = {k: [complex(e) for e in v] for k, v in named.items()}
    images = {
        form: sp.Add(
            *(sp.Rational(e) * sp.Float(v.real, 30) for e, v in zip(w.tolist(), exact[form.vector], strict=True))
        )
        for form in expr.atoms(Form)
    }
    return complex(sp.N(expr.xreplace(images), 30))


def rounding_bound(first, second, largest_exponent):
    """A bound on the float64 error of ``sum_k first_k second_k`` for maps of exponentials with moderate arguments.

    An argument of size E is known to (D + 2) E ulps (products, sums, transformed inputs), the relative error of its
    exponential; the factors and the sum over F features add at most F + 8 ulps more.
    """
    unit = np.finfo(float).eps
    ulps = 2 * (D + 2) * largest_exponent + first.shape[-1] + 8
    return unit * ulps * (np.abs(first) * np.abs(second)).sum(-1)


def largest_exponent(family, projections):
    named = family.named_vectors(X, Y).values()
    sizes = [np.linalg.norm(u) for u in named]
    # entries of an inverse matrix are known to its condition number
    condition = np.linalg.cond(MATRIX) * D**2
    return condition * (max(sizes) * np.linalg.norm(projections, axis=-1).max() + max(sizes) ** 2)


@pytest.mark.parametrize("family", FAMILIES, ids=repr)
def test_features_equal_the_symbolic_sample(family):
    projections = np.random.default_rng(np.random.SeedSequence(1)).standard_normal((M, D))
    first, second = family.features(X[None], projections, "x"), family.features(Y[None], projections, "y")
    assert first.shape == second.shape == (1, family.feature_length(M))
    sample = family.sample(W, *exact_space(X, Y)).subs(family.parameters(X, Y))
    values = [at_projection(sample, family.named_vectors(X, Y), w) for w in projections]
    error = abs((first * second).sum() - np.mean(values))
    assert error <= rounding_bound(first, second, largest_exponent(family, projections))[0]


@pytest.mark.parametrize("family", FAMILIES[:4], ids=repr)
def test_components_give_the_sample(family):
    x, y = exact_space(X, Y)
    pairs = zip(family.components(W, x, "x"), family.components(W, y, "y"), strict=True)
    difference = sp.Add(*(a * b for a, b in pairs)) - family.sample(W, x, y)
    # a nonzero difference would be of the order of the kernel; 30 digits were asked for
    assert abs(at_projection(difference, {"x": X, "y": Y}, np.ones(D))) < np.finfo(float).eps


def test_a_doubled_component_is_noticed():
    x, y = exact_space(X, Y)
    family = Hyperbolic()
    first, second = (family.components(W, u) for u in (x, y))
    difference = first[0] * second[0] + 2 * first[1] * second[1] - family.sample(W, x, y)
    assert abs(at_projection(difference, {"x": X, "y": Y}, np.ones(D))) > np.finfo(float).eps


@pytest.mark.parametrize("family", FAMILIES, ids=repr)
def test_replicates_are_the_maps_of_each(family):
    projections = Independent().draw(np.random.default_rng(np.random.SeedSequence(2)), M, D, replicates=5)
    inputs = np.stack([X, Y])
    together = family.features(inputs, projections, "y")
    assert together.shape == (5, 2, family.feature_length(M))
    for replicate, w in zip(together, projections, strict=True):
        alone = family.features(inputs, w, "y")
        bound = rounding_bound(alone, np.ones_like(alone), largest_exponent(family, projections))
        assert (np.abs(replicate - alone).sum(-1) <= bound).all()


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
