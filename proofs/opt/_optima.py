"""What the entries on optimal proposals share: a projection w as a fixed vector, data N(0, tau^2 I), normal densities.

For data x = tau u, u ~ N(0, I_d), the mean of phi(x, w)^2 over x at fixed w is a Gaussian expectation over u, with w a
formal vector of length ``w_norm``. The difference of two independent inputs is ``2^(1/2) tau u`` in law.
"""

from rftheory.proofs.crt._setting import THETA, D
from rftheory.vocabulary import *
from rftheory.families.proposals.data import GaussianData
from rftheory.inputs.coordinates import l, product
from rftheory.montecarlo.estimators.weighted import gaussian_data
from rftheory.proofs.rules.sphere import DIMENSION, ORDER, exponential_moment, mean_exponential
from rftheory.rules.nodes import sources

#: |w|
w_norm = sp.Symbol("w_norm", positive=True)
#: the projection, random; the standardised input, random
W, U = Projection("w"), Projection("u")
_PROJECTION = Space("projection", lambda a, b: w_norm**2, "w")
#: the projection, fixed
FIXED: Vector = _PROJECTION.vector("w")

TAU = Range(tau, 0, None, "()", typical=(0, 1), awkward=(sp.Rational(1, 100), 3))
SIGMA = Range(sigma, 0, None, "()", typical=(0, 1), awkward=(sp.Rational(1, 100), 3))
W_NORM = Range(w_norm, 0, None, "()", typical=(0, 3), awkward=(sp.Rational(1, 100), 10))

#: lengths of inputs, zero or not
X_LENGTH, Y_LENGTH = (
    Range(s, 0, None, "[)", typical=(0, 2), awkward=(0, sp.Rational(1, 1000), 20)) for s in (x_norm, y_norm)
)
PAIRS_IN_D = Domain((X_LENGTH, Y_LENGTH, THETA, D))
#: the radius of a sphere; the roots of the eigenvalues of Lambda
R = sp.Symbol("R", positive=True)
RADIUS = Range(R, 0, None, "()", typical=(0, 2), awkward=(sp.Rational(1, 100), 5))
SCALES = sp.IndexedBase("tau", positive=True)
SCALES_OF_DATA = Range(SCALES.label, 0, None, "()", typical=(0, 1), awkward=(3,), shape=(d,))
#: the data law; with w; with two different data laws N(0, tau^2 I) and N(0, sigma^2 I)
DATA = Domain((TAU, D))
DATA_AT_W = Domain((TAU, W_NORM, D))
TWO_LAWS = Domain((TAU, SIGMA, D))
TWO_LAWS_AT_W = Domain((TAU, SIGMA, W_NORM, D))


def spread(scale: sp.Expr = tau) -> sp.Expr:
    """1 + 4 tau^2, the variance of the optimal proposal of positive features."""
    return 1 + 4 * scale**2


def normal_density(square: sp.Expr, variance: sp.Expr) -> sp.Expr:
    """The density of N(0, variance I_d) at a vector of the given squared length."""
    return (2 * sp.pi * variance) ** (-d / 2) * sp.exp(-square / (2 * variance))


def over_data(body: sp.Expr) -> sp.Expr:
    """E_x of an expression in ``U``."""
    assert "u" in sources(body)
    return Expectation(body)


def positive_mean_square(scale: sp.Expr = tau, square: sp.Expr = w_norm**2) -> sp.Expr:
    """``E_x phi(x, w)^2`` for data N(0, scale^2 I), |w|^2 = square."""
    return spread(scale) ** (-d / 2) * sp.exp(2 * scale**2 * square / spread(scale))


def squared_feature(scale: sp.Expr, rate: sp.Expr) -> sp.Expr:
    """``exp(2 w.x - rate |x|^2)`` at x = scale u."""
    return sp.exp(2 * scale * U.dot(FIXED) - rate * scale**2 * U.squared_length(d))


def squared_kernel(variance: sp.Expr) -> sp.Expr:
    """``E K(x1, x2)^2 = E exp(-|x1 - x2|^2)`` of the Gaussian kernel, x1 - x2 ~ N(0, variance I)."""
    return Expectation(sp.exp(-variance * U.squared_length(d)))


#: ``1 - (1 + 4 tau^2)^(-d/2)``, the least expected variance of one scalar sample for data N(0, tau^2 I).
optimal_value = 1 - spread() ** (-d / 2)


# -- other laws of the data -------------------------------------------------------------------------------------------


def _on_sphere(diagonal: sp.Expr) -> Chain:
    """``K(x1, x2)^2 = exp(-2R^2 + 2R^2 cos(angle))``, and rules.sphere."""

    def outer(mean: sp.Expr) -> sp.Expr:
        return 1 - sp.exp(-2 * R**2) * mean

    chain = exponential_moment(2 * R**2)
    return Chain(_sphere_value(diagonal)).eq(outer(chain.start)).inside(chain, outer, "rules.sphere")


def _sphere_value(diagonal: sp.Expr) -> sp.Expr:
    return diagonal**2 - sp.exp(-2 * R**2) * mean_exponential(2 * R**2)


def in_eigenvectors(diagonal: sp.Expr, *ranges: Range) -> Claim:
    """The value for N(0, Lambda), of scalar features.

    Args:
        diagonal: ``E_Omega phi(x, w)^2``, at an input of which it does not depend: E q is its mean over x, by Tonelli.
        ranges: what it is written in.
    """
    kernel = product(Expectation(sp.exp(-2 * SCALES[l] ** 2 * U.squared_length(1))))
    return claim(
        "for data N(0, Lambda), with the eigenvalues tau_l^2, the optimal variance (E_x E_Omega phi^2)^2 - E "
        "K^2 is 1 - prod_l (1 + 4 tau_l^2)^(-1/2)",
        eq(diagonal**2 - kernel, 1 - product(1 / sp.sqrt(spread(SCALES[l])))),
        Domain(ranges).with_ranges(D, SCALES_OF_DATA),
        name="N(0, Lambda): value",
    )


def on_sphere(diagonal: sp.Expr, *ranges: Range) -> Claim:
    """The value for a sphere; arguments as above."""
    spheres = Domain(ranges).with_ranges(RADIUS, DIMENSION, ORDER)
    return claim(
        "on a sphere of radius R the optimal variance (E_x E_Omega phi^2)^2 - E K^2 is 1 - exp(-2R^2) 0F1(; d/2; R^4)",
        eq(_sphere_value(diagonal), 1 - sp.exp(-2 * R**2) * direction_exponential(4 * R**4, d)),
        spheres,
        _on_sphere(diagonal),
        name="sphere: value",
    )


def law(scale: sp.Expr, dimension: int) -> GaussianData:
    """``N(0, scale^2 I)`` for draws."""
    return gaussian_data(scale**2, dimension)


#: two inputs, for draws
INPUTS = tuple((sp.Rational(a, 50), sp.Rational(b, 50), sp.Integer(0)) for a, b in ((15, 0), (9, 12)))
#: their invariants
POINT = {
    x_norm: sp.Rational(3, 10),
    y_norm: sp.Rational(3, 10),
    theta: sp.acos(sp.Rational(3, 5)),
    tau: sp.Rational(1, 10),
    d: sp.Integer(3),
    m: sp.Integer(1),
}
