"""The average of |x_i + s y_j|^2 over all pairs of rows of two data sets  (CRT, (8)).

``L^-2 sum_ij |x_i + s y_j|^2 = L^-1 sum_i |x_i|^2 + 2s L^-2 (sum_i x_i).(sum_i y_i) + L^-1 sum_i |y_i|^2``, for X, Y of shape
(L, d) and s = +1 or -1: the square is multiplied out (s^2 = 1), and the mixed sum is a product of sums. The same holds
with sets of different sizes, and without cancellation with the means and the mean squared distances from them.
"""

from rftheory.vocabulary import *
from rftheory.inputs.coordinates import L, N, X, Y, i, j, l, total
from rftheory.proofs.crt._data import DATA, UNEQUAL, over_pairs, over_rows

STATEMENT = statement(
    "identity",
    "(8)",
    "Average of |x_i + s y_j|^2 over all pairs",
    reading="For every L and d, and both signs s = +1 and s = -1.",
    not_drawn="an algebraic identity between sums over the data; no estimator occurs in it",
)


def average(s: int, size: sp.Expr = L, other: sp.Expr = L) -> sp.Expr:
    """The average over all pairs, as it is defined."""
    return over_pairs(total((X[i, l] + s * Y[j, l]) ** 2), size, other)


def printed(s: int) -> sp.Expr:
    """The right side of (8)."""
    mixed = total(sp.Sum(X[i, l], (i, 1, L)) * sp.Sum(Y[i, l], (i, 1, L)))
    return over_rows(total(X[i, l] ** 2)) + 2 * s / L**2 * mixed + over_rows(total(Y[i, l] ** 2))


def _mean(rows: sp.IndexedBase, size: sp.Expr) -> sp.Expr:
    return over_rows(rows[i, l], size=size)


def _spread(rows: sp.IndexedBase, size: sp.Expr) -> sp.Expr:
    """The mean squared distance of the rows from their mean."""
    return over_rows(total((rows[j, l] - _mean(rows, size)) ** 2), j, size)


def with_means(s: int) -> sp.Expr:
    """The two mean squared distances plus |mean of x + s mean of y|^2: a sum of nonnegative terms."""
    return _spread(X, L) + _spread(Y, N) + total((_mean(X, L) + s * _mean(Y, N)) ** 2)


CLAIMS = tuple(
    each
    for s in (1, -1)
    for each in (
        claim(
            "the average over all pairs, from sums over the rows of each set",
            eq(average(s), printed(s)),
            DATA,
            name=f"s = {s:+d}",
            location="(8)",
            print="restored",
        ),
        lemma(
            "the average over all pairs of sets of any two sizes, as a sum of nonnegative terms",
            eq(average(s, L, N), with_means(s)),
            UNEQUAL,
            name=f"means, s = {s:+d}",
        ),
    )
)
