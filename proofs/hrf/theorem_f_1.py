"""Theorem F.1 (71): mean squared error of the normalised bipolar Gaussian hybrid, independent projections.

``MSE = E[lambda_hat^2] MSE(P) + E[(1 - lambda_hat)^2] MSE(T)`` with the moments (72), (73), for all x and y; the
number r in rho need not be their length.
"""

from __future__ import annotations

from proofs.hrf._setting import SMALL_POINT, hybrid, kernel
from proofs.hrf.eq_69 import GAUSSIAN_PAIRS, gaussian_coefficient
from proofs.hrf.theorem_3_1_indep import independent_mse
from proofs.hrf.theorem_f_1_moments import gaussian_complement_second_moment, gaussian_second_moment
from rftheory.estimators.hybrids import Bipolar
from rftheory.families.hyperbolic import Hyperbolic
from rftheory.families.trigonometric import Trigonometric
from rftheory.hybrids.gaussian import Gaussian
from rftheory.propositions import Equality
from rftheory.rules.nodes import mean_squared_error
from rftheory.simulate.checks import MomentCheck
from rftheory.statements.claims import Claim, Statement

STATEMENT = Statement(
    id="hrf.theorem-F.1",
    paper="hrf",
    location="Theorem F.1 (71)",
    kind="identity",
    title="Mean squared error of the Gaussian hybrid, independent projections",
)


def claims() -> list[Claim]:
    expected = independent_mse(gaussian_second_moment(), gaussian_complement_second_moment())
    return [
        Claim(
            name="mse",
            says=(
                "the mean squared error of the Gaussian hybrid when P, T and the coefficient have independent "
                "projections"
            ),
            proposition=Equality(mean_squared_error(hybrid(gaussian_coefficient()), kernel()), expected),
            domain=GAUSSIAN_PAIRS,
        )
    ]


def simulations() -> list[MomentCheck]:
    estimator = Bipolar(Hyperbolic(), Trigonometric(), Gaussian(), shared=False)
    expected = independent_mse(gaussian_second_moment(), gaussian_complement_second_moment())
    return [
        MomentCheck("unbiased", estimator, "mean", kernel(), SMALL_POINT, claim="mse"),
        MomentCheck("mse", estimator, "mse", expected, SMALL_POINT, claim="mse"),
    ]
