"""Theorem 3.5: the relative error of the angular hybrid near theta = 0 is ``(1/(2 pi m n))^1/2 W(r) sqrt(theta)``."""

from rftheory.proofs.hrf._angular import hybrid_error, hybrid_square_formula
from rftheory.proofs.hrf._setting import *
from rftheory.proofs.hrf._angular_bounds import OPEN_HYBRIDS, error_chain

STATEMENT = statement(
    "limit",
    "Theorem 3.5",
    "Relative error of the angular hybrid for nearly parallel inputs",
    not_drawn="a limit; mean squared errors are drawn in hrf.theorem-D.1-equal",
)

#: The printed value of both limits.
slope = sp.sqrt(1 / (2 * sp.pi * m * n)) * growth()


def near_zero() -> Chain:
    """eps over sqrt(theta)."""
    formula = hybrid_square_formula()
    chain = Chain(hybrid_error / sp.sqrt(theta))
    chain = chain.inside(error_chain(), lambda t: t / sp.sqrt(theta)).eq(sp.sqrt(formula / theta), "equal squares")
    chain = chain.limit(theta, sp.Integer(0), quotient=(formula, theta), outer=sp.sqrt)
    return chain.eq(slope, "equal squares")


CLAIMS = (
    claim(
        "limit: the relative error over sqrt(theta) tends to (1/(2 pi m n))^(1/2) W(r)",
        tends(hybrid_error / sp.sqrt(theta), theta, 0, slope, "+"),
        OPEN_HYBRIDS,
        near_zero(),
    ),
)
