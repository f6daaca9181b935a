"""Balls of generalized hypergeometric functions: the sum of their series where it ends or converges, and nothing else.

flint gives wrong balls where both parameters of 1F1 are integers <= 0, and continues some series beyond their circle of
convergence. A series that ends is therefore added up term by term, and the others are asked for only inside of the circle.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from flint import acb, arb, ctx

from rftheory.numbers.ball_parts import Ball, absolute, demoted, exact_integer
from rftheory.numbers.walker import UnsupportedExpression
from rftheory.numbers.work import spend

#: arguments and parameters of a power series are below this, as are the lengths of series that end
_MOST_TERMS = 1 << 15
#: so many terms take about as long as one evaluation of an integrand
_TERMS_OF_EVALUATION = 100


def hypergeometric(upper: Sequence[Ball], lower: Sequence[Ball], x: Ball) -> Ball:
    """pFq; not finite where no bound is found.

    Raises:
        UnsupportedExpression: where the function is not defined (a term of the series is divided by zero), where that
            depends on the convention (an upper and a lower parameter are the same integer <= 0), and where the series
            neither ends nor converges absolutely inside of its circle: p > q + 1, or p = q + 1 and |x| >= 1.
    """
    if not all(part.is_finite() for part in (*upper, *lower, x)):
        return arb.nan()
    last = _last_term(upper, lower)
    if last is not None:
        return _terminating(upper, lower, x, last)
    if any(_may_be_pole(b) for b in lower):
        return arb.nan()
    if not _converges(len(upper), len(lower), x):
        return arb.nan()
    return _convergent(upper, lower, x)


def _last_term(upper: Sequence[Ball], lower: Sequence[Ball]) -> int | None:
    """The number of the last term, where the series ends; the poles of what ends too late are refused."""
    ends = [-k for k in map(exact_integer, upper) if k is not None and k <= 0]
    poles = [-k for k in map(exact_integer, lower) if k is not None and k <= 0]
    last, pole = min(ends, default=None), min(poles, default=None)
    if pole is not None and (last is None or pole < last):
        raise UnsupportedExpression(f"a hypergeometric series with the lower parameter {-pole}, where it has a pole")
    if pole is not None and pole == last:
        raise UnsupportedExpression(
            f"a hypergeometric series with the upper and the lower parameter {-pole}: whether it ends is a convention"
        )
    return last


def _terminating(upper: Sequence[Ball], lower: Sequence[Ball], x: Ball, last: int) -> Ball:
    if last > _MOST_TERMS:
        raise UnsupportedExpression(f"a hypergeometric series of {last} terms; at most {_MOST_TERMS}")
    total: Ball = arb(1)
    term: Ball = arb(1)
    for k in range(last):
        for a in upper:
            term = term * (a + k)
        term = term * x / (k + 1)
        for b in lower:
            term = term / (b + k)
        total = total + term
    return demoted(total)


def _may_be_pole(b: Ball) -> bool:
    """Whether a ball that is not an exact integer <= 0 contains one."""
    whole = acb(b)
    return whole.contains_integer() and not whole.real > 0


def _converges(p: int, q: int, x: Ball) -> bool:
    """Whether the series converges absolutely, as far as balls tell.

    Raises:
        UnsupportedExpression: if it certainly does not.
    """
    if p <= q:
        return True
    size = absolute(x)
    if p > q + 1:
        raise UnsupportedExpression(f"a hypergeometric series with {p} upper and {q} lower parameters, which diverges")
    if size >= 1:
        raise UnsupportedExpression(f"a hypergeometric series with p = q + 1 = {p} at |x| = {size.str(10)} >= 1")
    return bool(size < 1)


def _convergent(upper: Sequence[Ball], lower: Sequence[Ball], x: Ball) -> Ball:
    real_upper, real_lower = ([v for v in side if isinstance(v, arb)] for side in (upper, lower))
    if isinstance(x, arb) and (len(real_upper), len(real_lower)) == (len(upper), len(lower)):
        value = _real(real_upper, real_lower, x)
        if value.is_finite():
            return value
    a, b, z = [acb(v) for v in upper], [acb(v) for v in lower], acb(x)
    found = z.hypgeom([*a], [*b])
    if not found.is_finite() and len(a) <= len(b):
        found = _power_series(a, b, z)
    return demoted(found)


def _power_series(upper: list[acb], lower: list[acb], x: acb) -> acb:
    """An entire pFq by its power series, for arguments (wide balls) at which no asymptotic series has a bound."""
    size = max(float(v.abs_upper()) for v in (x, *upper, *lower))
    if not size < _MOST_TERMS:
        return acb("nan")
    terms = _terms(size)
    spend(terms // _TERMS_OF_EVALUATION, "a hypergeometric series of a wide argument")
    if len(upper) == len(lower) == 1 and x.real < 0:
        # Kummer: the terms of the series itself would cancel
        return x.exp() * (-x).hypgeom([lower[0] - upper[0]], [*lower], n=terms)
    return x.hypgeom([*upper], [*lower], n=terms)


def _terms(size: float) -> int:
    """So many that the ratios of the terms beyond are below 1/2, and the first of them small: flint bounds the rest."""
    return 4 * math.ceil(size) + ctx.prec + 64


def _real(upper: Sequence[arb], lower: Sequence[arb], x: arb) -> arb:
    match len(upper), len(lower):
        case 0, 1:
            return x.hypgeom_0f1(lower[0])
        case 1, 1:
            return x.hypgeom_1f1(upper[0], lower[0])
        case 2, 1:
            return x.hypgeom_2f1(upper[0], upper[1], lower[0])
    return x.hypgeom(list(upper), list(lower))
