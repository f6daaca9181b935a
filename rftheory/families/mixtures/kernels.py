"""Kernels by name: "gaussian", "softmax", "arc-cosine(1)", and the mixtures of this folder, ``matern(5/2)``, "laplace", ..."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
import re
from dataclasses import fields, is_dataclass
from functools import cache, lru_cache
from typing import Any

import numpy as np

from rftheory.families import mixtures
from rftheory.families.mixtures import arc_cosine
from rftheory.families.mixtures.mixture import Mixture, number
from rftheory.inputs.arrays import Array

_CALL = re.compile(r"([a-z][a-z-]*)(?:\((.*)\))?")
_PLAIN = ("gaussian", "softmax")


@cache
def mixture_classes() -> dict[str, type[Any]]:
    """All mixtures by each of their names."""
    found: dict[str, type[Any]] = {}
    for module in pkgutil.iter_modules(mixtures.__path__, f"{mixtures.__name__}."):
        values: list[Any] = list(vars(importlib.import_module(module.name)).values())
        for value in values:
            own = inspect.isclass(value) and issubclass(value, Mixture) and value.__module__ == module.name
            if own and is_dataclass(value) and not inspect.isabstract(value):
                kind: Any = value
                found |= dict.fromkeys(kind.names, kind)
    return found


@lru_cache(maxsize=256)
def mixture_of(kernel: str) -> Mixture | None:
    """The mixture of this name; None for the Gaussian, the softmax and the arc-cosine kernels."""
    if kernel in _PLAIN or kernel in arc_cosine.NAMES:
        return None
    called = (
        _CALL.fullmatch(kernel.strip().lower().replace("_", "-").replace(" ", "")) if isinstance(kernel, str) else None
    )
    kind = None if called is None else mixture_classes().get(called[1])
    if called is None or kind is None:
        raise ValueError(f"kernel must be one of {known()}, got {kernel!r}")
    wanted = [entry.name for entry in fields(kind) if entry.init]
    given = called[2].split(",") if called[2] else []
    if len(given) != len(wanted):
        raise ValueError(f"kernel {called[1]!r} has the parameters {', '.join(wanted) or 'none'}, got {kernel!r}")
    try:
        values = [number(text.partition("=")[2] or text) for text in given]
    except (ValueError, ZeroDivisionError):
        raise ValueError(f"parameters of the kernel must be numbers like 5/2, got {kernel!r}") from None
    try:
        made: Mixture = kind(*values)
    except ValueError as error:
        raise ValueError(f"{error}, in the kernel {kernel!r}") from None
    return made


def known(plain: tuple[str, ...] = _PLAIN) -> str:
    """All names, with their parameters, for messages."""
    calls = [
        f"{name}({', '.join(own)})" if (own := [entry.name.upper() for entry in fields(kind) if entry.init]) else name
        for name, kind in mixture_classes().items()
    ]
    return ", ".join([*plain, *calls, *arc_cosine.NAMES])


def chosen_kernel(kernel: str | None, bandwidth: Any = None, temperature: Any = None, corners: bool = False) -> str:
    """The kernel that is meant, by the name it is called by: the one that is named, or the one that a scale belongs to.

    Args:
        corners: whether arc-cosine kernels are taken, which vanish for opposite inputs, so that errors relative to them are none.
    """
    given = {name for name, scale in (("gaussian", bandwidth), ("softmax", temperature)) if scale is not None}
    meant = given.pop() if kernel is None and len(given) == 1 else kernel
    if meant is None or not isinstance(meant, str):
        raise ValueError(
            "kernel must be 'gaussian', exp(-|x - y|^2/(2 bandwidth^2)), or 'softmax', exp(x.y/temperature), "
            f"or follow from a bandwidth or a temperature, or be one of {known(())}, got {kernel!r}"
        )
    mixture = mixture_of(meant)
    if meant in arc_cosine.NAMES and not corners:
        raise ValueError(
            f"kernel {meant!r} is none of those here, as it vanishes for opposite inputs and errors are relative to it; "
            "features, closed forms and estimates of it there are"
        )
    return meant if mixture is None else str(mixture)


def log_kernel(kernel: str, x: Array, y: Array) -> Array:
    """log K of pairs of inputs of shape (..., d): ``-|x - y|^2/2`` of the Gaussian kernel, ``x.y`` of the softmax kernel."""
    if kernel == "softmax":
        return np.asarray((x * y).sum(axis=-1))
    degree = arc_cosine.degree_of(kernel)
    if degree is not None:
        return arc_cosine.log_kernel(degree, x, y)
    mixture = mixture_of(kernel)
    if mixture is not None:
        return mixture.log_of(mixture.length(x - y))
    return np.asarray(-np.square(x - y).sum(axis=-1) / 2)


def kernel_change(kernel: str, own: str) -> float:
    """The coefficient of ``|u|^2`` that turns features made for the kernel ``own`` into those of another one.

    Waves of a mixture are those of the Gaussian kernel with other projections.
    """
    if kernel != own and {kernel, own} & set(arc_cosine.NAMES):
        if own in arc_cosine.NAMES:
            raise ValueError(f"kernel must be {own!r} for features of that kernel, got {kernel!r}")
        raise ValueError(
            f"family must be arc-cosine(degree={kernel[-2]}) for the kernel {kernel}, got features of another kernel"
        )
    return 0.5 * (own != "softmax") - 0.5 * (kernel != "softmax")
