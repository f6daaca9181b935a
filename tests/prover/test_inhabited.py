"""Points of contexts with families of counts and with masses, and what has none."""

from __future__ import annotations

import sympy as sp

from rftheory.chains.chain import Chain
from rftheory.propositions import Equality
from rftheory.prover.certify import certify
from rftheory.statements.claims import Claim
from rftheory.statements.domain import Domain, Range
from rftheory.statements.files import listed
from rftheory.statements.loading import load

d = sp.Symbol("d", integer=True, positive=True)
w = sp.IndexedBase("w", integer=True, nonnegative=True)
a, b = sp.IndexedBase("a", real=True), sp.IndexedBase("b", real=True)
k = sp.Symbol("k", integer=True, positive=True)
_SIZE = Range(d, 1, None, integer=True, typical=(1, 3))


def _total(base: sp.IndexedBase) -> sp.Sum:
    return sp.Sum(base[k], (k, 1, d))


def _claim(*conditions: sp.Basic) -> Claim:
    domain = Domain((_SIZE, Range(w.label, 0, None, integer=True, typical=(0, 3), shape=(d,))), conditions)
    side = w[1] + w[1] ** 2
    other = w[1] * (1 + w[1])
    return Claim("c", "", Equality(side, other), domain, Chain(side).eq(other))


def test_counts_have_a_point() -> None:
    found = certify("x", [_claim()])
    assert found.proved == ("c",), found.failed


def test_counts_that_contradict_each_other_have_none() -> None:
    assert not certify("x", [_claim(sp.Lt(w[1], 0))]).proved


def _of_totals(*conditions: sp.Basic) -> Claim:
    arrays = [Range(base.label, 0, None, shape=(d,), typical=(0, 3)) for base in (a, b)]
    domain = Domain((_SIZE, *arrays), conditions)
    side = (_total(a) + _total(b)) ** 2
    return Claim("c", "", Equality(side, sp.expand(side)), domain, Chain(side).eq(sp.expand(side)))


def test_two_arrays_with_different_totals_have_a_point() -> None:
    """Arrays of ones have not."""
    found = certify("x", [_of_totals(sp.Lt(2 * _total(a) + 1, _total(b)))])
    assert found.proved == ("c",), found.failed


def test_arrays_whose_totals_contradict_each_other_have_none() -> None:
    assert not certify("x", [_of_totals(sp.Lt(_total(a) + 1, _total(b)), sp.Lt(_total(b), _total(a)))]).proved


def test_masses_have_a_point() -> None:
    statement = "crt.eq-9"
    found = certify(statement, list(listed(load(statement))))
    assert not found.failed
    assert b'"r":"FAMILIES"' in found.certificate
