"""Lemmas at the members of finite sums."""

from __future__ import annotations

import pytest
import sympy as sp

import rftheory.prover.all_steps  # noqa: F401  (registers the steps of chains)
from rftheory.evidence.bounds import Bound
from rftheory.propositions import Inequality
from rftheory.prover.chains import Walk
from rftheory.prover.failure import Unproved
from rftheory.prover.proving import Prover
from rftheory.prover.setting import Setting
from rftheory.prover.steps import at_members, indices_of
from rftheory.prover.trace import Trace
from rftheory.statements.claims import Claim
from rftheory.statements.domain import Domain, Range
from rftheory.statements.loading import find_claim

t = sp.Symbol("t", positive=True)
index = sp.Symbol("l", integer=True)
POSITIVE = Domain((Range(t, 0, None, "()"),))


def test_a_lemma_of_each_member_of_a_sum() -> None:
    claim = find_claim("crt.open", "laws: Gibbs")
    made, theorem = Prover(Trace()).claim(claim.name, claim)
    assert theorem.judgement is made.prop


def test_the_same_lemma_both_ways() -> None:
    """Inside of one sum |a - b| and |b - a| are one number, and of two known orders the one that fits is found."""
    prover = Prover(Trace())
    for name in ("p, from above", "p, from below"):
        claim = find_claim("crt.averages-counts", name)
        made, theorem = prover.claim(claim.name, claim)
        assert theorem.judgement is made.prop


def test_no_lemma_without_a_sum() -> None:
    lemma = Claim(
        "lemma", "", Inequality(t, ">", sp.Integer(0)), POSITIVE, proof=lambda: Bound(t, POSITIVE).at_least(0)
    )
    chain = Bound(t, POSITIVE).algebra(2 * t - t)
    run = Trace()
    walk = Walk(Prover(run), Setting(run, POSITIVE, [t]), chain)
    assert indices_of(walk, {t: t / index}) == [index]
    assert indices_of(walk, {t: t**2}) == []
    with pytest.raises(Unproved, match="members of no sum"):
        at_members(walk, lemma, {t: t / index}, index, 1)
