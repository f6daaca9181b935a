"""Analytic errors per second, beside an mpmath loop over the same formula and beside plain numpy and scipy, as ratios in one run.

    python benchmarks/analytic.py [--seconds 0.35] [--pairs 10000 --pairs 1000000] [--dimension 64] [--json FILE]

Mean squared errors of m = d projections at lengths from 1e-3 to 10, log-uniform, and the variance of one generalized
exponential sample at inputs in R^8. The loop works with 30 digits, one pair at a time. *plain* is the formula as it is read,
in float64. Beside the speeds stand the worst relative errors of ours and of *plain* on a sample, against the loop with 60
digits. One thread; what ours prepares once (splines of series) is not counted. Prints a table and one line of JSON.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import mpmath
import numpy as np
import sympy as sp
from scipy.special import hyp1f1, roots_gegenbauer

from benchmarks._measuring import Work, against_targets, alternate, one_thread, parser, print_table, report
from rftheory.families.family import Family
from rftheory.families.generalized_exponential import GeneralizedExponential
from rftheory.families.positive import Positive
from rftheory.families.trigonometric import Trigonometric
from rftheory.inputs.arrays import Array
from rftheory.mechanisms.mse import log_mse, log_variance

LENGTHS = (1e-3, 10.0)
#: pairs on which the accuracy is measured
_SAMPLE = 24
_DIGITS, _REFERENCE_DIGITS = 30, 60
#: A of the generalized exponential features
_A = Fraction(-1, 10)
#: dimension of their inputs, which are given as arrays
_VARIANCE_DIMENSION = 8
#: nodes of the plain quadrature over the angle between two lengths
_NODES = 32


@dataclass(frozen=True)
class Case:
    """A formula three times: ours and plain on arrays of lengths (log of the value), and one length in mpmath (the value)."""

    name: str
    ours: Callable[[Array], Array]
    plain: Callable[[Array], Array]
    exact: Callable[[mpmath.mpf], mpmath.mpf]
    #: what ours and plain are given of some lengths
    given: Callable[[Array], Array] = np.asarray


def cases(d: int) -> list[Case]:
    def ours(family: Family, coupling: str) -> Callable[[Array], Array]:
        return lambda v: log_mse(family, coupling, d, d, v)

    return [
        Case("positive, iid", ours(Positive(), "iid"), lambda v: _plain(v, d, None), lambda v: _exact(v, d, None)),
        Case(
            "positive, orthogonal", ours(Positive(), "orthogonal"), lambda v: _plain(v, d, 0), lambda v: _exact(v, d, 0)
        ),
        Case(
            "positive, simplex",
            ours(Positive(), "simplex"),
            lambda v: _plain(v, d, -1 / (d - 1)),
            lambda v: _exact(v, d, mpmath.mpf(-1) / (d - 1)),
        ),
        Case(
            "trigonometric, orthogonal",
            ours(Trigonometric(), "orthogonal"),
            lambda z: np.log(_plain_wave(z, d)),
            lambda z: _exact_wave(z, d),
        ),
        Case(f"variance, GERF A = {_A}", _our_variance, _plain_variance, _variance, _inputs),
    ]


# -- mean squared errors of positive features, times exp(2 |x|^2 + 2 |y|^2) -------------------------------------------


def _exact(v: mpmath.mpf, d: int, cosine: mpmath.mpf | None) -> mpmath.mpf:
    """``(e^(2 v^2) - e^(v^2) + (d - 1) (rho - e^(v^2)))/d``."""
    square = v * v
    single = mpmath.exp(2 * square) - mpmath.exp(square)
    if cosine is None:
        return single / d
    return (single + (d - 1) * (_exact_pair(square, d, cosine) - mpmath.exp(square))) / d


def _exact_pair(square: mpmath.mpf, d: int, cosine: mpmath.mpf) -> mpmath.mpf:
    """rho, for a cosine that is not 0 an integral over the angle between two lengths (`rules.pair_moments`)."""
    half = mpmath.mpf(d) / 2
    if not cosine:
        return mpmath.hyp1f1(d, half, square / 2)

    def integrand(phi: mpmath.mpf) -> mpmath.mpf:
        sine = mpmath.sin(phi)
        return sine ** (d - 1) * mpmath.hyp1f1(d, half, square / 2 * (1 + cosine * sine))

    # symmetric about pi/2
    return 2 * mpmath.quad(integrand, [0, mpmath.pi / 2]) / mpmath.beta(half, mpmath.mpf(1) / 2)


def _plain(v: Array, d: int, cosine: float | None) -> Array:
    square = v * v
    single = np.exp(2 * square) - np.exp(square)
    if cosine is None:
        return np.log(single / d)
    return np.log((single + (d - 1) * (_plain_pair(square, d, cosine) - np.exp(square))) / d)


def _plain_pair(square: Array, d: int, cosine: float) -> Array:
    if not cosine:
        return hyp1f1(d, d / 2, square / 2)
    # with t = cos phi the density of the angle is the weight (1 - t^2)^(d/2 - 1)
    nodes, weights = roots_gegenbauer(_NODES, (d - 1) / 2)
    arguments = square[:, None] / 2 * (1 + cosine * np.sqrt(1 - nodes**2))
    return hyp1f1(d, d / 2, arguments) @ (weights / weights.sum())


# -- trigonometric features ------------------------------------------------------------------------------------------


def _exact_wave(z: mpmath.mpf, d: int) -> mpmath.mpf:
    """``((1 - e^(-z^2))^2/2 + (d - 1) (rho - e^(-z^2)))/d`` with rho at ``-z^2``."""
    square = z * z
    pair = mpmath.hyp1f1(d, mpmath.mpf(d) / 2, -square / 2)
    return ((1 - mpmath.exp(-square)) ** 2 / 2 + (d - 1) * (pair - mpmath.exp(-square))) / d


def _plain_wave(z: Array, d: int) -> Array:
    square = z * z
    pair = hyp1f1(d, d / 2, -square / 2)
    return ((1 - np.exp(-square)) ** 2 / 2 + (d - 1) * (pair - np.exp(-square))) / d


# -- the variance of generalized exponential features at x = y, |x + y| = v -------------------------------------------


def _inputs(v: Array) -> Array:
    """The inputs x = y, shape (L, d)."""
    side = np.zeros((len(v), _VARIANCE_DIMENSION))
    side[:, 0] = v / 2
    return side


def _our_variance(side: Array) -> Array:
    return log_variance(GeneralizedExponential(sp.Rational(_A), 1), side, side)


def _variance(v: mpmath.mpf) -> mpmath.mpf:
    """``(1 - 4A)^d (1 - 8A)^(-d/2) exp(2 (1 - 4A)/(1 - 8A) v^2 - v^2) - 1``; the kernel is 1."""
    A, d = mpmath.mpf(_A.numerator) / _A.denominator, _VARIANCE_DIMENSION
    level = (1 - 4 * A) ** d / (1 - 8 * A) ** (mpmath.mpf(d) / 2)
    return level * mpmath.exp(2 * (1 - 4 * A) / (1 - 8 * A) * v * v - v * v) - 1


def _plain_variance(side: Array) -> Array:
    A, d = float(_A), _VARIANCE_DIMENSION
    square = np.square(side + side).sum(axis=1)
    level = (1 - 4 * A) ** d / (1 - 8 * A) ** (d / 2)
    return np.log(level * np.exp(2 * (1 - 4 * A) / (1 - 8 * A) * square - square) - 1)


# -- the measurement -------------------------------------------------------------------------------------------------


def lengths(count: int) -> Array:
    return np.exp(np.random.default_rng(count).uniform(*np.log(LENGTHS), count))


def accuracy(case: Case) -> tuple[float, float]:
    """The worst relative errors of ours and of plain; infinite where a value is no number."""
    sample = lengths(_SAMPLE)
    with mpmath.workdps(_REFERENCE_DIGITS), np.errstate(all="ignore"):
        reference = [mpmath.log(case.exact(mpmath.mpf(float(v)))) for v in sample]
        worst = []
        for values in (case.ours(case.given(sample)), case.plain(case.given(sample))):
            errors = [
                abs(mpmath.expm1(mpmath.mpf(float(value)) - log)) if np.isfinite(value) else mpmath.inf
                for value, log in zip(values, reference, strict=True)
            ]
            worst.append(float(max(errors)))
    return worst[0], worst[1]


def measure(case: Case, pairs: list[int], seconds: float) -> dict[str, Any]:
    works: dict[str, Work] = {}
    for count in pairs:
        works[f"ours, {count:.0e}"] = _on_array(case.ours, case.given(lengths(count)))
    works["plain"] = _on_array(case.plain, case.given(lengths(10_000)))
    works["mpmath"] = _loop(case)
    with np.errstate(all="ignore"):
        rounds = alternate(works, seconds)
        ours, plain = accuracy(case)
    best = max((name for name in works if name.startswith("ours")), key=rounds.rate)
    return {
        "case": case.name,
        "pairs_per_second": rounds.rates,
        "ours_over": against_targets(rounds, best, {"plain": None, "mpmath": None}),
        # a value that is not finite has no relative error
        "worst_error": {"ours": ours, "plain": plain if np.isfinite(plain) else None},
    }


def _on_array(evaluate: Callable[[Array], Array], given: Array) -> Work:
    def work() -> int:
        evaluate(given)
        return len(given)

    return work


def _loop(case: Case) -> Work:
    """One pair after the other, in the order of a sample, again and again."""
    sample = itertools.cycle([mpmath.mpf(float(v)) for v in lengths(_SAMPLE)])

    def work() -> int:
        with mpmath.workdps(_DIGITS):
            case.exact(next(sample))
        return 1

    return work


def main(arguments: list[str] | None = None) -> int:
    options = parser(__doc__, seconds=0.35)
    options.add_argument("--pairs", type=int, action="append", help="pairs of a call (default 10^4, 10^5 and 10^6)")
    options.add_argument("--dimension", type=int, default=64)
    given = options.parse_args(arguments)
    pairs = given.pairs or [10_000, 100_000, 1_000_000]
    with one_thread():
        rows = [measure(case, pairs, given.seconds) for case in cases(given.dimension)]
    print_table(
        f"values per second at d = m = {given.dimension}; ours over the others; worst relative errors",
        ["case", *(f"{count:.0e} pairs" for count in pairs), "ours/plain", "ours/mpmath", "error", "plain's"],
        [
            [row["case"]]
            + [f"{row['pairs_per_second'][f'ours, {count:.0e}']:.1e}" for count in pairs]
            + [row["ours_over"][key]["text"] for key in ("plain", "mpmath")]
            + [f"{error:.0e}" if error is not None else "not finite" for error in row["worst_error"].values()]
            for row in rows
        ],
    )
    report(rows, given.json)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
