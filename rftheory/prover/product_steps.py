"""How lines about products of functions 0F1 and parabolas beside one are proved (`product_bounds`, `parabola_bounds`)."""

from __future__ import annotations

import sympy as sp

from rftheory.evidence.recording import Call
from rftheory.kernel.terms import ZERO, Term
from rftheory.kernel.theorems import Theorem
from rftheory.prover.chains import Walk, step
from rftheory.prover.definite import make_real
from rftheory.prover.failure import Unproved
from rftheory.prover.graphs import argument, between, by_rows, weakened
from rftheory.prover.parabola_bounds import above_parabola, below_taylor
from rftheory.prover.product_bounds import above_sum
from rftheory.prover.signs import prove_order


@step("below_product")
def below_product(walk: Walk, call: Call, number: int) -> Theorem:
    """``f(x + y)`` is at most ``f(x) f(y)``, and less if x and y are positive."""
    line, target = walk.line(number - 1), walk.line(number)
    if line.op != "pfq" or line.data != (0, 1):
        raise Unproved("no function 0F1")
    x, y = (walk.term(sp.sympify(part)) for part in argument(call, 0, "parts"))
    order = above_sum(walk.run, walk.context, line.args[0], x, y)
    relation = walk.chain.steps[number].relation
    smaller, more = order.judgement.args[0].args
    rest = prove_order(walk.run, walk.context, ZERO, more, strict=relation == "<")
    found = by_rows(walk, smaller, order.judgement.args[1], [[order], [rest]])
    return weakened(walk, between(walk, line, found, target), relation)


@step("above_sum")
def product_above_sum(walk: Walk, call: Call, number: int) -> Theorem:
    """``f(x) f(y)`` is at least ``f(x + y)`` with the term that is of first order in ``x y``."""
    line, target = walk.line(number - 1), walk.line(number)
    functions = line.args if line.op == "*" else ()
    if len(functions) != 2 or any(part.op != "pfq" or part.data != (0, 1) for part in functions):
        raise Unproved("no product of two functions 0F1")
    (b, x), (_, y) = (part.args for part in functions)
    order = above_sum(walk.run, walk.context, b, x, y)
    return weakened(walk, between(walk, target, order, line), walk.chain.steps[number].relation)


@step("above_parabola")
def function_above_parabola(walk: Walk, call: Call, number: int) -> Theorem:
    """``f(z)`` is at least the parabola that touches it at s and meets it before s and z."""
    line, target = walk.line(number - 1), walk.line(number)
    b, z = _of_series(line)
    s, p = (walk.term(sp.sympify(argument(call, place, name))) for place, name in enumerate(("touching", "through")))
    for low, high, place in ((p, z, 2), (p, s, 3)):
        form = walk.term(sp.sympify(argument(call, place, ("rise", "width")[place - 2])))
        _use_gap(walk, low, high, form, strict=place == 3)
    order = above_parabola(walk.run, walk.context, b, s, p, z)
    return weakened(walk, between(walk, target, order, line), walk.chain.steps[number].relation)


@step("below_parabola")
def function_below_parabola(walk: Walk, call: Call, number: int) -> Theorem:
    """``f(z)`` is at most its Taylor polynomial of degree 2 at s, for z before s."""
    line, target = walk.line(number - 1), walk.line(number)
    b, z = _of_series(line)
    s = walk.term(sp.sympify(argument(call, 0, "touching")))
    _use_gap(walk, z, s, walk.term(sp.sympify(argument(call, 1, "width"))), strict=False)
    order = below_taylor(walk.run, walk.context, b, s, z)
    return weakened(walk, between(walk, line, order, target), walk.chain.steps[number].relation)


def _of_series(line: Term) -> tuple[Term, Term]:
    if line.op != "pfq" or line.data != (0, 1):
        raise Unproved("no function 0F1")
    return line.args[0], line.args[1]


def _use_gap(walk: Walk, low: Term, high: Term, form: Term, *, strict: bool) -> None:
    """List ``low < high`` (or ``<=``), whose gap has a form with a sign."""
    make_real(walk.run, walk.context, low)
    make_real(walk.run, walk.context, high)
    sign = prove_order(walk.run, walk.context, ZERO, form, strict)
    walk.search.use(walk.context, by_rows(walk, low, high, [[sign]]))
