"""What is said to be different is different: balls at a point of the context say so, with the point and both values."""

from __future__ import annotations

import re

import pytest
import sympy as sp
from hypothesis import given
from hypothesis import strategies as st

from rftheory.kernels import PAIR, x_norm
from rftheory.propositions import Equality, Inequality, Proposition
from rftheory.prover.certify import certify
from rftheory.rules.nodes import Expectation, Projection
from rftheory.statements.claims import Claim
from rftheory.statements.domain import Domain, Range

_t = sp.Symbol("t", real=True)
_a = sp.Symbol("a", positive=True)
_n = sp.Symbol("n", integer=True, positive=True)
_LINE, _HALF = Domain((Range(_t),)), Domain((Range(_a, 0, None, "()"),))
_SIZES = Domain((Range(_n, 2, None, integer=True),))


def _reason(proposition: Proposition, domain: Domain) -> str:
    """Why a claim is not certified; empty if it is."""
    return certify("mine", [Claim("c", "", proposition, domain)]).failed.get("c", "")


#: true, though floats lie on the wrong side of a branch or of a rounding
_TRUE = {
    "a root of a negative number": (sp.sqrt(-sp.exp(_t), evaluate=False), sp.I * sp.exp(_t / 2), _LINE),
    "a root of a conjugate": (
        sp.conjugate(sp.sqrt(-sp.exp(_t), evaluate=False), evaluate=False),
        -sp.I * sp.exp(_t / 2),
        _LINE,
    ),
    "a sum that cancels under a sine": (sp.sin((10**9 + _t) ** 2 - 10**18 - 2 * 10**9 * _t), sp.sin(_t**2), _LINE),
}


@pytest.mark.parametrize("name", _TRUE)
def test_what_is_true_is_not_said_to_differ(name: str) -> None:
    left, right, domain = _TRUE[name]
    assert _reason(Equality(left, right), domain) == ""


def test_a_small_number_is_not_taken_for_zero() -> None:
    tiny = sp.exp(-(_t**2) - 100)
    assert _reason(Equality(tiny / (tiny + tiny**2), 1 / (1 + tiny)), _LINE) == ""


@given(st.integers(-9, 9), st.integers(1, 9))
def test_what_differs_is_said_with_the_point_and_both_values(p: int, q: int) -> None:
    gap = sp.Rational(p, q)
    left, right = sp.exp(_t) + gap * _t**2, sp.exp(_t) + (gap + sp.Rational(1, 7)) * _t**2
    said = re.search(r"not equal at t = (\S+): (\S+) and (\S+):", _reason(Equality(left, right), _LINE))
    assert said is not None
    point, *values = map(sp.Rational, said.groups())
    for side, value in zip((left, right), values, strict=True):
        assert abs(side.subs(_t, point).n(20) - value) <= sp.Rational(1, 10**5) * (1 + abs(value))


def test_orders_that_fail_are_said_with_the_point() -> None:
    said = re.search(
        r"not in this order at a = (\S+): ", _reason(Inequality(_a, "<", _a**2 + sp.Rational(1, 5)), _HALF)
    )
    assert said is not None
    point = sp.Rational(said.group(1))
    assert point >= point**2 + sp.Rational(1, 5)


def test_vectors_of_a_point_have_the_lengths_of_the_context() -> None:
    square = Expectation(Projection("w").dot(PAIR.x) ** 2)
    domain = Domain((Range(x_norm, 0, None, "()"),))
    assert _reason(Equality(square, x_norm**2), domain) == ""
    assert "not equal at x_norm = " in _reason(Equality(square, x_norm**2 + 1), domain)


def test_what_balls_do_not_tell_could_not_be_decided() -> None:
    # a sequence that may be any has no point; nothing is said of where it fails
    function = sp.Function("f")
    reason = _reason(Equality(function(_t), function(_t) ** 2), _LINE)
    assert reason and "not equal at" not in reason
    assert "not equal at" not in _reason(Inequality(_n, ">", sp.Integer(1)), _SIZES)
