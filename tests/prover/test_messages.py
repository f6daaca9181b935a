"""What stopped the prover is told in the symbols of the statement."""

from __future__ import annotations

import pytest
import sympy as sp

import rftheory.prover.all_steps  # noqa: F401
from rftheory.chains.chain import Chain
from rftheory.kernel.terms import make, var
from rftheory.propositions import Inequality
from rftheory.prover.failure import Unproved
from rftheory.prover.proving import Prover
from rftheory.prover.search import naming, shown
from rftheory.prover.spec import entry
from rftheory.prover.trace import Trace
from rftheory.statements.claims import Claim
from rftheory.statements.domain import Domain, Range

kappa, rho = sp.symbols("kappa rho", real=True)


def test_terms_are_shown_in_the_symbols_of_the_statement() -> None:
    term = make("+", (var(0, "real"), make("exp", (var(2, "real"),))))
    with naming(["kappa"]):
        assert shown(term) == "(+ kappa (exp v_2))"
        with naming(["rho", "d", "lam"]):
            assert shown(term) == "(+ rho (exp lam))"
        assert shown(var(0, "real")) == "kappa"
    assert shown(term) == "(+ v_0 (exp v_2))"


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
