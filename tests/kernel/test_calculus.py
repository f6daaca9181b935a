"""Derivatives, limits and integrals: what must work, and what must be refused."""

from __future__ import annotations

import random
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

import rftheory.kernel.rules  # noqa: F401
from rftheory.kernel.contexts import EMPTY, Context, bodies, close, open_binder
from rftheory.kernel.defined import require_well_formed
from rftheory.kernel.refused import Refused
from rftheory.kernel.terms import IMAG, MINUS_OO, ONE, OO, PI, TWO, ZERO, Term, declare, make, power, rat, var
from rftheory.kernel.theorems import Kernel, Theorem
from tests.kernel.meaning import judge, points

HALF = rat(Fraction(1, 2))
REAL = declare("real")


def op(name: str, *args: Term) -> Term:
    return make(name, args)


def add(*args: Term) -> Term:
    return make("+", args)


def mul(*args: Term) -> Term:
    return make("*", args)


def neg(term: Term) -> Term:
    return make("neg", (term,))


def inv(term: Term) -> Term:
    return make("inv", (term,))


def sub(first: Term, second: Term) -> Term:
    return add(first, neg(second))


def binder(name: str, context: Context, low: Term, high: Term, f: Callable[[Term], Term], data: Any = None) -> Term:
    x = var(context.size, "real")
    return make(name, (low, high, close(f(x), (x,))), data)


def over(context: Context, low: Term, high: Term, f: Callable[[Term], Term]) -> Term:
    return binder("int", context, low, high, f)


def cont(context: Context, low: Term, high: Term, f: Callable[[Term], Term], kinds: str = "[]") -> Term:
    ends = tuple("closed" if kind in "[]" else "open" for kind in kinds)
    return binder("cont", context, low, high, f, ends)


class Session:
    """A kernel with short ways to infer."""

    def __init__(self) -> None:
        self.kernel = Kernel()

    def infer(self, rule: str, context: Context, **parameters: Any) -> Theorem:
        theorem = self.kernel.infer(rule, context, **parameters)
        for point in points(theorem.context, random.Random(5), 3):
            assert judge(theorem.judgement, theorem.context, point) is not False, theorem.judgement
        return theorem

    def context(self, *entries: Term) -> Context:
        context = EMPTY
        for entry in entries:
            context = self.kernel.declare(context, entry)
        return context

    def hyp(self, context: Context, fact: Term) -> Theorem:
        return self.infer("HYP", context, fact=fact)

    def define(self, context: Context, judgement: Term) -> Theorem:
        return self.infer("DEF", context, judgement=judgement)

    def opened(self, context: Context, term: Term) -> tuple[Context, Term]:
        inner, (x,) = open_binder(context, term)
        require_well_formed(self.kernel, inner)
        return inner, x

    def deriv(self, context: Context, low: Term, high: Term, f: Callable[[Term], Term], *premises: Theorem) -> Theorem:
        return self.infer("DERIV", context, over=over(context, low, high, f), premises=list(premises))

    def cont(self, context: Context, low: Term, high: Term, f: Callable[[Term], Term], kinds: str = "[]") -> Theorem:
        return self.infer("CONT", context, over=cont(context, low, high, f, kinds), given=[], premises=[])

    def given(self, context: Context, *facts: Term) -> tuple[Context, list[Theorem]]:
        """A context with facts more, and the theorems that they hold."""
        for fact in facts:
            context = self.kernel.declare(context, fact)
        return context, [self.hyp(context, fact) for fact in facts]


@pytest.fixture
def s() -> Session:
    return Session()


# -- DERIV ----------------------------------------------------------------------------------------------------------

POSITIVE: list[Callable[[Term], Term]] = [
    lambda x: mul(x, x, op("exp", x)),
    lambda x: make("pow", (add(x, rat(3)),), 5),
    lambda x: make("pow", (x,), 1),
    lambda x: make("pow", (x,), 0),
    lambda x: inv(add(x, ONE)),
    lambda x: op("log", x),
    lambda x: op("sqrt", add(x, x)),
    lambda x: make("root", (x,), 3),
    lambda x: op("rpow", x, rat(Fraction(-1, 3))),
    lambda x: op("rpow", x, mul(x, x)),
    lambda x: op("rpow", TWO, neg(x)),
    lambda x: op("sin", mul(TWO, op("cos", x))),
    lambda x: op("tanh", op("sinh", op("cosh", x))),
    lambda x: op("atan", neg(x)),
    lambda x: op("erf", mul(x, x)),
    lambda x: op("abs", x),
    lambda x: op("conj", op("exp", mul(IMAG, x))),
    lambda x: add(op("re", op("exp", mul(IMAG, x))), op("im", mul(IMAG, x))),
    lambda x: op("bessel_i", rat(2), mul(IMAG, x)),
    lambda x: op("bessel_j", ZERO, x),
    lambda x: op("bessel_i", HALF, x),
    lambda x: op("bessel_j", HALF, x),
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
    body = make("sum", (ONE, n, close(op("sin", mul(k, x)), (k,))))
    slope = s.deriv(g, ZERO, ONE, lambda _: body).judgement.args[3]
    assert slope is close(make("sum", (ONE, n, close(mul(op("cos", mul(k, x)), k), (k,)))), (x,))


def test_variables_of_the_context_are_constants(s: Session) -> None:
    g = s.context(declare("vec", rat(2)), declare("real"))
    w, y = var(0, "vec"), var(1, "real")
    theorem = s.deriv(g, ZERO, ONE, lambda x: mul(op("norm2", w), x, op("gamma", rat(3)), op("sgn", y)))
    assert theorem.judgement.op == "D"
    with pytest.raises(Refused):
        s.deriv(g, ZERO, ONE, lambda x: op("norm2", op("vscale", x, w)))


def turning(x: Term) -> Term:
    """A number that is not 0 and goes round 0, across the cut."""
    return op("exp", mul(rat(4), IMAG, x))


BAD_DERIVATIVES: list[Callable[[Term], Term]] = [
    lambda x: op("abs", x),
    lambda x: op("abs", op("exp", mul(IMAG, x))),
    lambda x: op("sqrt", x),
    lambda x: op("sqrt", add(x, rat(-2))),
    lambda x: op("log", sub(mul(IMAG, x), ONE)),
    lambda x: inv(x),
    lambda x: op("sgn", x),
    lambda x: op("gamma", add(x, rat(3))),
    lambda x: op("atan", mul(IMAG, x)),
    lambda x: op("rpow", x, HALF),
    lambda x: op("bessel_i", HALF, mul(x, x)),
    lambda x: op("bessel_i", x, ONE),
    lambda x: op("rpow", x, ZERO),
    lambda x: make("root", (neg(op("exp", x)),), 3),
    lambda x: make("int", (ZERO, x, ONE)),
    lambda x: make("sum", (ZERO, OO, op("exp", x))),
    lambda x: make("pfq", (ONE, ONE, TWO, x), (2, 1)),
    lambda x: op("rpow", turning(x), x),
    lambda x: op("rpow", turning(x), HALF),
    lambda x: op("sqrt", turning(x)),
    lambda x: op("log", turning(x)),
]


@pytest.mark.parametrize("f", BAD_DERIVATIVES)
def test_no_derivative(s: Session, f: Callable[[Term], Term]) -> None:
    with pytest.raises(Refused):
        s.deriv(EMPTY, rat(-1), ONE, f)


def test_no_derivative_of_a_power_at_zero_with_an_unknown_exponent(s: Session) -> None:
    g = s.context(declare("int", low=ZERO))
    with pytest.raises(Refused):
        s.deriv(g, rat(-1), ONE, lambda x: op("rpow", x, var(0, "int")))
    s.deriv(g, ZERO, ONE, lambda x: op("rpow", x, var(0, "int")))


@pytest.mark.parametrize("ends", [(ONE, ZERO), (ZERO, ZERO), (IMAG, ONE), (OO, OO)])
def test_no_derivative_on_an_empty_interval(s: Session, ends: tuple[Term, Term]) -> None:
    with pytest.raises(Refused):
        s.deriv(EMPTY, *ends, lambda x: x)


def test_the_inside_of_an_interval_is_a_premise(s: Session) -> None:
    g = s.context(REAL, REAL)
    a, b = var(0, "real"), var(1, "real")
    with pytest.raises(Refused):
        s.deriv(g, a, b, lambda x: x)
    below, (order,) = s.given(g, make("<", (a, b)))
    assert s.deriv(below, a, b, lambda x: x, order).context is below
    with pytest.raises(Refused):
        s.deriv(g, a, b, lambda x: x, order)


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
    images = [op(name, var(place, "real")) for place in (0, 1)]
    assert mono(s, g, order, name) is make(relation, images[::-1] if name == "inv" else images)


@pytest.mark.parametrize("number", [1, 2, 3, 4])
def test_monotone_powers(s: Session, number: int) -> None:
    g, (order,) = s.given(s.context(REAL, REAL), make("<", (var(0, "real"), var(1, "real"))))
    if number % 2:
        assert mono(s, g, order, "pow", number).op == "<"
        return
    with pytest.raises(Refused):
        mono(s, g, order, "pow", number)


def test_squares_of_negative_numbers_do_not_rise(s: Session) -> None:
    order = s.define(EMPTY, make("<=", (rat(-2), ONE)))
    for name, number, exponent in [
        ("pow", 2, []), ("sqrt", 0, []), ("log", 0, []), ("inv", 0, []), ("root", 3, []), ("cosh", 0, []),
        ("rpow", 0, [TWO]), ("pow", 0, []), ("sin", 0, []), ("abs", 0, []), ("neg", 0, []),
    ]:  # fmt: skip
        with pytest.raises(Refused):
            mono(s, EMPTY, order, name, number, *exponent)
    assert mono(s, EMPTY, order, "pow", 3) is make("<=", (power(rat(-2), 3), power(ONE, 3)))


def test_the_logarithm_needs_a_positive_number(s: Session) -> None:
    order = s.define(EMPTY, make("<=", (ZERO, ONE)))
    for name in ("log", "inv"):
        with pytest.raises(Refused):
            mono(s, EMPTY, order, name)
    assert mono(s, EMPTY, order, "sqrt").op == "<="
    for exponent in (ZERO, rat(-1), IMAG, inv(ZERO)):
        with pytest.raises(Refused):
            mono(s, EMPTY, order, "rpow", 0, exponent)


def test_a_function_with_a_derivative_of_one_sign(s: Session) -> None:
    closed = s.context(declare("real", low=ZERO, high=ONE))
    t = var(0, "real")
    slope = s.deriv(closed, ZERO, ONE, lambda x: sub(op("exp", x), x))
    continuous = s.cont(closed, ZERO, ONE, lambda x: sub(op("exp", x), x))
    inner, x = s.opened(closed, slope.judgement)
    rate = bodies(closed, slope.judgement)[2][1]
    inside, (sign,) = s.given(inner, make("<=", (ZERO, rate)))
    order = s.hyp(closed, make("<=", (ZERO, t)))
    parameters = {"slope": slope, "cont": [continuous], "order": order, "premises": []}
    with pytest.raises(Refused):  # the sign is known under a fact more only
        s.infer("SLOPE", closed, sign=sign, **parameters)
    rises = s.deriv(closed, ZERO, ONE, lambda x: add(op("exp", x), x))
    continuous = s.cont(closed, ZERO, ONE, lambda x: add(op("exp", x), x))
    inner, _ = s.opened(closed, rises.judgement)
    sign = s.define(inner, make("<", (ZERO, bodies(closed, rises.judgement)[2][1])))
    parameters |= {"slope": rises, "sign": sign}
    found = s.infer("SLOPE", closed, **parameters | {"cont": [continuous]}).judgement
    assert found is make("<=", (add(op("exp", ZERO), ZERO), add(op("exp", t), t)))
    with pytest.raises(Refused):  # the ends do not belong to the open interval
        s.infer("SLOPE", closed, **parameters | {"cont": []})
    with pytest.raises(Refused):  # continuity of another function
        s.infer("SLOPE", closed, **parameters | {"cont": [s.cont(closed, ZERO, ONE, lambda x: x)]})


def test_complex_functions_have_no_order(s: Session) -> None:
    slope = s.deriv(EMPTY, rat(-1), ONE, lambda x: add(IMAG, x))
    inner, _ = s.opened(EMPTY, slope.judgement)
    sign = s.define(inner, make("<", (ZERO, ONE)))
    order = s.define(EMPTY, make("<", (ZERO, HALF)))
    with pytest.raises(Refused):
        s.infer("SLOPE", EMPTY, slope=slope, cont=[], sign=sign, order=order, premises=[])
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


# -- VALLEY, TANGENT, CHORD -----------------------------------------------------------------------------------------


def square(x: Term) -> Term:
    return power(x, 2)


def valley_premise(s: Session, outer: Context, slope: Theorem, p: Term, relation: str) -> Theorem:
    """The order 0 REL (x - p) f'(x), as a fact of the right context would have it: here by structure."""
    inner, x = s.opened(outer, slope.judgement)
    apart = s.kernel.declare(inner, make("!=", (x, p)))
    rate = bodies(outer, slope.judgement)[2][1]
    return s.define(apart, make(relation, (ZERO, mul(x if p is ZERO else sub(x, p), rate))))


def even(x: Term) -> Term:
    """A function with x f'(x) = x (x exp(x x)), seen not to be negative."""
    return op("cosh", x)


@pytest.mark.parametrize("relation", ["<", "<="])
def test_valley(s: Session, relation: str) -> None:
    slope = s.deriv(EMPTY, rat(-1), TWO, square)
    inner, x = s.opened(EMPTY, slope.judgement)
    apart = s.kernel.declare(inner, make("!=", (x, ZERO)))
    rate = bodies(EMPTY, slope.judgement)[2][1]
    product = mul(x, rate)  # x (2 x): told by a listed theorem
    known, (sign,) = s.given(apart, make(relation, (ZERO, product)))
    with pytest.raises(Refused):  # under a fact more
        s.infer("VALLEY", inner, slope=slope, cont=[], point=ZERO, sign=sign, premises=[])
    sign = product_sign(s, apart, product, relation)
    parameters = {"slope": slope, "cont": [], "sign": sign, "premises": []}
    weak = s.infer("VALLEY", inner, point=ZERO, **parameters).judgement
    assert weak is make("<=", (square(ZERO), square(x)))
    assert s.infer("VALLEY", apart, point=ZERO, **parameters).judgement.op == relation
    for place in (HALF, rat(5), IMAG, x):
        with pytest.raises(Refused):
            s.infer("VALLEY", inner, point=place, **parameters)
    wider = s.kernel.declare(s.kernel.declare(inner, REAL), make("!=", (x, ZERO)))
    for context in (EMPTY, known, wider):
        with pytest.raises(Refused):
            s.infer("VALLEY", context, point=ZERO, **parameters)


def product_sign(s: Session, context: Context, product: Term, relation: str) -> Theorem:
    """0 REL x (2 x) by a lemma: in a context where x is any real that is not 0."""
    x = product.args[0]
    squared = mul(TWO, power(x, 2))
    order = s.define(context, make(relation, (ZERO, squared)))
    equation = s.infer("RING", context, lhs=squared, rhs=product, eqs=[])
    return s.infer("CHAIN", context, links=[order, equation])


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
    with pytest.raises(Refused):  # 0 does not belong to the open interval
        s.infer("VALLEY", inner, cont=[], **parameters)


def test_valley_of_complex_values(s: Session) -> None:
    slope = s.deriv(EMPTY, ZERO, ONE, lambda x: add(IMAG, square(x)))
    continuous = s.cont(EMPTY, ZERO, ONE, lambda x: add(IMAG, square(x)))
    sign = valley_premise(s, EMPTY, slope, ZERO, "<")
    closed, _ = s.opened(EMPTY, continuous.judgement)
    with pytest.raises(Refused):
        s.infer("VALLEY", closed, cont=[continuous], slope=slope, point=ZERO, sign=sign, premises=[])


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
    premises = convex(s, g, rat(-1), ONE, lambda x: op("exp", x), relation)
    inner, x = s.opened(g, premises["slope"].judgement)
    found = s.infer("TANGENT", inner, **premises, cont=[], point=p, premises=[]).judgement
    assert found is make("<=", (add(op("exp", p), mul(op("exp", p), sub(x, p))), op("exp", x)))
    apart = s.kernel.declare(inner, make("!=", (x, p)))
    assert s.infer("TANGENT", apart, **premises, cont=[], point=p, premises=[]).judgement.op == relation
    for place in (ONE, rat(-1), rat(2), x):
        with pytest.raises(Refused):
            s.infer("TANGENT", inner, **premises, cont=[], point=place, premises=[])


def test_no_tangent_at_an_end(s: Session) -> None:
    """-sqrt x on [0,1] is convex and continuous, and has no tangent at 0."""
    f = lambda x: neg(op("sqrt", x))  # noqa: E731
    slope = s.deriv(EMPTY, ZERO, ONE, f)
    second = s.infer("DERIV", EMPTY, over=make("int", (ZERO, ONE, slope.judgement.args[3])), premises=[])
    inner, _ = s.opened(EMPTY, slope.judgement)
    known, (sign,) = s.given(inner, make("<", (ZERO, bodies(EMPTY, second.judgement)[2][1])))
    continuous = s.cont(EMPTY, ZERO, ONE, f)
    closed, _ = s.opened(EMPTY, continuous.judgement)
    with pytest.raises(Refused):
        s.infer("TANGENT", closed, slope=slope, second=second, sign=sign, cont=[continuous], point=ZERO, premises=[])
    lower = convex(s, EMPTY, ZERO, ONE, lambda x: op("exp", x))
    whole = s.cont(EMPTY, ZERO, ONE, lambda x: op("exp", x))
    for place in (ZERO, ONE):
        with pytest.raises(Refused):
            s.infer("TANGENT", closed, **lower, cont=[whole], point=place, premises=[])
    assert s.infer("TANGENT", closed, **lower, cont=[whole], point=HALF, premises=[]).judgement.op == "<="


def test_chord(s: Session) -> None:
    premises = convex(s, EMPTY, ZERO, ONE, lambda x: op("exp", x))
    continuous = s.cont(EMPTY, ZERO, ONE, lambda x: op("exp", x))
    closed, x = s.opened(EMPTY, continuous.judgement)
    inner, _ = s.opened(EMPTY, premises["slope"].judgement)
    found = s.infer("CHORD", closed, **premises, cont=continuous).judgement
    right = add(mul(sub(ONE, x), op("exp", ZERO)), mul(sub(x, ZERO), op("exp", ONE)))
    assert found is make("<=", (mul(sub(ONE, ZERO), op("exp", x)), right))
    assert s.infer("CHORD", inner, **premises, cont=continuous).judgement.op == "<"
    with pytest.raises(Refused):
        half_open = s.cont(EMPTY, ZERO, ONE, lambda x: op("exp", x), "[)")
        s.infer("CHORD", inner, **premises, cont=half_open)
    bent = convex(s, EMPTY, ZERO, ONE, lambda x: op("cosh", x))
    with pytest.raises(Refused):  # the second derivative of another function
        s.infer("CHORD", inner, **premises | {"second": bent["second"], "sign": bent["sign"]}, cont=continuous)
    with pytest.raises(Refused):  # continuity of another function
        s.infer("CHORD", inner, **premises, cont=s.cont(EMPTY, ZERO, ONE, square))


def test_concave_functions(s: Session) -> None:
    f = lambda x: neg(op("exp", x))  # noqa: E731
    slope = s.deriv(EMPTY, ZERO, ONE, f)
    second = s.infer("DERIV", EMPTY, over=make("int", (ZERO, ONE, slope.judgement.args[3])), premises=[])
    inner, x = s.opened(EMPTY, slope.judgement)
    value = bodies(EMPTY, second.judgement)[2][1]
    row = {"q": Fraction(1), "h": [], "signs": [s.define(inner, make("<", (ZERO, op("exp", x))))], "nz": []}
    sign = s.infer("POS", inner, lhs=value, rhs=ZERO, rows=[row], eqs=[])
    with pytest.raises(Refused):
        s.infer("CHORD", inner, slope=slope, second=second, sign=sign, cont=s.cont(EMPTY, ZERO, ONE, f))
    with pytest.raises(Refused):
        s.infer("TANGENT", inner, slope=slope, second=second, sign=sign, cont=[], point=HALF, premises=[])


@pytest.mark.parametrize("interval", [(ZERO, TWO), (HALF, ONE), (MINUS_OO, OO)])
def test_contexts_of_other_intervals(s: Session, interval: tuple[Term, Term]) -> None:
    premises = convex(s, EMPTY, ZERO, ONE, lambda x: op("exp", x))
    other, _ = s.opened(EMPTY, over(EMPTY, *interval, square))
    with pytest.raises(Refused):
        s.infer("TANGENT", other, **premises, cont=[], point=HALF, premises=[])
    with pytest.raises(Refused):
        s.infer("CHORD", other, **premises, cont=s.cont(EMPTY, ZERO, ONE, lambda x: op("exp", x)))
    slope = s.deriv(EMPTY, rat(-1), ONE, square)
    sign = even_sign(s, slope)
    with pytest.raises(Refused):
        s.infer("VALLEY", other, slope=slope, cont=[], point=ZERO, sign=sign, premises=[])


def even_sign(s: Session, slope: Theorem) -> Theorem:
    """0 < x (2 x) for x != 0, in the context of the derivative of x x."""
    inner, x = s.opened(EMPTY, slope.judgement)
    apart = s.kernel.declare(inner, make("!=", (x, ZERO)))
    return product_sign(s, apart, mul(x, bodies(EMPTY, slope.judgement)[2][1]), "<")


# -- CONT -----------------------------------------------------------------------------------------------------------

CONTINUOUS: list[Callable[[Term], Term]] = [
    lambda x: op("sqrt", x),
    lambda x: make("root", (mul(x, x),), 3),
    lambda x: op("rpow", x, HALF),
    lambda x: op("rpow", x, ZERO),
    lambda x: op("rpow", x, TWO),
    lambda x: op("rpow", op("exp", x), x),
    lambda x: op("abs", add(x, IMAG)),
    lambda x: op("log", add(x, ONE)),
    lambda x: inv(op("exp", mul(IMAG, x))),
    lambda x: op("gamma", add(x, ONE)),
    lambda x: op("bessel_i", ZERO, x),
    lambda x: op("erf", op("atan", op("tanh", x))),
    lambda x: make("sum", (ZERO, rat(3), close(mul(var(1, "int"), x), (var(1, "int"),)))),
    lambda x: make("prod", (ZERO, rat(3), close(add(var(1, "int"), x), (var(1, "int"),)))),
    lambda x: make("pfq", (ONE, mul(IMAG, x)), (0, 1)),
]
JUMPS: list[Callable[[Term], Term]] = [
    lambda x: inv(x),
    lambda x: op("log", x),
    lambda x: op("sgn", x),
    lambda x: op("rpow", x, rat(-1)),
    lambda x: op("rpow", ZERO, x),
    lambda x: op("rpow", x, x),
    lambda x: op("sqrt", sub(mul(IMAG, x), ONE)),
    lambda x: op("rpow", sub(mul(IMAG, x), ONE), HALF),
    lambda x: op("log", sub(mul(IMAG, x), ONE)),
    lambda x: op("bessel_i", x, ONE),
    lambda x: op("gamma", x),
    lambda x: op("tanh", mul(IMAG, x)),
    lambda x: make("int", (ZERO, x, ONE)),
    lambda x: make("sum", (ZERO, OO, op("exp", neg(x)))),
    lambda x: make("pfq", (ONE, ONE, TWO, x), (2, 1)),
    lambda x: op("rpow", turning(x), x),
    lambda x: op("rpow", turning(x), HALF),
    lambda x: op("sqrt", turning(x)),
    lambda x: op("log", turning(x)),
]


@pytest.mark.parametrize("f", CONTINUOUS)
def test_continuous(s: Session, f: Callable[[Term], Term]) -> None:
    assert judge(s.cont(EMPTY, ZERO, ONE, f).judgement, EMPTY, []) is not False


@pytest.mark.parametrize("f", JUMPS)
def test_not_seen_to_be_continuous(s: Session, f: Callable[[Term], Term]) -> None:
    with pytest.raises(Refused):
        s.cont(EMPTY, ZERO, ONE, f)


def test_continuity_of_an_undefined_function_or_at_a_complex_end(s: Session) -> None:
    with pytest.raises(Refused):
        s.cont(EMPTY, ZERO, IMAG, lambda x: x)
    with pytest.raises(Refused):
        s.cont(EMPTY, ZERO, ONE, lambda x: mul(ZERO, inv(ZERO), x))
    g = s.context(declare("fun"))
    with pytest.raises(Refused):
        s.cont(g, ZERO, ONE, lambda x: op("ap", var(0, "fun"), x))


def balls(f: Callable[[Term, Term], Term], radius: Term = ONE) -> Term:
    v, w = var(0, "vec"), var(1, "vec")
    return make("cont_balls", (TWO, radius, TWO, radius, close(f(v, w), (v, w))), 2)


def test_joint_continuity_on_balls(s: Session) -> None:
    over = balls(lambda v, w: op("cos", add(op("dot", v, w), op("coord", v, ONE), op("norm2", op("vadd", v, w)))))
    theorem = s.infer("CONT", EMPTY, over=over, given=[], premises=[])
    assert theorem.judgement is over
    s.kernel.use(EMPTY, theorem)
    greatest = make("max", over.args, 2)
    assert s.cont(EMPTY, ZERO, ONE, lambda x: mul(x, greatest)).judgement.op == "cont"
    for wrong in (rat(-1), IMAG, inv(ZERO)):
        with pytest.raises(Refused):
            s.infer("CONT", EMPTY, over=balls(lambda v, w: ONE, wrong), given=[], premises=[])
    for f in (lambda v, w: op("sgn", op("dot", v, w)), lambda v, w: inv(op("norm2", v))):
        with pytest.raises(Refused):
            s.infer("CONT", EMPTY, over=balls(f), given=[], premises=[])


def test_a_ball_of_imaginary_radius(s: Session) -> None:
    """R R = -1 makes the fact norm2 x <= R R real; the ball is empty and has no greatest value."""
    real = s.define(EMPTY, make("real", (rat(-1),)))
    equation = s.infer("RING", EMPTY, lhs=rat(-1), rhs=rat(-1), eqs=[])
    assert real.judgement.op == "real" and equation.judgement.op == "="
    with pytest.raises(Refused):
        s.infer("CONT", EMPTY, over=balls(lambda v, w: ONE, IMAG), given=[], premises=[])


def test_parts_that_are_given(s: Session) -> None:
    part = s.cont(EMPTY, ZERO, ONE, lambda x: op("exp", x), "[)")
    for kinds, held in (("[)", True), ("[]", False), ("()", False)):
        wanted = cont(EMPTY, ZERO, ONE, lambda x: op("sin", op("exp", x)), kinds)
        if held:
            s.infer("CONT", EMPTY, over=wanted, given=[part], premises=[])
        else:
            with pytest.raises(Refused):
                s.infer("CONT", EMPTY, over=wanted, given=[part], premises=[])


# -- limits ---------------------------------------------------------------------------------------------------------


def limit(s: Session, context: Context, side: str, low: Term, high: Term, f: Callable[[Term], Term], *parts: Theorem):
    return s.infer(
        "LIMIT", context, over=over(context, low, high, f), side=side, parts=list(parts), eqs=[], premises=[]
    ).judgement


LIMITS: list[tuple[str, Term, Term, Callable[[Term], Term], str]] = [
    ("oo", ONE, OO, lambda x: inv(x), "lim"),
    ("oo", ONE, OO, lambda x: op("exp", neg(mul(x, x))), "lim"),
    ("oo", ONE, OO, lambda x: add(op("log", x), op("sqrt", x), TWO), "tends"),
    ("oo", ONE, OO, lambda x: mul(rat(-2), x, op("atan", x)), "tends"),
    ("oo", ONE, OO, lambda x: mul(op("tanh", x), op("erf", x)), "lim"),
    ("oo", ONE, OO, lambda x: op("rpow", x, HALF), "tends"),
    ("-oo", MINUS_OO, ZERO, lambda x: op("exp", x), "lim"),
    ("-oo", MINUS_OO, ZERO, lambda x: make("pow", (x,), 3), "tends"),
    ("-oo", MINUS_OO, ZERO, lambda x: op("atan", neg(x)), "lim"),
    ("above", ZERO, ONE, lambda x: inv(x), "tends"),
    ("above", ZERO, ONE, lambda x: op("log", x), "tends"),
    ("above", ZERO, ONE, lambda x: op("sqrt", x), "lim"),
    ("above", ZERO, ONE, lambda x: inv(mul(add(x, ONE), IMAG)), "lim"),
    ("below", rat(-1), ZERO, lambda x: inv(add(x, ONE)), "lim"),
    ("below", rat(-1), ZERO, lambda x: op("abs", x), "lim"),
    ("-oo", MINUS_OO, ZERO, lambda x: make("pow", (x,), 2), "tends"),
]


@pytest.mark.parametrize(("side", "low", "high", "f", "kind"), LIMITS)
def test_limits(s: Session, side: str, low: Term, high: Term, f: Callable[[Term], Term], kind: str) -> None:
    found = limit(s, EMPTY, side, low, high, f)
    assert found.op == kind and judge(found, EMPTY, []) is not False


NO_LIMITS: list[tuple[str, Term, Term, Callable[[Term], Term]]] = [
    ("oo", ONE, OO, lambda x: sub(x, x)),
    ("oo", ONE, OO, lambda x: mul(x, inv(x))),
    ("oo", ONE, OO, lambda x: op("sin", x)),
    ("oo", ONE, OO, lambda x: add(mul(IMAG, x), x)),
    ("oo", ONE, OO, lambda x: op("exp", mul(IMAG, x))),
    ("oo", ONE, OO, lambda x: make("pow", (x,), 0)),
    ("oo", ONE, OO, lambda x: op("rpow", x, rat(-1))),
    ("oo", ONE, OO, lambda x: mul(x, inv(ZERO))),
    ("-oo", MINUS_OO, ZERO, lambda x: op("sqrt", x)),
    ("-oo", MINUS_OO, ZERO, lambda x: op("log", x)),
    ("above", rat(-1), ONE, lambda x: op("sqrt", x)),
    ("above", ONE, ZERO, lambda x: x),
    ("above", ZERO, ZERO, lambda x: x),
    ("above", ZERO, ONE, lambda x: op("sgn", x)),
    ("above", ZERO, ONE, lambda x: op("log", sub(mul(IMAG, x), ONE))),
    ("above", ZERO, ONE, lambda x: op("sqrt", sub(neg(ONE), mul(IMAG, x)))),
    ("below", rat(-1), ZERO, lambda x: op("log", x)),
    ("below", rat(-1), ZERO, lambda x: op("rpow", x, HALF)),
    ("both", rat(-1), ONE, lambda x: x),
    ("oo", ZERO, ONE, lambda x: x),
    ("above", MINUS_OO, ONE, lambda x: x),
    ("above", ZERO, ONE, lambda x: op("gamma", x)),
    ("above", ZERO, ONE, lambda x: op("rpow", x, x)),
    ("above", ZERO, ONE, lambda x: make("pfq", (x,), (0, 0))),
    ("above", ZERO, ONE, lambda x: op("rpow", x, rat(Fraction(-1, 2)))),
    ("above", ZERO, ONE, lambda x: op("rpow", add(x, ONE), IMAG)),
    ("above", ZERO, ONE, lambda x: op("rpow", add(x, ONE), inv(ZERO))),
    ("above", ZERO, ONE, lambda x: add(x, inv(ZERO))),
    ("above", ZERO, ONE, lambda x: op("atan", mul(IMAG, x))),
    ("oo", ONE, OO, lambda x: add(x, IMAG)),
    ("oo", ONE, OO, lambda x: mul(x, add(ONE, mul(IMAG, inv(x))))),
]


@pytest.mark.parametrize(("side", "low", "high", "f"), NO_LIMITS)
def test_no_limit(s: Session, side: str, low: Term, high: Term, f: Callable[[Term], Term]) -> None:
    with pytest.raises(Refused):
        limit(s, EMPTY, side, low, high, f)


def test_the_sign_near_a_zero_of_a_divisor(s: Session) -> None:
    assert limit(s, EMPTY, "below", rat(-1), ZERO, lambda x: inv(x)).args[1] is MINUS_OO
    with pytest.raises(Refused):
        limit(s, EMPTY, "above", ZERO, ONE, lambda x: inv(op("sin", x)))


def test_limits_by_continuity(s: Session) -> None:
    whole = s.cont(EMPTY, ZERO, ONE, square)
    at = lambda p, side: s.infer("LIMCONT", EMPTY, of=whole, point=p, side=side, premises=[])  # noqa: E731
    assert at(HALF, "both").judgement.args[1] is square(HALF)
    assert at(ZERO, "above").judgement.data == "above" and at(ONE, "below").judgement.data == "below"
    for p, side in ((ZERO, "both"), (ZERO, "below"), (ONE, "above"), (rat(7), "both"), (OO, "oo"), (IMAG, "both")):
        with pytest.raises(Refused):
            at(p, side)
    half_open = s.cont(EMPTY, ZERO, ONE, lambda x: inv(x), "(]")
    with pytest.raises(Refused):
        s.infer("LIMCONT", EMPTY, of=half_open, point=ZERO, side="above", premises=[])


def test_a_branch_has_no_two_sided_limit(s: Session) -> None:
    """log(-1 + i x) is continuous on [0,1]; at 0 it has a limit from above only."""
    f = lambda x: op("log", sub(mul(IMAG, x), ONE))  # noqa: E731
    with pytest.raises(Refused):
        s.cont(EMPTY, ZERO, ONE, f)


def limit_theorem(s: Session, side: str, f: Callable[[Term], Term], low: Term = ZERO, high: Term = ONE) -> Theorem:
    return s.infer("LIMIT", EMPTY, over=over(EMPTY, low, high, f), side=side, parts=[], eqs=[], premises=[])


def test_a_limit_by_another_name(s: Session) -> None:
    found = limit_theorem(s, "above", lambda x: mul(x, x))
    equation = s.infer("RING", EMPTY, lhs=mul(ZERO, ZERO), rhs=ZERO, eqs=[])
    assert s.infer("LIMEQ", EMPTY, of=found, eq=equation).judgement.args[1] is ZERO
    with pytest.raises(Refused):
        s.infer("LIMEQ", EMPTY, of=found, eq=s.infer("SYM", EMPTY, of=equation))
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
    with pytest.raises(Refused):
        squeezed(s, EMPTY, lambda x: x, [weak, below], [zero, one])
    with pytest.raises(Refused):
        squeezed(s, EMPTY, lambda x: x, [weak], [zero])


def test_squeeze_under_a_fact_that_excludes_the_point(s: Session) -> None:
    """G = {x in (0,1), 1/2 < x}: nothing is known of the function near 0."""
    g = s.context(declare("real", low=ZERO, high=ONE, closed="()"), make("<", (HALF, var(0, "real"))))
    f = lambda x: sub(sub(x, op("abs", sub(x, HALF))), HALF)  # noqa: E731
    order = s.infer("REFL", g, term=f(var(0, "real")))
    assert order.judgement.op == "="
    weak = s.infer("WEAKEN", g, of=order, to="<=")
    zero = limit_theorem(s, "above", lambda x: ZERO)
    with pytest.raises(Refused):
        squeezed(s, g, f, [weak, weak], [zero, zero])


@pytest.mark.parametrize(
    ("entry", "numbers"),
    [("power.exp", [ONE, ZERO, ONE]), ("power.exp", [ONE, ONE, rat(-1)]), ("power.zero", [ZERO]),
     ("power.log", [rat(-1)]), ("power.log", []), ("no", [ONE]), ("power.exp", [IMAG, ONE, ONE])],
)  # fmt: skip
def test_no_limit_in_the_table(s: Session, entry: str, numbers: list[Term]) -> None:
    with pytest.raises(Refused):
        s.infer("LIMTABLE", EMPTY, entry=entry, numbers=numbers, premises=[])


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
    with pytest.raises(Refused):
        s.infer("LHOPITAL", EMPTY, **bent)
    turned = hospital(s, lambda x: x, lambda x: mul(IMAG, x))  # a complex divisor
    with pytest.raises(Refused):
        s.infer("LHOPITAL", EMPTY, **turned)
    with pytest.raises(Refused):
        hospital(s, lambda x: x, lambda x: add(x, ONE))  # not 0/0
    wider = s.deriv(EMPTY, ZERO, TWO, lambda x: add(mul(IMAG, x), mul(x, x)))
    one = limit_theorem(s, "above", lambda x: add(x, ONE))
    rising = s.deriv(EMPTY, ZERO, ONE, lambda x: add(x, ONE))
    for changed in (
        {"slopes": [wider, good["slopes"][1]]}, {"slopes": good["slopes"][::-1]}, {"quotient": bent["quotient"]},
        {"limits": good["limits"][::-1]}, {"limits": [one, good["limits"][1]], "slopes": [rising, good["slopes"][1]]},
    ):  # fmt: skip
        with pytest.raises(Refused):
            s.infer("LHOPITAL", EMPTY, **good | changed)


# -- integrals ------------------------------------------------------------------------------------------------------


def ends_of(s: Session, low: Term, high: Term, f: Callable[[Term], Term]) -> list[Theorem]:
    sides = ("-oo" if low is MINUS_OO else "above", "oo" if high is OO else "below")
    at = over(EMPTY, low, high, f)
    return [s.infer("LIMIT", EMPTY, over=at, side=side, parts=[], eqs=[], premises=[]) for side in sides]


def test_the_fundamental_theorem(s: Session) -> None:
    f = lambda x: neg(op("exp", neg(x)))  # noqa: E731
    slope = s.deriv(EMPTY, ZERO, OO, f)
    limits = ends_of(s, ZERO, OO, f)
    inner, _ = s.opened(EMPTY, slope.judgement)
    rate = bodies(EMPTY, slope.judgement)[2][1]
    known = s.infer("RING", inner, lhs=op("exp", neg(var(0, "real"))), rhs=rate, eqs=[])
    positive = s.define(inner, make("<", (ZERO, op("exp", neg(var(0, "real"))))))
    sign = s.infer("CHAIN", inner, links=[positive, known])
    l1 = s.infer("FTC_L1", EMPTY, slope=slope, limits=limits, sign=sign)
    found = s.infer("FTC", EMPTY, slope=slope, limits=limits, l1=l1).judgement
    assert found.args[1] is sub(neg(ZERO), neg(op("exp", neg(ZERO))))
    with pytest.raises(Refused):
        s.infer("FTC", EMPTY, slope=slope, limits=limits[::-1], l1=l1)
    with pytest.raises(Refused):
        s.infer("FTC_L1", EMPTY, slope=slope, limits=limits, sign=positive)
    with pytest.raises(Refused):
        s.infer("FTC", EMPTY, slope=slope, limits=limits, l1=sign)


def test_the_fundamental_theorem_on_a_point(s: Session) -> None:
    with pytest.raises(Refused):
        s.deriv(EMPTY, ZERO, ZERO, lambda x: mul(x, inv(op("sqrt", mul(x, x)))))


def test_a_pole_or_a_jump_inside(s: Session) -> None:
    for f in (
        lambda x: neg(inv(x)),
        lambda x: op("atan", inv(x)),
        lambda x: op("im", op("log", add(rat(-1), mul(IMAG, x)))),
    ):
        with pytest.raises(Refused):
            s.deriv(EMPTY, rat(-1), ONE, f)


def test_an_infinite_limit_gives_no_integral(s: Session) -> None:
    slope = s.deriv(EMPTY, ZERO, ONE, lambda x: op("log", x))
    limits = ends_of(s, ZERO, ONE, lambda x: op("log", x))
    inner, x = s.opened(EMPTY, slope.judgement)
    sign = s.define(inner, make("<", (ZERO, inv(x))))
    with pytest.raises(Refused):
        s.infer("FTC_L1", EMPTY, slope=slope, limits=limits, sign=sign)


def test_parts(s: Session) -> None:
    u, v = (lambda x: x), (lambda x: op("exp", x))
    slopes = [s.deriv(EMPTY, ONE, TWO, f) for f in (u, v)]
    limits = ends_of(s, ONE, TWO, lambda x: mul(x, op("exp", x)))
    converge = [
        s.infer("INTEGRABLE", EMPTY, cont=s.cont(EMPTY, ONE, TWO, f), premises=[])
        for f in (lambda x: mul(x, op("exp", x)), lambda x: mul(ONE, op("exp", x)))
    ]
    found = s.infer("PARTS", EMPTY, slopes=slopes, limits=limits, l1=converge).judgement
    assert found.op == "=" and judge(found, EMPTY, []) is not False
    for changed in (
        {"l1": converge[::-1]}, {"l1": converge[:1]}, {"limits": limits[::-1]}, {"slopes": slopes[::-1]},
        {"slopes": [slopes[0], s.deriv(EMPTY, ZERO, ONE, v)]},
    ):  # fmt: skip
        with pytest.raises(Refused):
            s.infer("PARTS", EMPTY, **{"slopes": slopes, "limits": limits, "l1": converge, **changed})


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
    with pytest.raises(Refused):  # ends exchanged
        change(s, lambda u: u, (ZERO, ONE), target(ONE, ZERO), None)
    with pytest.raises(Refused):  # u u on (-1,1): no sign of the derivative
        change(s, lambda u: mul(u, u), (rat(-1), ONE), target(ONE, ONE), None)


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
    with pytest.raises(Refused):
        s.infer("SUBST", EMPTY, integral=backwards, slope=slope, sign=sign, limits=limits, l1=l1)


def test_the_integral_of_one(s: Session) -> None:
    """x = 2u in int_0^oo 1 needs the convergence of one side, which cannot be had."""
    at = over(EMPTY, ZERO, OO, lambda x: ONE)
    slope = s.deriv(EMPTY, ZERO, OO, lambda u: mul(TWO, u))
    sign = s.define(EMPTY, make("<", (ZERO, TWO)))
    limits = ends_of(s, ZERO, OO, lambda u: mul(TWO, u))
    equation = s.infer("RING", EMPTY, lhs=mul(TWO, ZERO), rhs=ZERO, eqs=[])
    limits[0] = s.infer("LIMEQ", EMPTY, of=limits[0], eq=equation)
    for l1 in (sign, equation):
        with pytest.raises(Refused):
            s.infer("SUBST", EMPTY, integral=at, slope=slope, sign=sign, limits=limits, l1=l1)
    fact = make("l1", (at,))
    with_fact, (given,) = s.given(EMPTY, fact)
    assert (
        s.kernel.infer("SUBST", with_fact, integral=at, slope=slope, sign=sign, limits=limits, l1=given).context
        is with_fact
    )
    with pytest.raises(Refused):
        s.infer("SUBST", EMPTY, integral=at, slope=slope, sign=sign, limits=limits, l1=given)


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
        with pytest.raises(Refused):
            table(entry, *numbers)
    for kinds in ("[)", "()", "(]"):
        with pytest.raises(Refused):
            s.infer("INTEGRABLE", EMPTY, cont=s.cont(EMPTY, ZERO, ONE, square, kinds), premises=[])
    backwards = s.cont(EMPTY, ONE, ZERO, square)
    with pytest.raises(Refused):
        s.infer("INTEGRABLE", EMPTY, cont=backwards, premises=[])


# -- more about continuity and limits -------------------------------------------------------------------------------


def test_limits_from_parts(s: Session) -> None:
    part = s.infer("LIMTABLE", EMPTY, entry="power.log", numbers=[ONE], premises=[])
    f = lambda x: op("exp", mul(op("rpow", x, ONE), op("log", x)))  # noqa: E731
    assert limit(s, EMPTY, "above", ZERO, ONE, f, part).args[1] is op("exp", ZERO)
    with pytest.raises(Refused):
        limit(s, EMPTY, "above", ZERO, ONE, f)
    with pytest.raises(Refused):  # the sign of x log x is not seen
        limit(s, EMPTY, "above", ZERO, ONE, lambda x: inv(mul(op("rpow", x, ONE), op("log", x))), part)
    for side, low, high in (("below", rat(-1), ZERO), ("above", ONE, TWO), ("oo", ONE, OO)):
        with pytest.raises(Refused):  # the part goes to its limit elsewhere
            limit(s, EMPTY, side, low, high, f, part)
    up = limit_theorem(s, "oo", lambda x: op("exp", x), ONE, OO)
    with pytest.raises(Refused):  # i exp x does not tend to oo
        limit(s, EMPTY, "oo", ONE, OO, lambda x: mul(add(ONE, IMAG), op("exp", x)), up)


def test_premises_of_other_intervals(s: Session) -> None:
    """A sign that is known on (0,1) says nothing on (-1,1)."""
    slope = s.deriv(EMPTY, rat(-1), ONE, square)
    narrow, x = s.opened(EMPTY, over(EMPTY, ZERO, ONE, square))
    rate = bodies(EMPTY, slope.judgement)[2][1]
    sign = s.define(narrow, make("<", (ZERO, rate)))
    order = s.define(EMPTY, make("<", (ZERO, HALF)))
    with pytest.raises(Refused):
        s.infer("SLOPE", EMPTY, slope=slope, cont=[], sign=sign, order=order, premises=[])
    limits = ends_of(s, rat(-1), ONE, square)
    with pytest.raises(Refused):
        s.infer("FTC_L1", EMPTY, slope=slope, limits=limits, sign=sign)
    flat = s.deriv(EMPTY, rat(-1), ONE, lambda x: x)
    for wrong in (order, s.infer("REFL", EMPTY, term=ONE)):
        with pytest.raises(Refused):
            s.infer("SLOPE", EMPTY, slope=flat, cont=[], sign=wrong, order=order, premises=[])


def test_a_valley_needs_the_sign_of_the_right_product(s: Session) -> None:
    slope = s.deriv(EMPTY, rat(-1), ONE, square)
    inner, x = s.opened(EMPTY, slope.judgement)
    apart = s.kernel.declare(inner, make("!=", (x, ZERO)))
    rate = bodies(EMPTY, slope.judgement)[2][1]
    for fact in (make("<", (ZERO, power(x, 2))), make("<", (ZERO, mul(power(x, 2), TWO)))):
        with pytest.raises(Refused):
            s.infer("VALLEY", inner, slope=slope, cont=[], point=ZERO, sign=s.define(apart, fact), premises=[])
    falling = s.deriv(EMPTY, rat(-1), ONE, lambda x: neg(square(x)))
    product = mul(x, bodies(EMPTY, falling.judgement)[2][1])
    negative = s.infer(
        "POS", apart, lhs=product, rhs=ZERO, eqs=[], rows=[{"q": Fraction(2), "h": [x], "signs": [], "nz": []}]
    )
    with pytest.raises(Refused):
        s.infer("VALLEY", inner, slope=falling, cont=[], point=ZERO, sign=negative, premises=[])
    assert rate is mul(TWO, power(x, 1))


def test_a_valley_beside_its_point(s: Session) -> None:
    """x x on (1,2) rises, and p = 0 lies outside: 0 <= (x - 0) f' does not make f(0) known there."""
    slope = s.deriv(EMPTY, ONE, TWO, lambda x: add(square(x), inv(x)))
    inner, x = s.opened(EMPTY, over(EMPTY, ONE, TWO, square))
    apart = s.kernel.declare(inner, make("!=", (x, ZERO)))
    product = mul(x, bodies(EMPTY, slope.judgement)[2][1])
    with pytest.raises(Refused):
        s.infer(
            "VALLEY", inner, slope=slope, cont=[], point=ZERO, sign=s.infer("REFL", apart, term=product), premises=[]
        )


def test_a_substitution_needs_a_defined_integrand(s: Session) -> None:
    slope = s.deriv(EMPTY, rat(-1), ONE, lambda u: u)
    limits = ends_of(s, rat(-1), ONE, lambda u: u)
    sign = s.define(EMPTY, make("<", (ZERO, ONE)))
    at = over(EMPTY, rat(-1), ONE, inv)
    with_fact, (given,) = s.given(EMPTY, make("l1", (at,)))
    parameters = {"integral": at, "slope": slope, "limits": limits, "l1": given}
    with pytest.raises(Refused):
        s.kernel.infer("SUBST", with_fact, sign=sign, **parameters)
    good = over(EMPTY, rat(-1), ONE, square)
    l1 = s.infer("INTEGRABLE", EMPTY, cont=s.cont(EMPTY, rat(-1), ONE, square), premises=[])
    parameters = {"integral": good, "slope": slope, "l1": l1}
    weak = s.define(EMPTY, make("<=", (ZERO, ONE)))
    for changed in (
        {"sign": weak}, {"limits": limits[::-1]}, {"limits": limits[:1]}, {"slope": limits[0]},
        {"limits": ends_of(s, rat(-1), ONE, lambda u: op("exp", u))}, {"integral": l1.judgement},
    ):  # fmt: skip
        with pytest.raises(Refused):
            s.infer("SUBST", EMPTY, **{"sign": sign, "limits": limits, **parameters, **changed})


def test_orders_of_another_function(s: Session) -> None:
    near, x = s.opened(EMPTY, over(EMPTY, ZERO, ONE, square))
    line, zero = (limit_theorem(s, "above", f) for f in (lambda x: x, lambda x: ZERO))
    same = s.infer("WEAKEN", near, of=s.infer("REFL", near, term=x), to="<=")
    with pytest.raises(Refused):
        squeezed(s, EMPTY, lambda x: ONE, [same, same], [line, line])
    order = s.define(near, make("<=", (ZERO, x)))
    with pytest.raises(Refused):
        squeezed(s, EMPTY, lambda x: mul(TWO, x), [order, same], [zero, line])


@pytest.mark.parametrize("name", ["exp", "pow"])
def test_what_is_no_order_does_not_go_through(s: Session, name: str) -> None:
    """0 != 2 pi i, and both have the exponential 1."""
    apart = s.kernel.declare(s.context(REAL, REAL), make("!=", (var(0, "real"), var(1, "real"))))
    fact = s.hyp(apart, make("!=", (var(0, "real"), var(1, "real"))))
    number = 1 if name == "pow" else 0
    with pytest.raises(Refused):
        mono(s, apart, fact, name, number)
    slope = s.deriv(apart, MINUS_OO, OO, lambda x: x)
    sign = s.define(apart, make("<", (ZERO, ONE)))
    with pytest.raises(Refused):
        s.infer("SLOPE", apart, slope=slope, cont=[], sign=sign, order=fact, premises=[])


def test_judgements_of_another_kind(s: Session) -> None:
    goes = limit_theorem(s, "above", square)
    with pytest.raises(Refused):
        s.infer("LIMCONT", EMPTY, of=s.deriv(EMPTY, ZERO, ONE, square), point=HALF, side="both", premises=[])
    with pytest.raises(Refused):
        s.infer("INTEGRABLE", EMPTY, cont=goes, premises=[])
    for name in ("prod", "rootof", "sum"):
        tag = "real" if name == "rootof" else "int"
        other = make(name, (ZERO, ONE, close(var(0, tag), (var(0, tag),))))
        for rule in ("DERIV", "CONT", "LIMIT"):
            extra = {"DERIV": {}, "CONT": {"given": []}, "LIMIT": {"side": "above", "parts": [], "eqs": []}}[rule]
            with pytest.raises(Refused):
                s.infer(rule, EMPTY, over=other, premises=[], **extra)


def test_no_derivative_of_what_has_no_value(s: Session) -> None:
    for f in (lambda x: add(x, inv(ZERO)), lambda x: mul(ZERO, inv(x))):
        with pytest.raises(Refused):
            s.deriv(EMPTY, rat(-1), ONE, f)


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


def test_vectors_that_jump(s: Session) -> None:
    g = s.context(declare("vec", TWO))
    w = var(0, "vec")
    s.cont(g, rat(-1), ONE, lambda x: op("dot", w, op("vscale", op("exp", x), w)))
    with pytest.raises(Refused):
        s.cont(g, rat(-1), ONE, lambda x: op("dot", w, op("vscale", op("sgn", x), w)))


def test_ends_and_limits_of_other_functions(s: Session) -> None:
    slope = s.deriv(EMPTY, ZERO, ONE, square)
    limits = {f: ends_of(s, ZERO, ONE, f) for f in (square, neg)}
    inner, x = s.opened(EMPTY, slope.judgement)
    sign = s.define(inner, make("<", (ZERO, bodies(EMPTY, slope.judgement)[2][1])))
    l1 = s.infer("FTC_L1", EMPTY, slope=slope, limits=limits[square], sign=sign)
    for mixed in (limits[neg], [limits[square][0], limits[neg][1]], [limits[neg][0], limits[square][1]]):
        with pytest.raises(Refused):
            s.infer("FTC", EMPTY, slope=slope, limits=mixed, l1=l1)
        with pytest.raises(Refused):
            s.infer("FTC_L1", EMPTY, slope=slope, limits=mixed, sign=sign)
    line = s.deriv(EMPTY, ZERO, ONE, lambda u: u)
    rising = s.define(EMPTY, make("<", (ZERO, ONE)))
    at_ends = ends_of(s, ZERO, ONE, lambda u: u)
    for low, high in ((ZERO, TWO), (rat(-1), ONE), (HALF, ONE)):
        at = over(EMPTY, low, high, square)
        known = s.infer("INTEGRABLE", EMPTY, cont=s.cont(EMPTY, low, high, square), premises=[])
        with pytest.raises(Refused):
            s.infer("SUBST", EMPTY, integral=at, slope=line, sign=rising, limits=at_ends, l1=known)
    nothing = op("abs", inv(ZERO))
    with pytest.raises(Refused):
        s.infer("INTEGRABLE_TABLE", EMPTY, entry="zero", numbers=[nothing], power=0, premises=[])
    with pytest.raises(Refused):
        s.infer("LIMTABLE", EMPTY, entry="power.exp", numbers=[nothing, ONE, ONE], premises=[])
