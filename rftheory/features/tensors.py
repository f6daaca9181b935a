"""The maps of the built-in families for arrays of PyTorch and JAX, differentiable in the inputs.

What is random is drawn by numpy, from the seed, and is a constant here; a map is that of numpy (`families.waves`) in the operations of
the other library, on the device and in the precision of the inputs. Neither library is loaded unless an input is its
array. What is not finite is not looked for: that would wait for the device.
"""

from __future__ import annotations

import sys
from typing import Any

import numpy as np

from rftheory.arrays import Operator, square_lengths
from rftheory.families.waves import GaussianMap, real, split
from rftheory.features.maps import FeatureMap, ScaledFeatures


def library_of(value: Any) -> Any:
    """The functions for an array of PyTorch or JAX; None for anything else."""
    torch, jax = sys.modules.get("torch"), sys.modules.get("jax")
    if torch is not None and isinstance(value, torch.Tensor):
        return torch
    return sys.modules["jax.numpy"] if jax is not None and isinstance(value, jax.Array) else None


def features(drawn: FeatureMap, inputs: Any, side: str) -> Any:
    """The map at inputs of shape (..., L, d); shape (..., L, F), of their library, precision and device.

    Raises:
        TypeError: for families that are not built in, counts and hybrids, and inputs that are no floats.
        ValueError: for another d.
    """
    library = library_of(inputs)
    factor, log = _logs(library, drawn, inputs, side)
    return _made(library, factor, log)


def attention(drawn: FeatureMap, queries: Any, keys: Any, values: Any) -> Any:
    """``softmax(Q K^T/temperature) V`` for shapes (..., L, d), (..., N, d) and (..., N, D), in linear time; shape (..., L, D).

    The scales of `features.attention` are constants to the gradient, as they cancel. Errors as `features`.
    """
    library = library_of(queries)
    factor, log = _logs(library, drawn, keys, "y")
    scales = _constant(library.amax(log, -2))[..., None, :]
    psi = _made(library, factor, log - scales)
    factor, log = _logs(library, drawn, queries, "x")
    log = log + scales
    log = log - _constant(library.amax(log, -1))[..., None]
    phi = _made(library, factor, log)
    return phi @ (library.swapaxes(psi, -1, -2) @ values) / (phi @ psi.sum(-2)[..., None])


def scaled(drawn: FeatureMap, inputs: Any, side: str) -> ScaledFeatures:
    """As `FeatureMap.scaled`, shapes (..., L, F) and (..., L, 1): queries (side x) have a scale for each row, keys one for each matrix."""
    library = library_of(inputs)
    factor, log = _logs(library, drawn, inputs, side)
    scale = library.amax(log, -1)[..., None] if side == "x" else library.amax(log, (-2, -1))[..., None, None]
    log, scale = log - scale, 0 * log[..., :1] + scale
    return ScaledFeatures(_made(library, factor, log), scale)


def _made(library: Any, factor: Any, log: Any) -> Any:
    """``factor exp(log)``."""
    return library.exp(log) if factor is None else factor * library.exp(log)


def numbers(value: Any) -> Any:
    """An array of numpy for one of PyTorch or JAX; anything else as it is."""
    if library_of(value) is None:
        return value
    return value.detach().cpu().double().numpy() if hasattr(value, "detach") else np.asarray(value, dtype=float)


def _logs(library: Any, drawn: FeatureMap, inputs: Any, side: str) -> tuple[Any, Any]:
    """(factor, log) of the real map, as `FeatureMap.logs` has them."""
    of, d = drawn.of, drawn.dimension
    if not isinstance(of, GaussianMap):
        raise TypeError("arrays of PyTorch and JAX are for built-in families without counts: give a numpy array")
    of_torch = hasattr(inputs, "is_floating_point")
    if not (inputs.is_floating_point() if of_torch else library.issubdtype(inputs.dtype, library.floating)):
        raise TypeError(f"inputs must be floats, got {inputs.dtype}")
    if inputs.shape[-1] != d:
        raise ValueError(f"inputs must have d = {d} columns, got {inputs.shape[-1]}")

    def constant(value: Any) -> Any:
        if of_torch:
            return library.as_tensor(np.array(value), dtype=inputs.dtype, device=inputs.device)
        return library.asarray(value, dtype=inputs.dtype)

    own: Any = 0.0
    if drawn.origin is not None:
        origin = constant(drawn.origin)
        if drawn.kernel == "softmax":
            own = (drawn.rate**2 * (inputs @ origin - float(drawn.origin @ drawn.origin) / 2))[..., None]
        inputs = inputs - origin
    if not isinstance(drawn.scaling, float):
        scaling = constant(drawn.scaling)
        inputs = inputs * scaling if drawn.scaling.ndim == 1 else inputs @ scaling
    plain, turn = split(drawn.projections, d, of.auxiliary)
    matrix = np.asarray(plain.apply(np.eye(d)).T if isinstance(plain, Operator) else plain)
    image = of.slope * (inputs @ constant(drawn.rate * matrix.T))
    lengths, turn = (constant(np.broadcast_to(each, (1, len(matrix)))) for each in (square_lengths(matrix), turn))
    size = (inputs * inputs).sum(-1)[..., None] * drawn.rate**2
    factor, log = real(*of.of_images(image, lengths, turn, size, d, side, drawn.change, library), side, library)
    return factor, log + own


def _constant(value: Any) -> Any:
    """The same without a gradient."""
    return value.detach() if hasattr(value, "detach") else sys.modules["jax"].lax.stop_gradient(value)
