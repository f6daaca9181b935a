"""Points of contexts with families of counts and with masses, and what has none."""

from __future__ import annotations

import sympy as sp

from rftheory.evidence.derivation import Derivation
from rftheory.propositions import Equality
from rftheory.prover.certify import certify
from rftheory.statements.claims import Claim
from rftheory.statements.domain import Domain, Range
from rftheory.statements.files import listed
from rftheory.statements.loading import load

d = sp.Symbol("d", integer=True, positive=True)
w = sp.IndexedBase("w", integer=True, nonnegative=True)
_SIZE = Range(d, 1, None, integer=True, typical=(1, 3))


def _claim(*conditions: sp.Basic) -> Claim:
    domain = Domain((_SIZE, Range(w.label, 0, None, integer=True, typical=(0, 3), shape=(d,))), conditions)
    side = w[1] + w[1] ** 2
    other = w[1] * (1 + w[1])
    return Claim("c", "", Equality(side, other), domain, lambda: Derivation(side, domain).algebra(other))


def test_counts_have_a_point() -> None:
    found = certify("x", [_claim()])
    assert found.proved == ("c",), found.failed


def test_counts_that_contradict_each_other_have_none() -> None:
    assert not certify("x", [_claim(sp.Lt(w[1], 0))]).proved


def test_masses_have_a_point() -> None:
    statement = "crt.eq-9"
    found = certify(statement, list(listed(load(statement))))
    assert not found.failed
    assert b'"r":"FAMILIES"' in found.certificate
