"""Equation (17): the variance of the CE estimator is zero if ``x = -A^-1 A^-T y``.

Then ``Ax = -A^-T y``, for matrices of every size; the exponent ``w.(Ax + A^-T y)`` vanishes and every sample is the same
number. The lemma gives the variance for all x and y: it depends on them through SM(x, y) and the Hermitian norm of
``Ax + A^-T y`` alone.
"""

from __future__ import annotations

import sympy as sp

from proofs.hrf._complex import (
    ARBITRARY,
    IMAGES_AND_SIZE,
    INPUTS,
    OPPOSITE_IMAGES,
    UNIT,
    W,
    cancelling_images,
    drawn_in_general,
    estimator,
    inner,
    opposite_parts,
)
from rftheory.estimators.coupled import Regular
from rftheory.estimators.estimator import AtInputs
from rftheory.families.complex_exponential import ComplexExponential, hermitian_square
from rftheory.kernels import m
from rftheory.propositions import Equality
from rftheory.rules.nodes import SampleMean, variance
from rftheory.simulate.checks import MomentCheck
from rftheory.statements.claims import Claim, Statement
from rftheory.statements.domain import Domain, Range

STATEMENT = Statement(
    id="hrf.eq-17",
    paper="hrf",
    location="Sec. 2.3 (17)",
    kind="property",
    title="Where a CE estimator makes no error",
    notes=("For real x the condition asks that A^-1 A^-T y be real, which restricts A.",),
)


def estimator_variance() -> sp.Expr:
    """``SM^2 (exp(|Ax + A^-T y|^2) - 1) / m``, with the Hermitian norm."""
    first, second = ARBITRARY.transformed(INPUTS.x, INPUTS.y)
    return sp.exp(2 * inner) * (sp.exp(hermitian_square(first + second)) - 1) / m


def _line() -> Claim:
    a, b, y = sp.symbols("A_re A_im y_1", real=True)
    matrix, inverse_matrix = a + sp.I * b, (a - sp.I * b) / (a**2 + b**2)
    x = -(inverse_matrix**2) * y
    squares = (matrix * x) ** 2 + (inverse_matrix * y) ** 2
    image = W.dot(UNIT) * (matrix * x + inverse_matrix * y)
    return Claim(
        name="one dimension",
        says="the variance at x = -y/A^2, for every complex number A and every y",
        proposition=Equality(variance(sp.exp(-squares / 2) * SampleMean(sp.exp(image), m)), sp.Integer(0)),
        domain=Domain(
            (*(Range(s, typical=(-2, 2)) for s in (a, b, y)), IMAGES_AND_SIZE.ranges[-1]), (sp.Ne(a**2 + b**2, 0),)
        ),
    )


def claims() -> list[Claim]:
    first, second = (real + imaginary * sp.I for real, imaginary in zip(*opposite_parts(), strict=True))
    sample = sp.exp(-(first.square + second.square) / 2) * SampleMean(sp.exp(W.dot(first + second)), m)
    return [
        Claim(
            name="any dimension",
            says="the variance is zero when Ax = -A^-T y, whatever the length and the angle of the two parts of Ax",
            proposition=Equality(variance(sample), sp.Integer(0)),
            domain=OPPOSITE_IMAGES,
        ),
        cancelling_images(),
        _line(),
        Claim(
            name="variance",
            says="the variance for all x and y: SM^2 (exp(|Ax + A^-T y|^2) - 1) / m, Hermitian norm, any dimension",
            role="lemma",
            proposition=Equality(variance(estimator()), estimator_variance()),
            domain=IMAGES_AND_SIZE,
        ),
    ]


def simulations() -> list[MomentCheck]:
    """A diagonal A that solves (17) with real x, and the general variance at one matrix and one pair of inputs."""
    size, half = {m: sp.Integer(2)}, sp.Rational(1, 2)
    a, b, (first, second) = sp.Rational(3, 4), sp.Rational(5, 4), (half, sp.Rational(1, 3))
    # A = diag(i a, b): -A^-1 A^-T y = (y_1 / a^2, -y_2 / b^2)
    zero = AtInputs(
        Regular(ComplexExponential(((sp.I * a, 0), (0, b)))), ((first / a**2, -second / b**2), (first, second))
    )
    drawn, general = drawn_in_general()
    return [
        MomentCheck("mse where (17) holds", zero, "mse", sp.Integer(0), size, claim="any dimension", dimension=2),
        MomentCheck("mse elsewhere", drawn, "mse", general, size, claim="variance", dimension=2),
    ]
