"""Equation (19): the angular coefficient is unbiased for theta/pi.

``lambda_hat = 1/2 + rho_n(x).rho_n(y)`` with ``rho_n(u) = i (2n)^(-1/2) (sgn tau_j.u)_{j <= n}``, theta the angle of
x and y. The dot product is bilinear, so the two factors i make a minus sign (Goemans and Williamson 2004).
"""

from __future__ import annotations

import sympy as sp

from proofs.hrf._setting import PAIRS_WITH_COEFFICIENT, SHARE, SMALL_POINT, angular_coefficient
from rftheory.estimators.hybrids import Coefficient
from rftheory.hybrids.angular import Angular
from rftheory.kernels import PAIR, n
from rftheory.propositions import Equality
from rftheory.rules.nodes import Expectation, Projection, SampleMean
from rftheory.simulate.checks import MomentCheck
from rftheory.statements.claims import Claim, Statement

STATEMENT = Statement(
    id="hrf.eq-19",
    paper="hrf",
    location="Sec. 2.4 (19)",
    kind="identity",
    title="The angular coefficient is unbiased for the angle",
)

_TAU = Projection("tau")


def printed_coefficient() -> sp.Expr:
    """(19) from its feature map: the sum over n entries is n times their mean."""
    first, second = (sp.I / sp.sqrt(2 * n) * sp.sign(_TAU.dot(u)) for u in (PAIR.x, PAIR.y))
    return sp.Rational(1, 2) + n * SampleMean(first * second, n)


def claims() -> list[Claim]:
    return [
        Claim(
            name="mean",
            says="the printed coefficient has mean theta / pi",
            proposition=Equality(Expectation(printed_coefficient()), SHARE),
            domain=PAIRS_WITH_COEFFICIENT,
        ),
        Claim(
            name="one half minus signs",
            says="it is 1/2 - (1/2n) sum_j sgn(tau_j.x) sgn(tau_j.y), draw by draw",
            role="lemma",
            proposition=Equality(Expectation((printed_coefficient() - angular_coefficient()) ** 2), sp.Integer(0)),
            domain=PAIRS_WITH_COEFFICIENT,
        ),
    ]


def simulations() -> list[MomentCheck]:
    return [MomentCheck("mean", Coefficient(Angular()), "mean", SHARE, SMALL_POINT, claim="mean")]
