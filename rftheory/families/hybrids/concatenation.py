"""The concatenated feature maps Psi_1, Psi_2 of a hybrid of p + 1 base estimators  (Choromanski et al. 2022, (11)).

The hybrid is ``sum_k lambda_k K_k + (1 - sum_k lambda_k) K_{p+1}``, ``lambda_k = a_k + rho_{1,k}(x).rho_{2,k}(y)`` and
``K_k = phi_{1,k}(x).phi_{2,k}(y)``. Each side is the concatenation of four groups of blocks:
``sqrt(a_k) phi_k``, ``rho_k (x) phi_k``, ``sqrt(1 - sum a_k) phi_{p+1}`` and ``i rho_k (x) phi_{p+1}``, where the maps
phi and rho carry their ``1/sqrt(m)`` and ``1/sqrt(n)``. Roots of negative numbers are taken in the complex plane.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from rftheory.inputs.arrays import Array


def outer(first: Array, second: Array) -> Array:
    """The vectorised outer product of each row: shapes (..., F), (..., G) to (..., F G)."""
    return np.concatenate([first[..., k : k + 1] * second for k in range(first.shape[-1])], axis=-1)


def hybrid_map(bases: Sequence[Array], coefficients: Sequence[Array], constants: Sequence[complex]) -> Array:
    """One side Psi_j of (11).

    Args:
        bases: p + 1 base maps of the inputs, shapes (..., L, F_k).
        coefficients: p coefficient maps rho_k of the inputs, shapes (..., L, G_k).
        constants: the p numbers a_k.

    Returns:
        shape (..., L, hybrid_length), complex; entries of one group may stand in another order than in the paper,
        the same on both sides.
    """
    *first, last = bases
    rest = np.sqrt(complex(1 - sum(constants)))
    groups = [
        *(np.sqrt(complex(a)) * phi for a, phi in zip(constants, first, strict=True)),
        *(outer(rho, phi) for rho, phi in zip(coefficients, first, strict=True)),
        rest * last,
        *(outer(1j * rho, last) for rho in coefficients),
    ]
    return np.concatenate(groups, axis=-1)


def hybrid_length(base_blocks: Sequence[int], coefficient_blocks: Sequence[int], m: int, n: int) -> int:
    """The length of Psi for p + 1 base maps of t_k m features and p coefficient maps of l_k n features."""
    *first, last = base_blocks
    products = sum(rho * (t + last) for rho, t in zip(coefficient_blocks, first, strict=True))
    return m * sum(base_blocks) + m * n * products
