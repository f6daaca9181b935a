"""Theorem D.1 (45): the angular hybrid with independent projections, for inputs of any norms.

With z = x + y, Delta = x - y and ``lambda = theta/pi`` the paper inserts Lemma 3.2 into (22):
``lambda (lambda - lambda/n + 1/n) MSE(P) + (1 - lambda)(1 - lambda + lambda/n) MSE(T)``.
"""

from rftheory.proofs.hrf._setting import *
from rftheory.proofs.hrf.lemma_3_2 import angular_complement_second_moment, angular_second_moment
from rftheory.proofs.hrf.theorem_3_1_indep import independent_mse

STATEMENT = statement(
    "identity",
    "Theorem D.1 (45)",
    "Mean squared error of the angular hybrid, independent projections",
    id="hrf.theorem-D.1-indep",
)

#: The printed right side of (45).
angular_independent_mse = independent_mse(angular_second_moment, angular_complement_second_moment)

estimator = hybrid(angular_coefficient())
CLAIMS = (
    claim(
        "mse: the mean squared error of the angular hybrid, all projections independent",
        eq(mean_squared_error(estimator, kernel()), angular_independent_mse),
        PAIRS_WITH_COEFFICIENT,
    ).drawn(Bipolar(Hyperbolic(), Trigonometric(), Angular(), shared=False), "mse", SMALL_POINT),
)
