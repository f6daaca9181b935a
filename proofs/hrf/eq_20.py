"""Equation (20): Gaussian coefficients ``lambda_k(x, y) = exp(-|x + M_k y|^2 / (2 c_k^2))`` and their linear form.

``rho_1(x) = exp(-|x|^2/2c^2) phi_SM(x/c)`` and ``rho_2(y) = exp(-|My|^2/2c^2) phi_SM(-My/c)`` with an unbiased map
phi_SM of the softmax kernel, for a nonzero c: ``rho_1(x).rho_2(y)`` has mean lambda(x, y), a = 0 in (9). The vector
My is named y here.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from rftheory.proofs.hrf._setting import *
from rftheory.families.hybrids.coefficient import CoefficientMap
from rftheory.inputs.arrays import Array, check_inputs, squares
from rftheory.proofs.hrf._features import dot_product

STATEMENT = statement(
    "identity",
    "Sec. 2.4 (20)",
    "Gaussian coefficients of a hybrid, linearised",
    notes=(
        "c_k is only said to be real; it must not be zero.",
        "The words below (20) put the values in (0, 1] and let a coefficient fire where x is near -M_k y: there it "
        "is 1.",
    ),
)

c = sp.Symbol("c", real=True)
WIDTH = Range(c, typical=(-3, 3), awkward=(-1, sp.Rational(1, 10), 10))
#: c_1, ..., c_p are only said to be real
_DIVISOR = by_definition("the print divides by c_k")
_INPUTS = Domain((X_NORM, Y_NORM, THETA, WIDTH), (sp.Ne(c, 0),), words=_DIVISOR)
DOMAIN = _INPUTS.with_ranges(N)
_TAU = Projection("tau")

#: ``lambda(x, y) = exp(-|x + My|^2 / (2 c^2))``.
gaussian_value = sp.exp(-PAIR.z.square / (2 * c**2))


def input_factors(pair: Pair = PAIR) -> sp.Expr:
    """``exp(-|x|^2/2c^2) exp(-|My|^2/2c^2)``."""
    return sp.exp(-(pair.x.square + pair.y.square) / (2 * c**2))


def linearised(family: Family, pair: Pair = PAIR) -> sp.Expr:
    """``rho_1(x).rho_2(y)`` of (20) from n projections tau, phi_SM the map of the family."""
    features = (family.components(_TAU, u) for u in (pair.x / c, -pair.y / c))
    return input_factors(pair) * SampleMean(dot_product(*features), n)


@dataclass(frozen=True)
class Linearised(CoefficientMap):
    """``rho_1(x).rho_2(y)`` of (20) for drawing, with a positive number c."""

    family: Family
    width: sp.Rational

    @property
    def constant(self) -> sp.Expr:
        return sp.Integer(0)

    def sample(self, projection: Projection, x: Vector, y: Vector) -> sp.Expr:
        factors = sp.exp(-(x.square + y.square) / (2 * self.width**2))
        return factors * self.family.sample(projection, x / self.width, -y / self.width)

    def maps(self, inputs: ArrayLike, projections: ArrayLike, side: str = "x") -> Array:
        u = check_inputs(inputs) / float(self.width)
        return np.exp(-squares(u) / 2) * self.family.features(u if side == "x" else -u, projections, side)


_WIDTH = sp.Rational(3, 2)
scaled = sp.exp((PAIR.x / c).dot(-PAIR.y / c))
unbiased = [
    claim(
        f"rho_1(x).rho_2(y) with {name} features has mean lambda(x, y)",
        eq(Expectation(linearised(family)), gaussian_value),
        name=f"{name} features",
    ).drawn(Coefficient(Linearised(family, _WIDTH)), "mean", {**SMALL_POINT, c: _WIDTH})
    for name, family in (("trigonometric", Trigonometric()), ("positive", Hyperbolic()))
]
CLAIMS = (
    claim(
        "factorisation: lambda(x, y) is the softmax kernel of x/c and -My/c times the two input factors",
        eq(gaussian_value, input_factors() * scaled),
        _INPUTS,
    ),
    *unbiased,
)
