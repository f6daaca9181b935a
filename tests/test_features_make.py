"""Feature maps to take away: they are the maps that the judges draw, unbiased, in range, and they refuse what is wrong.

The statistical tests are Catoni tests (`simulate.plan`): each refuses a right map with probability at most 1e-9, and one that is off by
the difference of its plan passes with probability at most 1e-3; controls are maps that are off by that.
"""

from __future__ import annotations

import pickle

import numpy as np
import pytest
import sympy as sp
from feature_maps import COUPLINGS, DATA, FAMILIES, ROUNDED, X, Y, kernel_of, products, size_of
from tolerances import ulps

from rftheory import catalogue
from rftheory.conformity.comparison import log_mse_of_inputs
from rftheory.couplings.hadamard import HadamardOperator
from rftheory.estimators.coupled import Coupled
from rftheory.estimators.discrete import Discrete
from rftheory.estimators.hybrids import CoupledHybrid
from rftheory.families.generalized_exponential import GeneralizedExponential
from rftheory.families.optimal_positive import OptimalPositive
from rftheory.families.positive import Positive
from rftheory.families.trigonometric import Trigonometric
from rftheory.features import make
from rftheory.features.drawing import generator_of
from rftheory.simulate.plan import make_plan

# -- the maps of the judges -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("m", [3, 5, 8])
@pytest.mark.parametrize("coupling", COUPLINGS)
@pytest.mark.parametrize(("name", "parameters"), FAMILIES, ids=range(len(FAMILIES)))
def test_products_are_those_of_the_judges(name, parameters, coupling, m) -> None:
    family = catalogue.bound(catalogue.family(name, **parameters), X / 2, Y / 2)
    features = make(
        name, m=m, coupling=coupling, kernel=family.kernel, seed=7, **scaled(family.kernel), **parameters
    ).fit(X)
    estimator = Coupled(family, catalogue.coupling(coupling))
    ours, size = products(features), size_of(features)
    for i, j in ((0, 0), (1, 4), (5, 2)):
        theirs = estimator.draw(np.random.default_rng(7), 1, X[i] / 2, Y[j] / 2, m, 1)[0]
        assert ours[i, j] == pytest.approx(theirs, abs=ROUNDED * size[i, j])


def scaled(kernel):
    """The settings that divide inputs by 2."""
    return {"bandwidth": 2.0} if kernel == "gaussian" else {"temperature": 4.0}


def test_other_projections_have_other_products() -> None:
    # the control of the test above: its tolerance tells a seed, a coupling and a parameter from another
    ours = products(make("positive", m=5, seed=7).fit(X))
    size = size_of(make("positive", m=5, seed=7).fit(X))
    others = (
        make("positive", m=5, seed=8),
        make("positive", m=5, seed=7, coupling="orthogonal"),
        make("gerf", m=5, seed=7, A=-1e-9),
    )
    for other in others:
        assert (np.abs(products(other.fit(X)) - ours) > ROUNDED * size).any()


@pytest.mark.parametrize(("name", "parameters"), [("poisson", {"rate": 0.3}), ("geometric", {"p": 0.6})])
def test_counts_are_those_of_the_judges(name, parameters) -> None:
    features = make(name, m=4, seed=3, bandwidth=2.0, **parameters).fit(X)
    estimator = Discrete(catalogue.family(name, **parameters))
    theirs = estimator.draw(np.random.default_rng(3), 1, X[1] / 2, Y[2] / 2, 4, 1)[0]
    assert products(features)[1, 2] == pytest.approx(theirs, abs=ROUNDED * size_of(features)[1, 2])


@pytest.mark.parametrize("coupling", ["iid", "orthogonal", "hadamard"])
def test_hybrids_are_those_of_the_judges(coupling) -> None:
    features = make("angular", m=3, n=2, coupling=coupling, kernel="softmax", temperature=4.0, seed=3).fit(X)
    estimator = CoupledHybrid(catalogue.hybrid("angular"), catalogue.coupling(coupling))
    theirs = estimator.draw(np.random.default_rng(3), 1, X[1] / 2, Y[2] / 2, 3, 2)[0].real
    assert products(features)[1, 2] == pytest.approx(theirs, abs=ROUNDED * size_of(features)[1, 2])
    assert features.asymmetric_
    assert features.transform(X).shape[1] == catalogue.hybrid("angular").feature_length(3, 2)


@pytest.mark.parametrize(("name", "parameters"), [*FAMILIES, ("poisson", {"rate": 0.3}), ("shifted", {})], ids=repr)
def test_the_kernels_differ_by_the_norms(name, parameters) -> None:
    gaussian = make(name, m=6, seed=1, **parameters).fit(X, other=Y)
    softmax = make(name, m=6, seed=1, kernel="softmax", **parameters).fit(X, other=Y)
    factor = np.exp((np.square(X).sum(axis=1)[:, None] + np.square(Y).sum(axis=1)) / 2)
    assert np.allclose(products(softmax), factor * products(gaussian), rtol=0, atol=ROUNDED * size_of(softmax))


def test_hadamard_projections_are_not_formed() -> None:
    features = make("positive", m=2048, coupling="hadamard", seed=0).fit(DATA.normal(size=(2, 1024)) / 30)
    assert isinstance(features.projections_, HadamardOperator)
    assert features.projections_.signs.size + features.projections_.lengths.size < 1024 * 16


def test_many_rows_are_as_each_alone() -> None:
    rows = DATA.normal(size=(3000, 5)) / 3
    for name in ("positive", "trigonometric", "oprf", "random-phase-cosine"):
        features = make(name, m=64, seed=1).fit(rows)
        whole = features.transform(rows)
        chosen = [0, 1023, 1024, 2999]
        alone = np.vstack([features.transform(rows[k : k + 1]) for k in chosen])
        assert np.allclose(whole[chosen], alone, rtol=0, atol=ROUNDED * np.abs(whole).max())


# -- laws -----------------------------------------------------------------------------------------------------------

SMALL = X[0] / 2, Y[0] / 2


@pytest.mark.parametrize(
    ("name", "family", "coupling"),
    [
        ("positive", Positive(), "iid"),
        ("positive", Positive(), "simplex"),
        ("trigonometric", Trigonometric(), "orthogonal"),
        ("gerf", GeneralizedExponential(sp.Rational(-1, 16)), "orthogonal"),
    ],
    ids=str,
)
def test_mean_and_error(name, family, coupling) -> None:
    x, y = (u[None] for u in SMALL)
    kernel, m, off = float(kernel_of("gaussian", x, y)[0, 0]), 5, 0.4
    parameters = {"A": sp.Rational(-1, 16)} if name == "gerf" else {}
    # the judges' moments are those of the family's own kernel: change their unit to that of the Gaussian one
    unit = kernel / float(kernel_of(family.kernel, x, y)[0, 0])
    moments = Coupled(family, catalogue.coupling(coupling)).moments(*SMALL, m, 1, kernel / unit)
    second, fourth = float(moments.second) * unit**2, float(moments.fourth) * unit**4
    assert np.exp(log_mse_of_inputs(family, coupling, m, *SMALL)) == pytest.approx(second, rel=1e-9)
    mean = make_plan(kernel, off * kernel, second)
    error = make_plan(second, 8 * second, fourth - second**2)
    source = np.random.default_rng(11)
    features = make(name, m=m, coupling=coupling, seed=source, **parameters)
    drawn = np.array([products(features.fit(x), x, y)[0, 0] for _ in range(max(mean.draws, error.draws))])
    assert not refuses(mean, drawn)
    assert not refuses(error, (drawn - kernel) ** 2)
    assert refuses(mean, drawn + off * kernel)
    assert refuses(error, (drawn - kernel) ** 2 + 8 * second)


def refuses(plan, values) -> bool:
    return bool(abs(plan.influence(values[: plan.draws])[0]) >= plan.threshold)


# -- parameters from the data ---------------------------------------------------------------------------------------


def test_parameters_are_fitted_to_scaled_data() -> None:
    fitted = make("oprf", m=4, bandwidth=2.0).fit(X, other=Y)
    expected = OptimalPositive.for_data(X / 2, Y / 2)
    assert fitted.parameters_["A"] == pytest.approx(float(expected.A), rel=ulps(4))
    assert make("oprf", m=4, kernel="softmax", temperature=4.0).fit(X, other=Y).parameters_ == fitted.parameters_
    assert make("oprf", m=4).fit(X).parameters_ != make("oprf", m=4).fit(X, other=Y).parameters_
    assert make("gerf", m=4, s=-1).fit(X).parameters_["s"] == -1
    assert make("gerf", m=4, A=-0.5).fit(X).parameters_ == {"A": -0.5, "s": 1}
    assert make("poisson", m=4, lam=0.7).fit(X).parameters_ == {"rate": 0.7}
    assert 0 < make("geometric", m=4).fit(X).parameters_["success"] < 1


@pytest.mark.parametrize("family", ["poisson", "geometric"])
def test_shifted_features_are_positive(family) -> None:
    features = make("shifted", m=50, family=family, seed=0).fit(X, other=Y)
    assert (features.parameters_["shift"] < np.minimum(X.min(axis=0), Y.min(axis=0))).all()
    assert (features.transform(X) > 0).all()
    with pytest.raises(ValueError, match="shift must be strictly below every input"):
        features.transform(X - 10)


def test_no_data_are_needed_if_nothing_is_open() -> None:
    features = make("positive", m=4, d=5, seed=2).fit()
    assert np.array_equal(features.transform(X), make("positive", m=4, seed=2).fit(X).transform(X))
    with pytest.raises(ValueError, match=r"square must be given, or taken from data: fit\(X\)"):
        make("oprf", m=4, d=5).fit()
    with pytest.raises(ValueError, match=r"d must be given, or taken from data: fit\(X\)"):
        make("positive", m=4).fit()


def test_constant_columns_matter_only_where_they_leave_a_parameter_open() -> None:
    flat = np.zeros((4, 3))
    for name in ("positive", "trigonometric", "oprf", "shifted"):
        assert np.isfinite(make(name, m=4, seed=0).fit_transform(flat)).all()
    with pytest.raises(ValueError, match="rate has no best value > 0"):
        make("poisson", m=4).fit(flat)
    with pytest.raises(ValueError, match="p has no best value"):
        make("geometric", m=4).fit(flat)


# -- random states --------------------------------------------------------------------------------------------------


def test_random_states() -> None:
    seeded = make("positive", m=4, seed=5)
    assert np.array_equal(seeded.fit_transform(X), seeded.fit_transform(X))
    assert not np.array_equal(seeded.fit_transform(X), make("positive", m=4, seed=6).fit_transform(X))
    fresh = make("positive", m=4)
    assert not np.array_equal(fresh.fit_transform(X), fresh.fit_transform(X))
    for kind in (np.random.default_rng, np.random.RandomState):
        # a source is advanced, and in the same state gives the same
        features, again = (make("positive", m=4, seed=kind(3)) for _ in range(2))
        first = features.fit_transform(X)
        assert np.array_equal(first, again.fit_transform(X))
        assert not np.array_equal(first, features.fit_transform(X))
    assert generator_of(np.random.SeedSequence(5)).random() == np.random.default_rng(5).random()


def test_pickled_maps_are_the_same() -> None:
    for name in ("oprf", "angular", "poisson"):
        features = make(name, m=4, seed=None).fit(X)
        assert np.array_equal(pickle.loads(pickle.dumps(features)).transform(X), features.transform(X))  # noqa: S301
