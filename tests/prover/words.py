"""Words of statements, each with a claim that is true and without lines, and a twin that is false: the first is proved, the second refuted.

A twin has a wrong constant, or a hypothesis is dropped. What is claimed is known apart from the prover: means by hand (Stein, Isserlis,
Cho and Saul), orders from books. Some of the true claims are those of the page on what is in reach.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

import sympy as sp

from rftheory.vocabulary import (
    PAIR,
    Domain,
    Equality,
    Expectation,
    OrthogonalMean,
    Phase,
    Probability,
    Projection,
    Range,
    SampleMean,
    Signs,
    d,
    eq,
    le,
    lt,
    m,
    normal_cdf,
    relu,
    theta,
    uniform_number,
    x_norm,
    y_norm,
)  # fmt: skip
from rftheory.rules.propositions import Proposition
from rftheory.statements.claims import Claim

_w = Projection("w")
WX, WY = _w.dot(PAIR.x), _w.dot(PAIR.y)
DOT = x_norm * y_norm * sp.cos(theta)
SQUARE = _w.squared_length(d)
_b, _u, _v = Phase("b"), uniform_number("u"), uniform_number("v", -1, 1)
_s, INDEX = Signs("s"), sp.Symbol("i", integer=True, positive=True)
UX, UY = _w.direction_dot(PAIR.x, d), _w.direction_dot(PAIR.y, d)
_HALF = sp.Rational(1, 2)
A, T = sp.Symbol("a", real=True), sp.Symbol("t", real=True)
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
_LENGTH = sp.sqrt(2) * sp.gamma((d + 1) / 2) / sp.gamma(d / 2)
_GAP = x_norm**2 + y_norm**2 - 2 * DOT
_DENSITY = sp.exp(-1 / (2 * x_norm**2)) / sp.sqrt(2 * sp.pi)


@dataclass(frozen=True)
class Word:
    """A proposition that holds on a domain, and one that does not (there, or on a domain of its own)."""

    true: Proposition
    false: Proposition
    domain: Domain = OPEN
    twin: Domain | None = None


def _mean(sample: sp.Expr, value: sp.Expr, wrong: sp.Expr, domain: Domain = OPEN) -> Word:
    return Word(eq(E(sample), value), eq(E(sample), wrong), domain)


def _probability(sample: sp.Expr, level: sp.Expr) -> sp.Expr:
    return Probability(sp.Ge(sample, level, evaluate=False))


def _page() -> tuple[Claim, ...]:
    """The claims of the page on what is in reach, as the file that it shows has them."""
    held: dict[str, object] = {"__name__": "reach", "__file__": "reach.py"}
    text = (Path(__file__).parents[2] / "docs" / "reach.md").read_text(encoding="utf-8")
    exec(re.findall(r"```python\n(.*?)```", text, re.DOTALL)[0], held)
    found = held["CLAIMS"]
    assert isinstance(found, tuple)
    return found


PAGE = {one.name: one for one in _page()}
_PHASED = 2 * sp.cos(WX + _b) * sp.cos(WY + _b)
#: what is false beside each claim of the page: another right side, or another proposition
_TWINS: dict[str, sp.Expr | Proposition] = {
    "phase": sp.exp(-_GAP),
    "square": 1 + sp.exp(-2 * _GAP),
    "uniform": _HALF,
    "disc": sp.pi / 5,
    "signs": sp.exp(T**2 / 2),
    "sketch": le(PAGE["sketch"].proposition.left, PAGE["sketch"].proposition.right - 1),
    "direction": (x_norm**2 * y_norm**2 + 2 * DOT**2) / d**2,
    "sixth": 15 * x_norm**6 / d**3,
    "height": x_norm / sp.sqrt(d),
    "sphere": sp.exp(-_GAP / 2),
    "stein": x_norm * y_norm * sp.exp(y_norm**2 / 2),
    "isserlis": x_norm**2 * y_norm**2 + DOT**2,
    "length": d * sp.exp(x_norm**2 / 2),
    "relu": sp.exp(x_norm**2 / 2)
    * (DOT * normal_cdf(DOT / y_norm) + y_norm * sp.exp(-((DOT / y_norm) ** 2) / 2) / sp.sqrt(sp.pi)),
    "step": sp.exp(x_norm**2 / 2) * normal_cdf(DOT),
    "indicator": normal_cdf(1 / x_norm),
    "abs": x_norm,
    "max": sp.sqrt(_GAP / sp.pi),
    "arc": (sp.pi - theta) / sp.pi,
    "relus": x_norm * y_norm * (sp.sin(theta) + (sp.pi - theta) * sp.cos(theta)) / sp.pi,
    "squares": DOT**2 * (3 * sp.tan(theta) + (sp.pi - theta) * (1 / sp.cos(theta) ** 2 + 1)) / (2 * sp.pi),
    "wave": x_norm * y_norm * sp.exp(-(y_norm**2) / 2),
    "gelu": x_norm**2 / sp.sqrt(2 * sp.pi * (1 + 2 * x_norm**2)),
    "erf": 2 / sp.pi * sp.atan(2 * DOT / sp.sqrt((1 + 2 * x_norm**2) * (1 + 2 * y_norm**2))),
    "bump": 1 / sp.sqrt((1 + x_norm**2) * (1 + y_norm**2)),
    "mean": le(E(sp.Abs(WX)), E(relu(WX))),
    "tail": le(normal_cdf(-T / x_norm), sp.exp(-(T**2) / x_norm**2) / 2),
    "hoeffding": le(E(sp.exp(T * _s[1])), sp.exp(T**2 / 3)),
    "chi": le(_LENGTH, d / sp.sqrt(d + 1)),
    "monotone": le(sp.sin(T), T / 2),
    "tangent": le(3 * T, sp.exp(T)),
    "cases": le(sp.Abs(T - 1), T**2),
    "draws": le(E(sp.tanh(WX) ** 2), sp.Rational(1, 20)),
    "over": le(sp.exp(T) - 1 - T, T**2 / 2),
    "chord": le(2 * T / 3, sp.sin(T)),
    "mills": le(normal_cdf(-T), sp.exp(-(T**2) / 2) / (T * sp.sqrt(4 * sp.pi))),
    "chebyshev": le(Probability(sp.Ge(sp.Abs(WX), T, evaluate=False)), x_norm**2 / (4 * T**2)),
    "samples": le(
        Probability(sp.Ge(SampleMean(sp.cos(WX), 1) - sp.exp(-(x_norm**2) / 2), -T, evaluate=False)), sp.exp(-T)
    ),
}


def _beside(said: Proposition, twin: sp.Expr | Proposition) -> Proposition:
    return eq(said.left, twin) if isinstance(said, Equality) and isinstance(twin, sp.Expr) else twin  # type: ignore[return-value]


WORDS = {
    **{name: Word(one.proposition, _beside(one.proposition, _TWINS[name]), one.domain) for name, one in PAGE.items()},
    # phases and uniform numbers
    "exponential of a uniform number": _mean(sp.exp(_u), sp.E - 1, sp.E),
    "a root of a uniform number": _mean((1 - sp.sqrt(_u)) ** 2, sp.Rational(1, 6), sp.Rational(1, 5)),
    "powers and a root": _mean(_u * sp.sqrt(_u), sp.Rational(2, 5), sp.Rational(2, 3)),
    "a root of a linear function": _mean(
        sp.sqrt(2 + _u), (6 * sp.sqrt(3) - 4 * sp.sqrt(2)) / 3, (6 * sp.sqrt(3) - 4 * sp.sqrt(2)) / 2
    ),
    "a quotient": _mean(1 / (T + _u), sp.log(1 + 1 / T), 1 / (T + _HALF), POSITIVE),
    "a quotient with a square": _mean(1 / (1 + _u**2), sp.pi / 4, sp.pi / 5),
    "a root that ends at zero": _mean(sp.sqrt(1 - _u), sp.Rational(2, 3), sp.Rational(1, 3)),
    "a quarter of a disc": _mean(sp.sqrt(1 - _u**2), sp.pi / 4, sp.Rational(2, 3)),
    "by parts": _mean(_u * sp.exp(_u), sp.Integer(1), sp.E / 2),
    "an absolute value of a uniform number": _mean(sp.Abs(2 * _u - 1), _HALF, sp.Rational(1, 3)),
    "a relu of a uniform number": _mean(relu(_v), sp.Rational(1, 4), _HALF),
    "a phase": _mean(_b, sp.pi, 2 * sp.pi),
    "a wave with a phase": _mean(sp.cos(WX + _b), sp.Integer(0), sp.Rational(1, 1000), CLOSED),
    "its square": _mean(sp.cos(WX + _b) ** 2, _HALF, _HALF + sp.Rational(1, 1000), CLOSED),
    "two phases": _mean(sp.cos(WX + _b) * sp.cos(WY + Phase("c")), sp.Integer(0), sp.exp(-_GAP / 2) / 2),
    "a mean of samples": _mean(SampleMean(_PHASED, m), sp.exp(-_GAP / 2), sp.exp(-_GAP / 2) / m, SAMPLES),
    "a mean over a frame": _mean(OrthogonalMean(_PHASED, m, d), sp.exp(-_GAP / 2), sp.exp(-_GAP / 2) / m, FRAMES),
    "one draw": Word(eq(sp.cos(WX + _b) ** 2, 1 - sp.sin(WX + _b) ** 2), eq(sp.cos(WX + _b) ** 2, 1 - sp.sin(WX) ** 2)),
    # random signs
    "a wave of two signs": _mean(sp.cos(T * _s[1] + A * _s[2]), sp.cos(T) * sp.cos(A), sp.cos(T + A), NUMBERS),
    "a sign and an odd power": _mean(_s[1] ** 3 * sp.exp(T * _s[1]), sp.sinh(T), sp.cosh(T), LINE),
    "a sum of signs": _mean(sp.Sum(_s[INDEX], (INDEX, 1, d)) ** 2, d, d**2, SIZES),
    "signs of one name": _mean(_s[1] * _s[2] * _s[1], sp.Integer(0), sp.Integer(1), LINE),
    # directions
    "product with a direction": _mean(UX, sp.Integer(0), x_norm, DIRECTED),
    "two products": _mean(UX * UY, DOT / d, DOT, DIRECTED),
    "an exponential of a direction": _mean(
        sp.exp(UX + UY), sp.hyper([], [d / 2], (2 * (x_norm**2 + y_norm**2) - _GAP) / 4), sp.exp(x_norm**2), DIRECTED
    ),
    "a sixth moment": _mean(
        UX**2 * UY**4,
        3 * y_norm**2 * (x_norm**2 * y_norm**2 + 4 * DOT**2) / (d * (d + 2) * (d + 4)),
        3 * y_norm**2 * (x_norm**2 * y_norm**2 + 4 * DOT**2) / d**3,
        DIRECTED,
    ),
    "an absolute value of a direction": _mean(
        sp.Abs(UX),
        x_norm * sp.gamma(d / 2) / (sp.sqrt(sp.pi) * sp.gamma((d + 1) / 2)),
        x_norm / sp.sqrt(d),
        DIRECTED,
    ),
    "a direction on the line too": _mean(
        UX**2, x_norm**2 / d, x_norm**2 / (d + 1), OPEN.with_ranges(Range(d, 1, None, integer=True, typical=(1, 8)))
    ),
    # polynomials, and polynomials times exponentials
    "product of two forms": _mean(WX * WY, DOT, x_norm * y_norm, CLOSED),
    "odd moment": _mean(WX**3 * WY**2, sp.Integer(0), DOT, CLOSED),
    "squared length": _mean(SQUARE, d, d + 1, SIZES),
    "square of a squared length": _mean(SQUARE**2, d * (d + 2), d**2, SIZES),
    "Hermite": _mean((WX**2 - x_norm**2) * sp.exp(WY), DOT**2 * sp.exp(y_norm**2 / 2), DOT * sp.exp(y_norm**2 / 2)),
    "third power": _mean(
        WX**3 * sp.exp(WX), (x_norm**6 + 3 * x_norm**4) * sp.exp(x_norm**2 / 2), x_norm**6 * sp.exp(x_norm**2 / 2)
    ),
    "quadratic form in the exponent": _mean(
        WX * sp.exp(A * SQUARE + WY),
        DOT * (1 - 2 * A) ** (-d / 2 - 1) * sp.exp(y_norm**2 / (2 * (1 - 2 * A))),
        DOT * (1 - 2 * A) ** (-d / 2) * sp.exp(y_norm**2 / (2 * (1 - 2 * A))),
        RATED,
    ),
    # squares of forms in the exponent
    "square of a form in the exponent": _mean(sp.exp(-(WX**2)), 1 / sp.sqrt(1 + 2 * x_norm**2), 1 / sp.sqrt(1 + x_norm**2)),
    "and a power": _mean(
        WX**2 * sp.exp(-(WX**2) / 2), x_norm**2 * (1 + x_norm**2) ** sp.Rational(-3, 2), x_norm**2 / sp.sqrt(1 + x_norm**2)
    ),
    "a square and another form": _mean(
        sp.exp(WY - WX**2 / 2),
        sp.exp((y_norm**2 - DOT**2 / (1 + x_norm**2)) / 2) / sp.sqrt(1 + x_norm**2),
        sp.exp((y_norm**2 - DOT**2) / 2) / sp.sqrt(1 + x_norm**2),
    ),
    "a determinant": _mean(
        sp.exp(-(A * WX**2 + T * WY**2) / 2),
        1 / sp.sqrt(1 + A * x_norm**2 + T * y_norm**2 + A * T * (x_norm * y_norm * sp.sin(theta)) ** 2),
        1 / sp.sqrt((1 + A * x_norm**2) * (1 + T * y_norm**2)),
        OPEN.with_ranges(*HALF_LINE.ranges, Range(A, 0, None, typical=(0, 2))),
    ),
    # polynomials times waves, error functions
    "third power times a wave": _mean(
        WX**3 * sp.sin(WY),
        (3 * x_norm**2 * DOT - DOT**3) * sp.exp(-(y_norm**2) / 2),
        3 * x_norm**2 * DOT * sp.exp(-(y_norm**2) / 2),
    ),
    "an exponential times a wave": _mean(
        WX * sp.exp(WX) * sp.cos(WX),
        x_norm**2 * (sp.cos(x_norm**2) - sp.sin(x_norm**2)),
        x_norm**2 * sp.cos(x_norm**2),
    ),
    "an error function": _mean(
        sp.erf(WX) * sp.exp(WY),
        sp.exp(y_norm**2 / 2) * sp.erf(DOT / sp.sqrt(1 + 2 * x_norm**2)),
        sp.exp(y_norm**2 / 2) * sp.erf(DOT / sp.sqrt(1 + x_norm**2)),
    ),
    "a distribution function at a shifted form": _mean(
        normal_cdf(WX + T),
        normal_cdf(T / sp.sqrt(1 + x_norm**2)),
        normal_cdf(T / (1 + x_norm)),
        OPEN.with_ranges(Range(T, typical=(-1, 1))),
    ),
    "two error functions": _mean(
        sp.erf(WX) * sp.erf(WY),
        2 / sp.pi * sp.asin(2 * DOT / sp.sqrt((1 + 2 * x_norm**2) * (1 + 2 * y_norm**2))),
        2 / sp.pi * sp.asin(DOT / sp.sqrt((1 + x_norm**2) * (1 + y_norm**2))),
    ),
    "a relu and an error function": _mean(
        relu(WX) * sp.erf(WY),
        DOT / sp.sqrt(sp.pi * (1 + 2 * y_norm**2)),
        2 * DOT / sp.sqrt(sp.pi * (1 + 2 * y_norm**2)),
    ),
    # piecewise functions
    "relu alone": _mean(relu(WX), x_norm / sp.sqrt(2 * sp.pi), x_norm / sp.sqrt(sp.pi)),
    "relu with a threshold": _mean(
        relu(WX - 1), x_norm * _DENSITY - normal_cdf(-1 / x_norm), x_norm * _DENSITY - normal_cdf(1 / x_norm)
    ),
    "minimum": _mean(sp.Min(WX, WY), -sp.sqrt(_GAP / (2 * sp.pi)), sp.sqrt(_GAP / (2 * sp.pi))),
    "two absolute values": _mean(
        sp.Abs(WX) * sp.Abs(WY),
        x_norm * y_norm * 2 / sp.pi * (sp.sin(theta) + (sp.pi / 2 - theta) * sp.cos(theta)),
        x_norm * y_norm * 2 / sp.pi * (sp.sin(theta) + (sp.pi - theta) * sp.cos(theta)),
    ),
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
        le(E(sp.exp(T * _s[1] + A * _s[2])), sp.exp((T**2 + A**2) / 2)),
        le(E(sp.exp(T * _s[1] + A * _s[2])), sp.exp((T**2 + A**2) / 4)),
        NUMBERS,
    ),
    "a hyperbolic sine": Word(le(sp.sinh(T), T * sp.exp(T**2 / 6)), le(sp.sinh(T), T * sp.exp(T**2 / 7)), HALF_LINE),
    "a uniform number is sub-Gaussian": Word(
        le(E(sp.exp(T * _v)), sp.exp(T**2 / 6)), le(E(sp.exp(T * _v)), sp.exp(T**2 / 7)), POSITIVE
    ),
    "a direction is sub-Gaussian": Word(
        le(sp.hyper([], [d / 2], x_norm**2 / 4), sp.exp(x_norm**2 / (2 * d))),
        le(sp.hyper([], [d / 2], x_norm**2 / 4), sp.exp(x_norm**2 / (2 * d + 1))),
        DIRECTED,
    ),
    "a Bessel function": Word(
        le(sp.besseli(0, T), sp.exp(T**2 / 4)), le(sp.besseli(0, T), sp.exp(T**2 / 5)), LINE
    ),
    "a length": Word(le(_LENGTH, sp.sqrt(d)), le(_LENGTH, d / sp.sqrt(d + 1)), SIZES),
    "a length from below": Word(le(d / sp.sqrt(d + 1), _LENGTH), le(sp.sqrt(d), _LENGTH), SIZES),
    "a tail of a form": Word(
        le(normal_cdf(-T / x_norm), sp.exp(-(T**2) / (2 * x_norm**2)) / 2),
        le(normal_cdf(-T / x_norm), sp.exp(-(T**2) / x_norm**2) / 2),
        OPEN.with_ranges(*HALF_LINE.ranges),
    ),
    "the other tail": Word(
        le(normal_cdf(T / x_norm), sp.exp(-(T**2) / (2 * x_norm**2)) / 2),
        le(normal_cdf(T / x_norm), sp.exp(-(T**2) / (2 * x_norm**2)) / 2),
        OPEN.with_ranges(Range(T, None, 0, "(]", typical=(-2, 0))),
        OPEN.with_ranges(*LINE.ranges),
    ),
    "cases that touch": Word(le(sp.Abs(T), (1 + T**2) / 2), le(sp.Abs(T), T**2 / 2), LINE),
    # orders by a chord, over a denominator, with bounds of an error function
    "Jordan": Word(
        le(2 * T / sp.pi, sp.sin(T)), le(3 * T / sp.pi, sp.sin(T)), Domain((Range(T, 0, sp.pi / 2, typical=(0, 1)),))
    ),
    "Bernstein": Word(
        le(sp.exp(T) - 1 - T, T**2 / 2 / (1 - T / 3)),
        le(sp.exp(T) - 1 - T, T**2 / 2 / (1 - T / 4)),
        Domain((Range(T, 0, 3, "[)", typical=(0, 2)),)),
    ),
    "Mills": Word(
        le(normal_cdf(-T), sp.exp(-(T**2) / 2) / (T * sp.sqrt(2 * sp.pi))),
        le(normal_cdf(-T), sp.exp(-(T**2) / 2) / (2 * T * sp.sqrt(2 * sp.pi))),
        POSITIVE,
    ),
    "Mills from below": Word(
        le(T / (1 + T**2) * sp.exp(-(T**2) / 2) / sp.sqrt(2 * sp.pi), normal_cdf(-T)),
        le(sp.exp(-(T**2) / 2) / sp.sqrt(2 * sp.pi) / T, normal_cdf(-T)),
        POSITIVE,
    ),
    # orders inside of means
    "not negative for all draws": Word(
        le(0, E(relu(WX) * relu(WY))), le(E(relu(WX) * relu(WY)), -sp.cos(theta)), OPEN
    ),
    # bounds of probabilities
    "Markov": Word(
        le(_probability(sp.exp(WX), T), sp.exp(x_norm**2 / 2) / T),
        le(_probability(sp.exp(WX), T), sp.exp(x_norm**2 / 2) / (4 * T)),
        HEIGHTS,
    ),
    "Chebyshev": Word(
        le(_probability(sp.Abs(WX), T), x_norm**2 / T**2), le(_probability(sp.Abs(WX), T), x_norm**2 / (4 * T**2)), HEIGHTS
    ),
    "Chebyshev for a mean": Word(
        le(_probability(sp.Abs(SampleMean(WX, m)), T), x_norm**2 / (m * T**2)),
        le(_probability(sp.Abs(SampleMean(WX, m)), T), x_norm**2 / (4 * m * T**2)),
        HEIGHTS.with_ranges(*SAMPLES.ranges[-1:]),
        HEIGHTS.with_ranges(Range(m, 1, 1, integer=True)),
    ),
    "Hoeffding for signs": Word(
        le(
            _probability(sp.Abs(SampleMean(sp.sign(WX) * sp.sign(WY), m) - 1 + 2 * theta / sp.pi), T),
            2 * sp.exp(-m * T**2 / 2),
        ),
        le(_probability(SampleMean(sp.sign(WX), m), -T), sp.exp(-m * T)),
        HEIGHTS.with_ranges(*SAMPLES.ranges[-1:]),
        HEIGHTS.with_ranges(Range(m, 1, 1, integer=True)),
    ),
    "Hoeffding": Word(
        le(_probability(SampleMean(sp.cos(WX), m) - sp.exp(-(x_norm**2) / 2), T), sp.exp(-m * T**2 / 2)),
        le(_probability(SampleMean(sp.cos(WX), m) - sp.exp(-(x_norm**2) / 2), T), sp.exp(-8 * m * T)),
        HEIGHTS.with_ranges(*SAMPLES.ranges[-1:]),
        HEIGHTS.with_ranges(Range(m, 1, 1, integer=True)),
    ),
}  # fmt: skip
#: of whose false twins the search ends after seconds only
LONG = ("a direction is sub-Gaussian",)
#: what is integrated over the plane, to fewer digits than an equation is certified with; the law of a mean of several samples
TO_FEWER_DIGITS = ("two absolute values", "Chebyshev for a mean", "Hoeffding", "Hoeffding for signs", "samples")
#: two kinks, squares or error functions: integrated over the plane at a point
PLANAR = (
    *("relus", "squares", "bump", "a square and another form", "a determinant"),
    *("erf", "two error functions", "a relu and an error function"),
)
