"""Sums over pairs and power series with positive coefficients: what the steps prove, and what they must refuse."""

from __future__ import annotations

import pytest
import sympy as sp
from hypothesis import given, settings
from hypothesis import strategies as st
from rftheory.evidence.derivation import Unproved
from rftheory.evidence.pairs import PairBound, curvature_at_zero, first, pair_sum, second, slope, taylor

from rftheory.kernels import m
from rftheory.numbers.balls import compare
from rftheory.statements.domain import Domain, Range

b, z, s = (sp.Symbol(name, positive=True) for name in "bzs")
t = sp.Symbol("t", real=True)
COUNT = Range(m, 1, None, integer=True, typical=(1, 5), awkward=(1, 4))
SEVERAL = Range(m, 2, None, integer=True, typical=(2, 5))
COUNTS = Domain((COUNT,))
ARGUMENTS = Domain(tuple(Range(symbol, 0, None, "()", typical=(0, 5)) for symbol in (b, z, s)))
FUNCTION = sp.hyper([], [b], z)
fractions = st.fractions(min_value=0, max_value=6, max_denominator=8).map(sp.Rational)
parameters = st.fractions(min_value=sp.Rational(1, 4), max_value=6, max_denominator=8).map(sp.Rational)
X = sp.IndexedBase("x", real=True)


def at(expr: sp.Expr, **values: sp.Expr) -> sp.Expr:
    return expr.subs({sp.Symbol(name, positive=True): value for name, value in values.items()}, simultaneous=True)


@pytest.mark.parametrize("size", [1, 2, 5])
def test_symmetry_counts_pairs(size: int) -> None:
    body = (X[first] - X[second]) ** 2
    domain = Domain((COUNT, Range(X.label, None, None, shape=(m,), typical=(-2, 2))))
    chain = PairBound(pair_sum(body, m), domain).by_symmetry(m, sp.Integer(0))
    values = [sp.Integer(k**2 - 3) for k in range(size)]
    point = {m: sp.Integer(size), X.label: sp.Tuple(*values)}
    pairs = sum((p - q) ** 2 for k, p in enumerate(values) for q in values[:k])
    assert compare(chain.end, sp.Integer(pairs), point) == "overlap"
    assert compare(chain.end, sp.Integer(pairs + 1), point) == "<"


def test_symmetry_is_checked() -> None:
    domain = Domain((COUNT, Range(X.label, None, None, shape=(m,), typical=(-2, 2))))
    with pytest.raises(Unproved, match="symmetric"):
        PairBound(pair_sum(X[first], m), domain).by_symmetry(m, X[first])
    with pytest.raises(Unproved, match="body at"):
        PairBound(pair_sum(X[first] * X[second], m), domain).by_symmetry(m, sp.Integer(1))
    with pytest.raises(Unproved, match="not a sum over pairs"):
        PairBound(sp.Sum(X[first] * X[second], (second, 1, m), (first, 1, m)), domain).by_symmetry(m, X[first] ** 2)


def test_pairs_need_a_pair_for_a_strict_bound() -> None:
    for item, relation in ((COUNT, "<="), (SEVERAL, "<")):
        chain = PairBound(pair_sum(sp.Integer(1), m), Domain((item,)))
        chain.over_pairs(m, lambda domain: PairBound(sp.Integer(1), domain).at_most(2))
        assert chain.relation() == relation


def test_pairs_refuse_another_term_and_another_domain() -> None:
    with pytest.raises(Unproved, match="not the sum over pairs"):
        PairBound(pair_sum(sp.Integer(1), m), COUNTS).over_pairs(m, lambda domain: PairBound(sp.Integer(2), domain))
    with pytest.raises(Unproved, match="another domain"):
        PairBound(pair_sum(sp.Integer(1), m), COUNTS).over_pairs(m, lambda domain: PairBound(sp.Integer(1), COUNTS))
    with pytest.raises(Unproved, match="name of a parameter"):
        taken = COUNTS.with_ranges(Range(first, 1, None, integer=True))
        PairBound(pair_sum(sp.Integer(1), m), taken).over_pairs(m, lambda domain: PairBound(sp.Integer(1), domain))


@given(parameters, fractions, fractions)
@settings(max_examples=10, deadline=None)
def test_bounds_hold(parameter: sp.Expr, argument: sp.Expr, point: sp.Expr) -> None:
    steps = [
        PairBound(FUNCTION, ARGUMENTS).above_tangent_at(s),
        PairBound(FUNCTION, ARGUMENTS).above_tangent_at(s, curvature=True),
        PairBound(FUNCTION, ARGUMENTS).above_taylor(2),
    ]
    for chain in steps:
        assert chain.relation() == ">="
        assert compare(*(at(e, b=parameter, z=argument, s=point) for e in (chain.start, chain.end)), {}) != "<"
    above = PairBound(FUNCTION, ARGUMENTS).below_taylor(1)
    assert compare(*(at(e, b=parameter, z=argument) for e in (above.start, above.end)), {}) != ">"
    product = PairBound(sp.hyper([], [b], z + s), ARGUMENTS).below_product((z, s))
    assert product.relation() == "<"
    order = compare(*(at(e, b=parameter, z=argument, s=point) for e in (product.start, product.end)), {})
    assert order == ("<" if argument * point else "overlap")


def test_slopes_are_derivatives() -> None:
    function = sp.hyper([sp.Rational(3, 2)], [sp.Rational(5, 2), b], z)
    assert sp.simplify(sp.diff(function, z) - slope(function, z)) == 0
    assert sp.expand(taylor(function, 2) - taylor(function, 1)) == sp.expand(curvature_at_zero(function) * z**2 / 2)


@pytest.mark.parametrize(
    "function",
    [sp.hyper([], [b], t), sp.hyper([], [t], z), sp.hyper([1, 1], [2], z), sp.hyper([-2], [b], z)],
    ids=["sign of z unknown", "sign of b unknown", "not entire", "negative coefficients"],
)
def test_series_must_have_positive_coefficients(function: sp.hyper) -> None:
    domain = ARGUMENTS.with_ranges(Range(t, None, None, typical=(-2, 2)))
    for step in (
        lambda chain: chain.above_tangent_at(s),
        lambda chain: chain.above_taylor(1),
        lambda chain: chain.below_taylor(1),
        lambda chain: chain.increasing(function),
        lambda chain: chain.below_product((z / 2, z / 2)),
    ):
        with pytest.raises(Unproved):
            step(PairBound(function, domain))


def test_tangent_point_must_be_nonnegative() -> None:
    with pytest.raises(Unproved, match="nonnegative"):
        PairBound(FUNCTION, ARGUMENTS).above_tangent_at(-s)


def test_numbers_are_compared_by_balls() -> None:
    one, other = sp.hyper([], [3], sp.Rational(1, 2)), sp.hyper([], [3], sp.Rational(501, 1000))
    assert PairBound(one, Domain(())).compared(other).relation() == "<"
    with pytest.raises(Unproved, match="not separated"):
        PairBound(one, Domain(())).compared(one)
    with pytest.raises(Unproved, match="not numbers"):
        PairBound(one, ARGUMENTS).compared(z)
