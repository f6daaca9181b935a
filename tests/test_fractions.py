"""Rational functions with factored denominators: exact arithmetic that forgets no divisor."""

from __future__ import annotations

import pytest
import sympy as sp
from battery import DOMAIN, a, b, p, q, theta
from hypothesis import given, settings
from hypothesis import strategies as st
from rftheory.evidence.fractions import Fraction, RationalFunctions, factored
from rftheory.evidence.zero import decide_zero

_SYMBOLS = (a, b, p)


def _expression(functions: RationalFunctions, fraction: Fraction) -> sp.Expr:
    over = sp.Add(*(sp.Rational(int(c.p), int(c.q)) * functions.expression(e) for e, c in fraction.over.terms()))
    return over / sp.Mul(*(functions.polynomial(k) ** power for k, power in fraction.under.items()))


def _divisors(functions: RationalFunctions) -> set[sp.Expr]:
    return {functions.polynomial(number) for number in functions.divided}


def _grow(inner: st.SearchStrategy[sp.Expr]) -> st.SearchStrategy[sp.Expr]:
    pairs = st.tuples(inner, inner)
    return st.one_of(
        pairs.map(lambda t: t[0] + t[1]),
        pairs.map(lambda t: t[0] * t[1]),
        st.tuples(inner, st.sampled_from([-2, -1, 2, 3])).map(lambda t: t[0] if t[0] == 0 else t[0] ** t[1]),
    )


_RATIONAL = st.recursive(st.sampled_from([*_SYMBOLS, sp.pi, sp.Integer(2), sp.Rational(-1, 3)]), _grow, max_leaves=8)


@settings(max_examples=80, deadline=None)
@given(_RATIONAL)
def test_a_fraction_is_the_expression_it_came_from(expr: sp.Expr) -> None:
    functions = RationalFunctions(_SYMBOLS)
    try:
        fraction = functions.evaluate(expr)
    except ZeroDivisionError:
        # only a divisor that vanishes identically is refused
        assert any(sp.cancel(power.base) == 0 for power in expr.atoms(sp.Pow) if power.exp.is_negative)
        return
    assert sp.cancel(_expression(functions, fraction) - expr) == 0
    # a denominator is always a divisor that has been noted
    assert fraction.under.keys() <= functions.divided.keys()


def test_divisors_are_noted_even_where_they_cancel() -> None:
    functions = RationalFunctions((a, b))
    assert not functions.evaluate((a**2 - b**2) / (a - b) - (a**3 - a * b**2) / (a**2 - a * b)).over
    assert _divisors(functions) == {a - b, a}


def test_divisors_inside_a_division_are_noted() -> None:
    functions = RationalFunctions((a, b))
    functions.evaluate(1 / (1 / (a + 1) + b))
    assert _divisors(functions) == {a + 1, a * b + b + 1}


def test_powers_of_one_variable_cancel() -> None:
    functions = RationalFunctions((p,))
    fraction = functions.product((functions.evaluate(p**5), functions.evaluate(p**-7)))
    assert fraction.over == 1
    assert fraction.under == {functions.number_of[p]: 2}


def test_a_relation_with_a_denominator() -> None:
    root = sp.Dummy("t")
    functions = RationalFunctions((root, a, b))
    fraction = functions.reduced(functions.evaluate(root**5 + root**2 + root), root, 2, a / (b + 1))
    assert sp.cancel(_expression(functions, fraction) - root * (a / (b + 1)) ** 2 - a / (b + 1) - root) == 0
    assert b + 1 in _divisors(functions)


def test_what_is_not_rational_is_refused() -> None:
    with pytest.raises(TypeError, match="rational"):
        RationalFunctions((a,)).evaluate(sp.sin(a))


_UNSEEN_ZERO = (p + q) ** 2 - p**2 - q**2 - 2 * p * q
_CIRCLE = sp.sin(theta) ** 2 + sp.cos(theta) ** 2 - 1

_DIVISIONS_BY_ZERO = {
    "a polynomial that is not multiplied out": 1 / _UNSEEN_ZERO - 2 / sp.Add(*(2 * term for term in _UNSEEN_ZERO.args)),
    "a multiple of zero": (a**2 - sp.Abs(a) * sp.sqrt(a**2)) / _UNSEEN_ZERO + _CIRCLE / _UNSEEN_ZERO,
    "Pythagoras": a / _CIRCLE - 2 * a / sp.Add(*(2 * term for term in _CIRCLE.args)),
    "in an exponent": _CIRCLE * sp.exp(1 / _UNSEEN_ZERO),
    "a root": _CIRCLE / (sp.sqrt(p * q) - sp.Mul(sp.sqrt(p), sp.sqrt(q) + _UNSEEN_ZERO)),
}


@pytest.mark.parametrize("name", _DIVISIONS_BY_ZERO)
def test_nothing_follows_from_a_division_by_zero(name: str) -> None:
    expr = _DIVISIONS_BY_ZERO[name]
    assert expr is not sp.S.Zero, "the case would be vacuous"
    assert not decide_zero(expr, DOMAIN).zero


@pytest.mark.parametrize("factor", [1, 2])
def test_roots_in_exponents_are_lowered_by_their_relations(factor: int) -> None:
    square = sp.exp((sp.sqrt(p) + sp.sqrt(q)) ** 2)
    decision = decide_zero(square - sp.exp(p) * sp.exp(q) * sp.exp(factor * sp.sqrt(p * q)), DOMAIN)
    assert decision.zero == (factor == 2)


@pytest.mark.parametrize("share", [1, 2])
def test_absolute_values_in_exponents_with_denominators(share: int) -> None:
    first = sp.exp((sp.Abs(a) * p - q / sp.Abs(a)) ** 2)
    second = sp.exp(a**2 * p**2 + q**2 / a**2) * sp.exp(-share * p * q)
    on_the_line_without_zero = DOMAIN.where(sp.Ne(a, 0))
    assert decide_zero(first - second, on_the_line_without_zero).zero == (share == 2)
    assert not decide_zero(first - second, DOMAIN).zero


_POLYNOMIALS = st.recursive(
    st.sampled_from([*_SYMBOLS, sp.Integer(2), sp.Rational(-1, 3)]),
    lambda inner: st.tuples(inner, inner, st.booleans()).map(lambda t: t[0] + t[1] if t[2] else t[0] * t[1]),
    max_leaves=6,
)


@settings(max_examples=25, deadline=None)
@given(_POLYNOMIALS, _POLYNOMIALS)
def test_factors_multiply_to_the_polynomial_and_are_irreducible(first: sp.Expr, second: sp.Expr) -> None:
    product = sp.expand(first * second)
    found = factored(product)
    assert sp.expand(found - product) == 0
    for factor in sp.Mul.make_args(found):
        base = factor.as_base_exp()[0]
        assert base.is_Number or sp.Poly(base, *_SYMBOLS).is_irreducible


def test_what_is_no_polynomial_over_the_rationals_is_left_alone() -> None:
    for expr in (sp.sqrt(2) * a + 2 * sp.sqrt(2), sp.exp(a) + a, 1 / a, sp.I * a + a):
        assert factored(expr) == expr
