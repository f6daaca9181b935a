"""Theorem D.1 (46): the angular hybrid whose base estimators share their projections, for inputs of any norms.

The paper prints (45) minus ``(2/m) SM^2 (1 - cos(|x|^2 - |y|^2)) (theta/pi)(1 - 1/n - theta/pi + theta/(n pi))``.
"""

from __future__ import annotations

import sympy as sp

from proofs.hrf._setting import PAIRS_WITH_COEFFICIENT, SHARE, SMALL_POINT, angular_coefficient, hybrid, kernel
from proofs.hrf.lemma_3_2 import angular_complement_second_moment, angular_second_moment
from proofs.hrf.theorem_3_1_shared import shared_mse
from rftheory.estimators.hybrids import Bipolar
from rftheory.families.hyperbolic import Hyperbolic
from rftheory.families.trigonometric import Trigonometric
from rftheory.hybrids.angular import Angular
from rftheory.kernels import n
from rftheory.propositions import Equality
from rftheory.rules.nodes import mean_squared_error
from rftheory.simulate.checks import MomentCheck
from rftheory.statements.claims import Claim, Statement

STATEMENT = Statement(
    id="hrf.theorem-D.1-shared",
    paper="hrf",
    location="Theorem D.1 (46)",
    kind="identity",
    title="Mean squared error of the angular hybrid, shared projections",
    notes=("For n = 1 and for equal norms the last term vanishes: the error is not 'further reduced' then.",),
)


def angular_mixed_moment() -> sp.Expr:
    """The printed E[lambda_hat (1 - lambda_hat)]."""
    return SHARE * (1 - 1 / n - SHARE + SHARE / n)


def angular_shared_mse() -> sp.Expr:
    """The printed right side of (46)."""
    return shared_mse(angular_second_moment(), angular_complement_second_moment(), angular_mixed_moment())


def claims() -> list[Claim]:
    estimator = hybrid(angular_coefficient(), shared=True)
    return [
        Claim(
            name="mse",
            says="the mean squared error of the angular hybrid whose P and T share their projections",
            proposition=Equality(mean_squared_error(estimator, kernel()), angular_shared_mse()),
            domain=PAIRS_WITH_COEFFICIENT,
        )
    ]


def simulations() -> list[MomentCheck]:
    estimator = Bipolar(Hyperbolic(), Trigonometric(), Angular(), shared=True)
    return [MomentCheck("mse", estimator, "mse", angular_shared_mse(), SMALL_POINT, claim="mse")]
