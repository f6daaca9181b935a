"""The maps of the built-in families for arrays of PyTorch and JAX, differentiable in the inputs.

What is random is drawn by numpy, from the seed, and is a constant here; a map is its kept program (`families.programs`) in the
operations of the other library, on the device and in the precision of the inputs. Neither library is loaded unless an input is its
array. What is not finite is not looked for: that would wait for the device.
"""

from __future__ import annotations

import math
import sys
from typing import Any

import numpy as np

from rftheory.arrays import Operator
from rftheory.families.phases import PhasedOperator
from rftheory.features.maps import DrawnFamily, FeatureMap, ScaledFeatures
from rftheory.features.ready import Ready


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
    """(factor, log) of the real map, as `FeatureMap.logs` has them; both of the shape of the map, or None for a factor of 1."""
    family = drawn.drawn.family if isinstance(drawn.drawn, DrawnFamily) else None
    if not isinstance(family, Ready):
        raise TypeError("arrays of PyTorch and JAX are for built-in families without counts: give a numpy array")
    of_torch = hasattr(inputs, "is_floating_point")
    if not (inputs.is_floating_point() if of_torch else library.issubdtype(inputs.dtype, library.floating)):
        raise TypeError(f"inputs must be floats, got {inputs.dtype}")
    if inputs.shape[-1] != drawn.dimension:
        raise ValueError(f"inputs must have d = {drawn.dimension} columns, got {inputs.shape[-1]}")

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
    program = family.program(side, drawn.dimension)
    matrix, turns = _drawn(drawn.drawn.projections, drawn.dimension, program.auxiliary)
    lengths = np.square(matrix).sum(axis=1)
    image = inputs @ constant(drawn.rate * matrix.T)
    size = (inputs * inputs).sum(-1)[..., None] * drawn.rate**2
    turn = constant(turns)
    waves = any(np.iscomplexobj(number) for number in (*program.slopes, *program.squares, *program.constants))
    factors, others, logs = [], [], []
    columns = (program.slopes, program.squares, program.rates, program.constants)
    made = family.factors(side, {name: getattr(library, name) for name in ("sin", "cos", "exp")})
    for factor, slope, square, rate, level in zip(made, *columns, strict=True):
        fixed = square * lengths + level
        logs.append(
            complex(slope).real * image
            + (float(np.real(rate)) + drawn.change) * size
            + constant(np.real(fixed) - math.log(len(lengths)) / 2)
            + own
        )
        bounded = 0 * image + 1 if factor is None else factor(image + turn if program.turned else image, 0, turn, size)
        if waves:
            angle = complex(slope).imag * image + constant(np.imag(fixed))
            others.append((1 if side == "x" else -1) * bounded * library.sin(angle))
            bounded = bounded * library.cos(angle)
        factors.append(bounded)
    join = library.cat if of_torch else library.concatenate
    plain = not waves and all(factor is None for factor in made)
    return None if plain else join(factors + others, -1), join(logs * (2 if waves else 1), -1)


def _drawn(projections: Any, d: int, auxiliary: int) -> tuple[Any, Any]:
    """The projections of R^d as a matrix of shape (m, d), and their phases, shape (m,)."""
    own = np.zeros((1, 2))
    if isinstance(projections, PhasedOperator):
        projections, own = projections
    elif auxiliary:
        projections, own = projections[:, :d], projections[:, d:]
    matrix = projections.apply(np.eye(d)).T if isinstance(projections, Operator) else projections
    return np.asarray(matrix), np.arctan2(own[:, 1], own[:, 0])


def _constant(value: Any) -> Any:
    """The same without a gradient."""
    return value.detach() if hasattr(value, "detach") else sys.modules["jax"].lax.stop_gradient(value)
