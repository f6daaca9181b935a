"""Signed-log float64 arithmetic, vectorised over points: values from e^-5000 to e^5000 without overflow.

A value v is the pair (sign, log|v|). Sums of opposite signs go through ``log(1 - exp(-z))``, so a difference keeps the
accuracy that its logarithms have; ``1 - exp(-z)`` itself keeps full relative accuracy for every z (`walker`).
These are guides and plots, never evidence: nothing here is rigorous.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
import sympy as sp
from numpy.typing import ArrayLike
from scipy import special

from rftheory.numbers import log_sums, noncentral_chi_square, probabilities
from rftheory.numbers.generating import exponent_of_sample
from rftheory.numbers.log_sums import Array, SignedLog, from_plain
from rftheory.numbers.special import log_confluent_limit
from rftheory.numbers.walker import UnsupportedExpression, compile_for, parameters
from rftheory.rules.nodes import Expectation


def _log_minus_expm1(z: Array) -> Array:
    """``log(1 - exp(-z))`` for z >= 0, by the branch that keeps its accuracy (Maechler 2012)."""
    return np.where(z > np.log(2), np.log1p(-np.exp(-np.abs(z))), np.log(-np.expm1(-np.abs(z))))


def _add(a: SignedLog, b: SignedLog) -> SignedLog:
    larger = a.log >= b.log
    high, low = np.where(larger, a.log, b.log), np.where(larger, b.log, a.log)
    sign = np.where(larger, a.sign, b.sign)
    gap = np.where(low == -np.inf, np.inf, high - low)
    same = np.where(low == -np.inf, high, np.logaddexp(high, low))
    log = np.where(a.sign * b.sign >= 0, same, high + _log_minus_expm1(gap))
    sign = np.where(log == -np.inf, 0.0, sign)
    return SignedLog(np.where(np.isnan(a.sign + b.sign), np.nan, sign), log)


def _multiply(a: SignedLog, b: SignedLog) -> SignedLog:
    sign = a.sign * b.sign
    return SignedLog(sign, np.where(sign == 0, -np.inf, a.log + b.log))


def _power(base: SignedLog, exponent: Array) -> SignedLog:
    """A real power; nan for a negative base and an exponent that is not an integer."""
    whole = exponent == np.round(exponent)
    odd = whole & (np.abs(exponent) % 2 == 1)
    sign = np.where(base.sign < 0, np.where(whole, np.where(odd, -1.0, 1.0), np.nan), base.sign)
    sign = np.where(exponent == 0, 1.0, sign)
    return SignedLog(sign, np.where(exponent == 0, 0.0, exponent * base.log))


def _plain(function: Callable[..., Any]) -> Callable[..., SignedLog]:
    return lambda *values: from_plain(function(*(v.plain for v in values)))


def _positive(log_of: Callable[..., Any]) -> Callable[..., SignedLog]:
    """A positive function, given by its logarithm."""

    def apply(*values: SignedLog) -> SignedLog:
        log = np.asarray(log_of(*(v.plain for v in values)), dtype=float)
        return SignedLog(np.where(np.isnan(log), np.nan, 1.0), log)

    return apply


def _expm1(x: SignedLog) -> SignedLog:
    """Tiny arguments stay in logarithms: there ``expm1(x)`` is x to double precision."""
    value = x.plain
    log = np.where(value > 0, value, 0.0) + _log_minus_expm1(np.abs(value))
    return SignedLog(x.sign, np.where(x.log < np.log(np.finfo(float).eps), x.log, log))


def _log1p(x: SignedLog) -> SignedLog:
    """Tiny arguments stay in logarithms, and so do huge ones: there ``log1p(x)`` is log x."""
    value = from_plain(np.where(x.log > 700, x.log, np.log1p(x.plain)))
    tiny = x.log < np.log(np.finfo(float).eps)
    return SignedLog(np.where(tiny, x.sign, value.sign), np.where(tiny, x.log, value.log))


def _sinh(x: SignedLog) -> SignedLog:
    size = np.abs(x.plain)
    log = size + _log_minus_expm1(2 * size) - np.log(2)
    return SignedLog(x.sign, np.where(x.log < np.log(np.finfo(float).eps), x.log, log))


def _sine(x: SignedLog) -> SignedLog:
    value = from_plain(np.sin(x.plain))
    tiny = x.log < np.log(np.finfo(float).eps)
    return SignedLog(np.where(tiny, x.sign, value.sign), np.where(tiny, x.log, value.log))


def _gamma(x: SignedLog) -> SignedLog:
    return SignedLog(special.gammasgn(x.plain), special.gammaln(x.plain))


def _rising(x: SignedLog, count: SignedLog) -> SignedLog:
    k = count.plain
    if k.size and np.all(k == k.flat[0]) and k.flat[0] == round(k.flat[0]) and 0 <= k.flat[0] <= 64:
        product = from_plain(np.ones_like(x.plain))
        for i in range(int(k.flat[0])):
            product = _multiply(product, from_plain(x.plain + i))
        return product
    return _multiply(_gamma(_add(x, count)), _power(_gamma(x), np.asarray(-1.0)))


def _falling(x: SignedLog, count: SignedLog) -> SignedLog:
    return _rising(from_plain(x.plain - count.plain + 1), count)


def _binomial(n: SignedLog, k: SignedLog) -> SignedLog:
    return _multiply(_falling(n, k), _power(_gamma(from_plain(k.plain + 1)), np.asarray(-1.0)))


def _confluent_limit(b: SignedLog, x: SignedLog) -> SignedLog:
    """``0F1(; b; x)``, in log space for positive b and x."""
    order, z = b.plain, x.plain
    growing = (z >= 0) & (order > 0)
    log = log_confluent_limit(np.where(growing, order, 1.0), np.where(growing, z, 0.0))
    other = from_plain(special.hyp0f1(order, np.where(growing, 0.0, z)))
    return SignedLog(np.where(growing, 1.0, other.sign), np.where(growing, log, other.log))


def _hypergeometric(upper: Sequence[SignedLog], lower: Sequence[SignedLog], x: SignedLog) -> SignedLog:
    if (len(upper), len(lower)) == (0, 1):
        return _confluent_limit(lower[0], x)
    functions = {(1, 1): special.hyp1f1, (2, 1): special.hyp2f1}
    if (len(upper), len(lower)) not in functions:
        raise UnsupportedExpression(f"a {len(upper)}F{len(lower)} in float64")
    return from_plain(functions[len(upper), len(lower)](*(p.plain for p in (*upper, *lower)), x.plain))


def _log_cosh(x: Array) -> Array:
    return np.abs(x) + np.log1p(np.exp(-2 * np.abs(x))) - np.log(2)


def _choice(pick: Callable[..., Any]) -> Callable[..., SignedLog]:
    """Max and Min, compared by the sign of the difference."""

    def apply(a: SignedLog, b: SignedLog) -> SignedLog:
        first = pick(_add(a, SignedLog(-b.sign, b.log)).sign, 0)
        return SignedLog(np.where(first, a.sign, b.sign), np.where(first, a.log, b.log))

    return apply


FUNCTIONS: dict[str, Callable[..., SignedLog]] = {
    **{name: _plain(getattr(np, name)) for name in ("cos", "tan", "tanh", "sign")},
    **{name: _plain(getattr(np, f"arc{name[1:]}")) for name in ("asin", "acos", "atan", "asinh", "acosh", "atanh")},
    "log": lambda x: from_plain(np.where(x.sign > 0, x.log, np.nan)),
    "exp": _positive(lambda x: x),
    "cosh": _positive(_log_cosh),
    "erfc": _positive(lambda x: np.log(2) + special.log_ndtr(-x * np.sqrt(2))),
    "besseli": _positive(lambda order, x: np.log(special.ive(order, x)) + np.abs(x)),
    "besselk": _positive(lambda order, x: np.log(special.kve(order, x)) - x),
    "besselj": _plain(special.jv),
    "expm1": _expm1,
    "log1p": _log1p,
    "sinh": _sinh,
    "sin": _sine,
    "erf": _plain(special.erf),
    "erfi": _plain(special.erfi),
    "gamma": _gamma,
    "loggamma": _plain(special.gammaln),
    "digamma": _plain(special.digamma),
    "polygamma": _plain(lambda order, x: special.polygamma(np.round(order).astype(int), x)),
    "factorial": lambda x: _gamma(from_plain(x.plain + 1)),
    "RisingFactorial": _rising,
    "FallingFactorial": _falling,
    "binomial": _binomial,
    "hyper": _hypergeometric,
    "Abs": lambda x: SignedLog(np.abs(x.sign), x.log),
    "re": lambda x: x,
    "conjugate": lambda x: x,
    "NoncentralChiSquare": _plain(noncentral_chi_square.floating),
    "Max": _choice(np.greater_equal),
    "Min": _choice(np.less_equal),
}


def _probability(node: Any, sub: Any, environment: Any) -> SignedLog:
    return from_plain(probabilities.in_logarithms(node, sub, environment))


def _unknown(node: Any, sub: Any, environment: Any) -> SignedLog:
    """Not computed: searches look at such expectations in closed form, or not at all."""
    return from_plain(np.asarray(np.nan))


def _expectation(node: Expectation, sub: Any, environment: Any) -> SignedLog:
    if exponent_of_sample(node.args[0]) is None:
        raise UnsupportedExpression(f"the expectation {node} in float64")
    return _unknown(node, sub, environment)


class _LogArithmetic:
    """The walker's arithmetic of real signed logarithms."""

    functions: Mapping[str, Callable[..., Any]] = FUNCTIONS
    binders: Mapping[str, Callable[..., Any]] = {
        "Probability": _probability, "Sum": log_sums.summation, "Product": log_sums.multiplication,
        "Indexed": log_sums.coordinate, "FrameExpectation": _unknown, "Expectation": _expectation,
    }  # fmt: skip

    def rational(self, value: sp.Rational) -> SignedLog:
        # integers beyond the range of float64 have logarithms all the same
        sign = float(sp.sign(value))
        size = -np.inf if value == 0 else _log_integer(abs(int(value.p))) - _log_integer(int(value.q))
        return SignedLog(np.asarray(sign), np.asarray(size))

    def constant(self, name: str) -> SignedLog:
        if name == "I":
            raise UnsupportedExpression("the imaginary unit in real log-space arithmetic")
        return from_plain(np.pi if name == "pi" else np.e)

    def add(self, left: SignedLog, right: SignedLog) -> SignedLog:
        return _add(left, right)

    def multiply(self, left: SignedLog, right: SignedLog) -> SignedLog:
        return _multiply(left, right)

    def integer_power(self, base: SignedLog, exponent: int) -> SignedLog:
        return _power(base, np.asarray(float(exponent)))

    def rational_power(self, base: SignedLog, exponent: sp.Rational) -> SignedLog:
        return _power(base, np.asarray(int(exponent.p) / int(exponent.q)))

    def power(self, base: SignedLog, exponent: SignedLog) -> SignedLog:
        return _power(base, exponent.plain)


def _log_integer(value: int) -> float:
    shift = max(0, value.bit_length() - 64)
    return float(np.log(value >> shift)) + shift * float(np.log(2))


LOGARITHMS = _LogArithmetic()


def log_value(expr: sp.Expr, arrays: Mapping[sp.Symbol, ArrayLike]) -> tuple[Array, Array]:
    """The sign and log|value| of a real expression at arrays of points (broadcast against each other).

    The array of a vector has its coordinates on the last axis, that of a data set its rows and coordinates on the last
    two; the sizes of sums must be the same at all points.

    Returns:
        Two arrays of the common shape: the sign (nan where the value is not real or not defined) and log|value|.

    Raises:
        UnsupportedExpression: for expectations, complex constants and functions without a float64 version.
    """
    expr = sp.sympify(expr)
    ranks = {a.base.label: len(a.indices) for a in expr.atoms(sp.Indexed)}
    # without coordinates in the expression, all arrays are those of numbers
    used = parameters(expr) if ranks else tuple(arrays)
    given = {s: np.asarray(v, dtype=float) for s, v in arrays.items() if s in used}
    shape = np.broadcast_shapes(*(v.shape[: v.ndim - ranks.get(s, 0)] for s, v in given.items()))
    with np.errstate(all="ignore"):
        values = [from_plain(_with_axes(v, len(shape) + ranks.get(s, 0)) if ranks else v) for s, v in given.items()]
        result = compile_for(expr, tuple(given), LOGARITHMS)(*values)
    return np.broadcast_to(result.sign, shape).copy(), np.broadcast_to(result.log, shape).copy()


def _with_axes(value: Array, count: int) -> Array:
    """The same array with axes of length 1 in front, so that it has ``count`` axes (numbers stay numbers)."""
    return value if value.ndim == 0 else value.reshape(*[1] * (count - value.ndim), *value.shape)
