r"""Exact attention for some queries, and what one draw of a feature map makes of it.

The weights of a query x are ``P_j = K(x, y_j)/D``, ``D = sum_j K(x, y_j)``, and the output is ``sum_j P_j v_j``. Features put
``K_hat = phi(x).psi(y)`` for K. Exponents reach thousands: D is kept as a logarithm, and of features every sum over keys has a scale
of its own (`features.attention`), so that estimates are compared with D by a difference of logarithms.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from rftheory.arrays import Array, squares
from rftheory.families.family import Kernel
from rftheory.features.attention import Sums
from rftheory.features.maps import FeatureMap, finite, write

#: weights that are formed at once: 8 MiB
_WEIGHTS = 1 << 20


@dataclass(frozen=True, eq=False)
class Exact:
    """Attention of Q queries to N keys, in units of the kernel.

    Attributes:
        x, y: queries and keys, shapes (Q, d) and (N, d).
        values: shape (N, D); None if the weights themselves are the output.
        kernel: "softmax", ``exp(x.y)``, or "gaussian", ``exp(-|x - y|^2/2)``.
        log_sums: ``log D``, shape (Q,).
        output: shape (Q, D); None for the weights.
    """

    x: Array
    y: Array
    values: Array | None
    kernel: Kernel
    log_sums: Array
    output: Array | None

    @classmethod
    def of(cls, x: Array, y: Array, values: Array | None, kernel: Kernel) -> Exact:
        """Computed block by block, O((Q + N) d) numbers in memory beside the values."""
        top, total = np.full(len(x), -np.inf), np.zeros(len(x))
        output = None if values is None else np.zeros((len(x), values.shape[1]))
        for part in key_blocks(len(x), len(y)):
            logs = log_kernel(x, y[part], kernel)
            higher = np.maximum(top, logs.max(axis=1))
            decay = np.exp(top - higher)
            weights = np.exp(logs - higher[:, None])
            total = decay * total + weights.sum(axis=1)
            if values is not None:
                output = decay[:, None] * output + weights @ values[part]
            top = higher
        return cls(x, y, values, kernel, top + np.log(total), None if output is None else output / total[:, None])

    def weights(self, part: slice) -> Array:
        """P for some keys, shape (Q, keys)."""
        return np.exp(log_kernel(self.x, self.y[part], self.kernel) - self.log_sums[:, None])


class RowErrors(NamedTuple):
    """What one draw does.

    Attributes:
        ratios: ``D_hat/D``, shape (Q,).
        output: relative error of the output in the Frobenius norm over the queries; infinite where a D_hat is 0.
        worst: the largest relative error of the output of one query, in the Euclidean norm.
    """

    ratios: Array
    output: float
    worst: float


def log_kernel(x: Array, y: Array, kernel: Kernel) -> Array:
    """log K, shape (Q, N)."""
    products = x @ y.T
    return products if kernel == "softmax" else products - squares(x) / 2 - squares(y).T / 2


def key_blocks(queries: int, keys: int) -> Iterator[slice]:
    """Ranges of keys whose weights fit in memory."""
    step = max(1, _WEIGHTS // queries)
    return (slice(start, min(start + step, keys)) for start in range(0, keys, step))


def errors_of(features: FeatureMap, exact: Exact) -> RowErrors:
    """The errors of drawn features, in time linear in the keys (but for weights as the output, whose number is Q N)."""
    values = np.zeros((len(exact.y), 0)) if exact.values is None else exact.values
    sums = Sums.empty(features.length, values.shape[1])
    for part in features.blocks(len(exact.y)):
        sums.add(*features.logs(exact.y[part], "y"), values[part])
    factor, log = features.logs(exact.x, "x")
    phi = sums.queries(factor, log)
    scales = finite((log + sums.scales).max(axis=1))
    estimates = phi @ sums.weights
    with np.errstate(divide="ignore", over="ignore"):
        ratios = np.sign(estimates) * np.exp(np.log(np.abs(estimates)) + scales - exact.log_sums)
    if exact.output is None:
        wrong, whole = _of_weights(features, exact, sums, phi, estimates)
    else:
        with np.errstate(over="ignore"):
            wrong = _squares(_divided(phi @ sums.values, estimates) - exact.output)
        whole = _squares(exact.output)
    wrong = np.where(estimates == 0, np.inf, wrong)
    relative = np.sqrt(_quotients(wrong, whole))
    return RowErrors(ratios, float(np.sqrt(_quotients(wrong.sum(), whole.sum()))), float(relative.max()))


def _of_weights(features: FeatureMap, exact: Exact, sums: Sums, phi: Array, estimates: Array) -> tuple[Array, Array]:
    """Squares of the errors of all weights and of the weights, for each query."""
    wrong, whole = np.zeros(len(phi)), np.zeros(len(phi))
    for part in key_blocks(max(len(phi), features.length), len(exact.y)):
        factor, log = features.logs(exact.y[part], "y")
        psi = np.empty((log.shape[0], features.length))
        write(factor, log - finite(sums.scales), psi)
        weights = exact.weights(part)
        with np.errstate(over="ignore"):
            wrong += _squares(_divided(phi @ psi.T, estimates) - weights)
        whole += _squares(weights)
    return wrong, whole


def _divided(rows: Array, by: Array) -> Array:
    """Rows over numbers, 0 where these are 0."""
    return np.divide(rows, by[:, None], out=np.zeros(rows.shape), where=by[:, None] != 0)


def _squares(rows: Array) -> Array:
    return np.einsum("ij,ij->i", rows, rows)


def _quotients(first: Array, second: Array) -> Array:
    """First over second with 0/0 = 0: what is exactly nothing is exactly right."""
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where((first == 0) & (second == 0), 0.0, np.divide(first, second))
