"""Signs of numbers: rationals exactly, the rest by balls, zero by the exact zero test, and SymPy's comparison never."""

from __future__ import annotations

from fractions import Fraction

import pytest
import sympy as sp
from hypothesis import given, settings
from hypothesis import strategies as st
from rftheory.evidence.bounds import Bound
from rftheory.evidence.deciding import judge_claim
from rftheory.evidence.derivation import Derivation, Unproved
from rftheory.evidence.known_signs import proportional
from rftheory.evidence.number_signs import ANY, NEGATIVE, POSITIVE, ZERO, sign_of_number
from rftheory.evidence.pairs import PairBound
from rftheory.evidence.sign import NONNEGATIVE, is_nonzero, sign_of

from rftheory.propositions import Inequality
from rftheory.statements.claims import Claim
from rftheory.statements.domain import Domain, Range

t = sp.Symbol("t", real=True)
s = sp.Symbol("s", positive=True)
_LINE = Domain((Range(t, typical=(-2, 2)),))
_ARC = (sp.Integer(0), sp.pi)
_ROOTS = sp.sqrt(2) + sp.sqrt(3) - sp.sqrt(5 + 2 * sp.sqrt(6))
_TINY = sp.Rational(1, 10**60)
#: just below 262537412640768744
_RAMANUJAN = sp.exp(sp.pi * sp.sqrt(163))


@pytest.mark.parametrize(
    ("number", "signs"),
    [
        (sp.Rational(-3, 7), NEGATIVE),
        (sp.pi - sp.Rational(355, 113), NEGATIVE),
        (_RAMANUJAN - 262537412640768744, NEGATIVE),
        (_RAMANUJAN - 262537412640768743, POSITIVE),
        (sp.sqrt(2) ** 2 - 2 + _TINY, POSITIVE),
        (sp.cos(1) ** 2 + sp.sin(1) ** 2 - 1, ZERO),
        (sp.cos(1) ** 2 + sp.sin(1) ** 2 - 1 - _TINY, NEGATIVE),
        (sp.exp(sp.log(3) / 2) - sp.sqrt(3), ZERO),
        ((1 + sp.sqrt(5)) ** 2 / 4 - (3 + sp.sqrt(5)) / 2, ZERO),
        (sp.oo, POSITIVE),
        (-sp.oo, NEGATIVE),
    ],
)
def test_signs_of_numbers(number: sp.Expr, signs: frozenset[int]) -> None:
    assert sign_of_number(number) == signs


@pytest.mark.parametrize(
    "number",
    [
        sp.Float(0.1) + sp.Float(0.2) - sp.Float(0.3),
        sp.Float(1.0),
        sp.pi + sp.Float(1e-3),
        sp.nan,
        sp.zoo,
        sp.I,
        1 + sp.I * sp.Rational(1, 10**9000),
        sp.sqrt(-1 - _TINY),
        sp.log(-2),
        (-8) ** sp.Rational(1, 3),
        sp.acos(2),
        sp.Sum(sp.Integer(2) ** t, (t, 0, sp.oo)),
    ],
)
def test_what_is_no_exact_real_number_has_no_sign(number: sp.Expr) -> None:
    assert sign_of_number(number) == ANY


def test_equal_within_any_precision_is_not_equal() -> None:
    """No ball separates these from zero; one vanishes, which the zero test does not see, and one does not."""
    assert sign_of_number(_ROOTS) == ANY
    assert sign_of_number(_ROOTS + sp.Rational(1, 10**9000)) == ANY
    assert not is_nonzero(_ROOTS, _LINE)


@settings(max_examples=20, deadline=None)
@given(st.fractions(max_denominator=999), st.fractions(max_denominator=999))
def test_signs_of_quadratic_numbers(a: Fraction, b: Fraction) -> None:
    """The sign of a + b sqrt 2, by squares."""
    exact = (a > 0) - (a < 0) if a * a > 2 * b * b else (b > 0) - (b < 0)
    number = sp.Rational(a.numerator, a.denominator) + sp.Rational(b.numerator, b.denominator) * sp.sqrt(2)
    assert sign_of_number(number) == {exact}
    assert sign_of_number(sp.Mul(number, number - sp.sqrt(2), evaluate=False)) <= ANY


def _bound(left: sp.Expr, right: sp.Expr, domain: Domain = _LINE) -> str:
    claim = Claim("c", "", Inequality(left, ">", right), domain, lambda: Bound(left, domain).at_least(right))
    return judge_claim(claim, 0).answer


def test_floats_prove_nothing() -> None:
    assert _bound(sp.Float(0.1) + sp.Float(0.2), sp.Float(0.3)) == "undecided"
    assert _bound(sp.Float(2.0) * s, s, Domain((Range(s, 0, None, "()"),))) == "undecided"
    assert _bound(sp.Integer(2) * s, s, Domain((Range(s, 0, None, "()"),))) == "holds"
    with pytest.raises(Unproved):
        Derivation(sp.Float(0.5) * sp.exp(t), _LINE).at_most(sp.exp(t))


def test_a_ratio_of_conditions_is_a_number_of_known_sign() -> None:
    assert proportional(t / (sp.pi - 3), t) == 1
    assert proportional(t / (3 - sp.pi), t) == -1
    assert proportional(t / _ROOTS, t) == 0
    assert proportional(_ROOTS * t, t) == 0
    assert proportional(sp.I * t, t) == 0
    assert proportional(sp.Float(2.0) * t, t) == 0


@pytest.mark.parametrize(
    ("function", "ends", "closed", "signs"),
    [
        (sp.sin, _ARC, "[]", NONNEGATIVE),
        (sp.sin, _ARC, "()", POSITIVE),
        (sp.cos, (-sp.pi / 2, sp.pi / 2), "()", POSITIVE),
        (sp.sin, (sp.Integer(0), sp.Rational(22, 7)), "()", ANY),
        (sp.sin, (sp.Integer(0), sp.Rational(333, 106)), "()", POSITIVE),
        (sp.sin, (sp.Integer(0), sp.pi + _TINY), "()", ANY),
        (sp.sin, (_ROOTS, sp.Integer(1)), "()", ANY),
        (sp.sin, (sp.cos(1) ** 2 + sp.sin(1) ** 2 - 1, sp.Integer(1)), "()", POSITIVE),
        (sp.sin, (sp.Float(0.0), sp.Float(3.0)), "()", ANY),
        (sp.cos, (sp.Integer(2), sp.Integer(4)), "[]", NEGATIVE),
    ],
)
def test_arcs_are_compared_by_balls(
    function: type, ends: tuple[sp.Expr, sp.Expr], closed: str, signs: frozenset[int]
) -> None:
    domain = Domain((Range(t, *ends, closed),))
    assert sign_of(function(t), domain) == signs
    assert sign_of(function(-t), domain) == (signs if function is sp.cos else frozenset(-sign for sign in signs))


@pytest.mark.parametrize(
    ("low", "signs"),
    [
        (sp.pi - 3, POSITIVE),
        (sp.cos(1) ** 2 + sp.sin(1) ** 2 - 1, NONNEGATIVE),
        (_ROOTS, ANY),
        (sp.Float(1.0), ANY),
        (s, POSITIVE),
        (3 - sp.pi, ANY),
    ],
)
def test_ends_of_ranges(low: sp.Expr, signs: frozenset[int]) -> None:
    assert sign_of(t, Domain((Range(t, low, None),))) == signs


def test_two_numbers_are_compared_if_they_are_real() -> None:
    assert PairBound(sp.pi, _LINE).compared(sp.Rational(22, 7)).relation() == "<"
    for left, right in ((sp.pi, sp.Float(3.0)), (1 + sp.I * sp.Rational(1, 10**999), 0), (_ROOTS, 0)):
        with pytest.raises(Unproved, match="not separated"):
            PairBound(left, _LINE).compared(sp.sympify(right))
