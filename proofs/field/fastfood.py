r"""Fastfood in the plane: rows of H G P H B/2^(1/2) are N(0, I), and two rows of one block are worse than independent ones.

Given the signs B and the permutation P a row is Gaussian with the variance ``|z|^2`` along z, as H B turns z and keeps its
length: so the features are unbiased for the Gaussian kernel. Two rows share the two numbers of G, with the covariance ``(c_1^2
- c_2^2)/2`` for ``c = H B z``, which is ``+-2 z_1 z_2``. So for waves

    E cos(w_1.z) cos(w_2.z) = exp(-|z|^2) cosh(2 z_1 z_2) >= exp(-|z|^2),

whatever the signs are: a block has more variance than independent projections at every z off the axes, and for z along a
diagonal of the plane it is the variance of one projection twice.
"""

from rftheory.vocabulary import *
from rftheory.inputs.kernels import Space

STATEMENT = statement(
    "identity",
    "Le, Sarlos and Smola 2013, Sec. 4",
    "Fastfood in the plane is unbiased, with more variance than independent projections",
    reading="d = 2, without the lengths S: each row is then Gaussian. The signs B and the permutation P are any.",
    not_drawn="Fastfood is no coupling of the simulator; both moments are of two Gaussian numbers, and enclosed",
    notes=(
        "That the rows of one block are never better in the plane is ours; the paper bounds the variance from above.",
    ),
)

_z = sp.symbols("z_1 z_2", real=True)
DOMAIN = Domain(tuple(Range(s, typical=(-2, 2), awkward=(0, 1)) for s in _z))
_DIAGONAL = Domain((Range(_z[0], typical=(-2, 2), awkward=(0,)),))
_g = Projection("g")
_square = _z[0] ** 2 + _z[1] ** 2


def rows(sign: int, swapped: bool) -> tuple[sp.Expr, sp.Expr]:
    """``w_1.z`` and ``w_2.z`` of one block, for B = (sign, 1): ``g.(a + b)`` and ``g.(a - b)`` along the axes, a = P H B z on the first."""
    images = [sign * _z[0] + _z[1], sign * _z[0] - _z[1]]
    lengths = dict(zip("ba" if swapped else "ab", images, strict=True))
    axes = Space(f"block {sign} {swapped}", lambda u, v: lengths[u] ** 2 / 2 if u == v else sp.Integer(0), names="ab")
    first, second = axes.vector("a"), axes.vector("b")
    return _g.dot(first + second), _g.dot(first - second)


def pair(sign: int, swapped: bool) -> sp.Expr:
    """E Z_1 Z_2 of the waves of the two rows."""
    return Expectation(sp.Mul(*(sp.cos(row) for row in rows(sign, swapped))))


_CASES = [(sign, swapped) for sign in (1, -1) for swapped in (False, True)]
moment = sp.exp(-_square) * sp.cosh(2 * _z[0] * _z[1])

CLAIMS = (
    claim("worse: E Z_1 Z_2 >= exp(-|z|^2), that of independent projections", ge(pair(1, False), sp.exp(-_square))),
    *(
        claim(
            "exp(-|z|^2/2), the Gaussian kernel",
            eq(Expectation(sp.cos(row)), sp.exp(-_square / 2)),
            name=f"unbiased, row {i}",
        )
        for i, row in enumerate(rows(1, False), start=1)
    ),
    *(
        claim(
            "E Z_1 Z_2 = exp(-|z|^2) cosh(2 z_1 z_2)",
            eq(pair(sign, swapped), moment),
            name=f"two rows, signs ({sign}, 1){', swapped' if swapped else ''}",
        )
        for sign, swapped in _CASES
    ),
    claim(
        "diagonal: for z_1 = z_2 the moment is (1 + exp(-2|z|^2))/2, the E Z^2 of one row: two rows are as good as one",
        eq(moment.subs(_z[1], _z[0]), (1 + sp.exp(-4 * _z[0] ** 2)) / 2),
        _DIAGONAL,
    ),
)
TWINS = (
    claim("independent rows: E Z_1 Z_2 = exp(-|z|^2)", eq(pair(1, False), sp.exp(-_square))),
    claim("orthogonal rows are better: E Z_1 Z_2 <= exp(-|z|^2)", le(pair(1, False), sp.exp(-_square))),
)
