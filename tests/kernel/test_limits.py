"""Limits: what must work, and what must be refused."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

import rftheory.kernel.rules  # noqa: F401
from rftheory.kernel.contexts import EMPTY, Context, bodies, close
from rftheory.kernel.refused import Refused
from rftheory.kernel.terms import IMAG, MINUS_OO, ONE, OO, TWO, ZERO, Term, declare, make, rat, var
from rftheory.kernel.theorems import Theorem
from rftheory.meaning.judgements import judge
from tests.kernel.bench import refused
from tests.kernel.session import Session, limit_theorem, over
from tests.kernel.words import HALF, add, fn, inv, mul, neg, square, sub

# -- limits ---------------------------------------------------------------------------------------------------------


def limit(s: Session, context: Context, side: str, low: Term, high: Term, f: Callable[[Term], Term], *parts: Theorem):
    return s.infer(
        "LIMIT", context, over=over(context, low, high, f), side=side, parts=list(parts), eqs=[], premises=[]
    ).judgement


LIMITS: list[tuple[str, Term, Term, Callable[[Term], Term], str]] = [
    ("oo", ONE, OO, lambda x: inv(x), "lim"),
    ("oo", ONE, OO, lambda x: fn("exp", neg(mul(x, x))), "lim"),
    ("oo", ONE, OO, lambda x: add(fn("log", x), fn("sqrt", x), TWO), "tends"),
    ("oo", ONE, OO, lambda x: mul(rat(-2), x, fn("atan", x)), "tends"),
    ("oo", ONE, OO, lambda x: mul(fn("tanh", x), fn("erf", x)), "lim"),
    ("oo", ONE, OO, lambda x: fn("rpow", x, HALF), "tends"),
    ("-oo", MINUS_OO, ZERO, lambda x: fn("exp", x), "lim"),
    ("-oo", MINUS_OO, ZERO, lambda x: make("pow", (x,), 3), "tends"),
    ("-oo", MINUS_OO, ZERO, lambda x: fn("atan", neg(x)), "lim"),
    ("above", ZERO, ONE, lambda x: inv(x), "tends"),
    ("above", ZERO, ONE, lambda x: fn("log", x), "tends"),
    ("above", ZERO, ONE, lambda x: fn("sqrt", x), "lim"),
    ("above", ZERO, ONE, lambda x: inv(mul(add(x, ONE), IMAG)), "lim"),
    ("below", rat(-1), ZERO, lambda x: inv(add(x, ONE)), "lim"),
    ("below", rat(-1), ZERO, lambda x: fn("abs", x), "lim"),
    ("-oo", MINUS_OO, ZERO, lambda x: make("pow", (x,), 2), "tends"),
]


@pytest.mark.parametrize(("side", "low", "high", "f", "kind"), LIMITS)
def test_limits(s: Session, side: str, low: Term, high: Term, f: Callable[[Term], Term], kind: str) -> None:
    found = limit(s, EMPTY, side, low, high, f)
    assert found.op == kind and judge(found, EMPTY, []) is not False


NO_LIMITS: list[tuple[str, Term, Term, Callable[[Term], Term]]] = [
    ("oo", ONE, OO, lambda x: sub(x, x)),
    ("oo", ONE, OO, lambda x: mul(x, inv(x))),
    ("oo", ONE, OO, lambda x: fn("sin", x)),
    ("oo", ONE, OO, lambda x: add(mul(IMAG, x), x)),
    ("oo", ONE, OO, lambda x: fn("exp", mul(IMAG, x))),
    ("oo", ONE, OO, lambda x: make("pow", (x,), 0)),
    ("oo", ONE, OO, lambda x: fn("rpow", x, rat(-1))),
    ("oo", ONE, OO, lambda x: mul(x, inv(ZERO))),
    ("-oo", MINUS_OO, ZERO, lambda x: fn("sqrt", x)),
    ("-oo", MINUS_OO, ZERO, lambda x: fn("log", x)),
    ("above", rat(-1), ONE, lambda x: fn("sqrt", x)),
    ("above", ONE, ZERO, lambda x: x),
    ("above", ZERO, ZERO, lambda x: x),
    ("above", ZERO, ONE, lambda x: fn("sgn", x)),
    ("above", ZERO, ONE, lambda x: fn("log", sub(mul(IMAG, x), ONE))),
    ("above", ZERO, ONE, lambda x: fn("sqrt", sub(neg(ONE), mul(IMAG, x)))),
    ("below", rat(-1), ZERO, lambda x: fn("log", x)),
    ("below", rat(-1), ZERO, lambda x: fn("rpow", x, HALF)),
    ("both", rat(-1), ONE, lambda x: x),
    ("oo", ZERO, ONE, lambda x: x),
    ("above", MINUS_OO, ONE, lambda x: x),
    ("above", ZERO, ONE, lambda x: fn("gamma", x)),
    ("above", ZERO, ONE, lambda x: fn("rpow", x, x)),
    ("above", ZERO, ONE, lambda x: make("pfq", (x,), (0, 0))),
    ("above", ZERO, ONE, lambda x: fn("rpow", x, rat(Fraction(-1, 2)))),
    ("above", ZERO, ONE, lambda x: fn("rpow", add(x, ONE), IMAG)),
    ("above", ZERO, ONE, lambda x: fn("rpow", add(x, ONE), inv(ZERO))),
    ("above", ZERO, ONE, lambda x: add(x, inv(ZERO))),
    ("above", ZERO, ONE, lambda x: fn("atan", mul(IMAG, x))),
    ("oo", ONE, OO, lambda x: add(x, IMAG)),
    ("oo", ONE, OO, lambda x: mul(x, add(ONE, mul(IMAG, inv(x))))),
]


@pytest.mark.parametrize(("side", "low", "high", "f"), NO_LIMITS)
def test_no_limit(s: Session, side: str, low: Term, high: Term, f: Callable[[Term], Term]) -> None:
    refused(limit, s, EMPTY, side, low, high, f)


def test_the_sign_near_a_zero_of_a_divisor(s: Session) -> None:
    assert limit(s, EMPTY, "below", rat(-1), ZERO, lambda x: inv(x)).args[1] is MINUS_OO
    refused(limit, s, EMPTY, "above", ZERO, ONE, lambda x: inv(fn("sin", x)))


def test_limits_by_continuity(s: Session) -> None:
    whole = s.cont(EMPTY, ZERO, ONE, square)
    at = lambda p, side: s.infer("LIMCONT", EMPTY, of=whole, point=p, side=side, premises=[])  # noqa: E731
    assert at(HALF, "both").judgement.args[1] is square(HALF)
    assert at(ZERO, "above").judgement.data == "above" and at(ONE, "below").judgement.data == "below"
    for p, side in ((ZERO, "both"), (ZERO, "below"), (ONE, "above"), (rat(7), "both"), (OO, "oo"), (IMAG, "both")):
        refused(at, p, side)
    half_open = s.cont(EMPTY, ZERO, ONE, lambda x: inv(x), "(]")
    refused(s.infer, "LIMCONT", EMPTY, of=half_open, point=ZERO, side="above", premises=[])


def test_a_branch_has_no_two_sided_limit(s: Session) -> None:
    """log(-1 + i x) is continuous on [0,1]; at 0 it has a limit from above only."""
    f = lambda x: fn("log", sub(mul(IMAG, x), ONE))  # noqa: E731
    refused(s.cont, EMPTY, ZERO, ONE, f)


def test_a_limit_by_another_name(s: Session) -> None:
    found = limit_theorem(s, "above", lambda x: mul(x, x))
    equation = s.infer("RING", EMPTY, lhs=mul(ZERO, ZERO), rhs=ZERO, eqs=[])
    assert s.infer("LIMEQ", EMPTY, of=found, eq=equation).judgement.args[1] is ZERO
    refused(s.infer, "LIMEQ", EMPTY, of=found, eq=s.infer("SYM", EMPTY, of=equation))
    named = s.infer(
        "LIMIT", EMPTY, over=over(EMPTY, ZERO, ONE, lambda x: inv(mul(x, x))), side="above", parts=[], eqs=[equation],
        premises=[],
    )  # fmt: skip
    assert named.judgement.op == "tends"


def squeezed(s: Session, context: Context, f: Callable, orders: list[Theorem], limits: list[Theorem]) -> Term:
    return s.infer(
        "SQUEEZE", context, over=over(context, ZERO, ONE, f), side="above", orders=orders, limits=limits, premises=[]
    ).judgement


def test_squeeze(s: Session) -> None:
    near, x = s.opened(EMPTY, over(EMPTY, ZERO, ONE, square))
    fact = make("<=", (x, square(x)))
    with pytest.raises(Refused):  # the order is known under a fact on x
        _, (order,) = s.given(near, fact)
        limits = [limit_theorem(s, "above", lambda x: x)]
        squeezed(s, EMPTY, square, [order, order], limits * 2)
    weak = s.define(near, make("<=", (ZERO, x)))
    zero = limit_theorem(s, "above", lambda x: ZERO)
    same = s.infer("WEAKEN", near, of=s.infer("REFL", near, term=x), to="<=")
    line = limit_theorem(s, "above", lambda x: x)
    assert squeezed(s, EMPTY, lambda x: x, [weak, same], [zero, line]).args[1] is ZERO
    one = limit_theorem(s, "above", lambda x: ONE)
    below = s.define(near, make("<=", (x, ONE)))
    refused(squeezed, s, EMPTY, lambda x: x, [weak, below], [zero, one])
    refused(squeezed, s, EMPTY, lambda x: x, [weak], [zero])


def test_squeeze_under_a_fact_that_excludes_the_point(s: Session) -> None:
    """G = {x in (0,1), 1/2 < x}: nothing is known of the function near 0."""
    g = s.context(declare("real", low=ZERO, high=ONE, closed="()"), make("<", (HALF, var(0, "real"))))
    f = lambda x: sub(sub(x, fn("abs", sub(x, HALF))), HALF)  # noqa: E731
    order = s.infer("REFL", g, term=f(var(0, "real")))
    assert order.judgement.op == "="
    weak = s.infer("WEAKEN", g, of=order, to="<=")
    zero = limit_theorem(s, "above", lambda x: ZERO)
    refused(squeezed, s, g, f, [weak, weak], [zero, zero])


@pytest.mark.parametrize(
    ("entry", "numbers"),
    [("power.exp", [ONE, ZERO, ONE]), ("power.exp", [ONE, ONE, rat(-1)]), ("power.zero", [ZERO]),
     ("power.log", [rat(-1)]), ("power.log", []), ("no", [ONE]), ("power.exp", [IMAG, ONE, ONE])],
)  # fmt: skip
def test_no_limit_in_the_table(s: Session, entry: str, numbers: list[Term]) -> None:
    refused(s.infer, "LIMTABLE", EMPTY, entry=entry, numbers=numbers, premises=[])


def hospital(s: Session, f: Callable, g: Callable, ends: tuple[Term, Term] = (ZERO, ONE)) -> dict[str, Any]:
    slopes = [s.deriv(EMPTY, *ends, h) for h in (f, g)]
    limits = []
    for h in (f, g):
        goes = limit_theorem(s, "above", h, *ends)
        if goes.judgement.args[1] is not ZERO:
            value = goes.judgement.args[1]
            goes = s.infer("LIMEQ", EMPTY, of=goes, eq=s.infer("RING", EMPTY, lhs=value, rhs=ZERO, eqs=[]))
        limits.append(goes)
    x = var(0, "real")
    rates = [bodies(EMPTY, slope.judgement)[2][1] for slope in slopes]
    at = make("int", (*ends, close(mul(rates[0], inv(rates[1])), (x,))))
    over_rate = make("int", (*ends, slopes[1].judgement.args[3]))
    goes = s.infer("LIMIT", EMPTY, over=over_rate, side="above", parts=[], eqs=[], premises=[])
    eqs = []
    if goes.judgement.args[1] is not ONE and goes.judgement.args[1].op != "imag":
        eqs = [s.infer("RING", EMPTY, lhs=goes.judgement.args[1], rhs=ONE, eqs=[])]
    quotient = s.infer("LIMIT", EMPTY, over=at, side="above", parts=[], eqs=eqs, premises=[])
    return {"limits": limits, "slopes": slopes, "apart": [], "quotient": quotient}


def test_lhopital(s: Session) -> None:
    good = hospital(s, lambda x: add(mul(IMAG, x), mul(x, x)), lambda x: add(x, mul(x, x)))
    assert s.infer("LHOPITAL", EMPTY, **good).judgement.op == "lim"
    bent = hospital(s, lambda x: x, lambda x: sub(x, mul(x, x)))  # g' vanishes at 1/2
    refused(s.infer, "LHOPITAL", EMPTY, **bent)
    turned = hospital(s, lambda x: x, lambda x: mul(IMAG, x))  # a complex divisor
    refused(s.infer, "LHOPITAL", EMPTY, **turned)
    refused(hospital, s, lambda x: x, lambda x: add(x, ONE))
    wider = s.deriv(EMPTY, ZERO, TWO, lambda x: add(mul(IMAG, x), mul(x, x)))
    one = limit_theorem(s, "above", lambda x: add(x, ONE))
    rising = s.deriv(EMPTY, ZERO, ONE, lambda x: add(x, ONE))
    for changed in (
        {"slopes": [wider, good["slopes"][1]]}, {"slopes": good["slopes"][::-1]}, {"quotient": bent["quotient"]},
        {"limits": good["limits"][::-1]}, {"limits": [one, good["limits"][1]], "slopes": [rising, good["slopes"][1]]},
    ):  # fmt: skip
        refused(s.infer, "LHOPITAL", EMPTY, **good | changed)


# -- more about continuity and limits -------------------------------------------------------------------------------


def test_limits_from_parts(s: Session) -> None:
    part = s.infer("LIMTABLE", EMPTY, entry="power.log", numbers=[ONE], premises=[])
    f = lambda x: fn("exp", mul(fn("rpow", x, ONE), fn("log", x)))  # noqa: E731
    assert limit(s, EMPTY, "above", ZERO, ONE, f, part).args[1] is fn("exp", ZERO)
    refused(limit, s, EMPTY, "above", ZERO, ONE, f)
    refused(
        limit, s, EMPTY, "above", ZERO, ONE, lambda x: inv(mul(fn("rpow", x, ONE), fn("log", x))), part
    )  # the sign of x log x is not seen
    for side, low, high in (("below", rat(-1), ZERO), ("above", ONE, TWO), ("oo", ONE, OO)):
        refused(limit, s, EMPTY, side, low, high, f, part)  # the part goes to its limit elsewhere
    up = limit_theorem(s, "oo", lambda x: fn("exp", x), ONE, OO)
    refused(
        limit, s, EMPTY, "oo", ONE, OO, lambda x: mul(add(ONE, IMAG), fn("exp", x)), up
    )  # i exp x does not tend to oo


def test_orders_of_another_function(s: Session) -> None:
    near, x = s.opened(EMPTY, over(EMPTY, ZERO, ONE, square))
    line, zero = (limit_theorem(s, "above", f) for f in (lambda x: x, lambda x: ZERO))
    same = s.infer("WEAKEN", near, of=s.infer("REFL", near, term=x), to="<=")
    refused(squeezed, s, EMPTY, lambda x: ONE, [same, same], [line, line])
    order = s.define(near, make("<=", (ZERO, x)))
    refused(squeezed, s, EMPTY, lambda x: mul(TWO, x), [order, same], [zero, line])
