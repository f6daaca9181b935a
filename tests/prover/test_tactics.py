"""Tactics on kernel terms: what they must prove, what they must give up, and that they do it in time."""

from __future__ import annotations

import time
from fractions import Fraction
from functools import cache

import pytest

import rftheory.kernel.rules  # noqa: F401
from rftheory.kernel.contexts import EMPTY, Context
from rftheory.kernel.defined import defined
from rftheory.kernel.terms import IMAG, ONE, PI, TWO, ZERO, Term, bound, declare, make, power, rat
from rftheory.kernel.theorems import Kernel
from rftheory.kernel.values import low, real
from rftheory.prover.definite import make_defined, make_real
from rftheory.prover.equal import prove_equal
from rftheory.prover.failure import Unproved
from rftheory.prover.goals import is_real
from rftheory.prover.nonzero import prove_nonzero
from rftheory.prover.root_sums import sign_by_known_squares
from rftheory.prover.search import search_of
from rftheory.prover.signs import prove_order, prove_sign
from rftheory.prover.terms import add, exp, inv, minus, mul, neg


def q(over: int, under: int = 1) -> Term:
    return rat(Fraction(over, under))


def fn(op: str, *args: Term) -> Term:
    return make(op, args)


def sqrt(part: Term) -> Term:
    return make("sqrt", (part,))


@cache
def declared() -> tuple[Kernel, Context]:
    """x > 0, y >= 1, z real, u in [0, 1], n >= 1, t in [0, pi/2], s of n members >= 0, a vector w of n coordinates."""
    kernel, context = Kernel(), EMPTY
    n = make("var", (), (4, "int"))
    half = mul(q(1, 2), PI)
    for entry in (
        declare("real", low=ZERO, closed="()"),
        declare("real", low=ONE),
        declare("real"),
        declare("real", low=ZERO, high=ONE),
        declare("int", low=ONE),
    ):
        context = kernel.declare(context, entry)
    context = kernel.declare(context, declare("real", low=ZERO, high=half))
    context = kernel.declare(context, declare("vec", n))
    context = kernel.declare(context, declare("vec", n))
    s = context.variable(6)
    member = make("coord", (s, bound(0, "int")))
    context = kernel.declare(context, make("all", (declare("int", low=ONE, high=n), make("<=", (ZERO, member)))))
    return kernel, context


KERNEL, CONTEXT = declared()
X, Y, Z, U, N, T, S, W = (CONTEXT.variable(place) for place in range(8))
K = bound(0, "int")


def total(body: Term, low: Term = ONE, high: Term = N) -> Term:
    return make("sum", (low, high, body))


EQUAL = {
    "product of exponentials": (mul(exp(X), exp(Y)), exp(add(X, Y))),
    "inverse of an exponential": (exp(mul(q(-2), X)), inv(power(exp(X), 2))),
    "quotients in exponents": (exp(mul(X, inv(add(X, Y)))), mul(exp(ONE), exp(neg(mul(Y, inv(add(X, Y))))))),
    "exponentials in exponents": (exp(mul(Z, exp(add(X, Y)))), exp(mul(Z, exp(X), exp(Y)))),
    "root of a square": (sqrt(power(X, 2)), X),
    "root of a square of a sum": (sqrt(add(power(X, 2), mul(TWO, X, Y), power(Y, 2))), add(X, Y)),
    "factors drawn out": (sqrt(mul(X, power(Y, 3))), mul(Y, sqrt(mul(X, Y)))),
    "product of roots": (mul(sqrt(X), sqrt(Y)), sqrt(mul(X, Y))),
    "root of a quotient": (sqrt(mul(X, inv(Y))), mul(sqrt(X), inv(sqrt(Y)))),
    "root of a number": (sqrt(q(8)), mul(TWO, sqrt(TWO))),
    "root of a fraction": (sqrt(q(1, 2)), mul(q(1, 2), sqrt(TWO))),
    "root of a root": (sqrt(sqrt(X)), make("root", (X,), 4)),
    "root of an exponential": (sqrt(exp(Z)), exp(mul(q(1, 2), Z))),
    "roots of equal numbers": (sqrt(add(X, Y, power(Z, 2))), sqrt(add(power(Z, 2), Y, X))),
    "exponential of half a logarithm": (exp(mul(q(1, 2), fn("log", X))), sqrt(X)),
    "logarithm of a product": (fn("log", mul(X, Y)), add(fn("log", X), fn("log", Y))),
    "logarithm of an exponential": (fn("log", exp(Z)), Z),
    "real powers": (fn("rpow", X, add(Z, ONE)), mul(X, fn("rpow", X, Z))),
    "real power of a product": (fn("rpow", mul(X, Y), Z), mul(fn("rpow", X, Z), fn("rpow", Y, Z))),
    "hyperbolic functions": (power(fn("cosh", Z), 2), add(ONE, power(fn("sinh", Z), 2))),
    "hyperbolic tangent": (fn("tanh", Z), mul(fn("sinh", Z), inv(fn("cosh", Z)))),
    "circle": (add(power(fn("sin", Z), 2), power(fn("cos", Z), 2)), ONE),
    "twice an angle": (fn("sin", mul(TWO, Z)), mul(TWO, fn("sin", Z), fn("cos", Z))),
    "three times an angle": (fn("cos", mul(q(3), Z)), add(mul(q(4), power(fn("cos", Z), 3)), mul(q(-3), fn("cos", Z)))),
    "turned by pi": (fn("cos", add(Z, PI)), neg(fn("cos", Z))),
    "Euler": (fn("re", exp(mul(IMAG, Z))), fn("cos", Z)),
    "half a turn": (exp(mul(IMAG, PI)), q(-1)),
    "sine of a complex number": (fn("im", fn("sin", add(Z, mul(IMAG, X)))), mul(fn("cos", Z), fn("sinh", X))),
    "real part of an inverse": (fn("re", inv(add(X, mul(IMAG, Z)))), mul(X, inv(add(power(X, 2), power(Z, 2))))),
    "modulus": (power(fn("abs", exp(mul(IMAG, Z))), 2), ONE),
    "absolute value by sign": (fn("abs", neg(X)), X),
    "absolute value of a product": (fn("abs", mul(X, Z)), mul(X, fn("abs", Z))),
    "sign": (fn("sgn", X), ONE),
    "gamma": (fn("gamma", add(X, TWO)), mul(X, add(X, ONE), fn("gamma", X))),
    "gamma of halves": (fn("gamma", q(5, 2)), mul(q(3, 4), sqrt(PI))),
    "equal arguments": (fn("bessel_i", ONE, add(X, X)), fn("bessel_i", ONE, mul(TWO, X))),
    "linear sums": (total(add(mul(Z, make("coord", (W, K))), ONE)), add(mul(Z, total(make("coord", (W, K)))), N)),
    "sums of equal members": (total(power(add(Z, K), 2)), total(add(power(Z, 2), mul(TWO, Z, K), power(K, 2)))),
    "logarithm of a finite product": (
        fn("log", make("prod", (ONE, N, add(ONE, exp(make("coord", (W, K))))))),
        total(fn("log", add(ONE, exp(make("coord", (W, K)))))),
    ),
    "short sums": (total(power(K, 2), ONE, q(3)), q(14)),
}


@pytest.mark.parametrize("name", EQUAL)
def test_equalities(name: str) -> None:
    left, right = EQUAL[name]
    for side in (left, right):
        make_defined(KERNEL, CONTEXT, side)
    theorem = prove_equal(KERNEL, CONTEXT, left, right)
    assert theorem.judgement is make("=", (left, right))
    assert theorem.context is CONTEXT


@pytest.mark.parametrize(
    ("left", "right"),
    [
        (sqrt(power(Z, 2)), Z),
        (exp(add(X, Y)), exp(X)),
        (fn("log", X), X),
        (fn("abs", Z), Z),
        (fn("sin", Z), fn("cos", Z)),
        (total(make("coord", (W, K))), total(make("coord", (S, K)))),
    ],
)
def test_false_equalities_are_given_up_at_once(left: Term, right: Term) -> None:
    start = time.monotonic()
    with pytest.raises(Unproved):
        prove_equal(KERNEL, CONTEXT, left, right)
    assert time.monotonic() - start < 1


SIGNS = {
    "end of a range": (X, "<"),
    "from one on": (minus(Y, ONE), "<="),
    "polynomial from one on": (minus(power(Y, 3), Y), "<="),
    "square and one": (add(power(Z, 2), ONE), "<"),
    "completed square": (add(power(X, 2), neg(mul(X, Z)), power(Z, 2)), "<"),
    "square of a difference": (add(power(X, 2), neg(mul(TWO, X, Z)), power(Z, 2)), "<="),
    "between the ends": (mul(U, minus(ONE, U)), "<="),
    "three numbers": (add(power(X, 3), neg(mul(q(3), X, Y)), power(Y, 3), ONE), "<="),
    "quotient": (mul(inv(add(X, Y)), minus(Y, ONE)), "<="),
    "numbers": (minus(exp(ONE), mul(q(5, 2), ONE)), "<"),
    "exponential above one": (minus(exp(X), ONE), "<"),
    "exponential above its tangent": (minus(exp(Z), add(Z, ONE)), "<="),
    "two exponentials": (minus(exp(add(X, Z)), exp(Z)), "<"),
    "exponential of a large logarithm": (
        minus(ONE, exp(neg(add(neg(U), q(2), mul(q(32), fn("log", q(2209, 1120))))))),
        "<",
    ),
    "multiples of exponentials": (minus(mul(q(10**99), exp(add(X, Z))), mul(q(10**98), exp(add(Z, ONE)))), "<"),
    "logarithm": (fn("log", Y), "<="),
    "two logarithms": (minus(fn("log", add(X, Y)), fn("log", X)), "<"),
    "hyperbolic tangent": (fn("tanh", X), "<"),
    "cosine on an arc": (fn("cos", T), "<="),
    "an integer and a sine on an arc": (minus(N, fn("sin", T)), "<="),
    "one and a cosine": (add(q(3, 2), fn("cos", Z)), "<"),
    "root of a sum": (minus(sqrt(add(power(X, 2), Y)), X), "<"),
    "members of a family": (total(mul(X, make("coord", (S, K)))), "<="),
    "positive members": (total(exp(make("coord", (W, K)))), "<"),
    "product of exponentials": (make("prod", (ONE, N, exp(make("coord", (W, K))))), "<"),
    "cosine of two lengths": (add(power(X, 2), neg(mul(TWO, X, Y, fn("cos", Z))), power(Y, 2)), "<="),
}


@pytest.mark.parametrize("name", SIGNS)
def test_signs(name: str) -> None:
    term, relation = SIGNS[name]
    make_defined(KERNEL, CONTEXT, term)
    found = prove_sign(KERNEL, CONTEXT, term)
    assert found is not None
    assert found.judgement is make(relation, (ZERO, term))
    mirrored = prove_sign(KERNEL, CONTEXT, neg(term))
    assert mirrored is not None
    assert mirrored.judgement is make(relation, (neg(term), ZERO))


@pytest.mark.parametrize(
    "term",
    [
        Z,
        minus(X, Y),
        minus(fn("cos", Z), q(1, 2)),
        minus(N, mul(TWO, fn("sin", T))),
        make("coord", (W, ONE)),
        minus(U, q(1, 2)),
        minus(exp(Z), exp(X)),
        minus(mul(q(10**99), exp(Z)), mul(q(10**98), exp(add(Z, X)))),
    ],
)
def test_no_sign_where_there_is_none(term: Term) -> None:
    assert prove_sign(KERNEL, CONTEXT, term) is None


def test_the_square_of_a_sum_of_roots_below_a_product() -> None:
    """``|r| <= sqrt(a) sqrt(b)`` from the fact ``r^2 <= a b``, where r has roots of its own; not from ``r^2 <= 2 a b``."""
    a, b, r = add(X, power(Z, 2)), add(Y, ONE), add(mul(sqrt(X), sqrt(Y)), Z)
    for most, term, relation in ((ONE, r, "<="), (ONE, neg(r), "<="), (TWO, r, None)):
        context = KERNEL.declare(CONTEXT, make("<=", (power(r, 2), mul(most, a, b))))
        gap = minus(mul(sqrt(a), sqrt(b)), term)
        make_defined(KERNEL, context, gap)
        found = sign_by_known_squares(search_of(KERNEL), context, gap)
        assert (None if found is None else found.judgement) is (make(relation, (ZERO, gap)) if relation else None)


def test_orders_come_in_the_form_that_is_asked_for() -> None:
    assert prove_order(KERNEL, CONTEXT, X, add(X, Y), True).judgement is make("<", (X, add(X, Y)))
    assert prove_order(KERNEL, CONTEXT, X, add(X, Y), False).judgement is make("<=", (X, add(X, Y)))
    assert prove_order(KERNEL, CONTEXT, Z, Z, False).judgement is make("<=", (Z, Z))
    assert prove_order(KERNEL, CONTEXT, mul(X, Z), mul(Z, X), False).judgement is make("<=", (mul(X, Z), mul(Z, X)))
    with pytest.raises(Unproved):
        prove_order(KERNEL, CONTEXT, mul(X, Z), mul(Z, X), True)
    with pytest.raises(Unproved):
        prove_order(KERNEL, CONTEXT, ONE, Y, True)
    with pytest.raises(Unproved):
        prove_order(KERNEL, CONTEXT, X, Z, False)


def test_a_gap_that_is_given_as_factors() -> None:
    smaller, larger = mul(TWO, X, Z), add(power(X, 2), power(Z, 2))
    theorem = prove_order(KERNEL, CONTEXT, smaller, larger, False, [power(minus(X, Z), 2)])
    assert theorem.judgement is make("<=", (smaller, larger))


@pytest.mark.parametrize(
    "term",
    [
        exp(Z),
        add(X, Y),
        add(ONE, neg(mul(q(2), exp(neg(X)))), exp(neg(mul(TWO, X)))),
        add(X, mul(IMAG, Z)),
        minus(ONE, mul(IMAG, Z)),
        mul(X, minus(exp(Y), ONE)),
    ],
)
def test_nonzero(term: Term) -> None:
    assert prove_nonzero(KERNEL, CONTEXT, term).judgement is make("!=", (term, ZERO))


def test_nonzero_by_a_fact_up_to_a_factor() -> None:
    context = KERNEL.declare(CONTEXT, make("!=", (power(X, 2), power(Z, 2))))
    for term in (minus(X, Z), add(Z, X)):
        assert prove_nonzero(KERNEL, context, term).judgement is make("!=", (term, ZERO))
    with pytest.raises(Unproved):
        prove_nonzero(KERNEL, CONTEXT, minus(X, Z))


def test_divisors_roots_and_ranges_are_made_defined() -> None:
    kernel, context = declared()
    term = add(
        inv(minus(exp(add(X, Y)), ONE)),
        fn("log", add(power(Z, 2), ONE)),
        total(make("coord", (S, K))),
        make("rpow", (minus(add(Y, X), ONE), Z)),
        total(inv(add(K, X)), ZERO, add(N, N)),
    )
    assert not defined(kernel, context, term)
    make_defined(kernel, context, term)
    assert defined(kernel, context, term)
    root = sqrt(minus(power(Y, 2), ONE))
    make_real(kernel, context, root)
    assert real(kernel, context, root)


@pytest.mark.parametrize("term", [inv(Z), fn("log", Z), inv(minus(Y, ONE)), fn("gamma", Z), total(inv(K), q(0), N)])
def test_what_may_have_no_value_is_named(term: Term) -> None:
    with pytest.raises(Unproved):
        make_defined(KERNEL, CONTEXT, term)


def test_a_logarithm_of_what_is_first_seen_to_be_above_minus_one() -> None:
    """``log(exp(x) exp(y) - 1)`` is real although -1 is the first lower bound that is seen; ``log(exp(z) - 1)`` is not."""
    for inner, real_ in ((add(mul(exp(X), exp(Y)), q(-1)), True), (add(exp(Z), q(-1)), False)):
        context = CONTEXT if real_ else KERNEL.declare(CONTEXT, make("!=", (inner, ZERO)))
        assert low(KERNEL, context, inner) == (-1, True)
        make_defined(KERNEL, context, fn("log", inner))
        assert is_real(search_of(KERNEL), context, fn("log", inner)) is real_
