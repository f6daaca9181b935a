"""Equation (18): whether the condition (17) for zero variance can be relaxed.

The paper: "we can relax that condition", one only needs ``Re(A)x + Re(A^-T)y = 0`` and ``Im(A)x + Im(A^-T)y = 0``.
For real x and y these are the real and the imaginary part of ``Ax + A^-T y``, and the estimator has no variance
exactly if both vanish. So (18) is sufficient, but it is (17) multiplied by A, ``Ax + A^-T y = A (x + A^-1 A^-T y)``:
nothing is relaxed. How much a condition asks for is measured by its real solutions (x, y), a space whose dimension is that
of (x, y) less the rank of the equations.
"""

from rftheory.proofs.hrf._complex import *
from rftheory.rules.nodes import variance

STATEMENT = statement(
    "claim",
    "Sec. 2.3 (18)",
    "The conditions (18) for zero variance and whether they relax (17)",
    reading="Two claims: (18) makes the variance zero; and (18) is strictly weaker than (17), that is, for every "
    "invertible A its real solutions (x, y) form a space of larger dimension.",
    notes=(
        "For complex x and y, (18) still implies (17), as first line plus i times the second, and is stricter than it.",
    ),
)

#: the matrix A = [a + ib] of one dimension
_RE, _IM = sp.symbols("a b", real=True)
DOMAIN = Domain(tuple(Range(s, typical=(-2, 2), awkward=(0, 1)) for s in (_RE, _IM)), (sp.Gt(_RE**2 + _IM**2, 0),))


def _solutions(x_factor: sp.Expr, y_factor: sp.Expr) -> sp.Expr:
    """The dimension of the real solutions (x, y) of ``x_factor x + y_factor y = 0``, real and imaginary part: 2 less the rank.

    The rank of two equations in two unknowns is 0, 1 or 2: whether some coefficient, and whether the determinant, is not 0.
    """
    rows = sp.Matrix([[part(x_factor), part(y_factor)] for part in (sp.re, sp.im)])
    rank = sp.sign(sp.Add(*(entry**2 for entry in rows))) + sp.sign(sp.factor(rows.det() ** 2))
    return 2 - rank


_matrix = _RE + sp.I * _IM
_inverted = (_RE - sp.I * _IM) / (_RE**2 + _IM**2)
#: The dimensions of the real solutions of (18) and of (17) in one dimension.
relaxed, original = _solutions(_matrix, _inverted), _solutions(sp.Integer(1), sp.expand(_inverted**2))

real_part, imaginary_part = opposite_parts()
image = real_part[0] + real_part[1] + (imaginary_part[0] + imaginary_part[1]) * sp.I
squares = (real_part[0] + imaginary_part[0] * sp.I).square + (real_part[1] + imaginary_part[1] * sp.I).square
printed_relaxed = claim(
    "relaxed: (18) has a space of real solutions at least one dimension larger than (17), for every A = [a + ib]",
    ge(relaxed, original + 1),
    tex=r"\mathrm{Re}(A)x + \mathrm{Re}((A^\top)^{-1})y = 0,\ \mathrm{Im}(A)x + \mathrm{Im}((A^\top)^{-1})y = 0",
    quote="Re(A)x + Re((AT )−1)y = 0 and Im(A)x + Im((AT )−1)y = 0 (18)",
).false(
    at={_RE: 1, _IM: 0},
    because="for real x and y, (18) says Ax + A^-T y = 0, which is (17) multiplied by A: for d = 1 and A = 1 both are x + y = 0. Compared "
    "are the dimension of the real solutions (x, y) of (18) and that of (17) plus 1, A = [a + ib].",
    error="false",
    survives="yes: (18) is right as a condition, it only asks for as much as (17)",
)
CLAIMS = (
    claim(
        "sufficient: the variance is zero if Re(A)x = -Re(A^-T)y and Im(A)x = -Im(A^-T)y",
        eq(variance(sp.exp(-squares / 2) * SampleMean(sp.exp(W.dot(image)), m)), 0),
        OPPOSITE_IMAGES,
    ).drawn(drawn_where_exact(), "mse", {m: 2}, dimension=2),
    printed_relaxed,
    equivalent_conditions(printed_relaxed),
)
