"""The optimal proposal of positive features of the Gaussian kernel: different data laws, a sphere, two points."""

from rftheory.proofs.crt._setting import D
from rftheory.proofs.opt._optima import *
from rftheory.inputs.coordinates import l, product
from rftheory.proofs.rules.sphere import DIMENSION, ORDER, exponential_moment, mean_exponential

_SPHERE_AT_W = Domain((RADIUS, W_NORM, DIMENSION, ORDER))
#: w in the eigenvectors of Lambda, and a line for each coordinate
_IMAGES = sp.IndexedBase("w", real=True)
_EIGENVECTORS = Domain((D, SCALES_OF_DATA, Range(_IMAGES.label, typical=(-2, 2), shape=(d,))))
_LINE = Space("line", lambda a, b: sp.Integer(1), "e")
GAUSSIAN = GeneralizedExponential(A=0, s=1)

#: The harmonic mean of the variances of the two optima.
_middle = 2 * spread() * spread(sigma) / (spread() + spread(sigma))

#: ``(E q)^2`` for two laws.
overlap_squared = (4 * spread() * spread(sigma) / (spread() + spread(sigma)) ** 2) ** (d / 2)


def _in_eigenvectors() -> tuple[sp.Expr, sp.Expr]:
    """E exp(2 w.x - 2 |x|^2), coordinate by coordinate."""
    scale, image = SCALES[l], U.dot(_LINE.vector("e"))
    mean = over_data(sp.exp(2 * scale * _IMAGES[l] * image - 2 * scale**2 * U.squared_length(1)))
    variance = spread(scale)
    return product(mean), product(sp.exp(2 * scale**2 / variance * _IMAGES[l] ** 2) / sp.sqrt(variance))


def _even_law() -> sp.Expr:
    """(E q)^2 - E K^2 for x_1 and x_2 that are x or y with equal chances."""
    pair = (PAIR.x, PAIR.y)
    q = sp.Add(*(GAUSSIAN.components(W, u)[0] ** 2 for u in pair)) / 2
    kernels = (Expectation(GAUSSIAN.sample(W, u, v)) ** 2 for u in pair for v in pair)
    return Expectation(q) ** 2 - sp.Add(*kernels) / 4


_square = W.squared_length(d)
_exponent = (tau**2 / spread() + sigma**2 / spread(sigma)) * _square
#: q for two laws at a random w.
_root_of_squares = (spread() * spread(sigma)) ** (-d / 4) * sp.exp(_exponent)


def _mean_square_on_sphere() -> Chain:
    """rules.sphere, at a vector of length 2R|w|."""
    chain = exponential_moment(2 * R * w_norm)
    return Chain(sp.exp(-2 * R**2) * chain.start).inside(chain, lambda t: sp.exp(-2 * R**2) * t)


q = sp.sqrt(positive_mean_square() * positive_mean_square(sigma))
CLAIMS = (
    claim(
        "for data N(0, tau^2 I) and N(0, sigma^2 I) the density p_Omega q / E q is that of N(0, h I), 1/h "
        "the mean of 1/v_1 and 1/v_2, v_1 = 1 + 4 tau^2, v_2 = 1 + 4 sigma^2",
        eq(normal_density(w_norm**2, sp.Integer(1)) * q, sp.sqrt(overlap_squared) * normal_density(w_norm**2, _middle)),
        TWO_LAWS_AT_W,
        name="different laws: density",
    ),
    claim(
        "the optimal variance is (E q)^2 - E K^2 with (E q)^2 = (4 v_1 v_2/(v_1 + v_2)^2)^(d/2)",
        eq(
            Expectation(_root_of_squares) ** 2 - squared_kernel(tau**2 + sigma**2),
            overlap_squared - (1 + 2 * tau**2 + 2 * sigma**2) ** (-d / 2),
        ),
        TWO_LAWS,
        name="different laws: value",
    ),
    in_eigenvectors(Expectation(GAUSSIAN.components(W, PAIR.x)[0] ** 2), X_LENGTH),
    on_sphere(Expectation(GAUSSIAN.components(W, PAIR.x)[0] ** 2), X_LENGTH),
    claim(
        "for data N(0, Lambda), w and x in its eigenvectors, q(w) = prod_l (1 + 4 tau_l^2)^(-1/2) exp(2 "
        "tau_l^2 w_l^2/(1 + 4 tau_l^2)): p_Omega q is the density of N(0, I + 4 Lambda), coordinate by "
        "coordinate",
        Equality(*_in_eigenvectors()),
        _EIGENVECTORS,
        name="N(0, Lambda): mean square",
    ),
    claim(
        "on a sphere of radius R q(w) = E_x exp(2 w.x - 2R^2) is exp(-2R^2) 0F1(; d/2; R^2 |w|^2)",
        eq(
            sp.exp(-2 * R**2) * mean_exponential(2 * R * w_norm),
            sp.exp(-2 * R**2) * direction_exponential(4 * R**2 * w_norm**2, d),
        ),
        _SPHERE_AT_W,
        _mean_square_on_sphere(),
        name="sphere: mean square",
    ),
    claim(
        "for the even law on two points x, y the optimal variance is (1 - exp(-|x - y|^2))/2",
        eq(_even_law(), (1 - sp.exp(-PAIR.delta.square)) / 2),
        PAIRS_IN_D,
        name="two points: value",
    ),
)
