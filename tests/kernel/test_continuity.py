"""Continuity: what must work, and what must be refused."""

from __future__ import annotations

from collections.abc import Callable

import pytest

import rftheory.kernel.rules  # noqa: F401
from rftheory.kernel.contexts import EMPTY, close
from rftheory.kernel.terms import IMAG, ONE, OO, TWO, ZERO, Term, declare, make, rat, var
from tests.kernel.bench import refused
from tests.kernel.judging import judge
from tests.kernel.session import HALF, Session, add, cont, inv, mul, neg, op, sub, turning

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
    refused(s.cont, EMPTY, ZERO, ONE, f)


def test_continuity_of_an_undefined_function_or_at_a_complex_end(s: Session) -> None:
    refused(s.cont, EMPTY, ZERO, IMAG, lambda x: x)
    refused(s.cont, EMPTY, ZERO, ONE, lambda x: mul(ZERO, inv(ZERO), x))
    g = s.context(declare("fun"))
    refused(s.cont, g, ZERO, ONE, lambda x: op("ap", var(0, "fun"), x))


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
        refused(s.infer, "CONT", EMPTY, over=balls(lambda v, w: ONE, wrong), given=[], premises=[])
    for f in (lambda v, w: op("sgn", op("dot", v, w)), lambda v, w: inv(op("norm2", v))):
        refused(s.infer, "CONT", EMPTY, over=balls(f), given=[], premises=[])


def test_a_ball_of_imaginary_radius(s: Session) -> None:
    """R R = -1 makes the fact norm2 x <= R R real; the ball is empty and has no greatest value."""
    real = s.define(EMPTY, make("real", (rat(-1),)))
    equation = s.infer("RING", EMPTY, lhs=rat(-1), rhs=rat(-1), eqs=[])
    assert real.judgement.op == "real" and equation.judgement.op == "="
    refused(s.infer, "CONT", EMPTY, over=balls(lambda v, w: ONE, IMAG), given=[], premises=[])


def test_parts_that_are_given(s: Session) -> None:
    part = s.cont(EMPTY, ZERO, ONE, lambda x: op("exp", x), "[)")
    for kinds, held in (("[)", True), ("[]", False), ("()", False)):
        wanted = cont(EMPTY, ZERO, ONE, lambda x: op("sin", op("exp", x)), kinds)
        if held:
            s.infer("CONT", EMPTY, over=wanted, given=[part], premises=[])
        else:
            refused(s.infer, "CONT", EMPTY, over=wanted, given=[part], premises=[])


# -- more about continuity and limits -------------------------------------------------------------------------------


def test_vectors_that_jump(s: Session) -> None:
    g = s.context(declare("vec", TWO))
    w = var(0, "vec")
    s.cont(g, rat(-1), ONE, lambda x: op("dot", w, op("vscale", op("exp", x), w)))
    refused(s.cont, g, rat(-1), ONE, lambda x: op("dot", w, op("vscale", op("sgn", x), w)))
