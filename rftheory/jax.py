"""Random features and attention in linear time for JAX, as pure functions: under ``jit``, ``grad`` and ``vmap`` they give the same answers.

The maps are those of `rftheory.features` for the same seed: draws are arrays, which the functions take first.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp

from rftheory.features import linear, tensors
from rftheory.features.making import make
from rftheory.features.maps import FeatureMap

#: the draws of a map, a tree of arrays
Constants = tensors.Constants


def features(
    mechanism: Any, d: int, m: int, *, X: Any = None, keys: Any = None, **options: Any
) -> tuple[Constants, Callable[..., jax.Array]]:
    """The draws of a feature map, and the function ``phi(draws, inputs, side="x")``, shapes (..., L, d) to (..., L, F).

    Args:
        mechanism: as for `features.make`, with oscillating, exponential or arc-cosine features; counts and hybrids are refused.
        d: dimension of inputs.
        m: number of projections.
        X, keys: data from which open parameters are computed (A of GERF and OPRF, the mean, a median), as in `RandomFeatures.fit`.
        options: the other arguments of `features.make`: kernel, bandwidth, temperature, center, seed, parameters of the family.

    Raises:
        ValueError: as `features.make` and `RandomFeatures.fit`.
        TypeError: for other families, counts and hybrids.
    """
    drawn = _drawn(mechanism, d, m, X, keys, options)

    def phi(draws: Constants, inputs: jax.Array, side: str = "x") -> jax.Array:
        found: jax.Array = tensors.features(jnp, drawn, inputs, side, _beside(draws, inputs))
        return found

    return _draws(drawn), phi


def attention(
    mechanism: Any, d: int, m: int, *, causal: bool = False, X: Any = None, keys: Any = None, **options: Any
) -> tuple[Constants, Callable[..., jax.Array]]:
    """The draws of features of the softmax kernel, and the function ``attend(draws, queries, keys, values, key_padding_mask=None)``.

    It estimates ``softmax(Q K^T/temperature) V`` for shapes (..., L, d), (..., N, d) and (..., N, D) with the same axes before;
    the mask is True for keys that are left out, of shape (..., N), (B, N) for all heads of a batch of B, or (N,).

    Args:
        causal: if True, query i attends to the keys 1, ..., i only, and L = N.
        mechanism, d, m, X, keys, options: as for `features`, with the same errors.
    """
    drawn = _drawn(mechanism, d, m, X, keys, options | {"kernel": "softmax"})

    def attend(
        draws: Constants,
        queries: jax.Array,
        keys: jax.Array,
        values: jax.Array,
        key_padding_mask: jax.Array | None = None,
    ) -> jax.Array:
        given = _beside(draws, queries)
        found: jax.Array = linear.attention(jnp, drawn, queries, keys, values, causal, key_padding_mask, given)[0]
        return found

    return _draws(drawn), attend


def _drawn(mechanism: Any, d: int, m: int, X: Any, keys: Any, options: dict[str, Any]) -> FeatureMap:
    drawn = make(mechanism, d=d, m=m, **options).fit(X, keys=keys)._map
    tensors.check_map(drawn)
    return drawn


def _draws(drawn: FeatureMap) -> Constants:
    """In the precision that JAX has: float64 if that is enabled."""
    return tensors.constants_of(drawn, jnp.zeros((), dtype=jnp.result_type(float)))


def _beside(draws: Constants, inputs: jax.Array) -> Constants:
    """Draws in the precision of the work on inputs."""
    wide = jnp.float32 if inputs.dtype.itemsize < 4 else inputs.dtype
    return Constants(*(None if each is None else each.astype(wide) for each in draws))
