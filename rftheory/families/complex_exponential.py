"""Complex exponential (CE) features ``Psi_A(x).Psi_{A^-T}(y)``  (Choromanski et al. 2022, (15), (16)).

``Psi_M(u) = m^-1/2 exp(-(Mu)^2/2) (exp(w_i.Mu))_i`` for an invertible complex matrix A, with the bilinear square
``(Mu)^2 = sum_k (Mu)_k^2``. Their appendix H prints the Hermitian norm instead: ``prefactor="norm"``.

An arbitrary A is known to the symbolic side by ``Ax = a1 + i a2`` and ``A^-T y = b1 + i b2``: their Gram matrix.
The one constraint ``(Ax).(A^-T y) = x.y`` is solved by ``a1.b1 = p, a2.b2 = p - x.y, a1.b2 = q, a2.b1 = -q``.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np
import sympy as sp
from numpy.typing import ArrayLike

from rftheory.families.family import Family
from rftheory.inputs.arrays import Array, Projections, check_inputs, check_side, images, squares
from rftheory.inputs.kernels import Space, Vector
from rftheory.rules.nodes import Projection

a11, a22, b11, b22 = sp.symbols("a11 a22 b11 b22", nonnegative=True)
a12, b12, p, q = sp.symbols("a12 b12 p q", real=True)
PREFACTORS = ("bilinear", "norm")


def _products(inner: sp.Expr) -> Callable[[str, str], sp.Expr]:
    table = {
        ("a1", "a1"): a11, ("a1", "a2"): a12, ("a2", "a2"): a22,
        ("b1", "b1"): b11, ("b1", "b2"): b12, ("b2", "b2"): b22,
        ("a1", "b1"): p, ("a2", "b2"): p - inner, ("a1", "b2"): q, ("a2", "b1"): -q,
    }  # fmt: skip
    return lambda first, second: table[min(first, second), max(first, second)]


def hermitian_square(u: Vector) -> sp.Expr:
    """``|u|^2 = u.conj(u)`` of a vector with complex coefficients over real named vectors."""
    conjugate = Vector(u.space, {name: sp.conjugate(c) for name, c in u.coefficients.items()})
    return sp.expand(u.dot(conjugate))


@dataclass(frozen=True)
class ComplexExponential(Family):
    """CE features of a matrix A.

    Args:
        matrix: a numerical invertible complex matrix, shape (d, d); its symbolic side is that of an arbitrary A.
        scalar: A = scalar * I instead, with a nonzero SymPy number (``I`` gives the trigonometric estimator, 1 the
            positive one). With neither, A is arbitrary and only the symbolic side exists.
        prefactor_kind: "bilinear" (unbiased for every A) or "norm" (as printed in (91), (92); unbiased for real A).
    """

    matrix: ArrayLike | None = field(default=None, compare=False, repr=False)
    scalar: sp.Expr | None = None
    prefactor_kind: str = "bilinear"

    blocks = 1
    phase = False

    #: the entries of the matrix, so that estimators can be compared and hashed
    entries: tuple = field(default=(), init=False)

    def __post_init__(self) -> None:
        if self.prefactor_kind not in PREFACTORS:
            raise ValueError(f"prefactor must be one of {', '.join(PREFACTORS)}, got {self.prefactor_kind!r}")
        if self.matrix is not None and self.scalar is not None:
            raise ValueError("give matrix or scalar, not both")
        if self.scalar is not None and sp.sympify(self.scalar).is_zero:
            raise ValueError("scalar must be nonzero for an invertible A, got 0")
        if self.matrix is not None:
            matrix = _check_matrix(self.matrix)
            object.__setattr__(self, "entries", tuple(map(tuple, matrix.tolist())))

    def check_usable(self) -> None:
        if self.matrix is None and self.scalar is None:
            raise ValueError("complex-exponential features need the parameter matrix or scalar")

    def transformed(self, x: Vector, y: Vector) -> tuple[Vector, Vector]:
        """The formal vectors ``A x`` and ``A^-T y``."""
        if self.scalar is not None:
            return x * sp.sympify(self.scalar), y / sp.sympify(self.scalar)
        inner = sp.expand(x.dot(y))
        space = Space(f"complex exponential{(inner,)}", _products(inner), ("a1", "a2", "b1", "b2"))
        real, imaginary = (space.vector("a1"), space.vector("b1")), (space.vector("a2"), space.vector("b2"))
        return real[0] + imaginary[0] * sp.I, real[1] + imaginary[1] * sp.I

    def _square(self, u: Vector) -> sp.Expr:
        return u.square if self.prefactor_kind == "bilinear" else hermitian_square(u)

    def prefactor(self, x: Vector, y: Vector) -> sp.Expr:
        return sp.exp(sp.expand(-sum(self._square(u) for u in self.transformed(x, y)) / 2))

    def kernel_sample(self, projection: Projection, x: Vector, y: Vector) -> sp.Expr:
        first, second = self.transformed(x, y)
        return sp.exp(projection.dot(first + second))

    def components(self, projection: Projection, u: Vector, side: str = "x") -> tuple[sp.Expr, ...]:
        """The single component; for an arbitrary A, both inputs live in one Gram table, so only A = scalar * I."""
        if self.scalar is None:
            raise ValueError("components need scalar: for an arbitrary A use transformed(x, y)")
        image = self.transformed(u, u)[0 if check_side(side) == "x" else 1]
        return (sp.exp(-self._square(image) / 2) * sp.exp(projection.dot(image)),)

    def multiplier(self, dimension: int, side: str) -> Array:
        """The numerical matrix of one side, A for x and A^-T for y, shape (d, d)."""
        if check_side(side) == "x":
            return self._numerical(dimension)
        return np.linalg.inv(self._numerical(dimension)).T

    def _numerical(self, dimension: int) -> Array:
        if self.scalar is not None:
            return complex(self.scalar) * np.eye(dimension)
        if self.matrix is None:
            raise ValueError("features need a numerical matrix or scalar")
        matrix = _check_matrix(self.matrix)
        if len(matrix) != dimension:
            raise ValueError(f"matrix must have shape ({dimension}, {dimension}) like the inputs, got {matrix.shape}")
        return matrix

    def features(self, inputs: ArrayLike, projections: Projections, side: str = "x", change: float = 0.0) -> Array:
        return super().features(inputs, projections, side, change).astype(complex, copy=False)

    def numerical(self, d: int) -> None:
        """None: the map is that of positive features at the inputs times the matrix."""

    def log_features(
        self, inputs: ArrayLike, projections: Projections, side: str = "x", change: float = 0.0
    ) -> tuple[None, Array]:
        """As `AnyFamily.log_features`; real for a real matrix."""
        u = check_inputs(inputs)
        matrix = self.multiplier(u.shape[1], side)
        moved = u @ (matrix if matrix.imag.any() else matrix.real).T
        size = squares(moved) if self.prefactor_kind == "bilinear" else squares(np.abs(moved))
        log = images(moved, projections)
        return None, log + (change * squares(u) - size / 2 - np.log(log.shape[-1]) / 2)

    def parameters(self, x: Array, y: Array) -> dict[sp.Symbol, sp.Expr]:
        """The Gram symbols at a numerical matrix, exact sums over the floating-point entries of Ax and A^-T y."""
        if self.scalar is not None:
            return {}
        named = self.named_vectors(x, y)
        exact = {name: [sp.Rational(float(e)) for e in value] for name, value in named.items()}
        pairs = {a11: "a1a1", a12: "a1a2", a22: "a2a2", b11: "b1b1", b12: "b1b2", b22: "b2b2", p: "a1b1", q: "a1b2"}
        return {s: sum(a * b for a, b in zip(exact[k[:2]], exact[k[2:]], strict=True)) for s, k in pairs.items()}

    def named_vectors(self, x: Array, y: Array) -> dict[str, Array]:
        if self.scalar is not None:
            return {"x": x, "y": y}
        u, v = self.multiplier(len(x), "x") @ x, self.multiplier(len(y), "y") @ y
        return {"a1": u.real, "a2": u.imag, "b1": v.real, "b2": v.imag}


def _check_matrix(matrix: ArrayLike) -> Array:
    """An invertible complex matrix of shape (d, d)."""
    array = np.asarray(matrix, dtype=complex)
    if array.ndim != 2 or array.shape[0] != array.shape[1] or array.size == 0:
        raise ValueError(f"matrix must have shape (d, d) with d >= 1, got {array.shape}")
    if not np.isfinite(array).all():
        raise ValueError("matrix must have finite entries")
    if np.linalg.matrix_rank(array) < len(array):
        raise ValueError(f"matrix must be invertible, got rank {np.linalg.matrix_rank(array)} for d = {len(array)}")
    return array
