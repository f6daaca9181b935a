"""Theorem F.1 (71): mean squared error of the normalised bipolar Gaussian hybrid, independent projections.

``MSE = E[lambda_hat^2] MSE(P) + E[(1 - lambda_hat)^2] MSE(T)`` with the moments (72), (73), for all x and y; the
number r in rho need not be their length.
"""

from rftheory.proofs.hrf._setting import *
from rftheory.proofs.hrf.eq_69 import GAUSSIAN_PAIRS, gaussian_coefficient
from rftheory.proofs.hrf.theorem_3_1_indep import independent_mse
from rftheory.proofs.hrf.theorem_f_1_moments import gaussian_complement_second_moment, gaussian_second_moment

STATEMENT = statement(
    "identity",
    "Theorem F.1 (71)",
    "Mean squared error of the Gaussian hybrid, independent projections",
    id="hrf.theorem-F.1",
)

expected = independent_mse(gaussian_second_moment(), gaussian_complement_second_moment())
estimator = Bipolar(Hyperbolic(), Trigonometric(), Gaussian(), shared=False)
CLAIMS = (
    claim(
        "mse: the mean squared error of the Gaussian hybrid when P, T and the coefficient have independent projections",
        eq(mean_squared_error(hybrid(gaussian_coefficient()), kernel()), expected),
        GAUSSIAN_PAIRS,
    )
    .drawn(estimator, "mean", SMALL_POINT, kernel(), name="unbiased")
    .drawn(estimator, "mse", SMALL_POINT),
)
