"""Theorem D.1 (46): the angular hybrid whose base estimators share their projections, for inputs of any norms.

The paper prints (45) minus ``(2/m) SM^2 (1 - cos(|x|^2 - |y|^2)) (theta/pi)(1 - 1/n - theta/pi + theta/(n pi))``.
"""

from rftheory.proofs.hrf._setting import *
from rftheory.proofs.hrf.lemma_3_2 import angular_complement_second_moment, angular_second_moment
from rftheory.proofs.hrf.theorem_3_1_shared import shared_mse

STATEMENT = statement(
    "identity",
    "Theorem D.1 (46)",
    "Mean squared error of the angular hybrid, shared projections",
    id="hrf.theorem-D.1-shared",
    notes=("For n = 1 and for equal norms the last term vanishes: the error is not 'further reduced' then.",),
)

#: The printed E[lambda_hat (1 - lambda_hat)].
angular_mixed_moment = SHARE * (1 - 1 / n - SHARE + SHARE / n)

#: The printed right side of (46).
angular_shared_mse = shared_mse(angular_second_moment, angular_complement_second_moment, angular_mixed_moment)

estimator = hybrid(angular_coefficient(), shared=True)
CLAIMS = (
    claim(
        "mse: the mean squared error of the angular hybrid whose P and T share their projections",
        eq(mean_squared_error(estimator, kernel()), angular_shared_mse),
        PAIRS_WITH_COEFFICIENT,
    ).drawn(Bipolar(Hyperbolic(), Trigonometric(), Angular(), shared=True), "mse", SMALL_POINT),
)
