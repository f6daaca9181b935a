"""Feature maps refuse what is wrong, and need no library that is not there."""

from __future__ import annotations

import subprocess
import sys

import numpy as np
import pytest
from feature_maps import X, Y

from rftheory import catalogue
from rftheory.families.positive import Positive
from rftheory.features import RandomFeatures, make


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: make("nothing", m=4, kernel="gaussian"), "family must be one of"),
        (lambda: make("positive", m=0, kernel="gaussian"), "m must be an integer >= 1, got 0"),
        (lambda: make("positive", m=2.5, kernel="gaussian"), "m must be an integer >= 1, got 2.5"),
        (lambda: make("positive", m=4, d=0, kernel="gaussian"), "d must be an integer >= 1"),
        (lambda: make("positive", m=4, bandwidth=0), "bandwidth must be a finite number > 0 or 'median', got 0"),
        (lambda: make("positive", m=4, bandwidth=np.nan), "bandwidth must be a finite number > 0"),
        (lambda: make("positive", m=4, kernel="softmax", temperature=-1), "temperature must be a finite number > 0"),
        (
            lambda: make("positive", m=4, kernel="gaussian", temperature=2),
            "temperature does not belong to the gaussian kernel",
        ),
        (lambda: make("positive", m=4, kernel="laplace"), "kernel must be 'gaussian'.* or 'softmax'.* got 'laplace'"),
        (lambda: make("positive", m=4), "kernel must be 'gaussian'.* or 'softmax'.* got None"),
        (lambda: make("positive", m=4, bandwidth=1, temperature=1), "kernel must be .* got None"),
        (lambda: make("positive", m=4, coupling="nothing", kernel="gaussian"), "coupling must be one of"),
        (lambda: make("positive", m=4, coupling=3, kernel="gaussian"), "coupling must be a name or a coupling, got 3"),
        (lambda: make("positive", m=4, A=1, kernel="gaussian"), "has no parameter 'A'"),
        (lambda: make(3, m=4, kernel="gaussian"), "family must be a name or a family, got 3"),
        (lambda: make(Positive(), m=4, A=1, kernel="gaussian"), "parameters A belong to a name"),
        (
            lambda: make("gerf", m=4, A=0.2, kernel="gaussian"),
            "A must have a real part < 1/8 for a finite variance, got 0.2",
        ),
        (lambda: make("poisson", m=4, coupling="orthogonal", kernel="gaussian"), "coupling must be iid for counts"),
        (
            lambda: make("shifted", m=4, rate=1, kernel="gaussian"),
            "has no parameter 'rate'; it has family, shift, epsilon",
        ),
        (lambda: make("shifted", m=4, family="positive", kernel="gaussian"), "must be one of counts"),
        (lambda: make("complex-exponential", m=4, kernel="gaussian"), "need the parameter matrix or scalar"),
        (lambda: make("gaussian", m=4, kernel="gaussian"), "needs the parameters r, sigma"),
        (lambda: make("angular", m=4, n=0, kernel="gaussian"), "n must be an integer >= 1, got 0"),
        (lambda: make(catalogue.hybrid("angular"), m=4, sigma=1, kernel="gaussian"), "has the parameter n only"),
        (lambda: make("angular", m=4, bases=("positive", "random-phase-cosine"), kernel="gaussian"), "one kernel"),
        (lambda: make("positive", m=4, seed=-1, kernel="gaussian"), "random_state must be an integer >= 0"),
        (lambda: make("positive", m=4, seed="one", kernel="gaussian"), "random_state must be"),
        (lambda: make("positive", m=4, d=3, kernel="gaussian").fit(X), "X must have d = 3 columns, got 5"),
        (lambda: make("positive", m=4, kernel="gaussian").fit(np.full((2, 2), np.nan)), "(?i)nan"),
        (lambda: make("positive", m=4, kernel="gaussian").fit(X, keys=Y[:, :3]), "3 features"),
        (lambda: make("positive", m=4, kernel="gaussian").fit(X).transform(X[:, :3]), "3 features"),
        (
            lambda: make("positive", m=4, coupling="simplex", kernel="gaussian").fit(X[:, :1]),
            "n_features = 1: d must be >= 2",
        ),
        (lambda: make("positive", m=4, kernel="gaussian").fit(X).queries(X), "need kernel='softmax', got 'gaussian'"),
        (lambda: make("positive", m=4, kernel="gaussian").transform(X), "not fitted"),
        (lambda: softmax().attention(X, Y, np.ones((5, 2))), "a row for each of the 6 keys, got 5"),
        (lambda: softmax().attention(X, Y[:4], np.ones((4, 2)), causal=True), "as many queries as keys, got 6 and 4"),
        (lambda: softmax().attention(X, Y, np.full((6, 2), np.inf)), "V must be finite"),
    ],
)
def test_bad_input_is_refused(call, message) -> None:
    with pytest.raises(ValueError, match=message):
        call()


def softmax() -> RandomFeatures:
    return make("positive", m=4, kernel="softmax", seed=0).fit(X)


def test_what_is_beyond_the_range_is_said() -> None:
    with pytest.raises(OverflowError, match="queries and keys give them with their scales"):
        make("trigonometric", m=4, kernel="softmax", seed=0).fit(X).transform(1e3 * X)


def test_vanishing_denominators_are_said() -> None:
    features = make("poisson", m=1, kernel="softmax", rate=5, seed=0).fit(X)
    with pytest.raises(ArithmeticError, match="denominators of 6 queries are 0"):
        features.attention(X, np.zeros((6, 5)), np.ones((6, 1)))


def test_works_without_scikit_learn(tmp_path) -> None:
    program = """
import sys
sys.modules["sklearn"] = None
import numpy as np
from rftheory.features import make
from rftheory.features.conventions import NotFittedError
X = np.arange(12.0).reshape(4, 3) / 10
made = make("oprf", m=4, coupling="orthogonal", kernel="gaussian", seed=3)
def refused(kind, call, text):
    try:
        call()
    except kind as error:
        assert text in str(error), error
    else:
        raise AssertionError(text)
refused(NotFittedError, lambda: made.transform(X), "not fitted")
print(repr(made))
first = made.fit_transform(X)
assert np.array_equal(made.transform(X), first)
assert list(made.get_feature_names_out()) == [f"randomfeatures{k}" for k in range(4)]
made.set_params(**made.get_params())
refused(ValueError, lambda: made.set_params(q=1), "must be one of family")
refused(ImportError, lambda: made.set_output(transform="default"), "needs scikit-learn")
refused(ValueError, lambda: made.transform(X[:, :2]), "2 features")
refused(ValueError, lambda: made.transform(X * np.nan), "finite")
from scipy.sparse import csr_array
assert np.array_equal(made.transform(csr_array(X)), made.transform(X))
refused(ValueError, lambda: made.transform(csr_array(X * np.inf)), "finite")
assert made.n_features_in_ == 3
np.save(sys.argv[1], first)
"""
    file = tmp_path / "first.npy"
    done = subprocess.run([sys.executable, "-c", program, str(file)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    ours = make("oprf", m=4, coupling="orthogonal", seed=3, kernel="gaussian")
    assert np.array_equal(np.load(file), ours.fit_transform(np.arange(12.0).reshape(4, 3) / 10))
    assert (
        done.stdout.strip()
        == "RandomFeatures(family='oprf', m=4, coupling='orthogonal', kernel='gaussian', random_state=3)"
    )


def test_a_scale_says_which_kernel() -> None:
    for scale, kernel in (({"bandwidth": 2.0}, "gaussian"), ({"temperature": 2.0}, "softmax")):
        meant, named = (make("positive", m=4, seed=0, **scale, **more).fit(X) for more in ({}, {"kernel": kernel}))
        assert meant.kernel_ == kernel and np.array_equal(meant.transform(X), named.transform(X))
