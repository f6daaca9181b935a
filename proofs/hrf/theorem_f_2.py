"""Theorem F.2 (77)-(80): the Gaussian hybrid for inputs of one length r, in terms of their angle theta.

(72) and (73) with ``|Delta|^2 = 4 r^2 sin^2(theta/2)``, and the error (77) built from them. Its last sentence, that
shared projections leave the error unchanged, holds here: the lengths are equal.
"""

from __future__ import annotations

import sympy as sp

from proofs.hrf._setting import EQUAL_PAIRS_WITH_COEFFICIENT, SIGMA, SMALL_POINT, hybrid, kernel
from proofs.hrf.eq_67 import half_angle_exponential, normaliser
from proofs.hrf.eq_69 import gaussian_coefficient
from proofs.hrf.theorem_3_1_indep import independent_mse
from rftheory.estimators.hybrids import Bipolar, Coefficient
from rftheory.families.hyperbolic import Hyperbolic
from rftheory.families.trigonometric import Trigonometric
from rftheory.hybrids.gaussian import Gaussian
from rftheory.kernels import EQUAL_PAIR, m, n, r, sigma, theta
from rftheory.propositions import Equality
from rftheory.rules.nodes import Expectation, mean_squared_error
from rftheory.simulate.checks import MomentCheck
from rftheory.statements.claims import Claim, Statement

STATEMENT = Statement(
    id="hrf.theorem-F.2",
    paper="hrf",
    location="Theorem F.2 (77)-(80)",
    kind="identity",
    title="The Gaussian hybrid for inputs of equal length",
    notes=("The proof says |x| = |y| = r^2 before (80); it uses |x| = |y| = r, as the theorem does.",),
)

_DOMAIN = EQUAL_PAIRS_WITH_COEFFICIENT.with_ranges(SIGMA)


def _spread() -> sp.Expr:
    exponential = sp.exp(-4 * sigma**2 * r**2 * sp.sin(theta / 2) ** 2)
    return (1 - exponential) ** 2 / (2 * normaliser() ** 2 * n)


def half_angle_second_moment() -> sp.Expr:
    """(78), E[lambda_hat^2]."""
    return (1 - half_angle_exponential()) ** 2 / normaliser() ** 2 + _spread()


def half_angle_complement_second_moment() -> sp.Expr:
    """(79), E[(1 - lambda_hat)^2]."""
    return ((1 - normaliser()) - half_angle_exponential()) ** 2 / normaliser() ** 2 + _spread()


def _claim(name: str, says: str, left: sp.Expr, right: sp.Expr) -> Claim:
    return Claim(name=name, says=says, location=name, proposition=Equality(left, right), domain=_DOMAIN)


def claims() -> list[Claim]:
    coefficient = gaussian_coefficient(EQUAL_PAIR)
    shared, independent = (
        mean_squared_error(hybrid(coefficient, EQUAL_PAIR, together), kernel(EQUAL_PAIR)) for together in (True, False)
    )
    second, complement = half_angle_second_moment(), half_angle_complement_second_moment()
    return [
        _claim("(77)", "the mean squared error", independent, independent_mse(second, complement, EQUAL_PAIR)),
        _claim("(78)", "the second moment of the coefficient", Expectation(coefficient**2), second),
        _claim("(79)", "the second moment of its complement", Expectation((1 - coefficient) ** 2), complement),
        _claim("(80)", "the distance of the inputs", EQUAL_PAIR.delta.square, 4 * r**2 * sp.sin(theta / 2) ** 2),
        _claim(
            "shared projections", "sharing the projections of P and T leaves the error unchanged", shared, independent
        ),
    ]


def simulations() -> list[MomentCheck]:
    at = {symbol: SMALL_POINT[symbol] for symbol in (r, theta, sigma)} | {m: sp.Integer(1), n: sp.Integer(1)}
    second, coefficient = half_angle_second_moment(), Gaussian()
    error = independent_mse(second, half_angle_complement_second_moment(), EQUAL_PAIR)
    checks = [
        MomentCheck(
            f"mse, {claim}",
            Bipolar(Hyperbolic(), Trigonometric(), coefficient, shared=shared),
            "mse",
            error,
            at,
            claim=claim,
            pair=EQUAL_PAIR,
        )
        for claim, shared in (("(77)", False), ("shared projections", True))
    ]
    moment = MomentCheck("second moment", Coefficient(coefficient), "second_moment", second, at, claim="(78)")
    return [*checks, moment]
