r"""What is proved of the variables that are averaged over draws: their mean squares, means and ranges.

*Tilted variables*, in units of K, T = K_hat/K, C = max(1/(1 - a), rho/a), each with a mean square under the tilted law that is a mean
under the coupling: ``E (g/q)^2 q = E g^2/q``. As ``T^2 <= rho L`` (the square of a mean), ``T^2/q <= rho/a``, and ``1/q <= 1/(1 - a)``:

    mean               E T^2/q <= min(rho/a, E T^2/(1 - a)),     bias   E (T - 1)^2/q <= E D^2/(1 - a)
    second moment      E T^4/q <= rho/a E T^2
    squared error      `estimators.tilted`
    pair covariance    (m/(m - 1))^2 E B^2/q <= (m/(m - 1))^2 E B^2/(1 - a)

*Gaussian marginals* are enough for a crude bound. As D is a mean, ``|D|^2 <= (1/m) sum_i |s_i|^2`` and ``|D|^4 <= (1/m) sum_i |s_i|^4``.
So ``E |D|^4 <= E |s|^4`` of one sample, whatever the coupling, and ``E |K_hat|^4 <= E |Z|^4``. The products ``B = |D|^2 - A`` are a
difference of two numbers in [0, (1/m) sum_i |s_i|^2], so ``E B^2 <= E |s|^4`` too.

*A range* stands in for a variance where samples are bounded: for waves |Z| <= c, so 0 <= |D|^2 <= (c + K)^2 whatever the coupling. A
variable in [low, high] of mean mu has variance at most (high - mu)(mu - low) <= (high - low)^2/4.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import mpmath

from rftheory.estimators.moments import Number
from rftheory.estimators.square_tilt import SquareTilt
from rftheory.estimators.tilted import error_bound, error_square_bound
from rftheory.montecarlo.known_moments import UPWARDS, KnownMoments
from rftheory.montecarlo.samplers import pair_tilt
from rftheory.montecarlo.setting import Setting


@dataclass(frozen=True)
class Variable:
    """What can be said of a variable, in absolute numbers; a part that is not known is None."""

    #: bound of the mean square, and the least size of the mean
    square: Number | None = None
    least: Number | None = None
    expected: Number | None = None
    low: Number | None = None
    high: Number | None = None
    reason: str = ""
    #: whether the square is that of one sample
    crude: bool = False


Rule = Callable[[KnownMoments], Variable]


def _or_range(moments: Rule, bounds: Rule) -> Rule:
    """What moments say, and what a range says, of which one may not be known."""

    def rule(known: KnownMoments) -> Variable:
        found, reasons = [], []
        for part in (moments, bounds):
            try:
                found.append(part(known))
            except (ValueError, ArithmeticError) as error:
                found.append(Variable())
                reasons.append(str(error))
        first, second = found
        low = second.low if first.low is None else first.low
        return replace(first, low=low, high=second.high, reason="; ".join(reasons))

    return rule


def _mean(known: KnownMoments, shift: int) -> Variable:
    """Of Re K_hat (shift 1) or Re K_hat - K (shift 0)."""
    return Variable(known.error[1] - known.bias**2, expected=known.bias + shift * known.kernel)


def _or_crude(rule: Rule, is_raw: bool = False, scale: Callable[[Number], Number] | None = None) -> Rule:
    """A rule, or where the coupling has no moments that are known the fourth moment of one sample, times the square of a factor of m."""

    def found(known: KnownMoments) -> Variable:
        try:
            return rule(known)
        except ValueError:
            if known.has_moments:
                raise
            factor = mpmath.mpf(1) if scale is None else scale(mpmath.mpf(known.m))
            low = None if scale else mpmath.mpf(0)
            return Variable(factor**2 * known.single_fourth(is_raw), low=low, crude=True)

    return found


def _second_moment(known: KnownMoments) -> Variable:
    moments = known.raw
    return Variable(mpmath.re(moments.fourth), mpmath.re(moments.second), mpmath.re(moments.second), mpmath.mpf(0))


def _error(known: KnownMoments) -> Variable:
    moments = known.central
    return Variable(mpmath.re(moments.fourth), mpmath.re(moments.second), mpmath.re(moments.second), mpmath.mpf(0))


def _pairs(known: KnownMoments) -> Variable:
    """``m/(m - 1) B``, whose mean is that of (Z_1 - K)(Z_2 - K)."""
    m = mpmath.mpf(known.m)
    low, high = ((m * error - known.single) / (m - 1) for error in known.error)
    expected = low if low == high else None
    return Variable((m / (m - 1)) ** 2 * known.products, expected and abs(expected), expected)


def _controlled(known: KnownMoments) -> Variable:
    """``E |s|^2/m + B``; least is what the known part leaves of the mean, as the variance is that of B."""
    low, high = known.error
    products = low - known.single / known.m
    exact = low == high
    return Variable(known.products, abs(products) if exact else None, low if exact else known.single / known.m)


def _range(known: KnownMoments, name: str) -> Variable:
    low, high = _wave(known, name)
    return Variable(low=low, high=high)


def _wave(known: KnownMoments, name: str) -> tuple[Number, ...]:
    """The range of a variable of samples in [-c, c]."""
    c, K, m = known.largest, known.kernel, mpmath.mpf(known.m)
    most = (c + K) ** 2
    ranges: dict[str, tuple[Number, Number]] = {
        "mean": (-c, c),
        "bias": (-c - K, c - K),
        "second_moment": (mpmath.mpf(0), c**2),
        "mse": (mpmath.mpf(0), most),
    }
    if m > 1:
        # a mean over pairs of products in [-(c^2 - K^2), (c + K)^2], and m D^2 - S with S at most the largest square
        ranges["pair_covariance"] = -min(c**2 - K**2, most / (m - 1)), most
    if name == "controlled":
        low, high = _wave(known, "pair_covariance")
        return tuple(known.single / m + (1 - 1 / m) * end for end in (low, high))
    if name not in ranges:
        raise ValueError("one projection has no pairs")
    return ranges[name]


PLAIN: dict[str, Rule] = {
    "mean": _or_range(lambda known: _mean(known, 1), lambda known: _range(known, "mean")),
    "bias": _or_range(lambda known: _mean(known, 0), lambda known: _range(known, "bias")),
    "second_moment": _or_range(_or_crude(_second_moment, is_raw=True), lambda known: _range(known, "second_moment")),
    "mse": _or_range(_or_crude(_error), lambda known: _range(known, "mse")),
    "pair_covariance": _or_range(
        _or_crude(_pairs, scale=lambda m: m / (m - 1)), lambda known: _range(known, "pair_covariance")
    ),
}
CONTROLLED: dict[str, Rule] = {"mse": _or_range(_controlled, lambda known: _range(known, "controlled"))}


def tilted_rules(setting: Setting, pair: int, share: float) -> dict[str, Rule]:
    """The bounds of the module docstring, by quantity."""

    def rule(name: str) -> Rule:
        return lambda known: _tilted_variable(known, pair_tilt(setting, pair), mpmath.mpf(share), name)

    nothing: Rule = lambda known: Variable()  # noqa: E731
    return {name: _or_range(rule(name), nothing) for name in PLAIN}


def _tilted_variable(known: KnownMoments, tilt: SquareTilt, share: Number, name: str) -> Variable:
    K, m = known.kernel, mpmath.mpf(known.m)
    rho, largest = mpmath.exp(tilt.log_square) * UPWARDS, error_bound(tilt, share)
    low, high = (error / K**2 for error in known.error)
    exact = low if low == high else None
    zero, one, rest = mpmath.mpf(0), mpmath.mpf(1), 1 - share
    if name == "mean":
        # sqrt(rho L)/(1 - a + a L) is largest at a L = 1 - a
        top = mpmath.sqrt(rho / (share * rest)) / 2
        found = Variable(min((1 + high) / rest, rho / share), one, one, zero, top)
    elif name == "bias":
        found = Variable(high / rest, zero, zero)
    elif name == "second_moment":
        found = Variable(rho / share * (1 + high), 1 + low, None if exact is None else 1 + exact, zero, rho / share)
    elif name == "mse":
        try:
            products = known.products / K**4
        except ValueError:
            products = None
        square = error_square_bound(tilt, share, known.m, high, products)
        # where the mean is between two bounds, either is near enough to choose by
        found = Variable(square, low, low or high, zero, largest)
    else:
        pairs = _pairs(known)
        least, expected = (None if e is None else e / K**2 for e in (pairs.least, pairs.expected))
        square = pairs.square / K**4 / rest
        found = Variable(square, least, expected, -largest / (m - 1), largest * m / (m - 1))
    power = 1 if name in ("mean", "bias") else 2

    def scaled(number: Number | None) -> Number | None:
        return None if number is None else number * K**power

    least, expected, low, high = (scaled(e) for e in (found.least, found.expected, found.low, found.high))
    return Variable(found.square * K ** (2 * power), least, expected, low, high)
