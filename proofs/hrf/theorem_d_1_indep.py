"""Theorem D.1 (45): the angular hybrid with independent projections, for inputs of any norms.

With z = x + y, Delta = x - y and ``lambda = theta/pi`` the paper inserts Lemma 3.2 into (22):
``lambda (lambda - lambda/n + 1/n) MSE(P) + (1 - lambda)(1 - lambda + lambda/n) MSE(T)``.
"""

from __future__ import annotations

import sympy as sp

from proofs.hrf._setting import PAIRS_WITH_COEFFICIENT, SMALL_POINT, angular_coefficient, hybrid, kernel
from proofs.hrf.lemma_3_2 import angular_complement_second_moment, angular_second_moment
from proofs.hrf.theorem_3_1_indep import independent_mse
from rftheory.estimators.hybrids import Bipolar
from rftheory.families.hyperbolic import Hyperbolic
from rftheory.families.trigonometric import Trigonometric
from rftheory.hybrids.angular import Angular
from rftheory.propositions import Equality
from rftheory.rules.nodes import mean_squared_error
from rftheory.simulate.checks import MomentCheck
from rftheory.statements.claims import Claim, Statement

STATEMENT = Statement(
    id="hrf.theorem-D.1-indep",
    paper="hrf",
    location="Theorem D.1 (45)",
    kind="identity",
    title="Mean squared error of the angular hybrid, independent projections",
    notes=("The print has a stray equality sign between the two terms of the sum.",),
)


def angular_independent_mse() -> sp.Expr:
    """The printed right side of (45)."""
    return independent_mse(angular_second_moment(), angular_complement_second_moment())


def claims() -> list[Claim]:
    estimator = hybrid(angular_coefficient())
    return [
        Claim(
            name="mse",
            says="the mean squared error of the angular hybrid, all projections independent",
            proposition=Equality(mean_squared_error(estimator, kernel()), angular_independent_mse()),
            domain=PAIRS_WITH_COEFFICIENT,
        )
    ]


def simulations() -> list[MomentCheck]:
    estimator = Bipolar(Hyperbolic(), Trigonometric(), Angular(), shared=False)
    return [MomentCheck("mse", estimator, "mse", angular_independent_mse(), SMALL_POINT, claim="mse")]
