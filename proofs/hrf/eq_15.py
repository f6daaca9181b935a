"""Equations (15), (16): the complex exponential (CE) estimator is unbiased for every invertible complex matrix A.

``SM^cexp_m(x, y) = Psi_A(x).Psi_{A^-T}(y)`` with ``Psi_M(u) = m^(-1/2) exp(-(Mu)^2/2) (exp(w_i.Mu))_{i <= m}``, the
square being bilinear. Its mean is SM(x, y); the estimator itself is complex in general. Images Ax and A^-T y may be parallel or
zero; that their product is x.y is proved for matrices of every size in (14).
"""

from rftheory.proofs.hrf._complex import *

STATEMENT = statement(
    "identity",
    "Sec. 2.3 (15), (16)",
    "Complex exponential estimators are unbiased",
    cells=(("complex-exponential", "iid"),),
)

first, second = vector(MATRIX * X), vector(PREIMAGE)
sample = sp.exp(-first.square / 2 + W.dot(first)) * sp.exp(-second.square / 2 + W.dot(second))
CLAIMS = (
    claim(
        "any dimension: E Psi_A(x).Psi_{A^-T}(y) = SM(x, y) for an arbitrary invertible A",
        eq(Expectation(estimator()), sp.exp(inner)),
        IMAGES_AND_SIZE,
    ).drawn(
        Regular(ComplexExponential(matrix=((1, 0.5j, 0), (0.25, 1 - 0.5j, 0), (0, 0.25j, 0.75)))),
        "mean",
        SMALL_POINT,
        kernel(),
    ),
    claim(
        "two dimensions: one sample has mean SM(x, y), for every complex 2 x 2 matrix, x real, y = A^T v and A^-T y = "
        "v complex",
        eq(Expectation(sample), sp.exp((X.T * MATRIX.T * PREIMAGE)[0])),
        PLANE_OF_IMAGES,
    ),
)
