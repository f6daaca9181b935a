"""The conventions of scikit-learn for transformers: its own where it is installed, the part that is needed here where it is not."""

from __future__ import annotations

import inspect
import sys
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike

from rftheory.arrays import Array, check_inputs

try:
    from sklearn.base import BaseEstimator, ClassNamePrefixFeaturesOutMixin, TransformerMixin
    from sklearn.exceptions import NotFittedError
    from sklearn.utils.validation import check_array, check_is_fitted, validate_data

    INSTALLED = True
except ImportError:
    INSTALLED = False

if TYPE_CHECKING or not INSTALLED:

    class NotFittedError(ValueError, AttributeError):  # type: ignore[no-redef]
        """What is learnt by `fit` is asked for before."""

    class Conventional:
        """Parameters by name, of the arguments of the constructor; names of the features."""

        n_features_in_: int
        _n_features_out: int

        def fit(self, X: ArrayLike, y: object = None) -> Any:
            raise NotImplementedError

        def transform(self, X: ArrayLike) -> Any:
            raise NotImplementedError

        def fit_transform(self, X: ArrayLike, y: object = None, **fit_params: Any) -> Any:
            """Fit to X, then map X."""
            return self.fit(X, y, **fit_params).transform(X)

        def get_params(self, deep: bool = True) -> dict[str, Any]:
            """The arguments of the constructor by name."""
            return {name: getattr(self, name) for name in self._names()}

        def set_params(self, **params: Any) -> Any:
            """Change arguments of the constructor.

            Raises:
                ValueError: for a name that is none of them.
            """
            for name, value in params.items():
                if name not in self._names():
                    raise ValueError(f"parameter must be one of {', '.join(self._names())}, got {name!r}")
                setattr(self, name, value)
            return self

        def set_output(self, *, transform: str | None = None) -> Any:
            """Raises an ImportError: tables as output are scikit-learn's."""
            raise ImportError("set_output needs scikit-learn, which is not installed: pip install scikit-learn")

        def get_feature_names_out(self, input_features: object = None) -> Array:
            """The class in small letters and a number for each feature."""
            require_fitted(self)
            prefix = type(self).__name__.lower()
            return np.array([f"{prefix}{k}" for k in range(self._n_features_out)], dtype=object)

        def __repr__(self) -> str:
            signature = inspect.signature(type(self)).parameters
            given = [f"{k}={v!r}" for k, v in self.get_params().items() if repr(v) != repr(signature[k].default)]
            return f"{type(self).__name__}({', '.join(given)})"

        @classmethod
        def _names(cls) -> list[str]:
            return list(inspect.signature(cls).parameters)

else:

    class Conventional(ClassNamePrefixFeaturesOutMixin, TransformerMixin, BaseEstimator):
        """A transformer of scikit-learn, with numbered names of its features."""


def rows(estimator: Any, X: Any, name: str = "X", reset: bool = False) -> Array:
    """Inputs as an array of float64 of shape (L, d); with ``reset``, d is what the estimator is fitted to from now on.

    Raises:
        ValueError: for NaN, infinite or complex numbers, another shape, or another d than at `fit`.
        TypeError: for sparse inputs.
    """
    if INSTALLED:
        array = check_array(X, dtype=np.float64, input_name=name, estimator=estimator)
        # names and number of the columns
        validate_data(estimator, X, reset=reset, skip_check_array=True)
        return np.asarray(array)
    # there is no sparse array before this is loaded
    sparse = sys.modules.get("scipy.sparse")
    if sparse is not None and sparse.issparse(X):
        raise TypeError(f"{name} must be a dense array, got a sparse one")
    array = check_inputs(X, name)
    if reset:
        estimator.n_features_in_ = array.shape[1]
    if array.shape[1] != estimator.n_features_in_:
        raise ValueError(
            f"{name} has {array.shape[1]} features, but {type(estimator).__name__} is expecting "
            f"{estimator.n_features_in_} features as input"
        )
    return array


def require_fitted(estimator: Any) -> None:
    """Raises a NotFittedError unless `fit` was called."""
    if INSTALLED:
        check_is_fitted(estimator)
    elif not hasattr(estimator, "n_features_in_"):
        raise NotFittedError(f"this {type(estimator).__name__} instance is not fitted yet: call fit first")
