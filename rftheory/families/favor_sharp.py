r"""FAVOR#: dense exponential features of a symmetric matrix A and a balance Psi  (Likhosherstov et al. 2023, 2302.00787).

    f(w, u) = det(I - 4A)^(1/4) exp(w^T A w + w.Bv - (|v|^2 + |u|^2)/2),   v = Psi x or Psi^-1 y,   B = (I - 4A)^(1/2),

are positive features of the Gaussian kernel, as ``Psi x . Psi^-1 y = x.y``. With z = v_x + v_y one sample Z has

    log E Z^2/K^2 = log det(I - 4A) - (1/2) log det(I - 8A) + z^T (I - 8A)^-1 z,

finite where all eigenvalues of A are below 1/8. The mean over data depends on ``M = E z z^T`` alone, and is least where A has the
eigenvectors of M and at each eigenvalue V the A of OPRF in one dimension (`field.favor-sharp` proves it for each coordinate): a large
eigenvalue of A stands against a small one of M. That optimum grows with M. ``E |z|^2`` is least at the diagonal Psi with
``Psi_l^4 = E y_l^2/E x_l^2``, and among symmetric ones at the Psi^2 that is the geometric mean of ``(E x x^T)^-1`` and ``E y y^T``.
"""

from __future__ import annotations

from collections.abc import Container, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
import sympy as sp
from numpy.typing import ArrayLike

from rftheory.families.base import OfProducts
from rftheory.families.dense import DenseMap
from rftheory.families.family import Family
from rftheory.families.gerf_moments import optimal_parameters
from rftheory.inputs.arrays import Array, Projections, check_inputs, data_for
from rftheory.inputs.kernels import Space, Vector
from rftheory.inputs.statistics import Products
from rftheory.rules.nodes import Projection

#: ways to take Psi from data
BALANCES = ("diagonal", "symmetric", "none")
#: the squared lengths of both transformed inputs
_SIZES = sp.symbols("v_x^2 v_y^2", nonnegative=True)
_SIDES = ("vx", "vy")


@dataclass(frozen=True)
class FavorSharp(Family, OfProducts):
    """Dense exponential features of a matrix.

    Args:
        matrix: A, symmetric, shape (d, d), eigenvalues < 1/8; None to take it from data.
        psi: Psi, symmetric and positive definite, shape (d, d), or its diagonal, shape (d,); or how to take it from data: "diagonal",
            "symmetric", or "none" for I.

    Raises:
        ValueError: for matrices that are none of these, and for a Psi without an A.
    """

    matrix: ArrayLike | None = field(default=None, compare=False, repr=False)
    psi: Any = field(default="diagonal", compare=False, repr=False)

    #: the entries of both, so that families can be compared and hashed
    entries: tuple[Any, ...] = field(default=(), init=False, repr=False)

    kernel = "gaussian"
    wave = None
    phase = False
    blocks = 1
    positive = True

    def __post_init__(self) -> None:
        if isinstance(self.psi, str):
            if self.psi not in BALANCES:
                raise ValueError(f"psi must be a matrix or one of {', '.join(BALANCES)}, got {self.psi!r}")
        elif self.matrix is None:
            raise ValueError("psi must be given with a matrix, or be taken from data as it is")
        if self.matrix is None:
            object.__setattr__(self, "entries", (self.psi,))
            return
        values, vectors = np.linalg.eigh(_symmetric("matrix", self.matrix))
        if not values.max() < 1 / 8:
            raise ValueError(f"matrix must have eigenvalues < 1/8 for a finite variance, got {values.max():g}")
        balance = np.eye(len(values)) if isinstance(self.psi, str) else np.asarray(self.psi, dtype=float)
        balance = _symmetric("psi", np.diag(balance) if balance.ndim == 1 else balance)
        if len(balance) != len(values) or not np.linalg.eigvalsh(balance).min() > 0:
            raise ValueError(f"psi must be positive definite of shape {vectors.shape}, got {self.psi!r}")
        matrix = (vectors * values) @ vectors.T
        for name, value in (("matrix", matrix), ("psi", balance), ("entries", (matrix.tobytes(), balance.tobytes()))):
            object.__setattr__(self, name, value)

    @cached_property
    def spectrum(self) -> tuple[Array, Array]:
        """Eigenvalues and eigenvectors of A, shapes (d,) and (d, d).

        Raises:
            ValueError: if A is still open.
        """
        if self.matrix is None:
            raise ValueError("matrix must be given, or taken from data: fit(X)")
        values, vectors = np.linalg.eigh(np.asarray(self.matrix))
        return values, vectors

    @cached_property
    def _map(self) -> DenseMap:
        return DenseMap(*self.spectrum, self.psi)

    @property
    def bounded(self) -> bool:
        """Whether all eigenvalues of A are negative."""
        return self.matrix is not None and bool(self.spectrum[0].max() < 0)

    @property
    def title(self) -> str:
        return "FAVOR#"

    def check_usable(self) -> None:
        """Always: `fit` takes A from data."""

    def balanced(self, inputs: Array, side: str) -> Array:
        """v, shape (L, d), of inputs of one side."""
        return np.asarray(self.numerical(inputs.shape[1]).balanced(inputs, side))

    def _images(self, balanced: Array) -> Array:
        """B v in the basis of the eigenvectors."""
        values, vectors = self.spectrum
        return (balanced @ vectors) * np.sqrt(1 - 4 * values)

    def log_features(
        self, inputs: ArrayLike, projections: Projections, side: str = "x", change: float = 0.0
    ) -> tuple[None, Array]:
        made = self.numerical(check_inputs(inputs).shape[1])
        return made.log_features(inputs, made.prepared(projections), side, change)

    def numerical(self, d: int) -> DenseMap:  # type: ignore[override]
        if d != len(self.spectrum[0]):
            raise ValueError(f"matrix must have shape {(d, d)} like the inputs, got {self.spectrum[1].shape}")
        return self._map

    # -- one sample ---------------------------------------------------------------------------------------------

    def components(self, projection: Projection, u: Vector, side: str = "x") -> tuple[sp.Expr, ...]:
        """None that is a function of ``w.u`` and ``|w|^2``, by a ValueError: `sample` has the eigenvectors of A."""
        raise ValueError("components of a matrix are functions of its eigenvectors: use sample(projection, x, y)")

    def prefactor(self, x: Vector, y: Vector) -> sp.Expr:
        determinant = sp.Mul(*(1 - 4 * sp.Rational(float(value)) for value in self.spectrum[0]))
        return sp.sqrt(determinant) * sp.exp(-sp.Add(*_SIZES, x.square, y.square) / 2)

    def kernel_sample(self, projection: Projection, x: Vector, y: Vector) -> sp.Expr:
        values = [sp.Rational(float(value)) for value in self.spectrum[0]]
        own = [f"q{k}" for k in range(len(values))]
        space = Space(f"eigenvectors of {hash(self.entries)}", lambda a, b: sp.Symbol(f"{min(a, b)}.{max(a, b)}"))
        grown = (2 * value * projection.dot(space.vector(name)) ** 2 for value, name in zip(values, own, strict=True))
        image = projection.dot(space.vector(_SIDES[0]) + space.vector(_SIDES[1]))
        return sp.exp(sp.Add(image, *grown))

    def parameters(self, x: Array, y: Array) -> dict[sp.Symbol, sp.Expr]:
        rows = (self.balanced(u[None], side)[0] for u, side in ((x, "x"), (y, "y")))
        return {size: sp.Add(*(sp.Rational(float(e)) ** 2 for e in v)) for size, v in zip(_SIZES, rows, strict=True)}

    def named_vectors(self, x: Array, y: Array) -> dict[str, Array]:
        vectors = self.spectrum[1]
        moved = (self._images(self.balanced(u[None], side))[0] @ vectors.T for u, side in ((x, "x"), (y, "y")))
        return dict(zip(_SIDES, moved, strict=True)) | {f"q{k}": vectors[:, k] for k in range(len(vectors))}

    # -- moments ------------------------------------------------------------------------------------------------

    def log_variance(self, x: Array, y: Array) -> Array:
        """log Var of one sample of the Gaussian kernel, shape (L,)."""
        values, vectors = self.spectrum
        z = (self.balanced(x, "x") + self.balanced(y, "y")) @ vectors
        growth = np.log1p(16 * values * (values / (1 - 8 * values))).sum() / 2 + (z**2 / (1 - 8 * values)).sum(axis=1)
        with np.errstate(divide="ignore"):
            return np.asarray(growth + np.log(-np.expm1(-growth)) - np.square(x - y).sum(axis=1))

    def log_joint_moments(self, x: Array, y: Array) -> Array:
        """``log E Z_i Z_j/(K_i K_j)`` of one projection, shape (L, L)."""
        values, vectors = self.spectrum
        z, gap = (self.balanced(x, "x") + self.balanced(y, "y")) @ vectors, 1 - 8 * values
        level = np.log1p(16 * values * (values / gap)).sum() / 2
        own = (2 * values / gap * z**2).sum(axis=1)
        return np.asarray(level + own[:, None] + own + (z * (1 - 4 * values) / gap) @ z.T)

    # -- data ---------------------------------------------------------------------------------------------------

    def fit(self, x: Array | None, y: Array | None, d: int, given: Container[str] = ()) -> FavorSharp:
        """With the A, and before it the Psi, of the module docstring for all pairs of rows."""
        if self.matrix is not None:
            return self
        return self.of_products(*(Products.of([check_inputs(rows)]) for rows in data_for("matrix", x, y)))

    def at_pairs(self, x: Array, y: Array) -> FavorSharp:
        """With the best for these pairs, unless A is given."""
        return self if self.matrix is not None else self._best(x.T @ x / len(x), y.T @ y / len(y), x.T @ y / len(x))

    def of_products(self, x: Products, y: Products) -> FavorSharp:
        return self._best(x.square, y.square, np.outer(x.mean, y.mean))

    def balanced_by(self, psi: Array, x: Products, y: Products) -> FavorSharp:
        """With another Psi, and the best A for it."""
        return self._around(psi, x.square, y.square, np.outer(x.mean, y.mean))

    def _best(self, first: Array, second: Array, product: Array) -> FavorSharp:
        """Of data with these means of ``x x^T``, ``y y^T`` and ``x y^T``."""
        return self._around(_balance(self.psi, first, second), first, second, product)

    @staticmethod
    def _around(psi: Array, first: Array, second: Array, product: Array) -> FavorSharp:
        """With the best A for this Psi."""
        inverse = np.linalg.inv(psi)
        mixed = psi @ product @ inverse
        values, vectors = np.linalg.eigh(psi @ first @ psi + inverse @ second @ inverse + mixed + mixed.T)
        best = optimal_parameters(np.maximum(values, 0), 1)
        return FavorSharp((vectors * best) @ vectors.T, psi)

    def numbers(self) -> Mapping[str, Any]:  # type: ignore[override]
        return {"matrix": self.matrix, "psi": self.psi}


def _balance(how: str, first: Array, second: Array) -> Array:
    """Psi for data with these means of ``x x^T`` and ``y y^T``."""
    if how == "symmetric":
        try:
            root = _power(first, 0.5)
            inverse = np.linalg.inv(root)
            return _power(inverse @ _power(root @ second @ root, 0.5) @ inverse, 0.5)
        except np.linalg.LinAlgError:
            raise ValueError("psi='symmetric' needs rows that span all dimensions, on both sides") from None
    own, other = np.diag(first), np.diag(second)
    seen = (own > 0) & (other > 0) & (how == "diagonal")
    return np.diag(np.divide(other, own, out=np.ones(len(own)), where=seen) ** 0.25)


def _power(matrix: Array, power: float) -> Array:
    """A power of a positive definite matrix.

    Raises:
        LinAlgError: if it is not positive definite to working precision.
    """
    values, vectors = np.linalg.eigh(matrix)
    if not values.min() > len(values) * np.finfo(float).eps * values.max():
        raise np.linalg.LinAlgError("matrix must be positive definite")
    return np.asarray((vectors * values**power) @ vectors.T)


def _symmetric(name: str, given: ArrayLike) -> Array:
    """A symmetric matrix of finite entries."""
    array = np.asarray(given, dtype=float)
    if array.ndim != 2 or array.shape[0] != array.shape[1] or not array.size or not np.isfinite(array).all():
        raise ValueError(f"{name} must be a matrix of shape (d, d) with finite entries, got {given!r}")
    if not np.allclose(array, array.T, rtol=1e-12, atol=1e-12 * np.abs(array).max()):
        raise ValueError(f"{name} must be symmetric, got {given!r}")
    return (array + array.T) / 2
