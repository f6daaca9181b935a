"""Feature maps follow the conventions of scikit-learn: its own checks, pipelines, searches and names."""

from __future__ import annotations

import warnings

import numpy as np
import pytest

pytest.importorskip("sklearn")

from sklearn.base import clone
from sklearn.datasets import load_digits
from sklearn.exceptions import SkipTestWarning
from sklearn.linear_model import RidgeClassifier
from sklearn.model_selection import GridSearchCV
from sklearn.pipeline import make_pipeline
from sklearn.utils.estimator_checks import check_estimator

from rftheory.features import RandomFeatures, make

X = np.random.default_rng(0).normal(size=(20, 4)) / 2


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
    assert twin.set_params(m=7, parameters={"A": -0.1}).fit(X).transform(X).shape == (20, 7)
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
