r"""Variances of one sample, drawn from its definition: plain, or where the sample is rarely large, with weights.

The square of a positive sample ``Z = exp(2A|w|^2 + B w.v + ...)`` is so skewed that plain draws miss what makes its
mean once |x + y| exceeds 1. ``Z^2`` times the normal density is proportional to the density of ``N(2 B rho v, rho I)``,
``rho = 1/(1 - 8A)``. So half of the projections are drawn from that law, and the squared errors are divided by the
density of the mixture relative to N(0, I): the mean is the variance again, and the quotient is bounded.
"""

from __future__ import annotations

import numpy as np
import sympy as sp

from rftheory.families.generalized_exponential import GeneralizedExponential
from rftheory.inputs.arrays import Array
from rftheory.mechanisms.catalogue import AnyFamily
from rftheory.mechanisms.mechanism import Mechanism
from rftheory.montecarlo.measured import Measured, mean_of
from rftheory.plots.plot import MARKS

#: what the marks of a plot with such draws are
WEIGHTED = f"{MARKS}, large errors drawn more often"


def log_variance_drawn(
    family: AnyFamily, x: Array, y: Array, replicates: int, generator: np.random.Generator
) -> Measured:
    """The logarithm of the variance of one sample for the Gaussian kernel, with its standard error to first order.

    Args:
        family: features with numerical parameters.
        x, y: shape (d,).

    Raises:
        ValueError: for fewer than two draws.
    """
    log_kernel = -float((x - y) @ (x - y)) / 2
    if isinstance(family, GeneralizedExponential) and family.is_real:
        relative, weight = _mixture(family, x, y, replicates, generator)
        # log (Z/K - 1)^2, whatever the size of Z/K
        log_square = 2 * (
            np.maximum(relative - log_kernel, 0) + np.log(np.abs(np.expm1(-np.abs(relative - log_kernel))))
        )
        logs = log_square - weight + 2 * log_kernel
    else:
        drawn = Mechanism(family).estimator().draw(generator, replicates, x, y, 1, 1)
        with np.errstate(divide="ignore"):
            logs = 2 * np.log(np.abs(drawn - np.exp(log_kernel)))
    top = float(logs.max())
    value, error = mean_of(np.exp(logs - top))
    return Measured(top + float(np.log(value)), error / value)


def _mixture(
    family: GeneralizedExponential, x: Array, y: Array, replicates: int, generator: np.random.Generator
) -> tuple[Array, Array]:
    """log Z of projections from the mixture of both laws, and the logarithm of their density relative to N(0, I)."""
    size, rho = len(x), float(1 / (1 - 8 * sp.re(family.A)))
    center = 2 * float(family.B) * rho * (x + y)
    w = generator.standard_normal((replicates, size))
    moved = generator.random(replicates) < 1 / 2
    w[moved] = center + np.sqrt(rho) * w[moved]
    log_density = np.square(w).sum(axis=1) / 2 - np.square(w - center).sum(axis=1) / (2 * rho) - size / 2 * np.log(rho)
    first, second = (family.log_features(u[None], w[:, None, :], side)[1][:, 0, 0] for u, side in ((x, "x"), (y, "y")))
    return first + second, np.logaddexp(0, log_density) - np.log(2)
