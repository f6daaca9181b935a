"""Congruence and transport: what must work, and attacks that must be refused."""

from __future__ import annotations

from typing import Any

import pytest

import rftheory.kernel.rules  # noqa: F401  (registers the rules)
from rftheory.kernel.contexts import Context, open_binder
from rftheory.kernel.terms import MINUS_OO, ONE, OO, TWO, ZERO, Term, bound, declare, make, power, rat, var
from rftheory.kernel.theorems import Theorem
from tests.kernel.bench import Bench, refused
from tests.kernel.words import HALF, REAL, X, Y, Z, add, fn, mul, rel


def test_congruence(k: Bench) -> None:
    g = k.context(REAL, REAL, rel(X, "=", Y))
    eq = k.hyp(g, rel(X, "=", Y))
    term = add(fn("exp", X), mul(X, Y))
    everywhere = k("CONG", g, eq=eq, term=term, paths=[]).judgement
    assert everywhere is rel(term, "=", add(fn("exp", Y), mul(Y, Y)))
    once = k("CONG", g, eq=eq, term=term, paths=[[1, 0]]).judgement
    assert once is rel(term, "=", add(fn("exp", X), mul(Y, Y)))
    both = k("CONG", g, eq=eq, term=term, paths=[[1, 0], [0, 0]]).judgement
    assert both is everywhere
    wrong: list[list[list[Any]]] = [[[0]], [[1, 1]], [[2]], [[-1]], [[0, 0, 0]], [[True, False]], [[]]]
    for paths in wrong:
        refused(k, "CONG", g, eq=eq, term=term, paths=paths)
    for bad, term in ((k.deff(g, fn("def", X)), X), (eq, fn("inv", X)), (eq, Z)):
        refused(k, "CONG", g, eq=bad, term=term, paths=[])
    refused(k, "CONG", k.context(REAL, REAL), eq=eq, term=X, paths=[])


def test_literal_slots_are_no_places(k: Bench) -> None:
    """(46): from 0 = x - x the exponent of ``pow 0 0`` does not change."""
    zero = add(X, fn("neg", X))
    g = k.context(REAL, rel(0, "=", zero))
    eq, term = k.hyp(g, rel(0, "=", zero)), power(ZERO, 0)
    assert k("CONG", g, eq=eq, term=term, paths=[]).judgement is rel(term, "=", power(zero, 0))
    refused(k, "CONG", g, eq=eq, term=term, paths=[[1]])


def test_congruence_inside_binders(k: Bench) -> None:
    """(46): under an integral, equality at one x is not enough; it belongs to the opened context."""
    x = bound(0, "real")
    integral = make("int", (ZERO, ONE, fn("abs", x)))
    g = k.context(make("l1", (integral,)))
    inner, (u,) = open_binder(g, integral)
    at_all = k.context(rel(fn("abs", u), "=", u), of=_declared(k, g, inner))
    elsewhere = k.context(REAL, rel(fn("abs", u), "=", u), of=g)
    refused(k, "CONG", g, eq=k.hyp(elsewhere, rel(fn("abs", u), "=", u)), term=integral, paths=[[2]])
    refused(k, "CONG", g, eq=k.hyp(at_all, rel(fn("abs", u), "=", u)), term=integral, paths=[[2]])
    same = k("REFL", inner, term=fn("abs", u))
    assert k("CONG", g, eq=same, term=integral, paths=[[2]]).judgement is rel(integral, "=", integral)
    # known for all of the range by a fact: the integrand changes
    fact = make("all", (declare("real", low=ZERO, high=ONE, closed="()"), rel(fn("abs", x), "=", x)))
    h = k.context(fact, of=g)
    opened, (u,) = open_binder(h, integral)
    _declared(k, h, opened)
    eq = k("ALLUSE", opened, of=k.hyp(opened, fact), value=u, premises=[])
    assert k("CONG", h, eq=eq, term=integral, paths=[[2]]).judgement is rel(integral, "=", make("int", (ZERO, ONE, x)))
    wrong: list[list[list[int]]] = [[], [[]], [[2, 0]], [[0]], [[3]]]
    for paths in wrong:
        refused(k, "CONG", h, eq=eq, term=integral, paths=paths)
    # another range is another context; ends are not under their own binder
    wider = make("int", (rat(-1), ONE, fn("abs", x)))
    both = k.context(make("l1", (wider,)), of=h)
    opened_too, _ = open_binder(both, integral)
    _declared(k, both, opened_too)
    eq_too = k("ALLUSE", opened_too, of=k.hyp(opened_too, fact), value=var(0, "real"), premises=[])
    refused(k, "CONG", both, eq=eq_too, term=wider, paths=[[2]])
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
    total = make("sum", (ONE, rat(4), mul(X, i)))
    g = k.context(REAL, REAL, rel(X, "=", Y))
    eq = k.hyp(g, rel(X, "=", Y))
    assert k("CONG", g, eq=eq, term=total, paths=[]).judgement is rel(total, "=", make("sum", (ONE, rat(4), mul(Y, i))))
    assert k("CONG", g, eq=eq, term=total, paths=[[2, 0]]).judgement.args[1].args[2] is mul(Y, i)
    four = k.context(REAL, rel(rat(4), "=", add(2, 2)))
    changed = k("CONG", four, eq=k.hyp(four, four.facts[0]), term=make("sum", (ONE, rat(4), i)), paths=[[1]])
    assert changed.judgement.args[1].args[1] is add(2, 2)


def test_transport_of_convergence(k: Bench) -> None:
    x = bound(0, "real")
    integral, other = make("int", (ZERO, ONE, fn("abs", x))), make("int", (ZERO, ONE, x))
    l1, fact = (
        make("l1", (integral,)),
        make("all", (declare("real", low=ZERO, high=ONE, closed="()"), rel(fn("abs", x), "=", x))),
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
        refused(k, "TRANSPORT", g, of=of, eqs=eqs, paths=paths)
    quantified = k.context(make("all", (REAL, l1)), of=g)
    refused(k, "TRANSPORT", quantified, of=k.hyp(quantified, quantified.facts[-1]), eqs=[half], paths=[])
    refused(k, "TRANSPORT", quantified, of=k.hyp(quantified, quantified.facts[-1]), eqs=[half], paths=[[1, 0]])


def absolute(k: Bench, *declared: Term) -> tuple[Context, Term]:
    """A context with judgements (vacuously) and one fact: abs x = x on [0, oo)."""
    fact = make("all", (declare("real", low=ZERO), rel(fn("abs", bound(0, "real")), "=", bound(0, "real"))))
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
    cont, place = make("cont", (ZERO, ONE, fn("abs", x)), kinds), make("cont", (ZERO, ONE, x), opened_kinds)
    opened, (u,) = open_binder(g, place)
    _declared(k, g, opened)
    eq = k("ALLUSE", opened, of=k.hyp(opened, fact), value=u, premises=[])
    of = from_nothing(k, g, cont)
    if fits:
        assert k("TRANSPORT", g, of=of, eqs=[eq], paths=[[2]]).judgement is make("cont", (ZERO, ONE, x), kinds)
    else:
        refused(k, "TRANSPORT", g, of=of, eqs=[eq], paths=[[2]])


def test_transport_of_derivatives(k: Bench) -> None:
    g, fact = absolute(k)
    x = bound(0, "real")
    slope = make("D", (ZERO, ONE, fn("abs", x), fn("abs", x)))
    opened, (u,) = open_binder(g, slope)
    _declared(k, g, opened)
    eq = k("ALLUSE", opened, of=k.hyp(opened, fact), value=u, premises=[])
    of = from_nothing(k, g, slope)
    assert k("TRANSPORT", g, of=of, eqs=[eq], paths=[[2]]).judgement.args[2:] == (x, fn("abs", x))
    assert k("TRANSPORT", g, of=of, eqs=[eq], paths=[[2], [3]]).judgement.args[2:] == (x, x)
    for paths in ([[0]], [[4]], []):
        refused(k, "TRANSPORT", g, of=of, eqs=[eq], paths=paths)
    point = k.context(rel(fn("abs", HALF), "=", HALF), of=g)
    refused(k, "TRANSPORT", point, of=of, eqs=[k.hyp(point, point.facts[-1])], paths=[[2]])


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
        of = from_nothing(k, g, make(op, (point, limit, fn("abs", x)), side))
        eqs = []
        for low, high in intervals:
            inner = k.context(declare("real", low=low, high=high, closed="()"), of=g)
            eqs.append(k("ALLUSE", inner, of=k.hyp(inner, fact), value=X, premises=[]))
        if fits:
            assert k("TRANSPORT", g, of=of, eqs=eqs, paths=[[2]]).judgement is make(op, (point, limit, x), side)
        else:
            refused(k, "TRANSPORT", g, of=of, eqs=eqs, paths=[[2]])


def test_transport_near_has_no_facts_on_x(k: Bench) -> None:
    """(34): an equality under a further fact on x says nothing of the limit."""
    g, _ = absolute(k)
    lim = from_nothing(k, g, make("lim", (ZERO, ZERO, fn("abs", bound(0, "real"))), "above"))
    inner = k.context(
        declare("real", low=ZERO, high=ONE, closed="()"), rel(HALF, "<", X), rel(fn("abs", X), "=", 7), of=g
    )
    refused(k, "TRANSPORT", g, of=lim, eqs=[k.hyp(inner, rel(fn("abs", X), "=", 7))], paths=[[2]])
    refused(k, "TRANSPORT", g, of=lim, eqs=[], paths=[[2]])
    # nor does one from another context with as many variables
    stronger = k.context(make("all", (REAL, rel(fn("abs", bound(0, "real")), "=", 7))), of=g)
    inner = k.context(declare("real", low=ZERO, high=ONE, closed="()"), of=stronger)
    eq = k("ALLUSE", inner, of=k.hyp(inner, stronger.facts[-1]), value=X, premises=[])
    refused(k, "TRANSPORT", g, of=lim, eqs=[eq], paths=[[2]])


def test_two_functions_beside_a_point_are_none(k: Bench) -> None:
    x = bound(0, "real")
    everywhere = [make("all", (REAL, rel(fn("abs", x), "=", other))) for other in (x, fn("neg", x))]
    g = k.context(*everywhere, rel(1, "<", 0))
    lim = from_nothing(k, g, make("lim", (ONE, ONE, fn("abs", x)), "both"))
    eqs = []
    for (low, high), fact in zip(((ZERO, ONE), (ONE, TWO)), everywhere, strict=True):
        inner = k.context(declare("real", low=low, high=high, closed="()"), of=g)
        eqs.append(k("ALLUSE", inner, of=k.hyp(inner, fact), value=X, premises=[]))
    refused(k, "TRANSPORT", g, of=lim, eqs=eqs, paths=[[2]])
