"""The normal form of sums and products: true laws are accepted, false ones never, signs are those of the values."""

from __future__ import annotations

from functools import lru_cache

import pytest
import sympy as sp
from hypothesis import given, settings
from hypothesis import strategies as st
from rftheory.evidence.sign import ANY, NONNEGATIVE, POSITIVE, is_nonzero, sign_of
from rftheory.evidence.zero import decide_zero

from rftheory.coordinates import L, X, Y, d, gaussian_kernel, i, inner, j, k, l, product, squared_norm, total, x, y
from rftheory.judges.mutants import mutants
from rftheory.kernels import lam, p
from rftheory.numbers.balls import ball, compare
from rftheory.statements.domain import Domain, Range

_A = sp.Symbol("a", real=True)


def _rows(base: sp.IndexedBase, *shape: sp.Symbol, low: int | None = None) -> Range:
    return Range(base.label, low, None, "()", typical=(-1 if low is None else low, 2), shape=shape)


_SIZES = (Range(d, 1, None, integer=True, typical=(1, 3)), Range(L, 1, None, integer=True, typical=(1, 3)))
_SCALARS = (Range(lam, 0, None, "()"), Range(p, 0, 1, "()", typical=(0, 1)), Range(_A, None, None, typical=(-1, 1)))
_DOMAIN = Domain((*_SIZES, *_SCALARS, _rows(x, d), _rows(y, d), _rows(X, L, d), _rows(Y, L, d)))
_POSITIVE = _DOMAIN.with_ranges(_rows(x, d, low=0))


def _series(body: sp.Expr) -> sp.Expr:
    return sp.Sum(body, (k, 0, sp.oo))


def _rowwise(body: sp.Expr) -> sp.Expr:
    return sp.Sum(body, (i, 1, L))


_LAWS = {
    "linearity": (total((x[l] + y[l]) ** 2), squared_norm(x) + 2 * inner() + squared_norm(y)),
    "constants": (total(lam), d * lam),
    "names of indices": (total(x[i], i), total(x[l])),
    "order of indices": (sp.Sum(X[i, l], (l, 1, d), (i, 1, L)), sp.Sum(X[i, l], (i, 1, L), (l, 1, d))),
    "product of sums": (total(x[l]) ** 2, sp.Sum(x[l] * x[i], (l, 1, d), (i, 1, d))),
    "separation": (
        sp.Sum(X[i, l] * Y[j, l], (l, 1, d), (i, 1, L), (j, 1, L)),
        total(_rowwise(X[i, l]) * sp.Sum(Y[j, l], (j, 1, L))),
    ),
    "separation of absolute values": (
        sp.Sum(sp.Abs(X[i, l] * Y[j, l]), (i, 1, L), (j, 1, L)),
        _rowwise(sp.Abs(X[i, l])) * _rowwise(sp.Abs(Y[i, l])),
    ),
    "square of an inner sum": (
        _rowwise(total(X[i, l]) ** 2),
        sp.Sum(X[i, l] * X[i, j], (l, 1, d), (j, 1, d), (i, 1, L)),
    ),
    "separation of exponentials": (
        sp.Sum(sp.exp(x[i] + y[j] + _A), (i, 1, d), (j, 1, d)),
        sp.exp(_A) * total(sp.exp(x[l])) * total(sp.exp(y[l])),
    ),
    "circles": (total(sp.cos(x[l]) ** 2) + total(sp.sin(x[l]) ** 2), d),
    "few terms": (sp.Sum(x[l], (l, 1, 3)), x[1] + x[2] + x[3]),
    "exponent": (sp.exp(_A * inner()), sp.exp(total(_A * x[l] * y[l]))),
    "kernel": (product(sp.exp(-((x[l] - y[l]) ** 2) / 2)), gaussian_kernel()),
    "constant factors": (product(2 * sp.exp(_A * x[l])), 2**d * sp.exp(_A * total(x[l]))),
    "product of products": (product(x[l] * y[l]), product(x[l]) * product(y[l])),
    "quotient": (product(x[l] / (1 + y[l] ** 2)), product(x[l]) / product(1 + y[l] ** 2)),
    "integer powers": (product(x[l] ** 2), product(x[l]) ** 2),
    "unused index": (sp.Product(x[l] * lam, (l, 1, d), (i, 1, L)), product(x[l]) ** L * lam ** (d * L)),
    "exponents of a constant": (product(lam ** x[l]), lam ** total(x[l])),
    "factored body": (product(lam * x[l] + lam * y[l]), lam**d * product(x[l] + y[l])),
    "power of size d that may vanish": ((_A * lam) ** d, _A**d * lam**d),
    "power of a product of squares": (
        product((x[l] ** 2) ** sp.Rational(1, 3)),
        (product(x[l]) ** 2) ** sp.Rational(1, 3),
    ),
    "absolute value to a power": (sp.Abs(_A) ** (2 * d), _A ** (2 * d)),
    "constant of a series": (_series(2 * lam ** (k + 1) / sp.factorial(k)), 2 * lam * _series(lam**k / sp.factorial(k))),
    "series in a product": (
        product(_series(_A * (x[l] * y[l]) ** (2 * k) / sp.factorial(k) ** 2)),
        _A**d * product(_series(x[l] ** (2 * k) * y[l] ** (2 * k) / sp.factorial(k) / sp.gamma(k + 1))),
    ),
    "derivative": (sp.diff(sp.exp(squared_norm(x) / lam), lam), -sp.exp(squared_norm(x) / lam) * total(x[l] ** 2 / lam**2)),
}  # fmt: skip

_FALSE = {
    "coefficient": (total((x[l] + y[l]) ** 2), squared_norm(x) + inner() + squared_norm(y)),
    "size": (total(lam), (d - 1) * lam),
    "separation over a shared index": (total(x[l] * y[l]), total(x[l]) * total(y[l])),
    "diagonal": (total(x[l] ** 2), total(x[l]) ** 2),
    "another index": (_rowwise(X[i, l]), _rowwise(X[i, j])),
    "transposed": (sp.Sum(X[i, l], (l, 1, d), (i, 1, L)), sp.Sum(X[l, i], (l, 1, d), (i, 1, L))),
    "other range": (total(x[l]), sp.Sum(x[l], (l, 2, d))),
    "other vector": (product(x[l]), product(y[l])),
    "sum of exponentials": (total(sp.exp(x[l])), sp.exp(total(x[l]))),
    "root of a product of any signs": (sp.sqrt(product(x[l])), product(sp.sqrt(x[l]))),
    "root of a product of squares": (product((x[l] ** 2) ** sp.Rational(1, 3)), product(x[l]) ** sp.Rational(2, 3)),
    "shifted series": (_series(lam**k / sp.factorial(k)), _series(lam ** (k + 1) / sp.factorial(k))),
    "one term of a series": (_series(lam**k / sp.factorial(k)), _series(lam**k / sp.factorial(k + 1))),
    "cancelled power of zero": (_A**d / _A, _A ** (d - 1)),
    "root of an even power": (sp.sqrt(_A ** (2 * d)), _A**d),
}


@pytest.mark.parametrize("name", _LAWS)
def test_laws_are_accepted(name: str) -> None:
    left, right = _LAWS[name]
    decision = decide_zero(left - right, _DOMAIN)
    assert decision.zero, decision.reason


@pytest.mark.parametrize("name", [name for name in _LAWS if name != "few terms"])  # it needs three coordinates
def test_laws_hold_in_value(name: str) -> None:
    left, right = _LAWS[name]
    for point in _drawn(3):
        if name == "separation of absolute values":
            point = {**point, l: sp.Integer(1)}
        assert compare(left, right, point) == "overlap"


@pytest.mark.parametrize("name", _FALSE)
def test_false_laws_are_refused(name: str) -> None:
    left, right = _FALSE[name]
    assert not decide_zero(left - right, _DOMAIN).zero


def test_a_root_of_a_product_needs_signs() -> None:
    left, right = product(sp.sqrt(lam * x[l])), lam ** (d / 2) * sp.sqrt(product(x[l]))
    assert decide_zero(left - right, _POSITIVE).zero
    assert not decide_zero(left - right, _DOMAIN).zero


@lru_cache
def _drawn(count: int) -> list[dict[sp.Symbol, sp.Basic]]:
    return [dict(point) for point in _DOMAIN.points(count + 4, seed=5)[-count:]]


_BODIES = st.sampled_from(
    [x[l], y[l], x[l] + lam, x[l] * y[l], x[l] ** 2, sp.exp(x[l]), sp.exp(-_A * y[l]), sp.Abs(x[l]), lam, _A + 1]
)
_SUMS = st.one_of(
    _BODIES.map(total),
    _BODIES.map(product),
    st.tuples(_BODIES, _BODIES).map(lambda b: total(b[0] * total(b[1].xreplace({l: i}), i))),
    st.tuples(_BODIES, _BODIES).map(lambda b: total(b[0] + b[1])),
    st.tuples(_BODIES, _BODIES).map(lambda b: sp.exp(-total(b[0] * b[1]))),
)
_EXPRESSIONS = st.recursive(
    _SUMS,
    lambda inner: st.one_of(
        st.tuples(inner, inner).map(lambda t: t[0] + t[1]),
        st.tuples(inner, inner).map(lambda t: t[0] * t[1]),
        inner.map(lambda e: e**2),
    ),
    max_leaves=3,
)


@settings(max_examples=6, deadline=None)
@given(_EXPRESSIONS)
def test_an_expression_equals_its_expansion_and_no_mutant(expr: sp.Expr) -> None:
    assert decide_zero(expr - expr.xreplace({l: j}), _DOMAIN).zero
    assert decide_zero(expr - sp.expand(expr), _DOMAIN).zero
    points = _drawn(2)
    for _, mutant in mutants(expr, 4):
        if decide_zero(expr - mutant, _DOMAIN).zero:
            assert all(compare(expr, mutant, point) == "overlap" for point in points)


@settings(max_examples=15, deadline=None)
@given(_EXPRESSIONS)
def test_signs_are_those_of_the_values(expr: sp.Expr) -> None:
    signs = sign_of(expr, _DOMAIN)
    for point in _drawn(2):
        value = ball(expr, point, 128)
        assert any(value.overlaps(value * 0) if s == 0 else value * s >= 0 or value.contains(0) for s in signs)


@pytest.mark.parametrize(
    ("expr", "signs"),
    [
        (squared_norm(x), NONNEGATIVE),
        (lam + squared_norm(x), POSITIVE),
        (total(sp.exp(x[l])), POSITIVE),
        (product(sp.exp(x[l])), POSITIVE),
        (squared_norm(x) + squared_norm(y) - 2 * inner(), NONNEGATIVE),
        (_series((x[1] * lam) ** (2 * k) / sp.factorial(k)), POSITIVE),
        (inner(), ANY),
        (sp.Sum(x[l] ** 2, (l, 1, d - 2)), ANY),
        (product(x[l]), ANY),
    ],
)
def test_signs(expr: sp.Expr, signs: frozenset[int]) -> None:
    assert sign_of(expr, _DOMAIN) == signs


def test_an_inner_sum_may_use_the_same_index() -> None:
    shadowed = total(sp.exp(x[l]) * (1 + squared_norm(y)))
    assert sign_of(shadowed, _DOMAIN) == POSITIVE
    assert decide_zero(shadowed - (1 + squared_norm(y)) * total(sp.exp(x[l])), _DOMAIN).zero


def test_signs_of_coordinates_come_from_the_range_of_the_vector() -> None:
    assert sign_of(x[l], _POSITIVE) == POSITIVE
    assert sign_of(total(x[l]), _POSITIVE) == POSITIVE
    assert is_nonzero(product(x[l]), _POSITIVE)
    assert not is_nonzero(product(x[l]), _DOMAIN)
