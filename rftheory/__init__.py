"""What is true in the theory of random features for the Gaussian and softmax kernels, settled by machine."""

from __future__ import annotations

import importlib
from typing import Any

__version__ = "0.1.0"

#: packages that are loaded when they are asked for, so that this one stays light
_PACKAGES = ("audit", "choose", "derive", "features")


def __getattr__(name: str) -> Any:
    """``rftheory.choose(...)``, ``rftheory.audit(...)``, ``rftheory.derive(...)``, ``rftheory.features.make(...)``,
    and ``rftheory.estimate(...)`` of `rftheory.montecarlo.estimate`.
    """
    if name in _PACKAGES:
        return importlib.import_module(f"rftheory.{name}")
    if name == "estimate":
        return importlib.import_module("rftheory.montecarlo.estimate").estimate
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
