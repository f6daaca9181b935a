"""Arrays of PyTorch and JAX, of whatever device, none of whose libraries is loaded here."""

from __future__ import annotations

import sys
from typing import Any

import numpy as np


def library_of(value: Any) -> Any:
    """The functions for an array of PyTorch or JAX; None for anything else."""
    torch, jax = sys.modules.get("torch"), sys.modules.get("jax")
    if torch is not None and isinstance(value, torch.Tensor):
        return torch
    return sys.modules["jax.numpy"] if jax is not None and isinstance(value, jax.Array) else None


def numbers(value: Any) -> Any:
    """An array of numpy for one of PyTorch or JAX, copied from its device, and for each in a list; anything else as it is."""
    if isinstance(value, list | tuple) and any(isinstance(each, list | tuple) or library_of(each) for each in value):
        return [numbers(each) for each in value]
    if library_of(value) is None:
        return value
    return value.detach().cpu().double().numpy() if hasattr(value, "detach") else np.asarray(value, dtype=float)
