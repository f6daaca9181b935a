"""Words about probabilities, for `words`: each with a claim that is true and without lines, and a twin that is false."""

from __future__ import annotations

import sympy as sp

from rftheory.vocabulary import Domain, Range, SampleMean, d, eq, le, m, normal_cdf, theta, x_norm
from tests.prover.places import HALF_LINE, HEIGHTS, SAMPLES, SIZES, SQUARE, WX, WY, T, Word, probability

PROBABILITIES = {
    # probabilities of events
    "signs of two forms differ": Word(
        eq(probability(0, sp.sign(WX) * sp.sign(WY)), theta / sp.pi),
        eq(probability(0, sp.sign(WX) * sp.sign(WY)), 1 - theta / sp.pi),
    ),
    "an absolute value below a threshold": Word(
        eq(probability(1, 2 * sp.Abs(WX)), 1 - 2 * normal_cdf(-1 / (2 * x_norm))),
        eq(probability(1, 2 * sp.Abs(WX)), 1 - 2 * normal_cdf(-1 / x_norm)),
    ),
    # bounds of probabilities
    "Markov": Word(
        le(probability(sp.exp(WX), T), sp.exp(x_norm**2 / 2) / T),
        le(probability(sp.exp(WX), T), sp.exp(x_norm**2 / 2) / (4 * T)),
        HEIGHTS,
    ),
    "Chernoff for a form": Word(
        le(probability(WX, T * x_norm), sp.exp(-(T**2) / 2)), le(probability(WX, T * x_norm), sp.exp(-(T**2)) / 4), HEIGHTS
    ),
    "the lower tail of chi-square": Word(
        le(probability(d - 2 * sp.sqrt(d * T), SQUARE), sp.exp(-T)),
        le(sp.erf(sp.sqrt((1 - sp.sqrt(T) / 2) / 2)), sp.exp(-T)),  # of one degree, with a quarter of the deviation
        HALF_LINE.with_ranges(*SIZES.ranges),
        Domain((Range(T, 0, 2),)),
    ),
    "Chebyshev for a mean": Word(
        le(probability(sp.Abs(SampleMean(WX, m)), T), x_norm**2 / (m * T**2)),
        le(probability(sp.Abs(SampleMean(WX, m)), T), x_norm**2 / (4 * m * T**2)),
        HEIGHTS.with_ranges(*SAMPLES.ranges[-1:]),
        HEIGHTS.with_ranges(Range(m, 1, 1, integer=True)),
    ),
    "Hoeffding for signs": Word(
        le(
            probability(sp.Abs(SampleMean(sp.sign(WX) * sp.sign(WY), m) - 1 + 2 * theta / sp.pi), T),
            2 * sp.exp(-m * T**2 / 2),
        ),
        le(probability(SampleMean(sp.sign(WX), m), -T), sp.exp(-m * T)),
        HEIGHTS.with_ranges(*SAMPLES.ranges[-1:]),
        HEIGHTS.with_ranges(Range(m, 1, 1, integer=True)),
    ),
}  # fmt: skip
