r"""Exact attention for some queries, and what one draw of a feature map makes of it.

The weights of a query x are ``P_j = K(x, y_j)/D``, ``D = sum_j K(x, y_j)``, and the output is ``sum_j P_j v_j``. Features put
``K_hat = phi(x).psi(y)`` for K. Exponents reach thousands: D is kept as a logarithm, and of features every sum over keys has a scale
of its own (`features.attention`), so that estimates are compared with D by a difference of logarithms.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from scipy import special

from rftheory.families.family import Kernel
from rftheory.families.mixtures import kernels
from rftheory.features.attention import Sums
from rftheory.features.maps import FeatureMap, finite, write
from rftheory.inputs.arrays import Array, squares

#: weights that are formed at once: 8 MiB
_WEIGHTS = 1 << 20


@dataclass(frozen=True, eq=False)
class Exact:
    """Attention of Q queries to N keys, in units of the kernel.

    Attributes:
        x, y: queries and keys, shapes (Q, d) and (N, d).
        values: shape (N, D); None where the output is the weights themselves, D = N.
        log_sums: ``log D``, shape (Q,).
        output: shape (Q, D).
    """

    x: Array
    y: Array
    values: Array | None
    log_sums: Array
    output: Array

    @classmethod
    def of(cls, x: Array, y: Array, values: Array | None, kernel: Kernel) -> Exact:
        """Computed for some queries at a time."""
        log_sums, output = np.empty(len(x)), np.empty((len(x), len(y) if values is None else values.shape[1]))
        step = max(1, _WEIGHTS // len(y))
        for part in (slice(start, start + step) for start in range(0, len(x), step)):
            logs = log_kernel(x[part], y, kernel)
            log_sums[part] = special.logsumexp(logs, axis=1)
            weights = np.exp(logs - log_sums[part, None])
            output[part] = weights if values is None else weights @ values
        return cls(x, y, values, log_sums, output)


class RowErrors(NamedTuple):
    """What one draw does.

    Attributes:
        ratios: ``D_hat/D``, shape (Q,).
        output: relative error of the output in the Frobenius norm over the queries; infinite where a D_hat is 0.
        rows: relative errors of the outputs of the queries, in the Euclidean norm, shape (Q,).
    """

    ratios: Array
    output: float
    rows: Array


def log_kernel(x: Array, y: Array, kernel: Kernel) -> Array:
    """log K, shape (Q, N)."""
    if kernel not in ("gaussian", "softmax"):
        return np.stack([kernels.log_kernel(kernel, row, y) for row in x])
    products = x @ y.T
    return products if kernel == "softmax" else products - squares(x) / 2 - squares(y).T / 2


def errors_of(features: FeatureMap, exact: Exact) -> RowErrors:
    """The errors of drawn features, in time linear in the keys."""
    sums = Sums.of(features, exact.y, np.empty((len(exact.y), 0)) if exact.values is None else exact.values)
    factor, log = features.logs(exact.x, "x")
    phi = sums.queries(factor, log)
    scales = finite((log + sums.scales).max(axis=1))
    estimates = phi @ sums.weights
    numerators = phi @ (_of_keys(features, exact.y, sums).T if exact.values is None else sums.values)
    with np.errstate(divide="ignore", over="ignore"):
        ratios = np.sign(estimates) * np.exp(np.log(np.abs(estimates)) + scales - exact.log_sums)
        output = np.divide(
            numerators, estimates[:, None], out=np.zeros(exact.output.shape), where=estimates[:, None] != 0
        )
        wrong = np.where(estimates == 0, np.inf, np.vecdot(output - exact.output, output - exact.output))
    whole = np.vecdot(exact.output, exact.output)
    relative = np.sqrt(_quotients(wrong, whole))
    return RowErrors(ratios, float(np.sqrt(_quotients(wrong.sum(), whole.sum()))), relative)


def _of_keys(features: FeatureMap, keys: Array, sums: Sums) -> Array:
    """Features of all keys in the scales of the sums, shape (N, F)."""
    found = np.empty((len(keys), features.length))
    for part in features.blocks(len(keys)):
        factor, log = features.logs(keys[part], "y")
        write(factor, log - finite(sums.scales), found[part])
    return found


def _quotients(first: Array, second: Array) -> Array:
    """First over second with 0/0 = 0: what is exactly nothing is exactly right."""
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where((first == 0) & (second == 0), 0.0, np.divide(first, second))
