"""Draws of couplings without a closed form of their error, against moments from their definitions, with stated error rates.

Each reference is computed from what defines the coupling: rows of a Hadamard product by enumeration, two
points of a random Halton sequence by an integral for each coordinate, three simplex+ projections by one over their
lengths. The tests are those of `simulate.engine`: a true value is rejected, and an error of 10% missed, with probability at most 1e-9.
"""

from __future__ import annotations

import itertools
import math
from dataclasses import dataclass
from functools import cache

import mpmath
import numpy as np
import pytest
import sympy as sp
from scipy import special

from rftheory.couplings.coupling import Coupling
from rftheory.couplings.hadamard import HadamardProduct
from rftheory.couplings.hadamard_law import rows_law
from rftheory.couplings.halton import Halton
from rftheory.couplings.simplex_plus import SimplexPlus
from rftheory.estimators.coupled import Coupled
from rftheory.estimators.estimator import AtInputs
from rftheory.families.generalized_exponential import GeneralizedExponential
from rftheory.inputs.kernels import m
from rftheory.montecarlo.checks.checks import MomentCheck
from rftheory.montecarlo.checks.engine import simulate

pytestmark = pytest.mark.theory


def _inputs(*coordinates):
    """x = y = z/2 for z = x + y."""
    return tuple(sp.Rational(coordinate) / 2 for coordinate in coordinates)


def _powers(order, size):
    """The powers of a multinomial, and their coefficients."""
    for powers in itertools.product(range(order + 1), repeat=size):
        if sum(powers) == order:
            yield powers, math.factorial(order) / math.prod(math.factorial(power) for power in powers)


@dataclass(frozen=True)
class Reference:
    """Positive features with m projections at x = y, and the mean powers of ``1/m sum_i exp(w_i.(x + y))``."""

    coupling: Coupling
    half: tuple[sp.Expr, ...]

    @property
    def sum(self):
        """The coordinates of x + y."""
        return [2 * mpmath.mpf(c.p) / c.q for c in self.half]

    @property
    def estimator(self):
        return AtInputs(Coupled(GeneralizedExponential(0, 1), self.coupling), (self.half, self.half))


@dataclass(frozen=True)
class HadamardRows(Reference):
    """One or two rows of a product: given the rows the lengths are independent."""

    def mean_power(self, order, size):
        d, k = len(self.half), self.coupling.k
        choices = list(itertools.combinations(range(d), size))
        total = mpmath.mpf(0)
        for rows in choices:
            for vectors, probability in rows_law(d, k, rows).items():
                images = [mpmath.fdot(vector, self.sum) / mpmath.sqrt(d) ** k for vector in vectors]
                given = mpmath.fsum(
                    ways * mpmath.fprod(_over_length(d, p * a) for p, a in zip(powers, images, strict=True))
                    for powers, ways in _powers(order, size)
                )
                total += given * probability.numerator / probability.denominator
        return total / len(choices) / mpmath.mpf(size) ** order


def _over_length(d, a):
    """``E exp(r a)`` over a chi length in R^d: the even and the odd powers."""
    half, square = mpmath.mpf(d) / 2, a**2 / 2
    odd = mpmath.sqrt(2) * mpmath.gammaprod([half + 0.5], [half])
    return mpmath.hyp1f1(half, 0.5, square) + a * odd * mpmath.hyp1f1(half + 0.5, 1.5, square)


@dataclass(frozen=True)
class HaltonPair(Reference):
    """The first two points: in each base their digits differ in the last place only."""

    def mean_power(self, order, size):
        assert size == 2
        z = [float(c) for c in self.sum]
        return (
            sum(
                ways * math.prod(_halton_integral(base, p * c, q * c) for base, c in zip((2, 3, 5), z, strict=False))
                for (p, q), ways in _powers(order, 2)
            )
            / mpmath.mpf(2) ** order
        )


@cache
def _halton_integral(base, first, second):
    """``E exp(a q((A + U)/b) + c q((B + U)/b))``, q the normal quantile, A != B random digits, U = Phi(s) uniform.

    The trapezoidal rule over s, exact to rounding for a smooth integrand that decays as the normal density.
    """
    s = np.linspace(-20, 20, 2001)
    quantiles = np.array(
        [
            *(special.ndtri((digit + special.ndtr(s)) / base) for digit in range(base - 1)),
            # the last digit from above, where 1 - U is small
            -special.ndtri(special.ndtr(-s) / base),
        ]
    )
    one, other = np.exp(first * quantiles), np.exp(second * quantiles)
    averaged = (one.sum(axis=0) * other.sum(axis=0) - (one * other).sum(axis=0)) / (base * (base - 1))
    return float(averaged @ np.exp(-(s**2) / 2)) * (s[1] - s[0]) / math.sqrt(2 * math.pi)


@dataclass(frozen=True)
class ThreeSimplexPlus(Reference):
    """Three simplex+ projections of R^3, all of a block: a triangle of the three lengths, or a line.

    Given the lengths ``sum_i n_i w_i`` has a uniform direction. With squared lengths ``s t_i``, s ~ chi^2_9 and t of the Dirichlet law
    (3/2, 3/2, 3/2), its moment is 1F1(9/2; 3/2; v^2 l^2/2) for the length l at s = 1.
    """

    def mean_power(self, order, size):
        assert size == 3
        v2 = float(mpmath.fdot(self.sum, self.sum))
        lengths, weights = _length_grid()
        gram = _least_resultant_gram(lengths)
        total = 0.0
        for powers, ways in _powers(order, 3):
            n = np.array(powers, dtype=float)
            square = np.einsum("i,ijg,j->g", n, gram, n)
            total += ways * float(weights @ special.hyp1f1(4.5, 1.5, v2 * square / 2))
        return mpmath.mpf(total / 3**order)


def _least_resultant_gram(lengths):
    """Products of vectors of given lengths (3, g) whose sum is as short as possible."""
    gram = np.einsum("ig,jg->ijg", lengths, lengths)
    longest = lengths.max(axis=0)
    line = 2 * longest >= lengths.sum(axis=0)
    signs = np.where(lengths == longest, 1.0, -1.0)
    on_line = gram * signs[:, None] * signs[None]
    # in a triangle w_i + w_j = -w_k
    for i, j, k in ((0, 1, 2), (0, 2, 1), (1, 2, 0)):
        gram[i, j] = gram[j, i] = (lengths[k] ** 2 - lengths[i] ** 2 - lengths[j] ** 2) / 2
    return np.where(line, on_line, gram)


@cache
def _length_grid():
    """A rule for means over (t_1^(1/2), t_2^(1/2), t_3^(1/2)): the sphere's octant with the density of (r_1 r_2 r_3)^2."""
    nodes, weights = np.polynomial.legendre.leggauss(160)
    angles, weights = (nodes + 1) * np.pi / 4, weights * np.pi / 4
    polar, azimuth = (a.ravel() for a in np.meshgrid(angles, angles, indexing="ij"))
    share = np.outer(weights, weights).ravel()
    lengths = np.array([np.sin(polar) * np.cos(azimuth), np.sin(polar) * np.sin(azimuth), np.cos(polar)])
    share *= np.sin(polar) * lengths.prod(axis=0) ** 2
    return lengths, share / share.sum()


def _error(reference, size):
    """E (K_hat - K)^2 of a reference, K = 1."""
    decay = mpmath.exp(-mpmath.fdot(reference.sum, reference.sum) / 2)
    first, second = (decay**order * reference.mean_power(order, size) for order in (1, 2))
    return sp.Rational(str(second - 2 * first + 1))


@cache
def _outcome(reference, size, quantity="mse", expected=None):
    value = _error(reference, size) if expected is None else expected
    (outcome,) = simulate([MomentCheck("", reference.estimator, quantity, value, {m: sp.Integer(size)})], "quick", 0)
    assert not outcome.shortfall
    return outcome


REFERENCES = {
    "all rows of a product, d = 2": (HadamardRows(HadamardProduct(3), _inputs(1, 0)), 2),
    "two rows of a product, d = 4": (HadamardRows(HadamardProduct(1), _inputs("1/2", 0, 0, "1/4")), 2),
    "two rows of a product, k = 3": (HadamardRows(HadamardProduct(3), _inputs("1/2", "1/4", 0, 0)), 2),
    "two points of a Halton sequence": (HaltonPair(Halton(), _inputs("1/2", "1/4")), 2),
    "simplex+": (ThreeSimplexPlus(SimplexPlus(), _inputs("1/4", 0, "1/4")), 3),
}


@pytest.mark.parametrize("name", REFERENCES)
def test_drawn_errors_are_those_of_the_definition(name):
    estimator, size = REFERENCES[name]
    outcome = _outcome(estimator, size)
    assert not outcome.rejected and outcome.has_teeth


def _positive(v2, pair, size):
    """(K_hat - K)^2 of positive features with K = 1, from the moment of a pair."""
    return math.exp(-v2) * (math.exp(2 * v2) - math.exp(v2) + (size - 1) * (pair - math.exp(v2))) / size


def test_other_couplings_are_rejected():
    # simplex+ against the simplex and independent projections, v^2 = 1/8
    estimator, size = REFERENCES["simplex+"]
    outcome = _outcome(estimator, size)
    orthogonal = float(special.hyp1f1(3, 1.5, 0.0625))
    assert all(outcome.rejects(_positive(0.125, pair, size)) for pair in (math.exp(0.125), orthogonal))
    # rows of a product of one block HD against a Haar frame: their marginals are not Gaussian
    estimator, size = REFERENCES["all rows of a product, d = 2"]
    assert _outcome(estimator, size).rejects(_positive(1.0, float(special.hyp1f1(2, 1, 0.5)), size))
    # two Halton points are apart in every coordinate: less than independent
    estimator, size = REFERENCES["two points of a Halton sequence"]
    assert _outcome(estimator, size).rejects(_positive(0.3125, math.exp(0.3125), size))


def test_halton_points_and_simplex_plus_are_unbiased():
    for name in ("two points of a Halton sequence", "simplex+"):
        estimator, size = REFERENCES[name]
        v2 = float(mpmath.fdot(estimator.sum, estimator.sum))
        # the quadratures, against the Gaussian mean
        assert float(estimator.mean_power(1, size)) == pytest.approx(math.exp(v2 / 2), rel=1e-12)
        outcome = _outcome(estimator, size, "mean", sp.Integer(1))
        assert not outcome.rejected and outcome.has_teeth


def test_the_references_are_limits_of_known_ones():
    """At z = 0 in one coordinate the Halton pair is a one-dimensional one; for independent digits it would be a product."""
    one = HaltonPair(Halton(), _inputs("4/5", 0)).mean_power(2, 2)
    single = sum(ways * _halton_integral(2, 0.8 * p, 0.8 * q) for (p, q), ways in _powers(2, 2)) / 4
    assert float(one) == pytest.approx(single, rel=1e-12)
    # simplex+ of three equal lengths is the simplex: w_1 + w_2 = -w_3
    gram = _least_resultant_gram(np.full((3, 1), 2.0))
    assert np.allclose(gram[:, :, 0], 4 * np.array([[1, -0.5, -0.5], [-0.5, 1, -0.5], [-0.5, -0.5, 1]]), rtol=1e-15)
