"""Theorem 3.1 (23): the hybrid estimator whose base estimators share their projections.

The paper prints (22) minus ``(2/m) SM^2 (1 - cos(|x|^2 - |y|^2)) E[lambda_hat (1 - lambda_hat)]``.
"""

from rftheory.proofs.hrf._setting import *
from rftheory.proofs.hrf.lemma_3_2 import angular_complement_second_moment, angular_second_moment
from rftheory.proofs.hrf.theorem_3_1_indep import independent_mse

STATEMENT = statement("identity", "Theorem 3.1 (23)", "Mean squared error of the bipolar hybrid, shared projections")


def shared_mse(second: sp.Expr, complement_second: sp.Expr, mixed: sp.Expr, pair: Pair = PAIR) -> sp.Expr:
    """The printed right side, for given E[l^2], E[(1-l)^2] and E[l (1-l)] of the coefficient l."""
    difference = pair.x.square - pair.y.square
    covariance = 2 / m * kernel(pair) ** 2 * (1 - sp.cos(difference)) * mixed
    return independent_mse(second, complement_second, pair) - covariance


products = (LAMBDA_HAT**2, (1 - LAMBDA_HAT) ** 2, LAMBDA_HAT * (1 - LAMBDA_HAT))
moments = (expand_expectation(Expectation(e)) for e in products)
second, complement = angular_second_moment, angular_complement_second_moment
drawn = Bipolar(Hyperbolic(), Trigonometric(), Angular(), shared=True)
CLAIMS = (
    claim(
        "mse: the mean squared error of the hybrid when P and T share their projections",
        eq(mean_squared_error(hybrid(LAMBDA_HAT, shared=True), kernel()), shared_mse(*moments)),
        PAIRS,
    )
    .drawn(drawn, "mean", SMALL_POINT, kernel(), name="unbiased")
    .drawn(
        # E[l (1 - l)] from E[l^2] and E[(1 - l)^2]: 1 = l^2 + (1 - l)^2 + 2 l (1 - l)
        drawn,
        "mse",
        SMALL_POINT,
        shared_mse(second, complement, (1 - second - complement) / 2),
    ),
)
