"""Lemmas at the members of finite sums."""

from __future__ import annotations

import pytest
import sympy as sp

import rftheory.prover.all_steps  # noqa: F401  (registers the steps of chains)
from rftheory.chains.chain import Chain
from rftheory.kernel.contexts import EMPTY, open_binder
from rftheory.kernel.terms import ONE, ZERO, bound, declare, make, var
from rftheory.propositions import Inequality
from rftheory.prover.chains import Walk
from rftheory.prover.definite import make_defined
from rftheory.prover.failure import Unproved
from rftheory.prover.proving import Prover
from rftheory.prover.setting import Setting
from rftheory.prover.signs import prove_sign
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
    lemma = Claim("lemma", "", Inequality(t, ">", sp.Integer(0)), POSITIVE, proof=Chain(t).gt(0))
    chain = Chain(t).eq(2 * t - t)
    run = Trace()
    walk = Walk(Prover(run), Setting(run, POSITIVE, [t]), chain)
    assert indices_of(walk, {t: t / index}) == [index]
    assert indices_of(walk, {t: t**2}) == []
    with pytest.raises(Unproved, match="members of no sum"):
        at_members(walk, lemma, {t: t / index}, index, 1)


def test_a_sum_of_members_that_are_positive_by_what_is_known_of_each() -> None:
    """``0 < sum cos(w_k)`` for n >= 1 where each cosine is positive; where they are at least 0 the sum is, and no more."""
    for op in ("<", "<="):
        run = Trace()
        context = run.extended(EMPTY, declare("int", low=ONE), declare("vec", var(0, "int")))
        n, w = context.variable(0), context.variable(1)
        cosine = make("cos", (make("coord", (w, bound(0, "int"))),))
        context = run.declare(context, make("all", (declare("int", low=ONE, high=n), make(op, (ZERO, cosine)))))
        whole = make("sum", (ONE, n, cosine))
        make_defined(run, context, whole)
        inner, (k,) = open_binder(context, whole)
        of = run.infer("HYP", inner, fact=context.facts[0])
        run.use(inner, run.infer("ALLUSE", inner, of=of, value=k, premises=[]))
        found = prove_sign(run, context, whole)
        assert found is not None and found.judgement is make(op, (ZERO, whole))
