"""The complex exponential (CE) estimators of Section 2.3: images of the inputs, ranges of their invariants, matrices.

For an arbitrary invertible complex A of any dimension, an estimator depends on ``Ax = a1 + i a2`` and
``A^-T y = b1 + i b2`` through the Gram matrix of four real vectors. It is any positive semidefinite matrix, as far as
``(Ax).(A^-T y) = x.y`` leaves it free: `same_product` proves that for matrices of every size.
"""

import itertools
from collections.abc import Iterator

from rftheory.proofs.hrf._setting import *
from rftheory.families.complex_exponential import a11, a12, a22, b11, b12, b22, p, q
from rftheory.inputs.coordinates import total
from rftheory.montecarlo.estimators.estimator import AtInputs

W = Projection("w")
#: x.y, the only invariant of the inputs themselves
inner = sp.Symbol("x_dot_y", real=True)
_INPUTS = Space(
    "inputs of an arbitrary A", lambda a, b: inner if a != b else sp.Symbol(f"{a}_square", positive=True), "xy"
)
INPUTS = Pair(_INPUTS.vector("x"), _INPUTS.vector("y"))
ARBITRARY = ComplexExponential()

_GRAM = sp.Matrix([[a11, a12, p, q], [a12, a22, -q, p - inner], [p, -q, b11, b12], [q, p - inner, b12, b22]])
_SQUARES = tuple(Range(s, 0, None, typical=(1, 4), awkward=(0, 10)) for s in (a11, a22, b11, b22))
_PRODUCTS = tuple(Range(s, typical=(-1, 1), awkward=(0,)) for s in (a12, b12, p, q, inner))


def _minors() -> Iterator[sp.Expr]:
    """The principal minors of the Gram matrix beyond its diagonal: real vectors have it exactly if none is negative."""
    for size in (2, 3, 4):
        for rows in itertools.combinations(range(4), size):
            yield sp.expand(_GRAM[rows, rows].det())


#: any images, parallel ones and zero among them
#: what minors >= 0 stand for
GRAM = by_definition("the products are those of real vectors: their Gram table has no negative minor")
IMAGES = Domain((*_SQUARES, *_PRODUCTS), tuple(sp.Ge(minor, 0) for minor in _minors()), words=GRAM)
IMAGES_AND_SIZE = IMAGES.with_ranges(M)


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
    (*_SQUARES[:2], Range(_cross, typical=(-1, 1), awkward=(0,)), M), (sp.Ge(a11 * a22 - _cross**2, 0),), words=GRAM
)


def opposite_parts() -> tuple[tuple[Vector, Vector], tuple[Vector, Vector]]:
    """The real parts and the imaginary parts of ``Ax`` and ``A^-T y`` when ``Ax = -A^-T y``."""
    a1, a2, b1, b2 = (_OPPOSITE.vector(name) for name in _KINDS)
    return (a1, b1), (a2, b2)


# -- matrices of every size -----------------------------------------------------------------------------------------

_ROW, _COLUMN, _THIRD = sp.symbols("k l j", integer=True, positive=True)
_PARTS = tuple(sp.IndexedBase(name, real=True) for name in ("A_re", "A_im", "B_re", "B_im"))
_VECTORS = tuple(sp.IndexedBase(name, real=True) for name in ("x", "v_re", "v_im"))
#: the coefficients of a linear function
_WEIGHTS = sp.IndexedBase("c", real=True)
#: complex matrices A and B of one size d, real vectors x and c and a complex one v, of any entries
MATRICES = Domain(
    (
        Range(d, 1, None, integer=True, typical=(1, 3), awkward=(1,)),
        *(Range(base.label, typical=(-1, 1), shape=(d, d)) for base in _PARTS),
        *(Range(base.label, typical=(-1, 1), shape=(d,)) for base in (*_VECTORS, _WEIGHTS)),
    )
)


def _matrix(number: int, row: sp.Expr, column: sp.Expr) -> sp.Expr:
    return _PARTS[2 * number][row, column] + sp.I * _PARTS[2 * number + 1][row, column]


def _preimage(row: sp.Expr) -> sp.Expr:
    """``v_k``, for A^-T y: then y = A^T v."""
    return _VECTORS[1][row] + sp.I * _VECTORS[2][row]


def same_product() -> Claim:
    """``(Ax).v = x.(A^T v)``: with v = A^-T y the bilinear product of the images is x.y."""
    x = _VECTORS[0]
    image = total(_matrix(0, _ROW, _COLUMN) * x[_COLUMN], _COLUMN)
    y = total(_matrix(0, _ROW, _COLUMN) * _preimage(_ROW), _ROW)
    return claim(
        "product of the images: (Ax).(A^-T y) = x.y for every complex matrix A of any size: with v = A^-T y, that is y = A^T v",
        eq(total(image * _preimage(_ROW), _ROW), total(x[_COLUMN] * y, _COLUMN)),
        MATRICES,
    )


def _inverted(row: sp.Expr) -> sp.Expr:
    """``(B v)_k``, for A^-1 A^-T y."""
    return total(_matrix(1, row, _THIRD) * _preimage(_THIRD), _THIRD)


def _twice(row: sp.Expr) -> sp.Expr:
    """``((AB) v)_k``, which is v_k for B = A^-1."""
    both = total(_matrix(0, row, _COLUMN) * _matrix(1, _COLUMN, _THIRD), _COLUMN)
    return total(both * _preimage(_THIRD), _THIRD)


_left = -total(_matrix(0, _ROW, _COLUMN) * _inverted(_COLUMN), _COLUMN) + _preimage(_ROW)
#: ``A(-Bv) + v = v - (AB) v``: zero where B = A^-1, with v = A^-T y.
cancelling_images = lemma(
    "images: at x = -Bv every linear function c of Ax + v is c.(v - (AB) v), any size: zero for B = A^-1, v = A^-T y",
    eq(total(_WEIGHTS[_ROW] * _left, _ROW), total(_WEIGHTS[_ROW] * (_preimage(_ROW) - _twice(_ROW)), _ROW)),
    MATRICES,
)


def equivalent_conditions(relaxed: Claim) -> Claim:
    """What repairs the words: the left sides of (18) are the parts of ``Ax + v``, and ``A (x + Bv) = Ax + (AB) v``."""
    x = _VECTORS[0]
    parts = [total(_PARTS[part][_ROW, _COLUMN] * x[_COLUMN], _COLUMN) + _VECTORS[1 + part][_ROW] for part in (0, 1)]
    product = total(_matrix(0, _ROW, _COLUMN) * (x[_COLUMN] + _inverted(_COLUMN)), _COLUMN)
    left = parts[0] + sp.I * parts[1]
    right = product + _preimage(_ROW) - _twice(_ROW)
    return relaxed.corrected(
        "equivalent: with v = A^-T y and B = A^-1, so that (AB) v = v, the left sides of (18) are the parts of A (x + A^-1 "
        "A^-T y), any size: (18) holds exactly if (17) does",
        eq(total(_WEIGHTS[_ROW] * left, _ROW), total(_WEIGHTS[_ROW] * right, _ROW)),
        MATRICES,
        tex=r"Ax + (A^\top)^{-1}y = A\,(x + A^{-1}(A^\top)^{-1}y)",
    )


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


def drawn_where_exact() -> AtInputs:
    """The estimator of a matrix that is not diagonal, at real inputs for which its images cancel.

    A = Q S with Q^T Q = 1, so that A^T A = S^T S is real and y = -A^T A x.
    """
    rotation, stretch = sp.Matrix([[5, 3 * sp.I], [-3 * sp.I, 5]]) / 4, sp.Matrix([[1, _half], [0, 1]])
    center = sp.Matrix([_half, sp.Rational(1, 3)])
    other = -stretch.T * stretch * center
    return AtInputs(Regular(ComplexExponential((rotation * stretch).tolist())), (tuple(center), tuple(other)))


def drawn_in_general() -> tuple[AtInputs, sp.Expr]:
    """The estimator at the drawn matrix and inputs, and its variance ``SM^2 (exp(|Ax + A^-T y|^2) - 1)/m``."""
    image = sp.Add(*drawn_images())
    x, y = map(sp.Matrix, DRAWN_INPUTS)
    value = sp.exp(2 * x.dot(y)) * (sp.exp((image.H * image)[0]) - 1) / m
    return AtInputs(Regular(ComplexExponential(DRAWN_MATRIX.tolist())), DRAWN_INPUTS), value
