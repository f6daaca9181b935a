"""Continuity: what must work, and what must be refused."""

from __future__ import annotations

from collections.abc import Callable

import pytest

import rftheory.kernel.rules  # noqa: F401
from rftheory.kernel.contexts import EMPTY, close
from rftheory.kernel.terms import IMAG, ONE, OO, TWO, ZERO, Term, declare, make, rat, var
from rftheory.meaning.judgements import judge
from tests.kernel.bench import refused
from tests.kernel.session import Session, cont, turning
from tests.kernel.words import HALF, add, fn, inv, mul, neg, sub

# -- CONT -----------------------------------------------------------------------------------------------------------

CONTINUOUS: list[Callable[[Term], Term]] = [
    lambda x: fn("sqrt", x),
    lambda x: make("root", (mul(x, x),), 3),
    lambda x: fn("rpow", x, HALF),
    lambda x: fn("rpow", x, ZERO),
    lambda x: fn("rpow", x, TWO),
    lambda x: fn("rpow", fn("exp", x), x),
    lambda x: fn("abs", add(x, IMAG)),
    lambda x: fn("log", add(x, ONE)),
    lambda x: inv(fn("exp", mul(IMAG, x))),
    lambda x: fn("gamma", add(x, ONE)),
    lambda x: fn("bessel_i", ZERO, x),
    lambda x: fn("erf", fn("atan", fn("tanh", x))),
    lambda x: make("sum", (ZERO, rat(3), close(mul(var(1, "int"), x), (var(1, "int"),)))),
    lambda x: make("prod", (ZERO, rat(3), close(add(var(1, "int"), x), (var(1, "int"),)))),
    lambda x: make("pfq", (ONE, mul(IMAG, x)), (0, 1)),
]
JUMPS: list[Callable[[Term], Term]] = [
    lambda x: inv(x),
    lambda x: fn("log", x),
    lambda x: fn("sgn", x),
    lambda x: fn("rpow", x, rat(-1)),
    lambda x: fn("rpow", ZERO, x),
    lambda x: fn("rpow", x, x),
    lambda x: fn("sqrt", sub(mul(IMAG, x), ONE)),
    lambda x: fn("rpow", sub(mul(IMAG, x), ONE), HALF),
    lambda x: fn("log", sub(mul(IMAG, x), ONE)),
    lambda x: fn("bessel_i", x, ONE),
    lambda x: fn("gamma", x),
    lambda x: fn("tanh", mul(IMAG, x)),
    lambda x: make("int", (ZERO, x, ONE)),
    lambda x: make("sum", (ZERO, OO, fn("exp", neg(x)))),
    lambda x: make("pfq", (ONE, ONE, TWO, x), (2, 1)),
    lambda x: fn("rpow", turning(x), x),
    lambda x: fn("rpow", turning(x), HALF),
    lambda x: fn("sqrt", turning(x)),
    lambda x: fn("log", turning(x)),
]


@pytest.mark.parametrize("f", CONTINUOUS)
def test_continuous(s: Session, f: Callable[[Term], Term]) -> None:
    assert judge(s.cont(EMPTY, ZERO, ONE, f).judgement, EMPTY, []) is not False


@pytest.mark.parametrize("f", JUMPS)
def test_not_seen_to_be_continuous(s: Session, f: Callable[[Term], Term]) -> None:
    refused(s.cont, EMPTY, ZERO, ONE, f)


def test_continuity_of_an_undefined_function_or_at_a_complex_end(s: Session) -> None:
    refused(s.cont, EMPTY, ZERO, IMAG, lambda x: x)
    refused(s.cont, EMPTY, ZERO, ONE, lambda x: mul(ZERO, inv(ZERO), x))
    g = s.context(declare("fun"))
    refused(s.cont, g, ZERO, ONE, lambda x: fn("ap", var(0, "fun"), x))


def balls(f: Callable[[Term, Term], Term], radius: Term = ONE) -> Term:
    v, w = var(0, "vec"), var(1, "vec")
    return make("cont_balls", (TWO, radius, TWO, radius, close(f(v, w), (v, w))), 2)


def test_joint_continuity_on_balls(s: Session) -> None:
    over = balls(lambda v, w: fn("cos", add(fn("dot", v, w), fn("coord", v, ONE), fn("norm2", fn("vadd", v, w)))))
    theorem = s.infer("CONT", EMPTY, over=over, given=[], premises=[])
    assert theorem.judgement is over
    s.kernel.use(EMPTY, theorem)
    greatest = make("max", over.args, 2)
    assert s.cont(EMPTY, ZERO, ONE, lambda x: mul(x, greatest)).judgement.op == "cont"
    for wrong in (rat(-1), IMAG, inv(ZERO)):
        refused(s.infer, "CONT", EMPTY, over=balls(lambda v, w: ONE, wrong), given=[], premises=[])
    for f in (lambda v, w: fn("sgn", fn("dot", v, w)), lambda v, w: inv(fn("norm2", v))):
        refused(s.infer, "CONT", EMPTY, over=balls(f), given=[], premises=[])


def test_a_ball_of_imaginary_radius(s: Session) -> None:
    """R R = -1 makes the fact norm2 x <= R R real; the ball is empty and has no greatest value."""
    real = s.define(EMPTY, make("real", (rat(-1),)))
    equation = s.infer("RING", EMPTY, lhs=rat(-1), rhs=rat(-1), eqs=[])
    assert real.judgement.op == "real" and equation.judgement.op == "="
    refused(s.infer, "CONT", EMPTY, over=balls(lambda v, w: ONE, IMAG), given=[], premises=[])


def test_parts_that_are_given(s: Session) -> None:
    part = s.cont(EMPTY, ZERO, ONE, lambda x: fn("exp", x), "[)")
    for kinds, held in (("[)", True), ("[]", False), ("()", False)):
        wanted = cont(EMPTY, ZERO, ONE, lambda x: fn("sin", fn("exp", x)), kinds)
        if held:
            s.infer("CONT", EMPTY, over=wanted, given=[part], premises=[])
        else:
            refused(s.infer, "CONT", EMPTY, over=wanted, given=[part], premises=[])


# -- more about continuity and limits -------------------------------------------------------------------------------


def test_vectors_that_jump(s: Session) -> None:
    g = s.context(declare("vec", TWO))
    w = var(0, "vec")
    s.cont(g, rat(-1), ONE, lambda x: fn("dot", w, fn("vscale", fn("exp", x), w)))
    refused(s.cont, g, rat(-1), ONE, lambda x: fn("dot", w, fn("vscale", fn("sgn", x), w)))
