"""What a replayed claim says of an expression refutes what another one says of it, exactly where both cannot be so."""

from __future__ import annotations

import operator

import pytest
import sympy as sp
from flint import fmpq
from hypothesis import given
from hypothesis import strategies as st

from rftheory.inputs.kernels import PAIR, x_norm
from rftheory.judges.siblings import refuted_by
from rftheory.rules.nodes import Expectation, Projection
from rftheory.rules.propositions import Derivative, Equality, Inequality, Limit, Proposition
from rftheory.statements.claims import Claim
from rftheory.statements.domain import Domain, Range

t = sp.Symbol("t", real=True)
UNIT = Domain((Range(t, 0, 1, "()", typical=(0, 1)),))
_HOLDS = {"=": operator.eq, "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge}


def _claim(proposition: Proposition, domain: Domain = UNIT, name: str = "c", **more: object) -> Claim:
    return Claim(name, "says", proposition, domain, **more)  # type: ignore[arg-type]


def _said(left: sp.Expr, relation: str, right: sp.Expr) -> Proposition:
    return Equality(left, right) if relation == "=" else Inequality(left, relation, right)  # type: ignore[arg-type]


@given(st.sampled_from(sorted(_HOLDS)), st.sampled_from(sorted(_HOLDS)), st.integers(-2, 2), st.integers(-2, 2))
def test_it_is_refuted_where_no_number_is_in_both_relations(first: str, second: str, p: int, q: int) -> None:
    proved, said = (_claim(_said(t**2, relation, sp.Integer(n))) for relation, n in ((first, p), (second, q)))
    numbers = [sp.Rational(n, 2) for n in range(-6, 7)]
    possible = any(_HOLDS[first](number, p) and _HOLDS[second](number, q) for number in numbers)
    # balls do not tell equal bounds apart
    assert (refuted_by(said, [proved], 0) is not None) == (not possible and p != q)


def test_the_finding_has_both_values_at_the_stated_point() -> None:
    printed = _claim(Equality(t**2, t), counterexample={t: sp.Rational(1, 2)})
    proved = _claim(Equality(t**2, t * t * (t + 1) / (t + 1)), name="repaired")
    sibling, separation = refuted_by(printed, [_claim(Equality(t**3, t)), proved], 0) or pytest.fail("not refuted")
    assert sibling is proved and dict(separation.point) == {t: sp.Rational(1, 2)}
    assert separation.left.value.contains(fmpq(1, 4)) and separation.right.value.contains(fmpq(1, 2))


_LINE = Domain((Range(t, typical=(-2, 2)),))
_W = Projection("w")
_FORM = _W.dot(PAIR.x)


@pytest.mark.parametrize(
    ("said", "proved", "refuted"),
    [
        # equal forms, other expressions and domains without a common point say nothing against each other
        (_claim(Equality((t + 1) ** 2, t**2 + 2 * t + 1)), _claim(Equality((t + 1) ** 2, (1 + t) * (t + 1))), False),
        (_claim(Equality(t**2, t)), _claim(Equality(t**3, t)), False),
        (_claim(Equality(t**2, t)), _claim(Equality(t**2, 2 * t), Domain((Range(t, 2, 3),))), False),
        # they differ on a part of what they share
        (_claim(Equality(sp.Abs(t), t), _LINE), _claim(Equality(sp.Abs(t), sp.sqrt(t**2)), _LINE), True),
        (_claim(Equality(sp.Abs(t), t), _LINE), _claim(Equality(sp.Abs(t), sp.sqrt(t**2))), False),
        # complex values are not ordered, and are different or not
        (_claim(Equality(sp.sqrt(-t), sp.sqrt(t))), _claim(Equality(sp.sqrt(-t), sp.I * sp.sqrt(t))), True),
        (_claim(Inequality(sp.sqrt(-t), "<", t)), _claim(Equality(sp.sqrt(-t), sp.I * sp.sqrt(t))), False),
        (_claim(Derivative(t**2, t, 2 * t + 1)), _claim(Derivative(t**2, t, 2 * t)), True),
        (_claim(Derivative(t**2, t, 2 * t + 1)), _claim(Equality(t**2, 2 * t)), False),
        # a limit is one number, for those who come from the same places
        (_claim(Limit(t + 1, t, sp.S.Zero, sp.S.Zero)), _claim(Limit(t + 1, t, sp.S.Zero, sp.S.One)), True),
        (_claim(Limit(t + 1, t, sp.S.Zero, sp.S.Zero)), _claim(Limit(t + 1, t, sp.S.Zero, sp.S.One), _LINE), False),
        (_claim(Limit(t + 1, t, sp.S.Zero, sp.S.Zero)), _claim(Limit(t + 1, t, sp.S.One, sp.S.One)), False),
    ],
)
def test_what_refutes_and_what_does_not(said: Claim, proved: Claim, refuted: bool) -> None:
    assert (refuted_by(said, [proved], 0) is not None) == refuted


def test_values_of_what_is_drawn_are_compared_draw_by_draw() -> None:
    domain = Domain((Range(x_norm, 0, None, "()", typical=(0, 2)),))
    square = _claim(Equality(_FORM**2 + _FORM, _FORM * (_FORM + 1)), domain)
    assert refuted_by(_claim(Equality(_FORM**2 + _FORM, 2 * _FORM), domain), [square], 0) is not None
    assert refuted_by(_claim(Equality(_FORM**2 + _FORM, _FORM + _FORM**2), domain), [square], 0) is None
    mean = _claim(Equality(Expectation(_FORM**2), x_norm**2), domain)
    assert refuted_by(_claim(Equality(Expectation(_FORM**2), x_norm), domain), [mean], 0) is not None
