"""The optimal proposal of positive features of the Gaussian kernel: different data laws, a sphere, two points."""

from __future__ import annotations

import sympy as sp

from proofs.crt._setting import PAIRS_IN_D
from proofs.opt._optima import TWO_LAWS, TWO_LAWS_AT_W, W, mean_square, normal_density, spread, squared_kernel, w_norm
from proofs.rules.sphere import DIMENSION, ORDER, exponential_moment, mean_exponential
from rftheory.evidence.bounds import Bound
from rftheory.families.generalized_exponential import GeneralizedExponential
from rftheory.kernels import PAIR, d, sigma, tau
from rftheory.rules.nodes import Expectation
from rftheory.rules.sphere import direction_exponential
from rftheory.statements.claims import Claim, Equality
from rftheory.statements.domain import Domain, Range

#: the radius of the sphere
R = sp.Symbol("R", positive=True)
_RADIUS = Range(R, 0, None, "()", typical=(0, 2), awkward=(sp.Rational(1, 100), 5))
GAUSSIAN = GeneralizedExponential(A=0, s=1)


def _middle() -> sp.Expr:
    """The harmonic mean of the variances of the two optima."""
    return 2 * spread() * spread(sigma) / (spread() + spread(sigma))


def overlap_squared() -> sp.Expr:
    """``(E q)^2`` for two laws."""
    return (4 * spread() * spread(sigma) / (spread() + spread(sigma)) ** 2) ** (d / 2)


def claims() -> list[Claim]:
    q = sp.sqrt(mean_square() * mean_square(sigma))
    sphere = Domain((_RADIUS, DIMENSION, ORDER))
    return [
        Claim(
            name="different laws: density",
            says="for data N(0, tau^2 I) and N(0, sigma^2 I) the density p_Omega q / E q is that of N(0, h I), 1/h the mean of "
            "1/v_1 and 1/v_2, v_1 = 1 + 4 tau^2, v_2 = 1 + 4 sigma^2",
            proposition=Equality(
                normal_density(w_norm**2, sp.Integer(1)) * q,
                sp.sqrt(overlap_squared()) * normal_density(w_norm**2, _middle()),
            ),
            domain=TWO_LAWS_AT_W,
        ),
        Claim(
            name="different laws: value",
            says="the optimal variance is (E q)^2 - E K^2 with (E q)^2 = (4 v_1 v_2/(v_1 + v_2)^2)^(d/2)",
            proposition=Equality(
                Expectation(_root_of_squares()) ** 2 - squared_kernel(tau**2 + sigma**2),
                overlap_squared() - (1 + 2 * tau**2 + 2 * sigma**2) ** (-d / 2),
            ),
            domain=TWO_LAWS,
        ),
        Claim(
            name="sphere: value",
            says="on a sphere of radius R the optimal variance is 1 - exp(-2R^2) 0F1(; d/2; R^4)",
            proposition=Equality(
                1 - sp.exp(-2 * R**2) * mean_exponential(2 * R**2),
                1 - sp.exp(-2 * R**2) * direction_exponential(4 * R**4, d),
            ),
            domain=sphere,
            proof=lambda: _sphere(sphere),
        ),
        Claim(
            name="two points: value",
            says="for the even law on two points x, y the optimal variance is (1 - exp(-|x - y|^2))/2",
            proposition=Equality(
                Expectation((GAUSSIAN.components(W, PAIR.x)[0] ** 2 + GAUSSIAN.components(W, PAIR.y)[0] ** 2) / 2) ** 2
                - (2 + 2 * Expectation(GAUSSIAN.sample(W, PAIR.x, PAIR.y)) ** 2) / 4,
                (1 - sp.exp(-PAIR.delta.square)) / 2,
            ),
            domain=PAIRS_IN_D,
        ),
    ]


def _root_of_squares() -> sp.Expr:
    """q for two laws at a random w."""
    square = W.squared_length(d)
    exponent = (tau**2 / spread() + sigma**2 / spread(sigma)) * square
    return (spread() * spread(sigma)) ** (-d / 4) * sp.exp(exponent)


def _sphere(domain: Domain) -> Bound:
    """K(x1, x2)^2 = exp(-2R^2 + 2R^2 cos(angle)), and rules.sphere."""

    def outer(mean: sp.Expr) -> sp.Expr:
        return 1 - sp.exp(-2 * R**2) * mean

    chain = exponential_moment(2 * R**2, domain)
    return Bound(outer(chain.start), domain).through(chain, outer, "rules.sphere")
