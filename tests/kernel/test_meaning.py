"""The evaluator of the tests at terms and judgements whose meaning is known."""

from __future__ import annotations

import functools
import random
from fractions import Fraction
from typing import Any

import pytest

from rftheory.kernel.contexts import EMPTY
from rftheory.kernel.terms import IMAG, MINUS_OO, ONE, OO, PI, TWO, ZERO, Term, bound, declare, make, power, rat, var
from rftheory.meaning.judgements import judge
from rftheory.meaning.values import value
from tests.kernel.points import points

X, R, K, V = var(0, "real"), bound(0, "real"), bound(0, "int"), bound(0, "vec")
HALF = rat(Fraction(1, 2))
GAUSS = make("gauss")


def fn(op: str, *args: Term) -> Term:
    return make(op, args)


def square(term: Term) -> Term:
    return power(term, 2)


def integral(low: Term, high: Term, body: Term) -> Term:
    return fn("int", low, high, body)


@pytest.mark.parametrize(
    ("term", "expected"),
    [
        (integral(ZERO, ONE, square(R)), 1 / 3),
        (integral(ZERO, ONE, fn("inv", fn("sqrt", R))), 2),
        (integral(MINUS_OO, OO, fn("exp", fn("neg", square(R)))), 1.7724538509),
        (integral(ZERO, OO, fn("exp", fn("neg", R))), 1),
        (integral(ZERO, ZERO, fn("inv", R)), 0),
        (fn("E", GAUSS, square(R)), 1),
        (fn("E", GAUSS, fn("abs", R)), 0.7978845608),
        (fn("E", GAUSS, fn("exp", R)), 1.6487212707),
        (fn("E", fn("normal", TWO), fn("norm2", V)), 2),
        (fn("E", fn("chi", rat(3)), square(R)), 3),
        (fn("E", fn("chi2", rat(5)), R), 5),
        (fn("E", fn("chi2", ZERO), R), 0),
        (fn("E", fn("uniform", ZERO, TWO), square(R)), 4 / 3),
        (fn("E", fn("sphere", rat(3)), square(fn("coord", V, ONE))), 1 / 3),
        (fn("E", fn("sign"), fn("*", K, K)), 1),
        (fn("E", fn("mass", ZERO, TWO, fn("*", rat(Fraction(1, 3)), ONE)), K), 1),
        (fn("E", fn("finite", ONE, HALF, rat(5), HALF), R), 3),
        (fn("E", fn("iid", TWO, GAUSS), fn("*", fn("at", bound(0, "reals"), ONE), fn("at", bound(0, "reals"), TWO))), 0),
        (fn("E", GAUSS, GAUSS, square(fn("+", R, bound(1, "real")))), 2),
        (make("P", (fn("sign"), K, ONE), "="), 0.5),
        (fn("sum", ZERO, OO, fn("rpow", HALF, K)), 2),
        (fn("sum", ONE, ZERO, fn("inv", ZERO)), 0),
        (fn("prod", ONE, rat(4), K), 24),
        (make("max", (ONE, TWO, fn("coord", V, ONE)), 1), 2),
        (fn("rpow", ZERO, ZERO), 1),
        (fn("bessel_i", rat(-1), TWO), 1.5906368546),
        (make("pfq", (ONE, ONE, TWO, HALF), (2, 1)), 1.3862943611),
        (make("root", (rat(-8),), 3), 1 + 1.7320508076j),
        (fn("log", rat(-1)), 3.1415926536j),
    ],
)  # fmt: skip
def test_values(term: Term, expected: complex) -> None:
    found = value(term, [])
    # numbers are expected with ten digits
    assert abs(complex(float(found.ball.real.mid()), float(found.ball.imag.mid())) - expected) < 1e-6
    assert float(abs(found.ball).rad()) < 1e-2


@pytest.mark.parametrize(
    "term",
    [
        fn("inv", ZERO),
        fn("log", ZERO),
        fn("rpow", ZERO, rat(-1)),
        fn("rpow", TWO, IMAG),
        fn("tanh", IMAG),
        fn("gamma", rat(-2)),
        make("pfq", (ONE, ONE, TWO, rat(3)), (2, 1)),
        make("pfq", (ONE, rat(-1), ONE), (1, 1)),
        fn("sum", ZERO, rat(-2), ONE),
        integral(ONE, ZERO, R),
        fn("E", fn("uniform", ONE, ZERO), R),
        fn("E", fn("mass", ZERO, ONE, fn("+", TWO, fn("*", rat(-3), K))), K),
        fn("*", ZERO, fn("inv", ZERO)),
    ],
)
def test_undefined(term: Term) -> None:
    assert value(term, []) is None
    assert judge(fn("def", term), None, []) is False
    assert judge(fn("=", term, term), None, []) is False


def test_ends_that_cannot_be_told_apart_are_not_one_end() -> None:
    """From cosh x + 1 to cosh x + 2 the integral of u is cosh x + 3/2, however long cosh x is."""
    far = fn("cosh", X)
    moved = integral(fn("+", far, ONE), fn("+", far, TWO), R)
    true = fn("=", moved, fn("+", far, rat(Fraction(3, 2))))
    assert judge(true, None, [Fraction(-99999)]) is not False
    assert judge(true, None, [Fraction(1)]) is True
    assert judge(fn("=", moved, fn("+", far, ONE)), None, [Fraction(1)]) is False


def lim(point: Term, limit: Term, body: Term, side: str) -> Term:
    return make("lim", (point, limit, body), side)


def slope(body: Term, derivative: Term, low: Term = MINUS_OO, high: Term = OO) -> Term:
    return fn("D", low, high, body, derivative)


def l1(term: Term) -> Term:
    return fn("l1", term)


EXPONENTIAL = integral(ZERO, ONE, fn("exp", fn("*", R, bound(1, "real"))))


@pytest.mark.parametrize(
    ("judgement", "expected"),
    [
        (fn("=", fn("exp", fn("*", IMAG, PI)), rat(-1)), True),
        (fn("=", fn("sqrt", TWO), rat(Fraction(14142135623730951, 10**16))), False),
        (fn("<", fn("sqrt", TWO), rat(Fraction(14142135623730951, 10**16))), True),
        (fn("<=", IMAG, IMAG), False),
        (fn("<", PI, PI), None),
        (fn("!=", fn("sin", PI), ZERO), None),
        (slope(square(R), fn("*", TWO, R)), True),
        (slope(square(R), fn("*", rat(3), R)), False),
        (slope(fn("abs", R), fn("sgn", R)), False),
        (slope(fn("log", R), fn("inv", R)), False),
        (slope(EXPONENTIAL, EXPONENTIAL, ZERO), False),
        (lim(ZERO, ONE, fn("*", fn("sin", R), fn("inv", R)), "both"), True),
        (lim(ZERO, TWO, fn("*", fn("sin", R), fn("inv", R)), "both"), False),
        (lim(ZERO, ONE, fn("sgn", R), "above"), True),
        (lim(ZERO, ONE, fn("sgn", R), "both"), False),
        (lim(ZERO, IMAG, fn("sqrt", fn("+", rat(-1), fn("neg", fn("*", IMAG, R)))), "above"), False),
        (make("tends", (OO, OO, fn("log", R)), "oo"), None),
        (make("tends", (OO, OO, fn("neg", R)), "oo"), False),
        (make("cont", (ZERO, ONE, fn("sgn", R)), ("closed", "closed")), False),
        (make("cont", (ZERO, ONE, fn("sqrt", R)), ("closed", "closed")), None),
        (make("cont", (ZERO, ONE, fn("log", R)), ("closed", "open")), False),
        (l1(integral(ZERO, ONE, fn("inv", R))), False),
        (l1(integral(ONE, OO, fn("inv", R))), False),
        (l1(integral(ONE, OO, fn("inv", square(R)))), True),
        (l1(fn("sum", ONE, OO, fn("inv", K))), False),
        (l1(fn("E", GAUSS, fn("exp", square(R)))), False),
        (l1(fn("E", GAUSS, fn("inv", fn("+", R, fn("neg", R))))), False),
        (fn("samelaw", fn("image", GAUSS, square(R)), fn("chi2", ONE)), None),
        (fn("samelaw", fn("image", GAUSS, square(R)), fn("chi2", TWO)), False),
        (fn("all", declare("int", low=ONE, high=rat(9)), fn("<", K, rat(9))), False),
        (fn("all", declare("int", low=ONE, high=rat(9)), fn("<=", K, rat(9))), True),
        (fn("all", declare("real"), fn("<=", ZERO, R)), False),
        # an integer that no memory holds
        (fn("int?", functools.reduce(lambda term, _: square(term), range(45), TWO)), None),
        (fn("int?", functools.reduce(lambda term, _: square(term), range(5), TWO)), True),
    ],
)
def test_judgements(judgement: Term, expected: bool | None) -> None:
    assert judge(judgement, None, []) is expected


@pytest.mark.parametrize(
    "entries",
    [
        [declare("real", low=ZERO, high=PI, closed="(]")],
        [declare("real"), fn("=", square(X), TWO)],
        [declare("real"), declare("real", low=X), fn("<", ZERO, fn("*", X, var(1, "real")))],
        [declare("int", low=ONE), declare("vec", var(0, "int")), fn("<=", fn("norm2", var(1, "vec")), ONE)],
        [declare("real"), declare("real"), fn("=", fn("+", X, fn("*", rat(3), var(1, "real"))), ONE)],
        [declare("seq", ZERO), fn("all", declare("int", low=ZERO), fn("<=", ZERO, fn("at", var(0, "seq"), K)))],
        [declare("int", low=ONE, high=TWO), declare("law", var(0, "int"))],
        [declare("fun", low=ZERO, high=ONE), declare("real", low=ZERO, high=ONE)],
    ],
)
def test_points(entries: list[Any]) -> None:
    context = EMPTY.extended(*entries)
    found = points(context, random.Random(0), 6)
    assert len(found) == 6
    assert all(judge(fact, context, point) for point in found for fact in context.facts)


@pytest.mark.parametrize(
    "entries",
    [
        [declare("real"), fn("<", X, ZERO), fn("<", ZERO, X)],
        [declare("real", low=ZERO, high=ZERO, closed="(]")],
        [declare("real", low=ONE, high=ZERO)],
        [declare("int", low=ONE, high=TWO, closed="()")],
    ],
)
def test_an_empty_context_has_no_points(entries: list[Any]) -> None:
    assert all(points(EMPTY.extended(*entries), random.Random(seed), 3) == [] for seed in range(20))
