"""Equation (2): the trigonometric map is unbiased for the softmax kernel.

``phi(u) = m^(-1/2) exp(|u|^2/2) (sin w_i.u, cos w_i.u)_{i <= m}`` with iid ``w_i ~ N(0, I_d)``; the estimator is
``phi(x).phi(y)``. It is the estimator with one sample ``exp((|x|^2+|y|^2)/2) cos(w.(x-y))`` that Lemma 2.2 speaks of.
"""

from __future__ import annotations

import sympy as sp

from proofs.hrf._features import W, sine_and_cosine
from proofs.hrf._setting import PAIRS, SMALL_POINT, kernel
from rftheory.estimators.coupled import Regular
from rftheory.families.trigonometric import Trigonometric
from rftheory.kernels import PAIR, Pair, m
from rftheory.propositions import Equality
from rftheory.rules.nodes import Expectation, SampleMean
from rftheory.simulate.checks import MomentCheck
from rftheory.statements.claims import Claim, Statement

STATEMENT = Statement(
    id="hrf.eq-2",
    paper="hrf",
    location="Sec. 1 (2)",
    kind="identity",
    title="The trigonometric feature map is unbiased",
)


def trigonometric_map(pair: Pair = PAIR) -> sp.Expr:
    """``phi(x).phi(y)`` of the map (2): the factors exp(|u|^2/2), and 1/m of the two 1/sqrt(m)."""
    return sp.exp((pair.x.square + pair.y.square) / 2) * SampleMean(sine_and_cosine(pair), m)


def claims() -> list[Claim]:
    short = Trigonometric().estimator(W, PAIR.x, PAIR.y, m)
    return [
        Claim(
            name="unbiased",
            says="the dot product of the trigonometric features has mean SM(x, y)",
            proposition=Equality(Expectation(trigonometric_map()), kernel()),
            domain=PAIRS,
        ),
        Claim(
            name="one cosine",
            says="the features give exp((|x|^2+|y|^2)/2) times the mean of cos(w_i.(x-y)), draw by draw",
            role="lemma",
            proposition=Equality(Expectation((trigonometric_map() - short) ** 2), sp.Integer(0)),
            domain=PAIRS,
        ),
    ]


def simulations() -> list[MomentCheck]:
    return [MomentCheck("mean", Regular(Trigonometric()), "mean", kernel(), SMALL_POINT, claim="unbiased")]
