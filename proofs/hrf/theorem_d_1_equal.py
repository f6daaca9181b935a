"""Theorem D.1 (47): the angular hybrid for inputs of one length r, shared or independent projections.

The print carries the coefficient of the last term of (46), ``(theta/pi)(1 - 1/n - theta/pi + theta/(n pi))``, to MSE(T); it
belongs to a term that vanishes for equal norms. The coefficient of MSE(T) is that of (45).
"""

from __future__ import annotations

import sympy as sp

from proofs.hrf._setting import (
    EQUAL_PAIRS_WITH_COEFFICIENT,
    SMALL_POINT,
    angular_coefficient,
    hybrid,
    kernel,
)
from proofs.hrf.lemma_3_2 import angular_complement_second_moment, angular_second_moment
from proofs.hrf.theorem_d_1_shared import angular_mixed_moment
from rftheory.estimators.hybrids import Bipolar
from rftheory.families.hyperbolic import Hyperbolic
from rftheory.families.trigonometric import Trigonometric
from rftheory.hybrids.angular import Angular
from rftheory.kernels import EQUAL_PAIR, m, n, r, theta, x_norm, y_norm
from rftheory.propositions import Equality
from rftheory.rules.nodes import mean_squared_error
from rftheory.simulate.checks import MomentCheck
from rftheory.statements.claims import Claim, Statement

STATEMENT = Statement(
    id="hrf.theorem-D.1-equal",
    paper="hrf",
    location="Theorem D.1 (47)",
    kind="identity",
    title="Mean squared error of the angular hybrid for inputs of one length",
)

_COS, _SIN = 4 * r**2 * sp.cos(theta / 2) ** 2, 4 * r**2 * sp.sin(theta / 2) ** 2


def _equal_norms_mse(complement: sp.Expr) -> sp.Expr:
    """(47) with a given coefficient of its second term."""
    first = angular_second_moment() / (2 * m) * sp.exp(2 * _COS - 2 * r**2) * (1 - sp.exp(-_COS)) ** 2
    return first + complement / (2 * m) * sp.exp(2 * r**2) * (1 - sp.exp(-_SIN)) ** 2


def angular_equal_norms_mse() -> sp.Expr:
    """(47) with the coefficient of (45)."""
    return _equal_norms_mse(angular_complement_second_moment())


def claims() -> list[Claim]:
    flaw = "the coefficient of the second term is that of E[l(1-l)], it should be (1-theta/pi)(1-theta/pi+theta/(n pi))"
    claims_ = []
    for words, shared in (("independent", False), ("shared", True)):
        definition = mean_squared_error(hybrid(angular_coefficient(EQUAL_PAIR), EQUAL_PAIR, shared), kernel(EQUAL_PAIR))
        claims_ += [
            Claim(
                name=words,
                says=f"the mean squared error for |x| = |y| = r, {words} projections",
                proposition=Equality(definition, _equal_norms_mse(angular_mixed_moment())),
                domain=EQUAL_PAIRS_WITH_COEFFICIENT,
                tex=r"\mathrm{MSE}=\dots+\frac\theta\pi\left(1-\frac1n-\frac\theta\pi+\frac{\theta}{n\pi}\right)"
                r"\frac{1}{2m}e^{2r^2}(1-e^{-4r^2\sin^2(\theta/2)})^2",
                error="misprint",
                survives="yes: (45), (46) and Theorem 3.5 have the right coefficient",
                flaw=flaw,
                counterexample={r: sp.Integer(1), theta: sp.pi / 2, m: sp.Integer(1), n: sp.Integer(1)},
            ),
            Claim(
                name=f"{words}, corrected",
                says=f"the same with the coefficient of (45), {words} projections",
                role="correction",
                corrects=words,
                tex=r"\mathrm{MSE}=\dots+\left(1-\frac\theta\pi\right)\left(1-\frac\theta\pi+\frac{\theta}{n\pi}"
                r"\right)\frac{1}{2m}e^{2r^2}(1-e^{-4r^2\sin^2(\theta/2)})^2",
                proposition=Equality(definition, angular_equal_norms_mse()),
                domain=EQUAL_PAIRS_WITH_COEFFICIENT,
            ),
        ]
    return claims_


def simulations() -> list[MomentCheck]:
    # for n = 1 the printed second term vanishes
    point = {**SMALL_POINT, x_norm: SMALL_POINT[r], y_norm: SMALL_POINT[r], m: sp.Integer(1), n: sp.Integer(1)}
    # the second moment tells the two errors apart with fewer draws than the error does
    printed = _equal_norms_mse(angular_mixed_moment()) + kernel(EQUAL_PAIR) ** 2
    return [
        MomentCheck(
            f"{quantity}, {claim}",
            Bipolar(Hyperbolic(), Trigonometric(), Angular(), shared=shared),
            quantity,
            expected,
            point,
            claim=claim,
        )
        for words, shared in (("independent", False), ("shared", True))
        for claim, quantity, expected in (
            (f"{words}, corrected", "mse", angular_equal_norms_mse()),
            (words, "second_moment", printed),
        )
    ]
