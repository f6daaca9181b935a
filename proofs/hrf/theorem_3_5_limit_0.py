"""Theorem 3.5: the relative error of the angular hybrid near theta = 0 is ``(1/(2 pi m n))^1/2 W(r) sqrt(theta)``."""

from __future__ import annotations

import sympy as sp

from proofs.hrf._angular import hybrid_error, hybrid_square_formula
from proofs.hrf._angular_bounds import OPEN_HYBRIDS, error_chain
from proofs.hrf._setting import growth
from rftheory.evidence.bounds import Bound
from rftheory.kernels import m, n, theta
from rftheory.propositions import Limit
from rftheory.statements.claims import Claim, Statement

STATEMENT = Statement(
    id="hrf.theorem-3.5-limit-0",
    paper="hrf",
    location="Theorem 3.5",
    kind="limit",
    title="Relative error of the angular hybrid for nearly parallel inputs",
    not_drawn="a limit; mean squared errors are drawn in hrf.theorem-D.1-equal",
)


def slope() -> sp.Expr:
    """The printed value of both limits."""
    return sp.sqrt(1 / (2 * sp.pi * m * n)) * growth()


def near_zero() -> Bound:
    """eps over sqrt(theta)."""
    formula = hybrid_square_formula()
    chain = Bound(hybrid_error() / sp.sqrt(theta), OPEN_HYBRIDS)
    chain.through(error_chain(OPEN_HYBRIDS), lambda t: t / sp.sqrt(theta)).same_square(sp.sqrt(formula / theta))
    chain.limit_of_quotient(formula, theta, theta, sp.Integer(0), sp.sqrt)
    return chain.same_square(slope())


def claims() -> list[Claim]:
    return [
        Claim(
            name="limit",
            says="the relative error over sqrt(theta) tends to (1/(2 pi m n))^(1/2) W(r)",
            proposition=Limit(hybrid_error() / sp.sqrt(theta), theta, sp.Integer(0), slope(), "+"),
            domain=OPEN_HYBRIDS,
            proof=near_zero,
        )
    ]
