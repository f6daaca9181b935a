"""Theorem 1, the value: with ``p_Psi`` proportional to ``p_Omega q`` the error is ``(E_Omega q)^2 - E K^2``.

``q(w)^2 = E_x1 phi(x_1, w)^2 E_x2 phi(x_2, w)^2``. The two second moments are any positive numbers here, and E K^2 any
number: the reduction of V_Psi of Definition 2 to them, for data sets and any proposal, is step (3) of `theorem_1_proof`.
"""

from __future__ import annotations

from proofs.opt._setting import POSITIVE_MOMENTS, omega, optimal_variance, reduced_variance, root
from rftheory.statements.claims import Claim, Equality, Statement

STATEMENT = Statement(
    id="opt.theorem-1-value",
    paper="opt",
    location="Theorem 1",
    kind="identity",
    title="Value of the optimal variance",
    reading="For a law on N points, N and all weights arbitrary, and q > 0 at each of them, so that p_Omega q is the density "
    "of a proposal with the support of Omega.",
    notes=("Where q vanishes at some points the value is still the infimum: see opt.theorem-1-density.",),
)


def claims() -> list[Claim]:
    return [
        Claim(
            name="value",
            says="V of the proposal p_Omega q is (E_Omega q)^2 - E K^2, in terms of second moments",
            proposition=Equality(reduced_variance(lambda s: omega[s] * root(s)), optimal_variance()),
            domain=POSITIVE_MOMENTS,
        ),
    ]
