"""Corollary 1: the optimal variance is at most ``E_x1 E_x2 [K(x_1, x_1) K(x_2, x_2) - K(x_1, x_2)^2]``.

With A = E K(x_1, x_1), B = E K(x_2, x_2), a = E_x1 phi(x_1, w)^2 and b = E_x2 phi(x_2, w)^2 the gap is a sum of squares,

    A B - (E_Omega q)^2 = 1/2 E_w E_w' ((a(w) b(w'))^(1/2) - (a(w') b(w))^(1/2))^2,   w, w' independent,

so that the Cauchy-Schwarz inequality need not be quoted, and equality means that a is a multiple of b.
"""

from rftheory.proofs.opt._setting import *
from rftheory.proofs.opt._draws import PLACE, OnPoints
from rftheory.proofs.opt.theorem_1_value import optimal_value

STATEMENT = statement(
    "inequality",
    "Corollary 1",
    "Upper bound of the optimal variance",
    reading="For a law on N points and data sets, all sizes, weights and features arbitrary.",
    notes=("Where E K(x_1, x_1) or E K(x_2, x_2) is infinite the bound says nothing.",),
)

DOMAIN = DATA


def bound(second: Inputs = SECOND) -> sp.Expr:
    """The printed bound, in data sets."""
    product = kernel(FIRST.feature(), FIRST.feature()) * kernel(second.feature(), second.feature())
    return over_data(product - kernel(FIRST.feature(), second.feature()) ** 2, second)


def mean_of(moments: Weights, index: sp.Symbol = k) -> sp.Expr:
    """E_Omega of a second moment, which is E K(x, x)."""
    return over_points(omega[index] * moments(index), index)


def _lagrange() -> sp.Expr:
    """A B - (E_Omega q)^2 as a mean of squares over pairs of points, whether or not b vanishes."""
    first, second = FIRST.second_moment, SECOND.second_moment
    square = (sp.sqrt(first(k) * second(h)) - sp.sqrt(first(h) * second(k))) ** 2
    return over_points(omega[k] * over_points(omega[h] * square, h)) / 2


trace = FIRST.mean_diagonal() * SECOND.mean_diagonal()
CLAIMS = (
    claim(
        "bound: the optimal variance is at most E_x1 E_x2 [K(x_1, x_1) K(x_2, x_2) - K(x_1, x_2)^2]",
        le(optimal_value(), bound()),
        proof=Chain(optimal_value()).le(bound(), [_lagrange()]),
    ).drawn(
        # V of p_Omega q, drawn from Definition 2, against the bound
        OnPoints(optimal=True),
        "second_moment",
        PLACE,
    ),
    step(
        "last line: E_Omega E_x1 phi^2 E_Omega E_x2 phi^2 = E_x1 E_x2 K(x_1, x_1) K(x_2, x_2)",
        eq(mean_of(FIRST.second_moment) * mean_of(SECOND.second_moment), trace),
        location="after Corollary 1",
    ),
)
