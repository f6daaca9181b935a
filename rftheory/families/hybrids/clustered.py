"""Hybrids for clustered data: complex exponential estimators that are exact at the centres.

Source: Choromanski et al. 2022, App. H.

For centres r_i of the x and r_j of the y, a diagonal A with ``A r_i + A^-1 r_j = 0`` (or as small as a real A allows)
gives a CE estimator without error (with a small one) at the centres. `ZeroOneMixture` picks it by cluster membership
(Definition H.2); `GaussianMixture` weights all of them by estimates of
``lambda_ij = exp(-|A x + A^-1 y|^2 / (2 tau^2))`` and one more base estimator by the rest (Definition H.1).

The appendix prints Hermitian norms in (91), (92), (95), (96): ``prefactor="norm"``. Unbiased for complex A are the
bilinear squares of (16): ``prefactor="bilinear"``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import ClassVar

import numpy as np
import sympy as sp
from numpy.typing import ArrayLike

from rftheory.families.complex_exponential import ComplexExponential, hermitian_square
from rftheory.families.family import Family
from rftheory.families.hybrids.bipolar import Hybrid
from rftheory.families.hybrids.coefficient import CoefficientMap
from rftheory.inputs.arrays import Array, check_inputs, check_pair, images, squares
from rftheory.inputs.kernels import Vector, tau
from rftheory.rules.nodes import Projection

MATRICES = ("real", "complex")


def cluster_matrix(center_x: ArrayLike, center_y: ArrayLike, kind: str = "complex", extreme: float = 100.0) -> Array:
    """The diagonal matrix of a pair of centres, shape (d, d), complex.

    Args:
        kind: "complex" solves ``A r_i + A^-1 r_j = 0`` by (86), (87); "real" minimises its length by (88).
        extreme: where exactly one of the two entries is zero no A is optimal: ``extreme`` stands for the paper's
            "large positive number", its inverse for the small one.
    """
    first, second = check_pair(center_x, center_y)
    if kind not in MATRICES:
        raise ValueError(f"kind must be one of {', '.join(MATRICES)}, got {kind!r}")
    if not extreme > 1:
        raise ValueError(f"extreme must be > 1, got {extreme}")
    return np.diag([_entry(u, v, kind, extreme) for u, v in zip(first, second, strict=True)])


def _entry(u: float, v: float, kind: str, extreme: float) -> complex:
    imaginary = 1j if kind == "complex" else 0
    if u == v == 0:
        return 1 + imaginary
    if u == 0:
        return complex(extreme)
    if v == 0:
        return (1 + imaginary) / extreme
    if kind == "complex" and u * v > 0:
        return 1j * np.sqrt(v / u)
    return complex(np.sqrt(abs(v / u)))


@dataclass(frozen=True)
class WindowCoefficient(CoefficientMap):
    """lambda_hat of (94)-(96): ``n^-1/2 exp(-(Au)^2/tau^2) (exp(w_i.Au/tau))_i`` against the same of A^-T y, negated.

    Args:
        family: the CE estimator whose matrix and kind of prefactor are used.
        width: tau, positive.
    """

    names: ClassVar[tuple[str, ...]] = ("window", "window-coefficient")

    family: ComplexExponential
    width: sp.Expr = tau

    def __post_init__(self) -> None:
        object.__setattr__(self, "width", sp.sympify(self.width))
        if self.width.is_positive is False:
            raise ValueError(f"width must be > 0, got {self.width}")

    @property
    def constant(self) -> sp.Expr:
        return sp.Integer(0)

    def sample(self, projection: Projection, x: Vector, y: Vector) -> sp.Expr:
        first, second = self.family.transformed(x, y)
        bilinear = self.family.prefactor_kind == "bilinear"
        size = sum(u.square if bilinear else hermitian_square(u) for u in (first, second))
        return sp.exp(sp.expand(-size / self.width**2)) * sp.exp(projection.dot((first - second) / self.width))

    def maps(self, inputs: ArrayLike, projections: ArrayLike, side: str = "x") -> Array:
        if self.width.free_symbols:
            raise ValueError(f"width must be a number to draw features, got {self.width}; use at(point) first")
        u, width = check_inputs(inputs), float(self.width)
        transformed = u @ self.family.multiplier(u.shape[1], side).T
        bilinear = self.family.prefactor_kind == "bilinear"
        size = squares(transformed) if bilinear else squares(np.abs(transformed))
        image = images(transformed, projections) / width
        return np.exp(-size / width**2) / np.sqrt(image.shape[-1]) * np.exp(image if side == "x" else -image)

    def at(self, point: Mapping[sp.Symbol, sp.Expr]) -> WindowCoefficient:
        return WindowCoefficient(self.family, self.width.subs(point))

    def parameters(self, x: Array, y: Array) -> dict[sp.Symbol, sp.Expr]:
        return self.family.parameters(x, y)

    def named_vectors(self, x: Array, y: Array) -> dict[str, Array]:
        return self.family.named_vectors(x, y)


def nearest_center(inputs: ArrayLike, centers: ArrayLike) -> Array:
    """The index of the nearest centre of each input: shapes (L, d), (K, d) to (L,)."""
    u, c = check_inputs(inputs), check_inputs(centers, "centers")
    if u.shape[1] != c.shape[1]:
        raise ValueError(f"centers must have the dimension d = {u.shape[1]} of the inputs, got {c.shape[1]}")
    return squares(u[:, None] - c)[..., 0].argmin(axis=1)


@dataclass(frozen=True)
class ZeroOneMixture:
    """Definition H.2: the CE estimator of the pair of clusters to which x and y belong.

    Args:
        centers_x, centers_y: shapes (n_q, d) and (n_k, d), as nested tuples of exact numbers or arrays.
        kind: "real" or "complex" diagonal matrices.
        prefactor: "bilinear" or "norm" (as printed).
    """

    centers_x: Sequence[Sequence[float]]
    centers_y: Sequence[Sequence[float]]
    kind: str = "complex"
    prefactor: str = "bilinear"
    families: tuple[tuple[ComplexExponential, ...], ...] = field(init=False)

    def __post_init__(self) -> None:
        families = tuple(
            tuple(
                ComplexExponential(cluster_matrix(u, v, self.kind), prefactor_kind=self.prefactor)
                for v in check_inputs(self.centers_y, "centers_y")
            )
            for u in check_inputs(self.centers_x, "centers_x")
        )
        object.__setattr__(self, "families", families)

    def membership(self, inputs: ArrayLike, side: str) -> Array:
        """The indicators Psi_i of (103), shape (L, number of clusters)."""
        centers = check_inputs(self.centers_x if side == "x" else self.centers_y)
        return np.eye(len(centers))[nearest_center(inputs, centers)]

    def features(self, inputs: ArrayLike, projections: ArrayLike, side: str = "x") -> Array:
        """All n_q n_k CE maps, each times the indicator of its cluster: (L, d), (..., m, d) to (..., L, n_q n_k m)."""
        members = self.membership(inputs, side)
        blocks = [
            members[:, (i if side == "x" else j), None] * family.features(inputs, projections, side)
            for i, row in enumerate(self.families)
            for j, family in enumerate(row)
        ]
        return np.concatenate(blocks, axis=-1)


def gaussian_mixture(mixture: ZeroOneMixture, default: Family, width: sp.Expr = tau, shared: bool = False) -> Hybrid:
    """Definition H.1: Gaussian coefficients for all pairs of centres, the rest of the weight on ``default``."""
    bases = tuple(family for row in mixture.families for family in row)
    return Hybrid((*bases, default), tuple(WindowCoefficient(f, width) for f in bases), shared)
