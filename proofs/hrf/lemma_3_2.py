"""Lemma 3.2 (24): mean and second moment of the angular coefficient.

The coefficient is ``lambda_hat = 1/2 + rho_n(x).rho_n(y)`` with the sign map (19), so
``lambda_hat = 1/2 - (1/2n) sum_i sgn(tau_i.x) sgn(tau_i.y)``; theta is the angle of x and y.
"""

from rftheory.proofs.hrf._setting import *
from rftheory.families.hybrids.angular import second_moments

STATEMENT = statement("identity", "Lemma 3.2 (24)", "Mean and second moment of the angular coefficient")

DOMAIN = PAIRS_WITH_COEFFICIENT

#: The printed E[lambda_hat^2].
angular_second_moment = second_moments()[0]

#: E[(1 - lambda_hat)^2] = 1 - 2 E[lambda_hat] + E[lambda_hat^2], as it is used in Theorem D.1.
angular_complement_second_moment = second_moments()[1]

coefficient = angular_coefficient()
estimator = Coefficient(Angular())
CLAIMS = (
    claim("mean: the angular coefficient has mean theta / pi", eq(Expectation(coefficient), SHARE)).drawn(
        estimator, "mean", SMALL_POINT
    ),
    claim(
        "second moment: the second moment of the angular coefficient",
        eq(Expectation(coefficient**2), angular_second_moment),
    ).drawn(estimator, "second_moment", SMALL_POINT),
    lemma(
        "complement: the second moment of one minus the coefficient",
        eq(Expectation((1 - coefficient) ** 2), angular_complement_second_moment),
    ),
)
