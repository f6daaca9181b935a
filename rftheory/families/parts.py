r"""Features by their parts: ``factor exp(log + level + rate |u|^2)``, of which nothing overflows before the parts are put together.

The kernels are related by ``exp(-|x - y|^2/2) = exp(-|x|^2/2) exp(x.y) exp(-|y|^2/2)``, so features of one become features of the
other by a change of the rate by 1/2 alone; for trigonometric features of the Gaussian kernel it is exactly 0.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from rftheory.arrays import Array, squares


class Exponent(NamedTuple):
    """Features ``m^(-1/2) exp(slope w_i.u + levels_i + rate |u|^2)``.

    Attributes:
        slope: real or complex.
        levels: shape (..., m), or a number for all projections.
        rate: the coefficient of ``|u|^2``, real or complex.
    """

    slope: complex
    levels: Array | complex
    rate: complex


class Parts(NamedTuple):
    """The parts of a feature map at L inputs u; shapes of the map are (..., L, F).

    Attributes:
        factor: bounded factors, real or complex, of the shape of the map; None stands for 1.
        log: logarithms, real or complex, of the shape of the map; None stands for 0.
        level: a number in the exponent.
        rate: the coefficient of ``u^2`` in the exponent, real or complex.
    """

    factor: Array | None
    log: Array | None
    level: complex = 0.0
    rate: complex = 0.0

    def logs(self, inputs: Array, change: float = 0.0) -> Array:
        """``log + level + (rate + change) |u|^2``, in place of ``log``; shape (L, 1) if there is none."""
        rate = self.rate + change
        level = np.full((1, 1), self.level) if rate == 0 else self.level + rate * squares(inputs)
        if self.log is None:
            return np.broadcast_to(level, (len(inputs), 1))
        log = self.log.astype(complex) if np.iscomplexobj(level) and self.log.dtype.kind == "f" else self.log
        log += level
        return log

    def features(self, inputs: Array, change: float = 0.0) -> Array:
        """The map with the rate changed by a number, in place of its parts; inf where it overflows."""
        log = self.logs(inputs, change)
        if self.factor is None:
            return np.exp(log, out=log)
        features = self.factor.astype(complex, copy=False) if np.iscomplexobj(log) else self.factor
        features *= np.exp(log)
        return features
