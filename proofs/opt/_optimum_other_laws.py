"""The optimal proposal of positive features of the Gaussian kernel: different data laws, a sphere, two points."""

from rftheory.proofs.opt._optima import *

GAUSSIAN = GeneralizedExponential(A=0, s=1)

#: The harmonic mean of the variances of the two optima.
_middle = 2 * spread() * spread(sigma) / (spread() + spread(sigma))

#: ``(E q)^2`` for two laws.
overlap_squared = (4 * spread() * spread(sigma) / (spread() + spread(sigma)) ** 2) ** (d / 2)


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
        "for the even law on two points x, y the optimal variance is (1 - exp(-|x - y|^2))/2",
        eq(_even_law(), (1 - sp.exp(-PAIR.delta.square)) / 2),
        PAIRS_IN_D,
        name="two points: value",
    ),
)
