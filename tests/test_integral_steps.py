"""Steps about integrals compute true values, and refuse what the theorem behind them does not allow."""

from __future__ import annotations

from collections.abc import Callable

import mpmath
import pytest
import sympy as sp
from hypothesis import given, settings
from hypothesis import strategies as st
from rftheory.evidence.derivation import Unproved
from rftheory.evidence.integral_steps import Calculus, term_of_series

from rftheory.statements.domain import Domain, Range
from tests.refusals import refused_chains

_x, _u = sp.symbols("x u", real=True)
_p, _q = sp.symbols("p q", positive=True)
_c = sp.Symbol("c", real=True)
_k = sp.Symbol("k", integer=True, nonnegative=True)
_NOWHERE = Domain(())
_RATE = Domain((Range(_q, 0, None, "()"), Range(_p, 0, None, "()")))
_ANY = Domain((Range(_c),))
_ZERO, _ONE = sp.Integer(0), sp.Integer(1)


def _over(function: sp.Expr, low: sp.Expr | int, high: sp.Expr | int) -> sp.Integral:
    return sp.Integral(function, (_x, low, high))


def _chain(function: sp.Expr, low: sp.Expr | int, high: sp.Expr | int, domain: Domain = _NOWHERE) -> Calculus:
    return Calculus(_over(function, low, high), domain)


def _changed(
    function: sp.Expr, place: tuple[sp.Expr | int, sp.Expr | int], map_: sp.Expr, ends: tuple[sp.Expr, sp.Expr]
) -> Calculus:
    return _chain(function, *place).change_of_variables(_u, map_, ends)


#: exponentials of the tests are nothing beyond this place
_FAR = 50


def _end(end: sp.Expr) -> mpmath.mpf:
    return mpmath.mpf({sp.oo: _FAR, -sp.oo: -_FAR}.get(end) or str(sp.N(end, 30)))


def _number(expr: sp.Expr) -> complex:
    """An expression of numbers and integrals by mpmath, which knows nothing of the steps."""
    values = {}
    for node in expr.atoms(sp.Integral):
        variable, *ends = node.limits[0]
        body = sp.lambdify(variable, node.function, "mpmath")
        low, high = map(_end, ends)
        inner = [place for place in (-5, 0, 1, 5) if low < place < high]
        values[node] = sp.Float(mpmath.quad(body, [low, *inner, high]), 20)
    return complex(sp.N(expr.xreplace(values), 20))


_TRUE: dict[str, Callable[[], Calculus]] = {
    "a rising map": lambda: _changed(sp.exp(-_x), (0, 2), _u**2 + _u, (_ZERO, _ONE)),
    "a falling map": lambda: _changed(sp.exp(-(_x**2)), (0, sp.oo), 1 / _u - 1, (_ZERO, _ONE)),
    "a falling linear map": lambda: _changed(_x**3, (-1, 1), 1 - _u, (_ZERO, sp.Integer(2))),
    "an exponential map": lambda: _changed(sp.exp(-_x), (0, sp.oo), sp.exp(_u), (-sp.oo, sp.oo)),
    "an arc tangent": lambda: _changed(sp.cos(_x) ** 30, (0, sp.pi / 2), sp.atan(_u), (_ZERO, sp.oo)),
    "an antiderivative": lambda: _chain(_x * sp.exp(-(_x**2)), 0, sp.oo).antiderivative(-sp.exp(-(_x**2)) / 2),
    "by parts": lambda: _chain(_x * sp.exp(-_x), 0, sp.oo).by_parts(-_x, sp.exp(-_x)),
    "by parts on an interval": lambda: _chain(_x * sp.cos(_x), 0, 1).by_parts(_x, sp.sin(_x)),
    "mirrored": lambda: _chain(sp.exp(sp.cos(_x)), 0, sp.pi).mirrored(),
    "the whole line": lambda: _chain((1 + _x) ** 2 * sp.exp(-2 * _x**2 + _x), -sp.oo, sp.oo).euler(),
    "odd powers": lambda: _chain(_x**3 * sp.exp(-(_x**4)), -sp.oo, sp.oo).euler(),
    "beta over a half turn": lambda: _chain(sp.sin(_x) ** 3 * sp.cos(_x) ** 4, 0, sp.pi).beta(),
    "a factor": lambda: _chain(3 * sp.exp(-_x), 0, 1).integrand(sp.exp(-_x), factor=3).into_integral(),
    "a binomial": lambda: (
        _chain((1 + _x) ** 5, 0, 1)
        .under_the_integral(lambda inside: Calculus((1 + _x) ** 5, inside).binomial((1 + _x) ** 5, _x, _ONE, _k))
        .sum_outside()
    ),
}


@pytest.mark.parametrize("name", _TRUE)
def test_steps_keep_the_value(name: str) -> None:
    chain = _TRUE[name]()
    assert chain.relation() == "=" and not chain.waypoints
    assert _number(chain.start) == pytest.approx(_number(chain.end.doit(integrals=False)), rel=1e-9, abs=1e-12)


@given(
    st.fractions("-4/5", 4, max_denominator=7),
    st.fractions("1/5", 4, max_denominator=5),
    st.fractions("1/2", 3, max_denominator=3),
)
@settings(max_examples=10, deadline=None)
def test_euler_integrals_against_quadrature(power: object, rate: object, degree: object) -> None:
    p, q, r = map(sp.Rational, map(str, (power, rate, degree)))
    t = sp.Symbol("t", positive=True)
    chain = Calculus(sp.Integral(t**p * sp.exp(-q * t**r), (t, 0, sp.oo)), _NOWHERE).euler()
    # over s = log t: no singularity at 0
    p, q, r = map(float, (p, q, r))
    found = mpmath.quad(lambda s: mpmath.exp((p + 1) * s - q * mpmath.exp(r * s)), [-200, -50, -10, 0, 5, 10, 30])
    assert float(found) == pytest.approx(float(sp.N(chain.end, 20)), rel=1e-8)


def test_a_series_under_the_integral() -> None:
    """A chi density times 0F1 is a Kummer function, also where the argument is negative."""
    t = sp.Symbol("t", positive=True)
    kernel = sp.hyper([], [sp.Rational(3, 2)], _c * t**2 / 4)
    node = sp.Integral(t**2 * sp.exp(-(t**2) / 2) * kernel, (t, 0, sp.oo))
    value = sp.sqrt(2) * sp.gamma(_k + sp.Rational(3, 2)) * (_c / 2) ** _k
    value /= sp.rf(sp.Rational(3, 2), _k) * sp.factorial(_k)
    start = term_of_series(node, kernel, _k)
    function = sp.sqrt(sp.pi / 2) * sp.exp(_c / 2)
    chain = Calculus(node, _ANY).series_outside(
        kernel, _k, function, lambda facts: Calculus(start, facts).euler().algebra(value)
    )
    assert chain.end == function
    for other in (function * 2, sp.sqrt(sp.pi / 2) * sp.exp(_c)):
        with pytest.raises(Unproved):
            Calculus(node, _ANY).series_outside(
                kernel, _k, other, lambda facts: Calculus(start, facts).euler().algebra(value)
            )


_positive = sp.Symbol("v", positive=True)
_FALSE: dict[str, tuple[Callable[[], object], str]] = {
    "not monotone": (lambda: _changed(_x**2, (0, 1), _u**2, (-_ONE, _ONE)), "one sign"),
    "flat at a point": (lambda: _changed(_x**2, (-1, 1), _u**3, (-_ONE, _ONE)), "one sign"),
    "neither side converges": (lambda: _changed(_ONE, (0, sp.oo), 2 * _u, (_ZERO, sp.oo)), "converge absolutely"),
    "a pole inside": (lambda: _changed(1 / _x, (-1, 1), 2 * _u, (-sp.Rational(1, 2), sp.Rational(1, 2))), "converge"),
    "conditional convergence": (lambda: _changed(sp.sin(_x) / _x, (0, sp.oo), 2 * _u, (_ZERO, sp.oo)), "converge"),
    "not onto": (lambda: _changed(sp.exp(-_x), (0, 2), _u, (_ZERO, _ONE)), "tend to 2"),
    "another end": (lambda: _changed(sp.exp(-_x), (0, sp.oo), _u + 1, (_ZERO, sp.oo)), "tend to 0"),
    "a map with a pole": (lambda: _changed(sp.exp(-(_x**2)), (-sp.oo, sp.oo), 1 / _u, (-_ONE, _ONE)), "smooth"),
    "equal ends": (lambda: _changed(sp.exp(-_x), (0, 0), _u, (_ZERO, _ZERO)), "0 < 0"),
    "backwards": (lambda: _changed(sp.exp(-_x), (0, 1), 1 - _u, (_ONE, _ZERO)), "1 < 0"),
    "a complex map": (lambda: _changed(sp.exp(-_x), (0, 1), sp.I * _u, (_ZERO, _ONE)), "real"),
    "ends by sign of a parameter": (
        lambda: _chain(sp.exp(-(_x**2)), -sp.oo, sp.oo, _ANY).change_of_variables(_u, _c * _u, (-sp.oo, sp.oo)),
        "one sign",
    ),
    "a variable that is not new": (
        lambda: _chain(sp.exp(-_q * _x), 0, 1, _RATE).change_of_variables(_q, _q, (_ZERO, _ONE)),
        "not a new",
    ),
    "a variable that assumes more": (
        lambda: _chain(_x**2, -1, 1).change_of_variables(_positive, _positive, (-_ONE, _ONE)),
        "assumes more",
    ),
    "an antiderivative of something else": (lambda: _chain(_x, 0, 1).antiderivative(_x**2), "not decided"),
    "an antiderivative over a pole": (lambda: _chain(_x**-2, -1, 1).antiderivative(-1 / _x), "smooth"),
    "an antiderivative that jumps": (
        lambda: _chain(1 / (1 + _x**2), -1, 1).antiderivative(-sp.atan(1 / _x)),
        "smooth|not decided",
    ),
    "an antiderivative of equal ends": (lambda: _chain(_x, 1, 1).antiderivative(_x**2 / 2), "1 < 1"),
    "an antiderivative without a limit": (lambda: _chain(1 / _x, 0, 1).antiderivative(sp.log(_x)), "finite limit"),
    "parts that diverge": (lambda: _chain(_ONE, 0, sp.oo).by_parts(_ONE, _x), "converge"),
    "parts of something else": (lambda: _chain(_x, 0, 1).by_parts(_x, _x**2), "not decided"),
    "a rate that may vanish": (lambda: _chain(sp.exp(-_c * _x), 0, sp.oo, _ANY).euler(), "> 0 is not proved"),
    "a rate below zero": (lambda: _chain(sp.exp(_q * _x), 0, sp.oo, _RATE).euler(), "> 0 is not proved"),
    "a power of -1": (lambda: _chain(sp.exp(-_x) / _x, 0, sp.oo).euler(), "> 0 is not proved"),
    "an odd exponent over the line": (lambda: _chain(sp.exp(-(_x**3)), -sp.oo, sp.oo).euler(), "whole line"),
    "a root over the line": (lambda: _chain(_x ** sp.Rational(1, 3) * sp.exp(-(_x**2)), -sp.oo, sp.oo).euler(), "whole line"),
    "euler over a part": (lambda: _chain(sp.exp(-_x), 0, 1).euler(), "not over"),
    "odd cosines over a half turn": (lambda: _chain(sp.cos(_x) ** 3, 0, sp.pi).beta(), "even"),
    "a cosine in the denominator": (lambda: _chain(1 / sp.cos(_x), 0, sp.pi / 2).beta(), "> -1"),
    "a symbolic cosine over a half turn": (
        lambda: Calculus(_over(sp.cos(_x) ** _k, 0, sp.pi), Domain((Range(_k, 0, None, integer=True),))).beta(),
        "even",
    ),
    "mirrored at infinity": (lambda: _chain(sp.exp(-_x), 0, sp.oo).mirrored(), "bounded"),
    "mirrored pole": (lambda: _chain(1 / _x, -1, 1).mirrored(), "converge"),
    "an integrand that is equal at one place": (lambda: _chain(_x, 0, 1).integrand(_x**2), "not decided"),
    "a factor of the variable": (lambda: _chain(_x**2, 0, 1).integrand(_x, factor=_x), "depends on"),
    "rewritten elsewhere": (lambda: _chain(sp.Abs(_x), -1, 1).rewritten(sp.Abs(_x), _x), "not decided"),
    "a binomial with a negative exponent": (
        lambda: Calculus((1 + _c) ** -2, _ANY).binomial((1 + _c) ** -2, _c, _ONE, _k),
        "integer >= 0",
    ),
    "a binomial of another base": (
        lambda: Calculus((1 + _c) ** 2, _ANY).binomial((1 + _c) ** 2, _c, sp.Integer(2), _k),
        "not decided",
    ),
    "a binomial index of the name of a parameter": (
        lambda: Calculus((1 + _c) ** 2, _ANY.with_ranges(Range(_k, 0, None, integer=True))).binomial(
            (1 + _c) ** 2, _c, _ONE, _k
        ),
        "new index",
    ),
    "the gamma function left of zero": (lambda: Calculus(sp.gamma(_c), _ANY).as_euler(_u, sp.gamma(_c)), "positive"),
    "equal starts alone": (
        lambda: Calculus(_k**2, Domain((Range(_k, 0, None, integer=True),))).by_recursion(_k, _k, _ONE),
        "ratio",
    ),
    "one start for two steps": (
        lambda: Calculus((-1) ** _k, Domain((Range(_k, 0, None, integer=True),))).by_recursion(_k, _ONE, _ONE),
        "ratio|case",
    ),
    "a start that differs": (
        lambda: Calculus(2**_k, Domain((Range(_k, 0, None, integer=True),))).by_recursion(
            _k, 3 * 2**_k, sp.Integer(2)
        ),
        "case",
    ),
    "a geometric series of ratio 1": (lambda: _geometric(_ONE), "< 1 is not proved"),
    "a geometric series of ratio k": (lambda: _geometric(_k / (_k + 1)), "depends on the index"),
    "a Bessel function at negative numbers": (
        lambda: Calculus(sp.besselj(sp.Rational(1, 2), _c), _ANY).as_series(sp.besselj(sp.Rational(1, 2), _c)),
        "no power series",
    ),
    "backwards along a bound": (
        lambda: Calculus(_c**2, _ANY).backwards(Calculus(_c**2 + 1, _ANY).at_least(_c**2)),
        "equalities",
    ),
}  # fmt: skip


def _geometric(ratio: sp.Expr) -> Calculus:
    series = sp.Sum(ratio**_k if not ratio.has(_k) else 1 / (_k + 1), (_k, 0, sp.oo))
    return Calculus(series, _NOWHERE).geometric(series, ratio)


test_attacks_are_refused = refused_chains(_FALSE)


def test_series_of_alternating_terms_stay_inside() -> None:
    """Term by term needs terms of one sign each: cos(x)^k changes its sign over a half turn."""
    kernel = sp.hyper([], [], sp.cos(_x))
    node = _over(kernel, 0, sp.pi)
    with pytest.raises(Unproved, match="times a function >= 0"):
        Calculus(node, _NOWHERE).series_outside(kernel, _k, _ONE, lambda facts: Calculus(_ONE, facts))
