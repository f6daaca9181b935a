"""Derivatives and what follows from their signs: what must work, and what must be refused."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import pytest

import rftheory.kernel.rules  # noqa: F401
from rftheory.kernel.contexts import EMPTY, Context, bodies, close
from rftheory.kernel.refused import Refused
from rftheory.kernel.terms import IMAG, MINUS_OO, ONE, OO, TWO, ZERO, Term, declare, make, power, rat, var
from rftheory.kernel.theorems import Theorem
from rftheory.meaning.judgements import judge
from tests.kernel.bench import refused
from tests.kernel.session import Session, ends_of, over, turning
from tests.kernel.words import HALF, REAL, add, fn, inv, mul, neg, square, sub

# -- DERIV ----------------------------------------------------------------------------------------------------------

POSITIVE: list[Callable[[Term], Term]] = [
    lambda x: mul(x, x, fn("exp", x)),
    lambda x: make("pow", (add(x, rat(3)),), 5),
    lambda x: make("pow", (x,), 1),
    lambda x: make("pow", (x,), 0),
    lambda x: inv(add(x, ONE)),
    lambda x: fn("log", x),
    lambda x: fn("sqrt", add(x, x)),
    lambda x: make("root", (x,), 3),
    lambda x: fn("rpow", x, rat(Fraction(-1, 3))),
    lambda x: fn("rpow", x, mul(x, x)),
    lambda x: fn("rpow", TWO, neg(x)),
    lambda x: fn("sin", mul(TWO, fn("cos", x))),
    lambda x: fn("tanh", fn("sinh", fn("cosh", x))),
    lambda x: fn("atan", neg(x)),
    lambda x: fn("erf", mul(x, x)),
    lambda x: fn("abs", x),
    lambda x: fn("conj", fn("exp", mul(IMAG, x))),
    lambda x: add(fn("re", fn("exp", mul(IMAG, x))), fn("im", mul(IMAG, x))),
    lambda x: fn("bessel_i", rat(2), mul(IMAG, x)),
    lambda x: fn("bessel_j", ZERO, x),
    lambda x: fn("bessel_i", HALF, x),
    lambda x: fn("bessel_j", HALF, x),
    lambda x: make("pfq", (HALF, ONE, TWO, neg(x)), (1, 2)),
]


@pytest.mark.parametrize("f", POSITIVE)
def test_derivatives(s: Session, f: Callable[[Term], Term]) -> None:
    theorem = s.deriv(EMPTY, ZERO, TWO, f)
    assert judge(theorem.judgement, EMPTY, []) is not False
    assert theorem.judgement.op == "D"


def test_the_derivative_of_a_finite_sum(s: Session) -> None:
    g = s.context(declare("int", low=ONE))
    (n, x, k) = var(0, "int"), var(1, "real"), var(2, "int")
    body = make("sum", (ONE, n, close(fn("sin", mul(k, x)), (k,))))
    slope = s.deriv(g, ZERO, ONE, lambda _: body).judgement.args[3]
    assert slope is close(make("sum", (ONE, n, close(mul(fn("cos", mul(k, x)), k), (k,)))), (x,))


def test_variables_of_the_context_are_constants(s: Session) -> None:
    g = s.context(declare("vec", rat(2)), declare("real"))
    w, y = var(0, "vec"), var(1, "real")
    theorem = s.deriv(g, ZERO, ONE, lambda x: mul(fn("norm2", w), x, fn("gamma", rat(3)), fn("sgn", y)))
    assert theorem.judgement.op == "D"
    refused(s.deriv, g, ZERO, ONE, lambda x: fn("norm2", fn("vscale", x, w)))


BAD_DERIVATIVES: list[Callable[[Term], Term]] = [
    lambda x: fn("abs", x),
    lambda x: fn("abs", fn("exp", mul(IMAG, x))),
    lambda x: fn("sqrt", x),
    lambda x: fn("sqrt", add(x, rat(-2))),
    lambda x: fn("log", sub(mul(IMAG, x), ONE)),
    lambda x: inv(x),
    lambda x: fn("sgn", x),
    lambda x: fn("gamma", add(x, rat(3))),
    lambda x: fn("atan", mul(IMAG, x)),
    lambda x: fn("rpow", x, HALF),
    lambda x: fn("bessel_i", HALF, mul(x, x)),
    lambda x: fn("bessel_i", x, ONE),
    lambda x: fn("rpow", x, ZERO),
    lambda x: make("root", (neg(fn("exp", x)),), 3),
    lambda x: make("int", (ZERO, x, ONE)),
    lambda x: make("sum", (ZERO, OO, fn("exp", x))),
    lambda x: make("pfq", (ONE, ONE, TWO, x), (2, 1)),
    lambda x: fn("rpow", turning(x), x),
    lambda x: fn("rpow", turning(x), HALF),
    lambda x: fn("sqrt", turning(x)),
    lambda x: fn("log", turning(x)),
]


@pytest.mark.parametrize("f", BAD_DERIVATIVES)
def test_no_derivative(s: Session, f: Callable[[Term], Term]) -> None:
    refused(s.deriv, EMPTY, rat(-1), ONE, f)


def test_no_derivative_of_a_power_at_zero_with_an_unknown_exponent(s: Session) -> None:
    g = s.context(declare("int", low=ZERO))
    refused(s.deriv, g, rat(-1), ONE, lambda x: fn("rpow", x, var(0, "int")))
    s.deriv(g, ZERO, ONE, lambda x: fn("rpow", x, var(0, "int")))


@pytest.mark.parametrize("ends", [(ONE, ZERO), (ZERO, ZERO), (IMAG, ONE), (OO, OO)])
def test_no_derivative_on_an_empty_interval(s: Session, ends: tuple[Term, Term]) -> None:
    refused(s.deriv, EMPTY, *ends, lambda x: x)


def test_the_inside_of_an_interval_is_a_premise(s: Session) -> None:
    g = s.context(REAL, REAL)
    a, b = var(0, "real"), var(1, "real")
    refused(s.deriv, g, a, b, lambda x: x)
    below, (order,) = s.given(g, make("<", (a, b)))
    assert s.deriv(below, a, b, lambda x: x, order).context is below
    refused(s.deriv, g, a, b, lambda x: x, order)


# -- MONO, SLOPE ----------------------------------------------------------------------------------------------------


def mono(s: Session, context: Context, order: Theorem, name: str, number: int = 0, *exponent: Term) -> Term:
    return s.infer(
        "MONO", context, order=order, function=name, number=number, exponent=list(exponent), premises=[]
    ).judgement


@pytest.mark.parametrize("name", ["exp", "atan", "erf", "tanh", "sinh", "sqrt", "cosh", "log", "inv"])
@pytest.mark.parametrize("relation", ["<", "<="])
def test_monotone(s: Session, name: str, relation: str) -> None:
    open_end = declare("real", low=ZERO, closed="(]")
    g, (order,) = s.given(s.context(open_end, open_end), make(relation, (var(0, "real"), var(1, "real"))))
    images = [fn(name, var(place, "real")) for place in (0, 1)]
    assert mono(s, g, order, name) is make(relation, images[::-1] if name == "inv" else images)


@pytest.mark.parametrize("number", [1, 2, 3, 4])
def test_monotone_powers(s: Session, number: int) -> None:
    g, (order,) = s.given(s.context(REAL, REAL), make("<", (var(0, "real"), var(1, "real"))))
    if number % 2:
        assert mono(s, g, order, "pow", number).op == "<"
        return
    refused(mono, s, g, order, "pow", number)


def test_squares_of_negative_numbers_do_not_rise(s: Session) -> None:
    order = s.define(EMPTY, make("<=", (rat(-2), ONE)))
    for name, number, exponent in [
        ("pow", 2, []), ("sqrt", 0, []), ("log", 0, []), ("inv", 0, []), ("root", 3, []), ("cosh", 0, []),
        ("rpow", 0, [TWO]), ("pow", 0, []), ("sin", 0, []), ("abs", 0, []), ("neg", 0, []),
    ]:  # fmt: skip
        refused(mono, s, EMPTY, order, name, number, *exponent)
    assert mono(s, EMPTY, order, "pow", 3) is make("<=", (power(rat(-2), 3), power(ONE, 3)))


def test_the_logarithm_needs_a_positive_number(s: Session) -> None:
    order = s.define(EMPTY, make("<=", (ZERO, ONE)))
    for name in ("log", "inv"):
        refused(mono, s, EMPTY, order, name)
    assert mono(s, EMPTY, order, "sqrt").op == "<="
    for exponent in (ZERO, rat(-1), IMAG, inv(ZERO)):
        refused(mono, s, EMPTY, order, "rpow", 0, exponent)


def test_a_function_with_a_derivative_of_one_sign(s: Session) -> None:
    closed = s.context(declare("real", low=ZERO, high=ONE))
    t = var(0, "real")
    slope = s.deriv(closed, ZERO, ONE, lambda x: sub(fn("exp", x), x))
    continuous = s.cont(closed, ZERO, ONE, lambda x: sub(fn("exp", x), x))
    inner, x = s.opened(closed, slope.judgement)
    rate = bodies(closed, slope.judgement)[2][1]
    inside, (sign,) = s.given(inner, make("<=", (ZERO, rate)))
    order = s.hyp(closed, make("<=", (ZERO, t)))
    parameters = {"slope": slope, "cont": [continuous], "order": order, "premises": []}
    refused(s.infer, "SLOPE", closed, sign=sign, **parameters)  # the sign is known under a fact more only
    rises = s.deriv(closed, ZERO, ONE, lambda x: add(fn("exp", x), x))
    continuous = s.cont(closed, ZERO, ONE, lambda x: add(fn("exp", x), x))
    inner, _ = s.opened(closed, rises.judgement)
    sign = s.define(inner, make("<", (ZERO, bodies(closed, rises.judgement)[2][1])))
    parameters |= {"slope": rises, "sign": sign}
    found = s.infer("SLOPE", closed, **parameters | {"cont": [continuous]}).judgement
    assert found is make("<=", (add(fn("exp", ZERO), ZERO), add(fn("exp", t), t)))
    refused(s.infer, "SLOPE", closed, **parameters | {"cont": []})  # the ends do not belong to the open interval
    refused(
        s.infer, "SLOPE", closed, **parameters | {"cont": [s.cont(closed, ZERO, ONE, lambda x: x)]}
    )  # continuity of another function


def test_complex_functions_have_no_order(s: Session) -> None:
    slope = s.deriv(EMPTY, rat(-1), ONE, lambda x: add(IMAG, x))
    inner, _ = s.opened(EMPTY, slope.judgement)
    sign = s.define(inner, make("<", (ZERO, ONE)))
    order = s.define(EMPTY, make("<", (ZERO, HALF)))
    refused(s.infer, "SLOPE", EMPTY, slope=slope, cont=[], sign=sign, order=order, premises=[])
    level = s.deriv(EMPTY, rat(-1), ONE, lambda x: IMAG)
    sign = s.infer("REFL", EMPTY, term=ZERO)
    assert s.infer("SLOPE", EMPTY, slope=level, cont=[], sign=sign, order=order, premises=[]).judgement.op == "="


@pytest.mark.parametrize("points_of", [(rat(-2), ZERO), (ZERO, rat(2)), (HALF, ZERO)])
def test_points_outside_or_exchanged(s: Session, points_of: tuple[Term, Term]) -> None:
    slope = s.deriv(EMPTY, rat(-1), ONE, lambda x: x)
    sign = s.define(EMPTY, make("<", (ZERO, ONE)))
    with pytest.raises(Refused):
        order = s.define(EMPTY, make("<=", points_of))
        s.infer("SLOPE", EMPTY, slope=slope, cont=[], sign=sign, order=order, premises=[])


# -- more about continuity and limits -------------------------------------------------------------------------------


def test_premises_of_other_intervals(s: Session) -> None:
    """A sign that is known on (0,1) says nothing on (-1,1)."""
    slope = s.deriv(EMPTY, rat(-1), ONE, square)
    narrow, x = s.opened(EMPTY, over(EMPTY, ZERO, ONE, square))
    rate = bodies(EMPTY, slope.judgement)[2][1]
    sign = s.define(narrow, make("<", (ZERO, rate)))
    order = s.define(EMPTY, make("<", (ZERO, HALF)))
    refused(s.infer, "SLOPE", EMPTY, slope=slope, cont=[], sign=sign, order=order, premises=[])
    limits = ends_of(s, rat(-1), ONE, square)
    refused(s.infer, "FTC_L1", EMPTY, slope=slope, limits=limits, sign=sign)
    flat = s.deriv(EMPTY, rat(-1), ONE, lambda x: x)
    for wrong in (order, s.infer("REFL", EMPTY, term=ONE)):
        refused(s.infer, "SLOPE", EMPTY, slope=flat, cont=[], sign=wrong, order=order, premises=[])


@pytest.mark.parametrize("name", ["exp", "pow"])
def test_what_is_no_order_does_not_go_through(s: Session, name: str) -> None:
    """0 != 2 pi i, and both have the exponential 1."""
    apart = s.kernel.declare(s.context(REAL, REAL), make("!=", (var(0, "real"), var(1, "real"))))
    fact = s.hyp(apart, make("!=", (var(0, "real"), var(1, "real"))))
    number = 1 if name == "pow" else 0
    refused(mono, s, apart, fact, name, number)
    slope = s.deriv(apart, MINUS_OO, OO, lambda x: x)
    sign = s.define(apart, make("<", (ZERO, ONE)))
    refused(s.infer, "SLOPE", apart, slope=slope, cont=[], sign=sign, order=fact, premises=[])


def test_no_derivative_of_what_has_no_value(s: Session) -> None:
    for f in (lambda x: add(x, inv(ZERO)), lambda x: mul(ZERO, inv(x))):
        refused(s.deriv, EMPTY, rat(-1), ONE, f)


@pytest.mark.parametrize(("relation", "order_relation"), [("<", "<"), ("<=", "<"), ("<", "<="), ("<=", "<=")])
def test_falling_functions_and_strict_orders(s: Session, relation: str, order_relation: str) -> None:
    g = s.context(
        declare("real", low=rat(-1), high=ONE, closed="()"), declare("real", low=rat(-1), high=ONE, closed="()")
    )
    g, (order,) = s.given(g, make(order_relation, (var(0, "real"), var(1, "real"))))
    for f, ends in ((lambda x: x, (ZERO, ONE)), (neg, (neg(ONE), ZERO))):
        slope = s.deriv(g, rat(-1), ONE, f)
        row = {"q": Fraction(1), "h": [], "signs": [], "nz": []}
        sign = s.infer("POS", g, lhs=ends[0], rhs=ends[1], rows=[row], eqs=[])
        if relation == "<=":
            sign = s.infer("WEAKEN", g, of=sign, to="<=")
        found = s.infer("SLOPE", g, slope=slope, cont=[], sign=sign, order=order, premises=[]).judgement
        values = [f(var(place, "real")) for place in (0, 1)]
        strict = relation == order_relation == "<"
        assert found is make("<" if strict else "<=", values if ends[0] is ZERO else values[::-1])
