"""Definition H.1 (97)-(100): the hybrid Gaussian-mixture estimator, read as unbiased.

``sum_ij lambda_ij^ SM^ij + lambda_0^ SM^0`` with coefficients that sum to one and are independent of the base
estimators. Its mean is SM(x, y) if every base estimator is unbiased; those of (91), (92) are not for the complex A
of (85) (see eq-89). With the bilinear squares of (16), or with real A, it is unbiased whatever the coefficients
estimate.
"""

from __future__ import annotations

import sympy as sp

from proofs.hrf._clusters import (
    INPUTS_AND_WIDTH,
    REAL_IMAGES,
    RealMatrix,
    T,
    V,
    W,
    complex_family,
    drawn_family,
    point,
    with_size,
)
from proofs.hrf._complex import ARBITRARY, IMAGES_AND_SIZE, inner
from proofs.hrf._complex import INPUTS as ANY_INPUTS
from proofs.hrf._setting import LAMBDA_HAT, SMALL_POINT, N, kernel
from proofs.hrf.eq_89 import estimator
from rftheory.families.complex_exponential import ComplexExponential
from rftheory.families.hyperbolic import Hyperbolic
from rftheory.hybrids.bipolar import Hybrid
from rftheory.hybrids.clustered import WindowCoefficient
from rftheory.kernels import PAIR, m, n, tau
from rftheory.rules.nodes import DRAW, Expectation, SampleMean, Variate
from rftheory.simulate.checks import MomentCheck
from rftheory.simulate.estimators import Mixed
from rftheory.statements.claims import Claim, Equality, Statement

STATEMENT = Statement(
    id="hrf.def-H.1",
    paper="hrf",
    location="Definition H.1 (97)-(100)",
    kind="identity",
    title="The hybrid Gaussian-mixture estimator is unbiased",
    reading=(
        "One pair of centres r_j = b^2 r_i, A = i b I of (85), base and coefficient features (91), "
        "(92), (95), (96) as printed, "
        "SM^{++} as additional base: the mean is SM(x, y)."
    ),
    notes=(
        "By (98) the coefficient of the additional base is one minus the sum of the others, so no sum can be dropped.",
        "Any number of pairs: the hybrid is SM^0 + sum_ij lambda_ij^ (SM^ij - SM^0), and every term has mean zero.",
    ),
)

_FIRST, _SECOND = Variate("lambda_11", DRAW), Variate("lambda_12", DRAW)


def _mixture(prefactor: str) -> Hybrid:
    family = complex_family(prefactor)
    return Hybrid((family, Hyperbolic()), (WindowCoefficient(family),))


def _estimator(prefactor: str) -> sp.Expr:
    """(97) with one pair of centres."""
    return _mixture(prefactor).estimator((W, V), T, PAIR.x, PAIR.y, m, n)


def _default() -> sp.Expr:
    """An unbiased additional base, for inputs that are known by x.y only: any real A will do."""
    family = RealMatrix(prefactor_kind="norm")
    first, second = family.transformed(ANY_INPUTS.x, ANY_INPUTS.y)
    return family.prefactor(ANY_INPUTS.x, ANY_INPUTS.y) * SampleMean(sp.exp(V.dot(first + second)), m)


def claims() -> list[Claim]:
    domain = with_size(INPUTS_AND_WIDTH, N)
    real = estimator(RealMatrix(prefactor_kind="norm"), ANY_INPUTS)
    any_complex = estimator(ARBITRARY, ANY_INPUTS)
    both_images = IMAGES_AND_SIZE.with_ranges(*REAL_IMAGES.ranges).where(*REAL_IMAGES.conditions)
    softmax = sp.exp(inner)
    return [
        Claim(
            name="unbiased",
            says="the hybrid of (97) with the printed features has mean SM(x, y)",
            proposition=Equality(Expectation(_estimator("norm")), kernel()),
            domain=domain,
            flaw="the base estimators (91), (92) are biased for complex A: norms stand for bilinear squares",
            counterexample=point(x=1, y=1, theta=0, ratio=1, tau=1, m=1, n=1),
        ),
        Claim(
            name="bilinear squares",
            says="with bilinear squares in (91), (92), (95), (96) the hybrid of (97) has mean SM(x, y)",
            role="correction",
            corrects="unbiased",
            proposition=Equality(Expectation(_estimator("bilinear")), kernel()),
            domain=domain,
        ),
        Claim(
            name="one more pair, any complex A",
            says="with bilinear squares E[lambda_ij^ (SM^ij - SM^0)] = 0 for any A and any independent coefficient",
            role="correction",
            corrects="unbiased",
            proposition=Equality(Expectation(LAMBDA_HAT * (any_complex - _default())), sp.Integer(0)),
            domain=both_images,
        ),
        Claim(
            name="one more pair, any real A",
            says=(
                "with norms, E[lambda_ij^ SM^ij] = E[lambda_ij^] SM(x, y) for any real A and any independent "
                "coefficient"
            ),
            role="correction",
            corrects="unbiased",
            proposition=Equality(Expectation(LAMBDA_HAT * real), Expectation(LAMBDA_HAT) * softmax),
            domain=with_size(REAL_IMAGES),
        ),
        Claim(
            name="two pairs",
            says="two pairs and the additional base, coefficients of any law that sum to one: the mean is SM(x, y)",
            role="correction",
            corrects="unbiased",
            proposition=Equality(
                Expectation(_FIRST * any_complex + _SECOND * real + (1 - _FIRST - _SECOND) * _default()), softmax
            ),
            domain=both_images,
        ),
    ]


def simulations() -> list[MomentCheck]:
    diagonal = ((1j, 0, 0), (0, 0.5j, 0), (0, 0, 0.75))
    width = {**SMALL_POINT, tau: sp.Integer(2)}
    cases = (("bilinear squares", ComplexExponential(diagonal)), ("unbiased", drawn_family("norm")))
    return [
        MomentCheck(
            f"mean, {claim}",
            Mixed(Hybrid((family, Hyperbolic()), (WindowCoefficient(family),))),
            "mean",
            kernel(),
            width,
            claim=claim,
        )
        for claim, family in cases
    ]
