r"""(9): the rows of the simplex matrix are unit vectors with pairwise cosine ``-1/(d-1)``, and they add up to zero.

    s_i = sqrt(d/(d-1)) e_i - (sqrt(d) + 1)/(d-1)^(3/2) (1, ..., 1, 0)  for i < d,
    s_d = (d-1)^(-1/2) (1, ..., 1, 0).

All of it for every integer d >= 2; at d = 2 the two rows are (-1, 0) and (1, 0). There is no such matrix for d = 1.
"""

from rftheory.proofs.simrf._setting import *
from rftheory.proofs.simrf._simplex import LAST, SHIFT, STRETCH, last_row, row

STATEMENT = statement(
    "property",
    "(9), (88)",
    "The rows of the simplex matrix",
    reading="d >= 2. Rows i < d are alike; two different ones of them need d >= 3.",
    not_drawn="a property of a fixed matrix: nothing is random",
    notes=("For d = 1 the rows are not defined (d - 1 is a divisor), and no simplex exists.",),
)

ROWS = Domain((D,))
DOMAIN = ROWS
#: two different rows i, j < d
_TWO = Domain((Range(d, 3, None, integer=True, typical=(3, 12), awkward=(3, 64)),))


one, cosine = sp.Integer(1), simplex_cosine(d)
# e_1 + ... + e_(d-1) is o: each of its d - 1 coordinates is one
coordinate = STRETCH - (d - 1) * SHIFT + LAST
CLAIMS = (
    claim("unit rows: s_i.s_i = 1 for i < d", eq(row("i").square, one), print="restored"),
    claim("unit last row: s_d.s_d = 1", eq(last_row.square, one), print="restored"),
    claim(
        "cosine of two rows: s_i.s_j = -1/(d-1) for i < j < d",
        eq(row("i").dot(row("j")), cosine),
        _TWO,
        print="restored",
    ),
    claim(
        "cosine with the last row: s_i.s_d = -1/(d-1) for i < d", eq(row("i").dot(last_row), cosine), print="restored"
    ),
    claim(
        "sum: they add up to zero: every coordinate of sum_i s_i = a (e_1 + ... + e_(d-1)) - (d-1) b o + c o vanishes",
        eq(coordinate, 0),
        print="restored",
    ),
    claim("obtuse: the angles are obtuse", lt(cosine, 0), proof=Chain(cosine).lt(sp.Integer(0))),
)
