"""Two projections at a fixed angle, through their lengths.

Given the lengths r_1, r_2 of two projections at the cosine c, ``w_1 + w_2`` has the squared length ``r_1^2 + r_2^2 + 2 c r_1 r_2``
and a uniform direction, so that ``E exp((w_1 + w_2).u) = 0F1(; d/2; u^2 (r_1^2 + r_2^2 + 2 c r_1 r_2)/4)`` (`rules.sphere`). The
lengths have the same law at every angle, and are positive almost surely.
"""

from __future__ import annotations

import sympy as sp

from rftheory.inputs.kernels import Vector
from rftheory.rules.angles import AngleExpectation, angle_terms
from rftheory.rules.frames import FrameExpectation
from rftheory.rules.gaussian import bilinear_square
from rftheory.rules.nodes import Expectation, Projection
from rftheory.rules.sphere import direction_exponential
from rftheory.statements.domain import Range

#: the two lengths
first_length, second_length = sp.symbols("r_1 r_2", positive=True)
_LENGTHS = (first_length, second_length)
LENGTHS = tuple(Range(r, 0, None, "()", typical=(0, 3), awkward=(sp.Rational(1, 100),)) for r in _LENGTHS)


def squared_resultant(cosine: sp.Expr) -> sp.Expr:
    """``|w_1 + w_2|^2`` given the lengths."""
    return first_length**2 + second_length**2 + 2 * cosine * first_length * second_length


def given_lengths(node: AngleExpectation) -> sp.Expr:
    """The expectation of ``exp(w_1.u) exp(w_2.u)`` given the two lengths.

    Raises:
        ValueError: unless both samples are ``exp(w.u)`` with one u.
    """
    terms = list(angle_terms(node))
    if len(terms) != 1 or terms[0].coefficient != 1 or any(terms[0].rates) or set(terms[0].ratios) != {sp.Integer(1)}:
        raise ValueError(f"two samples exp(w.u) with one u are needed, got {node}")
    square = bilinear_square(terms[0].direction)
    return direction_exponential(square * squared_resultant(node.cosine), node.dimension)


def independent_pair(direction: Vector) -> Expectation:
    """``E exp(w_1.u) exp(w_2.u)`` of two independent projections."""
    return Expectation(sp.exp(sp.Add(*(Projection(length.name).dot(direction) for length in _LENGTHS))))


def as_frame(expr: AngleExpectation) -> FrameExpectation:
    """Two projections at a right angle are members of an orthogonal frame."""
    return FrameExpectation(expr.samples, expr.dimension)
