"""The conventions of scikit-learn for transformers, without loading it: its own checks of inputs where it is loaded already.

The class is none of its classes, so that a feature map does not wait for it; pipelines, searches, clones and checks ask for names only.
"""

from __future__ import annotations

import importlib.util
import inspect
import math
import sys
from abc import ABC, abstractmethod
from contextlib import suppress
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from rftheory.inputs.arrays import Array, check_inputs, check_unmasked

#: signs of an argument in a representation
_LONGEST = 200


class NotFittedError(ValueError, AttributeError):
    """What is learnt by `fit` is asked for before; that of scikit-learn where it is loaded."""


class Conventional(ABC):
    """Parameters by name, of the arguments of the constructor; names of the features."""

    n_features_in_: int
    feature_names_in_: Array
    _n_features_out: int

    @abstractmethod
    def fit(self, X: ArrayLike, y: object = None) -> Any:
        """Learn from the rows X what the map leaves open."""

    @abstractmethod
    def transform(self, X: ArrayLike) -> Any:
        """The features of the rows X."""

    def fit_transform(self, X: ArrayLike, y: object = None, **fit_params: Any) -> Any:
        """Fit to X, then map X."""
        return self.fit(X, y, **fit_params).transform(X)

    def partial_fit(self, X: ArrayLike, y: object = None) -> Any:
        """`fit` to the first batch of rows; later ones are checked, and leave the map as it is: features of all batches are of one map.

        Raises:
            ValueError: as `fit`, and for batches of another width.
        """
        if not hasattr(self, "n_features_in_"):
            return self.fit(X, y)
        rows(self, flat(X)[0])
        return self

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
        """Whether `transform` gives arrays ("default") or tables ("pandas", "polars"), which scikit-learn makes.

        Raises:
            ImportError: if scikit-learn is not installed.
        """
        if not _has_scikit_learn():
            raise ImportError("set_output needs scikit-learn, which is not installed: pip install scikit-learn")
        if transform is not None:
            self._output = transform
        return self

    def _written(self, X: Any, features: Array) -> Any:
        """Features as they are wanted: by `set_output`, or else by the settings of scikit-learn, where it is loaded."""
        loaded = sys.modules.get("sklearn")
        kind = getattr(self, "_output", loaded.get_config()["transform_output"] if loaded else "default")
        if kind == "default":
            return features
        from sklearn.preprocessing import FunctionTransformer

        names = FunctionTransformer(
            lambda _: features, feature_names_out=lambda *_: self.get_feature_names_out(), check_inverse=False
        )
        return names.set_output(transform=kind).fit_transform(X)

    def __sklearn_tags__(self) -> Any:
        """What scikit-learn asks estimators about themselves."""
        from sklearn.base import BaseEstimator, TransformerMixin

        class Asked(TransformerMixin, BaseEstimator):
            pass

        tags = Asked().__sklearn_tags__()
        tags.input_tags.sparse = True
        return tags

    def get_feature_names_out(self, input_features: object = None) -> Array:
        """The class in small letters and a number for each feature."""
        require_fitted(self)
        prefix = type(self).__name__.lower()
        return np.array([f"{prefix}{k}" for k in range(self._n_features_out)], dtype=object)

    def __repr__(self) -> str:
        signature = inspect.signature(type(self)).parameters
        own = {name: getattr(self, name) for name in self._names()}
        # what has a place of its own is what the estimator is; an array, or the rows of a proposal, is not written out
        given = [
            f"{k}={repr(v) if len(repr(v)) <= _LONGEST else f'<{type(v).__name__}>'}"
            for k, v in own.items()
            if signature[k].kind is not signature[k].KEYWORD_ONLY or repr(v) != repr(signature[k].default)
        ]
        return f"{type(self).__name__}({', '.join(given)})"

    @classmethod
    def _names(cls) -> list[str]:
        return list(inspect.signature(cls).parameters)


def rows(estimator: Any, X: Any, name: str = "X", reset: bool = False) -> Any:
    """Inputs of shape (L, d); with ``reset``, d is what the estimator is fitted to from now on.

    Returns:
        an array, or a sparse one by rows, of float32 if it was given in that, else of float64.
    """
    if "sklearn.base" in sys.modules or (hasattr(X, "columns") and _has_scikit_learn()):
        from sklearn.utils.validation import check_array, validate_data

        checked = check_array(
            X, accept_sparse="csr", dtype=[np.float64, np.float32], input_name=name, estimator=estimator
        )
        # names and number of the columns
        validate_data(estimator, X, reset=reset, skip_check_array=True)
        return _with_squares(name, checked)
    array: Any
    if is_sparse(X):
        array = X.tocsr().astype(kept_type(X))
        check_inputs(np.append(array.data, 0.0)[None], name)
    else:
        array = check_inputs(X, name).astype(kept_type(X), copy=False)
    if reset:
        estimator.n_features_in_ = array.shape[1]
    if array.shape[1] != estimator.n_features_in_:
        raise ValueError(
            f"{name} has {array.shape[1]} features, but {type(estimator).__name__} is expecting "
            f"{estimator.n_features_in_} features as input"
        )
    return _with_squares(name, array)


def flat(X: Any, name: str = "X") -> tuple[Any, tuple[int, ...]]:
    """Inputs of shape (..., L, d) as rows, and the shape before d; whatever has no more than two axes as it is."""
    check_unmasked(name, X)
    if isinstance(X, list | tuple):
        # ragged lists are refused where rows are checked
        with suppress(ValueError):
            X = np.asarray(X)
    if not isinstance(X, np.ndarray) or X.ndim <= 2:
        return X, ()
    return X.reshape(-1, X.shape[-1]), X.shape[:-1]


def matrices(X: Any, name: str = "X") -> tuple[list[Any], tuple[int, ...]]:
    """The matrices of inputs of shape (..., L, d), and the shape before L and d; errors as `flat`."""
    flattened, shape = flat(X, name)
    if not shape or 0 in shape:
        return [flattened], ()
    return list(flattened.reshape(-1, shape[-1], flattened.shape[-1])), shape[:-1]


def shape_of(value: Any) -> tuple[int, ...]:
    """The shape of an array of any kind or of lists; () for what has none."""
    if isinstance(value, list | tuple):
        # ragged ones have none
        with suppress(ValueError):
            return np.shape(value)
    return tuple(getattr(value, "shape", ()))


def _with_squares(name: str, array: Any) -> Any:
    """The array itself: in all maps but those of waves squares of rows are exponents."""
    data = array.data if is_sparse(array) else array
    size = max(float(data.max(initial=0)), -float(data.min(initial=0)))
    if size > math.sqrt(np.finfo(float).max / array.shape[1]):
        raise ValueError(f"{name} must have sums of squares within the range of float64, got entries of size {size}")
    return array


def is_sparse(X: Any) -> bool:
    """Whether this is a sparse array of SciPy; there is none before that is loaded."""
    sparse = sys.modules.get("scipy.sparse")
    return sparse is not None and bool(sparse.issparse(X))


def kept_type(*arrays: Any) -> type[np.floating[Any]]:
    """float32 if all arrays are, else float64."""
    single = all(getattr(each, "dtype", None) == np.float32 for each in arrays)
    return np.float32 if single else np.float64


def require_fitted(estimator: Any) -> None:
    """Raises a NotFittedError unless `fit` was called."""
    if not hasattr(estimator, "n_features_in_"):
        loaded = sys.modules.get("sklearn.exceptions")
        error = loaded.NotFittedError if loaded else NotFittedError
        raise error(f"this {type(estimator).__name__} instance is not fitted yet: call fit first")


def _has_scikit_learn() -> bool:
    return sys.modules.get("sklearn", "") is not None and importlib.util.find_spec("sklearn") is not None
