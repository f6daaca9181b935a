"""Equation (3): the positive map ++ is unbiased for the softmax kernel.

``phi(u) = (2m)^(-1/2) exp(-|u|^2/2) (exp(w_i.u), exp(-w_i.u))_{i <= m}`` with iid ``w_i ~ N(0, I_d)``; the estimator
is ``phi(x).phi(y)``. It is the estimator with one sample ``exp(-(|x|^2+|y|^2)/2) cosh(w.(x+y))`` that Lemma 2.2
speaks of.
"""

from __future__ import annotations

import sympy as sp

from proofs.hrf._features import W, two_exponentials
from proofs.hrf._setting import PAIRS, SMALL_POINT, kernel
from rftheory.estimators.coupled import Regular
from rftheory.families.hyperbolic import Hyperbolic
from rftheory.kernels import PAIR, Pair, m
from rftheory.propositions import Equality
from rftheory.rules.nodes import Expectation, SampleMean
from rftheory.simulate.checks import MomentCheck
from rftheory.statements.claims import Claim, Statement

STATEMENT = Statement(
    id="hrf.eq-3",
    paper="hrf",
    location="Sec. 1 (3)",
    kind="identity",
    title="The positive feature map ++ is unbiased",
)


def positive_map(pair: Pair = PAIR) -> sp.Expr:
    """``phi(x).phi(y)`` of the map (3): the factors exp(-|u|^2/2), and 1/(2m) of the two 1/sqrt(2m)."""
    return sp.exp(-(pair.x.square + pair.y.square) / 2) * SampleMean(two_exponentials(pair), m)


def claims() -> list[Claim]:
    short = Hyperbolic().estimator(W, PAIR.x, PAIR.y, m)
    return [
        Claim(
            name="unbiased",
            says="the dot product of the positive features has mean SM(x, y)",
            proposition=Equality(Expectation(positive_map()), kernel()),
            domain=PAIRS,
        ),
        Claim(
            name="one hyperbolic cosine",
            says="the features give exp(-(|x|^2+|y|^2)/2) times the mean of cosh(w_i.(x+y)), draw by draw",
            role="lemma",
            proposition=Equality(Expectation((positive_map() - short) ** 2), sp.Integer(0)),
            domain=PAIRS,
        ),
    ]


def simulations() -> list[MomentCheck]:
    return [MomentCheck("mean", Regular(Hyperbolic()), "mean", kernel(), SMALL_POINT, claim="unbiased")]
