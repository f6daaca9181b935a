"""Feature maps in the form of Definition 2.1 of HRF: one sample of the estimator is ``sum_i xi_i(x, w) xi_i(y, w)``."""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from rftheory.vocabulary import *
from rftheory.inputs.arrays import Array, Projections, check_inputs

W = Projection("w")


def dot_product(first: Iterable[sp.Expr], second: Iterable[sp.Expr]) -> sp.Expr:
    """The bilinear dot product of two lists of entries (no conjugate)."""
    return sp.Add(*(a * b for a, b in zip(first, second, strict=True)))


def sine_and_cosine(pair: Pair = PAIR) -> sp.Expr:
    """``sum_i xi_i(x) xi_i(y)`` for xi = (sin w.u, cos w.u), as printed after (6)."""
    return dot_product(*([sp.sin(W.dot(u)), sp.cos(W.dot(u))] for u in (pair.x, pair.y)))


def two_exponentials(pair: Pair = PAIR) -> sp.Expr:
    """``sum_i xi_i(x) xi_i(y)`` for xi = 2^(-1/2) (exp(w.u), exp(-w.u)), as printed after (6)."""
    return dot_product(*([sp.exp(s * W.dot(u)) / sp.sqrt(2) for s in (1, -1)] for u in (pair.x, pair.y)))


@dataclass(frozen=True)
class WithoutInputFactors(Family):
    """The feature map of a family without its factors ``exp(+-|u|^2/2)``: one sample is its kernel sample alone."""

    family: Family

    @property
    def blocks(self) -> int:
        return self.family.blocks

    @property
    def auxiliary(self) -> int:
        return self.family.auxiliary

    def prefactor(self, x: Vector, y: Vector) -> sp.Expr:
        return sp.Integer(1)

    def kernel_sample(self, projection: Projection, x: Vector, y: Vector) -> sp.Expr:
        return self.family.kernel_sample(projection, x, y)

    def components(self, projection: Projection, u: Vector, side: str = "x") -> tuple[sp.Expr, ...]:
        factor = self.family.prefactor(u, u * 0) if side == "x" else self.family.prefactor(u * 0, u)
        return tuple(component / factor for component in self.family.components(projection, u, side))

    def features(self, inputs: ArrayLike, projections: Projections, side: str = "x", change: float = 0.0) -> Array:
        u = check_inputs(inputs)
        # at the projection w = 0 the features of u and of the zero input differ by the factor alone
        at_rest = np.zeros((1, u.shape[1]))
        factor, unit = (self.family.features(v, at_rest, side).sum(axis=-1, keepdims=True) for v in (u, 0 * u))
        return self.family.features(u, projections, side) * (unit / factor)

    def feature_length(self, m: int) -> int:
        return self.family.feature_length(m)

    def parameters(self, x: Array, y: Array) -> dict[sp.Symbol, sp.Expr]:
        return self.family.parameters(x, y)

    def named_vectors(self, x: Array, y: Array) -> dict[str, Array]:
        return self.family.named_vectors(x, y)
