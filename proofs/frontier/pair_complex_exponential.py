r"""The pair moment of complex exponential features at a fixed cosine c of the two directions, with u = Ax + A^-T y.

    E Z_1 Z_2 = exp(2 x.y) exp(-u^2) rho_c(u^2),   rho_c(t) = E_phi 1F1(d; d/2; (t/2)(1 + c sin phi)),

with the bilinear square ``u^2 = (Ax)^2 + 2 x.y + (A^-T y)^2``, for every invertible complex A. One sample of the softmax kernel is
``exp(-(Ax)^2/2 - (A^-T y)^2/2 + w.u)``.

Samples are complex, and the error ``E |K_hat - K|^2`` has ``E Z_1 conj(Z_2)`` in it. Where u is real (every real A) the two are one; where
u is imaginary (A = i times a real matrix) the images are opposite, that is the cosine -c. For other A the two images have different
directions, and no closed form is known here.
"""

from rftheory.proofs.hrf._complex import ARBITRARY, IMAGES, INPUTS, W
from rftheory.proofs.simrf._setting import D
from rftheory.vocabulary import *
from rftheory.proofs.frontier._pairs import COSINE, chain, cosine
from rftheory.rules.angles import integrate_angles

STATEMENT = statement(
    "identity",
    "moment law, complex exponential features",
    "Pair moments of complex exponential features at a fixed angle",
    reading="The bilinear moment E Z_1 Z_2 for every A; the Hermitian one, E Z_1 conj(Z_2), for images Ax and "
    "A^-T y that are both real or both imaginary. Four real vectors in general position, the parts of Ax "
    "and A^-T y, need d >= 4; what is below is the lemma on one image.",
    cells=(
        (
            "complex-exponential",
            "orthogonal",
            "E Z_1 Z_2 for every A, E Z_1 conj(Z_2) where Ax and A^-T y are real or imaginary",
        ),
        (
            "complex-exponential",
            "simplex",
            "E Z_1 Z_2 for every A, E Z_1 conj(Z_2) where Ax and A^-T y are real or imaginary",
        ),
    ),
)

_SAMPLE = ARBITRARY.sample(W, INPUTS.x, INPUTS.y)
_FIRST, _SECOND = ARBITRARY.transformed(INPUTS.x, INPUTS.y)
#: u^2
SQUARE = (_FIRST + _SECOND).square
DOMAIN = Domain((*IMAGES.ranges, Range(d, 4, None, integer=True, typical=(4, 12), awkward=(4, 64))), IMAGES.conditions)
_AT_ANGLE = DOMAIN.with_ranges(COSINE)

#: any complex u = p + i q of R^d, d >= 2
_p2, _q2 = sp.symbols("p_square q_square", positive=True)
_pq = sp.Symbol("p_dot_q", real=True)
_PARTS = Space("parts of an image", lambda one, other: {"pp": _p2, "qq": _q2}.get(one + other, _pq), "pq")
_U = _PARTS.vector("p") + _PARTS.vector("q") * sp.I
_PARTS_RANGES = tuple(Range(s, 0, None, "()", typical=(0, 4), awkward=(sp.Rational(1, 2), 10)) for s in (_p2, _q2))
_IMAGES_OF_ONE = Domain((*_PARTS_RANGES, Range(_pq, typical=(-1, 1), awkward=(0,)), D, COSINE)).where(
    sp.Ge(_p2 * _q2 - _pq**2, 0)
)

#: images a and b of x and y, both real, with a.b = x.y, or i a and i b, with a.b = -x.y
_a2, _b2 = sp.symbols("a_square b_square", positive=True)
_ab = sp.Symbol("a_dot_b", real=True)
_SPACE = Space("real images", lambda one, other: {"aa": _a2, "bb": _b2}.get(one + other, _ab), "ab")
_A, _B = _SPACE.vector("a"), _SPACE.vector("b")
_SQUARES = tuple(Range(s, 0, None, "()", typical=(1, 4), awkward=(sp.Rational(1, 2), 10)) for s in (_a2, _b2))
_REAL = Domain((*_SQUARES, Range(_ab, typical=(-1, 1), awkward=(0,)), D, COSINE)).where(sp.Gt(_a2 * _b2 - _ab**2, 0))

#: ``exp(-(Ax)^2 - (A^-T y)^2)``.
front = sp.exp(sp.expand(-_FIRST.square - _SECOND.square))


def hermitian(unit: sp.Expr) -> tuple[sp.Expr, sp.Expr]:
    """E Z_1 conj(Z_2) and its closed form, for the images ``unit a`` and ``unit b``, unit = 1 or i."""
    first, second = _A * unit, _B * unit
    sample = sp.exp(-(first.square + second.square) / 2) * sp.exp(W.dot(first + second))
    sign = unit**2
    square = (first + second).square
    closed = sp.exp(-first.square - second.square) * angle_conformity(square, d, sign * cosine)
    return AngleExpectation([sample, sp.conjugate(sample)], d, cosine), closed


_pair, _frame = AngleExpectation([_SAMPLE] * 2, d, cosine), FrameExpectation([_SAMPLE] * 2, d)
_vertices = AngleExpectation([_SAMPLE] * 2, d, simplex_cosine(d))
_angle, _simplex = (front * angle_conformity(SQUARE, d, c) for c in (cosine, simplex_cosine(d)))

_image = AngleExpectation([sp.exp(W.dot(_U))] * 2, d, cosine)
_of_image = angle_conformity(_U.square, d, cosine)


def _proved(start: sp.Expr, closed: sp.Expr) -> Chain:
    return chain(start).computed(integrate_angles).eq(closed)


CLAIMS = (
    claim(
        "fixed angle: E Z_1 Z_2 of two projections at any fixed cosine c, for an arbitrary invertible A",
        eq(_pair, _angle),
        _AT_ANGLE,
        _proved(_pair, _angle),
    ),
    claim(
        "orthogonal: E Z_1 Z_2 = exp(-(Ax)^2 - (A^-T y)^2) 1F1(d; d/2; u^2/2)",
        eq(_frame, front * orthogonal_conformity(SQUARE, d)),
    ),
    claim(
        "simplex: E Z_1 Z_2 of two projections of one simplex block, c = -1/(d-1)",
        eq(_vertices, _simplex),
        proof=_proved(_vertices, _simplex),
    ),
    lemma(
        "one image: E exp((w_1 + w_2).u) = rho_c(u^2) for every complex u, in every dimension d >= 2",
        eq(_image, _of_image),
        _IMAGES_OF_ONE,
        _proved(_image, _of_image),
    ),
    *(
        claim(
            f"E Z_1 conj(Z_2) at any fixed cosine, for {kind} Ax and A^-T y",
            Equality(*hermitian(unit)),
            _REAL,
            _proved(*hermitian(unit)),
            name=f"Hermitian, {kind} images",
        )
        for kind, unit in (("real", sp.Integer(1)), ("imaginary", sp.I))
    ),
)
