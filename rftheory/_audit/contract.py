"""What is audited: a callable ``(inputs, m, seed) -> features``, one for both sides of the kernel or one for each.

Or one of both sides at once, ``(queries, keys, m, seed) -> (features of the queries, features of the keys)``, of L queries and N keys,
which is known by its four parameters. Inputs are float64 of shape (L, d), features are real of shape (L, F). Whatever offers its numbers
to NumPy will do, tensors with ``detach`` and ``cpu`` included; no library of tensors is imported here. Leading axes of length 1, of
batches or heads, may stand before (L, F); with ``batch`` inputs have such axes as well. Projections may be exposed: the callable returns
them last, ``(features, W)`` with W of shape (m, d), or has an attribute ``projections``, W of its last call or a callable ``(d, m, seed)``.
"""

from __future__ import annotations

import hashlib
import importlib
import inspect
import math
import sys
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from rftheory.inputs.arrays import Array
from rftheory.inputs.bandwidths import Scale, multiplied

FeatureMap = Callable[..., Any]


class BadFeatures(ValueError):
    """A call that gave no features. ``what`` names the kind of the failure; ``details`` is a traceback, or ""."""

    def __init__(self, what: str, message: str, details: str = ""):
        super().__init__(message)
        self.what, self.details = what, details

    def __reduce__(self) -> tuple[type[BadFeatures], tuple[str, str, str]]:
        # it arrives from other processes
        return type(self), (self.what, str(self), self.details)


@dataclass(frozen=True)
class Drawn:
    """Features of one call: of the queries and of the keys (the same object for one map), and the projections if exposed."""

    x: Array
    y: Array
    projections: Array | None
    #: spacing at 1 of the numbers in which features are returned, or made if that is coarser
    epsilon: float
    #: by how much the projections of the keys differ from those of the queries, relative to the largest
    apart: float = 0.0

    @property
    def sides(self) -> dict[str, Array]:
        """The features of each callable by what is said of them."""
        return {"": self.x} if self.y is self.x else {" of the queries": self.x, " of the keys": self.y}

    @property
    def digests(self) -> tuple[bytes, ...]:
        """Of each side, equal for equal features; those of a few inputs tell."""
        few = slice(None, None, max(1, len(self.x) // 4))
        return tuple(hashlib.blake2b(each[few].tobytes(), digest_size=16).digest() for each in self.sides.values())


@dataclass(frozen=True)
class Audited:
    """One callable, or one for the queries and one for the keys."""

    queries: FeatureMap
    keys: FeatureMap | None = None
    #: by what inputs are multiplied before they are passed
    scale: Scale = 1.0
    #: whether the callable is attention, (queries, keys, values, m, seed) -> (L, columns of the values)
    attention: bool = False
    #: leading axes of inputs and features, of batches and heads, one of which is looked at in each call
    batch: tuple[int, ...] = ()
    #: spacing at 1 of the numbers of which features are made; 0 if it is not known
    epsilon: float = 0.0
    #: where the callable takes both sides: rows that the queries, and the keys, have behind those that are looked at
    beside: tuple[Array, Array] | None = None

    @property
    def sides(self) -> int:
        """2 if queries and keys have features of their own."""
        return 1 if self.keys is None and self.beside is None else 2

    def draw(self, inputs: Array, m: int, seed: int) -> Drawn:
        """The features of all inputs for one seed.

        Raises:
            BadFeatures: if a callable raises, or returns anything but finite real numbers of shape (L, F).
        """
        if self.attention:
            return self._weights(multiplied(inputs, self.scale), m, seed)
        if self.beside is not None:
            given = tuple(multiplied(np.concatenate([inputs, more]), self.scale) for more in self.beside)
            (first, second), projections, epsilon = _called("the callable", self.queries, given, m, seed, self.batch)
            first, second, others = first[: len(inputs)], second[: len(inputs)], None
        else:
            inputs = multiplied(inputs, self.scale)
            who = "the callable" if self.keys is None else "queries"
            (first,), projections, epsilon = _called(who, self.queries, (inputs,), m, seed, self.batch)
            second, others = first, None
            if self.keys is not None:
                (second,), others, other = _called("keys", self.keys, (inputs,), m, seed, self.batch)
                epsilon = max(epsilon, other)
        if first.shape != second.shape:
            message = f"queries and keys must give as many features, got {first.shape[1]} and {second.shape[1]}"
            raise BadFeatures("feature count", message)
        x = first.astype(float, copy=False)
        apart = 0.0
        if projections is not None and others is not None:
            apart = float(np.abs(projections - others).max() / np.abs(projections).max())
        y = x if second is first else second.astype(float, copy=False)
        return Drawn(x, y, others if projections is None else projections, max(epsilon, self.epsilon), apart)

    def _weights(self, inputs: Array, m: int, seed: int) -> Drawn:
        """Weights of attention are its outputs for values that are unit vectors."""
        unit = np.eye(len(inputs))
        given = inputs, inputs, unit
        (weights,), projections, epsilon = _called("the callable", self.queries, given, m, seed, self.batch, 1)
        if weights.shape != unit.shape:
            raise BadFeatures("shape", f"attention must give outputs of shape {unit.shape}, got {weights.shape}")
        x = weights.astype(float, copy=False)
        return Drawn(x, x, projections, max(epsilon, self.epsilon))


def load(name: str) -> FeatureMap:
    """The callable of ``module:name``, of a module that can be imported or that lies in the working directory."""
    module, mark, path = name.partition(":")
    if not (mark and module and path):
        raise ValueError(f"the callable must be given as module:callable, got {name!r}")
    here = str(Path.cwd())
    if here not in sys.path:
        sys.path.insert(0, here)
    try:
        found: Any = importlib.import_module(module)
    except Exception as error:
        raise ValueError(f"module {module!r} cannot be imported: {type(error).__name__}: {error}") from error
    for part in path.split("."):
        if not hasattr(found, part):
            raise ValueError(f"module {module!r} has no {path!r}")
        found = getattr(found, part)
    if not callable(found):
        raise ValueError(f"{name} must be a callable (inputs, m, seed), got {found!r}")
    return found


def parameters_of(function: FeatureMap) -> tuple[str, ...]:
    """Names of what has to be given by place; nothing for what takes anything, as do ``*given`` and callables that do not tell."""
    try:
        every = inspect.signature(function).parameters.values()
    except (TypeError, ValueError):
        return ()
    if any(each.kind is each.VAR_POSITIONAL for each in every):
        return ()
    placed = [each for each in every if each.kind in (each.POSITIONAL_ONLY, each.POSITIONAL_OR_KEYWORD)]
    return tuple(each.name for each in placed if each.default is each.empty)


def _called(
    who: str,
    function: FeatureMap,
    inputs: tuple[Array, ...],
    m: int,
    seed: int,
    batch: tuple[int, ...],
    count: int | None = None,
) -> tuple[tuple[Array, ...], Array | None, float]:
    """So many arrays of features, one for each of the inputs if that is not said, projections if exposed, and the spacing of numbers."""
    d, count = inputs[0].shape[1], count or len(inputs)
    given = [np.broadcast_to(each, (*batch, *each.shape)).copy() for each in inputs]
    kept = [each.copy() for each in given]
    # every place of the batch has its turn
    place = tuple(int(k) for k in np.unravel_index(seed % math.prod(batch), batch)) if batch else ()
    try:
        result = function(*given, m, seed)
        exposed = getattr(function, "projections", None)
        if callable(exposed):
            exposed = exposed(d, m, seed)
    except Exception as error:
        message = (
            f"{who} raises {type(error).__name__}: {error} (inputs of shape {given[0].shape}, m = {m}, seed = {seed})"
        )
        raise BadFeatures("exception", message, _trace(error)) from error
    parts = result if isinstance(result, tuple) else (result,)
    if len(parts) == count + 1:
        exposed = parts[-1]
    elif len(parts) != count:
        wanted = "features" if count == 1 else "(features of the queries, features of the keys)"
        message = f"{who} must return {wanted}, or these and projections, got {len(parts)} part{'s' * (len(parts) > 1)}"
        raise BadFeatures("shape", message)
    if not all(map(np.array_equal, given, kept)):
        raise BadFeatures("inputs changed", f"{who} writes into its inputs")
    found = [_features(who, part, len(rows), place, batch) for part, rows in zip(parts[:count], inputs, strict=False)]
    epsilon = max(each for _, each in found)
    return tuple(features for features, _ in found), _projections(who, exposed, m, d, place, batch), epsilon


def _features(who: str, value: Any, rows: int, place: tuple[int, ...], batch: tuple[int, ...]) -> tuple[Array, float]:
    array, epsilon = _to_array(who, value)
    array = _one(array, place, batch)
    if array.dtype.kind == "c":
        raise BadFeatures("complex", f"{who} must give real features, got complex numbers ({array.dtype})")
    if array.dtype.kind != "f":
        raise BadFeatures("dtype", f"{who} must give floating-point features, got {array.dtype}")
    if array.ndim != 2 or len(array) != rows or not array.shape[1]:
        message = f"{who} must give features of shape ({rows}, F) for {rows} inputs, got shape {array.shape}"
        raise BadFeatures("shape", message)
    finite = np.isfinite(array)
    if not finite.all():
        row, column = np.argwhere(~finite)[0]
        message = f"{who} gives {int((~finite).sum())} features that are not finite: {array[row, column]} of input {row}, feature {column}"
        raise BadFeatures("not finite", message)
    return array, epsilon


def _projections(who: str, value: Any, m: int, d: int, place: tuple[int, ...], batch: tuple[int, ...]) -> Array | None:
    if value is None:
        return None
    array = _one(_to_array(who, value)[0], place, batch)
    if array.dtype.kind != "f" or array.shape != (m, d) or not np.isfinite(array).all():
        message = (
            f"{who} must expose finite real projections of shape ({m}, {d}), got {array.dtype} of shape {array.shape}"
        )
        raise BadFeatures("projections", message)
    return array.astype(float)


def _one(array: Array, place: tuple[int, ...], batch: tuple[int, ...]) -> Array:
    """One place of a batch; leading axes of length 1 that are too many are taken off."""
    if batch and array.shape[: len(batch)] == batch and array.ndim >= 2 + len(batch):
        array = array[place]
    while array.ndim > 2 and array.shape[0] == 1:
        array = array[0]
    return array


def _to_array(who: str, value: Any) -> tuple[Array, float]:
    """What NumPy makes of it, with the spacing of its numbers at 1."""
    # tensors that carry gradients, or lie on a device
    for step in ("detach", "cpu"):
        if hasattr(value, step):
            value = getattr(value, step)()
    # NumPy has no such type: PyTorch does not pass it on, and JAX passes it on as one of its own
    brain = not isinstance(value, np.ndarray) and str(getattr(value, "dtype", "")).endswith("bfloat16")
    if brain and hasattr(value, "float"):
        value = value.float()
    try:
        array = np.asarray(value)
        # the names of types take longer than many features
        if brain or (array.dtype.kind not in "fiucb" and array.dtype.name == "bfloat16"):
            return array.astype(np.float32), 2.0**-7
    except (TypeError, ValueError) as error:
        raise BadFeatures("shape", f"{who} must give an array, got {type(value).__name__} ({error})") from error
    if array.dtype.kind == "O":
        odd = next((each for each in array.flat if not isinstance(each, int | float | np.number)), None)
        some = f", {odd!r} among them" if array.size else ""
        raise BadFeatures("dtype", f"{who} must give floating-point features, got an array of objects{some}")
    return array, float(np.finfo(array.dtype).eps) if array.dtype.kind in "fc" else 0.0


def _trace(error: BaseException) -> str:
    """The traceback below the call."""
    below = error.__traceback__.tb_next if error.__traceback__ else None
    return "".join(traceback.format_exception(type(error), error, below))
