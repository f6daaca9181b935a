"""Points of contexts: with families of counts, arrays, masses and variates, and what has none."""

from __future__ import annotations

import pytest
import sympy as sp

from rftheory.chains.chain import Chain
from rftheory.inputs.coordinates import d as dimension
from rftheory.inputs.kernels import PAIR, m, theta, x_norm, y_norm
from rftheory.prover.certify import certify
from rftheory.rules.nodes import Expectation, Projection
from rftheory.rules.propositions import Equality
from rftheory.rules.variates import InnerVariate
from rftheory.statements.claims import Claim
from rftheory.statements.domain import Domain, Range
from rftheory.statements.files import listed
from rftheory.statements.loading import load

d, k = (sp.Symbol(name, integer=True, positive=True) for name in "dk")
w = sp.IndexedBase("w", integer=True, nonnegative=True)
a, b = sp.IndexedBase("a", real=True), sp.IndexedBase("b", real=True)
SIZE = Range(d, 1, None, integer=True, typical=(1, 3))
COUNTS = (SIZE, Range(w.label, 0, None, integer=True, typical=(0, 3), shape=(d,)))
ARRAYS = (SIZE, *(Range(base.label, 0, None, shape=(d,), typical=(0, 3)) for base in (a, b)))
ABOVE = (SIZE, Range(a.label, 0, None, "()", shape=(d,)))
VARIATE = (Range(sp.Symbol("epsilon", positive=True), 0, None, "()", typical=(0, 1)), Range(m, 1, None, integer=True))
A, B = (sp.Sum(base[k], (k, 1, d)) for base in (a, b))
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
