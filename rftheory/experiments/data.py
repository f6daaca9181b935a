"""Data sets that ship with scikit-learn, scaled for kernels."""

from __future__ import annotations

import importlib
from types import ModuleType

import numpy as np

from rftheory.inputs.arrays import Array, check_inputs

#: names of data sets; scikit-learn loads each with ``load_<name>``
NAMES = ("iris", "wine", "breast_cancer", "digits")


class MissingLibrary(RuntimeError):
    """A library that only experiments need is not installed."""


def scikit_learn(module: str) -> ModuleType:
    """A module of scikit-learn.

    Raises:
        MissingLibrary: if it is not installed.
    """
    try:
        return importlib.import_module(f"sklearn.{module}")
    except ModuleNotFoundError as error:
        raise MissingLibrary(
            "this experiment needs scikit-learn, which is not installed: pip install 'rftheory[experiments]'"
        ) from error


def load(name: str) -> Array:
    """The inputs of a data set as it ships, shape (L, d).

    Raises:
        ValueError: for another name.
        MissingLibrary: without scikit-learn.
    """
    if name not in NAMES:
        raise ValueError(f"data must be among {', '.join(NAMES)}, got {name!r}")
    return check_inputs(getattr(scikit_learn("datasets"), f"load_{name}")().data)


def scaled(inputs: Array) -> Array:
    """Columns of mean 0 and variance 1; a constant column becomes 0."""
    width = inputs.std(axis=0)
    return np.where(width > 0, (inputs - inputs.mean(axis=0)) / np.where(width > 0, width, 1.0), 0.0)


def with_length(inputs: Array, length: float) -> Array:
    """The inputs times a number that makes the root mean square of their lengths ``length``."""
    return inputs * (length / np.sqrt(np.square(inputs).sum(axis=1).mean()))
