"""Cases and induction: what must work, and attacks that must be refused."""

from __future__ import annotations

import pytest

import rftheory.kernel.rules  # noqa: F401  (registers the rules)
from rftheory.kernel.contexts import EMPTY, Context
from rftheory.kernel.terms import IMAG, ONE, ZERO, Term, bound, declare, make, rat, var
from rftheory.kernel.theorems import Theorem
from tests.kernel.bench import Bench, refused
from tests.kernel.words import K0, K1, REAL, X, Y, Z, add, fn, mul, rel


def cases(k: Bench, g: Context, facts: list[Term], judgement: Term) -> Theorem:
    """The judgement from these cases, of which each is proved from a fact that is added to the context beforehand."""
    return k("CASES", g, of=[k.hyp(k.context(fact, of=g), judgement) for fact in facts])


@pytest.mark.parametrize(
    ("facts", "covers"),
    [
        ([rel(X, "<=", Y), rel(Y, "<=", X)], True),
        ([rel(X, "<", Y), rel(Y, "=", X), rel(Y, "<", X)], True),
        ([rel(X, "<", Y), rel(Y, "<=", X)], True),
        ([rel(X, "=", Y), rel(X, "!=", Y)], True),
        ([rel(X, "!=", Y), rel(X, "<=", Y)], True),
        ([rel(X, "<", Y), rel(Y, "<", X)], False),
        ([rel(X, "<=", Y)], False),
        ([rel(X, "<=", Y), rel(X, "<", Y), rel(X, "=", Y)], False),
        ([rel(X, "<=", Y), rel(Y, "<=", Z)], False),
        ([rel(X, "=", Y), rel(X, "!=", Z)], False),
        ([rel(X, "!=", Y)], False),
        ([rel(X, "<=", X), rel(X, "<", X)], False),
        ([rel(X, "=", 0), rel(X, "=", 1)], False),
    ],
)
def test_cases(k: Bench, facts: list[Term], covers: bool) -> None:
    shared = rel(Z, "<", 5)
    g = k.context(REAL, REAL, REAL, shared)
    if covers:
        assert cases(k, g, facts, shared).judgement is shared
    else:
        refused(cases, k, g, facts, shared)


def test_cases_of_complex_numbers(k: Bench) -> None:
    """(37): imag is not below, at or above 0."""
    z = add(X, mul(Y, IMAG))
    g = k.context(REAL, REAL, rel(X, "<", 5))
    assert cases(k, g, [rel(z, "=", 0), rel(z, "!=", 0)], g.facts[0]).judgement is g.facts[0]
    for facts in (
        [rel(IMAG, "<=", 0), rel(0, "<=", IMAG)],
        [rel(z, "<", 0), rel(0, "<=", z)],
        [fn("real", z), rel(z, "!=", 0)],
        [fn("def", fn("inv", X)), fn("def", X)],
    ):
        refused(cases, k, g, facts, g.facts[0])


@pytest.mark.parametrize(
    ("values", "covers"),
    [
        ([-1, 0, 1], True),
        ([1, -1, 0, 0], True),
        ([-1, 1], False),
        ([0, 1], False),
        ([-1, 0], False),
        ([-1, 0, 2], False),
    ],
)
def test_cases_of_integers(k: Bench, values: list[int], covers: bool) -> None:
    g = k.context(declare("int", low=rat(-1), high=ONE), rel(K0, "!=", 7))
    facts = [rel(K0, "=", value) if value else rel(value, "=", K0) for value in values]
    if covers:
        assert cases(k, g, facts, g.facts[0]).judgement is g.facts[0]
    else:
        refused(cases, k, g, facts, g.facts[0])
    real = k.context(declare("real", low=rat(-1), high=ONE), rel(X, "!=", 7))
    refused(cases, k, real, [rel(X, "=", value) for value in values], real.facts[0])


def test_cases_end_alike_in_one_context(k: Bench) -> None:
    g = k.context(REAL, rel(X, "<", 5))
    facts = [rel(X, "<=", 0), rel(0, "<=", X)]
    left, right = (k.context(fact, of=g) for fact in facts)
    different = [k.hyp(left, facts[0]), k.hyp(right, facts[1])]
    elsewhere = [k.hyp(left, g.facts[0]), k.hyp(k.context(facts[1], of=right), g.facts[0])]
    for of in (different, elsewhere, [], [k.hyp(g, g.facts[0])]):
        refused(k, "CASES", g, of=of)
    refused(k, "CASES", EMPTY, of=[k.hyp(left, g.facts[0]), k.hyp(right, g.facts[0])])
    many = k.context(declare("int", low=ZERO, high=rat(99)), rel(K0, "<", 100))
    refused(cases, k, many, [rel(K0, "=", value) for value in range(100)], many.facts[0])


def recurrence(
    k: Bench, start: Term, bases: list[Term], steps: int, *more: Term
) -> tuple[Context, Context, list[Term]]:
    """A sequence with facts: values 0 at the bases, and from k (and k + 1) on to k + steps."""
    s, i = var(0, "seq"), bound(0, "int")
    rule = rel(fn("at", s, add(i, steps)), "=", 0)
    facts = [rel(fn("at", s, base), "=", 0) for base in bases]
    g = k.context(declare("seq", ZERO), *facts, make("all", (declare("int", low=start), rule)), *more)
    return g, k.context(declare("int", low=start), of=g), facts


def goes_on(k: Bench, n: Context, steps: int, *assumed: Term) -> Theorem:
    """The step: it needs its hypotheses for nothing here, the facts of the context do it."""
    inner = k.context(*assumed, of=n)
    everywhere = k.hyp(inner, next(fact for fact in inner.facts if fact.op == "all"))
    return k("ALLUSE", inner, of=everywhere, value=K1, premises=[])


def at_s(index: Term) -> Term:
    return rel(fn("at", var(0, "seq"), index), "=", 0)


def test_induction(k: Bench) -> None:
    g, n, facts = recurrence(k, ZERO, [ZERO], 1)
    assert k("IND", n, base=[k.hyp(g, facts[0])], step=goes_on(k, n, 1, at_s(K1))).judgement is at_s(K1)
    g, n, facts = recurrence(k, ZERO, [ZERO, add(ZERO, 1), ONE], 2)
    zero, one, one_too = (k.hyp(g, fact) for fact in facts)
    for step in (goes_on(k, n, 2, at_s(K1)), goes_on(k, n, 2, at_s(K1), at_s(add(K1, 1)))):
        for second in (one, one_too):
            assert k("IND", n, base=[zero, second], step=step).judgement is at_s(K1)
        # (27): step 2 with one base, bases exchanged, a base twice, three of them
        bases: list[list[Theorem]] = [[zero], [one, zero], [zero, zero], [], [zero, one, one]]
        for base in bases:
            refused(k, "IND", n, base=base, step=step)


def test_the_hypotheses_of_induction(k: Bench) -> None:
    """They are J(k) and J(k + 1), the second only with two bases: else it is what is to be proved."""
    g, n, facts = recurrence(k, ZERO, [ZERO, ONE], 2)
    zero, one = (k.hyp(g, fact) for fact in facts)
    ahead = k.context(at_s(K1), at_s(add(K1, 1)), of=n)
    refused(k, "IND", n, base=[zero], step=k.hyp(ahead, at_s(add(K1, 1))))
    for second in (at_s(add(K1, 2)), rel(1, "<", 0), at_s(K1)):
        refused(k, "IND", n, base=[zero, one], step=goes_on(k, n, 2, at_s(K1), second))
    refused(k, "IND", n, base=[zero, one], step=goes_on(k, n, 2, at_s(add(K1, 1)), at_s(K1)))
    refused(k, "IND", n, base=[zero, one], step=goes_on(k, n, 2, at_s(K1), at_s(add(K1, 1)), rel(1, "<", 0)))


def test_induction_begins_and_goes_on_where_it_must(k: Bench) -> None:
    """(27): k in a fact or with an upper end; a base of another place; a step from another context or without hypothesis."""
    g, n, facts = recurrence(k, ONE, [ZERO, ONE], 1)
    zero, one = (k.hyp(g, fact) for fact in facts)
    step = goes_on(k, n, 1, at_s(K1))
    assert k("IND", n, base=[one], step=step).judgement is at_s(K1)
    refused(k, "IND", n, base=[zero], step=step)
    refused(k, "IND", n, base=[one], step=goes_on(k, n, 1))
    refused(k, "IND", n, base=[one], step=k.hyp(step.context, at_s(K1)))
    refused(k, "IND", n, base=[k.hyp(k.context(at_s(K1), of=n), at_s(K1))], step=step)
    for declaration, fact in (
        (declare("int", low=ONE), rel(K1, "<", 5)),
        (declare("int", low=ONE, high=rat(5)), rel(ONE, "<=", K1)),
        (declare("int", low=ONE, closed="(]"), rel(ONE, "<", K1)),
        (declare("int"), rel(ONE, "<=", K1)),
        (declare("real", low=ONE), rel(ONE, "<=", var(1, "real"))),
    ):
        bad = k.context(declaration, of=g)
        kept = k.context(fact, of=bad)
        for context in (kept,) if bad is n else (bad, kept):
            hypothesis = k.context(rel(ZERO, "=", 0), of=context)
            refused(k, "IND", context, base=[k("REFL", EMPTY, term=ZERO)], step=k("REFL", hypothesis, term=ZERO))
    good = k.context(rel(ZERO, "=", 0), of=n)
    assert k("IND", n, base=[k("REFL", EMPTY, term=ZERO)], step=k("REFL", good, term=ZERO)).judgement is rel(0, "=", 0)
    # the hypothesis must have a meaning for all k
    refused(k.context, rel(fn("inv", add(K1, -3)), "=", 0), of=n)
