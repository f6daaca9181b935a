"""The average of |x_il y_jl| over all pairs of rows of two data sets, for each coordinate l  (CRT, (14)).

``L^-2 sum_ij |x_il y_jl| = L^-2 (sum_i |x_il|) (sum_j |y_jl|)``, for X, Y of shape (L, d) and 1 <= l <= d: the absolute value
of a product is the product of the absolute values. With them (13) is averaged over data, coordinate by coordinate.
"""

from rftheory.vocabulary import *
from rftheory.inputs.coordinates import L, N, X, Y, i, j, l
from rftheory.proofs.crt._data import DATA, UNEQUAL, over_pairs

STATEMENT = statement(
    "identity",
    "(14)",
    "Average of |x_l y_l| over all pairs",
    reading="For every coordinate l from 1 to d.",
    not_drawn="an algebraic identity between sums over the data; no estimator occurs in it",
)

_COORDINATE = Range(l, 1, None, integer=True, typical=(1, 4), awkward=(1,))


def _of_one_coordinate(domain: Domain) -> Domain:
    return domain.with_ranges(_COORDINATE).where(
        sp.Le(l, d), words=printed_words("1 ≤ l ≤ d", "Sec. 3.2.2, before (14)")
    )


def average(size: sp.Expr = L, other: sp.Expr = L) -> sp.Expr:
    """The average over all pairs, as it is defined."""
    return over_pairs(sp.Abs(X[i, l] * Y[j, l]), size, other)


def printed(size: sp.Expr = L, other: sp.Expr = L) -> sp.Expr:
    """The right side of (14)."""
    rows = sp.Sum(sp.Abs(X[i, l]), (i, 1, size)) * sp.Sum(sp.Abs(Y[j, l]), (j, 1, other))
    return rows / (size * other)


CLAIMS = (
    claim(
        "average: the average over all pairs, from sums over the rows of each set",
        eq(average(), printed()),
        _of_one_coordinate(DATA),
        location="(14)",
        print="restored",
    ),
    lemma(
        "sets of two sizes: the same for sets of any two sizes L and N",
        eq(average(L, N), printed(L, N)),
        _of_one_coordinate(UNEQUAL),
    ),
)
