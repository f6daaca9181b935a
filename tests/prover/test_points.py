"""Points of contexts: what they guess of signs, what has none is no claim, and limits leave no dimension out."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest
import sympy as sp

from rftheory.chains.chain import Chain
from rftheory.inputs.coordinates import d
from rftheory.inputs.coordinates import d as dimension
from rftheory.inputs.kernels import EQUAL_PAIR, PAIR, m, r, theta, x_norm, y_norm
from rftheory.kernel.contexts import EMPTY, Context
from rftheory.kernel.substitution import abstract
from rftheory.kernel.terms import ONE, TWO, ZERO, Term, declare, make, power, rat, var
from rftheory.kernel.theorems import Kernel
from rftheory.prover.certify import certify
from rftheory.prover.failure import Unproved
from rftheory.prover.points import Points
from rftheory.prover.samples import samples
from rftheory.prover.setting import Setting
from rftheory.prover.spec import entry
from rftheory.prover.trace import Trace
from rftheory.rules.nodes import Expectation, Projection
from rftheory.rules.propositions import Equality, Limit
from rftheory.rules.variates import InnerVariate
from rftheory.statements.claims import Claim
from rftheory.statements.domain import Domain, Range
from rftheory.statements.files import listed
from rftheory.statements.loading import load

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


# -- claims are about something: families of counts, arrays, masses and variates have points ------------------------------

_d, k = (sp.Symbol(name, integer=True, positive=True) for name in "dk")
w = sp.IndexedBase("w", integer=True, nonnegative=True)
a, b = sp.IndexedBase("a", real=True), sp.IndexedBase("b", real=True)
SIZE = Range(_d, 1, None, integer=True, typical=(1, 3))
COUNTS = (SIZE, Range(w.label, 0, None, integer=True, typical=(0, 3), shape=(_d,)))
ARRAYS = (SIZE, *(Range(base.label, 0, None, shape=(_d,), typical=(0, 3)) for base in (a, b)))
ABOVE = (SIZE, Range(a.label, 0, None, "()", shape=(_d,)))
VARIATE = (Range(sp.Symbol("epsilon", positive=True), 0, None, "()", typical=(0, 1)), Range(m, 1, None, integer=True))
A, B = (sp.Sum(base[k], (k, 1, _d)) for base in (a, b))
MEAN = Expectation(InnerVariate("U"))
#: two vectors at a right angle, which have no room on the line that the ranges name
PLANE = (
    *(Range(symbol, 0, None, "()") for symbol in (x_norm, y_norm)),
    *(Range(theta, 0, sp.pi, "()"), Range(dimension, 1, None, integer=True, typical=(1, 1))),
)
BOTH = Expectation(sp.exp(Projection("w").dot(PAIR.x) + Projection("w").dot(PAIR.y)))


@pytest.mark.parametrize(
    ("side", "ranges", "conditions", "inhabited"),
    [
        ((w[1] + 1) ** 2, COUNTS, (), True),
        ((w[1] + 1) ** 2, COUNTS, (sp.Lt(w[1], 0),), False),
        # arrays of ones have not
        ((A + B) ** 2, ARRAYS, (sp.Lt(2 * A + 1, B),), True),
        ((A + B) ** 2, ARRAYS, (sp.Lt(A + 1, B), sp.Lt(B, A)), False),
        ((A + 1) ** 2, ABOVE, (), True),
        ((A + 1) ** 2, ABOVE, (sp.Ge(A, 0),), True),
        ((A + 1) ** 2, ABOVE, (sp.Le(A, 0),), False),
        ((MEAN + 1) ** 2, VARIATE, (), True),
        ((BOTH + 1) ** 2, PLANE, (), True),
        ((BOTH + 1) ** 2, PLANE, (sp.Le(dimension, 1),), False),
    ],
)
def test_a_claim_is_about_something(
    side: sp.Expr, ranges: tuple[Range, ...], conditions: tuple[sp.Basic, ...], inhabited: bool
) -> None:
    other = sp.expand(side)
    claim = Claim("c", "", Equality(side, other), Domain(ranges, conditions), Chain(side).eq(other))
    found = certify("x", [claim])
    assert bool(found.proved) is inhabited, found.failed


def test_masses_have_a_point() -> None:
    found = certify("crt.eq-9", list(listed(load("crt.eq-9"))))
    assert not found.failed
    assert b'"r":"FAMILIES"' in found.certificate


# -- limits of which the vectors depend say each dimension of the domain, or are refused -----------------------------------

W = Projection("w")
_TWO_FORMS = Expectation(W.dot(EQUAL_PAIR.x) * W.dot(EQUAL_PAIR.y))
_ONE_FORM = Expectation(W.dot(EQUAL_PAIR.x) ** 2)
LENGTH = Range(r, 0, None, "()")
BETWEEN, _ALL, _HALF = (
    (LENGTH, Range(theta, 0, high, closed)) for high, closed in ((sp.pi, "()"), (sp.pi, "[]"), (sp.pi / 2, "[)"))
)


def _from(least: int) -> Range:
    return Range(d, least, None, "[]", integer=True)


@pytest.mark.parametrize(
    ("ranges", "expr", "variable", "told"),
    [
        # the row would say d >= 1, and the context with two orthonormal vectors has no point with d = 1
        ((*BETWEEN, _from(1)), _TWO_FORMS, theta, "fewer dimensions"),
        # of two lengths that go to 0, the angles 0 and pi are those of vectors of R^1 as well
        (_ALL, _TWO_FORMS, r, "may be in a smaller space"),
        (_HALF, _TWO_FORMS, r, "may be in a smaller space"),
        # an angle between 0 and pi is one of vectors of at least two dimensions, whatever the ends of its range
        (BETWEEN, _TWO_FORMS, theta, 2),
        (_ALL, _TWO_FORMS, theta, 2),
        (BETWEEN, _TWO_FORMS, r, 2),
        ((*BETWEEN, _from(2)), _TWO_FORMS, theta, 2),
        ((*BETWEEN, _from(3)), _TWO_FORMS, theta, 3),
        # all pairs of a space of two dimensions, also those that depend on each other
        ((*_ALL, _from(2)), _TWO_FORMS, r, 2),
        # one vector has room in any dimension
        (_ALL, _ONE_FORM, r, 1),
        ((*_ALL, _from(1)), _ONE_FORM, r, 1),
    ],
)
def test_a_limit_leaves_out_no_dimension(
    ranges: tuple[Range, ...], expr: sp.Expr, variable: sp.Symbol, told: int | str
) -> None:
    """The least dimension that is said, or why there is no limit."""
    value = r**2 if variable is theta else sp.Integer(0)
    claim = Claim("limit", "", Limit(expr, variable, sp.Integer(0), value, "+"), Domain(ranges))
    if isinstance(told, str):
        with pytest.raises(Unproved, match=told):
            entry("mine.limit/limit", claim, Kernel())
        return
    made = entry("mine.limit/limit", claim, Kernel())
    (declared,) = [one for one in made.setting.context.declarations if one.data[0] == "int"]
    assert declared.args[0].data == told and made.prop.op == "lim"
