"""Corollary 2: if X_1 = X_2 the bound of Corollary 1 holds with equality, ``V^ = (E K(x, x))^2 - E K(x_1, x_2)^2``.

Then q is ``E_x phi(x, w)^2`` and its mean over Omega is E K(x, x): no trace of phi is left. The means must be finite; if
E K(x, x) is not, neither side has a value and no optimal density exists (opt.equivalence, case f).
"""

from __future__ import annotations

import sympy as sp

from proofs.opt._setting import (
    L_1,
    ONE_LAW,
    alpha,
    f,
    first_moment,
    i,
    j,
    k,
    kernel,
    mean_diagonal,
    omega,
    over_one_law,
    over_points,
)
from rftheory.coordinates import total
from rftheory.statements.claims import Claim, Equality, Statement

STATEMENT = Statement(
    id="opt.corollary-2",
    paper="opt",
    location="Corollary 2",
    kind="identity",
    title="The optimal variance for equal laws",
    reading="For a law on N points and one data set for both inputs, all sizes, weights and features arbitrary.",
    notes=("E K(x, x) must be finite; positive semi-definiteness gives E K(x_1, x_2)^2 <= (E K(x, x))^2 then.",),
)


def squared_kernel() -> sp.Expr:
    """E K(x_1, x_2)^2 for X_1 = X_2."""
    return over_one_law(kernel(f[i, k], f[j, k]) ** 2)


def optimum() -> sp.Expr:
    """``(E_Omega q)^2 - E K^2`` for X_1 = X_2."""
    return over_points(omega[k] * sp.sqrt(first_moment() * first_moment())) ** 2 - squared_kernel()


def printed() -> sp.Expr:
    """``E_x1 E_x2 [K(x_1, x_1) K(x_2, x_2) - K(x_1, x_2)^2]``."""
    return over_one_law(kernel(f[i, k], f[i, k]) * kernel(f[j, k], f[j, k]) - kernel(f[i, k], f[j, k]) ** 2)


def equal_laws(name: str = "(a) equal laws") -> Claim:
    """The optimum as a function of the kernel alone."""
    return Claim(
        name=name,
        says="X_1 = X_2, scalar real features: the optimum is (E K(x, x))^2 - E K(x_1, x_2)^2 for every phi",
        proposition=Equality(optimum(), mean_diagonal() ** 2 - squared_kernel()),
        domain=ONE_LAW,
    )


def claims() -> list[Claim]:
    return [
        Claim(
            name="equality",
            says="the optimal variance is E_x1 E_x2 [K(x_1, x_1) K(x_2, x_2) - K(x_1, x_2)^2]",
            proposition=Equality(optimum(), printed()),
            domain=ONE_LAW,
        ),
        Claim(
            name="mean of q",
            says="q = E_x phi(x, w)^2, and exchanging the expectations E_Omega q = E K(x, x)",
            role="step",
            location="after Corollary 2",
            proposition=Equality(
                over_points(omega[k] * first_moment()), total(alpha[i] * kernel(f[i, k], f[i, k]), i, L_1)
            ),
            domain=ONE_LAW,
        ),
    ]
