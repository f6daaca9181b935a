r"""Kernel ridge regression, a posterior of a Gaussian process, and by how much features move them.

With ``C = K + ridge I``, ``alpha = C^-1 y`` and ``H = K_t C^-1`` predictions are ``f = K_t alpha``, and the posterior variance of the
process whose noise has the variance ``ridge`` is ``v = diag(K_tt - H K_t^T)``. For K + D in place of K, on all pairs of rows,

    f moves by  (D_t - H D) alpha,    v by  diag(D_tt - H D_t^T - D_t H^T + H D H^T),

to first order in D. For features phi of one projection, of rows and test rows, let ``r = phi_t - H phi`` and ``s = phi^T alpha``. Then
``phi phi^T`` moves f by ``r s`` and v by ``diag(r r^T)``, minus their means. Both are linear in D, so that averages over projections have
them as averages: the law of their mean square is that of the kernel's own error (`_choose.sizes`), and one projection and one
block of projections say all of it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from scipy import linalg

from rftheory.inputs.arrays import Array


class Predicted(NamedTuple):
    """Of a posterior at T rows: the mean, shape (T, k), and the variance, shape (T,)."""

    mean: Array
    variance: Array


@dataclass(frozen=True, eq=False)
class Posterior:
    """The exact one, from kernel matrices.

    Attributes:
        at: its moments.
        weights: alpha, shape (n, k).
        smoother: H, shape (T, n).
        means: what one projection gives on average, before it is subtracted.
    """

    at: Predicted
    weights: Array
    smoother: Array
    means: Predicted

    @classmethod
    def of(cls, kernel: Array, ridge: float, targets: Array, tests: int) -> Posterior:
        """Of the kernel matrix of n rows and T test rows after them, shape (n + T, n + T), and targets of shape (n, k)."""
        own, cross = kernel[:-tests, :-tests], kernel[-tests:, :-tests]
        factor = linalg.cho_factor(own + ridge * np.eye(len(own)), lower=True)
        weights, smoother = linalg.cho_solve(factor, targets), linalg.cho_solve(factor, cross.T).T
        prior = np.diagonal(kernel)[-tests:]
        shared = np.vecdot(smoother, cross)
        seen = smoother @ own
        means = Predicted(cross @ weights - seen @ weights, prior - 2 * shared + np.vecdot(seen, smoother))
        # what rounding makes negative is 0
        return cls(Predicted(cross @ weights, np.maximum(prior - shared, 0.0)), weights, smoother, means)

    def moved(self, features: Array) -> tuple[Array, Array]:
        """Mean squares of what maps move both moments by, to first order.

        Args:
            features: of the rows and test rows, shape (R, n + T, F), products of which estimate the kernel.

        Returns:
            averages over test rows (and targets), two arrays of shape (R,).
        """
        tests = len(self.smoother)
        rest = features[:, -tests:] - self.smoother @ features[:, :-tests]
        sums = np.swapaxes(features[:, :-tests], 1, 2) @ self.weights
        mean, variance = rest @ sums - self.means.mean, np.vecdot(rest, rest) - self.means.variance
        return np.square(mean).mean(axis=(1, 2)), np.square(variance).mean(axis=1)


def made(features: Array, ridge: float, targets: Array, tests: int) -> Predicted:
    """The posterior of the kernel of features of shape (n + T, F), by the smaller of two systems."""
    own, at = features[:-tests], features[-tests:]
    if features.shape[1] >= len(own):
        return Posterior.of(features @ features.T, ridge, targets, tests).at
    factor = linalg.cho_factor(own.T @ own + ridge * np.eye(own.shape[1]), lower=True)
    solved = linalg.cho_solve(factor, np.concatenate([own.T @ targets, at.T], axis=1))
    mean, inverse = solved[:, : targets.shape[1]], solved[:, targets.shape[1] :]
    return Predicted(at @ mean, ridge * np.vecdot(at, inverse.T))
