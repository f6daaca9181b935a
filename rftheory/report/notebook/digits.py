"""Numbers of 60 digits for formulas as one types them, and the same formulas for arrays of floats."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import mpmath
import numpy as np
import sympy as sp

#: an mpmath of its own: 50 digits are printed, 10 more are carried
mp = mpmath.mp.clone()
mp.dps = 60


def numbers(*values: Any) -> list[Any]:
    """Exact values such as ``"pi/3"`` as mpmath numbers."""
    return [mp.mpf(str(sp.N(sp.sympify(value), mp.dps + 10))) for value in values]


def plain(function: Callable[..., Any], *values: Any) -> Any:
    """A function of mpmath numbers that takes and returns arrays of floats."""
    return np.vectorize(lambda *given: float(function(*map(mp.mpf, given))), otypes=[float])(*values)
