"""Theorem 3.1 (22): the hybrid estimator with independent projections.

``MSE(hyb) = E[lambda_hat^2] MSE(P) + E[(1 - lambda_hat)^2] MSE(T)`` for every coefficient that is independent of the
base estimators P (positive) and T (trigonometric); its moments stay unknowns here.
"""

from __future__ import annotations

import sympy as sp

from proofs.hrf._setting import LAMBDA_HAT, PAIRS, SMALL_POINT, hybrid, kernel
from proofs.hrf.lemma_2_2_pos import positive_mse
from proofs.hrf.lemma_2_2_trig import trigonometric_mse
from proofs.hrf.lemma_3_2 import angular_complement_second_moment, angular_second_moment
from rftheory.estimators.hybrids import Bipolar
from rftheory.families.hyperbolic import Hyperbolic
from rftheory.families.trigonometric import Trigonometric
from rftheory.hybrids.angular import Angular
from rftheory.kernels import PAIR, Pair
from rftheory.propositions import Equality
from rftheory.rules.expectation import expand_expectation
from rftheory.rules.nodes import Expectation, mean_squared_error
from rftheory.simulate.checks import MomentCheck
from rftheory.statements.claims import Claim, Statement

STATEMENT = Statement(
    id="hrf.theorem-3.1-indep",
    paper="hrf",
    location="Theorem 3.1 (22)",
    kind="identity",
    title="Mean squared error of the bipolar hybrid, independent projections",
)


def independent_mse(second: sp.Expr, complement_second: sp.Expr, pair: Pair = PAIR) -> sp.Expr:
    """The printed right side, for given E[lambda_hat^2] and E[(1 - lambda_hat)^2]."""
    return second * positive_mse(pair) + complement_second * trigonometric_mse(pair)


def claims() -> list[Claim]:
    moments = (expand_expectation(Expectation(e**2)) for e in (LAMBDA_HAT, 1 - LAMBDA_HAT))
    return [
        Claim(
            name="mse",
            says="the mean squared error of the hybrid when P, T and the coefficient have independent projections",
            proposition=Equality(mean_squared_error(hybrid(LAMBDA_HAT), kernel()), independent_mse(*moments)),
            domain=PAIRS,
        )
    ]


def simulations() -> list[MomentCheck]:
    estimator = Bipolar(Hyperbolic(), Trigonometric(), Angular(), shared=False)
    expected = independent_mse(angular_second_moment(), angular_complement_second_moment())
    return [
        MomentCheck("unbiased", estimator, "mean", kernel(), SMALL_POINT, claim="mse"),
        MomentCheck("mse", estimator, "mse", expected, SMALL_POINT, claim="mse"),
    ]
