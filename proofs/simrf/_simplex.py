r"""The rows of the simplex matrix, as (9) writes them: combinations of unit vectors e_i and of ``o = (1, ..., 1, 0)``.

    s_i = a e_i - b o for i < d,   s_d = c o,   a = sqrt(d/(d-1)), b = (sqrt(d) + 1)/(d-1)^(3/2), c = (d-1)^(-1/2).

Products need the Gram table of e_i, e_j (i != j < d) and o only: ``e_i.e_i = 1, e_i.e_j = 0, e_i.o = 1, o.o = d - 1``.
"""

from rftheory.vocabulary import *

#: the coefficients a, b, c
STRETCH = sp.sqrt(d / (d - 1))
SHIFT = (sp.sqrt(d) + 1) / (d - 1) ** sp.Rational(3, 2)
LAST = 1 / sp.sqrt(d - 1)
_l = sp.Symbol("l", integer=True, positive=True)
_TABLE = {"ii": sp.Integer(1), "jj": sp.Integer(1), "ij": sp.Integer(0), "io": sp.Integer(1), "jo": sp.Integer(1)}


def _gram(first: str, second: str) -> sp.Expr:
    key = "".join(sorted(first + second))
    # the coordinates of o are d - 1 ones
    return sp.Sum(sp.Integer(1), (_l, 1, d - 1)) if key == "oo" else _TABLE[key]


_SPACE = Space("rows of the simplex matrix", _gram, "ijo")
ONES = _SPACE.vector("o")


def row(name: str) -> Vector:
    """s_i with i < d, for the index named "i" or "j"."""
    return _SPACE.vector(name) * STRETCH - ONES * SHIFT


#: s_d.
last_row = ONES * LAST
