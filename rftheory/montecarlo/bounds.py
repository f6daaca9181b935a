r"""Proved bounds of the variance of what is averaged over draws, by quantity and by method, and the method with the least one.

Methods, with ``D = K_hat - K = (1/m) sum_i s_i``, its squares A and its products B of different samples (`known_moments`):

    plain        the variable of the quantity as it is drawn
    controlled   for the mean squared error ``E |s|^2/m + E B``: the first term is known, so that only B is drawn. No sample enters
                 with more than its square, which matters where E Z^4 is huge
    tilted       draws of `samplers.TiltedSampler`, each with its weight 1/q, q = 1 - a + a L

*More distances |z| than are evaluated one by one:* what grows with the distance is evaluated at the ends of bins. One sample over the
kernel, T = Z/K, of a map that sees the image of z alone (`families.reduction`, c = 0 and no phase) has the law of M_s at s = |z|^2, where B
is a Brownian motion and

    M_s = exp(B_s - s/2),    cosh(B_s) exp(-s/2)    or    cos(B_s) exp(s/2).

These are martingales. So is the mean of m independent ones, and by Jensen's inequality E f grows with s for every convex f. Hence with
the relative error D = K_hat/K - 1 and its products B of different samples, at |z| in [a, b],

    E D^2 <= E_b D^2,    var D^2 <= E_b D^4 - (E_a D^2)^2,    var (1 + D)^2 <= E_b (1 + D)^4 - (E_a (1 + D)^2)^2,    E B^2 <= E_b B^2,

the last because ``E B^2 = 2 (m - 1)/m^3 (E (T - 1)^2)^2``. Projections that depend on each other, with Gaussian marginals, have the crude
bounds of `variables`, ``E D^2 <= E (T - 1)^2`` and fourth moments of one sample, which grow with s for the same reason.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, get_args

import mpmath
import numpy as np

from rftheory.arrays import Array
from rftheory.estimators.coupled import Coupled
from rftheory.estimators.moments import DIGITS, Number
from rftheory.montecarlo.intervals import check_share
from rftheory.montecarlo.known_moments import UPWARDS, KnownMoments, known_moments
from rftheory.montecarlo.quantities import PairCovariance, Quantity, TailProbability
from rftheory.montecarlo.setting import Setting
from rftheory.montecarlo.variables import CONTROLLED, PLAIN, Variable, tilted_rules

Method = Literal["plain", "controlled", "tilted"]

#: shares of tilted draws that are compared
SHARES = (0.25, 0.5, 0.75, 0.9, 0.98, 0.995)
#: time of a draw, over that of a plain one of the same coupling (measured at d = m = 64)
_COST = {"plain": 1.0, "controlled": 1.1, "tilted": 1.7}
#: bounds are kept below this, so that widths do not overflow
_BEYOND = mpmath.mpf(2) ** 1000
#: bins, of equal ratios of distances; distances below the last share of the largest one have one bin
_BINS, _LEAST = 128, 1e-2


@dataclass(frozen=True)
class Bound:
    """What is proved of the variable that is averaged, in units of ``exp(power log_unit)``.

    Attributes:
        variance: an upper bound; None if none is known.
        low, high: a range that every draw obeys; infinite ends if there is none.
        expected: its mean, where that is known exactly (for the choice of a method, not for an interval).
        reason: why there is no bound of the variance, or "".
        from_range: whether the bound of the variance is that of the range alone, which the draws can better.
        crude: whether it is that of a single sample (`variables`), which many draws can better.
    """

    variance: float | None
    low: float = -math.inf
    high: float = math.inf
    expected: float | None = None
    reason: str = ""
    from_range: bool = False
    crude: bool = False

    @property
    def relative_variance(self) -> float:
        """The bound over the square of the mean; infinite where one of them is not known."""
        if self.variance is None or self.expected is None:
            return math.inf
        if self.variance == 0:
            return 0.0
        scale = self.expected * self.expected
        return self.variance / scale if scale else math.inf


@dataclass(frozen=True)
class Choice:
    """A method for one quantity: ``share`` of its tilted draws (0 for other methods) and its bounds, one for each pair asked for."""

    method: Method
    share: float
    bounds: tuple[Bound, ...]

    @property
    def relative_variance(self) -> float:
        """The largest of the pairs."""
        return max(bound.relative_variance for bound in self.bounds)


def variance_bound(
    quantity: Quantity,
    setting: Setting,
    method: Method = "plain",
    pair: int = 0,
    share: float = 0.5,
    log_unit: float | None = None,
) -> Bound:
    """What is proved of ``quantity.values`` of the draws of one pair.

    Args:
        method: for "controlled" the variable is that of the mean squared error, known part included.
        share: a of "tilted".
        log_unit: logarithm of the unit of the estimates; log K by default.

    Raises:
        ValueError: for other methods, shares outside (0, 1), pairs that the setting has not, and a pair covariance of another m.
    """
    if method not in get_args(Method):
        raise ValueError(f"method must be one of {', '.join(get_args(Method))}, got {method!r}")
    if isinstance(quantity, PairCovariance) and quantity.m != setting.m:
        raise ValueError(f"m of the pair covariance must be that of the setting, {setting.m}, got {quantity.m}")
    known = known_moments(setting, pair)
    unit = float(setting.log_kernel[pair]) if log_unit is None else log_unit
    if isinstance(quantity, TailProbability) and method == "plain":
        return Bound(0.25, 0.0, 1.0)
    check_share("share", share)
    rules = {"plain": PLAIN, "controlled": CONTROLLED, "tilted": tilted_rules(setting, pair, share)}[method]
    if quantity.name not in rules:
        return Bound(None, reason=f"there is no bound of the {quantity.name} by {method} draws")
    with mpmath.workdps(DIGITS):
        return _in_units(rules[quantity.name](known), quantity.power * unit)


def best_method(
    quantity: Quantity,
    setting: Setting,
    pairs: Sequence[int] | None = None,
    methods: Sequence[Method] = get_args(Method),
) -> Choice:
    """The method with the least proved relative variance times cost, at the worst of the pairs; plain draws if none has one."""
    asked = range(setting.pairs) if pairs is None else pairs
    plain, best, least = None, None, math.inf
    for method, share in _candidates(methods):
        bounds = tuple(variance_bound(quantity, setting, method, pair, share or 0.5) for pair in asked)
        choice = Choice(method, share, bounds)
        plain = choice if plain is None else plain
        burden = choice.relative_variance * _COST[method]
        if burden < least:
            best, least = choice, burden
        if method == "tilted" and all(bound.variance is None for bound in bounds):
            break
    chosen = best or plain
    if chosen is None:
        raise ValueError("methods must not be empty")
    return chosen


def known_square(setting: Setting, alike: Sequence[int] | None = None) -> Array:
    """``E |Z - K|^2/K^2`` of one sample, for each pair; shape (P,). It is known exactly, and rounded.

    Args:
        alike: of each pair one with the same answer; by default itself.

    Raises:
        ValueError: for estimators that are no means of samples of one kind with known moments.
    """
    alike = range(setting.pairs) if alike is None else alike
    known = {pair: known_moments(setting, pair) for pair in set(alike)}
    squares = {pair: float(moments.single / moments.kernel**2) for pair, moments in known.items()}
    return np.array([squares[pair] for pair in alike])


def _candidates(methods: Sequence[Method]) -> Iterator[tuple[Method, float]]:
    for method in methods:
        for share in SHARES if method == "tilted" else (0.0,):
            yield method, share


def _in_units(variable: Variable, log_unit: float) -> Bound:
    """In float64, the bound of the variance upwards."""
    unit = mpmath.exp(log_unit)
    low, high, expected = (None if e is None else e / unit for e in (variable.low, variable.high, variable.expected))
    bounds = []
    if variable.square is not None:
        least = 0 if variable.least is None else variable.least
        bounds.append((variable.square - least**2) / unit**2)
    if low is not None and high is not None:
        bounds.append((high - low) ** 2 / 4 if expected is None else (high - expected) * (expected - low))
    known = [bound for bound in bounds if bound < _BEYOND]
    reason = ""
    if not known:
        none = variable.reason or "the draws have no variance that is known"
        reason = "the variance is beyond what float64 holds" if bounds else none
    return Bound(
        max(0.0, float(min(known) * UPWARDS)) if known else None,
        -math.inf if low is None else float(low),
        math.inf if high is None else float(high),
        None if expected is None else float(expected),
        reason,
        variable.square is None,
        variable.crude,
    )


def _grows(setting: Setting) -> bool:
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
    if not _grows(setting):
        return None
    assert isinstance(setting.estimator, Coupled)
    law = setting.estimator.family.reduction(setting.dimension)
    assert law is not None
    found: list[Bound | None] = [None] * setting.pairs
    for members in _bins(law.sizes(setting.x, setting.y)):
        relative, crude = _relative(quantity, setting, members[0], members[-1])
        for pair in members:
            scale = float(kernel[pair]) ** (2 * quantity.power)
            known = relative < _BEYOND
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
