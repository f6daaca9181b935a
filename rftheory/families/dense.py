r"""Dense exponential features in numbers  (`families.favor_sharp`). No SymPy is loaded here.

    f(w, u) = exp(W.v + c - (|v|^2 + |u|^2)/2),    v = Psi u or Psi^-1 u,   W = B w,   c = w^T A w + log det(I - 4A)/4.

What is drawn is kept as W and c, so that a block of rows takes one product with m vectors, as of other exponentials.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from rftheory.inputs.arrays import SIDES, Array, Projections, check_inputs, check_side, images, squares


@dataclass(frozen=True, eq=False)
class DenseMap:
    """The map of a matrix.

    Args:
        values, vectors: eigenvalues and eigenvectors of A, shapes (d,) and (d, d).
        psi: Psi, shape (d, d).
    """

    values: Array
    vectors: Array
    psi: Array

    kernel = "gaussian"
    name = "dense"
    blocks = 1

    @cached_property
    def balances(self) -> Array:
        """What inputs of each side are multiplied by, shape (2, d, d), or (2, d) where it is diagonal."""
        diagonal = np.diag(self.psi)
        if np.array_equal(np.diag(diagonal), self.psi):
            return np.stack([diagonal, 1 / diagonal])
        return np.stack([self.psi, np.linalg.inv(self.psi)])

    def balanced(self, inputs: Any, side: str, balances: Any = None) -> Any:
        """v of inputs of one side, shape (..., L, d); arrays of any library, with `balances` of it."""
        own = (self.balances if balances is None else balances)[SIDES.index(check_side(side))]
        return inputs * own if own.ndim == 1 else inputs @ own

    def prepared(self, projections: Projections) -> Array:
        """W and c of projections, shape (..., m, d + 1)."""
        roots = (self.vectors * np.sqrt(1 - 4 * self.values)) @ self.vectors.T
        turned = np.swapaxes(images(roots, projections), -1, -2)
        growth = np.einsum("l,...lm->...m", self.values, np.square(images(self.vectors.T, projections)))
        return np.concatenate([turned, (growth + np.log1p(-4 * self.values).sum() / 4)[..., None]], axis=-1)

    def numbers(self) -> dict[str, Any]:
        """None that is not in an array."""
        return {}

    def log_features(
        self, inputs: ArrayLike, projections: Array, side: str = "x", change: float = 0.0
    ) -> tuple[None, Array]:
        """As `AnyFamily.log_features`, of what `prepared` gives."""
        u = check_inputs(inputs)
        v = self.balanced(u, side)
        log = images(v, projections[..., :-1]) + projections[..., None, :, -1]
        return None, log + ((change - 0.5) * squares(u) - squares(v) / 2 - np.log(log.shape[-1]) / 2)
