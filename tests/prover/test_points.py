"""Points of a context: what they guess of signs, and where a term has none that is strict."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest
import sympy as sp

from rftheory.kernel.contexts import EMPTY, Context
from rftheory.kernel.substitution import abstract
from rftheory.kernel.terms import ONE, TWO, ZERO, Term, declare, make, power, rat, var
from rftheory.prover.points import Points
from rftheory.prover.samples import samples
from rftheory.prover.setting import Setting
from rftheory.prover.trace import Trace
from rftheory.statements.domain import Domain, Range

c, x, y = sp.symbols("c x y", real=True)
n = sp.Symbol("n", integer=True)
DOMAIN = Domain((Range(c, -1, 1), Range(x, 0, None), Range(y, 0, None, "()"), Range(n, 1, None, integer=True)))


def _frame(*more: Callable[[Term, Term], Term]) -> Context:
    """A number c in [-1, 1] and two unit vectors u_k of R^d, and what is said of u_1 and c besides."""
    given = EMPTY.extended(declare("int", low=TWO), declare("real", low=rat(-1), high=ONE))
    given = given.extended(declare("vecs", TWO, given.variable(0)))
    c, u, index = given.variable(1), given.variable(2), var(3, "int")
    is_unit = make("=", (_square(u, index), ONE))
    every = make("all", (declare("int", low=ONE, high=TWO), abstract(is_unit, [3])))
    return given.extended(every, *(fact(_square(u, ONE), c) for fact in more))


def _square(vectors: Term, index: Term) -> Term:
    return make("norm2", (make("at", (vectors, index)),))


@pytest.mark.parametrize(
    ("expr", "vanishes"),
    [
        (c**2, True),
        (1 - c**2, True),
        (1 - c, True),
        (x * y, True),
        (1 - sp.exp(-x * y), True),
        ((n - 1) * y, True),
        # controls: positive, or of both signs; and what only rounding brings to zero
        (1 + c**2, False),
        (y, False),
        (sp.Integer(2) - c, False),
        (n - sp.Rational(1, 2), False),
        (sp.exp(-x), False),
        (1 - sp.erf(x), False),
        (y * sp.exp(-40 * y), False),
    ],
)
def test_a_term_that_is_zero_at_an_end_is_seen_to_have_no_strict_sign(expr: sp.Expr, vanishes: bool) -> None:
    setting = Setting(Trace(), DOMAIN, [expr])
    points = Points(setting.context)
    assert points.vanishes(setting.scope().term(expr)) == vanishes


def test_facts_about_a_data_set_alone_hide_no_points_of_the_other_variables() -> None:
    frame, rng = _frame(), Random(0)
    points = Points(frame)
    assert len(points.points) == 12
    assert points.signs(frame.variable(1)) == {1, -1}
    # controls: what they say together with a number has to be seen, and so has what is said of numbers
    assert not samples(_frame(lambda square, c: make("=", (square, c))), rng, 3, 60)
    assert all(point[1] > 0 for point in samples(_frame(lambda _, c: make("<", (ZERO, c))), rng, 3, 60))
    assert not samples(_frame(lambda _, c: make("<", (power(c, 2), ZERO))), rng, 3, 60)
