"""Lemma 3.2 (24): mean and second moment of the angular coefficient.

The coefficient is ``lambda_hat = 1/2 + rho_n(x).rho_n(y)`` with the sign map (19), so
``lambda_hat = 1/2 - (1/2n) sum_i sgn(tau_i.x) sgn(tau_i.y)``; theta is the angle of x and y.
"""

from __future__ import annotations

import sympy as sp

from proofs.hrf._setting import PAIRS_WITH_COEFFICIENT, SHARE, SMALL_POINT, angular_coefficient
from rftheory.estimators.hybrids import Coefficient
from rftheory.hybrids.angular import Angular, second_moments
from rftheory.propositions import Equality
from rftheory.rules.nodes import Expectation
from rftheory.simulate.checks import MomentCheck
from rftheory.statements.claims import Claim, Statement

STATEMENT = Statement(
    id="hrf.lemma-3.2",
    paper="hrf",
    location="Lemma 3.2 (24)",
    kind="identity",
    title="Mean and second moment of the angular coefficient",
)


def angular_second_moment() -> sp.Expr:
    """The printed E[lambda_hat^2]."""
    return second_moments()[0]


def angular_complement_second_moment() -> sp.Expr:
    """E[(1 - lambda_hat)^2] = 1 - 2 E[lambda_hat] + E[lambda_hat^2], as it is used in Theorem D.1."""
    return second_moments()[1]


def claims() -> list[Claim]:
    coefficient = angular_coefficient()
    return [
        Claim(
            name="mean",
            says="the angular coefficient has mean theta / pi",
            proposition=Equality(Expectation(coefficient), SHARE),
            domain=PAIRS_WITH_COEFFICIENT,
        ),
        Claim(
            name="second moment",
            says="the second moment of the angular coefficient",
            proposition=Equality(Expectation(coefficient**2), angular_second_moment()),
            domain=PAIRS_WITH_COEFFICIENT,
        ),
        Claim(
            name="complement",
            says="the second moment of one minus the coefficient",
            role="lemma",
            proposition=Equality(Expectation((1 - coefficient) ** 2), angular_complement_second_moment()),
            domain=PAIRS_WITH_COEFFICIENT,
        ),
    ]


def simulations() -> list[MomentCheck]:
    estimator = Coefficient(Angular())
    return [
        MomentCheck("mean", estimator, "mean", SHARE, SMALL_POINT, claim="mean"),
        MomentCheck(
            "second moment", estimator, "second_moment", angular_second_moment(), SMALL_POINT, claim="second moment"
        ),
    ]
