"""What the entries on optimal proposals share: a projection w as a fixed vector, data N(0, tau^2 I), normal densities.

For data x = tau u, u ~ N(0, I_d), the mean of phi(x, w)^2 over x at fixed w is a Gaussian expectation over u, with w a
formal vector of length ``w_norm``. The difference of two independent inputs is ``2^(1/2) tau u`` in law.
"""

from __future__ import annotations

import sympy as sp

from proofs.crt._setting import D
from rftheory.kernels import Space, Vector, d, sigma, tau
from rftheory.proposals.data import GaussianData
from rftheory.rules.nodes import Expectation, Projection, sources
from rftheory.simulate.weighted import gaussian_data
from rftheory.statements.domain import Domain, Range

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


def mean_square(scale: sp.Expr = tau, square: sp.Expr = w_norm**2) -> sp.Expr:
    """``E_x phi(x, w)^2`` for data N(0, scale^2 I), |w|^2 = square."""
    return spread(scale) ** (-d / 2) * sp.exp(2 * scale**2 * square / spread(scale))


def squared_feature(scale: sp.Expr, rate: sp.Expr) -> sp.Expr:
    """``exp(2 w.x - rate |x|^2)`` at x = scale u."""
    return sp.exp(2 * scale * U.dot(FIXED) - rate * scale**2 * U.squared_length(d))


def squared_kernel(variance: sp.Expr) -> sp.Expr:
    """``E K(x1, x2)^2 = E exp(-|x1 - x2|^2)`` of the Gaussian kernel, x1 - x2 ~ N(0, variance I)."""
    return Expectation(sp.exp(-variance * U.squared_length(d)))


def optimal_value() -> sp.Expr:
    """``1 - (1 + 4 tau^2)^(-d/2)``, the least expected variance of one scalar sample for data N(0, tau^2 I)."""
    return 1 - spread() ** (-d / 2)


def law(scale: sp.Expr, dimension: int) -> GaussianData:
    """``N(0, scale^2 I)`` for draws."""
    return gaussian_data(scale**2, dimension)
