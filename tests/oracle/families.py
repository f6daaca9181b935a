"""One sample of each family at given inputs, as the papers define it."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from fractions import Fraction
from functools import cache, partial
from typing import Any

import mpmath
from mpmath import mpc, mpf

from tests.oracle.case import Case
from tests.oracle.samples import DIGITS, Vector, Wave, added, dot, length, normal_mean, number

Moments = tuple[Any, Any, str]


def norms(case: Case) -> Any:
    return dot(case.x, case.x) + dot(case.y, case.y)


def _positive(case: Case, wave: str = "exp") -> tuple[Wave, str]:
    return Wave(mpmath.exp(-norms(case) / 2), 0, length(added(case.x, case.y)), wave, case.d), "softmax"


def hyperbolic(case: Case) -> tuple[Wave, str]:
    return _positive(case, "cosh")


def trigonometric(case: Case) -> tuple[Wave, str]:
    return Wave(mpmath.exp(norms(case) / 2), 0, length(added(case.x, case.y, -1)), "cos", case.d), "softmax"


def _random_phase(case: Case) -> tuple[Wave, str]:
    return Wave(mpf(1), 0, length(added(case.x, case.y, -1)), "cos", case.d, phase=True), "gaussian"


def _gerf(case: Case, A: Any, s: int) -> tuple[Wave, str]:
    """f_1 f_2 of real A: ``D^2 exp(2A|w|^2 + B w.(x + s y) + C (|x|^2 + |y|^2))``; i times a real B makes a cosine."""
    spread, z = 1 - 4 * number(A), added(case.x, case.y, s)
    level = spread ** (mpf(case.d) / 2) * mpmath.exp(-mpf(s + 1) / 2 * norms(case))
    return Wave(level, 2 * number(A), mpmath.sqrt(spread) * length(z), "exp" if s == 1 else "cos", case.d), "gaussian"


def _oprf(case: Case, square: Any, d: int) -> tuple[Wave, str]:
    return _gerf(case, _least_square(square, d), 1)


@cache
def _least_square(square: Any, d: int) -> Any:
    """The A at which one sample has the least second moment, for inputs with ``|x + y|^2 = square``: a root of its slope.

    Up to factors without A it is ``(1 - 4A)^d E exp(4A |w|^2 + 4 (1 - 4A)^(1/2) w.z)`` with ``z = (x + y)/2``, say.
    """
    size = mpmath.sqrt(number(square)) / 2

    def slope(A: Any) -> Any:
        root = mpmath.sqrt(1 - 4 * A)
        parts = -4 * d / root**2
        for slopes, copies in ((0, d - 1), (4 * size, 1)):
            weight = partial(_weight, A, root * slopes)
            changed = normal_mean(lambda t, w=weight, b=slopes: (4 * t * t - 2 / root * b * t) * w(t))
            parts += copies * changed / normal_mean(weight)
        return parts

    return mpmath.findroot(slope, (mpf(-1) / 10, mpf(-1) / 20), solver="secant")


def _weight(A: Any, slope: Any, t: Any) -> Any:
    return mpmath.exp(4 * A * t * t + slope * t)


WAVES: dict[str, Callable[..., tuple[Wave, str]]] = {
    "positive": _positive,
    "hyperbolic": hyperbolic,
    "trigonometric": trigonometric,
    "random-phase-cosine": _random_phase,
    "gerf": _gerf,
    "oprf": _oprf,
}


def _complex_gerf(case: Case, A: tuple[Fraction, Fraction], s: int) -> Moments:
    """``Re P``: its square is ``(Re P^2 + |P|^2)/2``, of which both are products over the coordinates."""
    a = mpc(*map(number, A))
    root, v = mpmath.sqrt(s * (1 - 4 * a)), added(case.x, case.y, s)
    log = 2 * case.d * mpmath.log(mpmath.root(1 - 4 * a, 4)) - mpf(s + 1) / 2 * norms(case)

    def product(rate: Any, slopes: list[Any]) -> Any:
        # an imaginary rate oscillates, which takes a finer grid
        return mpmath.fprod(normal_mean(lambda t, e=e: mpmath.exp(rate * t * t + e * t), 20) for e in slopes)

    first = mpmath.exp(log) * product(2 * a, [root * e for e in v])
    square = mpmath.exp(2 * log) * product(4 * a, [2 * root * e for e in v])
    size = mpmath.exp(2 * log.real) * product(4 * a.real, [2 * root.real * e for e in v])
    return first.real, (square.real + size) / 2, "gaussian"


def complex_transforms(case: Case, matrix: Any = None, scalar: Any = None) -> tuple[list[Any], list[Any]]:
    """A x and A^-T y, of a matrix of pairs of fractions or of a scalar."""
    d = case.d
    entries = mpmath.matrix(d, d)
    for i, j in itertools.product(range(d), repeat=2):
        if matrix is not None:
            entries[i, j] = mpc(*map(number, matrix[i][j]))
        elif i == j:
            entries[i, j] = mpc(*map(number, scalar))
    x, y = (mpmath.matrix([number(e) for e in u]) for u in (case.x, case.y))
    return list(entries * x), list((entries**-1).T * y)


def _complex_exponential(case: Case, prefactor_kind: str = "bilinear", **given: Any) -> Moments:
    u, v = complex_transforms(case, **given)
    log = -sum(e * e if prefactor_kind == "bilinear" else abs(e) ** 2 for e in (*u, *v)) / 2
    slopes = [a + b for a, b in zip(u, v, strict=True)]
    first = mpmath.exp(log) * mpmath.fprod(normal_mean(lambda t, e=e: mpmath.exp(e * t)) for e in slopes)
    sizes = [2 * mpmath.re(e) for e in slopes]
    return (
        first,
        mpmath.exp(2 * mpmath.re(log)) * mpmath.fprod(normal_mean(lambda t, e=e: mpmath.exp(e * t)) for e in sizes),
        "softmax",
    )


def _counts(case: Case, mass: Callable[[int], Any], shift: Vector | None = None) -> Moments:
    """``f(k, u) = exp(-u^2/2) u^k (k! p_k)^(-1/2)`` of one coordinate, summed until nothing is added."""
    first, second = mpf(1), mpf(1)
    for place, pair in enumerate(zip(case.x, case.y, strict=True)):
        a, b = (number(u) - (number(shift[place]) if shift else 0) for u in pair)
        decay, sums, k, more = mpmath.exp(-(a * a + b * b) / 2), [mpf(0), mpf(0)], 0, mpf(1)
        while abs(more) > mpf(10) ** (-DIGITS - 5) or k < 30:
            sample = decay * (a * b) ** k / mpmath.factorial(k) / mass(k)
            more = mass(k) * max(abs(sample), sample**2)
            sums = [total + mass(k) * sample**power for power, total in zip((1, 2), sums, strict=True)]
            k += 1
        first, second = first * sums[0], second * sums[1]
    return first, second, "gaussian"


def _poisson(case: Case, rate: Any, shift: Vector | None = None) -> Moments:
    lam = number(rate)
    return _counts(case, lambda k: mpmath.exp(-lam) * lam**k / mpmath.factorial(k), shift)


def _geometric(case: Case, p: Any, shift: Vector | None = None) -> Moments:
    return _counts(case, lambda k: number(p) * (1 - number(p)) ** k, shift)


def _shifted(case: Case, family: str, shift: Vector, **given: Any) -> Moments:
    return {"poisson": _poisson, "geometric": _geometric}[family](case, shift=shift, **given)


def complex_gerf_pair(case: Case, cosine: Fraction, A: tuple[Fraction, Fraction], s: int) -> Any:
    """``E Re P_1 Re P_2 = Re (E P_1 P_2 + E P_1 conj P_2)/2`` of two projections of a block."""
    a = mpc(*map(number, A))
    size = mpmath.sqrt(s * (1 - 4 * a)) * length(added(case.x, case.y, s))
    level = mpmath.exp(2 * case.d * mpmath.log(mpmath.root(1 - 4 * a, 4)) - mpf(s + 1) / 2 * norms(case))
    sample = Wave(level, 2 * a, size, "exp", case.d)
    return mpmath.re(sample.pair(cosine) + sample.pair(cosine, conjugate=True)) / 2


OTHERS: dict[str, Callable[..., Moments]] = {
    "complex gerf": _complex_gerf,
    "complex-exponential": _complex_exponential,
    "poisson": _poisson,
    "geometric": _geometric,
    # p_k = (k + 1)/4 2^-k
    "discretely-induced": lambda case: _counts(case, lambda k: mpf(k + 1) / 4 / mpf(2) ** k),
    "shifted": _shifted,
}
