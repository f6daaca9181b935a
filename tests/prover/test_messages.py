"""What stopped the prover is told in the symbols of the statement; what is different, by balls at a point with both values."""

from __future__ import annotations

import re

import pytest
import sympy as sp
from hypothesis import given
from hypothesis import strategies as st

from rftheory.chains.chain import Chain
from rftheory.inputs.kernels import PAIR, x_norm
from rftheory.kernel.terms import make, var
from rftheory.prover.certify import certify
from rftheory.prover.failure import Unproved
from rftheory.prover.proving import Prover
from rftheory.prover.search import naming, shown
from rftheory.prover.spec import entry
from rftheory.prover.trace import Trace
from rftheory.rules.nodes import Expectation, Projection
from rftheory.rules.propositions import Equality, Inequality, Proposition
from rftheory.statements.claims import Claim
from rftheory.statements.domain import Domain, Range

kappa, rho = sp.symbols("kappa rho", real=True)
_t = sp.Symbol("t", real=True)
_a = sp.Symbol("a", positive=True)
_n = sp.Symbol("n", integer=True, positive=True)
_LINE, _HALF = Domain((Range(_t),)), Domain((Range(_a, 0, None, "()"),))
_SIZES = Domain((Range(_n, 2, None, integer=True),))


def _reason(proposition: Proposition, domain: Domain) -> str:
    """Why a claim is not certified; empty if it is."""
    return certify("mine", [Claim("c", "", proposition, domain)]).failed.get("c", "")


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


# -- words ------------------------------------------------------------------------------------------------------------


def test_terms_are_shown_in_the_symbols_of_the_statement() -> None:
    term = make("+", (var(0, "real"), make("exp", (var(2, "real"),))))
    with naming(["kappa"]):
        assert shown(term) == "(+ kappa (exp x_2))"
        with naming(["rho", "d", "lam"]):
            assert shown(term) == "(+ rho (exp lam))"
        assert shown(var(0, "real")) == "kappa"
    assert shown(term) == "(+ x_0 (exp x_2))"


def test_long_terms_are_cut() -> None:
    term = var(0, "real")
    for _ in range(40):
        term = make("+", (term, make("sin", (term,))))
    assert len(shown(term)) <= 200
    short = make("+", [var(place, "real") for place in range(100)])
    assert shown(short).endswith("...")
    assert len(shown(short)) == 200


def test_a_divisor_in_an_end_is_named() -> None:
    domain = Domain((Range(kappa), Range(rho, sp.Integer(0), 1 / (kappa + 1))))
    claim = Claim("end", "", Inequality(rho, "<=", rho + 1), domain)
    with pytest.raises(Unproved, match=r"\(\+ (kappa 1|1 kappa)\) is not known to be nonzero"):
        entry("end", claim, Trace())


def test_a_line_without_a_sign_is_named() -> None:
    domain = Domain((Range(kappa), Range(rho)))

    chain = Chain(rho - kappa**2).le(rho - kappa)
    claim = Claim("line", "", Inequality(rho - kappa**2, "<=", rho - kappa), domain, chain)
    with pytest.raises(Unproved, match=r"\[line, test_messages.py:\d+\] .*rho"):
        Prover(Trace()).claim("line", claim)
