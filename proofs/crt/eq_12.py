"""The average of sum_l x_il^2 y_jl^2 over all pairs of rows of two data sets  (CRT, (12)).

``L^-2 sum_ij sum_l (x_il)^2 (y_jl)^2 = L^-2 sum_l (sum_i (x_il)^2) (sum_j (y_jl)^2)``, for X, Y of shape (L, d): in each
coordinate the summand is a product of a function of i and one of j. It is what the optimal Poisson rate asks for.
"""

from rftheory.vocabulary import *
from rftheory.inputs.coordinates import L, N, X, Y, i, j, l, total
from rftheory.proofs.crt._data import DATA, UNEQUAL, over_pairs

STATEMENT = statement(
    "identity",
    "(12)",
    "Average of sum_l x_l^2 y_l^2 over all pairs",
    not_drawn="an algebraic identity between sums over the data; no estimator occurs in it",
)


def average(size: sp.Expr = L, other: sp.Expr = L) -> sp.Expr:
    """The average over all pairs, as it is defined."""
    return over_pairs(total(X[i, l] ** 2 * Y[j, l] ** 2), size, other)


def printed(size: sp.Expr = L, other: sp.Expr = L) -> sp.Expr:
    """The right side of (12)."""
    rows = sp.Sum(X[i, l] ** 2, (i, 1, size)) * sp.Sum(Y[j, l] ** 2, (j, 1, other))
    return total(rows) / (size * other)


CLAIMS = (
    claim(
        "average: the average over all pairs, from sums over the rows of each set",
        eq(average(), printed()),
        DATA,
        location="(12)",
        print="restored",
    ),
    lemma("sets of two sizes: the same for sets of any two sizes L and N", eq(average(L, N), printed(L, N)), UNEQUAL),
)
