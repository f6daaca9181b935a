"""Words of statements, each with a claim that is true and without lines, and a twin that is false: the first is proved, the second refuted.

A twin has a wrong constant, or a hypothesis is dropped. What is claimed is known apart from the prover: means by hand (Stein, Isserlis,
Cho and Saul), orders from books. Some of the true claims are those of the page on what is in reach.
"""

from __future__ import annotations

import sympy as sp

from rftheory.vocabulary import (
    OrthogonalMean,
    Phase,
    Range,
    SampleMean,
    d,
    eq,
    m,
    normal_cdf,
    relu,
    theta,
    x_norm,
    y_norm,
)  # fmt: skip
from tests.prover.events import PROBABILITIES
from tests.prover.orders import ORDERS
from tests.prover.page import PAGE, TWINS, beside
from tests.prover.places import (
    CLOSED,
    DENSITY,
    DIRECTED,
    DOT,
    FRAMES,
    GAP,
    HALF,
    HALF_LINE,
    INDEX,
    LINE,
    NUMBERS,
    OPEN,
    POSITIVE,
    RATED,
    SAMPLES,
    SIZES,
    SQUARE,
    UX,
    UY,
    WX,
    WY,
    A,
    B,
    E,
    S,
    T,
    U,
    V,
    Word,
    mean_of,
)

_LOGISTIC = 1 / (1 + sp.exp(-WY))
_PHASED = 2 * sp.cos(WX + B) * sp.cos(WY + B)

WORDS = {
    **{name: Word(one.proposition, beside(one.proposition, TWINS[name]), one.domain) for name, one in PAGE.items()},
    # phases and uniform numbers
    "exponential of a uniform number": mean_of(sp.exp(U), sp.E - 1, sp.E),
    "a root of a uniform number": mean_of((1 - sp.sqrt(U)) ** 2, sp.Rational(1, 6), sp.Rational(1, 5)),
    "powers and a root": mean_of(U * sp.sqrt(U), sp.Rational(2, 5), sp.Rational(2, 3)),
    "a root of a linear function": mean_of(
        sp.sqrt(2 + U), (6 * sp.sqrt(3) - 4 * sp.sqrt(2)) / 3, (6 * sp.sqrt(3) - 4 * sp.sqrt(2)) / 2
    ),
    "a quotient": mean_of(1 / (T + U), sp.log(1 + 1 / T), 1 / (T + HALF), POSITIVE),
    "a quotient with a square": mean_of(1 / (1 + U**2), sp.pi / 4, sp.pi / 5),
    "a root that ends at zero": mean_of(sp.sqrt(1 - U), sp.Rational(2, 3), sp.Rational(1, 3)),
    "by parts": mean_of(U * sp.exp(U), sp.Integer(1), sp.E / 2),
    "a logarithm of a uniform number": mean_of(sp.log(U), sp.Integer(-1), sp.Rational(-1, 2), LINE),
    "a squared logarithm": mean_of(sp.log(U) ** 2, sp.Integer(2), sp.Integer(1), LINE),
    "a power and a logarithm": mean_of(U * sp.log(U), -sp.Rational(1, 4), -HALF, LINE),
    "an absolute value of a uniform number": mean_of(sp.Abs(2 * U - 1), HALF, sp.Rational(1, 3)),
    "a relu of a uniform number": mean_of(relu(V), sp.Rational(1, 4), HALF),
    "a phase": mean_of(B, sp.pi, 2 * sp.pi),
    "a wave with a phase": mean_of(sp.cos(WX + B), sp.Integer(0), sp.Rational(1, 1000), CLOSED),
    "a squared wave with a phase": mean_of(sp.cos(WX + B) ** 2, HALF, HALF + sp.Rational(1, 1000), CLOSED),
    "two phases": mean_of(sp.cos(WX + B) * sp.cos(WY + Phase("c")), sp.Integer(0), sp.exp(-GAP / 2) / 2),
    "a mean of samples": mean_of(SampleMean(_PHASED, m), sp.exp(-GAP / 2), sp.exp(-GAP / 2) / m, SAMPLES),
    "a mean over a frame": mean_of(OrthogonalMean(_PHASED, m, d), sp.exp(-GAP / 2), sp.exp(-GAP / 2) / m, FRAMES),
    "one draw": Word(eq(sp.cos(WX + B) ** 2, 1 - sp.sin(WX + B) ** 2), eq(sp.cos(WX + B) ** 2, 1 - sp.sin(WX) ** 2)),
    # random signs
    "a wave of two signs": mean_of(sp.cos(T * S[1] + A * S[2]), sp.cos(T) * sp.cos(A), sp.cos(T + A), NUMBERS),
    "a sign and an odd power": mean_of(S[1] ** 3 * sp.exp(T * S[1]), sp.sinh(T), sp.cosh(T), LINE),
    "an absolute value of three signs": mean_of(
        sp.Abs(S.dot((A, T, 1))),
        sum(sp.Abs(A + p * T + q) for p in (-1, 1) for q in (-1, 1)) / 4,
        sum(sp.Abs(A + p * T) for p in (-1, 1)) / 2,
        NUMBERS,
    ),
    "a function of a product of signs": mean_of(S[1] * sp.exp(A * S[1] * S[2]) * S[2], sp.sinh(A), sp.cosh(A), NUMBERS),
    "a sum of signs": mean_of(sp.Sum(S[INDEX], (INDEX, 1, d)) ** 2, d, d**2, SIZES),
    "signs of one name": mean_of(S[1] * S[2] * S[1], sp.Integer(0), sp.Integer(1), LINE),
    # directions
    "product with a direction": mean_of(UX, sp.Integer(0), x_norm, DIRECTED),
    "two products": mean_of(UX * UY, DOT / d, DOT, DIRECTED),
    "an exponential of a direction": mean_of(
        sp.exp(UX + UY), sp.hyper([], [d / 2], (2 * (x_norm**2 + y_norm**2) - GAP) / 4), sp.exp(x_norm**2), DIRECTED
    ),
    "a sixth moment": mean_of(
        UX**2 * UY**4,
        3 * y_norm**2 * (x_norm**2 * y_norm**2 + 4 * DOT**2) / (d * (d + 2) * (d + 4)),
        3 * y_norm**2 * (x_norm**2 * y_norm**2 + 4 * DOT**2) / d**3,
        DIRECTED,
    ),
    "a direction on the line too": mean_of(
        UX**2, x_norm**2 / d, x_norm**2 / (d + 1), OPEN.with_ranges(Range(d, 1, None, integer=True, typical=(1, 8)))
    ),
    # polynomials, and polynomials times exponentials
    "product of two forms": mean_of(WX * WY, DOT, x_norm * y_norm, CLOSED),
    "odd moment": mean_of(WX**3 * WY**2, sp.Integer(0), DOT, CLOSED),
    "squared length": mean_of(SQUARE, d, d + 1, SIZES),
    "square of a squared length": mean_of(SQUARE**2, d * (d + 2), d**2, SIZES),
    "Hermite": mean_of((WX**2 - x_norm**2) * sp.exp(WY), DOT**2 * sp.exp(y_norm**2 / 2), DOT * sp.exp(y_norm**2 / 2)),
    "third power": mean_of(
        WX**3 * sp.exp(WX), (x_norm**6 + 3 * x_norm**4) * sp.exp(x_norm**2 / 2), x_norm**6 * sp.exp(x_norm**2 / 2)
    ),
    "quadratic form in the exponent": mean_of(
        WX * sp.exp(A * SQUARE + WY),
        DOT * (1 - 2 * A) ** (-d / 2 - 1) * sp.exp(y_norm**2 / (2 * (1 - 2 * A))),
        DOT * (1 - 2 * A) ** (-d / 2) * sp.exp(y_norm**2 / (2 * (1 - 2 * A))),
        RATED,
    ),
    # squares of forms in the exponent
    "square of a form in the exponent": mean_of(sp.exp(-(WX**2)), 1 / sp.sqrt(1 + 2 * x_norm**2), 1 / sp.sqrt(1 + x_norm**2)),
    "and a power": mean_of(
        WX**2 * sp.exp(-(WX**2) / 2), x_norm**2 * (1 + x_norm**2) ** sp.Rational(-3, 2), x_norm**2 / sp.sqrt(1 + x_norm**2)
    ),
    "a square and another form": mean_of(
        sp.exp(WY - WX**2 / 2),
        sp.exp((y_norm**2 - DOT**2 / (1 + x_norm**2)) / 2) / sp.sqrt(1 + x_norm**2),
        sp.exp((y_norm**2 - DOT**2) / 2) / sp.sqrt(1 + x_norm**2),
    ),
    "a determinant": mean_of(
        sp.exp(-(A * WX**2 + T * WY**2) / 2),
        1 / sp.sqrt(1 + A * x_norm**2 + T * y_norm**2 + A * T * (x_norm * y_norm * sp.sin(theta)) ** 2),
        1 / sp.sqrt((1 + A * x_norm**2) * (1 + T * y_norm**2)),
        OPEN.with_ranges(*HALF_LINE.ranges, Range(A, 0, None, typical=(0, 2))),
    ),
    # polynomials times waves, error functions
    "third power times a wave": mean_of(
        WX**3 * sp.sin(WY),
        (3 * x_norm**2 * DOT - DOT**3) * sp.exp(-(y_norm**2) / 2),
        3 * x_norm**2 * DOT * sp.exp(-(y_norm**2) / 2),
    ),
    "an exponential times a wave": mean_of(
        WX * sp.exp(WX) * sp.cos(WX),
        x_norm**2 * (sp.cos(x_norm**2) - sp.sin(x_norm**2)),
        x_norm**2 * sp.cos(x_norm**2),
    ),
    "an error function": mean_of(
        sp.erf(WX) * sp.exp(WY),
        sp.exp(y_norm**2 / 2) * sp.erf(DOT / sp.sqrt(1 + 2 * x_norm**2)),
        sp.exp(y_norm**2 / 2) * sp.erf(DOT / sp.sqrt(1 + x_norm**2)),
    ),
    "a distribution function at a shifted form": mean_of(
        normal_cdf(WX + T),
        normal_cdf(T / sp.sqrt(1 + x_norm**2)),
        normal_cdf(T / (1 + x_norm)),
        OPEN.with_ranges(Range(T, typical=(-1, 1))),
    ),
    "a relu and an error function": mean_of(
        relu(WX) * sp.erf(WY),
        DOT / sp.sqrt(sp.pi * (1 + 2 * y_norm**2)),
        2 * DOT / sp.sqrt(sp.pi * (1 + 2 * y_norm**2)),
    ),
    # piecewise functions
    "relu alone": mean_of(relu(WX), x_norm / sp.sqrt(2 * sp.pi), x_norm / sp.sqrt(sp.pi)),
    "relu with a threshold": mean_of(
        relu(WX - 1), x_norm * DENSITY - normal_cdf(-1 / x_norm), x_norm * DENSITY - normal_cdf(1 / x_norm)
    ),
    "minimum": mean_of(sp.Min(WX, WY), -sp.sqrt(GAP / (2 * sp.pi)), sp.sqrt(GAP / (2 * sp.pi))),
    "two absolute values": mean_of(
        sp.Abs(WX) * sp.Abs(WY),
        x_norm * y_norm * 2 / sp.pi * (sp.sin(theta) + (sp.pi / 2 - theta) * sp.cos(theta)),
        x_norm * y_norm * 2 / sp.pi * (sp.sin(theta) + (sp.pi - theta) * sp.cos(theta)),
    ),
    "absolute value of a product": mean_of(
        sp.Abs(WX * WY) * WX**2,
        x_norm**3
        * y_norm
        * 2
        / sp.pi
        * (sp.sin(theta) * (2 + sp.cos(theta) ** 2) + 3 * (sp.pi / 2 - theta) * sp.cos(theta)),
        x_norm**3 * y_norm * 6 / sp.pi * (sp.sin(theta) + (sp.pi / 2 - theta) * sp.cos(theta)),
    ),
    "exp of an absolute value": mean_of(
        sp.exp(sp.Abs(WX)),
        2 * sp.exp(x_norm**2 / 2) * normal_cdf(x_norm),
        2 * sp.exp(x_norm**2 / 2) * normal_cdf(2 * x_norm),
    ),
    "exp of an absolute value and another form": mean_of(
        sp.exp(sp.Abs(WX) + WY),
        sp.exp(x_norm**2 / 2 + y_norm**2 / 2)
        * (sp.exp(DOT) * normal_cdf(x_norm + DOT / x_norm) + sp.exp(-DOT) * normal_cdf(x_norm - DOT / x_norm)),
        2 * sp.exp(x_norm**2 / 2 + y_norm**2 / 2 + DOT) * normal_cdf(x_norm + DOT / x_norm),
    ),
    # Stein's identity for bounded functions
    "a form times a hyperbolic tangent": Word(
        eq(E(WX * sp.tanh(WY)), DOT * E(1 - sp.tanh(WY) ** 2)), eq(E(WX * sp.tanh(WY)), DOT * E(sp.tanh(WY) ** 2))
    ),
    "a form times a logistic function": Word(
        eq(E(WX * _LOGISTIC), DOT * E(_LOGISTIC * (1 - _LOGISTIC))), eq(E(WX * _LOGISTIC), DOT * E(_LOGISTIC) / 2)
    ),
    "a square and a hyperbolic tangent": Word(
        eq(E(WX**2 * sp.tanh(WY) ** 2), E(WX**2 * (1 - sp.cosh(WY) ** -2))),
        eq(E(WX**2 / sp.cosh(WY) ** 2), x_norm**2 * E(1 / sp.cosh(WY) ** 2)),
    ),
    "an odd function": mean_of(WX**2 * sp.tanh(WY), sp.Integer(0), DOT**2),
    **ORDERS,
    **PROBABILITIES,
}  # fmt: skip
#: of whose false twins the search ends after seconds only
LONG = ("a direction is sub-Gaussian", "an absolute value of a product of forms")
#: of which the cells of a mean take many seconds for each point
WIDE = ("a mean of bounded functions",)
#: what is integrated over the plane, to fewer digits than an equation is certified with; the law of a mean of several samples
TO_FEWER_DIGITS = (
    *("two absolute values", "absolute value of a product"),
    *("Chebyshev for a mean", "samples"),
)
#: two kinks, squares or error functions: integrated over the plane at a point
PLANAR = (
    "exp of an absolute value and another form",
    *("relus", "squares", "bump", "a square and another form", "a determinant"),
    *("erf", "a relu and an error function"),
)
