"""Valleys, tangents and chords: what must work, and what must be refused."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import pytest

import rftheory.kernel.rules  # noqa: F401
from rftheory.kernel.contexts import EMPTY, Context, bodies
from rftheory.kernel.refused import Refused
from rftheory.kernel.terms import IMAG, MINUS_OO, ONE, OO, TWO, ZERO, Term, declare, make, power, rat, var
from rftheory.kernel.theorems import Theorem
from tests.kernel.bench import refused
from tests.kernel.session import Session, over, product_sign
from tests.kernel.words import HALF, REAL, add, fn, inv, mul, neg, square, sub

# -- VALLEY, TANGENT, CHORD -----------------------------------------------------------------------------------------


def valley_premise(s: Session, outer: Context, slope: Theorem, p: Term, relation: str) -> Theorem:
    """The order 0 REL (x - p) f'(x), as a fact of the right context would have it: here by structure."""
    inner, x = s.opened(outer, slope.judgement)
    apart = s.kernel.declare(inner, make("!=", (x, p)))
    rate = bodies(outer, slope.judgement)[2][1]
    return s.define(apart, make(relation, (ZERO, mul(x if p is ZERO else sub(x, p), rate))))


def even(x: Term) -> Term:
    """A function with x f'(x) = x (x exp(x x)), seen not to be negative."""
    return fn("cosh", x)


@pytest.mark.parametrize("relation", ["<", "<="])
def test_valley(s: Session, relation: str) -> None:
    slope = s.deriv(EMPTY, rat(-1), TWO, square)
    inner, x = s.opened(EMPTY, slope.judgement)
    apart = s.kernel.declare(inner, make("!=", (x, ZERO)))
    rate = bodies(EMPTY, slope.judgement)[2][1]
    product = mul(x, rate)  # x (2 x): told by a listed theorem
    known, (sign,) = s.given(apart, make(relation, (ZERO, product)))
    refused(s.infer, "VALLEY", inner, slope=slope, cont=[], point=ZERO, sign=sign, premises=[])  # under a fact more
    sign = product_sign(s, apart, product, relation)
    parameters = {"slope": slope, "cont": [], "sign": sign, "premises": []}
    weak = s.infer("VALLEY", inner, point=ZERO, **parameters).judgement
    assert weak is make("<=", (square(ZERO), square(x)))
    assert s.infer("VALLEY", apart, point=ZERO, **parameters).judgement.op == relation
    for place in (HALF, rat(5), IMAG, x):
        refused(s.infer, "VALLEY", inner, point=place, **parameters)
    wider = s.kernel.declare(s.kernel.declare(inner, REAL), make("!=", (x, ZERO)))
    for context in (EMPTY, known, wider):
        refused(s.infer, "VALLEY", context, point=ZERO, **parameters)


def test_valley_at_an_end(s: Session) -> None:
    slope = s.deriv(EMPTY, ZERO, ONE, square)
    continuous = s.cont(EMPTY, ZERO, ONE, square)
    sign = valley_premise(s, EMPTY, slope, ZERO, "<")
    closed, x = s.opened(EMPTY, continuous.judgement)
    parameters = {"slope": slope, "point": ZERO, "sign": sign, "premises": []}
    found = s.infer("VALLEY", closed, cont=[continuous], **parameters)
    assert found.judgement is make("<=", (square(ZERO), square(x)))
    apart = s.kernel.declare(closed, make("!=", (x, ZERO)))
    assert s.infer("VALLEY", apart, cont=[continuous], **parameters).judgement.op == "<"
    inner, _ = s.opened(EMPTY, slope.judgement)
    refused(s.infer, "VALLEY", inner, cont=[], **parameters)  # 0 does not belong to the open interval


def test_valley_of_complex_values(s: Session) -> None:
    slope = s.deriv(EMPTY, ZERO, ONE, lambda x: add(IMAG, square(x)))
    continuous = s.cont(EMPTY, ZERO, ONE, lambda x: add(IMAG, square(x)))
    sign = valley_premise(s, EMPTY, slope, ZERO, "<")
    closed, _ = s.opened(EMPTY, continuous.judgement)
    refused(s.infer, "VALLEY", closed, cont=[continuous], slope=slope, point=ZERO, sign=sign, premises=[])


def convex(s: Session, outer: Context, low: Term, high: Term, f: Callable[[Term], Term], relation: str = "<") -> dict:
    slope = s.deriv(outer, low, high, f)
    rate = slope.judgement.args[3]
    second = s.infer("DERIV", outer, over=make("int", (low, high, rate)), premises=[])
    inner, _ = s.opened(outer, slope.judgement)
    sign = s.define(inner, make(relation, (ZERO, bodies(outer, second.judgement)[2][1])))
    return {"slope": slope, "second": second, "sign": sign}


@pytest.mark.parametrize("relation", ["<", "<="])
def test_tangent(s: Session, relation: str) -> None:
    g = s.context(declare("real", low=rat(-1), high=ONE, closed="()"))
    p = var(0, "real")
    premises = convex(s, g, rat(-1), ONE, lambda x: fn("exp", x), relation)
    inner, x = s.opened(g, premises["slope"].judgement)
    found = s.infer("TANGENT", inner, **premises, cont=[], point=p, premises=[]).judgement
    assert found is make("<=", (add(fn("exp", p), mul(fn("exp", p), sub(x, p))), fn("exp", x)))
    apart = s.kernel.declare(inner, make("!=", (x, p)))
    assert s.infer("TANGENT", apart, **premises, cont=[], point=p, premises=[]).judgement.op == relation
    for place in (ONE, rat(-1), rat(2), x):
        refused(s.infer, "TANGENT", inner, **premises, cont=[], point=place, premises=[])


def test_no_tangent_at_an_end(s: Session) -> None:
    """-sqrt x on [0,1] is convex and continuous, and has no tangent at 0."""
    f = lambda x: neg(fn("sqrt", x))  # noqa: E731
    slope = s.deriv(EMPTY, ZERO, ONE, f)
    second = s.infer("DERIV", EMPTY, over=make("int", (ZERO, ONE, slope.judgement.args[3])), premises=[])
    inner, _ = s.opened(EMPTY, slope.judgement)
    known, (sign,) = s.given(inner, make("<", (ZERO, bodies(EMPTY, second.judgement)[2][1])))
    continuous = s.cont(EMPTY, ZERO, ONE, f)
    closed, _ = s.opened(EMPTY, continuous.judgement)
    refused(
        s.infer, "TANGENT", closed, slope=slope, second=second, sign=sign, cont=[continuous], point=ZERO, premises=[]
    )
    lower = convex(s, EMPTY, ZERO, ONE, lambda x: fn("exp", x))
    whole = s.cont(EMPTY, ZERO, ONE, lambda x: fn("exp", x))
    for place in (ZERO, ONE):
        refused(s.infer, "TANGENT", closed, **lower, cont=[whole], point=place, premises=[])
    assert s.infer("TANGENT", closed, **lower, cont=[whole], point=HALF, premises=[]).judgement.op == "<="


def test_chord(s: Session) -> None:
    premises = convex(s, EMPTY, ZERO, ONE, lambda x: fn("exp", x))
    continuous = s.cont(EMPTY, ZERO, ONE, lambda x: fn("exp", x))
    closed, x = s.opened(EMPTY, continuous.judgement)
    inner, _ = s.opened(EMPTY, premises["slope"].judgement)
    found = s.infer("CHORD", closed, **premises, cont=continuous).judgement
    right = add(mul(sub(ONE, x), fn("exp", ZERO)), mul(sub(x, ZERO), fn("exp", ONE)))
    assert found is make("<=", (mul(sub(ONE, ZERO), fn("exp", x)), right))
    assert s.infer("CHORD", inner, **premises, cont=continuous).judgement.op == "<"
    with pytest.raises(Refused):
        half_open = s.cont(EMPTY, ZERO, ONE, lambda x: fn("exp", x), "[)")
        s.infer("CHORD", inner, **premises, cont=half_open)
    bent = convex(s, EMPTY, ZERO, ONE, lambda x: fn("cosh", x))
    refused(
        s.infer, "CHORD", inner, **premises | {"second": bent["second"], "sign": bent["sign"]}, cont=continuous
    )  # the second derivative of another function
    refused(
        s.infer, "CHORD", inner, **premises, cont=s.cont(EMPTY, ZERO, ONE, square)
    )  # continuity of another function


def test_concave_functions(s: Session) -> None:
    f = lambda x: neg(fn("exp", x))  # noqa: E731
    slope = s.deriv(EMPTY, ZERO, ONE, f)
    second = s.infer("DERIV", EMPTY, over=make("int", (ZERO, ONE, slope.judgement.args[3])), premises=[])
    inner, x = s.opened(EMPTY, slope.judgement)
    value = bodies(EMPTY, second.judgement)[2][1]
    row = {"q": Fraction(1), "h": [], "signs": [s.define(inner, make("<", (ZERO, fn("exp", x))))], "nz": []}
    sign = s.infer("POS", inner, lhs=value, rhs=ZERO, rows=[row], eqs=[])
    refused(s.infer, "CHORD", inner, slope=slope, second=second, sign=sign, cont=s.cont(EMPTY, ZERO, ONE, f))
    refused(s.infer, "TANGENT", inner, slope=slope, second=second, sign=sign, cont=[], point=HALF, premises=[])


@pytest.mark.parametrize("interval", [(ZERO, TWO), (HALF, ONE), (MINUS_OO, OO)])
def test_contexts_of_other_intervals(s: Session, interval: tuple[Term, Term]) -> None:
    premises = convex(s, EMPTY, ZERO, ONE, lambda x: fn("exp", x))
    other, _ = s.opened(EMPTY, over(EMPTY, *interval, square))
    refused(s.infer, "TANGENT", other, **premises, cont=[], point=HALF, premises=[])
    refused(s.infer, "CHORD", other, **premises, cont=s.cont(EMPTY, ZERO, ONE, lambda x: fn("exp", x)))
    slope = s.deriv(EMPTY, rat(-1), ONE, square)
    sign = even_sign(s, slope)
    refused(s.infer, "VALLEY", other, slope=slope, cont=[], point=ZERO, sign=sign, premises=[])


def even_sign(s: Session, slope: Theorem) -> Theorem:
    """0 < x (2 x) for x != 0, in the context of the derivative of x x."""
    inner, x = s.opened(EMPTY, slope.judgement)
    apart = s.kernel.declare(inner, make("!=", (x, ZERO)))
    return product_sign(s, apart, mul(x, bodies(EMPTY, slope.judgement)[2][1]), "<")


# -- more about continuity and limits -------------------------------------------------------------------------------


def test_a_valley_needs_the_sign_of_the_right_product(s: Session) -> None:
    slope = s.deriv(EMPTY, rat(-1), ONE, square)
    inner, x = s.opened(EMPTY, slope.judgement)
    apart = s.kernel.declare(inner, make("!=", (x, ZERO)))
    rate = bodies(EMPTY, slope.judgement)[2][1]
    for fact in (make("<", (ZERO, power(x, 2))), make("<", (ZERO, mul(power(x, 2), TWO)))):
        refused(s.infer, "VALLEY", inner, slope=slope, cont=[], point=ZERO, sign=s.define(apart, fact), premises=[])
    falling = s.deriv(EMPTY, rat(-1), ONE, lambda x: neg(square(x)))
    product = mul(x, bodies(EMPTY, falling.judgement)[2][1])
    negative = s.infer(
        "POS", apart, lhs=product, rhs=ZERO, eqs=[], rows=[{"q": Fraction(2), "h": [x], "signs": [], "nz": []}]
    )
    refused(s.infer, "VALLEY", inner, slope=falling, cont=[], point=ZERO, sign=negative, premises=[])
    assert rate is mul(TWO, power(x, 1))


def test_a_valley_beside_its_point(s: Session) -> None:
    """x x on (1,2) rises, and p = 0 lies outside: 0 <= (x - 0) f' does not make f(0) known there."""
    slope = s.deriv(EMPTY, ONE, TWO, lambda x: add(square(x), inv(x)))
    inner, x = s.opened(EMPTY, over(EMPTY, ONE, TWO, square))
    apart = s.kernel.declare(inner, make("!=", (x, ZERO)))
    product = mul(x, bodies(EMPTY, slope.judgement)[2][1])
    refused(
        s.infer,
        "VALLEY",
        inner,
        slope=slope,
        cont=[],
        point=ZERO,
        sign=s.infer("REFL", apart, term=product),
        premises=[],
    )
