"""The two kernels, and the invariants of a pair of inputs on which every estimator here depends.

For Gaussian projections only the Gram matrix of the inputs matters, whatever the dimension d: the images
``w.x`` and ``w.y`` of one projection ``w ~ N(0, I_d)`` are jointly Gaussian with covariance ``x.x, x.y, y.y``.
So inputs are formal vectors with a Gram table, and no formula here mentions coordinates.

Conventions: ``u^2`` of a complex vector is the bilinear ``sum u_i^2``, never the Hermitian norm.
"""

from __future__ import annotations

import string
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import sympy as sp

#: inputs may be zero
x_norm, y_norm = sp.symbols("x_norm y_norm", nonnegative=True)
r = sp.Symbol("r", positive=True)
theta = sp.Symbol("theta", nonnegative=True)
m, n, d = sp.symbols("m n d", integer=True, positive=True)
sigma, tau = sp.symbols("sigma tau", positive=True)
#: |x + y|^2, |x - y|^2 and |x|^2 - |y|^2
v2, z2 = sp.symbols("v2 z2", nonnegative=True)
offset = sp.Symbol("offset", real=True)
#: a real parameter A of GERF, the Poisson rate, the geometric parameter
A = sp.Symbol("A", real=True)
#: real and imaginary part of a complex one
A_re, A_im = sp.symbols("A_re A_im", real=True)
lam, p = sp.symbols("lam p", positive=True)


class Space:
    """A Gram table: which named vectors there are, and the bilinear product of each pair.

    Two spaces are the same if they have one name and one table: the products of all vectors that either of them has. Without
    a list of names these are the vectors that were asked for, and those that have a letter as their name.

    Args:
        name: for the print.
        products: the bilinear product of two named vectors.
        names: all vectors that there are, so that others are refused; a string stands for its letters.

    Raises:
        ValueError: if two vectors have one name.
    """

    def __init__(self, name: str, products: Callable[[str, str], sp.Expr], names: Sequence[str] = ()):
        self.name = name
        self._products = products
        self._closed = bool(names)
        self._table: dict[tuple[str, str], sp.Expr] = {}
        self.names: tuple[str, ...] = ()
        for vector in names:
            if vector in self.names:
                raise ValueError(f"names must be different, got {tuple(names)}")
            self.names += (vector,)

    def _require(self, name: str) -> None:
        if name in self.names:
            return
        if self._closed:
            raise ValueError(f"name must be one of {', '.join(self.names)} in {self.name}, got {name!r}")
        self.names += (name,)

    def gram(self, a: str, b: str) -> sp.Expr:
        """The bilinear product ``a.b`` of two of the named vectors.

        Raises:
            ValueError: for a name that the table does not have, and if ``b.a`` is another product.
        """
        if (a, b) not in self._table:
            self._require(a)
            self._require(b)
            product, turned = (sp.sympify(self._products(*pair)) for pair in ((a, b), (b, a)))
            if product != turned:
                raise ValueError(
                    f"products must not depend on the order, got {a}.{b} = {product} and {b}.{a} = {turned}"
                )
            self._table[a, b] = self._table[b, a] = product
        return self._table[a, b]

    def table(self, names: Sequence[str]) -> sp.ImmutableMatrix:
        """The products of some of the vectors."""
        return sp.ImmutableMatrix([[self.gram(a, b) for b in names] for a in names])

    def vector(self, name: str) -> Vector:
        """One of the named vectors.

        Raises:
            ValueError: for a name that the table does not have.
        """
        self._require(name)
        return Vector(self, {name: sp.Integer(1)})

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if not isinstance(other, Space) or self.name != other.name:
            return False
        names = dict.fromkeys((*self.names, *other.names))
        asked = all(self._product(a, b) == other._product(a, b) for a in names for b in names)
        return asked and (self._closed or other._closed or self._of_letters == other._of_letters)

    def _product(self, a: str, b: str) -> sp.Expr | None:
        """A product, nothing where there is none; the vectors are not asked for."""
        if self._closed and not {a, b} <= {*self.names}:
            return None
        try:
            return sp.sympify(self._products(a, b))
        except (LookupError, TypeError, ValueError, AttributeError):
            return None

    @cached_property
    def _of_letters(self) -> tuple[sp.Expr | None, ...]:
        return tuple(self._product(a, b) for a in string.ascii_letters for b in string.ascii_letters)

    def __hash__(self) -> int:
        return hash(self.name)

    def __lt__(self, other: Space) -> bool:
        """An order of spaces of one name, for sorting: that of their printed tables."""
        return str((self.names, self.table(self.names))) < str((other.names, other.table(other.names)))

    def __gt__(self, other: Space) -> bool:
        return other < self

    def __reduce__(self) -> tuple[object, ...]:
        products = {(a, b): self.gram(a, b) for a in self.names for b in self.names}
        return (_space_of, (self.name, products, self.names))


def _space_of(name: str, products: dict[tuple[str, str], sp.Expr], names: tuple[str, ...]) -> Space:
    return Space(name, lambda a, b: products[a, b], names)


class Vector:
    """A linear combination of the named vectors of a space, with SymPy coefficients (real or complex)."""

    def __init__(self, space: Space, coefficients: Mapping[str, sp.Expr]):
        self.space = space
        self.coefficients = {k: sp.sympify(c) for k, c in coefficients.items() if c != 0}

    def _combine(self, other: Vector, sign: int) -> Vector:
        if other.space != self.space:
            raise ValueError(f"vectors of different spaces: {self.space.name} and {other.space.name}")
        names = list(dict.fromkeys([*self.coefficients, *other.coefficients]))
        zero = sp.Integer(0)
        return Vector(
            self.space,
            {k: self.coefficients.get(k, zero) + sign * other.coefficients.get(k, zero) for k in names},
        )

    def __add__(self, other: Vector) -> Vector:
        return self._combine(other, 1)

    def __sub__(self, other: Vector) -> Vector:
        return self._combine(other, -1)

    def __mul__(self, scalar: sp.Expr | int) -> Vector:
        return Vector(self.space, {k: c * scalar for k, c in self.coefficients.items()})

    __rmul__ = __mul__

    def __neg__(self) -> Vector:
        return self * -1

    def __truediv__(self, scalar: sp.Expr | int) -> Vector:
        return self * (1 / sp.sympify(scalar))

    def dot(self, other: Vector) -> sp.Expr:
        """The bilinear product, from the Gram table of the space."""
        return sp.Add(
            *(
                a * b * self.space.gram(i, j)
                for i, a in self.coefficients.items()
                for j, b in other.coefficients.items()
            )
        )

    @property
    def square(self) -> sp.Expr:
        """``u^2 = sum u_i^2`` (for real coefficients the squared Euclidean norm)."""
        return sp.expand(self.dot(self))

    def __repr__(self) -> str:
        return " + ".join(f"({c})*{k}" for k, c in self.coefficients.items()) or "0"


def _pair_products(x_length: sp.Expr, y_length: sp.Expr, cosine: sp.Expr) -> Callable[[str, str], sp.Expr]:
    table = {"xx": x_length**2, "yy": y_length**2, "xy": x_length * y_length * cosine}
    return lambda a, b: table["".join(sorted(a + b))]


@dataclass(frozen=True)
class Pair:
    """Two real inputs x, y in R^d, known through their norms and their angle."""

    x: Vector
    y: Vector

    @property
    def z(self) -> Vector:
        """z = x + y."""
        return self.x + self.y

    @property
    def delta(self) -> Vector:
        """Delta = x - y."""
        return self.x - self.y


def make_pair(x_length: sp.Expr, y_length: sp.Expr, angle: sp.Expr, name: str = "pair") -> Pair:
    """Inputs with the given norms and angle (SymPy expressions)."""
    lengths_and_angle = (x_length, y_length, angle)
    space = Space(f"{name}{lengths_and_angle}", _pair_products(x_length, y_length, sp.cos(angle)), "xy")
    return Pair(space.vector("x"), space.vector("y"))


#: any two inputs, and two inputs of the same length r
PAIR = make_pair(x_norm, y_norm, theta)
EQUAL_PAIR = make_pair(r, r, theta, "equal")


def _half_products(a: str, b: str) -> sp.Expr:
    return {"pp": v2 / 4, "qq": z2 / 4, "pq": offset / 4}["".join(sorted(a + b))]


_HALVES = Space("half sum and half difference", _half_products, "pq")
#: any two inputs x = p + q, y = p - q, known through v2 = |x + y|^2, z2 = |x - y|^2 and offset = |x|^2 - |y|^2: sums and
#: differences of inputs do not cancel
SPLIT = Pair(_HALVES.vector("p") + _HALVES.vector("q"), _HALVES.vector("p") - _HALVES.vector("q"))


def softmax_kernel(x: Vector, y: Vector) -> sp.Expr:
    """SM(x, y) = exp(x.y)."""
    return sp.exp(x.dot(y))


def gaussian_kernel(x: Vector, y: Vector) -> sp.Expr:
    """K(x, y) = exp(-|x - y|^2 / 2)."""
    return sp.exp(-(x - y).square / 2)
