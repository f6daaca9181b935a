"""Numerical inputs and projections of the feature maps: what is allowed, and the images ``w.u``."""

from __future__ import annotations

from typing import Any

import numpy as np
import sympy as sp
from numpy.typing import ArrayLike, NDArray

#: real or complex entries; shapes are in the docstrings
Array = NDArray[Any]
SIDES = ("x", "y")


def check_inputs(inputs: ArrayLike, name: str = "inputs") -> Array:
    """Inputs as an array of shape (L, d): L vectors of R^d.

    Raises:
        ValueError: if the shape is wrong or an entry is not finite.
    """
    array = np.asarray(inputs, dtype=float)
    if array.ndim != 2 or 0 in array.shape:
        raise ValueError(f"{name} must have shape (L, d) with L, d >= 1, got {array.shape}")
    if not np.isfinite(array).all():
        raise ValueError(f"{name} must be finite real numbers, got {array[~np.isfinite(array)][0]}")
    return array


def check_pair(x: ArrayLike, y: ArrayLike) -> tuple[Array, Array]:
    """Two vectors of one R^d, each of shape (d,).

    Raises:
        ValueError: if one is not a finite vector or their dimensions differ.
    """
    vectors = []
    for name, value in (("x", x), ("y", y)):
        array = np.asarray(value, dtype=float)
        if array.ndim != 1 or array.size == 0:
            raise ValueError(f"{name} must be a vector of shape (d,) with d >= 1, got shape {array.shape}")
        if not np.isfinite(array).all():
            raise ValueError(f"{name} must be finite real numbers, got {array[~np.isfinite(array)][0]}")
        vectors.append(array)
    if vectors[0].shape != vectors[1].shape:
        raise ValueError(f"x and y must have the same dimension, got {vectors[0].size} and {vectors[1].size}")
    return vectors[0], vectors[1]


def check_count(name: str, value: int) -> int:
    """A number of projections.

    Raises:
        ValueError: unless it is an integer >= 1.
    """
    if isinstance(value, bool) or int(value) != value or value < 1:
        raise ValueError(f"{name} must be an integer >= 1, got {value}")
    return int(value)


def check_side(side: str) -> str:
    """Which argument of the kernel the inputs are: "x" or "y"."""
    if side not in SIDES:
        raise ValueError(f"side must be one of {', '.join(SIDES)}, got {side!r}")
    return side


def images(inputs: Array, projections: ArrayLike) -> Array:
    """The images ``w_i.u`` of L inputs (real or complex, shape (L, d)) under projections of shape (..., m, d).

    Returns shape (..., L, m). Leading axes are replicates; if these run fastest in memory, as `couplings.iid` draws
    them, no copy is made and every later operation runs over long contiguous rows.

    Raises:
        ValueError: if the shapes do not fit or m < 1.
    """
    array = np.asarray(projections)
    if array.ndim < 2 or array.shape[-2] < 1:
        raise ValueError(f"projections must have shape (..., m, d) with m >= 1, got {array.shape}")
    if array.shape[-1] != inputs.shape[1]:
        raise ValueError(f"projections must have the dimension {inputs.shape[1]} of the inputs, got {array.shape[-1]}")
    columns = array.T  # (d, m, ...)
    flat = inputs @ columns.reshape(columns.shape[0], -1)
    return np.moveaxis(flat.reshape(len(inputs), *columns.shape[1:]).T, -1, -2)


def squares(vectors: Array) -> Array:
    """The bilinear squares ``u^2 = sum_k u_k^2`` of the rows, as a column of shape (L, 1)."""
    return (vectors * vectors).sum(axis=-1, keepdims=True)


def exact_number(name: str, value: sp.Expr | complex) -> sp.Expr:
    """The exact SymPy number that a float or complex is; SymPy expressions without floats stay as they are.

    Raises:
        ValueError: if it is not finite.
    """
    if isinstance(value, (int, np.integer)) and not isinstance(value, bool):
        return sp.Integer(int(value))
    if isinstance(value, sp.Expr) and not isinstance(value, sp.Float):
        return value
    number = complex(value)
    if not np.isfinite(number):
        raise ValueError(f"{name} must be a finite number, got {value}")
    real, imaginary = (sp.Rational(part) for part in (number.real, number.imag))
    return real + sp.I * imaginary
