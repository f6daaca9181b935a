"""Attacks on definedness and structure. All must be refused."""

from __future__ import annotations

import time

import pytest

import rftheory.kernel.rules  # noqa: F401  (registers the rules)
from rftheory.kernel.contexts import EMPTY
from rftheory.kernel.refused import Refused
from rftheory.kernel.terms import IMAG, ONE, OO, TWO, ZERO, Term, bound, declare, make, power, rat, var
from rftheory.kernel.theorems import Kernel
from tests.kernel.bench import refused
from tests.kernel.test_attacks_core import ROW, N, context
from tests.kernel.words import REAL, X, fn, rel


def test_what_is_not_seen_is_not_sought_forever() -> None:
    kernel = Kernel()
    g, term = context(kernel, REAL), X
    for _ in range(120):
        term = make("*", (term, term))
    start = time.process_time()
    for judgement in (rel(0, "<=", term), fn("def", fn("log", term)), fn("int?", fn("gamma", term))):
        refused(kernel.infer, "DEF", g, judgement=judgement)
    refused(kernel.infer, "ATOM", g, schema="log.inverse", terms=[term], numbers=[], premises=[])
    assert time.process_time() - start < 5
    # what was not seen in one step may be seen after a theorem is listed
    kernel.use(g, kernel.infer("POS", g, lhs=ZERO, rhs=power(X, 2), rows=[{**ROW, "h": [X]}], eqs=[]))
    assert kernel.infer("DEF", g, judgement=rel(0, "<=", power(X, 2)))
    h = context(kernel, REAL, rel(X, "!=", 0))
    inverse = fn("def", fn("inv", fn("sinh", X)))
    refused(kernel.infer, "DEF", h, judgement=inverse)
    refused(kernel.infer, "DEF", g, judgement=fn("def", fn("inv", X)))
    assert kernel.infer("DEF", h, judgement=fn("def", fn("inv", X)))


def test_variables_keep_their_kind() -> None:
    """An end of a real variable says nothing of an integer with its place; nor does a fact of another context."""
    kernel = Kernel()
    g = context(kernel, declare("real", low=ZERO), rel(X, "!=", 1))
    for rule, parameters in (
        ("DEF", {"judgement": rel(0, "<=", N)}),
        ("DEF", {"judgement": fn("int?", N)}),
        ("DEF", {"judgement": rel(0, "<=", var(1, "real"))}),
        ("DEF", {"judgement": rel(0, "<=", bound(0, "real"))}),
        ("HYP", {"fact": rel(0, "<=", N)}),
        ("RING", {"lhs": N, "rhs": N, "eqs": []}),
    ):
        with pytest.raises((Refused, IndexError)):
            kernel.infer(rule, g, **parameters)


def test_convergence_is_of_binders_not_of_values() -> None:
    """``l1 T`` does not go from T to an equal number, so not from ``int_0^oo 0`` to ``int_0^oo 1`` by way of one."""
    kernel = Kernel()
    whole = make("int", (ZERO, OO, ONE))
    g = context(kernel, declare("int", low=ZERO), fn("l1", whole), rel(whole, "=", N))
    l1, same = (kernel.infer("HYP", g, fact=fact) for fact in g.facts)
    for paths in ([], [[0]]):
        refused(kernel.infer, "TRANSPORT", g, of=l1, eqs=[same], paths=paths)
    spoken = context(kernel, declare("int", low=ZERO), fn("l1", N), fn("l1", fn("+", N, ONE)))
    refused(kernel.infer, "L1", spoken, of=kernel.infer("HYP", spoken, fact=fn("l1", N)), term=whole)
    step = kernel.infer("HYP", spoken, fact=fn("l1", fn("+", N, ONE)))
    refused(kernel.infer, "IND", context(kernel, declare("int", low=ZERO)), base=[step], step=step)


def test_a_maximum_has_a_ball() -> None:
    """A radius with a negative square leaves no vector: every bound would hold of the maximum."""
    kernel = Kernel()
    largest = make("max", (TWO, IMAG, ZERO), 1)
    square = kernel.infer("RING", EMPTY, lhs=power(IMAG, 2), rhs=rat(-1), eqs=[])
    back = kernel.infer("SYM", EMPTY, of=square)
    kernel.use(
        EMPTY, kernel.infer("VALUE", EMPTY, eq=back, of=kernel.infer("DEF", EMPTY, judgement=fn("real", rat(-1))))
    )
    inner = context(kernel, declare("vec", TWO), rel(fn("norm2", var(0, "vec")), "<=", power(IMAG, 2)))
    refused(kernel.infer, "CONT", EMPTY, over=make("cont_balls", largest.args, 1), given=[], premises=[])
    low = kernel.infer("DEF", inner, judgement=rel(0, "<=", 0))
    refused(kernel.infer, "ATOM", EMPTY, schema="max.bound", terms=[largest, ZERO], numbers=[], premises=[low])
    refused(kernel.infer, "REFL", EMPTY, term=largest)


@pytest.mark.parametrize(
    "points",
    [
        [rel(N, "=", 0), rel(N, "=", 2)],
        [rel(N, "=", 0), rel(N, "=", 1)],
        [rel(N, "=", 1), rel(N, "=", 2)],
        [rel(N, "<", 1), rel(N, "<", 2)],
        [rel(N, "<=", 0), rel(N, "=", 2)],
        [rel(1, "<=", N)],
    ],
)
def test_cases_leave_nothing_out(points: list[Term]) -> None:
    kernel = Kernel()
    g = context(kernel, declare("int", low=ZERO, high=TWO))
    held = [kernel.infer("REFL", kernel.declare(g, fact), term=N) for fact in points]
    refused(kernel.infer, "CASES", g, of=held)
