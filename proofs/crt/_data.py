"""What the statements on averages over data share: two data sets of L rows in R^d, known through their coordinates."""

from rftheory.vocabulary import *
from rftheory.inputs.coordinates import L, N, X, Y, i, j

SIZE = Range(L, 1, None, integer=True, typical=(1, 4), awkward=(1,))
#: the same where nothing is summed: counts of operations
ROWS = Range(L, 1, None, integer=True, typical=(1, 64), awkward=(1, 1000))
OTHER_SIZE = Range(N, 1, None, integer=True, typical=(1, 4), awkward=(1,))
DIMENSION = Range(d, 1, None, integer=True, typical=(1, 4), awkward=(1,))
ROWS_X = Range(X.label, None, None, typical=(-2, 2), awkward=(20,), shape=(L, d))
ROWS_Y = Range(Y.label, None, None, typical=(-2, 2), awkward=(-20,), shape=(L, d))

#: two data sets of equal size, as the paper takes them
DATA = Domain((SIZE, DIMENSION, ROWS_X, ROWS_Y))
#: two data sets of any sizes L and N
UNEQUAL = DATA.with_ranges(OTHER_SIZE, Range(Y.label, None, None, typical=(-2, 2), awkward=(-20,), shape=(N, d)))
#: the sizes alone
SIZES = Domain((SIZE, DIMENSION))


def over_pairs(body: sp.Expr, size: sp.Expr = L, other: sp.Expr = L) -> sp.Expr:
    """The average over all pairs (i, j) of rows."""
    return sp.Sum(body, (j, 1, other), (i, 1, size)) / (size * other)


def over_rows(body: sp.Expr, index: sp.Symbol = i, size: sp.Expr = L) -> sp.Expr:
    """The average over the rows of one data set."""
    return sp.Sum(body, (index, 1, size)) / size
