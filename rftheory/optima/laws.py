r"""The law {p_k} of discretely-induced features that gives the least second moment for given inputs.

With s_l = |x_l y_l| the second moment is ``exp(-|x|^2 - |y|^2) prod_l F_l(p)``, ``F_l(p) = sum_k a_lk^2/p_k``,
``a_lk = s_l^k/k!``. If every coordinate may have a law of its own, Cauchy-Schwarz gives the best: Poisson(s_l). One law
for all coordinates is a convex problem in ``log p_k``; its solution is the fixed point ``p_k^2 = (1/d) sum_l a_lk^2/F_l(p)``,
so ``p_k = sqrt(sum_l c_l s_l^(2k)) / k!`` with only d numbers c_l to find. For every law p, with
``q_k = (1/d) sum_l a_lk^2/(p_k F_l(p))``, Jensen's inequality bounds what any other law can gain:

    sum_l log F_l(p) - min <= d KL(q | p).
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import gammaln, logsumexp

from rftheory.arrays import Array
from rftheory.optima.products import checked_rows

#: counts beyond this are refused: s_l is at most about a third of it
_MOST_COUNTS = 20_000
_MOST_STEPS = 2_000


@dataclass(frozen=True)
class CommonLaw:
    """One law of counts for all coordinates.

    ``log_coefficients`` are the log c_l (for the coordinates with s_l > 0), normalised so that the masses sum to one;
    ``log_factor`` is ``sum_l log F_l``, and ``gap`` bounds by how much any law can be below it (in float64).
    """

    log_products: Array
    log_coefficients: Array
    log_factor: float
    gap: float

    def log_mass(self, count: ArrayLike) -> Array:
        """log p_k for integers k >= 0 of any shape."""
        k = np.asarray(count)
        terms = self.log_coefficients + 2 * k[..., None] * self.log_products
        return np.asarray(logsumexp(terms, axis=-1) / 2 - gammaln(k + 1.0))


def separate_rates(x: ArrayLike, y: ArrayLike) -> Array:
    """The best Poisson rates, one for each coordinate: |x_l y_l| (averages over pairs of rows for data sets).

    The second moment is then ``exp(2 sum_l |x_l y_l| - |x|^2 - |y|^2)``, which is K^2 if no product is negative.
    """
    first, second = checked_rows(x, y)
    return np.asarray(np.abs(first).mean(axis=0) * np.abs(second).mean(axis=0))


def optimal_common_law(x: ArrayLike, y: ArrayLike, tolerance: float = 1e-10) -> CommonLaw:
    """The best law {p_k} common to all coordinates, to within ``tolerance`` in the logarithm of the second moment.

    Args:
        x, y: two inputs of shape (d,); or data sets of shapes (L, d) and (M, d), whose averages of |x_l y_l| over all
            pairs of rows stand for the products.

    Raises:
        ValueError: if all products vanish (the mass of 0 tends to one, and no law is best), or one is too large.
        RuntimeError: if the tolerance is not reached.
    """
    s = separate_rates(x, y)
    if not s.any():
        raise ValueError("there is no best law: all products x_l y_l are zero, p_0 -> 1 is the limit")
    size = int(s.max() * 2 + 12 * math.sqrt(s.max()) + 60)
    if size > _MOST_COUNTS:
        raise ValueError(f"|x_l y_l| must be at most about {_MOST_COUNTS / 2.2:.0f}, got {s.max()}")
    # a coordinate without product has a_l0 = 1 only: c_l 0^(2k)
    log_s = np.log(np.where(s > 0, s, 1e-300))
    counts = np.arange(size)
    log_squares = 2 * (counts * log_s[:, None] - gammaln(counts + 1.0))
    log_p = counts * math.log(s.mean()) - s.mean() - gammaln(counts + 1.0)
    for _ in range(_MOST_STEPS):
        log_factors = logsumexp(log_squares - log_p, axis=1)
        log_q = logsumexp(log_squares - log_p - log_factors[:, None], axis=0) - math.log(len(s))
        gap = float(len(s) * (np.exp(log_q) * (log_q - log_p)).sum())
        if gap <= tolerance:
            return CommonLaw(log_s, _coefficients(log_squares, log_p, log_factors), float(log_factors.sum()), gap)
        # p q = (1/d) sum_l a^2/F_l: half a step in log p towards the fixed point p = q
        log_p = (log_p + log_q) / 2
        log_p -= logsumexp(log_p)
    raise RuntimeError(f"after {_MOST_STEPS} steps another law may still be better by {gap:.1e}")


def _coefficients(log_squares: Array, log_p: Array, log_factors: Array) -> Array:
    """log c_l of the law ``p_k = sqrt(sum_l c_l a_lk^2)``, c_l proportional to 1/F_l, that sums to one."""
    log_masses = logsumexp(log_squares - log_factors[:, None], axis=0) / 2
    return np.asarray(-log_factors - 2 * logsumexp(log_masses))
