r"""Attention ``sum_j K(q, k_j) v_j / sum_j K(q, k_j)`` by features, in time linear in the number of queries and keys.

With features ``q_i`` of a query and ``k_ji`` of the keys it is ``sum_i q_i S_i / sum_i q_i z_i``, ``S_i = sum_j k_ji v_j``,
``z_i = sum_j k_ji``. Exponents reach thousands, so each feature has a scale of its own: ``c_i = max_j log k_ji`` is taken out of
S_i and z_i, and goes to the queries, whose largest ``log q_i + c_i`` is taken out of the quotient. For positive features the
denominator then has a term equal to 1 at least: it neither overflows nor vanishes. The c_i are those of the keys so far; earlier
sums are rescaled when they grow.
"""

from __future__ import annotations

import warnings
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from rftheory.features.maps import FeatureMap, finite, write
from rftheory.inputs.arrays import Array, check_inputs

#: what is lost to underflow is below 2^-1022 a term: relative to a denominator above this, nothing that float64 could tell
_LEAST = 2.0**-900
#: queries that look at the keys of their own block one by one
_CAUSAL = 64


@dataclass
class Sums:
    """S, z and c of the keys so far: shapes (F, D), (F,), (F,)."""

    values: Array
    weights: Array
    scales: Array

    @classmethod
    def empty(cls, features: int, width: int) -> Sums:
        return cls(np.zeros((features, width)), np.zeros(features), np.full(features, -np.inf))

    @classmethod
    def of(cls, features: FeatureMap, keys: Any, values: Array) -> Sums:
        """Of all keys, shape (N, d), with values of shape (N, D)."""
        sums = cls.empty(features.length, values.shape[1])
        for part in features.blocks(keys.shape[0]):
            sums.add(*features.logs(keys[part], "y"), values[part])
        return sums

    def add(self, factor: Array | None, log: Array, values: Array) -> Array:
        """Take more keys in; their features in the new scales, shape (L, F)."""
        scales = np.maximum(self.scales, log.max(axis=0))
        shift = finite(scales)
        decay = np.exp(self.scales - shift)
        keys = np.empty((len(log), len(shift)))
        write(factor, log - shift, keys)
        self.values = decay[:, None] * self.values + keys.T @ values
        self.weights = decay * self.weights + keys.sum(axis=0)
        self.scales = scales
        return keys

    def queries(self, factor: Array | None, log: Array) -> Array:
        """Features of queries in these scales, each row up to a factor; shape (L, F)."""
        total = log + self.scales
        total -= finite(total.max(axis=1, keepdims=True))
        features = np.empty(total.shape)
        write(factor, total, features)
        return features


def attention(features: FeatureMap, queries: Any, keys: Any, values: Array, causal: bool) -> Array:
    """The outputs of all queries, shape (L, D), for keys of shape (N, d) and values of shape (N, D).

    A RuntimeWarning gives the number of estimated denominators below 0, which waves have: such an output is no average of values.

    Raises:
        ValueError: if ``causal`` and there are not as many queries as keys.
        ArithmeticError: if the estimated denominator of a query is 0.
    """
    count, others = queries.shape[0], keys.shape[0]
    out, weights = np.empty((count, values.shape[1])), np.empty(count)
    if causal:
        if count != others:
            raise ValueError(f"causal attention needs as many queries as keys, got {count} and {others}")
        sums = Sums.empty(features.length, values.shape[1])
        for start in range(0, others, _CAUSAL):
            part = slice(start, start + _CAUSAL)
            sums = _causal(features, sums, queries[part], keys[part], values[part], out[part], weights[part])
    else:
        sums = Sums.of(features, keys, values)
        for part in features.blocks(count):
            phi = sums.queries(*features.logs(queries[part], "x"))
            out[part], weights[part] = phi @ sums.values, phi @ sums.weights
    if not weights.all():
        raise ArithmeticError(
            f"the estimated denominators of {np.count_nonzero(weights == 0)} queries are 0; positive features have none"
        )
    if (weights < 0).any():
        warnings.warn(
            f"the estimated denominators of {np.count_nonzero(weights < 0)} of {count} queries are below 0, and their outputs no "
            "averages of values: take positive features (positive, hyperbolic, oprf), or more of these",
            RuntimeWarning,
            stacklevel=3,
        )
    return np.asarray(out / weights[:, None])


def check_values(values: ArrayLike, count: int) -> Array:
    """Values of shape (N, D) for N keys."""
    array = check_inputs(values, "V")
    if len(array) != count:
        raise ValueError(f"V must have a row for each of the {count} keys, got {len(array)}")
    return array


def _causal(
    features: FeatureMap, before: Sums, queries: Any, keys: Any, values: Array, out: Array, weights: Array
) -> Sums:
    """Numerators and denominators of one block of queries, each with the keys before and up to it; the sums after them."""
    sums = Sums(before.values, before.weights, before.scales)
    psi = sums.add(*features.logs(keys, "y"), values)
    phi = sums.queries(*features.logs(queries, "x"))
    # the sums before the block, in the scales after it
    decay = np.exp(before.scales - finite(sums.scales))
    own = np.tril(phi @ psi.T)
    weights[:] = phi @ (decay * before.weights) + own.sum(axis=1)
    if len(out) > 1 and (np.abs(weights) < _LEAST).any():
        # later keys of the block hide earlier ones: one by one there are none
        for k in range(len(out)):
            part = slice(k, k + 1)
            before = _causal(features, before, queries[part], keys[part], values[part], out[part], weights[part])
        return before
    out[:] = phi @ (decay[:, None] * before.values) + own @ values
    return sums
