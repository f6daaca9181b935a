r"""The entire functions of t = v^2/2 that mean squared errors are made of, as series of nonnegative terms N_k t^k/k!.

With ``A_k`` of `coefficients` (``A_k <= 2^k`` for cosines <= 0, because ``(d)_k/(d/2)_k <= 2^k`` and M_k <= 1) and n partners
per projection (`geometry`):

    conformity                 rho                              A_k
    even conformity            average of rho at c and -c       B_k
    gap, c <= 0                exp(v^2) - rho                   2^k - A_k
    positive features          m MSE / exp(-|x|^2 - |y|^2)      4^k - 2^k - n (2^k - A_k)
    hyperbolic features        m MSE / exp(-|x|^2 - |y|^2)      (4^k + 0^k)/2 - 2^k - n (2^k - B_k)

(softmax kernel; B_k are the averages of A_k at c and -c; Fourier features are the last row at minus t). That the last
two are nonnegative is not assumed: the balls decide it, for each k.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import lru_cache

from flint import arb, ctx

from rftheory.conformity.coefficients import BITS, accurate, angle_coefficients, even_coefficients, rational
from rftheory.conformity.expansion import PositiveSeries, SeriesGrowth

ORTHOGONAL = Fraction(0)


@lru_cache(maxsize=64)
def conformity_series(d: int, cosine: Fraction) -> PositiveSeries:
    """rho at a fixed angle."""
    return PositiveSeries(_conformity(d, cosine), 0, _rate(cosine), _conformity_growth(d, cosine))


@lru_cache(maxsize=64)
def even_conformity_series(d: int, cosine: Fraction) -> PositiveSeries:
    """The average of rho at the cosines c and -c."""
    numerators, most = _numerators(d, cosine, even_coefficients, list, 0), abs(cosine)
    return PositiveSeries(numerators, 0, _rate(most), _conformity_growth(d, most))


@lru_cache(maxsize=64)
def gap_series(d: int, cosine: Fraction) -> PositiveSeries:
    """exp(v^2) - rho for cosines <= 0."""

    def make(values: Sequence[arb]) -> list[arb]:
        return [arb(2) ** k - a for k, a in enumerate(values)]

    start = 2 if cosine == 0 else 1
    return PositiveSeries(
        _numerators(d, cosine, angle_coefficients, make, start),
        start,
        Fraction(2),
        lambda k, _: SeriesGrowth(arb(2) ** k, 2.0),
    )


@lru_cache(maxsize=64)
def positive_error_series(d: int, cosine: Fraction, partners: Fraction) -> PositiveSeries:
    """m MSE of positive features of the softmax kernel, without the factor exp(-|x|^2 - |y|^2); cosine <= 0."""

    def make(values: Sequence[arb]) -> list[arb]:
        n = rational(partners)
        return [arb(4) ** k - arb(2) ** k - n * (arb(2) ** k - a) for k, a in enumerate(values)]

    return PositiveSeries(
        _numerators(d, cosine, angle_coefficients, make, 1), 1, Fraction(4), lambda k, _: SeriesGrowth(arb(4) ** k, 4.0)
    )


def even_error_numerators(
    d: int, cosine: Fraction, partners: Fraction, bits: int = 2 * BITS
) -> Callable[[int], list[arb]]:
    """The N_k of hyperbolic features, with the sign of ``(-t)^k`` for Fourier features, which need more bits."""

    def make(values: Sequence[arb]) -> list[arb]:
        n = rational(partners)
        return [(arb(4) ** k + (k == 0)) / 2 - arb(2) ** k - n * (arb(2) ** k - b) for k, b in enumerate(values)]

    return _numerators(d, cosine, even_coefficients, make, 2, bits)


@lru_cache(maxsize=64)
def hyperbolic_error_series(d: int, cosine: Fraction, partners: Fraction) -> PositiveSeries:
    """m MSE of hyperbolic features of the softmax kernel, without the factor exp(-|x|^2 - |y|^2)."""
    most = rational(partners) + 1
    numerators = even_error_numerators(d, cosine, partners)
    # B_k <= 4^k
    return PositiveSeries(numerators, 2, Fraction(4), lambda k, _: SeriesGrowth(most * arb(4) ** k, 4.0))


def _rate(cosine: Fraction) -> Fraction:
    return 2 * (1 + max(cosine, Fraction(0)))


def _conformity(d: int, cosine: Fraction) -> Callable[[int], list[arb]]:
    return _numerators(d, cosine, angle_coefficients, list, 0)


def _conformity_growth(d: int, cosine: Fraction) -> Callable[[int, arb], SeriesGrowth]:
    """Ratios of A_k (of B_k, for the positive cosine) from k on: (d+k)/(d/2+k) decreases, M_(k+1)/M_k is at most max s."""
    most = float(1 + max(cosine, Fraction(0))) * (1 + 2**-50)
    return lambda k, value: SeriesGrowth(value, (d + k) / (d / 2 + k) * most)


def _numerators(
    d: int,
    cosine: Fraction,
    coefficients: Callable[[int, Fraction, int, int], Sequence[arb]],
    make: Callable[[Sequence[arb]], list[arb]],
    start: int,
    bits: int = 2 * BITS,
) -> Callable[[int], list[arb]]:
    def numerators(count: int) -> list[arb]:
        def attempt(precision: int) -> list[arb]:
            values = coefficients(d, cosine, count, precision)
            with ctx.workprec(precision):
                return make(values)

        return _nonnegative(accurate(attempt, start, bits), start, bits)

    return numerators


def _nonnegative(values: list[arb], start: int, bits: int = 2 * BITS) -> list[arb]:
    """Zeros before ``start``, and positive numbers of so many bits from there on.

    Raises:
        ArithmeticError: if one is negative.
    """
    with ctx.workprec(bits):
        rest = [value * 1 for value in values[start:]]
    if not all(value > 0 for value in rest):
        raise ArithmeticError(f"a negative coefficient at k = {start + [bool(v > 0) for v in rest].index(False)}")
    return [arb(0)] * start + rest
