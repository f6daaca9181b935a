"""The maps of the built-in families for arrays of PyTorch and JAX, differentiable in the inputs.

What is random is drawn by numpy, from the seed, and is a constant here; a map is that of numpy (`families.waves`) in the operations of
the other library, on the device and in the precision of the inputs, but at least in float32. Neither library is loaded unless an
input is its array. What is not finite is not looked for: that would wait for the device.

Arrays of PyTorch are changed in place wherever nobody else has them: those of features are the largest there are.
"""

from __future__ import annotations

import math
import sys
from typing import Any, NamedTuple

import numpy as np

from rftheory.families.dense import DenseMap
from rftheory.families.mixtures.arc_cosine import degree_of
from rftheory.families.waves import GaussianMap, real, split
from rftheory.features.maps import FeatureMap, ScaledFeatures
from rftheory.inputs.arrays import check_side
from rftheory.inputs.devices import library_of


class Constants(NamedTuple):
    """What a map takes from its draws, as arrays of a library in the precision of the work.

    Attributes:
        projections: as `FeatureMap.formed`, shape (m, d), with the coordinates of phases where there are any.
        origin: shape (d,), or None.
        scaling: what inputs are multiplied by, shape (d,) or (d, d), where it is no number.
        balances: of a `DenseMap`, and None of others.
    """

    projections: Any
    origin: Any = None
    scaling: Any = None
    balances: Any = None


def check_map(drawn: FeatureMap) -> None:
    if not isinstance(drawn.of, GaussianMap | DenseMap) and degree_of(drawn.kernel) is None:
        raise TypeError(
            "arrays of PyTorch and JAX are for waves and exponentials, not for counts and hybrids: give a numpy array"
        )


def checked(library: Any, drawn: FeatureMap, inputs: Any) -> Any:
    """Inputs of shape (..., L, d) in the precision of the work: their own, float32 at least."""
    check_map(drawn)
    of_torch = hasattr(inputs, "is_floating_point")
    if not (inputs.is_floating_point() if of_torch else library.issubdtype(inputs.dtype, library.floating)):
        raise TypeError(f"inputs must be floats, got {inputs.dtype}")
    if inputs.ndim < 2 or inputs.shape[-1] != drawn.dimension:
        raise ValueError(
            f"inputs must have shape (..., L, d) with d = {drawn.dimension} columns, got {inputs.shape[-1]}"
        )
    return widened(inputs)


def widened(array: Any) -> Any:
    """An array in float32 instead of 16 bits."""
    if array.dtype.itemsize >= 4:
        return array
    return array.float() if hasattr(array, "float") else array.astype("float32")


def as_type_of(array: Any, model: Any) -> Any:
    """An array in the precision of another one."""
    return array.astype(model.dtype) if hasattr(array, "astype") else array.to(model.dtype)


def constants_of(drawn: FeatureMap, inputs: Any) -> Constants:
    """The draws beside inputs: of their library, device and precision."""

    def constant(value: Any) -> Any:
        if hasattr(inputs, "new_tensor"):
            return inputs.new_tensor(np.array(value))
        return sys.modules["jax.numpy"].asarray(value, dtype=inputs.dtype)

    return Constants(
        constant(drawn.formed),
        None if drawn.origin is None else constant(drawn.origin),
        None if isinstance(drawn.scaling, float) else constant(drawn.scaling),
        constant(drawn.of.balances) if isinstance(drawn.of, DenseMap) else None,
    )


def features(library: Any, drawn: FeatureMap, inputs: Any, side: str, constants: Constants | None = None) -> Any:
    """The map at inputs of shape (..., L, d); shape (..., L, F), of their library, precision and device.

    Args:
        constants: the draws in the precision of the work; by default those of ``drawn``.

    Raises:
        TypeError, ValueError: as `checked`.
    """
    wide = checked(library, drawn, inputs)
    constants = constants_of(drawn, wide) if constants is None else constants
    return as_type_of(made(library, *logs(library, drawn, constants, wide, check_side(side))), inputs)


def scaled(drawn: FeatureMap, inputs: Any, side: str) -> ScaledFeatures:
    """As `FeatureMap.scaled`, shapes (..., L, F) and (..., L, 1): queries (side x) have a scale for each row, keys one for each matrix."""
    library = library_of(inputs)
    wide = checked(library, drawn, inputs)
    factor, log = logs(library, drawn, constants_of(drawn, wide), wide, side)
    scale = library.amax(log, -1)[..., None] if side == "x" else library.amax(log, (-2, -1))[..., None, None]
    log, scale = log - scale, 0 * log[..., :1] + scale
    return ScaledFeatures(as_type_of(made(library, factor, log), inputs), as_type_of(scale, inputs))


def logs(library: Any, drawn: FeatureMap, constants: Constants, inputs: Any, side: str) -> tuple[Any, Any]:
    """(factor, log) of the real map, as `FeatureMap.logs` has them; fresh arrays.

    Args:
        drawn: what the map is, its own draws aside.
        inputs: as `checked` has them.
    """
    of, d = drawn.of, drawn.dimension
    own: Any = 0.0
    if constants.origin is not None:
        origin = constants.origin
        if drawn.kernel == "softmax":
            own = (drawn.rate**2 * (inputs @ origin - (origin @ origin) / 2))[..., None]
        inputs = inputs - origin
    if constants.scaling is not None:
        inputs = inputs * constants.scaling if constants.scaling.ndim == 1 else inputs @ constants.scaling
    degree = degree_of(drawn.kernel)
    if degree is not None:
        image = _linear(library, inputs, drawn.rate * constants.projections)
        half = library.sign(image) / 2 + 0.5
        return half * image if degree else half, 0 * image + math.log(2 / constants.projections.shape[0]) / 2
    if isinstance(of, DenseMap):
        moved = of.balanced(inputs, side, constants.balances)
        plain, columns = constants.projections[:, :-1], constants.projections[:, -1][None]
        size = (drawn.change - 0.5) * (inputs * inputs).sum(-1) - (moved * moved).sum(-1) / 2
        log = _linear(library, moved, drawn.rate * plain, columns)
        return None, log + (own + drawn.rate**2 * size[..., None] - math.log(len(plain)) / 2)
    plain, turn = split(constants.projections, d, of.auxiliary, library)
    rate = of.rate + drawn.change
    size = (inputs * inputs).sum(-1)[..., None] * drawn.rate**2 if rate else inputs[..., :1]
    lengths = (plain * plain).sum(-1)[None, :]
    if of.is_exponential:
        columns = of.columns(d, lengths)
        if of.A == 0:
            # the same for all projections, so that it belongs to the rows
            own, columns = own + columns[..., :1], None
        log = _linear(library, inputs, of.slope * drawn.rate * plain, columns)
        log += own + rate * size
        return None, log
    whole = isinstance(of.slope, complex)
    image = _linear(library, inputs, (drawn.rate if whole else drawn.rate * of.slope) * plain)
    if whole:
        image = of.slope * image
    factor, log = of.of_images(image, lengths, turn, size, d, side, drawn.change, library)
    factor, log = real(factor, log, side, library)
    return factor, log if isinstance(own, float) else log + own


def _linear(library: Any, inputs: Any, matrix: Any, columns: Any = None) -> Any:
    """``inputs matrix^T + columns``."""
    if hasattr(library, "nn"):
        return library.nn.functional.linear(inputs, matrix, None if columns is None else columns[0])
    image = inputs @ matrix.T
    return image if columns is None else image + columns


def made(library: Any, factor: Any, log: Any, more: Any = None) -> Any:
    """``factor exp(log + more)``, of arrays that nobody else has."""
    if more is not None:
        log += more
    value = log.exp_() if hasattr(log, "exp_") else library.exp(log)
    if factor is None:
        return value
    factor *= value
    return factor
