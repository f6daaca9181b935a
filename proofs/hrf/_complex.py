"""The complex exponential (CE) estimators of Section 2.3: images of the inputs, ranges of their invariants, matrices.

For an arbitrary invertible complex A of any dimension, an estimator depends on ``Ax = a1 + i a2`` and
``A^-T y = b1 + i b2`` through the Gram matrix of four real vectors; ``(Ax).(A^-T y) = x.y`` because
``(Ax)^T = x^T A^T``.
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
_INPUTS = Space(
    "inputs of an arbitrary A", lambda a, b: inner if a != b else sp.Symbol(f"{a}_square", positive=True), "xy"
)
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


# -- images that cancel -----------------------------------------------------------------------------------------

_KINDS = {"a1": 0, "a2": 1, "b1": 0, "b2": 1}
_cross = sp.Symbol("c12", real=True)


def _opposite_products(first: str, second: str) -> sp.Expr:
    """The Gram table of ``Ax = a1 + i a2`` and ``A^-T y = b1 + i b2`` with b1 = -a1 and b2 = -a2."""
    sign = 1 if first[0] == second[0] else -1
    kinds = {_KINDS[first], _KINDS[second]}
    return sign * {(0,): a11, (1,): a22, (0, 1): _cross}[tuple(sorted(kinds))]


_OPPOSITE = Space("opposite images", _opposite_products, tuple(_KINDS))
#: nothing but the Gram matrix says that the images cancel
OPPOSITE_IMAGES = Domain(
    (*_SQUARES[:2], Range(_cross, typical=(-1, 1), awkward=(0,)), M), (sp.Gt(a11 * a22 - _cross**2, 0),)
)


def opposite_parts() -> tuple[tuple[Vector, Vector], tuple[Vector, Vector]]:
    """The real parts and the imaginary parts of ``Ax`` and ``A^-T y`` when ``Ax = -A^-T y``."""
    a1, a2, b1, b2 = (_OPPOSITE.vector(name) for name in _KINDS)
    return (a1, b1), (a2, b2)


# -- the plane: every entry free ----------------------------------------------------------------------------------

_REAL = sp.symbols("A_11 A_12 A_21 A_22", real=True)
_IMAGINARY = sp.symbols("B_11 B_12 B_21 B_22", real=True)
_X, _Y = sp.symbols("x_1 x_2", real=True), sp.symbols("y_1 y_2", real=True)
#: a complex 2 x 2 matrix (real parts A_ij, imaginary parts B_ij), and two real inputs
MATRIX = sp.Matrix(2, 2, [a + sp.I * b for a, b in zip(_REAL, _IMAGINARY, strict=True)])
X, Y = sp.Matrix(_X), sp.Matrix(_Y)


def _determinant() -> tuple[sp.Expr, sp.Expr]:
    """The real and the imaginary part of det A."""
    (a1, b1), (a2, b2), (a3, b3), (a4, b4) = zip(_REAL, _IMAGINARY, strict=True)
    return a1 * a4 - b1 * b4 - a2 * a3 + b2 * b3, a1 * b4 + b1 * a4 - a2 * b3 - b2 * a3


#: |det A|^2
DETERMINANT_SQUARED = sp.expand(sum(part**2 for part in _determinant()))
REGULAR = (sp.Ne(DETERMINANT_SQUARED, 0),)
#: A invertible, any real inputs of R^2
PLANE = Domain(
    tuple(Range(s, typical=(-2, 2)) for s in (*_REAL, *_IMAGINARY, *_X, *_Y)),
    REGULAR,
)


_V = sp.symbols("v_1 v_2", real=True), sp.symbols("u_1 u_2", real=True)
#: ``v = A^-T y`` as a parameter instead of y = A^T v: any complex vector, and no inverse to write out
PREIMAGE = sp.Matrix([a + sp.I * b for a, b in zip(*_V, strict=True)])
PLANE_OF_IMAGES = Domain(tuple(Range(s, typical=(-1, 1)) for s in (*_REAL, *_IMAGINARY, *_X, *_V[0], *_V[1])))


def inverse() -> sp.Matrix:
    """``A^-1``: the adjugate times the conjugate of det A, over |det A|^2."""
    (a, b), (c, e) = MATRIX.tolist()
    real, imaginary = _determinant()
    return sp.Matrix([[e, -b], [-c, a]]) * (real - sp.I * imaginary) / DETERMINANT_SQUARED


def _unit_products(a: str, b: str) -> sp.Expr:
    return sp.Integer(1 if a == b else 0)


_UNITS = Space("orthonormal basis", _unit_products, ("e1", "e2"))


def vector(coordinates: sp.Matrix) -> Vector:
    """The formal vector with these coordinates."""
    return Vector(_UNITS, {f"e{k}": c for k, c in enumerate(coordinates, start=1)})


#: the unit vector of R
UNIT = _UNITS.vector("e1")


# -- one matrix and one pair of inputs, for simulations -----------------------------------------------------------

_half = sp.Rational(1, 2)
DRAWN_MATRIX = sp.Matrix([[1, sp.I / 2], [_half / 2, 1 - sp.I / 2]])
DRAWN_INPUTS = ((sp.Rational(1, 3), _half / 2), (_half / 2, -sp.Rational(1, 5)))


def drawn_images() -> tuple[sp.Matrix, sp.Matrix]:
    """``Ax`` and ``A^-T y``, exact."""
    x, y = map(sp.Matrix, DRAWN_INPUTS)
    return DRAWN_MATRIX * x, DRAWN_MATRIX.inv().T * y
