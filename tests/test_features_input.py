"""Feature maps refuse what is wrong, and need no library that is not there."""

from __future__ import annotations

import subprocess
import sys

import numpy as np
from feature_maps import X

from rftheory.features import make


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
