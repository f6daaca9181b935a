"""Theorem 3.1 (22): the hybrid estimator with independent projections.

``MSE(hyb) = E[lambda_hat^2] MSE(P) + E[(1 - lambda_hat)^2] MSE(T)`` for every coefficient that is independent of the
base estimators P (positive) and T (trigonometric); its moments stay unknowns here.
"""

from rftheory.proofs.hrf._setting import *
from rftheory.proofs.hrf.lemma_2_2_pos import positive_mse
from rftheory.proofs.hrf.lemma_2_2_trig import trigonometric_mse
from rftheory.proofs.hrf.lemma_3_2 import angular_complement_second_moment, angular_second_moment

STATEMENT = statement(
    "identity", "Theorem 3.1 (22)", "Mean squared error of the bipolar hybrid, independent projections"
)


def independent_mse(second: sp.Expr, complement_second: sp.Expr, pair: Pair = PAIR) -> sp.Expr:
    """The printed right side, for given E[lambda_hat^2] and E[(1 - lambda_hat)^2]."""
    return second * positive_mse(pair) + complement_second * trigonometric_mse(pair)


moments = (expand_expectation(Expectation(e**2)) for e in (LAMBDA_HAT, 1 - LAMBDA_HAT))
drawn = Bipolar(Hyperbolic(), Trigonometric(), Angular(), shared=False)
CLAIMS = (
    claim(
        "mse: the mean squared error of the hybrid when P, T and the coefficient have independent projections",
        eq(mean_squared_error(hybrid(LAMBDA_HAT), kernel()), independent_mse(*moments)),
        PAIRS,
    )
    .drawn(drawn, "mean", SMALL_POINT, kernel(), name="unbiased")
    .drawn(drawn, "mse", SMALL_POINT, independent_mse(angular_second_moment, angular_complement_second_moment)),
)
