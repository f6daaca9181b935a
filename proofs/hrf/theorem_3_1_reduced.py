"""Theorem 3.1, the words before (23): with shared projections the error "is further reduced".

Read: sharing the projections of P and T gives a strictly smaller mean squared error, whatever the coefficient and the
inputs. The two errors differ by ``(4/m) SM^2 sin^2((|x|^2 - |y|^2)/2) E[lambda_hat (1 - lambda_hat)]``, and nothing
makes ``E[lambda_hat (1 - lambda_hat)]`` positive: it is negative for a coefficient that leaves [0, 1], such as the
Gaussian one of Appendix F with few projections, and then sharing costs accuracy.
"""

from __future__ import annotations

import sympy as sp

from proofs.hrf._setting import (
    LAMBDA_HAT,
    PAIRS,
    PAIRS_WITH_COEFFICIENT,
    SHARE,
    SHARING_POINT,
    SIGMA,
    angular_coefficient,
    hybrid,
    kernel,
)
from proofs.hrf.lemma_3_2 import angular_second_moment
from rftheory.evidence.derivation import Derivation
from rftheory.families.hyperbolic import Hyperbolic
from rftheory.families.trigonometric import Trigonometric
from rftheory.hybrids.gaussian import Gaussian
from rftheory.kernels import PAIR, m, n, r, sigma, theta, x_norm, y_norm
from rftheory.rules.expectation import expand_expectation
from rftheory.rules.nodes import Expectation, Projection, SampleMean, mean_squared_error
from rftheory.simulate.checks import MomentCheck
from rftheory.simulate.estimators import Bipolar
from rftheory.statements.claims import Claim, Equality, Inequality, Statement
from rftheory.statements.domain import Range

STATEMENT = Statement(
    id="hrf.theorem-3.1-reduced",
    paper="hrf",
    location="Theorem 3.1, D.1",
    kind="claim",
    title="Shared projections reduce the error of the hybrid",
    reading="For every coefficient independent of P and T and all x, y: shared projections have the smaller MSE.",
    notes=("For equal norms, and for the angular coefficient with n = 1, the two errors are equal.",),
)

_TAU = Projection("tau")
#: r is the nominal length of the inputs
_GAUSSIAN = PAIRS_WITH_COEFFICIENT.with_ranges(SIGMA, Range(r, 0, None, "()", typical=(0, 2)))
_FREQUENCY = sp.sin((x_norm**2 - y_norm**2) / 2) ** 2


def _gaussian_coefficient() -> sp.Expr:
    """lambda_hat of (69) with rho = 1 - exp(-2 sigma^2 r^2), r the nominal length of the inputs."""
    rho = 1 - sp.exp(-2 * sigma**2 * r**2)
    return 1 / rho - SampleMean(sp.cos(sigma * _TAU.dot(PAIR.delta)), n) / rho


def _errors(coefficient: sp.Expr) -> tuple[sp.Expr, sp.Expr]:
    return tuple(mean_squared_error(hybrid(coefficient, shared=shared), kernel()) for shared in (True, False))


def _saving(mixed: sp.Expr) -> sp.Expr:
    return 4 / m * kernel() ** 2 * _FREQUENCY * mixed


def _angular_gap() -> Derivation:
    shared, independent = _errors(angular_coefficient())
    mixed = SHARE - angular_second_moment()
    chain = Derivation(shared, PAIRS_WITH_COEFFICIENT).expectations()
    closed = Derivation(independent, PAIRS_WITH_COEFFICIENT).expectations().end
    chain.algebra(closed - _saving(mixed), "the covariance of P and T")
    chain.at_most(
        closed,
        [4 / m, kernel() ** 2, _FREQUENCY, (n - 1) / n, SHARE, 1 - SHARE],
        "E[lambda_hat (1 - lambda_hat)] = (1 - 1/n) (theta/pi) (1 - theta/pi) >= 0",
    )
    return chain


def claims() -> list[Claim]:
    shared, independent = _errors(_gaussian_coefficient())
    free_shared, free_independent = _errors(LAMBDA_HAT)
    mixed = expand_expectation(Expectation(LAMBDA_HAT * (1 - LAMBDA_HAT)))
    angular_shared, angular_independent = _errors(angular_coefficient())
    closed = Derivation(angular_independent, PAIRS_WITH_COEFFICIENT).expectations().end
    return [
        Claim(
            name="reduced",
            says="sharing the projections reduces the error (Gaussian coefficient of App. F)",
            proposition=Inequality(shared, "<", independent),
            domain=_GAUSSIAN,
            flaw="E[lambda_hat (1 - lambda_hat)] can be negative; sharing then increases the error",
            counterexample={
                x_norm: sp.Integer(1),
                y_norm: sp.Rational(1, 2),
                theta: sp.pi / 2,
                m: sp.Integer(1),
                n: sp.Integer(1),
                sigma: sp.Integer(1),
                r: sp.Rational(1, 2),
            },
        ),
        Claim(
            name="difference",
            says="the saving is (4/m) SM^2 sin^2((|x|^2-|y|^2)/2) E[l(1-l)], of the sign of E[l(1-l)]",
            role="correction",
            corrects="reduced",
            proposition=Equality(free_independent - free_shared, _saving(mixed)),
            domain=PAIRS,
        ),
        Claim(
            name="angular",
            says="for the angular coefficient sharing never increases the error",
            role="correction",
            corrects="reduced",
            proposition=Inequality(angular_shared, "<=", closed),
            domain=PAIRS_WITH_COEFFICIENT,
            proof=_angular_gap,
        ),
    ]


def simulations() -> list[MomentCheck]:
    """The Gaussian hybrid with shared projections, at a point where sharing costs accuracy."""
    # real numbers written with complex exponentials
    shared, independent = (
        sp.re(Derivation(error, _GAUSSIAN).expectations().end) for error in _errors(_gaussian_coefficient())
    )
    drawn = Bipolar(Hyperbolic(), Trigonometric(), Gaussian(), shared=True)
    # the bound as a value: draws that lie above reject every smaller value as well
    cases = (("difference", shared), ("reduced", independent))
    return [MomentCheck(f"mse, {claim}", drawn, "mse", value, SHARING_POINT, claim=claim) for claim, value in cases]
