"""Hybrids of hyperbolic and trigonometric features, and products of Hadamard and sign matrices."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from typing import Any

import mpmath
from mpmath import mp, mpf

from tests.oracle.case import Case, block_sizes
from tests.oracle.families import complex_transforms, hyperbolic, norms, trigonometric
from tests.oracle.samples import (
    DIGITS,
    Wave,
    added,
    dot,
    kernel,
    length,
    length_moment,
    normal_mean,
    normal_mean_of_two,
    number,
)

# -- hybrids ----------------------------------------------------------------------------------------------------------

#: the constant of a coefficient, and mean and mean size of one sample
Weight = tuple[Any, Any, Any]


def _angular(case: Case) -> Weight:
    """``-sgn(t.x) sgn(t.y)/2``: the direction of t in the plane of x and y is uniform."""
    angle = mpmath.acos(dot(case.x, case.y) / length(case.x) / length(case.y))
    # signs differ where the normal of t lies between the inputs: on two arcs of this angle
    ends = [0, mp.pi / 2, mp.pi / 2 + angle, 3 * mp.pi / 2, 3 * mp.pi / 2 + angle, 2 * mp.pi]
    ends = sorted(e if e <= 2 * mp.pi else e - 2 * mp.pi for e in ends)
    total = mpf(0)
    for low, high in itertools.pairwise(ends):
        middle = (low + high) / 2
        total += (high - low) * mpmath.sign(mpmath.cos(middle)) * mpmath.sign(mpmath.cos(middle - angle))
    return mpf(1) / 2, -total / (2 * mp.pi) / 2, mpf(1) / 4


def _gaussian(case: Case, sigma: Any, r: Any, kind: str = "trigonometric") -> Weight:
    scale, radius = number(sigma), number(r)
    normaliser = 1 - mpmath.exp(-2 * scale**2 * radius**2)
    sign, wave, level = (
        (-1, mpmath.cos, mpf(1)) if kind == "trigonometric" else (1, mpmath.cosh, mpmath.exp(-(scale**2) * norms(case)))
    )
    size = scale * length(added(case.x, case.y, sign))
    mean, square = (level**k * normal_mean(lambda t, k=k: wave(size * t) ** k) for k in (1, 2))
    return 1 / normaliser, -mean / normaliser, square / normaliser**2


def _window(case: Case, width: Any, **given: Any) -> Weight:
    u, v = complex_transforms(case, **given)
    wide = number(width)
    log = -sum(e * e for e in (*u, *v)) / wide**2
    slopes = [(a - b) / wide for a, b in zip(u, v, strict=True)]
    mean = mpmath.exp(log) * mpmath.fprod(normal_mean(lambda t, e=e: mpmath.exp(e * t)) for e in slopes)
    sizes = [2 * mpmath.re(e) for e in slopes]
    return (
        mpf(0),
        mean,
        mpmath.exp(2 * mpmath.re(log)) * mpmath.fprod(normal_mean(lambda t, e=e: mpmath.exp(e * t)) for e in sizes),
    )


HYBRIDS: dict[str, Callable[..., Weight]] = {"angular": _angular, "gaussian": _gaussian, "window": _window}


def of_hybrid(case: Case, shared: bool = False, **given: Any) -> dict[str, Any]:
    constant, mean, size = HYBRIDS[case.name](case, **given)
    bases = [hyperbolic(case)[0], trigonometric(case)[0]]
    share = constant + mean
    square = abs(share) ** 2 + (size - abs(mean) ** 2) / case.n
    rest, mixed = 1 - 2 * mpmath.re(share) + square, mpmath.re(share) - square
    sizes, cosine = block_sizes(case)
    together = sum(k * (k - 1) for k in sizes)
    variances = [
        (
            case.m * (base.moment(2) - base.moment(1) ** 2)
            + (together and together * (base.pair(cosine) - base.moment(1) ** 2))
        )
        / mpf(case.m) ** 2
        for base in bases
    ]
    covariance = (_together(case, *bases) - bases[0].moment(1) * bases[1].moment(1)) / case.m if shared else 0
    error = square * variances[0] + rest * variances[1] + 2 * mixed * covariance
    whole = share * bases[0].moment(1) + (1 - share) * bases[1].moment(1)
    return {"own": "softmax", "mean": mpmath.re(whole), "second_moment": error + abs(whole) ** 2}


def _together(case: Case, first: Wave, second: Wave) -> Any:
    """``E Z_1 Z_2`` of one projection: its images along x + y and x - y."""
    cosine = dot(added(case.x, case.y), added(case.x, case.y, -1)) / first.size / second.size
    sine = mpmath.sqrt(1 - cosine**2)
    product = normal_mean_of_two(
        lambda t, s: mpmath.cosh(first.size * t) * mpmath.cos(second.size * (cosine * t + sine * s))
    )
    return first.level * second.level * product


# -- products of Hadamard and sign matrices ---------------------------------------------------------------------------


def hadamard_rows(d: int, k: int) -> Iterator[tuple[tuple[int, ...], ...]]:
    """``H D_1 ... H D_k`` for every pattern of signs, without the factor ``d^(-k/2)``; H by the parity of common bits."""
    walsh = [[(-1) ** (i & j).bit_count() for j in range(d)] for i in range(d)]
    for signs in itertools.product((1, -1), repeat=d * k):
        rows = [[int(i == j) for j in range(d)] for i in range(d)]
        for factor in range(k):
            turned = signs[factor * d : (factor + 1) * d]
            rows = [[sum(row[i] * walsh[i][j] for i in range(d)) * turned[j] for j in range(d)] for row in rows]
        yield tuple(map(tuple, rows))


def over_length(d: int, slope: Any) -> Any:
    """``E exp(r a)`` of a chi length, by its power series."""
    total, k, term = mpf(0), 0, mpf(1)
    while k < 10 or abs(term) > mpf(10) ** (-DIGITS - 5):
        term = slope**k / mpmath.factorial(k) * length_moment(d, k)
        total, k = total + term, k + 1
    return total


def of_hadamard(case: Case, k: int, geometry: str = "orthogonal") -> dict[str, Any]:
    """Positive features of the Gaussian kernel; a block that is not whole keeps random rows."""
    d, z = case.d, added(case.x, case.y)
    first, second, count = mpf(0), mpf(0), 0
    known: dict[Any, Any] = {}

    def mean(slope: Any) -> Any:
        key = mpmath.nstr(slope, 30)
        return known.setdefault(key, over_length(d, slope)) if key not in known else known[key]

    for rows in hadamard_rows(d, k):
        images = [dot(row, z) / mpmath.sqrt(d) ** k for row in rows]
        images = _simplex(images) if geometry == "simplex" else images
        for some in itertools.combinations(images, case.m):
            means = [mean(e) for e in some]
            first += mpmath.fsum(means)
            second += (
                mpmath.fsum(mean(2 * e) for e in some) + mpmath.fsum(means) ** 2 - mpmath.fsum(e**2 for e in means)
            )
            count += 1
    level = mpmath.exp(-norms(case))
    average, square = level * first / count / case.m, level**2 * second / count / case.m**2
    truth = kernel(case.x, case.y, "gaussian")
    return {
        "mean": average,
        "second_moment": square,
        "variance": square - average**2,
        "mse": square - 2 * average * truth + truth**2,
    }


def _simplex(images: list[Any]) -> list[Any]:
    """The rows of S, those of the paper: ``sqrt(n/(n-1)) e_i - (sqrt(n) + 1)/(n-1)^(3/2) (1, ..., 1, 0)``, and the last one."""
    n = len(images)
    total = mpmath.fsum(images[:-1])
    shift = (mpmath.sqrt(n) + 1) / mpmath.sqrt(n - 1) ** 3 * total
    return [*(mpmath.sqrt(mpf(n) / (n - 1)) * e - shift for e in images[:-1]), total / mpmath.sqrt(n - 1)]
