"""Corollary 2: if X_1 = X_2 the bound of Corollary 1 holds with equality, ``V^ = (E K(x, x))^2 - E K(x_1, x_2)^2``.

Then q is ``E_x phi(x, w)^2`` and its mean over Omega is E K(x, x): no trace of phi is left. The means must be finite; if
E K(x, x) is not, neither side has a value and no optimal density exists (opt.equivalence, case f).
"""

from rftheory.proofs.opt._setting import *
from rftheory.proofs.opt._draws import PLACE, SAME_ARRAYS, OnPoints
from rftheory.proofs.opt.corollary_1 import bound
from rftheory.proofs.opt.theorem_1_value import optimal_value

STATEMENT = statement(
    "identity",
    "Corollary 2",
    "The optimal variance for equal laws",
    reading="For a law on N points and one data set for both inputs, all sizes, weights and features arbitrary.",
    notes=("E K(x, x) must be finite; positive semi-definiteness gives E K(x_1, x_2)^2 <= (E K(x, x))^2 then.",),
)

DOMAIN = ONE_LAW


#: The optimum as a function of the kernel alone, from Definition 2.
equal_laws = claim(
    "X_1 = X_2, scalar real features: the optimum, V_Psi less Var_Psi(rho q) whatever Psi, is (E K(x, "
    "x))^2 - E K(x_1, x_2)^2 for every phi",
    eq(
        variance(SAME) - excess(lambda at: importance(at, SAME)), FIRST.mean_diagonal() ** 2 - mean_squared_kernel(SAME)
    ),
    SAME_PROPOSALS,
    name="(a) equal laws",
)


CLAIMS = (
    claim(
        "equality: the optimal variance is E_x1 E_x2 [K(x_1, x_1) K(x_2, x_2) - K(x_1, x_2)^2]",
        eq(optimal_value(SAME), bound(SAME)),
    ).drawn(OnPoints(optimal=True, second=SAME_ARRAYS), "second_moment", PLACE),
    step(
        "mean of q: q = E_x phi(x, w)^2, and exchanging the expectations E_Omega q = E K(x, x)",
        eq(over_points(omega[k] * importance(k, SAME)), FIRST.mean_diagonal()),
        location="after Corollary 2",
    ),
)
