"""Numerical inputs and projections of the feature maps: what is allowed, and the images ``w.u``."""

from __future__ import annotations

import math
import operator
import os
import sys
from numbers import Real
from typing import TYPE_CHECKING, Any, Protocol, SupportsIndex, TypeAlias, runtime_checkable

import numpy as np
from numpy.typing import ArrayLike, NDArray

from rftheory.inputs.devices import numbers

if TYPE_CHECKING:
    # feature maps do not wait for it
    import sympy as sp

#: real or complex entries; shapes are in the docstrings
Array = NDArray[Any]
SIDES = ("x", "y")
#: counts and sizes are numbers of 64 bits
MOST = 2**63 - 1


@runtime_checkable
class Operator(Protocol):
    """Projections that are applied to inputs without being formed (`couplings.hadamard.HadamardOperator`)."""

    def apply(self, inputs: ArrayLike) -> Array:
        """Images ``w_i.u`` of L real inputs of shape (L, d); shape (..., L, m)."""

    def square_lengths(self) -> Array:
        """``|w_i|^2`` of the projections of R^d; shape (..., m)."""


#: projections as an array of shape (..., m, d), or as an operator
Projections: TypeAlias = ArrayLike | Operator


def real_array(name: str, value: ArrayLike) -> Array:
    """Real numbers as an array of float64; what is finite, and which shape, is for the caller to check.

    Raises:
        ValueError: for complex numbers, text and whatever else is not a number, ragged lists included.
    """
    check_unmasked(name, value)
    value = numbers(value)
    try:
        array = np.asarray(value)
        if array.dtype.kind == "O" and array.size and all(entry is not None for entry in array.flat):
            # exact numbers: fractions, SymPy's, integers of any size
            array = array.astype(float)
    except (TypeError, ValueError, OverflowError) as error:
        raise ValueError(f"{name} must be an array of real numbers, got {_odd(value)!r} ({error})") from None
    if array.dtype.kind not in "biuf":
        raise ValueError(f"{name} must be an array of real numbers, got {_odd(array)!r}")
    return array.astype(float, copy=False)


#: what may hold masked entries, or be one (`np.ma.masked`)
_NESTED = (list, tuple, np.ma.MaskedArray)


def check_unmasked(name: str, value: Any) -> None:
    """
    Raises:
        ValueError: for a masked array with masked entries (or a list of such), which would be taken for the numbers below the mask.
    """
    if isinstance(value, list | tuple):
        for each in value:
            if isinstance(each, _NESTED):
                check_unmasked(name, each)
    if isinstance(value, np.ma.MaskedArray) and np.ma.is_masked(value):
        count = int(np.ma.count_masked(value))
        raise ValueError(f"{name} must have no masked entries, got {count} of {value.size}: fill or drop them")


def _odd(value: Any) -> Any:
    """The first entry of an array that is no number; anything else as it is."""
    if not isinstance(value, np.ndarray) or not value.size:
        return value
    return next((each for each in value.flat if value.dtype.kind != "O" or not isinstance(each, Real)), value)


def check_finite(name: str, array: Array) -> Array:
    """The array itself.

    Raises:
        ValueError: if an entry is not finite.
    """
    if not _is_surely_finite(array):
        finite = np.isfinite(array)
        if not finite.all():
            raise ValueError(f"{name} must be finite real numbers, got {array[~finite].flat[0]}")
    return array


def _is_surely_finite(array: Array) -> bool:
    """Whether the sum is finite, which takes a third of the time; it may overflow.

    A dot product of so many numbers would wake the threads of linear algebra, which wait for each other longer than they add.
    """
    if not (array.flags.forc and array.dtype.kind in "fc"):
        return False
    with np.errstate(invalid="ignore", over="ignore"):
        return bool(np.isfinite(np.add.reduce(array.ravel(order="K"))))


def check_inputs(inputs: ArrayLike, name: str = "inputs") -> Array:
    """Inputs as an array of shape (L, d): L vectors of R^d.

    Raises:
        ValueError: if the shape is wrong or an entry is not a finite real number.
    """
    array = real_array(name, inputs)
    if array.ndim != 2 or 0 in array.shape:
        raise ValueError(f"{name} must have shape (L, d) with L, d >= 1, got {array.shape}")
    return check_finite(name, array)


def dense(rows: Any) -> Array:
    """Rows of float64, which may be sparse or of float32."""
    return np.asarray(rows.toarray() if hasattr(rows, "toarray") else rows, dtype=float)


def check_vector(name: str, value: ArrayLike) -> Array:
    """One vector of R^d, of shape (d,).

    Raises:
        ValueError: if the shape is wrong or an entry is not a finite real number.
    """
    array = real_array(name, value)
    if array.ndim != 1 or array.size == 0:
        raise ValueError(f"{name} must be a vector of shape (d,) with d >= 1, got shape {array.shape}")
    return check_finite(name, array)


def check_pair(x: ArrayLike, y: ArrayLike) -> tuple[Array, Array]:
    """Two vectors of one R^d, each of shape (d,).

    Raises:
        ValueError: if one is not a finite vector or their dimensions differ.
    """
    first, second = check_vector("x", x), check_vector("y", y)
    if first.shape != second.shape:
        raise ValueError(f"x and y must have the same dimension, got {first.size} and {second.size}")
    return first, second


def paired(x: ArrayLike, y: ArrayLike) -> tuple[Array, Array]:
    """Inputs of shape (P, d), or one pair of shape (d,), as arrays of shape (P, d), paired row by row.

    Raises:
        ValueError: for different shapes, and numbers that are not finite.
    """
    first, second = (
        check_inputs(value if np.ndim(value) > 1 else np.expand_dims(np.asarray(value), 0), name)
        for name, value in (("x", x), ("y", y))
    )
    if first.shape != second.shape:
        raise ValueError(f"x and y must have the same shape, got {np.shape(x)} and {np.shape(y)}")
    return first, second


def check_seed(seed: int) -> int:
    """The root of all draws.

    Raises:
        ValueError: unless it is an integer >= 0.
    """
    if isinstance(seed, bool) or not isinstance(seed, int | np.integer) or seed < 0:
        raise ValueError(f"seed must be an integer >= 0, got {seed!r}")
    return int(seed)


def check_count(name: str, value: SupportsIndex, least: int = 1) -> int:
    """A number of projections, dimensions, replicates: any integer type, but no truth value and no float.

    Raises:
        ValueError: unless it is an integer from ``least`` to 2^63 - 1.
    """
    try:
        count = 0 if isinstance(value, (bool, np.bool_)) else operator.index(value)
    except TypeError:
        count = 0
    if count < 1:
        raise ValueError(f"{name} must be an integer >= 1, got {value!r}")
    if count < least:
        raise ValueError(f"{name} must be at least {least}, got {count}")
    if count > MOST:
        raise ValueError(f"{name} must be an integer from 1 to {MOST}, got one of {count.bit_length()} bits")
    return count


def check_room(what: str, *counts: int) -> None:
    """Refuse arrays of so many numbers (the product of the counts) before they are asked for.

    Raises:
        ValueError: if they are more than the memory of this machine holds.
    """
    try:
        memory = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (AttributeError, OSError, ValueError):  # not everywhere
        memory = MOST
    needed = 8 * math.prod(counts)
    if needed > memory:
        sizes = " x ".join(f"{count:,}" for count in counts)
        raise ValueError(
            f"{what} must fit into the memory of {memory / 2**30:.3g} GiB, got {sizes} numbers, {needed / 2**30:.3g} GiB"
        )


def check_side(side: str) -> str:
    """Which argument of the kernel the inputs are: "x" or "y"."""
    if side not in SIDES:
        raise ValueError(f"side must be one of {', '.join(SIDES)}, got {side!r}")
    return side


def images(inputs: Array, projections: Projections) -> Array:
    """The images ``w_i.u`` of L inputs (real or complex, shape (L, d)) under projections of shape (..., m, d).

    Returns shape (..., L, m). Leading axes are replicates; if these run fastest in memory, as `couplings.iid` draws
    them, no copy is made and every later operation runs over long contiguous rows. An `Operator` takes the place of the
    array: then the projections are not formed.

    Raises:
        ValueError: if the shapes do not fit, m < 1, or a projection is not finite.
    """
    if isinstance(projections, Operator):
        if np.iscomplexobj(inputs):
            return projections.apply(inputs.real) + 1j * projections.apply(inputs.imag)
        return projections.apply(inputs)
    array = real_array("projections", projections)
    if array.ndim < 2 or array.shape[-2] < 1:
        raise ValueError(f"projections must have shape (..., m, d) with m >= 1, got {array.shape}")
    if array.shape[-1] != inputs.shape[1]:
        raise ValueError(f"projections must have the dimension {inputs.shape[1]} of the inputs, got {array.shape[-1]}")
    columns = array.T  # (d, m, ...)
    with np.errstate(invalid="ignore", over="ignore"):
        flat = inputs @ columns.reshape(columns.shape[0], -1)
    # what is not finite in a projection is not finite in its images, which are fewer
    if not (_is_surely_finite(flat) or np.isfinite(flat).all()):
        check_finite("projections", array)
    return np.moveaxis(flat.reshape(len(inputs), *columns.shape[1:]).T, -1, -2)


def square_lengths(projections: Projections) -> Array:
    """``|w_i|^2`` of projections of shape (..., m, d) or an `Operator`; shape (..., m)."""
    if isinstance(projections, Operator):
        return projections.square_lengths()
    array = real_array("projections", projections)
    return np.square(array).sum(axis=-1)


def squares(vectors: Array) -> Array:
    """The bilinear squares ``u^2 = sum_k u_k^2`` of the rows, as a column of shape (L, 1)."""
    return np.asarray(np.einsum("...k,...k->...", vectors, vectors))[..., None]


def data_for(name: str, x: Array | None, y: Array | None) -> tuple[Array, Array]:
    """The data from which a parameter is taken: of the x and of the y, which are the x where there are no others.

    Raises:
        ValueError: if there are none.
    """
    if x is None:
        raise ValueError(f"{name} must be given, or taken from data: fit(X)")
    return x, x if y is None else y


def is_symbolic(value: Any) -> bool:
    """Whether this is an expression of SymPy; there is none before that is loaded."""
    sympy = sys.modules.get("sympy")
    return sympy is not None and isinstance(value, sympy.Expr)


def exact_number(name: str, value: sp.Expr | complex) -> sp.Expr:
    """The exact SymPy number that a float or complex is; SymPy expressions without floats stay as they are.

    Raises:
        ValueError: if it is not finite.
    """
    import sympy as sp

    if isinstance(value, (int, np.integer)) and not isinstance(value, bool):
        return sp.Integer(int(value))
    if isinstance(value, sp.Expr) and not isinstance(value, sp.Float):
        return value
    number = complex(value)
    if not np.isfinite(number):
        raise ValueError(f"{name} must be a finite number, got {value}")
    real, imaginary = (sp.Rational(part) for part in (number.real, number.imag))
    return real + sp.I * imaginary
