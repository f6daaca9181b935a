"""Draws, vectors and domains of the claims in `words`."""

from __future__ import annotations

from dataclasses import dataclass

import sympy as sp

from rftheory.vocabulary import (
    PAIR,
    Domain,
    Expectation,
    Phase,
    Probability,
    Projection,
    Range,
    Signs,
    d,
    eq,
    m,
    theta,
    uniform_number,
    x_norm,
    y_norm,
)  # fmt: skip
from rftheory.rules.propositions import Proposition

W = Projection("w")
WX, WY = W.dot(PAIR.x), W.dot(PAIR.y)
DOT = x_norm * y_norm * sp.cos(theta)
SQUARE = W.squared_length(d)
B, U, V = Phase("b"), uniform_number("u"), uniform_number("v", -1, 1)
S, INDEX = Signs("s"), sp.Symbol("i", integer=True, positive=True)
UX, UY = W.direction_dot(PAIR.x, d), W.direction_dot(PAIR.y, d)
HALF = sp.Rational(1, 2)
A, C, T = sp.symbols("a c t", real=True)
_LENGTHS = (Range(x_norm, 0, None, "()", typical=(0, 2)), Range(y_norm, 0, None, "()", typical=(0, 2)))
OPEN = Domain((*_LENGTHS, Range(theta, 0, sp.pi, "()")))
CLOSED = Domain((*_LENGTHS, Range(theta, 0, sp.pi)))
SIZES = Domain((Range(d, 1, None, integer=True),))
SAMPLES = CLOSED.with_ranges(Range(m, 1, None, integer=True, typical=(1, 8)))
FRAMES = CLOSED.with_ranges(*SIZES.ranges, Range(m, 1, d, integer=True))
RATED = OPEN.with_ranges(
    Range(d, 2, None, integer=True, typical=(2, 8)), Range(A, -1, sp.Rational(1, 4), typical=(-1, 0))
)
DIRECTED = OPEN.with_ranges(Range(d, 2, None, integer=True, typical=(2, 8)))
HALF_LINE = Domain((Range(T, 0, None, "[)", typical=(0, 2)),))
POSITIVE = Domain((Range(T, 0, None, "()", typical=(0, 2)),))
LINE = Domain((Range(T, None, None, typical=(-2, 2)),))
HEIGHTS = OPEN.with_ranges(*POSITIVE.ranges)
NUMBERS = LINE.with_ranges(Range(A, None, None, typical=(-2, 2)))
E = Expectation
LENGTH = sp.sqrt(2) * sp.gamma((d + 1) / 2) / sp.gamma(d / 2)
GAP = x_norm**2 + y_norm**2 - 2 * DOT
DENSITY = sp.exp(-1 / (2 * x_norm**2)) / sp.sqrt(2 * sp.pi)


@dataclass(frozen=True)
class Word:
    """A proposition that holds on a domain, and one that does not (there, or on a domain of its own)."""

    true: Proposition
    false: Proposition
    domain: Domain = OPEN
    twin: Domain | None = None


def mean_of(sample: sp.Expr, value: sp.Expr, wrong: sp.Expr, domain: Domain = OPEN) -> Word:
    return Word(eq(E(sample), value), eq(E(sample), wrong), domain)


def probability(sample: sp.Expr, level: sp.Expr) -> sp.Expr:
    return Probability(sp.Ge(sample, level, evaluate=False))
