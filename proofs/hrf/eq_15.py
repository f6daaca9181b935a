"""Equations (15), (16): the complex exponential (CE) estimator is unbiased for every invertible complex matrix A.

``SM^cexp_m(x, y) = Psi_A(x).Psi_{A^-T}(y)`` with ``Psi_M(u) = m^(-1/2) exp(-(Mu)^2/2) (exp(w_i.Mu))_{i <= m}``, the
square being bilinear. Its mean is SM(x, y); the estimator itself is complex in general. Images Ax and A^-T y may be parallel or
zero; that their product is x.y is proved for matrices of every size in (14).
"""

from __future__ import annotations

import sympy as sp

from proofs.hrf._complex import IMAGES_AND_SIZE, MATRIX, PLANE_OF_IMAGES, PREIMAGE, W, X, estimator, inner, vector
from proofs.hrf._setting import SMALL_POINT, kernel
from rftheory.estimators.coupled import Regular
from rftheory.families.complex_exponential import ComplexExponential
from rftheory.propositions import Equality
from rftheory.rules.nodes import Expectation
from rftheory.simulate.checks import MomentCheck
from rftheory.statements.claims import Claim, Statement

STATEMENT = Statement(
    id="hrf.eq-15",
    paper="hrf",
    location="Sec. 2.3 (15), (16)",
    kind="identity",
    title="Complex exponential estimators are unbiased",
    cells=(("complex-exponential", "iid"),),
)


def claims() -> list[Claim]:
    first, second = vector(MATRIX * X), vector(PREIMAGE)
    sample = sp.exp(-first.square / 2 + W.dot(first)) * sp.exp(-second.square / 2 + W.dot(second))
    return [
        Claim(
            name="any dimension",
            says="E Psi_A(x).Psi_{A^-T}(y) = SM(x, y) for an arbitrary invertible A",
            proposition=Equality(Expectation(estimator()), sp.exp(inner)),
            domain=IMAGES_AND_SIZE,
        ),
        Claim(
            name="two dimensions",
            says=(
                "one sample has mean SM(x, y), for every complex 2 x 2 matrix, x real, y = A^T v and A^-T y = v complex"
            ),
            proposition=Equality(Expectation(sample), sp.exp((X.T * MATRIX.T * PREIMAGE)[0])),
            domain=PLANE_OF_IMAGES,
        ),
    ]


def simulations() -> list[MomentCheck]:
    matrix = ((1, 0.5j, 0), (0.25, 1 - 0.5j, 0), (0, 0.25j, 0.75))
    return [
        MomentCheck("mean", Regular(family), "mean", kernel(), SMALL_POINT, claim="any dimension")
        for family in (ComplexExponential(matrix=matrix),)
    ]
