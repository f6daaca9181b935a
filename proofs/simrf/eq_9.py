r"""(9): the rows of the simplex matrix are unit vectors with pairwise cosine ``-1/(d-1)``, and they add up to zero.

    s_i = sqrt(d/(d-1)) e_i - (sqrt(d) + 1)/(d-1)^(3/2) (1, ..., 1, 0)  for i < d,
    s_d = (d-1)^(-1/2) (1, ..., 1, 0).

All of it for every integer d >= 2; at d = 2 the two rows are (-1, 0) and (1, 0). There is no such matrix for d = 1.
"""

from __future__ import annotations

import sympy as sp

from proofs.simrf._setting import D
from proofs.simrf._simplex import LAST, ONES, SHIFT, STRETCH, last_row, row
from rftheory.evidence.bounds import Bound
from rftheory.kernels import d
from rftheory.propositions import Equality, Inequality
from rftheory.rules.pair_moments import simplex_cosine
from rftheory.statements.claims import Claim, Statement
from rftheory.statements.domain import Domain, Range

STATEMENT = Statement(
    id="simrf.eq-9",
    paper="simrf",
    location="(9), (88)",
    kind="property",
    title="The rows of the simplex matrix",
    reading="d >= 2. Rows i < d are alike; two different ones of them need d >= 3.",
    not_drawn="a property of a fixed matrix: nothing is random",
    notes=("For d = 1 the rows are not defined (d - 1 is a divisor), and no simplex exists.",),
)

ROWS = Domain((D,))
#: two different rows i, j < d
_TWO = Domain((Range(d, 3, None, integer=True, typical=(3, 12), awkward=(3, 64)),))
_TOTAL = "they add up to zero"


def _length_of_sum() -> sp.Expr:
    """``|sum_i s_i|^2`` from the lengths and the products of the rows."""
    units = (d - 1) * row("i").square + last_row().square
    return units + (d - 1) * (d - 2) * row("i").dot(row("j")) + 2 * (d - 1) * row("i").dot(last_row())


def claims() -> list[Claim]:
    one, cosine = sp.Integer(1), simplex_cosine(d)
    # e_1 + ... + e_(d-1) is o: each of its d - 1 coordinates is one
    coordinate = STRETCH - (d - 1) * SHIFT + LAST
    return [
        Claim(
            name="unit rows",
            print="restored",
            says="s_i.s_i = 1 for i < d",
            proposition=Equality(row("i").square, one),
            domain=ROWS,
        ),
        Claim(
            name="unit last row",
            print="restored",
            says="s_d.s_d = 1",
            proposition=Equality(last_row().square, one),
            domain=ROWS,
        ),
        Claim(
            name="cosine of two rows",
            print="restored",
            says="s_i.s_j = -1/(d-1) for i < j < d",
            proposition=Equality(row("i").dot(row("j")), cosine),
            domain=_TWO,
        ),
        Claim(
            name="cosine with the last row",
            print="restored",
            says="s_i.s_d = -1/(d-1) for i < d",
            proposition=Equality(row("i").dot(last_row()), cosine),
            domain=ROWS,
        ),
        Claim(
            name="sum",
            print="restored",
            says=f"{_TOTAL}: every coordinate of sum_i s_i = a (e_1 + ... + e_(d-1)) - (d-1) b o + c o vanishes",
            proposition=Equality(coordinate, sp.Integer(0)),
            domain=ROWS,
        ),
        Claim(
            name="obtuse",
            says="the angles are obtuse",
            proposition=Inequality(cosine, "<", sp.Integer(0)),
            domain=ROWS,
            proof=lambda: Bound(cosine, ROWS).at_most(sp.Integer(0), [1 / (d - 1)]),
            mutants=(Inequality(cosine, "<", -sp.Rational(1, 2)),),
        ),
        Claim(
            name="length of the sum",
            says=f"{_TOTAL}: |sum_i s_i|^2 = 0 from the lengths and the products",
            role="lemma",
            proposition=Equality(_length_of_sum(), sp.Integer(0)),
            domain=ROWS,
        ),
        Claim(
            name="ones",
            says="(1, ..., 1, 0) has the squared length d - 1",
            role="lemma",
            proposition=Equality(ONES.square, d - 1),
            domain=ROWS,
        ),
    ]
