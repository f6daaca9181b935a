"""RING: what it proves, and directed attacks that it refuses."""

from __future__ import annotations

import pytest

import rftheory.kernel.rules  # noqa: F401
from rftheory.kernel.refused import Refused
from rftheory.kernel.terms import IMAG, ONE, OO, PI, TWO, ZERO, bound, declare, power, rat, var
from tests.kernel.algebra import CIRCLE, COS, EXP, ROOT, SIN, apart, fact, ring, setting
from tests.kernel.bench import refused
from tests.kernel.words import W, X, Y, Z, add, fn, inv, mul, neg, rel

SIZE = fn("abs", X)
SCALED = rel(power(W, 2), "=", mul(power(X, 2), inv(Y)))
IDENTITIES = {
    "square": (power(add(X, Y), 2), add(power(X, 2), mul(TWO, X, Y), power(Y, 2)), (), ()),
    "i": (power(IMAG, 2), rat(-1), (), ()),
    "i in a divisor": (inv(IMAG), neg(IMAG), (), ()),
    "conjugate divisor": (mul(add(ONE, IMAG), inv(add(ONE, neg(IMAG)))), IMAG, (), (apart(add(ONE, neg(IMAG))),)),
    "pow 0": (power(X, 0), ONE, (), ()),
    "divisors": (
        add(inv(X), neg(inv(add(X, ONE)))),
        inv(mul(X, add(X, ONE))),
        (),
        (apart(X), apart(add(X, ONE)), apart(mul(X, add(X, ONE)))),
    ),
    "x/x": (mul(X, inv(X)), ONE, (), (apart(X),)),
    "inv inv": (inv(inv(X)), X, (), (apart(X),)),
    "inv pow neg": (inv(power(neg(X), 3)), neg(power(inv(X), 3)), (), (apart(X),)),
    "value": (mul(fn("log", X), Y), mul(Z, Y), (rel(fn("log", X), "=", Z),), (apart(X),)),
    "value, mirrored": (mul(EXP, Y), mul(add(Z, ONE), Y), (rel(add(Z, ONE), "=", EXP),), ()),
    "value of what is learnt later": (X, rat(5), (rel(X, "=", add(Y, TWO)), rel(Y, "=", rat(3))), ()),
    "value with a divisor": (mul(X, Y), Z, (rel(X, "=", mul(Z, inv(Y))),), (apart(Y),)),
    "two values of one atom": (Y, Z, (rel(X, "=", Y), rel(X, "=", Z)), ()),
    "loop of values": (X, Y, (rel(X, "=", Y), rel(Y, "=", X)), ()),
    "reduction": (power(ROOT, 5), mul(power(X, 2), ROOT), (rel(power(ROOT, 2), "=", X),), ()),
    "reduction after value": (
        mul(ROOT, Y),
        add(X, ROOT),
        (rel(power(ROOT, 2), "=", X), rel(Y, "=", add(ROOT, ONE))),
        (),
    ),
    "circle": (add(power(SIN, 4), neg(power(COS, 4))), add(ONE, neg(mul(TWO, power(COS, 2)))), (CIRCLE,), ()),
    "inverse exponential": (
        mul(add(EXP, ONE), inv(EXP)),
        add(ONE, fn("exp", neg(X))),
        (rel(mul(EXP, fn("exp", neg(X))), "=", ONE),),
        (),
    ),
    "leading monomial": (mul(X, Y, Z), mul(TWO, Z), (rel(mul(X, Y), "=", TWO),), ()),
    "zero product": (mul(X, Y, Z), ZERO, (rel(mul(X, Y), "=", ZERO),), ()),
    "x = x + y": (mul(Y, Z), ZERO, (rel(X, "=", add(X, Y)),), ()),
    "cancelled": (X, Y, (rel(Z, "!=", ZERO), rel(mul(Z, X), "=", mul(Z, Y))), ()),
    "cancelled difference": (Z, W, (rel(X, "<", Y), rel(mul(add(Y, neg(X)), Z), "=", mul(add(Y, neg(X)), W))), ()),
    "powers of divisors": (
        add(power(inv(X), 3), inv(X), inv(power(X, 2))),
        mul(add(ONE, X, power(X, 2)), inv(power(X, 3))),
        (),
        (apart(X),),
    ),
    "reduction with a coefficient": (mul(power(Y, 2), power(W, 4)), power(X, 4), (SCALED,), (apart(Y),)),
    "zero factor": (mul(ZERO, inv(X)), ZERO, (), (apart(X),)),
    "high power of i": (power(add(ONE, IMAG), 64), rat(2**32), (), ()),
}


@pytest.mark.parametrize("name", IDENTITIES)
def test_identities(name: str) -> None:
    lhs, rhs, eqs, known = IDENTITIES[name]
    ring(lhs, rhs, *eqs, known=known)


TALL = power(power(add(X, ONE, PI), 64), 64)
DEEP = X
for _ in range(70):
    DEEP = mul(add(DEEP, ONE), add(DEEP, Y))
BITS = rat(2**3999)
for _ in range(70):
    BITS = mul(BITS, BITS)
NO_IDENTITIES = {
    "false": (X, Y, (), ()),
    "1/x - 1/x at 0": (add(inv(X), neg(inv(X))), ZERO, (), ()),
    "0/x at 0": (mul(ZERO, inv(X)), ZERO, (), ()),
    "x/x at 0": (mul(X, inv(X)), ONE, (), ()),
    "pow of what is not defined": (power(inv(X), 0), ONE, (), ()),
    "x^2/x at 0": (mul(power(X, 2), inv(X)), X, (), ()),
    "cancelled 0": (X, Y, (rel(mul(Z, X), "=", mul(Z, Y)),), ()),
    "x y = 0": (X, ZERO, (rel(mul(X, Y), "=", ZERO),), ()),
    "cancelled by the base of a power 0": (
        Z,
        W,
        (rel(Y, "=", inv(power(SIZE, 0))), rel(mul(SIZE, Z), "=", mul(SIZE, W))),
        (),
    ),
    "coefficient of a reduction": (power(W, 2), power(X, 2), (SCALED,), (apart(Y),)),
    "coefficient of a reduction, in a sum": (
        power(W, 2),
        add(power(X, 2), Z),
        (SCALED, rel(Z, "=", ZERO)),
        (apart(Y),),
    ),
    "powers of divisors": (power(inv(X), 2), inv(X), (), (apart(X),)),
    "divisor that becomes 0 at last": (
        mul(ZERO, inv(add(mul(Y, power(W, 2)), neg(power(X, 2))))),
        ZERO,
        (SCALED,),
        (apart(Y), apart(add(mul(Y, power(W, 2)), neg(power(X, 2))))),
    ),
    "the wrong root": (ROOT, X, (rel(power(ROOT, 2), "=", power(X, 2)),), ()),
    "divisor that becomes 0": (mul(inv(add(X, neg(Y))), ZERO), ZERO, (rel(X, "=", Y),), (apart(add(X, neg(Y))),)),
    "reduction that makes a divisor 0": (
        mul(ZERO, inv(add(power(X, 2), rat(-2)))),
        ZERO,
        (rel(power(X, 2), "=", TWO),),
        (apart(add(power(X, 2), rat(-2))),),
    ),
    "premise that cannot hold": (X, Y, (rel(ZERO, "=", ONE),), ()),
    "order as an equation": (X, Y, (rel(X, "<=", Y),), ()),
    "strict order as an equation": (X, Y, (rel(X, "<", Y),), ()),
    "bomb": (TALL, ZERO, (), ()),
    "degrees": (DEEP, ZERO, (), ()),
    "bits": (BITS, ZERO, (), ()),
    "two atoms with equal arguments": (fn("exp", add(X, Y)), fn("exp", add(Y, X)), (), ()),
    "two generators": (fn("exp", X), fn("exp", Y), (), ()),
    "reductions without end": (
        power(X, 9),
        Z,
        (rel(power(X, 2), "=", power(Y, 3)), rel(power(Y, 2), "=", power(X, 3))),
        (),
    ),
}


@pytest.mark.parametrize("name", NO_IDENTITIES)
def test_no_identities(name: str) -> None:
    lhs, rhs, eqs, known = NO_IDENTITIES[name]
    refused(ring, lhs, rhs, *eqs, known=known)


def test_premises_of_another_context() -> None:
    kernel, context = setting(rel(X, "=", Y))
    theorem = fact(kernel, context, rel(X, "=", Y))
    for other in (context.parent, kernel.declare(context.parent, rel(X, "=", Z))):
        with pytest.raises(Refused, match="another context"):
            kernel.infer("RING", other, lhs=X, rhs=Y, eqs=[theorem])
    inner = kernel.declare(context, declare("real"))
    assert kernel.infer("RING", inner, lhs=X, rhs=Y, eqs=[theorem]).context is inner


def test_sides_are_scalars_of_the_context() -> None:
    kernel, context = setting()
    vector = kernel.declare(context, declare("vec", TWO))
    for context_, side in (
        (vector, var(4, "vec")),
        (context, var(4, "real")),
        (context, bound(0, "real")),
        (context, OO),
    ):
        refused(kernel.infer, "RING", context_, lhs=side, rhs=side, eqs=[])
    dot = fn("dot", var(4, "vec"), var(4, "vec"))
    assert kernel.infer("RING", vector, lhs=add(dot, dot), rhs=mul(TWO, dot), eqs=[])
