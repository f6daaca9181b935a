"""Limits of quotients of power series at 0, by derivatives, and of integrals of series term by term."""

from __future__ import annotations

from dataclasses import replace

import pytest
import sympy as sp

from rftheory.propositions import Limit
from rftheory.prover.certify import certify
from rftheory.statements.claims import Claim
from rftheory.statements.files import listed
from rftheory.statements.loading import load

STATEMENT = "simrf.sec-5.1-taylor"


def claim(name: str) -> Claim:
    return next(one for one in listed(load(STATEMENT)) if one.name == name)


@pytest.mark.parametrize("name", ["IID", "ORF", "IID, O(v^4)", "ORF, O(v^4)"])
def test_quotients_that_need_several_derivatives(name: str) -> None:
    assert certify(STATEMENT, [claim(name)]).proved == (name,)


def test_a_series_under_an_integral_is_integrated_term_by_term() -> None:
    """The rest of the series is squeezed: ``int w (F(z) - T(z)) <= (F(s) - T(s)) int w``."""
    found = certify(STATEMENT, [claim("SimRF, O(v^4)")])
    assert found.proved == ("SimRF, O(v^4)",), found.failed
    assert b'"r":"SQUEEZE"' in found.certificate


@pytest.mark.parametrize(
    ("name", "value"),
    [("IID", 2), ("ORF", 0), ("IID, O(v^4)", 1), ("SimRF", 1), ("SimRF, O(v^4)", 1)],
)
def test_another_value_is_not_proved(name: str, value: int) -> None:
    held = claim(name)
    limit = held.proposition
    assert isinstance(limit, Limit)
    wrong = replace(held, proposition=replace(limit, value=sp.Integer(value)))
    assert not certify(STATEMENT, [wrong]).proved


def test_a_numerator_with_a_term_below_the_divisor_is_not_proved() -> None:
    """The numerator of ``MSE/v^2`` over v^4 goes to infinity."""
    held = claim("IID")
    limit = held.proposition
    assert isinstance(limit, Limit)
    wrong = replace(held, proposition=replace(limit, expr=limit.expr / limit.variable**2))
    assert not certify(STATEMENT, [wrong]).proved
