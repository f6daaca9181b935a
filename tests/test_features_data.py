"""Data as they come: single precision, sparse, without a bandwidth, far apart; and the conventions of scikit-learn."""

from __future__ import annotations

import warnings

import numpy as np
import pytest
from scipy.sparse import csr_array
from sklearn.base import clone
from sklearn.datasets import load_digits
from sklearn.exceptions import SkipTestWarning
from sklearn.linear_model import RidgeClassifier
from sklearn.model_selection import GridSearchCV
from sklearn.pipeline import make_pipeline
from sklearn.utils.estimator_checks import check_estimator
from tolerances import ulps

from rftheory.features import RandomFeatures, make
from rftheory.inputs.statistics import median_distance

SOURCE = np.random.default_rng(0)
X = SOURCE.normal(size=(70, 5)) / 2
NAMES = ["positive", "trigonometric", "oprf", "random-phase-cosine", "poisson", "angular"]


@pytest.mark.parametrize("name", NAMES)
def test_single_precision_stays(name: str) -> None:
    """Inputs are those of float32; the features differ by one rounding."""
    single = X.astype(np.float32)
    features = make(name, m=6, seed=0, kernel="gaussian").fit(single)
    found, wide = features.transform(single), features.transform(single.astype(float))
    assert (found.dtype, wide.dtype) == (np.float32, np.float64)
    assert np.array_equal(found, wide.astype(np.float32))
    assert not np.array_equal(found, wide)


def test_attention_is_in_single_precision_if_all_inputs_are() -> None:
    single, values = X.astype(np.float32), np.ones((70, 2), dtype=np.float32)
    features = make("positive", m=6, kernel="softmax", seed=0).fit(single)
    assert features.attention(single, single, values).dtype == np.float32
    assert features.attention(single, X, values).dtype == np.float64
    queries = features.queries(single)
    assert (queries.features.dtype, queries.log_scale.dtype) == (np.float32, np.float32)


def test_the_range_is_that_of_the_precision() -> None:
    features = make("positive", m=4, kernel="softmax", seed=0).fit(X)
    large = -40 * features.projections_[:1] / np.linalg.norm(features.projections_[0]) ** 2
    with pytest.raises(OverflowError, match="range of float32"):
        make("trigonometric", m=4, kernel="softmax", seed=0).fit(X).transform(np.full((1, 5), 10.0, dtype=np.float32))
    assert np.isfinite(features.transform(large)).all()


@pytest.mark.parametrize("name", NAMES)
def test_sparse_rows_have_the_same_features(name: str) -> None:
    rows = np.where(SOURCE.random((70, 5)) < 0.5, 0.0, X)
    features = make(name, m=6, seed=0, kernel="gaussian").fit(rows)
    again = make(name, m=6, seed=0, kernel="gaussian").fit(csr_array(rows))
    assert np.array_equal(features.transform(rows), again.transform(csr_array(rows)))
    assert again.transform(csr_array(rows.astype(np.float32))).dtype == np.float32


def test_the_bandwidth_may_be_the_median_distance() -> None:
    distances = np.linalg.norm(X[:, None] - X, axis=2)[np.triu_indices(70, 1)]
    features = make("positive", m=6, bandwidth="median", seed=0).fit(X)
    assert features.bandwidth_ == pytest.approx(np.median(distances), rel=ulps(64))
    given = make("positive", m=6, bandwidth=features.bandwidth_, seed=0).fit(X)
    assert np.array_equal(features.transform(X), given.transform(X))
    assert median_distance(X, 1 + X) == pytest.approx(
        np.median(np.linalg.norm(X[:, None] - X - 1, axis=2)), rel=ulps(64)
    )
    # a sample of many rows, wherever they are
    assert median_distance(1e3 + np.tile(X, (100, 1))) == pytest.approx(np.median(distances), rel=0.1)


def test_underflow_to_zeros_is_told() -> None:
    features = make("positive", m=4, seed=0, kernel="gaussian").fit(X)
    with pytest.warns(
        RuntimeWarning, match=r"all features of 3 of 70 rows underflow to 0 in float64.*bandwidth='median'"
    ):
        features.transform(np.concatenate([X[:67], 1e3 + X[:3]]))
    # |x|^2 is beyond float64: all features were 0, and nothing was told; control: 1e150
    with pytest.raises(ValueError, match="sums of squares within the range of float64"):
        features.transform(1e200 * (8 + X))
    with pytest.warns(RuntimeWarning, match=r"70 of 70 rows underflow to 0 in float64"):
        features.transform(1e150 * (8 + X))
    with pytest.warns(RuntimeWarning, match=r"70 of 70 rows underflow to 0 in float32"):
        features.transform((8 + X).astype(np.float32))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        features.transform(8 + X)
        # a count of 0 gives a feature of 0
        make("poisson", m=1, rate=5.0, seed=0, kernel="gaussian").fit(np.zeros((2, 2))).transform(np.zeros((2, 2)))


def test_denominators_below_zero_are_told() -> None:
    values = np.ones((70, 1))
    waves = make("trigonometric", m=2, kernel="softmax", seed=0).fit(X)
    for causal in (False, True):
        with pytest.warns(
            RuntimeWarning, match="of 70 queries are below 0, and their outputs no averages.*positive features"
        ):
            waves.attention(20 * X, X, values, causal=causal)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        make("positive", m=2, kernel="softmax", seed=0).fit(X).attention(20 * X, X, values)


# -- scikit-learn ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "features",
    [
        RandomFeatures(kernel="gaussian"),
        make("trigonometric", m=5, coupling="hadamard", bandwidth=3),
        make("positive", m=5, kernel="softmax", temperature=50.0),
        make("shifted", m=5, kernel="gaussian"),
        make("angular", m=3, n=2, kernel="gaussian"),
    ],
    ids=repr,
)
def test_checks_of_estimators(features) -> None:
    with warnings.catch_warnings():
        # of what is not installed
        warnings.simplefilter("ignore", SkipTestWarning)
        # it follows the conventions without a class of scikit-learn, which is then not loaded
        warnings.filterwarnings("ignore", "Estimator RandomFeatures does not inherit", UserWarning)
        # some of its data are far apart
        warnings.filterwarnings("ignore", "all features of", RuntimeWarning)
        check_estimator(features)


def test_clones_and_parameters() -> None:
    features = make("gerf", m=5, s=-1, coupling="orthogonal", seed=3, kernel="gaussian")
    twin = clone(features)
    assert twin.get_params() == features.get_params()
    assert np.array_equal(twin.fit_transform(X), features.fit_transform(X))
    assert twin.set_params(m=7, parameters={"A": -0.1}).fit(X).transform(X).shape == (70, 7)
    with pytest.raises(ValueError, match="m must be an integer >= 1, got 0"):
        twin.set_params(m=0).fit(X)


def test_a_search_in_a_pipeline() -> None:
    digits, labels = load_digits(n_class=3, return_X_y=True)
    pipeline = make_pipeline(
        make("trigonometric", m=50, coupling="orthogonal", seed=0, kernel="gaussian"), RidgeClassifier()
    )
    search = GridSearchCV(pipeline, {"randomfeatures__bandwidth": [1.0, 30.0]}, cv=3).fit(digits / 1.0, labels)
    # at bandwidth 1 all kernel values are below e^-50, and features tell nothing
    assert search.best_params_ == {"randomfeatures__bandwidth": 30.0}
    assert search.best_score_ > 0.9
