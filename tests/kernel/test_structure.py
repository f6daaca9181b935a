"""Definedness, equality and order: what must work, and attacks that must be refused."""

from __future__ import annotations

from fractions import Fraction

import pytest

import rftheory.kernel.rules  # noqa: F401  (registers the rules)
from rftheory.kernel.contexts import EMPTY
from rftheory.kernel.defined import require_well_formed
from rftheory.kernel.terms import IMAG, ONE, TWO, ZERO, Term, bound, declare, make
from tests.kernel.bench import Bench, refused
from tests.kernel.words import HALF, K0, K1, REAL, X, Y, Z, add, fn, rel

# -- HYP, DEF -------------------------------------------------------------------------------------------------------


def test_facts_and_ends(k: Bench) -> None:
    g = k.context(declare("real", low=ZERO, closed="(]"), declare("int", high=TWO), rel(X, "<=", K1))
    for fact in (rel(ZERO, "<", X), rel(K1, "<=", TWO), rel(X, "<=", K1)):
        assert k.hyp(g, fact).judgement is fact
    for fact in (rel(ZERO, "<=", X), rel(K1, "<", TWO), rel(X, "<", K1), rel(Y, "=", Y)):
        refused(k.hyp, g, fact)


@pytest.mark.parametrize(
    ("judgement", "holds"),
    [
        (fn("real", fn("sqrt", X)), True),
        (fn("real", fn("sqrt", Y)), False),
        (fn("def", fn("sqrt", Y)), True),
        (fn("def", fn("inv", X)), False),
        (fn("def", fn("log", add(X, 1))), True),
        (rel(add(X, 1), "!=", 0), True),
        (rel(0, "!=", fn("exp", fn("inv", X))), False),
        (rel(0, "<=", X), True),
        (rel(0, "<", X), False),
        (rel(Fraction(1, 2), "<", add(X, 1)), True),
        (rel(1, "<", add(X, 1)), False),
        (rel(0, "<=", fn("abs", fn("inv", X))), False),
        (rel(1, "!=", 2), True),
        (rel(1, "!=", 1), False),
        (rel(1, "<", 2), True),
        (rel(2, "<=", 1), False),
        (rel(IMAG, "<=", IMAG), False),
        (fn("real", IMAG), False),
        (fn("int?", HALF), False),
        (rel(1, "=", 1), False),
    ],
)
def test_definedness(k: Bench, judgement: Term, holds: bool) -> None:
    g = k.context(declare("real", low=ZERO), REAL)
    if holds:
        assert k.deff(g, judgement).judgement is judgement
    else:
        refused(k.deff, g, judgement)


def test_no_symbols_from_outside(k: Bench) -> None:
    """(6): variables that the context does not declare, or declares otherwise."""
    g = k.context(REAL)
    for rule, parameters in (
        ("REFL", {"term": Y}),
        ("DEF", {"judgement": fn("def", Y)}),
        ("HYP", {"fact": rel(ZERO, "<=", Y)}),
        ("REFL", {"term": K0}),
        ("REFL", {"term": fn("exp", bound(0, "real"))}),
        ("ABSURD", {"of": k.hyp(k.context(REAL, rel(X, "<", X)), rel(X, "<", X)), "judgement": rel(Y, "=", 1)}),
    ):
        refused(k, rule, g, **parameters)


def test_contexts_must_be_well_formed(k: Bench) -> None:
    """(44): the end ``imag``, the fact ``1/x <= 2`` on [0, 1]; (70): an opened block (uniform 1 0)."""
    refused(k.context, declare("real", low=IMAG))
    g = k.context(declare("real", low=ZERO, high=ONE))
    refused(k.context, rel(fn("inv", X), "<=", TWO), of=g)
    refused(k, "REFL", g.with_entry(rel(fn("inv", X), "<=", TWO)), term=X)


# -- equality and order ---------------------------------------------------------------------------------------------


def test_chain(k: Bench) -> None:
    g = k.context(REAL, REAL, REAL, rel(X, "=", Y), rel(Y, "<=", Z), rel(Z, "<", X), rel(Y, "!=", Z), rel(Z, "=", X))
    eq, le, lt, ne, back = (k.hyp(g, fact) for fact in g.facts)
    assert k("CHAIN", g, links=[eq, le, lt]).judgement is rel(X, "<", X)
    assert k("CHAIN", g, links=[eq, le]).judgement is rel(X, "<=", Z)
    assert k("CHAIN", g, links=[eq, ne, back]).judgement is rel(X, "!=", X)
    assert k("CHAIN", g, links=[back, eq]).judgement is rel(Z, "=", Y)
    for of in (le, lt, k.deff(g, fn("def", X))):
        refused(k, "SYM", g, of=of)
    for links in ([], [le, eq], [ne, lt], [eq, ne, k("SYM", g, of=ne)], [eq, eq], [k.deff(g, fn("def", X))]):
        refused(k, "CHAIN", g, links=links)


def test_weaken(k: Bench) -> None:
    """(42): from ``i = i`` no order; (43) likewise."""
    g = k.context(REAL, REAL, rel(X, "<", Y), rel(X, "<=", Y), fn("int?", X), rel(X, "=", Y), rel(IMAG, "=", IMAG))
    lt, le, integral, eq, imaginary = (k.hyp(g, fact) for fact in g.facts)
    for of, to, result in (
        (lt, "<=", rel(X, "<=", Y)),
        (lt, "!=", rel(X, "!=", Y)),
        (eq, "<=", rel(X, "<=", Y)),
        (le, "real right", fn("real", Y)),
        (imaginary, "def left", fn("def", IMAG)),
        (integral, "real", fn("real", X)),
        (integral, "def", fn("def", X)),
    ):
        assert k("WEAKEN", g, of=of, to=to).judgement is result
    for of, to in (
        (imaginary, "<="),
        (imaginary, "real left"),
        (le, "!="),
        (le, "<"),
        (eq, "!="),
        (eq, "int?"),
        (lt, "="),
        (lt, "def"),
        (integral, "def right"),
        (le, "int? left"),
    ):
        refused(k, "WEAKEN", g, of=of, to=to)
    refused(k, "WEAKEN", EMPTY, of=k("REFL", EMPTY, term=add(IMAG, 1)), to="<=")


def test_antisymmetry_and_value(k: Bench) -> None:
    g = k.context(REAL, REAL, rel(X, "<=", Y), rel(Y, "<=", X), rel(Y, "!=", X), rel(X, "<", Y), rel(X, "=", Y))
    le, ge, ne, lt, eq = (k.hyp(g, fact) for fact in g.facts)
    assert k("ANTISYM", g, first=le, second=ge).judgement is rel(X, "=", Y)
    assert k("ANTISYM", g, first=le, second=ne).judgement is rel(X, "<", Y)
    for first, second in ((le, le), (ne, le), (le, eq), (lt, ge), (le, lt)):
        refused(k, "ANTISYM", g, first=first, second=second)
    assert k("VALUE", g, eq=eq, of=k.deff(g, fn("real", X))).judgement is fn("real", Y)
    for eq_, of in ((eq, k.deff(g, fn("real", Y))), (le, k.deff(g, fn("real", X))), (eq, eq), (ne, le)):
        refused(k, "VALUE", g, eq=eq_, of=of)


@pytest.mark.parametrize(
    ("fact", "is_false"),
    [
        (rel(X, "<", X), True),
        (rel(IMAG, "!=", IMAG), True),
        (rel(1, "<=", 0), True),
        (rel(0, "=", 1), True),
        (rel(1, "!=", 1), True),
        (rel(1, "<", 1), True),
        (fn("int?", HALF), True),
        (rel(X, "<=", X), False),
        (rel(X, "=", X), False),
        (rel(0, "<=", 0), False),
        (rel(0, "<", 1), False),
        (rel(X, "<", 0), False),
        (rel(X, "!=", Y), False),
        (fn("int?", X), False),
        (fn("def", X), False),
    ],
)
def test_absurd(k: Bench, fact: Term, is_false: bool) -> None:
    g = k.context(REAL, REAL, fact)
    of = k.hyp(g, fact)
    if is_false:
        assert k("ABSURD", g, of=of, judgement=rel(0, "=", 1)).judgement is rel(0, "=", 1)
    for context, judgement in ((g, make("inhabited")), (g, rel(Z, "=", Z)), (EMPTY, rel(0, "=", 1))) + (
        () if is_false else ((g, rel(0, "=", 1)),)
    ):
        refused(k, "ABSURD", context, of=of, judgement=judgement)


def test_empty_ranges_prove_nothing_elsewhere(k: Bench) -> None:
    """(4), (5): 0 >= 1 on the range [1, 0], 0 > 1 under x > 2, x < 1: true there, of no use elsewhere, not inhabited."""
    g = k.context(declare("real", low=ONE, high=ZERO))
    low, high = k.hyp(g, rel(1, "<=", X)), k.hyp(g, rel(X, "<=", 0))
    false = k("CHAIN", g, links=[low, high])
    assert false.judgement is rel(1, "<=", 0)
    refused(k, "CHAIN", EMPTY, links=[low, high])
    for place in (ZERO, HALF, ONE):
        refused(k.inst, EMPTY, false, [place])
        refused(k, "INHABIT", g, values=[place], premises=[])
    refused(k, "ALLUSE", EMPTY, of=k("ALL", EMPTY, of=false), value=ZERO, premises=[])


# -- axioms ---------------------------------------------------------------------------------------------------------


def test_axioms_of_what_definedness_used(k: Bench) -> None:
    """What the entries of a context rest on is counted, also when the context was met before."""
    g = k.context(REAL, rel(X, "!=", 0))
    listed = k.hyp(g, rel(X, "!=", 0))
    e = k.context(REAL)
    k.kernel.listed[e] = {listed.judgement: listed}
    inner = e.with_entry(rel(fn("inv", X), "<=", 1))
    for _ in range(2):
        k.kernel.used = set()
        require_well_formed(k.kernel, inner)
        assert k.kernel.used == {listed}
