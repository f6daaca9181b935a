"""Identities for the zero test: false ones that it must never accept, and true ones whose share is reported.

The false ones are near misses, branch errors and divisions by something that can vanish; each is false somewhere on the
domain below (for the divisions: undefined somewhere).
"""

from __future__ import annotations

import sympy as sp

from rftheory.coordinates import i, j, l
from rftheory.kernels import d, m, n, r, sigma, theta, x_norm, y_norm
from rftheory.statements.domain import Domain, Range

a, b = sp.symbols("a b", real=True)
c = sp.Symbol("c")
p, q = sp.symbols("p q", positive=True)
k = sp.Symbol("k", integer=True)

DOMAIN = Domain(
    (
        Range(x_norm, 0, None, "()"),
        Range(y_norm, 0, None, "()"),
        Range(r, 0, None, "()"),
        Range(sigma, 0, None, "()"),
        Range(p, 0, None, "()"),
        Range(q, 0, None, "()"),
        Range(theta, 0, sp.pi, "[]"),
        Range(m, 1, None, integer=True, typical=(1, 9)),
        Range(n, 1, None, integer=True, typical=(1, 9)),
        Range(d, 1, None, integer=True, typical=(1, 9)),
        Range(a, None, None, typical=(-3, 3)),
        Range(b, None, None, typical=(-3, 3)),
    )
)

_share = theta / sp.pi
_z2 = x_norm**2 + y_norm**2 + 2 * x_norm * y_norm * sp.cos(theta)


def _sum(body: sp.Expr | int, index: sp.Symbol) -> sp.Expr:
    return sp.Sum(body, (index, 1, d))


def _product(body: sp.Expr | int, index: sp.Symbol) -> sp.Expr:
    return sp.Product(body, (index, 1, d))


def _double_series(inner: sp.Symbol, outer: sp.Symbol) -> sp.Expr:
    """The sum over both of (j - i)/(i + j)^3, whose value depends on the order of summation."""
    return sp.Sum((j - i) / (i + j) ** 3, (inner, 1, sp.oo), (outer, 1, sp.oo))


def _vanishing_product() -> sp.Expr:
    return sp.Product(sp.exp(-l * p) / 2, (l, 1, sp.oo))


def _nested_root(base: sp.Expr, exponent: sp.Rational) -> sp.Expr:
    return sp.Pow(sp.Pow(base, exponent), sp.Rational(1, 2))


def _raw(function: type, argument: sp.Expr) -> sp.Expr:
    return function(argument, evaluate=False)


FALSE: dict[str, sp.Expr] = {
    # branches
    "sqrt(a^2) = a": sp.sqrt(a**2) - a,
    "sqrt(c^2) = c, complex c": sp.sqrt(c**2) - c,
    "sqrt(a b) = sqrt(a) sqrt(b), real a, b": sp.sqrt(a * b) - sp.sqrt(a) * sp.sqrt(b),
    "sqrt(1/a) = 1/sqrt(a), real a": sp.sqrt(1 / a) - 1 / sp.sqrt(a),
    "log(a b) = log a + log b, real a, b": _raw(sp.log, a * b) - sp.log(a) - sp.log(b),
    "log(a^2) = 2 log a": _raw(sp.log, a**2) - 2 * sp.log(a),
    "log(exp(c)) = c": _raw(sp.log, sp.exp(c)) - c,
    "(c^2)^(1/4) = sqrt(c)": (c**2) ** sp.Rational(1, 4) - sp.sqrt(c),
    "p^(a + 1/2) = p^a": p ** (a + sp.Rational(1, 2)) - p**a,
    "|a| = a": sp.Abs(a) - a,
    "|a + b| = |a| + |b|": sp.Abs(a + b) - sp.Abs(a) - sp.Abs(b),
    "sign(a)^2 = 1 (a may be zero)": sp.sign(a) ** 2 - 1,
    "acos(cos(p)) = p beyond pi": _raw(sp.acos, sp.cos(p)) - p,
    "sqrt((p-q)^2) = p - q": sp.sqrt((p - q) ** 2) - (p - q),
    "sqrt(1 - sin(a)^2) = cos(a)": sp.sqrt(1 - sp.sin(a) ** 2) - sp.cos(a),
    "sqrt(theta - pi) = i sqrt(theta)": sp.sqrt(theta - sp.pi) - sp.I * sp.sqrt(theta),
    "exp(c) real part": sp.re(sp.exp(c)) - sp.exp(sp.re(c)),
    # divisions by something that can vanish
    "(a^2 - 1)/(a - 1) = a + 1": (a**2 - 1) / (a - 1) - a - 1,
    "sin(2 theta)/sin(theta) = 2 cos(theta)": sp.sin(2 * theta) / sp.sin(theta) - 2 * sp.cos(theta),
    "(p^2 - q^2)/(p - q) = p + q": (p**2 - q**2) / (p - q) - p - q,
    "(m^2 - m)/(m - 1) = m": (m**2 - m) / (m - 1) - m,
    "(1 - exp(-2a))/(1 - exp(-a)) = 1 + exp(-a)": (1 - sp.exp(-2 * a)) / (1 - sp.exp(-a)) - 1 - sp.exp(-a),
    "cos/cos with a zero": (sp.cos(a) ** 2 - sp.cos(a)) / sp.cos(a) - sp.cos(a) + 1,
    "a difference of norms cancelled": (x_norm**4 - y_norm**4) / (x_norm**2 - y_norm**2) - x_norm**2 - y_norm**2,
    # near misses
    "cos(theta) = 2 cos(theta/2)^2 + 1": sp.cos(theta) - 2 * sp.cos(theta / 2) ** 2 - 1,
    "sin(theta)^2 + cos(theta)^2 = 1 + 10^-40": sp.sin(theta) ** 2 + sp.cos(theta) ** 2 - 1 - sp.Rational(1, 10**40),
    "exp(pi sqrt(163)) integer": sp.exp(sp.pi * sp.sqrt(163)) - 262537412640768744,
    "pi = 355/113": sp.pi - sp.Rational(355, 113),
    "exp(p) = 1 + p + p^2/2": sp.exp(p) - 1 - p - p**2 / 2,
    "sinh(p) = (e^p - 1)/2": sp.sinh(p) - (sp.exp(p) - 1) / 2,
    "|z|^2 with a minus": _z2 - (x_norm - y_norm) ** 2 - 4 * x_norm * y_norm * sp.sin(theta / 2) ** 2,
    "binom(m,2) for m(m-1)": sp.binomial(m, 2) - m * (m - 1),
    "angular second moment, n lost": _share * (_share - _share / n + 1 / n) - _share**2 - _share / n,
    "(47) second coefficient": _share * (1 - 1 / n - _share + _share / n) - (1 - _share) * (1 - _share + _share / n),
    "(44) fourth member": 4 * _share + (1 - 1 / n) * (1 - 2 * _share) ** 2 - 4 * _share * (_share - _share / n + 1 / n),
    "Gamma(d/2 + 1) = d Gamma(d/2)": sp.gamma(d / 2 + 1) - d * sp.gamma(d / 2),
    "Gamma(d) = Gamma(d/2)^2": sp.gamma(d) - sp.gamma(d / 2) ** 2,
    "2^(d/2) = 2^d / 2": 2 ** (sp.Rational(1, 2) * d) - 2**d / 2,
    "cosh^2 doubled": sp.cosh(p) ** 2 - (sp.cosh(2 * p) - 1) / 2,
    "exp(sigma) for exp(sigma^2)": sp.exp(-(sigma**2) * p) - sp.exp(-sigma * p),
    "sqrt(p + q) = sqrt(p) + sqrt(q)": sp.sqrt(p + q) - sp.sqrt(p) - sp.sqrt(q),
    "sqrt(p^2 + q^2) = p + q": sp.sqrt(p**2 + q**2) - p - q,
    "exp(i theta) has modulus 1, real part 1": sp.cos(theta) + sp.I * sp.sin(theta) - 1,
    "1/3 as a float": sp.Float("0.3333") * p - p / 3,
    "an infinite difference": sp.oo - p,
    "(-1)^(2k) = 1 for real exponents": (-1) ** (2 * a) - 1,
    "(a^2)^b = a^(2b)": (a**2) ** b - a ** (2 * b),
    # roots of roots, of any signs
    "((-a)^(3/2))^(1/2) = (-i a^(3/2))^(1/2)": sp.sqrt((-a) ** sp.Rational(3, 2))
    - sp.sqrt(-sp.I * a ** sp.Rational(3, 2)),
    "(a^(3/2))^(1/2) = a^(3/4), real a": _nested_root(a, sp.Rational(3, 2)) - a ** sp.Rational(3, 4),
    "(c^(5/2))^(1/2) = c^(5/4), complex c": _nested_root(c, sp.Rational(5, 2)) - c ** sp.Rational(5, 4),
    "sqrt(a) sqrt(-a) = i a": sp.sqrt(a) * sp.sqrt(-a) - sp.I * a,
    # sums and products of symbolic size
    "a product of roots of inner products, negative factors": _product(sp.sqrt(_product(-p * (-q), j)), l)
    - sp.sqrt(_product(-p, l)) ** d * sp.sqrt(_product(-q, l)) ** d,
    "a double series in the other order": _double_series(i, j) - _double_series(j, i),
    "an infinite product divided by itself": _vanishing_product() / _raw(sp.Abs, _vanishing_product()) - 1,
    "root of a product, any signs": sp.sqrt(_product(a + l, l)) - _product(sp.sqrt(a + l), l),
    "sum of absolute values": sp.Abs(_sum(a - l, l)) - _sum(sp.Abs(a - l), l),
    "modulus of a sum": sp.Abs(_sum(sp.exp(sp.I * a * l), l)) - d,
    "real part of a product": sp.re(_product(sp.exp(sp.I * a * l), l)) - _product(sp.cos(a * l), l),
    "an inner index of the same name": _sum(l * _sum(l, l), l) - _sum(l**2, l),
    "a triangle for a square": sp.Sum(l * j, (l, 1, j), (j, 1, d)) - sp.Sum(l * j, (l, 1, d), (j, 1, d)),
    "a power of zero cancelled": _product(a, l) / a - a ** (d - 1),
    "a size too large": _sum(1, l) - d - 1,
}

TRUE: dict[str, sp.Expr] = {
    "cos(theta) = 2 cos(theta/2)^2 - 1": sp.cos(theta) - 2 * sp.cos(theta / 2) ** 2 + 1,
    "sin(theta) = 2 sin(theta/2) cos(theta/2)": sp.sin(theta) - 2 * sp.sin(theta / 2) * sp.cos(theta / 2),
    "cos(3a)": sp.cos(3 * a) - 4 * sp.cos(a) ** 3 + 3 * sp.cos(a),
    "cosh^2 - sinh^2": sp.cosh(a) ** 2 - sp.sinh(a) ** 2 - 1,
    "cos(a + b)": sp.cos(a + b) - sp.cos(a) * sp.cos(b) + sp.sin(a) * sp.sin(b),
    "law of cosines": _z2 - (x_norm - y_norm) ** 2 - 4 * x_norm * y_norm * sp.cos(theta / 2) ** 2,
    "sqrt(a^2) = |a|": sp.sqrt(a**2) - sp.Abs(a),
    "|a|^2 = a^2": sp.Abs(a) ** 2 - a**2,
    "|a p| = p |a|": sp.Abs(a * p) - p * sp.Abs(a),
    "sqrt(p q) = sqrt(p) sqrt(q)": sp.sqrt(p * q) - sp.sqrt(p) * sp.sqrt(q),
    "sqrt(p a) = sqrt(p) sqrt(a)": sp.sqrt(p * a) - sp.sqrt(p) * sp.sqrt(a),
    "sqrt(p^2 + 2pq + q^2) = p + q": sp.sqrt(p**2 + 2 * p * q + q**2) - p - q,
    "1/sqrt(p) = sqrt(p)/p": 1 / sp.sqrt(p) - sp.sqrt(p) / p,
    "nested exponents": sp.exp((p + q) ** 2) - sp.exp(p**2) * sp.exp(2 * p * q) * sp.exp(q**2),
    "half exponents": sp.exp(p / 2) ** 2 - sp.exp(p),
    "log(p q)": _raw(sp.log, p * q) - sp.log(p) - sp.log(q),
    "log(p^2)": _raw(sp.log, p**2) - 2 * sp.log(p),
    "p^a p^b = p^(a+b)": p**a * p**b - p ** (a + b),
    "(p q)^a": (p * q) ** a - p**a * q**a,
    "(p^(3/2))^(1/2) = p^(3/4)": _nested_root(p * q, sp.Rational(3, 2)) - (p * q) ** sp.Rational(3, 4),
    "roots of a product of positive numbers": sp.sqrt(_product(p + l, l)) - _product(sp.sqrt(p + l), l),
    "square of a sum of sums": _sum(a + l, l) ** 2 - sp.Sum((a + l) * (a + j), (l, 1, d), (j, 1, d)),
    "products of exponentials": sp.re(_product(sp.exp(sp.I * a * l), l)) - sp.cos(a * _sum(l, l)),
    "binom(m, 2)": sp.binomial(m, 2) - m * (m - 1) / 2,
    "Gamma(d/2 + 2)": sp.gamma(d / 2 + 2) - (d / 2 + 1) * (d / 2) * sp.gamma(d / 2),
    "Gamma(d + 3)/Gamma(d + 1)": sp.gamma(d + 3) / sp.gamma(d + 1) - (d + 1) * (d + 2),
    "angular second moment": _share * (_share - _share / n + 1 / n) - _share**2 * (1 - 1 / n) - _share / n,
    "coefficient share": (1 - sp.exp(-2 * p)) / (1 - sp.exp(-p)) - 1 - sp.exp(-p),
    "1/(1 - e^-p)": 1 / (1 - sp.exp(-p)) - sp.exp(p) / (sp.exp(p) - 1),
    "(m^2 - 1)/(m + 1)": (m**2 - 1) / (m + 1) - m + 1,
    "tanh by exponentials": sp.tanh(a) - (sp.exp(2 * a) - 1) / (sp.exp(2 * a) + 1),
    "sqrt(8) = 2 sqrt(2)": sp.sqrt(8 * p**2) - 2 * p * sp.sqrt(2),
    "sqrt(18) = 3 sqrt(2)": sp.sqrt(18 * p) - 3 * sp.sqrt(2 * p),
    "Euler": sp.exp(sp.I * a) - sp.cos(a) - sp.I * sp.sin(a),
    "|1 - e^{ia}|^2": (1 - sp.exp(sp.I * a)) * (1 - sp.exp(-sp.I * a)) - 4 * sp.sin(a / 2) ** 2,
    "tan half angle": sp.tan(theta / 2) * (1 + sp.cos(theta)) - sp.sin(theta),
    "cos(pi/5)": sp.cos(sp.pi / 5) - (1 + sp.sqrt(5)) / 4,
    "cube roots of unity": 1 + sp.exp(2 * sp.I * sp.pi / 3) + sp.exp(4 * sp.I * sp.pi / 3),
    "duplication of Gamma": sp.gamma(p) * sp.gamma(p + sp.Rational(1, 2))
    - 2 ** (1 - 2 * p) * sp.sqrt(sp.pi) * sp.gamma(2 * p),
    "atan(p) + atan(1/p)": sp.atan(p) + sp.atan(1 / p) - sp.pi / 2,
}
