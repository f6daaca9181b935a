"""Limits of which the vectors depend: what is proved is said of each dimension of the domain, or it is refused."""

from __future__ import annotations

import pytest
import sympy as sp

from rftheory.inputs.coordinates import d
from rftheory.inputs.kernels import EQUAL_PAIR, r, theta
from rftheory.kernel.theorems import Kernel
from rftheory.prover.failure import Unproved
from rftheory.prover.spec import entry
from rftheory.rules.nodes import Expectation, Projection
from rftheory.rules.propositions import Limit
from rftheory.statements.claims import Claim
from rftheory.statements.domain import Domain, Range

W = Projection("w")
TWO = Expectation(W.dot(EQUAL_PAIR.x) * W.dot(EQUAL_PAIR.y))
ONE = Expectation(W.dot(EQUAL_PAIR.x) ** 2)
LENGTH = Range(r, 0, None, "()")
BETWEEN, ALL, HALF = (
    (LENGTH, Range(theta, 0, high, closed)) for high, closed in ((sp.pi, "()"), (sp.pi, "[]"), (sp.pi / 2, "[)"))
)


def _from(least: int) -> Range:
    return Range(d, least, None, "[]", integer=True)


@pytest.mark.parametrize(
    ("ranges", "expr", "variable", "told"),
    [
        # the row would say d >= 1, and the context with two orthonormal vectors has no point with d = 1
        ((*BETWEEN, _from(1)), TWO, theta, "fewer dimensions"),
        # of two lengths that go to 0, the angles 0 and pi are those of vectors of R^1 as well
        (ALL, TWO, r, "may be in a smaller space"),
        (HALF, TWO, r, "may be in a smaller space"),
        # an angle between 0 and pi is one of vectors of at least two dimensions, whatever the ends of its range
        (BETWEEN, TWO, theta, 2),
        (ALL, TWO, theta, 2),
        (BETWEEN, TWO, r, 2),
        ((*BETWEEN, _from(2)), TWO, theta, 2),
        ((*BETWEEN, _from(3)), TWO, theta, 3),
        # all pairs of a space of two dimensions, also those that depend on each other
        ((*ALL, _from(2)), TWO, r, 2),
        # one vector has room in any dimension
        (ALL, ONE, r, 1),
        ((*ALL, _from(1)), ONE, r, 1),
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
