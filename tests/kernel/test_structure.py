"""Rules of structure and congruence: what must work, and attacks that must be refused."""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any

import pytest

import rftheory.kernel.rules  # noqa: F401  (registers the rules)
from rftheory.kernel.contexts import EMPTY, Context, end_facts, open_binder
from rftheory.kernel.defined import require_well_formed
from rftheory.kernel.refused import Refused
from rftheory.kernel.substitution import substitute
from rftheory.kernel.terms import IMAG, MINUS_OO, ONE, OO, TWO, ZERO, Term, bound, declare, make, power, rat, var
from rftheory.kernel.theorems import Kernel, Theorem
from tests.kernel.fuzz_structure import NUMBERS, some_context
from tests.kernel.meaning import judge


def rel(first: Any, relation: str, second: Any) -> Term:
    return make(relation, [side if isinstance(side, Term) else rat(side) for side in (first, second)])


def plus(*terms: Any) -> Term:
    return make("+", [term if isinstance(term, Term) else rat(term) for term in terms])


def times(*terms: Any) -> Term:
    return make("*", [term if isinstance(term, Term) else rat(term) for term in terms])


def f(op: str, *args: Term) -> Term:
    return make(op, args)


GAUSS, HALF = make("gauss"), rat(Fraction(1, 2))
X, Y, Z = (var(place, "real") for place in range(3))
K0, K1 = var(0, "int"), var(1, "int")
REAL = declare("real")


class Bench:
    """One kernel, with short names for its rules."""

    def __init__(self) -> None:
        self.kernel = Kernel()

    def context(self, *entries: Term, of: Context = EMPTY) -> Context:
        for entry in entries:
            of = self.kernel.declare(of, entry)
        return of

    def __call__(self, rule: str, context: Context, **parameters: Any) -> Theorem:
        return self.kernel.infer(rule, context, **parameters)

    def hyp(self, context: Context, fact: Term) -> Theorem:
        return self("HYP", context, fact=fact)

    def deff(self, context: Context, judgement: Term) -> Theorem:
        return self("DEF", context, judgement=judgement)

    def inst(self, context: Context, of: Theorem, values: list[Term], *premises: Theorem) -> Term:
        return self("INST", context, of=of, values=values, premises=list(premises)).judgement


@pytest.fixture
def k() -> Bench:
    return Bench()


# -- HYP, DEF -------------------------------------------------------------------------------------------------------


def test_facts_and_ends(k: Bench) -> None:
    g = k.context(declare("real", low=ZERO, closed="(]"), declare("int", high=TWO), rel(X, "<=", K1))
    for fact in (rel(ZERO, "<", X), rel(K1, "<=", TWO), rel(X, "<=", K1)):
        assert k.hyp(g, fact).judgement is fact
    for fact in (rel(ZERO, "<=", X), rel(K1, "<", TWO), rel(X, "<", K1), rel(Y, "=", Y)):
        with pytest.raises(Refused):
            k.hyp(g, fact)


@pytest.mark.parametrize(
    ("judgement", "holds"),
    [
        (f("real", f("sqrt", X)), True),
        (f("real", f("sqrt", Y)), False),
        (f("def", f("sqrt", Y)), True),
        (f("def", f("inv", X)), False),
        (f("def", f("log", plus(X, 1))), True),
        (rel(plus(X, 1), "!=", 0), True),
        (rel(0, "!=", f("exp", f("inv", X))), False),
        (rel(0, "<=", X), True),
        (rel(0, "<", X), False),
        (rel(Fraction(1, 2), "<", plus(X, 1)), True),
        (rel(1, "<", plus(X, 1)), False),
        (rel(0, "<=", f("abs", f("inv", X))), False),
        (rel(1, "!=", 2), True),
        (rel(1, "!=", 1), False),
        (rel(1, "<", 2), True),
        (rel(2, "<=", 1), False),
        (rel(IMAG, "<=", IMAG), False),
        (f("real", IMAG), False),
        (f("int?", HALF), False),
        (rel(1, "=", 1), False),
    ],
)
def test_definedness(k: Bench, judgement: Term, holds: bool) -> None:
    g = k.context(declare("real", low=ZERO), REAL)
    if holds:
        assert k.deff(g, judgement).judgement is judgement
    else:
        with pytest.raises(Refused):
            k.deff(g, judgement)


def test_no_symbols_from_outside(k: Bench) -> None:
    """(6): variables that the context does not declare, or declares otherwise."""
    g = k.context(REAL)
    for rule, parameters in (
        ("REFL", {"term": Y}),
        ("DEF", {"judgement": f("def", Y)}),
        ("HYP", {"fact": rel(ZERO, "<=", Y)}),
        ("REFL", {"term": K0}),
        ("REFL", {"term": f("exp", bound(0, "real"))}),
        ("ABSURD", {"of": k.hyp(k.context(REAL, rel(X, "<", X)), rel(X, "<", X)), "judgement": rel(Y, "=", 1)}),
    ):
        with pytest.raises(Refused):
            k(rule, g, **parameters)


def test_contexts_must_be_well_formed(k: Bench) -> None:
    """(44): the end ``imag``, the fact ``1/x <= 2`` on [0, 1]; (70): an opened block (uniform 1 0)."""
    with pytest.raises(Refused):
        k.context(declare("real", low=IMAG))
    g = k.context(declare("real", low=ZERO, high=ONE))
    with pytest.raises(Refused):
        k.context(rel(f("inv", X), "<=", TWO), of=g)
    with pytest.raises(Refused):
        k("REFL", g.with_entry(rel(f("inv", X), "<=", TWO)), term=X)


# -- equality and order ---------------------------------------------------------------------------------------------


def test_chain(k: Bench) -> None:
    g = k.context(REAL, REAL, REAL, rel(X, "=", Y), rel(Y, "<=", Z), rel(Z, "<", X), rel(Y, "!=", Z), rel(Z, "=", X))
    eq, le, lt, ne, back = (k.hyp(g, fact) for fact in g.facts)
    assert k("CHAIN", g, links=[eq, le, lt]).judgement is rel(X, "<", X)
    assert k("CHAIN", g, links=[eq, le]).judgement is rel(X, "<=", Z)
    assert k("CHAIN", g, links=[eq, ne, back]).judgement is rel(X, "!=", X)
    assert k("CHAIN", g, links=[back, eq]).judgement is rel(Z, "=", Y)
    for of in (le, lt, k.deff(g, f("def", X))):
        with pytest.raises(Refused):
            k("SYM", g, of=of)
    for links in ([], [le, eq], [ne, lt], [eq, ne, k("SYM", g, of=ne)], [eq, eq], [k.deff(g, f("def", X))]):
        with pytest.raises(Refused):
            k("CHAIN", g, links=links)


def test_weaken(k: Bench) -> None:
    """(42): from ``i = i`` no order; (43) likewise."""
    g = k.context(REAL, REAL, rel(X, "<", Y), rel(X, "<=", Y), f("int?", X), rel(X, "=", Y), rel(IMAG, "=", IMAG))
    lt, le, integral, eq, imaginary = (k.hyp(g, fact) for fact in g.facts)
    for of, to, result in (
        (lt, "<=", rel(X, "<=", Y)),
        (lt, "!=", rel(X, "!=", Y)),
        (eq, "<=", rel(X, "<=", Y)),
        (le, "real right", f("real", Y)),
        (imaginary, "def left", f("def", IMAG)),
        (integral, "real", f("real", X)),
        (integral, "def", f("def", X)),
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
        with pytest.raises(Refused):
            k("WEAKEN", g, of=of, to=to)
    with pytest.raises(Refused):
        k("WEAKEN", EMPTY, of=k("REFL", EMPTY, term=plus(IMAG, 1)), to="<=")


def test_antisymmetry_and_value(k: Bench) -> None:
    g = k.context(REAL, REAL, rel(X, "<=", Y), rel(Y, "<=", X), rel(Y, "!=", X), rel(X, "<", Y), rel(X, "=", Y))
    le, ge, ne, lt, eq = (k.hyp(g, fact) for fact in g.facts)
    assert k("ANTISYM", g, first=le, second=ge).judgement is rel(X, "=", Y)
    assert k("ANTISYM", g, first=le, second=ne).judgement is rel(X, "<", Y)
    for first, second in ((le, le), (ne, le), (le, eq), (lt, ge), (le, lt)):
        with pytest.raises(Refused):
            k("ANTISYM", g, first=first, second=second)
    assert k("VALUE", g, eq=eq, of=k.deff(g, f("real", X))).judgement is f("real", Y)
    for eq_, of in ((eq, k.deff(g, f("real", Y))), (le, k.deff(g, f("real", X))), (eq, eq), (ne, le)):
        with pytest.raises(Refused):
            k("VALUE", g, eq=eq_, of=of)


@pytest.mark.parametrize(
    ("fact", "is_false"),
    [
        (rel(X, "<", X), True),
        (rel(IMAG, "!=", IMAG), True),
        (rel(1, "<=", 0), True),
        (rel(0, "=", 1), True),
        (rel(1, "!=", 1), True),
        (rel(1, "<", 1), True),
        (f("int?", HALF), True),
        (rel(X, "<=", X), False),
        (rel(X, "=", X), False),
        (rel(0, "<=", 0), False),
        (rel(0, "<", 1), False),
        (rel(X, "<", 0), False),
        (rel(X, "!=", Y), False),
        (f("int?", X), False),
        (f("def", X), False),
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
        with pytest.raises(Refused):
            k("ABSURD", context, of=of, judgement=judgement)


def test_empty_ranges_prove_nothing_elsewhere(k: Bench) -> None:
    """(4), (5): 0 >= 1 on the range [1, 0], 0 > 1 under x > 2, x < 1: true there, of no use elsewhere, not inhabited."""
    g = k.context(declare("real", low=ONE, high=ZERO))
    low, high = k.hyp(g, rel(1, "<=", X)), k.hyp(g, rel(X, "<=", 0))
    false = k("CHAIN", g, links=[low, high])
    assert false.judgement is rel(1, "<=", 0)
    with pytest.raises(Refused):
        k("CHAIN", EMPTY, links=[low, high])
    for place in (ZERO, HALF, ONE):
        with pytest.raises(Refused):
            k.inst(EMPTY, false, [place])
        with pytest.raises(Refused):
            k("INHABIT", g, values=[place], premises=[])
    with pytest.raises(Refused):
        k("ALLUSE", EMPTY, of=k("ALL", EMPTY, of=false), value=ZERO, premises=[])


# -- INST -----------------------------------------------------------------------------------------------------------


def test_instance(k: Bench) -> None:
    g = k.context(declare("real", low=ZERO), declare("real", low=X), rel(X, "!=", Y))
    of = k.hyp(g, rel(X, "!=", Y))
    assert k.inst(EMPTY, of, [ONE, TWO]) is rel(1, "!=", 2)
    h = k.context(REAL, rel(1, "<", X))
    assert k.inst(h, of, [ONE, X], k.hyp(h, rel(1, "<", X))) is rel(1, "!=", X)
    for values in ([TWO, ONE], [ONE], [ONE, ONE], [ONE, TWO, TWO], [rat(-1), TWO], [IMAG, TWO], [X, Y]):
        with pytest.raises(Refused):
            k.inst(EMPTY, of, values)


def test_instance_is_simultaneous(k: Bench) -> None:
    g = k.context(REAL, REAL, rel(X, "<", Y))
    assert k.inst(g, k.hyp(k.context(REAL, REAL, rel(Y, "<", X)), rel(Y, "<", X)), [Y, X]) is rel(X, "<", Y)
    with pytest.raises(Refused):
        k.inst(g, k.hyp(g, rel(X, "<", Y)), [Y, X])


def test_values_keep_to_sort_and_range(k: Bench) -> None:
    """(28): a value outside of the range; not an integer; not real; not defined; of another dimension."""
    integer = k("REFL", k.context(declare("int", low=ZERO, high=rat(3))), term=K0)
    assert k.inst(EMPTY, integer, [TWO]) is rel(2, "=", 2)
    for value in (rat(4), rat(-1), HALF, IMAG, f("log", ZERO), GAUSS):
        with pytest.raises(Refused):
            k.inst(EMPTY, integer, [value])
    real = k("REFL", k.context(REAL), term=X)
    for value in (IMAG, f("inv", ZERO), f("log", rat(-1)), f("sqrt", rat(-1)), OO):
        with pytest.raises(Refused):
            k.inst(EMPTY, real, [value])
    n, v2, v3 = rat(2), var(0, "vec"), var(1, "vec")
    g = k.context(declare("int", low=ONE), declare("vec", K0))
    norm = k.deff(g, rel(0, "<=", f("norm2", v3)))
    h = k.context(declare("vec", n), declare("vec", rat(3)))
    assert k.inst(h, norm, [n, v2]) is rel(0, "<=", f("norm2", v2))
    assert k.inst(h, norm, [n, f("vscale", TWO, v2)]).op == "<="
    for values in ([n, v3], [rat(3), v2], [n, f("vscale", IMAG, v2)], [n, f("vadd", v2, v3)], [n, TWO]):
        with pytest.raises(Refused):
            k.inst(h, norm, values)


def test_facts_keep_their_relation(k: Bench) -> None:
    """(42): ``=`` never serves for ``<=``; ``<=`` not for ``<``; ``<`` serves for ``<=`` and ``!=``."""
    g = k.context(REAL, REAL, rel(X, "<=", Y))
    of = k.hyp(g, rel(X, "<=", Y))
    h = k.context(REAL, REAL, rel(X, "=", Y))
    with pytest.raises(Refused):
        k.inst(h, of, [X, Y], k.hyp(h, rel(X, "=", Y)))
    strict = k.context(REAL, REAL, rel(X, "<", Y))
    lt = k.hyp(strict, rel(X, "<", Y))
    assert k.inst(strict, of, [X, Y], lt) is rel(X, "<=", Y)
    unequal = k.context(REAL, REAL, rel(X, "!=", Y))
    assert k.inst(strict, k.hyp(unequal, rel(X, "!=", Y)), [X, Y]) is rel(X, "!=", Y)
    with pytest.raises(Refused):
        k.inst(g, lt, [X, Y], of)
    with pytest.raises(Refused):
        k.inst(EMPTY, of, [IMAG, IMAG], k("REFL", EMPTY, term=IMAG))


def test_bound_draws_are_out_of_reach(k: Bench) -> None:
    """(29): INST acts on the variables of the context; w := 3 and v := w have nothing to act on."""
    body = times(X, bound(0, "real"))
    mean = make("E", (GAUSS, body))
    g = k.context(REAL, make("l1", (mean,)), rel(mean, "=", 0))
    of = k.hyp(g, rel(mean, "=", 0))
    with pytest.raises(Refused):
        k.inst(EMPTY, of, [bound(0, "real")])
    with pytest.raises(Refused):
        k.inst(EMPTY, of, [rat(3)])
    for values in ([ONE, rat(3)], []):
        with pytest.raises(Refused):
            k.inst(EMPTY, of, values)
    inner, (w,) = open_binder(g, mean)
    zero = k.context(rel(w, "=", 0), of=inner)
    with pytest.raises(Refused):
        k.inst(inner, k("CHAIN", zero, links=[k.hyp(zero, rel(w, "=", 0))]), [X, w])


def test_inhabited_is_of_one_context(k: Bench) -> None:
    """(31), (62): no instance of ``inhabited``, no use of it elsewhere."""
    point = k("INHABIT", EMPTY, values=[], premises=[])
    g = k.context(REAL, rel(X, "<", 0), rel(0, "<", X))
    with pytest.raises(Refused):
        k.inst(g, point, [])
    with pytest.raises(Refused):
        k("INST", EMPTY, of=point, values=[], premises=[])
    for rule, parameters in (
        ("CASES", {"of": [point]}),
        ("ALL", {"of": point}),
        ("TRANSPORT", {"of": point, "eqs": [k("REFL", EMPTY, term=ONE)], "paths": []}),
        ("INHABIT", {"values": [ONE], "premises": []}),
        ("INHABIT", {"values": [ZERO], "premises": [point]}),
    ):
        with pytest.raises(Refused):
            k(rule, g, **parameters)


def test_shared_entries_need_no_premise(k: Bench) -> None:
    e = k.context(declare("real", low=ZERO), rel(f("exp", X), "<", 7))
    g = k.context(REAL, rel(X, "<=", Y), of=e)
    h = k.context(declare("int"), REAL, rel(X, "<=", Z), of=e)
    of = k("CHAIN", g, links=[k.hyp(g, rel(0, "<=", X)), k.hyp(g, rel(X, "<=", Y))])
    assert k.inst(h, of, [X, Z]) is rel(0, "<=", Z)
    with pytest.raises(Refused):
        k.inst(h, of, [K1, Z])
    with pytest.raises(Refused):
        k.inst(EMPTY, k.hyp(e, rel(f("exp", X), "<", 7)), [rat(100)])
    # the same entries in another order are another context
    swapped = k.context(REAL, declare("real", low=ZERO), rel(f("exp", Y), "<", 7))
    with pytest.raises(Refused):
        k.inst(swapped, k.hyp(e, rel(f("exp", X), "<", 7)), [X])


def test_functions_and_sequences(k: Bench) -> None:
    s, t = var(0, "seq"), var(1, "seq")
    wide = k.context(declare("seq", ZERO), declare("seq", TWO))
    one = k.context(declare("seq", ONE))
    of = k("REFL", one, term=f("at", s, TWO))
    assert k.inst(wide, of, [s]) is rel(f("at", s, TWO), "=", f("at", s, TWO))
    with pytest.raises(Refused):
        k.inst(wide, of, [t])
    # a fact that no sequence from 1 on satisfies proves anything: it is not carried to a wider one
    empty = k.context(declare("seq", ONE), f("def", f("at", s, ZERO)))
    with pytest.raises(Refused):
        k.inst(wide, k("REFL", empty, term=ONE), [s], k.deff(wide, f("def", f("at", s, ZERO))))
    ok = k.context(declare("seq", ONE), rel(f("at", s, TWO), "<", 0))
    given = k.context(rel(f("at", s, TWO), "<", 0), of=wide)
    assert k.inst(given, k.hyp(ok, ok.facts[0]), [s]) is ok.facts[0]
    g, h = var(0, "fun"), var(1, "fun")
    unit = declare("fun", low=ZERO, high=ONE)
    of = k("REFL", k.context(unit), term=f("ap", g, HALF))
    for declaration, fits in (
        (declare("fun"), True),
        (declare("fun", low=ZERO, high=TWO, closed="[)"), True),
        (declare("fun", low=ZERO, high=ONE, closed="[)"), False),
        (declare("fun", low=ZERO, high=ONE, closed="(]"), False),
        (declare("fun", low=HALF), False),
    ):
        context = k.context(unit, declaration)
        if fits:
            assert k.inst(context, of, [h]).op == "="
        else:
            with pytest.raises(Refused):
                k.inst(context, of, [h])


def test_a_law_that_omits_points_is_no_law_on_all_of_them(k: Bench) -> None:
    """``l1 E 1/norm2 w`` for a law on R^3 asks for a value at 0, for (normal 3) it does not."""
    law, three, w = var(0, "law"), rat(3), bound(0, "vec")
    normal = make("normal", (three,))

    def mean(of: Term, body: Term) -> Term:
        return make("l1", (make("E", (of, body)),))

    for body, fits in ((f("inv", f("norm2", w)), False), (f("norm2", w), True)):
        g = k.context(declare("law", three), mean(law, body))
        h = k.context(mean(normal, body))
        of, premise = k.hyp(g, mean(law, body)), k.hyp(h, mean(normal, body))
        if fits:
            assert k.inst(h, of, [normal], premise) is premise.judgement
        else:
            with pytest.raises(Refused):
                k.inst(h, of, [normal], premise)
            with pytest.raises(Refused):
                k("INHABIT", g, values=[normal], premises=[])
    for value in (make("normal", (TWO,)), GAUSS, make("sign"), make("normal", (HALF,))):
        with pytest.raises(Refused):
            k.inst(EMPTY, k("REFL", k.context(declare("law", three)), term=ONE), [value])


# -- CASES, IND, ALL ------------------------------------------------------------------------------------------------


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
        with pytest.raises(Refused):
            cases(k, g, facts, shared)


def test_cases_of_complex_numbers(k: Bench) -> None:
    """(37): imag is not below, at or above 0."""
    z = plus(X, times(Y, IMAG))
    g = k.context(REAL, REAL, rel(X, "<", 5))
    assert cases(k, g, [rel(z, "=", 0), rel(z, "!=", 0)], g.facts[0]).judgement is g.facts[0]
    for facts in (
        [rel(IMAG, "<=", 0), rel(0, "<=", IMAG)],
        [rel(z, "<", 0), rel(0, "<=", z)],
        [f("real", z), rel(z, "!=", 0)],
        [f("def", f("inv", X)), f("def", X)],
    ):
        with pytest.raises(Refused):
            cases(k, g, facts, g.facts[0])


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
        with pytest.raises(Refused):
            cases(k, g, facts, g.facts[0])
    real = k.context(declare("real", low=rat(-1), high=ONE), rel(X, "!=", 7))
    with pytest.raises(Refused):
        cases(k, real, [rel(X, "=", value) for value in values], real.facts[0])


def test_cases_end_alike_in_one_context(k: Bench) -> None:
    g = k.context(REAL, rel(X, "<", 5))
    facts = [rel(X, "<=", 0), rel(0, "<=", X)]
    left, right = (k.context(fact, of=g) for fact in facts)
    different = [k.hyp(left, facts[0]), k.hyp(right, facts[1])]
    elsewhere = [k.hyp(left, g.facts[0]), k.hyp(k.context(facts[1], of=right), g.facts[0])]
    for of in (different, elsewhere, [], [k.hyp(g, g.facts[0])]):
        with pytest.raises(Refused):
            k("CASES", g, of=of)
    with pytest.raises(Refused):
        k("CASES", EMPTY, of=[k.hyp(left, g.facts[0]), k.hyp(right, g.facts[0])])
    many = k.context(declare("int", low=ZERO, high=rat(99)), rel(K0, "<", 100))
    with pytest.raises(Refused):
        cases(k, many, [rel(K0, "=", value) for value in range(100)], many.facts[0])


def recurrence(
    k: Bench, start: Term, bases: list[Term], steps: int, *more: Term
) -> tuple[Context, Context, list[Term]]:
    """A sequence with facts: values 0 at the bases, and from k (and k + 1) on to k + steps."""
    s, i = var(0, "seq"), bound(0, "int")
    rule = rel(f("at", s, plus(i, steps)), "=", 0)
    facts = [rel(f("at", s, base), "=", 0) for base in bases]
    g = k.context(declare("seq", ZERO), *facts, make("all", (declare("int", low=start), rule)), *more)
    return g, k.context(declare("int", low=start), of=g), facts


def goes_on(k: Bench, n: Context, steps: int, *assumed: Term) -> Theorem:
    """The step: it needs its hypotheses for nothing here, the facts of the context do it."""
    inner = k.context(*assumed, of=n)
    everywhere = k.hyp(inner, next(fact for fact in inner.facts if fact.op == "all"))
    return k("ALLUSE", inner, of=everywhere, value=K1, premises=[])


def at_s(index: Term) -> Term:
    return rel(f("at", var(0, "seq"), index), "=", 0)


def test_induction(k: Bench) -> None:
    g, n, facts = recurrence(k, ZERO, [ZERO], 1)
    assert k("IND", n, base=[k.hyp(g, facts[0])], step=goes_on(k, n, 1, at_s(K1))).judgement is at_s(K1)
    g, n, facts = recurrence(k, ZERO, [ZERO, plus(ZERO, 1), ONE], 2)
    zero, one, one_too = (k.hyp(g, fact) for fact in facts)
    for step in (goes_on(k, n, 2, at_s(K1)), goes_on(k, n, 2, at_s(K1), at_s(plus(K1, 1)))):
        for second in (one, one_too):
            assert k("IND", n, base=[zero, second], step=step).judgement is at_s(K1)
        # (27): step 2 with one base, bases exchanged, a base twice, three of them
        bases: list[list[Theorem]] = [[zero], [one, zero], [zero, zero], [], [zero, one, one]]
        for base in bases:
            with pytest.raises(Refused):
                k("IND", n, base=base, step=step)


def test_the_hypotheses_of_induction(k: Bench) -> None:
    """They are J(k) and J(k + 1), the second only with two bases: else it is what is to be proved."""
    g, n, facts = recurrence(k, ZERO, [ZERO, ONE], 2)
    zero, one = (k.hyp(g, fact) for fact in facts)
    ahead = k.context(at_s(K1), at_s(plus(K1, 1)), of=n)
    with pytest.raises(Refused):
        k("IND", n, base=[zero], step=k.hyp(ahead, at_s(plus(K1, 1))))
    for second in (at_s(plus(K1, 2)), rel(1, "<", 0), at_s(K1)):
        with pytest.raises(Refused):
            k("IND", n, base=[zero, one], step=goes_on(k, n, 2, at_s(K1), second))
    with pytest.raises(Refused):
        k("IND", n, base=[zero, one], step=goes_on(k, n, 2, at_s(plus(K1, 1)), at_s(K1)))
    with pytest.raises(Refused):
        k("IND", n, base=[zero, one], step=goes_on(k, n, 2, at_s(K1), at_s(plus(K1, 1)), rel(1, "<", 0)))


def test_induction_begins_and_goes_on_where_it_must(k: Bench) -> None:
    """(27): k in a fact or with an upper end; a base of another place; a step from another context or without hypothesis."""
    g, n, facts = recurrence(k, ONE, [ZERO, ONE], 1)
    zero, one = (k.hyp(g, fact) for fact in facts)
    step = goes_on(k, n, 1, at_s(K1))
    assert k("IND", n, base=[one], step=step).judgement is at_s(K1)
    with pytest.raises(Refused):
        k("IND", n, base=[zero], step=step)
    with pytest.raises(Refused):
        k("IND", n, base=[one], step=goes_on(k, n, 1))
    with pytest.raises(Refused):
        k("IND", n, base=[one], step=k.hyp(step.context, at_s(K1)))
    with pytest.raises(Refused):
        k("IND", n, base=[k.hyp(k.context(at_s(K1), of=n), at_s(K1))], step=step)
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
            with pytest.raises(Refused):
                k("IND", context, base=[k("REFL", EMPTY, term=ZERO)], step=k("REFL", hypothesis, term=ZERO))
    good = k.context(rel(ZERO, "=", 0), of=n)
    assert k("IND", n, base=[k("REFL", EMPTY, term=ZERO)], step=k("REFL", good, term=ZERO)).judgement is rel(0, "=", 0)
    # the hypothesis must have a meaning for all k
    with pytest.raises(Refused):
        k.context(rel(f("inv", plus(K1, -3)), "=", 0), of=n)


def test_all(k: Bench) -> None:
    e = k.context(REAL)
    g = k.context(declare("real", low=X), of=e)
    everywhere = k("ALL", e, of=k.hyp(g, rel(X, "<=", Y)))
    assert everywhere.judgement is make("all", (declare("real", low=X), rel(X, "<=", bound(0, "real"))))
    h = k.context(rel(X, "<", 3), of=e)
    assert k("ALLUSE", h, of=everywhere, value=rat(3), premises=[]).judgement is rel(X, "<=", 3)
    for value in (rat(3), IMAG, f("inv", X), Y):
        with pytest.raises(Refused):
            k("ALLUSE", e, of=everywhere, value=value, premises=[])
    for context, of in (
        (EMPTY, k.hyp(g, rel(X, "<=", Y))),
        (g, k.hyp(g, rel(X, "<=", Y))),
        (e, k.hyp(h, rel(X, "<", 3))),
        (EMPTY, k("REFL", EMPTY, term=ONE)),
        (EMPTY, k("REFL", k.context(declare("seq", ZERO)), term=ONE)),
    ):
        with pytest.raises(Refused):
            k("ALL", context, of=of)
    with pytest.raises(Refused):
        k("ALLUSE", h, of=k.hyp(h, rel(X, "<", 3)), value=ONE, premises=[])


# -- INHABIT --------------------------------------------------------------------------------------------------------


def test_inhabited(k: Bench) -> None:
    g = k.context(declare("real", low=ZERO, closed="(]"), declare("int", low=ONE), rel(X, "!=", K1))
    assert k("INHABIT", g, values=[HALF, TWO], premises=[]).judgement is make("inhabited")
    for values in (
        [ZERO, TWO],
        [HALF, HALF],
        [ONE, ONE],
        [HALF],
        [HALF, TWO, TWO],
        [HALF, rat(-1)],
        [X, TWO],
        [IMAG, ONE],
    ):
        with pytest.raises(Refused):
            k("INHABIT", g, values=values, premises=[])
    root = k.context(REAL, rel(f("sqrt", TWO), "<=", X))
    with pytest.raises(Refused):
        k("INHABIT", root, values=[TWO], premises=[])
    premise = k.hyp(root, root.facts[0])
    with pytest.raises(Refused):
        k("INHABIT", root, values=[X], premises=[premise])


def test_inhabited_by_vectors_and_functions(k: Bench) -> None:
    d, v, w, s, h = var(0, "int"), var(1, "vec"), var(2, "vec"), var(0, "seq"), var(1, "fun")
    unit = [rel(f("norm2", v), "=", 1), rel(f("dot", v, w), "=", 0), rel(0, "<", f("norm2", w))]
    g = k.context(declare("int", low=ONE), declare("vec", d), declare("vec", d), *unit)
    with pytest.raises(Refused):
        k("INHABIT", g, values=[ONE, ONE, ONE], premises=[])
    at = [plus(times(1, 1), times(0, 0)), plus(times(1, 0), times(0, 1))]
    values = [TWO, ONE, ZERO, ZERO, ONE]
    given = [k("RING", EMPTY, lhs=lhs, rhs=rhs, eqs=[]) for lhs, rhs in zip(at, (ONE, ZERO), strict=True)]
    assert k("INHABIT", g, values=values, premises=given).judgement.op == "inhabited"
    asked = k.context(rel(at[0], "=", 1), rel(at[1], "=", 0))
    assumed = [k.hyp(asked, fact) for fact in asked.facts]
    for bad_values, premises in (
        (values, assumed),
        (values, given[:1]),
        ([TWO, ONE, ZERO, ONE, ZERO], given),
        ([rat(3), ONE, ZERO, ZERO, ZERO, ONE, ZERO], given),
        ([HALF, ONE, ONE], given),
    ):
        with pytest.raises(Refused):
            k("INHABIT", g, values=bad_values, premises=premises)
    positive = k.context(declare("vec", TWO), rel(0, "<=", f("norm2", var(0, "vec"))))
    assert k("INHABIT", positive, values=[ONE, ZERO], premises=[]).judgement.op == "inhabited"
    for values in ([ONE], [], [ONE, IMAG], [ONE, ONE, ONE]):
        with pytest.raises(Refused):
            k("INHABIT", positive, values=values, premises=[])
    # a complex multiple of a vector has no norm: -1 is not the value of one
    wrong = f("norm2", f("vscale", IMAG, var(0, "vec")))
    with pytest.raises(Refused):
        k("INHABIT", k.context(declare("vec", ONE), f("def", wrong)), values=[ONE], premises=[])
    shapes = k.context(
        declare("seq", ONE), declare("fun"), rel(0, "<", plus(f("at", s, TWO), f("ap", h, ZERO))), declare("law", TWO)
    )
    assert k("INHABIT", shapes, values=[ONE, ONE, make("normal", (TWO,))], premises=[]).judgement.op == "inhabited"
    with pytest.raises(Refused):
        k("INHABIT", shapes, values=[ONE, rat(-1), make("normal", (TWO,))], premises=[])
    with pytest.raises(Refused):
        k("INHABIT", k.context(declare("seq", ONE), f("def", f("at", s, ZERO))), values=[ONE], premises=[])


def test_random_points_of_inhabited_contexts() -> None:
    """Whatever INHABIT takes for a point satisfies every entry there."""
    rng, found = random.Random(5), 0
    for _ in range(400):
        kernel = Kernel()
        try:
            context = some_context(rng, kernel, 2, rng.choice((0, 0, 1, 2)))
            numbers = rng.choices((*NUMBERS, *NUMBERS, IMAG, f("inv", ZERO)), k=2)
            kernel.infer("INHABIT", context, values=numbers, premises=[])
        except Refused:
            continue
        found += 1
        for place, declaration in enumerate(context.declarations):
            at = dict(enumerate(numbers))
            for fact in (*end_facts(declaration, context.variable(place)), *context.facts):
                assert judge(substitute(fact, at), None, []) is True
    assert found > 40


# -- CONG, TRANSPORT ------------------------------------------------------------------------------------------------


def test_congruence(k: Bench) -> None:
    g = k.context(REAL, REAL, rel(X, "=", Y))
    eq = k.hyp(g, rel(X, "=", Y))
    term = plus(f("exp", X), times(X, Y))
    everywhere = k("CONG", g, eq=eq, term=term, paths=[]).judgement
    assert everywhere is rel(term, "=", plus(f("exp", Y), times(Y, Y)))
    once = k("CONG", g, eq=eq, term=term, paths=[[1, 0]]).judgement
    assert once is rel(term, "=", plus(f("exp", X), times(Y, Y)))
    both = k("CONG", g, eq=eq, term=term, paths=[[1, 0], [0, 0]]).judgement
    assert both is everywhere
    wrong: list[list[list[Any]]] = [[[0]], [[1, 1]], [[2]], [[-1]], [[0, 0, 0]], [[True, False]], [[]]]
    for paths in wrong:
        with pytest.raises(Refused):
            k("CONG", g, eq=eq, term=term, paths=paths)
    for bad, term in ((k.deff(g, f("def", X)), X), (eq, f("inv", X)), (eq, Z)):
        with pytest.raises(Refused):
            k("CONG", g, eq=bad, term=term, paths=[])
    with pytest.raises(Refused):
        k("CONG", k.context(REAL, REAL), eq=eq, term=X, paths=[])


def test_literal_slots_are_no_places(k: Bench) -> None:
    """(46): from 0 = x - x the exponent of ``pow 0 0`` does not change."""
    zero = plus(X, f("neg", X))
    g = k.context(REAL, rel(0, "=", zero))
    eq, term = k.hyp(g, rel(0, "=", zero)), power(ZERO, 0)
    assert k("CONG", g, eq=eq, term=term, paths=[]).judgement is rel(term, "=", power(zero, 0))
    with pytest.raises(Refused):
        k("CONG", g, eq=eq, term=term, paths=[[1]])


def test_congruence_inside_binders(k: Bench) -> None:
    """(46): under an integral, equality at one x is not enough; it belongs to the opened context."""
    x = bound(0, "real")
    integral = make("int", (ZERO, ONE, f("abs", x)))
    g = k.context(make("l1", (integral,)))
    inner, (u,) = open_binder(g, integral)
    at_all = k.context(rel(f("abs", u), "=", u), of=_declared(k, g, inner))
    elsewhere = k.context(REAL, rel(f("abs", u), "=", u), of=g)
    with pytest.raises(Refused):
        k("CONG", g, eq=k.hyp(elsewhere, rel(f("abs", u), "=", u)), term=integral, paths=[[2]])
    with pytest.raises(Refused):
        k("CONG", g, eq=k.hyp(at_all, rel(f("abs", u), "=", u)), term=integral, paths=[[2]])
    same = k("REFL", inner, term=f("abs", u))
    assert k("CONG", g, eq=same, term=integral, paths=[[2]]).judgement is rel(integral, "=", integral)
    # known for all of the range by a fact: the integrand changes
    fact = make("all", (declare("real", low=ZERO, high=ONE, closed="()"), rel(f("abs", x), "=", x)))
    h = k.context(fact, of=g)
    opened, (u,) = open_binder(h, integral)
    _declared(k, h, opened)
    eq = k("ALLUSE", opened, of=k.hyp(opened, fact), value=u, premises=[])
    assert k("CONG", h, eq=eq, term=integral, paths=[[2]]).judgement is rel(integral, "=", make("int", (ZERO, ONE, x)))
    wrong: list[list[list[int]]] = [[], [[]], [[2, 0]], [[0]], [[3]]]
    for paths in wrong:
        with pytest.raises(Refused):
            k("CONG", h, eq=eq, term=integral, paths=paths)
    # another range is another context; ends are not under their own binder
    wider = make("int", (rat(-1), ONE, f("abs", x)))
    both = k.context(make("l1", (wider,)), of=h)
    opened_too, _ = open_binder(both, integral)
    _declared(k, both, opened_too)
    eq_too = k("ALLUSE", opened_too, of=k.hyp(opened_too, fact), value=var(0, "real"), premises=[])
    with pytest.raises(Refused):
        k("CONG", both, eq=eq_too, term=wider, paths=[[2]])
    assert k("CONG", both, eq=eq_too, term=integral, paths=[[2]]).judgement.op == "="


def _declared(k: Bench, outer: Context, inner: Context) -> Context:
    """The inner context, made step by step so that it is known to be well-formed."""
    entries: list[Term] = []
    place: Context | None = inner
    while place is not outer:
        assert place is not None and place.entry is not None
        entries.append(place.entry)
        place = place.parent
    return k.context(*entries[::-1], of=outer)


def test_closed_parts_under_binders(k: Bench) -> None:
    """A part of G is exchanged under binders and in their ends; what has bound variables is no such part."""
    i = bound(0, "int")
    total = make("sum", (ONE, rat(4), times(X, i)))
    g = k.context(REAL, REAL, rel(X, "=", Y))
    eq = k.hyp(g, rel(X, "=", Y))
    assert k("CONG", g, eq=eq, term=total, paths=[]).judgement is rel(
        total, "=", make("sum", (ONE, rat(4), times(Y, i)))
    )
    assert k("CONG", g, eq=eq, term=total, paths=[[2, 0]]).judgement.args[1].args[2] is times(Y, i)
    four = k.context(REAL, rel(rat(4), "=", plus(2, 2)))
    changed = k("CONG", four, eq=k.hyp(four, four.facts[0]), term=make("sum", (ONE, rat(4), i)), paths=[[1]])
    assert changed.judgement.args[1].args[1] is plus(2, 2)


def test_transport_of_convergence(k: Bench) -> None:
    x = bound(0, "real")
    integral, other = make("int", (ZERO, ONE, f("abs", x))), make("int", (ZERO, ONE, x))
    l1, fact = (
        make("l1", (integral,)),
        make("all", (declare("real", low=ZERO, high=ONE, closed="()"), rel(f("abs", x), "=", x))),
    )
    g = k.context(l1, fact, rel(integral, "=", HALF))
    opened, (u,) = open_binder(g, integral)
    _declared(k, g, opened)
    eq = k("ALLUSE", opened, of=k.hyp(opened, fact), value=u, premises=[])
    of = k.hyp(g, l1)
    assert k("TRANSPORT", g, of=of, eqs=[eq], paths=[[0, 2]]).judgement is make("l1", (other,))
    # the binder itself is no part: ``l1 (1/2)`` or convergence of another integral with this value
    half = k.hyp(g, rel(integral, "=", HALF))
    for eqs, paths in (([half], [[0]]), ([half], []), ([half], [[]]), ([eq], []), ([eq, eq], [[0, 2]]), ([], [[0, 2]])):
        with pytest.raises(Refused):
            k("TRANSPORT", g, of=of, eqs=eqs, paths=paths)
    quantified = k.context(make("all", (REAL, l1)), of=g)
    with pytest.raises(Refused):
        k("TRANSPORT", quantified, of=k.hyp(quantified, quantified.facts[-1]), eqs=[half], paths=[])
    with pytest.raises(Refused):
        k("TRANSPORT", quantified, of=k.hyp(quantified, quantified.facts[-1]), eqs=[half], paths=[[1, 0]])


def absolute(k: Bench, *declared: Term) -> tuple[Context, Term]:
    """A context with judgements (vacuously) and one fact: abs x = x on [0, oo)."""
    fact = make("all", (declare("real", low=ZERO), rel(f("abs", bound(0, "real")), "=", bound(0, "real"))))
    return k.context(*declared, fact, rel(1, "<", 0)), fact


def from_nothing(k: Bench, g: Context, judgement: Term) -> Theorem:
    false = k.hyp(g, rel(1, "<", 0))
    return k("ABSURD", g, of=false, judgement=judgement)


@pytest.mark.parametrize(
    ("kinds", "opened_kinds", "fits"),
    [
        (("closed", "closed"), ("closed", "closed"), True),
        (("open", "open"), ("open", "open"), True),
        (("closed", "closed"), ("open", "open"), False),
        (("closed", "open"), ("open", "open"), False),
        (("open", "open"), ("closed", "closed"), False),
    ],
)
def test_transport_of_continuity(k: Bench, kinds: tuple[str, str], opened_kinds: tuple[str, str], fits: bool) -> None:
    """(69): ``cont`` on [a, b] does not go over by an equality on (a, b)."""
    g, fact = absolute(k)
    x = bound(0, "real")
    cont, place = make("cont", (ZERO, ONE, f("abs", x)), kinds), make("cont", (ZERO, ONE, x), opened_kinds)
    opened, (u,) = open_binder(g, place)
    _declared(k, g, opened)
    eq = k("ALLUSE", opened, of=k.hyp(opened, fact), value=u, premises=[])
    of = from_nothing(k, g, cont)
    if fits:
        assert k("TRANSPORT", g, of=of, eqs=[eq], paths=[[2]]).judgement is make("cont", (ZERO, ONE, x), kinds)
    else:
        with pytest.raises(Refused):
            k("TRANSPORT", g, of=of, eqs=[eq], paths=[[2]])


def test_transport_of_derivatives(k: Bench) -> None:
    g, fact = absolute(k)
    x = bound(0, "real")
    slope = make("D", (ZERO, ONE, f("abs", x), f("abs", x)))
    opened, (u,) = open_binder(g, slope)
    _declared(k, g, opened)
    eq = k("ALLUSE", opened, of=k.hyp(opened, fact), value=u, premises=[])
    of = from_nothing(k, g, slope)
    assert k("TRANSPORT", g, of=of, eqs=[eq], paths=[[2]]).judgement.args[2:] == (x, f("abs", x))
    assert k("TRANSPORT", g, of=of, eqs=[eq], paths=[[2], [3]]).judgement.args[2:] == (x, x)
    for paths in ([[0]], [[4]], []):
        with pytest.raises(Refused):
            k("TRANSPORT", g, of=of, eqs=[eq], paths=paths)
    point = k.context(rel(f("abs", HALF), "=", HALF), of=g)
    with pytest.raises(Refused):
        k("TRANSPORT", point, of=of, eqs=[k.hyp(point, point.facts[-1])], paths=[[2]])


@pytest.mark.parametrize(
    ("side", "point", "intervals", "fits"),
    [
        ("above", ONE, [(ONE, TWO)], True),
        ("above", ONE, [(ONE, None)], True),
        ("below", ONE, [(ZERO, ONE)], True),
        ("both", ONE, [(ZERO, ONE), (ONE, TWO)], True),
        ("oo", OO, [(TWO, None)], True),
        ("both", ONE, [(ONE, TWO)], False),
        ("both", ONE, [(ZERO, ONE), (ZERO, ONE)], False),
        ("above", ONE, [(ONE, ONE)], False),
        ("above", TWO, [(TWO, ONE)], False),
        ("above", ONE, [(ZERO, ONE)], False),
        ("above", ONE, [(ZERO, TWO)], False),
        ("below", ONE, [(ONE, TWO)], False),
        ("oo", OO, [(ONE, TWO)], False),
        ("-oo", MINUS_OO, [(ONE, None)], False),
    ],
)
def test_transport_of_limits(k: Bench, side: str, point: Term, intervals: list[Any], fits: bool) -> None:
    """An equality near the point, from each side that counts; an empty interval is not near."""
    g, fact = absolute(k)
    x = bound(0, "real")
    for op, limit in (("lim", ONE), ("tends", OO)):
        of = from_nothing(k, g, make(op, (point, limit, f("abs", x)), side))
        eqs = []
        for low, high in intervals:
            inner = k.context(declare("real", low=low, high=high, closed="()"), of=g)
            eqs.append(k("ALLUSE", inner, of=k.hyp(inner, fact), value=X, premises=[]))
        if fits:
            assert k("TRANSPORT", g, of=of, eqs=eqs, paths=[[2]]).judgement is make(op, (point, limit, x), side)
        else:
            with pytest.raises(Refused):
                k("TRANSPORT", g, of=of, eqs=eqs, paths=[[2]])


def test_transport_near_has_no_facts_on_x(k: Bench) -> None:
    """(34): an equality under a further fact on x says nothing of the limit."""
    g, _ = absolute(k)
    lim = from_nothing(k, g, make("lim", (ZERO, ZERO, f("abs", bound(0, "real"))), "above"))
    inner = k.context(
        declare("real", low=ZERO, high=ONE, closed="()"), rel(HALF, "<", X), rel(f("abs", X), "=", 7), of=g
    )
    with pytest.raises(Refused):
        k("TRANSPORT", g, of=lim, eqs=[k.hyp(inner, rel(f("abs", X), "=", 7))], paths=[[2]])
    with pytest.raises(Refused):
        k("TRANSPORT", g, of=lim, eqs=[], paths=[[2]])
    # nor does one from another context with as many variables
    stronger = k.context(make("all", (REAL, rel(f("abs", bound(0, "real")), "=", 7))), of=g)
    inner = k.context(declare("real", low=ZERO, high=ONE, closed="()"), of=stronger)
    eq = k("ALLUSE", inner, of=k.hyp(inner, stronger.facts[-1]), value=X, premises=[])
    with pytest.raises(Refused):
        k("TRANSPORT", g, of=lim, eqs=[eq], paths=[[2]])


def test_two_functions_beside_a_point_are_none(k: Bench) -> None:
    x = bound(0, "real")
    everywhere = [make("all", (REAL, rel(f("abs", x), "=", other))) for other in (x, f("neg", x))]
    g = k.context(*everywhere, rel(1, "<", 0))
    lim = from_nothing(k, g, make("lim", (ONE, ONE, f("abs", x)), "both"))
    eqs = []
    for (low, high), fact in zip(((ZERO, ONE), (ONE, TWO)), everywhere, strict=True):
        inner = k.context(declare("real", low=low, high=high, closed="()"), of=g)
        eqs.append(k("ALLUSE", inner, of=k.hyp(inner, fact), value=X, premises=[]))
    with pytest.raises(Refused):
        k("TRANSPORT", g, of=lim, eqs=eqs, paths=[[2]])


# -- axioms ---------------------------------------------------------------------------------------------------------


def test_axioms_of_what_definedness_used(k: Bench) -> None:
    """What the entries of a context rest on is counted, also when the context was met before."""
    g = k.context(REAL, rel(X, "!=", 0))
    listed = k.hyp(g, rel(X, "!=", 0))
    e = k.context(REAL)
    k.kernel.listed[e] = {listed.judgement: listed}
    inner = e.with_entry(rel(f("inv", X), "<=", 1))
    for _ in range(2):
        k.kernel.used = set()
        require_well_formed(k.kernel, inner)
        assert k.kernel.used == {listed}
