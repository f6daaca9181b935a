r"""Bounds for more distances |z| than are evaluated one by one: what grows with the distance is evaluated at the ends of bins.

One sample over the kernel, T = Z/K, of a map that sees the image of z alone (`families.reduction`, c = 0 and no phase) has the law of M_s
at s = |z|^2, where B is a Brownian motion and

    M_s = exp(B_s - s/2),    cosh(B_s) exp(-s/2)    or    cos(B_s) exp(s/2).

These are martingales. So is the mean of m independent ones, and by Jensen's inequality E f grows with s for every convex f. Hence with
the relative error D = K_hat/K - 1 and its products B of different samples, at |z| in [a, b],

    E D^2 <= E_b D^2,    var D^2 <= E_b D^4 - (E_a D^2)^2,    var (1 + D)^2 <= E_b (1 + D)^4 - (E_a (1 + D)^2)^2,    E B^2 <= E_b B^2,

the last because ``E B^2 = 2 (m - 1)/m^3 (E (T - 1)^2)^2``. Projections that depend on each other, with Gaussian marginals, have the crude
bounds of `variables`, ``E D^2 <= E (T - 1)^2`` and fourth moments of one sample, which grow with s for the same reason.
"""

from __future__ import annotations

from collections.abc import Sequence

import mpmath
import numpy as np

from rftheory.arrays import Array
from rftheory.estimators.coupled import Coupled
from rftheory.estimators.moments import DIGITS, Number
from rftheory.montecarlo.bounds import BEYOND, Bound
from rftheory.montecarlo.known_moments import UPWARDS, KnownMoments, known_moments
from rftheory.montecarlo.quantities import Quantity
from rftheory.montecarlo.setting import Setting
from rftheory.montecarlo.variables import PLAIN, Variable

#: bins, of equal ratios of distances; distances below the last share of the largest one have one bin
_BINS, _LEAST = 128, 1e-2


def grows(setting: Setting) -> bool:
    """Whether the samples over the kernel are martingales of the distance."""
    estimator = setting.estimator
    if type(estimator) is not Coupled or not estimator.coupling.gaussian_marginals:
        return False
    law = estimator.family.reduction(setting.dimension)
    return law is not None and law.rate == 0 and not law.phase


def binned_bounds(quantity: Quantity, setting: Setting, kernel: Array) -> list[Bound] | None:
    """What is proved of the plain draws of each pair; None if nothing is for these samples.

    Args:
        kernel: of each pair, in the unit of the bounds, shape (P,).
    """
    if not grows(setting):
        return None
    assert isinstance(setting.estimator, Coupled)
    law = setting.estimator.family.reduction(setting.dimension)
    assert law is not None
    found: list[Bound | None] = [None] * setting.pairs
    for members in _bins(law.sizes(setting.x, setting.y)):
        relative, crude = _relative(quantity, setting, members[0], members[-1])
        for pair in members:
            scale = float(kernel[pair]) ** (2 * quantity.power)
            known = relative < BEYOND
            reason = "" if known else "the variance is beyond what float64 holds"
            found[pair] = Bound(float(relative) * scale if known else None, reason=reason, crude=crude)
    return [bound for bound in found if bound is not None]


def _bins(sizes: Array) -> list[Sequence[int]]:
    """Numbers of pairs, from the least to the largest distance of a bin."""
    order = np.argsort(sizes, kind="stable")
    largest = float(sizes[order[-1]])
    if not largest:
        return [order.tolist()]
    places = np.log(np.maximum(sizes[order] / largest, _LEAST)) / np.log(_LEAST)
    numbers = np.minimum((places * _BINS).astype(int), _BINS - 1)
    return [part.tolist() for part in np.split(order, np.flatnonzero(np.diff(numbers)) + 1)]


def _relative(quantity: Quantity, setting: Setting, least: int, most: int) -> tuple[Number, bool]:
    """A bound of the variance over the power of K, for all distances between those of two pairs; and whether it is crude."""
    with mpmath.workdps(DIGITS):
        ends = [known_moments(setting, pair) for pair in (least, most)]
        low, high = (_variable(quantity.name, known) for known in ends)
        if high.square is None:
            return mpmath.inf, False
        below = (low.least or 0) / ends[0].kernel ** quantity.power / UPWARDS
        return (high.square / ends[1].kernel ** (2 * quantity.power) - below**2) * UPWARDS**4, high.crude


def _variable(name: str, known: KnownMoments) -> Variable:
    if known.independent:
        return PLAIN[name](known)
    if name in ("mean", "bias"):
        return Variable(known.single, crude=True)
    factor = mpmath.mpf(known.m) / (known.m - 1) if name == "pair_covariance" else mpmath.mpf(1)
    return Variable(factor**2 * known.single_fourth(name == "second_moment"), crude=True)
