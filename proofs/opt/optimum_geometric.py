"""Completion of Theorem 1: the optimal proposal of geometric features, which does not depend on their parameter.

The law ``p_k = p (1-p)^k`` of the counts drops out of ``p_k f(x, k)^2``: see `_optimum_counts`. Sampled optimally, the
discretely-induced features of every law {p_k} are the same estimator.
"""

from rftheory.proofs.crt._setting import SUCCESS
from rftheory.vocabulary import *
from rftheory.proofs.opt import _optimum_counts as counts

STATEMENT = statement(
    "optimum",
    "Theorem 1, completed",
    "Optimal proposal of geometric features (our completion of Theorem 1)",
    notes=(
        "Given x the optimal counts are independent Poisson(x_l^2), for every law {p_k} of the family; for data N(0, diag) they "
        "are negative binomial of shape 1/2.",
        "A coordinate that vanishes for all inputs of the data has the count 0; the estimator is then unbiased for such inputs.",
    ),
)

CLAIMS = counts.claims(Geometric(), Geometric(sp.Rational(3, 4)), SUCCESS)
