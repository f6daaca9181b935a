"""Sec. 4: the bound of Corollary 1 is "a tight upper bound".

It is attained, exactly where ``E_x1 phi(x_1, w)^2`` is a multiple of ``E_x2 phi(x_2, w)^2``: for all representations if
X_1 = X_2, and for other laws now and then. It is not attained in general: for positive features and two fixed inputs
the optimal variance is 0 and the bound K(x, x) K(y, y) - K(x, y)^2.
"""

from __future__ import annotations

import sympy as sp

from proofs.opt._setting import NONZERO_MOMENTS, b, k, omega, over_points
from proofs.opt.corollary_1 import gap_identity, mean_of
from rftheory.evidence.bounds import Bound
from rftheory.statements.claims import Claim, Equality, Inequality, Statement
from rftheory.statements.domain import Domain, Range

STATEMENT = Statement(
    id="opt.corollary-1-tight",
    paper="opt",
    location="Sec. 4",
    kind="claim",
    title="The upper bound is tight",
    reading="There are laws of the data for which it holds with equality, whatever Omega and phi: no smaller bound depends on "
    "the means of K(x, x) and K(x_1, x_2)^2 alone.",
    notes=("Read as equality for all laws it is false: see opt.equivalence, different laws.",),
)

_MULTIPLE = sp.Symbol("c", nonnegative=True)
_PROPORTIONAL = NONZERO_MOMENTS.with_ranges(Range(_MULTIPLE, 0, None, "[)", typical=(0, 3), awkward=(0, 1)))
_TWO = sp.symbols("a_1 a_2 b_1 b_2 omega_1 omega_2", positive=True)
_TWO_POINTS = Domain(tuple(Range(s, 0, None, "()", typical=(sp.Rational(1, 4), 3), awkward=(1,)) for s in _TWO))


def _attained() -> sp.Expr:
    """(E_Omega q)^2 with a = c b."""
    return over_points(omega[k] * sp.sqrt(_MULTIPLE * b[k] * b[k])) ** 2


def _two_points() -> tuple[sp.Expr, sp.Expr]:
    """The gap A B - (E_Omega q)^2 on two points, and as one square."""
    a_1, a_2, b_1, b_2, first, second = _TWO
    gap = (first * a_1 + second * a_2) * (first * b_1 + second * b_2)
    gap -= (first * sp.sqrt(a_1 * b_1) + second * sp.sqrt(a_2 * b_2)) ** 2
    return gap, first * second * (sp.sqrt(a_1 * b_2) - sp.sqrt(a_2 * b_1)) ** 2


def claims() -> list[Claim]:
    gap, square = _two_points()
    mean = mean_of(lambda s: b[s])
    apart = _TWO_POINTS.where(sp.Ne(_TWO[0] * _TWO[3], _TWO[1] * _TWO[2]))
    return [
        Claim(
            name="attained",
            says="(E_Omega q)^2 = E K(x_1, x_1) E K(x_2, x_2) if E_x1 phi^2 = c E_x2 phi^2 at every point, as for X_1 = X_2",
            proposition=Equality(_attained(), _MULTIPLE * mean * mean),
            domain=_PROPORTIONAL,
        ),
        Claim(
            name="two points",
            says="on two points the gap of the bound is omega_1 omega_2 ((a_1 b_2)^(1/2) - (a_2 b_1)^(1/2))^2 ...",
            role="lemma",
            proposition=Equality(gap, square),
            domain=_TWO_POINTS,
        ),
        Claim(
            name="only then",
            says="... and so it is positive unless a and b are proportional",
            role="lemma",
            proposition=Inequality(gap, ">", sp.Integer(0)),
            domain=apart,
            proof=lambda: _strict(gap, square),
            mutants=(Inequality(gap, ">", sp.Rational(1, 10)),),
        ),
        gap_identity(),
    ]


def _strict(gap: sp.Expr, square: sp.Expr) -> Bound:
    """(a_1 b_2)^(1/2) - (a_2 b_1)^(1/2) is (a_1 b_2 - a_2 b_1) over the sum of the roots."""
    a_1, a_2, b_1, b_2, first, second = _TWO
    domain = _TWO_POINTS.where(sp.Ne(a_1 * b_2, a_2 * b_1))
    roots = sp.sqrt(a_1 * b_2) + sp.sqrt(a_2 * b_1)
    chain = Bound(gap, domain).algebra(square)
    return chain.at_least(sp.Integer(0), [first * second, (a_1 * b_2 - a_2 * b_1) ** 2, 1 / roots**2])
