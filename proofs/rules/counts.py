r"""Expectations over iid counts: ``E prod_l f_l(w_l) = prod_l sum_k p_k f_l(k)``, and the series that the rule sums.

Proof. By independence the left side is a multiple series with the terms ``prod_l p_(k_l) f_l(k_l)``. The series of each
count converges absolutely (below), so the multiple series does, and may be summed one count after the other (Fubini).

Terms with ``t(k+1) = t(k) c / (k+1)^r`` and t(0) = 1 are ``c^k / k!^r``, with ``0^0 = 1``. For r = 1, 2 the quotients tend
to 0, so the series converges absolutely for every complex c, and may be differentiated term by term. For r = 1 the sum S
has S' = S and S(0) = 1: it is exp(c). For r = 2 it solves ``c S'' + S' = S`` with S(0) = 1; with ``z^2 = 4c`` this is the
equation of the modified Bessel functions of order 0, whose only solution that is regular at 0 with the value 1 is I_0(z);
I_0 is even, so either root serves. For r = 0 the partial sums are ``(1 - c^n)/(1 - c)``, and c^n -> 0 if |c| < 1.
"""

from rftheory.vocabulary import *
from rftheory.inputs.coordinates import k, l, product, x, y
from rftheory.inputs.kernels import p
from rftheory.rules.counts import integrate_counts

STATEMENT = statement("rule", "rule", "Expectations over iid counts: exponential, Bessel and geometric series")

_c = sp.Symbol("c", real=True)
DOMAIN = Domain((Range(_c, None, None, typical=(-3, 3), awkward=(0, -20, 20)),))
_BELOW_ONE = Domain((Range(_c, -1, 1, "()", typical=(-1, 1), awkward=(0, -sp.Rational(9, 10))),))
_RATE = Range(lam, 0, None, "()", typical=(0, 3), awkward=(sp.Rational(1, 100), 10))
_SUCCESS = Range(p, 0, 1, "()", typical=(0, 1), awkward=(sp.Rational(1, 100), sp.Rational(99, 100)))
_a, _b = sp.symbols("a b", real=True)
_TWO = Domain((Range(_a, typical=(-2, 2), awkward=(0,)), Range(_b, typical=(-2, 2), awkward=(0,)), _RATE))
_VECTORS = tuple(Range(u.label, None, None, typical=(-2, 2), shape=(d,)) for u in (x, y))
_SIZE = Range(d, 1, None, integer=True, typical=(1, 4), awkward=(1,))
_MANY = Domain((*_VECTORS, _SIZE, _RATE, _SUCCESS))


def _series(order: int) -> sp.Expr:
    return sp.Sum(_coefficient(order, k) * _c**k, (k, 0, sp.oo))


def _coefficient(order: int, index: sp.Expr) -> sp.Expr:
    return 1 / sp.factorial(index) ** order


def _geometric() -> Chain:
    series = sp.Sum(_c**k, (k, 0, sp.oo))
    return Chain(series).summed(series, 1 / (1 - _c))


_w = Poisson().counts()
_two_counts = Expectation(_a ** _w[1] * _b ** _w[2])


def _independence() -> Chain:
    law = Poisson().law
    one, other = (sp.Sum(law(k) * base**k, (k, 0, sp.oo)) for base in (_a, _b))
    reason = "the double series converges absolutely, and its terms are products"
    return Chain(_two_counts).eq(one * other, reason)


def _applied(name: str, integrand: sp.Expr) -> Claim:
    expectation = Expectation(integrand)
    return claim(
        "what the rule makes of an expectation over the counts is the product of the series",
        eq(expectation, integrate_counts(expectation)),
        _MANY,
        name=name,
    )


w, v = Poisson().counts("w"), Geometric().counts("v")
law = Poisson().law
CLAIMS = (
    claim(
        "exponential series: sum_k c^k / k! = exp(c)",
        eq(_series(1), sp.exp(_c)),
        proof=Chain(_series(1)).summed(_series(1), sp.exp(_c)),
    ),
    claim(
        "Bessel series: sum_k c^k / k!^2 = I_0(2 sqrt(c)), for negative c too",
        eq(_series(2), sp.besseli(0, 2 * sp.sqrt(_c))),
        proof=Chain(_series(2)).summed(_series(2), sp.besseli(0, 2 * sp.sqrt(_c))),
    ),
    claim(
        "geometric series: sum_k c^k = 1/(1 - c) for |c| < 1",
        eq(sp.Sum(_c**k, (k, 0, sp.oo)), 1 / (1 - _c)),
        _BELOW_ONE,
        _geometric(),
    ),
    claim(
        "independence: E a^(w_1) b^(w_2) is the product of the two series",
        eq(_two_counts, sp.Sum(law(k) * _a**k, (k, 0, sp.oo)) * sp.Sum(law(k) * _b**k, (k, 0, sp.oo))),
        _TWO,
        _independence(),
    ),
    _applied("Poisson counts", product(x[l] ** (2 * w[l]) * (y[l] / lam) ** w[l])),
    _applied("geometric counts", product(x[l] ** v[l] * (1 - p) ** (-v[l]) / sp.factorial(v[l]))),
    _applied("squared geometric counts", product(x[l] ** (2 * v[l]) * (1 - p) ** (-v[l]) / sp.factorial(v[l]) ** 2)),
    _applied("one count", y[1] ** w[1] / sp.factorial(w[1])),
)
