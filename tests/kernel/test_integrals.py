"""Integrals: what must work, and what must be refused."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import rftheory.kernel.rules  # noqa: F401
from rftheory.kernel.contexts import EMPTY, bodies, close
from rftheory.kernel.refused import Refused
from rftheory.kernel.terms import IMAG, ONE, OO, PI, TWO, ZERO, Term, make, power, rat, var
from rftheory.kernel.theorems import Theorem
from rftheory.meaning.judgements import judge
from tests.kernel.bench import refused
from tests.kernel.session import Session, ends_of, limit_theorem, over
from tests.kernel.words import HALF, add, fn, inv, mul, neg, square, sub

# -- integrals ------------------------------------------------------------------------------------------------------


def test_the_fundamental_theorem(s: Session) -> None:
    f = lambda x: neg(fn("exp", neg(x)))  # noqa: E731
    slope = s.deriv(EMPTY, ZERO, OO, f)
    limits = ends_of(s, ZERO, OO, f)
    inner, _ = s.opened(EMPTY, slope.judgement)
    rate = bodies(EMPTY, slope.judgement)[2][1]
    known = s.infer("RING", inner, lhs=fn("exp", neg(var(0, "real"))), rhs=rate, eqs=[])
    positive = s.define(inner, make("<", (ZERO, fn("exp", neg(var(0, "real"))))))
    sign = s.infer("CHAIN", inner, links=[positive, known])
    l1 = s.infer("FTC_L1", EMPTY, slope=slope, limits=limits, sign=sign)
    found = s.infer("FTC", EMPTY, slope=slope, limits=limits, l1=l1).judgement
    assert found.args[1] is sub(neg(ZERO), neg(fn("exp", neg(ZERO))))
    refused(s.infer, "FTC", EMPTY, slope=slope, limits=limits[::-1], l1=l1)
    refused(s.infer, "FTC_L1", EMPTY, slope=slope, limits=limits, sign=positive)
    refused(s.infer, "FTC", EMPTY, slope=slope, limits=limits, l1=sign)


def test_the_fundamental_theorem_on_a_point(s: Session) -> None:
    refused(s.deriv, EMPTY, ZERO, ZERO, lambda x: mul(x, inv(fn("sqrt", mul(x, x)))))


def test_a_pole_or_a_jump_inside(s: Session) -> None:
    for f in (
        lambda x: neg(inv(x)),
        lambda x: fn("atan", inv(x)),
        lambda x: fn("im", fn("log", add(rat(-1), mul(IMAG, x)))),
    ):
        refused(s.deriv, EMPTY, rat(-1), ONE, f)


def test_an_infinite_limit_gives_no_integral(s: Session) -> None:
    slope = s.deriv(EMPTY, ZERO, ONE, lambda x: fn("log", x))
    limits = ends_of(s, ZERO, ONE, lambda x: fn("log", x))
    inner, x = s.opened(EMPTY, slope.judgement)
    sign = s.define(inner, make("<", (ZERO, inv(x))))
    refused(s.infer, "FTC_L1", EMPTY, slope=slope, limits=limits, sign=sign)


def test_parts(s: Session) -> None:
    u, v = (lambda x: x), (lambda x: fn("exp", x))
    slopes = [s.deriv(EMPTY, ONE, TWO, f) for f in (u, v)]
    limits = ends_of(s, ONE, TWO, lambda x: mul(x, fn("exp", x)))
    converge = [
        s.infer("INTEGRABLE", EMPTY, cont=s.cont(EMPTY, ONE, TWO, f), premises=[])
        for f in (lambda x: mul(x, fn("exp", x)), lambda x: mul(ONE, fn("exp", x)))
    ]
    found = s.infer("PARTS", EMPTY, slopes=slopes, limits=limits, l1=converge).judgement
    assert found.op == "=" and judge(found, EMPTY, []) is not False
    for changed in (
        {"l1": converge[::-1]}, {"l1": converge[:1]}, {"limits": limits[::-1]}, {"slopes": slopes[::-1]},
        {"slopes": [slopes[0], s.deriv(EMPTY, ZERO, ONE, v)]},
    ):  # fmt: skip
        refused(s.infer, "PARTS", EMPTY, **{"slopes": slopes, "limits": limits, "l1": converge, **changed})


def change(s: Session, f: Callable, ends: tuple[Term, Term], target: Term, l1: Theorem | None) -> Term:
    slope = s.deriv(EMPTY, *ends, f)
    inner, _ = s.opened(EMPTY, slope.judgement)
    rate = bodies(EMPTY, slope.judgement)[2][1]
    sign = None
    for order in (make("<", (ZERO, rate)), make("<", (rate, ZERO))):
        try:
            sign = s.define(inner, order)
        except Refused:
            continue
    if sign is None:
        raise Refused("no sign")
    limits = ends_of(s, *ends, f)
    l1 = l1 or s.infer(
        "INTEGRABLE",
        EMPTY,
        cont=s.infer("CONT", EMPTY, over=make("cont", target.args, ("closed", "closed")), given=[], premises=[]),
        premises=[],
    )
    return s.infer("SUBST", EMPTY, integral=target, slope=slope, sign=sign, limits=limits, l1=l1).judgement


def test_change_of_variables(s: Session) -> None:
    def target(low: Term, high: Term) -> Term:
        return over(EMPTY, low, high, lambda x: mul(x, x))

    found = change(s, lambda u: u, (ZERO, ONE), target(ZERO, ONE), None)
    assert found.op == "=" and judge(found, EMPTY, []) is not False
    refused(change, s, lambda u: u, (ZERO, ONE), target(ONE, ZERO), None)  # ends exchanged
    refused(
        change, s, lambda u: mul(u, u), (rat(-1), ONE), target(ONE, ONE), None
    )  # u u on (-1,1): no sign of the derivative


def test_a_falling_map(s: Session) -> None:
    """x = 1/u maps (1/2, oo) onto (0, 2) falling: the ends are exchanged, the weight is -f'."""
    at = over(EMPTY, ZERO, inv(HALF), lambda x: x)
    l1 = s.infer(
        "INTEGRABLE", EMPTY, cont=s.infer("CONT", EMPTY, over=make("cont", at.args, ("closed", "closed")), given=[], premises=[]),
        premises=[s.define(EMPTY, make("<=", (ZERO, inv(HALF))))],
    )  # fmt: skip
    slope = s.deriv(EMPTY, HALF, OO, inv)
    inner, u = s.opened(EMPTY, slope.judgement)
    rate = bodies(EMPTY, slope.judgement)[2][1]
    positive = s.define(inner, make("<", (ZERO, inv(power(u, 2)))))
    sign = s.infer(
        "POS", inner, lhs=rate, rhs=ZERO, rows=[{"q": Fraction(1), "h": [], "signs": [positive], "nz": []}], eqs=[]
    )
    limits = ends_of(s, HALF, OO, inv)
    found = s.infer("SUBST", EMPTY, integral=at, slope=slope, sign=sign, limits=limits, l1=l1).judgement
    assert judge(found, EMPTY, []) is not False
    backwards = over(EMPTY, inv(HALF), ZERO, lambda x: x)
    refused(s.infer, "SUBST", EMPTY, integral=backwards, slope=slope, sign=sign, limits=limits, l1=l1)


def test_the_integral_of_one(s: Session) -> None:
    """x = 2u in int_0^oo 1 needs the convergence of one side, which cannot be had."""
    at = over(EMPTY, ZERO, OO, lambda x: ONE)
    slope = s.deriv(EMPTY, ZERO, OO, lambda u: mul(TWO, u))
    sign = s.define(EMPTY, make("<", (ZERO, TWO)))
    limits = ends_of(s, ZERO, OO, lambda u: mul(TWO, u))
    equation = s.infer("RING", EMPTY, lhs=mul(TWO, ZERO), rhs=ZERO, eqs=[])
    limits[0] = s.infer("LIMEQ", EMPTY, of=limits[0], eq=equation)
    for l1 in (sign, equation):
        refused(s.infer, "SUBST", EMPTY, integral=at, slope=slope, sign=sign, limits=limits, l1=l1)
    fact = make("l1", (at,))
    with_fact, (given,) = s.given(EMPTY, fact)
    assert (
        s.kernel.infer("SUBST", with_fact, integral=at, slope=slope, sign=sign, limits=limits, l1=given).context
        is with_fact
    )
    refused(s.infer, "SUBST", EMPTY, integral=at, slope=slope, sign=sign, limits=limits, l1=given)


def test_integrable(s: Session) -> None:
    def table(entry: str, *numbers: Term, power: int = 0) -> Term:
        found = s.infer("INTEGRABLE_TABLE", EMPTY, entry=entry, numbers=list(numbers), power=power, premises=[])
        assert found.axioms == {f"integrable.{entry}"}
        return found.judgement

    minus_half = rat(Fraction(-1, 2))
    assert table("gamma", minus_half, ONE, TWO).op == "l1"
    assert table("gauss", ONE, power=3).op == "l1"
    assert table("zero", minus_half).op == "l1"
    assert table("infinity", rat(-2)).op == "l1"
    assert table("sine", minus_half).op == "l1"
    for entry, numbers in [
        ("gamma", (rat(-1), ONE, ONE)), ("gamma", (ONE, ZERO, ONE)), ("gamma", (ONE, ONE, rat(-1))),
        ("gauss", (ZERO,)), ("gauss", (rat(-1),)), ("gauss", (IMAG,)), ("zero", (rat(-1),)), ("zero", (rat(-2),)),
        ("infinity", (rat(-1),)), ("infinity", (ONE,)), ("sine", (rat(-1),)), ("gamma", (ONE, ONE)), ("no", ()),
        ("zero", (inv(ZERO),)), ("gauss", (PI, PI)),
    ]:  # fmt: skip
        refused(table, entry, *numbers)
    for kinds in ("[)", "()", "(]"):
        refused(s.infer, "INTEGRABLE", EMPTY, cont=s.cont(EMPTY, ZERO, ONE, square, kinds), premises=[])
    backwards = s.cont(EMPTY, ONE, ZERO, square)
    refused(s.infer, "INTEGRABLE", EMPTY, cont=backwards, premises=[])


# -- more about continuity and limits -------------------------------------------------------------------------------


def test_a_substitution_needs_a_defined_integrand(s: Session) -> None:
    slope = s.deriv(EMPTY, rat(-1), ONE, lambda u: u)
    limits = ends_of(s, rat(-1), ONE, lambda u: u)
    sign = s.define(EMPTY, make("<", (ZERO, ONE)))
    at = over(EMPTY, rat(-1), ONE, inv)
    with_fact, (given,) = s.given(EMPTY, make("l1", (at,)))
    parameters = {"integral": at, "slope": slope, "limits": limits, "l1": given}
    refused(s.kernel.infer, "SUBST", with_fact, sign=sign, **parameters)
    good = over(EMPTY, rat(-1), ONE, square)
    l1 = s.infer("INTEGRABLE", EMPTY, cont=s.cont(EMPTY, rat(-1), ONE, square), premises=[])
    parameters = {"integral": good, "slope": slope, "l1": l1}
    weak = s.define(EMPTY, make("<=", (ZERO, ONE)))
    for changed in (
        {"sign": weak}, {"limits": limits[::-1]}, {"limits": limits[:1]}, {"slope": limits[0]},
        {"limits": ends_of(s, rat(-1), ONE, lambda u: fn("exp", u))}, {"integral": l1.judgement},
    ):  # fmt: skip
        refused(s.infer, "SUBST", EMPTY, **{"sign": sign, "limits": limits, **parameters, **changed})


def test_judgements_of_another_kind(s: Session) -> None:
    goes = limit_theorem(s, "above", square)
    refused(s.infer, "LIMCONT", EMPTY, of=s.deriv(EMPTY, ZERO, ONE, square), point=HALF, side="both", premises=[])
    refused(s.infer, "INTEGRABLE", EMPTY, cont=goes, premises=[])
    for name in ("prod", "sum"):
        other = make(name, (ZERO, ONE, close(var(0, "int"), (var(0, "int"),))))
        for rule in ("DERIV", "CONT", "LIMIT"):
            extra = {"DERIV": {}, "CONT": {"given": []}, "LIMIT": {"side": "above", "parts": [], "eqs": []}}[rule]
            refused(s.infer, rule, EMPTY, over=other, premises=[], **extra)


def test_ends_and_limits_of_other_functions(s: Session) -> None:
    slope = s.deriv(EMPTY, ZERO, ONE, square)
    limits = {f: ends_of(s, ZERO, ONE, f) for f in (square, neg)}
    inner, x = s.opened(EMPTY, slope.judgement)
    sign = s.define(inner, make("<", (ZERO, bodies(EMPTY, slope.judgement)[2][1])))
    l1 = s.infer("FTC_L1", EMPTY, slope=slope, limits=limits[square], sign=sign)
    for mixed in (limits[neg], [limits[square][0], limits[neg][1]], [limits[neg][0], limits[square][1]]):
        refused(s.infer, "FTC", EMPTY, slope=slope, limits=mixed, l1=l1)
        refused(s.infer, "FTC_L1", EMPTY, slope=slope, limits=mixed, sign=sign)
    line = s.deriv(EMPTY, ZERO, ONE, lambda u: u)
    rising = s.define(EMPTY, make("<", (ZERO, ONE)))
    at_ends = ends_of(s, ZERO, ONE, lambda u: u)
    for low, high in ((ZERO, TWO), (rat(-1), ONE), (HALF, ONE)):
        at = over(EMPTY, low, high, square)
        known = s.infer("INTEGRABLE", EMPTY, cont=s.cont(EMPTY, low, high, square), premises=[])
        refused(s.infer, "SUBST", EMPTY, integral=at, slope=line, sign=rising, limits=at_ends, l1=known)
    nothing = fn("abs", inv(ZERO))
    refused(s.infer, "INTEGRABLE_TABLE", EMPTY, entry="zero", numbers=[nothing], power=0, premises=[])
    refused(s.infer, "LIMTABLE", EMPTY, entry="power.exp", numbers=[nothing, ONE, ONE], premises=[])
