"""(67), (68), (76): the coefficient of the normalised bipolar Gaussian hybrid.

``lambda(x, y) = (1 - exp(-sigma^2 |x - y|^2 / 2)) / rho`` with ``rho = 1 - exp(-2 sigma^2 r^2)``: sigma > 0 is the
smoothness of the Gaussian kernel, r > 0 the common length of the inputs and theta their angle, so that |x - y| = 2
r sin(theta/2).
"""

from rftheory.proofs.hrf._setting import *

STATEMENT = statement(
    "property", "(67), (68), (76)", "The Gaussian coefficient is 0 for parallel and 1 for opposite inputs"
)

DOMAIN = Domain((R, SIGMA))

#: rho of (68), r the length of the inputs.
normaliser = 1 - sp.exp(-2 * sigma**2 * r**2)


def gaussian_lambda(pair: Pair = PAIR) -> sp.Expr:
    """lambda of (67)."""
    return (1 - sp.exp(-(sigma**2) * pair.delta.square / 2)) / normaliser


#: The exponential of (76): exp(-sigma^2 |x - y|^2 / 2) in terms of r and theta.
half_angle_exponential = sp.exp(-2 * sigma**2 * r**2 * sp.sin(theta / 2) ** 2)


def _at_angle(angle: sp.Expr) -> Domain:
    """Inputs of length r at one angle."""
    return DOMAIN.with_ranges(Range(theta, angle, angle, typical=(angle, angle)))


at = {symbol: SMALL_POINT[symbol] for symbol in (r, sigma, n)}
CLAIMS = (
    claim(
        "theta = 0: lambda is 0 for parallel inputs of length r",
        eq(gaussian_lambda(EQUAL_PAIR), 0),
        _at_angle(sp.Integer(0)),
        location="(67)",
    ).drawn(
        # the mean of the estimate (69) of the coefficient
        Coefficient(Gaussian()),
        "mean",
        {**at, theta: sp.Integer(0)},
        pair=EQUAL_PAIR,
    ),
    claim(
        "theta = pi: lambda is 1 for opposite inputs of length r",
        eq(gaussian_lambda(EQUAL_PAIR), 1),
        _at_angle(sp.pi),
        location="(67)",
    ).drawn(Coefficient(Gaussian()), "mean", {**at, theta: sp.pi}, pair=EQUAL_PAIR),
    claim(
        "half angle: lambda in terms of the angle and the common length",
        eq(gaussian_lambda(EQUAL_PAIR), (1 - half_angle_exponential) / normaliser),
        Domain((R, THETA, SIGMA)),
        location="(76)",
    ).drawn(Coefficient(Gaussian()), "mean", {**at, theta: SMALL_POINT[theta]}, pair=EQUAL_PAIR),
)
