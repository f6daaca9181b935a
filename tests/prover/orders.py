"""Words about orders, for `words`: each with a claim that is true and without lines, and a twin that is false."""

from __future__ import annotations

import sympy as sp

from rftheory.vocabulary import Range, d, le, lt, normal_cdf, relu, theta, x_norm, y_norm
from tests.prover.places import (
    CLOSED,
    DIRECTED,
    HALF_LINE,
    LENGTH,
    LINE,
    NUMBERS,
    OPEN,
    POSITIVE,
    SIZES,
    WX,
    WY,
    A,
    E,
    S,
    T,
    V,
    Word,
)

ORDERS = {
    # orders without lines
    "monotone from one side only": Word(
        le(T + T**3 / 6, sp.sinh(T)), le(T + T**3 / 6, sp.sinh(T)), HALF_LINE, LINE
    ),
    "strict": Word(
        lt(1 + T + T**2 / 2 + T**3 / 6, sp.exp(T)),
        lt(1 + T + T**2 / 2 + T**3 / 3, sp.exp(T)),
        POSITIVE,
    ),
    "convex": Word(le(sp.cosh(T), sp.exp(T**2 / 2)), le(sp.cosh(T), sp.exp(T**2 / 4)), LINE),
    # functions below exponentials
    "a function of signs": Word(
        le(E(sp.exp(T * S[1] + A * S[2])), sp.exp((T**2 + A**2) / 2)),
        le(E(sp.exp(T * S[1] + A * S[2])), sp.exp((T**2 + A**2) / 4)),
        NUMBERS,
    ),
    "a hyperbolic sine": Word(le(sp.sinh(T), T * sp.exp(T**2 / 6)), le(sp.sinh(T), T * sp.exp(T**2 / 7)), HALF_LINE),
    "a uniform number is sub-Gaussian": Word(
        le(E(sp.exp(T * V)), sp.exp(T**2 / 6)), le(E(sp.exp(T * V)), sp.exp(T**2 / 7)), POSITIVE
    ),
    "a direction is sub-Gaussian": Word(
        le(sp.hyper([], [d / 2], x_norm**2 / 4), sp.exp(x_norm**2 / (2 * d))),
        le(sp.hyper([], [d / 2], x_norm**2 / 4), sp.exp(x_norm**2 / (2 * d + 1))),
        DIRECTED,
    ),
    "a Bessel function": Word(
        le(sp.besseli(0, T), sp.exp(T**2 / 4)), le(sp.besseli(0, T), sp.exp(T**2 / 5)), LINE
    ),
    "a condition in an exponent": Word(
        lt(sp.exp(4 * A), sp.Rational(1, 2) + sp.exp(4 * A - T) / 2),
        lt(sp.exp(4 * A), sp.Rational(1, 2) + sp.exp(4 * A - T) / 2),
        NUMBERS.where(sp.Le(A, -sp.log(2) / 4)),
        NUMBERS,
    ),
    "a length from below": Word(le(d / sp.sqrt(d + 1), LENGTH), le(sp.sqrt(d), LENGTH), SIZES),
    "the other tail": Word(
        le(normal_cdf(T / x_norm), sp.exp(-(T**2) / (2 * x_norm**2)) / 2),
        le(normal_cdf(T / x_norm), sp.exp(-(T**2) / (2 * x_norm**2)) / 2),
        OPEN.with_ranges(Range(T, None, 0, "(]", typical=(-2, 0))),
        OPEN.with_ranges(*LINE.ranges),
    ),
    "cases that touch": Word(le(sp.Abs(T), (1 + T**2) / 2), le(sp.Abs(T), T**2 / 2), LINE),
    # orders with bounds of an error function
    "Mills from below": Word(
        le(T / (1 + T**2) * sp.exp(-(T**2) / 2) / sp.sqrt(2 * sp.pi), normal_cdf(-T)),
        le(sp.exp(-(T**2) / 2) / sp.sqrt(2 * sp.pi) / T, normal_cdf(-T)),
        POSITIVE,
    ),
    # absolute values of gaps, by both signs and cases
    "a wave and its argument": Word(le(sp.Abs(sp.sin(T)), sp.Abs(T)), le(sp.Abs(sp.sin(T)), sp.Abs(T) / 2), LINE),
    "a gap of relus": Word(
        le(sp.Abs(relu(A) - relu(T)), sp.Abs(A - T)), le(sp.Abs(relu(A) - relu(T)), sp.Abs(A - T) / 2), NUMBERS
    ),
    "a hyperbolic tangent": Word(le(sp.Abs(sp.tanh(T)), sp.Abs(T)), le(sp.Abs(sp.tanh(T)), T), LINE),
    "an error function and its argument": Word(
        le(sp.Abs(sp.erf(T)), 2 * sp.Abs(T) / sp.sqrt(sp.pi)), le(sp.Abs(sp.erf(T)), sp.Abs(T)), LINE
    ),
    "the reverse triangle inequality": Word(
        le(sp.Abs(sp.Abs(A) - sp.Abs(T)), sp.Abs(A - T)), le(sp.Abs(sp.Abs(A) + sp.Abs(T)), sp.Abs(A - T)), NUMBERS
    ),
    # orders inside of means
    "squares of numbers in the place of forms": Word(
        le(E(sp.tanh(WX) ** 2), x_norm**2), le(E(sp.tanh(WX) ** 2), x_norm**2 / 10), OPEN
    ),
    "means of gaps": Word(
        le(E(sp.Abs(sp.sin(WX) - sp.sin(WY))), E(sp.Abs(WX - WY))),
        le(E(sp.Abs(sp.sin(WX) - sp.sin(WY))), E(sp.Abs(WX - WY)) / 4),
    ),
    "not negative for all draws": Word(
        le(0, E(relu(WX) * relu(WY))), le(E(relu(WX) * relu(WY)), -sp.cos(theta)), OPEN
    ),
    # orders of means by those of their closed forms
    "an absolute value of a product of forms": Word(
        le(E(sp.Abs(WX * WY)), x_norm * y_norm), le(E(sp.Abs(WX * WY)), 2 * x_norm * y_norm / sp.pi)
    ),
    # means by those of their squares, and by bounds for all draws
    "a mean absolute value of three signs": Word(
        le(E(sp.Abs(S.dot((A, T, 1)))), sp.sqrt(A**2 + T**2 + 1)), le(E(sp.Abs(S.dot((A, T, 1)))), sp.Abs(A)), NUMBERS
    ),
    "a mean and its square": Word(
        le(sp.Abs(E(WX * WY)), sp.sqrt(E(WX**2 * WY**2))), le(sp.Abs(E(WX * WY)), E(WX * WY)), CLOSED
    ),
    "Cauchy and Schwarz": Word(
        le(E(sp.tanh(WX) * sp.cos(WX)) ** 2, E(sp.tanh(WX) ** 2) * E(sp.cos(WX) ** 2)),
        le(E(sp.tanh(WX) ** 2) * E(sp.cos(WX) ** 2), E(sp.tanh(WX) * sp.cos(WX)) ** 2),
    ),
    "a mean of bounded functions": Word(
        le(sp.Abs(E(sp.tanh(WX) * sp.tanh(WY))), 1), le(sp.Abs(E(sp.tanh(WX) * sp.tanh(WY))), sp.cos(theta))
    ),
}  # fmt: skip
