r"""Algorithm 1: ``y = Sx`` in O(d) operations.

    y_d = (d-1)^(-1/2) sum_(i<d) x_i;   y_i = sqrt(d/(d-1)) x_i - (sqrt(d) + 1)/(d-1) y_d  for i < d.

By (9) ``s_d.x = c o.x`` and ``s_i.x = a x_i - b o.x``, with ``o = (1, ..., 1) - e_d``: the algorithm computes o.x once, and ``b = c
(sqrt(d) + 1)/(d - 1)``. The product with the matrix as it stands takes d(2d - 1) operations.
"""

from rftheory.vocabulary import *
from rftheory.inputs.coordinates import l, total, x
from rftheory.proofs.crt._operations import operations
from rftheory.proofs.simrf._simplex import LAST, SHIFT, STRETCH
from rftheory.proofs.simrf.eq_9 import ROWS

STATEMENT = statement(
    "algorithm",
    "Algorithm 1, App. B.2.1",
    "Fast matrix-vector multiplication with S",
    reading="For every d >= 2 and x in R^d, y is Sx with the rows of (9). Operations are additions, "
    "multiplications, divisions and roots, coefficients computed anew wherever they stand: at most 14 d "
    "of them.",
    not_drawn="a product with a fixed matrix and a count of operations: nothing is random",
    notes=("The last coordinate of x is not used: the last column of S is zero.",),
)

DOMAIN = ROWS

_VECTOR = Range(x.label, None, None, "()", typical=(-2, 2), awkward=(0, 1), shape=(d,))
#: a row i < d, and its coordinate of x
_i = sp.Symbol("i", integer=True, positive=True)
_INPUTS = Domain((*ROWS.ranges, _VECTOR))
_ROWS = Domain((*_INPUTS.ranges, Range(_i, 1, None, integer=True, typical=(1, 11), awkward=(1,)))).where(
    sp.Le(_i, d - 1), words=printed_words("for i = 1 to d − 1 do", "Algorithm 1")
)
#: y_d where it is known already
_KNOWN = sp.Symbol("y_d", real=True)
_PER_COORDINATE, _FEWEST = 14, 8

#: The y_d of the algorithm, the sum over i < d written as one over all i without x_d.
last = 1 / sp.sqrt(d - 1) * (total(x[l]) - x[d])


def entry(last_entry: sp.Expr) -> sp.Expr:
    """The y_i of the algorithm for i < d."""
    return sp.sqrt(d / (d - 1)) * x[_i] - (sp.sqrt(d) + 1) / (d - 1) * last_entry


#: The operations of the algorithm: y_d, then d - 1 entries.
cost = operations(1 / sp.sqrt(d - 1) * total(x[l], size=d - 1)) + (d - 1) * operations(entry(_KNOWN))


CLAIMS = (
    claim("last entry: y_d = s_d.x", eq(total(LAST * x[l]) - LAST * x[d], last), _INPUTS, print="restored"),
    claim(
        "other entries: y_i = s_i.x for i < d, with e_i.x = x_i",
        eq(STRETCH * x[_i] - total(SHIFT * x[l]) + SHIFT * x[d], entry(last)),
        _ROWS,
        print="restored",
    ),
    claim(
        f"cost: the algorithm takes at most {_PER_COORDINATE} d operations",
        le(cost, _PER_COORDINATE * d),
        proof=Chain(cost).lt(_PER_COORDINATE * d),
    ),
    lemma(
        f"cost, from below: it takes at least {_FEWEST} d operations: the order d is exact",
        ge(cost, _FEWEST * d),
        proof=Chain(cost).ge(_FEWEST * d),
    ),
)
