"""The complex exponential (CE) estimators of Section 2.3: images of the inputs, ranges of their invariants, matrices.

For an arbitrary invertible complex A of any dimension, an estimator depends on ``Ax = a1 + i a2`` and
``A^-T y = b1 + i b2`` through the Gram matrix of four real vectors; ``(Ax).(A^-T y) = x.y`` because ``(Ax)^T = x^T A^T``.
"""

from __future__ import annotations

import sympy as sp

from proofs.hrf._setting import M
from rftheory.families.complex_exponential import ComplexExponential, a11, a12, a22, b11, b12, b22, p, q
from rftheory.kernels import Pair, Space, Vector, m
from rftheory.rules.nodes import Projection
from rftheory.statements.domain import Domain, Range

W = Projection("w")
#: x.y, the only invariant of the inputs themselves
inner = sp.Symbol("x_dot_y", real=True)
_INPUTS = Space("inputs of an arbitrary A", lambda a, b: inner if a != b else sp.Symbol(f"{a}_square", positive=True))
INPUTS = Pair(_INPUTS.vector("x"), _INPUTS.vector("y"))
ARBITRARY = ComplexExponential()

_GRAM = sp.Matrix(
    [
        [a11, a12, p, q],
        [a12, a22, -q, p - inner],
        [p, -q, b11, b12],
        [q, p - inner, b12, b22],
    ]
)
_SQUARES = tuple(Range(s, 0, None, "()", typical=(1, 4), awkward=(sp.Rational(1, 2), 10)) for s in (a11, a22, b11, b22))
_PRODUCTS = tuple(Range(s, typical=(-1, 1), awkward=(0,)) for s in (a12, b12, p, q, inner))
#: four real vectors in general position: the leading minors of their Gram matrix are positive
IMAGES = Domain((*_SQUARES, *_PRODUCTS), tuple(sp.Gt(_GRAM[:k, :k].det(), 0) for k in (2, 3, 4)))
IMAGES_AND_SIZE = Domain((*IMAGES.ranges, M), IMAGES.conditions)


def estimator(family: ComplexExponential = ARBITRARY, pair: Pair = INPUTS) -> sp.Expr:
    """``Psi_A(x).Psi_{A^-T}(y)`` of (16), m projections w."""
    return family.estimator(W, pair.x, pair.y, m)


# -- a matrix of one dimension more than the scalar, with every entry free ---------------------------------------

_ENTRIES = sp.symbols("A_11 A_12 A_21 A_22", real=True)
_IMAGINARY = sp.symbols("B_11 B_12 B_21 B_22", real=True)
#: a complex 2 x 2 matrix: real parts A_ij, imaginary parts B_ij
MATRIX = sp.Matrix(2, 2, [a + sp.I * b for a, b in zip(_ENTRIES, _IMAGINARY, strict=True)])
_X, _Y = sp.symbols("x_1 x_2", real=True), sp.symbols("y_1 y_2", real=True)
X, Y = sp.Matrix(_X), sp.Matrix(_Y)
DETERMINANT = MATRIX[0, 0] * MATRIX[1, 1] - MATRIX[0, 1] * MATRIX[1, 0]
#: A invertible, real inputs of R^2
PLANE = Domain(
    tuple(Range(s, typical=(-2, 2)) for s in (*_ENTRIES, *_IMAGINARY, *_X, *_Y)),
    (sp.Ne(DETERMINANT, 0),),
)


def inverse_transpose(matrix: sp.Matrix = MATRIX) -> sp.Matrix:
    """``A^-T`` of a 2 x 2 matrix, by its adjugate."""
    (a, b), (c, e) = matrix.tolist()
    return sp.Matrix([[e, -c], [-b, a]]) / (a * e - b * c)


def _unit_products(a: str, b: str) -> sp.Expr:
    return sp.Integer(1 if a == b else 0)


_UNITS = Space("orthonormal basis", _unit_products)


def vector(coordinates: sp.Matrix) -> Vector:
    """The formal vector with these coordinates."""
    return Vector(_UNITS, {f"e{k}": c for k, c in enumerate(coordinates, start=1)})
