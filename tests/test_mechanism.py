"""The one object of a family with its coupling: names, closed forms, features and draws agree with each other."""

from __future__ import annotations

import numpy as np
import pytest
from tolerances import PROMISED

from rftheory.answers.closed import closed_form
from rftheory.couplings.orthogonal import Orthogonal
from rftheory.couplings.simplex import Simplex
from rftheory.families.complex_exponential import ComplexExponential
from rftheory.families.discretely_induced import DiscretelyInduced
from rftheory.families.generalized_exponential import GeneralizedExponential
from rftheory.families.hybrids.angular import Angular
from rftheory.families.poisson import Poisson
from rftheory.families.positive import Positive
from rftheory.families.proposals.data import GaussianData
from rftheory.families.shifted import Shifted
from rftheory.mechanisms.differences import difference_of_errors
from rftheory.mechanisms.mechanism import Mechanism

X, Y = np.array([[0.5, 0.25, 0.0], [0.1, -0.2, 0.3]]), np.array([[0.25, -0.5, 0.125], [0.4, 0.0, 0.2]])
LAW = GaussianData.isotropic(0.25, 3)
NAMES = [
    "positive x iid",
    "trigonometric x orthogonal",
    "generalized-exponential(A=-1/10) x simplex",
    "generalized-exponential(A=1/50 + I/8, s=-1) x iid",
    "optimal-positive(dimension=3, square=1/2) x orthogonal",
    "random-phase-cosine x simplex(vertices=4)",
    "hyperbolic x hadamard(k=2, geometry=simplex)",
    "positive x simplex+(most_passes=5)",
    "complex-exponential(scalar=I) x halton",
    "poisson(rate=1/2) x iid",
    "angular(hyperbolic, trigonometric) x orthogonal",
    "gaussian(positive, trigonometric, width=1, normaliser=1 - exp(-2), shared=True) x iid",
]


@pytest.mark.parametrize("name", NAMES)
def test_a_name_is_read_as_it_is_printed(name):
    made = Mechanism(name)
    assert str(made) == name
    assert Mechanism(str(made)) == made
    assert hash(made) == hash(Mechanism(name))


def test_names_objects_and_parameters_are_the_same():
    assert Mechanism("positive", "simplex") == Mechanism(Positive(), Simplex()) == Mechanism("Positive x simplex")
    made = Mechanism("gerf(A=-0.125)", "orthogonal")
    assert made == Mechanism(GeneralizedExponential(-0.125), Orthogonal()) == Mechanism("GERF(A=-1/8) x orthogonal")
    assert Mechanism("positive", "hadamard(k=2)") == Mechanism("positive x hadamard(k=2)")
    assert Mechanism(hybrid="gaussian(sigma=1, r=2)") == Mechanism("gaussian(sigma=1, r=2)")
    bases = ("gerf(A=-1/10)", "gerf(A=-1/10, s=-1)")
    assert Mechanism(bases, hybrid="angular") == Mechanism(f"angular({', '.join(bases)})")
    assert Mechanism(hybrid="angular") == Mechanism(("hyperbolic", "trigonometric"), hybrid=Angular())
    assert Mechanism("trig") == Mechanism("trigonometric", "iid")
    assert Mechanism(ComplexExponential(scalar=1)) != Mechanism("positive")


def test_what_has_no_closed_form_has_none():
    for name in ("positive x simplex+", "positive x hadamard", "positive x halton"):
        assert Mechanism(name).log_mse(X, Y, 4) is None
    # rows of a Hadamard product are not Gaussian: not even the mean is known
    assert Mechanism("positive", "hadamard").closed_form("mean", X, Y) is None
    assert Mechanism("positive", "simplex+").closed_form("mean", X, Y) is not None


def test_draws_are_those_of_the_seed():
    made = Mechanism("trigonometric", "orthogonal")
    draws = made.sample(X[0], Y[0], 3, seed=5, replicates=4)
    assert draws.shape == (4,)
    np.testing.assert_array_equal(draws, made.sample(X[0], Y[0], 3, seed=5, replicates=4))
    assert made.sample(X[0], Y[0], 3, seed=5) != made.sample(X[0], Y[0], 3, seed=6)
    np.testing.assert_array_equal(made.features(X, 3, seed=1), made.features(X, 3, seed=1))


def test_draws_of_a_proposal_belong_to_a_pair():
    made = Mechanism("positive", proposal=LAW)
    assert made.sample(X[0], Y[0], 8).shape == ()
    assert made.log_mse(X[0], Y[0], 8).shape == (1,)
    with pytest.raises(ValueError, match="one pair at a time, got 2"):
        made.log_mse(X, Y, 8)
    with pytest.raises(ValueError, match="WeightedEstimator"):
        made.features(X, 8)


def test_shifted_features_have_the_error_of_the_family_at_shifted_inputs():
    shift = (-1.0, -0.75, -0.5)
    found = Mechanism(Shifted(Poisson(0.5), shift)).log_mse(X, Y, 4)
    np.testing.assert_array_equal(found, Mechanism(Poisson(0.5)).log_mse(X - np.array(shift), Y - np.array(shift), 4))
    assert (np.abs(found - Mechanism(Poisson(0.5)).log_mse(X, Y, 4)) > 0.1).all()
    law = DiscretelyInduced(Poisson(0.5).law)
    assert Mechanism(Shifted(law, shift)).log_mse(X, Y, 4) is None


def test_exact_estimates_have_the_error_zero_and_one_projection_is_coupled_with_nothing():
    for coupling in ("iid", "orthogonal", "simplex"):
        for name in ("angular", "angular(hyperbolic, trigonometric, shared=True)"):
            for other in (X, -X):
                assert closed_form("mse", f"{name} x {coupling}", X, other, 4).value == pytest.approx([0, 0], abs=0)
        assert (closed_form("mse", f"angular x {coupling}", X, 2 * X, 4).value > 0).all()
    alone = closed_form("mse", "positive", X, Y, 1).log
    for coupling in ("halton", "simplex+", "orthogonal"):
        np.testing.assert_allclose(closed_form("mse", f"positive x {coupling}", X, Y, 1).log, alone)


@pytest.mark.parametrize("family", ["trigonometric", "random-phase-cosine", "positive"])
def test_differences_of_errors_keep_their_digits(family):
    """Where float64 has few of them 50 digits are asked; where the errors are those of nothing to couple it is zero."""
    lengths = np.array([0.0, 1e-3, 0.5, 4.0, 6.0, 30.0])
    x = np.zeros((len(lengths), 8))
    x[:, 0] = lengths / 2
    y = x if family == "positive" else -x
    first, second = (Mechanism(family, name) for name in ("simplex", "orthogonal"))
    found = difference_of_errors(first.estimator((x, y)), second.estimator((x, y)), x, y, 8)
    logs = [each.log_mse(x, y, 8) for each in (first, second)]
    assert found.value[0] == 0 and not np.isnan(found.log[:-1]).any() and np.isnan(found.log[-1])
    for value, one, other in list(zip(found.value, *np.exp(np.array(logs)[:, :-1]), strict=False)):
        assert abs(value - (one - other)) <= 4 * PROMISED * one
