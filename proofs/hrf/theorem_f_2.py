"""Theorem F.2 (77)-(80): the Gaussian hybrid for inputs of one length r, in terms of their angle theta.

(72) and (73) with ``|Delta|^2 = 4 r^2 sin^2(theta/2)``, and the error (77) built from them. Its last sentence, that
shared projections leave the error unchanged, holds here: the lengths are equal.
"""

from rftheory.proofs.hrf._setting import *
from rftheory.proofs.hrf.eq_67 import half_angle_exponential, normaliser
from rftheory.proofs.hrf.eq_69 import gaussian_coefficient
from rftheory.proofs.hrf.theorem_3_1_indep import independent_mse

STATEMENT = statement(
    "identity", "Theorem F.2 (77)-(80)", "The Gaussian hybrid for inputs of equal length", id="hrf.theorem-F.2"
)

DOMAIN = EQUAL_PAIRS_WITH_COEFFICIENT.with_ranges(SIGMA)

_exponential = sp.exp(-4 * sigma**2 * r**2 * sp.sin(theta / 2) ** 2)
_spread = (1 - _exponential) ** 2 / (2 * normaliser**2 * n)

#: (78), E[lambda_hat^2].
half_angle_second_moment = (1 - half_angle_exponential) ** 2 / normaliser**2 + _spread

#: (79), E[(1 - lambda_hat)^2].
half_angle_complement_second_moment = ((1 - normaliser) - half_angle_exponential) ** 2 / normaliser**2 + _spread


def _claim(name: str, says: str, left: sp.Expr, right: sp.Expr) -> Claim:
    return claim(says, eq(left, right), name=name, location=name)


coefficient = gaussian_coefficient(EQUAL_PAIR)
shared, independent = (
    mean_squared_error(hybrid(coefficient, EQUAL_PAIR, together), kernel(EQUAL_PAIR)) for together in (True, False)
)
second, complement = half_angle_second_moment, half_angle_complement_second_moment
error = independent_mse(second, complement, EQUAL_PAIR)
at = {symbol: SMALL_POINT[symbol] for symbol in (r, theta, sigma)} | {m: 1, n: 1}
drawn, drawn_shared = (
    Bipolar(Hyperbolic(), Trigonometric(), Gaussian(), shared=together) for together in (False, True)
)
CLAIMS = (
    _claim("(77)", "the mean squared error", independent, error).drawn(drawn, "mse", at, pair=EQUAL_PAIR),
    _claim("(78)", "the second moment of the coefficient", Expectation(coefficient**2), second).drawn(
        Coefficient(Gaussian()), "second_moment", at
    ),
    _claim("(79)", "the second moment of its complement", Expectation((1 - coefficient) ** 2), complement),
    _claim("(80)", "the distance of the inputs", EQUAL_PAIR.delta.square, 4 * r**2 * sp.sin(theta / 2) ** 2),
    _claim(
        "shared projections", "sharing the projections of P and T leaves the error unchanged", shared, independent
    ).drawn(drawn_shared, "mse", at, error, pair=EQUAL_PAIR),
)
