"""Theorem 1, the value: with ``p_Psi`` proportional to ``p_Omega q`` the error is ``(E_Omega q)^2 - E K^2``.

``q(w)^2 = E_x1 phi(x_1, w)^2 E_x2 phi(x_2, w)^2``. From Definition 2, for every Psi with the support of Omega,

    V_Psi = (E_Omega q)^2 - E K^2 + Var_Psi(rho q),   rho = p_Omega/p_Psi,

and rho q is constant where p_Psi is a multiple of p_Omega q. A point at which q vanishes is never drawn by that, and is not
missed: a sum of squares is 0 there, so that the product of the features vanishes for all inputs.
"""

from rftheory.proofs.opt._setting import *
from rftheory.proofs.opt._draws import PLACE, OnPoints

STATEMENT = statement(
    "identity",
    "Theorem 1",
    "Value of the optimal variance",
    reading="For a law on N points, N, data sets, weights and features arbitrary: V of Definition 2 of every "
    "Psi, and what is left for the Psi that is proportional to p_Omega q, an expectation over which is "
    "one over the points that it draws: q > 0 there.",
    notes=(
        "For laws and densities that may be any see opt.continuous.",
        "If q vanishes everywhere there is no density p_Omega q, and every proposal has the value 0 of the formula.",
    ),
)


def optimal_value(second: Inputs = SECOND) -> sp.Expr:
    """``(E_Omega q)^2 - E K^2``."""
    return mean_importance(second) ** 2 - mean_squared_kernel(second)


#: What the theorem says of every proposal.
printed_value = optimal_value(SECOND) + excess(lambda at: importance(at, SECOND))

#: V_Psi by Definition 2, of every proposal, for x_2 of a law of its own or of that of x_1.
value = claim(
    "value: V_Psi of every Psi with the support of Omega is (E_Omega q)^2 - E K^2 + Var_Psi(rho q)",
    eq(variance(SECOND), printed_value),
    SAME_PROPOSALS if SECOND == SAME else PROPOSALS,
)


CLAIMS = (
    value.drawn(OnPoints(), "second_moment", PLACE),
    claim(
        "at p_Omega q: Var_Psi(rho q) is 0 for p_Psi proportional to p_Omega q: the expected variance is (E_Omega q)^2 "
        "- E K^2",
        eq(excess(root, lambda at: omega[at] * root(at)), 0),
        POSITIVE_MOMENTS,
    ).drawn(OnPoints(optimal=True), "second_moment", PLACE, optimal_value()),
)
